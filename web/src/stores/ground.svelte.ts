// The map as this player looks at it: the drawing of the title, turned as it was left last time.
import { buildWorld, type World } from "../lib/layout";
import { settings } from "../lib/settings.svelte";
import type { Face } from "../lib/types";

export class Ground {
  face: Face | null = $state.raw(null);
  world: World | null = $state.raw(null);
  private title = "";

  unroll(face: Face, title: string): void {
    this.title = title;
    this.face = face;
    this.world = buildWorld(face, settings.turns[title] ?? face.turn);
  }

  turn(): void {
    if (!this.face || !this.world) return;
    const turn = (this.world.turn + 1) % 4;
    settings.turns[this.title] = turn;
    this.world = buildWorld(this.face, turn);
  }

  /** What people call a place. */
  name(id: string | undefined): string {
    return this.face?.places.find((p) => p.id === id)?.name || (id ?? "");
  }
}
