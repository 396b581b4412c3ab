// What cannot be had now. Several with one reason share one line.
import type { NotNow } from "./types";

/** So many are named one by one; of more only what their names have in common. */
const MOST = 3;

export function together(refused: NotNow[]): NotNow[] {
  const found = new Map<string, NotNow[]>();
  for (const x of refused) {
    const key = `${x.rule} ${x.text}`;
    found.set(key, [...(found.get(key) ?? []), x]);
  }
  return [...found.values()].map((alike) => ({
    ...alike[0]!,
    label: named([...new Set(alike.map((x) => x.label))]),
  }));
}

function named(labels: string[]): string {
  if (labels.length <= MOST) return labels.join(" · ");
  const shared = beginning(labels);
  return shared ? `${shared} …` : `${labels.slice(0, MOST).join(" · ")} · …`;
}

/** The whole words with which all begin. */
function beginning(labels: string[]): string {
  const first = labels[0]!.split(" ");
  const words = labels.map((label) => label.split(" "));
  const same = first.findIndex((word, i) => words.some((other) => other[i] !== word));
  return first.slice(0, Math.max(0, same)).join(" ").replace(/[:,]$/, "");
}
