"""Chapters 14.2, 15 and 16 in detail: successes, what pleases and angers the Fuehrer, Manstein's offensives."""

import pytest

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import COMBAT, EXPLOITATION, M_AXIS, M_POOL
from kurgan.games.roads.terms_high_command import TODO_CRISIS, TODO_END_EFFECT, TODO_RETURN_EFFECT
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.roads.drawn import PACK, h, u
from tests.roads.rules.test_r15_approval import RING
from tests.roads.staged import bare, decline, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
MAJORS = ("0518", "0912", "0903", "1303", "2108")
CUT = "1334: GE-71~\n1434: GE-305~\n" + RING


# 14.2 -------------------------------------------------------------------------------------------------------------


@rule("14.2.1")
@pytest.mark.parametrize("name", MAJORS)
def test_each_major_city_is_a_success_once(name: str) -> None:
    t = bare("turn FEB_I", {**NO_OM, tracks.MANSTEIN: 4})
    units.capture(t.s, h(name), vocabulary.SOVIET)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN]) == ([TODO_END_EFFECT], 3)
    t.s.todo = []
    units.capture(t.s, h(name), vocabulary.AXIS)
    t.s.todo = []
    units.capture(t.s, h(name), vocabulary.SOVIET)
    assert t.s.todo == []


@rule("14.2.1")
@pytest.mark.parametrize("order", [("1334", "1434"), ("1434", "1334")])
def test_stalingrad_is_a_success_when_both_hexes_are_soviet(order: tuple[str, str]) -> None:
    """One hex alone is none; held together, whoever was first."""
    t = bare("turn FEB_I", {**NO_OM, tracks.MANSTEIN: 4})
    units.capture(t.s, h(order[0]), vocabulary.SOVIET)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN]) == ([], 4)
    units.capture(t.s, h(order[1]), vocabulary.SOVIET)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN]) == ([TODO_END_EFFECT], 3)


@rule("14.2.1")
def test_cities_and_villages_are_no_major_success() -> None:
    t = bare("turn FEB_I", {**NO_OM, tracks.APPROVAL: 7, tracks.MANSTEIN: 4})
    for name in ("1125", "0729", "1331"):
        units.capture(t.s, h(name), vocabulary.SOVIET)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN]) == ([], 4)


@rule("14.2.2")
def test_the_soviet_player_chooses_an_active_effect() -> None:
    t = bare("turn FEB_I\nsuperiority human_waves soviet_rout", NO_OM)
    units.capture(t.s, h("0518"), vocabulary.SOVIET)
    flow.start(t.s, "aftermath")
    assert (t.seat(), t.choices()) == (vocabulary.SOVIET, ["effect human_waves", "effect soviet_rout"])
    assert t.refused("effect panzers_to_the_rescue") == "14.2.2 effect_not_active"
    t.play("effect human_waves")
    assert [t.s.track[tracks.SUPERIORITY + e] for e in range(4)] == [0, 0, 0, 1]


@rule("14.2.3")
@rule("16.2.3")
def test_a_recapture_pays_once_for_each_city_and_only_if_it_was_lost() -> None:
    t = bare("turn FEB_III\nsuperiority human_waves", {**NO_OM, tracks.MANSTEIN: 4})
    units.capture(t.s, h("2108"), vocabulary.SOVIET)
    t.s.todo = []
    for gained in (1, 0):
        before = t.s.track[tracks.MANSTEIN]
        units.capture(t.s, h("2108"), vocabulary.AXIS)
        assert t.s.todo == [TODO_RETURN_EFFECT] * gained
        assert t.s.track[tracks.MANSTEIN] == before + gained
        t.s.todo = []
        units.capture(t.s, h("2108"), vocabulary.SOVIET)
    t = bare("turn FEB_III\nsuperiority human_waves\ncontrol soviet 2108", {**NO_OM, tracks.MANSTEIN: 4})
    units.capture(t.s, h("2108"), vocabulary.AXIS)
    assert (t.s.todo, t.s.track[tracks.MANSTEIN]) == ([], 4)


@rule("14.2.3")
def test_the_axis_chooses_an_inactive_effect() -> None:
    t = bare("turn FEB_III\nsuperiority human_waves soviet_rout", {**NO_OM, tracks.CITIES_TAKEN: 255})
    t.s.control[h("2108")] = vocabulary.SOVIET
    units.capture(t.s, h("2108"), vocabulary.AXIS)
    flow.start(t.s, "aftermath")
    assert (t.seat(), len(t.choices())) == (vocabulary.AXIS, 2)
    assert t.refused("effect human_waves") == "14.2.3 effect_active"


@rule("14.2.2")
@rule("14.2.3")
def test_no_more_questions_than_answers() -> None:
    """Two successes with one active effect: one question; with all active no effect can return."""
    t = bare("turn FEB_I\nsuperiority human_waves", NO_OM)
    superiority.major_success(t.s)
    superiority.major_success(t.s)
    assert t.s.todo == [TODO_END_EFFECT]
    t = bare("turn FEB_I", {**NO_OM, tracks.CITIES_TAKEN: 255})
    t.s.control[h("2108")] = vocabulary.SOVIET
    units.capture(t.s, h("2108"), vocabulary.AXIS)
    assert t.s.todo == []


@rule("16.3.2")
@pytest.mark.parametrize(
    ("name", "side", "back", "balance"),
    [("2108", 1, 14, 1), ("2108", 1, -1, 0), ("0912", 0, 14, -1), ("1125", 0, 14, 0)],
)
def test_the_balance_of_the_blow(name: str, side: int, back: int, balance: int) -> None:
    """Major city hexes taken by the Axis less major cities taken by the Soviets, while Manstein is away."""
    t = bare(
        "turn FEB_III\ncontrol soviet 2108",
        {**NO_OM, tracks.MANSTEIN_BACK: back, tracks.MANSTEIN: -1, tracks.APPROVAL: 7},
    )
    units.capture(t.s, h(name), side)
    assert t.s.track[tracks.BACKHAND] == balance


@rule("16.3.2")
def test_for_the_soviets_stalingrad_counts_when_it_is_whole_for_the_axis_hex_by_hex() -> None:
    t = bare("turn FEB_III\ncontrol axis 1334 1434", {**NO_OM, tracks.MANSTEIN_BACK: 14, tracks.MANSTEIN: -1})
    units.capture(t.s, h("1334"), vocabulary.SOVIET)
    assert t.s.track[tracks.BACKHAND] == 0
    units.capture(t.s, h("1434"), vocabulary.SOVIET)
    assert t.s.track[tracks.BACKHAND] == -1
    for hex_ in ("1334", "1434"):
        units.capture(t.s, h(hex_), vocabulary.AXIS)
    assert t.s.track[tracks.BACKHAND] == 1


# 15.2.1 -----------------------------------------------------------------------------------------------------------


@rule("15.2.1")
@rule("15.2.2")
@pytest.mark.parametrize(
    ("name", "lost", "regained"),
    [
        ("1331", 4, 5),
        ("1624", 4, 5),
        ("0729", 4, 5),
        ("1125", 4, 5),
        ("0518", 3, 5),
        ("1334", 5, 6),
        ("1434", 5, 6),
        ("1524", 5, 5),
        ("1732", 5, 5),
    ],
)
def test_the_value_of_hexes(name: str, lost: int, regained: int) -> None:
    """Red stars and cities 1, major cities 2; a hex of Stalingrad 0 when lost, 1 when retaken; villages 0."""
    t = bare("turn DEC_I\nsuperiority none", {**NO_OM, tracks.APPROVAL: 5})
    t.s.control[h(name)] = vocabulary.AXIS
    units.capture(t.s, h(name), vocabulary.SOVIET)
    assert t.s.track[tracks.APPROVAL] == lost
    units.capture(t.s, h(name), vocabulary.AXIS)
    assert t.s.track[tracks.APPROVAL] == regained


@rule("15.2.2")
def test_ground_that_was_never_lost_pleases_nobody() -> None:
    t = bare("turn DEC_I\ncontrol soviet 2130", {**NO_OM, tracks.APPROVAL: 5})
    units.capture(t.s, h("2130"), vocabulary.AXIS)
    assert t.s.track[tracks.APPROVAL] == 5


@rule("15.2.1")
@pytest.mark.parametrize(
    ("turn", "text", "left"),
    [
        ("NOV_III", CUT, 4),
        ("DEC_IV", CUT, 4),
        ("JAN_I", CUT, 5),
        ("DEC_IV", CUT.replace("1234: SU-29\n", ""), 5),
        ("DEC_I", CUT.replace("GE-71~", "GE-71"), 5),
        ("DEC_I", CUT.replace("1334: GE-71~\n", ""), 5),
        ("DEC_IV", CUT.replace("1434: GE-305~", "1434: SU-95"), 3),
        ("DEC_IV", CUT.replace("1434: GE-305~", "1434: SU-95").replace("1334: GE-71~", "1334: SU-84"), 2),
        ("FEB_I", CUT.replace("1434: GE-305~", "1434: SU-95").replace("1334: GE-71~", "1334: SU-84"), 4),
        ("FEB_I", CUT.replace("1434: GE-305~", "1434: SU-95"), 5),
        ("FEB_II", CUT.replace("1434: GE-305~", "1434: SU-95").replace("1334: GE-71~", "1334: SU-84"), 5),
    ],
)
def test_the_lines_about_the_city_by_turn(turn: str, text: str, left: int) -> None:
    """Both hexes cut off and sealed 1, one Soviet 2, both 3, to DEC IV; both Soviet 1 from JAN I to FEB I."""
    t = bare(f"turn {turn}\n{text}", {**NO_OM, tracks.APPROVAL: 5})
    approval.judge_stalingrad(t.s)
    assert t.s.track[tracks.APPROVAL] == left


@rule("15.2.1")
@pytest.mark.parametrize(
    ("turn", "marker", "end", "left"),
    [("NOV_IV", "1333", "1128", 4), ("DEC_IV", "1333", "1128", 4), ("NOV_III", "1333", "1128", 5),
     ("JAN_I", "1333", "1128", 5),
     ("DEC_I", "", "1128", 5), ("DEC_I", "1333", "1130", 5), ("DEC_I", "1333", "1229", 5)],
)  # fmt: skip
def test_a_headquarters_that_ends_farther_from_the_marker(turn: str, marker: str, end: str, left: int) -> None:
    t = bare(f"turn {turn}\n" + (f"fortress {marker} 8" if marker else ""), {**NO_OM, tracks.APPROVAL: 5})
    approval.hq_moved(t.s, u("GE-HQ-4PZA"), h("1129"), h(end))
    assert t.s.track[tracks.APPROVAL] == left


@rule("15.2.1")
def test_such_a_move_is_forbidden_only_if_it_would_empty_the_track() -> None:
    """In box 1; not for Soviets, not once Manstein is dismissed; judged at the end of the whole move."""
    for fuhrer, dismissed, who, reason in (
        (1, 0, "RO-HQ-3A", refusals.AWAY_FROM_FORTRESS),
        (2, 0, "GE-HQ-4PZA", 0),
        (1, 1, "GE-HQ-4PZA", 0),
        (1, 0, "SU-HQ-SW", 0),
    ):
        t = bare(
            "turn DEC_I\nfortress 1333 8", {**NO_OM, tracks.APPROVAL: fuhrer, tracks.MANSTEIN_DISMISSED: dismissed}
        )
        assert approval.why_not_hq_move(t.s, u(who), h("1129"), h("1128")) == reason
    t = stage(
        "movement",
        "side axis\nturn DEC_I\nfortress 1333 8\n1129: GE-HQ-4PZA\n1524: GE-62",
        {**NO_OM, tracks.APPROVAL: 1},
    )
    t.play("move GE-HQ-4PZA", "to 1028")
    assert t.refused("stop") == "15.2.1 away_from_fortress"


@rule("15.2.1")
@rule("7.1.10")
def test_a_move_away_in_the_movement_phase_costs_a_box() -> None:
    t = stage(
        "movement",
        "side axis\nturn DEC_I\nfortress 1333 8\n1129: GE-HQ-4PZA\n1524: GE-62",
        {**NO_OM, tracks.APPROVAL: 5},
    )
    t.play("move GE-HQ-4PZA", "to 1028", "stop")
    assert t.s.track[tracks.APPROVAL] == 4


# 15.2.2 -----------------------------------------------------------------------------------------------------------


@rule("15.2.2")
@pytest.mark.parametrize(
    ("armored", "captured", "losses", "target", "side", "left"),
    [(1, 1, 3, "0829", 1, 6), (1, 1, 2, "0829", 1, 5), (1, 0, 5, "0829", 1, 5), (0, 1, 5, "0829", 1, 5),
     (1, 1, 0, "1131", 1, 6), (1, 1, 0, "1128", 1, 5), (1, 1, 3, "0829", 0, 5)],
)  # fmt: skip
def test_what_pleases_the_fuehrer(armored: int, captured: int, losses: int, target: str, side: int, left: int) -> None:
    """A declared armored attack that takes the hex with three Soviet steps lost, or within four hexes of the pocket."""
    t = bare("turn DEC_II\nfortress 1333 8\n1333: GE-71^", {**NO_OM, tracks.APPROVAL: 5})
    b = Battle(h(target), side, COMBAT)
    b.armored, b.captured, b.soviet_losses = armored, captured, losses
    approval.armored_attack_made(t.s, b)
    assert t.s.track[tracks.APPROVAL] == left


@rule("15.2.2")
def test_one_point_in_combat_and_one_in_exploitation() -> None:
    t = bare("turn DEC_II", {**NO_OM, tracks.APPROVAL: 3})
    for phase, left in ((COMBAT, 4), (COMBAT, 4), (EXPLOITATION, 5), (EXPLOITATION, 5)):
        b = Battle(h("0829"), vocabulary.AXIS, phase)
        b.armored, b.captured, b.soviet_losses = 1, 1, 3
        approval.armored_attack_made(t.s, b)
        assert t.s.track[tracks.APPROVAL] == left
    manstein.set_axis_tracks(t.s)
    assert t.s.track[tracks.APPROVED] == 0


@rule("15.2.2")
@rule("15.3")
@pytest.mark.parametrize(("declared", "made"), [("armored", 1), ("plain", 0)])
def test_a_fight_with_an_armored_attack_is_counted_when_it_is_over(declared: str, made: int) -> None:
    text = "side axis\nturn DEC_II\n1914: GE-16P GE-14P\n1814: SU-23\n2130: SU-HQ-DON\n1612: GE-HQ-HOLL"
    t = stage("combat_phase", text, NO_OM).play("attack 1814", "with GE-16P", "with GE-14P", "plain", declared)
    decline(t, "choose_target")
    assert t.s.track[tracks.ATTACKS_MADE] == made


# 15.3 -------------------------------------------------------------------------------------------------------------


@rule("15.3")
def test_a_crisis_comes_in_box_zero_and_asks_once() -> None:
    t = bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 2})
    approval.move_approval(t.s, -1, "15.2.1")
    assert t.s.todo == []
    approval.move_approval(t.s, -3, "15.2.1")
    assert (t.s.track[tracks.APPROVAL], t.s.todo) == (0, [TODO_CRISIS])
    approval.move_approval(t.s, 2, "15.2.2")
    approval.move_approval(t.s, -1, "15.2.1")
    assert (t.s.track[tracks.APPROVAL], t.s.todo) == (0, [TODO_CRISIS])


@rule("15.3")
@pytest.mark.parametrize("roll", range(2, 13))
def test_every_result_of_the_crisis_is_applied(roll: int) -> None:
    t = bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 0, tracks.MANSTEIN: 4, tracks.ATTACKS_MADE: 3})
    t.s.todo = [TODO_CRISIS]
    t.s.events = t.events
    approval.take_crisis(t.s, roll)
    assert t.s.todo == []
    assert t.told("crisis_limit") == ([(PACK.crisis_limit[roll],)] if PACK.crisis_limit[roll] else [])
    assert t.s.track[tracks.APPROVAL] == t.s.track[tracks.CRISIS] == PACK.crisis_approval[roll]
    assert t.s.track[tracks.MANSTEIN] == max(0, min(7, 4 + PACK.crisis_manstein[roll]))
    assert (t.s.track[tracks.ATTACKS_DUE], t.s.track[tracks.ATTACKS_MADE]) == (PACK.crisis_attacks[roll], 0)
    assert t.s.track[tracks.NEXT_LIMIT] == PACK.crisis_limit[roll]


@rule("14.2")
@rule("15.3")
def test_questions_of_a_capture_come_in_their_order() -> None:
    """A success that also empties the track: first its effect, then the crisis."""
    t = bare("turn NOV_IV", NO_OM)
    t.s.todo = [TODO_END_EFFECT, TODO_CRISIS]
    assert superiority.is_effect_to_end(t.s) and not superiority.is_crisis(t.s)
    t.s.todo = [TODO_CRISIS, TODO_END_EFFECT]
    assert superiority.is_crisis(t.s) and not superiority.is_effect_to_end(t.s)


@rule("15.3")
def test_after_the_supply_phase_a_new_crisis_is_thrown_for_again() -> None:
    t = bare("turn NOV_IV", {**NO_OM, tracks.APPROVAL: 1, tracks.CRISIS: 6, tracks.MANSTEIN: 4})
    approval.move_approval(t.s, -1, "15.2.1")
    assert (t.s.todo, t.s.track[tracks.MANSTEIN], t.s.track[tracks.APPROVAL]) == ([], 3, 6)
    manstein.set_axis_tracks(t.s)
    t.s.track[tracks.APPROVAL] = 1
    approval.move_approval(t.s, -1, "15.2.1")
    assert t.s.todo == [TODO_CRISIS]


@rule("15.3")
@pytest.mark.parametrize(("owed", "made", "after"), [(2, 2, 5), (2, 3, 5), (2, 1, 4), (0, 3, 4)])
def test_armored_attacks_that_were_asked_for(owed: int, made: int, after: int) -> None:
    t = bare("turn NOV_IV", {**NO_OM, tracks.ATTACKS_DUE: owed, tracks.ATTACKS_MADE: made, tracks.MANSTEIN: 4})
    approval.settle_attacks(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.ATTACKS_DUE], t.s.track[tracks.ATTACKS_MADE]) == (after, 0, 0)


@rule("7.3.1")
@rule("15.3")
def test_the_axis_turn_begins_with_its_own_numbers() -> None:
    """Four rail points less two for partisans, the limit of the crisis for one turn, nothing kept."""
    t = bare(
        "side axis\nturn DEC_I",
        {**NO_OM, tracks.RAIL: 9, tracks.PARTISANS: 2, tracks.NEXT_LIMIT: 3, tracks.CRISIS: 6, tracks.NO_DRAW: 1},
    )
    manstein.set_axis_tracks(t.s)
    assert [
        t.s.track[x]
        for x in (tracks.RAIL, tracks.PARTISANS, tracks.LIMIT, tracks.NEXT_LIMIT, tracks.CRISIS, tracks.NO_DRAW)
    ] == [
        2,
        0,
        3,
        0,
        0,
        0,
    ]
    manstein.set_axis_tracks(t.s)
    assert (t.s.track[tracks.RAIL], t.s.track[tracks.LIMIT]) == (4, 0)
    t = bare("side axis\nturn DEC_I", {**NO_OM, tracks.PARTISANS: 6})
    manstein.set_axis_tracks(t.s)
    assert t.s.track[tracks.RAIL] == 0


# 16 ---------------------------------------------------------------------------------------------------------------


@rule("16.2.2")
@rule("15.1.3")
def test_manstein_shields_what_the_axis_receives() -> None:
    for fuhrer, box, better in ((1, 4, 4), (6, 4, 6), (3, -1, 3)):
        assert approval.better_box(bare("", {**NO_OM, tracks.APPROVAL: fuhrer, tracks.MANSTEIN: box}).s) == better


@rule("16.2.4")
@pytest.mark.parametrize(
    ("box", "fuhrer", "after"), [(0, 6, (-1, 3, 1)), (1, 6, (1, 6, 0)), (-1, 6, (-1, 6, 0)), (0, 1, (-1, 3, 1))]
)
def test_in_box_zero_at_the_end_of_a_turn_he_is_dismissed(box: int, fuhrer: int, after: tuple[int, int, int]) -> None:
    t = bare("turn DEC_I", {**NO_OM, tracks.MANSTEIN: box, tracks.APPROVAL: fuhrer})
    manstein.judge_manstein(t.s)
    assert (t.s.track[tracks.MANSTEIN], t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN_DISMISSED]) == after


@rule("16.2.4")
def test_a_dismissed_manstein_launches_nothing_and_the_marker_is_frozen() -> None:
    t = bare("side axis\nturn DEC_II\n" + WINTER, {**NO_OM, tracks.MANSTEIN: 0})
    assert manstein.may_launch_winter(t.s)
    manstein.judge_manstein(t.s)
    assert not manstein.may_launch_winter(t.s)
    approval.move_approval(t.s, -2, "15.2.1")
    assert t.s.track[tracks.APPROVAL] == 3


WINTER = "0729: GE-HQ-4PZA GE-17P GE-23P\nbox axis luftwaffe pak_88\nbox pool hoth rudel nebelwerfer\n"


@rule("16.3.1")
@pytest.mark.parametrize(
    ("text", "shown", "allowed"),
    [
        (WINTER, {}, True),
        (WINTER, {tracks.TURN: 5}, True),
        (WINTER, {tracks.TURN: 6}, False),
        (WINTER, {tracks.MANSTEIN_NEXT: 1}, False),
        (WINTER, {tracks.MANSTEIN: -1}, False),
        (WINTER.replace(" pak_88", ""), {}, False),
        (WINTER.replace("GE-17P GE-23P", "GE-17P"), {}, False),
        (WINTER.replace("GE-23P", "\n0730: GE-23P"), {}, True),
        (WINTER.replace("GE-23P", "\n0731: GE-23P"), {}, False),
        (WINTER.replace("GE-23P", "GE-62"), {}, False),
        (WINTER.replace("GE-23P", "KG-A1"), {}, False),
        (WINTER.replace("GE-23P", "GE-29M"), {}, True),
        (WINTER.replace("GE-HQ-4PZA", "RO-HQ-4A"), {}, False),
        (WINTER.replace("GE-23P", "GE-6Pp GE-6Pa-"), {}, False),
    ],
)
def test_what_wintergewitter_needs(text: str, shown: dict[int, int], allowed: bool) -> None:
    """Two full armored divisions, complete, on or beside a German headquarters; two supports; up to DEC IV; once."""
    t = bare(f"side axis\nturn DEC_II\n{text}", NO_OM)
    for track, value in shown.items():
        t.s.track[track] = value
    assert manstein.may_launch_winter(t.s) == allowed


@rule("16.3.1")
def test_wintergewitter_may_be_declined_and_nothing_is_owed() -> None:
    t = stage("axis_supports", f"side axis\nturn DEC_II\n{WINTER}", NO_OM).play("no")
    assert t.asked() == "draw_support"
    assert (t.s.track[tracks.WINTERGEWITTER], t.s.track[tracks.MANSTEIN_NEXT]) == (0, 0)
    assert len(supports.markers_in(t.s, M_AXIS, vocabulary.AXIS)) == 2


@rule("16.3.1")
@rule("16.3.2")
def test_supports_of_choice_that_were_not_used_return_others_stay() -> None:
    t = bare("side axis\nbox axis hoth rudel", NO_OM)
    m = supports.find(t.s, M_AXIS, vocabulary.HOTH)
    t.s.lay(m, M_AXIS, supports.MUST_USE)
    manstein.return_unused(t.s)
    assert supports.kinds_in(t.s, M_AXIS) == [vocabulary.RUDEL]
    assert supports.find(t.s, M_POOL, vocabulary.HOTH) >= 0


@rule("16.3.2")
@pytest.mark.parametrize(
    ("turn", "box", "side", "allowed"),
    [
        ("JAN_I", 4, 0, True),
        ("DEC_IV", 4, 0, False),
        ("FEB_II", -1, 0, False),
        ("FEB_II", 4, 2, False),
        ("FEB_II", 4, 1, True),
    ],
)
def test_when_the_blow_may_be_declared(turn: str, box: int, side: int, allowed: bool) -> None:
    t = bare(f"side axis\nturn {turn}", {**NO_OM, tracks.MANSTEIN: box, tracks.MANSTEIN_NEXT: side})
    assert manstein.may_declare_blow(t.s) == allowed


@rule("16.3.2")
def test_the_blow_is_optional_in_the_campaign() -> None:
    t = stage("begin_axis", "side axis\nturn FEB_II", {**NO_OM, tracks.MANSTEIN_NEXT: 1})
    assert t.choices() == ["no", "yes"]
    t = decline(t)
    assert (t.s.track[tracks.MANSTEIN_BACK], t.s.track[tracks.MANSTEIN]) == (-1, 4)


@rule("16.3.2")
@pytest.mark.parametrize(("balance", "fuhrer", "box"), [(5, 7, 7), (2, 7, 7), (1, 5, 5), (0, 2, -1), (-3, 2, -1)])
def test_the_boxes_of_the_reckoning(balance: int, fuhrer: int, box: int) -> None:
    t = bare(
        "side axis\nturn FEB_IV\nbox axis hoth",
        {**NO_OM, tracks.MANSTEIN_BACK: 13, tracks.MANSTEIN: -1, tracks.BACKHAND: balance, tracks.APPROVAL: 4},
    )
    manstein.reckon_blow(t.s)
    assert (t.s.track[tracks.APPROVAL], t.s.track[tracks.MANSTEIN], t.s.track[tracks.CITIES_RETAKEN]) == (
        fuhrer,
        box,
        0,
    )
