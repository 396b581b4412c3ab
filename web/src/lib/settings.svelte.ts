// What a player sets for this browser. Kept in local storage only.
export interface Settings {
  palette: "system" | "amber" | "chalk";
  tone: "system" | "light" | "dark";
  sound: boolean;
  notify: boolean;
  keys: boolean;
  motion: boolean;
  confirm: boolean;
  turns: Record<string, number>;
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

export function moves(): boolean {
  return settings.motion && !still.matches;
}
