"""Advance's facts: read from the data folder, checked, and frozen into tables of ints.

Two halves: ``read`` (files.py) takes the files as they stand, ``freeze`` checks them and makes the ``Pack`` that
the rules read. Checks of form hold for every pack; what one printed edition says is checked only in a pack that claims
that edition (edition.py). A pack that fails is refused with a ``PackError`` that names file, line and column.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from kurgan.games.advance.pack import edition
from kurgan.games.advance.pack.files import CHART_KEYS, SCENARIO_KEYS, Document
from kurgan.games.advance.pack.files import Tables as Tables
from kurgan.games.advance.pack.files import read as read
from kurgan.kernel.packfile import SOURCES, PackError, Row
from kurgan.kernel.protocol import Json

TERRAINS: Final = ("clear", "elevated", "light_urban", "heavy_urban")
CLEAR: Final = 0
ELEVATED: Final = 1
LIGHT_URBAN: Final = 2
HEAVY_URBAN: Final = 3

STRATEGIES: Final = ("heroes", "ambush", "barrage", "fanatic", "guards")
HEROES: Final = 0
AMBUSH: Final = 1
BARRAGE: Final = 2
FANATIC: Final = 3
GUARDS: Final = 4

EVENTS: Final = (
    "none",
    "breakthrough_64",
    "offensive_64",
    "shell_shortage",
    "pause",
    "rain",
    "commissars",
    "offensive_66",
    "breakthrough_66",
)
NO_EVENT: Final = 0
BREAKTHROUGH_64: Final = 1
OFFENSIVE_64: Final = 2
SHELL_SHORTAGE: Final = 3
PAUSE: Final = 4
RAIN: Final = 5
COMMISSARS: Final = 6
OFFENSIVE_66: Final = 7
BREAKTHROUGH_66: Final = 8

STREETS: Final = ("none", "morale", "spent")
CHARTS: Final = ("main", "factory")
OCTOBER: Final = 1

KINDS: Final = ("infantry", "armor")
SUBTYPES: Final = ("infantry", "tank", "recon_halftrack", "assault_gun")
MOST_AREAS: Final = 60  # areas are bits of one machine word


class Scenario:
    """One setup: who starts where, what arrives and leaves, and how it is won."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.title = ""
        self.first_turn = 0
        self.last_turn = 0
        self.morale = 0
        self.chart = 0
        self.german_areas: list[int] = []
        self.unrevealed: list[int] = []
        self.revealed: list[tuple[int, int]] = []
        self.pool: list[int] = []
        self.start: list[int] = []
        self.start_out: list[bool] = []
        self.arrives: list[int] = []
        self.arrival_areas: dict[int, list[int]] = {}
        self.arrival_if_german: dict[int, list[int]] = {}
        self.withdraw_turn = 0
        self.withdraw_division = -1
        self.withdraw_return_areas: list[int] = []
        self.return_mask = 0
        self.bound_areas: list[int] = []
        self.free_air = 0
        self.minimum_supply: dict[int, int] = {}
        self.skip_event_turns: list[int] = []
        self.no_result: dict[int, list[int]] = {}
        self.victory_areas = 0
        self.victory_heavy = 0
        self.needs_all = False
        self.pavlov_area = 0


class Pack:
    """All facts of one edition as tables of ints; nothing in it changes after ``freeze``."""

    def __init__(self) -> None:
        self.source = ""
        self.checksum = ""
        self.title = ""
        self.edition = ""
        self.note = ""
        self.reconstructed = False
        self.facts: list[tuple[str, str, str, str]] = []
        # areas, by printed number; slot 0 is not used
        self.areas = 0
        self.area_name: list[str] = [""]
        self.terrain: list[int] = [0]
        self.tem: list[int] = [0]
        self.is_volga: list[bool] = [False]
        self.near: list[list[int]] = [[]]
        self.near_mask: list[int] = [0]
        self.outline: list[list[tuple[float, float]]] = []  # for drawing only, as the middle: no rule reads them
        self.middle: list[tuple[float, float]] = []
        self.volga_mask = 0
        self.urban_mask = 0
        self.heavy_mask = 0
        self.all_mask = 0
        # German units, in file order
        self.units = 0
        self.unit_name: list[str] = []
        self.division: list[int] = []
        self.division_name: list[str] = []
        self.is_armor: list[bool] = []
        self.is_assault_gun: list[bool] = []
        self.subtype: list[int] = []
        self.attack: list[int] = []
        self.movement: list[int] = []
        self.return_cost: list[int] = []
        # kinds of Soviet counters, in file order
        self.kinds = 0
        self.kind_name: list[str] = []
        self.kind_terrain: list[int] = []
        self.kind_defense: list[int] = []
        self.kind_strategy: list[int] = []
        self.kind_count: list[int] = []
        self.pavlov = -1
        # numbers and charts
        self.stack_limit = 0
        self.cost_vacant = 0
        self.cost_adjacent = 0
        self.cost_revealed = 0
        self.cost_unrevealed = 0
        self.cost_highest = 0
        self.rain_movement = 0
        self.morale_max = 0
        self.strong_from = 0
        self.price_artillery = 0
        self.price_engineer = 0
        self.price_air = 0
        self.price_morale = 0
        self.markers_air = 0
        self.markers_artillery = 0
        self.markers_engineer = 0
        self.isolation_markers = 0
        self.streets: list[int] = [0]
        self.isolation: list[int] = [0]
        self.events: list[list[int]] = []
        self.turn_dates: list[str] = [""]
        self.scenarios: dict[str, Scenario] = {}


def load(folder: Path | None = None) -> Pack:
    """The pack in a folder; without one, the pack that comes with the program."""
    if folder is None:
        pack = freeze(read(Path(__file__).parent.parent / "data"))
        pack.source = "built-in"
        return pack
    return freeze(read(folder))


def freeze(tables: Tables) -> Pack:
    """The checked pack."""
    p = Pack()
    p.source = str(tables.folder)
    p.title = tables.pack.text("title")
    p.edition = tables.pack.text("edition")
    p.note = tables.pack.text("note")
    p.reconstructed = bool(tables.pack.get("reconstructed", bool))
    _freeze_areas(p, tables.areas)
    _freeze_outlines(p, tables.outlines)
    _freeze_units(p, tables.units)
    _freeze_soviets(p, tables.soviets)
    _freeze_charts(p, tables.charts)
    for document in tables.scenarios:
        scenario = _freeze_scenario(p, tables, document)
        p.scenarios[scenario.name] = scenario
    _check_homes(p, tables.units)
    p.checksum = _checksum(tables)
    edition.check(p.edition, p, tables)
    return p


# areas


def _freeze_areas(p: Pack, rows: list[Row]) -> None:
    p.areas = len(rows)
    for number, row in enumerate(rows, 1):
        if row.number("number", 1, MOST_AREAS) != number:
            raise row.fail("number", f"areas are numbered 1, 2, 3 ... in this order; {number} belongs here")
        name = row.text("name")
        if name in p.area_name:
            raise row.fail("name", f"'{name}' is the name of another area")
        p.area_name.append(name)
        p.terrain.append(row.one_of("terrain", TERRAINS))
        p.tem.append(row.number("tem", 0, 9) if row.optional("tem") else 0)
        p.is_volga.append(row.flag("volga"))
        p.near.append(_neighbours(row, number, len(rows)))
        p.near_mask.append(sum(1 << a for a in p.near[number]))
        _add_facts(p, f"area {number}", row)
    _check_borders(p, rows)
    for a in range(1, p.areas + 1):
        p.all_mask |= 1 << a
        p.volga_mask |= (1 << a) if p.is_volga[a] else 0
        p.urban_mask |= (1 << a) if p.terrain[a] >= LIGHT_URBAN else 0
        p.heavy_mask |= (1 << a) if p.terrain[a] == HEAVY_URBAN else 0


def _neighbours(row: Row, number: int, areas: int) -> list[int]:
    near = row.numbers("near")
    for a in near:
        if not 1 <= a <= areas:
            raise row.fail("near", f"there is no area {a}")
        if a == number:
            raise row.fail("near", "an area does not border itself")
    if near != sorted(set(near)):
        raise row.fail("near", "should be ascending, each number once")
    return near


def _check_borders(p: Pack, rows: list[Row]) -> None:
    """A border is seen from both sides, and every area can be reached from the first."""
    for number, row in enumerate(rows, 1):
        for a in p.near[number]:
            if number not in p.near[a]:
                raise row.fail("near", f"names {a}, but area {a} does not name {number}")
    reached = 1 << 1
    grown = 0
    while grown != reached:
        grown = reached
        for a in range(1, p.areas + 1):
            if reached >> a & 1:
                reached |= p.near_mask[a]
    for number, row in enumerate(rows, 1):
        if not reached >> number & 1:
            raise row.fail("near", f"area {number} cannot be reached from area 1")


def _freeze_outlines(p: Pack, rows: list[Row]) -> None:
    p.outline = [[] for _ in range(p.areas + 1)]
    p.middle = [(0.0, 0.0)] * (p.areas + 1)
    for row in rows:
        number = row.number("number", 1, p.areas)
        if p.outline[number]:
            raise row.fail("number", f"area {number} has an outline already")
        row.one_of("source", SOURCES)
        try:
            points = [float(word) for word in row.split("points")]
        except ValueError:
            raise row.fail("points", "is not a list of numbers") from None
        if len(points) < 6 or len(points) % 2:
            raise row.fail("points", "needs at least three points, each an x and a y")
        p.outline[number] = list(zip(points[0::2], points[1::2], strict=True))
        p.middle[number] = (sum(points[0::2]) / (len(points) // 2), sum(points[1::2]) / (len(points) // 2))
    for a in range(1, p.areas + 1):
        if not p.outline[a]:
            raise PackError("outlines.csv", f"area {a} has no outline", column="number")


# pieces


def _freeze_units(p: Pack, rows: list[Row]) -> None:
    p.units = len(rows)
    for row in rows:
        name = row.text("name")
        if name in p.unit_name or len(name.split()) != 1:
            raise row.fail("name", f"'{name}' should be one word, and no other unit's name")
        p.unit_name.append(name)
        gun = row.flag("assault_gun")
        division = row.optional("division")
        if gun == bool(division):
            raise row.fail("division", "an assault gun has no division, every other unit has one")
        if division and division not in p.division_name:
            p.division_name.append(division)
        p.division.append(p.division_name.index(division) if division else -1)
        p.is_assault_gun.append(gun)
        p.is_armor.append(row.one_of("kind", KINDS) == 1)
        p.subtype.append(row.one_of("subtype", SUBTYPES))
        p.attack.append(row.number("attack", 1, 20))
        p.movement.append(row.number("movement", 1, 20))
        p.return_cost.append(row.number("return_cost", 0, 20))
        _add_facts(p, f"unit {name}", row)


def _freeze_soviets(p: Pack, rows: list[Row]) -> None:
    p.kinds = len(rows)
    for kind, row in enumerate(rows):
        terrain = row.one_of("terrain", TERRAINS)
        defense = row.number("defense", 0, 20)
        strategy = row.one_of("strategy", STRATEGIES)
        pavlov = row.flag("pavlov")
        word = "pavlov" if pavlov else STRATEGIES[strategy]
        name = f"{TERRAINS[terrain][0].upper()}-{defense}-{word}"
        if name in p.kind_name:
            raise row.fail("strategy", f"there is a row for {name} already; raise its count instead")
        if pavlov and p.pavlov >= 0:
            raise row.fail("pavlov", "there is only one Pavlov's House")
        p.kind_name.append(name)
        p.kind_terrain.append(terrain)
        p.kind_defense.append(defense)
        p.kind_strategy.append(strategy)
        p.kind_count.append(row.number("count", 1, 99))
        if pavlov:
            p.pavlov = kind
        _add_facts(p, f"counter {name}", row)
    if p.pavlov < 0:
        raise PackError("soviets.csv", "no row is Pavlov's House", column="pavlov")


# charts


def _freeze_charts(p: Pack, charts: Document) -> None:
    charts.known("", CHART_KEYS)
    p.stack_limit = charts.number("stacking.german", 1)
    charts.number("stacking.soviet", 1, 1)
    p.cost_vacant = charts.number("movement.vacant", 1)
    p.cost_adjacent = charts.number("movement.adjacent", 1)
    p.cost_revealed = charts.number("movement.revealed", 1)
    p.cost_unrevealed = charts.number("movement.unrevealed", 1)
    p.cost_highest = max(p.cost_vacant, p.cost_adjacent, p.cost_revealed, p.cost_unrevealed)
    p.rain_movement = charts.number("movement.rain")
    p.morale_max = charts.number("morale.max", 1)
    p.strong_from = charts.number("morale.strong_from", 0, p.morale_max + 1)
    p.price_artillery = charts.number("supply.artillery", 1)
    p.price_engineer = charts.number("supply.engineer", 1)
    p.price_air = charts.number("supply.air", 1)
    p.price_morale = charts.number("supply.morale", 1)
    p.markers_air = charts.number("markers.air")
    p.markers_artillery = charts.number("markers.artillery")
    p.markers_engineer = charts.number("markers.engineer")
    p.isolation_markers = charts.number("markers.isolation")
    for word in _die_row(charts, "bloody_streets.results"):
        if word not in STREETS:
            raise charts.fail("bloody_streets.results", f"'{word}' is not one of {', '.join(STREETS)}")
        p.streets.append(STREETS.index(word))
    for change in _die_row(charts, "isolation.change"):
        if not isinstance(change, int) or not -9 <= change <= 9:
            raise charts.fail("isolation.change", f"{change} is not a whole number from -9 to 9")
        p.isolation.append(change)
    for chart in CHARTS:
        p.events.append(_event_chart(charts, f"events.{chart}"))
    for nth in range(charts.tables("turns")):
        if charts.number("turns.turn", 1, 99, nth) != nth + 1:
            raise charts.fail("turns.turn", f"turns are listed in order; {nth + 1} belongs here", nth)
        p.turn_dates.append(charts.text("turns.dates", nth))
    _add_chart_facts(p, charts)
    charts.refuse_unread()


def _die_row(charts: Document, key: str) -> list[Any]:
    """A list with one entry for each face of a die."""
    row: list[Any] = charts.get(key, list)
    if len(row) != 6:
        raise charts.fail(key, f"has {len(row)} entries; a die has 6 faces")
    return row


def _event_chart(charts: Document, key: str) -> list[int]:
    """Event by the sum of three dice; every sum from 3 to 18 exactly once."""
    events = [-1] * 19
    for nth in range(charts.tables(key)):
        event = charts.word(f"{key}.event", EVENTS, nth)
        for roll in charts.numbers(f"{key}.rolls", 3, 18, nth):
            if events[roll] != -1:
                raise charts.fail(f"{key}.rolls", f"{roll} is in the chart already", nth)
            events[roll] = event
    for roll in range(3, 19):
        if events[roll] == -1:
            raise charts.fail(key, f"no event for a roll of {roll}")
    return events


# scenarios


def _freeze_scenario(p: Pack, tables: Tables, document: Document) -> Scenario:
    d = document
    d.known("", SCENARIO_KEYS)
    c = Scenario(d.text("name"))
    if d.file != f"scenarios/{c.name}.toml":
        raise d.fail("name", "should be the file's own name")
    c.title = d.text("title")
    c.last_turn = d.number("last_turn", 1, len(p.turn_dates) - 1)
    c.first_turn = d.number("first_turn", 1, c.last_turn)
    c.morale = d.number("morale", 0, p.morale_max)
    c.pavlov_area = d.number("pavlov_area", 0, p.areas)
    c.german_areas = sorted(d.numbers("german_areas", 1, p.areas))
    _set_soviets(p, c, d, tables.soviets)
    _set_arrivals(p, c, d)
    _set_germans(p, c, tables.units)
    division = d.text("withdrawal.division")
    if division not in p.division_name:
        raise d.fail("withdrawal.division", f"there is no division '{division}'")
    c.withdraw_division = p.division_name.index(division)
    c.withdraw_turn = d.number("withdrawal.turn", 0, c.last_turn)
    c.withdraw_return_areas = d.numbers("withdrawal.return_areas", 1, p.areas)
    c.return_mask = sum([1 << a for a in d.numbers("returns.areas", 1, p.areas)])
    c.bound_areas = d.numbers("returns.bound_areas", 1, p.areas)
    c.free_air = d.number("supply.free_air", 0, p.markers_air)
    for turn, points in _turn_table(c, d, "supply.minimum", "points", int):
        c.minimum_supply[turn] = points
    c.chart = d.word("events.chart", CHARTS)
    c.skip_event_turns = d.numbers("events.skip_turns", c.first_turn, c.last_turn)
    for turn, words in _turn_table(c, d, "events.no_result", "events", list):
        for word in words:
            if word not in EVENTS:
                raise d.fail("events.no_result", f"'{word}' is not one of {', '.join(EVENTS)}")
        c.no_result[turn] = [EVENTS.index(word) for word in words]
    c.victory_areas = d.number("victory.areas", 0, p.areas)
    c.victory_heavy = d.number("victory.heavy", 0, p.areas)
    c.needs_all = bool(d.get("victory.needs_all", bool))
    _add_scenario_facts(p, d)
    d.refuse_unread()
    return c


def _turn_table(c: Scenario, d: Document, key: str, field: str, kind: type) -> list[tuple[int, Any]]:
    """Entries like ``{ turn = 1, points = 16 }``."""
    found = []
    for entry in d.get(key, list):
        turn = entry.get("turn") if isinstance(entry, dict) else None
        if not isinstance(turn, int) or not c.first_turn <= turn <= c.last_turn:
            raise d.fail(key, f"each entry needs a turn from {c.first_turn} to {c.last_turn}")
        if not isinstance(entry.get(field), kind):
            raise d.fail(key, f"each entry needs '{field}', a {kind.__name__}")
        found.append((turn, entry[field]))
    return found


def _set_soviets(p: Pack, c: Scenario, d: Document, rows: list[Row]) -> None:
    """Every area is German or holds exactly one Soviet unit, and there are counters enough."""
    c.unrevealed = sorted(d.numbers("soviet.unrevealed", 1, p.areas))
    placed = [0] * p.kinds
    for entry in d.get("soviet.revealed", list):
        area = entry.get("area") if isinstance(entry, dict) else None
        name = entry.get("kind") if isinstance(entry, dict) else None
        if not isinstance(area, int) or not 1 <= area <= p.areas or name not in p.kind_name:
            raise d.fail("soviet.revealed", f"{entry} should name an area and a counter such as H-8-fanatic")
        kind = p.kind_name.index(name)
        if p.kind_terrain[kind] != p.terrain[area]:
            raise d.fail("soviet.revealed", f"area {area} is {TERRAINS[p.terrain[area]]}, {name} does not belong there")
        placed[kind] += 1
        c.revealed.append((area, kind))
    held = c.unrevealed + [area for area, _ in c.revealed]
    for a in range(1, p.areas + 1):
        if held.count(a) > 1:
            raise d.fail("soviet.revealed", f"area {a} holds two Soviet units")
        if (a in c.german_areas) == (a in held):
            raise d.fail("german_areas", f"area {a} should be German or hold a Soviet unit, one of the two")
    for kind, row in enumerate(rows):
        pool = row.number(c.name, 0, p.kind_count[kind])
        if pool + placed[kind] > p.kind_count[kind] or (kind == p.pavlov and pool):
            raise row.fail(c.name, f"{p.kind_name[kind]}: more in play than there are, or drawn without its rule")
        c.pool.append(pool)
    for terrain, word in enumerate(TERRAINS):
        need = sum(1 for a in c.unrevealed if p.terrain[a] == terrain)
        have = sum(n for kind, n in enumerate(c.pool) if p.kind_terrain[kind] == terrain)
        if need > have:
            raise d.fail("soviet.unrevealed", f"{need} areas are {word}, but only {have} such counters are drawn")


def _set_arrivals(p: Pack, c: Scenario, d: Document) -> None:
    for nth in range(d.tables("arrivals")):
        turn = d.number("arrivals.turn", c.first_turn, c.last_turn, nth)
        if turn in c.arrival_areas:
            raise d.fail("arrivals.turn", f"turn {turn} has a group already", nth)
        c.arrival_areas[turn] = d.numbers("arrivals.areas", 1, p.areas, nth)
        c.arrival_if_german[turn] = d.numbers("arrivals.if_german", 1, p.areas, nth)


def _set_germans(p: Pack, c: Scenario, rows: list[Row]) -> None:
    """Where each unit starts or when it arrives; no stack above the limit."""
    for row in rows:
        place = row.optional(c.name)
        area = int(place) if place.isdecimal() else 0
        turn = int(place[1:]) if place.startswith("T") and place[1:].isdecimal() else 0
        if place not in ("", "out") and not 1 <= area <= p.areas and turn not in c.arrival_areas:
            raise row.fail(c.name, f"'{place}' is no area, no turn with a group of arrivals (as T2), and not 'out'")
        c.start.append(area)
        c.start_out.append(place == "out")
        c.arrives.append(turn)
        together = c.start.count(area) if area else c.arrives.count(turn) if turn else 0
        if together > p.stack_limit:
            raise row.fail(c.name, f"more than {p.stack_limit} units in {place}")


def _check_homes(p: Pack, rows: list[Row]) -> None:
    for u, row in enumerate(rows):
        if not any(c.start[u] or c.start_out[u] or c.arrives[u] for c in p.scenarios.values()):
            raise row.fail("name", f"{p.unit_name[u]} has a place in no scenario")


# where the facts come from


def _add_facts(p: Pack, thing: str, row: Row) -> None:
    """One fact for each ``field=source`` pair of the row."""
    for pair in row.split("sources"):
        field, _, source = pair.partition("=")
        if field not in row.cells or field == "sources":
            raise row.fail("sources", f"'{field}' is not a column")
        if source not in SOURCES:
            raise row.fail("sources", f"'{source}' is not one of {', '.join(SOURCES)}")
        p.facts.append((thing, field, row.cells[field], source))


def _add_table_facts(p: Pack, d: Document, thing: str, table: Json) -> None:
    """One fact for each value of a table, from its ``source`` or, for the exceptions, its ``sources``."""
    exceptions = table.get("sources", {})
    for field, value in table.items():
        if field in ("source", "sources", "name", "title") or isinstance(value, dict):
            continue
        source = exceptions.get(field, table.get("source"))
        if source not in SOURCES:
            raise d.fail(f"{thing}.source", f"should be one of {', '.join(SOURCES)}")
        p.facts.append((thing, field, str(value), source))


def _add_chart_facts(p: Pack, d: Document) -> None:
    for thing, table in d.table.items():
        if thing == "turns":
            for entry in table:
                _add_table_facts(p, d, "turns", entry)
        elif thing == "events":
            for chart, entries in table.items():
                for entry in entries:
                    _add_table_facts(p, d, f"events.{chart}", entry)
        else:
            _add_table_facts(p, d, thing, table)


def _add_scenario_facts(p: Pack, d: Document) -> None:
    top = {key: value for key, value in d.table.items() if not isinstance(value, dict) and key != "arrivals"}
    _add_table_facts(p, d, d.table["name"], {**top, "sources": d.table.get("sources", {})})
    for key, value in d.table.items():
        if isinstance(value, dict) and key != "sources":
            _add_table_facts(p, d, f"{d.table['name']}.{key}", {**value, "source": d.table.get("source")})
    for entry in d.table.get("arrivals", []):
        _add_table_facts(p, d, f"{d.table['name']}.arrivals", {**entry, "source": d.table.get("source")})


def _checksum(tables: Tables) -> str:
    """Fingerprint of everything a rule reads: not of comments, notes, sources, outlines or drawing hints."""
    rows = [tables.areas, tables.units, tables.soviets]
    cells = [[_bare(row.cells) for row in table] for table in rows]
    documents = [_bare(tables.charts.table), *(_bare(d.table) for d in tables.scenarios)]
    text = json.dumps([cells, documents], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(entry) for key, entry in value.items() if key not in ("source", "sources", "note")}
    if isinstance(value, list):
        return [_bare(entry) for entry in value]
    return value
