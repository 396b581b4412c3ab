// From a face to a world of screen pixels (at play zoom): outlines, labels, slots, and the static layer as SVG text.
import { bordersOf, frontLine, type Border, type Front } from "./front";
import { hachures, houses, scatter } from "./ground";
import { middle, path, points, ray, rounded, short, type Rect } from "./geometry";
import { control, escape, star } from "./pieces";
import type { Face, FacePlace, Point } from "./types";

export interface Spot {
  place: FacePlace;
  outline: Point[];
  centre: Point;
  /** Baseline of the first line of the name. */
  label: Point;
  lines: string[];
  /** Middle of the row of pieces, and how wide it may be. */
  row: Point;
  width: number;
  slots: Point[];
  other: Point[];
  alone: Point | null;
  box: Rect;
}

export interface World {
  face: Face;
  turn: number;
  width: number;
  height: number;
  spots: Map<string, Spot>;
  /** The static layer: terrain, water, borders, lines; made when first drawn. */
  ground: (far: boolean) => string;
  borders: () => Border[];
  toWorld: (p: Point) => Point;
}

const LETTER = 6.6;
const FAR_NAME = 9.5;

export function buildWorld(face: Face, turn: number): World {
  const s = face.scale;
  const [x0, y0, x1, y1] = face.bounds;
  const [w, h] = [(x1 - x0) * s, (y1 - y0) * s];
  const toWorld = ([px, py]: Point): Point => {
    const [x, y] = [(px - x0) * s, (py - y0) * s];
    if (turn === 1) return [y, w - x];
    if (turn === 2) return [w - x, h - y];
    if (turn === 3) return [h - y, x];
    return [x, y];
  };
  const [width, height] = turn % 2 ? [h, w] : [w, h];
  const spots = new Map<string, Spot>();
  for (const place of face.places) spots.set(place.id, spotOf(face, place, turn, toWorld));
  const layers = new Map<boolean, string>();
  let borders: Border[] | null = null;
  const world: World = {
    face,
    turn,
    width,
    height,
    spots,
    toWorld,
    ground: (far) => layer(far),
    borders: () => (borders ??= bordersOf(new Map([...spots].map(([id, spot]) => [id, spot.outline])))),
  };
  const layer = (far: boolean): string => {
    if (!layers.has(far)) layers.set(far, staticLayer(world, far));
    return layers.get(far)!;
  };
  return world;
}

function spotOf(face: Face, place: FacePlace, turn: number, toWorld: (p: Point) => Point): Spot {
  const outline = place.points.map(toWorld);
  const lines = place.lines ?? (place.name ? [place.name] : []);
  const centre = toWorld(place.centre);
  const S = face.piece;
  if (face.kind === "hexes") {
    const top = Math.min(...outline.map((p) => p[1]));
    const bottom = Math.max(...outline.map((p) => p[1]));
    return {
      place,
      outline,
      centre,
      lines,
      label: [centre[0], bottom - 6],
      row: [centre[0], centre[1] + 1],
      width: 60,
      slots: [],
      other: [],
      alone: null,
      box: { x: centre[0] - 26, y: top + 8, w: 52, h: bottom - top - 14 },
    };
  }
  const given = turn === 0 && place.at;
  const m = given ? centre : middle(outline, centre);
  const label: Point = given ? toWorld(place.at!) : [m[0], m[1] - 12 - (lines.length - 1) * 7];
  const row: Point = [m[0], label[1] + (lines.length - 1) * 13.5 + 10 + S / 2];
  const width = 2 * Math.min(ray(row, 0, outline), ray(row, Math.PI, outline)) - 8;
  const slots = turn === 0 ? (place.slots ?? []).map(toWorld) : [];
  const other = turn === 0 ? (place.other ?? []).map(toWorld) : [];
  const wide = Math.max(...lines.map((t) => t.length), 1) * LETTER + 8;
  const box = { x: label[0] - wide / 2, y: label[1] - 27, w: wide, h: 32 + 13.5 * (lines.length - 1) };
  const alone = turn === 0 && place.alone ? toWorld(place.alone) : null;
  return { place, outline, centre: m, label, lines, row, width, slots, other, alone, box };
}

function avoided(world: World, spot: Spot): Rect[] {
  const S = world.face.piece;
  if (world.face.kind === "hexes")
    return [{ x: spot.centre[0] - S / 2 - 2, y: spot.centre[1] - S / 2 - 2, w: S + 4, h: S + 4 }];
  const rects = [spot.box];
  const all = [...spot.slots, ...spot.other];
  if (all.length) for (const [x, y] of all) rects.push({ x: x - S / 2 - 2, y: y - S / 2 - 2, w: S + 4, h: S + 4 });
  else rects.push({ x: spot.row[0] - S * 0.75, y: spot.row[1] - S / 2 - 2, w: S * 1.5, h: S + 4 });
  return rects;
}

function groundOf(world: World, spot: Spot, far: boolean): string {
  const { place, outline } = spot;
  const hexes = world.face.kind === "hexes";
  const avoid = far ? [] : avoided(world, spot);
  const k = (hexes ? 0.66 : 1) * (far && !hexes ? 1.7 : 1);
  const angle = ((world.face.angle + 90 * -world.turn) * Math.PI) / 180;
  const P = `<polygon points="${points(outline)}" class="t-${place.ground}"/>`;
  switch (place.ground) {
    case "rough":
      return P + hachures(outline, spot.centre, place.id, far && !hexes, avoid);
    case "light":
      return P + houses(outline, angle, false, place.id, k, avoid);
    case "heavy":
      return P + houses(outline, angle, true, place.id, k * 0.9, avoid);
    case "forest":
      return P + scatter(outline, "forest", place.id, hexes ? 0.9 : 1, avoid);
    case "marsh":
      return P + scatter(outline, "marsh", place.id, hexes ? 0.9 : 1, avoid);
    case "water":
      return P + scatter(outline, "water", place.id, 0.8, []);
    default:
      return P;
  }
}

function waterLayer(world: World): string {
  const o: string[] = [];
  world.face.water.forEach((water, i) => {
    const line = rounded(
      water.kind === "bank" ? extended(water.points.map(world.toWorld)) : water.points.map(world.toWorld),
      2,
    );
    if (water.kind === "bank") {
      const side = outwards(world, line);
      const area = [...line, ...side];
      const d = path(line);
      o.push(
        `<clipPath id="riv${i}"><polygon points="${points(area)}"/></clipPath><polygon points="${points(area)}" class="t-water"/>`,
      );
      o.push(`<g clip-path="url(#riv${i})" fill="none" stroke-linejoin="round">`);
      for (const [width, shade] of [
        [64, 0.16],
        [46, 0.22],
        [31, 0.3],
        [18, 0.42],
      ] as const)
        o.push(
          `<path d="${d}" class="shore" stroke-width="${width}" stroke-opacity="${shade}"/><path d="${d}" stroke="var(--map-water)" stroke-width="${width - 1.8}"/>`,
        );
      o.push(`</g><path d="${d}" fill="none" class="shore" stroke-width="1.8"/>`);
    } else if (water.kind === "lake") {
      o.push(
        `<path d="${path(line, true)}" class="t-water"/><path d="${path(line, true)}" fill="none" class="shore" stroke-width="1.4"/>`,
      );
    } else {
      const wide = water.kind === "major" ? 6.5 : 13;
      o.push(
        `<path d="${path(line)}" fill="none" class="shore" stroke-width="${wide + 2.4}" stroke-linejoin="round"/><path d="${path(line)}" fill="none" stroke="var(--map-water)" stroke-width="${wide}" stroke-linejoin="round"/>`,
      );
    }
  });
  return o.join("");
}

/** A bank goes on beyond the sheet at both ends. */
function extended(line: Point[]): Point[] {
  const beyond = (end: Point, before: Point): Point => {
    const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    return [end[0] + ((end[0] - before[0]) / length) * 900, end[1] + ((end[1] - before[1]) / length) * 900];
  };
  const n = line.length;
  const step = Math.min(6, n - 1);
  return [beyond(line[0]!, line[step]!), ...line, beyond(line[n - 1]!, line[n - 1 - step]!)];
}

/** The far corners that close the water beyond a bank: water lies to the right of the line in the pack's own sense. */
function outwards(world: World, line: Point[]): Point[] {
  const first = line[0]!;
  const last = line[line.length - 1]!;
  const reach = 4000;
  const [dx, dy] = world
    .toWorld([world.face.bounds[0] + 1 / world.face.scale, world.face.bounds[1]])
    .map((v, i) => v - world.toWorld([world.face.bounds[0], world.face.bounds[1]])[i]!) as Point;
  return [
    [last[0] + dx * reach, last[1] + dy * reach],
    [first[0] + dx * reach, first[1] + dy * reach],
  ];
}

const LINE_STYLE: Record<string, [string, number][]> = {
  minor_river: [["river", 2.2]],
  major_river: [
    ["shore", 8.6],
    ["water", 6.2],
  ],
  lake: [
    ["shore", 10.6],
    ["water", 8.4],
  ],
  road: [
    ["casing", 4.4],
    ["road", 2],
  ],
  rail: [
    ["casing", 5.6],
    ["rail", 4],
    ["core", 2],
  ],
  coast: [["shore", 1.8]],
};
const LINE_ORDER = ["minor_river", "major_river", "lake", "coast", "road", "rail"];

function linesLayer(world: World, far: boolean): string {
  const o: string[] = [];
  const by = new Map<string, Point[][]>();
  for (const line of world.face.lines) {
    if (!by.has(line.kind)) by.set(line.kind, []);
    by.get(line.kind)!.push(line.points.map(world.toWorld));
  }
  for (const kind of LINE_ORDER) {
    const list = by.get(kind);
    if (!list) continue;
    const paths = list.map((line) => path(rounded(line, kind === "coast" ? 0 : 2)));
    // Each line by itself: of one long path the browser would reckon every road of the map for every part that it paints.
    for (const [name, width] of LINE_STYLE[kind]!)
      for (const d of paths) o.push(`<path d="${d}" class="ln-${name}" stroke-width="${far ? width * 1.3 : width}"/>`);
  }
  if (!far) {
    for (const [a, b] of by.get("bridge") ?? []) o.push(bridge(a!, b!));
    for (const [a, b] of by.get("ferry") ?? []) o.push(ferry(a!, b!));
  }
  return o.join("");
}

// Signs are drawn where they stand, without a transform of their own: each would be a layer more to reckon in every frame.

/** A bank of a bridge along the x axis, around its middle. */
const BANK: Point[] = [
  [-8, -7],
  [-5, -4],
  [5, -4],
  [8, -7],
];

function bridge(a: Point, b: Point): string {
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const bank = (side: number) =>
    path(BANK.map(([x, y]): Point => [mx + x * cos - side * y * sin, my + x * sin + side * y * cos]));
  return `<path d="${bank(1)}${bank(-1)}" class="ln-bridge"/>`;
}

function ferry(a: Point, b: Point): string {
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  return `<path d="${path([a, b])}" class="ln-ferry"/><path d="M${short(mx - 6)} ${short(my - 2)}h12l-2 5h-8Z" class="ln-hull"/>`;
}

function staticLayer(world: World, far: boolean): string {
  const o: string[] = [];
  for (const spot of world.spots.values()) o.push(groundOf(world, spot, far));
  o.push(waterLayer(world));
  const hexes = world.face.kind === "hexes";
  const borders = [...world.spots.values()].map((s) => path(s.outline, true)).join("");
  o.push(`<path class="${hexes ? "grid" : "aline"}" d="${borders}"/>`);
  o.push(linesLayer(world, far));
  return o.join("");
}

/** Names stay upright and above terrain; `k` is the zoom, so that far names keep their size on the screen. */
export function namesLayer(world: World, k: number, far: boolean): string {
  const o: string[] = [];
  for (const water of world.face.water) {
    if (!water.at || !water.name) continue;
    const [x, y] = world.toWorld(water.at);
    const angle = (water.angle ?? 0) - 90 * world.turn;
    const size = far ? 24 / k : 24;
    const upright = (((angle % 360) + 540) % 360) - 180;
    const turned = upright > 90 ? upright - 180 : upright < -90 ? upright + 180 : upright;
    o.push(
      `<text class="water-t" font-size="${size.toFixed(1)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned.toFixed(0)})">${escape(water.name.toUpperCase())}</text>`,
    );
  }
  const kept = world.face.kind === "hexes" && far ? apart(world, k) : null;
  for (const spot of world.spots.values())
    o.push(world.face.kind === "hexes" ? hexName(world, spot, kept?.get(spot) ?? "", far, k) : areaName(spot, k, far));
  return o.join("");
}

/** Names of hexes for the far map, the size of which does not shrink with it: towns first, then the shorter ones, as long
 *  as none lies on another. */
function apart(world: World, k: number): Map<Spot, string> {
  const size = FAR_NAME / k;
  const wanted = [...world.spots.values()]
    .map((spot) => ({ spot, words: nameLines(spot.place).join(" ") }))
    .filter(({ words }) => words);
  const rank = ({ spot, words }: (typeof wanted)[number]) =>
    (spot.place.mark === "city" ? 0 : spot.place.ground === "city" ? 20 : 40) + words.length;
  const taken: Rect[] = [];
  const kept = new Map<Spot, string>();
  for (const name of wanted.sort((a, b) => rank(a) - rank(b))) {
    const w = name.words.length * size * 0.5 + size * 0.6;
    const rect = { x: name.spot.centre[0] - w / 2, y: name.spot.label[1] - size, w, h: size * 1.3 };
    if (taken.some((r) => r.x < rect.x + rect.w && rect.x < r.x + r.w && r.y < rect.y + rect.h && rect.y < r.y + r.h))
      continue;
    taken.push(rect);
    kept.set(name.spot, name.words);
  }
  return kept;
}

function nameLines(place: FacePlace): string[] {
  return place.lines ?? (place.name && place.name.length <= 13 ? [place.name] : []);
}

function areaName(spot: Spot, k: number, far: boolean): string {
  const { place, lines } = spot;
  let g = "";
  if (far) {
    const fs = 11 / k;
    const wide = place.name.length * fs * 0.52;
    const below = spot.centre[1] + 19 / k;
    const fits =
      wide <
      2 *
        Math.min(ray([spot.centre[0], below], 0, spot.outline), ray([spot.centre[0], below], Math.PI, spot.outline)) *
        1.25;
    return `<text class="place halo far" x="${spot.centre[0].toFixed(1)}" y="${(below + 4 / k).toFixed(1)}" font-size="${fs.toFixed(1)}" stroke-width="${(3 / k).toFixed(1)}">${escape(fits ? place.name : place.id)}</text>`;
  }
  const [x, y] = spot.label;
  lines.forEach(
    (t, i) =>
      (g += `<text class="place halo" font-size="12" x="${x.toFixed(1)}" y="${(y + i * 13.5).toFixed(1)}">${escape(t)}</text>`),
  );
  const w = place.pill ? 42 : 22;
  g += `<g transform="translate(${x.toFixed(1)} ${(y - 17.5).toFixed(1)})"><rect x="${-w / 2}" y="-7" width="${w}" height="14" rx="7" class="pill"/>`;
  g += `<text x="${place.pill ? -10.5 : 0}" y="3.7" class="pill-t">${escape(place.id)}</text>`;
  if (place.pill)
    g += `<path d="M0 -5V5" class="pill-l"/><text x="10.5" y="3.6" class="pill-t">${escape(place.pill)}</text>`;
  return g + "</g>";
}

function hexName(world: World, spot: Spot, farName: string, far: boolean, k: number): string {
  const { place } = spot;
  const top = Math.min(...spot.outline.map((p) => p[1]));
  let g = "";
  if (!far && world.face.numbers)
    g += `<text class="hexno" x="${spot.centre[0].toFixed(1)}" y="${(top + 13).toFixed(1)}">${escape(place.id)}</text>`;
  if (place.mark) g += hexMark(place.mark, spot.centre);
  (place.signs ?? []).forEach((sign, i) => (g += hexSign(sign, [spot.centre[0] + 25 - i * 14, spot.centre[1] - 20])));
  if (far) return farName ? g + hexText(spot.centre[0], spot.label[1] + 2, FAR_NAME / k, farName) : g;
  const lines = nameLines(place);
  const across = Math.max(...spot.outline.map((p) => p[0])) - Math.min(...spot.outline.map((p) => p[0]));
  const longest = Math.max(1, ...lines.map((line) => line.length));
  const size = Math.min(11, Math.max(8, across / (longest * 0.64)));
  lines.forEach((words, i) => (g += hexText(spot.centre[0], spot.label[1] - (lines.length - 1 - i) * 11, size, words)));
  return g;
}

function hexText(x: number, y: number, size: number, words: string): string {
  return `<text class="place halo" x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size.toFixed(1)}">${escape(words)}</text>`;
}

/** A red star, an airfield, a supply source: a star in a circle, a cross in a square. */
function hexSign(sign: string, [x, y]: Point): string {
  const at = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"`;
  if (sign === "star") return `<g ${at}>${star(0, 0, 6, "var(--sov-line)")}</g>`;
  if (sign === "airfield")
    return `<g ${at} class="ln-bridge"><circle r="5.5"/><path d="M0 -3.5V3.5M-3.5 -.5H3.5"/></g>`;
  return `<g ${at}>${control(sign === "soviet" ? "soviet" : "german", 6)}</g>`;
}

function hexMark(mark: string, [x, y]: Point): string {
  if (mark === "village") return `<circle cx="${short(x)}" cy="${short(y)}" r="4" class="town"/>`;
  const first = `M${short(x - 6)} ${short(y - 6)}`;
  if (mark === "city") return `<path d="${first}h5v5h-5zm7 0h5v5h-5zm-7 7h5v5h-5zm7 0h5v5h-5z" class="town-b"/>`;
  return "";
}

export function front(world: World, controlOf: (id: string) => string, far: boolean): Front {
  const [first, second] = world.face.front;
  return frontLine(
    world.borders(),
    (id) => (controlOf(id) === first ? true : controlOf(id) === second ? false : null),
    far ? 9 : 6.5,
    far ? 24 : 20,
  );
}
