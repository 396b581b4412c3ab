"""Outcomes and positions that the odds of Inferno take for one really are: walked apart, they give the same chances."""

from typing import Any

import pytest

from kurgan import odds
from kurgan.games.inferno.game import make
from kurgan.games.inferno.odds.calculator import read
from kurgan.games.inferno.odds.fights import COMBAT, Combat
from kurgan.games.inferno.position.state import State
from kurgan.kernel.chance import Chance, Tape
from kurgan.kernel.protocol import Decide, Over

ATTACKERS = [[3, "DF", "panzer", "a"], [2, "SF", "infantry", "a"], [2, "SF", "infantry", "b"]]
DEFENDERS = [[2, "SF", "infantry"], [3, "DF", "guard"]]
PLAIN = {"attacker_side": "german", "attackers": ATTACKERS, "defenders": DEFENDERS, "terrain": "urban"}
RUBBLE = {**PLAIN, "attack_type": "deliberate", "german_cards": ["stuka"]}
HASTY = {**PLAIN, "attackers": ATTACKERS[:2], "attack_type": "hasty"}
RESERVES = [{"p": "1/2", "unit": [2, "SF", "infantry"]}, {"p": "1/2", "unit": [3, "SF", "infantry"]}]
FIGHTS: dict[str, dict[str, Any]] = {
    "rubble is made": RUBBLE,
    "rubble halves": {**RUBBLE, "rubble": True, "soviet_card": "tommy_gunner"},
    "ones hit their own": {**HASTY, "terrain": "clear", "defenders": DEFENDERS[:1], "khrushchev": True},
    "opportunity fire": {**RUBBLE, "chuikov": True, "khrushchev": True, "opportunity_outside": 2},
    "gunboats": {**HASTY, "soviet_card": "flotilla", "soviet_hex_coastal": True},
    "a reserve": {**HASTY, "soviet_card": "infiltration", "soviet_deploy": RESERVES},
    "Soviets attack": {
        "attacker_side": "soviet",
        "attackers": [[3, "SF", "infantry", "a"], [2, "SF", "guard", "a"]],
        "defenders": [[2, "DF", "panzer"], [2, "SF", "infantry"]],
        "terrain": "urban",
        "rubble": True,
        "attack_type": "hasty",
        "khrushchev": True,
    },
}


class Apart(Combat):
    """The same combat with every outcome and every position walked for itself."""

    def key(self, s: State) -> bytes:
        return s.key()

    def merged(self, s: State, chance: Chance) -> list[tuple[int, int]]:
        return chance.outcomes()


@pytest.mark.parametrize("name", FIGHTS)
def test_described_fights_walked_apart_give_the_same_chances(name: str) -> None:
    game, s, fight = read(FIGHTS[name])
    together = odds.walk(game, s, fight)
    apart = odds.walk(game, s, Apart(fight.origin))
    assert together.weights == apart.weights
    assert together.total == apart.total
    assert together.samples == apart.samples == 0
    assert together.positions < apart.positions


def fights_met(count: int, seed: str) -> list[State]:
    """Positions at the beginning of fights met in random solo games."""
    game = make()
    tape = Tape(seed)
    found: list[State] = []
    was_fighting = False
    s = game.new("solo", {"level": "impossible_german"})
    while len(found) < count:
        asked: Any = game.pending(s)
        if isinstance(asked, Over):
            s = game.new("solo", {"level": "impossible_german"})
            continue
        is_fighting = odds.find(game, s) is not None
        if is_fighting and not was_fighting:
            found.append(s.copy())
        was_fighting = is_fighting
        if isinstance(asked, Decide):
            legal = game.legal(s)
            game.answer(s, legal[tape.below(len(legal))])
        else:
            game.answer(s, asked.chance.throw(tape))
    return found


def test_fights_met_in_play_walked_apart_give_the_same_chances() -> None:
    game = make()
    compared = 0
    for s in fights_met(8, "alike"):
        together = odds.walk(game, s, COMBAT)
        if together.positions > 1000:
            continue
        assert together.weights == odds.walk(game, s, Apart()).weights
        compared += 1
    assert compared
