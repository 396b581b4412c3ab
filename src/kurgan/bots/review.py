"""The review of a game for one seat: what the coach found stretch by stretch, summed up in the open.

Start, luck, own decisions, the other side's play and a rest that nothing explains add up to where the curve ends; the
sums are taken from the same changes that are shown one by one.
"""

from collections.abc import Sequence
from math import sqrt

from kurgan.bots import chances
from kurgan.bots.chances import Figures
from kurgan.bots.coach import CLEAR, FRESH, JUDGE, SAMPLES
from kurgan.bots.playing_on import PLAYS
from kurgan.kernel.protocol import Game, Json
from kurgan.kernel.sentences import ENGLISH

VERSION = 6
"""Of the form, the way of reckoning and the figures: a review that was kept under another one is made again."""

PARTS = ("luck", "own", "other", "rest")
MOST_DECISIONS = 10
MOST_TURNS = 8
WORTH_A_LINE = 0.0005
TURNING = 0.03
"""What changes the chance by less is no turning point."""


class Review:
    """A review that grows; ``told`` is all of it as plain data, in every language (``in_language``)."""

    def __init__(self, game: Game, figures: Figures, options: Json, seat: str, number: int) -> None:
        self.seat = seat
        self.number = number
        self.figures = figures
        self.unknown = chances.unknown_options(game, figures, options)
        self.points: list[Json] = []
        self.changes: list[Json] = []
        self.decisions: list[Json] = []
        self.reached = 0
        self.end: float | None = None
        self.done = False

    def add(self, found: Json, reached: int) -> None:
        """The findings of the next stretch."""
        self.points += found["points"]
        self.changes += found["changes"]
        self.decisions += found["decisions"]
        self.reached = reached

    def finish(self, end: float | None) -> None:
        """All is read; ``end`` is the result, None while the game goes on."""
        self.end = end
        self.done = True
        if end is not None and self.points:
            self.points.append({"number": self.number, "chance": end, "low": end, "high": end})

    def accounts(self) -> Json:
        """The parts of the change in points of chance, each with its error, from the start of the curve to its end."""
        start = self.points[0]["chance"] if self.points else 0.0
        found: Json = {"start": start}
        for part in PARTS:
            mine = [change for change in self.changes if change["part"] == part]
            found[part] = sum(change["points"] for change in mine)
            found[f"{part}_error"] = CLEAR * sqrt(self.unsure(part))
        found["end"] = start + sum(found[part] for part in PARTS)
        return found

    def unsure(self, part: str) -> float:
        """The variance of a part: of changes that follow each other only where they begin and end counts, for what is
        reckoned too high after one of them is too high before the next."""
        found, last = 0.0, ""
        for change in self.changes:
            if change["part"] == part:
                found += change["after"] + (-change["before"] if last == part else change["before"])
            last = change["part"]
        return max(0.0, found)

    def costliest(self) -> list[Json]:
        """The decisions that cost most; those within their error come with the mark ``equal``."""
        lost = [decision for decision in self.decisions if decision["difference"] <= -WORTH_A_LINE]
        return sorted(lost, key=lambda d: (d["equal"], d["difference"]))[:MOST_DECISIONS]

    def turning(self) -> list[Json]:
        """The lines that turned the curve, by dice or by a decision, the largest first; in the order of the game."""
        sums: dict[tuple[int, str], float] = {}
        for change in self.changes:
            if change["part"] in ("luck", "own", "other"):
                key = (change["number"], change["part"])
                sums[key] = sums.get(key, 0.0) + change["points"]
        large = sorted(sums.items(), key=lambda item: -abs(item[1]))[:MOST_TURNS]
        told = [{"number": n, "part": part, "points": points} for (n, part), points in large if abs(points) >= TURNING]
        return sorted(told, key=lambda each: each["number"])

    def told(self) -> Json:
        figures = self.figures
        worse = [d for d in self.decisions if d["difference"] < 0 and not d["equal"]]
        return {
            "version": VERSION,
            "seat": self.seat,
            "number": self.number,
            "reached": self.reached,
            "done": self.done,
            "points": self.points,
            "accounts": self.accounts(),
            "decisions": self.costliest(),
            "decided": len(self.decisions),
            "worse": len(worse),
            "turning": self.turning(),
            "judge": judge_of(figures, self.unknown),
        }


def judge_of(figures: Figures, unknown: Sequence[str]) -> Json:
    """Who judges, from how many games, and what it does not know."""
    return {
        "bot": JUDGE,
        "samples": SAMPLES,
        "fresh": FRESH,
        "plays": PLAYS if chances.is_played_on(figures) else 0,
        "games": figures.games,
        "players": figures.bot,
        "unknown": list(unknown),
    }


def in_language(told: Json, language: str) -> Json:
    """A review as somebody reads it: what is kept in every language, in this one."""

    def chosen(spoken: Json) -> list[str]:
        found: list[str] = spoken.get(language) or spoken.get(ENGLISH, [])
        return found

    def order(said: Json) -> Json:
        return {**said, "words": chosen(said["words"])}

    decisions = [
        {**each, "played": order(each["played"]), "better": order(each["better"]), "reasons": chosen(each["reasons"])}
        for each in told["decisions"]
    ]
    return {**told, "decisions": decisions}
