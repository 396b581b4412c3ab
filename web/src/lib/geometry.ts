// Small plane geometry for the board. No title, no colour.
import type { Point } from "./types";

export function short(v: number): string {
  const s = v.toFixed(1);
  return s.endsWith(".0") ? s.slice(0, -2) : s;
}

export function path(points: Point[], close = false): string {
  return "M" + points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L") + (close ? "Z" : "");
}

export function points(list: Point[]): string {
  return list.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
}

export function inside([x, y]: Point, polygon: Point[]): boolean {
  let yes = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [x1, y1] = polygon[j]!;
    const [x2, y2] = polygon[i]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) yes = !yes;
  }
  return yes;
}

/** Distance from a point to the outline along a direction. */
export function ray([cx, cy]: Point, angle: number, polygon: Point[]): number {
  const dx = Math.cos(angle);
  const dy = Math.sin(angle);
  let best = Infinity;
  for (let i = 0; i < polygon.length; i++) {
    const [x1, y1] = polygon[i]!;
    const [x2, y2] = polygon[(i + 1) % polygon.length]!;
    const ex = x2 - x1;
    const ey = y2 - y1;
    const den = dx * ey - dy * ex;
    if (Math.abs(den) < 1e-9) continue;
    const t = ((x1 - cx) * ey - (y1 - cy) * ex) / den;
    const u = ((x1 - cx) * dy - (y1 - cy) * dx) / den;
    if (t > 0 && u >= 0 && u <= 1 && t < best) best = t;
  }
  return best === Infinity ? 0 : best;
}

export function signedArea(polygon: Point[]): number {
  let sum = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [x1, y1] = polygon[i]!;
    const [x2, y2] = polygon[(i + 1) % polygon.length]!;
    sum += x1 * y2 - x2 * y1;
  }
  return sum / 2;
}

/** Corner cutting: rounds a line without leaving it. */
export function rounded(line: Point[], times = 2): Point[] {
  let now = line;
  for (let n = 0; n < times; n++) {
    const next: Point[] = [now[0]!];
    for (let i = 0; i + 1 < now.length; i++) {
      const [x1, y1] = now[i]!;
      const [x2, y2] = now[i + 1]!;
      next.push([x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25], [x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75]);
    }
    next.push(now[now.length - 1]!);
    now = next;
  }
  return now;
}

/** Directed segments joined to polylines. */
export function chains(segments: [Point, Point][]): Point[][] {
  const key = (p: Point) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  const next = new Map<string, Point[]>();
  const first = new Map<string, Point>();
  const into = new Map<string, number>();
  for (const [p, q] of segments) {
    const k = key(p);
    first.set(k, p);
    if (!next.has(k)) next.set(k, []);
    next.get(k)!.push(q);
    into.set(key(q), (into.get(key(q)) ?? 0) + 1);
  }
  const lines: Point[][] = [];
  const walk = (k: string) => {
    const line: Point[] = [first.get(k)!];
    let at = k;
    while (next.get(at)?.length) {
      const q = next.get(at)!.pop()!;
      line.push(q);
      at = key(q);
    }
    lines.push(line);
  };
  for (const k of next.keys()) if (!into.get(k)) while (next.get(k)!.length) walk(k);
  for (const k of next.keys()) while (next.get(k)!.length) walk(k);
  return lines;
}

/** A small generator seeded by a word, so that the pattern of a place never changes. */
export function seeded(word: string): () => number {
  let h = 2166136261;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let t = Math.imul(h ^ (h >>> 15), 1 | h);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function clearOf(x: number, y: number, avoid: Rect[], margin = 0): boolean {
  return avoid.every((r) => x < r.x - margin || x > r.x + r.w + margin || y < r.y - margin || y > r.y + r.h + margin);
}

/** A place to stand inside an outline that is far from its edge: the best point of a grid. */
export function middle(polygon: Point[], from: Point): Point {
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let best: Point = from;
  let far = -1;
  for (let i = 1; i < 14; i++) {
    for (let j = 1; j < 14; j++) {
      const p: Point = [x0 + ((x1 - x0) * i) / 14, y0 + ((y1 - y0) * j) / 14];
      if (!inside(p, polygon)) continue;
      let d = Infinity;
      for (let a = 0; a < 8; a++) d = Math.min(d, ray(p, (a * Math.PI) / 4, polygon));
      if (d > far) {
        far = d;
        best = p;
      }
    }
  }
  return best;
}
