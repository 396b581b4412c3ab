// What cannot be had now. Several with one reason share one line.
import type { NotNow } from "./types";

export function together(refused: NotNow[]): NotNow[] {
  const found = new Map<string, NotNow[]>();
  for (const x of refused) {
    const key = `${x.rule} ${x.text}`;
    found.set(key, [...(found.get(key) ?? []), x]);
  }
  return [...found.values()].map((alike) => ({
    ...alike[0]!,
    label: [...new Set(alike.map((x) => x.label))].join(" · "),
  }));
}
