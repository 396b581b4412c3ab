import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, News, Scene } from "../src/lib/types";
import { OpenGame } from "../src/stores/game.svelte";
import { choice, line, news, piece, question, scene, server, squares, table } from "./making";

let sockets: FakeSocket[] = [];

class FakeSocket {
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    sockets.push(this);
  }
  close(): void {
    return undefined;
  }
  tell(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

beforeEach(() => {
  sockets = [];
  localStorage.clear();
  vi.stubGlobal("WebSocket", FakeSocket);
});

const asked = question([choice("done")]);
const first = table({ mine: ["german", "soviet"], scene: scene([piece("1", "A")]), question: asked });
const log = (texts: string[]) => ({ lines: texts.map((text, place) => line(place + 1, "german", [text])) });
const told = (number: number, change: Partial<Scene>, more: Parameters<typeof news>[0] = {}): News =>
  news({ number, moved: number, ...more, scene: scene([], change) });

async function opened(answers: Record<string, unknown> = {}): Promise<{ game: OpenGame; calls: string[] }> {
  const calls = server({
    "GET /games/g": first,
    "GET /games/g/face": squares(),
    "GET /games/g/log": log(["one"]),
    "GET /games/g/talk": { talk: [] },
    "GET /games/g/apart": { apart: true },
    ...answers,
  });
  const game = new OpenGame("g", () => undefined);
  await game.start();
  return { game, calls };
}

describe("an open game", () => {
  it("takes what is new, and draws nothing again when the socket tells it a second time", async () => {
    const { game } = await opened();
    const change = told(7, { since: 6, pieces: [piece("1", "B")] });
    sockets[0]!.tell(change);
    const { table: once } = game.question;
    expect(once?.scene.pieces.map((p) => p.at)).toEqual(["B"]);
    sockets[0]!.tell({ ...change, table: { ...change.table, name: "Renamed" } });
    expect(game.question.table?.scene).toBe(once?.scene);
    expect(game.question.table?.name).toBe("Renamed");
  });

  it("asks for the whole where news build on a table that it does not hold", async () => {
    const whole = table({ number: 9, moved: 9, scene: scene([piece("1", "D")]) });
    const answers: Record<string, unknown> = {};
    const { game } = await opened(answers);
    server({ "GET /games/g": whole, "GET /games/g/log": log(["one", "two"]) });
    sockets[0]!.tell(told(9, { since: 8, pieces: [] }));
    await expect.poll(() => game.question.table?.number).toBe(9);
    expect(game.scene?.pieces.map((p) => p.at)).toEqual(["D"]);
    expect(game.past.lines).toHaveLength(2);
  });

  it("asks only for what was missed when it comes back to a seat, and never mixes two seats", async () => {
    const { game } = await opened();
    const theirs = table({ seat: "soviet", mine: ["german", "soviet"], scene: scene([piece("?", "C")]) });
    server({ "GET /games/g": theirs, "GET /games/g/log": log(["hidden"]), "GET /games/g/talk": { talk: [] } });
    await game.sit("soviet");
    expect([game.connection.seat, game.scene?.pieces.map((p) => p.id)]).toEqual(["soviet", ["?"]]);
    const missed = told(8, { since: 6, pieces: [piece("1", "D")] });
    missed.lines = [line(2, "soviet", ["two"])];
    const calls = server({ "GET /games/g/news": missed, "GET /games/g/talk": { talk: [] } });
    await game.sit("german");
    expect(calls).toEqual(["GET /games/g/news?seat=german&after=6", "GET /games/g/talk?seat=german"]);
    expect([game.connection.seat, game.scene?.pieces.map((p) => [p.id, p.at])]).toEqual(["german", [["1", "D"]]]);
    expect(game.past.lines.map((l) => l.events[0]?.text)).toEqual(["one", "two"]);
    expect(game.question.table?.mine).toEqual(["german", "soviet"]);
  });
});
