import { describe, expect, it } from "vitest";
import { around, busiest, camp, kept, neighbour, playedOn, subject } from "../src/lib/ground_view";
import type { World } from "../src/lib/layout";
import type { Scene } from "../src/lib/types";

const square = (x: number, y: number): [number, number][] => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
];
const spot = (id: string, x: number, y: number, near: string[]) =>
  [id, { place: { id, near }, outline: square(x, y), centre: [x + 5, y + 5] }] as const;
const WORLD = {
  width: 200,
  height: 100,
  face: { places: [{ id: "a" }] },
  spots: new Map([spot("a", 0, 0, ["b", "c"]), spot("b", 50, 0, ["a"]), spot("c", 0, 60, ["a"])]),
} as unknown as World;
const scene = (outside: string[]) =>
  ({ places: Object.fromEntries(outside.map((id) => [id, { tags: ["outside"] }])) }) as unknown as Scene;

describe("what of the map is to be seen", () => {
  it("holds all places that were named", () => {
    expect(around(WORLD, ["a", "b"])).toEqual({ x0: 0, x1: 60, y0: 0, y1: 10 });
    expect(around(WORLD, ["nowhere"])).toBeNull();
  });
  it("is all of the map, or the part that is played on with a margin", () => {
    expect(playedOn(WORLD, scene([]))).toEqual({ x0: 0, x1: 200, y0: 0, y1: 100 });
    expect(playedOn(WORLD, scene(["b"]))).toEqual({ x0: -20, x1: 30, y0: -20, y1: 90 });
    expect(playedOn(WORLD, scene(["a", "b", "c"]))).toEqual({ x0: 0, x1: 200, y0: 0, y1: 100 });
  });
  it("does not leave the map where the map could fill the view", () => {
    expect([kept(5, 50, 0, 200), kept(100, 50, 0, 200), kept(199, 50, 0, 200)]).toEqual([25, 100, 175]);
    expect(kept(5, 300, 0, 200)).toBe(100);
  });
  it("holds the most of places that are too far apart, and of two as good the one in their midst", () => {
    const [x, y] = busiest(WORLD, ["a", "b", "c"], 70, 40);
    expect([x, y]).toEqual([30, 5]);
    expect(busiest(WORLD, ["a", "c"], 20, 20)).toEqual([5, 5]);
    expect(busiest(WORLD, ["b", "c"], 200, 100)).toEqual([30, 35]);
    expect(busiest(WORLD, ["b", "c"], 20, 20)).toContain(5);
    expect(busiest(WORLD, [], 10, 10)).toEqual([0, 0]);
  });
  it("begins where one's own pieces stand, each of them counted; who has none looks at everybody's", () => {
    const pieces = [
      { id: "1", side: "german", at: "a" },
      { id: "2", side: "german", at: "a" },
      { id: "3", side: "soviet", at: "b" },
      { id: "4", side: "german" },
    ];
    const all = { pieces } as unknown as Scene;
    expect(camp(all, "german")).toEqual(["a", "a"]);
    expect(camp(all, "")).toEqual(["a", "a", "b"]);
    expect(camp({ pieces: [] } as unknown as Scene, "german")).toEqual([]);
  });
  it("goes to the neighbour in a direction, or stays", () => {
    expect([neighbour(WORLD, "a", 1, 0), neighbour(WORLD, "a", 0, 1), neighbour(WORLD, "a", -1, 0)]).toEqual([
      "b",
      "c",
      "a",
    ]);
    expect(neighbour(WORLD, "nowhere", 1, 0)).toBe("a");
  });
  it("is about what is lit, or the fight that is asked about; in the past about what happened", () => {
    const fought = { fight: { place: "b" }, last: { from: "a", to: "c" } } as unknown as Scene;
    const moved = { last: { from: "a", to: "c" } } as unknown as Scene;
    expect(subject(fought, new Set(["a"]), false)).toEqual(["a"]);
    expect(subject(fought, new Set(), false), "also for who waits").toEqual(["b"]);
    expect(subject(fought, new Set(["a"]), true)).toEqual(["b"]);
    expect(subject(moved, new Set(), true)).toEqual(["a", "c"]);
    expect(subject({} as Scene, new Set(), true)).toEqual([]);
  });
});
