// What the server sends, as its OpenAPI description says it, and the few types that are the page's own.
import type { Look, TurnMark } from "../made/api";

export type * from "../made/api";

export type Point = [number, number];

/** The table as the page keeps it: what the server told of it, and the time line that the page adds to. */
export type Table = Look & { turns?: TurnMark[] };
