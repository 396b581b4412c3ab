"""Chapter 4: supply of headquarters and units, pontoons, out of supply."""

from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.terms import EXPLOIT, NORMAL, OOS, OOS_FS, REACTION
from kurgan.testing import rule
from tests.roads.drawn import PACK, draw, h, u


@rule("4.1.1")
def test_a_line_follows_roads_and_stops_at_enemies() -> None:
    """Off the road there is no line; an enemy beside the road cuts it, a friend in that hex mends it."""
    t = draw("side axis\nphase movement\n1227: GE-HQ-HOLL")
    assert u("GE-HQ-HOLL") in radius.supplied_hqs(t.s, 1)
    t = draw("side axis\nphase movement\n1914: GE-HQ-HOLL")
    assert u("GE-HQ-HOLL") not in radius.supplied_hqs(t.s, 1)
    ring = "\n".join(f"{n}: {unit}" for n, unit in (
        ("1226", "SU-23"), ("1228", "SU-24"), ("1327", "SU-29"), ("1127", "SU-38"), ("1128", "SU-45"),
        ("1328", "SU-49"),
    ))  # fmt: skip
    t = draw(f"side axis\nphase movement\n1227: GE-HQ-HOLL\n{ring}")
    assert u("GE-HQ-HOLL") not in radius.supplied_hqs(t.s, 1)


@rule("4.1.2")
def test_a_headquarters_without_a_line_leaves_the_map_and_comes_back() -> None:
    """Surrounded in 1333: displaced; it returns on the nearest supplied road hex of its side."""
    ring = "\n".join(f"{n}: {unit}" for n, unit in (
        ("1332", "SU-23"), ("1334", "SU-24"), ("1432", "SU-29"), ("1433", "SU-38"), ("1232", "SU-45"),
        ("1233", "SU-49"),
    ))  # fmt: skip
    t = draw(f"side axis\nphase supply\n1333: GE-HQ-6A\n{ring}\ncontrol axis 1228 1227")
    assert t.place("GE-HQ-6A") == "displaced"
    t.s.stack = [t.s.book.steps["return_headquarters"].entry]
    from kurgan.kernel import flow

    flow.advance(t.s)
    if t.asked() == "place_headquarters":
        t.play(t.choices()[0])
    back = t.s.where[u("GE-HQ-6A")]
    assert back >= 0
    assert t.s.control[back] == 1
    assert not t.s.near[0][back]
    assert u("GE-HQ-6A") in radius.supplied_hqs(t.s, 1)


@rule("4.1.3")
@rule("4.1.4")
def test_a_pontoon_is_built_towards_a_river_and_taken_down_next_time() -> None:
    t = draw("side axis\nphase supply\n1129: GE-HQ-4PZA\ncontrol axis 1128 1127 1126 1125")
    assert t.asked() == "build_pontoon"
    assert t.refused("bridge 1128") == "4.1.3 no_river_there"
    t.play("bridge 1130")
    assert radius.is_bridged(t.s, 1, t.s.ways.edge_to[h("1129")][h("1130")])
    assert radius.is_bridged(t.s, 1, t.s.ways.edge_to[h("1130")][h("1129")])
    t.s.stack = [t.s.book.steps["supply"].entry]
    from kurgan.kernel import flow

    flow.advance(t.s)
    assert t.asked() == "dismantle_pontoon"
    t.play("dismantle")
    assert t.s.pontoon[u("GE-HQ-4PZA")] == 0


@rule("4.2.1")
def test_a_dated_source_opens_on_its_turn() -> None:
    """0022 works for the Soviets from JAN IV on; on that turn the hex passes to them if no Axis unit holds it."""
    source = h("0022")
    t = draw("side soviet\nturn JAN_III\nphase supply\n1827: SU-23")
    assert source not in radius.sources(t.s, 0)
    t = draw("side soviet\nturn JAN_IV\nphase supply\n1827: SU-23\ncontrol axis 0022")
    assert source in radius.sources(t.s, 0)
    assert t.control("0022") == "soviet"
    t = draw("side soviet\nturn JAN_IV\nphase supply\n1827: SU-23\n0022: GE-62")
    assert source not in radius.sources(t.s, 0)


@rule("4.2.2")
def test_a_source_is_lost_when_the_enemy_captures_it() -> None:
    t = draw("side axis\nphase movement\n1524: GE-62")
    assert h("1701") in radius.sources(t.s, 1)
    t.s.control[h("1701")] = 0
    assert h("1701") not in radius.sources(t.s, 1)


@rule("4.2.3")
def test_a_source_supplies_four_hexes_around() -> None:
    t = draw("side axis\nphase movement\n1905: GE-62\n1906: GE-294")
    cut = supply.units_without_supply(t.s, 1)
    assert u("GE-62") not in cut
    assert u("GE-294") in cut


@rule("4.3.1")
def test_german_headquarters_supply_allies_and_allied_ones_three_guests() -> None:
    """An Italian headquarters takes three Germans, not a fourth; Romanians and Hungarians never help each other."""
    stack = "1720: IT-HQ-8A\n1719: GE-62 GE-294 GE-298\n1721: GE-384"
    t = draw(f"side axis\nphase movement\n{stack}")
    assert len(supply.units_without_supply(t.s, 1)) == 1
    t = draw("side axis\nphase movement\n1720: GE-HQ-HOLL\n1719: RO-1C\n1721: IT-3Ra")
    assert supply.units_without_supply(t.s, 1) == []
    t = draw("side axis\nphase movement\n1324: RO-HQ-3A\n1325: HU-1A")
    assert supply.units_without_supply(t.s, 1) == [u("HU-1A")]


@rule("4.3.2")
@rule("4.4.1")
def test_who_has_no_supply_is_marked_until_the_next_check() -> None:
    t = draw("side axis\nphase supply\n1524: GE-62")
    assert t.supply("GE-62") == OOS
    t = draw("side axis\nphase supply\n1905: GE-62~")
    assert t.supply("GE-62") == 0


@rule("4.4.2")
@rule("4.4.3")
def test_out_of_supply_halves_movement_and_leaves_one_point_in_exploitation() -> None:
    t = draw("side soviet\nphase movement\n1827: SU-26TK~ SU-23~ SU-1TK")
    points = [movement.movement_points(t.s, u("SU-26TK"), mode) for mode in (NORMAL, EXPLOIT, REACTION)]
    assert points == [4, 2, 2]
    assert movement.movement_points(t.s, u("SU-23"), NORMAL) == 2
    assert movement.movement_points(t.s, u("SU-1TK"), EXPLOIT) == 4


@rule("4.4.4")
def test_out_of_supply_units_go_towards_a_headquarters_elites_anywhere() -> None:
    t = draw("side soviet\nphase movement\n2024: SU-HQ-SW\n1627: SU-23~ SU-51G~").play("move SU-23")
    assert t.refused("to 1528") == "4.4.4 farther_from_hq"
    assert "1727" in t.moves()
    t.play("stop", "move SU-51G")
    assert "1528" in t.moves()


@rule("4.5.1")
def test_roads_count_half_only_for_a_headquarters_in_a_city_on_a_railway() -> None:
    t = draw("side soviet\nphase movement\n2130: SU-HQ-DON\n1827: SU-HQ-SW")
    lines = radius.supply_lines(t.s, 0, rail_only=True)
    assert radius.counts_roads_half(t.s, u("SU-HQ-DON"), lines)
    assert not radius.counts_roads_half(t.s, u("SU-HQ-SW"), lines)


@rule("10.2.2")
@rule("10.2.3")
def test_the_pocket_is_marked_and_whoever_strays_from_it_is_lost() -> None:
    ring = "\n".join(f"{n}: {unit}" for n, unit in (
        ("1332", "SU-23"), ("1432", "SU-29"), ("1232", "SU-45"), ("1233", "SU-49"), ("1234", "SU-64"),
        ("1335", "SU-84"), ("1435", "SU-95"), ("1533", "SU-96"), ("1534", "SU-99"), ("1535", "SU-116"),
        ("1532", "SU-120"),
    ))  # fmt: skip
    t = draw(f"side axis\nphase supply\nfortress 1333 10\n1334: GE-71\n1434: GE-76\n1524: GE-62^\n{ring}")
    assert (t.supply("GE-71"), t.supply("GE-76")) == (OOS_FS, OOS_FS)
    assert t.place("GE-62") == "withdrawn"


@rule("4.1.4")
@rule("1.3.2")
def test_a_pontoon_goes_with_its_headquarters() -> None:
    """Lost in a fight, it leaves no bridge behind for the rest of the phase."""
    edge = next(e for e in range(6 * PACK.hex_count) if PACK.river[e] and PACK.near[e] in PACK.neighbours[e // 6])
    t = draw(f"side soviet\nphase combat\n{PACK.hex_name[edge // 6]}: GE-HQ-HOLL")
    q = u("GE-HQ-HOLL")
    t.s.pontoon[q] = edge % 6 + 1
    t.s.forget_fields()
    assert radius.is_bridged(t.s, 1, edge)
    units.lose_step(t.s, q, "8.8.2")
    assert not radius.is_bridged(t.s, 1, edge)
