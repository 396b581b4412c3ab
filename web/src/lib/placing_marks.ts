// Marks in one row, each where it belongs, and beside another where that is taken.

/** Where marks of one width stand that belong at these places, from left to right: none over another, and between the
 * edges as long as there is room. */
export function setApart(places: readonly number[], width: number, left: number, right: number): number[] {
  const found: number[] = [];
  for (const place of places) found.push(Math.max(place, (found.at(-1) ?? left - width) + width));
  for (let i = found.length - 1, most = right; i >= 0; i--, most -= width)
    found[i] = Math.max(Math.min(found[i] ?? 0, most), left + i * width);
  return found;
}

const LETTER = 6.4;
const GAP = 5;

/** Which of these names, each centred at its place, can be read: a name that would meet the last one before it is left
 * out, and one that would be cut off at an edge. */
export function readable(names: readonly { at: number; label: string }[], left: number, right: number): boolean[] {
  let end = left - GAP;
  return names.map(({ at, label }) => {
    const half = (label.length * LETTER) / 2;
    if (at - half < end + GAP || at + half > right) return false;
    end = at + half;
    return true;
  });
}
