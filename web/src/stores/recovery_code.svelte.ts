// The recovery code of what this browser holds in a game, as long as the page may show it.
import { post } from "../lib/api";
import { codeOf, dropCode, keepCode } from "../lib/recovery";

export class RecoveryCode {
  shown: string = $state("");

  constructor(private game: string) {
    this.shown = codeOf(game);
  }

  /** A new code, which ends the old one. */
  async renew(): Promise<void> {
    const { recovery } = await post<{ recovery: string }>(`/games/${this.game}/recovery`);
    keepCode({ game: this.game, recovery });
    this.shown = recovery;
  }

  hide(): void {
    dropCode(this.game);
    this.shown = "";
  }
}
