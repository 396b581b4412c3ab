"""Chapter 16: Manstein and his offensives."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import M_AXIS
from kurgan.testing import rule
from tests.roads.staged import bare, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
PANZERS = "0729: GE-HQ-4PZA GE-17P GE-23P\nbox axis luftwaffe pak_88\nbox pool hoth rudel nebelwerfer\n"


@rule("16.2.1")
@rule("16.3.1")
def test_wintergewitter_exchanges_two_supports_for_two_of_choice() -> None:
    """Two full panzer divisions at a headquarters: two supports back, two chosen, nothing drawn."""
    t = stage("axis_supports", "side axis\nturn DEC_II\n" + PANZERS, NO_OM)
    t.play("yes", "return axis luftwaffe", "return axis pak_88", "choose hoth", "choose rudel")
    assert t.asked() == "play_support"
    assert supports.kinds_in(t.s, M_AXIS) == [vocabulary.RUDEL, vocabulary.HOTH]
    assert (t.s.track[tracks.MANSTEIN_NEXT], t.s.track[tracks.WINTERGEWITTER]) == (manstein.BLOW_SIDE, 1)
    manstein.return_unused(t.s)
    assert supports.kinds_in(t.s, M_AXIS) == []


@rule("16.3.1")
def test_conditions_of_wintergewitter() -> None:
    """Not with a reduced division, not with half of 6 Panzer, not after DEC IV, not with one support."""
    base = "side axis\nturn DEC_II\n"
    assert manstein.may_launch_winter(bare(base + PANZERS, NO_OM).s)
    assert not manstein.may_launch_winter(bare(base + PANZERS.replace("GE-23P", "GE-23P-"), NO_OM).s)
    assert not manstein.may_launch_winter(bare(base + PANZERS.replace("GE-23P", "GE-6Pp"), NO_OM).s)
    assert manstein.may_launch_winter(bare(base + PANZERS.replace("GE-23P", "GE-6Pp GE-6Pa"), NO_OM).s)
    assert not manstein.may_launch_winter(bare(base + PANZERS.replace(" pak_88", ""), NO_OM).s)
    assert not manstein.may_launch_winter(bare("side axis\nturn JAN_I\n" + PANZERS, NO_OM).s)


@rule("16.3.1")
def test_an_open_pocket_before_january_pays_once() -> None:
    t = bare(
        "fortress 1333 5\n1334: GE-71^\nturn DEC_III",
        {**NO_OM, tracks.FORTRESS_TURN: 1, tracks.WINTERGEWITTER: 1, tracks.MANSTEIN: 3},
    )
    fortress.end_axis_level(t.s)
    fortress.end_axis_level(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.WINTERGEWITTER]) == (4, 2)


@rule("16.2.4")
def test_manstein_is_dismissed_at_the_end_of_a_turn() -> None:
    """Box 0: he is gone, the Fuehrer marker stays in box 3."""
    t = bare("turn DEC_I", {**NO_OM, tracks.MANSTEIN: 0, tracks.APPROVAL: 6})
    manstein.judge_manstein(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN_DISMISSED]) == (-1, 3, 1)
    t.s.track[tracks.TURN] = 7
    assert not manstein.may_declare_blow(t.s)


@rule("16.2.3")
def test_prestige_stays_on_the_track() -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MANSTEIN: 7})
    manstein.move_manstein(t.s, 1, "16.2.3")
    assert t.s.track[tracks.MANSTEIN] == 7
    manstein.move_manstein(t.s, -9, "16.2.3")
    assert t.s.track[tracks.MANSTEIN] == 0


@rule("16.3.2")
def test_the_backhand_sends_manstein_two_turns_ahead() -> None:
    """Fuehrer to 7, three supports of choice, no draw this turn."""
    text = "side axis\nturn FEB_II\nbox pool hoth rudel nebelwerfer tiger"
    t = stage("begin_axis", text, {**NO_OM, tracks.MANSTEIN_NEXT: 1, tracks.APPROVAL: 2})
    t.play("yes", "choose hoth", "choose rudel", "choose tiger")
    assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN], t.s.track[tracks.MANSTEIN_BACK]) == (7, -1, 13)
    assert t.s.track[tracks.NO_DRAW] == 1
    assert not manstein.may_declare_blow(t.s)


@rule("16.3.2")
def test_the_reckoning_of_the_blow() -> None:
    """Two cities 7, one 5, none: Manstein goes and the Fuehrer marker falls to 2; supports return."""
    for balance, fuhrer, box in ((3, 7, 7), (1, 5, 5), (0, 2, -1), (-1, 2, -1)):
        shown = {**NO_OM, tracks.MANSTEIN_BACK: 13, tracks.MANSTEIN: -1, tracks.BACKHAND: balance, tracks.APPROVAL: 4}
        t = bare("side axis\nturn FEB_IV\nbox axis hoth", shown)
        manstein.reckon_blow(t.s)
        assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN]) == (fuhrer, box)
        assert supports.kinds_in(t.s, M_AXIS) == []
        assert t.s.track[tracks.MANSTEIN_BACK] == -1


@rule("16.3.2")
def test_no_reckoning_before_its_turn() -> None:
    t = bare("side axis\nturn FEB_III\nbox axis hoth", {**NO_OM, tracks.MANSTEIN_BACK: 13, tracks.MANSTEIN: -1})
    manstein.reckon_blow(t.s)
    assert t.s.track[tracks.MANSTEIN_BACK] == 13
