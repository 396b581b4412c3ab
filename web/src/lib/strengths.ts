import type { OptionInfo, ScenarioInfo } from "../made/api";
import { changed } from "./options";
import { t } from "./text";

/** What a rung is called: `search` comes in levels, and greedy's first is the lowest of them. */
export function botName(bot: string): string {
  const [kind, level] = bot.split(":");
  if (kind === "search") return t("new.rung", { level: level ?? "3" });
  return bot === "greedy:1" ? t("new.rung", { level: "1" }) : bot;
}

/** A bot as it is offered for a seat: the house's own by what they do, others by the name they brought. */
function offered(bot: string): string {
  const [kind, level] = bot.split(":");
  if (kind === "search") return botName(bot);
  if (kind === "greedy") return t("new.quick", { level: level ?? "1" });
  return bot === "random" ? t("new.random") : t("new.bot", { bot });
}

/** A bot with what ladders counted of it in this seat, under the options as they stand; without any, its name. */
export function strengthOf(
  scenario: ScenarioInfo,
  known: OptionInfo[],
  options: Record<string, string>,
  seat: string,
  bot: string,
): string {
  const name = offered(bot);
  const other = Object.entries(changed(known, options));
  const counted = scenario.strengths.find(
    (row) =>
      row.bot === bot &&
      row.seat === seat &&
      row.decided > 0 &&
      Object.keys(row.options).length === other.length &&
      other.every(([name, value]) => row.options[name] === value),
  );
  if (!counted) return name;
  const { won, decided: games } = counted;
  if (!counted.rival) return t("new.wins", { name, won, games });
  return t("new.beats", { name, rival: botName(counted.rival), won, games });
}
