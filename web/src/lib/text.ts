// Every word of the page comes from text/<language>.json, so that a translation is one file. English is always there; what
// another language lacks is said in English.
import en from "../text/en.json";

type Words = Record<string, string>;
const FILES = import.meta.glob<{ default: Words }>("../text/*.json");
const english: Words = en;
let words: Words = en;

/** The languages that have a file, English first. */
export const LANGUAGES: readonly string[] = Object.keys(FILES)
  .map((path) => path.replace(/^.*\//, "").replace(".json", ""))
  .sort((a, b) => (a === "en" ? -1 : b === "en" ? 1 : a.localeCompare(b)));

/** The one of our languages that somebody who reads these likes best. */
export function preferred(liked: readonly string[]): string {
  for (const tag of liked) {
    const language = tag.toLowerCase().split("-")[0]!;
    if (LANGUAGES.includes(language)) return language;
  }
  return "en";
}

/** Speak a language from here on; call it before anything is drawn. */
export async function speak(language: string): Promise<void> {
  const file = language === "en" ? undefined : FILES[`../text/${language}.json`];
  words = file ? (await file()).default : en;
  document.documentElement.lang = file ? language : "en";
}

/** The language that the page speaks: what the server is asked to speak too. */
export const spoken = (): string => document.documentElement.lang || "en";

/** A scenario's name where its title's already stands: "Advance to the Volga, 13 to 30 September" is "13 to 30 September". */
export function besideTitle(scenario: string, title: string): string {
  if (!scenario.startsWith(`${title}, `)) return scenario;
  const rest = scenario.slice(title.length + 2);
  return rest.charAt(0).toLocaleUpperCase(spoken()) + rest.slice(1);
}

/** What a language calls itself. */
export function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const HOLE = /\{(\w+)((?:\|[^|}]*)*)\}/g;

/** A sentence with its holes filled: "{n}" by a value, "{n|game|games}" by the form that goes with that number. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const template = words[key] ?? english[key];
  if (template === undefined) return key;
  return template.replace(HOLE, (whole, name: string, forms: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return forms ? plural(Number(value), forms.slice(1).split("|")) : String(value);
  });
}

/** The form of a word for a number, in the order of the language's own categories: one, few, many, other. */
function plural(number: number, forms: string[]): string {
  const rules = new Intl.PluralRules(spoken());
  const order = ["zero", "one", "two", "few", "many", "other"].filter((name) =>
    rules.resolvedOptions().pluralCategories.includes(name as Intl.LDMLPluralRule),
  );
  return forms[Math.min(order.indexOf(rules.select(number)), forms.length - 1)]!;
}

/** A share as people read it: one decimal under 10 and over 90. */
export function percent(chance: number): string {
  const p = chance * 100;
  if (p > 0 && p < 0.05) return `< ${decimal(0.1, 1)} %`;
  if (p > 99.95 && p < 100) return `> ${decimal(99.9, 1)} %`;
  if (p === 0 || p === 100) return `${p} %`;
  return `${decimal(p, p < 10 || p > 90 ? 1 : 0)} %`;
}

/** A number with so many decimals, behind the point or comma of the language. */
export function decimal(number: number, digits: number): string {
  return number.toLocaleString(spoken(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** A figure that the table wrote down ("-0.96"), as the language writes it; other words stay as they are. */
export function figure(words: string): string {
  const [, sign, digits, behind] = /^([+-]?)(\d+)\.(\d+)$/.exec(words) ?? [];
  if (!digits || !behind) return words;
  return `${sign === "-" ? "−" : sign}${decimal(Number(`${digits}.${behind}`), behind.length)}`;
}

export function signed(amount: number, first: boolean, digits = -1): string {
  const size = digits < 0 ? String(Math.abs(amount)) : decimal(Math.abs(amount), digits);
  if (first && amount >= 0) return size;
  return amount > 0 ? `+${size}` : amount < 0 ? `−${size}` : "0";
}

/** A day as the language writes it, from seconds. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(spoken(), { dateStyle: "medium" });
