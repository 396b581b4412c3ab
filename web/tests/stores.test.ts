import { beforeEach, describe, expect, it } from "vitest";
import { boardRows } from "../src/lib/textboard";
import type { Choice, LogLine, Table } from "../src/lib/types";
import { Connection } from "../src/stores/connection.svelte";
import { Desk } from "../src/stores/desk.svelte";
import { Past, sinceMine } from "../src/stores/past.svelte";
import { answersAt, litPlaces, onlyPiece, Pointer } from "../src/stores/pointer.svelte";
import { lastMove, lostBy, QuestionStore, wholeScene } from "../src/stores/question.svelte";
import { choice, line, news, odds, piece, question, scene, server, squares, table } from "./making";

function stores(): { connection: Connection; store: QuestionStore; past: Past; pointer: Pointer } {
  const connection = new Connection("g");
  connection.seat = "german";
  const store: QuestionStore = new QuestionStore(
    connection,
    (told) => store.take({ ...store.table!, ...told.table }, true),
    () => Promise.resolve(),
  );
  return { connection, store, past: new Past(connection, store), pointer: new Pointer(connection, store) };
}

const at = (place: string, more: Partial<Choice> = {}): Choice => choice(`go ${place}`, { place, ...more });

beforeEach(() => localStorage.clear());

describe("the connection", () => {
  it("speaks for its seat", async () => {
    const asked = server({});
    const { connection } = stores();
    await connection.get("/why", { place: "A b" });
    expect(asked).toEqual(["GET /games/g/why?seat=german&place=A+b"]);
  });

  it("is busy until the work is done or its news are there", async () => {
    const { connection } = stores();
    let done: () => void = () => undefined;
    const work = connection.during(() => new Promise((resolve) => (done = resolve)));
    expect(connection.busy).toBe(true);
    connection.settle();
    expect(connection.busy).toBe(false);
    done();
    await work;
    expect(connection.busy).toBe(false);
  });
});

describe("the question", () => {
  it("tells buttons from what points at the map, and knows the one that Enter means", () => {
    const { store } = stores();
    store.take(table({ question: question([choice("done"), at("A")]) }), true);
    expect(store.buttons.map((c) => c.action)).toEqual(["done"]);
    expect(store.main).toBeUndefined();
    store.take(table({ question: question([choice("done")]) }), true);
    expect(store.main?.action).toBe("done");
    const fight = scene([], { fight: {} });
    store.take(table({ scene: fight, question: question([choice("roll", { final: true }), choice("air")]) }), true);
    expect(store.main?.action).toBe("roll");
    const end = choice("done", { final: true, no: true, ends: true });
    const marks = [choice("exploit 1", { piece: "1" }), choice("exploit 2", { piece: "2" })];
    store.take(table({ scene: fight, question: question([end, ...marks]) }), true);
    expect(store.main, "Enter does not give up what was won").toBeUndefined();
    const none = choice("done", { final: true, no: true });
    store.take(table({ scene: fight, question: question([none, at("B", { piece: "1" })]) }), true);
    expect(store.main, "nor a hex that could be entered").toBeUndefined();
    store.take(table({ scene: fight, question: question([end]) }), true);
    expect(store.main?.action).toBe("done");
  });

  it("sends an answer once, with the number it answers", async () => {
    const asked = server({ "POST /games/g/answers": news({ number: 9 }) });
    const { store } = stores();
    store.take(table({ question: question([choice("done")]) }), true);
    await Promise.all([store.send(["done"]), store.send(["done"])]);
    expect(asked).toEqual(["POST /games/g/answers"]);
    expect(store.table?.number).toBe(9);
  });

  it("says that the table cannot be reached only as long as it cannot", async () => {
    const answers: Record<string, unknown> = { "POST /games/g/answers": new TypeError("Failed to fetch") };
    server(answers);
    const { connection, store } = stores();
    store.take(table({ question: question([choice("done")]) }), true);
    await store.send(["done"]);
    expect([connection.reached, store.trouble]).toEqual([false, null]);
    answers["GET /games/g"] = table();
    await expect.poll(() => connection.reached, { timeout: 4000 }).toBe(true);
  });

  it("asks again only where something is lost, says what, and takes the second word", async () => {
    const end = choice("end", { no: true, ends: true });
    const done = choice("done", { no: true });
    const moves = [choice("m1", { piece: "1", place: "B" }), choice("m2", { piece: "2", place: "B" })];
    expect(lostBy(done, [done, ...moves])).toBe("");
    expect(lostBy(end, [end])).toBe("");
    expect(lostBy(end, [end, ...moves])).toContain("2 units");
    expect(lostBy({ ...end, effect: "They stay." }, [end, ...moves])).toBe("They stay.");
    expect(lostBy({ ...end, effect: "One is given up." }, [end])).toBe("One is given up.");
    expect(lostBy(end, [end, at("A", { attacks: true })])).toContain("attack 1 place.");
    expect(lostBy(end, [end, at("A"), at("B"), at("C")])).toContain("3 places");
    expect(lostBy(end, [end, at("A")])).toContain("You could still: go A.");
    const asked = server({ "POST /games/g/answers": news({ number: 9 }) });
    const { store } = stores();
    store.take(table({ question: question([end, ...moves]) }), true);
    store.choose(end);
    expect([store.ask?.action, asked.length]).toEqual(["end", 0]);
    store.choose(end);
    await expect.poll(() => asked.length).toBe(1);
  });

  it("keeps a refusal with its rule until the question changes", async () => {
    server({ "POST /games/g/answers": 422 });
    const { store } = stores();
    store.take(table({ question: question([choice("done")]) }), true);
    await store.send(["done"]);
    expect(store.trouble).toEqual({ text: "No.", rule: "8.3" });
    store.take(table(), true);
    expect(store.trouble).toBeNull();
  });

  it("remembers the odds of this fight before the last answer, and of one that ended until the next", async () => {
    const fight = scene([], { fight: {} });
    const { store } = stores();
    server({ "GET /games/g/odds": { odds: odds({ Success: 0.2 }) } });
    store.take(table({ scene: fight }), true);
    await expect.poll(() => store.odds?.bars[0]?.chance).toBe(0.2);
    server({ "GET /games/g/odds": { odds: odds({ Success: 0.4 }) } });
    store.take(table({ scene: fight, number: 8 }), true);
    await expect.poll(() => store.odds?.bars[0]?.chance).toBe(0.4);
    expect(store.oddsBefore?.bars[0]?.chance).toBe(0.2);
    store.take(table({ number: 9 }), true);
    expect([store.odds, store.oddsBefore?.bars[0]?.chance]).toEqual([null, 0.4]);
    store.take(table({ number: 9 }), false);
    expect(store.oddsBefore?.bars[0]?.chance).toBe(0.4);
    store.take(table({ number: 10 }), true);
    expect(store.oddsBefore).toBeNull();
  });

  it("explains a kind of question once", () => {
    const { store } = stores();
    store.take(table({ question: question([], { number: 7 }) }), true);
    expect([store.isFirst, store.isFirst]).toEqual([true, true]);
    store.take(table({ question: question([], { number: 9 }) }), true);
    expect(store.isFirst).toBe(false);
  });
});

describe("scenes by difference", () => {
  const before = scene([piece("1", "A"), piece("2", "A"), piece("3", "B")], { places: { A: { control: "german" } } });

  it("are whole again: changed pieces and places, in the new order, without those that went", () => {
    const news = {
      ...scene([piece("1", "B")], { places: { B: { tags: ["contested"] } } }),
      since: 7,
      order: ["3", "1"],
    };
    const whole = wholeScene(before, news);
    expect(whole.pieces.map((p) => [p.id, p.at])).toEqual([
      ["3", "B"],
      ["1", "B"],
    ]);
    expect(Object.keys(whole.places)).toEqual(["A", "B"]);
    expect(lastMove(before, whole)).toEqual({ from: "A", to: "B" });
    expect([whole.since, whole.order, whole.same]).toEqual([undefined, undefined, undefined]);
  });

  it("keep what did not change as it is, and drop what is not named", () => {
    const was = { ...before, turn: { number: 1, label: "One" }, fight: { place: "A" } };
    const whole = wholeScene(was, { ...scene(), since: 7, same: ["turn"] });
    expect(whole.pieces).toBe(was.pieces);
    expect(whole.places).toBe(was.places);
    expect(whole.turn).toBe(was.turn);
    expect("fight" in whole).toBe(false);
  });

  it("that build on nothing are whole already", () => {
    const news = scene([piece("9", "A")]);
    expect(wholeScene(before, news)).toBe(news);
    expect(lastMove(before, news)).toBeUndefined();
  });
});

const STACK = [piece("1", "A"), piece("2", "A"), piece("3", "A"), piece("4", "B"), piece("9", "C")];
const way = (place: string, actions: string[]) => ({ place, piece: "1", actions, places: [place], cost: "2 points" });

/** A question at which the pieces of A and B may set out, and a server that knows one way for two of them. */
function settingOut(): ReturnType<typeof stores> & { asked: string[] } {
  const routes = [way("D", ["move 1", "with 2", "to D", "stop"])];
  const asked = server({
    "GET /games/g/routes": { number: 7, routes, pieces: ["1", "2"], named: ["move 1", "with 2"] },
    "POST /games/g/answers": news({ number: 12 }),
  });
  const made = stores();
  const names = ["1", "2", "3", "4"].map((id) => choice(`move ${id}`, { piece: id }));
  const now = question([choice("end", { no: true, ends: true }), ...names], { sets_out: true });
  made.store.take(table({ question: now, scene: scene(STACK) }), true);
  made.pointer.clear();
  return { ...made, asked };
}

describe("a stack that sets out", () => {
  const here = scene(STACK);

  it("is chosen by one click as far as it can go as one, and goes with the next", async () => {
    const { pointer, asked } = settingOut();
    expect([pointer.musters("A"), pointer.musters("B"), pointer.musters("D")]).toEqual([true, false, false]);
    pointer.place("A", here);
    await expect.poll(() => [...pointer.group]).toEqual(["1", "2"]);
    expect(asked).toEqual(["GET /games/g/routes?seat=german&pieces=1%3B2%3B3&together=true"]);
    expect(pointer.ready).toEqual(["1", "2", "3"]);
    expect(pointer.goals.map((g) => [g.place, g.pieces.length, g.cost, g.attack])).toEqual([["D", 2, "2 points", ""]]);
    expect([...pointer.lit(here)]).toEqual(["D"]);
    pointer.place("D", here);
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]).toBe("POST /games/g/answers");
  });

  it("is let go of by a second click", async () => {
    const { pointer, store } = settingOut();
    pointer.place("A", here);
    await expect.poll(() => pointer.group.size).toBe(2);
    expect(pointer.chosen).toBe(true);
    pointer.place("A", here);
    expect([pointer.group.size, pointer.chosen, store.routes, pointer.ready]).toEqual([0, false, [], []]);
  });

  it("takes one more or one less, from other places too, and says who cannot go along", async () => {
    const { pointer, asked } = settingOut();
    pointer.place("A", here);
    await expect.poll(() => pointer.group.size).toBe(2);
    pointer.toggle("3");
    await expect.poll(() => pointer.out.apart).toEqual(["3"]);
    expect([...pointer.group]).toEqual(["1", "2"]);
    pointer.place("B", here, true);
    await expect.poll(() => pointer.out.apart).toEqual(["4"]);
    expect(asked.at(-1)).toBe("GET /games/g/routes?seat=german&pieces=1%3B2%3B4&together=false");
    pointer.gather(["1", "9", "2"]);
    await expect.poll(() => asked.at(-1)).toBe("GET /games/g/routes?seat=german&pieces=1%3B2&together=false");
    pointer.gather([]);
    expect([pointer.group.size, pointer.goals.length, asked.length]).toEqual([0, 0, 4]);
  });

  it("is heard of only as long as it is what is wished", async () => {
    const { pointer, store } = settingOut();
    pointer.place("A", here);
    pointer.letGo();
    await new Promise((done) => setTimeout(done));
    expect([pointer.group.size, store.routes.length]).toEqual([0, 0]);
  });

  it("goes one by one in a lesson, whose tasks name who goes", () => {
    const { pointer, asked } = settingOut();
    pointer.eager = false;
    pointer.place("A", here);
    expect([pointer.open, asked.length]).toEqual(["A", 0]);
  });

  it("says so if something came up on the way", async () => {
    const { store } = settingOut();
    const given = (count: number) => Array.from({ length: count }, (_, i) => line(8 + i, "german", ["He goes."]));
    server({ "POST /games/g/answers": news({ number: 12 }, given(2)) });
    await store.send(["move 1", "with 2", "to D"]);
    expect(store.trouble?.text).toContain("the rest of the order");
    settingOut();
    server({ "POST /games/g/answers": news({ number: 12 }, given(3)) });
    store.take(table({ question: question([]) }), true);
    await store.send(["move 1", "with 2", "to D"]);
    expect(store.trouble).toBeNull();
  });
});

describe("the pointer", () => {
  it("picks the only piece there is, and lights its places", () => {
    const moves = [choice("m1", { piece: "1", place: "B" }), choice("m2", { piece: "1", place: "C" }), choice("done")];
    expect(onlyPiece(moves)).toBe("1");
    expect(onlyPiece([...moves, choice("m3", { piece: "2", place: "B" })])).toBe("");
    expect([...litPlaces(moves, [], "1", [])]).toEqual(["B", "C"]);
    expect([...litPlaces([choice("lead", { piece: "1" })], [], "", [piece("1", "D")])]).toEqual(["D"]);
  });

  it("lists what a place offers: to those who go there and to those who stand there", () => {
    const choices = [choice("m", { piece: "1", place: "B" }), choice("lead", { piece: "2" }), at("B"), at("C")];
    const there = [piece("2", "B")];
    expect(answersAt(choices, "B", "", there).map((c) => c.action)).toEqual(["m", "lead", "go B"]);
    expect(answersAt(choices, "B", "9", there).map((c) => c.action)).toEqual(["lead", "go B"]);
  });

  it("never begins an attack by a click on the map: the place opens, and a march is a march", async () => {
    const asked = server({ "POST /games/g/answers": news({ number: 9 }) });
    const { store, pointer } = stores();
    store.take(table({ question: question([at("A", { attacks: true }), at("B"), choice("done")]) }), true);
    pointer.clear();
    pointer.place("A", scene());
    expect([pointer.open, asked.length]).toEqual(["A", 0]);
    pointer.place("B", scene());
    await expect.poll(() => asked).toEqual(["POST /games/g/answers"]);
  });

  it("chooses all who may join a fight, lets some be left out, and then says that these are all", () => {
    const { store, pointer } = stores();
    const named = ["U1", "U2", "U3"].map((piece) => choice(`with ${piece}`, { piece }));
    store.table = table({ question: question(named, { several: true, gather: "done" }) });
    pointer.clear();
    expect(pointer.joining).toEqual(["with U1", "with U2", "with U3"]);
    pointer.piece("U2");
    expect(pointer.joining).toEqual(["with U1", "with U3", "done"]);
    const here = scene([piece("U1", "A"), piece("U2", "A"), piece("U3", "B")]);
    pointer.place("A", here);
    expect(pointer.joining).toEqual(["with U1", "with U2", "with U3"]);
    pointer.place("A", here);
    expect(pointer.joining).toEqual(["with U3", "done"]);
    pointer.gather([]);
    expect(pointer.joining).toEqual([]);
  });

  it("chooses all fresh units of one place, but none in a lesson or once one has moved", () => {
    const { store, pointer } = stores();
    const moves = [at("B", { piece: "1" }), at("B", { piece: "2" }), choice("done")];
    const look = (points: number) => {
      const pieces = [piece("1", "A", { points: 4, full: 4 }), piece("2", "A", { points, full: 6 })];
      store.take(table({ question: question(moves), scene: scene(pieces) }), true);
      pointer.clear();
      return [...pointer.group];
    };
    expect(look(6)).toEqual(["1", "2"]);
    expect(pointer.chosen).toBe(false);
    pointer.toggle("1");
    expect(pointer.chosen).toBe(true);
    expect(look(2)).toEqual([]);
    pointer.eager = false;
    expect(look(6)).toEqual([]);
  });

  it("asks why not once for each place, and again after the next answer", async () => {
    const asked = server({ "GET /games/g/why": { refusal: { text: "Full.", rule: "7.1" } } });
    const { store, pointer } = stores();
    store.take(table({ question: question([at("A")]) }), true);
    expect(await pointer.why("B")).toEqual({ text: "Full.", rule: "7.1" });
    await pointer.why("B");
    expect(asked).toHaveLength(1);
    pointer.clear();
    await pointer.why("B");
    expect(asked).toHaveLength(2);
  });

  it("picks a piece at the first click and lets it go at the second", () => {
    const { store, pointer } = stores();
    store.take(table({ question: question([at("B", { piece: "1" }), at("B", { piece: "2" })]) }), true);
    pointer.clear();
    pointer.piece("1");
    expect(pointer.picked).toBe("1");
    pointer.piece("1");
    expect(pointer.picked).toBe("");
    pointer.piece("nobody");
    expect(pointer.picked).toBe("");
  });
});

describe("the past", () => {
  it("tells what others did since my last answer or before my first, and nothing of what is little or was taken back", () => {
    const lines = [
      line(1, "german", ["I went."]),
      line(2, "soviet", ["They came.", "They dug in."]),
      line(3, "soviet", ["Undone."], { undone: true }),
    ];
    expect(sinceMine(lines, "german").map((x) => x.text)).toEqual(["I went.", "They came.", "They dug in."]);
    expect(sinceMine(lines.slice(0, 1), "german")).toEqual([]);
    expect(sinceMine(lines.slice(1), "german").map((x) => x.text)).toEqual(["They came.", "They dug in."]);
    expect(sinceMine([line(1, "dice", ["Rain.", "Snow."])], "german")).toEqual([]);
  });

  it("tells what others did before they asked me in a fight that they began, and nothing in the middle of my own", () => {
    const began = (who: string, number: number): LogLine => {
      const told = line(number, who, ["An attack.", "They joined."], { action: "attack B" });
      return { ...told, events: told.events.map((e, i) => ({ ...e, part: i ? "step" : "begin" })) };
    };
    const { store, past } = stores();
    const fight = scene([], { fight: {} });
    const ask = (lines: LogLine[], more: Partial<Table> = {}) => {
      past.lines = lines;
      const number = lines.at(-1)!.number;
      const asked = question([choice("retreat")]);
      store.take(table({ number, moved: number, scene: fight, question: asked, ...more }), true);
      return past.since.map((x) => x.text);
    };
    server({});
    const theirs = [line(1, "german", ["I went."]), line(2, "soviet", ["They came."]), began("soviet", 3)];
    expect(ask(theirs)).toEqual(["I went.", "They came.", "An attack.", "They joined."]);
    expect(ask(theirs, { number: 4 }), "a word for the dice is no line of the log").toHaveLength(4);
    expect(ask(theirs, { number: 4, moved: 4 }), "the log is not here yet").toEqual([]);
    const answered = [...theirs, line(4, "german", ["I stay."]), line(5, "soviet", ["They lost.", "And died."])];
    expect(ask(answered)).toEqual(["I stay.", "They lost.", "And died."]);
    expect(ask([...answered, line(6, "german", ["I lost."])])).toEqual([]);
    const mine = [line(1, "german", ["I went."]), began("german", 2), line(3, "soviet", ["They lost.", "And died."])];
    expect(ask(mine)).toEqual([]);
  });

  it("keeps lines in order, and the newer word on each", () => {
    const { past } = stores();
    past.add([line(3, "german", ["three"]), line(1, "german", ["one"])]);
    const fresh = past.add([
      line(1, "german", ["one"]),
      line(3, "german", ["three"], { undone: true }),
      line(4, "german", ["four"]),
    ]);
    expect(fresh.map((l) => l.number)).toEqual([3, 4]);
    expect(past.lines.map((l) => [l.number, l.undone ?? false])).toEqual([
      [1, false],
      [3, true],
      [4, false],
    ]);
  });

  it("goes to a moment and back; only the last one asked for is shown", async () => {
    const moment = (number: number) => ({ number, of: 6, scene: scene(), crumbs: [], turn: 1 });
    server({
      "GET /games/g/moment/2": moment(2),
      "GET /games/g/moment/3": moment(3),
      "GET /games/g/turns": { turns: [], tracks: [] },
    });
    const { store, past } = stores();
    store.take(table({ number: 6 }), true);
    await Promise.all([past.goTo(2), past.goTo(3)]);
    expect(past.moment?.number).toBe(3);
    await past.goTo(6);
    expect(past.replaying).toBe(false);
  });
});

describe("the desk", () => {
  it("shows the last dice and says the last sentences, none of those struck out", () => {
    const desk = new Desk();
    desk.hear([line(1, "dice", ["A throw."], { dice: [6, 5] }), line(2, "dice", [], { dice: [1, 1], undone: true })]);
    expect(desk.flash.map((l) => l.number)).toEqual([1]);
    expect(desk.said).toBe("A throw.");
    desk.hear([line(3, "german", [])]);
    expect(desk.said).toBe("A throw.");
  });
});

describe("the board as a table", () => {
  it("has a row for what has a name, with pieces and answers", () => {
    const places = [...squares().places.slice(0, 2), { ...squares().places[2]!, name: "" }];
    const rows = boardRows(scene([piece("1", "A")], { places: { A: { text: "Held." } } }), places, [
      at("B"),
      choice("lead", { piece: "1" }),
    ]);
    expect(rows.map((r) => [r.id, r.words, r.choices.length])).toEqual([
      ["A", "Held. 1", 1],
      ["B", "", 1],
    ]);
  });
});
