"""Bots against each other on common seeds, in every seat, with intervals and think times; goes on where it stopped.

A pairing is a challenger in one seat (with its partners) and a rival in all others; where the rules play the other side
there is no rival. Game *i* of every pairing has the same dice. The engines of studies play them, a few seconds of one
pairing at a time; results are lines of a file, written as they come.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from kurgan.bots import Player, Source, make_own
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.lab.bench import is_compiled
from kurgan.lab.jobs import bar
from kurgan.lab.play import Decider, play
from kurgan.lab.simulate import GameFailed
from kurgan.lab.study.engines import Done, Engine, Task, at_once, engine, games_a_task
from kurgan.lab.summary import Row, wilson
from kurgan.lab.timed import Timed


class Pairing(NamedTuple):
    """Who plays whom: a challenger in a seat, and the rival in the seats against it ("" where there are none)."""

    bot: str
    seat: str
    rival: str


class Climb(NamedTuple):
    """What a worker needs to play these games, each a pairing and its number."""

    source: Source
    scenario: str
    options: dict[str, str]
    seed: str
    todo: list[tuple[Pairing, int]]

    def with_pack(self, folder: str) -> "Climb":
        return self._replace(source=self.source._replace(pack=folder))

    def play(self, game: Game, index: int) -> Row:
        return _play_one(self, game, *self.todo[index])


def ladder(
    source: Source,
    bots: Sequence[str],
    games: int,
    output: Path,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    seed: str = "",
    jobs: int = 1,
    engine_name: str = "local",
    progress: bool = False,
) -> list[Json]:
    """Play what is missing in ``output`` and sum up: one row a pairing."""
    game = source.open()
    scenario = scenario or game.scenarios()[0].name
    settled = game.settle(options or {})
    game.new(scenario, settled)
    for name in bots:
        make_own(name)
    if not bots:
        raise Misspelt("a ladder needs at least one bot")
    wanted = [(pairing, index) for pairing in pairings(game, scenario, bots) for index in range(games)]
    end_last_line(output)
    done = read(output)
    todo = [(pairing, index) for pairing, index in wanted if key(scenario, settled, seed, pairing, index) not in done]
    if todo:
        runner = Runner(Climb(source, scenario, settled, seed, todo), engine(engine_name, jobs), output)
        with bar(f"{source.name} {scenario}" if progress else "", len(todo)) as advance:
            runner.run(advance)
    done = read(output)
    found: dict[Pairing, list[Row]] = {}
    for pairing, index in wanted:
        found.setdefault(pairing, []).append(done[key(scenario, settled, seed, pairing, index)])
    return [summed(pairing, rows) for pairing, rows in found.items()]


def pairings(game: Game, scenario: str, bots: Sequence[str]) -> list[Pairing]:
    """Every bot in every seat against those named before it, and the first against itself: what the sides are worth.

    Where nobody else sits each bot plays alone.
    """
    found = []
    for seat in game.seats(scenario):
        if not against(game, scenario, seat):
            found += [Pairing(bot, seat, "") for bot in bots]
            continue
        found.append(Pairing(bots[0], seat, bots[0]))
        found += [Pairing(bot, seat, rival) for place, bot in enumerate(bots) for rival in bots[:place]]
    return found


def against(game: Game, scenario: str, seat: str) -> list[str]:
    """Seats that lose when this one wins."""
    mine = set(game.rivals(scenario, seat))
    return [other for other in game.seats(scenario) if set(game.rivals(scenario, other)) != mine]


def has_won(game: Game, scenario: str, seat: str, winners: Sequence[str]) -> int:
    """1 if somebody won, and nobody who wins when this seat gives up."""
    return int(bool(winners) and not set(winners) & set(game.rivals(scenario, seat)))


def key(scenario: str, options: Mapping[str, str], seed: str, pairing: Pairing, index: int) -> str:
    return json.dumps([scenario, dict(options), seed, *pairing, index], sort_keys=True)


def read(output: Path) -> dict[str, Row]:
    """Games that were played already; a last line that was cut off is played again."""
    found: dict[str, Row] = {}
    for line in output.read_text(encoding="utf-8").splitlines() if output.exists() else ():
        try:
            row = json.loads(line)
            found[row["key"]] = row
        except (ValueError, KeyError, TypeError):
            continue
    return found


def end_last_line(output: Path) -> None:
    """A line that was cut off must not swallow the next one."""
    if output.exists() and not output.read_bytes().endswith(b"\n"):
        with open(output, "a", encoding="utf-8") as file:
            file.write("\n")


class Runner:
    """Hands what is left to an engine, and writes down what comes back."""

    def __init__(self, climb: Climb, engine: Engine, output: Path) -> None:
        self.climb = climb
        self.engine = engine
        self.output = output
        self.given = 0
        self.under_way = 0
        self.pace: dict[Pairing, float] = {}
        """Seconds a game; bots differ a thousandfold, so a pairing that nobody has seen begins with one game."""

    def run(self, advance: Callable[[int], None]) -> None:
        try:
            while self._fill():
                done = self.engine.next()
                self._take(done)
                advance(len(done.rows))
        finally:
            self.engine.close()

    def _fill(self) -> int:
        todo = self.climb.todo
        while self.under_way < at_once(self.engine) and self.given < len(todo):
            pairing = todo[self.given][0]
            size = games_a_task(self.pace[pairing]) if pairing in self.pace else 1
            some = [game for game in todo[self.given : self.given + size] if game[0] == pairing]
            self.engine.submit(Task(self.given, range(len(some)), self.climb._replace(todo=some)))
            self.given += len(some)
            self.under_way += 1
        return self.under_way

    def _take(self, done: Done) -> None:
        self.under_way -= 1
        self.pace[self.climb.todo[done.task.cell][0]] = max(1e-6, done.seconds / len(done.rows))
        with open(self.output, "a", encoding="utf-8") as file:
            file.writelines([json.dumps(row) + "\n" for row in done.rows])


def _play_one(climb: Climb, game: Game, pairing: Pairing, index: int) -> Row:
    seed = f"{climb.seed}/{index}"
    seats = game.seats(climb.scenario)
    rivals = against(game, climb.scenario, pairing.seat)
    timed = [
        Timed(Player(pairing.rival if seat in rivals else pairing.bot, f"{seed}/{pairing.bot}/{seat}"))
        for seat in seats
    ]
    players: list[Decider] = list(timed)
    try:
        played = play(game, game.new(climb.scenario, climb.options), players, Tape(f"{seed}/dice"))
    except Exception as error:
        who = f"{pairing.bot} as {pairing.seat} against {pairing.rival or 'the rules'}"
        raise GameFailed(f"game {index} of {who} broke off: {type(error).__name__}: {error}") from error
    typical, worst = timed[seats.index(pairing.seat)].thought()
    won = played.outcome.winners
    return {
        "key": key(climb.scenario, climb.options, climb.seed, pairing, index),
        "outcome": played.outcome.name,
        "won": has_won(game, climb.scenario, pairing.seat, won),
        "drawn": int(not won),
        "median": typical,
        "worst": worst,
        "compiled": is_compiled(game.new(climb.scenario, climb.options)),
    }


def summed(pairing: Pairing, rows: Sequence[Row]) -> Json:
    """Games won of those that were decided, with their interval, and seconds for a decision where they were noted."""
    timed = [row for row in rows if "median" in row]
    decided = [row for row in rows if not row["drawn"]]
    won = sum(row["won"] for row in decided)
    low, high = wilson(won, len(decided)) if decided else (0.0, 1.0)
    return {
        **pairing._asdict(),
        "games": len(rows),
        "decided": len(decided),
        "won": won,
        "share": won / len(decided) if decided else 0.0,
        "low": low,
        "high": high,
        "median": median([row["median"] for row in timed]) if timed else None,
        "worst": max([row["worst"] for row in timed], default=None),
    }
