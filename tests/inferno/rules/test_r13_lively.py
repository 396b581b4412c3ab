"""The lively opponent: a Soviet side of ours for solo and co-op, by the 1 vs 1 rules."""

from kurgan.games.inferno.state import lift
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
