"""Chapter 18: withdrawals and upgrades."""

from kurgan.games.roads import tracks
from kurgan.games.roads.rules import r18_withdrawals as withdrawals
from kurgan.games.roads.terms import STAVKA, TO_COME
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, u
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
FALLEN = "turn FEB_II\ncontrol soviet 1334 1434\n"


def with_everybody(text: str) -> Drawn:
    """All rifle divisions of the historical list wait in the STAVKA box."""
    t = bare(text, NO_OM)
    for units in PACK.scenarios["campaign"].historical:
        for unit in units:
            t.s.where[unit] = STAVKA
            t.s.steps[unit] = 2
    return t


@rule("18.1.1")
@rule("19.3.3")
def test_the_armies_of_the_ring_leave_after_stalingrad() -> None:
    """Nine guards and 28 rifle divisions by the historical list, in two answers."""
    t = with_everybody(FALLEN)
    flow.start(t.s, "withdrawals")
    assert t.refused("withdraw SU-23") == "18.1.1 wrong_factors"
    t.play("historical", "historical")
    gone = [unit for units in PACK.scenarios["campaign"].historical for unit in units]
    assert {t.place(PACK.unit_name[unit]) for unit in gone} == {"withdrawn"}
    assert (t.s.track[tracks.FEB_WITHDRAWAL], t.s.track[tracks.NO_REPLACEMENTS_SOVIET]) == (1, 0)


@rule("18.1.1")
def test_not_before_feb_ii_and_not_while_the_axis_holds_the_city() -> None:
    assert not withdrawals.is_due(with_everybody("turn FEB_I\ncontrol soviet 1334 1434\n").s)
    assert not withdrawals.is_due(with_everybody("turn FEB_II\ncontrol soviet 1334\n").s)
    assert withdrawals.is_due(with_everybody(FALLEN).s)


@rule("18.1.2")
def test_too_few_divisions_cost_all_further_points() -> None:
    """Eight guards in the box where nine are asked."""
    t = with_everybody(FALLEN)
    t.s.where[u("SU-13G")] = TO_COME
    flow.start(t.s, "withdrawals")
    t.play("historical")
    assert t.s.track[tracks.NO_REPLACEMENTS_SOVIET] == 1


@rule("18.1.1")
def test_the_attack_factor_asked_for_is_the_least_one() -> None:
    """A guards division may leave in place of a rifle division, not the other way round, and no tank corps."""
    s = bare(FALLEN, NO_OM).s
    guards, rifles = 0, 1
    assert withdrawals.fits_withdrawal(s, u("SU-13G"), rifles)
    assert not withdrawals.fits_withdrawal(s, u("SU-23"), guards)
    assert not withdrawals.fits_withdrawal(s, u("SU-26TK"), rifles)


@rule("18.1.2")
def test_a_kind_of_which_there_is_none_costs_the_points_too() -> None:
    """No guards division is left, 28 rifle divisions are."""
    t = with_everybody(FALLEN)
    for unit in PACK.scenarios["campaign"].historical[0]:
        t.s.where[unit] = TO_COME
    flow.start(t.s, "withdrawals")
    assert t.s.track[tracks.NO_REPLACEMENTS_SOVIET] == 1
    t.play("historical")
    assert t.place("SU-23") == "withdrawn"


@rule("18.1.2")
def test_units_out_of_supply_cannot_leave() -> None:
    t = bare(FALLEN + "1631: SU-23~\n1632: SU-24-", NO_OM)
    assert not withdrawals.may_leave(t.s, u("SU-23"))
    assert withdrawals.may_leave(t.s, u("SU-24"))


@rule("18.2.1")
def test_an_upgrade_takes_place_and_state_of_the_old_counter() -> None:
    """26 Tank Corps, reduced and with artillery, becomes 1 Guards Tank Corps and stays reduced."""
    t = bare("turn DEC_II\n1927: SU-26TK-\n1926: SU-119 SU-23\non SU-26TK artillery_2", NO_OM)
    for name in ("SU-1GTK", "SU-54G"):
        t.s.where[u(name)] = TO_COME
    flow.start(t.s, "upgrades")
    assert t.place("SU-1GTK") == "1927-"
    assert t.place("SU-26TK") == "withdrawn"
    assert u("SU-1GTK") in list(t.s.marker_on)
    assert t.refused("unit SU-26TK") == "18.2.1 no_rifle_division"
    t.play("unit SU-23")
    assert (t.place("SU-54G"), t.place("SU-119")) == ("1926", "1926")


@rule("18.2.1")
def test_an_eliminated_unit_is_upgraded_too_and_a_withdrawn_one_is_not() -> None:
    t = bare("turn DEC_IV\neliminated: SU-4MK", NO_OM)
    for name in ("SU-3GMK", "SU-2GTK"):
        t.s.where[u(name)] = TO_COME
    flow.start(t.s, "upgrades")
    assert t.place("SU-3GMK") == "eliminated"
    assert t.place("SU-2GTK") == "to_come"
