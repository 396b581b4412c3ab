import { describe, expect, it } from "vitest";
import { together } from "../src/lib/refused";

const no = (label: string, text: string) => ({ action: label, label, effect: "", rule: "8.2", text });

describe("what cannot be had now", () => {
  it("shares a line where the reason is the same, and names each once", () => {
    const told = together([
      no("Play one", "Needs Linden."),
      no("Buy air", "Too dear."),
      no("Play two", "Needs Linden."),
    ]);
    expect(told.map((x) => [x.label, x.text])).toEqual([
      ["Play one · Play two", "Needs Linden."],
      ["Buy air", "Too dear."],
    ]);
    const many = [0, 1, 2, 3, 4, 5, 6].map((n) => no(`Play Pioneer cards: ${n}`, "Needs Linden."));
    expect(together(many).map((x) => x.label)).toEqual(["Play Pioneer cards …"]);
    const unlike = ["A", "B", "C", "D"].map((name) => no(name, "Full."));
    expect(together(unlike).map((x) => x.label)).toEqual(["A · B · C · …"]);
    expect(together([no("Same", "Full."), no("Same", "Full.")]).map((x) => x.label)).toEqual(["Same"]);
  });
  it("names a hand card by card, also beside one that can be played", () => {
    const hand = ["Tiger", "PaK 88", "Hoth", "Luftwaffe"].map((name) => no(`Play ${name}`, "Not in this step."));
    expect(together(hand, ["Play Goering"]).map((x) => x.label)).toEqual(["Play Tiger · PaK 88 · Hoth · Luftwaffe"]);
  });
  it("is silent on the rest of a kind of which something can be had", () => {
    const planes = [1, 2, 3, 4, 5, 6, 7].map((n) => no(`Play plane ${n}`, "No such plane."));
    expect(together(planes, ["Move without one"]).map((x) => x.label)).toEqual(["Play plane …"]);
    expect(together(planes, ["Move without one", "Play plane 8"])).toEqual([]);
    expect(together(planes.slice(0, 2), ["Play plane 8"]).map((x) => x.label)).toEqual(["Play plane 1 · Play plane 2"]);
  });
});
