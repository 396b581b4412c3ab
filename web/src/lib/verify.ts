// Checks a record in the page: its chain, the promise of the secret, and every die. The replay of the rules is the
// server's (kurgan verify). The browser's own hashes are absent on plain http, so a small audited package does it.
import { t } from "./text";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Verdict {
  ok: boolean;
  lines: number;
  rolls: number;
  problem: string;
  /** Nothing is wrong, but not everything can be checked yet. */
  later?: boolean;
}

interface Line {
  number: number;
  kind: string;
  [field: string]: unknown;
}

const CHECK = ', "check": "';

function checkOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16);
}

class Bytes {
  private block = 0;
  private have: number[] = [];
  private secret: Uint8Array;
  private message: (block: number) => string;

  constructor(secret: Uint8Array, message: (block: number) => string) {
    this.secret = secret;
    this.message = message;
  }

  next(): number {
    if (!this.have.length) this.have = [...hmac(sha256, this.secret, utf8ToBytes(this.message(this.block++)))];
    return this.have.shift()!;
  }
}

function derive(secret: Uint8Array, game: string, words: [string, string][], n: number, asked: string): number[] {
  const bytes = new Bytes(secret, (block) => JSON.stringify(["kurgan dice 1", game, words, n, block]));
  const dice = /^(\d+)d6$/.exec(asked);
  if (dice) {
    const faces: number[] = [];
    while (faces.length < Number(dice[1])) {
      const byte = bytes.next();
      if (byte < 252) faces.push((byte % 6) + 1);
    }
    return faces;
  }
  return asked
    .replace(/^1 (each )?of /, "")
    .split(" ")
    .map((size) => below(bytes, BigInt(size)));
}

function below(bytes: Bytes, size: bigint): number {
  const range = 1n << 64n;
  for (;;) {
    let value = 0n;
    for (let i = 0; i < 8; i++) value = (value << 8n) | BigInt(bytes.next());
    if (value < range - (range % size)) return Number(value % size);
  }
}

export function verify(text: string, kept: (commitment: string) => string = () => ""): Verdict {
  const verdict: Verdict = { ok: false, lines: 0, rolls: 0, problem: "" };
  const rows = text.split("\n").filter(Boolean);
  if (rows[0] && !rows[0].includes(CHECK))
    return own(
      rows.map((row) => JSON.parse(row) as Line),
      kept,
    );
  const lines: Line[] = [];
  let prev = "";
  for (const [i, row] of rows.entries()) {
    const cut = row.lastIndexOf(CHECK);
    const line = JSON.parse(row) as Line;
    const check = checkOf(row.slice(0, cut));
    if (cut < 0 || line.check !== check) return { ...verdict, problem: t("verify.changed", { line: i + 1 }) };
    if (line.prev !== prev || line.number !== i + 1) return { ...verdict, problem: t("verify.torn", { line: i + 1 }) };
    prev = check;
    lines.push(line);
  }
  verdict.lines = lines.length;
  const secrets = told(lines);
  for (const [promise, secret] of secrets)
    if (bytesToHex(sha256(hexToBytes(secret))) !== promise) return { ...verdict, problem: t("verify.other_secret") };
  let epoch = first(lines[0]!);
  for (const line of lines) {
    if (line.kind === "word") epoch.words.push([String(line.seat), String(line.word)]);
    if (line.kind === "epoch" || line.kind === "secret") {
      const lost = missing(epoch, kept);
      if (lost) return { ...verdict, problem: lost };
      epoch = begun(line, String(line.game ?? lines[0]!.game), epoch);
    }
    if (line.kind !== "dice" || typeof line.answer !== "string") continue;
    const secret = secrets.get(epoch.commitment);
    if (!secret) continue;
    const faces = derive(hexToBytes(secret), epoch.game, epoch.words, Number(line.n), String(line.asked));
    const written = line.answer
      .replace(/^(roll|draw) /, "")
      .split(/[+ ]/)
      .map(Number);
    if (faces.join() !== written.join())
      return { ...verdict, problem: t("verify.not_from_secret", { number: line.number, answer: String(line.answer) }) };
    verdict.rolls++;
  }
  const lost = missing(epoch, kept);
  if (lost) return { ...verdict, problem: lost };
  verdict.ok = secrets.has(epoch.commitment);
  verdict.later = !verdict.ok;
  if (!verdict.ok) verdict.problem = t("verify.not_yet");
  return verdict;
}

/** What a seat may read of a running game is no whole record: only one's own words can be looked for in it. */
function own(lines: Line[], kept: (commitment: string) => string): Verdict {
  let epoch = first(lines[0]!);
  let lost = "";
  for (const line of lines) {
    if (line.kind === "word") epoch.words.push([String(line.seat), String(line.word)]);
    if (line.kind === "epoch" || line.kind === "secret") {
      lost ||= missing(epoch, kept);
      epoch = begun(line, "", epoch);
    }
  }
  lost ||= missing(epoch, kept);
  return { ok: false, lines: lines.length, rolls: 0, problem: lost || t("verify.later"), later: !lost };
}

interface Epoch {
  commitment: string;
  game: string;
  words: [string, string][];
}

/** The dice that a game began with; those of a branch's past belong to the game it came from. */
function first(header: Line): Epoch {
  const of = (header.parent ?? header) as { commitment: string; game: string };
  return {
    commitment: String(of.commitment),
    game: String(of.game),
    words: [...((header.words as [string, string][] | undefined) ?? [])],
  };
}

/** Other dice: with fresh words, unless the line is of the first format, in which words went on. */
function begun(line: Line, game: string, before: Epoch): Epoch {
  const words = line.kind === "secret" ? before.words : (line.words as [string, string][]);
  return { commitment: String(line.commitment), game, words: [...words] };
}

/** Every secret that the record tells, by its promise. */
function told(lines: Line[]): Map<string, string> {
  const secrets = new Map<string, string>();
  const parent = lines[0]!.parent as { commitment: string; secret?: string } | undefined;
  if (parent?.secret) secrets.set(parent.commitment, parent.secret);
  if (typeof lines[0]!.seed === "string")
    secrets.set(String(lines[0]!.commitment), bytesToHex(sha256(utf8ToBytes(`kurgan open seed 1\n${lines[0]!.seed}`))));
  for (const line of lines) {
    if (line.kind === "reveal")
      for (const [promise, secret] of Object.entries(line.secrets as Record<string, string>))
        secrets.set(promise, secret);
    if (typeof line.revealed === "string") secrets.set(String(line.commitment), line.revealed);
  }
  return secrets;
}

/** A word that this browser gave and the record does not have; empty if none is missing. */
function missing(epoch: Epoch, kept: (commitment: string) => string): string {
  const mine = kept(epoch.commitment);
  return mine && !epoch.words.some(([, word]) => word === mine) ? t("verify.no_word") : "";
}
