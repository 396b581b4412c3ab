// The way to one game at the server, as one seat: calls, the live news, and whether something is under way.
import { api, get, Live, post, Refused } from "../lib/api";
import type { Face, Frame, Log, Look, News } from "../lib/types";

const PROBE_MS = 1500;

export interface Hearing {
  /** The last number that this page has. */
  seen: () => number;
  onNews: (news: Frame) => void;
  onDown: () => void;
  onGone: (code: number) => void;
}

export class Connection {
  seat = $state("");
  up = $state(true);
  /** Whether it was ever up: before that nothing is lost. */
  ever = $state(false);
  busy = $state(false);
  /** Whether the last call got an answer, be it a refusal. */
  reached = $state(true);
  private work = 0;
  private live: Live | null = null;
  private probing = 0;

  constructor(readonly id: string) {}

  get<T>(path: string, query: Record<string, string | number | boolean> = {}): Promise<T> {
    const words = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    const asked = new URLSearchParams([["seat", this.seat], ...words]);
    return this.reaching(get<T>(`/games/${this.id}${path}?${asked}`));
  }

  post<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
    return this.reaching(post<T>(`/games/${this.id}${path}`, { seat: this.seat, ...body }));
  }

  /** Everything that a seat may see now. */
  look(seat: string): Promise<Look> {
    return api.table(this.id, seat);
  }

  /** What a seat missed of which this page holds the table of a number. */
  missed(seat: string, after: number): Promise<News> {
    return api.news(this.id, seat, after);
  }

  face(): Promise<Face> {
    return api.gameFace(this.id);
  }

  log(): Promise<Log> {
    return api.log(this.id, this.seat, 0);
  }

  /** Note whether there is anybody at the other end. */
  protected async reaching<T>(call: Promise<T>): Promise<T> {
    try {
      const found = await call;
      this.reached = true;
      return found;
    } catch (error) {
      this.reached = error instanceof Refused;
      if (!this.reached) this.probe();
      throw error;
    }
  }

  /** Nobody answered: ask again until somebody does, so that the page does not say so for longer than it is true. */
  private probe(): void {
    window.clearTimeout(this.probing);
    this.probing = window.setTimeout(() => void this.get("").catch(() => undefined), PROBE_MS);
  }

  listen({ seen, onNews, onDown, onGone }: Hearing): void {
    this.live?.close();
    const onState = (up: boolean): void => {
      this.up = up;
      if (up) this.ever = this.reached = true;
      else onDown();
    };
    this.live = new Live(this.id, this.seat, seen, onNews, onState, onGone);
  }

  retry(): void {
    this.live?.retry();
  }

  stop(): void {
    window.clearTimeout(this.probing);
    this.live?.close();
  }

  /** Busy until the work is done, or until the news of what it did is there. */
  async during(work: () => Promise<void>): Promise<void> {
    const mine = ++this.work;
    this.busy = true;
    try {
      await work();
    } finally {
      if (mine === this.work) this.busy = false;
    }
  }

  settle(): void {
    this.busy = false;
  }
}
