"""What became of the hex of a fight, and the head of its card: the hex and a word."""

import random
from typing import Any

import pytest

from kurgan.games.roads import events
from kurgan.games.roads.odds.fights import PARTS
from kurgan.games.roads.pack.vocabulary import A_NONE, A_RETREAT, D_DR, D_NONE, D_STAND, SOVIET_ROUT
from kurgan.games.roads.terms import CLEARED, FATES, GIVEN_UP, HELD, TAKEN
from kurgan.kernel.protocol import EVERYONE, READ, RESULT, Event, Headed
from kurgan.kernel.sentences import speaking
from kurgan.session.session import Session
from kurgan.table.model.replies import LogLine
from kurgan.table.shown import seat_view
from kurgan.testing import rule
from tests.roads.drawn import GAME, Drawn, h
from tests.roads.rules.test_r08_outcomes import FRONT, HQ, THREE, thrown

STACK = f"{FRONT}{HQ}1814: GE-62 GE-298"


def fought(text: str, column: str, dice: str, *wishes: str) -> Drawn:
    """On until it is settled, with these answers where they can be given."""
    t = thrown(text, THREE, column, dice)
    while not t.told("attack_settled"):
        said = t.choices()
        t.play(next((wish for wish in wishes if wish in said), said[0]) if said else f"{t.asked()} 1+2")
    return t


@rule("8.7.6")
@pytest.mark.parametrize(
    ("column", "dice", "wish", "fate", "lost"),
    [
        ("2/1", "3+4", "stand", "held", (1, 2)),
        ("2/1", "3+4", "retreat", "given_up", (1, 1)),
        ("1/1", "4+4", "stand", "held", (1, 1)),
        ("1/1", "4+4", "retreat", "given_up", (1, 0)),
    ],
)
def test_who_may_stand_or_go_back_is_said_to_have_done_what_he_did(
    column: str, dice: str, wish: str, fate: str, lost: tuple[int, int]
) -> None:
    """S: a step more for who stands. F: a step less for who goes back."""
    ((place, said, *counted),) = fought(STACK, column, dice, wish).told("attack_settled")
    assert (place, FATES[said], tuple(counted)) == (h("1814"), fate, lost)


@rule("8.10.1")
def test_a_repulse_throws_the_attack_back_only_if_nobody_stands() -> None:
    for wish, fate in (("retreat", "thrown_back"), ("stand", "held")):
        ((_, said, *_),) = fought(STACK, "2/1", "1+2", wish).told("attack_settled")
        assert FATES[said] == fate


@rule("8.8.3")
def test_a_hex_whose_defenders_died_is_taken_if_somebody_entered_it_and_cleared_if_not() -> None:
    alone = f"{FRONT}{HQ}1814: RO-1*"
    for wish, fate in (("done", "cleared"), ("advance SU-26TK 1814", "taken")):
        t = fought(alone, "4/1", "4+4", wish)
        assert FATES[t.told("attack_settled")[0][1]] == fate
        assert t.told("hex_emptied") == [(h("1814"),)]
    assert fought(STACK, "2/1", "3+4", "retreat").told("hex_emptied") == []


def head(*told: tuple[int, ...]) -> str:
    assert isinstance(GAME, Headed)
    return GAME.head([Event("8", kind, tuple(args), EVERYONE) for kind, *args in told])


ATTACK = (events.ATTACK_DECLARED, 1)


def test_the_head_names_the_hex_and_what_came_of_it() -> None:
    place = GAME.label("hex", 1)
    assert head(ATTACK) == ""
    table = (events.COMBAT_RESULT, 1, 0, A_RETREAT, D_STAND)
    assert head(ATTACK, table) == f"{place}: AR (repulsed)"
    final = (events.RESULTS_FINAL, A_NONE, 2, D_STAND, 1, 0)
    assert head(ATTACK, table, final) == f"{place}: S (may stand)"
    assert head(ATTACK, table, final, (events.HEX_EMPTIED, 1)) == f"{place}: cleared"
    settled = (events.ATTACK_SETTLED, 1, GIVEN_UP, 1, 0)
    assert head(ATTACK, table, final, settled) == f"{place}: given up"
    assert head(ATTACK, table, final, settled, (events.UNIT_ADVANCED, 0, 1)) == f"{place}: taken"
    assert head(ATTACK, table, final, settled, (events.UNIT_ADVANCED, 0, 2)) == f"{place}: given up"
    assert head(ATTACK, table, final, (events.ATTACK_SETTLED, 1, HELD, 1, 0), (events.ATTACK_DECLARED, 2)) == ""
    with speaking("es"):
        assert head(ATTACK, (events.ATTACK_SETTLED, 1, CLEARED, 1, 0)).endswith(": sin defensores")


def test_what_nobody_must_obey_has_a_head_too() -> None:
    for level, words in ((0, "losses only"), (1, "E (one unit exploits)"), (5, "E4 (four units exploit)")):
        assert head(ATTACK, (events.RESULTS_FINAL, A_NONE, level, D_NONE, 1, 1)).endswith(f": {words}")
    assert head(ATTACK, (events.RESULTS_FINAL, A_NONE, 1, D_DR, 1, 1)).endswith(": DR (back one hex)")


def test_the_table_stands_beside_its_throw_and_what_counted_at_the_end() -> None:
    """[14.1D] The table's own losses are not among what a fight changed: an effect of superiority may cancel one."""
    assert (PARTS[events.COMBAT_RESULT], PARTS[events.ATTACK_SETTLED]) == (READ, RESULT)
    words = GAME.sentence(Event("8.10", events.ATTACK_SETTLED, (1, TAKEN, 0, 2), EVERYONE))
    assert words.endswith(": taken. Steps lost that count: attacker 0, defender 2.")
    assert "one step less" in GAME.sentence(Event("14.1", events.SUPERIORITY_USED, (SOVIET_ROUT,), EVERYONE))


def heads(lines: list[LogLine]) -> list[tuple[int, str]]:
    return [(line.number, line.head) for line in lines if line.head]


def test_lines_of_the_log_carry_the_head_where_it_changes_from_wherever_they_are_asked_for() -> None:
    """The same to both seats, and a part of the log like the whole of it."""
    session = Session.new(GAME, "wintergewitter", {}, seed="heads")
    dice = random.Random(1)
    while session.number < 300:
        legal = session.legal()
        state: Any = session.state
        willing = [a for a in legal if not GAME.choice(state, a).no]
        session.answer(dice.choice(willing or legal))
    found = heads(seat_view.log(session, "axis"))
    assert len(found) > 2
    assert found == heads(seat_view.log(session, "soviet"))
    for after in range(0, session.number, 7):
        part = heads(seat_view.log(session, "axis", after))
        assert part == [said for said in found if said[0] > after]
