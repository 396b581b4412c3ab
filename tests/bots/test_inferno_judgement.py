"""What the bots of Inferno know: how near an assault is, when to call, who advances, when a Soviet only draws."""

from typing import Any

import pytest

from kurgan import games
from kurgan.games.inferno.answers import DONE
from kurgan.games.inferno.bot import assault, plans
from kurgan.games.inferno.bot.features import Cards, german_power, points, steps_imagined
from kurgan.games.inferno.pack.pack import GERMAN, OKH, SOVIET
from kurgan.games.inferno.position.state import NO_BATTLE, State, germans_at, lift, place
from kurgan.games.inferno.rules.r07_soviet_actions import top_stacked
from kurgan.games.inferno.terms import POOL, REINFORCE, SOVIET_DRAWS, SOVIET_MOVES
from tests.bots.until import until

GAME: Any = games.load("inferno")


def asked(scenario: str, step: str, turn: int = 1, level: str = "basic") -> Any:
    """The first such question from a turn on, in a game of greedy bots."""
    return until(GAME, scenario, lambda s, pending: pending.step == step and s.turn >= turn, {"level": level})


def hex_of(s: State, name: str) -> int:
    return s.pack.hex_of[name]


def without_soviets(s: State, *names: str) -> None:
    for u in range(s.pack.germans, s.pack.units):
        if s.where[u] in [hex_of(s, name) for name in names]:
            lift(s, u, POOL)


def chance(s: State, name: str, steps: float, cards: int = 0) -> float:
    return assault.chance(s, german_power(s, {}), hex_of(s, name), steps, cards)


def test_an_assault_is_likelier_with_more_blocks_and_cards_and_against_fewer_steps() -> None:
    s = asked("solo", "choose_action")
    assert chance(s, "13", 3.0) == 0.0
    place(s, germans_at(s, hex_of(s, "W"))[0], hex_of(s, "29"))
    alone = chance(s, "13", 3.0)
    assert 0.0 < alone < chance(s, "13", 3.0, cards=1) < 1.0
    assert chance(s, "13", 6.0) < alone
    place(s, germans_at(s, hex_of(s, "W"))[0], hex_of(s, "30"))
    assert chance(s, "13", 3.0) > alone
    whole = chance(s, "13", 3.0)
    s.rubble[hex_of(s, "13")] = 1
    assert chance(s, "13", 3.0) < whole
    assert chance(s, "13", 0.0) == 1.0


def test_a_stack_next_to_soviets_prepares_no_hasty_attack() -> None:
    """[5.4] At 5 the way to 6 or 22, next to 7, is open; a Soviet at 21 forbids it."""
    s = asked("solo", "choose_action")
    without_soviets(s, "4", "38", "21")
    for u in germans_at(s, hex_of(s, "W")):
        place(s, u, hex_of(s, "5"))
    assert chance(s, "7", 3.0) > 0.3
    place(s, next(u for u in range(s.pack.germans, s.pack.units) if s.where[u] == POOL), hex_of(s, "21"))
    assert chance(s, "7", 3.0) == 0.0


@pytest.mark.parametrize("level", ["basic", "easy_german"])
def test_one_german_strikes_before_he_calls(level: str) -> None:
    s = asked("solo", "choose_action", level=level)
    assert [REINFORCE] not in plans.plans(s, 0)
    assert plans.may_call(asked("solo", "choose_action", plans.SURPRISE, level))


def test_in_co_op_the_second_player_calls_at_once() -> None:
    s = asked("coop", "choose_action", 2)
    assert s.player == 1
    assert [REINFORCE] in plans.plans(s, GAME.pending(s).seat)


def test_nobody_calls_for_blocks_that_find_no_place() -> None:
    s = asked("solo", "choose_action", plans.SURPRISE)
    assert plans.may_call(s)
    blocks = iter([u for u in range(s.pack.germans) if s.where[u] not in s.pack.german_spawn])
    for h in s.pack.german_spawn[:2]:
        while s.count[GERMAN][h] < s.pack.stack_limit:
            place(s, next(blocks), h)
    assert not plans.may_call(s)


def test_every_proposed_advance_is_complete() -> None:
    s = asked("solo", "advance")
    found = plans.plans(s, 0)
    assert {order.count(DONE) for order in found} <= {0, 1}
    assert len({len([a for a in order if a != DONE]) for order in found}) > 1
    for order in found:
        then: Any = s.copy()
        for a in order:
            assert a in GAME.legal(then)
            GAME.answer(then, a)
        assert then.battle is NO_BATTLE or GAME.pending(then).step != "advance"


def test_a_soviet_who_can_reach_nothing_draws_in_imagined_play() -> None:
    s = asked("one_vs_one", "soviet_action")
    seat = GAME.pending(s).seat
    assert len(plans.plans(s, seat)) > 1
    assert plans.quick_plans(s, seat) == [[SOVIET_DRAWS]]
    place(s, germans_at(s, hex_of(s, "Y"))[0], s.pack.near[top_stacked(s)[0]][0])
    assert len(plans.quick_plans(s, seat)) > 1


def many_orders() -> Any:
    """A Soviet question with five stacks of four next to Germans: 120 ways to begin."""
    s = asked("one_vs_one", "soviet_action")
    pools = iter([u for u in range(s.pack.germans, s.pack.units) if s.where[u] == POOL])
    germans = iter([u for u in range(s.pack.germans) if s.where[u] >= s.pack.hexes])
    for h in s.pack.soviet_spawn[1:]:
        while s.count[SOVIET][h] < s.pack.stack_limit:
            place(s, next(pools), h)
        place(s, next(germans), next(n for n in s.pack.near[h] if s.count[SOVIET][n] == 0))
    s.order.left = top_stacked(s)
    assert len(s.order.left) == 5
    return s


def test_an_imagined_soviet_turn_weighs_no_position_to_find_its_few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of every stack in every direction took search seven seconds; and what is proposed is legal."""
    s = many_orders()
    seat = GAME.pending(s).seat
    assert len(plans.plans(s, seat)) > plans.QUICK_ORDERS

    def weighed(*_: Any) -> float:
        raise AssertionError("a position was weighed")

    monkeypatch.setattr(plans, "worth", weighed)
    for step in ("soviet_action", "soviet_hex"):
        assert GAME.pending(s).step == step
        found = plans.quick_plans(s, seat)
        assert 1 < len(found) <= plans.QUICK_ORDERS
        for order in found:
            then: Any = s.copy()
            for a in order:
                assert a in GAME.legal(then)
                GAME.answer(then, a)
        if step == "soviet_action":
            GAME.answer(s, SOVIET_MOVES)


def test_under_okh_a_landing_is_worth_more_than_the_bank_between() -> None:
    s = asked("solo", "choose_action")
    s.leaders |= 1 << OKH

    def worth(name: str) -> float:
        then = s.copy()
        then.control[hex_of(s, name)] = GERMAN
        cards = Cards(20, 2, 2, 20)
        return points(then, german_power(then, {}), steps_imagined(then), cards)["objectives"]

    assert s.control[hex_of(s, "13")] == s.control[hex_of(s, "12")] == SOVIET
    assert worth("13") > worth("12") > points(s, {}, {}, Cards(20, 2, 2, 20))["objectives"]
