"""Chapter 4: random deployment, cards, the compass, captures."""

from fractions import Fraction
from itertools import permutations

import pytest

from kurgan.games.inferno.pack.pack import EDGES
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table


def spawn_table() -> Table:
    """Two top-stacked hexes and one Soviet spawn hex: the Soviets spawn in 15."""
    at = {"60": "S29R", "41": "S45R", "W": "G2P"}
    return Table(at, german=["3", "19", "9", "13", "7"])


@rule("4.1")
def test_a_spawned_unit_is_drawn_with_its_edge() -> None:
    """Any block of the pool on any of its four edges, equally likely, and the draw is secret."""
    t = spawn_table().soviet_turn()
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    assert pending.secret
    assert pending.chance.total() == 36 * EDGES
    t.play("block S10B 0")
    assert t.place("S10B") == "15"
    assert t.dots("S10B") == 0


@rule("4.2")
def test_reinforcements_enter_at_full_strength() -> None:
    t = Table({"60": "S29R"}).on_track("G2P")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6", "deploy G2P X")
    assert t.dots("G2P") == 4


@rule("4.3")
@rule("6.4")
def test_a_blank_edge_becomes_one_dot_when_shown() -> None:
    t = Table({"60": "G2P@1", "41": "S10B@0"})
    t.attack("41", "60", deliberate=False)
    assert t.dots("S10B") == 1
    assert t.dice == "1d6"


@rule("4.4")
@rule("6.1")
def test_soviet_cards_are_drawn_unseen_and_played_at_random() -> None:
    """The card of a combat is one of the hand; its draw is secret until the Showdown."""
    t = Table({"60": "G2P", "41": "S29R"}, soviet_hand=["T34", "SovietSniper", "SovietSniper"])
    t.attack("41", "60", deliberate=False)
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    assert pending.secret
    weights = dict(pending.chance.outcomes())
    assert weights == {P.card_of["T34"]: 1, P.card_of["SovietSniper"]: 2}


def by_dealing(top: list[int], rest: list[int], named: list[int], drawn: int) -> dict[int, Fraction]:
    """The chance of each card when a deck is really shuffled, cards are drawn and one of the hand is played."""
    chances: dict[int, Fraction] = {}
    decks = [[*a, *b] for a in permutations(top) for b in permutations(rest)]
    for deck in decks:
        hand = named + deck[:drawn]
        for c in hand:
            chances[c] = chances.get(c, Fraction(0)) + Fraction(1, len(decks) * len(hand))
    return chances


@rule("4.4")
@rule("12.2")
@pytest.mark.parametrize("drawn", [1, 2, 3, 4])
@pytest.mark.parametrize("named", [[], ["T34"]])
def test_a_hand_nobody_looked_at_plays_as_if_it_had_been_drawn(drawn: int, named: list[str]) -> None:
    """Two leaders on top and three cards below: every card comes as often as from a shuffled deck."""
    t = Table({"60": "G2P", "41": "S29R"}, level="easy_soviet", soviet_hand=named)
    top = [P.card_of[name] for name in ("Chuikov", "Khrushchev")]
    rest = [P.card_of[name] for name in ("AA7", "Flotilla", "Infiltration")]
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = int(c in rest)
        t.s.deck_top[c] = int(c in top)
    t.s.soviet_owed = drawn
    solo.draw_unseen(t.s)
    assert t.soviet_cards() == len(named) + drawn
    assert solo.cards_left(t.s) == 5 - drawn
    t.attack("41", "60", deliberate=False)
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    total = pending.chance.total()
    found = {c: Fraction(weight, total) for c, weight in pending.chance.outcomes()}
    assert found == by_dealing(top, rest, [P.card_of[name] for name in named], drawn)
    for c in found:
        s = t.s.copy()
        GAME.answer(s, c)
        s.check()
        assert solo.soviet_hand_size(s) == len(named) + drawn - 1
        assert solo.cards_left(s) == 5 - drawn


@rule("4.5")
@rule("7.7.4")
def test_a_random_unit_of_the_stack_moves() -> None:
    t = Table({"60": "S29R S45R", "W": "G2P"})
    t.soviet_turn().play("roll 4")
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    assert pending.chance.asked() == "1 of 2"
    t.play("unit S45R")
    assert (t.place("S29R"), t.place("S45R")) == ("60", "78")


@rule("4.6")
@pytest.mark.parametrize(("die", "end"), [(2, "42"), (3, "61"), (4, "60"), (5, "59"), (6, "40")])
def test_the_compass_turns_clockwise_from_the_east(die: int, end: str) -> None:
    """From 41: 2 is south-east, 3 south-west, 4 west, 5 north-west, 6 north-east."""
    t = Table({"41": "S29R", "W": "G2P"})
    t.soviet_turn().play(f"roll {die}")
    assert t.place("S29R") == end


@rule("4.7")
@rule("2.2")
def test_taking_an_enemy_spawn_hex_draws_a_card_each_time() -> None:
    """A Long Move into 3 draws a German card; taking back X draws none."""
    t = Table({"1": "G2P", "13": "S29R"})
    t.german_turn().play("long", "to 36", "to 3")
    assert t.asked == "draw_german_card"
    t = Table({"77": "G2P", "13": "S29R"}, soviet=["X"])
    t.german_turn().play("long", "to X")
    assert t.held_by("X") == "german"
    assert t.asked == "long_second"


@rule("4.7")
def test_soviets_who_enter_a_german_spawn_hex_draw_a_card() -> None:
    """From 77 west into X."""
    t = Table({"77": "S29R", "W": "G2P"})
    t.soviet_turn().play("roll 4")
    assert t.held_by("X") == "soviet"
    assert t.soviet_cards() == 1
