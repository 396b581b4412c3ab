"""Random play under every invariant.

After each answer, or wherever another chapter of the rules takes over, the position checks itself, and is compared with
the same position saved and loaded: nothing it keeps may be stale. Every now and then it is also copied, seen from every
seat and imagined back, and its legal list compared with its refusals. Where asked, positions are written as text and
read again at moments by lot. At the end the whole game is written as a record and replayed. Each complaint names seed,
scenario and options, and a record that leads there.
"""

import json
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kurgan.bots import Source
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Json, Misspelt, Over, S, State, Throw, V
from kurgan.lab import fresh
from kurgan.lab import jobs as parallel
from kurgan.lab.scripts import Script

EVERY = 16
SELDOMER = 32
"""One position in EVERY, by lot, gets a closer look; one answer in SELDOMER later, one in EVERY + 1, and so on."""

FIRST_GAMES = 100
FIRST_ANSWERS = 500
FRESH_EVERY = 40
"""Every one of the first answers in the first games is compared with its position loaded anew, then one in FRESH_EVERY:
the campaign of Roads is long."""

MOST_ANSWERS = 200_000
"""A game that is longer than this has no end."""

LOOKED_AT = 150
"""Answers of a question's space that are compared with the legal list in one look."""


class Task(NamedTuple):
    source: Source
    scenario: str
    options: dict[str, str] | None
    seed: str
    folder: str
    thorough: bool
    keep: bool
    fresh: int
    positions: int


class Wrong(AssertionError):
    """Something that must hold does not."""


def fuzz(
    source: Source,
    games: int,
    *,
    seed: str = "",
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    folder: str = "",
    thorough: bool = True,
    keep: bool = False,
    progress: bool = False,
    fresh: int = 0,
    positions: int = 0,
) -> Json:
    """Play ``games`` random games; scenario and options vary with the seed unless given.

    Records of games that went wrong are written into ``folder`` (the current one if empty), those of all games if
    ``keep``. ``thorough`` checks the position after each answer, otherwise only where another chapter takes over. One
    answer in ``fresh`` is compared with its position saved and loaded (0: every one of the first, then some). At
    ``positions`` moments of each game the position is written as text and read again.
    """
    game = source.open()
    if scenario:
        game.seats(scenario)
    settled = game.settle(options) if options is not None else None
    task = Task(source, scenario, settled, seed, folder, thorough, keep, fresh, positions)
    if keep:
        Path(folder or ".").mkdir(parents=True, exist_ok=True)
    found = parallel.run(fuzz_some, task, games, jobs, f"fuzz {source.name}" if progress else "")
    return {
        "game": game.name,
        "seed": seed,
        "games": games,
        "decisions": sum([decisions for decisions, _ in found]),
        "verified": len([1 for _, error in found if not error]),
        "errors": [error for _, error in found if error],
    }


def fuzz_some(task: Task, indices: Sequence[int]) -> list[tuple[int, Json | None]]:
    game = task.source.open()
    return [_fuzz_one(task, game, index) for index in indices]


def _fuzz_one(task: Task, game: Game, index: int) -> tuple[int, Json | None]:
    """Decisions made, and the complaint if there is one."""
    seed = f"{task.seed}/{index}"
    tape = Tape(f"{seed}/fuzz")
    scenario = task.scenario or _pick(tape, [s.name for s in game.scenarios()])
    options = task.options if task.options is not None else vary(game, scenario, tape)
    script = Script(game, scenario, options, seed, task.source.pack)
    try:
        record = _play(game, script, tape, task, index)
        if task.keep:
            _path(task, script).write_text(record, encoding="utf-8")
    except Exception as error:
        return script.decisions, _complaint(task, script, error)
    return script.decisions, None


def _path(task: Task, script: Script) -> Path:
    name = "".join([c if c.isalnum() else "-" for c in script.seed]).strip("-")
    return Path(task.folder or ".") / f"fuzz-{script.game.name}-{name}.kurgan"


def _complaint(task: Task, script: Script, error: Exception) -> Json:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    path = _path(task, script)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script.record(), encoding="utf-8")
        record = str(path)
    except Exception as unwritten:
        record = f"none: {type(unwritten).__name__}: {unwritten}"
    return {
        "seed": script.seed,
        "scenario": script.scenario,
        "options": script.options,
        "error": f"{type(error).__name__}: {error}",
        "at": f"{Path(frame.filename).name}:{frame.lineno}",
        "answers": len(script.answers),
        "next": script.offered,
        "record": record,
    }


def vary(game: Game[S, V], scenario: str, tape: Tape) -> dict[str, str]:
    """Options by lot that the title accepts together."""
    for _ in range(50):
        options: dict[str, str] = {}
        for option in game.options():
            if tape.below(2):
                options[option.name] = _value(game, option.name, option.choices, option.default, tape)
        try:
            settled = game.settle(options)
            game.new(scenario, settled)
        except Misspelt:
            continue
        return settled
    return game.settle({})


def _value(game: Game[S, V], name: str, choices: Sequence[str], default: str, tape: Tape) -> str:
    """One of the choices; where any text may be taken, a number or two that are."""
    if choices:
        return _pick(tape, choices)
    for _ in range(20):
        numbers = sorted({1 + tape.below(20) for _ in range(1 + tape.below(2))})
        text = " ".join([str(number) for number in numbers])
        try:
            return game.settle({name: text})[name]
        except Misspelt:
            continue
    return default


def _pick(tape: Tape, names: Sequence[str]) -> str:
    return names[tape.below(len(names))]


# One game -------------------------------------------------------------------------------------------------------


def _play(game: Game, script: Script, tape: Tape, task: Task, index: int) -> str:
    """One game to its end; its record, which was verified."""
    s = script.start()
    lot = Tape(f"{script.seed}/fresh")
    moments = Moments(task.positions, Tape(f"{script.seed}/positions"))
    s.check()
    look_at(game, s, script.seats)
    twin = s.copy()
    chapter = ""
    while True:
        asked = game.pending(s)
        if isinstance(asked, Over):
            break
        if len(script.answers) >= MOST_ANSWERS:
            raise Wrong(f"still not over after {MOST_ANSWERS} answers")
        assert isinstance(asked, Decide | Throw)
        answer = _answer(game, s, asked, script, tape)
        game.answer(s, answer)
        script.given(answer)
        if task.thorough or asked.rule.partition(".")[0] != chapter:
            s.check()
            chapter = asked.rule.partition(".")[0]
        if lot.below(_one_in(task.fresh, index, script)) == 0:
            fresh.compare(game, s, script.seats)
        moments.pass_by(s, script)
        game.answer(twin, answer)
        if tape.below(EVERY + len(script.answers) // SELDOMER) == 0:
            if s.key() != twin.key():
                raise Wrong("two equal positions became different by equal answers")
            look_at(game, s, script.seats)
            twin = game.load_state(json.loads(json.dumps(s.to_json())))
    if s.key() != twin.key():
        raise Wrong("two equal positions became different by equal answers")
    s.check()
    look_at(game, s, script.seats)
    moments.check(game, script)
    return script.verify(s)


def _one_in(chosen: int, index: int, script: Script) -> int:
    """Of so many answers one is compared with its position loaded anew."""
    return chosen or (1 if index < FIRST_GAMES and len(script.answers) <= FIRST_ANSWERS else FRESH_EVERY)


class Moments:
    """Some positions of a game, each of its moments as likely as any other."""

    def __init__(self, count: int, tape: Tape) -> None:
        self.count = count
        self.tape = tape
        self.kept: list[tuple[int, State]] = []

    def pass_by(self, s: State, script: Script) -> None:
        if self.count == 0:
            return
        if len(self.kept) < self.count:
            self.kept.append((len(script.answers), s.copy()))
            return
        place = self.tape.below(len(script.answers))
        if place < self.count:
            self.kept[place] = (len(script.answers), s.copy())

    def check(self, game: Game, script: Script) -> None:
        """Each is written and read again; the record of a complaint ends where it went wrong."""
        for answers, s in sorted(self.kept, key=lambda moment: moment[0]):
            try:
                fresh.written(game, s)
            except Exception:
                del script.answers[answers:]
                raise


def _answer(game: Game, s: State, asked: Decide | Throw, script: Script, tape: Tape) -> int:
    if isinstance(asked, Throw):
        script.offered = asked.step
        return script.throw(asked.chance)
    legal = game.legal(s)
    if not legal:
        raise Wrong(f"no legal answer at '{asked.step}' [{asked.rule}]")
    answer = legal[tape.below(len(legal))]
    script.offered = f"{asked.step}: {game.spell(s, answer)}"
    return answer


def look_at(game: Game, s: State, seats: int) -> None:
    """Copy, codec, views, notation and refusals of one position."""
    key = s.key()
    if s.copy().key() != key:
        raise Wrong("a copy is not equal")
    if game.load_state(json.loads(json.dumps(s.to_json()))).key() != key:
        raise Wrong("a position changed by being saved and loaded")
    asked = game.pending(s)
    tape = Tape("imagine")
    for seat in range(-1, seats):
        view = game.view(s, seat)
        told = json.dumps(view.to_json(), sort_keys=True)
        if json.dumps(game.load_view(json.loads(told)).to_json(), sort_keys=True) != told:
            raise Wrong(f"the view of seat {seat} changed by being saved and loaded")
        world = game.imagine(view, tape)
        world.check()
        if json.dumps(game.view(world, seat).to_json(), sort_keys=True) != told:
            raise Wrong(f"what seat {seat} imagines looks different from what it sees")
        if isinstance(asked, Decide) and asked.seat == seat and game.legal(world) != game.legal(s):
            raise Wrong(f"the legal answers of seat {seat} depend on what it cannot see")
    if isinstance(asked, Decide):
        _compare_answers(game, s, asked)
    elif game.legal(s):
        raise Wrong("answers are offered although no seat is asked")
    if s.key() != key:
        raise Wrong("looking at a position changed it")


def _compare_answers(game: Game, s: State, asked: Decide) -> None:
    """Exactly the answers of the space without refusal are legal, and each can be spelled and read again."""
    legal = game.legal(s)
    if len(set(legal)) != len(legal):
        raise Wrong(f"an answer stands twice in the legal list of '{asked.step}'")
    allowed = set(legal)
    space = game.space(s)
    if not allowed.issubset(space):
        raise Wrong(f"'{asked.step}' has a legal answer that is not in its space")
    step = max(1, len(space) // LOOKED_AT)
    for a in [*legal[:LOOKED_AT], *space[::step]]:
        refusal = game.why_not(s, asked.seat, a)
        if (refusal is None) != (a in allowed):
            raise Wrong(f"'{game.spell(s, a)}' is {'legal' if a in allowed else 'not legal'}, but refused: {refusal}")
        if game.parse(s, game.spell(s, a)) != a:
            raise Wrong(f"'{game.spell(s, a)}' is read as another answer")
