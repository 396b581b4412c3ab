"""The search bot: it plays on in its head, departs from greedy only for a clear lead, and counts, never measures."""

from typing import Any

import pytest

from kurgan import bots, games
from kurgan.bots.search import LEVELS, Search, Trial, is_clear
from kurgan.games.roads import tracks
from kurgan.games.roads.bot.disposition import CONCENTRATE, USUAL, WIDE, dispositions, purpose
from kurgan.games.roads.bot.plans import plans, wide_plans
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Lookahead, Throw
from tests.bots.until import until
from tests.contract import toy

TITLES = {
    "roads": ("wintergewitter", "choose_mover"),
    "inferno": ("solo", "choose_action"),
    "inferno, a Soviet player": ("one_vs_one", "soviet_action"),
}


class Ahead(toy.Toy):
    """The toy with a main question: where to attack."""

    def lookahead(self, v: toy.View) -> Lookahead:
        return Lookahead(frozenset({"choose_bank"}), 1, 1.0)


def at_step(name: str, step: str, scenario: str) -> tuple[Any, Any]:
    """The first position of a game by greedy bots in which this is asked, with something to choose."""
    game: Any = games.load(name)
    return game, until(game, scenario, lambda _, asked: asked.step == step, dice="search")


@pytest.mark.parametrize(
    ("lead", "clear"),
    [
        ([1.0, 1.0, 1.0], True),
        ([0.0, 0.0, 0.0], False),
        ([-1.0, -2.0, -1.0], False),
        ([9.0, -8.0, 9.0, -8.0], False),
        ([3.0, 1.0, 2.0, 0.5], True),
    ],
)
def test_a_lead_counts_only_if_it_is_clear(lead: list[float], clear: bool) -> None:
    assert is_clear(lead, 1.5) == clear


@pytest.mark.parametrize("name", TITLES)
def test_search_answers_the_main_question_of_a_title(name: str) -> None:
    scenario, step = TITLES[name]
    game, s = at_step(name.split(",")[0], step, scenario)
    seat = game.pending(s).seat
    view, legal = game.view(s, seat), game.legal(s)
    assert step in game.lookahead(view).questions
    first = bots.make("search:2", "s").choose(game, view, legal)
    assert first.answer in legal
    assert bots.make("search:2", "s").choose(game, view, legal) == first
    hint = bots.make("search:2", "s").hint(game, view, legal)
    assert hint.answers[0] == first.answer


def test_search_departs_from_greedy_only_where_playing_on_shows_a_clear_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    game, s = at_step("roads", "choose_mover", "wintergewitter")
    view, legal = game.view(s, game.pending(s).seat), game.legal(s)
    greedy = bots.make("greedy:1", "d").hint(game, view, legal).answers
    others = [plan for plan in wide_plans(view, s.copy()) if plan != greedy]

    def equal(self: Any, order: Any, number: int) -> float:
        return 0.0

    def other_is_better(self: Any, order: Any, number: int) -> float:
        return 1.0 if order.answers == others[0] else 0.0

    monkeypatch.setattr(Trial, "play_on", equal)
    assert bots.make("search:4", "d").hint(game, view, legal).answers == greedy
    monkeypatch.setattr(Trial, "play_on", other_is_better)
    assert bots.make("search:5", "d").hint(game, view, legal).answers == others[0]


def test_every_order_is_played_on_with_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """And as often as the budget of the level says: a count, whatever the time."""
    game = Ahead()
    s = game.new("short", {})
    game.answer(s, 1)
    view, legal = game.view(s, toy.RED), game.legal(s)
    step = game.pending(s)
    assert isinstance(step, Decide)
    assert step.step in game.lookahead(view).questions
    played: dict[int, list[int]] = {}
    honest = Trial.play_on

    def play_on(self: Any, order: Any, number: int) -> float:
        played.setdefault(order.answers[0], []).append(number)
        return honest(self, order, number)

    monkeypatch.setattr(Trial, "play_on", play_on)
    Search("c", 4).choose(game, view, legal)
    most = sum(times for times, _ in LEVELS[3].rounds)
    assert len(played) > 1
    assert all(numbers == list(range(len(numbers))) for numbers in played.values())
    assert sum(len(numbers) == most for numbers in played.values()) == 2, "two are left in the last round"


def test_movement_of_roads_is_planned_from_several_dispositions() -> None:
    game, s = at_step("roads", "choose_mover", "wintergewitter")
    view = game.view(s, game.pending(s).seat)
    usual, wide = plans(view, s.copy()), wide_plans(view, s.copy())
    assert usual[0] == wide[0], "the usual plan is the first"
    assert len(wide) >= 4
    for plan in wide:
        at = s.copy()
        for a in plan:
            assert a in game.legal(at)
            game.answer(at, a)


def test_a_plan_that_leads_far_stands_until_another_is_clearly_better() -> None:
    """A few short plays do not see the march to a city of Star and Gallop, nor who takes Stalingrad next; a whole turn
    of Wintergewitter is seen."""
    gates = {}
    for scenario in ("wintergewitter", "star_and_gallop", "uranus"):
        game, s = at_step("roads", "choose_mover", scenario)
        for side in (SOVIET, AXIS):
            s.track[tracks.SIDE] = side
            gates[scenario, side] = game.lookahead(game.view(s, game.pending(s).seat)).gate
    assert gates.pop(("star_and_gallop", SOVIET)) >= 1.5
    assert gates.pop(("uranus", AXIS)) >= 2.0
    assert set(gates.values()) == {0.0}


def test_a_side_plans_first_from_what_its_scenario_asks_of_it() -> None:
    assert purpose("wintergewitter", SOVIET) == CONCENTRATE
    assert purpose("wintergewitter", AXIS) == purpose("uranus", SOVIET) == USUAL
    for side in (SOVIET, AXIS):
        found = dispositions("wintergewitter", side)
        assert found[0] == purpose("wintergewitter", side)
        assert sorted(found) == sorted(WIDE), "and from every other one once"
    game, s = at_step("roads", "choose_mover", "wintergewitter")
    while game.pending(s).seat != SOVIET:
        game.answer(s, game.legal(s)[0])
        while not isinstance(game.pending(s), Decide) or game.pending(s).step != "choose_mover":
            asked = game.pending(s)
            game.answer(s, asked.chance.throw(Tape("on")) if isinstance(asked, Throw) else game.legal(s)[0])
    view = game.view(s, SOVIET)
    assert plans(view, s.copy())[0] == wide_plans(view, s.copy())[0]


@pytest.mark.parametrize(("early", "expected"), [(0.0, 30.0), (0.5, 20.0)])
def test_what_is_had_before_the_last_turn_counts_where_a_title_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, early: float, expected: float
) -> None:
    game, s = at_step("inferno", "choose_action", "solo")
    view = game.view(s, game.pending(s).seat)
    bot = Search("t", 2)
    orders, _ = bot.compare(game, view, game.legal(s), "")
    first = game.clock(s)
    looked: list[int] = []

    def worth(self: Any, s: Any) -> float:
        looked.append(game.clock(s) - first)
        return 30.0 if len(looked) == (2 if early else 1) else 10.0

    monkeypatch.setattr(Trial, "worth", worth)
    ahead = game.lookahead(view)._replace(early=early)
    assert Trial(bot, game, view, [s.copy()], ahead).play_on(orders[0], 0) == expected
    assert looked == ([1, 1] if early else [1])
