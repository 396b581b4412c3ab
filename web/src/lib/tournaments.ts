// Tournaments as the page shows them: points with halves, games by rounds, what stands beside each.
import { t } from "./text";
import type { TournamentGame, TournamentInfo, TournamentPlace, TournamentTable } from "./types";

/** Points as people write them: 2½. */
export function points(number: number): string {
  const whole = Math.floor(number);
  const rest = number - whole;
  const part = rest === 0.5 ? "½" : rest === 0.25 ? "¼" : rest === 0.75 ? "¾" : "";
  return part && !whole ? part : `${whole}${part}`;
}

/** Games by round, the earliest first; on a ladder the latest challenge first. */
export function rounds(table: TournamentTable): [number, TournamentGame[]][] {
  const found = new Map<number, TournamentGame[]>();
  for (const game of table.games) found.set(game.round, [...(found.get(game.round) ?? []), game]);
  const rows = [...found.entries()].sort(([a], [b]) => a - b);
  return table.info.kind === "ladder" ? rows.reverse() : rows;
}

export function nameOf(place: Pick<TournamentPlace, "name" | "profile"> | undefined): string {
  return place?.name || t(place?.profile ? "club.nameless" : "profile.gone");
}

/** How many play; of how many as long as others may join. */
export const players = (info: TournamentInfo): string =>
  t(info.stage === "open" ? "cup.players" : "cup.count", { n: info.players, size: info.size });

export const placeOf = (table: TournamentTable, number: number): TournamentPlace | undefined =>
  table.places.find((p) => p.number === number);

/** How a game stands, in a few words. */
export function told(table: TournamentTable, game: TournamentGame): string {
  const winner = nameOf(placeOf(table, game.result === "second" ? game.second : game.first));
  if (game.stage === "waiting") return t(table.info.kind === "ladder" ? "cup.begins" : "cup.waiting");
  if (game.stage === "running") return t("cup.under_way");
  if (game.stage === "none") return t("cup.void");
  if (game.stage === "default") return t("cup.default", { name: winner });
  return game.result === "drawn" ? t("cup.drawn_game") : t("cup.won_by", { name: winner });
}
