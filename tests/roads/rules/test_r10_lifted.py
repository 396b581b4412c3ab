"""Chapters 10 to 19, fourth reading: markers that leave, what a staff is told, and who pays for whom."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r17_replacements as replacements
from kurgan.games.roads.rules import r18_withdrawals as withdrawals
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import TO_COME, WITHDRAWN
from kurgan.games.roads.terms_high_command import TODO_CRISIS, TODO_END_EFFECT
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, Drawn, h, u
from tests.roads.rules.test_r11_markers import TEN, launched
from tests.roads.staged import bare, begin, decline, shared, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def listening(t: Drawn) -> Drawn:
    t.s.events = []
    return t


def heard(t: Drawn) -> Drawn:
    t.events += t.s.events or []
    return t


@rule("10.1.5")
def test_a_marker_without_a_refuge_is_lifted_and_moves_nowhere() -> None:
    t = listening(bare("side soviet\nturn DEC_I\nfortress 1333 7\n1823: GE-62\n", NO_OM))
    fortress.move_marker(t.s, -1)
    assert (t.s.track[tracks.FORTRESS], len(heard(t).told("fortress_lifted"))) == (-1, 1)
    assert t.told("fortress_moved") == []
    t = listening(bare("side soviet\nturn DEC_I\nfortress 1333 7\n1334: GE-71^\n", NO_OM))
    fortress.move_marker(t.s, h("1334"))
    assert heard(t).told("fortress_moved") == [(h("1334"),)] and t.told("fortress_lifted") == []


@rule("10.2.6")
@pytest.mark.parametrize(
    ("marker", "axis", "needed"),
    [("1333", "1334 1434", PACK.garrison_both), ("1333", "1334", PACK.garrison_one), ("1333", "", 0), ("", "1334", 0)],
)
def test_how_many_divisions_the_garrison_needs(marker: str, axis: str, needed: int) -> None:
    """For both hexes of the city, for one; none without the city, none without the marker."""
    soviet = " ".join(name for name in ("1334", "1434") if name not in axis)
    lines = [f"fortress {marker} 7"] if marker else []
    t = bare("\n".join(["turn DEC_I", *lines, shared("1334 1434", soviet)]), NO_OM)
    assert fortress.garrison_needed(t.s) == needed


@rule("10.2.6")
def test_who_counts_for_the_garrison() -> None:
    """Divisions within four hexes of the marker; no staff, nobody five hexes off, nobody dead."""
    text = "1335: SU-13G SU-23\n1332: SU-HQ-DON\n1329: SU-24\n1328: SU-29\neliminated: SU-38"
    t = bare(f"turn DEC_I\nfortress 1333 7\n{text}", NO_OM)
    assert [PACK.distance(h(name), h("1333")) for name in ("1329", "1328")] == [4, 5]
    assert fortress.garrison(t.s) == 3


@rule("11.1.2")
@pytest.mark.parametrize(("scenario", "watch"), [("campaign\nturn FEB_I", True), ("star_and_gallop", False)])
def test_the_city_is_watched_only_where_it_is_on_the_map(scenario: str, watch: bool) -> None:
    t = bare(f"scenario {scenario}\ncontrol axis 1334 1434", NO_OM)
    assert offensives.must_watch_city(t.s) == watch


@rule("11.4.2")
def test_a_tank_corps_costs_two_supports_and_is_refused_for_one() -> None:
    t = launched(f"{TEN}\n0418: SU-23\n0417: SU-HQ-STAL\ncontrol soviet 0017\nstavka: SU-24 SU-3TK").play("spend vvs")
    while t.asked() == "allot_support":
        t.play(next(c for c in t.choices() if c.startswith("keep")))
    assert t.choices() == ["none", "unit SU-24"]
    assert (t.refused("unit SU-3TK"), t.refused("unit SU-29")) == ("13.1.1 too_dear", "13.1.1 not_in_stavka")


@rule("13.1.1")
def test_released_units_are_in_the_reserve_and_paid_for() -> None:
    t = stage("stavka", "turn DEC_I\n2025: SU-HQ-SW\n2130: SU-HQ-DON\nstavka: SU-23 SU-3TK\n2026: SU-24", NO_OM)
    t.play("unit SU-HQ-SW", "none", "roll_release 6")
    assert t.refused("unit SU-24") == "13.1.1 not_in_stavka"


@rule("15.3")
def test_a_crisis_is_told_and_leaves_the_questions_behind_it() -> None:
    t = listening(bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 0}))
    t.s.todo[:] = [TODO_CRISIS, TODO_END_EFFECT]
    approval.take_crisis(t.s, 7)
    assert t.s.todo == [TODO_END_EFFECT]
    assert heard(t).told("crisis_rolled") == [(7,)]


@rule("15.1.3")
@rule("5.4.1")
@pytest.mark.parametrize(("fuhrer", "manstein", "box"), [(0, -1, 0), (0, 0, 0), (1, 0, 1), (2, 5, 5), (6, 3, 6)])
def test_the_higher_marker_on_the_track_counts(fuhrer: int, manstein: int, box: int) -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.APPROVAL: fuhrer, tracks.MANSTEIN: manstein})
    assert approval.better_box(t.s) == box


@rule("15.3")
@rule("17.2")
def test_attacks_that_a_crisis_asked_for_are_settled_with_the_reinforcements() -> None:
    shown = {**NO_OM, tracks.MANSTEIN: 4, tracks.ATTACKS_DUE: 2, tracks.ATTACKS_MADE: 2}
    t = decline(stage("axis_reinforcements", "side axis\nturn DEC_I\n1023: GE-HQ-HOLL\n", shown))
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.ATTACKS_DUE]) == (5, 0)


@rule("17.3.7")
@rule("17.3.11")
def test_no_kampfgruppe_pays_for_soviet_tanks() -> None:
    """KG A1 stands in supply and alone; two supports are there, so that the payment is asked for."""
    text = "side soviet\nturn DEC_I\n2025: SU-HQ-SW SU-3TK-\n1023: GE-HQ-HOLL KG-A1\nbox stavka vvs katyusha\n"
    t = bare(text, NO_OM)
    begin(t, "replacements", *replacements.shared_out(t.s, 1))
    t.play("rebuild SU-3TK")
    assert sorted(t.choices()) == ["spend stavka katyusha", "spend stavka vvs"]
    assert t.refused("group KG-A1") == "17.3.7 support_needed"


@rule("17.3.14")
@rule("17.3.3")
def test_replacement_points_are_told_and_the_radius_is_traced_for_them() -> None:
    """Without points nothing is told and nothing traced; half of them, rounded down, may go to allies."""
    t = listening(bare("side axis\n1023: GE-HQ-HOLL GE-62-\n", NO_OM))
    t.s.cover[h("1023")] = 0
    assert replacements.shared_out(t.s, 0) == (0, 0)
    assert not replacements.is_in_radius(t.s, u("GE-62"))
    assert replacements.shared_out(t.s, 3) == (3, 1)
    assert replacements.is_in_radius(t.s, u("GE-62"))
    assert heard(t).told("replacement_points") == [(vocabulary.AXIS, 3)]


@rule("18.2.1")
def test_all_rifle_divisions_have_the_same_factors() -> None:
    """So any of them may take the place of the historical one."""
    rifles = [
        v
        for v in range(PACK.unit_count)
        if PACK.side[v] == vocabulary.SOVIET and PACK.kind[v] == vocabulary.INFANTRY and not PACK.elite[v]
    ]
    assert len({(PACK.attack[3 * v + 2], PACK.defense[3 * v + 2], PACK.movement[3 * v + 2]) for v in rifles}) == 1
    assert {old for _, old, _, any_rifle in PACK.scenarios["campaign"].upgrades if any_rifle} <= set(rifles)


@rule("18.2.1")
def test_an_upgrade_is_due_as_long_as_one_rifle_division_is_left() -> None:
    """SU-119 is out of the game: any other rifle division may become the 54th Guards; tanks and guards may not."""
    upgrades = PACK.scenarios["campaign"].upgrades
    number = next(n for n, (_, old, _, any_rifle) in enumerate(upgrades) if any_rifle and old == u("SU-119"))
    turn, _, new, _ = upgrades[number]
    for text, due in (
        ("1929: SU-119", True),
        ("withdrawn: SU-119\n1929: SU-23", True),
        ("withdrawn: SU-119\n1929: SU-26TK SU-14G", False),
    ):
        t = bare(f"scenario campaign\n{text}", {**NO_OM, tracks.TURN: turn})
        t.s.lift(new, TO_COME)
        assert (number in withdrawals.due_upgrades(t.s)) == due
        t.s.track[tracks.TURN] = turn + 1
        assert number not in withdrawals.due_upgrades(t.s)
        t.s.track[tracks.TURN] = turn
        t.s.place(new, h("2025"))
        assert number not in withdrawals.due_upgrades(t.s)


@rule("18.2.1")
def test_other_upgrades_need_the_unit_of_the_same_name() -> None:
    upgrades = PACK.scenarios["campaign"].upgrades
    number, (turn, old, new, _) = next((n, row) for n, row in enumerate(upgrades) if not row[3])
    t = bare("scenario campaign\n1929: SU-23", {**NO_OM, tracks.TURN: turn})
    t.s.lift(new, TO_COME)
    t.s.lift(old, WITHDRAWN)
    assert number not in withdrawals.due_upgrades(t.s)
    t.s.place(old, h("2025"))
    assert number in withdrawals.due_upgrades(t.s)


@rule("19.3.2")
@pytest.mark.parametrize(
    ("scenario", "turn"), [("wintergewitter", 2), ("uranus", fortress.NEVER), ("campaign", fortress.NEVER)]
)
def test_a_fortress_of_the_setup_was_declared_the_turn_before(scenario: str, turn: int) -> None:
    s = GAME.new(scenario, {})
    assert s.track[tracks.FORTRESS_TURN] == turn


@rule("19.2.9")
def test_only_supplied_axis_hexes_between_chir_and_don_count() -> None:
    """Hollidt supplies 1228 and what is beside it: of three hexes one lies between the rivers."""
    text = "scenario uranus\nturn DEC_IV\n1228: GE-HQ-HOLL GE-62\n1229: GE-298\n1128: GE-294\n"
    t = bare(text, NO_OM)
    inside = [name for name in ("1228", "1229", "1128") if PACK.chir_don[h(name)]]
    assert inside == ["1229"]
    scenarios.score_uranus_places(t.s)
    assert t.s.track[tracks.VICTORY_POINTS] == PACK.scenarios["uranus"].victory["between_rivers"]
