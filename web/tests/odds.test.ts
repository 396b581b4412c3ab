import { describe, expect, it } from "vitest";
import { oddsBefore, oddsRows } from "../src/lib/odds";
import { percent, signed, t } from "../src/lib/text";
import { bars } from "./making";

describe("odds side by side", () => {
  it("matches results by name when one becomes possible", () => {
    const rows = oddsRows(
      bars({ Success: 0.19, Repulse: 0.81 }),
      bars({ Overrun: 0.001, Success: 0.38, Repulse: 0.619 }),
    );
    expect(rows.map((r) => [r.label, r.chance, r.then])).toEqual([
      ["Overrun", 0, 0.001],
      ["Success", 0.19, 0.38],
      ["Repulse", 0.81, 0.619],
    ]);
  });

  it("says zero for a result that would be gone, and nothing where nobody points", () => {
    expect(oddsRows(bars({ A: 0.5, B: 0.5 }), bars({ B: 1 })).map((r) => r.then)).toEqual([0, 1]);
    expect(oddsRows(bars({ A: 1 }), null)[0]!.then).toBeNull();
  });

  it("names what was before, also what is gone", () => {
    expect(oddsBefore(bars({ Overrun: 0.2, Success: 0.8 }), bars({ Success: 0.5, Repulse: 0.5 }))).toBe(
      "Overrun 20 % · Success 80 % · Repulse 0 %",
    );
    expect(oddsBefore(bars({ A: 1 }), bars({ A: 1 }))).toBe("");
    expect(oddsBefore(null, bars({ A: 1 }))).toBe("");
  });
});

describe("words and figures", () => {
  it("writes a share as people read it", () => {
    expect([0.0004, 0.046, 0.5, 0.955].map(percent)).toEqual(["< 0.1 %", "4.6 %", "50 %", "95.5 %"]);
  });

  it("signs what is added", () => {
    expect([signed(3, true), signed(3, false), signed(-2, false), signed(0, false)]).toEqual(["3", "+3", "−2", "0"]);
  });

  it("fills in what it is given and leaves the rest", () => {
    expect(t("panel.at", { place: "Barrikady" })).toBe("At Barrikady");
    expect(t("panel.at")).toBe("At {place}");
    expect(t("no.such.key")).toBe("no.such.key");
  });
});
