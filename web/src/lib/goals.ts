// Where the chosen pieces can go: one place, all of those who can, one answer.
import type { Choice, Route } from "./types";

export interface Goal {
  place: string;
  /** Those of the chosen who can go there, and the answers that take them. */
  pieces: string[];
  actions: string[];
  cost: string;
  /** The attack that could be made from there; empty where there is nobody to attack. */
  attack: string;
}

/** Pieces that may be sent somewhere. */
export function movers(choices: Choice[], routes: Route[]): Set<string> {
  const found = new Set<string>();
  for (const c of choices) if (c.piece && c.place) found.add(c.piece);
  for (const r of routes) if (r.piece) found.add(r.piece);
  return found;
}

/** Pieces that may be named one after the other, without a place. */
export function mates(choices: Choice[], several: boolean): Choice[] {
  return several ? choices.filter((c) => c.piece && !c.place) : [];
}

/** The places to which all of these go with one order, as the server found them. */
export function joint(routes: Route[], pieces: string[]): Goal[] {
  if (!pieces.length) return [];
  return routes.map(({ place, actions, cost }) => ({ place, pieces, actions, cost, attack: "" }));
}

/** The places that at least one of the chosen can go to, those that most can go to first. */
export function goals(choices: Choice[], routes: Route[], group: Set<string>): Goal[] {
  const found = new Map<string, Goal>();
  const known = new Set<string>();
  const add = (place: string, piece: string, actions: string[], cost: string, attack: string) => {
    const goal = found.get(place) ?? { place, pieces: [], actions: [], cost, attack: "" };
    goal.pieces.push(piece);
    goal.actions.push(...actions);
    goal.attack ||= attack;
    known.add(`${piece} ${place}`);
    found.set(place, goal);
  };
  for (const r of routes) if (r.piece && group.has(r.piece)) add(r.place, r.piece, r.actions, r.cost, r.attack ?? "");
  for (const c of choices)
    if (c.place && c.piece && group.has(c.piece) && !c.attacks && !known.has(`${c.piece} ${c.place}`))
      add(c.place, c.piece, [c.action], "", "");
  return [...found.values()].sort((a, b) => b.pieces.length - a.pieces.length);
}
