// The front: edges between two sides with teeth that point at the enemy. Drawn from control, never stored.
import { chains, path, rounded, signedArea } from "./geometry";
import type { Point } from "./types";

export interface Front {
  line: string;
  teeth: string;
}

export function frontLine(outlines: Map<string, Point[]>, isFirst: (id: string) => boolean | null, tooth: number, gap: number): Front {
  const owners = new Map<string, [string, Point, Point][]>();
  const key = (p: Point) => `${p[0].toFixed(1)},${p[1].toFixed(1)}`;
  for (const [id, raw] of outlines) {
    const outline = signedArea(raw) < 0 ? [...raw].reverse() : raw;
    outline.forEach((p, i) => {
      const q = outline[(i + 1) % outline.length]!;
      const edge = key(p) < key(q) ? `${key(p)} ${key(q)}` : `${key(q)} ${key(p)}`;
      if (!owners.has(edge)) owners.set(edge, []);
      owners.get(edge)!.push([id, p, q]);
    });
  }
  const segments: [Point, Point][] = [];
  for (const pair of owners.values()) {
    if (pair.length !== 2) continue;
    const [a, b] = [isFirst(pair[0]![0]), isFirst(pair[1]![0])];
    if (a === null || b === null || a === b) continue;
    const mine = a ? pair[0]! : pair[1]!;
    segments.push([mine[1], mine[2]]);
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
        teeth += path([[bx - ux * t, by - uy * t], [bx + ux * t, by + uy * t], [bx + uy * tooth * 1.05, by - ux * tooth * 1.05]], true);
        along += gap;
      }
      along -= length;
    }
  }
  return { line, teeth };
}
