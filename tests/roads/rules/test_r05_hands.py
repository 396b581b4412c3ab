"""Chapters 5, 11 and 12, third reading: what may be answered while markers are in hand, and what is left of them."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.answers import BOX_RADIX, HEX, KINDS_RADIX, OM, PLAY, RETURN, SHIFT, TRANSFER, UNIT
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r05_deploy as deploy
from kurgan.games.roads.rules import r05_events as events
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.terms import M_AXIS, M_MAJOR, M_MAP, M_MINOR_A, M_PLAYED, M_POOL, M_STAVKA, SURPRISE
from kurgan.testing import rule
from tests.roads.drawn import PACK, Drawn, h, u
from tests.roads.staged import bare, held, hold, stage

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}
SOUTH = "side soviet\nturn DEC_I\n"


def marker(kind: int) -> int:
    return PACK.marker_kind.index(kind)


def places(t: Drawn, kind: int) -> list[int]:
    return [t.s.marker_place[m] for m in range(PACK.marker_count) if PACK.marker_kind[m] == kind]


# 5.5 --------------------------------------------------------------------------------------------------------------


@rule("5.5.6")
def test_one_transfer_a_turn_from_stavka_and_only_for_the_soviets() -> None:
    """An O marker goes into the box of an offensive; without offensives there is nowhere to go."""
    t = stage("deploy_supports", SOUTH + "box stavka artillery_2 artillery_3\n", NO_OM)
    first = TRANSFER + vocabulary.SUPPORTS.index("artillery_2") * BOX_RADIX + M_MAJOR
    assert first in deploy.play_choices(t.s) and deploy.why_not_transfer(t.s, first) == 0
    before = len(t.events)
    t.events += t.game.apply(t.s, first)
    assert M_MAJOR in places(t, 0) and t.s.track[tracks.TRANSFERRED] == 1
    assert len(t.events) > before  # both sides are told that one moved
    second = TRANSFER + 1 * BOX_RADIX + M_MAJOR
    assert deploy.why_not_transfer(t.s, second) == refusals.ONE_TRANSFER
    assert not [a for a in deploy.play_choices(t.s) if TRANSFER <= a < RETURN]
    t = stage("deploy_supports", "side axis\nturn DEC_I\nbox stavka artillery_2\n", NO_OM)
    assert deploy.why_not_transfer(t.s, first) == refusals.NOT_YOURS
    assert not [a for a in deploy.play_choices(t.s) if TRANSFER <= a < RETURN]
    t = bare("scenario wintergewitter\nside soviet\nbox stavka artillery_2\n", NO_OM)
    assert deploy.transfers(t.s) == []


@rule("12.2")
@rule("5.5")
def test_a_shortage_is_returned_from_the_box_where_it_lies() -> None:
    t = stage("deploy_supports", SOUTH + "box stavka shortage vvs\n", NO_OM)
    assert RETURN + M_STAVKA in deploy.play_choices(t.s)
    assert deploy.why_not_play(t.s, RETURN + M_STAVKA) == 0
    assert deploy.why_not_play(t.s, RETURN + M_MAJOR) == refusals.NO_SHORTAGE_THERE
    assert momentum.shortage_boxes(t.s) == [M_STAVKA]
    t = stage("deploy_supports", "side axis\nturn DEC_I\nbox stavka shortage\n", NO_OM)
    assert deploy.why_not_play(t.s, RETURN + M_STAVKA) == refusals.NO_SHORTAGE_THERE


@rule("5.5.7")
def test_the_two_steps_of_the_deployment() -> None:
    """The early kinds in the first, all others in the second; nobody has stormed before."""
    t = bare(SOUTH + "1827: SU-26TK", NO_OM)
    t.s.mark[u("SU-26TK")] = SURPRISE | events.STORMING
    deploy.begin_early(t.s)
    assert t.s.mark[u("SU-26TK")] == 0
    t = stage("deploy_supports", SOUTH + "1827: SU-26TK", NO_OM)
    assert (held(t, "deploy"), events.marker_in_hand(t.s)) == ((0,), -1)
    t.play("done")
    assert held(t, "deploy") == (1,)


@rule("5.5.3")
def test_what_a_marker_may_be_aimed_at() -> None:
    """Guns lie on units, planes on hexes: the other way round there is no place for them."""
    t = stage("deploy_supports", SOUTH + "box stavka soviet_bridging vvs\n1827: SU-26TK\n1727: RO-14\n", NO_OM)
    t.play("done")
    hold(t, "deploy_one", next(m for m in supports.markers_in(t.s, M_STAVKA, 0) if PACK.marker_kind[m] == 14))
    assert deploy.why_not_aim(t.s, UNIT + u("SU-26TK")) == 0
    assert deploy.why_not_aim(t.s, HEX) and deploy.why_not_aim(t.s, HEX + h("1827"))
    assert deploy.why_not_aim(t.s, UNIT + u("RO-14")) == refusals.NOT_YOURS
    hold(t, "deploy_one", next(m for m in supports.markers_in(t.s, M_STAVKA, 0) if PACK.marker_kind[m] == 8))
    assert deploy.why_not_aim(t.s, UNIT + u("SU-26TK")) == refusals.NO_PLACE_FOR_IT


@rule("4.5.2")
@rule("1.5.2")
def test_the_second_support_of_the_steppe_is_told_and_goes_back_to_the_pool() -> None:
    t = bare(SOUTH + "box stavka vvs\n", NO_OM)
    t.s.events = []
    deploy.take_second(t.s, PLAY + M_STAVKA * KINDS_RADIX + 8)
    t.events += t.s.events or []
    assert t.told("support_spent") == [(8,)]
    assert M_STAVKA not in places(t, 8)


@rule("5.5.1")
def test_nothing_in_hand_is_no_kind() -> None:
    t = bare(SOUTH, NO_OM, deploy_one=())
    assert events.kind_in_hand(t.s) == -1
    assert not events.is_surprise(t.s) and not events.is_reserves(t.s) and not events.needs_die(t.s)


@rule("10.2.2")
@rule("5.5.1")
def test_without_a_fortress_there_is_no_pocket() -> None:
    t = bare("side axis\nturn DEC_I\n1334: GE-71", {**NO_OM})
    assert not any(events.is_pocket_hex(t.s, x) for x in range(PACK.hex_count))


@rule("5.5.1")
def test_brandenburgers_foil_one_surprise_and_are_played() -> None:
    t = bare("side axis\nturn DEC_I\n1620: GE-62\n", NO_OM)
    assert not events.foil_surprise(t.s, h("1620"))  # they are not on the map
    m = marker(vocabulary.BRANDENBURGERS)
    t.s.lay(m, M_MAP, h("1620"))
    far = next(x for x in range(PACK.hex_count) if PACK.distance(x, h("1620")) == 3)
    assert not events.foil_surprise(t.s, far) and t.s.marker_place[m] == M_MAP
    near = next(x for x in range(PACK.hex_count) if PACK.distance(x, h("1620")) == 2)
    assert events.foil_surprise(t.s, near) and t.s.marker_place[m] == M_PLAYED
    assert not events.foil_surprise(t.s, near)


@rule("5.5.7")
def test_staffs_do_not_storm_and_nobody_storms_twice() -> None:
    t = bare(SOUTH + "1827: SU-26TK SU-23 SU-HQ-DON\n", NO_OM)
    assert events.storm_troops(t.s, h("1827")) == [u("SU-23"), u("SU-26TK")]
    t.s.mark[u("SU-23")] |= SURPRISE
    assert events.storm_troops(t.s, h("1827")) == [u("SU-26TK")]
    t.s.mark[u("SU-26TK")] |= events.STORMING
    hold(t, "surprise_attack", h("1827"), h("1827"))
    events.end_surprise(t.s)
    assert not t.s.mark[u("SU-26TK")] & events.STORMING


# 5.1 to 5.4 -------------------------------------------------------------------------------------------------------


@rule("1.5.2")
def test_where_a_support_is_spent_from() -> None:
    """From STAVKA first; where only STAVKA counts, never from another box."""
    t = bare(SOUTH + "box stavka vvs\nbox major vvs artillery_2\n", NO_OM)
    supports.spend(t.s, 0, 8, False)
    assert (M_STAVKA in places(t, 8), M_MAJOR in places(t, 8)) == (False, True)
    try:
        supports.spend(t.s, 0, 8, True)
        raise AssertionError("spent from the box of an offensive")
    except ValueError:
        assert M_MAJOR in places(t, 8)
    supports.spend(t.s, 0, 0, False)  # the first marker of all is one like the others
    assert M_MAJOR not in places(t, 0)


@rule("5.2.1")
def test_returned_markers_are_counted_and_nothing_is_left_to_test() -> None:
    t = bare(SOUTH, {**NO_OM, tracks.TEST_BOX: M_STAVKA})
    mine = [m for m in range(PACK.marker_count) if PACK.support_side[PACK.marker_kind[m]] == 0]
    for m in mine[:3]:
        t.s.lay(m, M_PLAYED)
    t.s.events = []
    supports.begin_supports(t.s)
    t.events += t.s.events or []
    assert t.told("supports_returned") == [(0, 3)]
    assert t.s.track[tracks.TEST_BOX] == 0


@rule("5.3.2")
@rule("19.1")
def test_which_boxes_are_filled() -> None:
    t = bare(SOUTH, {**NO_OM, tracks.MAJOR_AT + 1: h("1828"), tracks.MAJOR_NOW: 0})
    assert supports.boxes_to_fill(t.s) == [M_STAVKA, M_MINOR_A]
    t.s.track[tracks.MAJOR_NOW] = 1
    assert supports.boxes_to_fill(t.s) == [M_MINOR_A]


@rule("5.1.1")
@rule("5.1.2")
def test_only_what_is_in_the_pool_is_drawn_and_each_side_hears_its_own() -> None:
    t = bare("scenario backhand\nturn FEB_III\nside soviet", NO_OM, draw_supports=(M_STAVKA, 1))
    redraw = PACK.scenarios["backhand"].redraw
    for kind in (*redraw, 8):
        t.s.lay(marker(kind), M_POOL)
    counts = supports.pool_counts(t.s, 0)
    drawn = sorted({*redraw, 8})
    assert [k for k in range(PACK.support_count) if counts[k]] == drawn  # in play nothing is put back
    assert [k for k, _ in supports.pool_draw(t.s).outcomes()] == drawn
    t.s.events = []
    supports.take_draw(t.s, 8)
    assert [(e.args, e.seen_by) for e in t.s.events] == [((8, M_STAVKA), 1), ((M_STAVKA,), 2)]
    t.s.lay(marker(vocabulary.TIGER), M_POOL)
    hold(t, "draw_supports", M_AXIS, 1)
    t.s.events = []
    supports.take_draw(t.s, vocabulary.TIGER)
    assert [(e.args, e.seen_by) for e in t.s.events] == [((vocabulary.TIGER, M_AXIS), 2), ((M_AXIS,), 1)]


# 11 ---------------------------------------------------------------------------------------------------------------


@rule("11.1")
def test_in_a_new_phase_of_offensives_no_major_one_is_launched_yet() -> None:
    t = bare(SOUTH, {**NO_OM, tracks.MAJOR_NOW: 1})
    offensives.begin_offensives(t.s)
    assert t.s.track[tracks.MAJOR_NOW] == 0


@rule("11.3.2")
def test_a_marker_that_does_not_lie_covers_nothing() -> None:
    t = bare(SOUTH, NO_OM)
    assert not any(offensives.om_covers(t.s, om, x) for om in range(3) for x in range(PACK.hex_count))
    t.s.track[tracks.MAJOR_AT] = 0  # the first hex of the map is a place like others
    assert offensives.om_covers(t.s, 0, 0)


@rule("5.5.6")
def test_maskirovka_shifts_the_kind_that_was_named_and_each_marker_once() -> None:
    t = stage("deploy_supports", SOUTH + "box stavka artillery_2 vvs vvs\n", NO_OM)
    shift = SHIFT + (M_STAVKA * BOX_RADIX + M_MAJOR) * KINDS_RADIX + 8
    offensives.take_shift(t.s, shift)
    assert places(t, 8).count(M_MAJOR) == 1 and M_STAVKA in places(t, 0)
    back = SHIFT + (M_MAJOR * BOX_RADIX + M_STAVKA) * KINDS_RADIX + 8
    offensives.take_shift(t.s, back)
    assert places(t, 8).count(M_MAJOR) == 1  # it has been shifted before


@rule("11.1.2")
def test_who_else_could_watch_the_city() -> None:
    """A marker that lies there, or one still to be asked for; not one that was asked and lies elsewhere."""
    text = "side soviet\nturn JAN_II\ncontrol axis 1334 1434\n"
    t = bare(text, {**NO_OM, tracks.MAJOR_AT + 1: h("1828"), tracks.MAJOR_AT + 2: h("1829")})
    assert offensives.could_watch(t.s, 2, 1) and not offensives.could_watch(t.s, 1, 2)
    t.s.track[tracks.MAJOR_AT + 1] = h("1333")
    assert offensives.could_watch(t.s, 1, 2)


@rule("11.1.2")
@rule("1.6.3")
def test_the_stalingrad_side_is_for_the_marker_on_duty() -> None:
    """The first by the city has that side up; a second minor marker there has its plain side."""
    text = "side soviet\nturn JAN_II\ncontrol axis 1334 1434\n1334: GE-71\n"
    t = bare(text, NO_OM, place_one=(1,))
    offensives.take_place(t.s, HEX + h("1333"))
    assert t.s.track[tracks.MAJOR_STALINGRAD + 1] == 1
    hold(t, "place_one", 2)
    offensives.take_place(t.s, HEX + h("1333"))
    assert t.s.track[tracks.MAJOR_STALINGRAD + 2] == 0


@rule("11.1.2")
@rule("11.4.2")
def test_a_supplied_city_must_be_struck_by_the_major_marker() -> None:
    mixed = ["artillery_2"] * 2 + ["artillery_3"] * 2 + ["katyusha"] * 2 + ["vvs"] * 2 + ["stalin", "reserves"]
    box = "box stavka " + " ".join(mixed) + "\n"
    text = "side soviet\nturn DEC_I\ncontrol axis 1334 1434 1333\n1334: GE-71\n1333: GE-HQ-6A\n"
    t = bare(text + box, NO_OM)
    if not offensives.is_city_supplied(t.s):
        t = bare(text + box + "control axis " + " ".join(PACK.hex_name), NO_OM)
    assert offensives.may_launch(t.s) and offensives.must_strike_city(t.s)
    assert offensives.marker_choices(t.s) == [OM + vocabulary.MAJOR_OM]
    t.s.track[tracks.MAJOR_AT + 1] = h("1333")  # the city is watched already
    hold(t, "place_one", vocabulary.MAJOR_OM)
    offensives.take_place(t.s, HEX + h("1333"))
    assert t.s.track[tracks.MAJOR_STALINGRAD] == 1


@rule("12.2")
@rule("1.5.2")
def test_a_shortage_cannot_be_spent_and_is_refused_as_one() -> None:
    text = "turn DEC_I\nside soviet\nbox stavka shortage vvs\n2025: SU-HQ-SW\nstavka: SU-23 SU-24\n"
    t = stage("stavka", text, NO_OM).play("unit SU-HQ-SW")
    assert t.refused("spend stavka shortage") == "12.2 shortage_useless"
    assert t.refused("spend major vvs") == "1.5.2 nothing_to_spend"


@rule("12.3.3")
def test_a_paid_shortage_goes_back_with_the_support() -> None:
    shown = {**NO_OM, tracks.TEST_BOX: M_STAVKA}
    t = bare(SOUTH + "box stavka shortage shortage vvs\n", shown, test_shortage=(1, 1))
    momentum.take_pay(t.s, PLAY + M_STAVKA * KINDS_RADIX + 8)
    assert places(t, vocabulary.SHORTAGE).count(M_STAVKA) == 1
    assert M_STAVKA not in places(t, 8) and held(t, "test_shortage") == (0, 1)
