"""Advance: what bots reckon of an attack is what the rules say of it, and hopeless attacks are not proposed."""

import pytest

from kurgan.games.advance.answers import PLACE
from kurgan.games.advance.bot.assault import Prices, Stakes, attack_worth, result_worth, support_worths
from kurgan.games.advance.bot.plans import activations
from kurgan.games.advance.pack.pack import STRATEGIES
from kurgan.odds import calculate
from tests.advance.drawn import GAME, combat

REST = "".join([f"{a}: ?\n" for a in (13, 14, 22, 25, 26, 35, 36, 38, 39, 40, 41, 42)])
"""More Soviet areas than victory can do without."""


def captured(ahead: int, factor: int, strategy: str, volga: bool = False) -> float:
    """How often the area is taken, as the bot reckons it: an area is worth one point, nothing else counts."""
    s = combat("turn 3\nmorale 15\n3: 295/516\n18: ?\n37: ?\n").s
    area = 37 if volga else 18
    prices = Prices(s, area, Stakes(s))
    prices.taken, prices.repulse = 1.0, 0.0
    return result_worth(s, area, ahead, factor, STRATEGIES.index(strategy), prices, 0.0)


@pytest.mark.parametrize("strategy", ["heroes", "ambush", "fanatic", "guards"])
@pytest.mark.parametrize("volga", [False, True])
def test_the_chance_to_take_an_area_is_that_of_the_rules(strategy: str, volga: bool) -> None:
    fight = {
        "units": [[6, "24"], [5, "24"], [4, "24"]],
        "morale": 15,
        "defense_factor": 6,
        "terrain": "light_urban",
        "tem": 3,
        "strategy": strategy,
        "first_reveal": True,
        "volga_adjacent": volga,
        "artillery": 2,
    }
    told = calculate(*GAME.described_fight(fight))
    ahead = told["attack_value"] - told["defense_value_without_dice"]
    assert captured(ahead, 6, strategy, volga) == pytest.approx(told["p_area_captured"]["decimal"])


def test_an_attack_is_worth_less_the_harder_its_target_and_more_with_shells() -> None:
    def worth(counter: str, head: str = "") -> float:
        s = combat(f"turn 3\nmorale 15\n{head}3: 295/516 295/517 295/518\n18: {counter}\n{REST}").s
        return attack_worth(s, 18, [u for u in range(s.pack.units) if s.where[u] == 3])

    assert worth("L-9-guards") < worth("L-5-ambush")
    assert worth("L-9-guards") < worth("L-9-guards", "available artillery 3\n")


def test_hopeless_attacks_are_not_proposed_and_good_ones_are() -> None:
    """One against a strong unit brings a repulse; three with shells against a weak one take the area."""
    poor = activations(combat("turn 3\nmorale 12\n3: 295/516\n18: L-9-guards\n" + REST).s)
    good = activations(
        combat("turn 3\nmorale 12\navailable artillery 3\n3: 295/516 295/517 295/518\n18: L-5-ambush\n" + REST).s
    )
    assert all(plan[0] != PLACE + 3 or len(plan) == 1 for plan in poor)
    assert any(len(plan) > 2 for plan in good)


def test_areas_that_victory_does_not_need_are_worth_nothing() -> None:
    """Ten Soviet areas are left: forty are German, and nobody takes one back."""
    rest = "".join([f"{a}: ?\n" for a in (13, 14, 22, 25, 26, 35, 36, 37, 39)])
    s = combat(f"turn 8\nmorale 5\navailable artillery 3\n3: 295/516 295/517 295/518\n18: L-5-ambush\n{rest}").s
    assert Prices(s, 18, Stakes(s)).taken == 0
    assert activations(s)[-1:] == [[0]]


def test_the_best_markers_come_first_and_their_worth_falls() -> None:
    t = combat("turn 3\nmorale 12\navailable artillery 3\n3: 295/516 295/517 295/518\n18: L-7-ambush\n" + REST)
    t.play("activate 3", "move 295/516 18", "move 295/517 18", "move 295/518 18", "attack 18")
    worths = [worth for worth, _ in support_worths(t.s)]
    assert len(worths) > 1
    assert worths == sorted(worths, reverse=True)
