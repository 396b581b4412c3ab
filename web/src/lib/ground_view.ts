// What of the map is to be seen: boxes around places, the ground a scenario is played on, and the next place that way.
import type { World } from "./layout";
import type { Scene } from "./types";

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

const MARGIN = 20;
/** How far a neighbour may lie off the way that was asked for: the cosine of the angle. */
const ALONG = 0.3;

function boxOf(points: Iterable<readonly [number, number]>): Box | null {
  let box: Box | null = null;
  for (const [x, y] of points)
    box = box
      ? { x0: Math.min(box.x0, x), x1: Math.max(box.x1, x), y0: Math.min(box.y0, y), y1: Math.max(box.y1, y) }
      : { x0: x, x1: x, y0: y, y1: y };
  return box;
}

/** The corners of what holds all these places. */
export function around(world: World, ids: readonly string[]): Box | null {
  return boxOf(ids.flatMap((id) => world.spots.get(id)?.outline ?? []));
}

/** How much of one box another takes. */
export function share(part: Box, whole: Box): number {
  const area = (box: Box) => (box.x1 - box.x0) * (box.y1 - box.y0);
  return area(part) / area(whole);
}

/** The middle of a view, so that none of it lies beside the map where the map could fill it. */
export function kept(middle: number, size: number, low: number, high: number): number {
  if (size >= high - low) return (low + high) / 2;
  return Math.min(high - size / 2, Math.max(low + size / 2, middle));
}

/** The part of the map that a scenario plays on. */
export function playedOn(world: World, scene: Scene): Box {
  const inside = [...world.spots.keys()].filter((id) => !scene.places[id]?.tags?.includes("outside"));
  const box = inside.length === world.spots.size ? null : around(world, inside);
  if (!box) return { x0: 0, x1: world.width, y0: 0, y1: world.height };
  return { x0: box.x0 - MARGIN, x1: box.x1 + MARGIN, y0: box.y0 - MARGIN, y1: box.y1 + MARGIN };
}

/** The neighbour of a place that lies most nearly in a direction; the place itself where none does. */
export function neighbour(world: World, from: string, dx: number, dy: number): string {
  const spot = world.spots.get(from);
  if (!spot) return world.face.places[0]?.id ?? "";
  let best = from;
  let good = ALONG;
  for (const id of spot.place.near) {
    const other = world.spots.get(id);
    if (!other) continue;
    const [ox, oy] = [other.centre[0] - spot.centre[0], other.centre[1] - spot.centre[1]];
    const along = (ox * dx + oy * dy) / Math.hypot(ox, oy);
    if (along > good) [good, best] = [along, id];
  }
  return best;
}
