// A picture of the board as one SVG text, for cards, exports and reports. Colours can be made fixed.
import { front, namesLayer, type World } from "./layout";
import { points } from "./geometry";
import { badge, control, drawPiece, under } from "./pieces";
import { placePieces } from "./placing";
import type { Scene } from "./types";

export function boardSvg(world: World, scene: Scene, k: number, far: boolean): string {
  const f = front(world, (id) => scene.places[id]?.control ?? "", far);
  const line = far ? 1 / k : 1;
  let o = world.ground(far);
  for (const [id, place] of Object.entries(scene.places))
    if (place.tags?.includes("contested") && world.spots.has(id))
      o += `<polygon points="${points(world.spots.get(id)!.outline)}" fill="var(--front)" opacity=".12"/>`;
  o += `<path class="front-case" d="${f.line}" stroke-width="${7.5 * line}"/><path class="front" d="${f.line}" stroke-width="${3.2 * Math.min(line, 1.8)}"/><path class="teeth" d="${f.teeth}"/>`;
  o += namesLayer(world, k, far);
  const placed = placePieces(world, scene, k, far);
  const held = new Set(placed.map((p) => p.piece.at));
  if (world.face.kind === "areas")
    for (const spot of world.spots.values()) {
      const side = scene.places[spot.place.id]?.control;
      if (side && !held.has(spot.place.id))
        o += `<g transform="translate(${spot.centre[0]} ${spot.centre[1]})">${control(side, far ? 5.5 * line : 9)}</g>`;
    }
  for (const p of placed)
    o += `<g transform="translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})">${p.below ? under(p.piece, p.size, p.below) : ""}${drawPiece(p.piece, p.size, p.pixels)}${p.below ? badge(p.size / 2 - 1, -p.size / 2 - 1, p.pile.length, far ? 7 / k : 8) : ""}</g>`;
  return o;
}

/** A file of its own: style rules of the map and the colours in use now are written into it. */
export function standalone(world: World, scene: Scene): string {
  const k = 0.5;
  const style = getComputedStyle(document.documentElement);
  const used = (text: string) =>
    text.replace(
      /var\(--([\w-]+)(?:,\s*var\(--([\w-]+)\))?\)/g,
      (_, name: string, other?: string) =>
        style.getPropertyValue(`--${name}`).trim() ||
        (other ? style.getPropertyValue(`--${other}`).trim() : "") ||
        "#000",
    );
  const rules: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules)
        if (
          /\.(t-|hach|blk-|trees|reeds|waves|aline|grid|shore|ln-|town|place|halo|water-t|pill|hexno|front|teeth)/.test(
            rule.cssText,
          ) &&
          !rule.cssText.startsWith("@")
        )
          rules.push(rule.cssText);
    } catch {
      continue;
    }
  }
  const css =
    used(rules.join("\n")).replace(/font-family:[^;]*;/g, "") +
    "text{font-family:sans-serif}.place,.water-t{font-family:Georgia,serif}";
  const [w, h] = [Math.round(world.width), Math.round(world.height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><style>${css}</style><rect width="${w}" height="${h}" fill="${used("var(--paper)")}"/>${used(boardSvg(world, scene, k, true))}</svg>`;
}

export function download(name: string, content: Blob): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(content);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 4000);
}

export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}
