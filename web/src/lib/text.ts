// Every word of the page comes from text/en.json, so that a translation is one file.
import en from "../text/en.json";

const words: Record<string, string> = en;

export function t(key: string, values: Record<string, string | number> = {}): string {
  const template = words[key];
  if (template === undefined) return key;
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** A share as people read it: one decimal under 10 and over 90. */
export function percent(chance: number): string {
  const p = chance * 100;
  if (p > 0 && p < 0.05) return "< 0.1 %";
  return `${p < 10 || p > 90 ? p.toFixed(1) : p.toFixed(0)} %`;
}

export function signed(amount: number, first: boolean): string {
  if (first && amount >= 0) return String(amount);
  return amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : "0";
}
