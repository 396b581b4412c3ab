// One open game in this browser: what the server said last, and what the player is doing.
import { api, get, Live, NOT_YOURS, post, Refused } from "./api";
import { buildWorld, type World } from "./layout";
import { codeOf, dropCode, keepCode } from "./recovery";
import { settings } from "./settings.svelte";
import { t } from "./text";
import { giveWords } from "./words";
import type { About, Chart, Choice, Curve, Face, Frame, Left, LogLine, News, Odds, OddsBar, Question, Route, Scene, Table, Talk } from "./types";

export interface Moment {
  number: number;
  of: number;
  scene: Scene;
  crumbs: [string, string, string][];
  turn: number;
}

/** One thing that happened: a sentence, its rule, and the dice it came from. */
export interface Told {
  number: number;
  text: string;
  rule: string;
  dice?: number[];
}

/** So much must have happened between two decisions that the panel tells it step by step. */
const MUCH = 6;

/** What moved between two scenes: shown by an arrow until the next answer.

    Comparing what one seat sees before and after is right for every title, and shows no move that this seat may not see. */
function lastMove(before: Scene, now: Scene): Scene["last"] {
  const was = new Map(before.pieces.map((p) => [p.id, p.at]));
  for (const p of now.pieces) {
    const from = was.get(p.id);
    if (from !== undefined && p.at !== undefined && from !== p.at) return { from, to: p.at };
  }
  return undefined;
}

/** A scene from what is new in it and the one before. */
function whole(before: Scene | undefined, news: Scene): Scene {
  if (!before || !news.order) return news;
  const pieces = new Map([...before.pieces, ...news.pieces].map((p) => [p.id, p]));
  return { ...news, places: { ...before.places, ...news.places }, pieces: news.order.flatMap((id) => pieces.get(id) ?? []) };
}

export class GameStore {
  table: Table | null = $state(null);
  face: Face | null = $state.raw(null);
  world: World | null = $state.raw(null);
  lines: LogLine[] = $state.raw([]);
  talk: Talk[] = $state.raw([]);
  odds: Odds | null = $state.raw(null);
  /** What the odds would be after the answer that is pointed at. */
  after: Odds | null = $state.raw(null);
  /** Far places of the piece on the march. */
  routes: Route[] = $state.raw([]);
  /** Help on the place that is pointed at. */
  about: About | null = $state.raw(null);
  up = $state(true);
  ever = $state(false);
  picked = $state("");
  open = $state("");
  focus = $state("");
  said = $state("");
  trouble: { text: string; rule: string } | null = $state(null);
  busy = $state(false);
  moment: Moment | null = $state.raw(null);
  /** The moment that was asked for last: steps are counted from it, and only its answer is shown. */
  aim = -1;
  /** How the tracks stood over the whole game, as far as it was when this was asked. */
  curve: Curve[] = $state.raw([]);
  private curveAt = -1;
  /** The story since my last decision: which step is told, the board as it was then, and for which question it was left. */
  step = $state(0);
  glimpse: Moment | null = $state.raw(null);
  skipped = $state(0);
  sheet = $state("");
  rule = $state("");
  curtain = $state("");
  seat = $state("");
  turn = $state(0);
  ask: Choice | null = $state(null);
  flash: LogLine[] = $state.raw([]);
  hint: { actions: string[]; reasons: string[]; bars?: OddsBar[] } | null = $state(null);
  /** The recovery code, as long as this page may show it. */
  code = $state("");
  onMine: () => void = () => {};

  private live: Live | null = null;
  private refusals = new Map<string, Promise<{ text: string; rule: string } | null>>();
  private rules = new Map<string, Promise<{ number: string; title: string; text: string }>>();
  private chartList: Promise<{ charts: Chart[] }> | null = null;
  private abouts = new Map<string, Promise<About | null>>();
  private afters = new Map<string, Promise<Odds | null>>();
  private pointed = "";
  private weighed = "";
  /** The last answers that went out as one: they are taken back as one. */
  private sent = { from: 0, to: 0 };
  private oddsFor = "";
  private mixed = "";
  private work = 0;

  constructor(public id: string) {
    this.code = codeOf(id);
  }

  get scene(): Scene | null {
    return (this.moment ?? this.glimpse)?.scene ?? this.table?.scene ?? null;
  }

  get question(): Question | null {
    return this.moment ? null : (this.table?.question ?? null);
  }

  /** The choices that are lit now. */
  get choices(): Choice[] {
    return this.question?.choices ?? [];
  }

  /** What happened since I last decided, one thing after the other, if it is much or others decided meanwhile.

      Not in the middle of a fight: there the sum and its chances have the word. */
  get since(): Told[] {
    if (!this.question || this.table?.scene.fight || this.lines.at(-1)?.number !== this.table?.number) return [];
    const held = this.lines.filter((l) => !l.undone && (l.who || l.events.length));
    const from = held.map((l) => l.who).lastIndexOf(this.seat);
    if (from < 0) return [];
    const lines = held.slice(from);
    const told = lines.flatMap((l) => l.events.map((e, i) => ({ number: l.number, text: e.text, rule: e.rule || l.rule, dice: i ? undefined : l.dice })));
    const others = lines.some((l) => l.who && l.who !== this.seat && l.who !== "dice");
    return told.length >= MUCH || (others && told.length > 1) ? told : [];
  }

  /** Tell one step of what happened, with the board as it was then. */
  async tell(step: number): Promise<void> {
    const told = this.since;
    const at = told[Math.max(0, Math.min(step, told.length - 1))];
    if (!at) return;
    this.step = told.indexOf(at);
    this.said = at.text;
    if (this.glimpse?.number === at.number) return;
    const question = this.question?.number;
    const moment = await get<Moment>(`/games/${this.id}/moment/${at.number}?seat=${encodeURIComponent(this.seat)}`).catch(() => null);
    if (moment && this.question?.number === question && this.since[this.step]?.number === at.number) {
      moment.scene.last = this.glimpse ? lastMove(this.glimpse.scene, moment.scene) : undefined;
      this.glimpse = moment;
      this.open = "";
    }
  }

  /** Enough told: back to the present and its question. */
  skip(): void {
    this.skipped = this.question?.number ?? 0;
    this.glimpse = null;
    this.step = 0;
  }

  /** Once more from the beginning. */
  async again(): Promise<void> {
    this.skipped = 0;
    await this.tell(0);
  }

  get buttons(): Choice[] {
    return this.choices.filter((c) => !c.place && !c.piece);
  }

  /** Whether this question comes for the first time in this game: then the guide explains it. */
  get firstTime(): boolean {
    const question = this.question;
    if (!question) return false;
    const key = `kurgan guide ${this.id}`;
    const seen = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, string>;
    const now = String(question.number);
    if (!(question.step in seen)) localStorage.setItem(key, JSON.stringify({ ...seen, [question.step]: now }));
    return !(question.step in seen) || seen[question.step] === now;
  }

  /** The one answer that Enter gives: dice that wait, or the only thing there is to say. */
  get main(): Choice | undefined {
    const final = this.scene?.fight ? this.buttons.filter((c) => c.final) : [];
    return final.length === 1 ? final[0] : this.choices.length === 1 ? this.buttons[0] : undefined;
  }

  async start(seat = ""): Promise<void> {
    const [table, face] = await Promise.all([api.table(this.id, seat), api.gameFace(this.id)]);
    this.face = face;
    this.seat = table.seat;
    this.turn = settings.turns[table.game] ?? face.turn;
    this.world = buildWorld(face, this.turn);
    this.take(table);
    this.lines = (await api.log(this.id, this.seat, 0)).lines;
    const { talk } = await get<{ talk: Talk[] }>(`/games/${this.id}/talk?seat=${encodeURIComponent(this.seat)}`);
    this.talk = talk;
    this.listen();
  }

  private listen(): void {
    this.live?.close();
    this.live = new Live(this.id, this.seat, () => this.table?.number ?? 0, (news) => this.hear(news), (up) => {
      this.up = up;
      if (up) this.ever = true;
      else void this.check();
    }, (code) => this.gone(code === NOT_YOURS ? "seat" : "game"));
  }

  /** Cut off, or seats changed hands: which of them are mine now, if any? */
  private async check(): Promise<void> {
    try {
      const { mine, maker } = await api.table(this.id, this.seat);
      if (this.table) this.table = { ...this.table, mine, maker };
    } catch (error) {
      if (error instanceof Refused && (error.status === 403 || error.status === 404)) this.gone("seat");
    }
  }

  async renewCode(): Promise<void> {
    const { recovery } = await post<{ recovery: string }>(`/games/${this.id}/recovery`);
    keepCode({ game: this.id, recovery });
    this.code = recovery;
    if (this.table) this.table = { ...this.table, recovery: true };
  }

  hideCode(): void {
    dropCode(this.id);
    this.code = "";
  }

  private gone(what: "seat" | "game"): void {
    this.stop();
    location.assign(`/?gone=${what}`);
  }

  stop(): void {
    this.live?.close();
  }

  retry(): void {
    this.live?.retry();
  }

  async sit(seat: string): Promise<void> {
    this.stop();
    await this.start(seat);
    this.curtain = "";
  }

  /** Waiting for the server; ends with the reply, or earlier if the live news is quicker. */
  private begin(): number {
    this.busy = true;
    return ++this.work;
  }

  private end(work: number): void {
    if (work === this.work) this.busy = false;
  }

  turnBoard(): void {
    if (!this.face || !this.table) return;
    this.turn = (this.turn + 1) % 4;
    settings.turns[this.table.game] = this.turn;
    this.world = buildWorld(this.face, this.turn);
  }

  /** News of the game, however they came: over the socket, or as the reply to something that this page did. */
  private hear(news: Frame): void {
    if (news.kind === "talk") {
      this.talk = [...this.talk, news.talk];
      return;
    }
    const before = this.table;
    if (!before) return;
    this.add(news.lines);
    if (news.number < before.number) return;
    this.take({ ...before, ...news.table, scene: whole(before.scene, news.table.scene) });
    if (!before.question && news.table.question) this.onMine();
    if (news.lines.some((l) => l.kind === "seat")) void this.check();
  }

  /** Lines of the log; those that came before, and were not taken back since, are no news. */
  private add(lines: LogLine[]): void {
    const known = new Map(this.lines.map((l) => [l.number, l]));
    const fresh = lines.filter((l) => known.get(l.number)?.undone !== l.undone || !known.has(l.number));
    if (!fresh.length) return;
    for (const line of fresh) known.set(line.number, line);
    this.lines = [...known.values()].sort((a, b) => a.number - b.number);
    const rolled = fresh.filter((l) => l.dice?.length && !l.undone);
    if (rolled.length && rolled.length < 12) this.flash = rolled.slice(-4);
    const words = fresh.flatMap((l) => l.events.map((e) => e.text));
    if (words.length) this.said = words.slice(-6).join(" ");
  }

  private take(table: Table): void {
    const moved = table.moved !== this.table?.moved || table.seat !== this.table?.seat;
    const before = this.table;
    if (before && before.id === table.id && before.seat === table.seat) table.scene.last ??= moved ? lastMove(before.scene, table.scene) : before.scene.last;
    this.table = { ...before, ...table };
    if (moved) {
      this.end(this.work);
      this.glimpse = null;
      this.step = 0;
      this.picked = "";
      this.open = "";
      this.ask = null;
      this.hint = null;
      this.trouble = null;
      this.refusals.clear();
      this.abouts.clear();
      this.afters.clear();
      this.after = null;
      this.about = null;
      this.routes = [];
      if (before && table.question && before.seat && table.pending.seat !== before.pending.seat) this.said = table.prompt;
    }
    const turn = table.scene.turn;
    const turns = this.table.turns;
    if (turn && turns && turns.at(-1)?.label !== turn.label) this.table.turns = [...turns, { number: table.number, label: turn.label }];
    this.only();
    this.mix(this.table);
    void this.drawCurtain(before, this.table);
    if (moved && this.question?.far) void this.findRoutes(this.question.number);
    void this.reckon();
  }

  /** My word goes into the dice of every new promise, once. */
  private mix(table: Table): void {
    if (this.mixed === table.dice.commitment || !table.dice.wants.some((name) => table.mine?.includes(name))) return;
    this.mixed = table.dice.commitment;
    void giveWords(table);
  }

  private async findRoutes(number: number): Promise<void> {
    const found = await get<{ number: number; routes: Route[] }>(`/games/${this.id}/routes?seat=${encodeURIComponent(this.seat)}`).catch(() => null);
    if (found && found.number === number && this.question?.number === number) this.routes = found.routes;
  }

  /** The way to a place for the piece that was picked, or the one that the question is about. */
  routeTo(place: string): Route | undefined {
    return this.routes.find((r) => r.place === place && (!r.piece || r.piece === this.picked));
  }

  /** Facts and lines of a place, a moment after somebody points at it. */
  async point(place: string): Promise<void> {
    this.pointed = place;
    if (!place || this.moment) {
      this.about = null;
      return;
    }
    if (!this.abouts.has(place)) {
      const query = new URLSearchParams({ seat: this.seat, place });
      this.abouts.set(place, get<About>(`/games/${this.id}/about?${query}`).catch(() => null));
    }
    const found = await this.abouts.get(place)!;
    if (this.pointed === place) this.about = found;
  }

  /** What an answer would do to the odds of the fight; nothing for an empty one. */
  async weigh(action: string): Promise<void> {
    this.weighed = action;
    if (!action || !this.odds || !this.question) {
      this.after = null;
      return;
    }
    if (!this.afters.has(action)) {
      const query = new URLSearchParams({ seat: this.seat, action });
      this.afters.set(action, get<{ odds: Odds | null }>(`/games/${this.id}/odds/after?${query}`).then((r) => r.odds).catch(() => null));
    }
    const found = await this.afters.get(action)!;
    if (this.weighed === action) this.after = found;
  }

  /** One piece to choose from: it is chosen already. */
  private only(): void {
    const pieces = new Set(this.choices.filter((c) => c.piece && c.place).map((c) => c.piece));
    if (pieces.size === 1 && this.choices.every((c) => !c.piece || c.place)) this.picked = [...pieces][0]!;
  }

  /** Two seats at one screen: a curtain whenever the next seat sees other things. */
  private async drawCurtain(before: Table | null, now: Table): Promise<void> {
    if (now.mine.length < 2 || now.over || now.pending.kind !== "decide") return;
    const next = now.pending.seat;
    if (!now.mine.includes(next) || next === now.seat || (before !== null && before.pending.seat === next)) return;
    const query = new URLSearchParams({ seat: now.seat, other: next });
    const apart = await get<{ apart: boolean }>(`/games/${this.id}/apart?${query}`).then((r) => r.apart).catch(() => true);
    if (this.table?.pending.seat !== next || this.seat === next) return;
    if (apart) this.curtain = next;
    else await this.sit(next);
  }

  /** The odds of the fight under way, for this seat. */
  private async reckon(): Promise<void> {
    const key = `${this.table?.number}:${this.seat}`;
    if (!this.table?.scene.fight || this.moment) {
      this.odds = null;
      this.oddsFor = "";
      return;
    }
    if (key === this.oddsFor) return;
    this.oddsFor = key;
    try {
      const { odds } = await api.odds(this.id, this.seat);
      if (this.oddsFor === key) this.odds = odds;
    } catch {
      this.odds = null;
    }
  }

  async do(choice: Choice): Promise<void> {
    await this.send([choice.action]);
  }

  async send(actions: string[]): Promise<void> {
    if (!this.question || this.busy) return;
    const work = this.begin();
    this.trouble = null;
    const from = this.question.number;
    try {
      const news = await api.answer(this.id, this.seat, from, actions, this.table?.number ?? 0);
      this.sent = actions.length > 1 ? { from, to: news.number } : { from: 0, to: 0 };
      this.hear(news);
    } catch (error) {
      await this.complain(error);
    } finally {
      this.end(work);
    }
  }

  private async complain(error: unknown): Promise<void> {
    if (error instanceof Refused) {
      this.trouble = { text: error.status === 409 ? t("trouble.stale", { message: error.message }) : error.message, rule: error.rule };
      if (error.status === 409) this.take(await api.table(this.id, this.seat));
    } else this.trouble = { text: t("trouble.offline"), rule: "" };
    this.said = this.trouble.text;
  }

  async undo(turn: boolean): Promise<void> {
    const whole = !turn && this.sent.from > 0 && this.table?.number === this.sent.to;
    await this.command("undo", whole ? { to: this.sent.from } : { turn });
  }

  async command(name: string, body: Record<string, unknown> = {}): Promise<void> {
    if (!this.table) return;
    const work = this.begin();
    try {
      const { number } = this.table;
      const news = await post<News | Left>(`/games/${this.id}/${name}`, { seat: this.seat, number, known: number, ...body });
      if (news.kind === "news") this.hear(news);
    } catch (error) {
      await this.complain(error);
    } finally {
      this.end(work);
    }
  }

  /** Why a place or piece may not be chosen now. */
  why(place: string, piece = ""): Promise<{ text: string; rule: string } | null> {
    if (!this.question) return Promise.resolve(null);
    const key = `${place}|${piece || this.picked}`;
    if (!this.refusals.has(key)) {
      const query = new URLSearchParams({ seat: this.seat, number: String(this.question.number), place, piece: piece || this.picked });
      this.refusals.set(key, get<{ refusal: { text: string; rule: string } | null }>(`/games/${this.id}/why?${query}`).then((r) => r.refusal).catch(() => null));
    }
    return this.refusals.get(key)!;
  }

  ruleText(number: string): Promise<{ number: string; title: string; text: string }> {
    if (!this.rules.has(number)) this.rules.set(number, get(`/games/${this.id}/rules/${encodeURIComponent(number)}`));
    return this.rules.get(number)!;
  }

  charts(): Promise<{ charts: Chart[] }> {
    this.chartList ??= get<{ charts: Chart[] }>(`/games/${this.id}/charts`);
    return this.chartList;
  }

  async askHint(): Promise<void> {
    const work = this.begin();
    try {
      this.hint = await get(`/games/${this.id}/hint?seat=${encodeURIComponent(this.seat)}`);
    } catch (error) {
      await this.complain(error);
    } finally {
      this.end(work);
    }
  }

  async goTo(number: number): Promise<void> {
    const last = this.table?.number ?? 0;
    if (number >= last && !this.table?.over) return this.leaveReplay();
    const n = Math.max(0, Math.min(number, last));
    this.aim = n;
    const moment = await get<Moment>(`/games/${this.id}/moment/${n}?seat=${encodeURIComponent(this.seat)}`);
    if (this.aim !== n) return;
    const before = this.moment;
    if (before && before.number < moment.number) moment.scene.last ??= lastMove(before.scene, moment.scene);
    this.glimpse = null;
    this.moment = moment;
    void this.loadLine();
    this.odds = null;
    this.oddsFor = "";
  }

  /** The time line: where turns begin, and how the tracks stood. */
  async loadLine(): Promise<void> {
    const number = this.table?.number ?? 0;
    if (this.curveAt === number) return;
    this.curveAt = number;
    const found = await get<{ turns: Table["turns"]; tracks: Curve[] }>(`/games/${this.id}/turns`);
    if (this.table) this.table.turns = found.turns;
    this.curve = found.tracks;
  }

  leaveReplay(): void {
    this.moment = null;
    this.aim = -1;
    void this.reckon();
  }

  /** A click or Enter on a place: do the one thing it means, or open what there is to choose from.

      A march goes all the way and ends there; with ``single`` it takes one step only. */
  place(id: string, single = false): void {
    if (this.glimpse) return this.skip();
    const here = this.choices.filter((c) => c.place === id && (!c.piece || !this.picked || c.piece === this.picked));
    const direct = here.filter((c) => !c.piece || c.piece === this.picked);
    const pieces = this.scene?.pieces.filter((p) => p.at === id).map((p) => p.id) ?? [];
    const own = [...new Set(this.choices.filter((c) => c.piece && c.piece !== this.picked && pieces.includes(c.piece)).map((c) => c.piece))];
    const route = single || own.length ? undefined : this.routeTo(id);
    if (route && direct.length <= 1) return void this.send(route.actions);
    if (direct.length === 1 && !own.length) return this.choose(direct[0]!);
    if (!direct.length && own.length === 1) return this.piece(own[0]!);
    this.open = this.open === id ? "" : id;
  }

  piece(id: string): void {
    if (this.glimpse) return this.skip();
    const mine = this.choices.filter((c) => c.piece === id);
    const alone = mine.filter((c) => !c.place);
    if (alone.length === 1 && mine.length === 1) return this.choose(alone[0]!);
    if (mine.length) {
      this.picked = this.picked === id ? "" : id;
      this.open = "";
    }
  }

  /** The answers that the opened place offers. */
  get offered(): Choice[] {
    if (!this.open) return [];
    const pieces = new Set(this.scene?.pieces.filter((p) => p.at === this.open).map((p) => p.id));
    return this.choices.filter((c) => (c.place === this.open && (!c.piece || !this.picked || c.piece === this.picked)) || (c.piece && !c.place && pieces.has(c.piece)));
  }

  choose(choice: Choice): void {
    const undone = this.undone(choice);
    if (settings.confirm && undone && this.ask?.action !== choice.action) {
      this.ask = choice;
      return;
    }
    this.ask = null;
    void this.do(choice);
  }

  /** Things left to do that this answer would end. */
  undone(choice: Choice): number {
    if (!choice.ends) return 0;
    return this.scene?.pieces.filter((p) => p.states?.includes("may_act")).length ?? 0;
  }
}
