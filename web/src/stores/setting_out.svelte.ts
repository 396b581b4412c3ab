// Pieces that set out: a stack is chosen by one click and goes with the next, as one where the rules let it.
import type { Choice, Routes } from "../lib/types";
import type { Connection } from "./connection.svelte";
import type { QuestionStore } from "./question.svelte";

export class SettingOut {
  /** The places from which pieces may be chosen. */
  camp: ReadonlySet<string> = $state.raw(new Set<string>());
  /** The answers that name the chosen, where they go as one. */
  named: string[] = $state.raw([]);
  /** Those who were wanted and cannot go with the others. */
  apart: string[] = $state.raw([]);
  private wish = 0;

  constructor(
    private connection: Connection,
    private question: QuestionStore,
  ) {}

  /** The answers that name somebody who may set out. */
  private get names(): Choice[] {
    return this.question.choices.filter((c) => c.piece && !c.place);
  }

  /** Of these pieces those that may set out. */
  able(ids: readonly string[]): string[] {
    const names = new Set(this.names.map((c) => c.piece));
    return ids.filter((id) => names.has(id));
  }

  /** Those of some places who may set out. */
  from(places: ReadonlySet<string>): string[] {
    const pieces = this.question.table?.scene.pieces ?? [];
    return this.able(pieces.filter((p) => p.at !== undefined && places.has(p.at)).map((p) => p.id));
  }

  /** Where these pieces stand is camp too. */
  settle(ids: readonly string[]): void {
    const pieces = this.question.table?.scene.pieces ?? [];
    const places = pieces.filter((p) => p.at !== undefined && ids.includes(p.id)).map((p) => p.at!);
    this.camp = new Set([...this.camp, ...places]);
  }

  /** Light what all of these reach; who of them goes, or nothing if something else was wished meanwhile. With
      ``together`` those who can go as one, as many as there are. */
  async ask(ids: string[], together: boolean): Promise<string[] | null> {
    const wish = (this.wish += 1);
    const number = this.question.asked?.number;
    if (!together) this.forget();
    if (!ids.length) return [];
    const query = { pieces: ids.join(";"), together };
    const found = await this.connection.get<Routes>("/routes", query).catch(() => null);
    if (wish !== this.wish || !found || found.number !== number || this.question.asked?.number !== number) return null;
    this.question.routes = found.routes;
    this.named = found.named;
    this.apart = together ? [] : ids.filter((id) => !found.pieces.includes(id));
    return found.pieces;
  }

  private forget(): void {
    this.question.routes = [];
    this.named = [];
    this.apart = [];
  }

  /** Nobody is chosen any more; ``routes`` of a new question are its own. */
  clear(moved = false): void {
    this.wish += 1;
    if (this.camp.size && !moved) this.forget();
    this.camp = new Set<string>();
    this.named = [];
    this.apart = [];
  }
}
