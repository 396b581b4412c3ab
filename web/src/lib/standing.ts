// Standing orders in words, at the question that they answer.
import type { Choice, LogLine, Question } from "./types";

/** So often in a row the same must have been answered before it is offered to answer so always. */
const TIMES = 2;

/** The answer that this seat gave the last times it was asked this, if it can be given again and commits to nothing more:
    no attack, no end of a phase, nothing that points at the map. Of one thing several in a row, three guns bought at once
    say, are no habit; to decline as often is one. */
export function habit(lines: LogLine[], seat: string, question: Question): Choice | undefined {
  const given = lines.filter((l) => l.kind === "answer" && l.who === seat && l.step === question.step && !l.undone);
  const last = given.slice(-TIMES);
  if (last.length < TIMES || last.some((l) => l.by || l.action !== last[0]!.action)) return undefined;
  const found = question.choices.find((c) => c.action === last[0]!.action);
  const held = lines.filter((l) => (l.kind === "answer" || l.kind === "dice") && !l.undone);
  const inARow = held.indexOf(last.at(-1)!) - held.indexOf(last[0]!) < TIMES;
  if (inARow && !found?.no) return undefined;
  return found && !found.place && !found.piece && !found.ends && !found.attacks ? found : undefined;
}

/** The steps at which orders answered for this seat since it last answered itself, with how often. */
export function followed(lines: LogLine[], seat: string): Map<string, number> {
  const mine = lines.filter((l) => l.kind === "answer" && l.who === seat && !l.undone);
  const found = new Map<string, number>();
  for (const line of mine.slice(mine.findLastIndex((l) => !l.by) + 1))
    if (line.by === "order") found.set(line.step, (found.get(line.step) ?? 0) + 1);
  return found;
}
