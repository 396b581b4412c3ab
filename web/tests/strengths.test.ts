import { describe, expect, it } from "vitest";
import { strengthOf } from "../src/lib/strengths";
import type { OptionInfo, ScenarioInfo } from "../src/made/api";

const scenario: ScenarioInfo = {
  duel: true,
  name: "winter",
  title: "Winter",
  seats: ["red", "blue"],
  about: "",
  labels: {},
  strengths: [
    { bot: "search:3", seat: "red", rival: "greedy:1", options: {}, won: 8, decided: 10 },
    { bot: "search:3", seat: "red", rival: "greedy:1", options: { ice: "thick" }, won: 3, decided: 9 },
    { bot: "greedy:2", seat: "red", rival: "", options: {}, won: 5, decided: 20 },
    { bot: "search:4", seat: "red", rival: "greedy:1", options: {}, won: 0, decided: 0 },
  ],
};
const options = [
  {
    name: "ice",
    default: "thin",
    choices: ["thin", "thick"],
    rule: "",
    about: "",
    said: [],
    scenarios: [],
    first: false,
  },
] as OptionInfo[];
const said = (seat: string, bot: string, ice = "thin") => strengthOf(scenario, options, { ice }, seat, bot);

describe("the names of strengths", () => {
  it("say what ladders counted", () => {
    expect(said("red", "search:3")).toBe("level 3: won 8 of 10 against level 1");
    expect(said("red", "greedy:2")).toBe("quick bot, 2 of 3: won 5 of 20");
  });
  it("say it of the options as they stand", () => {
    expect(said("red", "search:3", "thick")).toBe("level 3: won 3 of 9 against level 1");
    expect(said("red", "greedy:2", "thick")).toBe("quick bot, 2 of 3");
  });
  it("say nothing that nobody counted", () => {
    expect(said("blue", "search:3")).toBe("level 3");
    expect(said("red", "search:4")).toBe("level 4");
    expect(said("red", "random")).toBe("bot that plays at random");
    expect(said("red", "my_own")).toBe("bot: my_own");
  });
});
