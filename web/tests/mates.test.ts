import { afterEach, describe, expect, it } from "vitest";
import { matesWords } from "../src/lib/mates";
import { speak } from "../src/lib/text";
import type { Mate } from "../src/lib/types";

const person = (name: string, rival: boolean): Mate => ({ kind: "person", name, rival });
const bot: Mate = { kind: "bot", name: "greedy:1", rival: true };
const free: Mate = { kind: "open", name: "", rival: false };

afterEach(() => speak("en"));

describe("who else sits at a game", () => {
  it("is named by what he is to me", () => {
    expect(matesWords([person("Boris", true)], true)).toBe("against Boris");
    expect(matesWords([person("Clara", false), person("", false)], true)).toBe(
      "with Clara and somebody without a name",
    );
    expect(matesWords([person("Clara", false), bot], true)).toBe("with Clara, against bot greedy:1");
    expect(matesWords([free, free], true)).toBe("with 2 free seats");
    expect(matesWords([], true)).toBe("");
  });
  it("is only named for who watches", () => {
    expect(matesWords([person("Anna", true), person("Boris", false)], false)).toBe("Anna and Boris");
  });
  it("is said in Spanish", async () => {
    await speak("es");
    expect(matesWords([person("Clara", false), free, bot], true)).toBe(
      "con Clara y un asiento libre, contra bot greedy:1",
    );
  });
});
