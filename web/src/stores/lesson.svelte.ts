// A lesson: a table that the server keeps nothing of. What was answered stays in this browser and goes along with every
// call; the same answers lead to the same place again.
import { get, post, Refused } from "../lib/api";
import { finish, keepAnswers, keptAnswers } from "../lib/lessons";
import type {
  Choice,
  Face,
  Hint,
  LessonInfo,
  LessonLook,
  Lessons,
  LessonState,
  Log,
  Look,
  News,
  Scene,
  TalkSoFar,
  TimeLine,
  Trouble,
} from "../lib/types";
import { Connection, type Hearing } from "./connection.svelte";
import { OpenGame } from "./game.svelte";

/** After so many wrong tries at one task the way out is offered. */
const STUCK = 2;

class LessonConnection extends Connection {
  state: LessonState | null = $state.raw(null);
  private lines: Log["lines"] = [];
  private choices: Choice[] = [];
  /** Somebody went a step back: what is on the table is older than what was there. */
  onBack: (look: LessonLook) => void = () => undefined;
  /** Whether the last answer was taken. */
  onTry: (taken: boolean) => void = () => undefined;

  constructor(
    readonly title: string,
    readonly lesson: string,
  ) {
    super(`lesson ${title} ${lesson}`);
  }

  private get path(): string {
    return `/titles/${this.title}/lessons/${encodeURIComponent(this.lesson)}`;
  }

  /** Look at the place to which answers lead, or give more of them. */
  async learn(done: string[], answers: string[]): Promise<LessonLook> {
    const look = await this.reaching(post<LessonLook>(this.path, { done, answers })).catch((error: unknown) => {
      if (error instanceof Refused) this.onTry(false);
      throw error;
    });
    this.onTry(true);
    this.state = look.lesson;
    this.lines = look.lines;
    this.choices = look.table.question?.choices ?? [];
    keepAnswers(this.title, this.lesson, look.lesson.over ? [] : look.lesson.done);
    if (look.lesson.over) finish(this.title, this.lesson);
    return look;
  }

  override async look(): Promise<Look> {
    const kept = this.state?.done ?? keptAnswers(this.title, this.lesson);
    try {
      return (await this.learn(kept, [])).table;
    } catch (error) {
      // A lesson that has changed since: begin anew.
      if (!(error instanceof Refused) || !kept.length) throw error;
      return (await this.learn([], [])).table;
    }
  }

  override face(): Promise<Face> {
    return get<Face>(`/titles/${this.title}/face`);
  }

  override log(): Promise<Log> {
    return Promise.resolve({ lines: this.lines });
  }

  override async get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
    const nothing: Record<string, TalkSoFar | TimeLine | Hint> = {
      "/talk": { talk: [] },
      "/turns": { turns: [], tracks: [] },
      "/hint": this.hint(),
    };
    if (path in nothing) return nothing[path] as T;
    const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const asked = new URLSearchParams([["done", (this.state?.done ?? []).join(";")], ...words]);
    return this.reaching(get<T>(`${this.path}${path}?${asked}`));
  }

  /** The next answer of the lesson, as the question calls it. */
  private hint(): Hint {
    const actions = this.state?.ways.slice(0, 1) ?? [];
    const said = actions.map((action) => this.choices.find((c) => c.action === action)?.label || action);
    return { actions, said, reasons: [], bars: [] };
  }

  override async post<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
    const done = this.state?.done ?? [];
    if (path === "/undo") {
      this.onBack(await this.learn(done.slice(0, -1), []));
      return { kind: "left", left: "" } as T;
    }
    if (path !== "/answers") return { kind: "left", left: "" } as T;
    const { table, lines } = await this.learn(done, body.actions as string[]);
    return { kind: "news", number: table.number, table, lines } satisfies News as T;
  }

  override listen(_: Hearing): void {
    this.ever = true;
  }
}

export class LessonStore {
  readonly connection: LessonConnection;
  readonly game: OpenGame;
  /** Why the last try was wrong. */
  wrong: Trouble | null = $state.raw(null);
  tries = $state(0);
  /** The lesson after this one. */
  next: LessonInfo | null = $state.raw(null);

  constructor(title: string, lesson: string) {
    this.connection = new LessonConnection(title, lesson);
    this.connection.onBack = (look) => this.put(look);
    this.connection.onTry = (taken) => (taken ? this.right() : (this.tries += 1));
    this.game = new OpenGame(this.connection.id, () => undefined, this.connection, `/titles/${title}`);
    this.game.past.quiet = true;
    this.game.pointer.eager = false;
  }

  get state(): LessonState | null {
    return this.connection.state;
  }

  async findNext(): Promise<void> {
    const { title, lesson } = this.connection;
    const { lessons } = await get<Lessons>(`/titles/${title}/lessons`);
    this.next = lessons[lessons.findIndex((one) => one.name === lesson) + 1] ?? null;
  }

  get stuck(): boolean {
    return this.tries >= STUCK;
  }

  /** Of the answers of the question those that count for the task; the place to look at is one of them. */
  lit(choices: Choice[]): Choice[] {
    const ways = new Set(this.state?.ways);
    const found = choices.filter((c) => ways.has(c.action));
    const look = this.state?.task?.kind === "look" ? this.state.ways[0] : undefined;
    if (!look) return found;
    const place = look.slice("look ".length);
    return [{ action: look, rule: "", verb: "look", place, piece: "", label: "", no: false, ends: false }];
  }

  /** A click on a place: the one to look at, an answer, or why not. */
  async place(id: string, single: boolean, scene: Scene): Promise<void> {
    const { game, state } = this;
    game.pointer.focus = id;
    if (state?.over) {
      game.pointer.open = id;
      return;
    }
    if (state?.task?.kind === "look") {
      game.pointer.open = id;
      return this.answer([`look ${id}`]);
    }
    const here = new Set(scene.pieces.filter((p) => p.at === id).map((p) => p.id));
    if (game.question.choices.some((c) => c.place === id || here.has(c.piece))) return game.place(id, single);
    const refusal = await game.pointer.why(id);
    if (!refusal) return;
    this.tries += 1;
    this.refuse(refusal);
  }

  /** What is no answer of the rules goes here: looking, saying. */
  async answer(lines: string[]): Promise<void> {
    const { connection } = this;
    await connection.during(async () => {
      try {
        this.put(await connection.learn(this.state?.done ?? [], lines));
      } catch (error) {
        if (error instanceof Refused) this.refuse({ text: error.message, rule: error.rule });
      }
    });
  }

  refuse(trouble: Trouble): void {
    this.wrong = trouble;
    this.game.desk.said = trouble.text;
  }

  right(): void {
    this.wrong = null;
    this.tries = 0;
  }

  async showMe(): Promise<void> {
    const way = this.state?.ways[0];
    if (!way) return;
    const { question } = this.game;
    if (this.state?.task?.kind === "do" && question.asked) await question.send([way]);
    else await this.answer([way]);
  }

  async back(): Promise<void> {
    const done = this.state?.done ?? [];
    await this.connection.during(async () => this.put(await this.connection.learn(done.slice(0, -1), [])));
  }

  async again(): Promise<void> {
    await this.connection.during(async () => this.put(await this.connection.learn([], [])));
  }

  /** A card that was opened stays while something is asked about it; over the map it would hide what is to be clicked. */
  private put(look: LessonLook): void {
    if (look.lesson.task && look.lesson.task.kind !== "say") this.game.pointer.open = "";
    this.game.put(look.table, look.lines);
  }
}
