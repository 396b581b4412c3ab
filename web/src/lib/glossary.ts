// Words of a title where they stand in a text: what each means, the first time it comes.
import type { GlossaryWord } from "./types";

export interface Explained {
  text: string;
  meaning: string;
  /** What was searched for. */
  found: boolean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A name in any number: each of its words may have one of the endings that the language has for that, as "s|es". */
const inAnyNumber = (name: string, endings: string): string =>
  name
    .split(/\s+/)
    .map((word) => escaped(word) + (endings ? `(?:${endings})?` : ""))
    .join("\\s+");

/** A number that follows, in figures or as one of these words. */
const counted = (numbers: string): string => `\\s+(?:\\p{N}${numbers ? `|(?:${numbers})(?!\\p{L})` : ""})`;

/** A text cut at the words that a glossary explains (each once) and at what is searched for.

    ``endings`` and ``numbers`` are those of the language. Before a number a word only counts: step four of a fight is not
    the step of a unit. */
export function explained(text: string, words: GlossaryWord[], mark = "", endings = "", numbers = ""): Explained[] {
  const known = words
    .flatMap((w) => w.names.map((name) => ({ name, meaning: w.meaning, pattern: inAnyNumber(name, endings) })))
    .sort((a, b) => b.name.length - a.name.length);
  const names = known.map((one) => one.pattern);
  const searched = mark.trim() ? [escaped(mark.trim())] : [];
  if (!names.length && !searched.length) return [{ text, meaning: "", found: false }];
  const whole = names.length ? `(?<![\\p{L}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{N}]|${counted(numbers)})` : "";
  const pattern = new RegExp(`(${[...searched, ...(whole ? [whole] : [])].join("|")})`, "giu");
  const told = new Set<string>();
  return text
    .split(pattern)
    .filter(Boolean)
    .map((part) => {
      const key = part.toLowerCase();
      if (mark.trim() && key === mark.trim().toLowerCase()) return { text: part, meaning: "", found: true };
      const word = known.find((one) => new RegExp(`^(?:${one.pattern})$`, "iu").test(part));
      const meaning = !word || told.has(word.meaning) ? "" : word.meaning;
      told.add(meaning);
      return { text: part, meaning, found: false };
    });
}
