"""Chapters 4.5.2 and 5.1 to 5.5: what comes into the boxes, what may be played where, and what it costs."""

import pytest

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MAP, M_MINOR_A, M_MINOR_B, M_PLAYED, M_POOL, M_STAVKA, SURPRISE
from kurgan.kernel.tally import SILENT
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


def places(t: Drawn, kind: int) -> list[int]:
    return [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == kind]


# 1.5.3, 5.2 to 5.4 ------------------------------------------------------------------------------------------------


@rule("1.5.3")
@rule("5.5.7")
def test_stalin_and_discord_are_played_in_the_turn_they_are_drawn_before_anything_else() -> None:
    """Whichever box drew him; the marker is played, not kept."""
    t = stage("soviet_supports", "turn DEC_I\nbox pool stalin\nbox stavka reserves", NO_OM)
    t.play("roll_acquisition 3+4", "draw_support stalin")
    while t.asked() == "draw_support":
        t.play(draw_any(t))
    assert t.asked() == "roll_stalin"
    t.play("roll_stalin 3")
    assert places(t, vocabulary.STALIN) == [M_PLAYED]
    t = stage("axis_supports", "turn DEC_I\nside axis\nbox pool okh_discord\n1524: GE-62", NO_OM)
    t.play("draw_support okh_discord")
    while t.asked() == "draw_support":
        t.play(draw_any(t, vocabulary.AXIS))
    assert t.asked() == "roll_discord"
    t.play("roll_discord 6")
    assert places(t, vocabulary.OKH_DISCORD) == [M_PLAYED]


@rule("5.5.7")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_face_of_stalin(die: int) -> None:
    """1-2: two supports back. 3-4: the next attack is bound. 5-6: two more."""
    t = stage("stalin", "box stavka stalin reserves katyusha\nbox pool vvs tank_brigade\nturn DEC_I", NO_OM)
    t.play(f"roll_stalin {die}")
    expected = {1: "return_support", 2: "return_support", 3: "over", 4: "over", 5: "draw_support", 6: "draw_support"}
    assert t.asked() == expected[die]
    assert t.s.track[tracks.STALIN] == int(die in (3, 4))


@rule("5.5.7")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_face_of_okh_discord(die: int) -> None:
    """1-2: approval falls one box. 3-4: a support goes back. 5-6: nothing."""
    t = stage("discord", "side axis\nbox axis okh_discord luftwaffe rudel\nturn DEC_I", NO_OM).play(
        f"roll_discord {die}"
    )
    assert t.s.track[tracks.APPROVAL] == (4 if die <= 2 else 5)
    assert t.asked() == ("return_support" if die in (3, 4) else "over")


@rule("5.2.1")
def test_what_was_played_returns_to_its_own_side_only() -> None:
    """In the Soviet phase Soviet markers on the map, on units and spent ones return; the Axis keeps its own."""
    t = bare(
        "turn DEC_I\nside soviet\nat 1628 vvs\non SU-23 artillery_2\n1628: SU-23\nat 1524 luftwaffe\n1524: GE-62", NO_OM
    )
    supports.begin_supports(t.s)
    assert M_MAP not in places(t, vocabulary.VVS) + places(t, vocabulary.ARTILLERY_2)
    assert M_MAP in places(t, vocabulary.LUFTWAFFE)


@rule("5.2.1")
def test_what_lies_in_a_box_stays_there() -> None:
    t = bare(
        "turn DEC_I\nside soviet\nbox stavka vvs\nbox major katyusha\nbox minor_a reserves\nbox minor_b breakthrough",
        NO_OM,
    )
    supports.begin_supports(t.s)
    kept = [
        (vocabulary.VVS, M_STAVKA),
        (vocabulary.KATYUSHA, M_MAJOR),
        (vocabulary.RESERVES, M_MINOR_A),
        (vocabulary.BREAKTHROUGH, M_MINOR_B),
    ]
    assert all(box in places(t, kind) for kind, box in kept)


@rule("5.2.1")
@rule("5.5.1")
def test_an_alarm_unit_on_the_map_keeps_its_marker_a_played_one_returns() -> None:
    t = bare("turn DEC_I\nside axis\n1524: AL-1 AB-1\non AL-1 alarm\non AB-1 alert_battalion", NO_OM)
    spent = next(
        m
        for m in range(PACK.marker_count)
        if PACK.marker_kind[m] == vocabulary.ALARM_MARKER and t.s.marker_place[m] != M_MAP
    )
    t.s.marker_place[spent] = M_PLAYED
    supports.begin_supports(t.s)
    assert places(t, vocabulary.ALARM_MARKER).count(M_MAP) == places(t, vocabulary.ALERT_BATTALION).count(M_MAP) == 1
    assert t.s.marker_place[spent] == M_POOL


@rule("5.2.1")
@rule("5.5.6")
def test_a_new_phase_allows_a_new_transfer() -> None:
    t = bare("turn DEC_I\nside soviet", {**NO_OM, tracks.TRANSFERRED: 1, tracks.STALIN: 1})
    supports.begin_supports(t.s)
    assert (t.s.track[tracks.TRANSFERRED], t.s.track[tracks.STALIN]) == (0, 0)


@rule("5.3.3")
@rule("5.3.2")
def test_who_throws_for_supports() -> None:
    """STAVKA and the minor markers on the map; STAVKA not in the turn of a major offensive; the Major marker never."""
    every = {tracks.MAJOR_AT: h("1334"), tracks.MAJOR_AT + 1: h("1333"), tracks.MAJOR_AT + 2: h("2108")}
    for shown, boxes in (
        (NO_OM, [M_STAVKA]),
        (every, [M_STAVKA, M_MINOR_A, M_MINOR_B]),
        ({**every, tracks.MAJOR_AT + 1: -1}, [M_STAVKA, M_MINOR_B]),
        ({**every, tracks.MAJOR_NOW: 1}, [M_MINOR_A, M_MINOR_B]),
        ({**NO_OM, tracks.MAJOR_AT: h("1334"), tracks.MAJOR_NOW: 1}, []),
    ):
        assert supports.boxes_to_fill(bare("turn DEC_I", shown).s) == boxes
    assert supports.boxes_to_fill(bare("turn NOV_III", NO_OM).s) == []


@rule("5.3.3")
def test_no_dice_are_asked_for_an_empty_list() -> None:
    t = stage("soviet_supports", "turn DEC_I\nbox pool reserves\n1827: SU-23", {**NO_OM, tracks.MAJOR_NOW: 1})
    assert t.asked() != "roll_acquisition"


@rule("5.3.5")
def test_modifiers_of_the_acquisition() -> None:
    """-2 for good for the Major marker in the west, -1 for each minor one there now; the line runs past 2610."""
    for shown, expected in (
        (NO_OM, 0),
        ({tracks.MAJOR_WEST: 1}, -2),
        ({tracks.MAJOR_AT + 1: h("2108")}, -1),
        ({tracks.MAJOR_AT + 2: h("2108")}, -1),
        ({tracks.MAJOR_AT + 1: h("2108"), tracks.MAJOR_AT + 2: h("1303"), tracks.MAJOR_WEST: 1}, -4),
        ({tracks.MAJOR_AT + 1: h("1420"), tracks.MAJOR_AT + 2: h("2610")}, 0),
        ({tracks.MAJOR_AT + 1: h("2609"), tracks.MAJOR_AT + 2: h("2710")}, -1),
        ({tracks.MAJOR_AT + 1: h("2709")}, -1),
        ({tracks.MAJOR_AT: h("2108")}, 0),
    ):
        assert supports.acquisition_modifier(bare("", {**NO_OM, **shown}).s) == expected


@rule("5.3.2")
@rule("5.3.5")
def test_the_modified_throw_is_read_for_its_own_box() -> None:
    """Kharkov has Minor B: an 8 for STAVKA is a 7, a 5 for Minor B a 4: one marker."""
    text = "turn DEC_I\nbox pool vvs vvs vvs reserves reserves katyusha katyusha katyusha"
    t = stage("soviet_supports", text, {**NO_OM, tracks.MAJOR_AT + 2: h("2108")}).play("roll_acquisition 4+4")
    while t.asked() == "draw_support":
        t.play(draw_any(t))
    t.play("roll_acquisition 2+3")
    assert [row[:2] for row in t.told("supports_acquired")] == [(M_STAVKA, 7), (M_MINOR_B, 4)]
    assert t.told("supports_acquired")[1][2] == 1


def draw_any(t: Drawn, side: int = vocabulary.SOVIET) -> str:
    """The first marker that can be drawn."""
    counts = supports.pool_counts(t.s, side)
    return f"draw_support {PACK.support_name[next(k for k, n in enumerate(counts) if n)]}"


@rule("5.4.1")
@rule("16.2.2")
def test_the_axis_draws_by_the_higher_box_or_not_at_all() -> None:
    for fuhrer, manstein, no_draw in ((7, 1, 0), (1, 7, 0), (4, 4, 0), (7, 7, 1)):
        t = bare(
            "side axis\nturn DEC_I",
            {**NO_OM, tracks.APPROVAL: fuhrer, tracks.MANSTEIN: manstein, tracks.NO_DRAW: no_draw},
        )
        expected = 0 if no_draw else PACK.approval_supports[max(fuhrer, manstein)]
        assert supports.axis_share(t.s) == (M_AXIS, expected)


# 5.5.3 to 5.5.7 ---------------------------------------------------------------------------------------------------


@rule("5.5.3")
@rule("5.5.7")
@rule("19.2.7")
@rule("10.2.3")
def test_where_a_marker_may_be_attached() -> None:
    """No enemy's unit, none off the map, no staff, nobody in the last positions, nobody in the pocket."""
    text = (
        "turn DEC_I\nfortress 1333 8\n1729: SU-23 SU-24 SU-HQ-SW\n1335: SU-13G\n1524: GE-62 GE-16P\n1334: GE-71^\n"
        "1628: SU-29 SU-38\non SU-29 novikov\n1629: SU-45"
    )
    t = bare(text, {**NO_OM, tracks.MAJOR_AT: h("1729")})
    t.s.mark[u("SU-24")] |= SURPRISE
    why = deploy.why_not_attach
    for kind, box, who, reason in (
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "SU-23", 0),
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "GE-62", refusals.NOT_YOURS),
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "SU-26TK", refusals.NOT_ON_MAP),
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "SU-HQ-SW", refusals.NO_PLACE_FOR_IT),
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "SU-13G", refusals.NO_SUPPORT_THERE),
        (vocabulary.SOVIET_BRIDGING, M_STAVKA, "SU-24", refusals.SURPRISE_UNITS),
        (vocabulary.LELYUSHENKO, M_MAJOR, "SU-24", 0),
        (vocabulary.LELYUSHENKO, M_MAJOR, "SU-38", refusals.LEADER_IN_STACK),
        (vocabulary.LELYUSHENKO, M_MAJOR, "SU-45", 0),
        (vocabulary.KATYUSHA, M_MAJOR, "SU-38", 0),
        (vocabulary.PAK_88, M_AXIS, "GE-62", 0),
        (vocabulary.PAK_88, M_AXIS, "GE-71", refusals.POCKET_WITHOUT_SUPPORT),
        (vocabulary.TIGER, M_AXIS, "GE-16P", 0),
        (vocabulary.TIGER, M_AXIS, "GE-62", refusals.NO_PLACE_FOR_IT),
        (vocabulary.HOTH, M_AXIS, "GE-16P", 0),
    ):
        assert why(t.s, box, kind, u(who)) == reason, (vocabulary.SUPPORTS[kind], who)


@rule("5.5.3")
def test_german_leaders_do_not_share_a_stack_either() -> None:
    t = bare("turn DEC_I\nside axis\n1524: GE-62 GE-16P\n1523: GE-24P\non GE-62 hollidt", NO_OM)
    assert deploy.why_not_attach(t.s, M_AXIS, vocabulary.HOTH, u("GE-16P")) == refusals.LEADER_IN_STACK
    assert deploy.why_not_attach(t.s, M_AXIS, vocabulary.HOTH, u("GE-24P")) == 0


@rule("5.5.3")
def test_only_the_markers_of_the_unit_that_died_return() -> None:
    """A plane over hex number so-and-so is not on the unit of that number; the neighbour keeps his gun."""
    name = PACK.hex_name[u("SU-23")] if PACK.is_land[u("SU-23")] else "1628"
    t = bare(f"1729: SU-23 SU-24\non SU-23 katyusha\non SU-24 artillery_2\nat {name} vvs", NO_OM)
    supports.unit_gone(t.s, u("SU-23"))
    assert M_MAP not in places(t, vocabulary.KATYUSHA)
    assert M_MAP in places(t, vocabulary.ARTILLERY_2)
    assert M_MAP in places(t, vocabulary.VVS)


@rule("5.5.6")
@rule("11.3.1")
@rule("11.3.2")
@pytest.mark.parametrize(
    ("om", "box", "side", "reach"),
    [(0, M_MAJOR, 0, 3), (1, M_MINOR_A, 0, 2), (2, M_MINOR_B, 0, 2), (1, M_MINOR_A, 1, 3)],
)
def test_an_o_marker_lies_within_the_radius_of_the_marker_of_its_own_box(
    om: int, box: int, side: int, reach: int
) -> None:
    """Counted over enemies and rivers; other offensive markers do not help."""
    line = [("1729", "SU-23"), ("1728", "SU-24"), ("1727", "SU-29"), ("1726", "SU-38"), ("1725", "SU-45")]
    text = "turn DEC_I\n" + "\n".join(f"{name}: {unit}" for name, unit in line)
    shown = {**NO_OM, tracks.MAJOR_AT + om: h("1729"), tracks.MAJOR_STALINGRAD + om: side}
    shown[tracks.MAJOR_AT + (om + 1) % 3] = h("1725")
    t = bare(text, shown)
    found = [deploy.why_not_attach(t.s, box, vocabulary.KATYUSHA, u(unit)) for _, unit in line]
    assert found == [0 if i <= reach else refusals.OUTSIDE_OFFENSIVE for i in range(5)]


@rule("5.5.6")
@rule("5.5.1")
def test_markers_without_an_o_go_anywhere_from_any_box() -> None:
    t = stage(
        "deploy_supports", "turn DEC_I\nbox stavka soviet_bridging anti_aircraft\n1729: SU-23\n2130: SU-24", NO_OM
    )
    t.play("done")
    assert {"play stavka soviet_bridging", "play stavka anti_aircraft"} <= set(t.choices())


@rule("5.5.6")
def test_an_o_marker_without_its_offensive_on_the_map_waits() -> None:
    text = "turn DEC_I\nbox minor_a katyusha\nbox major vvs\n1729: SU-23"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1729")}).play("done")
    assert t.refused("play minor_a katyusha") == "5.5.6 outside_offensive"
    assert "play major vvs" in t.choices()


@rule("5.5.6")
def test_a_transfer_moves_one_o_marker_out_of_stavka_and_nothing_else() -> None:
    t = stage("deploy_supports", "turn DEC_I\nbox stavka katyusha reserves\nbox minor_a vvs\n1729: SU-23", NO_OM)
    assert t.refused("transfer reserves major") == "5.1.2 not_in_box"
    assert t.refused("transfer vvs major") == "5.1.2 not_in_box"
    t.play("transfer katyusha minor_b")
    assert M_MINOR_B in places(t, vocabulary.KATYUSHA)
    assert t.told("support_moved") == [(vocabulary.KATYUSHA, M_STAVKA, M_MINOR_B)]
    assert [c for c in t.choices() if c.startswith("transfer")] == []
    axis = stage("deploy_supports", "turn DEC_I\nside axis\nbox axis pak_88\n1524: GE-62", NO_OM)
    assert [c for c in axis.choices() if c.startswith("transfer")] == []


@rule("5.5.6")
@rule("12.2")
def test_the_axis_neither_transfers_nor_returns_what_is_soviet() -> None:
    t = stage(
        "deploy_supports", "turn DEC_I\nside axis\nbox stavka katyusha shortage\nbox axis pak_88\n1524: GE-62", NO_OM
    )
    t.play("done")
    assert t.choices() == ["done", "play axis pak_88"]
    assert t.refused("return stavka") == "12.2 no_shortage_there"
    assert t.refused("transfer katyusha major") == "7.1.1 not_yours"
    assert t.refused("play stavka katyusha") == "5.1.2 not_in_box"
    t = stage("deploy_supports", "turn DEC_I\nbox stavka reserves shortage\nbox minor_a vvs\n1729: SU-23", NO_OM)
    assert "return stavka" in t.choices()
    assert t.refused("return minor_a") == "12.2 no_shortage_there"
    assert t.refused("play axis pak_88") == "5.1.2 not_in_box"


@rule("5.5.4")
def test_classes_add_up_and_one_of_each_counts() -> None:
    """Artillery, a leader and VVS: three columns; a second gun, a second leader, a second plane add nothing."""
    base = "turn DEC_I\n1914: SU-26TK SU-1TK\n1814: GE-62\n"
    for text, shift in (
        ("on SU-26TK artillery_2", 1),
        ("on SU-26TK artillery_2 novikov\nat 1814 vvs", 3),
        ("on SU-26TK artillery_2 novikov\non SU-1TK artillery_3 lelyushenko\nat 1814 vvs vvs", 3),
        ("on SU-26TK katyusha", 0),
    ):
        t = bare(base + text, NO_OM)
        b = Battle(h("1814"), 0, 0)
        b.attackers = [u("SU-26TK"), u("SU-1TK")]
        assert markers.attack_shift(t.s, b, SILENT) == shift


@rule("5.5.4")
@rule("8.5.2")
def test_the_defender_adds_guns_by_class_too() -> None:
    """PaK 88 (+2) and artillery (+2): four; two PaK: two; planes and Hollidt shift a column each."""
    base = "turn DEC_I\n1914: SU-26TK\n1814: GE-62 GE-298\n"
    for text, bonus, shift in (
        ("on GE-62 pak_88\non GE-298 axis_artillery", 4, 0),
        ("on GE-62 pak_88\non GE-298 pak_88", 2, 0),
        ("at 1814 luftwaffe\non GE-62 hollidt", 0, -2),
        ("at 1814 luftwaffe luftwaffe", 0, -1),
    ):
        t = bare(base + text, NO_OM)
        b = Battle(h("1814"), 0, 0)
        b.attackers, b.defenders = [u("SU-26TK")], [u("GE-62"), u("GE-298")]
        assert (markers.defense_bonus(t.s, b, SILENT), markers.defense_shift(t.s, b, SILENT)) == (bonus, shift)


@rule("5.5.3")
@rule("5.5.4")
def test_a_marker_helps_only_the_fight_of_its_unit() -> None:
    t = bare("turn DEC_I\n1914: SU-26TK SU-1TK\n1814: GE-62\non SU-1TK artillery_2", NO_OM)
    b = Battle(h("1814"), 0, 0)
    b.attackers = [u("SU-26TK")]
    assert markers.attack_shift(t.s, b, SILENT) == 0


@rule("5.5.5")
def test_bonuses_hold_in_exploitation_too() -> None:
    t = bare("turn DEC_I\n1914: SU-26TK\n1814: GE-62\non SU-26TK artillery_2 tank_brigade", NO_OM)
    b = Battle(h("1814"), 0, 1)
    b.attackers = [u("SU-26TK")]
    assert (markers.attack_shift(t.s, b, SILENT), markers.attack_bonus(t.s, b, SILENT)) == (1, 2)


@rule("5.5.7")
def test_the_order_of_deployment_for_both_sides() -> None:
    """First Surprise Attack, Tank Brigade, Luftwaffe; then the rest, and those no more."""
    t = stage("deploy_supports", "turn DEC_I\nside axis\nbox axis luftwaffe pak_88\n1524: GE-62", NO_OM)
    assert t.choices() == ["done", "play axis luftwaffe"]
    assert t.refused("play axis pak_88") == "5.5.7 not_in_this_step"
    t.play("done")
    assert t.choices() == ["done", "play axis pak_88"]
    text = "turn DEC_I\nbox major surprise_attack tank_brigade katyusha\n1914: SU-23\n1814: GE-62"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1914")})
    assert t.choices() == ["done", "play major surprise_attack", "play major tank_brigade"]


@rule("5.5.3")
@rule("5.5.1")
def test_planes_go_to_hexes_and_guns_to_units() -> None:
    text = "turn DEC_I\nbox major vvs katyusha\n1729: SU-23\n1728: SU-24"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1729")}).play("done", "play major vvs")
    assert t.refused("on SU-23") == "5.5.1 no_place_for_it"
    t.play("at 1729", "play major katyusha")
    assert t.refused("at 1729") == "5.5.1 no_place_for_it"


@rule("1.5.2")
def test_a_support_is_spent_from_the_box_that_the_use_allows() -> None:
    """Strategic movement takes it from STAVKA; armor from any box, STAVKA first."""
    t = bare("box stavka artillery_2\nbox minor_a artillery_2 vvs", NO_OM)
    supports.spend(t.s, vocabulary.SOVIET, vocabulary.ARTILLERY_2, True)
    assert (
        supports.find(t.s, M_STAVKA, vocabulary.ARTILLERY_2)
        < 0
        <= supports.find(t.s, M_MINOR_A, vocabulary.ARTILLERY_2)
    )
    with pytest.raises(ValueError, match="no vvs"):
        supports.spend(t.s, vocabulary.SOVIET, vocabulary.VVS, True)
    supports.spend(t.s, vocabulary.SOVIET, vocabulary.VVS, False)
    assert supports.find(t.s, M_MINOR_A, vocabulary.VVS) < 0


@rule("12.2")
@rule("1.5.2")
def test_a_shortage_is_refused_by_its_own_rule_wherever_something_is_spent() -> None:
    t = stage("mars", "turn DEC_I\nbox stavka vvs shortage", NO_OM)
    assert t.refused("spend stavka shortage") == "12.2 shortage_useless"
    assert t.refused("spend stavka katyusha") != "12.2 shortage_useless"
    t.play("spend stavka vvs")
    assert t.told("support_spent") == [(vocabulary.VVS,)]


@rule("5.1.1")
@rule("5.1.2")
def test_only_what_lies_in_the_pool_is_drawn_and_the_other_side_sees_that_something_came() -> None:
    text = "side axis\nbox pool pak_88 rudel\nbox axis hoth\nbox pool vvs"
    t = stage("draw_supports", text, NO_OM, M_AXIS, 1)
    assert [kind for kind, _ in supports.pool_draw(t.s).outcomes()] == [vocabulary.RUDEL, vocabulary.PAK_88]
    t.play("draw_support rudel")
    seen = {(e.kind, e.seen_by) for e in t.events}
    assert seen == {(events.SUPPORT_DRAWN, 1 << vocabulary.AXIS), (events.SUPPORT_TAKEN, 1 << vocabulary.SOVIET)}


@rule("19.4.1")
@rule("5.1.1")
def test_what_is_put_back_before_the_game_can_be_drawn_in_it() -> None:
    t = bare("scenario backhand\nturn FEB_IV\nside soviet\nbox pool stalin vvs", NO_OM)
    assert supports.pool_counts(t.s, vocabulary.SOVIET)[vocabulary.STALIN] == 1


@rule("11.4.2")
@rule("16.3.1")
def test_nobody_chooses_the_enemys_markers_or_shortages() -> None:
    t = bare("side axis\nbox pool tiger vvs shortage", NO_OM, choose_supports=(M_AXIS, 1))
    assert [a - 3200 for a in supports.choose_choices(t.s)] == [vocabulary.TIGER]
    hold(t, "choose_supports", M_MAJOR, 1)
    assert [a - 3200 for a in supports.choose_choices(t.s)] == [vocabulary.VVS]


@rule("5.2.1")
@rule("12.3")
def test_the_return_is_counted_and_told_and_the_test_of_last_turn_forgotten() -> None:
    t = bare("turn DEC_I\nside soviet\nat 1628 vvs vvs\n1628: SU-23", {**NO_OM, tracks.TEST_BOX: 3})
    t.s.events = []
    supports.begin_supports(t.s)
    assert [e.args for e in t.s.events] == [(vocabulary.SOVIET, 2)]
    assert t.s.track[tracks.TEST_BOX] == 0


# 4.5.2 ------------------------------------------------------------------------------------------------------------


@rule("4.5.2")
def test_where_and_when_guns_cost_a_second_support() -> None:
    """East of the Don from row 14 south, until both hexes of Stalingrad are Soviet; not on the first turn."""
    t = bare("turn DEC_I\nside soviet", NO_OM)
    east = [(name, deploy.costs_second(t.s, h(name))) for name in ("1433", "1533", "1434", "1133", "1028", "1433")]
    assert east == [("1433", True), ("1533", False), ("1434", True), ("1133", True), ("1028", False), ("1433", True)]
    t.s.control[h("1334")] = vocabulary.SOVIET
    assert deploy.costs_second(t.s, h("1433"))
    t.s.control[h("1434")] = vocabulary.SOVIET
    assert not deploy.costs_second(t.s, h("1433"))
    t.s.control[h("1434")] = vocabulary.AXIS
    t.s.track[tracks.TURN] = 0
    assert not deploy.costs_second(t.s, h("1433"))


@rule("4.5.2")
@pytest.mark.parametrize(
    ("gun", "others", "reason"),
    [
        ("artillery_2", "reserves", 0),
        ("katyusha", "reserves", 0),
        ("katyusha", "", refusals.SECOND_SUPPORT_NEEDED),
        ("katyusha", "shortage", refusals.SECOND_SUPPORT_NEEDED),
        ("tank_brigade", "", 0),
        ("soviet_bridging", "", 0),
    ],
)
def test_artillery_and_katyusha_need_another_real_support(gun: str, others: str, reason: int) -> None:
    t = bare(f"turn DEC_I\nside soviet\n1032: SU-23\nbox major {gun}\n" + (f"box stavka {others}" if others else ""),
             {**NO_OM, tracks.MAJOR_AT: h("1032")})  # fmt: skip
    assert deploy.why_not_attach(t.s, M_MAJOR, vocabulary.SUPPORTS.index(gun), u("SU-23")) == reason


@rule("4.5.2")
def test_the_second_support_comes_from_any_box_and_goes_to_the_pool() -> None:
    text = "turn DEC_I\nbox major katyusha\nbox stavka reserves\nbox minor_b vvs shortage\n1032: SU-23"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1032")}).play("done", "play major katyusha")
    assert t.choices() == ["spend stavka reserves", "spend minor_b vvs"]
    t.play("spend minor_b vvs")
    assert M_POOL in places(t, vocabulary.VVS)
    assert M_MAP in places(t, vocabulary.KATYUSHA)
    assert M_STAVKA in places(t, vocabulary.RESERVES)
    assert t.told("support_spent") == [(vocabulary.VVS,)]


@rule("4.5.2")
def test_north_of_the_line_nothing_is_asked() -> None:
    text = "turn DEC_I\nbox major katyusha\nbox stavka reserves\n1729: SU-23"
    t = stage("deploy_supports", text, {**NO_OM, tracks.MAJOR_AT: h("1729")}).play("done", "play major katyusha")
    assert t.asked() == "play_support"
