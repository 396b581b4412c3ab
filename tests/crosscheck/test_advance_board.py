"""The odds shown on the board of Advance against the second reading of the book, in fights met in whole games."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from kurgan import odds
from kurgan.games.advance.game import Advance
from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES, TERRAINS
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Over, Throw
from tests.crosscheck import advance_book as book

GAME = Advance()
GAMES = 16
RULES = {"rubble": "12.1", "parent_organization": "12.4", "limited_air": "12.5"}
SWITCHES = (*RULES, "isolation", "pavlov", "northern_shoulder")


def described(s: Any) -> dict[str, Any]:
    """The fight on the board as somebody would describe it, when support is being placed."""
    b, pack = s.battle, s.pack
    strategy = STRATEGIES[b.strategy] if b.strategy >= 0 else "none"
    in_force = {name for code, name in enumerate(EVENTS) if s.effects >> code & 1}
    return {
        "units": [[pack.attack[u], str(pack.division[u]), pack.is_assault_gun[u]] for u in b.units],
        "lead": b.units.index(b.lead),
        "artillery": b.artillery,
        "engineers": b.engineers,
        "air": b.air,
        "morale": s.morale,
        "defense_factor": b.factor,
        "terrain": TERRAINS[pack.terrain[b.area]],
        "tem": pack.tem[b.area],
        "strategy": "none" if strategy == "barrage" else strategy,  # it has been answered
        "first_reveal": True,
        "volga_adjacent": pack.is_volga[b.area],
        "contested_at_start": b.contested,
        "options": [rule for name, rule in RULES.items() if s.rules.options[name] == "on"],
        "commissars": "commissars" in in_force,
        "artillery_shortage": "shell_shortage" in in_force,
    }


def look(s: Any, met: Counter[str]) -> None:
    fight = described(s)
    found = odds.pending(GAME, GAME.view(s, 0))
    assert found is not None
    said = found.report()
    expected = book.answer(fight)
    assert said["exact"] is True
    assert said["attack_value"] == expected.attack_value, fight
    assert {o: Fraction(c["fraction"]) for o, c in said["result"].items()} == expected.spread("result"), fight
    assert {o: Fraction(c["fraction"]) for o, c in said["morale_after"].items()} == expected.spread("morale"), fight
    assert Fraction(said["p_lead_eliminated"]["fraction"]) == expected.chance("lead_lost"), fight
    assert Fraction(said["p_retreat"]["fraction"]) == expected.chance("retreat"), fight
    met.update(
        name for name in ("air", "engineers", "commissars", "artillery_shortage", "contested_at_start") if fight[name]
    )
    met[fight["strategy"]] += 1
    met["shaken"] += s.morale < 10


@cache
def play(number: int) -> Counter[str]:
    rng = random.Random(f"board {number}")
    tape = Tape(f"board {number}")
    options = {name: rng.choice(["on", "off"]) for name in SWITCHES}
    s = GAME.new(rng.choice(["campaign", "factory"]), options)
    met: Counter[str] = Counter()
    while not isinstance(asked := GAME.pending(s), Over):
        if isinstance(asked, Throw):
            GAME.answer(s, asked.chance.throw(tape))
            continue
        if asked.step == "commit_support":
            look(s, met)
        GAME.answer(s, rng.choice(GAME.legal(s)))
    return met


@pytest.mark.parametrize("number", range(GAMES))
def test_the_odds_on_the_board_are_those_of_the_book(number: int) -> None:
    """Before every fight of a random game the board's exact odds equal the brute enumeration."""
    assert play(number).total() > 0


def test_the_games_meet_every_case() -> None:
    """The check of the check."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        met += play(number)
    wanted = ["air", "engineers", "commissars", "artillery_shortage", "contested_at_start", "shaken"]
    wanted += ["heroes", "ambush", "fanatic", "guards", "none"]
    assert [name for name in wanted if met[name] == 0] == []
