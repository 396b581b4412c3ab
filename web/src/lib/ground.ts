// Terrain as tint plus pattern: one path a place, seeded by the place's name.
import { clearOf, inside, path, ray, seeded, short, type Rect } from "./geometry";
import type { Point } from "./types";

/** Rings of downhill strokes, as on an old staff map; the middle stays free for pieces. */
export function hachures(outline: Point[], c: Point, seed: string, far: boolean, avoid: Rect[]): string {
  const rnd = seeded(seed);
  const rings: [number, number, number][] = far
    ? [[0.52, 0.84, 13]]
    : [
        [0.66, 0.84, 6.4],
        [0.42, 0.54, 6],
      ];
  let d = "";
  for (const [inner, outer, step] of rings) {
    let a = rnd();
    const end = a + 2 * Math.PI;
    while (a < end) {
      const r = ray(c, a, outline);
      const r1 = r * (inner + (rnd() - 0.5) * 0.04);
      const r2 = r * (outer + (rnd() - 0.6) * 0.08);
      const [x1, y1, x2, y2] = [
        c[0] + r1 * Math.cos(a),
        c[1] + r1 * Math.sin(a),
        c[0] + r2 * Math.cos(a),
        c[1] + r2 * Math.sin(a),
      ];
      if (clearOf(x1, y1, avoid, 1) && clearOf(x2, y2, avoid, 1))
        d += `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`;
      a += step / Math.max(12, r1);
    }
  }
  return d && `<path class="${far ? "hach far" : "hach"}" d="${d}"/>`;
}

/** City blocks: scattered and pale for light urban, packed and dark for heavy urban. */
export function houses(
  outline: Point[],
  angle: number,
  heavy: boolean,
  seed: string,
  k: number,
  avoid: Rect[],
): string {
  const rnd = seeded(seed);
  const [cw, ch, fill] = heavy ? [17 * k, 13 * k, 0.9] : [17 * k, 14 * k, 0.55];
  const cx = outline.reduce((s, p) => s + p[0], 0) / outline.length;
  const cy = outline.reduce((s, p) => s + p[1], 0) / outline.length;
  const reach = Math.max(...outline.map((p) => Math.hypot(p[0] - cx, p[1] - cy))) + 20;
  const [ca, sa] = [Math.cos(angle), Math.sin(angle)];
  const n = Math.ceil(reach / Math.min(cw, ch));
  const between = (a: number, b: number) => a + rnd() * (b - a);
  let d = "";
  for (let i = -n; i <= n; i++) {
    for (let j = -n; j <= n; j++) {
      if (rnd() > fill) continue;
      const u = i * cw + between(-1, 1) * k;
      const v = j * ch + between(-1, 1) * k;
      const w = (heavy ? between(9, 14) : between(5, 10)) * k;
      const h = (heavy ? between(7, 10) : between(4, 7)) * k;
      const q = (
        [
          [-w, -h],
          [w, -h],
          [w, h],
          [-w, h],
        ] as Point[]
      ).map(([du, dv]): Point => [
        cx + (u + du / 2) * ca - (v + dv / 2) * sa,
        cy + (u + du / 2) * sa + (v + dv / 2) * ca,
      ]);
      if (q.every((p) => inside(p, outline) && clearOf(p[0], p[1], avoid, 2))) d += path(q, true);
    }
  }
  return d && `<path class="${heavy ? "blk-h" : "blk-l"}" d="${d}"/>`;
}

export function scatter(
  outline: Point[],
  kind: "forest" | "marsh" | "water",
  seed: string,
  k: number,
  avoid: Rect[],
): string {
  const rnd = seeded(seed);
  const step = (kind === "water" ? 24 : 17) * k;
  const xs = outline.map((p) => p[0]);
  const ys = outline.map((p) => p[1]);
  const [right, bottom] = [Math.max(...xs), Math.max(...ys)];
  let d = "";
  let odd = false;
  for (let y = Math.min(...ys) + step / 2; y < bottom; y += step * 0.78) {
    for (let x = Math.min(...xs) + (odd ? step / 2 : step); x < right; x += step) {
      const px = x + (rnd() - 0.5) * 5 * k;
      const py = y + (rnd() - 0.5) * 4 * k;
      const m = 5 * k;
      if (
        ![
          [-m, 0],
          [m, 0],
          [0, -m],
          [0, m],
        ].every(([dx, dy]) => inside([px + dx!, py + dy!], outline))
      )
        continue;
      if (!clearOf(px, py, avoid, 4 * k)) continue;
      const f = (v: number) => short(v);
      if (kind === "forest") {
        const r = 3 * k;
        d += `M${f(px - r)} ${f(py + r)}L${f(px)} ${f(py - r * 1.3)}L${f(px + r)} ${f(py + r)}Z`;
      } else if (kind === "marsh") {
        const r = 4.6 * k;
        d += `M${f(px - r)} ${f(py)}H${f(px + r)}M${f(px - r / 2)} ${f(py + 3 * k)}H${f(px + r / 2)}M${f(px)} ${f(py)}V${f(py - 3.4 * k)}`;
        d += `M${f(px - 2.2 * k)} ${f(py)}L${f(px - 3 * k)} ${f(py - 2.6 * k)}M${f(px + 2.2 * k)} ${f(py)}L${f(px + 3 * k)} ${f(py - 2.6 * k)}`;
      } else {
        d += `M${f(px - 8 * k)} ${f(py)}q${f(4 * k)} ${f(-3 * k)} ${f(8 * k)} 0t${f(8 * k)} 0`;
      }
    }
    odd = !odd;
  }
  return d && `<path class="${kind === "forest" ? "trees" : kind === "marsh" ? "reeds" : "waves"}" d="${d}"/>`;
}
