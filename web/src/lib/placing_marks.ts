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
