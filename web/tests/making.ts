// Small things for tests: a face of four squares, scenes, choices, odds, and a server that answers from a list.
import { vi } from "vitest";
import type { Choice, Face, LogLine, News, Odds, OddsBar, Piece, Question, Scene, Table } from "../src/lib/types";

const SIDE = 100;

/** Four square areas, two by two: A B over C D. */
export function squares(): Face {
  const at: [string, number, number][] = [
    ["A", 0, 0],
    ["B", 1, 0],
    ["C", 0, 1],
    ["D", 1, 1],
  ];
  return {
    kind: "areas",
    title: "Squares",
    about: "",
    tags: [],
    bars: [],
    facts: [],
    compass: null,
    scale_bar: null,
    tools: "bottom-right",
    scale: 1,
    piece: 20,
    front: ["german", "soviet"],
    turn: 0,
    north: 0,
    kilometre: 50,
    bounds: [0, 0, 2 * SIDE, 2 * SIDE],
    places: at.map(([id, x, y]) => ({
      id,
      name: `Area ${id}`,
      ground: "clear",
      terrain: "clear",
      near: at.filter(([, a, b]) => Math.abs(a - x) + Math.abs(b - y) === 1).map(([other]) => other),
      points: [
        [x * SIDE, y * SIDE],
        [(x + 1) * SIDE, y * SIDE],
        [(x + 1) * SIDE, (y + 1) * SIDE],
        [x * SIDE, (y + 1) * SIDE],
      ],
      centre: [(x + 0.5) * SIDE, (y + 0.5) * SIDE],
    })),
    water: [],
    lines: [],
    numbers: false,
    angle: 0,
  };
}

export function piece(id: string, at?: string, more: Partial<Piece> = {}): Piece {
  return { id, side: "german", layout: "counter", name: id, ...(at === undefined ? {} : { at }), ...more };
}

export function scene(pieces: Piece[] = [], more: Partial<Scene> = {}): Scene {
  return { sides: {}, places: {}, pieces, ...more };
}

/** "move U1 B" points at a piece and a place if they are given. */
export function choice(action: string, more: Partial<Choice> = {}): Choice {
  const verb = action.split(" ")[0]!;
  return {
    action,
    rule: "1.1",
    verb,
    place: "",
    piece: "",
    label: action,
    no: false,
    ends: false,
    attacks: false,
    ...more,
  };
}

export function question(choices: Choice[], more: Partial<Question> = {}): Question {
  return {
    number: 7,
    seat: "german",
    step: "order",
    rule: "6.4",
    prompt: "Order.",
    guide: "",
    far: false,
    sets_out: false,
    several: false,
    gather: "",
    choices,
    refused: [],
    orders: [],
    ...more,
  };
}

export function table(more: Partial<Table> = {}): Table {
  return {
    id: "g",
    name: "",
    title: "Squares",
    game: "squares",
    pack: "",
    reconstructed: false,
    scenario: "",
    scenario_title: "",
    aim: "",
    options: {},
    number: 6,
    moved: 6,
    seats: [],
    seat: "german",
    mine: ["german"],
    maker: true,
    pending: { kind: "decide", seat: "german", step: "order", rule: "6.4" },
    prompt: "Order.",
    crumbs: [],
    question: null,
    scene: scene(),
    undo: { step: 0, turn: 0, alone: false, asks: false },
    dice: { commitment: "", epoch: 0, open: true, words: [], wants: [], remarks: [] },
    over: false,
    rewinds: 0,
    note: "",
    guide: false,
    seen: 0,
    recovery: false,
    wish: {},
    lend: {},
    ...more,
  };
}

export function line(number: number, who: string, texts: string[], more: Partial<LogLine> = {}): LogLine {
  const events = texts.map((text) => ({ rule: "1.1", text, kind: "" }));
  return { number, who, kind: who === "dice" ? "dice" : "answer", step: "", rule: "1.1", events, ...more };
}

export function bars(chances: Record<string, number>): OddsBar[] {
  return Object.entries(chances).map(([label, chance]) => ({ label, chance, fraction: String(chance), kind: "good" }));
}

/** What the server tells after an answer. */
export function news(more: Partial<Table> = {}, lines: LogLine[] = []): News {
  const told = table(more);
  return { kind: "news", number: told.number, table: told, lines };
}

export function odds(chances: Record<string, number>): Odds {
  return { title: "", bars: bars(chances), facts: [], exact: true, note: "", policy: {}, report: {} };
}

/** The server: what it answers by method and path, and what it was asked. A number is a refusal with that status. */
export function server(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, { method = "GET" }: RequestInit = {}) => {
    const key = `${method} ${path.replace(/^\/api/, "").split("?")[0]}`;
    asked.push(`${method} ${path.replace(/^\/api/, "")}`);
    const found = answers[key];
    if (found instanceof Error) return Promise.reject(found);
    if (typeof found === "number")
      return Promise.resolve(Response.json({ message: "No.", rule: "8.3" }, { status: found }));
    return Promise.resolve(Response.json(found ?? {}));
  });
  return asked;
}
