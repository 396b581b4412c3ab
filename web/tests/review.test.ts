// What a review says of itself while it grows, when it was stopped, and when it is done.
import { describe, expect, it } from "vitest";
import type { Review } from "../src/lib/types";
import { curveWords, readTo } from "../src/stores/review.svelte";

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
});
