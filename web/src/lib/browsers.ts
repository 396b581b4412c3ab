// What a browser calls itself, short enough for people to know their own again.

const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

const first = (names: [RegExp, string][], agent: string) => names.find(([mark]) => mark.test(agent))?.[1] ?? "";

/** "Firefox, Android"; what we know nothing of as it calls itself, and nothing for nothing. */
export const browserName = (agent: string): string =>
  [first(BROWSERS, agent), first(SYSTEMS, agent)].filter(Boolean).join(", ") || agent.slice(0, 60);
