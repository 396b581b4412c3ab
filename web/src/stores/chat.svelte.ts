// What people at the table say to each other.
import { post } from "../lib/api";
import type { Quiet, Talk, TalkSoFar } from "../lib/types";
import type { Connection } from "./connection.svelte";

export class Chat {
  said: Talk[] = $state.raw([]);
  /** What was said while the chat was closed. */
  unread = $state(0);
  open = $state(false);
  /** Who only watches is not heard. */
  quiet = $state(false);

  constructor(private connection: Connection) {}

  private get key(): string {
    return `kurgan talk ${this.connection.id}`;
  }

  async load(): Promise<void> {
    const found = await this.connection.get<TalkSoFar>("/talk");
    this.said = found.talk;
    this.quiet = found.quiet ?? false;
    const read = Number(localStorage.getItem(this.key) ?? 0);
    this.unread = this.open ? 0 : this.said.filter((line) => line.id > read && this.isNews(line)).length;
    if (this.open) this.keep();
  }

  hear(talk: Talk): void {
    this.said = [...this.said, talk];
    if (this.open) this.keep();
    else if (this.isNews(talk)) this.unread += 1;
  }

  private isNews(talk: Talk): boolean {
    return talk.who !== this.connection.seat;
  }

  /** How far this browser has read: what came while nobody looked is news at the next visit too. */
  private keep(): void {
    localStorage.setItem(this.key, String(this.said.at(-1)?.id ?? 0));
  }

  show(open: boolean): void {
    this.open = open;
    if (!open) return;
    this.unread = 0;
    this.keep();
  }

  async setQuiet(on: boolean): Promise<void> {
    this.quiet = (await this.connection.post<Quiet>("/quiet", { on })).quiet;
  }

  /** Not to hear somebody who watches any more: what blocking does. */
  async mute(profile: string): Promise<void> {
    await post(`/people/${profile}/block`, {});
    await this.load();
  }

  async say(text: string, place: string, partners: boolean): Promise<void> {
    await this.connection.post("/talk", { text, place, partners });
  }
}
