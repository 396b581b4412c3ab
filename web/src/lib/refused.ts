// What cannot be had now. Several with one reason share one line.
import type { NotNow } from "./types";

/** So many are named one by one, twice as many of one kind (a hand); of more only what their names have in common. */
const MOST = 3;

/** ``offered``: the names of what can be had. Beside one of a kind, that others of it cannot be had tells nothing. */
export function together(refused: NotNow[], offered: readonly string[] = []): NotNow[] {
  const found = new Map<string, NotNow[]>();
  for (const x of refused) {
    const key = `${x.rule} ${x.text}`;
    found.set(key, [...(found.get(key) ?? []), x]);
  }
  return [...found.values()].flatMap((alike) => {
    const labels = [...new Set(alike.map((x) => x.label))];
    const shared = labels.length > MOST ? beginning(labels) : "";
    if (shared && labels.length > 2 * MOST && offered.some((label) => label.startsWith(shared))) return [];
    return [{ ...alike[0]!, label: named(labels, shared) }];
  });
}

function named(labels: string[], shared: string): string {
  if (labels.length <= MOST) return labels.join(" · ");
  if (shared && labels.length <= 2 * MOST)
    return labels.map((label, i) => (i ? label.slice(shared.length).replace(/^[:,]?\s+/, "") : label)).join(" · ");
  return shared ? `${shared} …` : `${labels.slice(0, MOST).join(" · ")} · …`;
}

/** The whole words with which all begin. */
function beginning(labels: string[]): string {
  const first = labels[0]!.split(" ");
  const words = labels.map((label) => label.split(" "));
  const same = first.findIndex((word, i) => words.some((other) => other[i] !== word));
  return first.slice(0, Math.max(0, same)).join(" ").replace(/[:,]$/, "");
}
