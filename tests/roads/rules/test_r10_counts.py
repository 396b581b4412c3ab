"""Chapters 10, 15, 16 and 19, third reading: who counts in the city, in the pocket and at the end."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, JU
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms import J_MAP, J_POOL, MOBILE, MOVED, PINNED
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, held

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
CITY = "side axis\nturn DEC_I\nfortress 1333 5\n1334: GE-71^ GE-295^ GE-HQ-6A\n1434: GE-305^\n1333: GE-76^-\n"


def lay(t: Drawn, kind: int, name: str) -> int:
    j: int = PACK.ju_kind.index(kind)
    t.s.ju_place[j], t.s.ju_on[j] = J_MAP, h(name)
    return j


@rule("10.1.4")
@rule("15.2.1")
def test_a_staff_in_the_city_neither_relieves_nor_holds_it() -> None:
    t = bare(CITY, NO_OM)
    assert sorted(fortress.city_units(t.s)) == sorted([u("GE-71"), u("GE-295"), u("GE-305")])
    assert approval.is_city_cut_off(t.s)
    t.s.supply[u("GE-295")] = 0
    assert not approval.is_city_cut_off(t.s)


@rule("10.1.4")
def test_without_a_marker_nothing_is_lifted() -> None:
    t = bare(
        "side axis\nturn DEC_I\n1334: GE-71\n", {**NO_OM, tracks.FORTRESS: -1, tracks.FORTRESS_TURN: fortress.NEVER}
    )
    t.s.events = []
    fortress.relieve_fortress(t.s)
    assert t.s.events == [] and t.s.track[tracks.FORTRESS_TURN] == fortress.NEVER


@rule("10.1.2")
@rule("10.1.5")
def test_where_the_marker_may_lie() -> None:
    """On the map of the scenario, without enemies; when nobody is left it has no refuge."""
    t = bare("scenario wintergewitter\nside axis\n1334: GE-71", NO_OM)
    found = [PACK.hex_name[a - HEX] for a in fortress.fortress_choices(t.s)]
    assert "1333" in found and "1336" not in found
    t = bare("side axis\nturn DEC_I\nfortress 1333 5\n", NO_OM)
    assert fortress.refuge_choices(t.s) == [DONE]


@rule("10.3.5")
def test_only_units_of_the_pocket_on_the_map_surrender() -> None:
    """The weak are those with one step; the strong are noted, and lose a step only if they are still of the pocket."""
    t = bare(CITY, NO_OM, surrender=())
    assert fortress.weak_units(t.s) == [u("GE-76")]
    fortress.count_weak(t.s)
    assert held(t, "surrender") == (1,)
    assert not t.s.mark[u("GE-76")] & PINNED and t.s.mark[u("GE-71")] & PINNED
    t.s.supply[u("GE-71")] = 0
    fortress.reduce_strong(t.s)
    assert (t.place("GE-71"), t.place("GE-295")) == ("1334", "1334-")
    assert not t.marks(PINNED)
    units.eliminate(t.s, u("GE-76"))
    assert u("GE-76") not in fortress.weak_units(t.s) and not t.s.supply[u("GE-76")]


@rule("10.4.3")
def test_flights_and_their_marks_end_with_the_turn() -> None:
    t = bare(CITY, NO_OM)
    j = lay(t, vocabulary.JU_MOBILITY, "1334")
    t.s.mark[u("GE-71")] = MOVED | MOBILE
    ju52.begin_axis_turn(t.s)
    assert (t.s.ju_place[j], t.s.ju_on[j], t.s.mark[u("GE-71")]) == (J_POOL, -1, MOVED)
    j = lay(t, vocabulary.JU_MOBILITY, "1334")
    ju52.use(t.s, j)
    assert t.s.ju_on[j] == -1


@rule("10.4.2")
@rule("10.4.3")
def test_what_is_drawn_what_may_be_used_and_what_answers_an_attack() -> None:
    t = bare(CITY, NO_OM, air_bridge=(1,))
    for other in range(PACK.ju_count):
        t.s.ju_place[other] = J_POOL if PACK.ju_kind[other] == vocabulary.JU_MOBILITY else J_MAP
    assert ju52.may_draw(t.s)  # of one kind only, but there is one
    t = bare(CITY, NO_OM)
    j = lay(t, vocabulary.JU_MOBILITY, "1334")
    b = Battle(h("1334"), vocabulary.SOVIET, 1)
    b.defenders = [u("GE-71")]
    t.s.battle = b
    assert ju52.usable(t.s, vocabulary.JU_MOBILITY) == [j]
    assert JU + vocabulary.JU_MOBILITY not in ju52.defense_events(t.s)
    t.s.ju_place[j] = J_POOL
    assert ju52.usable(t.s, vocabulary.JU_MOBILITY) == []


@rule("10.2.2")
def test_the_marker_is_in_its_own_zone_though_enemies_are_all_around() -> None:
    names = ["SU-15G", "SU-36G", "SU-38", "SU-29", "SU-51G", "SU-52G"]
    ring = "".join(f"{PACK.hex_name[n]}: {name}\n" for n, name in zip(PACK.neighbours[h("1332")], names, strict=True))
    t = bare(f"side axis\nturn DEC_I\nfortress 1332 5\n1332: GE-76^\n{ring}", NO_OM)
    assert [PACK.hex_name[x] for x in range(PACK.hex_count) if zone.is_in_zone(t.s, x)] == ["1332"]


# 15, 16 -----------------------------------------------------------------------------------------------------------


@rule("15.2")
def test_the_fuehrer_marker_is_told_when_it_moves_and_only_then() -> None:
    t = bare("side axis\nturn DEC_I", {**NO_OM, tracks.APPROVAL: PACK.approval_top - 1})
    for told in ([(PACK.approval_top - 1, PACK.approval_top)], []):
        t.s.events = []
        approval.move_approval(t.s, 1, "15.2.2")
        assert [e.args for e in t.s.events] == told


@rule("15.2.1")
def test_a_staff_that_keeps_its_distance_does_not_move_away() -> None:
    t = bare("side axis\nturn DEC_I\nfortress 1333 5\n", NO_OM)
    assert not approval.moves_away(t.s, h("1331"), h("1335"))
    assert approval.moves_away(t.s, h("1331"), h("1330"))


@rule("16.2.3")
@rule("16.3.2")
def test_in_box_0_manstein_is_still_on_the_track() -> None:
    t = bare("side axis\nturn JAN_II", {**NO_OM, tracks.MANSTEIN: 0, tracks.MANSTEIN_NEXT: 1})
    assert manstein.may_declare_blow(t.s)
    manstein.move_manstein(t.s, 1, "16.2.3")
    assert t.s.track[tracks.MANSTEIN] == 1
    t.s.track[tracks.MANSTEIN] = -1
    manstein.move_manstein(t.s, 1, "16.2.3")
    assert t.s.track[tracks.MANSTEIN] == -1 and not manstein.may_declare_blow(t.s)
    t = bare("scenario uranus\nside axis\nturn NOV_IV", {**NO_OM, tracks.MANSTEIN: 4, tracks.MANSTEIN_NEXT: 1})
    t.s.track[tracks.TURN] = 8
    assert not manstein.may_declare_blow(t.s)


@rule("16.3.1")
def test_divisions_off_the_map_stand_beside_no_staff() -> None:
    t = bare("side axis\nturn DEC_I", NO_OM)
    t.s.place(u("GE-HQ-6A"), PACK.hex_count - 3)
    for x in range(PACK.unit_count):
        if PACK.armored[x] and PACK.side[x] == vocabulary.AXIS:
            t.s.steps[x] = PACK.max_steps[x]
    assert manstein.divisions_at_hq(t.s) == []


# 19 ---------------------------------------------------------------------------------------------------------------


@rule("19.1.1")
def test_only_german_panzers_are_the_relief() -> None:
    for name, level in (("RO-1A", "soviet_minor"), ("GE-6Pp", "draw")):
        t = bare(f"scenario wintergewitter\nside axis\n1130: {name}\n0930: GE-HQ-4PZA RO-HQ-4A\n", NO_OM)
        assert u(name) not in supply.units_without_supply(t.s, vocabulary.AXIS)
        scenarios.judge_wintergewitter(t.s)
        assert OUTCOMES[t.s.track[tracks.OUTCOME] - 1] == level


@rule("19.3.6")
@rule("19.5.3")
def test_a_city_is_cut_off_when_all_in_it_are() -> None:
    t = bare("side axis\nturn FEB_I\n0518: GE-71 GE-HQ-6A\n1334: RO-14\n", NO_OM)
    assert supply.units_without_supply(t.s, vocabulary.AXIS) == [u("RO-14")]
    assert not scenarios.is_cut_off(t.s, [h("0518"), h("1334")])
    assert scenarios.is_cut_off(t.s, [h("1334")])


@rule("19.2.9")
@rule("19.3.6")
def test_only_hexes_of_the_map_are_occupied() -> None:
    t = bare("side soviet\nturn DEC_I\n1929: SU-14G\n2025: SU-HQ-SW\n", NO_OM)
    assert list(scenarios.occupied(t.s, vocabulary.SOVIET, set())) == [h("1929")]


@rule("19.3.6")
def test_a_supplied_unit_in_the_bend_of_the_dnieper_counts() -> None:
    bend = h("0802")
    assert PACK.dnieper_bend[bend] and bend not in {*PACK.vp2_hexes, *PACK.vp4_hexes}
    scores = []
    for text in ("", f"{PACK.hex_name[bend]}: SU-14G\n"):
        t = bare(f"side soviet\nturn MAR_III\ncontrol soviet {' '.join(PACK.hex_name)}\n{text}", NO_OM)
        t.s.place(u("SU-HQ-SW"), h("0501"))
        t.s.forget_fields()
        t.s.track[tracks.VICTORY_POINTS] = 0
        scenarios.judge_campaign(t.s)
        scores.append(t.s.track[tracks.VICTORY_POINTS])
    assert scores[1] - scores[0] == PACK.scenarios["campaign"].victory["dnieper_bend"]
