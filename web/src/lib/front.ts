// The front: edges between two sides with teeth that point at the enemy. Drawn from control, never stored.
import { chains, path, rounded, signedArea } from "./geometry";
import type { Point } from "./types";

export interface Front {
  line: string;
  teeth: string;
}

/** An edge that two places share, in the sense in which it goes around the first of them. */
export type Border = [first: string, second: string, from: Point, to: Point];

export function bordersOf(outlines: Map<string, Point[]>): Border[] {
  const open = new Map<string, [string, Point, Point]>();
  const found: Border[] = [];
  const key = (p: Point) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  for (const [id, raw] of outlines) {
    const outline = signedArea(raw) < 0 ? [...raw].reverse() : raw;
    outline.forEach((p, i) => {
      const q = outline[(i + 1) % outline.length]!;
      const other = open.get(`${key(q)} ${key(p)}`);
      if (other) found.push([other[0], id, other[1], other[2]]);
      else open.set(`${key(p)} ${key(q)}`, [id, p, q]);
    });
  }
  return found;
}

export function frontLine(
  borders: Border[],
  isFirst: (id: string) => boolean | null,
  tooth: number,
  gap: number,
): Front {
  const segments: [Point, Point][] = [];
  for (const [first, second, from, to] of borders) {
    const [a, b] = [isFirst(first), isFirst(second)];
    if (a === null || b === null || a === b) continue;
    segments.push(a ? [from, to] : [to, from]);
  }
  let line = "";
  let teeth = "";
  for (const chain of chains(segments)) {
    const smooth = rounded(chain, 1);
    line += path(smooth);
    let along = gap / 2;
    for (let i = 0; i + 1 < smooth.length; i++) {
      const [x1, y1] = smooth[i]!;
      const [x2, y2] = smooth[i + 1]!;
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length === 0) continue;
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      while (along < length) {
        const [bx, by] = [x1 + ux * along, y1 + uy * along];
        const t = tooth * 0.55;
        teeth += path(
          [
            [bx - ux * t, by - uy * t],
            [bx + ux * t, by + uy * t],
            [bx + uy * tooth * 1.05, by - ux * tooth * 1.05],
          ],
          true,
        );
        along += gap;
      }
      along -= length;
    }
  }
  return { line, teeth };
}
