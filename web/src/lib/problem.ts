// A file for whoever mends the program: the position as this seat sees it, versions, the last lines of the log. Nothing
// in it lets anybody sit down, and nothing that this seat may not see.
import type { LogLine, Table } from "./types";

const LINES = 40;

export interface Problem {
  what: string;
  kurgan: string;
  browser: string;
  screen: string;
  title: string;
  pack: string;
  scenario: string;
  options: Record<string, string>;
  seat: string;
  number: number;
  asked: string;
  answers: string[];
  shown: string;
  position: Table["scene"];
  log: { number: number; who: string; step: string; rule: string; dice: number[]; words: string[] }[];
}

/** Only what is named here: a field that comes to the table later is not sent by the way. */
export function problem(what: string, version: string, table: Table, lines: LogLine[], shown: string): Problem {
  return {
    what,
    kurgan: version,
    browser: navigator.userAgent,
    screen: `${window.innerWidth}x${window.innerHeight}`,
    title: table.game,
    pack: table.pack,
    scenario: table.scenario,
    options: table.options,
    seat: table.seat,
    number: table.number,
    asked: table.question?.step ?? table.pending.step,
    answers: table.question?.choices.map((c) => c.action) ?? [],
    shown,
    position: table.scene,
    log: lines.slice(-LINES).map((l) => ({
      number: l.number,
      who: l.who,
      step: l.step,
      rule: l.rule,
      dice: l.dice ?? [],
      words: l.kind === "seat" ? [] : l.events.map((e) => e.text),
    })),
  };
}
