"""The calculator: fights described in JSON, walked exactly."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from kurgan.games.roads.odds.calculator import read
from kurgan.games.roads.pack import vocabulary
from kurgan.odds.pending import calculate
from tests.roads.drawn import PACK


def odds(**fight: Any) -> dict[str, Any]:
    game, s, described = read(fight)
    return calculate(game, s, described)


def chance(report: dict[str, Any], field: str, key: str) -> Fraction:
    return Fraction(report[field].get(key, {"fraction": "0"})["fraction"])


def by_hand(column: int, wanted: str) -> dict[str, Fraction]:
    """A distribution read straight from the result table, without an engine; second throws added."""
    found: dict[str, Fraction] = {}
    throws = [a + b for a, b in product(range(1, 7), repeat=2)]
    for roll in throws:
        cell = column * 13 + roll
        losses = (PACK.crt_losses_a[cell], PACK.crt_losses_d[cell])
        result_a, result_d = PACK.crt_a[cell], PACK.crt_d[cell]
        extra = 1 if result_a == vocabulary.A_D1 else 0
        seconds = throws if result_a == vocabulary.A_ENG or result_d == vocabulary.D_ENG else [0]
        for second in seconds:
            more = column * 13 + second
            a = losses[0] + (PACK.crt_losses_a[more] if second else 0)
            d = losses[1] + extra + (PACK.crt_losses_d[more] if second else 0)
            key = str(a) if wanted == "attacker_losses" else str(d)
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 36 * len(seconds))
    return found


@pytest.mark.parametrize("column", range(7))
@pytest.mark.parametrize("wanted", ["attacker_losses", "defender_losses"])
def test_plain_fights_agree_with_the_table(column: int, wanted: str) -> None:
    """Losses on every column, in clear ground, retreating where there is a choice."""
    attack, defense = (10, 20) if column == 0 else (10 * column, 10)
    report = odds(attacker_side="soviet", attack=attack, defense=defense)
    assert report["column"] == vocabulary.ODDS[column]
    for key, value in by_hand(column, wanted).items():
        assert chance(report, wanted, key) == value


def test_odds_shifts_and_cancelled_attacks() -> None:
    report = odds(attacker_side="soviet", attack=34, defense=4)
    assert (report["initial_odds"], report["odds_after_shift"], report["column"]) == ("8/1", "8/1", "6/1")
    report = odds(attacker_side="soviet", attack=10, defense=35, shift=2)
    assert (report["initial_odds"], report["odds_after_shift"], report["column"]) == ("1/4", "1/2", "1/2")
    report = odds(attacker_side="soviet", attack=10, defense=35)
    assert report["cancelled"] is True
    assert "column" not in report


def test_superiority_allies_mud_and_the_pocket_change_results() -> None:
    allies = odds(attacker_side="soviet", attack=60, defense=10, allied_defender_steps=3)
    assert chance(allies, "exploitation_level", "0") == 0
    waves = odds(attacker_side="soviet", attack=20, defense=10, superiority="all", defenders_all_german=True)
    # One loss only where the first throw cost nothing: Eng on 5, then a throw with one loss (ruling 25).
    assert chance(waves, "attacker_losses", "1") == Fraction(4, 36) * Fraction(21, 36)
    assert any(key.endswith("+R") or key == "R" for key in waves["defender_tactical"])
    mud = odds(attacker_side="soviet", attack=60, defense=10, weather="mud")
    assert "Eng*" in mud["attacker_tactical"]
    assert chance(mud, "exploitation_level", "0") == 1
    pocket = odds(attacker_side="soviet", attack=60, defense=10, oos_fs=True)
    assert set(pocket["defender_tactical"]) <= {"S", "DR", "Eng", "-", "R", "F"}
    cellar = odds(attacker_side="soviet", attack=60, defense=10, rattenkrieg=True)
    assert chance(cellar, "losses", "1,1") >= Fraction(5, 6)
    blow = odds(
        attacker_side="axis", attack=40, defense=10, superiority="all", attackers_all_german=True, panzer_division=True
    )
    assert chance(blow, "exploitation_level", "3") > 0


def test_exploitation_has_no_attackers_result() -> None:
    report = odds(attacker_side="soviet", attack=60, defense=10, phase="exploitation", allied_defender_steps=2)
    assert set(report["attacker_tactical"]) == {"-"}


def test_choices_and_steps() -> None:
    stand = odds(attacker_side="soviet", attack=20, defense=10, s_choice="stand", defender_steps=2, attacker_steps=1)
    leave = odds(attacker_side="soviet", attack=20, defense=10)
    assert Fraction(stand["expected_defender_losses"]["fraction"]) > Fraction(
        leave["expected_defender_losses"]["fraction"]
    )
    assert 0 < Fraction(stand["p_attacker_eliminated"]["fraction"]) < 1
    assert "p_attacker_eliminated" not in leave
    pay = odds(attacker_side="soviet", attack=10, defense=10, ar_choice="losses")
    assert chance(pay, "attacker_losses", "4") > 0
    back = odds(attacker_side="soviet", attack=10, defense=10, f_choice="retreat")
    assert chance(back, "defender_losses", "0") > chance(
        odds(attacker_side="soviet", attack=10, defense=10), "defender_losses", "0"
    )


def test_terrain_lines_are_taken_from_the_description() -> None:
    report = odds(
        attacker_side="soviet", attack=60, defense=10, terrain_attacker={"E": None, "E2": "E", "E3": "E2"},
        terrain_defender={"DR": "S", "DR2": "DR", "DR3": "DR2"},
    )  # fmt: skip
    assert chance(report, "exploitation_level", "3") == 0
    assert "DR3" not in report["defender_tactical"]


@pytest.mark.parametrize(
    ("fight", "complaint"),
    [
        ({"attacker_side": "soviet", "attack": 10}, "defense"),
        ({"attacker_side": "german", "attack": 10, "defense": 5}, "attacker_side"),
        ({"attacker_side": "soviet", "attack": 10, "defense": 5, "shft": 1}, "shift"),
        ({"attacker_side": "soviet", "attack": 10, "defense": 0}, "8.5.4"),
        ({"attacker_side": "soviet", "attack": 10, "defense": 5, "terrain_attacker": {"X": "E"}}, "unknown result"),
        ({"attacker_side": "axis", "attack": 10, "defense": 5, "allied_defender_steps": 2}, "8.11"),
        ({"attacker_side": "soviet", "attack": 10, "defense": 5, "superiority": {"waves": True}}, "unknown effect"),
    ],
)
def test_what_the_calculator_refuses(fight: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read(fight)
