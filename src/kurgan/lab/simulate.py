"""Many games by bots, in parallel, the same for the same seed whatever the number of jobs."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from kurgan.bots import Player, Source, make_own
from kurgan.kernel.chance import Rng, Tape
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.lab import jobs as parallel
from kurgan.lab.play import Accumulator, Decider, Streams, play
from kurgan.lab.summary import Row, summarise
from kurgan.lab.timed import THOUGHT, Timed

DEFAULT_BOT = "random"


class GameFailed(RuntimeError):
    """A game of the batch broke off; the message names its seed."""


class Simulation(NamedTuple):
    """The summary (no times in it: it depends on the seed alone) and one row a game."""

    summary: Json
    rows: list[Row]


class Setting(NamedTuple):
    """A scenario, every option with its value, and a bot for every seat."""

    scenario: str
    options: dict[str, str]
    bots: dict[str, str]


class Batch(NamedTuple):
    """What a process needs to play any game of the batch."""

    source: Source
    scenario: str
    options: dict[str, str]
    bots: dict[str, str]
    seed: str
    accumulators: tuple[Callable[[], Accumulator], ...]


def simulate(
    source: Source,
    games: int,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
    seed: str = "",
    jobs: int = 1,
    accumulators: Sequence[Callable[[], Accumulator]] = (),
    progress: bool = False,
) -> Simulation:
    """Play ``games`` games. Seats without a bot play at random; ``accumulators`` are classes that can be imported."""
    if games < 1:
        raise Misspelt(f"the number of games must be at least 1, not {games}")
    game = source.open()
    found = setting(game, scenario, options, bots)
    batch = Batch(source, *found, seed, tuple(accumulators))
    rows = parallel.run(play_some, batch, games, jobs, f"{source.name} {found.scenario}" if progress else "")
    summary = {"game": game.name, **found._asdict(), "games": games, "seed": seed, **summarise(rows)}
    return Simulation(summary, rows)


def setting(game: Game, scenario: str, options: Mapping[str, str] | None, bots: Mapping[str, str] | None) -> Setting:
    """What is asked for, with all that was left open; refused here, once, if it cannot be played."""
    scenario = scenario or game.scenarios()[0].name
    seats = game.seats(scenario)
    for seat, name in (bots or {}).items():
        if seat not in seats:
            raise Misspelt(f"unknown seat '{seat}'; {scenario} has {', '.join(seats)}")
        make_own(name)
    settled = game.settle(options or {})
    game.new(scenario, settled)
    return Setting(scenario, settled, {seat: (bots or {}).get(seat, DEFAULT_BOT) for seat in seats})


def play_some(batch: Batch, indices: Sequence[int]) -> list[Row]:
    """The rows of these games; runs in a process of its own."""
    game = batch.source.open()
    return [play_one(batch, game, index, Tape(f"{batch.seed}/{index}/dice")) for index in indices]


def play_one(batch: Batch, game: Game, index: int, dice: Rng | Streams, timed: bool = False) -> Row:
    """Game ``index`` of the batch, as a row; ``timed`` also says how long each bot thought that looks at the game."""
    seed = f"{batch.seed}/{index}"
    seats = game.seats(batch.scenario)
    players: list[Decider] = [Player(batch.bots[seat], f"{seed}/{seat}") for seat in seats]
    if timed:
        players = [Timed(player) if not player.blind else player for player in players]
    accumulators = [accumulator() for accumulator in batch.accumulators]
    s = game.new(batch.scenario, batch.options)
    try:
        played = play(game, s, players, dice, accumulators)
    except Exception as error:
        raise GameFailed(f"game {index} (seed '{seed}') broke off: {type(error).__name__}: {error}") from error
    row: Row = {
        "index": index,
        "seed": seed,
        "outcome": played.outcome.name,
        "winners": " ".join(played.outcome.winners),
        "rule": played.outcome.rule,
        "score": played.outcome.score,
        "decisions": played.decisions,
        "throws": played.throws,
    }
    row.update(played.measures)
    if timed:
        pairs = zip(seats, players, strict=True)
        row[THOUGHT] = {seat: player.thought() for seat, player in pairs if isinstance(player, Timed)}
    return row
