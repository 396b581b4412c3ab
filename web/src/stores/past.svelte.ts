// What has happened: the log, the story since my last decision, and the replay with its time line.
import type { Curve, FightLuck, Likely, LogLine, Moment, TimeLine, Told, TurnMark } from "../lib/types";
import type { Connection } from "./connection.svelte";
import { lastMove, type QuestionStore } from "./question.svelte";

/** So much must have happened between two decisions that the panel tells it step by step. */
const MUCH = 6;

export class Past {
  lines: LogLine[] = $state.raw([]);
  turns: TurnMark[] = $state.raw([]);
  /** How the tracks stood over the whole game, as far as it was when this was asked. */
  curve: Curve[] = $state.raw([]);
  /** The moment of the replay; null in the present. */
  moment: Moment | null = $state.raw(null);
  /** The moment that was asked for last: steps are counted from it, and only its answer is shown. */
  aim = -1;
  /** The story since my last decision: which step is told, the board as it was then, and for which question it was left. */
  step = $state(0);
  glimpse: Moment | null = $state.raw(null);
  skipped = $state(0);
  /** Nothing is told step by step: a lesson says itself what happened. */
  quiet = false;
  private curveAt = -1;
  private chances = new Map<string, Promise<FightLuck | null>>();

  constructor(
    private connection: Connection,
    private question: QuestionStore,
  ) {}

  get replaying(): boolean {
    return this.moment !== null;
  }

  /** What happened since I last decided, one thing after the other, if it is much or others decided meanwhile.

      Not in a fight of mine: there the sum and its chances have the word. In one that somebody else began I am asked
      between what he does. */
  readonly since: Told[] = $derived.by(() => {
    const { table } = this.question;
    const { seat } = this.connection;
    const last = this.lines.at(-1)?.number ?? 0;
    if (this.quiet || this.moment || !table?.question || last < table.moved || last > table.number) return [];
    return table.scene.fight && !begunByOthers(this.lines, seat) ? [] : sinceMine(this.lines, seat);
  });

  /** Whether somebody else decided since my last decision. */
  readonly others: boolean = $derived.by(() => {
    const held = this.lines.filter((l) => !l.undone && l.kind === "answer");
    return held.slice(held.findLastIndex((l) => l.who === this.connection.seat) + 1).length > 0;
  });

  /** How likely the end of a fight was for these eyes; asked once. */
  likely(number: number): Promise<FightLuck | null> {
    const key = `${this.connection.seat} ${number}`;
    const known = this.chances.get(key);
    if (known) return known;
    const asked = this.connection
      .get<Likely>(`/likely/${number}`)
      .then((found) => found.fight)
      .catch(() => null);
    this.chances.set(key, asked);
    return asked;
  }

  /** Tell one step of what happened, with the board as it was then. */
  async tell(step: number): Promise<Told | undefined> {
    const told = this.since;
    const at = told[Math.max(0, Math.min(step, told.length - 1))];
    if (!at) return undefined;
    this.step = told.indexOf(at);
    if (this.glimpse?.number === at.number) return at;
    const question = this.question.asked?.number;
    const moment = await this.load(at.number).catch(() => null);
    if (moment && this.question.asked?.number === question && this.since[this.step]?.number === at.number) {
      moment.scene.last = this.glimpse ? lastMove(this.glimpse.scene, moment.scene) : undefined;
      this.glimpse = moment;
    }
    return at;
  }

  /** Enough told: back to the present and its question. */
  skip(): void {
    this.skipped = this.question.asked?.number ?? 0;
    this.present();
  }

  /** Another question: nothing is told of the one before. */
  present(): void {
    this.glimpse = null;
    this.step = 0;
  }

  /** Lines of the log; gives back those that are news: not known, or struck out since. */
  add(lines: LogLine[]): LogLine[] {
    const known = new Map(this.lines.map((l) => [l.number, l]));
    const fresh = lines.filter((l) => !known.has(l.number) || known.get(l.number)?.undone !== l.undone);
    for (const line of fresh) known.set(line.number, line);
    if (fresh.length) this.lines = [...known.values()].sort((a, b) => a.number - b.number);
    return fresh;
  }

  /** The time line goes on: a turn may have begun. */
  reach(number: number, label: string | undefined): void {
    if (label && this.turns.length && this.turns.at(-1)?.label !== label)
      this.turns = [...this.turns, { number, label }];
  }

  private load(number: number): Promise<Moment> {
    return this.connection.get<Moment>(`/moment/${number}`);
  }

  async goTo(number: number): Promise<void> {
    const last = this.question.table?.number ?? 0;
    if (number >= last && !this.question.table?.over) return this.leave();
    const n = Math.max(0, Math.min(number, last));
    this.aim = n;
    const moment = await this.load(n);
    if (this.aim !== n) return;
    const before = this.moment;
    if (before && before.number < moment.number) moment.scene.last ??= lastMove(before.scene, moment.scene);
    this.glimpse = null;
    this.moment = moment;
    void this.loadLine();
  }

  leave(): void {
    this.moment = null;
    this.aim = -1;
  }

  /** The time line: where turns begin, and how the tracks stood. */
  async loadLine(): Promise<void> {
    const number = this.question.table?.number ?? 0;
    if (this.curveAt === number) return;
    this.curveAt = number;
    const found = await this.connection.get<TimeLine>("/turns");
    this.turns = found.turns;
    this.curve = found.tracks;
  }
}

/** Whether the last fight was begun by somebody else than this seat. */
function begunByOthers(lines: LogLine[], seat: string): boolean {
  const begun = lines.findLast((l) => !l.undone && l.events.some((e) => e.part === "begin"));
  return begun !== undefined && begun.who !== seat;
}

/** What holds since a seat's last answer, told one thing after the other; nothing where little happened. */
export function sinceMine(lines: LogLine[], seat: string): Told[] {
  const held = lines.filter((l) => !l.undone && (l.who || l.events.length));
  const from = held.map((l) => l.who).lastIndexOf(seat);
  const mine = held.slice(Math.max(0, from)); // who has not decided yet is told what others did before
  const told = mine.flatMap((l) =>
    l.events.map((e, i) => ({ number: l.number, text: e.text, rule: e.rule || l.rule, dice: i ? undefined : l.dice })),
  );
  const others = mine.some((l) => l.who && l.who !== seat && l.who !== "dice");
  return (from >= 0 && told.length >= MUCH) || (others && told.length > 1) ? told : [];
}
