import { describe, expect, it } from "vitest";
import { inBrief, withNumber } from "../src/lib/tracks";
import type { Track } from "../src/lib/types";

const track = (more: Partial<Track>): Track => ({ name: "a", label: "A", value: 1, ...more });

describe("a track in brief", () => {
  it("is its number where the words only begin with the same figure", () => {
    expect(inBrief(track({ shape: "cells", low: 1, high: 9, words: "13-14 September" }))).toBe("1");
    expect(withNumber(track({ words: "13-14 September" }))).toBe("");
  });

  it("is the words that begin with its number, as far as the comma", () => {
    expect(inBrief(track({ value: 9, words: "9 of 40, heavy urban: 0" }))).toBe("9 of 40");
  });

  it("is the name of the cell where cells have names", () => {
    expect(inBrief(track({ shape: "cells", low: 1, value: 3, cells: ["NOV III", "DEC I", "DEC II"] }))).toBe("DEC II");
  });

  it("is the words of a plain number", () => {
    expect(inBrief(track({ shape: "number", value: 2, words: "snow, rivers open" }))).toBe("snow");
  });
});
