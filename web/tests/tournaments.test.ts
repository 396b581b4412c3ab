import { describe, expect, it } from "vitest";
import { points, rounds, told } from "../src/lib/tournaments";
import type { TournamentGame, TournamentPlace, TournamentTable } from "../src/lib/types";

const game = (round: number, more: Partial<TournamentGame> = {}): TournamentGame => ({
  round,
  first: 1,
  second: 2,
  challenger: 0,
  game: "g",
  stage: "over",
  result: "first",
  yours: false,
  ...more,
});
const place = (number: number, name: string, profile = "p") => ({ number, name, profile }) as TournamentPlace;
const table = (kind: "single" | "ladder", games: TournamentGame[]) =>
  ({ info: { kind }, places: [place(1, "Anna"), place(2, "", "")], games }) as TournamentTable;

describe("a tournament", () => {
  it("has points with halves", () => {
    expect([0, 0.5, 2, 2.5, 2.75, 0.25].map(points)).toEqual(["0", "½", "2", "2½", "2¾", "¼"]);
  });

  it("shows rounds from the first on, and the latest challenge first", () => {
    const games = [game(2), game(1), game(2, { first: 3 })];
    expect(rounds(table("single", games)).map(([n, g]) => [n, g.length])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(rounds(table("ladder", games)).map(([n]) => n)).toEqual([2, 1]);
  });

  it("says how each game stands", () => {
    const say = (more: Partial<TournamentGame>, kind: "single" | "ladder" = "single") =>
      told(table(kind, []), game(1, more));
    expect(say({})).toBe("Anna won");
    expect(say({ result: "second" })).toBe("somebody who is gone won");
    expect(say({ result: "drawn" })).toBe("drawn");
    expect(say({ stage: "running", result: "" })).toBe("under way");
    expect(say({ stage: "waiting", result: "" })).toBe("waits for earlier games");
    expect(say({ stage: "waiting", result: "" }, "ladder")).toBe("begins in a moment");
    expect(say({ stage: "none", result: "" })).toBe("does not count");
    expect(say({ stage: "default" })).toBe("won by Anna: the other dropped out");
  });
});
