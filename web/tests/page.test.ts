import { createRawSnippet, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Game from "../src/pages/Game.svelte";
import { room } from "../src/lib/screen.svelte";
import type { Scene, Table } from "../src/lib/types";
import LinkCard from "../src/parts/LinkCard.svelte";
import Lost from "../src/parts/Lost.svelte";
import { choice, line, news, odds, piece, question, scene, server, squares, table } from "./making";

/** The page of a game without a browser: the server answers from a list, and the socket says what the test says. */
const ATTACK = choice("attack B", { label: "Attack Area B", place: "B", attacks: true });
const MOVE = choice("move 1 A", { label: "To Area A", place: "A" });
const END = choice("end", { label: "End the phase", no: true, ends: true });
const FIGHT: Partial<Scene> = { fight: { place: "B" } };

let app: Record<string, unknown>;
let socket: { onopen?: () => void; onmessage?: (event: { data: string }) => void };
let answers: Record<string, unknown>;
let asked: string[];

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => document.querySelector<HTMLElement>(selector);
const text = (selector: string) => one(selector)?.textContent.replace(/\s+/g, " ").trim() ?? "";

async function open(more: Partial<Table>): Promise<void> {
  answers["GET /games/g"] = table(more);
  app = mount(Game, { target: document.body, props: { id: "g" } });
  await expect.poll(() => one(".decision")).not.toBeNull();
  socket.onopen?.();
  await tick();
}

function press(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}

beforeEach(() => {
  localStorage.clear();
  answers = {
    "GET /games/g/face": squares(),
    "GET /games/g/log": { lines: [] },
    "GET /games/g/talk": { talk: [] },
    "GET /games/g/turns": { turns: [], tracks: [] },
    "GET /games/g/odds": { odds: odds({ Success: 0.19, Repulse: 0.81 }) },
    "GET /games/g/odds/after": { odds: odds({ Overrun: 0.001, Success: 0.38, Repulse: 0.619 }) },
    "GET /games/g/likely/9": { fight: { this_or_better: 0.3, this_or_worse: 0.9 } },
    "POST /games/g/answers": news({ number: 9, moved: 9 }),
  };
  asked = server(answers);
  socket = {};
  vi.stubGlobal("WebSocket", function () {
    socket = { close: () => undefined } as typeof socket;
    return socket;
  });
});

afterEach(async () => {
  await unmount(app);
  document.body.replaceChildren();
});

const sent = () => asked.filter((call) => call.startsWith("POST /games/g/answers")).length;

describe("the page of a game", () => {
  it("shows the question, and an attack as a button with its chances", async () => {
    await open({ question: question([MOVE, ATTACK, END]), scene: scene([piece("1", "C")]) });
    expect(text("#prompt")).toBe("Order.");
    expect(all("#choices .choice").map((b) => b.dataset.action)).toEqual(["end"]);
    await expect.poll(() => text("#attacks .choice")).toContain("Success 38 %");
    expect(all(".zone.lit").map((z) => z.dataset.place)).toEqual(["A", "B"]);
  });

  it("opens a place that may be attacked, and marches to one that may be entered", async () => {
    await open({ question: question([MOVE, ATTACK, END]), scene: scene([piece("1", "C")]) });
    one("#zone-B")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await expect.poll(() => all("#offered .choice").map((b) => b.dataset.action)).toEqual(["attack B"]);
    expect(sent()).toBe(0);
    one("#zone-A")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await expect.poll(sent).toBe(1);
  });

  it("sends a stack that was chosen by one click with the next, and lets go of one at Escape", async () => {
    const names = ["1", "2"].map((id) => choice(`move ${id}`, { piece: id }));
    const way = { place: "B", piece: "1", actions: ["move 1", "with 2", "to B"], places: ["B"], cost: "2 points" };
    answers["GET /games/g/routes"] = { number: 7, routes: [way], pieces: ["1", "2"], named: ["move 1", "with 2"] };
    const pieces = [piece("1", "C"), piece("2", "C"), piece("3", "D")];
    await open({ question: question([...names, END], { sets_out: true }), scene: scene(pieces) });
    const click = (place: string) => one(`#zone-${place}`)!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(all("#units .tile").length).toBe(0);
    click("C");
    await expect.poll(() => all("#units .tile.on").map((tile) => tile.dataset.piece)).toEqual(["1", "2"]);
    expect(all(".zone.lit").map((z) => z.dataset.place)).toEqual(["B"]);
    one("#zone-C")!.dispatchEvent(new MouseEvent("mouseenter"));
    await tick();
    expect(all(".st-refuse").length, "who stands there was chosen").toBe(0);
    one("#zone-D")!.dispatchEvent(new MouseEvent("mouseenter"));
    await expect.poll(() => all(".st-refuse").length).toBe(1);
    expect(text("[data-goal=B]")).toBe("Area B 2 points · all of them can");
    await expect.poll(() => text(".hide[role=status]")).toBe("2 units chosen, 1 place in reach.");
    press("Escape");
    await expect.poll(() => all("#units .tile").length).toBe(0);
    expect(sent()).toBe(0);
    click("C");
    await expect.poll(() => all("#units .tile.on").length).toBe(2);
    click("B");
    await expect.poll(sent).toBe(1);
  });

  it("has the one answer of a phone at the foot of the sheet, and nowhere else", async () => {
    room.phone = true;
    await open({ question: question([MOVE, ATTACK, END]) });
    await expect.poll(() => all(".foot [data-action=end]").length).toBe(1);
    expect(all("#choices .buy:not(.afoot)").length).toBe(0);
    expect(all("#choices .buy.afoot").length).toBe(1);
    room.phone = false;
    await expect.poll(() => all("#choices .buy:not(.afoot)").length).toBe(1);
  });

  it("does nothing at Escape with nothing open, and closes one thing at a time", async () => {
    await open({ question: question([ATTACK, END]), undo: { step: 5, turn: 1, alone: false, asks: false } });
    press("Escape");
    one("#zone-B")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await expect.poll(() => one("#offered")).not.toBeNull();
    press("Escape");
    await expect.poll(() => one("#offered")).toBeNull();
    press("Escape");
    expect(asked.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  it("lets several units join in one answer, and says what that does to the odds", async () => {
    const joins = ["1", "2", "3"].map((id) => choice(`with ${id}`, { piece: id }));
    const pieces = ["1", "2", "3"].map((id) => piece(id, "C"));
    await open({ question: question([...joins, choice("done")], { several: true }), scene: scene(pieces, FIGHT) });
    await expect.poll(() => all("#units .tile").length).toBe(3);
    press("a");
    await expect.poll(() => all("#units .tile.on").length).toBe(3);
    one("#units .tile.on")!.click();
    await expect.poll(() => text("#odds")).toContain("→ 38 %");
    expect(asked.some((call) => decodeURIComponent(call).includes("action=with+2;+with+3"))).toBe(true);
    one(".units .btn.all")!.click();
    await expect.poll(sent).toBe(1);
  });

  it("names those who are chosen by G, where nothing is begun by it", async () => {
    const joins = ["1", "2"].map((id) => choice(`with ${id}`, { piece: id }));
    const pieces = ["1", "2"].map((id) => piece(id, "C"));
    await open({ question: question([...joins, choice("done")], { several: true }), scene: scene(pieces, FIGHT) });
    await expect.poll(() => all("#units .tile").length).toBe(2);
    press("a");
    await expect.poll(() => all("#units .tile.on").length).toBe(2);
    press("g");
    await expect.poll(sent).toBe(1);
  });

  it("asks before something is lost, says what, and has the focus on yes", async () => {
    await open({ question: question([MOVE, ATTACK, END]) });
    one("#choices .choice")!.click();
    await expect.poll(() => text(".confirm p")).toContain("2 places");
    expect(sent()).toBe(0);
    expect(document.activeElement?.className).toContain("go");
    (document.activeElement as HTMLElement).click();
    await expect.poll(sent).toBe(1);
  });

  it("matches the odds under the mouse by name", async () => {
    await open({ question: question([choice("air"), choice("roll", { final: true })]), scene: scene([], FIGHT) });
    await expect.poll(() => one("#odds .num")).not.toBeNull();
    one("#choices .choice")!.dispatchEvent(new MouseEvent("mouseenter"));
    await expect.poll(() => text("#odds")).toMatch(/Overrun .*→ 0\.1 % ?Success .*→ 38 % ?Repulse .*→ 62 %/);
  });

  it("takes news, keeps the result until the next answer, and makes the table of the board when asked", async () => {
    await open({ question: question([choice("roll", { final: true })]), scene: scene([piece("1", "A")], FIGHT) });
    expect(one("#textboard")).toBeNull();
    const lines = [
      line(7, "german", ["An attack."], { action: "roll" }),
      line(8, "dice", ["The attack is 9."], { dice: [4, 5], throw: { side: "german", value: 2, total: 11 } }),
      line(9, "dice", ["The defence is 3.", "Success.", "1 is spent."], {
        dice: [1, 2],
        fight: "win",
        throw: { side: "soviet", value: 4, total: 7 },
      }),
    ];
    lines.forEach((l, n) =>
      l.events.forEach(
        (e, i) => (e.part = (["begin", "cast", "cast"] as const)[n + i] ?? (i === 1 ? "result" : "change")),
      ),
    );
    const next = question([END], { number: 10 });
    const told = news({ number: 9, moved: 9, question: next, scene: scene([piece("1", "B")]) }, lines);
    socket.onmessage?.({ data: JSON.stringify(told) });
    await expect.poll(() => text(".result h2")).toBe("Success.");
    one(".result.folded .fold")?.click();
    await expect.poll(() => all(".result .throws .v").map((e) => e.textContent)).toEqual(["11", "7", "+4"]);
    expect(text(".result")).toContain("1 is spent.");
    await expect.poll(() => text(".result .likely")).toBe("better 10.0 %this 20 %worse 70 %");
    press("t");
    await expect.poll(() => all("#textboard tbody tr").length).toBe(4);
    const last = news({ number: 10, moved: 10, question: null }, [line(10, "german", ["Done."], { action: "end" })]);
    socket.onmessage?.({ data: JSON.stringify(last) });
    await expect.poll(() => text(".result.folded h2")).toBe("Success.");
  });

  it("shows who only watches what is decided, the odds and the log, and no button that is not theirs", async () => {
    const bot = { name: "german", label: "Germany", kind: "bot", bot: "greedy", person: "" } as const;
    const seats = [{ ...bot, lent: false, held: false, present: false, resigned: false, trouble: "" }];
    await open({ seat: "", mine: [], maker: false, seats, scene: scene([], FIGHT), prompt: "Area B: roll?" });
    expect(text(".decision .about")).toBe("Area B: roll?");
    await expect.poll(() => text("#odds")).toContain("19");
    expect(all("button").filter((b) => /Take back|Skip to the next|Standing orders/.test(b.textContent))).toEqual([]);
    expect(one("[aria-label='Take back']")).toBeNull();
    expect(one(".log")).not.toBeNull();
  });

  it("offers the title's own rules for a question, in words, and leaves the one that is chosen as an order", async () => {
    const orders = [{ name: "weakest first", words: "the weakest first" }];
    await open({ question: question([choice("lose 1"), choice("lose 2")], { orders }) });
    const button = all(".rules .btn").find((b) => b.textContent.includes("the weakest first"));
    expect(button).toBeDefined();
    button!.click();
    await expect.poll(() => asked.some((call) => call.startsWith("POST") && call.includes("orders"))).toBe(true);
  });

  it("offers to say always what was said twice, in words", async () => {
    const past = [8, 9].map((n) => line(n, "german", ["Nothing."], { step: "order", action: "none" }));
    answers["GET /games/g/log"] = { lines: past };
    await open({ question: question([choice("none", { label: "No support", no: true }), choice("air")]) });
    expect(text(".standing")).toContain("“No support”");
    one(".standing button")?.click();
    await expect.poll(() => asked.filter((call) => call === "POST /games/g/orders").length).toBe(1);
  });

  it("says that the table cannot be reached only as long as it cannot", async () => {
    await open({ question: question([choice("done")]) });
    answers["POST /games/g/answers"] = new TypeError("Failed to fetch");
    one("#choices .choice")!.click();
    await expect.poll(() => text(".trouble")).toContain("cannot be reached");
    await expect.poll(() => one(".trouble"), { timeout: 5000 }).toBeNull();
  });
});

describe("a page that is one thing", () => {
  const words = createRawSnippet(() => ({ render: () => "<p>Words.</p>" }));

  it("says why there is nothing, and where the way goes back", () => {
    app = mount(Lost, { target: document.body, props: { why: "No such game." } });
    expect(text("main.lost h1 + p")).toBe("No such game.");
    expect(one("main.lost a")?.getAttribute("href")).toBe("/");
    expect(one(".card")).toBeNull();
  });

  it("is a card where a link leads to it, without the secret of the link", async () => {
    location.hash = "#secret";
    app = mount(LinkCard, {
      target: document.body,
      props: { title: "Sit down", trouble: "Too late.", children: words },
    });
    expect([text(".card h1"), text(".card [role=alert]")]).toEqual(["Sit down", "Too late."]);
    await expect.poll(() => location.hash).toBe("");
  });
});
