// Made by tools/page_types.py from the table's OpenAPI description; do not edit.

/** Facts about a place (label, words, rule), and lines to draw for it. */
export interface About {
  facts: [string, string, string][];
  lines: SceneLine[];
}

export interface Apart {
  apart: boolean;
}

export interface BotInfo {
  name: string;
  about: string;
  levels: number;
}

/** A place off the map. */
export interface Box {
  cells?: BoxCell[];
  label: string;
  name: string;
  shown?: string;
  text?: string;
}

export interface BoxCell {
  end?: string;
  label: string;
}

/** The game that this one leaves, and where. */
export interface BranchOf {
  of: string;
  at: number;
}

export interface Card {
  chosen?: boolean;
  id: string;
  small?: string;
  text?: string;
  title: string;
  useless?: string;
}

export interface Chances {
  odds: Odds | null;
}

/** One turn of a story; `number` is its last line, for a picture. */
export interface Chapter {
  title: string;
  number: number;
  lines: string[];
}

/** A table of the rules. */
export interface Chart {
  columns: string[];
  name: string;
  note?: string;
  rows: string[][];
  rule?: string;
  title: string;
}

/** The row and column of a chart that are in use. */
export interface ChartCell {
  column?: number;
  row?: number;
}

export interface Charts {
  charts: Chart[];
}

/** One legal answer. `no`: it declines what is offered; `ends`: and ends a phase. `final`: dice follow at once. `repeat`: how often it could be said in a row. */
export interface Choice {
  action: string;
  rule: string;
  verb: string;
  place: string;
  piece: string;
  label: string;
  no: boolean;
  ends: boolean;
  final?: boolean;
  repeat?: number;
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

export interface Deck {
  count: number;
  label: string;
  name: string;
  of?: number;
  words?: string;
}

export interface Deleted {
  deleted: string;
}

/** What everybody may know of the dice: their promise, whose words are in them, and what may be known. */
export interface DiceFacts {
  commitment: string;
  epoch: number;
  open: boolean;
  words: DiceWord[];
  wants: string[];
  remarks: string[];
}

export interface DiceWord {
  seat: string;
  line: number;
  own: boolean;
}

export interface Ended {
  ended: string;
}

/** How the game ended. */
export interface Ending {
  name: string;
  rule?: string;
  text: string;
  title: string;
}

/** How a title's map is drawn; the same during a whole game. */
export interface Face {
  about: string;
  angle: number;
  bars: FaceBar[];
  bounds: [number, number, number, number];
  compass: [number, number] | null;
  facts: FaceFact[];
  fights: Record<string, unknown>;
  front: [string, string];
  kilometre: number;
  kind: "areas" | "hexes";
  lines: FaceLine[];
  north: number;
  numbers: boolean;
  piece: number;
  places: FacePlace[];
  scale: number;
  scale_bar: [number, number] | null;
  tags: string[];
  title: string;
  tools: string;
  turn: number;
  water: FaceWater[];
}

/** A chance that the panel shows: where it stands in a report of odds, and what it is called. */
export interface FaceBar {
  key: string[];
  kind: "bad" | "even" | "good";
  label: string;
}

/** Another figure of a report. */
export interface FaceFact {
  key: string[];
  label: string;
  signed?: boolean;
}

export interface FaceLine {
  kind: "bridge" | "coast" | "ferry" | "lake" | "major_river" | "minor_river" | "rail" | "road";
  points: [number, number][];
}

/** A place as it is drawn. */
export interface FacePlace {
  alone?: [number, number];
  at?: [number, number];
  centre: [number, number];
  ground: string;
  id: string;
  lines?: string[];
  mark?: string;
  name: string;
  near: string[];
  other?: [number, number][];
  pill?: string;
  points: [number, number][];
  signs?: string[];
  slots?: [number, number][];
  terrain: string;
}

export interface FaceWater {
  angle?: number;
  at?: [number, number];
  kind: "bank" | "lake" | "major" | "river";
  name: string;
  points: [number, number][];
}

/** The fight being prepared or fought, with the numbers that the rules use. */
export interface Fight {
  attack?: FightSide;
  column?: string;
  committed?: string[];
  defence?: FightSide;
  lead?: string;
  notes?: FightNote[];
  place?: string;
  result?: string;
  rolls?: FightRoll[];
  stage?: string;
  throws?: FightThrow[];
  title?: string;
}

/** One fight: its chances before the first die, and how often a result this good or better would come. */
export interface FightLuck {
  number: number;
  text: string;
  outcome: string;
  mark: string;
  chances: Record<string, number>;
  this_or_better: number;
  expected: number;
  actual: number;
}

export interface FightNote {
  rule?: string;
  text: string;
}

export interface FightRoll {
  dice: number[];
  side: string;
  total?: number;
}

export interface FightSide {
  dice?: string;
  label: string;
  side: string;
  terms: Term[];
  total?: number;
  total_words?: string;
}

/** A row of a result table: what this throw would do. */
export interface FightThrow {
  good?: boolean;
  lines: string[];
  roll: number;
  ways: number;
}

/** A game of yours in the lobby. `yours`: you are asked; `when` it was played last. */
export interface GameRow {
  id: string;
  name: string;
  game: string;
  scenario: string;
  turn: string;
  last: string;
  number: number;
  over: boolean;
  yours: boolean;
  waiting: string;
  side: string;
  mine: string[];
  maker: boolean;
  when: number;
}

export interface Games {
  games: GameRow[];
}

/** Cards that this seat may read, or their number where it may only count them. */
export interface Hand {
  cards?: Card[];
  count?: number;
  label: string;
  name: string;
  note?: string;
  rule?: string;
  side?: string;
}

/** What this table plays, and who you are. */
export interface Hello {
  version: string;
  url: string;
  local: boolean;
  data: string;
  name: string;
  bots: BotInfo[];
  titles: TitleInfo[];
  broken: string[];
}

/** What a careful player would count. */
export interface HiddenGroup {
  count: number;
  items: HiddenItem[];
  label: string;
}

export interface HiddenItem {
  count: number;
  label: string;
  symbol?: string;
}

/** What a bot would do, and why. */
export interface Hint {
  actions: string[];
  reasons: string[];
  bars: OddsBar[];
}

/** What a link is for, before one sits down with it. `yours`: you sit there already. */
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
  dice: DiceFacts;
  yours: boolean;
}

/** What moved last: an arrow until the next answer. */
export interface LastMove {
  from?: string;
  to?: string;
}

/** Who got up, and has no right to look any more. */
export interface Left {
  left: string;
}

/** The others propose to lend the seat of who is away; nothing where nobody does. */
export interface Lending {
  of?: string;
  agreed?: string[];
  missing?: string[];
}

export interface Link {
  link: string;
}

export interface Log {
  lines: LogLine[];
}

export interface LogEvent {
  rule: string;
  text: string;
  kind: string;
}

/** A line of the record as one seat may read it; `fight` is the mark of a fight that ended with it. */
export interface LogLine {
  number: number;
  who: string;
  kind: string;
  step: string;
  rule: string;
  events: LogEvent[];
  action?: string;
  dice?: number[];
  undone?: boolean;
  by?: string;
  fight?: string;
}

/** The table, and what is shown to this person only; `recovery`: whether they have a recovery code. */
export interface Look {
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
  moved: number;
  seat: string;
  pending: Pending;
  prompt: string;
  crumbs: [string, string, string][];
  question: Question | null;
  scene: Scene;
  undo: Undo;
  dice: DiceFacts;
  over: boolean;
  rewinds: number;
  note: string;
  guide: boolean;
  seats: SeatInfo[];
  wish: Wish;
  lend: Lending;
  branch?: BranchOf;
  mine: string[];
  maker: boolean;
  seen: number;
  recovery: boolean;
}

export interface Luck {
  fights: FightLuck[];
}

/** A game that was made from another one or from a record. */
export interface Made {
  id: string;
  recovery: string;
}

/** The position after a line, as this seat saw it then. */
export interface Moment {
  number: number;
  of: number;
  scene: Scene;
  crumbs: [string, string, string][];
  turn: number;
}

export interface Named {
  name: string;
}

/** A game that was made; links for seats that others shall take, and a recovery code. Both are told only here. */
export interface NewGameMade {
  id: string;
  links: Record<string, string>;
  recovery: string;
}

/** What happened, for one seat: the table as it stands, and the lines since. Calls that change a game reply with it, and the socket sends it to whoever else looks. */
export interface News {
  kind: "news";
  number: number;
  table: Table;
  lines: LogLine[];
}

export interface Note {
  lines: NoteLine[];
  title: string;
}

export interface NoteLine {
  dice?: number[];
  place?: string;
  rule?: string;
  text: string;
}

/** The chances of a fight. `report` has the fields of `kurgan odds`. */
export interface Odds {
  title: string;
  bars: OddsBar[];
  facts: [string, string][];
  exact: boolean;
  note: string;
  policy: Record<string, string>;
  report: Record<string, unknown>;
}

export interface OddsBar {
  label: string;
  kind: "bad" | "even" | "good";
  chance: number;
  fraction: string;
}

export interface OptionInfo {
  name: string;
  default: string;
  choices: string[];
  rule: string;
  about: string;
}

export interface Orders {
  orders: StandingOrder[];
}

/** Whose turn it is. */
export interface Pending {
  kind: "decide" | "over" | "throw";
  seat: string;
  step: string;
  rule: string;
}

/** A piece on the map or in a box; the bottom of a stack comes first. */
export interface Piece {
  at?: string;
  box?: string;
  cell?: number;
  corner?: string;
  count?: number;
  factors?: string;
  firepower?: string;
  full?: number;
  id: string;
  layout: "block" | "counter" | "marker" | "strongpoint";
  name?: string;
  nation?: string;
  pips?: number;
  points?: number;
  side: string;
  states?: string[];
  strip?: string;
  symbol?: string;
  text?: string;
  title?: string;
  word?: string;
}

export interface Promise {
  commitment: string;
}

/** The question that this seat is asked, with every legal answer. `far`: there may be routes. */
export interface Question {
  number: number;
  seat: string;
  step: string;
  rule: string;
  prompt: string;
  guide: string;
  far: boolean;
  choices: Choice[];
}

/** Why an answer is not allowed. */
export interface Reason {
  rule: string;
  code: string;
  text: string;
}

/** All that a recovery code was for, with the next code. */
export interface Recovered {
  game: string;
  seats: string[];
  recovery: string;
}

export interface Recovery {
  recovery: string;
}

/** Why something was not done; `rule` where a rule of the game refuses, `code` for programs. */
export interface Refusal {
  message: string;
  rule?: string;
  code?: string;
}

/** A far place in one click: the answers that lead there, the way and its cost. */
export interface Route {
  place: string;
  piece: string;
  actions: string[];
  places: string[];
  cost: string;
}

export interface Routes {
  number: number;
  routes: Route[];
}

/** A paragraph in our words. */
export interface RuleText {
  number: string;
  title: string;
  text: string;
}

export interface ScenarioInfo {
  name: string;
  title: string;
  seats: string[];
  about: string;
}

/** The position as one seat may see it. With `order`, places and pieces hold only what changed since the last frame, and `order` the ids of all pieces. */
export interface Scene {
  boxes?: Box[];
  charts?: Record<string, ChartCell>;
  decks?: Deck[];
  fight?: Fight;
  hands?: Hand[];
  hidden?: HiddenGroup[];
  last?: LastMove;
  lines?: SceneLine[];
  notes?: Note[];
  order?: string[];
  over?: Ending;
  pieces: Piece[];
  places: Record<string, ScenePlace>;
  sides: Record<string, Side>;
  tracks?: Track[];
  turn?: Turn;
}

/** Something drawn over the map: supply, a path, an attack, a radius. */
export interface SceneLine {
  kind: string;
  places: string[];
  side?: string;
  text?: string;
}

/** A place of the map as it stands now. */
export interface ScenePlace {
  control?: string;
  facts?: [string, string][];
  tags?: string[];
  text?: string;
}

/** Who sits there. `held`: some person has it, also while a bot plays; `lent`: until he comes back. */
export interface SeatInfo {
  name: string;
  label: string;
  kind: "bot" | "open" | "person";
  bot: string;
  person: string;
  lent: boolean;
  held: boolean;
  present: boolean;
  resigned: boolean;
  trouble: string;
}

/** The seat that a link was for ("" for watching), and a recovery code where it is a new one. */
export interface Seated {
  game: string;
  seat: string;
  recovery: string;
}

export interface SeenUpTo {
  seen: number;
}

export interface Side {
  kind: string;
  label: string;
}

export interface StandingOrder {
  step: string;
  how: string;
  what: string;
}

export interface Story {
  title: string;
  scenario: string;
  seat: string;
  outcome: string;
  chapters: Chapter[];
}

/** Everything that one seat may see now. `moved` is the last line after which the question is another one. */
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
  moved: number;
  seat: string;
  pending: Pending;
  prompt: string;
  crumbs: [string, string, string][];
  question: Question | null;
  scene: Scene;
  undo: Undo;
  dice: DiceFacts;
  over: boolean;
  rewinds: number;
  note: string;
  guide: boolean;
  seats: SeatInfo[];
  wish: Wish;
  lend: Lending;
  branch?: BranchOf;
}

/** One thing that was said, with the place that was pointed at. */
export interface Talk {
  id: number;
  who: string;
  text: string;
  place: string;
  partners: boolean;
  when: number;
}

export interface TalkNews {
  kind: "talk";
  talk: Talk;
}

export interface TalkSoFar {
  talk: Talk[];
}

/** One line of a sum. */
export interface Term {
  amount?: number;
  label: string;
  rule?: string;
  words?: string;
}

/** Where turns begin, and how the tracks stood on the way. */
export interface TimeLine {
  turns: TurnMark[];
  tracks: Curve[];
}

/** A title that can be played at this table. */
export interface TitleInfo {
  name: string;
  title: string;
  origin: string;
  about: string;
  tags: string[];
  pack: string;
  reconstructed: boolean;
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
}

/** A printed track with its value. */
export interface Track {
  cells?: string[];
  high?: number;
  label: string;
  losing?: [number, number];
  low?: number;
  marks?: TrackMark[];
  name: string;
  rule?: string;
  shape?: "bar" | "cells" | "number" | "pegs";
  value: number;
  warning?: string;
  words?: string;
}

export interface TrackMark {
  at: number;
  kind?: string;
  label: string;
}

export interface Turn {
  date?: string;
  label: string;
  number: number;
  of?: number;
}

export interface TurnMark {
  number: number;
  label: string;
}

/** How far this seat may take back: freely, alone past dice, or if the others agree. */
export interface Undo {
  step: number;
  turn: number;
  alone: boolean;
  asks: boolean;
}

export interface Why {
  refusal: Reason | null;
  number: number;
}

/** A seat asks to go back before a line; nothing where nobody does. `seen`: all that is hidden was shown once. */
export interface Wish {
  seat?: string;
  to?: number;
  agreed?: string[];
  seen?: boolean;
}

/** What is shown to one person only: their seats, whether they made the game, how far they have looked. */
export interface You {
  mine: string[];
  maker: boolean;
  seen: number;
  recovery: boolean;
}
