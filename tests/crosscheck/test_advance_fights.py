"""Advance's odds against a second reading of the book, and against playing the fight out many times."""

import json
import random
from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from kurgan import odds
from kurgan.games.advance.odds import calculator
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Halt, Throw
from kurgan.testing import rule
from tests.crosscheck import advance_book as book

STRATEGIES = ("heroes", "ambush", "barrage", "fanatic", "guards")
FLAGS = ("isolated", "pavlov", "commissars", "air", "contested_at_start")
TERRAINS = ("clear", "elevated", "light_urban", "heavy_urban")
BLOCKS = 10
FIGHTS_IN_A_BLOCK = 40
PLAYED = 3000


def described(rng: random.Random) -> dict[str, Any]:
    """Some fight that the rules allow; edges come up often."""
    terrain = rng.choice(TERRAINS)
    units = [[rng.randint(4, 7), rng.choice(["16", "24", "29"])] for _ in range(rng.randint(1, 4))]
    units = [[*unit, True] if rng.random() < 0.2 else unit for unit in units]
    fight: dict[str, Any] = {
        "units": units,
        "morale": rng.choice([0, 1, 9, 10, 18, 19, rng.randint(0, 19)]),
        "defense_factor": rng.choice([0, 1, 4, 5, 6, 7, 8, 9, 10]),
        "terrain": terrain,
        "first_reveal": rng.random() < 0.7,
        "options": [rule for rule in ("12.1", "12.3", "12.4", "12.5") if rng.random() < 0.5],
    }
    if fight["first_reveal"] or rng.random() < 0.5:
        fight["strategy"] = rng.choice(STRATEGIES)
    if not fight["first_reveal"] and rng.random() < 0.6:
        fight["contested_at_start"] = True
    if rng.random() < 0.3:
        fight["tem"] = rng.choice([1, 2, 3, 4])
    for flag in ("commissars", "artillery_shortage", "volga_adjacent"):
        if rng.random() < 0.3:
            fight[flag] = True
    if not fight.get("volga_adjacent") and rng.random() < 0.4:
        fight["isolated"] = True
    if terrain == "heavy_urban" and rng.random() < 0.2:
        fight["pavlov"] = True
        if fight["first_reveal"]:
            fight["strategy"] = "guards"
        else:
            fight.pop("strategy", None)
    return with_choices(fight, rng)


def with_choices(fight: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Barrage, lead and markers within the limits of 9.5.4 and 12.5."""
    left = list(range(len(fight["units"])))
    if fight["first_reveal"] and fight["strategy"] == "barrage":
        fight["barrage_choice"] = rng.choice([*left, "retreat"])
        if fight["barrage_choice"] != "retreat":
            left.remove(fight["barrage_choice"])
    if left and rng.random() < 0.5:
        fight["lead"] = rng.choice(left)
    markers = [rng.choice(["artillery", "engineers", "air"]) for _ in range(rng.randint(0, len(left)))]
    urban = "urban" in fight["terrain"]
    barred = "12.5" in fight["options"] and urban and fight.get("contested_at_start")
    for name in ("artillery", "engineers", "air"):
        fight[name] = markers.count(name)
    fight["air"] = 0 if barred else min(1, fight["air"])
    return fight


def fractions(chances: dict[str, Any]) -> dict[str, Fraction]:
    return {outcome: Fraction(chance["fraction"]) for outcome, chance in chances.items()}


@pytest.mark.parametrize("block", range(BLOCKS))
def test_the_odds_are_those_of_the_book(block: int) -> None:
    """Every number that the calculator prints equals the brute enumeration, as a fraction."""
    rng = random.Random(f"fights {block}")
    for _ in range(FIGHTS_IN_A_BLOCK):
        fight = described(rng)
        said = odds.calculate(*calculator.read(fight))
        expected = book.answer(fight)
        about = json.dumps(fight)
        assert said["exact"] is True, about
        assert said["attack_value"] == expected.attack_value, about
        assert said["defense_value_without_dice"] == expected.defense_value, about
        assert said["defense_dice"] == expected.defense_dice, about
        assert fractions(said["raw_result"]) == expected.spread("raw"), about
        assert fractions(said["result"]) == expected.spread("result"), about
        assert Fraction(said["p_lead_eliminated"]["fraction"]) == expected.chance("lead_lost"), about
        assert Fraction(said["p_area_captured"]["fraction"]) == expected.chance("captured"), about
        assert Fraction(said["p_retreat"]["fraction"]) == expected.chance("retreat"), about
        assert fractions(said["morale_after"]) == expected.spread("morale"), about
        moved = sum((p * (int(m) - fight["morale"]) for m, p in expected.spread("morale").items()), Fraction(0))
        assert Fraction(said["expected_morale_change"]["fraction"]) == moved, about


def test_pavlovs_house_is_guards_and_nothing_else() -> None:
    """A description that gives Pavlov's House another strategy contradicts 12.6 and is refused."""
    fight = {"units": [[6, "29"]], "morale": 10, "defense_factor": 8, "terrain": "heavy_urban", "pavlov": True}
    with pytest.raises(ValueError, match=r"fights as Guards \[12\.6\]"):
        calculator.read({**fight, "strategy": "heroes"})


CONTESTED = {"units": [[6, "29"], [5, "29"]], "morale": 10, "terrain": "light_urban", "contested_at_start": True}


@rule("9.3")
@rule("9.4")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_nothing_is_revealed_in_an_area_already_contested(strategy: str) -> None:
    """Its counter was turned over when it was entered: no strategy works, nobody retreats; saying else is refused."""
    fight = {**CONTESTED, "defense_factor": 6, "strategy": strategy}
    known = odds.calculate(*calculator.read({**CONTESTED, "defense_factor": 6}))
    said = odds.calculate(*calculator.read(fight))
    assert said == known
    assert said["p_retreat"]["fraction"] == "0/1"
    with pytest.raises(ValueError, match=r"'first_reveal': .* has been revealed before \[9\.3\] \[9\.4\]"):
        calculator.read({**fight, "first_reveal": True, "barrage_choice": "retreat"})
    with pytest.raises(ValueError, match=r"'barrage_choice': there is no Barrage in this fight \[9\.4\]"):
        calculator.read({**fight, "barrage_choice": "retreat"})


def test_the_random_fights_meet_every_rule() -> None:
    """The check of the check: each strategy, option, flag and edge of Morale stands in many of the fights."""
    met: Counter[str] = Counter()
    for block in range(BLOCKS):
        rng = random.Random(f"fights {block}")
        for _ in range(FIGHTS_IN_A_BLOCK):
            fight = described(rng)
            met.update(fight["options"])
            met[f"morale {fight['morale']}"] += 1
            met[fight.get("strategy", "none") if fight["first_reveal"] else "known"] += 1
            met.update(
                key for key in ("isolated", "pavlov", "commissars", "air", "contested_at_start") if fight.get(key)
            )
            met["barrage: all retreat"] += fight.get("barrage_choice") == "retreat"
    wanted = [*STRATEGIES, "12.1", "12.3", "12.4", "12.5", "morale 0", "morale 9", "morale 10", "morale 19", "known"]
    wanted += [*FLAGS, "barrage: all retreat"]
    assert [name for name in wanted if met[name] < 5] == []


FIXED: list[dict[str, Any]] = [
    {"strategy": "heroes", "terrain": "heavy_urban", "morale": 19},
    {"strategy": "ambush", "terrain": "light_urban", "morale": 10, "air": 1, "isolated": True},
    {"strategy": "fanatic", "terrain": "elevated", "morale": 9, "tem": 4},
    {
        "strategy": "guards",
        "terrain": "heavy_urban",
        "morale": 10,
        "volga_adjacent": True,
        "air": 1,
        "options": ["12.5"],
    },
]


@pytest.mark.parametrize("about", FIXED, ids=[str(about["strategy"]) for about in FIXED])
def test_played_out_many_times_a_fight_comes_near_its_odds(about: dict[str, Any]) -> None:
    """With dice from a tape each final Morale, and the area captured, come up about as often as foretold."""
    fight = {"units": [[6, "29"], [5, "29"], [5, "29"]], "defense_factor": 6, "first_reveal": True, **about}
    game, start, described_fight = calculator.read(fight)
    tape = Tape(f"played {about['strategy']}")
    met: Counter[str] = Counter()
    for _ in range(PLAYED):
        s = start.copy()
        game.halt(s, described_fight.until)
        while not isinstance(asked := game.pending(s), Halt):
            if isinstance(asked, Throw):
                game.answer(s, asked.chance.throw(tape))
            else:
                assert isinstance(asked, Decide)
                game.answer(s, described_fight.policies[asked.step](s, game.legal(s)))
        met[f"morale {s.morale}"] += 1
        met["captured"] += s.soviet[calculator.TARGET] == 0
    expected = book.answer(fight)
    for name, p in {f"morale {m}": p for m, p in expected.spread("morale").items()}.items():
        assert abs(met[name] / PLAYED - p) <= 4 * sqrt(p * (1 - p) / PLAYED), name
    p = expected.chance("captured")
    assert abs(met["captured"] / PLAYED - p) <= 4 * sqrt(p * (1 - p) / PLAYED)
