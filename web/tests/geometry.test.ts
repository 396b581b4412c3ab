import { describe, expect, it } from "vitest";
import { chains, inside, middle, ray, rounded, seeded, signedArea } from "../src/lib/geometry";
import type { Point } from "../src/lib/types";

const SQUARE: Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];
const HOOK: Point[] = [
  [0, 0],
  [30, 0],
  [30, 10],
  [10, 10],
  [10, 30],
  [0, 30],
];

describe("geometry", () => {
  it("knows inside from outside, also in the bay of a hook", () => {
    expect(inside([5, 5], SQUARE)).toBe(true);
    expect(inside([15, 5], SQUARE)).toBe(false);
    expect(inside([20, 20], HOOK)).toBe(false);
  });

  it("measures along a ray to the nearest edge, nothing where there is none", () => {
    expect(ray([5, 5], 0, SQUARE)).toBeCloseTo(5);
    expect(ray([25, 5], Math.PI, HOOK)).toBeCloseTo(25);
    expect(ray([50, 50], 0, SQUARE)).toBe(0);
  });

  it("gives an area the sign of its sense", () => {
    expect(signedArea(SQUARE)).toBe(100);
    expect(signedArea([...SQUARE].reverse())).toBe(-100);
  });

  it("finds a place to stand inside, away from every edge", () => {
    const [x, y] = middle(HOOK, [20, 20]);
    expect(inside([x, y], HOOK)).toBe(true);
  });

  it("rounds a line between its own ends", () => {
    const line = rounded(SQUARE, 2);
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([0, 10]);
    expect(line.length).toBeGreaterThan(SQUARE.length);
    expect(line.every(([x, y]) => x >= 0 && x <= 10 && y >= 0 && y <= 10)).toBe(true);
  });

  it("joins segments to lines, in any order, and closes rings", () => {
    const open = chains([
      [
        [1, 0],
        [2, 0],
      ],
      [
        [0, 0],
        [1, 0],
      ],
    ]);
    expect(open).toEqual([
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ]);
    const ring = chains(SQUARE.map((p, i) => [p, SQUARE[(i + 1) % 4]!]));
    expect(ring).toHaveLength(1);
    expect(ring[0]).toHaveLength(5);
  });

  it("draws the same pattern for the same word", () => {
    const [one, two, other] = [seeded("21"), seeded("21"), seeded("22")];
    const first = [one(), one(), one()];
    expect([two(), two(), two()]).toEqual(first);
    expect([other(), other(), other()]).not.toEqual(first);
  });
});
