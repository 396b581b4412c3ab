import { expect, it } from "vitest";
import { browserName } from "../src/lib/browsers";

const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36`, "Chrome, Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/156.0.0.0`, "Edge, Windows"],
  ["Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox, Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  ["kurgan-bot/1", "kurgan-bot/1"],
  ["", ""],
])("%s is %s for people", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
