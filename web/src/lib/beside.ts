// Where a card goes that speaks of a place: beside it, inside the frame, and not over what matters more.
export interface Bounds {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const GAP = 8;
/** So high is a card at least: its head and a line. */
const LEAST = 96;

const overlap = (a: Bounds, b: Bounds): number =>
  Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** The corner of a card of this size: right of the place, left, below or above, where it covers least; of a place that
    fills the frame it takes the corner farthest from its middle. */
export function beside(
  place: Bounds,
  card: { w: number; h: number },
  frame: { w: number; h: number },
  avoid: Bounds[],
): { x: number; y: number } {
  const inside = (x: number, y: number) => ({
    x: Math.max(GAP, Math.min(x, frame.w - card.w - GAP)),
    y: Math.max(GAP, Math.min(y, frame.h - card.h - GAP)),
  });
  const middle = { x: (place.x0 + place.x1) / 2, y: (place.y0 + place.y1) / 2 };
  const [left, top] = [middle.x - card.w / 2, middle.y - card.h / 2];
  const tried = [
    inside(place.x1 + GAP, top),
    inside(place.x0 - card.w - GAP, top),
    inside(left, place.y1 + GAP),
    inside(left, place.y0 - card.h - GAP),
    inside(middle.x < frame.w / 2 ? frame.w : 0, middle.y < frame.h / 2 ? frame.h : 0),
  ];
  const covered = ({ x, y }: { x: number; y: number }) => {
    const box = { x0: x, y0: y, x1: x + card.w, y1: y + card.h };
    return [place, ...avoid].reduce((sum, other) => sum + overlap(box, other), 0);
  };
  return tried.reduce((best, next) => (covered(next) < covered(best) ? next : best));
}

/** On a phone a card has the width of the map: above the place where it fits, or below it, and no higher than the room
    that is there. */
export function aboveOrBelow(place: Bounds, card: { h: number }, frame: { h: number }): { y: number; most: number } {
  const above = place.y0 - 2 * GAP;
  const below = frame.h - place.y1 - 2 * GAP;
  const most = Math.max(LEAST, above, below);
  if (card.h <= above || (card.h > below && above >= below)) return { y: GAP, most: Math.max(LEAST, above) };
  return { y: Math.max(GAP, frame.h - Math.min(card.h, most) - GAP), most: Math.max(LEAST, below) };
}
