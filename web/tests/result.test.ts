import { describe, expect, it } from "vitest";
import { lastResult } from "../src/lib/result";
import type { LogLine } from "../src/lib/types";
import { line } from "./making";

const FIGHT: LogLine[] = [
  line(1, "dice", ["Supply is 9."], { dice: [4, 5] }),
  line(2, "german", ["An attack begins."], { action: "attack 21" }),
  line(3, "german", [], { action: "fight" }),
  line(4, "dice", ["The attack is 18."], { dice: [1, 2] }),
  line(5, "dice", ["Stalemate.", "24/24 is spent.", "The area is contested."], { dice: [6, 5], fight: "even" }),
];

describe("the last result", () => {
  it("has the throws of this fight, its word, and what it changed", () => {
    const found = lastResult(FIGHT, 5)!;
    expect([found.number, found.mark, found.word]).toEqual([5, "even", "Stalemate."]);
    expect(found.throws.map((x) => [x.dice, x.sum])).toEqual([
      [[1, 2], 3],
      [[6, 5], 11],
    ]);
    expect(found.changes.map((c) => c.text)).toEqual(["24/24 is spent.", "The area is contested."]);
  });

  it("stays until the next answer, whatever else is rolled or written", () => {
    const more = [...FIGHT, line(6, "dice", ["A street roll."], { dice: [2] })];
    expect(lastResult(more, 6)?.number).toBe(5);
    expect(lastResult([...more, line(7, "german", [], { action: "done" })], 7)).toBeNull();
  });

  it("is nothing where no fight ended, or it was taken back", () => {
    expect(lastResult(FIGHT.slice(0, 4), 4)).toBeNull();
    expect(lastResult([...FIGHT.slice(0, 4), { ...FIGHT[4]!, undone: true }], 5)).toBeNull();
    expect(lastResult([], 0)).toBeNull();
  });
});
