import { describe, expect, it } from "vitest";
import { aboveOrBelow, beside } from "../src/lib/beside";

const FRAME = { w: 900, h: 700 };
const CARD = { w: 300, h: 160 };
const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 });

describe("the card of a place", () => {
  it("stands beside it, on the side where there is room", () => {
    expect(beside(box(100, 300, 200, 400), CARD, FRAME, []).x).toBe(208);
    expect(beside(box(700, 300, 800, 400), CARD, FRAME, []).x).toBe(392);
  });

  it("does not cover the fight", () => {
    const fight = box(210, 300, 400, 420);
    const { x, y } = beside(box(100, 300, 200, 400), CARD, FRAME, [fight]);
    const clear = x >= fight.x1 || x + CARD.w <= fight.x0 || y >= fight.y1 || y + CARD.h <= fight.y0;
    expect(clear).toBe(true);
  });

  it("stays inside the frame, also for a place that fills it", () => {
    const { x, y } = beside(box(-50, -50, 1000, 800), CARD, FRAME, []);
    expect(x >= 8 && y >= 8 && x + CARD.w <= 892 && y + CARD.h <= 692).toBe(true);
  });
});

describe("the card of a place on a phone", () => {
  const map = { h: 305 };

  it("stands at the head of the map, and at its foot for a place at the head", () => {
    expect(aboveOrBelow(box(150, 230, 200, 280), { h: 188 }, map)).toEqual({ y: 8, most: 214 });
    expect(aboveOrBelow(box(184, 6, 216, 36), { h: 188 }, map)).toEqual({ y: 109, most: 253 });
  });

  it("is no higher than the room beside the place, on the side that has more of it", () => {
    expect(aboveOrBelow(box(120, 120, 170, 170), { h: 264 }, map)).toEqual({ y: 178, most: 119 });
    expect(aboveOrBelow(box(120, 180, 170, 230), { h: 264 }, map)).toEqual({ y: 8, most: 164 });
  });

  it("keeps its head for a place that fills the map", () => {
    expect(aboveOrBelow(box(-50, -50, 400, 400), { h: 264 }, map)).toEqual({ y: 8, most: 96 });
  });
});
