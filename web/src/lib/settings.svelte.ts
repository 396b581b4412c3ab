// What a player sets for this browser. Kept in local storage only.
import { preferred } from "./text";

export interface Settings {
  palette: "system" | "amber" | "chalk";
  tone: "system" | "light" | "dark";
  sound: boolean;
  notify: boolean;
  keys: boolean;
  motion: boolean;
  confirm: boolean;
  turns: Record<string, number>;
  /** A language of the page; empty: as the browser says. */
  language: string;
}

const DEFAULTS: Settings = {
  palette: "system",
  tone: "system",
  sound: true,
  notify: false,
  keys: true,
  motion: true,
  confirm: true,
  turns: {},
  language: "",
};

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem("kurgan") ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

export function applySettings(): void {
  const night = settings.tone === "dark" || (settings.tone === "system" && dark.matches);
  const name =
    settings.palette === "system" ? (night ? "dark" : "light") : night ? `${settings.palette}-dark` : settings.palette;
  document.documentElement.dataset.palette = name;
  document.documentElement.style.colorScheme = night ? "dark" : "light";
  document.documentElement.dataset.motion = settings.motion && !still.matches ? "on" : "off";
  localStorage.setItem("kurgan", JSON.stringify(settings));
}

dark.addEventListener("change", applySettings);
still.addEventListener("change", applySettings);

/** The language to speak: as set, or as the browser likes it. */
export function language(): string {
  return settings.language || preferred(navigator.languages ?? []);
}

/** Another language: the page begins anew with it. */
export function chooseLanguage(): void {
  applySettings();
  location.reload();
}

export function moves(): boolean {
  return settings.motion && !still.matches;
}
