"""Roads: loads the pack, in two halves.

``read`` turns files into plain rows and refuses what has the wrong form, naming file, line and column; ``freeze`` turns
rows into columns of ints. ``agreement.py`` then asks whether map, order of battle and scenarios agree.
"""

import hashlib
from pathlib import Path
from typing import Final

from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.scenario import Scenario, freeze_scenario, hexes_of
from kurgan.games.roads.pack.tables import TABLES, Charts
from kurgan.kernel.packfile import SOURCES, PackError, Row, known, need, read_csv, read_toml
from kurgan.kernel.protocol import Json

BUILT_IN: Final = Path(__file__).parent.parent / "data"
FILES: Final = (
    "pack.toml",
    "hexes.csv",
    "hexsides.csv",
    "regions.toml",
    "units.csv",
    "supports.csv",
    "ju52.csv",
    "charts.toml",
)
FORMAT: Final = 1

HEX_COLUMNS: Final = (
    "hex", "name", "terrain", "settlement", "red_star", "airfield", "supplies", "supplies_from", "control", "source",
    "sources",
)  # fmt: skip
SIDE_COLUMNS: Final = ("hex", "other", "river", "lake", "water", "line", "ferry", "name", "sources")
UNIT_COLUMNS: Final = (
    "unit", "title", "formation", "side", "nation", "kind", "elite", "armored", "box", "attack", "defense", "movement",
    "attack_2", "defense_2", "movement_2", "radius", "division", "marker", "source", "values_source",
)  # fmt: skip
SUPPORT_COLUMNS: Final = (
    "support", "title", "side", "copies", "offensive", "class", "must_play", "leader", "attached", "enters",
    "attack_shift", "defense_shift", "attack_bonus", "defense_bonus", "box", "range", "chance", "source",
    "effect_source",
)  # fmt: skip
JU52_COLUMNS: Final = ("ju52", "title", "copies", "removed", "source", "copies_source")
HEX_FIELDS: Final = ("name", "settlement", "red_star", "airfield", "supplies", "control")
SIDE_FIELDS: Final = ("river", "lake", "line", "ferry")
REGIONS: Final = (
    "stalingrad", "last_positions", "zone_28th_army", "vp_2", "vp_4", "dnieper_bend", "west_of_donets", "east_of_don",
    "east_of_don_low", "chir_don", "beyond_chir",
)  # fmt: skip
NAMED: Final = ("pitomnik", "gumrak", "morozovsk", "tatsinskaya", "rostov", "kharkov", "kotelnikovo", "optional_entry")


class Raw:
    """The files of a pack as rows and tables, form checked, meaning not yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pack = read_toml(folder, "pack.toml")
        self.hexes = read_csv(folder, "hexes.csv", HEX_COLUMNS)
        self.sides = read_csv(folder, "hexsides.csv", SIDE_COLUMNS)
        self.regions = read_toml(folder, "regions.toml")
        self.units = read_csv(folder, "units.csv", UNIT_COLUMNS)
        self.supports = read_csv(folder, "supports.csv", SUPPORT_COLUMNS)
        self.ju52 = read_csv(folder, "ju52.csv", JU52_COLUMNS)
        self.charts = read_toml(folder, "charts.toml")
        self.scenarios = {name: read_toml(folder / "scenarios", name + ".toml") for name in vocabulary.SCENARIOS}
        self.checksum = checksum(folder)


class Pack(Charts):
    """Every fact of the title as columns of ints; see vocabulary.py for what the numbers mean."""

    def __init__(self, raw: Raw) -> None:
        super().__init__(raw.charts, raw.pack["turns"]["names"])
        self.source = str(raw.folder)
        self.checksum = raw.checksum
        self.title: str = raw.pack["title"]
        self.edition: str = raw.pack["edition"]
        self.note: str = raw.pack["note"]
        self.reconstructed: bool = raw.pack["reconstructed"]
        self.built_in: bool = raw.pack["built_in"]
        self.facts: list[tuple[str, str, str, str]] = []
        self.turn_name: list[str] = list(raw.pack["turns"]["names"])
        self.turn_title: list[str] = [name.replace("_", " ") for name in self.turn_name]
        self.rows: int = raw.pack["grid"]["rows"]
        self.columns: int = raw.pack["grid"]["columns"]
        limits = raw.pack["limits"]
        self.stack_limit: int = limits["stacking"]
        self.source_radius: int = limits["source_radius"]
        self.allied_supply: int = limits["allied_supply"]
        self.opening_row: int = limits["opening_row"]
        self.opening_column: int = limits["opening_column"]
        self.major_supports: int = limits["major_offensive_supports"]
        self.chosen_supports: int = limits["chosen_supports"]
        self.forbidden_row: int = limits["forbidden_row"]
        self.om_radius: list[int] = list(raw.pack["offensive_markers"]["radius"])
        self.om_stalingrad_radius: list[int] = list(raw.pack["offensive_markers"]["stalingrad_radius"])
        # The map.
        self.hex_count: int = self.rows * self.columns
        self.hex_name: list[str] = []
        self.hex_index: dict[str, int] = {}
        self.place_name: list[str] = []
        self.row: list[int] = []
        self.col: list[int] = []
        self.axial_q: list[int] = []
        self.terrain: list[int] = []
        self.settlement: list[int] = []
        self.red_star: list[int] = []
        self.airfield: list[int] = []
        self.is_land: list[int] = []
        self.source_side: list[int] = []
        self.source_turn: list[int] = []
        self.start_control: list[int] = []
        sides = self.hex_count * 6
        self.near: list[int] = [-1] * sides
        self.river: list[int] = [0] * sides
        self.lake: list[int] = [0] * sides
        self.rail: list[int] = [0] * sides
        self.road: list[int] = [0] * sides
        self.bridge: list[int] = [0] * sides
        self.ferry: list[int] = [0] * sides
        self.water_name: dict[int, str] = {}
        self.neighbours: list[list[int]] = []
        self.rail_hex: list[int] = [0] * self.hex_count
        self.road_hex: list[int] = [0] * self.hex_count
        # Regions.
        self.stalingrad: list[int] = []
        self.last_positions: list[int] = []
        self.vp2_hexes: list[int] = []
        self.vp4_hexes: list[int] = []
        self.zone_28th: list[int] = []
        self.dnieper_bend: list[int] = []
        self.west_of_donets: list[int] = []
        self.east_of_don: list[int] = []
        self.east_of_don_low: list[int] = []
        self.chir_don: list[int] = []
        self.beyond_chir: list[int] = []
        self.is_stalingrad: list[int] = []
        self.is_last_position: list[int] = []
        self.pitomnik = self.gumrak = self.morozovsk = self.tatsinskaya = -1
        self.rostov = self.kharkov = self.kotelnikovo = self.optional_entry = -1
        self.major_cities: list[list[int]] = []
        self.city_hexes: list[int] = []
        self.offensive_places: list[int] = []
        # Units.
        self.unit_count = 0
        self.unit_name: list[str] = []
        self.unit_index: dict[str, int] = {}
        self.unit_title: list[str] = []
        self.formation: list[str] = []
        self.side: list[int] = []
        self.nation: list[int] = []
        self.kind: list[int] = []
        self.elite: list[int] = []
        self.armored: list[int] = []
        self.box: list[int] = []
        self.max_steps: list[int] = []
        self.attack: list[int] = []
        self.defense: list[int] = []
        self.movement: list[int] = []
        self.radius: list[int] = []
        self.division: list[int] = []
        self.components: list[int] = []
        self.is_hq: list[int] = []
        self.is_kg: list[int] = []
        self.is_combat: list[int] = []
        self.hqs: list[int] = []
        self.hqs_of: list[list[int]] = [[], []]
        self.armor_kgs: list[int] = []
        self.infantry_kgs: list[int] = []
        self.alarm_units: list[int] = []
        self.alert_units: list[int] = []
        self.hq_6a = self.hq_italian = self.hq_transcaucasus = -1
        # Support and Ju 52 markers.
        self.support_count = len(vocabulary.SUPPORTS)
        self.support_name: list[str] = []
        self.support_index: dict[str, int] = {}
        self.support_title: list[str] = []
        self.support_side: list[int] = []
        self.support_copies: list[int] = []
        self.support_offensive: list[int] = []
        self.support_class: list[int] = []
        self.support_must_play: list[int] = []
        self.support_leader: list[int] = []
        self.support_attached: list[int] = []
        self.support_turn: list[int] = []
        self.support_attack_shift: list[int] = []
        self.support_defense_shift: list[int] = []
        self.support_attack_bonus: list[int] = []
        self.support_defense_bonus: list[int] = []
        self.support_box: list[int] = []
        self.support_range: list[int] = []
        self.support_chance: list[int] = []
        self.marker_count = 0
        self.marker_kind: list[int] = []
        self.bridging_markers: list[int] = []
        self.markers_of: list[list[int]] = [[], []]
        self.markers_of_kind: list[list[int]] = []
        self.soviet_guns: list[int] = []
        self.ju_count = 0
        self.ju_kind: list[int] = []
        self.ju_title: list[str] = []
        self.ju_removed: list[int] = []
        self.mars_changes: list[tuple[int, int, int]] = []
        self.mars_free_rail: list[int] = []
        self.scenarios: dict[str, Scenario] = {}

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b over any ground."""
        dq = self.axial_q[a] - self.axial_q[b]
        dr = self.row[a] - self.row[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def direction(self, a: int, b: int) -> int:
        """Direction of a neighbour, -1 if b does not touch a."""
        for d in range(6):
            if self.near[a * 6 + d] == b:
                return d
        return -1


def load(folder: Path | None = None) -> Pack:
    """The pack in a folder, or the built-in one; raises PackError naming file, line and column."""
    from kurgan.games.roads.pack import agreement  # check reads Pack; importing it above would be a circle

    pack = freeze(read(folder or BUILT_IN))
    agreement.check(pack)
    return pack


def checksum(folder: Path) -> str:
    """BLAKE2b over the files that decide the play, in a fixed order (texts and drawing hints do not count)."""
    digest = hashlib.blake2b(digest_size=16)
    for name in [*FILES, *(f"scenarios/{name}.toml" for name in vocabulary.SCENARIOS)]:
        digest.update(name.encode() + b"\n" + (folder / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def read(folder: Path) -> Raw:
    """The files, with their form checked."""
    raw = Raw(folder)
    for name, table in (("pack.toml", raw.pack), ("regions.toml", raw.regions), ("charts.toml", raw.charts)):
        check_format(table, name)
    for name, table in raw.scenarios.items():
        check_format(table, f"scenarios/{name}.toml")
    known(
        raw.pack,
        ("format", "name", "title", "edition", "version", "reconstructed", "built_in", "note", "credits", "sources",
         "scenarios", "grid", "turns", "offensive_markers", "limits"),
        "pack.toml",
    )  # fmt: skip
    for key, kind in (("title", str), ("edition", str), ("reconstructed", bool), ("built_in", bool), ("note", str)):
        need(raw.pack, key, kind, "pack.toml")
    for key in ("rows", "columns"):
        need(need(raw.pack, "grid", dict, "pack.toml"), key, int, "pack.toml", "grid")
    need(need(raw.pack, "turns", dict, "pack.toml"), "names", list, "pack.toml", "turns")
    for key in ("radius", "stalingrad_radius"):
        need(need(raw.pack, "offensive_markers", dict, "pack.toml"), key, list, "pack.toml", "offensive_markers")
    limits = need(raw.pack, "limits", dict, "pack.toml")
    for key in ("stacking", "source_radius", "allied_supply", "opening_row", "opening_column",
                "major_offensive_supports", "chosen_supports", "forbidden_row"):  # fmt: skip
        need(limits, key, int, "pack.toml", "limits")
    if need(raw.pack, "name", str, "pack.toml") != "roads":
        raise PackError("pack.toml", f"is a pack of '{raw.pack['name']}', not of roads")
    return raw


def check_format(table: Json, file: str) -> None:
    if need(table, "format", int, file) != FORMAT:
        raise PackError(file, f"has format {table['format']}; this program reads format {FORMAT}")


def freeze(raw: Raw) -> Pack:
    """Rows into columns of ints."""
    pack = Pack(raw)
    freeze_hexes(pack, raw.hexes)
    freeze_sides(pack, raw.sides)
    freeze_regions(pack, raw.regions)
    find_places(pack)
    freeze_units(pack, raw.units)
    freeze_supports(pack, raw.supports)
    freeze_ju52(pack, raw.ju52)
    for name in TABLES:
        add_table_fact(pack, name, raw.charts[name]["source"], "charts.toml")
    units = {name: u for u, name in enumerate(pack.unit_name)}
    for box, name, turn in pack.mars_change_names:
        pack.mars_changes.append((box, unit_named(units, name), turn))
    pack.mars_free_rail = [unit_named(units, name) for name in pack.mars_free_rail_names]
    for name in vocabulary.SCENARIOS:
        pack.scenarios[name] = freeze_scenario(pack, name, raw.scenarios[name])
    return pack


def freeze_hexes(pack: Pack, rows: list[Row]) -> None:
    if len(rows) != pack.hex_count:
        raise PackError("hexes.csv", f"has {len(rows)} hexes; the grid of pack.toml asks for {pack.hex_count}")
    for line in rows:
        name = line.text("hex")
        h = len(pack.hex_name)
        wanted = f"{h // pack.columns:02d}{h % pack.columns + 1:02d}"
        if name != wanted:
            raise line.fail("hex", f"'{name}' stands where {wanted} is due (row by row from the south-west)")
        terrain = line.one_of("terrain", vocabulary.TERRAINS)
        control = line.one_of("control", (*vocabulary.SIDES, "none"))
        if (terrain == vocabulary.SEA) != (control == 2):
            raise line.fail("control", "land is held by somebody and sea by nobody")
        source = line.one_of("supplies", (*vocabulary.SIDES, "none"))
        pack.hex_name.append(name)
        pack.hex_index[name] = h
        pack.place_name.append(line.optional("name"))
        r, c = h // pack.columns, h % pack.columns + 1
        pack.row.append(r)
        pack.col.append(c)
        pack.axial_q.append(c - (r + r % 2) // 2)
        pack.terrain.append(terrain)
        pack.settlement.append(line.one_of("settlement", vocabulary.SETTLEMENTS))
        pack.red_star.append(int(line.flag("red_star")))
        pack.airfield.append(int(line.flag("airfield")))
        pack.is_land.append(int(terrain != vocabulary.SEA))
        pack.source_side.append(-1 if source == 2 else source)
        pack.source_turn.append(-1 if source == 2 else line.one_of("supplies_from", pack.turn_name))
        pack.start_control.append(-1 if control == 2 else control)
        add_fact(pack, line, f"hex {name}", "terrain", "source")
        add_facts(pack, line, f"hex {name}", HEX_FIELDS)
    for h in range(pack.hex_count):
        even = pack.row[h] % 2 == 0
        for d, (dr, dc) in enumerate(((0, 1), (1, even), (1, even - 1), (0, -1), (-1, even - 1), (-1, even))):
            r, c = pack.row[h] + dr, pack.col[h] + dc
            if 0 <= r < pack.rows and 1 <= c <= pack.columns:
                pack.near[h * 6 + d] = r * pack.columns + c - 1


def freeze_sides(pack: Pack, rows: list[Row]) -> None:
    seen: set[tuple[int, int]] = set()
    for line in rows:
        a, b = hex_of(pack, line, "hex"), hex_of(pack, line, "other")
        d = pack.direction(a, b)
        if d < 0:
            raise line.fail("other", f"{line.text('other')} does not touch {line.text('hex')}")
        if (a, b) in seen or (b, a) in seen:
            raise line.fail("hex", "this side has a row already")
        seen.add((a, b))
        river = line.one_of("river", vocabulary.RIVERS)
        link = line.one_of("line", ("none", "road", "rail"))
        ferry, lake = line.flag("ferry"), line.flag("lake")
        if ferry and river != vocabulary.MAJOR:
            raise line.fail("ferry", "a ferry needs a major river")
        if lake and link:
            raise line.fail("line", "no road crosses a lake side")
        if link and not (pack.is_land[a] and pack.is_land[b]):
            raise line.fail("line", "a road or railway cannot run into the sea")
        for i, h in ((a * 6 + d, a), (b * 6 + (d + 3) % 6, b)):
            pack.river[i] = river
            pack.lake[i] = int(lake)
            pack.rail[i] = int(link == 2)
            pack.road[i] = int(link > 0)
            pack.bridge[i] = int(link > 0 and river > 0)
            pack.ferry[i] = int(ferry)
            if line.optional("water"):
                pack.water_name[i] = line.optional("water")
            pack.rail_hex[h] |= int(link == 2)
            pack.road_hex[h] |= int(link > 0)
        add_facts(pack, line, f"side {line.text('hex')}-{line.text('other')}", SIDE_FIELDS)
    for h in range(pack.hex_count):
        sides = [h * 6 + d for d in range(6)]
        pack.neighbours.append(
            [pack.near[i] for i in sides if pack.near[i] >= 0 and pack.is_land[pack.near[i]] and not pack.lake[i]]
            if pack.is_land[h]
            else []
        )


def freeze_regions(pack: Pack, table: Json) -> None:
    file = "regions.toml"
    known(table, ("format", *REGIONS, "named"), file)
    lists: dict[str, list[int]] = {}
    for name in REGIONS:
        region = need(table, name, dict, file)
        known(region, ("source", "hexes"), file, name)
        add_table_fact(pack, name, need(region, "source", str, file, name), file)
        lists[name] = hexes_of(pack, need(region, "hexes", list, file, name), file, name)
    pack.stalingrad = lists["stalingrad"]
    pack.last_positions = lists["last_positions"]
    pack.vp2_hexes = lists["vp_2"]
    pack.vp4_hexes = lists["vp_4"]
    pack.is_stalingrad = marked(pack, pack.stalingrad)
    pack.is_last_position = marked(pack, pack.last_positions)
    pack.zone_28th = marked(pack, lists["zone_28th_army"])
    pack.dnieper_bend = marked(pack, lists["dnieper_bend"])
    pack.west_of_donets = marked(pack, lists["west_of_donets"])
    pack.east_of_don = marked(pack, lists["east_of_don"])
    pack.east_of_don_low = marked(pack, lists["east_of_don_low"])
    pack.chir_don = marked(pack, lists["chir_don"])
    pack.beyond_chir = marked(pack, lists["beyond_chir"])
    named = need(table, "named", dict, file)
    known(named, ("source", *NAMED), file, "named")
    single = [hexes_of(pack, [need(named, name, str, file, "named")], file, name)[0] for name in NAMED]
    pack.pitomnik, pack.gumrak, pack.morozovsk, pack.tatsinskaya = single[:4]
    pack.rostov, pack.kharkov, pack.kotelnikovo, pack.optional_entry = single[4:]
    add_table_fact(pack, "named", need(named, "source", str, file, "named"), file)
    pack.major_cities = [list(pack.stalingrad)]
    for h in range(pack.hex_count):
        if pack.settlement[h] == vocabulary.MAJOR_CITY and not pack.is_stalingrad[h]:
            pack.major_cities.append([h])


def find_places(pack: Pack) -> None:
    """Cities, and the places that offensive markers may be put on: cities, junctions in villages, bridges, ferries."""
    for h in range(pack.hex_count):
        sides = range(h * 6, h * 6 + 6)
        links = [i for i in sides if pack.road[i]]
        rails = sum(pack.rail[i] for i in links)
        junction = rails >= 3 or 1 <= rails < len(links)
        crossing = any(pack.ferry[i] or (pack.bridge[i] and pack.river[i] == vocabulary.MAJOR) for i in sides)
        if pack.settlement[h] >= vocabulary.CITY:
            pack.city_hexes.append(h)
        if pack.settlement[h] >= vocabulary.CITY or crossing or (pack.settlement[h] == vocabulary.VILLAGE and junction):
            pack.offensive_places.append(h)


def freeze_units(pack: Pack, rows: list[Row]) -> None:
    divisions: dict[str, int] = {}
    for line in rows:
        u = pack.unit_count
        name = line.text("unit")
        if name in pack.unit_index or " " in name:
            raise line.fail("unit", f"'{name}' is not a new name without blanks")
        kind = line.one_of("kind", vocabulary.KINDS)
        side, nation = line.one_of("side", vocabulary.SIDES), line.one_of("nation", vocabulary.NATIONS)
        if (nation == vocabulary.SOVIET_NATION) != (side == vocabulary.SOVIET):
            raise line.fail("nation", f"a {vocabulary.NATIONS[nation]} unit cannot be on this side")
        radius = line.number("radius", 0, 20)
        if (radius > 0) != (kind == vocabulary.HQ):
            raise line.fail("radius", "headquarters have a command radius, other units have none")
        full = [line.number(column, 0, 20) for column in ("attack", "defense", "movement")]
        flip = [line.optional(column) for column in ("attack_2", "defense_2", "movement_2")]
        if any(flip) != all(flip):
            raise line.fail("attack_2", "the flip side needs all three factors or none")
        reduced = [line.number(c, 0, 20) for c in ("attack_2", "defense_2", "movement_2")] if any(flip) else full
        pack.unit_count += 1
        pack.unit_name.append(name)
        pack.unit_index[name] = u
        pack.unit_title.append(line.text("title"))
        pack.formation.append(line.optional("formation"))
        pack.side.append(side)
        pack.nation.append(nation)
        pack.kind.append(kind)
        pack.elite.append(int(line.flag("elite")))
        pack.armored.append(int(line.flag("armored")))
        pack.box.append(line.one_of("box", vocabulary.ATTACK_BOXES))
        pack.max_steps.append(2 if any(flip) else 1)
        pack.attack += [0, reduced[0], full[0]]
        pack.defense += [0, reduced[1], full[1]]
        pack.movement += [0, reduced[2], full[2]]
        pack.radius.append(radius)
        group = line.optional("division")
        pack.division.append(divisions.setdefault(group, u) if group else u)
        pack.is_hq.append(int(kind == vocabulary.HQ))
        pack.is_kg.append(int(kind in (vocabulary.ARMOR_KG, vocabulary.INFANTRY_KG)))
        pack.is_combat.append(int(kind != vocabulary.HQ))
        sort_unit(pack, line, u)
        add_fact(pack, line, f"unit {name}", "unit", "source")
        add_fact(pack, line, f"unit {name}", "factors", "values_source")
    pack.components = [pack.division.count(d) for d in pack.division]


def unit_named(units: dict[str, int], name: str) -> int:
    if name not in units:
        raise PackError("charts.toml", f"'mars' names '{name}', which is no unit of units.csv")
    return units[name]


def sort_unit(pack: Pack, line: Row, u: int) -> None:
    """Put the unit on the lists that rules ask for."""
    kind = pack.kind[u]
    if kind == vocabulary.HQ:
        pack.hqs.append(u)
        pack.hqs_of[pack.side[u]].append(u)
    elif kind == vocabulary.ARMOR_KG:
        pack.armor_kgs.append(u)
    elif kind == vocabulary.INFANTRY_KG:
        pack.infantry_kgs.append(u)
    elif kind == vocabulary.ALARM:
        marker = line.one_of("marker", ("alarm", "alert_battalion"))
        (pack.alert_units if marker else pack.alarm_units).append(u)
    if line.text("unit") == "GE-HQ-6A":
        pack.hq_6a = u
    elif line.text("unit") == "IT-HQ-8A":
        pack.hq_italian = u
    elif line.text("unit") == "SU-HQ-TRANS":
        pack.hq_transcaucasus = u


def freeze_supports(pack: Pack, rows: list[Row]) -> None:
    for line in rows:
        k = len(pack.support_name)
        name = line.text("support")
        if k >= len(vocabulary.SUPPORTS) or name != vocabulary.SUPPORTS[k]:
            raise line.fail("support", "the markers and their order are fixed; only their figures may change")
        side = line.one_of("side", vocabulary.SIDES)
        enters = line.one_of("enters", (*pack.turn_name, "momentum"))
        pack.support_name.append(name)
        pack.support_index[name] = k
        pack.support_title.append(line.text("title"))
        pack.support_side.append(side)
        pack.support_copies.append(line.number("copies", 0, 20))
        pack.support_offensive.append(int(line.flag("offensive")))
        pack.support_class.append(line.one_of("class", vocabulary.SUPPORT_CLASSES))
        pack.support_must_play.append(int(line.flag("must_play")))
        pack.support_leader.append(int(line.flag("leader")))
        pack.support_attached.append(int(line.flag("attached")))
        pack.support_turn.append(-1 if enters == len(pack.turn_name) else enters)
        pack.support_attack_shift.append(line.number("attack_shift", 0, 3))
        pack.support_defense_shift.append(line.number("defense_shift", -3, 0))
        pack.support_attack_bonus.append(line.number("attack_bonus", 0, 9))
        pack.support_defense_bonus.append(line.number("defense_bonus", 0, 9))
        pack.support_box.append(line.one_of("box", vocabulary.ATTACK_BOXES))
        pack.support_range.append(line.number("range", 0, 9))
        pack.support_chance.append(line.number("chance", 0, 6))
        pack.marker_kind += [k] * pack.support_copies[k]
        add_fact(pack, line, f"support {name}", "support", "source")
        add_fact(pack, line, f"support {name}", "effect", "effect_source")
    if len(pack.support_name) != len(vocabulary.SUPPORTS):
        raise PackError("supports.csv", f"'{vocabulary.SUPPORTS[len(pack.support_name)]}' is missing")
    pack.marker_count = len(pack.marker_kind)
    bridging = (vocabulary.SOVIET_BRIDGING, vocabulary.AXIS_BRIDGING)
    pack.bridging_markers = [m for m, kind in enumerate(pack.marker_kind) if kind in bridging]
    for side in (vocabulary.SOVIET, vocabulary.AXIS):
        pack.markers_of[side] = [m for m, kind in enumerate(pack.marker_kind) if pack.support_side[kind] == side]
    for k in range(pack.support_count):
        pack.markers_of_kind.append([m for m, kind in enumerate(pack.marker_kind) if kind == k])
    guns = (vocabulary.CLASS_ARTILLERY, vocabulary.CLASS_ROCKET)
    pack.soviet_guns = [
        m for m in pack.markers_of[vocabulary.SOVIET] if pack.support_class[pack.marker_kind[m]] in guns
    ]


def freeze_ju52(pack: Pack, rows: list[Row]) -> None:
    for k, line in enumerate(rows):
        if k >= len(vocabulary.JU52S) or line.text("ju52") != vocabulary.JU52S[k]:
            raise line.fail("ju52", "the kinds and their order are fixed; only their numbers may change")
        pack.ju_kind += [k] * line.number("copies", 0, 15)
        pack.ju_title.append(line.text("title"))
        pack.ju_removed.append(int(line.flag("removed")))
        add_fact(pack, line, f"Ju 52 {line.text('ju52')}", "ju52", "source")
        add_fact(pack, line, f"Ju 52 {line.text('ju52')}", "copies", "copies_source")
    if len(pack.ju_title) != len(vocabulary.JU52S):
        raise PackError("ju52.csv", f"'{vocabulary.JU52S[len(pack.ju_title)]}' is missing")
    pack.ju_count = len(pack.ju_kind)


def hex_of(pack: Pack, line: Row, column: str) -> int:
    name = line.text(column)
    if name not in pack.hex_index:
        raise line.fail(column, f"'{name}' is no hex of hexes.csv")
    return pack.hex_index[name]


def marked(pack: Pack, hexes: list[int]) -> list[int]:
    column = [0] * pack.hex_count
    for h in hexes:
        column[h] = 1
    return column


def add_fact(pack: Pack, line: Row, thing: str, field: str, column: str) -> None:
    """Remember where a figure comes from: (thing, field, value, source)."""
    line.one_of(column, SOURCES)
    value = line.optional(field) if field in line.cells else ""
    pack.facts.append((thing, field, value, line.text(column)))


def add_facts(pack: Pack, line: Row, thing: str, fields: tuple[str, ...]) -> None:
    for pair in line.split("sources"):
        field, _, word = pair.partition("=")
        if field not in fields or word not in SOURCES:
            raise line.fail("sources", f"'{pair}' is not field=source; fields are {', '.join(fields)}")
        pack.facts.append((thing, field, line.optional(field), word))


def add_table_fact(pack: Pack, thing: str, word: str, file: str) -> None:
    if word not in SOURCES:
        raise PackError(file, f"'{thing}.source': '{word}' is not one of {', '.join(SOURCES)}")
    pack.facts.append((file, thing, "", word))
