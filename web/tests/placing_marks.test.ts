import { describe, expect, it } from "vitest";
import { setApart } from "../src/lib/placing_marks";

describe("marks in a row", () => {
  it("stay where they belong where there is room", () => {
    expect(setApart([50, 100, 300], 17, 44, 800)).toEqual([50, 100, 300]);
  });
  it("stand beside each other where two belong at one place", () => {
    expect(setApart([100, 102, 300], 17, 44, 800)).toEqual([100, 117, 300]);
  });
  it("stay within the edges", () => {
    expect(setApart([795, 799, 800], 17, 44, 800)).toEqual([766, 783, 800]);
    expect(setApart([40, 41], 17, 44, 800)).toEqual([44, 61]);
  });
});
