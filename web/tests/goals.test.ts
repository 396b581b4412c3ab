import { describe, expect, it } from "vitest";
import { goals, mates, movers } from "../src/lib/goals";
import type { Route } from "../src/lib/types";
import { choice } from "./making";

const route = (piece: string, place: string, more: Partial<Route> = {}): Route => ({
  piece,
  place,
  actions: [`move ${piece} ${place}`, "stop"],
  places: [place],
  cost: "2 points",
  ...more,
});
const CHOICES = [
  choice("move 1 A", { piece: "1", place: "A" }),
  choice("move 2 A", { piece: "2", place: "A" }),
  choice("move 2 C", { piece: "2", place: "C" }),
  choice("attack D", { place: "D", attacks: true }),
  choice("end", { no: true }),
];
const ROUTES = [route("1", "B", { attack: "attack B" }), route("2", "B", { attack: "attack B" }), route("1", "A")];

describe("pieces that go together", () => {
  it("go with one answer, each by its own way, and those who cannot stay", () => {
    const found = goals(CHOICES, ROUTES, new Set(["1", "2"]));
    expect(found.map((g) => [g.place, g.pieces, g.attack])).toEqual([
      ["B", ["1", "2"], "attack B"],
      ["A", ["1", "2"], ""],
      ["C", ["2"], ""],
    ]);
    expect(found[0]!.actions).toEqual(["move 1 B", "stop", "move 2 B", "stop"]);
    expect(found[1]!.actions).toEqual(["move 1 A", "stop", "move 2 A"]);
    expect(goals(CHOICES, ROUTES, new Set())).toEqual([]);
  });

  it("are those that may be sent somewhere, or named one after the other", () => {
    expect([...movers(CHOICES, ROUTES)]).toEqual(["1", "2"]);
    const joins = [choice("with 1", { piece: "1" }), choice("with 2", { piece: "2" }), choice("done")];
    expect(mates(joins, true).map((c) => c.action)).toEqual(["with 1", "with 2"]);
    expect(mates(joins, false)).toEqual([]);
  });
});
