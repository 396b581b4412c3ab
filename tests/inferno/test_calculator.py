"""The combat calculator: the engine's odds against an independent reckoning, and what it refuses."""

import random
from fractions import Fraction
from typing import Any

import pytest

from kurgan import odds
from kurgan.games.inferno.odds import calculator
from kurgan.testing import rule
from tests.inferno.oracle import reckon

CHANCES = ("p_hex_emptied", "p_captured", "p_attackers_destroyed", "p_rubble_created", "p_rubble_at_end")
SPREADS = ("attacker_steps_lost", "attacker_units_lost", "defender_steps_lost", "defender_units_lost")

GERMANS = ["infantry", "motorized", "panzer", "panzer_grenadier"]
SOVIETS = ["infantry", "guard", "marine", "workers", "motorized", "tank"]


def calculated(fight: dict[str, Any]) -> dict[str, Any]:
    game, s, kind = calculator.read(fight)
    return odds.calculate(game, s, kind)


def fraction(printed: dict[str, Any]) -> Fraction:
    return Fraction(printed["fraction"])


def agree(fight: dict[str, Any]) -> None:
    """Every chance of the report equals the oracle's, exactly."""
    report = calculated(fight)
    expected = reckon(fight)
    assert report["exact"]
    for name in CHANCES:
        assert fraction(report[name]) == expected[name], (name, fight)
    for name in SPREADS:
        spread = {int(value): fraction(p) for value, p in report[name].items()}
        assert spread == {value: p for value, p in expected[name].items() if p}, (name, fight)
        mean = sum((value * p for value, p in expected[name].items()), Fraction(0))
        assert fraction(report[f"expected_{name}"]) == mean


def unit(rng: random.Random, kinds: list[str], most: int = 3) -> list[Any]:
    return [rng.randint(1, most), rng.choice(["SF", "DF", "TF"]), rng.choice(kinds)]


def any_fight(rng: random.Random) -> dict[str, Any]:
    """A random legal fight, small enough for the oracle."""
    german = rng.random() < 0.7
    fight: dict[str, Any] = {"attacker_side": "german" if german else "soviet"}
    fight["terrain"] = rng.choice(["clear", "rough", "urban", "urban"])
    flags = ["hoth", "khrushchev", "chuikov", "zaytsev", "richthofen", "linden", "soviet_hex_coastal"]
    for flag in flags:
        fight[flag] = rng.random() < 0.4
    if fight["terrain"] == "urban":
        fight["rubble"] = rng.random() < 0.4
        fight["aa_hex_is_target"] = rng.random() < 0.5
    fight["fortification"] = rng.random() < 0.3
    deliberate = rng.random() < 0.6 if german else bool(fight["chuikov"])
    fight["attack_type"] = "deliberate" if deliberate else "hasty"
    hexes = ["a", "b", "c"] if deliberate else ["a"]
    ours, theirs = (GERMANS, SOVIETS) if german else (SOVIETS, GERMANS)
    fight["attackers"] = [[*unit(rng, ours), rng.choice(hexes)] for _ in range(rng.randint(1, 4))]
    fight["defenders"] = [unit(rng, theirs) for _ in range(rng.randint(1, 3))]
    if german:
        fight["opportunity_outside"] = rng.choice([0, 0, 1, 2])
        if deliberate and rng.random() < 0.7:
            cards = ["heinkel", "stuka", "howitzer", "pioneer", "sniper", "pak"]
            many = fight["linden"] and rng.random() < 0.4
            fight["german_cards"] = ["pioneer"] * rng.randint(2, 3) if many else [rng.choice(cards)]
    soviets = fight["defenders" if german else "attackers"]
    fight["aa_regiment"] = rng.random() < 0.2
    fight["destroyer_brigade"] = len(soviets) > 1 and rng.random() < 0.2
    fight["rubble_markers_left"] = rng.choice([15, 15, 1, 0])
    fight["tie_rule"] = rng.choice(["listed", "lowest_firepower", {"german": "highest_firepower"}])
    cards = ["tommy_gunner", "flotilla", "aa", "sniper", "anti_tank", "infiltration", "t34"]
    cards += [name for name in ("chuikov", "khrushchev", "zaytsev") if not fight[name]]
    if rng.random() < 0.8:
        fight["soviet_card"] = rng.choice(cards)
        if fight["soviet_card"] in ("infiltration", "t34"):
            kinds = ["tank"] if fight["soviet_card"] == "t34" else ["infantry", "guard"]
            fight["soviet_deploy"] = rng.choice(
                [unit(rng, kinds), [{"p": "1/3", "unit": unit(rng, kinds)}, {"p": "2/3", "unit": unit(rng, kinds)}]]
            )
    return fight


@pytest.mark.parametrize("seed", range(60))
def test_the_engine_agrees_with_an_independent_reckoning(seed: int) -> None:
    agree(any_fight(random.Random(f"inferno {seed}")))


def test_the_examples_rubble_chance() -> None:
    """Four hexes, two panzers, two panzer grenadiers and a Heinkel: 8 or more on three dice."""
    kinds = ["panzer", "panzer", "panzer_grenadier", "panzer_grenadier"]
    fight = {
        "attacker_side": "german",
        "attackers": [[4, "TF", kind, place] for kind, place in zip(kinds, "abcd", strict=True)],
        "defenders": [[4, "DF", "guard"]] * 4,
        "terrain": "urban",
        "attack_type": "deliberate",
        "german_cards": ["heinkel"],
    }
    assert fraction(calculated(fight)["p_rubble_created"]) == Fraction(181, 216)


def test_attack_hexes_count_for_the_rubble_roll_without_places() -> None:
    """Three plain attackers from three hexes: 16 or more on three dice."""
    fight = {
        "attacker_side": "german",
        "attackers": [[3, "SF", "infantry"]] * 3,
        "attack_hexes": 3,
        "defenders": [[4, "DF", "guard"]],
        "terrain": "urban",
        "attack_type": "deliberate",
    }
    agree(fight)
    assert fraction(calculated(fight)["p_rubble_created"]) == Fraction(10, 216)


def test_the_report_repeats_how_ties_are_settled() -> None:
    report = calculated({**GOOD, "tie_rule": {"soviet": "highest_firepower"}})
    assert report["policy"] == {
        "tie_rule_german": "listed",
        "tie_rule_soviet": "highest_firepower",
        "combined_force": "strike first",
    }


def test_a_soviet_attack_needs_no_attack_type() -> None:
    """Soviets make no rubble, so the type of their attack changes nothing."""
    fight: dict[str, Any] = {
        "attacker_side": "soviet",
        "attackers": [[3, "SF", "infantry"], [2, "DF", "tank"]],
        "defenders": [[3, "DF", "infantry"]],
        "terrain": "urban",
    }
    agree(fight)
    hasty = calculated({**fight, "attack_type": "hasty"})
    assert hasty["p_captured"] == calculated({**fight, "attack_type": "deliberate"})["p_captured"]


def test_sixteen_against_four_is_exact() -> None:
    """The largest fight of the book, with a card and both Soviet leaders, stays exact."""
    fires = ["SF", "DF", "TF"]
    fight = {
        "attacker_side": "german",
        "attackers": [[2, fires[i % 3], "panzer" if i % 5 == 0 else "infantry", "abcd"[i // 4]] for i in range(16)],
        "defenders": [[2, "SF", "infantry"], [2, "SF", "infantry"], [1, "SF", "infantry"], [3, "DF", "guard"]],
        "terrain": "urban",
        "rubble": True,
        "attack_type": "deliberate",
        "khrushchev": True,
        "german_cards": ["heinkel"],
    }
    report = calculated(fight)
    assert report["exact"]
    assert sum(fraction(p) for p in report["defender_steps_lost"].values()) == 1


@rule("4.3")
@rule("6.4")
def test_a_block_shown_on_a_blank_edge_fights_as_one_dot() -> None:
    """Standing there or called in; and only Soviets are spun."""
    blank = {**GOOD, "defenders": [[0, "SF", "infantry"], [2, "DF", "guard"]]}
    agree(blank)
    assert calculated(blank) == calculated({**GOOD, "defenders": [[1, "SF", "infantry"], [2, "DF", "guard"]]})
    called = {**GOOD, "soviet_card": "infiltration"}
    spun = [{"p": "1/2", "unit": [0, "SF", "infantry"]}, {"p": "1/2", "unit": [2, "SF", "infantry"]}]
    agree({**called, "soviet_deploy": spun})
    plain = [{"p": "1/2", "unit": [1, "SF", "infantry"]}, {"p": "1/2", "unit": [2, "SF", "infantry"]}]
    assert calculated({**called, "soviet_deploy": spun}) == calculated({**called, "soviet_deploy": plain})


POOLS: dict[str, list[tuple[int, str, str, int, int]]] = {
    "infiltration": [
        # how many of 34 there are, fire, kind, strength, edges that show dots
        (18, "SF", "infantry", 4, 4),
        (7, "SF", "infantry", 3, 3),
        (1, "DF", "infantry", 3, 3),
        (1, "DF", "infantry", 2, 2),
        (1, "SF", "infantry", 2, 2),
        (3, "SF", "motorized", 3, 3),
        (3, "SF", "workers", 2, 2),
    ],
    "t34": [(12, "DF", "tank", 3, 3), (1, "DF", "tank", 4, 4)],
}


def spun(count: Fraction, fire: str, kind: str, strength: int, edges: int) -> list[dict[str, Any]]:
    """A block on each of its four edges; blank ones fight as one dot."""
    dots = [max(1, strength - i) if i < edges else 1 for i in range(4)]
    return [{"p": str(count / 4), "unit": [d, fire, kind]} for d in dots]


@rule("4.1")
@rule("8.5.6")
@rule("8.5.7")
@pytest.mark.parametrize("card", ["infiltration", "t34"])
def test_a_random_unit_of_the_pool_is_any_block_on_any_edge(card: str) -> None:
    """As the pools lie at the start: six of thirteen tanks; the four Guards and eighteen of thirty-four others."""
    total = sum(row[0] for row in POOLS[card])
    share = Fraction(18, 22) if card == "infiltration" else Fraction(1)
    entries = [e for row in POOLS[card] for e in spun(share * row[0] / total, *row[1:])]
    if card == "infiltration":
        entries += spun(Fraction(4, 22), "DF", "guard", 4, 4)
    fight = {**GOOD, "soviet_card": card}
    listed = calculated({**fight, "soviet_deploy": entries})
    drawn = calculated({**fight, "soviet_deploy": "random"})
    assert drawn == listed
    assert drawn["exact"]


GOOD: dict[str, Any] = {
    "attacker_side": "german",
    "attackers": [[3, "DF", "infantry", "a"]],
    "defenders": [[2, "SF", "infantry"]],
    "terrain": "clear",
    "attack_type": "deliberate",
}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"terrian": "clear"}, ["terrian", "did you mean 'terrain'"]),
        ({"terrain": "swamp"}, ["terrain", "swamp"]),
        ({"terrain": None}, ["terrain", "missing"]),
        ({"attackers": []}, ["attackers"]),
        ({"attackers": [[5, "DF", "infantry"]]}, ["attackers[0]", "5"]),
        ({"attackers": [[0, "DF", "infantry"]]}, ["attackers[0]", "0", "1 to 4"]),
        ({"defenders": [[-1, "SF", "infantry"]]}, ["defenders[0]", "-1", "0 to 4"]),
        ({"soviet_card": "infiltration", "soviet_deploy": "any"}, ["soviet_deploy", "any", "random"]),
        ({"soviet_card": "infiltration"}, ["soviet_deploy", "random"]),
        ({"attackers": [[3, "XF", "infantry"]]}, ["attackers[0]", "XF"]),
        ({"attackers": [[3, "DF", "tank"]]}, ["attackers[0]", "tank"]),
        ({"attackers": [[3, "DF", "infantry", "a"], [3, "DF", "infantry"]]}, ["attackers", "every"]),
        ({"attackers": [[1, "DF", "infantry", "a"]] * 5}, ["2.4"]),
        ({"defenders": [[1, "SF", "infantry"]] * 5}, ["defenders", "2.4"]),
        ({"german_cards": ["bomb"]}, ["german_cards", "bomb"]),
        ({"german_cards": ["stuka", "stuka"]}, ["german_cards", "8.2.4"]),
        ({"german_cards": ["stuka"], "attack_type": "hasty"}, ["german_cards", "6.2"]),
        ({"attack_type": "hasty", "attackers": [[1, "DF", "infantry", "a"], [1, "DF", "infantry", "b"]]}, ["5.4"]),
        ({"rubble": True}, ["rubble", "6.9"]),
        ({"aa_regiment": True, "destroyer_brigade": True}, ["aa_regiment", "12.10"]),
        ({"soviet_card": "aa", "aa_hex_is_target": True}, ["aa_hex_is_target", "6.9A"]),
        (
            {
                "attacker_side": "soviet",
                "attackers": [[1, "SF", "tank", "a"], [1, "SF", "tank", "b"]],
                "defenders": [[1, "DF", "infantry"]],
            },
            ["attackers", "8.4.1.2"],
        ),
        ({"soviet_card": "infiltration"}, ["soviet_deploy"]),
        ({"soviet_card": "sniper", "soviet_deploy": [1, "SF", "infantry"]}, ["soviet_deploy"]),
        ({"soviet_card": "t34", "soviet_deploy": [1, "SF", "infantry"]}, ["soviet_deploy", "infantry"]),
        ({"soviet_card": "chuikov", "chuikov": True}, ["soviet_card", "chuikov"]),
        ({"hoth": "yes"}, ["hoth"]),
        ({"rubble_markers_left": 99}, ["rubble_markers_left"]),
        ({"tie_rule": {"german": "luck"}}, ["german", "luck"]),
        ({"attacker_side": "italian"}, ["attacker_side"]),
        ({"linden": True, "german_cards": ["pioneer"] * 5}, ["german_cards"]),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_its_field(change: dict[str, Any], words: list[str]) -> None:
    fight = {**GOOD, **change}
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 (the words are checked below)
        calculator.read(fight)
    message = str(refusal.value)
    assert "\n" not in message
    for word in words:
        assert word in message
