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

  async load(): Promise<void> {
    const found = await this.connection.get<TalkSoFar>("/talk");
    this.said = found.talk;
    this.quiet = found.quiet ?? false;
  }

  hear(talk: Talk): void {
    this.said = [...this.said, talk];
    if (!this.open && talk.who !== this.connection.seat) this.unread += 1;
  }

  show(open: boolean): void {
    this.open = open;
    if (open) this.unread = 0;
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
