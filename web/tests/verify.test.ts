import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { beforeEach, describe, expect, it } from "vitest";
import { verify } from "../src/lib/verify";
import { giveWords, newWord, wordFor, wordKept } from "../src/lib/words";
import RECORD from "./data/seeded.kurgan?raw";
import { server, table } from "./making";

// RECORD has an open seed and was written by the Python side.
const CHECK = ', "check": "';

/** The same lines, chained again as somebody would who changed one. */
function chained(rows: string[]): string {
  let prev = "";
  const written = rows.map((row) => {
    const body = row.slice(0, row.lastIndexOf(CHECK)).replace(/"prev": "[^"]*"/, `"prev": "${prev}"`);
    prev = bytesToHex(sha256(utf8ToBytes(body))).slice(0, 16);
    return `${body}${CHECK}${prev}"}`;
  });
  return `${written.join("\n")}\n`;
}

describe("checking a record", () => {
  it("finds that everything fits", () => {
    const verdict = verify(RECORD);
    expect(verdict).toMatchObject({ ok: true, problem: "" });
    expect(verdict.rolls).toBeGreaterThan(2);
    expect(verdict.lines).toBe(RECORD.trim().split("\n").length);
  });

  it("finds a line that was changed, and one that was taken out", () => {
    expect(verify(RECORD.replace("activate 21", "activate 14")).problem).toMatch(/^Line \d+ was changed/);
    const rows = RECORD.trim().split("\n");
    expect(verify([...rows.slice(0, 3), ...rows.slice(4)].join("\n")).problem).toBe(
      "Line 4 does not follow the one before it.",
    );
  });

  it("finds a die that does not follow from the secret, however well the chain was mended", () => {
    const rows = RECORD.trim().split("\n");
    expect(verify(chained(rows)).ok).toBe(true);
    const at = rows.findIndex((row) => /"answer": "roll \d\+\d"/.test(row));
    const forged = rows[at]!.replace(/roll (\d)/, (_, face: string) => `roll ${(Number(face) % 6) + 1}`);
    expect(verify(chained(rows.with(at, forged))).problem).toMatch(/does not follow from the secret/);
  });

  it("misses the word that this browser gave", () => {
    expect(verify(RECORD, () => "a word of mine").problem).toMatch(/The word that this browser gave/);
  });
});

describe("words of one's own", () => {
  beforeEach(() => localStorage.clear());

  it("are made once for each promise, and kept", () => {
    expect(wordKept("p")).toBe("");
    const word = wordFor("p");
    expect(word).toMatch(/^[0-9a-f]{32}$/);
    expect(wordFor("p")).toBe(word);
    expect(wordKept("p")).toBe(word);
    expect(newWord()).not.toBe(word);
  });

  it("go to the server for seats of mine only, and are forgotten if they came too late", async () => {
    const dice = { commitment: "p", epoch: 0, open: false, words: [], wants: ["german", "soviet"], remarks: [] };
    const asked = server({ "POST /games/g/word": {} });
    await giveWords(table({ dice }));
    expect(asked).toEqual(["POST /games/g/word"]);
    expect(wordKept("p")).not.toBe("");
    server({ "POST /games/g/word": 422 });
    await giveWords(table({ dice }));
    expect(wordKept("p")).toBe("");
  });
});
