import { beforeEach, describe, expect, it } from "vitest";
import { explained } from "../src/lib/glossary";
import { finish, keepAnswers, keptAnswers, progress, withChips } from "../src/lib/lessons";
import { chapters, matching } from "../src/lib/rulebook";
import type { LessonInfo, RuleParagraph } from "../src/lib/types";

const rule = (number: string, title: string, text: string): RuleParagraph => ({
  number,
  title,
  text,
  heading: number.endsWith(".0"),
  lesson: "",
  shown: "",
  done: [],
});
const RULES = [
  rule("8.0", "Movement", ""),
  rule("8.2", "Costs", "Entering a vacant area costs 1."),
  rule("9.0", "Combat", "Only units of the active area attack."),
];

describe("the rules to be read", () => {
  it("come in chapters, each with its first paragraph", () => {
    expect(chapters(RULES).map((c) => [c.number, c.title, c.first, c.rules.length])).toEqual([
      ["8", "Movement", "8.0", 2],
      ["9", "Combat", "9.0", 1],
    ]);
  });
  it("are found by all words, in number, title or text", () => {
    expect(matching(RULES, "AREA costs").map((r) => r.number)).toEqual(["8.2"]);
    expect(matching(RULES, "area").map((r) => r.number)).toEqual(["8.2", "9.0"]);
    expect(matching(RULES, "9.0").map((r) => r.number)).toEqual(["9.0"]);
    expect(matching(RULES, " ")).toEqual(RULES);
  });
});

describe("words", () => {
  const words = [
    { names: ["area"], meaning: "a place", rule: "3.1" },
    { names: ["active area"], meaning: "the chosen one", rule: "6.4.2" },
  ];
  it("are explained once, the longest first, and only as whole words", () => {
    const parts = explained("An active area, an Area, an area, areas.", words);
    expect(parts.filter((p) => p.meaning).map((p) => [p.text, p.meaning])).toEqual([
      ["active area", "the chosen one"],
      ["Area", "a place"],
    ]);
    expect(parts.map((p) => p.text).join("")).toBe("An active area, an Area, an area, areas.");
  });
  it("are known in any number that the language has", () => {
    const named = { names: ["hexágono de refuerzos"], meaning: "por donde se entra", rule: "1.3A" };
    const unit = { names: ["unidad"], meaning: "una ficha", rule: "1.1" };
    const parts = explained("Las unidades entran por hexágonos de refuerzos.", [named, unit], "", "s|es");
    expect(parts.filter((p) => p.meaning).map((p) => p.text)).toEqual(["unidades", "hexágonos de refuerzos"]);
  });
  it("are not meant where a number follows that counts something else", () => {
    const step = { names: ["step", "paso"], meaning: "the strength that is left", rule: "1.3" };
    const said = (text: string, numbers = "one|four") =>
      explained(text, [step], "", "s|es", numbers)
        .filter((p) => p.meaning)
        .map((p) => p.text);
    expect(said("Step four of a combat is the throw; each loses a step.")).toEqual(["step"]);
    expect(said("Step 4: both lose steps.")).toEqual(["steps"]);
    expect(said("Paso cuatro.", "cuatro")).toEqual([]);
    expect(said("A step fourfold; one step oneself.")).toEqual(["step"]);
  });
  it("are marked where they are searched for", () => {
    expect(explained("a (b) c", [], "(B)").filter((p) => p.found)).toEqual([{ text: "(b)", meaning: "", found: true }]);
  });
  it("have the rules that they name apart", () => {
    expect(withChips("Costs two [8.2], see [9.5.2A].")).toEqual([
      { text: "Costs two ", rule: "" },
      { text: "", rule: "8.2" },
      { text: ", see ", rule: "" },
      { text: "", rule: "9.5.2A" },
      { text: ".", rule: "" },
    ]);
    expect(withChips("Artillery [1]/+2")).toEqual([{ text: "Artillery [1]/+2", rule: "" }]);
  });
});

describe("how far somebody came", () => {
  const lesson = { name: "attack" } as LessonInfo;
  beforeEach(() => localStorage.clear());
  it("is begun, then done, and stays done when it is begun again", () => {
    expect(progress("advance", lesson)).toBe("");
    keepAnswers("advance", "attack", ["activate 6"]);
    expect(progress("advance", lesson)).toBe("begun");
    expect(keptAnswers("advance", "attack")).toEqual(["activate 6"]);
    finish("advance", "attack");
    keepAnswers("advance", "attack", []);
    expect(progress("advance", lesson)).toBe("done");
    expect(progress("roads", lesson)).toBe("");
  });
});
