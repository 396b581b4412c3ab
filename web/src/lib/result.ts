// What the dice did last: a fight that ended with the last answer, read from the log.
import type { LogLine } from "./types";

export interface Throw {
  dice: number[];
  sum: number;
  step: string;
  words: string;
}

export interface Result {
  number: number;
  /** Mark of the time line: good, win, even, bad. */
  mark: string;
  /** The result in a sentence, and its rule. */
  word: string;
  rule: string;
  throws: Throw[];
  /** What it changed, one sentence each. */
  changes: { text: string; rule: string }[];
}

/** The fight that ended since the last answer; nothing after the next one. ``number``: the newest line there is. */
export function lastResult(lines: LogLine[], number: number): Result | null {
  const held = lines.filter((l) => !l.undone && (l.kind === "answer" || l.kind === "dice"));
  if (!held.length || held.at(-1)!.number > number) return null;
  const answered = held.findLastIndex((l) => l.kind === "answer");
  const ended = held.findLastIndex((l) => l.fight);
  if (ended < 0 || ended < answered) return null;
  const end = held[ended]!;
  const throws = thrown(held.slice(0, ended + 1));
  const after = held
    .slice(Math.max(answered, 0))
    .flatMap((l) => l.events.map((e) => ({ text: e.text, rule: e.rule || l.rule })));
  const said = end.events.find((e) => e.kind === "result" || e.kind === "combat_result" || e.kind === "hex_taken");
  const word = said ?? end.events[0];
  return {
    number: end.number,
    mark: end.fight!,
    word: word?.text ?? "",
    rule: word?.rule || end.rule,
    throws,
    changes: after.filter((e) => e.text !== word?.text && !throws.some((x) => x.words === e.text)),
  };
}

/** The throws of the fight that ended with the last of these lines, in the order rolled. */
function thrown(lines: LogLine[]): Throw[] {
  const before = lines.slice(0, -1).findLastIndex((l) => l.fight || /^attack/.test(l.action ?? ""));
  return lines
    .slice(before + 1)
    .filter((l) => l.dice?.length)
    .map((l) => ({
      dice: l.dice!,
      sum: l.dice!.reduce((a, b) => a + b),
      step: l.step,
      words: l.events.length > 1 || l.fight ? "" : (l.events[0]?.text ?? ""),
    }));
}
