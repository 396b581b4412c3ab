// Files that a player takes along: the game as a story with maps, the story as text, the map as a picture.
import { get } from "./api";
import type { World } from "./layout";
import { download, standalone, toPng } from "./picture";
import { escape } from "./pieces";
import type { Moment, Scene, Story } from "./types";

export interface ReportSource {
  game: string;
  seat: string;
  number: number;
  scenario: string;
  world: World;
  scene: Scene;
}

const path = ({ game, seat }: ReportSource, rest: string) => `/games/${game}/${rest}?seat=${encodeURIComponent(seat)}`;

export async function writeReport(source: ReportSource): Promise<void> {
  const story = await get<Story>(path(source, "story"));
  const outcome = story.outcome ? `: ${escape(story.outcome.replace(/_/g, " "))}` : "";
  const parts = [`<h1>${escape(story.title)}</h1><p>${escape(source.scenario)}${outcome}</p>`];
  for (const chapter of story.chapters) {
    const { scene } = await get<Moment>(path(source, `moment/${chapter.number}`));
    const map = standalone(source.world, scene).replace('width="', 'style="max-width:100%;height:auto" width="');
    const lines = chapter.lines.map(escape).join("<br>");
    parts.push(`<h2>${escape(chapter.title)}</h2><figure>${map}</figure><p>${lines}</p>`);
  }
  const style = "max-width:900px;margin:2em auto;font:16px/1.5 Georgia,serif";
  const head = `<!doctype html><meta charset=utf-8><title>${escape(story.title)}</title>`;
  const page = `${head}<body style="${style}">${parts.join("")}`;
  download("kurgan-report.html", new Blob([page], { type: "text/html" }));
}

export async function writeStory(source: ReportSource): Promise<void> {
  const story = await get<Story>(path(source, "story"));
  const chapters = story.chapters.map((c) => `\n${c.title}\n${c.lines.join("\n")}`);
  const text = [`${story.title}, ${source.scenario}`, ...chapters].join("\n");
  download("kurgan-report.txt", new Blob([text], { type: "text/plain" }));
}

export function writeSvg({ number, world, scene }: ReportSource): void {
  download(`kurgan-${number}.svg`, new Blob([standalone(world, scene)], { type: "image/svg+xml" }));
}

export async function writePng({ number, world, scene }: ReportSource): Promise<void> {
  download(`kurgan-${number}.png`, await toPng(standalone(world, scene)));
}
