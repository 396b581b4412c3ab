// The rules of a title as chapters, and what a search finds in them.
import type { RuleParagraph } from "./types";

export interface Chapter {
  number: string;
  title: string;
  /** The number of its first paragraph. */
  first: string;
  rules: RuleParagraph[];
}

const chapterOf = (number: string): string => number.split(".")[0]!;

export function chapters(rules: RuleParagraph[]): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const rule of rules) {
    const number = chapterOf(rule.number);
    const chapter = found.get(number);
    if (chapter) chapter.rules.push(rule);
    else found.set(number, { number, title: rule.title, first: rule.number, rules: [rule] });
  }
  return [...found.values()];
}

/** Paragraphs with all the words in number, title or text; all of them for an empty search. */
export function matching(rules: RuleParagraph[], search: string): RuleParagraph[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return rules;
  return rules.filter((rule) => {
    const told = `${rule.number} ${rule.title} ${rule.text}`.toLowerCase();
    return rule.text !== "" && words.every((word) => told.includes(word));
  });
}
