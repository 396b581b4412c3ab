// What is asked now, and the answers to it: the table as the server last told it, odds, far places, hints, refusals.
import { Refused } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/text";
import type {
  Chances,
  Choice,
  Hint,
  Left,
  News,
  Odds,
  Question,
  Route,
  Routes,
  Scene,
  Table,
  Trouble,
} from "../lib/types";
import type { Connection } from "./connection.svelte";

export class QuestionStore {
  table: Table | null = $state.raw(null);
  /** The odds of the fight under way, for this seat. */
  odds: Odds | null = $state.raw(null);
  /** The odds of the same fight before the last answer. */
  oddsBefore: Odds | null = $state.raw(null);
  /** Far places of the piece on the march. */
  routes: Route[] = $state.raw([]);
  hint: Hint | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** An answer that waits for a word, because it would lose something. */
  ask: Choice | null = $state.raw(null);
  private oddsFor = "";
  /** The last answers that went out as one: they are taken back as one. */
  private sent = { from: 0, to: 0 };

  constructor(
    private connection: Connection,
    /** What an answer did: the same news that everybody else gets. */
    private onNews: (news: News) => void,
    /** The answer was to an older question: look again. */
    private onStale: () => Promise<void>,
  ) {}

  get asked(): Question | null {
    return this.table?.question ?? null;
  }

  get choices(): Choice[] {
    return this.asked?.choices ?? [];
  }

  /** Answers that point at nothing on the map. */
  get buttons(): Choice[] {
    return this.choices.filter((c) => !c.place && !c.piece);
  }

  /** The one answer that Enter gives: dice that wait, or the only thing there is to say; none that gives something up. */
  get main(): Choice | undefined {
    const final = this.table?.scene.fight ? this.buttons.filter((c) => c.final) : [];
    if (final.length === 1 && !this.givesUp(final[0]!)) return final[0];
    return this.choices.length === 1 ? this.buttons[0] : undefined;
  }

  private givesUp(choice: Choice): boolean {
    return Boolean(lostBy(choice, this.choices)) || (choice.no && this.choices.some((c) => !c.no && c.place));
  }

  /** The table as it is now; ``moved`` if the question is another one. */
  take(table: Table, moved: boolean): void {
    this.table = { ...this.table, ...table };
    if (moved) {
      this.ask = null;
      this.hint = null;
      this.trouble = null;
      this.routes = [];
      if (this.asked?.far) void this.findRoutes(this.asked.number);
    }
    void this.reckon(moved);
  }

  change(some: Partial<Table>): void {
    if (this.table) this.table = { ...this.table, ...some };
  }

  private async findRoutes(number: number): Promise<void> {
    const found = await this.connection.get<Routes>("/routes").catch(() => null);
    if (found?.number === number && this.asked?.number === number) this.routes = found.routes;
  }

  private async reckon(moved: boolean): Promise<void> {
    const { seat } = this.connection;
    const key = this.table?.scene.fight ? `${this.table.number}:${seat}` : "";
    // A fight that ended leaves its last odds behind, until the next answer: how likely was what came?
    if (!key) {
      if (this.oddsFor) this.oddsBefore = this.odds;
      else if (moved) this.oddsBefore = null;
      this.odds = null;
    }
    if (key === this.oddsFor) return;
    this.oddsFor = key;
    if (!key) return;
    const found = await this.connection.get<Chances>("/odds").catch(() => ({ odds: null }));
    if (this.oddsFor !== key) return;
    this.oddsBefore = this.odds;
    this.odds = found.odds;
  }

  async send(actions: string[]): Promise<void> {
    const { connection, asked, table } = this;
    if (!asked || !table || connection.busy) return;
    this.trouble = null;
    this.ask = null;
    const from = asked.number;
    await connection.during(async () => {
      try {
        const news = await connection.post<News>("/answers", { number: from, known: table.number, actions });
        this.sent = actions.length > 1 ? { from, to: news.number } : { from: 0, to: 0 };
        this.onNews(news);
        if (isCutShort(news, asked.seat, actions)) this.trouble = { text: t("trouble.cut_short"), rule: "" };
      } catch (error) {
        await this.complain(error);
      }
    });
  }

  /** Anything but an answer that changes the game. */
  async command(name: string, body: Record<string, unknown> = {}): Promise<void> {
    const { connection, table } = this;
    if (!table) return;
    await connection.during(async () => {
      try {
        const { number } = table;
        const news = await connection.post<News | Left>(`/${name}`, { number, known: number, ...body });
        if (news.kind === "news") this.onNews(news);
      } catch (error) {
        await this.complain(error);
      }
    });
  }

  async undo(turn: boolean): Promise<void> {
    const whole = !turn && this.sent.from > 0 && this.table?.number === this.sent.to;
    await this.command("undo", whole ? { to: this.sent.from } : { turn });
  }

  private async complain(error: unknown): Promise<void> {
    if (!(error instanceof Refused)) return; // the connection says so, as long as it is true
    const stale = error.status === 409;
    const text = stale ? t("trouble.stale") : error.message;
    if (stale) await this.onStale();
    this.trouble = { text, rule: error.rule };
  }

  async askHint(): Promise<void> {
    await this.connection.during(async () => {
      try {
        this.hint = await this.connection.get<Hint>("/hint");
      } catch (error) {
        await this.complain(error);
      }
    });
  }

  /** Give this answer, or ask first if it would lose something. */
  choose(choice: Choice): void {
    if (settings.confirm && lostBy(choice, this.choices) && this.ask?.action !== choice.action) this.ask = choice;
    else void this.send([choice.action]);
  }

  /** Whether this kind of question comes for the first time in this game: then the guide explains it. */
  get isFirst(): boolean {
    if (!this.asked) return false;
    const key = `kurgan guide ${this.connection.id}`;
    const seen = JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, string>;
    const { step, number } = this.asked;
    if (!(step in seen)) localStorage.setItem(key, JSON.stringify({ ...seen, [step]: String(number) }));
    return !(step in seen) || seen[step] === String(number);
  }
}

/** Whether the table stopped before all of these answers were given: something came up that could not be foreseen. */
function isCutShort(news: News, seat: string, actions: string[]): boolean {
  const given = news.lines.filter((l) => l.kind === "answer" && l.who === seat).length;
  return given > 0 && given < actions.length;
}

/** So many answers are named one by one where they would be lost. */
const FEW = 2;

/** What could still be chosen here and is over with this answer, in words; empty where nothing is lost. A title may have
    words of its own for it: what the answer does.

    It is counted from the answers themselves: what is not among them could not have been done anyhow. */
export function lostBy(choice: Choice, choices: Choice[]): string {
  if (!choice.ends) return "";
  const others = choices.filter((c) => !c.no);
  const pieces = new Set(others.map((c) => c.piece).filter(Boolean)).size;
  const places = new Set(others.map((c) => c.place).filter(Boolean)).size;
  if (choice.effect) return choice.effect;
  if (pieces) return t("confirm.pieces", { count: pieces });
  if (places && others.length <= FEW && !others.some((c) => c.attacks))
    return t("confirm.left", { what: others.map((c) => c.label).join(" · ") });
  if (places) return t(others.every((c) => c.attacks) ? "confirm.attacks" : "confirm.places", { count: places });
  return "";
}

/** What moved between two scenes: shown by an arrow until the next answer.

    Comparing what one seat sees before and after is right for every title, and shows no move that this seat may not see. */
export function lastMove(before: Scene, now: Scene): Scene["last"] {
  const was = new Map(before.pieces.map((p) => [p.id, p.at]));
  for (const p of now.pieces) {
    const from = was.get(p.id);
    if (from !== undefined && p.at !== undefined && from !== p.at) return { from, to: p.at };
  }
  return undefined;
}

/** A scene from what is new in it and the one that it builds on. Parts that did not change stay the same objects, so
    that nothing of them is drawn again. */
export function wholeScene(before: Scene, news: Scene): Scene {
  const { since, same, order, ...told } = news;
  if (since === undefined) return news;
  const pieces = new Map([...before.pieces, ...told.pieces].map((p) => [p.id, p]));
  const ids = order ?? before.pieces.map((p) => p.id);
  const kept = Object.fromEntries((same ?? []).map((name) => [name, Reflect.get(before, name)])) as Partial<Scene>;
  const isStill = !order && !told.pieces.length;
  return {
    ...kept,
    ...told,
    places: Object.keys(told.places).length ? { ...before.places, ...told.places } : before.places,
    pieces: isStill ? before.pieces : ids.flatMap((id) => pieces.get(id) ?? []),
  };
}
