// What the server sends, as its OpenAPI description says it, and the few types that are the page's own.
import type { Look } from "../made/api";

export type * from "../made/api";

export type Point = [number, number];

/** The table as the page keeps it. */
export type Table = Look;

/** One thing that happened: a sentence, its rule, and the dice it came from. */
export interface Told {
  number: number;
  text: string;
  rule: string;
  dice?: number[] | undefined;
}

/** Why something cannot be, with its rule. */
export interface Trouble {
  text: string;
  rule: string;
}
