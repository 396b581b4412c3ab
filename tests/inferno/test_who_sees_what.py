"""The table of docs/reference/inferno-who-sees-what.md, cell by cell.

What a seat knows is the same in every position imagined from its view; of what it can only count the number is, and it
itself is not, where the position holds it at all.
A cell is read as it stands in the page, so whoever changes the page changes the test.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.terms import DEAD, EMPTY, REMOVED, UNSEEN
from kurgan.kernel.chance import Tape
from tests.inferno.table import GAME, P
from tests.inferno.test_hidden import SPECTATOR, positions

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "inferno-who-sees-what.md"
MODES = {"solo": "solo", "co-op": "coop", "1 vs 1": "one_vs_one", "2 vs 1": "two_vs_one"}
WORLDS = 3
Fact = list[tuple[int, ...]]


class Held(NamedTuple):
    """What a row of the table speaks of: each thing with what it is, and how many there are for who may only count."""

    what: Callable[[State], Fact]
    number: Callable[[State], list[int]]


def on_map(s: State, side: int) -> list[int]:
    return [u for u in range(P.units) if P.side[u] == side and s.where[u] < P.hexes]


def blocks(s: State, side: int) -> Fact:
    return [(u, s.where[u], s.strength[u]) for u in on_map(s, side)]


def stacks(s: State, side: int) -> list[int]:
    return [*s.count[side]]


def looked_at(s: State) -> Fact:
    return [(box, s.track[box]) for box in range(len(s.track)) if s.track[box] not in (EMPTY, UNSEEN)]


def unseen_boxes(s: State) -> Fact:
    return [(box, UNSEEN) for box in range(len(s.track)) if s.track[box] == UNSEEN]


def combat(s: State) -> Fact:
    """From Showdown on: who fights, how strong, and the cards; before it nothing."""
    b = s.battle
    if not b.shown:
        return []
    return [(u, s.where[u], s.strength[u]) for u in (*b.germans, *b.soviets)] + [(b.soviet_card, *b.german_cards)]


def bystanders(s: State) -> Fact:
    """Soviet blocks beside a shown combat that are no part of it: such give Opportunity Fire and stay face down."""
    b = s.battle
    if not b.shown:
        return []
    return [(u, s.where[u]) for u in on_map(s, SOVIET) if u not in b.soviets and b.target in P.near[s.where[u]]]


def seen_by_all(s: State) -> Fact:
    gone = [(u, s.where[u]) for u in range(P.germans) if s.where[u] in (DEAD, REMOVED)]
    return [*gone, (s.leaders,), *[(n,) for n in discarded(s)]]


def discarded(s: State) -> list[int]:
    """Cards of each kind that are neither in a deck nor in a hand nor laid down."""
    b = s.battle
    n = P.cards
    found = []
    for c in range(n):
        held = s.deck[c] + s.deck_top[c] + s.deck_bottom[c] + s.hand[c] + s.hand[n + c] + s.soviet_hand[c]
        held += b.german_cards.count(c) + (c == b.soviet_card)
        found.append(s.rules.card_count[c] - held)
    return found


def deck(s: State) -> list[int]:
    n = P.german_cards
    soviet = sum(s.deck[n:]) - s.unseen_hand
    return [sum(s.deck[:n]), soviet, sum(s.deck_top[n:]) - s.unseen_top, *s.pool_size]


ROWS = {
    "German blocks on the map": Held(
        lambda s: [*blocks(s, GERMAN), *looked_at(s)], lambda s: [*stacks(s, GERMAN), len(looked_at(s))]
    ),
    "boxes of the track nobody has looked at": Held(unseen_boxes, lambda s: [len(unseen_boxes(s))]),
    "German hand": Held(lambda s: [tuple(s.hand)], lambda s: [sum(s.hand[: P.cards]), sum(s.hand[P.cards :])]),
    "Soviet blocks on the map": Held(lambda s: blocks(s, SOVIET), lambda s: stacks(s, SOVIET)),
    "Soviet hand": Held(
        lambda s: [(c, n) for c, n in enumerate(s.soviet_hand) if n], lambda s: [sum(s.soviet_hand) + s.unseen_hand]
    ),
    "decks and Soviet pools": Held(lambda s: [tuple(deck(s))], deck),
    "blocks and cards of a combat": Held(combat, lambda s: [len(combat(s))]),
    "units that only give Opportunity Fire": Held(bystanders, lambda s: [len(bystanders(s))]),
    "dead and removed German blocks": Held(seen_by_all, lambda s: [len(seen_by_all(s))]),
}


class Cell(NamedTuple):
    row: str
    mode: str
    seat: str
    says: str


def cells() -> Iterator[Cell]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    for row in rows:
        for column, says in zip(head[1:], row[1:], strict=True):
            mode, _, seats = column.rpartition(": ")
            for seat in seats.split(", "):
                for scenario in [MODES[mode]] if mode else MODES.values():
                    yield Cell(row[0], scenario, seat, says)


CELLS = list(cells())


@cache
def sample(scenario: str) -> list[tuple[State, dict[int, list[State]]]]:
    """Positions of random games with what each seat imagines of them: many of a combat, which are rare otherwise."""
    lively = "on" if scenario == "coop" else "off"  # somebody looks at the Soviet hand, and nobody does
    found = positions(scenario, {"lively": lively}, "page", 9)
    chosen = [*found[::6], *[s for s in found if s.battle.shown][:12]]
    tape = Tape(f"page/{scenario}")
    seats = [*range(len(GAME.seats(scenario))), SPECTATOR]
    return [
        (s, {seat: [GAME.imagine(GAME.view(s, seat), tape) for _ in range(WORLDS)] for seat in seats}) for s in chosen
    ]


def held(row: str) -> Held:
    [found] = [found for start, found in ROWS.items() if row.startswith(start)]
    return found


def knows(says: str) -> bool:
    """Whether a cell promises to show what it is; 'nobody' and 'counts' do not."""
    word = re.match(r"\w+", says)
    assert word is not None and word[0] in ("yes", "all", "both", "own", "count", "counts", "nobody"), says
    return word[0] in ("yes", "all", "both", "own")


@pytest.mark.parametrize("cell", CELLS, ids=[f"{c.row[:30]}-{c.mode}-{c.seat}" for c in CELLS])
def test_a_seat_knows_what_the_page_says(cell: Cell) -> None:
    thing = held(cell.row)
    seat = SPECTATOR if cell.seat == "spectator" else GAME.seats(cell.mode).index(cell.seat)
    met = known = doubted = 0
    for s, imagined in sample(cell.mode):
        met += sum(thing.number(s)) > 0
        known += thing.what(s) != []
        for world in imagined[seat]:
            assert thing.number(world) == thing.number(s)
            if knows(cell.says):
                assert thing.what(world) == thing.what(s)
            doubted += thing.what(world) != thing.what(s)
    assert met > 0, "the sample has no such thing"
    if cell.says.startswith("count") and not cell.row.startswith("decks"):
        assert (doubted > 0) == (known > 0), "it was always imagined as it is"


def test_the_page_has_a_row_for_everything_here_and_no_other() -> None:
    assert len({cell.row for cell in CELLS}) == len(ROWS)
    for cell in CELLS:
        held(cell.row)


def test_nobody_looks_into_a_box_that_nobody_has_opened() -> None:
    """Not even the position: which block lies there is drawn when it is looked at."""
    assert any(unseen_boxes(s) for s, _ in sample("solo"))
    assert P.units <= UNSEEN
