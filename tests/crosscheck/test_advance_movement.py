"""Movement of Advance against a second, naive reading of 8.1 to 8.3 and 12.2 over the files of the pack.

The naive reading sees an area as a number, the map as the rows of areas.csv, and a position as "who stands where".
"""

import csv
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import kurgan.games.advance
from kurgan.games.advance.game import Advance
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw

GAME = Advance()
DATA = Path(kurgan.games.advance.__file__).parent / "data"
GAMES = 30
STACK = 4
SHOULDER = {"48", "49", "50"}


def rows(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


AREAS = {row["number"]: row for row in rows("areas.csv")}
UNITS = {row["name"]: row for row in rows("units.csv")}


class Board:
    """A position in words: what stands where, who is spent, which area is active."""

    def __init__(self, s: Any) -> None:
        said = s.to_json()
        on_map = {name: row for name, row in said["units"].items() if 1 <= row[0] <= len(AREAS)}
        self.area_of = {name: str(row[0]) for name, row in on_map.items()}
        self.spent = {name for name, row in on_map.items() if row[1]}
        self.soviet: dict[str, str] = said["soviet"]
        self.active = str(said["numbers"]["active"])
        self.attacked = {a for a in AREAS if said["numbers"]["attacked"] >> int(a) & 1}
        self.scenario = said["scenario"]
        self.shoulder = said["options"]["northern_shoulder"] == "on"
        self.rain = bool(s.effects >> GAME.labels["event"].index("Rain") & 1)
        self.paused = GAME.pack.division_name[s.paused] if s.paused >= 0 else "nobody"

    def near(self, area: str) -> list[str]:
        return AREAS[area]["near"].split()

    def factor(self, unit: str) -> int:
        """6 for armor, 4 for infantry; nobody more than 4 in the rain."""
        return 4 if self.rain or UNITS[unit]["kind"] == "infantry" else 6

    def cost(self, area: str) -> int:
        if area in self.soviet:
            return 4 if self.soviet[area] == "?" else 3
        return 2 if any(b in self.soviet for b in self.near(area)) else 1

    def may_enter(self, unit: str, area: str, points: int) -> bool:
        here = self.area_of[unit]
        stacked = [other for other, where in self.area_of.items() if where == area]
        if area not in self.near(here) or len(stacked) >= STACK or points < self.cost(area):
            return False
        if area in self.attacked or (area in self.soviet and here in self.soviet):
            return False
        home = UNITS[unit][self.scenario]
        if self.shoulder and home in SHOULDER:
            return area in SHOULDER or any(area in self.near(a) for a in SHOULDER)
        return True

    def moves(self) -> set[tuple[str, str]]:
        able = [u for u, a in self.area_of.items() if a == self.active and u not in self.spent]
        able = [u for u in able if UNITS[u]["division"] != self.paused]
        return {(u, a) for u in able for a in AREAS if self.may_enter(u, a, self.factor(u))}


def spelled(s: Any, verb: str) -> list[list[str]]:
    return [words[1:] for a in GAME.legal(s) if (words := GAME.spell(s, a).split())[0] == verb]


def look(s: Any, step: str, met: Counter[str]) -> None:
    """Compare one question about movement with the naive answer."""
    board = Board(s)
    met[step] += 1
    met["rain"] += board.rain
    met["paused"] += board.paused != "nobody"
    met["from a contested area"] += board.active in board.soviet
    if step == "order":
        assert {(u, a) for u, a in spelled(s, "move")} == board.moves()
        return
    mover = GAME.pack.unit_name[s.mover]
    assert {a for (a,) in spelled(s, "to")} == {a for a in AREAS if board.may_enter(mover, a, s.points)}


def paid(board: Board, unit: str, area: str, s: Any) -> None:
    """[8.2] The price was the one of the naive reading: what is left of the Movement Factor says so."""
    if s.mover >= 0 and GAME.pack.unit_name[s.mover] == unit:
        assert s.points == board.factor(unit) - board.cost(area)


@cache
def play(number: int) -> Counter[str]:
    rng = random.Random(f"movement {number}")
    tape = Tape(f"movement {number}")
    options = {"northern_shoulder": rng.choice(["on", "off"])}
    s = GAME.new(rng.choice(["campaign", "factory"]), options)
    met: Counter[str] = Counter()
    while not isinstance(asked := GAME.pending(s), Over):
        if isinstance(asked, Throw):
            GAME.answer(s, asked.chance.throw(tape))
            continue
        assert isinstance(asked, Decide)
        if asked.step in ("order", "go_on"):
            look(s, asked.step, met)
        choices = GAME.legal(s)
        going = [a for a in choices if GAME.spell(s, a) != "end"]
        answer = rng.choice(going or choices)
        words = GAME.spell(s, answer).split()
        board = Board(s)
        GAME.answer(s, answer)
        if words[0] == "move":
            paid(board, words[1], words[2], s)
    return met


@pytest.mark.parametrize("number", range(GAMES))
def test_movement_is_that_of_the_naive_reading(number: int) -> None:
    """At every question of a random game, exactly the moves of the naive reading are offered, at its price."""
    met = play(number)
    assert met["order"] > 0


def test_the_games_meet_every_case() -> None:
    """The check of the check: marching on, rain, a pause and leaving a contested area all came up."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        met += play(number)
    assert [name for name in ("order", "go_on", "rain", "paused", "from a contested area") if met[name] == 0] == []
