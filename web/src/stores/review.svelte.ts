// The coach's page: the review of one seat as it grows, and the board at the moment under the cursor.
import { t } from "../lib/text";
import { api, get, post, Refused, remove } from "../lib/api";
import type { Look, Made, Moment, Review, ReviewDecision, TimeLine, TurnMark } from "../lib/types";
import { Ground } from "./ground.svelte";

const POLL_MS = 700;

export class ReviewStore {
  readonly ground = new Ground();
  table: Look | null = $state.raw(null);
  review: Review | null = $state.raw(null);
  moment: Moment | null = $state.raw(null);
  turns: TurnMark[] = $state.raw([]);
  seat = $state("");
  /** The line under the cursor. */
  cursor = $state(0);
  trouble = $state("");
  private timer = 0;
  private aim = 0;

  constructor(private id: string) {}

  async start(seat: string, at: number): Promise<void> {
    const table = await api.table(this.id, "");
    this.ground.unroll(await api.gameFace(this.id), table.game);
    this.table = table;
    const allowed = this.seats;
    this.seat = allowed.includes(seat) ? seat : (allowed[0] ?? "");
    await this.go(at || table.number);
    await this.ask();
    this.turns = (await get<TimeLine>(`/games/${this.id}/turns`)).turns;
  }

  /** Whose review may be asked for: one's own, and after the end everybody's. */
  get seats(): string[] {
    const { table } = this;
    if (!table) return [];
    const all = table.seats.map((s) => s.name);
    const others = table.over ? all.filter((name) => !table.mine.includes(name)) : [];
    return [...table.mine, ...others];
  }

  label(seat: string): string {
    return this.table?.seats.find((s) => s.name === seat)?.label ?? seat;
  }

  get decision(): ReviewDecision | undefined {
    return this.review?.decisions?.find((d) => d.before === this.cursor);
  }

  async choose(seat: string): Promise<void> {
    // One review of a person grows at a time: what is chosen now is wanted more.
    if (this.review?.state === "growing") await this.cancel();
    this.stop();
    this.seat = seat;
    this.review = null;
    await this.ask();
    await this.go(this.cursor);
  }

  /** Ask for the review as it is, and have it made where there is none or the game went on. */
  async ask(): Promise<void> {
    const here = `/games/${this.id}/review`;
    const seat = this.seat;
    try {
      const found = await get<Review>(this.path(seat));
      const wanted = found.state === "none" || (found.stale && found.state !== "growing");
      this.take(wanted ? await post<Review>(here, { seat }) : found);
      this.trouble = "";
    } catch (error) {
      if (seat !== this.seat) return;
      this.trouble = error instanceof Error ? error.message : String(error);
      const busy = error instanceof Refused && error.status === 429;
      if (busy) this.timer = window.setTimeout(() => void this.ask(), POLL_MS);
    }
  }

  private path(seat: string): string {
    return `/games/${this.id}/review?seat=${encodeURIComponent(seat)}`;
  }

  private take(found: Review): void {
    if (found.seat !== this.seat) {
      // Another seat was chosen while this one was being asked for: the coach need not go on with it.
      if (found.state === "growing") void remove<Review>(this.path(found.seat));
      return;
    }
    this.review = found;
    window.clearTimeout(this.timer);
    if (found.state === "growing") this.timer = window.setTimeout(() => void this.look(), POLL_MS);
  }

  private async look(): Promise<void> {
    try {
      this.take(await get<Review>(this.path(this.seat)));
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  async cancel(): Promise<void> {
    window.clearTimeout(this.timer);
    this.take(await remove<Review>(this.path(this.seat)));
  }

  async go(number: number): Promise<void> {
    const { table } = this;
    if (!table) return;
    const n = Math.max(1, Math.min(number, table.number));
    this.cursor = n;
    this.aim = n;
    const eyes = table.mine.includes(this.seat) ? this.seat : "";
    const found = await get<Moment>(`/games/${this.id}/moment/${n}?seat=${encodeURIComponent(eyes)}`);
    if (this.aim === n) this.moment = found;
  }

  /** The next or previous place of the curve. */
  step(by: number): Promise<void> {
    const stops = [...new Set((this.review?.points ?? []).map((p) => p.number))].sort((a, b) => a - b);
    const next = by > 0 ? stops.find((n) => n > this.cursor) : stops.filter((n) => n < this.cursor).at(-1);
    return next === undefined ? Promise.resolve() : this.go(next);
  }

  /** Another way from the moment under the cursor: a game of its own. */
  async branch(): Promise<void> {
    try {
      const seat = this.table?.mine[0] ?? "";
      const made = await post<Made>(`/games/${this.id}/branch`, { seat, at: this.cursor });
      location.href = `/g/${made.id}`;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  stop(): void {
    window.clearTimeout(this.timer);
  }
}

/** What stands where the curve will be: that the coach begins to read, or that nobody asked it (any more). */
export function curveWords(review: Review | null): string {
  return !review || review.state === "growing" ? "review.waiting" : "review.empty";
}

/** The line up to which the accounts go while a review grows; null once they are of the whole game. */
export function readTo(review: Review | null): number | null {
  return review?.state === "growing" ? (review.reached ?? 0) : null;
}

/** How a game that is over ended for the seat, once it was read to its end; nothing before. */
export function resultWord(review: Review | null, over: boolean): string {
  if (!over || review?.state !== "done") return "";
  const end = review.accounts?.end ?? 0;
  return end > 0.75 ? "review.won" : end < 0.25 ? "review.lost" : "review.drawn";
}

/** Two orders in short where they differ: what both begin with is left out, and what would be too long is counted. */
export function apart(played: string[], better: string[]): [string, string] {
  const most = Math.min(played.length, better.length) - 1;
  let same = 0;
  while (same < most && played[same] === better[same]) same++;
  return [brief(played, same), brief(better, same)];
}

const LONG = 3;
function brief(said: string[], from: number): string {
  const words = said.slice(from, from + LONG).join(", ");
  const left = said.length - from - LONG;
  return `${from ? "… " : ""}${words}${left > 0 ? " " + t("review.more", { count: left }) : ""}`;
}

/** Points of chance as whole numbers that add up: what was rounded away is in the rest. */
export function wholePoints(review: Review): Record<"start" | "luck" | "own" | "other" | "rest" | "end", number> {
  const a = review.accounts;
  const points = (chance: number | undefined) => Math.round((chance ?? 0) * 100);
  const [start, luck, own, other, end] = [a?.start, a?.luck, a?.own, a?.other, a?.end].map(points) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { start, luck, own, other, rest: end - start - luck - own - other, end };
}
