import { describe, expect, it } from "vitest";
import { followed, habit } from "../src/lib/standing";
import { choice, line, question } from "./making";

const none = choice("none", { no: true });
const said = (number: number, action: string, more = {}) =>
  line(number, "german", [], { step: "order", action, ...more });

describe("a standing order", () => {
  it("is offered for what was said twice here, and for nothing else", () => {
    const asked = question([none, choice("air")]);
    const twice = [said(1, "none"), line(2, "soviet", [], { step: "order", action: "air" }), said(3, "none")];
    expect(habit(twice, "german", asked)?.action).toBe("none");
    expect(habit(twice.slice(0, 2), "german", asked)).toBeUndefined();
    expect(habit([...twice, said(4, "air")], "german", asked)).toBeUndefined();
    expect(habit([said(1, "none"), said(3, "none", { undone: true })], "german", asked)).toBeUndefined();
    expect(habit(twice, "german", question([none], { step: "retreat" }))).toBeUndefined();
    expect(habit(twice, "soviet", asked)).toBeUndefined();
  });

  it("is not offered for several of one thing in a row, but for declining as often", () => {
    const asked = question([choice("air"), none]);
    const row = (action: string) => [said(1, action), said(2, action), said(3, action)];
    expect(habit(row("air"), "german", asked)).toBeUndefined();
    expect(habit(row("none"), "german", asked)?.action).toBe("none");
    const apart = [said(1, "air"), line(2, "dice", ["Rain."]), said(3, "air")];
    expect(habit(apart, "german", asked)?.action).toBe("air");
  });

  it("is never offered for an attack, an end of a phase or what points at the map", () => {
    const twice = [said(1, "none"), said(3, "none")];
    for (const more of [{ ends: true }, { attacks: true }, { place: "A" }, { piece: "1" }])
      expect(habit(twice, "german", question([choice("none", more)]))).toBeUndefined();
  });

  it("says how often it answered since this seat last answered itself", () => {
    const by = { by: "order" };
    const lines = [said(1, "none", by), said(2, "air"), said(3, "none", by), said(4, "none", { ...by, step: "lead" })];
    expect([...followed([...lines, said(5, "none", by)], "german")]).toEqual([
      ["order", 2],
      ["lead", 1],
    ]);
    expect(followed([...lines, said(5, "air")], "german").size).toBe(0);
    expect(habit([said(1, "none", by), said(2, "none", by)], "german", question([none]))).toBeUndefined();
  });
});
