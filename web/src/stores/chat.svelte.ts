// What people at the table say to each other.
import type { Talk, TalkSoFar } from "../lib/types";
import type { Connection } from "./connection.svelte";

export class Chat {
  said: Talk[] = $state.raw([]);
  /** What was said while the chat was closed. */
  unread = $state(0);
  open = $state(false);

  constructor(private connection: Connection) {}

  async load(): Promise<void> {
    this.said = (await this.connection.get<TalkSoFar>("/talk")).talk;
  }

  hear(talk: Talk): void {
    this.said = [...this.said, talk];
    if (!this.open && talk.who !== this.connection.seat) this.unread += 1;
  }

  show(open: boolean): void {
    this.open = open;
    if (open) this.unread = 0;
  }

  async say(text: string, place: string, partners: boolean): Promise<void> {
    await this.connection.post("/talk", { text, place, partners });
  }
}
