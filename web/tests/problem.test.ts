import { describe, expect, it } from "vitest";
import { problem } from "../src/lib/problem";
import { choice, line, piece, question, scene, table } from "./making";

describe("a report of a problem", () => {
  it("has the position as the seat sees it and the end of its log, and no name, link, code or promise", () => {
    const lines = [
      ...Array.from({ length: 60 }, (_, n) => line(n + 1, "german", [`Line ${n + 1}.`], { action: "secret answer" })),
      line(61, "german", ["German is now played by Anna."], { kind: "seat", by: "Anna" }),
    ];
    const shown = table({
      name: "Anna against Boris",
      seats: [{ name: "german", person: "Anna" } as never],
      dice: { commitment: "c0ffee", epoch: 0, open: false, words: [], wants: [], remarks: [] },
      question: question([choice("done")]),
      scene: scene([piece("1", "A")]),
    });
    const found = problem("It froze.", "0.4.0", shown, lines, "");
    const text = JSON.stringify(found);
    expect(found.log.length).toBe(40);
    expect(found.position.pieces.map((p) => p.id)).toEqual(["1"]);
    expect(text).toContain("It froze.");
    for (const secret of ["Anna", "Boris", "c0ffee", "secret answer"]) expect(text).not.toContain(secret);
  });
});
