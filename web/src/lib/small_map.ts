// Where the small map lies on the board, and whether the scale that is printed on the map lies under it.
import type { World } from "./layout";

interface Size {
  w: number;
  h: number;
}

/** Its longer side, and how far it stays from the edges: above the tools where they are in its corner. */
const LONG = 150;
const EDGE = 10;
const ABOVE_TOOLS = 50;
/** Room for the figure above the scale, and its half strokes. */
const FIGURE = 18;
const STROKE = 4;

interface SmallMap {
  /** Pixels for a point of the map. */
  scale: number;
  right: number;
  bottom: number;
  box: Size & { x: number; y: number };
}

export function smallMap(world: World, frame: Size): SmallMap {
  const scale = LONG / Math.max(world.width, world.height);
  const [w, h] = [Math.round(world.width * scale), Math.round(world.height * scale)];
  // Over the Volga: at the left it would lie on those who attack.
  const bottom = world.face.tools === "bottom-right" ? ABOVE_TOOLS : EDGE;
  return { scale, right: EDGE, bottom, box: { x: frame.w - EDGE - w, y: frame.h - bottom - h, w, h } };
}

/** ``camera``: pixels of a point of the map, and where its corner is on the board. */
export function isScaleCovered(world: World, frame: Size, camera: { k: number; x: number; y: number }): boolean {
  const { scale_bar, kilometre, scale } = world.face;
  if (!scale_bar || !kilometre) return false;
  const [x, y] = world.toWorld(scale_bar).map((n, i) => n * camera.k + (i ? camera.y : camera.x)) as [number, number];
  const half = (kilometre * scale * camera.k) / 2 + STROKE;
  const { box } = smallMap(world, frame);
  const beside = x + half < box.x || x - half > box.x + box.w;
  return !beside && y + STROKE > box.y && y - FIGURE < box.y + box.h;
}
