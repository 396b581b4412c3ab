/** What a place of the map says to who cannot see it, whether it may be chosen, and whether the keyboard stands there. */
export interface Zone {
  label: string;
  lit: boolean;
  focused: boolean;
}

/** Brings the places of a map up to date, each that changed: a map has a thousand, and an answer changes a few. */
export function keeper(): (zones: Iterable<Element>, now: (id: string) => Zone) => void {
  const kept = new WeakMap<Element, Zone>();
  return (zones, now) => {
    for (const zone of zones) {
      const was = kept.get(zone);
      const is = now(zone.getAttribute("data-place") ?? "");
      if (was?.label !== is.label) zone.setAttribute("aria-label", is.label);
      if (was?.lit !== is.lit) zone.classList.toggle("lit", is.lit);
      if (was?.focused !== is.focused) zone.setAttribute("tabindex", is.focused ? "0" : "-1");
      kept.set(zone, is);
    }
  };
}
