// What a review says of itself while it grows, when it was stopped, and when it is done.
import { describe, expect, it } from "vitest";
import type { Review } from "../src/lib/types";
import { apart, curveWords, readTo, resultWord } from "../src/stores/review.svelte";

const at = (state: string): Review => ({ state, seat: "german", number: 308, reached: 13 }) as unknown as Review;

describe("a review", () => {
  it("is of what was read while it grows, and then of the whole game", () => {
    expect(readTo(at("growing"))).toBe(13);
    expect(readTo(at("done"))).toBeNull();
    expect(readTo(null)).toBeNull();
  });

  it("does not say that the coach begins to read when it was stopped", () => {
    expect(curveWords(null)).toBe("review.waiting");
    expect(curveWords(at("growing"))).toBe("review.waiting");
    expect(curveWords(at("none"))).toBe("review.empty");
  });

  it("says how the game ended once it was read to its end", () => {
    const ended = (state: string, end: number) => ({ ...at(state), accounts: { end } }) as unknown as Review;
    expect([1, 0, 0.5].map((end) => resultWord(ended("done", end), true))).toEqual([
      "review.won",
      "review.lost",
      "review.drawn",
    ]);
    expect(resultWord(ended("growing", 1), true)).toBe("");
    expect(resultWord(ended("done", 0.9), false)).toBe("");
  });

  it("tells two orders where they differ", () => {
    const march = ["Move 6", "To 0931"];
    expect(apart([...march, "End"], [...march, "Move 23", "To 1131", "To 1230", "End"])).toEqual([
      "… End",
      "… Move 23, To 1131, To 1230 and 1 more",
    ]);
    expect(apart(["Into 1032", "Exploit"], ["Into 1032"])).toEqual(["Into 1032, Exploit", "Into 1032"]);
    expect(apart(["Pass"], ["Attack"])).toEqual(["Pass", "Attack"]);
  });
});
