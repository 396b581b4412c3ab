// Who else sits at a game, in a few words: "against Boris", "with Clara and bot greedy".
import { spoken, t } from "./text";
import type { Mate } from "./types";

/** Names as a list in the language of the page; seats that are free are counted. */
function names(mates: readonly Mate[]): string {
  const free = mates.filter((m) => m.kind === "open").length;
  const said = mates
    .filter((m) => m.kind !== "open")
    .map((m) => (m.kind === "bot" ? t("lobby.bot", { bot: m.name }) : m.name || t("lobby.somebody")));
  if (free) said.push(t(free > 1 ? "lobby.free_more" : "lobby.free", { n: free }));
  return new Intl.ListFormat(spoken(), { type: "conjunction" }).format(said);
}

/** ``playing``: one sits there oneself; who only watches has neither friends nor rivals. Empty for who plays alone. */
export function matesWords(mates: readonly Mate[], playing: boolean): string {
  if (!playing) return names(mates);
  const rivals = mates.filter((m) => m.rival);
  const friends = mates.filter((m) => !m.rival);
  const said = [
    friends.length ? t("lobby.with", { names: names(friends) }) : "",
    rivals.length ? t("lobby.against", { names: names(rivals) }) : "",
  ];
  return said.filter(Boolean).join(", ");
}
