import { afterEach, describe, expect, it } from "vitest";
import { inLanguage } from "../src/lib/api";
import { drawPiece } from "../src/lib/pieces";
import type { Piece } from "../src/lib/types";
import { figure, LANGUAGES, nameOf, percent, preferred, speak, t } from "../src/lib/text";

const FILES = import.meta.glob<{ default: Record<string, string> }>("../src/text/*.json", { eager: true });
const words = (language: string) => FILES[`../src/text/${language}.json`]!.default;
const holes = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((m) => m[1])
    .sort()
    .join();

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
    expect(["-0.96", "+0.50", "3", "2 x ?"].map(figure)).toEqual(["−0.96", "+0.50", "3", "2 x ?"]);
    await speak("es");
    expect([0.0124, 0.5, 0.0001].map(percent)).toEqual(["1,2 %", "50 %", "< 0,1 %"]);
    expect(figure("-0.96")).toBe("−0,96");
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
