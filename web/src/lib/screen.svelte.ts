// How much room there is, and whether a finger points: a phone has a sheet where a desk has a panel.
const phone = window.matchMedia("(max-width: 720px)");
const narrow = window.matchMedia("(max-width: 1100px)");
const coarse = window.matchMedia("(pointer: coarse)");

export const room = $state({ phone: phone.matches, narrow: narrow.matches, finger: coarse.matches });

phone.addEventListener("change", () => (room.phone = phone.matches));
narrow.addEventListener("change", () => (room.narrow = narrow.matches));
coarse.addEventListener("change", () => (room.finger = coarse.matches));

/** Heights of the sheet on a phone: the map has the screen, half of it, or nearly nothing of it. */
export type Height = "low" | "half" | "full";

const LOW = 132;
const HALF = 0.52;
const BAR = 64;

export function pixels(height: Height, screen: number): number {
  return height === "low" ? LOW : height === "half" ? Math.round(screen * HALF) : screen - BAR;
}

/** The height nearest to where a finger let go of the sheet. */
export function nearest(at: number, screen: number): Height {
  const all: Height[] = ["low", "half", "full"];
  return all.reduce((a, b) => (Math.abs(pixels(b, screen) - at) < Math.abs(pixels(a, screen) - at) ? b : a));
}
