// What is pointed at: the piece that was picked, the place that is open, the one in focus, and what is known of them.
import { goals, joint, mates, movers, type Goal } from "../lib/goals";
import { t } from "../lib/text";
import type { About, Chances, Choice, Odds, Piece, Route, Scene, Trouble, Why } from "../lib/types";
import type { Connection } from "./connection.svelte";
import type { QuestionStore } from "./question.svelte";
import { SettingOut } from "./setting_out.svelte";

export class Pointer {
  /** The pieces that were chosen to act together. */
  group: ReadonlySet<string> = $state.raw(new Set<string>());
  open = $state("");
  focus = $state("");
  /** Help on the place that is pointed at. */
  about: About | null = $state.raw(null);
  /** What the odds would be after the answer that is pointed at. */
  after: Odds | null = $state.raw(null);
  /** Not in a lesson, whose tasks say who goes. */
  eager = true;
  readonly out: SettingOut;
  /** What was chosen, for who does not see it. */
  told = $state("");
  private offeredFirst: ReadonlySet<string> = this.group;
  private pointed = "";
  private weighed = "";
  private refusals = new Map<string, Promise<Trouble | null>>();
  private abouts = new Map<string, Promise<About | null>>();
  private afters = new Map<string, Promise<Odds | null>>();

  constructor(
    private connection: Connection,
    private question: QuestionStore,
  ) {
    this.out = new SettingOut(connection, question);
  }

  /** The one piece that was chosen, if it is one. */
  get picked(): string {
    return this.group.size === 1 ? [...this.group][0]! : "";
  }

  set picked(id: string) {
    this.group = new Set(id ? [id] : []);
  }

  /** Whether pieces are chosen here that set out with the next click. */
  get setsOut(): boolean {
    return this.eager && (this.question.asked?.sets_out ?? false);
  }

  /** Pieces that can be chosen to act together now. */
  get ready(): string[] {
    if (this.setsOut) return this.out.from(this.out.camp);
    const { choices, routes, asked } = this.question;
    const named = mates(choices, asked?.several ?? false).map((c) => c.piece);
    return [...new Set([...movers(choices, routes), ...named])];
  }

  /** One more, or one less. */
  toggle(id: string): void {
    if (!this.setsOut && !this.ready.includes(id)) return;
    const group = new Set(this.group);
    if (!group.delete(id)) group.add(id);
    if (this.setsOut) return void this.muster([...group]);
    this.group = group;
    this.open = "";
  }

  /** All of these, or none of them if they are chosen already. */
  private toggleAll(ids: string[]): void {
    const here = this.ready.filter((id) => ids.includes(id));
    const all = here.every((id) => this.group.has(id));
    for (const id of here) if (this.group.has(id) === all) this.toggle(id);
  }

  /** These and no others, as far as they can act. */
  gather(ids: string[]): void {
    if (this.setsOut) return void this.muster(ids);
    const ready = new Set(this.ready);
    this.group = new Set(ids.filter((id) => ready.has(id)));
    this.open = "";
  }

  /** These are to set out; those who cannot stay out of it. */
  private async muster(wanted: string[], together = false): Promise<void> {
    const ids = this.out.able(wanted);
    this.out.settle(ids);
    this.open = "";
    if (!together) this.group = new Set(ids);
    const gone = await this.out.ask(ids, together);
    if (!gone) return;
    this.group = new Set(gone);
    this.told = t("units.said", { count: gone.length, places: this.question.routes.length });
  }

  /** Whether a click on a place only chooses who sets out from there. */
  musters(place: string): boolean {
    if (!this.setsOut || this.goals.some((goal) => goal.place === place)) return false;
    return this.out.from(new Set([place])).length > 1;
  }

  /** Those of a place are chosen, or added to others, or let go of again. */
  private callOut(place: string, add: boolean): void {
    const here = this.out.from(new Set([place]));
    if (!here.length) return;
    if (add) return void this.muster([...new Set([...this.group, ...here])]);
    const again = this.out.camp.has(place);
    this.letGo();
    if (!again) void this.muster(here, true);
  }

  /** Nobody is chosen any more. */
  letGo(): void {
    this.picked = "";
    this.out.clear();
  }

  /** Where the chosen can go. */
  get goals(): Goal[] {
    if (this.setsOut) return joint(this.question.routes, [...this.group]);
    return goals(this.question.choices, this.question.routes, new Set(this.group));
  }

  /** What names the chosen, where pieces are named without a place. */
  get named(): string[] {
    const { choices, asked } = this.question;
    return mates(choices, asked?.several ?? false)
      .filter((c) => this.group.has(c.piece))
      .map((c) => c.action);
  }

  /** The answers that send the chosen into the fight they are named for: those who name them, and that these are all. */
  get joining(): string[] {
    const { choices, asked } = this.question;
    if (!asked?.gather || !this.named.length) return [];
    return this.named.length < mates(choices, asked.several).length ? [...this.named, asked.gather] : this.named;
  }

  /** Another question: what was known of places and answers holds no longer. */
  clear(): void {
    this.open = "";
    this.about = null;
    this.after = null;
    this.refusals.clear();
    this.abouts.clear();
    this.afters.clear();
    this.out.clear(true);
    this.told = "";
    this.picked = this.setsOut ? "" : onlyPiece(this.question.choices);
    // Whoever may join a fight, or stands fresh in an area that was just activated, is chosen: who does not want one of
    // them leaves it out.
    if (this.question.asked?.gather || (this.eager && this.standsFresh())) this.gather(this.ready);
    this.offeredFirst = this.group;
  }

  /** Whether somebody chose, and not the page for him: Escape lets go of that. */
  get chosen(): boolean {
    return this.out.camp.size > 0 || (this.group.size > 0 && this.group !== this.offeredFirst);
  }

  /** Whether all who can go somewhere stand in one place and none of them has moved. */
  private standsFresh(): boolean {
    const ids = movers(this.question.choices, []);
    const pieces = this.question.table?.scene.pieces.filter((p) => ids.has(p.id)) ?? [];
    const fresh = pieces.every((p) => p.full !== undefined && p.points === p.full && p.at === pieces[0]!.at);
    return pieces.length > 1 && fresh;
  }

  /** The way to a place for the piece that was picked, or the one that the question is about. */
  routeTo(place: string): Route | undefined {
    return this.question.routes.find((r) => r.place === place && (!r.piece || this.group.has(r.piece)));
  }

  /** Facts and lines of a place, a moment after somebody points at it; nothing for an empty one. */
  async point(place: string): Promise<void> {
    this.pointed = place;
    if (!place) {
      this.about = null;
      return;
    }
    const found = await remember(this.abouts, place, () => this.connection.get<About>("/about", { place }));
    if (this.pointed === place) this.about = found;
  }

  /** What an answer would do to the odds of the fight; nothing for an empty one. */
  async weigh(action: string): Promise<void> {
    this.weighed = action;
    if (!action || !this.question.odds || !this.question.asked) {
      this.after = null;
      return;
    }
    const found = await this.oddsAfter(action);
    if (this.weighed === action) this.after = found;
  }

  /** The odds of the fight after an answer, also of one that begins it. */
  oddsAfter(action: string): Promise<Odds | null> {
    const ask = () => this.connection.get<Chances>("/odds/after", { action }).then((r) => r.odds);
    return remember(this.afters, action, ask);
  }

  /** Why a place or piece may not be chosen now. */
  why(place: string): Promise<Trouble | null> {
    const { asked } = this.question;
    if (!asked) return Promise.resolve(null);
    const query = { number: asked.number, place, piece: this.picked };
    const ask = () => this.connection.get<Why>("/why", query).then((r) => r.refusal);
    return remember(this.refusals, `${place}|${this.picked}`, ask);
  }

  /** A click or Enter on a place: do the one thing it means, or open what there is to choose from.

      A march goes all the way and ends there; with ``single`` it takes one step only. An attack is never meant by a
      click: the place opens, and the attack is a button there with its chances. */
  place(id: string, scene: Scene, single = false): void {
    const { choices, asked } = this.question;
    if (asked?.gather) return this.toggleAll(scene.pieces.filter((p) => p.at === id).map((p) => p.id));
    // With Shift those who stand there are added to the chosen, also where the chosen could go.
    if (single && this.setsOut && this.out.from(new Set([id])).length) return this.callOut(id, true);
    const joined = this.setsOut || this.group.size > 1;
    const together = joined ? this.goals.find((goal) => goal.place === id) : undefined;
    if (together) return void this.question.send(together.actions);
    if (this.musters(id)) return this.callOut(id, single);
    const along = this.named;
    const direct = choices.filter((c) => c.place === id && (!c.piece || c.piece === this.picked));
    const here = new Set(scene.pieces.filter((p) => p.at === id).map((p) => p.id));
    const others = choices.filter((c) => c.piece && c.piece !== this.picked && here.has(c.piece));
    const own = along.length ? [] : [...new Set(others.map((c) => c.piece))];
    const route = single || own.length ? undefined : this.routeTo(id);
    if (route && direct.length <= 1) return void this.question.send([...along, ...route.actions]);
    if (along.length && direct.length === 1) return void this.question.send([...along, direct[0]!.action]);
    if (direct.length === 1 && !own.length && !direct[0]!.attacks) return this.question.choose(direct[0]!);
    if (!direct.length && own.length === 1) return this.piece(own[0]!);
    this.open = this.open === id ? "" : id;
  }

  /** A click on a piece: the one thing it means, or it is picked for a place to follow. */
  piece(id: string, add = false): void {
    if (add || this.question.asked?.gather) return this.toggle(id);
    this.out.clear();
    const mine = this.question.choices.filter((c) => c.piece === id);
    if (mine.length === 1 && !mine[0]!.place) return this.question.choose(mine[0]!);
    if (!mine.length) return;
    this.picked = this.picked === id ? "" : id;
    this.open = "";
  }

  /** The answers that the opened place offers. */
  offered(scene: Scene): Choice[] {
    return this.open ? answersAt(this.question.choices, this.open, this.picked, scene.pieces) : [];
  }

  /** Places that may be chosen now, the piece being picked that is. */
  lit(scene: Scene): Set<string> {
    const { choices, routes } = this.question;
    if (this.setsOut && this.group.size && routes.length) return new Set(routes.map((r) => r.place));
    return litPlaces(choices, routes, this.picked, scene.pieces);
  }
}

/** One piece to choose from: it is chosen already. */
export function onlyPiece(choices: Choice[]): string {
  const pieces = new Set(choices.filter((c) => c.piece && c.place).map((c) => c.piece));
  return pieces.size === 1 && choices.every((c) => !c.piece || c.place) ? [...pieces][0]! : "";
}

export function answersAt(choices: Choice[], place: string, picked: string, pieces: Piece[]): Choice[] {
  const here = new Set(pieces.filter((p) => p.at === place).map((p) => p.id));
  return choices.filter((c) =>
    c.place ? c.place === place && (!c.piece || !picked || c.piece === picked) : c.piece && here.has(c.piece),
  );
}

export function litPlaces(choices: Choice[], routes: Route[], picked: string, pieces: Piece[]): Set<string> {
  const set = new Set<string>();
  const lit = new Set(choices.filter((c) => c.piece && !c.place).map((c) => c.piece));
  for (const c of choices) if (c.place && (!c.piece || !picked || c.piece === picked)) set.add(c.place);
  for (const p of pieces) if (p.at !== undefined && lit.has(p.id)) set.add(p.at);
  for (const r of routes) if (!r.piece || r.piece === picked) set.add(r.place);
  return set;
}

/** Ask once; a call that fails counts as nothing known. */
function remember<T>(
  kept: Map<string, Promise<T | null>>,
  key: string,
  ask: () => Promise<T | null>,
): Promise<T | null> {
  const known = kept.get(key);
  if (known) return known;
  const found = ask().catch(() => null);
  kept.set(key, found);
  return found;
}
