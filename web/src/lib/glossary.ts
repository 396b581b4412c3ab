// Words of a title where they stand in a text: what each means, the first time it comes.
import type { GlossaryWord } from "./types";

export interface Explained {
  text: string;
  meaning: string;
  /** What was searched for. */
  found: boolean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text cut at the words that a glossary explains (each once) and at what is searched for. */
export function explained(text: string, words: GlossaryWord[], mark = ""): Explained[] {
  const meanings = new Map(words.flatMap((w) => w.names.map((name) => [name.toLowerCase(), w.meaning] as const)));
  const names = [...meanings.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const searched = mark.trim() ? [escaped(mark.trim())] : [];
  if (!names.length && !searched.length) return [{ text, meaning: "", found: false }];
  const whole = names.length ? `(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}])` : "";
  const pattern = new RegExp(`(${[...searched, ...(whole ? [whole] : [])].join("|")})`, "giu");
  const told = new Set<string>();
  return text
    .split(pattern)
    .filter(Boolean)
    .map((part) => {
      const key = part.toLowerCase();
      if (mark.trim() && key === mark.trim().toLowerCase()) return { text: part, meaning: "", found: true };
      const meaning = told.has(key) ? "" : (meanings.get(key) ?? "");
      if (meaning) told.add(key);
      return { text: part, meaning, found: false };
    });
}
