// How far this browser came in the lessons: what was answered in each, and which were done. Kept in local storage only.
import type { LessonInfo } from "./types";

const KEY = "kurgan lessons";
type Kept = Record<string, string[]>;

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

export function keptAnswers(title: string, lesson: string): string[] {
  return read()[`${title}/${lesson}`] ?? [];
}

export function keepAnswers(title: string, lesson: string, done: string[]): void {
  localStorage.setItem(KEY, JSON.stringify({ ...read(), [`${title}/${lesson}`]: done }));
}

const FINISHED = "kurgan lessons done";

export function finished(title: string): Set<string> {
  const names = (localStorage.getItem(FINISHED) ?? "").split(" ").filter((name) => name.startsWith(`${title}/`));
  return new Set(names.map((name) => name.slice(title.length + 1)));
}

export function finish(title: string, lesson: string): void {
  if (finished(title).has(lesson)) return;
  localStorage.setItem(FINISHED, `${localStorage.getItem(FINISHED) ?? ""} ${title}/${lesson}`.trim());
}

export type Progress = "done" | "begun" | "";

export function progress(title: string, lesson: LessonInfo): Progress {
  if (finished(title).has(lesson.name)) return "done";
  return keptAnswers(title, lesson.name).length ? "begun" : "";
}

/** A text with its rule numbers apart: "[9.5.5]" is a chip; the "[1]/+2" of a marker is no rule. */
export function withChips(text: string): { text: string; rule: string }[] {
  return text
    .split(/(\[\d[\w.]*\](?!\/))/)
    .filter(Boolean)
    .map((part) => (/^\[\d[\w.]*\]$/.test(part) ? { text: "", rule: part.slice(1, -1) } : { text: part, rule: "" }));
}
