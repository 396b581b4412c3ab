"""The lively opponent: a Soviet side of ours for solo and co-op, by the 1 vs 1 rules."""

import pytest

from kurgan.games.inferno.answers import CARD, NO_CARD, UNIT
from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import Order, lift
from kurgan.games.inferno.rules import r13_lively as lively
from kurgan.games.inferno.terms import REMOVED, SOVIET_DRAWS, SOVIET_MOVES
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.inferno.table import P, Table


def answers(t: Table) -> set[int]:
    """What the opponent may answer to the throw that waits."""
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    return {a for a, weight in pending.chance.outcomes() if weight}


def deck_of(t: Table, cards: int) -> Table:
    """A Soviet deck of so many T-34 cards."""
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = cards
    return t


@rule("10.3")
@rule("10.6")
def test_it_draws_the_last_cards_of_its_deck() -> None:
    t = deck_of(Table({"41": "S13G", "W": "G2P"}, lively="on"), 2).soviet_turn()
    assert answers(t) == {SOVIET_DRAWS}


@rule("10.5")
@rule("8.2.5.1")
def test_it_moves_while_the_germans_play_extra_turns() -> None:
    """The deck is empty and OKH goes on: a Draw Action would give nothing."""
    t = deck_of(Table({"41": "S13G", "W": "G2P"}, lively="on", leaders=["OKH"]), 0)
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    t.s.deck_out = 1
    t.soviet_turn()
    assert answers(t) == {SOVIET_MOVES}


def away(t: Table, name: str) -> int:
    return lively.german_distances(t.s)[P.hex_of[name]]


def going(t: Table, start: str, end: str) -> int:
    return lively.end_score(t.s, P.hex_of[start], P.hex_of[end], lively.german_distances(t.s))


def attacking(t: Table, start: str, end: str) -> int:
    return lively.attack_score(t.s, P.hex_of[start], P.hex_of[end])


def chances(t: Table) -> dict[int, int]:
    pending = t.game.pending(t.s)
    assert isinstance(pending, Throw)
    return {a: weight for a, weight in pending.chance.outcomes() if weight}


@rule("10.5")
def test_it_knows_how_far_the_germans_are() -> None:
    t = Table({"41": "S13G", "78": "G2P"}, lively="on")
    assert [away(t, name) for name in ("78", "60", "41", "42", "24")] == [0, 1, 2, 3, 4]
    assert away(Table({"41": "S13G"}, lively="on"), "41") == lively.FAR


@rule("10.5")
def test_what_a_hex_is_worth_to_it() -> None:
    """Two for each step nearer; ground taken, streets and lone ground next to the enemy weigh in."""
    t = Table({"41": "S13G", "78": "G2P"}, lively="on")
    assert going(t, "41", "60") == 2 - 1, "nearer, clear, Soviet, next to the Germans and empty"
    assert going(t, "41", "42") == -2, "farther away"
    assert going(t, "41", "59") == 0 + 1, "as far, and a street"
    t = Table({"41": "S13G", "60": "S29R", "78": "G2P"}, lively="on")
    assert going(t, "41", "60") == 2, "somebody stands there already"
    t = Table({"41": "S13G", "78": "G2P"}, lively="on", german=["60", "59"])
    assert going(t, "41", "60") == 2 + 2 - 1, "German ground"
    assert going(t, "41", "59") == 0 + 2 + 1
    t = Table({"77": "S13G", "W": "G2P"}, lively="on")
    assert going(t, "77", "X") == 2 * (away(t, "77") - away(t, "X")) + 4, "a German spawn hex"


@rule("10.5")
def test_it_does_not_leave_the_last_block_of_a_threatened_spawn_hex() -> None:
    near = Table({"9": "S13G", "44": "G2P"}, lively="on")
    assert (away(near, "9"), going(near, "9", "8")) == (2, 2 * (2 - away(near, "8")) + 1 - lively.GERMAN_BLOCK)
    two = Table({"9": "S13G S29R", "44": "G2P"}, lively="on")
    assert going(two, "9", "8") == going(near, "9", "8") + lively.GERMAN_BLOCK
    far = Table({"9": "S13G", "78": "G2P"}, lively="on")
    assert away(far, "9") > 2
    assert going(far, "9", "8") == 2 * (away(far, "9") - away(far, "8")) + 1
    other = Table({"25": "S13G", "43": "G2P"}, lively="on")
    assert going(other, "25", "8") == 2 * (1 - 2) + 1, "no spawn hex"


@rule("10.5.1")
@rule("2.6")
@rule("2.7")
def test_what_an_attack_is_worth_to_it() -> None:
    """Dots times faces that hit, against six for each German block; streets, rubble and spawn hexes weigh in."""
    assert attacking(Table({"41": "S13G@4", "60": "G2P"}, lively="on"), "41", "60") == 4 * 2 - 6
    assert attacking(Table({"41": "S29R@0", "60": "G2P"}, lively="on"), "41", "60") == 1 - 6
    assert attacking(Table({"41": "S29R@3 S13G@2", "60": "G2P G191I"}, lively="on"), "41", "60") == 3 + 4 - 12
    assert attacking(Table({"41": "S13G@4", "59": "G2P"}, lively="on"), "41", "59") == 8 - 6 - 3
    assert attacking(Table({"41": "S13G@4", "59": "G2P"}, lively="on", rubble=["59"]), "41", "59") == 8 - 6 - 3 - 6
    assert attacking(Table({"77": "S13G@4", "X": "G2P"}, lively="on"), "77", "X") == 8 - 6 + 3
    joined = {"41": "S13G@4", "77": "S29R@3", "60": "G2P"}
    assert attacking(Table(joined, lively="on"), "41", "60") == 2
    assert attacking(Table(joined, lively="on", leaders=["Chuikov"]), "41", "60") == 5
    assert going(Table({"41": "S13G@4", "60": "G2P"}, lively="on"), "41", "60") == 2


@rule("10.3")
def test_it_attacks_where_that_is_worth_it_and_else_moves_more_often_than_it_draws() -> None:
    t = Table({"41": "S13G@4", "60": "G2P"}, lively="on").soviet_turn()
    assert chances(t) == {SOVIET_MOVES: 840}
    t = Table({"41": "S29R@1", "60": "G2P", "W": "G191I"}, lively="on").soviet_turn()
    assert chances(t) == {SOVIET_MOVES: 420, SOVIET_DRAWS: 420}, "59 is a street, but lone ground next to the enemy"
    t = Table({"41": "S29R@1", "W": "G191I"}, lively="on").soviet_turn()
    assert chances(t) == {SOVIET_MOVES: 630, SOVIET_DRAWS: 210}
    t = deck_of(Table({"41": "S29R@1", "W": "G191I"}, lively="on"), 3).soviet_turn()
    assert SOVIET_MOVES in chances(t), "three cards are not the last two"


@rule("10.3")
def test_where_nothing_is_to_be_gained_it_moves_or_draws_by_an_even_chance() -> None:
    """The only block holds a spawn hex with Germans two hexes away: every step costs more than it brings."""
    t = Table({"9": "S29R@1", "44": "G2P"}, lively="on").soviet_turn()
    assert chances(t) == {SOVIET_MOVES: 420, SOVIET_DRAWS: 420}


@rule("10.5")
def test_it_orders_the_stack_with_most_to_gain_and_sends_it_to_the_best_hex() -> None:
    """41 can attack 60 with six to the good; 12 is far away and gains less by any step."""
    t = Table({"41": "S13G@4 S45R@4", "12": "S29R@1", "60": "G191I"}, lively="on")
    t.s.order = Order()
    t.s.order.left = [P.hex_of["12"], P.hex_of["41"]]
    assert [a for a, weight in lively.weigh_hex(t.s).outcomes() if weight] == [P.hex_of["41"]]
    t.s.order.start = P.hex_of["41"]
    best = max(going(t, "41", P.hex_name[n]) for n in P.near[P.hex_of["41"]])
    sent = [P.hex_name[a] for a, weight in lively.weigh_end(t.s).outcomes() if weight]
    assert sent == [P.hex_name[n] for n in P.near[P.hex_of["41"]] if going(t, "41", P.hex_name[n]) == best]


@rule("10.5")
def test_the_strongest_goes_forward_and_the_weakest_to_the_rear() -> None:
    for end, unit in (("60", "S13G"), ("23", "S29R")):
        t = Table({"41": "S13G@4 S29R@1", "78": "G2P"}, lively="on")
        t.s.order = Order()
        t.s.order.start, t.s.order.end = P.hex_of["41"], P.hex_of[end]
        weighed = lively.weigh_unit(t.s).outcomes()
        assert [a - UNIT for a, weight in weighed if weight] == [P.unit_of[unit]]


@rule("10.7")
@rule("10.7.2")
@pytest.mark.parametrize(
    ("card", "start", "german", "deliberate", "score"),
    [
        *[("Chuikov", "41", True, True, 9), ("Khrushchev", "41", True, True, 9), ("Zaytsev", "41", False, False, 9)],
        *[("Infiltration", "41", True, True, 7), ("T34", "41", True, True, 7)],
        *[("AA13", "41", True, True, 5), ("AA13", "41", True, False, -1), ("AA13", "41", False, True, -1)],
        *[("Flotilla", "9", True, True, 6), ("Flotilla", "41", True, True, 1)],
        *[
            ("SovietSniper", "41", True, True, 4),
            ("AntiTank", "41", True, True, 4),
            ("TommyGunner", "41", True, True, 4),
        ],
    ],
)
def test_what_a_card_is_worth_to_it(card: str, start: str, german: bool, deliberate: bool, score: int) -> None:
    near = {"41": "60", "9": "25"}[start]
    t = Table({near: "G2P@4", start: "S13G@4"}, lively="on", soviet_hand=[card])
    if german:
        t.attack(start, near, deliberate=deliberate)
    else:
        t.attack(near, start, side=SOVIET, deliberate=deliberate)
    assert lively.card_score(t.s, P.card_of[card]) == score
    want = CARD + P.card_of[card] if score > 0 else NO_CARD
    assert chances(t) == {want: 840}


@rule("10.7.2")
def test_a_full_hex_needs_no_reserve_and_no_card_at_all_is_better_than_a_wasted_one() -> None:
    t = Table({"60": "G2P@4", "41": "S29R S45R S87R S95R"}, lively="on", soviet_hand=["Infiltration", "T34"])
    t.attack("41", "60")
    assert [lively.card_score(t.s, P.card_of[c]) for c in ("Infiltration", "T34")] == [-1, -1]
    assert chances(t) == {NO_CARD: 840}


@rule("10.0")
def test_it_chooses_evenly_among_the_best_eight_at_most_and_the_weights_always_add_up() -> None:
    for answers_, weights in (
        ([(1, 5), (2, 5), (3, 4)], {1: 420, 2: 420}),
        ([(1, 0)], {1: 840}),
        ([(n, 1) for n in range(11)], dict.fromkeys(range(8), 105)),
        ([(n, 1) for n in range(7)], dict.fromkeys(range(7), 120)),
    ):
        assert {a: w for a, w in lively.best(answers_).outcomes() if w} == weights
