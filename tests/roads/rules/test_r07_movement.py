"""Chapter 7: movement, strategic and rail movement, rivers."""

from kurgan.games.roads import refusals, tracks
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.terms import MOVED, NORMAL, REACTION, STRATEGIC
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u


def side_of(a: str, b: str) -> int:
    return h(a) * 6 + PACK.direction(h(a), h(b))


@rule("7.1.1")
@rule("7.1.3")
def test_a_unit_or_a_stack_moves_and_is_done() -> None:
    """SU-24 joins SU-23 before the first step; after it nobody does; both have moved when they stop."""
    t = draw("side soviet\nphase movement\n1827: SU-23 SU-24\n1929: SU-29").play("move SU-23")
    assert t.refused("with SU-29") == "7.1.1 not_in_same_hex"
    t.play("with SU-24", "to 1727")
    assert t.refused("with SU-29") == "7.1.1 not_in_same_hex"
    t.play("stop")
    assert t.marks(MOVED) == ["SU-23", "SU-24"]
    assert t.refused("move SU-23") == "7.1.3 already_moved"
    assert t.refused("move GE-62") == "7.1.1 not_yours"


@rule("7.1.2")
def test_hex_by_hex() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-26TK").play("move SU-26TK")
    assert t.refused("to 1627") == "7.1.2 not_adjacent"
    t.play("to 1727")
    assert t.place("SU-26TK") == "1727"


@rule("7.1.4")
def test_clear_costs_one_forest_two() -> None:
    """A tank corps with three points: a forest hex and a clear one, then nothing is left."""
    assert [PACK.move_cost[kind] for kind in (0, 1)] == [2, 4]
    t = draw("side soviet\nphase movement\n2026: SU-26TK\ncontrol soviet 1926").play("move SU-26TK")
    t.play("to 1926")
    assert t.s.points == 6 - 4


@rule("7.1.5")
def test_points_are_not_kept() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-23 SU-24").play("move SU-23", "to 1727", "stop")
    assert t.refused("move SU-23") == "7.1.3 already_moved"
    t = draw("side soviet\nphase movement\n1827: SU-23").play("move SU-23")
    assert t.s.points == 4


@rule("7.1.6")
def test_through_friends_for_nothing() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-26TK\n1727: SU-23 SU-24 SU-29").play("move SU-26TK", "to 1727")
    assert t.s.points == 4
    assert "1627" in t.moves()


@rule("7.1.7")
def test_never_into_an_enemy() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-23\n1727: RO-14").play("move SU-23")
    assert t.refused("to 1727") == "7.1.7 enemy_in_hex"


@rule("7.1.8")
def test_one_hex_is_always_allowed() -> None:
    """An out of supply division has one point; marsh costs three and can still be entered, by the first step."""
    t = draw("side soviet\nphase movement\n1228: SU-51G~\ncontrol soviet 1229").play("move SU-51G")
    assert steps.step_price(t.s, side_of("1228", "1229")) >= 2
    assert "1229" in t.moves()
    t = draw("side axis\nphase movement\n1228: GE-HQ-HOLL")
    t.s.pontoon[u("GE-HQ-HOLL")] = 1
    movement.begin_movement(t.s)
    t.s.choices = None
    assert t.refused("move GE-HQ-HOLL") == "7.1.8 no_movement"


@rule("7.1.9")
def test_roads_cost_half_a_point_and_one_in_open_marsh() -> None:
    t = draw("side soviet\nphase movement\n1628: SU-26TK").play("move SU-26TK")
    assert steps.step_price(t.s, side_of("1628", "1529")) == 1
    assert PACK.terrain[h("1229")] == 2
    assert steps.step_price(t.s, side_of("1330", "1229")) == 2
    frozen = draw("side soviet\nphase movement\nweather snow clear major\n1628: SU-26TK").play("move SU-26TK")
    assert steps.step_price(frozen.s, side_of("1330", "1229")) == 1


@rule("7.1.10")
def test_a_headquarters_ends_in_supply() -> None:
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON").play("move SU-HQ-DON")
    off_road = [m for m in t.moves() if not PACK.road_hex[h(m)]]
    assert off_road == [] or all(
        any(PACK.road_hex[n] for n in PACK.neighbours[h(m)]) for m in off_road
    )  # it may leave the road only if it can come back
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON SU-23").play("move SU-23")
    assert t.refused("with SU-HQ-DON") == "7.1.10 hq_moves_alone"


@rule("7.1.11")
def test_axis_units_do_not_end_on_the_southern_row() -> None:
    """GE-62 with two points may not enter row 00 unless it can leave it again."""
    t = draw("side axis\nphase movement\n0120: GE-62~").play("move GE-62")
    assert "0020" not in t.moves()
    assert t.refused("to 0020") == "7.1.11 map_edge_row"
    soviet = draw("side soviet\nphase movement\n0120: SU-23").play("move SU-23")
    assert "0020" in soviet.moves()


@rule("7.2.1")
@rule("7.2.2")
@rule("4.5.3")
def test_strategic_movement_doubles_on_roads_away_from_the_enemy() -> None:
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON\n2129: SU-26TK SU-23").play("move SU-26TK")
    assert movement.movement_points(t.s, u("SU-26TK"), STRATEGIC) == 12
    t.play("strategic")
    assert t.s.points == 12
    assert all(PACK.road[side_of("2129", m)] for m in t.moves())
    beside = draw("side soviet\nphase movement\n2130: SU-HQ-DON\n2129: SU-26TK\n2028: GE-62").play("move SU-26TK")
    assert beside.refused("strategic") == "7.2.2 next_to_enemy"
    far = draw("side soviet\nphase movement\n2727: SU-HQ-DON\n1336: SU-26TK").play("move SU-26TK")
    assert far.refused("strategic") == "7.2.2 outside_radius"
    hq = draw("side soviet\nphase movement\n2130: SU-HQ-DON").play("move SU-HQ-DON")
    assert hq.refused("strategic") == "7.2.2 no_strategic_movement"
    mud = draw("side soviet\nphase movement\nweather mud clear none\n2130: SU-HQ-DON\n2129: SU-23").play("move SU-23")
    assert mud.refused("strategic") == "3.2.2 no_strategic_in_mud"


@rule("7.2.2")
def test_a_support_buys_strategic_movement_across_country() -> None:
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON\n2129: SU-26TK\nbox stavka reserves")
    assert t.asked() == "buy_off_road"
    t.play("spend reserves", "move SU-26TK", "strategic")
    assert any(not PACK.road[side_of("2129", m)] for m in t.moves())


@rule("7.3.1")
@rule("7.3.2")
@rule("7.3.3")
@rule("7.3.4")
def test_by_rail_a_point_a_unit_along_safe_lines_only() -> None:
    """From Stalino along the railway as far as it goes; a lost and retaken city stops trains for good."""
    text = "side axis\nphase movement\nrail 2\n0912: GE-62 GE-294 GE-298"
    t = draw(text).play("move GE-62", "with GE-294", "with GE-298")
    assert t.refused("rail") == "7.3.2 no_rail_points"
    t = draw(text).play("move GE-62", "rail")
    assert all(PACK.rail[side_of("0912", m)] for m in t.moves())
    for _ in range(8):
        if t.asked() == "step" and t.moves():
            t.play(f"to {t.moves()[0]}")
    assert t.s.track[tracks.RAIL] == 1
    lost = draw(text)
    lost.s.history[h("0912")] |= 1
    lost.play("move GE-62")
    assert lost.refused("rail") == "7.3.3 not_on_rail_line"
    soviet = draw("side soviet\nphase movement\nrail 3\n2130: SU-23").play("move SU-23")
    assert soviet.refused("rail") == "7.3 no_rail_movement"


@rule("7.4")
def test_rivers_bridges_ferries_and_pontoons() -> None:
    """Over the open Don two points more; by ferry one; on a bridge the road; over a pontoon nothing."""
    text = "side soviet\nphase movement\n1929: SU-26TK"
    t = draw(text).play("move SU-26TK")
    assert steps.step_price(t.s, side_of("1829", "1729")) == 2 + 2
    assert steps.step_price(t.s, side_of("1330", "1331")) == 1
    major = next(
        e for e in range(PACK.hex_count * 6) if PACK.river[e] == 2 and not PACK.road[e] and not PACK.ferry[e]
        and PACK.terrain[PACK.near[e]] == 0 and PACK.near[e] in PACK.neighbours[e // 6]
    )  # fmt: skip
    assert steps.step_price(t.s, major) == 2 + 4
    frozen = draw("weather snow clear major\n" + text).play("move SU-26TK")
    assert steps.step_price(frozen.s, major) == 2 + 2
    pontoon = draw(text + f"\n{PACK.hex_name[major // 6]}: SU-HQ-DON")
    pontoon.s.pontoon[u("SU-HQ-DON")] = major % 6 + 1
    pontoon.s.forget_fields()
    pontoon.play("move SU-26TK")
    assert steps.step_price(pontoon.s, major) == 2


@rule("3.2.2")
def test_mud_holds_movement_to_two_points_and_closes_rivers_in_contact() -> None:
    t = draw("side soviet\nphase movement\nweather mud clear none\n1827: SU-26TK").play("move SU-26TK")
    assert t.s.points == 4
    assert movement.movement_points(t.s, u("SU-26TK"), NORMAL) == 4
    minor = next(
        e for e in range(PACK.hex_count * 6) if PACK.river[e] == 1 and not PACK.road[e] and not PACK.ferry[e]
        and PACK.is_land[e // 6] and PACK.near[e] in PACK.neighbours[e // 6] and 600 < e // 6 < 700
    )  # fmt: skip
    start, end = minor // 6, PACK.near[minor]
    beyond = next(n for n in PACK.neighbours[end] if n != start and n not in PACK.neighbours[start])
    names = [PACK.hex_name[x] for x in (start, end, beyond)]
    t = draw(f"side soviet\nphase movement\nweather mud clear none\n{names[0]}: SU-23\n{names[2]}: GE-62")
    t.play("move SU-23")
    assert t.refused(f"to {names[1]}") == "3.2.2 mud_crossing"


@rule("1.8.3")
def test_the_last_positions_at_the_volga_hold_while_the_axis_is_in_the_city() -> None:
    t = draw("side soviet\nphase movement\n1335: SU-13G\n1334: GE-71\n1336: SU-26TK")
    assert t.refused("move SU-13G") == "19.2.7 last_positions"
    t.play("move SU-26TK", "to 1335")
    assert t.refused("stop") == "19.2.7 last_positions"


@rule("10.2.4")
def test_units_that_secure_the_pocket_stay() -> None:
    """Two beside the pocket: both are pinned. Three: one may leave, then the others stay."""
    pocket = "side soviet\nphase movement\nfortress 1333 10\n1334: GE-71^\n1434: GE-76^\n1929: SU-38\n"
    t = draw(pocket + "1234: SU-23 SU-24")
    assert t.refused("move SU-23") == "10.2.4 secures_pocket"
    t = draw(pocket + "1234: SU-23 SU-24 SU-29").play("move SU-23", "to 1134", "stop")
    assert t.refused("move SU-24") == "10.2.4 secures_pocket"


@rule("10.3.2")
@rule("7.1.1")
def test_three_units_of_a_dying_pocket_move_however_they_march() -> None:
    """Level 1: two have moved, so of the stack in 1334 only one may still go."""
    text = "side axis\nphase movement\nfortress 1333 1\n1333: GE-76^ GE-113^\n1334: GE-71^ GE-295^\n1234: SU-29\n"
    t = draw(text).play("move GE-76", "with GE-113", "to 1332", "move GE-71")
    assert t.refused("with GE-295") == "10.3.2 pocket_may_not_move"


@rule("7.3.3")
def test_the_line_beyond_a_rail_move_need_only_be_fit_for_supply() -> None:
    """A Soviet unit in 0216 touches the railway at 0215 and 0316. Where Axis units hold both hexes the line carries
    supply, so trains run south of them; without them it is cut."""
    text = "side axis\nphase movement\nrail 2\n0014: GE-62\n0216: SU-23\n"
    t = draw(text + "0215: GE-294\n0316: GE-298\n").play("move GE-62", "rail")
    t.play("to 0115")
    assert t.place("GE-62") == "0115"  # and no farther: 0215 is in contact
    assert draw(text).play("move GE-62").refused("rail") == "7.3.3 not_on_rail_line"


@rule("8.7.6")
def test_a_reaction_may_pass_through_the_attacked_hex_but_not_end_there() -> None:
    t = draw("side soviet\nphase combat\n1914: SU-23\n1814: GE-62\n1714: GE-16P")
    t.s.battle = Battle(h("1814"), 0, 0)
    movement.begin_march(t.s, u("GE-16P"), REACTION)
    assert steps.why_not_hex(t.s, h("1814")) == 0
    movement.enter(t.s, h("1814"))
    assert steps.why_not_stop(t.s, h("1814")) == refusals.ENEMY_IN_HEX
    assert steps.why_not_hex(t.s, h("1815")) == 0
    t.s.points = 2  # with one point it would have to stay there
    t.s.path = [h("1714")]
    assert steps.why_not_hex(t.s, h("1814")) == refusals.ENEMY_IN_HEX
