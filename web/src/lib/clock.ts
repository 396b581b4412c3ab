// How much time is left: of a decision first, then of the bank.
import { t } from "./text";
import type { Clock } from "./types";

export interface TimeLeft {
  /** Seconds until the decision must be made, or until the bank is empty. */
  left: number;
  of: number;
  fromBank: boolean;
  /** Less than a fifth of all there is. */
  low: boolean;
}

/** What is left to who is asked, so many seconds after the server said how it stands. */
export function timeLeft(clock: Clock, passed: number): TimeLeft {
  const used = clock.used + (clock.runs ? passed : 0);
  const bank = clock.banks[clock.seat] ?? clock.bank;
  const all = Math.max(0, clock.step + bank - used);
  const low = all * 5 < clock.step + bank;
  if (used < clock.step) return { left: clock.step - used, of: clock.step, fromBank: false, low };
  return { left: all, of: Math.max(clock.bank, 1), fromBank: true, low };
}

/** Paces to choose from: seconds for a decision and in the bank of each seat. */
export const PACES: Record<string, { kind: "live" | "days"; step: number; bank: number }> = {
  "live 45": { kind: "live", step: 30, bank: 2700 },
  "live 120": { kind: "live", step: 60, bank: 7200 },
  "days 1": { kind: "days", step: 86400, bank: 3 * 86400 },
  "days 3": { kind: "days", step: 3 * 86400, bank: 7 * 86400 },
  "days 7": { kind: "days", step: 7 * 86400, bank: 14 * 86400 },
};

const UNITS: [string, number][] = [
  ["clock.d", 86400],
  ["clock.h", 3600],
  ["clock.min", 60],
  ["clock.s", 1],
];

/** A span of time in its two largest units: "1 d 19 h", "8 h", "45 s". */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first < 0) return t("clock.s", { n: 0 });
  const [unit, size] = UNITS[first]!;
  const parts = [t(unit, { n: Math.floor(whole / size) })];
  const [next, smaller] = UNITS[first + 1] ?? ["", 0];
  const rest = smaller ? Math.floor((whole % size) / smaller) : 0;
  if (rest && whole < 4 * size) parts.push(t(next, { n: rest }));
  return parts.join(" ");
}

/** A pace in a few words: "3 d a decision, 7 d in the bank". */
export function paceWords(clock: Pick<Clock, "step" | "bank">): string {
  const step = clock.step ? t("clock.step", { span: span(clock.step) }) : "";
  const bank = clock.bank ? t("clock.bank", { span: span(clock.bank) }) : "";
  return [step, bank].filter(Boolean).join(", ");
}
