// What lies open beside the map: a sheet, a rule, the curtain between two people, dice just thrown, a sentence to be heard.
import type { LogLine } from "../lib/types";

export type SheetName =
  | ""
  | "help"
  | "settings"
  | "charts"
  | "roster"
  | "hidden"
  | "boxes"
  | "verify"
  | "luck"
  | "report"
  | "seats"
  | "orders"
  | "tools"
  | "log"
  | "talk"
  | "tracks"
  | "problem";

export class Desk {
  sheet: SheetName = $state("");
  rule = $state("");
  /** The seat that the screen should be passed to. */
  curtain = $state("");
  /** Dice that were just thrown. */
  flash: LogLine[] = $state.raw([]);
  /** The last thing said, for who listens instead of looking. */
  said = $state("");

  /** How far a bot has come with its thinking, in percent. */
  thinking = $state({ seat: "", share: 0 });

  think(seat: string, share: number): void {
    if (seat || this.thinking.seat) this.thinking = { seat, share: Math.round(100 * share) };
  }

  get covered(): boolean {
    return Boolean(this.rule || this.sheet || this.curtain);
  }

  /** Lines that just came: their dice are shown, their words are said. */
  hear(lines: LogLine[]): void {
    const rolled = lines.filter((l) => l.dice?.length && !l.undone);
    if (rolled.length && rolled.length < 12) this.flash = rolled.slice(-4);
    const words = lines.flatMap((l) => l.events.map((e) => e.text));
    if (words.length) this.said = words.slice(-6).join(" ");
  }
}
