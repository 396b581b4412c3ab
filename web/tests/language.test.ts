import { afterEach, describe, expect, it } from "vitest";
import { inLanguage } from "../src/lib/api";
import { drawPiece } from "../src/lib/pieces";
import type { Piece } from "../src/lib/types";
import { besideTitle, figure, LANGUAGES, nameOf, percent, preferred, speak, t } from "../src/lib/text";

const FILES = import.meta.glob<{ default: Record<string, string> }>("../src/text/*.json", { eager: true });
const words = (language: string) => FILES[`../src/text/${language}.json`]!.default;
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map((m) => m[1]))].sort().join();

describe("the languages of the page", () => {
  afterEach(() => speak("en"));

  it.each(LANGUAGES.filter((l) => l !== "en"))(
    "%s says everything that English says, with the same holes",
    (language) => {
      const [english, other] = [words("en"), words(language)];
      expect(Object.keys(english).filter((key) => !other[key]?.trim())).toEqual([]);
      expect(Object.keys(other).filter((key) => !(key in english))).toEqual([]);
      expect(Object.keys(english).filter((key) => holes(english[key]!) !== holes(other[key]!))).toEqual([]);
    },
  );
  it("names a scenario without its title where that stands beside it", async () => {
    expect(besideTitle("Advance to the Volga, 13 to 30 September 1942", "Advance to the Volga")).toBe(
      "13 to 30 September 1942",
    );
    await speak("es");
    expect(besideTitle("Avance al Volga, del 13 al 30 de septiembre", "Avance al Volga")).toBe(
      "Del 13 al 30 de septiembre",
    );
    expect(besideTitle("Avance al Volgograd", "Avance al Volga")).toBe("Avance al Volgograd");
    expect(besideTitle("Wintergewitter", "Caminos de Stalingrado")).toBe("Wintergewitter");
  });
  it("is the first that the reader likes and we have", () => {
    expect(preferred(["fr-FR", "es-MX", "en"])).toBe("es");
    expect(preferred(["ru"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
  it("is spoken, and the page says which it is", async () => {
    await speak("es");
    expect(t("lobby.learn")).toBe("Aprender");
    expect(document.documentElement.lang).toBe("es");
    await speak("nowhere");
    expect(t("lobby.learn")).toBe("Learn");
    expect(document.documentElement.lang).toBe("en");
  });
  it("is what the server is asked to speak", async () => {
    expect(inLanguage("/games/g")).toBe("/games/g");
    await speak("es");
    expect(inLanguage("/games/g")).toBe("/games/g?lang=es");
    expect(inLanguage("/games/g?seat=german")).toBe("/games/g?seat=german&lang=es");
  });
  it("writes numbers as its readers do", async () => {
    expect([0.0124, 0.5, 0.0001].map(percent)).toEqual(["1.2 %", "50 %", "< 0.1 %"]);
    expect([0, 1, 0.9999, 0.9964].map(percent)).toEqual(["0 %", "100 %", "> 99.9 %", "99.6 %"]);
    expect(["-0.96", "+0.50", "3", "2 x ?"].map(figure)).toEqual(["−0.96", "+0.50", "3", "2 x ?"]);
    await speak("es");
    expect([0.0124, 0.5, 0.0001].map(percent)).toEqual(["1,2 %", "50 %", "< 0,1 %"]);
    expect(figure("-0.96")).toBe("−0,96");
  });
  it("has a form of the word for one, and another for more", async () => {
    const said = (n: number) => [t("signin.bring", { n }), t("hand.count", { count: n })];
    await speak("es");
    expect(t("lobby.waiting", { count: 1 })).toBe("1 te espera");
    expect(t("units.more", { count: 1 })).toBe("En el mapa hay 1 lugar más iluminado.");
    expect(t("units.more", { count: 2 })).toBe("En el mapa hay 2 lugares más iluminados.");
    await speak("en");
    expect(t("units.more", { count: 1 })).toBe("1 more place is lit on the map.");
    expect(said(1)).toEqual(["bring the seats of this browser along (1 game)", "1 card"]);
    expect(said(0)[1]).toBe("0 cards");
    expect(said(2)).toEqual(["bring the seats of this browser along (2 games)", "2 cards"]);
    await speak("es");
    expect([said(1)[1], said(2)[1], said(2_000_000)[1]]).toEqual(["1 carta", "2 cartas", "2000000 cartas"]);
  });
  it("is written on pieces too", async () => {
    const lead = { id: "1", side: "german", kind: "counter", states: ["lead"] } as unknown as Piece;
    expect(drawPiece(lead, 44)).toContain(">LEAD<");
    await speak("es");
    expect(drawPiece(lead, 44)).toContain(">CABEZA<");
  });
  it("calls itself by its own name", () => {
    expect(LANGUAGES.map(nameOf)).toEqual(["English", "Español"]);
  });
});

const SOURCES = import.meta.glob<string>("../src/{lib,stores,parts,pages}/**/*.{ts,svelte}", {
  eager: true,
  query: "?raw",
  import: "default",
});
const COMMENT = /\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|^\s*\/\/.*$|\s\/\/ .*$/gm;
const SENTENCE = /(["'`])[A-Z][a-z]+ (?:[^"'`\n]* )?(?:is|are|was|were|not|the|of|to)\b[^"'`\n]*\1/g;

describe("sentences", () => {
  it("stand in the files of the languages, and not in what shows them", () => {
    const found = Object.entries(SOURCES).flatMap(([path, text]) =>
      [...text.replace(COMMENT, "").matchAll(SENTENCE)].map((m) => `${path}: ${m[0]}`),
    );
    expect(found).toEqual([]);
  });
});
