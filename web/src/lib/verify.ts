// Checks a record in the page: its chain, the promise of the secret, and every die. The replay of the rules is the
// server's (kurgan verify). The browser's own hashes are absent on plain http, so a small audited package does it.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Verdict {
  ok: boolean;
  lines: number;
  rolls: number;
  problem: string;
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
  return asked.replace(/^1 (each )?of /, "").split(" ").map((size) => below(bytes, BigInt(size)));
}

function below(bytes: Bytes, size: bigint): number {
  const range = 1n << 64n;
  for (;;) {
    let value = 0n;
    for (let i = 0; i < 8; i++) value = (value << 8n) | BigInt(bytes.next());
    if (value < range - (range % size)) return Number(value % size);
  }
}

export function verify(text: string): Verdict {
  const verdict: Verdict = { ok: false, lines: 0, rolls: 0, problem: "" };
  const rows = text.split("\n").filter(Boolean);
  const lines: Line[] = [];
  let prev = "";
  for (const [i, row] of rows.entries()) {
    const cut = row.lastIndexOf(CHECK);
    const line = JSON.parse(row) as Line;
    const check = checkOf(row.slice(0, cut));
    if (cut < 0 || line.check !== check) return { ...verdict, problem: `Line ${i + 1} was changed after it was written.` };
    if (line.prev !== prev || line.number !== i + 1) return { ...verdict, problem: `Line ${i + 1} does not follow the one before it.` };
    prev = check;
    lines.push(line);
  }
  verdict.lines = lines.length;
  const secrets = new Map<string, string>();
  const header = lines[0]!;
  const parent = header.parent as { game: string; commitment: string; secret?: string } | undefined;
  if (parent?.secret) secrets.set(parent.commitment, parent.secret);
  for (const line of lines) if (line.kind === "reveal") for (const [promise, secret] of Object.entries(line.secrets as Record<string, string>)) secrets.set(promise, secret);
  for (const [promise, secret] of secrets) if (bytesToHex(sha256(hexToBytes(secret))) !== promise) return { ...verdict, problem: "The revealed secret is not the one that was promised." };
  let epoch = parent ? { commitment: parent.commitment, game: parent.game } : { commitment: String(header.commitment), game: String(header.game) };
  const words: [string, string][] = [];
  for (const line of lines) {
    if (line.kind === "word") words.push([String(line.seat), String(line.word)]);
    if (line.kind === "secret") epoch = { commitment: String(line.commitment), game: String(header.game) };
    if (line.kind !== "dice" || typeof line.answer !== "string") continue;
    const secret = secrets.get(epoch.commitment);
    if (!secret) continue;
    const faces = derive(hexToBytes(secret), epoch.game, words, Number(line.n), String(line.asked));
    const written = line.answer.replace(/^(roll|draw) /, "").split(/[+ ]/).map(Number);
    if (faces.join() !== written.join()) return { ...verdict, problem: `Number ${line.number}: ${String(line.answer)} does not follow from the secret.` };
    verdict.rolls++;
  }
  verdict.ok = secrets.size > 0;
  if (!verdict.ok) verdict.problem = "The secret is not revealed before the end; so far only the chain can be checked, and it is whole.";
  return verdict;
}
