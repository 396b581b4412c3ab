import { describe, expect, it } from "vitest";
import { buildWorld } from "../src/lib/layout";
import { isScaleCovered, smallMap } from "../src/lib/small_map";
import { squares } from "./making";

const FRAME = { w: 800, h: 600 };
/** A scale of 50 pixels in the middle of a map of 200 by 200. */
const world = () => buildWorld({ ...squares(), scale_bar: [100, 100] }, 0);

describe("the small map and the scale of the map", () => {
  it("lies in the corner, above the tools where they are there", () => {
    const { box } = smallMap(world(), FRAME);
    expect(box).toEqual({ x: 640, y: 400, w: 150, h: 150 });
    const other = buildWorld({ ...squares(), tools: "top-left" }, 0);
    expect(smallMap(other, FRAME).box.y).toBe(440);
  });

  it("are kept apart: a scale that the small map lies on, were it by its edge only, is drawn elsewhere", () => {
    const at = (x: number, y: number, k = 1) => isScaleCovered(world(), FRAME, { k, x: x - 100 * k, y: y - 100 * k });
    expect([at(700, 500), at(620, 500), at(700, 399)]).toEqual([true, true, true]);
    expect([at(600, 500), at(700, 390), at(700, 580), at(300, 300)]).toEqual([false, false, false, false]);
    expect([at(600, 500, 2), at(600, 500, 0.5)]).toEqual([true, false]);
    expect(isScaleCovered(buildWorld(squares(), 0), FRAME, { k: 1, x: 600, y: 400 })).toBe(false);
  });
});
