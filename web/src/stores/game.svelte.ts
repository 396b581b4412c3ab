// One open game in this browser: its stores, and the one way in for what the server tells. It keeps nothing itself.
import { NOT_YOURS, Refused } from "../lib/api";
import { t } from "../lib/text";
import { giveWords } from "../lib/words";
import type { Apart, Choice, Frame, LogLine, News, Scene, Table, Talk } from "../lib/types";
import { Chat } from "./chat.svelte";
import { Connection } from "./connection.svelte";
import { Desk } from "./desk.svelte";
import { Ground } from "./ground.svelte";
import { Past } from "./past.svelte";
import { Pointer } from "./pointer.svelte";
import { lastMove, QuestionStore, wholeScene } from "./question.svelte";
import { RecoveryCode } from "./recovery_code.svelte";
import { Reference } from "./reference.svelte";

/** Whether news tell the whole scene, or what is new after the table that is there, or nothing that is not there. */
function buildsOn(table: Table, news: News): boolean {
  const { since } = news.table.scene;
  return since === undefined || since === table.number || news.number === table.number;
}

export class OpenGame {
  readonly connection: Connection;
  readonly question: QuestionStore;
  readonly past: Past;
  readonly pointer: Pointer;
  readonly ground = new Ground();
  readonly desk = new Desk();
  readonly chat: Chat;
  readonly code: RecoveryCode;
  readonly reference: Reference;
  private mixed = "";
  /** What my other seats were shown when this page left them. */
  private kept = new Map<string, { table: Table; lines: LogLine[] }>();

  constructor(
    readonly id: string,
    /** The question has become mine. */
    private onMine: () => void,
    connection = new Connection(id),
    /** Where the words of rules and the charts are. */
    book = `/games/${id}`,
  ) {
    this.connection = connection;
    this.question = new QuestionStore(
      this.connection,
      (news) => this.hear(news),
      () => this.look(),
    );
    this.past = new Past(this.connection, this.question);
    this.pointer = new Pointer(this.connection, this.question);
    this.chat = new Chat(this.connection);
    this.code = new RecoveryCode(id);
    this.reference = new Reference(book);
  }

  /** The position on the board: now, or the moment that is looked at. */
  get scene(): Scene | null {
    return (this.past.moment ?? this.past.glimpse)?.scene ?? this.question.table?.scene ?? null;
  }

  /** The answers that are lit: none while the past is on the board. */
  get choices(): Choice[] {
    return this.past.moment || this.past.glimpse ? [] : this.question.choices;
  }

  // Coming and going -----------------------------------------------------------------------------------------------

  async start(seat = ""): Promise<void> {
    const [table, face] = await Promise.all([this.connection.look(seat), this.connection.face()]);
    this.ground.unroll(face, table.game);
    void this.reference.learnWords(table.game);
    await this.settleAt(table);
  }

  /** Another seat of mine. Where this page sat there before, only what was missed is asked for. */
  async sit(seat: string): Promise<void> {
    this.connection.stop();
    const { table } = this.question;
    if (table) this.kept.set(table.seat, { table, lines: this.past.lines });
    if (!(await this.comeBack(seat))) await this.settleAt(await this.connection.look(seat));
    this.desk.curtain = "";
  }

  /** The table of a seat, its log, the talk, and whatever comes. */
  private async settleAt(table: Table): Promise<void> {
    this.connection.seat = table.seat;
    this.take(table);
    this.past.lines = (await this.connection.log()).lines;
    await this.listen();
  }

  /** What a seat holds already, and what it missed; false if that does not fit together. */
  private async comeBack(seat: string): Promise<boolean> {
    const kept = this.kept.get(seat);
    if (!kept) return false;
    const news = await this.connection.missed(seat, kept.table.number);
    if (!buildsOn(kept.table, news)) return false;
    const { mine, maker } = this.question.table!;
    const scene = wholeScene(kept.table.scene, news.table.scene);
    this.connection.seat = seat;
    this.past.lines = kept.lines;
    this.past.add(news.lines);
    this.take({ ...kept.table, ...news.table, mine, maker, scene });
    await this.listen();
    return true;
  }

  private async listen(): Promise<void> {
    await this.chat.load();
    this.connection.listen({
      seen: () => this.question.table?.number ?? 0,
      onNews: (news) => this.hear(news),
      onDown: () => void this.check(),
      onGone: (code) => this.gone(code === NOT_YOURS ? "seat" : "game"),
    });
  }

  stop(): void {
    this.connection.stop();
  }

  private gone(what: "seat" | "game"): void {
    this.stop();
    location.assign(`/?gone=${what}`);
  }

  /** Cut off, or seats changed hands: which of them are mine now, if any? */
  private async check(): Promise<void> {
    try {
      const { mine, maker } = await this.connection.look(this.connection.seat);
      this.question.change({ mine, maker });
    } catch (error) {
      if (error instanceof Refused && (error.status === 403 || error.status === 404)) this.gone("seat");
    }
  }

  // News -----------------------------------------------------------------------------------------------------------

  /** News of the game, however they came: over the socket, or as the reply to something that this page did. */
  private hear(news: Frame): void {
    if (news.kind === "talk") return this.hearTalk(news.talk);
    if (news.kind === "thinking") return this.desk.think(news.seat, news.share);
    this.desk.think("", 0);
    const before = this.question.table;
    if (!before) return;
    this.add(news.lines);
    if (news.number < before.number) return;
    if (!buildsOn(before, news)) return void this.look();
    const { question, scene } = before;
    // The reply and the socket tell the same: what is on the board already is not drawn again.
    if (news.number === before.number) this.take({ ...before, ...news.table, question, scene });
    else this.take({ ...before, ...news.table, scene: wholeScene(scene, news.table.scene) });
    if (!before.question && news.table.question) this.onMine();
    if (news.lines.some((l) => l.kind === "seat")) void this.check();
  }

  private hearTalk(talk: Talk): void {
    this.chat.hear(talk);
    const who = this.question.table?.seats.find((s) => s.name === talk.who)?.label ?? talk.who;
    if (talk.who !== this.connection.seat) this.desk.said = t("talk.heard", { who, text: talk.text });
  }

  private add(lines: LogLine[]): void {
    this.desk.hear(this.past.add(lines));
  }

  /** The whole table once more. */
  private async look(): Promise<void> {
    const [table, log] = await Promise.all([this.connection.look(this.connection.seat), this.connection.log()]);
    this.past.add(log.lines);
    this.take(table);
  }

  /** Another place of the same game, older perhaps: where a lesson went back to. */
  put(table: Table, lines: LogLine[]): void {
    this.desk.hear(lines.filter((l) => l.number > (this.past.lines.at(-1)?.number ?? 0)));
    this.past.lines = lines;
    this.take(table);
  }

  private take(table: Table): void {
    const before = this.question.table;
    const same = before?.id === table.id && before.seat === table.seat;
    const moved = !same || table.moved !== before.moved;
    if (same) table.scene.last ??= moved ? lastMove(before.scene, table.scene) : before.scene.last;
    this.question.take(table, moved);
    if (moved) {
      this.connection.settle();
      this.past.present();
      this.pointer.clear();
      if (same && table.question && table.pending.seat !== before.pending.seat) this.desk.said = table.prompt;
    }
    this.past.reach(table.number, table.scene.turn?.label);
    this.mix(this.question.table!);
    void this.drawCurtain(before, this.question.table!);
  }

  /** My word goes into the dice of every new promise, once. */
  private mix(table: Table): void {
    if (this.mixed === table.dice.commitment || !table.dice.wants.some((name) => table.mine.includes(name))) return;
    this.mixed = table.dice.commitment;
    void giveWords(table);
  }

  /** Two seats at one screen: a curtain whenever the next seat sees other things. */
  private async drawCurtain(before: Table | null, now: Table): Promise<void> {
    const next = now.pending.seat;
    if (now.mine.length < 2 || now.over || now.pending.kind !== "decide") return;
    if (!now.mine.includes(next) || next === now.seat || before?.pending.seat === next) return;
    const { apart } = await this.connection.get<Apart>("/apart", { other: next }).catch(() => ({ apart: true }));
    if (this.question.table?.pending.seat !== next || this.connection.seat === next) return;
    if (apart) this.desk.curtain = next;
    else await this.sit(next);
  }

  // What the player does -------------------------------------------------------------------------------------------

  place(id: string, single = false): void {
    this.pointer.focus = id;
    if (this.past.glimpse) this.past.skip();
    else if (this.scene) this.pointer.place(id, this.scene, single);
  }

  piece(id: string, add = false): void {
    if (this.past.glimpse) this.past.skip();
    else this.pointer.piece(id, add);
  }

  /** One step of the story since my last decision. */
  async tell(step: number): Promise<void> {
    const told = await this.past.tell(step);
    this.pointer.open = "";
    if (told) this.desk.said = told.text;
  }

  /** The same once more from the beginning. */
  async again(): Promise<void> {
    this.past.skipped = 0;
    await this.tell(0);
  }

  openRule = (rule: string): void => {
    this.desk.rule = rule;
  };
}
