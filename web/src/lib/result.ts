// What the dice did: fights as the log tells them. The server says what each event is in a fight (`part`), how its dice
// are read (`pools`) and what a throw came to; nothing here knows a title.
import { t } from "./text";
import type { DicePool, LogLine } from "./types";

export interface Die {
  face: number;
  /** Dropped by the rule, or thrown in vain. */
  lost: "" | "drop" | "miss";
}

export interface Pool {
  dice: Die[];
  /** The lowest face that hits; 0 where pips are added up. */
  least: number;
  hits: number;
}

export interface Throw {
  number: number;
  side: string;
  pools: Pool[];
  value: number | null;
  total: number;
  words: string;
  rule: string;
}

export interface Result {
  /** The line with which it ended, and the last that tells of its consequences. */
  number: number;
  last: number;
  /** Mark of the time line: good, win, even, bad; empty while it is fought. */
  mark: string;
  /** What came of it, and its rule: in the words of the title's head if it has one, else the sentence of the result;
      while it is fought what the dice came to. */
  word: string;
  rule: string;
  throws: Throw[];
  /** What it changed, one sentence each. */
  changes: { text: string; rule: string }[];
}

interface Span {
  from: number;
  end: number;
  to: number;
}

/** What a fight came to whose events do not say it in a word. */
const ENDS: Record<string, string> = {
  good: "result.mark_good",
  win: "result.mark_win",
  even: "result.mark_even",
  bad: "result.mark_bad",
};

const begins = (l: LogLine) => l.events.some((e) => e.part === "begin");
const holding = (lines: LogLine[]) => lines.filter((l) => !l.undone && (l.kind === "answer" || l.kind === "dice"));

/** Whether a line still tells of the fight that ended before it: right after it, or where its head changes once more;
    a reserve may have marched meanwhile. */
const follows = (line: LogLine, next: boolean) => Boolean(line.head) || (next && line.events.every((e) => e.part));

/** Fights that ended: where each begins, ends, and how far its consequences go, by place in the list. */
function spans(held: LogLine[]): Span[] {
  const found: Span[] = [];
  let from = -1;
  held.forEach((line, place) => {
    const last = found.at(-1);
    if (begins(line)) from = place;
    if (line.fight) {
      found.push({ from: from < 0 ? place : from, end: place, to: place });
      from = -1;
    } else if (from < 0 && last && follows(line, last.to === place - 1)) last.to = place;
  });
  return found;
}

/** Numbers of the lines that tell of fights, those that are still fought included. */
export function fightLines(lines: LogLine[]): Set<number> {
  const held = holding(lines);
  const found = new Set<number>();
  const add = (from: number, to: number) => held.slice(from, to + 1).forEach((l) => found.add(l.number));
  const ended = spans(held);
  for (const { from, to } of ended) add(from, to);
  const open = held.findLastIndex(begins);
  if (open > (ended.at(-1)?.end ?? -1)) add(open, held.length - 1);
  return found;
}

export interface Results {
  /** Fights that ended since this seat's last answer; for who only watches, the last one. */
  fresh: Result[];
  /** The one that is still fought, once dice have fallen in it: losses are being taken, say. */
  open: Result | null;
  /** The one before, kept as one line. */
  before: Result | null;
}

/** ``number``: the newest line there is. */
export function lastResults(lines: LogLine[], number: number, seat: string): Results {
  const held = holding(lines);
  const ended = spans(held);
  const last = ended.at(-1);
  const open = fought(held, (last?.end ?? -1) + 1);
  if ((!last && !open) || held.at(-1)!.number > number) return { fresh: [], open: null, before: null };
  const mine = held.findLastIndex((l) => l.kind === "answer" && l.who === seat);
  const fresh = (seat ? ended.filter((s) => s.end > mine) : ended.slice(-1)).map((s) => told(held, s));
  const begun = held.findLastIndex(begins) > (last?.end ?? -1);
  return { fresh, open, before: fresh.length || begun || !last ? null : told(held, last) };
}

/** The fight that began after the last one ended, if dice have fallen in it. */
function fought(held: LogLine[], after: number): Result | null {
  const from = held.findLastIndex(begins);
  const thrown = held.slice(Math.max(from, after)).filter((l) => l.throw && l.dice?.length);
  if (from < after || !thrown.length) return null;
  const found = told(held, { from, end: held.length - 1, to: held.length - 1 });
  const words = thrown.flatMap((l) => l.events.filter((e) => e.part === "cast").map((e) => e.text));
  return { ...found, mark: "", word: words.join(" "), rule: thrown[0]!.rule };
}

function told(held: LogLine[], { from, end, to }: Span): Result {
  const lines = held.slice(from, to + 1);
  const ending = held[end]!;
  const events = lines.flatMap((l) => l.events.map((e) => ({ text: e.text, rule: e.rule || l.rule, part: e.part })));
  const word = events.findLast((e) => e.part === "result");
  const head = lines.findLast((l) => l.head)?.head;
  return {
    number: ending.number,
    last: held[to]!.number,
    mark: ending.fight ?? "",
    word: head ?? word?.text ?? t(ENDS[ending.fight ?? ""] ?? "result.mark_even"),
    rule: word?.rule || ending.rule,
    throws: throwsOf(lines),
    // Of several results the last holds; under a head all of them are told, for it is no sentence.
    changes: events.filter((e) => e.part === "change" || (e.part === "result" && (head || e !== word))),
  };
}

/** Each throw with what is read of it: the odds that were set before, and what the table says. */
function throwsOf(lines: LogLine[]): Throw[] {
  const found: Throw[] = [];
  let before: string[] = [];
  for (const line of lines) {
    const said = line.events.filter((e) => e.part === "cast" || e.part === "read");
    const words = [...before, ...said.map((e) => e.text)];
    if (line.throw && line.dice?.length) found.push({ ...thrown(line, said[0]?.rule), words: words.join(" ") });
    before = line.throw ? [] : words;
  }
  return found;
}

function thrown(line: LogLine, rule = ""): Omit<Throw, "words"> {
  return {
    ...line.throw!,
    number: line.number,
    pools: pooled(line.dice!, line.pools ?? []),
    rule: rule || line.rule,
  };
}

/** Faces in the order thrown, as the rules read them. */
export function pooled(faces: number[], pools: DicePool[]): Pool[] {
  let at = 0;
  return (pools.length ? pools : [{ count: faces.length, least: 0, drop: 0 }]).map(({ count, least, drop }) => {
    const here = faces.slice(at, (at += count));
    const lowest = here.map((face, place) => ({ face, place })).sort((a, b) => a.face - b.face);
    const dropped = new Set(lowest.slice(0, drop).map((d) => d.place));
    const dice = here.map((face, place): Die => ({
      face,
      lost: dropped.has(place) ? "drop" : least && face < least ? "miss" : "",
    }));
    return { dice, least, hits: least ? dice.filter((d) => !d.lost).length : 0 };
  });
}
