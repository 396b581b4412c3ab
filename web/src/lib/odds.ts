// Chances side by side: what is, what an answer would make of it, what was before. Matched by name, never by place in a
// list: a result that becomes possible or impossible shifts no other.
import { percent } from "./text";
import type { OddsBar } from "./types";

export interface OddsRow extends OddsBar {
  /** What the answer that is pointed at would make of it. */
  then: number | null;
}

/** The names of two lists in one order that keeps the order of both. */
function names(one: OddsBar[], two: OddsBar[]): string[] {
  const found = one.map((b) => b.label);
  let at = 0;
  for (const { label } of two) {
    const known = found.indexOf(label);
    if (known >= 0) at = known + 1;
    else found.splice(at++, 0, label);
  }
  return found;
}

/** A row for every result that is possible now or would be. */
export function oddsRows(now: OddsBar[], after: OddsBar[] | null): OddsRow[] {
  const here = new Map(now.map((b) => [b.label, b]));
  const there = new Map(after?.map((b) => [b.label, b]));
  return names(now, after ?? []).map((label) => {
    const bar = here.get(label) ?? { ...there.get(label)!, chance: 0, fraction: "0" };
    return { ...bar, then: after ? (there.get(label)?.chance ?? 0) : null };
  });
}

/** What the chances were before the last change, each with its name; empty if nothing changed. */
export function oddsBefore(before: OddsBar[] | null, now: OddsBar[]): string {
  if (!before) return "";
  const was = new Map(before.map((b) => [b.label, b.chance]));
  const is = new Map(now.map((b) => [b.label, b.chance]));
  const all = names(now, before);
  if (all.every((label) => percent(was.get(label) ?? 0) === percent(is.get(label) ?? 0))) return "";
  return all.map((label) => `${label} ${percent(was.get(label) ?? 0)}`).join(" · ");
}
