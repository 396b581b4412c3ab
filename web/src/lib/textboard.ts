// The board as a table: made when somebody asks for it, in one pass over places, pieces and answers.
import { t } from "./text";
import type { Choice, FacePlace, Scene } from "./types";

export interface BoardRow {
  id: string;
  name: string;
  control: string;
  words: string;
  choices: Choice[];
}

/** A row for every place that has a name, a mark, a piece or an answer, or where the chosen can go. */
export function boardRows(
  scene: Scene,
  places: FacePlace[],
  choices: Choice[],
  goals: ReadonlyMap<string, unknown> = new Map(),
): BoardRow[] {
  const words = new Map<string, string[]>();
  const where = new Map<string, string>();
  for (const p of scene.pieces) {
    if (p.at === undefined) continue;
    where.set(p.id, p.at);
    push(words, p.at, p.text ?? p.name ?? t("piece.unknown"));
  }
  const answers = new Map<string, Choice[]>();
  for (const c of choices) {
    const at = c.place || where.get(c.piece);
    if (at) push(answers, at, c);
  }
  return places
    .filter(
      (p) => p.name || scene.places[p.id]?.tags?.length || words.has(p.id) || answers.has(p.id) || goals.has(p.id),
    )
    .map((p) => ({
      id: p.id,
      name: p.name,
      control: scene.places[p.id]?.control ?? "",
      words: [scene.places[p.id]?.text ?? "", ...(words.get(p.id) ?? [])].filter(Boolean).join(" "),
      choices: answers.get(p.id) ?? [],
    }));
}

function push<T>(into: Map<string, T[]>, key: string, value: T): void {
  const list = into.get(key);
  if (list) list.push(value);
  else into.set(key, [value]);
}
