"""What a printed edition is known to hold; checked only in a pack that claims to be it.

A pack with other numbers is welcome under another edition name. What stands here is what the rulebook says, so it also
guards our reconstruction.
"""

from typing import TYPE_CHECKING, Final

from kurgan.kernel.packfile import PackError, Row

if TYPE_CHECKING:
    from kurgan.games.advance.pack.files import Tables
    from kurgan.games.advance.pack.pack import Pack, Scenario

AREAS: Final = 50
VOLGA: Final = (8, 10, 12, 13, 14, 22, 25, 26, 37, 41, 42)
GERMAN_AT_START: Final = (1, 2, 3, 4, 5, 6, 48, 49, 50)
NORTHERN: Final = (48, 49, 50)
NORTHERN_FRONT: Final = (42, 43, 44, 45, 46, 47)
FACTORY_FRONT: Final = (14, 21, 22, 25, 26, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44)
COUNTERS: Final = {"clear": 6, "elevated": 8, "light_urban": 32, "heavy_urban": 9}
ASSAULT_GUNS: Final = ("177", "244A", "244B", "244C", "245A", "245B")
COSTS: Final = (1, 2, 3, 4)


def check(edition: str, p: "Pack", tables: "Tables") -> None:
    """Compare with the edition the pack claims; an edition nobody has described is not compared."""
    if edition == "revolution-2023":
        _check_map(p, tables.areas)
        _check_counters(p, tables.soviets)
        _check_units(p, tables.units)
        _check_numbers(p, tables)
        _check_scenarios(p, tables)


def _check_map(p: "Pack", rows: list[Row]) -> None:
    """[3.1] [12.2] Fifty areas, the river bank, and who borders the northern areas."""
    if p.areas != AREAS:
        raise rows[-1].fail("number", f"this edition has {AREAS} areas, not {p.areas}")
    for a, row in enumerate(rows, 1):
        if p.is_volga[a] != (a in VOLGA):
            raise row.fail("volga", "differs from the list of Volga areas in 3.1")
        if (p.tem[a] == 0) != (a in GERMAN_AT_START):
            raise row.fail("tem", "a modifier is printed in the areas that start Soviet, and only there")
    front = {a for north in NORTHERN for a in p.near[north]} - set(NORTHERN)
    if front != set(NORTHERN_FRONT):
        raise rows[NORTHERN[0] - 1].fail("near", "areas 48, 49 and 50 together border exactly 42 to 47 (12.2)")
    if 10 not in p.near[8]:
        raise rows[7].fail("near", "areas 8 and 10 are adjacent (13.4)")
    if not set(p.near[8]) & {5, 6}:
        raise rows[7].fail("near", "the 29th Motorized must be able to reach area 8 on turn 1 (13.4)")


def _check_counters(p: "Pack", rows: list[Row]) -> None:
    """The counter list has 55 Soviet units, and Pavlov's House beside them."""
    for terrain, (word, count) in enumerate(COUNTERS.items()):
        kinds = [k for k in range(p.kinds) if p.kind_terrain[k] == terrain and k != p.pavlov]
        found = sum(p.kind_count[k] for k in kinds)
        if found != count:
            raise rows[kinds[-1] if kinds else 0].fail("count", f"{found} {word} counters; this edition has {count}")
    pavlov = rows[p.pavlov]
    if (pavlov.text("terrain"), pavlov.text("strategy"), pavlov.text("count")) != ("heavy_urban", "guards", "1"):
        raise pavlov.fail("pavlov", "Pavlov's House is one heavy urban Guards unit (12.6)")


def _check_units(p: "Pack", rows: list[Row]) -> None:
    """[4.2] [12.4] [13.4] Movement and cost by kind, the assault guns, the one attack factor the book names."""
    guns = [p.unit_name[u] for u in range(p.units) if p.is_assault_gun[u]]
    if tuple(sorted(guns)) != ASSAULT_GUNS:
        raise rows[0].fail("assault_gun", f"the assault guns are {', '.join(ASSAULT_GUNS)} (12.4)")
    for u, row in enumerate(rows):
        if p.movement[u] != (6 if p.is_armor[u] else 4):
            raise row.fail("movement", "armor has 6, infantry 4 (4.2)")
        if p.return_cost[u] != (2 if p.is_armor[u] else 1):
            raise row.fail("return_cost", "armor costs 2, infantry 1 (4.2)")
        if p.unit_name[u] == "29/RCN" and p.attack[u] != 6:
            raise row.fail("attack", "29/RCN attacks with 6 (13.4)")
    for name, size in (("29", 4), ("14", 3), ("389", 3)):
        found = sum(1 for u in range(p.units) if p.division[u] >= 0 and p.division_name[p.division[u]] == name)
        if found != size:
            raise rows[0].fail("division", f"division {name} has {size} units, not {found}")


def _check_numbers(p: "Pack", tables: "Tables") -> None:
    """[7.1] [8.2] [6.3] [12.3] The numbers that the rulebook prints."""
    d = tables.charts
    if p.stack_limit != 4:
        raise d.fail("stacking.german", "four units may share an area (7.1)")
    if (p.cost_vacant, p.cost_adjacent, p.cost_revealed, p.cost_unrevealed) != COSTS:
        raise d.fail("movement.vacant", "the costs are 1, 2, 3 and 4 (8.2)")
    if (p.price_artillery, p.price_engineer, p.price_air, p.price_morale) != (1, 2, 3, 3):
        raise d.fail("supply.artillery", "artillery costs 1, an engineer 2, air 3, morale 3 (6.3)")
    if (p.markers_air, p.isolation_markers) != (3, 14):
        raise d.fail("markers.air", "there are 3 air and 14 isolation markers (6.3, 12.3)")
    if (p.morale_max, p.strong_from) != (19, 10):
        raise d.fail("morale.max", "morale runs to 19 and is strong from 10 (5.2)")


def _check_scenarios(p: "Pack", tables: "Tables") -> None:
    """[5.2] [14.2] Who holds what at the start of the two scenarios."""
    for document in tables.scenarios:
        scenario: Scenario = p.scenarios[document.table["name"]]
        if scenario.name == "campaign" and tuple(scenario.german_areas) != GERMAN_AT_START:
            raise document.fail("german_areas", "nine areas start German (5.2)")
        if scenario.name == "factory" and set(range(1, p.areas + 1)) - set(scenario.german_areas) != set(FACTORY_FRONT):
            raise document.fail("german_areas", "fifteen areas start Soviet (14.2, 14.5.1)")
    for name in ("campaign", "factory"):
        if name not in p.scenarios:
            raise PackError("pack.toml", f"this edition has the scenario '{name}'", column="scenarios")
