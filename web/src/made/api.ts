// Made by tools/page_types.py from the table's OpenAPI description; do not edit.

/** Facts about a place (label, words, rule), and lines to draw for it. */
export interface About {
  facts: [string, string, string][];
  lines: SceneLine[];
}

/** Who you are. `mail`: enough of your address to know it again, empty for a guest; `possible`: whether this table can send links by mail; `way_back`: whether you can sign in again, by an address or a passkey; `hidden`: whether others are not told when you are at the table. */
export interface Account {
  name: string;
  mail: string;
  possible: boolean;
  way_back: boolean;
  hidden: boolean;
  sessions: DeviceSession[];
}

export interface Agree {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  /** The wish that was seen: its `to`. 0: whatever is wished. */
  to?: number;
}

/** One or several answers in notation, all or none, for the number they answer. */
export interface Answers {
  seat: string;
  number: number;
  actions: string[];
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
}

export interface Apart {
  apart: boolean;
}

/** Whom you do not want to meet. */
export interface Blocked {
  people: BlockedPerson[];
}

export interface BlockedPerson {
  name: string;
  profile: string;
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
  column?: number;
  end?: string;
  label: string;
  row?: number;
}

export interface Branch {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  at: number;
  go?: boolean;
}

/** The game that this one leaves, and where. */
export interface BranchOf {
  of: string;
  at: number;
}

export interface BroughtRecord {
  text: string;
  name?: string;
}

export interface CalledOff {
  ended: string;
}

export interface Card {
  chosen?: boolean;
  id: string;
  small?: string;
  text?: string;
  title: string;
  useless?: string;
}

export interface Challenge {
  profile: string;
}

export interface Chances {
  odds: Odds | null;
}

/** A way to tell you something. `address`: enough of it to know it again; of a feed all of it. `confirmed`: an address for mail is used after whoever reads it has said so. `last_sent`: seconds since 1970, 0 for never. `trouble`: why the last try failed, after so many `failures` in a row. */
export interface Channel {
  id: string;
  kind: "feed" | "mail" | "push" | "webhook";
  address: string;
  shape: "discord" | "json" | "slack";
  events: string[];
  digest: boolean;
  confirmed: boolean;
  last_sent: number;
  failures: number;
  trouble: string;
}

/** What a link in a mail did: `confirmed` or `ended`, and for which address. */
export interface ChannelDone {
  done: "confirmed" | "ended";
  address: string;
}

export interface ChannelWish {
  events: string[];
  /** Mail: at most once a day, everything together. */
  digest?: boolean;
}

/** `mail`: whether this table can send any; `push`: the key that browsers want to know, empty if it cannot. `quiet`: null where things are sent at any hour. */
export interface Channels {
  channels: Channel[];
  events: string[];
  mail: boolean;
  push: string;
  quiet: QuietTold | null;
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

/** One legal answer. `effect`: what it costs and does. `no`: it declines what is offered; `ends`: and ends a phase. `attacks`: a fight begins. `final`: dice follow at once. `repeat`: how often it could be said in a row. */
export interface Choice {
  action: string;
  rule: string;
  verb: string;
  place: string;
  piece: string;
  label: string;
  no: boolean;
  ends: boolean;
  attacks?: boolean;
  effect?: string;
  final?: boolean;
  repeat?: number;
}

/** The clocks of a game that has a pace, in seconds: for a decision and in the bank of each seat, what the decision under way has used, and what is left in the banks of those who have used some. `stands`: everybody agreed to it; `out`: its time has run out, and the others choose; `choices`: what they have chosen so far. */
export interface Clock {
  kind: "days" | "live";
  step: number;
  bank: number;
  seat: string;
  used: number;
  banks: Record<string, number>;
  runs: boolean;
  stands?: boolean;
  out?: boolean;
  choices?: Record<string, string>;
}

export interface ClockChoice {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  choice: "wait" | "bot" | "take" | "stand" | "run";
}

/** Anything else a seat asks for. `number` is the last line the page knows of. */
export interface Command {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
}

/** Who holds a seat of a game. */
export interface Companion {
  seat: string;
  name: string;
  profile: string;
  yours: boolean;
  rating: Rating | null;
}

export interface Company {
  people: Companion[];
  rated: boolean;
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

export interface DeleteMe {
  /** 'delete', so that nobody does it by accident. */
  word?: string;
}

export interface Deleted {
  deleted: string;
}

/** A browser that is you; `here`: the one that asks. */
export interface DeviceSession {
  id: string;
  made: number;
  seen: number;
  agent: string;
  here: boolean;
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

/** Dice that are read alike: how many, the lowest face that hits (0: pips are added up), how many of the lowest are dropped. */
export interface DicePool {
  count: number;
  least: number;
  drop: number;
}

export interface DicePromise {
  commitment: string;
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

/** `stage`: "growing", "done" or "stopped" (it would have been too large); games in it, bytes, and since when. */
export interface Export {
  id: string;
  kind: string;
  stage: string;
  games: number;
  size: number;
  made: number;
}

export interface ExportWish {
  kind: "all" | "games";
}

/** Your own, kept for a day; and the data set that the host publishes, if there is one. */
export interface Exports {
  exports: Export[];
  published: Export[];
}

/** How a title's map is drawn; the same during a whole game. */
export interface Face {
  about: string;
  angle: number;
  bars: FaceBar[];
  bounds: [number, number, number, number];
  compass: [number, number] | null;
  facts: FaceFact[];
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

/** One fight: its chances before the first die, how often a result this good or better would come, or this bad or worse, and what to call it: `better` or `worse` than could be expected, or `expected`. */
export interface FightLuck {
  number: number;
  text: string;
  outcome: string;
  mark: string;
  chances: Record<string, number>;
  this_or_better: number;
  this_or_worse: number;
  verdict: string;
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

export type Frame = News | TalkNews | Thinking;

/** A game of yours in the lobby. `yours`: you are asked; `when` it was played last; `others` at its seats. */
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
  others: Mate[];
  clock?: Clock;
}

export interface Games {
  games: GameRow[];
}

/** What the words of a title mean, for whoever reads them at the table. */
export interface Glossary {
  words: GlossaryWord[];
}

export interface GlossaryWord {
  names: string[];
  meaning: string;
  rule: string;
}

export interface Guide {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  on: boolean;
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

export interface HandSeat {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  of: string;
  held: string;
  bot?: string;
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

/** What a bot would do, in notation and in words, and why. */
export interface Hint {
  actions: string[];
  said: string[];
  reasons: string[];
  bars: OddsBar[];
}

/** Seconds since 1970. */
export interface Holiday {
  begin: number;
  until: number;
}

/** Seconds since 1970; a begin in the past is now. */
export interface HolidayWish {
  begin?: number;
  until: number;
}

/** Holidays that you had within a year, have, or will have; clocks of yours stand in them. */
export interface Holidays {
  holidays: Holiday[];
  most_days: number;
}

/** What a link is for, before one sits down with it. `yours`: you sit there already. `rated`: it counts. */
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
  about: string;
  tags: string[];
  others: SeatInfo[];
  dice: DiceFacts;
  yours: boolean;
  clock?: Clock;
  rated?: boolean;
}

export interface Join {
  game: string;
  secret: string;
  name?: string;
}

export interface Ladder {
  rungs: Rung[];
}

/** What moved last: an arrow until the next answer. */
export interface LastMove {
  from?: string;
  to?: string;
}

/** Who got up, and has no right to look any more. */
export interface Left {
  kind: "left";
  left: string;
}

export interface Lend {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  of: string;
  /** False: rather not; the proposal is off the table. */
  agree?: boolean;
}

/** The others propose to lend the seat of who is away; nothing where nobody does. */
export interface Lending {
  of?: string;
  agreed?: string[];
  missing?: string[];
}

/** What was answered in a lesson so far, and what is answered now; nothing only looks. */
export interface LessonAnswers {
  done?: string[];
  answers?: string[];
}

/** A lesson in the list of a title. */
export interface LessonInfo {
  name: string;
  number: number;
  title: string;
  about: string;
  rule: string;
  minutes: number;
  steps: number;
  answers: number;
  seat: string;
}

/** The table of a lesson, as its pupil sees it, with what happened there. */
export interface LessonLook {
  lesson: LessonState;
  table: Look;
  lines: LogLine[];
}

/** Where somebody is in a lesson. `done` is what was answered, to be sent back with the next call; `ways` are all lines that lead on; `said` speaks of the task that was just done. */
export interface LessonState {
  name: string;
  title: string;
  number: number;
  of: number;
  step: number;
  steps: string[];
  task: LessonTask | null;
  said: string;
  ways: string[];
  done: string[];
  over: boolean;
}

/** What is to be done now: answer the rules (`do`), point at a place (`look`), or say something (`say`). */
export interface LessonTask {
  kind: "do" | "look" | "say";
  task: string;
  text: string;
  options: string[];
  rule: string;
}

export interface Lessons {
  lessons: LessonInfo[];
}

/** How likely the end of one fight was for who looked on with these eyes before its first die; null where that cannot be reckoned. */
export interface Likely {
  fight: FightLuck | null;
}

export interface Link {
  link: string;
}

/** The secret of a link, before one sits down with it. */
export interface LinkSecret {
  game: string;
  secret: string;
}

/** A link was sent, if it can be. */
export interface LinkSent {
  sent: boolean;
}

export interface Log {
  lines: LogLine[];
}

/** One thing that happened. `part`: what it is in the tale of a fight, if it is told by one. */
export interface LogEvent {
  rule: string;
  text: string;
  kind: string;
  part?: "" | "begin" | "cast" | "change" | "read" | "result" | "step";
}

/** A line of the record as one seat may read it; `pools` say how its dice are read, one after the other, `throw` what they were in a fight; `fight` is the mark of a fight that ended with it, `head` what the card of a fight says from this line on, where the title has a word for it. */
export interface LogLine {
  number: number;
  who: string;
  kind: string;
  step: string;
  rule: string;
  events: LogEvent[];
  action?: string;
  dice?: number[];
  pools?: DicePool[];
  throw?: Throw;
  undone?: boolean;
  by?: string;
  fight?: string;
  head?: string;
}

/** The table, and what is shown to this person only: their seats, whether they made the game, how far they have looked, whether they have a recovery code. */
export interface Look {
  id: string;
  title: string;
  game: string;
  pack: string;
  reconstructed: boolean;
  scenario: string;
  scenario_title: string;
  aim: string;
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
  branch?: BranchOf;
  name: string;
  guide: boolean;
  seats: SeatInfo[];
  wish: Wish;
  lend: Lending;
  clock?: Clock;
  rated?: boolean;
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

export interface MailAddress {
  mail: string;
}

export interface MailToken {
  token: string;
}

/** Somebody else at a game of yours: a person's `name`, which may be empty, or that of a bot. `rival`: on the other side. */
export interface Mate {
  kind: "bot" | "open" | "person";
  name: string;
  rival: boolean;
}

export interface Me {
  name: string;
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

export interface NewChannel {
  events: string[];
  /** Mail: at most once a day, everything together. */
  digest?: boolean;
  kind: "webhook" | "mail" | "push" | "feed";
  /** None for a feed: it gets one here. */
  address?: string;
  /** Of a browser: p256dh and auth, a space between. */
  keys?: string;
  shape?: "json" | "discord" | "slack";
}

export interface NewGame {
  title: string;
  scenario?: string;
  options?: Record<string, string>;
  /** A folder on the server; empty: built in. */
  pack?: string;
  name?: string;
  seats?: Record<string, SeatWish>;
  /** An open seed, for playing alone. */
  seed?: string;
  /** A commitment that POST /promises gave you. */
  promise?: string;
  /** Your word for the dice, made after you saw the promise. */
  word?: string;
  guide?: boolean;
  /** Whom seats for anybody are meant for. */
  level?: "any" | "new" | "experienced";
  /** Nothing: no clocks. */
  pace?: PaceWish | null;
  /** It counts: ratings follow from how it ends. */
  rated?: boolean;
}

/** A game that was made; links for seats that others shall take, and a recovery code. Both are told only here. */
export interface NewGameMade {
  id: string;
  links: Record<string, string>;
  recovery: string;
}

export interface NewPasskey {
  /** What the browser made, as JSON. */
  credential: string;
  name?: string;
}

/** A round robin (`single`; `double`: twice, with sides changed) or a ladder. */
export interface NewTournament {
  name: string;
  title: string;
  scenario?: string;
  options?: Record<string, string>;
  kind?: "single" | "double" | "ladder";
  /** At most so many play; 16 in a round robin. */
  size?: number;
  /** A ladder: how many places above one may challenge. */
  reach?: number;
  /** A ladder: for how long it runs. */
  days?: number;
  pace: PaceWish;
  /** False: only who has the link sees it. */
  listed?: boolean;
  /** Who makes it plays too. */
  play?: boolean;
}

/** What happened, for one seat: the table as it stands, and the lines since. Calls that change a game reply with it, and the socket sends it to whoever else looks. */
export interface News {
  kind: "news";
  number: number;
  table: Table;
  lines: LogLine[];
}

/** An answer that points at nothing on the map and is not allowed now, with the reason. */
export interface NotNow {
  action: string;
  label: string;
  effect: string;
  rule: string;
  text: string;
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

/** What the host has to say to everybody. */
export interface Notice {
  id: string;
  text: string;
  made: number;
}

/** `banned`: that you are, until when and why; empty for everybody else. */
export interface Notices {
  notices: Notice[];
  banned: string;
}

/** The chances of a fight. `report` has the fields of `kurgan odds`. `gathered`: nobody was named for it yet, so these are the chances of all who may come, so many. `column`: of the table that is read. */
export interface Odds {
  title: string;
  bars: OddsBar[];
  facts: [string, string][];
  exact: boolean;
  note: string;
  policy: Record<string, string>;
  report: Record<string, unknown>;
  gathered?: number;
  column?: string;
}

export interface OddsBar {
  label: string;
  kind: "bad" | "even" | "good";
  chance: number;
  fraction: string;
}

export interface OfferSeat {
  level?: "any" | "new" | "experienced";
}

/** A free seat. `yours`: you have it out; `personal`: for one person only, `again` after another game; `profile`: of who invites; `rated`: the game counts. */
export interface OpenInvitation {
  game: string;
  seat: string;
  title: string;
  scenario: string;
  name: string;
  inviter: string;
  level: "any" | "experienced" | "new";
  yours: boolean;
  personal: boolean;
  again: string;
  made: number;
  profile: string;
  rated: boolean;
  clock?: Clock;
}

export interface OpenInvitations {
  invitations: OpenInvitation[];
}

/** Who else sat there: a person, a bot, or somebody who is gone. */
export interface Opponent {
  name: string;
  profile: string;
  bot: string;
}

/** An option of a title; what its choices are called stands beside them, where they are not their own names; `scenarios` are those in which it means something, none if it does in all; what is `first` says how hard a game is. */
export interface OptionInfo {
  name: string;
  default: string;
  choices: string[];
  rule: string;
  about: string;
  said: string[];
  scenarios: string[];
  first: boolean;
}

/** A rule that a standing order may follow: its name, as in "by NAME", and the same in words. */
export interface OrderRule {
  name: string;
  words: string;
}

export interface OrderWish {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  step: string;
  text?: string;
}

export interface Orders {
  orders: StandingOrder[];
}

/** Everything that is kept about you. Records of games are to be had from each game. */
export interface OwnData {
  name: string;
  created: number;
  mail: string;
  hidden: boolean;
  quiet: string;
  games: OwnGame[];
  channels: (Record<string, string | number>)[];
  holidays: Record<string, number>[];
  sessions: (Record<string, string | number>)[];
  results: (Record<string, string | number>)[];
  rating: Record<string, number>[];
  passkeys: (Record<string, string | number>)[];
  blocked: Record<string, string>[];
  reports: (Record<string, string | number>)[];
  talk: (Record<string, string | number>)[];
  tournaments: (Record<string, string | number>)[];
}

export interface OwnGame {
  game: string;
  seat: string;
  seen: number;
  title: string;
  scenario: string;
  name: string;
}

/** How long a decision may take, and what each seat has beyond that in the whole game; seconds. */
export interface PaceWish {
  kind: "live" | "days";
  step: number;
  bank: number;
}

export interface PasskeyEntry {
  /** What the browser made, as JSON. */
  credential: string;
  /** Seats that this browser holds as a guest come along. */
  bring?: boolean;
}

/** What to hand to the browser: `PublicKeyCredential.parse...OptionsFromJSON` reads it. */
export interface PasskeyQuestion {
  options: string;
}

/** A key that stays in a device of yours; `used` last, 0 for never. */
export interface PasskeyTold {
  id: string;
  name: string;
  made: number;
  used: number;
}

/** `possible`: whether this table can have any. Browsers have them for pages over https, or from localhost. */
export interface Passkeys {
  passkeys: PasskeyTold[];
  possible: boolean;
}

/** A game that is over. `change`: what it did to the rating, where it counted; `game`: only for who may open it. */
export interface PastGame {
  title: string;
  scenario: string;
  seat: string;
  label: string;
  result: "drawn" | "lost" | "won";
  outcome: string;
  counted: boolean;
  change: number;
  at: number;
  others: Opponent[];
  game: string;
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

export interface Presence {
  /** True: others are not told whether you are at the table. */
  hidden: boolean;
}

/** What everybody may know of somebody: how games ended. Nothing of running ones. */
export interface Profile {
  profile: string;
  name: string;
  since: number;
  yours: boolean;
  blocked: boolean;
  rating: Rating | null;
  games: number;
  sides: SideRecord[];
  past: PastGame[];
}

/** The question that this seat is asked, with every legal answer. `far`: there may be routes. `sets_out`: there are routes for pieces that are named with the request. `several`: answers that name pieces may be given one after the other. `refused`: what cannot be had now, and why. `orders`: rules of the title that could answer it from now on. `gather`: the pieces are named for a fight, and this answer says that those who were named are all; after the last of them nothing has to be said. */
export interface Question {
  number: number;
  seat: string;
  step: string;
  rule: string;
  prompt: string;
  guide: string;
  far: boolean;
  sets_out: boolean;
  several: boolean;
  gather: string;
  choices: Choice[];
  refused: NotNow[];
  orders: OrderRule[];
}

export interface Quiet {
  quiet: boolean;
}

export interface QuietHours {
  /** Such as "22:00". */
  begin: string;
  end: string;
  /** Such as "Europe/Madrid": whose clock it is. */
  zone: string;
}

/** Hours in which nothing is sent to you, as "22:00", on the clock of a `zone` such as Europe/Madrid. */
export interface QuietTold {
  begin: string;
  end: string;
  zone: string;
}

/** On one scale for people and bots: 1500 is what a newcomer has; `half` is half of the interval in which the true figure is 95 times in 100; `games` are those that counted. */
export interface Rating {
  shown: number;
  half: number;
  games: number;
}

/** Why an answer is not allowed. */
export interface Reason {
  rule: string;
  code: string;
  text: string;
}

export interface Recover {
  game: string;
  code: string;
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

/** The game that is played again: the seat that is yours in it, and a recovery code. Without a code the seat is offered to you, and still to be taken. */
export interface Rematch {
  game: string;
  seat: string;
  recovery: string;
}

export interface Rename {
  name: string;
}

/** What the host should know of somebody, or of a game. */
export interface Report {
  profile?: string;
  game?: string;
  text: string;
}

/** The host will read it. */
export interface Reported {
  reported: boolean;
}

export interface Retry {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  of: string;
}

/** A review as far as it has grown: up to line `reached` of `number`. `stale`: the game went on since. */
export interface Review {
  seat: string;
  number: number;
  state: "done" | "growing" | "none" | "stopped";
  reached?: number;
  stale?: boolean;
  points?: ReviewPoint[];
  accounts?: ReviewAccounts | null;
  decisions?: ReviewDecision[];
  decided?: number;
  worse?: number;
  turning?: ReviewTurn[];
  judge?: ReviewJudge | null;
  trouble?: string;
}

/** What the change of the chance is made of. The parts add up: start, luck, own, other and rest are the end. */
export interface ReviewAccounts {
  start: number;
  luck: number;
  luck_error: number;
  own: number;
  own_error: number;
  other: number;
  other_error: number;
  rest: number;
  rest_error: number;
  end: number;
}

/** A decision and the best order found instead. `difference` and `error` are chances; `equal`: within the error. `before` is the line after which it was taken, `count` how many answers it had. */
export interface ReviewDecision {
  number: number;
  before: number;
  count: number;
  played: ReviewOrder;
  better: ReviewOrder;
  difference: number;
  error: number;
  equal: boolean;
  orders: number;
  reasons: string[];
}

/** Who judges, by how many plays, and the games that taught the chances. `plays`: quick games played to the end from each position, 0 where what is seen of it is judged. `unknown`: options that the games do not know. */
export interface ReviewJudge {
  bot: string;
  samples: number;
  fresh: number;
  plays: number;
  games: number;
  players: string;
  unknown: string[];
}

/** An order: in notation, in the words of the choices, and the place it is about ("" for none). */
export interface ReviewOrder {
  actions: string[];
  words: string[];
  place: string;
}

/** The chance to win after a line, and the band around it, 95 in 100. */
export interface ReviewPoint {
  number: number;
  chance: number;
  low: number;
  high: number;
}

/** A line that turned the curve: by the dice, a decision of one's own, or the other side's play. */
export interface ReviewTurn {
  number: number;
  part: "luck" | "other" | "own";
  points: number;
}

/** A far place in one click: the answers that lead there, the way, its cost, and the attack that could follow. */
export interface Route {
  place: string;
  piece: string;
  actions: string[];
  places: string[];
  cost: string;
  attack?: string;
}

/** Where one or several can go. Of pieces that were named for setting out: who of them goes, and the answers that name them, if they go as one. */
export interface Routes {
  number: number;
  routes: Route[];
  pieces: string[];
  named: string[];
}

/** All rules of a title, and what its words mean. */
export interface RuleBook {
  name: string;
  title: string;
  rules: RuleParagraph[];
  words: GlossaryWord[];
}

/** A paragraph in our words. `lesson` and `step` say where it is shown, if it is, and `done` leads there. */
export interface RuleParagraph {
  number: string;
  title: string;
  text: string;
  heading: boolean;
  lesson?: string;
  shown?: string;
  done?: string[];
}

/** A paragraph in our words. */
export interface RuleText {
  number: string;
  title: string;
  text: string;
}

/** Somebody on the ladder; a bot has no profile. */
export interface Rung {
  kind: "bot" | "person";
  name: string;
  profile: string;
  yours: boolean;
  rating: Rating;
}

export interface Say {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  text: string;
  place?: string;
  partners?: boolean;
}

/** `duel`: two play against each other; tournaments are for those. */
export interface ScenarioInfo {
  name: string;
  title: string;
  seats: string[];
  about: string;
  labels: Record<string, string>;
  strengths: Strength[];
  duel: boolean;
}

/** The position as one seat may see it. With `since` it is what is new after the table of that number: places and pieces that changed, an empty place where nothing is said any more, `same` the other parts that did not change, and `order` the ids of all pieces where it is not the one from before. */
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
  same?: string[];
  sides: Record<string, Side>;
  since?: number;
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

/** Who sits there: me, somebody who gets a link, anybody at the table who likes, a bot, or nobody yet. */
export interface SeatWish {
  kind?: string;
  bot?: string;
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

/** Games of one title on one side. `share`: of won games, draws half; between `low` and `high` 95 times in 100. */
export interface SideRecord {
  title: string;
  seat: string;
  label: string;
  games: number;
  won: number;
  drawn: number;
  share: number;
  low: number;
  high: number;
}

export interface SignIn {
  token: string;
  /** Seats that this browser holds as a guest come along. */
  bring?: boolean;
}

/** What a link by mail is for: which address, whether it has an account already, whether it was asked for by this browser, and how many games this browser holds seats in that could be brought along. */
export interface SignInLook {
  address: string;
  known: boolean;
  asked_here: boolean;
  games: number;
}

/** The address, and the games that were brought along. */
export interface SignedIn {
  address: string;
  brought: string[];
}

export interface SignedOut {
  ended: string;
}

/** `asked` is what the step asks and `words` what the order answers, as people read them. */
export interface StandingOrder {
  step: string;
  how: string;
  what: string;
  asked: string;
  words: string;
}

export interface Story {
  title: string;
  scenario: string;
  seat: string;
  outcome: string;
  chapters: Chapter[];
}

/** How a bot did in a seat against another, or against the rules (`rival` empty), under these changed options. */
export interface Strength {
  bot: string;
  seat: string;
  rival: string;
  options: Record<string, string>;
  won: number;
  decided: number;
}

/** Everything that one seat may see now: the game, and who sits around it. `rated`: it counts. */
export interface Table {
  id: string;
  title: string;
  game: string;
  pack: string;
  reconstructed: boolean;
  scenario: string;
  scenario_title: string;
  aim: string;
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
  branch?: BranchOf;
  name: string;
  guide: boolean;
  seats: SeatInfo[];
  wish: Wish;
  lend: Lending;
  clock?: Clock;
  rated?: boolean;
}

export interface TakeBack {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  turn?: boolean;
  /** Go back before this line; 0: one step, or the whole turn. */
  to?: number;
}

/** One thing that was said, with the place that was pointed at; `profile` of somebody who only watches. */
export interface Talk {
  id: number;
  who: string;
  text: string;
  place: string;
  partners: boolean;
  when: number;
  profile?: string;
}

export interface TalkNews {
  kind: "talk";
  talk: Talk;
}

/** `quiet`: who only watches is not heard. */
export interface TalkSoFar {
  talk: Talk[];
  quiet?: boolean;
}

/** One line of a sum. */
export interface Term {
  amount?: number;
  label: string;
  rule?: string;
  words?: string;
}

export interface Thinking {
  kind: "thinking";
  seat: string;
  share: number;
}

/** A throw of a fight: whose dice, what they were added to (null where nothing is), what they came to. */
export interface Throw {
  side: string;
  value: number | null;
  total: number;
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

/** Two who meet: numbers of places, the first has the first of `seats`. `stage`: waits for earlier games, is under way, is over, was won because the other dropped out, or does not count; `yours`: you play it; `challenger` is 0 in a round robin. */
export interface TournamentGame {
  round: number;
  first: number;
  second: number;
  challenger: number;
  game: string;
  stage: "default" | "none" | "over" | "running" | "waiting";
  result: "" | "drawn" | "first" | "second";
  yours: boolean;
}

/** One line of a list. `stage`: open to join, running, over, or ended by the host; `yours`: you made it; `entered`: you play; `listed`: everybody sees it, not only who has the link; `step` and `bank`: seconds for a decision and for the whole game. */
export interface TournamentInfo {
  id: string;
  name: string;
  title: string;
  scenario: string;
  kind: "double" | "ladder" | "single";
  stage: "ended" | "open" | "over" | "running";
  players: number;
  size: number;
  maker: string;
  profile: string;
  yours: boolean;
  entered: boolean;
  listed: boolean;
  made: number;
  step: number;
  bank: number;
}

export interface TournamentLink {
  link: string;
}

export interface TournamentList {
  tournaments: TournamentInfo[];
}

/** Its link is given once, here; later a new one can be made. */
export interface TournamentMade {
  id: string;
  link: string;
}

/** Somebody in the table of results, the best first. `place` is shared by those whom nothing parts, 0 for who does not count any more; `left`: games to be played; `direct`: points against those who have as many; `berger`: points of those who were beaten, and half of those with whom it was drawn; `gone`: dropped out; `challenge`: you may challenge him now. */
export interface TournamentPlace {
  number: number;
  name: string;
  profile: string;
  yours: boolean;
  place: number;
  played: number;
  left: number;
  won: number;
  drawn: number;
  lost: number;
  points: number;
  direct: number;
  berger: number;
  gone: boolean;
  challenge: boolean;
}

/** What stands behind the # of a link; nothing where one needs none. */
export interface TournamentSecret {
  secret?: string;
}

/** All of a tournament. `seats`: the two sides as people write them; `until`: when a ladder ends, in seconds since 1970, 0 before it has begun; `reach`: how many places above one may challenge. */
export interface TournamentTable {
  info: TournamentInfo;
  options: Record<string, string>;
  seats: string[];
  reach: number;
  days: number;
  until: number;
  places: TournamentPlace[];
  games: TournamentGame[];
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

export interface Watching {
  game: string;
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

/** A seat's own word for the dice, made after it was shown their commitment. */
export interface Word {
  seat: string;
  number?: number;
  /** The number of the table you hold: scenes then tell what is new only. */
  known?: number;
  commitment: string;
  word: string;
}

/** Every call of the API. */
export interface Calls {
  "GET /hello": { path: object; query: { lang?: string }; body: undefined; reply: Hello };
  "PATCH /me": { path: object; query: { lang?: string }; body: Me; reply: Named };
  "GET /titles/{title}/face": { path: { title: string }; query: { lang?: string }; body: undefined; reply: Face };
  "GET /titles/{title}/opening": { path: { title: string }; query: { lang?: string }; body: undefined; reply: Scene };
  "GET /games": { path: object; query: { lang?: string }; body: undefined; reply: Games };
  "POST /games": { path: object; query: { lang?: string }; body: NewGame; reply: NewGameMade };
  "POST /promises": { path: object; query: { lang?: string }; body: undefined; reply: DicePromise };
  "POST /games/import": { path: object; query: { lang?: string }; body: BroughtRecord; reply: Made };
  "POST /join/look": { path: object; query: { lang?: string }; body: LinkSecret; reply: Invitation };
  "POST /join": { path: object; query: { lang?: string }; body: Join; reply: Seated };
  "POST /recover": { path: object; query: { lang?: string }; body: Recover; reply: Recovered };
  "GET /invitations": { path: object; query: { lang?: string }; body: undefined; reply: OpenInvitations };
  "GET /invitations/{game}/{seat}": { path: { game: string; seat: string }; query: { lang?: string }; body: undefined; reply: Invitation };
  "POST /invitations/{game}/{seat}": { path: { game: string; seat: string }; query: { lang?: string }; body: OfferSeat; reply: OpenInvitations };
  "DELETE /invitations/{game}/{seat}": { path: { game: string; seat: string }; query: { lang?: string }; body: undefined; reply: Ended };
  "POST /invitations/{game}/{seat}/take": { path: { game: string; seat: string }; query: { lang?: string }; body: undefined; reply: Seated };
  "POST /games/{game}/rematch": { path: { game: string }; query: { lang?: string }; body: Command; reply: Rematch };
  "GET /games/{game}": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: Look };
  "PATCH /games/{game}": { path: { game: string }; query: { lang?: string }; body: Rename; reply: Named };
  "DELETE /games/{game}": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Deleted };
  "GET /games/{game}/news": { path: { game: string }; query: { seat?: string; after?: number; lang?: string }; body: undefined; reply: News };
  "GET /games/{game}/face": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Face };
  "GET /games/{game}/charts": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Charts };
  "GET /games/{game}/rules/{number}": { path: { game: string; number: string }; query: { lang?: string }; body: undefined; reply: RuleText };
  "GET /games/{game}/log": { path: { game: string }; query: { seat?: string; after?: number; lang?: string }; body: undefined; reply: Log };
  "GET /games/{game}/turns": { path: { game: string }; query: { lang?: string }; body: undefined; reply: TimeLine };
  "GET /games/{game}/apart": { path: { game: string }; query: { seat: string; other: string; lang?: string }; body: undefined; reply: Apart };
  "GET /games/{game}/moment/{number}": { path: { game: string; number: number }; query: { seat?: string; lang?: string }; body: undefined; reply: Moment };
  "GET /games/{game}/why": { path: { game: string }; query: { seat?: string; place?: string; piece?: string; number?: number; lang?: string }; body: undefined; reply: Why };
  "GET /games/{game}/odds": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: Chances };
  "GET /games/{game}/likely/{number}": { path: { game: string; number: number }; query: { seat?: string; lang?: string }; body: undefined; reply: Likely };
  "GET /games/{game}/odds/after": { path: { game: string }; query: { seat?: string; action?: string; lang?: string }; body: undefined; reply: Chances };
  "GET /games/{game}/hint": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: Hint };
  "GET /games/{game}/routes": { path: { game: string }; query: { seat?: string; pieces?: string; together?: boolean; lang?: string }; body: undefined; reply: Routes };
  "GET /games/{game}/about": { path: { game: string }; query: { seat?: string; place?: string; lang?: string }; body: undefined; reply: About };
  "GET /games/{game}/orders": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: Orders };
  "POST /games/{game}/orders": { path: { game: string }; query: { lang?: string }; body: OrderWish; reply: News };
  "POST /games/{game}/answers": { path: { game: string }; query: { lang?: string }; body: Answers; reply: News };
  "POST /games/{game}/undo": { path: { game: string }; query: { lang?: string }; body: TakeBack; reply: News };
  "POST /games/{game}/agree": { path: { game: string }; query: { lang?: string }; body: Agree; reply: News };
  "POST /games/{game}/decline": { path: { game: string }; query: { lang?: string }; body: Command; reply: News };
  "POST /games/{game}/word": { path: { game: string }; query: { lang?: string }; body: Word; reply: News };
  "POST /games/{game}/resign": { path: { game: string }; query: { lang?: string }; body: Command; reply: News };
  "POST /games/{game}/retry": { path: { game: string }; query: { lang?: string }; body: Retry; reply: News };
  "POST /games/{game}/hurry": { path: { game: string }; query: { lang?: string }; body: Command; reply: News };
  "POST /games/{game}/branch": { path: { game: string }; query: { lang?: string }; body: Branch; reply: Made };
  "POST /games/{game}/guide": { path: { game: string }; query: { lang?: string }; body: Guide; reply: News };
  "POST /games/{game}/seen": { path: { game: string }; query: { lang?: string }; body: Command; reply: SeenUpTo };
  "GET /games/{game}/talk": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: TalkSoFar };
  "POST /games/{game}/talk": { path: { game: string }; query: { lang?: string }; body: Say; reply: Talk };
  "POST /games/{game}/quiet": { path: { game: string }; query: { lang?: string }; body: Guide; reply: Quiet };
  "GET /games/{game}/export": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: string };
  "GET /exports": { path: object; query: { lang?: string }; body: undefined; reply: Exports };
  "POST /exports": { path: object; query: { lang?: string }; body: ExportWish; reply: Exports };
  "GET /exports/{export}": { path: { export: string }; query: { lang?: string }; body: undefined; reply: string };
  "DELETE /exports/{export}": { path: { export: string }; query: { lang?: string }; body: undefined; reply: Exports };
  "GET /games/{game}/story": { path: { game: string }; query: { seat?: string; lang?: string }; body: undefined; reply: Story };
  "GET /games/{game}/luck": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Luck };
  "GET /games/{game}/review": { path: { game: string }; query: { seat: string; lang?: string }; body: undefined; reply: Review };
  "POST /games/{game}/review": { path: { game: string }; query: { lang?: string }; body: Command; reply: Review };
  "DELETE /games/{game}/review": { path: { game: string }; query: { seat: string; lang?: string }; body: undefined; reply: Review };
  "POST /games/{game}/links/{seat}": { path: { game: string; seat: string }; query: { lang?: string }; body: undefined; reply: Link };
  "DELETE /games/{game}/links/{seat}": { path: { game: string; seat: string }; query: { lang?: string }; body: undefined; reply: Ended };
  "POST /games/{game}/recovery": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Recovery };
  "POST /games/{game}/hand": { path: { game: string }; query: { lang?: string }; body: HandSeat; reply: News | Left };
  "POST /games/{game}/lend": { path: { game: string }; query: { lang?: string }; body: Lend; reply: News };
  "POST /games/{game}/clock": { path: { game: string }; query: { lang?: string }; body: ClockChoice; reply: News };
  "GET /me/holidays": { path: object; query: { lang?: string }; body: undefined; reply: Holidays };
  "POST /me/holidays": { path: object; query: { lang?: string }; body: HolidayWish; reply: Holidays };
  "DELETE /me/holidays/{begin}": { path: { begin: number }; query: { lang?: string }; body: undefined; reply: Holidays };
  "GET /me/channels": { path: object; query: { lang?: string }; body: undefined; reply: Channels };
  "POST /me/channels": { path: object; query: { lang?: string }; body: NewChannel; reply: Channels };
  "PATCH /me/channels/{channel}": { path: { channel: string }; query: { lang?: string }; body: ChannelWish; reply: Channels };
  "DELETE /me/channels/{channel}": { path: { channel: string }; query: { lang?: string }; body: undefined; reply: Channels };
  "POST /me/channels/{channel}/trial": { path: { channel: string }; query: { lang?: string }; body: undefined; reply: Channels };
  "POST /me/quiet": { path: object; query: { lang?: string }; body: QuietHours; reply: Channels };
  "DELETE /me/quiet": { path: object; query: { lang?: string }; body: undefined; reply: Channels };
  "GET /feed/{token}": { path: { token: string }; query: object; body: undefined; reply: string };
  "POST /confirm/{token}": { path: { token: string }; query: object; body: undefined; reply: ChannelDone };
  "POST /stop/{token}": { path: { token: string }; query: object; body: undefined; reply: ChannelDone };
  "GET /me/account": { path: object; query: { lang?: string }; body: undefined; reply: Account };
  "POST /me/presence": { path: object; query: { lang?: string }; body: Presence; reply: Account };
  "POST /signin/ask": { path: object; query: { lang?: string }; body: MailAddress; reply: LinkSent };
  "POST /signin/look": { path: object; query: { lang?: string }; body: MailToken; reply: SignInLook };
  "POST /signin": { path: object; query: { lang?: string }; body: SignIn; reply: SignedIn };
  "DELETE /me/sessions/{session}": { path: { session: string }; query: { lang?: string }; body: undefined; reply: SignedOut };
  "GET /me/data": { path: object; query: { lang?: string }; body: undefined; reply: OwnData };
  "POST /me/delete": { path: object; query: { lang?: string }; body: DeleteMe; reply: SignedOut };
  "GET /me/passkeys": { path: object; query: { lang?: string }; body: undefined; reply: Passkeys };
  "POST /me/passkeys": { path: object; query: { lang?: string }; body: NewPasskey; reply: Passkeys };
  "POST /passkeys/new": { path: object; query: { lang?: string }; body: undefined; reply: PasskeyQuestion };
  "DELETE /me/passkeys/{passkey}": { path: { passkey: string }; query: { lang?: string }; body: undefined; reply: Passkeys };
  "POST /passkeys/ask": { path: object; query: { lang?: string }; body: undefined; reply: PasskeyQuestion };
  "POST /passkeys/enter": { path: object; query: { lang?: string }; body: PasskeyEntry; reply: SignedIn };
  "GET /ladder": { path: object; query: { lang?: string }; body: undefined; reply: Ladder };
  "GET /people/{profile}": { path: { profile: string }; query: { lang?: string }; body: undefined; reply: Profile };
  "GET /games/{game}/company": { path: { game: string }; query: { lang?: string }; body: undefined; reply: Company };
  "GET /notices": { path: object; query: { lang?: string }; body: undefined; reply: Notices };
  "GET /me/blocked": { path: object; query: { lang?: string }; body: undefined; reply: Blocked };
  "POST /people/{profile}/block": { path: { profile: string }; query: { lang?: string }; body: undefined; reply: Blocked };
  "DELETE /people/{profile}/block": { path: { profile: string }; query: { lang?: string }; body: undefined; reply: Blocked };
  "POST /reports": { path: object; query: { lang?: string }; body: Report; reply: Reported };
  "GET /tournaments": { path: object; query: { lang?: string }; body: undefined; reply: TournamentList };
  "POST /tournaments": { path: object; query: { lang?: string }; body: NewTournament; reply: TournamentMade };
  "GET /tournaments/{tournament}": { path: { tournament: string }; query: { lang?: string }; body: undefined; reply: TournamentTable };
  "DELETE /tournaments/{tournament}": { path: { tournament: string }; query: { lang?: string }; body: undefined; reply: CalledOff };
  "POST /tournaments/{tournament}/look": { path: { tournament: string }; query: { lang?: string }; body: TournamentSecret; reply: TournamentTable };
  "POST /tournaments/{tournament}/join": { path: { tournament: string }; query: { lang?: string }; body: TournamentSecret; reply: TournamentTable };
  "POST /tournaments/{tournament}/leave": { path: { tournament: string }; query: { lang?: string }; body: TournamentSecret; reply: TournamentTable };
  "POST /tournaments/{tournament}/start": { path: { tournament: string }; query: { lang?: string }; body: undefined; reply: TournamentTable };
  "POST /tournaments/{tournament}/link": { path: { tournament: string }; query: { lang?: string }; body: undefined; reply: TournamentLink };
  "POST /tournaments/{tournament}/challenge": { path: { tournament: string }; query: { lang?: string }; body: Challenge; reply: TournamentTable };
  "POST /tournaments/{tournament}/games/{game}/watch": { path: { tournament: string; game: string }; query: { lang?: string }; body: TournamentSecret; reply: Watching };
  "DELETE /tournaments/{tournament}/entries/{profile}": { path: { tournament: string; profile: string }; query: { lang?: string }; body: undefined; reply: TournamentTable };
  "GET /titles/{title}/lessons": { path: { title: string }; query: { lang?: string }; body: undefined; reply: Lessons };
  "POST /titles/{title}/lessons/{lesson}": { path: { lesson: string; title: string }; query: { lang?: string }; body: LessonAnswers; reply: LessonLook };
  "GET /titles/{title}/lessons/{lesson}/why": { path: { lesson: string; title: string }; query: { done?: string; place?: string; piece?: string; lang?: string }; body: undefined; reply: Why };
  "GET /titles/{title}/lessons/{lesson}/odds": { path: { lesson: string; title: string }; query: { done?: string; lang?: string }; body: undefined; reply: Chances };
  "GET /titles/{title}/lessons/{lesson}/odds/after": { path: { lesson: string; title: string }; query: { done?: string; action?: string; lang?: string }; body: undefined; reply: Chances };
  "GET /titles/{title}/lessons/{lesson}/routes": { path: { lesson: string; title: string }; query: { done?: string; lang?: string }; body: undefined; reply: Routes };
  "GET /titles/{title}/lessons/{lesson}/about": { path: { lesson: string; title: string }; query: { done?: string; place?: string; lang?: string }; body: undefined; reply: About };
  "GET /titles/{title}/lessons/{lesson}/moment/{number}": { path: { lesson: string; number: number; title: string }; query: { done?: string; lang?: string }; body: undefined; reply: Moment };
  "GET /titles/{title}/rules": { path: { title: string }; query: { lang?: string }; body: undefined; reply: RuleBook };
  "GET /titles/{title}/rules/{number}": { path: { number: string; title: string }; query: { lang?: string }; body: undefined; reply: RuleText };
  "GET /titles/{title}/glossary": { path: { title: string }; query: { lang?: string }; body: undefined; reply: Glossary };
  "GET /titles/{title}/charts": { path: { title: string }; query: { lang?: string }; body: undefined; reply: Charts };
  "GET /games/{game}/live": { path: { game: string }; query: { seat?: string; after?: number }; body: undefined; reply: Frame };
}
