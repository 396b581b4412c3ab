import { describe, expect, it } from "vitest";
import { drawPiece } from "../src/lib/pieces";
import { piece } from "./making";

const SIDE = 40;
/** Of the size of its type, as wide as a letter of the interface is when it is bold. */
const LETTER = 0.6;

describe("the word on a strongpoint that was turned over", () => {
  for (const word of ["Guards", "Ambush", "Emboscada", "Fanáticos"])
    it(`fits its counter: ${word}`, () => {
      const drawn = drawPiece(
        { ...piece("a", "A"), layout: "strongpoint", side: "soviet", word, factors: "6" },
        SIDE,
        40,
      );
      const size = Number(new RegExp(`font-size="([\\d.]+)"[^>]*>${word}<`).exec(drawn)![1]);
      expect(size * LETTER * word.length).toBeLessThan(SIDE * 0.9);
    });
});
