// Where pieces stand: slots when near, one pile a side when far.
import type { World } from "./layout";
import type { Piece, Scene } from "./types";

export interface Placed {
  piece: Piece;
  x: number;
  y: number;
  size: number;
  pixels: number;
  /** Pieces below this one in its pile, and the figure on its badge. */
  below: number;
  pile: Piece[];
}

export function placePieces(world: World, scene: Scene, k: number, far: boolean): Placed[] {
  const at = new Map<string, Piece[]>();
  for (const piece of scene.pieces) {
    if (piece.at === undefined || !world.spots.has(piece.at)) continue;
    if (!at.has(piece.at)) at.set(piece.at, []);
    at.get(piece.at)!.push(piece);
  }
  const placed: Placed[] = [];
  for (const [id, pieces] of at) {
    const units = pieces.filter((p) => p.layout !== "marker");
    const first = units.filter((p) => p.side === world.face.front[0]);
    const others = units.filter((p) => p.side !== world.face.front[0]);
    placed.push(
      ...markers(
        world,
        id,
        pieces.filter((p) => p.layout === "marker"),
        k,
        far,
      ),
    );
    if (far) placed.push(...farPiles(world, id, first, others, k));
    else if (world.face.kind === "hexes") placed.push(...hexPiles(world, id, first, others, k));
    else placed.push(...areaSlots(world, id, first, others, k));
  }
  return [...placed.filter((p) => p.piece.layout !== "marker"), ...placed.filter((p) => p.piece.layout === "marker")];
}

function pile(pieces: Piece[], x: number, y: number, size: number, k: number): Placed {
  const top = pieces[pieces.length - 1]!;
  return { piece: top, x, y, size, pixels: size * k, below: pieces.length - 1, pile: pieces };
}

/** Markers stand beside the units: at the foot of an area; in a hex left and right of the counter, whose figures they
    must not cover. */
function markers(world: World, id: string, pieces: Piece[], k: number, far: boolean): Placed[] {
  const spot = world.spots.get(id)!;
  const S = world.face.piece;
  if (!far && world.face.kind === "hexes")
    return pieces.map((piece, i) => ({
      piece,
      x: spot.row[0] + (i % 4 < 2 ? -0.7 : 0.7) * S,
      y: spot.row[1] + (i % 2 ? -0.2 : 0.28) * S,
      size: S * 0.44,
      pixels: S * 0.44 * k,
      below: 0,
      pile: [piece],
    }));
  const size = far ? 14 / k : world.face.piece * 0.52;
  const [x, y] = [spot.row[0] - world.face.piece * 0.42, spot.row[1] + world.face.piece * 0.42];
  return pieces.map((piece, i) => ({
    piece,
    x: x + i * (size + 2),
    y,
    size,
    pixels: size * k,
    below: 0,
    pile: [piece],
  }));
}

function farPiles(world: World, id: string, first: Piece[], others: Piece[], k: number): Placed[] {
  const spot = world.spots.get(id)!;
  const hexes = world.face.kind === "hexes";
  const size = Math.min(Math.max(world.face.piece, (hexes ? 22 : 28) / k), hexes ? 52 : 76);
  const sides = [first, others].filter((list) => list.length);
  return sides.map((list, i) =>
    pile(list, spot.centre[0] + (i - (sides.length - 1) / 2) * (size + 5), spot.centre[1], size, k),
  );
}

function hexPiles(world: World, id: string, first: Piece[], others: Piece[], k: number): Placed[] {
  const spot = world.spots.get(id)!;
  const [x, y] = spot.row;
  const S = world.face.piece;
  const placed: Placed[] = [];
  const sides = [first, others].filter((list) => list.length);
  sides.forEach((list, i) => {
    const dx = sides.length > 1 ? (i ? 15 : -15) : 0;
    const open = list.every((p) => p.layout === "block" && !p.states?.includes("hidden"));
    if (open && sides.length === 1 && list.length > 1 && list.length <= 4) {
      const small = S * 0.74;
      list.forEach((p, n) => {
        const rows = list.length > 2 ? 2 : 1;
        const inRow = rows === 1 ? list.length : n < 2 ? 2 : list.length - 2;
        const column = rows === 1 ? n : n % 2;
        placed.push({
          piece: p,
          size: small,
          pixels: small * k,
          below: 0,
          pile: [p],
          x: x + (column - (inRow - 1) / 2) * (small + 2),
          y: y + (rows === 1 ? 0 : (n < 2 ? -0.5 : 0.5) * (small + 3)),
        });
      });
    } else placed.push(pile(list, x + dx, y, sides.length > 1 ? S * 0.8 : S, k));
  });
  return placed;
}

function areaSlots(world: World, id: string, first: Piece[], others: Piece[], k: number): Placed[] {
  const spot = world.spots.get(id)!;
  const S = world.face.piece;
  const one = (piece: Piece, x: number, y: number): Placed => ({
    piece,
    x,
    y,
    size: S,
    pixels: S * k,
    below: 0,
    pile: [piece],
  });
  if (spot.alone && first.length + others.length === 1) return [one((first[0] ?? others[0])!, ...spot.alone)];
  if (spot.slots.length >= first.length && spot.other.length >= others.length) {
    return [
      ...first.map((p, i) => one(p, ...(spot.slots[i] as [number, number]))),
      ...others.map((p, i) => one(p, ...(spot.other[i] as [number, number]))),
    ];
  }
  const all = [...first, ...others];
  const step = S + 3;
  const columns = Math.max(2, Math.min(all.length, Math.floor(spot.width / step)));
  if (Math.ceil(all.length / columns) > 3) return farPiles(world, id, first, others, 1);
  return all.map((p, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, all.length - row * columns);
    return one(p, spot.row[0] + ((i % columns) - (inRow - 1) / 2) * step, spot.row[1] + row * step);
  });
}
