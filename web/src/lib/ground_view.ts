// What of the map is to be seen: boxes around places, the ground a scenario is played on, and the next place that way.
import { path } from "./geometry";
import type { World } from "./layout";
import type { Scene } from "./types";

export interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

const MARGIN = 20;
/** So far beyond the map reaches what lies over it. */
const EDGE = 4000;
/** In so many steps a view is pushed on by its own size, to find where it shows most. */
const STEPS = 6;
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

/** All of the map but these places, as one path. */
export function allBut(world: World, places: Iterable<string>): string {
  const holes = [...places].map((id) => world.spots.get(id)?.outline ?? []).filter((outline) => outline.length);
  const [right, foot] = [world.width + EDGE, world.height + EDGE];
  const whole: [number, number][] = [
    [-EDGE, -EDGE],
    [right, -EDGE],
    [right, foot],
    [-EDGE, foot],
  ];
  return [whole, ...holes].map((outline) => path(outline, true)).join("");
}

/** A way from one place to another that bends a little to the side. */
export function bow([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): string {
  const bend = [(ax + bx) / 2 - (by - ay) * 0.12, (ay + by) / 2 + (bx - ax) * 0.12];
  const at = [ax, ay, bend[0]!, bend[1]!, bx, by].map((v) => v.toFixed(1));
  return `M${at[0]} ${at[1]}Q${at[2]} ${at[3]} ${at[4]} ${at[5]}`;
}

/** Where the middle of a view may lie along one side of a box, in steps of a part of the view. */
function stops(low: number, high: number, size: number): number[] {
  const free = high - low - size;
  if (free <= 0) return [(low + high) / 2];
  const count = Math.ceil((free / size) * STEPS);
  return Array.from({ length: count + 1 }, (_, i) => low + size / 2 + (free * i) / count);
}

/** The middle of the view of that size which holds the most of these places; of two as good, the one in their midst. */
export function busiest(world: World, ids: readonly string[], width: number, height: number): [number, number] {
  const spots = ids.flatMap((id) => (world.spots.has(id) ? [world.spots.get(id)!.centre] : []));
  const all = boxOf(spots);
  if (!all) return [0, 0];
  const inside = (x: number, y: number) =>
    spots.filter((at) => Math.abs(at[0] - x) <= width / 2 && Math.abs(at[1] - y) <= height / 2);
  const views = stops(all.x0, all.x1, width).flatMap((x) => stops(all.y0, all.y1, height).map((y) => inside(x, y)));
  const middle = ({ x0, x1, y0, y1 }: Box): [number, number] => [(x0 + x1) / 2, (y0 + y1) / 2];
  const midst = middle(all);
  const aside = (held: typeof spots) => {
    const [x, y] = middle(boxOf(held) ?? all);
    return Math.hypot(x - midst[0], y - midst[1]);
  };
  const best = views.reduce((a, b) => (b.length > a.length || (b.length === a.length && aside(b) < aside(a)) ? b : a));
  return middle(boxOf(best) ?? all);
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

/** Where a seat's own pieces stand, once for each of them; who has none looks at everybody's. */
export function camp(scene: Scene, seat: string): string[] {
  const placed = scene.pieces.filter((p) => p.at !== undefined);
  const own = placed.filter((p) => p.side === seat);
  return (own.length ? own : placed).map((p) => p.at!);
}

/** What the picture is about: what is lit, the fight, and in the past what happened there. Who waits sees the fight. */
export function subject(scene: Scene, lit: ReadonlySet<string>, told: boolean): string[] {
  const fight = scene.fight?.place;
  const { from, to } = scene.last ?? {};
  if (told) return fight ? [fight] : [from, to].filter((place) => place !== undefined);
  return lit.size || !fight ? [...lit] : [fight];
}
