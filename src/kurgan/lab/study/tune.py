"""Finding the value of an option at which a side wins a wanted share of games.

The share is taken to rise or to fall with the value, nothing else: the shares are made monotone (pool adjacent
violators) and read between two values by a straight line. How sure it is comes from playing dice with the games
themselves: the same seeds are drawn again and again for all values at once (a bootstrap over seeds), and the interval
holds the middle 95 in 100 of what comes out.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kurgan.bots import Source
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.lab.study.ledger import Ledger, Runner
from kurgan.lab.study.study import Study, nothing
from kurgan.lab.summary import wilson

FIRST_VALUES = 5
FIRST_GAMES = 40
RESAMPLES = 1000
HIGHEST = 1000
DEFAULT_BOT = "greedy:1"


class Wanted(NamedTuple):
    """What is tuned, and how it is played."""

    source: Source
    option: str
    share: float
    side: str = ""
    scenario: str = ""
    options: Mapping[str, str] = {}
    bots: Mapping[str, str] = {}
    seed: str = ""
    games: int = 200
    lowest: int | None = None
    highest: int | None = None
    check: int = 0


def tune(
    wanted: Wanted,
    folder: Path,
    jobs: int = 1,
    engine: str = "local",
    watch: Callable[[Runner], None] = nothing,
) -> Json:
    """The value, its uncertainty and every share that was played for it. Its games are kept in ``folder``."""
    tuner = Tuner(wanted, folder, lambda study: study.run(jobs, engine, watch))
    return tuner.run()


class Tuner:
    """Few games at a few values, then more and more at the values around the one looked for."""

    def __init__(self, wanted: Wanted, folder: Path, play: Callable[[Study], object]) -> None:
        self.wanted = wanted
        self.folder = folder
        self.play = play
        game = wanted.source.open()
        self.scenario = wanted.scenario or game.scenarios()[0].name
        self.bots = dict.fromkeys(game.seats(self.scenario), DEFAULT_BOT) | dict(wanted.bots)
        self.values = candidates(game, wanted)
        self.wins: dict[int, list[int]] = {}
        self.side = wanted.side

    def run(self) -> Json:
        first = min(FIRST_GAMES, self.wanted.games)
        step = (len(self.values) - 1) / (FIRST_VALUES - 1)
        self._play(sorted({self.values[round(i * step)] for i in range(FIRST_VALUES)}), first)
        for games in (first, self.wanted.games):
            self._close_in(games)
        found = self._estimate()
        if self.wanted.check:
            found["check"] = self._check(found["value"])
        return found

    def _close_in(self, games: int) -> None:
        """Play the values around the crossing until those on both sides of it have that many games."""
        while True:
            near = self._around(crossing(self._shares(), self.wanted.share))
            if all(len(self.wins.get(value, ())) >= games for value in near):
                return
            self._play(near, games)

    def _around(self, at: float) -> list[int]:
        """Two values on each side of the crossing."""
        below = [value for value in self.values if value <= at][-2:]
        above = [value for value in self.values if value > at][:2]
        return [*below, *above]

    def _play(self, values: Sequence[int], games: int) -> None:
        study = self._study({"grid": {"options": {self.wanted.option: list(values)}}, "games": games})
        self.play(study)
        self.side = study.plan.win
        ledger = Ledger(study.plan, study.parts)
        for value, (_, wins) in zip(values, ledger.cells(), strict=True):
            if len(wins) > len(self.wins.get(value, ())):
                self.wins[value] = wins

    def _study(self, more: Json, seed: str = "") -> Study:
        told = self.wanted
        base = {"scenario": self.scenario, "options": dict(told.options), "bots": self.bots}
        data: Json = {"title": told.source.name, "base": base, "seed": told.seed + seed, "win": told.side}
        if told.source.pack:
            data["pack"] = told.source.pack
        return Study.of({**data, **more}, self.folder, f"tune {told.option}", told.source.maker)

    def _shares(self) -> list[tuple[int, float, int]]:
        return [(value, sum(wins) / len(wins), len(wins)) for value, wins in sorted(self.wins.items())]

    def _estimate(self) -> Json:
        shares = self._shares()
        at = crossing(shares, self.wanted.share)
        low, high = self._interval()
        fitted = dict(zip([value for value, _, _ in shares], monotone(shares), strict=True))
        most = [value for value, wins in self.wins.items() if len(wins) == max(map(len, self.wins.values()))]
        value = min(sorted(most), key=lambda v: (abs(fitted[v] - self.wanted.share), abs(v - at)))
        smallest, largest = min(fitted.values()), max(fitted.values())
        return {
            "title": self.wanted.source.name,
            "scenario": self.scenario,
            "bots": self.bots,
            "seed": self.wanted.seed,
            "option": self.wanted.option,
            "side": self.side,
            "wanted": self.wanted.share,
            "reached": smallest <= self.wanted.share <= largest,
            "value": value,
            "estimate": at,
            "low": low,
            "high": high,
            "values": [{"value": v, **_share(self.wins[v])} for v, _, _ in shares],
        }

    def _interval(self) -> tuple[float, float]:
        """The middle 95 in 100 of the crossings of resampled games; seeds are drawn for all values at once."""
        tape = Tape(f"{self.wanted.seed}/resamples")
        most = max(map(len, self.wins.values()))
        rough = [share for share in self._shares() if share[2] < most]
        columns = {value: wins for value, wins in self.wins.items() if len(wins) == most}
        found = []
        for _ in range(RESAMPLES):
            picks = [tape.below(most) for _ in range(most)]
            drawn = [(value, sum([wins[i] for i in picks]) / most, most) for value, wins in columns.items()]
            found.append(crossing(sorted([*drawn, *rough]), self.wanted.share))
        found.sort()
        return found[RESAMPLES * 25 // 1000], found[RESAMPLES * 975 // 1000 - 1]

    def _check(self, value: int) -> Json:
        """Other games, of seeds that had no part in finding the value."""
        more = {"grid": {"options": {self.wanted.option: [value]}}, "games": self.wanted.check}
        study = self._study(more, "/check")
        self.play(study)
        return _share(Ledger(study.plan, study.parts).played(0))


def _share(wins: Sequence[int]) -> Json:
    low, high = wilson(sum(wins), len(wins))
    return {"games": len(wins), "count": sum(wins), "share": sum(wins) / len(wins), "low": low, "high": high}


def candidates(game: Game, wanted: Wanted) -> list[int]:
    """The whole numbers from 1 that the option takes; 0 often means "as the scenario says"."""
    known = {option.name: option for option in game.options()}
    if wanted.option not in known:
        game.settle({wanted.option: "1"})
    first = 1 if wanted.lowest is None else wanted.lowest
    last = HIGHEST if wanted.highest is None else wanted.highest
    if last - first > HIGHEST:
        raise Misspelt(f"from {first} to {last} are more than {HIGHEST} values")
    found = [value for value in range(first, last + 1) if _takes(game, wanted.option, value)]
    if len(found) < 2:
        raise Misspelt(f"option '{wanted.option}' takes fewer than two whole numbers from {first} to {last}")
    return found


def _takes(game: Game, option: str, value: int) -> bool:
    try:
        game.settle({option: str(value)})
    except Misspelt:
        return False
    return True


def monotone(shares: Sequence[tuple[int, float, int]]) -> list[float]:
    """The nearest shares that only rise, or only fall, with the value; each weighs as many games as it has."""
    rising = _pooled([(share, games) for _, share, games in shares])
    falling = [-share for share in _pooled([(-share, games) for _, share, games in shares])]
    return rising if _misfit(shares, rising) <= _misfit(shares, falling) else falling


def _misfit(shares: Sequence[tuple[int, float, int]], fitted: Sequence[float]) -> float:
    return sum([games * (share - fit) ** 2 for (_, share, games), fit in zip(shares, fitted, strict=True)])


def _pooled(points: Sequence[tuple[float, int]]) -> list[float]:
    """Pool adjacent violators, rising."""
    blocks: list[list[float]] = []  # sum, weight, length
    for share, games in points:
        blocks.append([share * games, games, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, weight, length = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + weight, blocks[-1][2] + length]
    return [total / weight for total, weight, length in blocks for _ in range(int(length))]


def crossing(shares: Sequence[tuple[int, float, int]], wanted: float) -> float:
    """Where the monotone curve through the shares passes the wanted one; the nearest end if it does not."""
    fitted = monotone(shares)
    values = [value for value, _, _ in shares]
    if fitted[0] > fitted[-1]:
        fitted, values = fitted[::-1], values[::-1]
    equal = [value for value, share in zip(values, fitted, strict=True) if share == wanted]
    if equal and fitted[0] < fitted[-1]:
        return (equal[0] + equal[-1]) / 2
    if wanted < fitted[0]:
        return float(values[0])
    for i in range(1, len(values)):
        if fitted[i - 1] < wanted < fitted[i]:
            part = (wanted - fitted[i - 1]) / (fitted[i] - fitted[i - 1])
            return values[i - 1] + part * (values[i] - values[i - 1])
    return float(values[-1])
