import { describe, expect, it } from "vitest";
import { changed, offered } from "../src/lib/options";
import type { OptionInfo } from "../src/made/api";

const option = (name: string, scenarios: string[]): OptionInfo => ({
  name,
  default: "off",
  choices: ["off", "on"],
  rule: "1",
  about: name,
  said: [],
  scenarios,
  first: false,
});
const OPTIONS = [option("ice", []), option("mar_iv", ["campaign"])];

describe("the options of a scenario", () => {
  it("are those that mean something in it", () => {
    expect(offered(OPTIONS, { name: "campaign" }).map((o) => o.name)).toEqual(["ice", "mar_iv"]);
    expect(offered(OPTIONS, { name: "winter" }).map((o) => o.name)).toEqual(["ice"]);
  });

  it("are asked for if they were changed, and not if another scenario was chosen since", () => {
    const values = { ice: "off", mar_iv: "on" };
    expect(changed(OPTIONS, values)).toEqual({ mar_iv: "on" });
    expect(changed(offered(OPTIONS, { name: "winter" }), values)).toEqual({});
    expect(changed(OPTIONS, {})).toEqual({});
  });
});
