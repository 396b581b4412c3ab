// What the server sends. See docs/reference/scene.md and docs/reference/api.md.

export type Point = [number, number];

export interface FacePlace {
  id: string;
  name: string;
  lines?: string[];
  ground: string;
  terrain: string;
  pill?: string;
  near: string[];
  points: Point[];
  centre: Point;
  at?: Point;
  slots?: Point[];
  other?: Point[];
  alone?: Point;
  mark?: string;
  signs?: string[];
}

export interface FaceWater {
  name: string;
  kind: "bank" | "river" | "major" | "lake";
  points: Point[];
  at?: Point;
  angle?: number;
}

export interface FaceLine {
  kind: "road" | "rail" | "minor_river" | "major_river" | "lake" | "bridge" | "ferry" | "coast";
  points: Point[];
}

export interface Face {
  kind: "areas" | "hexes";
  title: string;
  tools: string;
  scale: number;
  piece: number;
  front: [string, string];
  turn: number;
  north: number;
  kilometre: number;
  bounds: [number, number, number, number];
  places: FacePlace[];
  water: FaceWater[];
  lines: FaceLine[];
  compass?: Point;
  scale_bar?: Point;
  numbers: boolean;
  angle: number;
}

export interface Piece {
  id: string;
  side: string;
  nation?: string;
  at?: string;
  box?: string;
  cell?: number;
  layout: "counter" | "strongpoint" | "block" | "marker";
  name?: string;
  title?: string;
  symbol?: string;
  factors?: string;
  word?: string;
  states?: string[];
  pips?: number;
  full?: number;
  firepower?: string;
  strip?: string;
  corner?: string;
  count?: number;
  points?: number;
  text?: string;
}

export interface ScenePlace {
  control?: string;
  tags?: string[];
  text?: string;
  facts?: [string, string][];
}

export interface Track {
  name: string;
  label: string;
  value: number;
  low?: number;
  high?: number;
  words?: string;
  marks?: { at: number; label: string; kind?: string }[];
  losing?: [number, number];
  shape?: "cells" | "bar" | "pegs" | "number";
  cells?: string[];
  warning?: string;
  rule?: string;
}

/** How a track stood over the whole game: from each number on, its value. */
export interface Curve {
  name: string;
  label: string;
  low: number;
  high: number;
  shape: string;
  points: [number, number][];
}

export interface Term {
  label: string;
  amount?: number;
  words?: string;
  rule?: string;
}

export interface FightSide {
  side: string;
  label: string;
  terms: Term[];
  total?: number;
  total_words?: string;
  dice?: string;
}

export interface Fight {
  place?: string;
  stage?: string;
  title?: string;
  attack?: FightSide;
  defence?: FightSide;
  notes?: { text: string; rule?: string }[];
  committed?: string[];
  lead?: string;
  column?: string;
  throws?: { roll: number; ways: number; lines: string[]; good?: boolean }[];
  rolls?: { side: string; dice: number[]; total?: number }[];
  result?: string;
}

export interface Card {
  id: string;
  title: string;
  text?: string;
  small?: string;
  chosen?: boolean;
  useless?: string;
}

export interface Hand {
  name: string;
  label: string;
  side?: string;
  note?: string;
  rule?: string;
  cards?: Card[];
  count?: number;
}

export interface Box {
  name: string;
  label: string;
  text?: string;
  cells?: { label: string; end?: string }[];
  shown?: string;
}

export interface NoteLine {
  text: string;
  rule?: string;
  dice?: number[];
  place?: string;
}

export interface Scene {
  turn?: { number: number; of?: number; label: string; date?: string };
  sides: Record<string, { label: string; kind: string }>;
  places: Record<string, ScenePlace>;
  pieces: Piece[];
  /** Ids of all pieces, where only the changed ones are sent. */
  order?: string[];
  boxes?: Box[];
  tracks?: Track[];
  hands?: Hand[];
  decks?: { name: string; label: string; count: number; of?: number; words?: string }[];
  hidden?: { label: string; count: number; items: { label: string; count: number; symbol?: string }[] }[];
  fight?: Fight;
  lines?: { kind: string; side?: string; places: string[]; text?: string }[];
  last?: { from?: string; to?: string };
  notes?: { title: string; lines: NoteLine[] }[];
  charts?: Record<string, { row?: number; column?: number }>;
  over?: { name: string; title: string; text: string; rule?: string };
}

export interface Choice {
  action: string;
  rule: string;
  verb: string;
  place: string;
  piece: string;
  label: string;
  final?: boolean;
  /** How often this could be said in a row: supply is bought by the handful. */
  repeat?: number;
}

export interface Question {
  number: number;
  seat: string;
  step: string;
  rule: string;
  prompt: string;
  guide: string;
  /** There may be routes: places that several answers lead to. */
  far?: boolean;
  choices: Choice[];
  order?: string[];
}

/** A far place in one click: the answers that lead there, the way and its cost. */
export interface Route {
  place: string;
  piece: string;
  actions: string[];
  places: string[];
  cost: string;
}

/** What a title says about a place when somebody points at it. */
export interface About {
  facts: [string, string, string][];
  lines: NonNullable<Scene["lines"]>;
}

export interface LogLine {
  number: number;
  who: string;
  kind: string;
  step: string;
  rule: string;
  action?: string;
  dice?: number[];
  sum?: number;
  events: { rule: string; text: string; kind: string }[];
  turn?: number;
  fight?: string;
  undone?: boolean;
  by?: string;
}

export interface SeatInfo {
  name: string;
  label: string;
  kind: "person" | "bot" | "open";
  bot?: string;
  person?: string;
  mine: boolean;
  present: boolean;
  /** Some person holds it, also while a bot plays there. */
  held: boolean;
  /** Its person is away, and a bot plays until he comes back. */
  lent: boolean;
  resigned?: boolean;
  trouble?: string;
}

/** What a link is for, before one sits down with it. */
export interface Invitation {
  game: string;
  name: string;
  title: string;
  scenario: string;
  seat: string;
  label: string;
  inviter: string;
  over: boolean;
  decided: boolean;
  turn: string;
  others: SeatInfo[];
  dice: { remarks: string[] };
  yours: boolean;
}

export interface Talk {
  id: number;
  who: string;
  text: string;
  place?: string;
  partners?: boolean;
  at: number;
  when: string;
}

/** What everybody may know of the dice: their promise, whose words are in them, and what may be known. */
export interface DiceFacts {
  commitment: string;
  epoch: number;
  open: boolean;
  words: { seat: string; line: number; own: boolean }[];
  wants: string[];
  remarks: string[];
}

export interface Table {
  id: string;
  name: string;
  title: string;
  game: string;
  pack: string;
  reconstructed: boolean;
  scenario: string;
  scenario_title: string;
  options: Record<string, string>;
  number: number;
  seats: SeatInfo[];
  seat: string;
  mine: string[];
  maker: boolean;
  pending: { kind: "decide" | "throw" | "over"; seat: string; step: string; rule: string };
  prompt: string;
  crumbs: [string, string, string][];
  question: Question | null;
  scene: Scene;
  undo: { step: number; turn: number; alone: boolean; asks: boolean };
  /** The last line after which the question is another one; words and remarks do not count. */
  moved: number;
  dice: DiceFacts;
  over: boolean;
  branch?: { of: string; at: number };
  rewinds: number;
  guide: boolean;
  seen: number;
  /** Whether this person has a recovery code for what they hold here. */
  recovery: boolean;
  /** A seat asks to go back; "seen": everything hidden was shown before. */
  wish: { seat?: string; to?: number; seen?: boolean };
  /** The others propose to lend the seat of who is away. */
  lend: { of?: string; agreed?: string[]; missing?: string[] };
  turns: { number: number; label: string }[];
}

export interface OddsBar {
  label: string;
  chance: number;
  fraction: string;
  kind: "good" | "even" | "bad";
}

export interface Odds {
  title: string;
  bars: OddsBar[];
  facts: [string, string][];
  exact: boolean;
  note: string;
  policy: Record<string, string>;
  report: Record<string, unknown>;
}
