import { describe, expect, it } from "vitest";
import { fightLines, lastResults, pooled } from "../src/lib/result";
import type { LogLine } from "../src/lib/types";
import { line } from "./making";

const part = (l: LogLine, ...parts: LogLine["events"][number]["part"][]): LogLine => ({
  ...l,
  events: l.events.map((e, i) => ({ ...e, part: parts[i] ?? "" })),
});
const cast = (side: string, value: number, total: number) => ({ side, value, total });

const FIGHT: LogLine[] = [
  line(1, "dice", ["Supply is 9."], { dice: [4, 5] }),
  part(line(2, "german", ["An attack begins."], { action: "attack 21" }), "begin"),
  line(3, "german", [], { action: "fight" }),
  part(line(4, "dice", ["The attack is 18."], { dice: [1, 2], throw: cast("german", 15, 18) }), "cast"),
  part(
    line(5, "dice", ["The defence is 18.", "Stalemate.", "24/24 is spent."], {
      dice: [1, 6, 5],
      pools: [{ count: 3, least: 0, drop: 1 }],
      throw: cast("soviet", 7, 18),
      fight: "even",
    }),
    "cast",
    "result",
    "change",
  ),
];

describe("the last result", () => {
  it("has the throws of this fight, its word, and what it changed", () => {
    const [found] = lastResults(FIGHT, 5, "german").fresh;
    expect([found!.number, found!.mark, found!.word]).toEqual([5, "even", "Stalemate."]);
    expect(found!.throws.map((x) => [x.side, x.value, x.total])).toEqual([
      ["german", 15, 18],
      ["soviet", 7, 18],
    ]);
    expect(found!.changes.map((c) => c.text)).toEqual(["24/24 is spent."]);
  });

  it("has the last of several results as its word, and the table's among what changed", () => {
    const altered = part(
      line(6, "german", ["One step less.", "After all: nothing lost."], { action: "result E" }),
      "change",
      "result",
    );
    const [found] = lastResults([...FIGHT, altered], 6, "").fresh;
    expect(found!.word).toBe("After all: nothing lost.");
    expect(found!.changes.map((c) => c.text)).toEqual(["Stalemate.", "24/24 is spent.", "One step less."]);
  });

  it("is headed by the title where it has a word for it, also after a reserve has marched", () => {
    const thrown = part(
      line(2, "dice", ["The dice showed 7.", "The table says 1 : 2."], {
        dice: [3, 4],
        throw: cast("", 0, 7),
        fight: "win",
        head: "1814: S (may stand)",
      }),
      "cast",
      "read",
    );
    const altered = part(line(3, "german", ["After all changes: 0 : 2."]), "result");
    const marched = line(4, "soviet", ["A reserve moved."], { action: "to 1815" });
    const settled = part(line(5, "soviet", ["1814: given up."], { head: "1814: given up" }), "result");
    const later = part(line(7, "soviet", ["1815 fell."]), "change");
    const fight = [part(line(1, "german", ["An attack.", "2/1."]), "begin", "read"), thrown, altered];
    expect(lastResults(fight, 3, "").fresh[0]!.word).toBe("1814: S (may stand)");
    const lines = [...fight, marched, settled, line(6, "soviet", ["A new turn."]), later];
    const [found] = lastResults(lines, 7, "").fresh;
    expect([found!.word, found!.last]).toEqual(["1814: given up", 5]);
    expect(found!.throws.map((x) => x.words)).toEqual(["2/1. The dice showed 7. The table says 1 : 2."]);
    expect(found!.changes.map((c) => c.text)).toEqual(["After all changes: 0 : 2.", "1814: given up."]);
  });

  it("stays until this seat's next answer, and one line of it until the next fight begins", () => {
    const more = [...FIGHT, line(6, "dice", ["A street roll."], { dice: [2] }), line(7, "soviet", [], { action: "a" })];
    expect(lastResults(more, 7, "german").fresh.map((r) => r.number)).toEqual([5]);
    const after = [...more, line(8, "german", [], { action: "done" })];
    expect(lastResults(after, 8, "german")).toMatchObject({ fresh: [], open: null, before: { number: 5 } });
    const again = [...after, part(line(9, "german", ["Another."], { action: "attack 22" }), "begin")];
    expect(lastResults(again, 9, "german")).toEqual({ fresh: [], open: null, before: null });
    expect(lastResults(again, 9, "").fresh.map((r) => r.number)).toEqual([5]);
  });

  it("is nothing where no fight ended, or it was taken back", () => {
    const nothing = { fresh: [], open: null, before: null };
    expect(lastResults(FIGHT.slice(0, 3), 3, "german")).toEqual(nothing);
    expect(lastResults([...FIGHT.slice(0, 4), { ...FIGHT[4]!, undone: true }], 5, "german").fresh).toEqual([]);
    expect(lastResults([], 0, "german")).toEqual(nothing);
  });

  it("shows the dice of a fight that goes on: losses are being taken, and nobody must look for the throw in the log", () => {
    const { fresh, open, before } = lastResults(FIGHT.slice(0, 4), 4, "german");
    expect([fresh, before]).toEqual([[], null]);
    expect([open!.mark, open!.word, open!.number]).toEqual(["", "The attack is 18.", 4]);
    expect(open!.throws.map((x) => [x.side, x.total])).toEqual([["german", 18]]);
    const lost = part(line(5, "german", ["24/24 is spent."], { action: "lose 24/24" }), "change");
    expect(lastResults([...FIGHT.slice(0, 4), lost], 5, "german").open!.changes.map((c) => c.text)).toEqual([
      "24/24 is spent.",
    ]);
    expect(lastResults(FIGHT, 5, "german").open).toBe(null);
    const next = part(line(6, "german", ["Another."], { action: "attack 22" }), "begin");
    expect(lastResults([...FIGHT, next], 6, "german").open).toBe(null);
  });

  it("counts what follows from it, and no more, among the lines of the fight", () => {
    const back = part(line(6, "german", ["24/21 retreated."], { action: "retreat 3" }), "change");
    const next = line(7, "german", ["Hill 102 was activated."], { action: "activate 9" });
    const late = part(line(8, "german", ["Morale −1."], { action: "end" }), "change");
    expect([...fightLines([...FIGHT, back, next, late])]).toEqual([2, 3, 4, 5, 6]);
    expect(lastResults([...FIGHT, back, next], 7, "german").before?.changes.at(-1)?.text).toBe("24/21 retreated.");
    expect([...fightLines(FIGHT.slice(0, 4))]).toEqual([2, 3, 4]);
  });
});

describe("dice as the rules read them", () => {
  it("drops the lowest, and tells hits from misses, pool by pool", () => {
    expect(pooled([1, 6, 1], [{ count: 3, least: 0, drop: 1 }])[0]!.dice.map((d) => d.lost)).toEqual(["drop", "", ""]);
    const pools = pooled(
      [4, 5, 6, 1],
      [
        { count: 2, least: 5, drop: 0 },
        { count: 2, least: 6, drop: 0 },
      ],
    );
    expect(pools.map((p) => [p.least, p.hits, p.dice.map((d) => d.lost)])).toEqual([
      [5, 1, ["miss", ""]],
      [6, 1, ["", "miss"]],
    ]);
    expect(pooled([3], [])[0]!.dice).toEqual([{ face: 3, lost: "" }]);
  });
});
