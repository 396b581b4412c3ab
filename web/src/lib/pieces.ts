// Pieces as SVG text, centred on 0,0. Silhouette is side; state is a line style; every figure can be read in grey.
import made from "../made/symbols.json";
import { path, points, short as f } from "./geometry";
import { t } from "./text";
import type { Piece, Point } from "./types";

const SYMBOLS: Record<string, string> = made;
const TOKEN: Record<string, string> = {
  german: "ger",
  axis: "ger",
  soviet: "sov",
  romanian: "rom",
  italian: "ita",
  hungarian: "hun",
};
const TAB: Record<string, string> = { romanian: "RO", italian: "IT", hungarian: "HU" };
const STRIP: Record<string, string> = { Y: "#F0C94B", B: "#8DBBE8", W: "#F4EFE2", R: "#E4483A" };

const LETTERS: Record<string, string> = { hq: "HQ", battlegroup: "KG", alarm: "AL" };

export const TERRAIN_GLYPH: Record<string, string> = {
  clear: '<rect x="-5" y="-5" width="10" height="10"/>',
  elevated: '<path d="M0 -6L6.2 5H-6.2Z"/>',
  light_urban: '<path d="M0 -6.4L6.4 0L0 6.4L-6.4 0Z"/>',
  heavy_urban: '<path d="M0 -6.6L6.3 -2L3.9 5.4H-3.9L-6.3 -2Z"/>',
};

const DRAWN: Record<string, string> = {
  heroes: "M0 -6L1.8 -1.9L6 -1.6L2.7 1.2L3.8 5.5L0 3.2L-3.8 5.5L-2.7 1.2L-6 -1.6L-1.8 -1.9Z",
  ambush: "M-6 0Q0 -6.5 6 0Q0 6.5 -6 0ZM-1.8 0A1.8 1.8 0 1 0 1.8 0A1.8 1.8 0 1 0 -1.8 0Z",
  barrage: "M-5 5L-1.2 -5M0 5L3.6 -5M-5.6 -.5H-1M0 -.5H5",
  fanatic: "M-5 5.5V-5.5L5 -2.5L-5 .6",
  guards: "M0 -6L5.4 -3.6V.8Q5 4.6 0 6.4Q-5 4.6 -5.4 .8V-3.6Z",
  guards_shield: "M0 -6L5.4 -3.6V.8Q5 4.6 0 6.4Q-5 4.6 -5.4 .8V-3.6Z",
  pavlov: "M-5.5 6V-1L0 -6L5.5 -1V6ZM-1.5 6V1.5H1.5V6",
};

const MARKER: Record<string, string> = {
  artillery:
    '<circle r="3.4" fill="currentColor"/><path d="M-8 5.5H8M0 -3V-8.5" stroke="currentColor" stroke-width="1.6"/>',
  engineer: '<path d="M-7 5V-4H7V5M0 -4V5" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  air: '<path d="M0 -8V7M-8.5 -1H8.5M-3.4 6H3.4" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" fill="none"/>',
  rocket: '<path d="M-6 6L6 -6M-2 7L7 -2M-7 2L2 -7" stroke="currentColor" stroke-width="1.6" fill="none"/>',
  armor: '<rect x="-8" y="-4" width="16" height="8" rx="4" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  antitank: '<path d="M-8 6L0 -7L8 6" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  antiair: '<path d="M-8 6Q0 -8 8 6" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  leader:
    '<path d="M0 -7.5L2.2 -2.4L7.6 -2L3.4 1.5L4.8 7L0 4L-4.8 7L-3.4 1.5L-7.6 -2L-2.2 -2.4Z" fill="currentColor"/>',
  isolated: '<path d="M-7 0h4M3 0h4M-2 -5L2 5" stroke="currentColor" stroke-width="1.8" fill="none"/>',
};

export function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

export function token(side: string, nation?: string): string {
  return TOKEN[nation ?? side] ?? TOKEN[side] ?? "ger";
}

export function isSoviet(side: string): boolean {
  return side === "soviet";
}

export function outline(side: string, x: number, y: number, w: number, h: number, cut = w * 0.17): string {
  if (!isSoviet(side)) return `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" rx="2.2"`;
  const P: Point[] = [
    [x + cut, y],
    [x + w - cut, y],
    [x + w, y + cut],
    [x + w, y + h - cut],
    [x + w - cut, y + h],
    [x + cut, y + h],
    [x, y + h - cut],
    [x, y + cut],
  ];
  return `<polygon points="${points(P)}"`;
}

export function star(cx: number, cy: number, r: number, fill: string): string {
  const P: Point[] = [];
  for (let i = 0; i < 10; i++) {
    const a = -Math.PI / 2 + (i * Math.PI) / 5;
    const q = i % 2 ? r * 0.42 : r;
    P.push([cx + q * Math.cos(a), cy + q * Math.sin(a)]);
  }
  return `<polygon points="${points(P)}" fill="${fill}"/>`;
}

function cross(cx: number, cy: number, r: number, colour: string, width: number): string {
  return `<path d="M${f(cx)} ${f(cy - r)}V${f(cy + r)}M${f(cx - r)} ${f(cy)}H${f(cx + r)}" stroke="${colour}" stroke-width="${f(width)}" fill="none"/>`;
}

export function control(side: string, r = 8): string {
  if (isSoviet(side))
    return `<g><circle r="${f(r)}" fill="var(--sov)" stroke="var(--edge-counter)" stroke-width="1.2"/>${star(0, 0, r * 0.66, "var(--on-sov)")}</g>`;
  return `<g><rect x="${f(-r)}" y="${f(-r)}" width="${f(2 * r)}" height="${f(2 * r)}" fill="var(--ger)" stroke="var(--edge-counter)" stroke-width="1.2"/>${cross(0, 0, r * 0.6, "var(--on-ger)", r * 0.36)}</g>`;
}

function text(x: number, y: number, size: number, weight: number, fill: string, words: string, more = ""): string {
  return `<text x="${f(x)}" y="${f(y)}" font-size="${f(size)}" font-weight="${weight}" text-anchor="middle" fill="${fill}" ${more}>${escape(words)}</text>`;
}

/** The NATO box: width .54 S, height .34 S. */
export function nato(key: string | undefined, x: number, y: number, w: number, colour: string): string {
  const k = w / 150;
  const inner = key ? SYMBOLS[key] : undefined;
  if (inner)
    return `<g transform="translate(${f(x)} ${f(y)}) scale(${k.toFixed(4)}) translate(-25 -50)" color="${colour}">${inner}</g>`;
  const h = w * 0.667;
  const words = LETTERS[key ?? ""] ?? (key ?? "").slice(0, 2).toUpperCase();
  return (
    `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="none" stroke="${colour}" stroke-width="${f(Math.max(1, w * 0.055))}"/>` +
    (key === "hq"
      ? `<path d="M${f(x)} ${f(y + h)}v${f(w * 0.13)}" stroke="${colour}" stroke-width="${f(Math.max(1, w * 0.055))}"/>`
      : "") +
    text(x + w / 2, y + h * 0.76, h * 0.7, 700, colour, words)
  );
}

function shadow(side: string, S: number): string {
  return outline(side, -S / 2 + 1.6, -S / 2 + 2.2, S, S) + ' fill="#000" fill-opacity=".28"/>';
}

/** Pixels on the screen decide what is shown: a piece shows only what can be read. */
export function drawPiece(p: Piece, S: number, pixels = S): string {
  if (p.layout === "marker") return drawMarker(p, S);
  if (p.layout === "block") return drawBlock(p, S, pixels);
  if (p.layout === "strongpoint") return drawStrongpoint(p, S, pixels);
  return drawCounter(p, S, pixels);
}

function has(p: Piece, state: string): boolean {
  return p.states?.includes(state) ?? false;
}

function drawCounter(p: Piece, S: number, pixels: number): string {
  const tok = token(p.side, p.nation);
  const X = -S / 2;
  const spent = has(p, "spent");
  const fill = spent ? "var(--spent)" : `var(--${tok})`;
  const ink = spent ? "var(--ink)" : `var(--on-${tok})`;
  let g =
    shadow(p.side, S) +
    outline(p.side, X, X, S, S) +
    ` fill="${fill}" stroke="var(--edge-counter)" stroke-width="1.3"/>`;
  if (spent)
    g +=
      outline(p.side, X + 1.5, X + 1.5, S - 3, S - 3) +
      ` fill="none" stroke="var(--${tok}-line, var(--${tok}))" stroke-width="1.8"/>`;
  if (pixels < 18) return g;
  const reduced = has(p, "reduced");
  if (pixels < 26) {
    const w = S * 0.66;
    return g + nato(p.symbol, -w / 2, -w / 3, w, ink) + fold(spent, tok, S);
  }
  const full = pixels >= 34;
  if (reduced) {
    const c = isSoviet(p.side) ? 0.15 : 0;
    const P: Point[] = [
      [0.05, 0.675],
      [0.95, 0.675],
      [0.95, 0.955 - c],
      [0.95 - c, 0.955],
      [0.05 + c, 0.955],
      [0.05, 0.955 - c],
    ];
    g += `<polygon points="${points(P.map(([a, b]): Point => [X + S * a, X + S * b]))}" fill="${ink}"/>`;
  }
  const w = S * 0.54;
  g += nato(p.symbol, -w / 2, X + S * (full ? 0.27 : 0.16), w, ink);
  if (full && p.name) g += text(0, X + S * 0.215, S * (p.name.length > 6 ? 0.17 : 0.2), 600, ink, p.name);
  if (p.factors) g += factors(p, X + S * 0.915, S * (full ? 0.285 : 0.33), reduced ? fill : ink);
  const tab = TAB[p.nation ?? ""];
  if (tab && full)
    g += `<g transform="translate(${f(X + S * 0.155)} ${f(X + S * 0.45)}) rotate(-90)">${text(0, 0, S * 0.155, 700, ink, tab)}</g>`;
  if (has(p, "elite")) g += star(X + S * 0.885, X + S * 0.44, S * 0.085, ink);
  return g + fold(spent, tok, S) + badges(p, S);
}

/** How wide figures and strokes between them are in the house's bold face, in parts of its size. */
const FIGURE = 0.556;
const STROKE = 0.333;

/** The figures of a counter. The first stands on black, or on white framed in black, where its unit joins armored
    attacks; so it can be told in any palette and without colour. */
function factors(p: Piece, y: number, size: number, ink: string): string {
  const words = p.factors ?? "";
  const black = has(p, "black");
  if (!black && !has(p, "black_white")) return text(0, y, size, 700, ink, words, 'class="tabn"');
  const wide = [...words].reduce((sum, c) => sum + (c === "-" ? STROKE : FIGURE), 0) * size;
  const first = words.split("-")[0]!;
  const w = first.length * FIGURE * size + 2.4;
  const x = -wide / 2 - 1.2;
  const box = `<rect x="${f(x)}" y="${f(y - size * 0.8)}" width="${f(w)}" height="${f(size * 0.9)}" rx="1" fill="${black ? "#0b0b0b" : "#fff"}" stroke="${black ? "#fff" : "#0b0b0b"}" stroke-width="${black ? 0.7 : 1.1}"/>`;
  const figure = `<tspan fill="${black ? "#fff" : "#0b0b0b"}">${escape(first)}</tspan>`;
  return (
    box +
    `<text y="${f(y)}" font-size="${f(size)}" font-weight="700" text-anchor="middle" fill="${ink}" class="tabn">${figure}${escape(words.slice(first.length))}</text>`
  );
}

function fold(spent: boolean, tok: string, S: number): string {
  if (!spent) return "";
  const b = S / 2 - 0.6;
  return `<path d="M${f(b - 8.4)} ${f(b)}L${f(b)} ${f(b - 8.4)}V${f(b)}Z" fill="var(--${tok}-line, var(--${tok}))"/>`;
}

/** A word on a yellow ground above a piece, as wide as it needs. */
function tag(word: string, y: number): string {
  const w = Math.max(30, 7 + 6 * word.length);
  return `<g transform="translate(0 ${f(y)})"><rect x="${f(-w / 2)}" y="-7" width="${f(w)}" height="12.5" rx="2" fill="var(--lamp)" stroke="#1b1b1b"/>${text(0, 2.8, 9, 700, "#1b1b1b", word)}</g>`;
}

function badges(p: Piece, S: number): string {
  const X = -S / 2;
  let g = "";
  if (has(p, "out_of_supply") || has(p, "isolated"))
    g += `<g transform="translate(${f(X + 1)} ${f(X + S * 0.1)})"><circle r="7" fill="var(--panel)" stroke="var(--refuse)" stroke-width="1.6"/><path d="M-3.4 0h2.2M1.2 0h2.2M-1 -3L1 3" stroke="var(--refuse)" stroke-width="1.6"/></g>`;
  if (has(p, "exploiting"))
    g += `<g transform="translate(${f(X)} ${f(X + S * 0.52)})"><circle r="7.5" fill="var(--lamp)" stroke="#1b1b1b" stroke-width="1.2"/><path d="M-3.4 -3.2L-.4 0L-3.4 3.2M.6 -3.2L3.6 0L.6 3.2" fill="none" stroke="#1b1b1b" stroke-width="1.5"/></g>`;
  if (has(p, "lead")) g += tag(t("piece.lead"), X - 5.5);
  return g;
}

/** Of the side of a counter, as wide a letter may be times the letters of its word: a long one is written smaller. */
const WORD = 1.4;

function drawStrongpoint(p: Piece, S: number, pixels: number): string {
  const tok = token(p.side, p.nation);
  const X = -S / 2;
  const ink = `var(--on-${tok})`;
  let g =
    shadow(p.side, S) +
    outline(p.side, X, X, S, S) +
    ` fill="var(--${tok})" stroke="var(--edge-counter)" stroke-width="1.3"/>`;
  if (pixels < 16) return g;
  if (has(p, "unrevealed")) {
    if (pixels >= 26)
      g += outline(p.side, X + 4, X + 4, S - 8, S - 8, S * 0.13) + ` fill="none" stroke="${ink}" stroke-opacity=".7"/>`;
    const scale = pixels < 26 ? S / 22 : S / 30;
    g += `<g transform="scale(${scale.toFixed(2)})" fill="none" stroke="${ink}" stroke-width="1.3">${TERRAIN_GLYPH[p.symbol ?? "clear"] ?? TERRAIN_GLYPH.clear}</g>`;
    if (pixels >= 26) g += text(0, S * 0.115, S * 0.3, 700, ink, "?");
    return g + badges(p, S);
  }
  const drawing = `<path d="${DRAWN[p.symbol ?? ""] ?? DRAWN.heroes}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linejoin="round"/>`;
  if (pixels < 26) return g + text(0, S * 0.27, S * 0.74, 700, ink, p.factors ?? "", 'class="tabn"');
  if (p.word) g += text(0, X + S * 0.24, Math.min(S * 0.19, (S * WORD) / p.word.length), 600, ink, p.word);
  g += `<g transform="translate(${f(X + S * 0.3)} ${f(X + S * 0.6)}) scale(${(S / 34).toFixed(2)})">${drawing}</g>`;
  return (
    g +
    text(
      X + S * 0.69,
      X + S * 0.79,
      S * (p.factors && p.factors.length > 1 ? 0.38 : 0.5),
      700,
      ink,
      p.factors ?? "",
      'class="tabn"',
    ) +
    badges(p, S)
  );
}

/** One point of strength. Corners of the shape = faces that hit: dot 6, lens 5 and 6, triangle 4 to 6. */
export function pip(kind: string, x: number, y: number, r: number): string {
  if (kind === "SF")
    return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r * 0.8)}" fill="#17191A" stroke="#F4EFE2" stroke-width="${f(r * 0.3)}"/>`;
  if (kind === "DF")
    return `<path d="${path(
      [
        [x, y - r * 1.15],
        [x + r * 0.95, y],
        [x, y + r * 1.15],
        [x - r * 0.95, y],
      ],
      true,
    )}" fill="#FBF7EC" stroke="#17191A" stroke-width="${f(r * 0.22)}"/>`;
  return `<path d="${path(
    [
      [x, y - r * 1.15],
      [x + r * 1.12, y + r * 0.85],
      [x - r * 1.12, y + r * 0.85],
    ],
    true,
  )}" fill="#E4483A" stroke="#FBF7EC" stroke-width="${f(r * 0.3)}"/>`;
}

/** A wooden block: a dark right and lower edge. All backs of one side are the same drawing. */
function drawBlock(p: Piece, S: number, pixels: number): string {
  const soviet = isSoviet(p.side);
  const X = -S / 2;
  const d = S * 0.1;
  const cut = soviet ? S * 0.14 : 0;
  const fill = soviet ? "var(--sov)" : "var(--blk-g)";
  const ink = soviet ? "var(--on-sov)" : "var(--on-blk-g)";
  let g = outline(p.side, X + d * 0.9, X + d * 1.1, S, S, cut) + ' fill="#000" fill-opacity=".45"/>';
  g += outline(p.side, X, X, S, S, cut) + ` fill="${fill}" stroke="var(--edge-counter)" stroke-width="1.1"/>`;
  if (has(p, "hidden")) {
    if (soviet)
      return (
        g +
        `<circle r="${f(S * 0.29)}" fill="none" stroke="${ink}" stroke-width="${f(S * 0.04)}" stroke-opacity=".8"/>` +
        star(0, S * 0.01, S * 0.21, ink)
      );
    return g + cross(0, 0, S * 0.22, ink, S * 0.13);
  }
  const full = pixels >= 26;
  const band = S * 0.25;
  g += `<path d="M${f(X + cut + 1)} ${f(X + band)}H${f(-X - cut - 1)}" stroke="${ink}" stroke-width=".8" stroke-opacity=".5"/>`;
  const r = S * (S < 40 ? 0.088 : 0.075);
  const k = p.pips ?? 0;
  for (let i = 0; i < k; i++) g += pip(p.firepower ?? "SF", (i - (k - 1) / 2) * r * 2.55, X + band * 0.54, r);
  const w = S * 0.5;
  g += nato(p.symbol, -w / 2, X + S * (full ? 0.34 : 0.42), w, ink);
  if (full && p.name) g += text(0, X + S * 0.925, S * (p.name.length > 4 ? 0.17 : 0.21), 700, ink, p.name);
  if (p.strip) {
    g += `<rect x="${f(X + 1)}" y="${f(X + band + 1)}" width="${f(S * 0.13)}" height="${f(S - band - 2)}" fill="${STRIP[p.strip] ?? STRIP.W}"/>`;
    if (full) g += text(X + 1 + S * 0.065, X + S * 0.93, S * 0.13, 700, "#16181A", p.strip);
  }
  if (p.corner && full) g += text(X + S * 0.87, X + S * 0.93, S * 0.17, 700, ink, p.corner);
  return g + badges(p, S);
}

function drawMarker(p: Piece, S: number): string {
  const r = S * 0.46;
  const inner = MARKER[p.symbol ?? ""] ?? text(0, 4, 11, 700, "currentColor", (p.name ?? p.symbol ?? "?").slice(0, 2));
  return (
    `<g color="var(--ink)"><circle r="${f(r)}" fill="var(--spent)" stroke="var(--${token(p.side, p.nation)}-line, var(--ink))" stroke-width="2" ${p.count === 0 ? 'stroke-dasharray="3 2.4"' : ""}/>` +
    `<g transform="scale(${(S / 28).toFixed(2)})" ${p.count === 0 ? 'opacity=".45"' : ""}>${inner}</g></g>`
  );
}

export function badge(x: number, y: number, words: string | number, r = 8): string {
  return `<g transform="translate(${f(x)} ${f(y)})"><circle r="${r}" fill="var(--panel)" stroke="var(--ink)" stroke-width="1.2"/>${text(0, r * 0.45, r * 1.3, 700, "var(--ink)", String(words))}</g>`;
}

/** Layers below the top piece of a stack. */
export function under(p: Piece, S: number, n: number, step = 2.8): string {
  const tok = p.layout === "block" && !isSoviet(p.side) ? "blk-g" : token(p.side, p.nation);
  let g = "";
  for (let i = Math.min(n, 3); i > 0; i--)
    g +=
      outline(p.side, -S / 2 + i * step, -S / 2 - i * step, S, S) +
      ` fill="var(--${tok})" stroke="var(--edge-counter)" stroke-width="1.1"/>`;
  return g;
}

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

export function dieSvg(face: number, size: number, side = ""): string {
  const [fill, dot] =
    side === "" ? ["var(--panel)", "var(--ink)"] : [`var(--${token(side)})`, `var(--on-${token(side)})`];
  const d = size * 0.24;
  const dots = (PIPS[face] ?? [])
    .map(
      ([x, y]) =>
        `<circle cx="${f(size / 2 + x * d)}" cy="${f(size / 2 + y * d)}" r="${f(size * 0.095)}" fill="${dot}"/>`,
    )
    .join("");
  return `<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" aria-hidden="true"><rect x=".6" y=".6" width="${size - 1.2}" height="${size - 1.2}" rx="${f(size * 0.2)}" fill="${fill}" stroke="var(--ink)"/>${dots}</svg>`;
}
