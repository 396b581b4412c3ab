// The whole game without a mouse: which key does what. It knows neither stores nor the page; they give it what it needs.
import { settings } from "./settings.svelte";

export interface Keys {
  /** Something lies over the table, which has keys of its own. */
  covered: () => boolean;
  replaying: () => boolean;
  /** Any key ends what is only shown for a moment. */
  any: () => void;
  step: (by: number) => void;
  move: (dx: number, dy: number) => void;
  /** Close the one thing that is open on top; nothing open, nothing done. */
  escape: () => void;
  place: (id: string, single: boolean) => void;
  enter: () => void;
  letters: Record<string, () => void>;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function press(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as HTMLElement;
  keys.any();
  if (event.ctrlKey || event.metaKey || event.altKey || keys.covered()) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  const place = target.classList.contains("zone") ? (target.dataset.place ?? "") : null;
  const act = meant(event, keys, place, target);
  if (!act) return;
  event.preventDefault();
  act();
}

function meant(event: KeyboardEvent, keys: Keys, place: string | null, target: HTMLElement): (() => void) | undefined {
  const { key } = event;
  const free = target === document.body;
  if (keys.replaying() && place === null && (key === "ArrowLeft" || key === "ArrowRight"))
    return () => keys.step(key === "ArrowLeft" ? -1 : 1);
  const arrow = ARROWS[key];
  if (arrow && (place !== null || free)) return () => keys.move(...arrow);
  if (key === "Escape") return keys.escape;
  if (key === "Enter" && place !== null) return () => keys.place(place, event.shiftKey);
  if (key === "Enter" && free) return keys.enter;
  if (!settings.keys) return undefined;
  if (/^[1-9]$/.test(key))
    return () => document.querySelectorAll<HTMLElement>("#choices .choice")[Number(key) - 1]?.click();
  if (key === " " && target.tagName === "BUTTON") return undefined;
  return keys.letters[key.length === 1 ? key.toLowerCase() : key];
}
