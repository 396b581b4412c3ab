"""Areas, Morale, supply and the Out of Action box of Advance, recounted from what was told during whole games.

The recount knows the charts of the book and the sentence kinds of the log, and nothing of the rules' code.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from kurgan.games.advance.game import Advance
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Event, Over, Throw

GAME = Advance()
KINDS = [name for name, _ in GAME.event_kinds]
PRICES = {"artillery": 1, "engineer": 2, "air": 3, "morale": 3}
GAMES = 40
SWITCHES = ("rubble", "northern_shoulder", "isolation", "parent_organization", "limited_air", "pavlov")


class Recount:
    """A player with pencil and paper who reads the log."""

    def __init__(self, scenario: str, options: dict[str, str]) -> None:
        factory = scenario == "factory"
        self.areas = 35 if factory else 9
        self.morale = int(options.get("starting_morale", "0")) or (15 if factory else 19)
        self.supply = 0
        self.rolled = 0
        self.captured = 0
        self.heroes = False
        self.met: Counter[str] = Counter()

    def read(self, event: Event) -> None:
        name = KINDS[event.kind]
        self.met[name] += 1
        reader = getattr(self, f"on_{name}", None)
        if reader is not None:
            reader(*event.args)

    def close(self) -> None:
        """After one answer: a captured +4 area and Heroes of the same combat are one change."""
        if self.captured or self.heroes:
            self.change(self.captured - (1 if self.heroes else 0))
        self.captured, self.heroes = 0, False

    def change(self, amount: int) -> None:
        self.morale = min(19, max(0, self.morale + amount))

    def on_area_taken(self, area: int, count: int) -> None:
        self.areas += 1
        assert count == self.areas
        self.captured = 1 if GAME.pack.tem[area] == 4 else 0

    def on_heroes_held(self, area: int) -> None:
        self.heroes = True

    def on_result(self, area: int, result: int, margin: int) -> None:
        assert (margin < 0) == (result == 1)
        if margin < 0:
            self.change(-1)

    def on_streets_rolled(self, area: int, die: int, effect: int) -> None:
        assert (die >= 5) == (effect > 0)
        if die >= 5:
            self.change(-1)

    def on_units_left_in_box(self, count: int) -> None:
        self.change(-count)

    def on_turn_ends(self, turn: int) -> None:
        self.change(-1)

    def on_supply_rolled(self, points: int, before: int) -> None:
        assert before == self.supply
        self.rolled = points

    def on_supply_rerolled(self, points: int, total: int) -> None:
        self.rolled = total

    def on_supply_raised(self, points: int) -> None:
        assert self.rolled < 16
        self.rolled = points

    def on_bought(self, goods: int, left: int) -> None:
        word = GAME.words["goods"][goods]
        self.supply -= PRICES[word]
        assert left == self.supply
        if word == "morale":
            self.change(1)

    def on_unit_returned(self, unit: int, area: int, left: int) -> None:
        self.supply -= 2 if GAME.pack.is_armor[unit] else 1
        assert left == self.supply


def chosen(rng: random.Random) -> tuple[str, dict[str, str]]:
    options = {name: rng.choice(["on", "off"]) for name in SWITCHES}
    options["starting_morale"] = rng.choice(["0", "0", "1", "19"])
    options["reroll_ones"] = rng.choice(["", "1 2 3 4 5", "10 11 12"])
    return rng.choice(["campaign", "factory"]), options


@cache
def play(number: int) -> tuple[Recount, Any]:
    """One random game; the recount is compared with the position after every answer."""
    rng = random.Random(f"recount {number}")
    tape = Tape(f"recount {number}")
    scenario, options = chosen(rng)
    s = GAME.new(scenario, options)
    count = Recount(scenario, options)
    while not isinstance(asked := GAME.pending(s), Over):
        if isinstance(asked, Throw):
            answer = asked.chance.throw(tape)
        else:
            assert isinstance(asked, Decide)
            answer = rng.choice(GAME.legal(s))
        was_supply = asked.step in ("roll_supply", "roll_ones")
        for event in GAME.apply(s, answer):
            count.read(event)
        count.close()
        if was_supply and s.ones == 0:
            count.supply += count.rolled
        standing = [a for a in range(1, GAME.pack.areas + 1) if s.soviet[a]]
        assert (count.areas, count.morale) == (GAME.pack.areas - len(standing), s.morale), f"game {number}"
        assert s.ones or count.supply == s.supply, f"game {number}"
    return count, s


@pytest.mark.parametrize("number", range(GAMES))
def test_the_log_alone_gives_areas_morale_and_supply(number: int) -> None:
    count, s = play(number)
    assert GAME.outcome(s).score == count.areas


def test_the_recounted_games_meet_every_cause() -> None:
    """The check of the check: every event that the recount reads came up in the games."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        met += play(number)[0].met
    readers = [name.removeprefix("on_") for name in dir(Recount) if name.startswith("on_")]
    assert [name for name in readers if met[name] == 0] == []
