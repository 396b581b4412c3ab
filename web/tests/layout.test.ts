import { describe, expect, it } from "vitest";
import { frontLine } from "../src/lib/front";
import { inside } from "../src/lib/geometry";
import { buildWorld, front } from "../src/lib/layout";
import { placePieces } from "../src/lib/placing";
import { piece, scene, squares } from "./making";

const WEST = (id: string) => (id === "A" || id === "C" ? "german" : "soviet");

describe("a world", () => {
  it("keeps every place inside its outline, however the map is turned", () => {
    for (const turn of [0, 1, 2, 3]) {
      const world = buildWorld(squares(), turn);
      expect(world.spots.size).toBe(4);
      for (const spot of world.spots.values()) expect(inside(spot.centre, spot.outline), `turn ${turn}`).toBe(true);
    }
  });

  it("turns by quarters: what is in the west comes to lie in the south", () => {
    const centre = (turn: number) => buildWorld(squares(), turn).spots.get("A")!.centre;
    expect(centre(0)).toEqual([50, 50]);
    const [x, y] = centre(1);
    expect([Math.round(x), Math.round(y)]).toEqual([50, 150]);
    const [u, v] = centre(2);
    expect([Math.round(u), Math.round(v)]).toEqual([150, 150]);
  });

  it("shares each border between two places", () => {
    expect(buildWorld(squares(), 0).borders()).toHaveLength(4);
  });
});

describe("the front", () => {
  it("runs where the sides meet, its teeth towards the enemy", () => {
    const world = buildWorld(squares(), 0);
    const found = front(world, WEST, false);
    expect(found.line).toMatch(/^M100 /);
    const xs = [...found.teeth.matchAll(/[ML](-?[\d.]+) /g)].map((m) => Number(m[1]));
    expect(Math.max(...xs)).toBeGreaterThan(100);
    expect(Math.min(...xs)).toBe(100);
  });

  it("is nothing where one side holds all, or nobody holds anything", () => {
    const world = buildWorld(squares(), 0);
    expect(front(world, () => "german", false).line).toBe("");
    expect(frontLine(world.borders(), () => null, 5, 10)).toEqual({ line: "", teeth: "" });
  });
});

describe("pieces", () => {
  it("stand side by side when near, one pile a side when far, and off the map not at all", () => {
    const world = buildWorld(squares(), 0);
    const here = scene([
      piece("1", "A"),
      piece("2", "A"),
      piece("3", "A", { side: "soviet" }),
      piece("4"),
      piece("5", "nowhere"),
    ]);
    const near = placePieces(world, here, 1, false);
    expect(near.map((p) => p.piece.id).sort()).toEqual(["1", "2", "3"]);
    expect(new Set(near.map((p) => `${p.x} ${p.y}`)).size).toBe(3);
    const far = placePieces(world, here, 0.3, true);
    expect(far.map((p) => [p.piece.side, p.pile.length])).toEqual([
      ["german", 2],
      ["soviet", 1],
    ]);
  });

  it("of a hex keep their figures free of markers", () => {
    const world = buildWorld({ ...squares(), kind: "hexes" }, 0);
    const marks = ["m", "n", "o", "p"].map((id) => piece(id, "A", { layout: "marker" }));
    const [unit, ...rest] = placePieces(world, scene([piece("1", "A"), ...marks]), 1, false);
    for (const mark of rest) expect(Math.abs(mark.x - unit!.x)).toBeGreaterThan((unit!.size * 0.9 + mark.size) / 2);
    expect(new Set(rest.map((p) => `${p.x} ${p.y}`)).size).toBe(4);
  });

  it("are drawn below the markers", () => {
    const world = buildWorld(squares(), 0);
    const here = scene([piece("m", "A", { layout: "marker" }), piece("1", "A")]);
    expect(placePieces(world, here, 1, false).map((p) => p.piece.id)).toEqual(["1", "m"]);
  });
});
