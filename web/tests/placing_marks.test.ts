import { describe, expect, it } from "vitest";
import { readable, setApart } from "../src/lib/placing_marks";

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

describe("names in one row", () => {
  it("are told where there is room, and every few turns where there is little", () => {
    const wide = [100, 140, 180].map((at, i) => ({ at, label: String(i + 10) }));
    expect(readable(wide, 40, 800)).toEqual([true, true, true]);
    const narrow = [50, 60, 70, 80, 90].map((at, i) => ({ at, label: String(i + 10) }));
    expect(readable(narrow, 40, 800)).toEqual([true, false, true, false, true]);
  });
  it("are not told where they would be cut off", () => {
    const long = [
      { at: 60, label: "12 December" },
      { at: 200, label: "13 December" },
      { at: 390, label: "14 December" },
    ];
    expect(readable(long, 40, 400)).toEqual([false, true, false]);
  });
});
