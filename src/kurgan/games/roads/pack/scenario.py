"""Roads: one scenario of the pack, frozen."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from kurgan.games.roads.pack import vocabulary
from kurgan.kernel.packfile import SOURCES, PackError, known, need
from kurgan.kernel.protocol import Json

if TYPE_CHECKING:
    from kurgan.games.roads.pack.pack import Pack

USES: Final = ("mars", "momentum", "approval", "manstein", "offensives", "stavka", "air_bridge")
KEYS: Final = (
    "format", "title", "source", "setup_source", "first_turn", "last_turn", "first_side", "rows", "columns",
    "trace_over_whole_map", "uses", "weather", "markers", "offensive_markers", "supports", "victory", "sources",
    "pocket", "control", "setup", "reinforcements", "upgrades", "withdrawals",
)  # fmt: skip
MARKER_KEYS: Final = (
    "superiority", "superiority_chosen", "manstein", "fuhrer", "manstein_offensive", "fortress_hex", "fortress_level",
    "rail_points_first", "rail_points", "soviet_replacements_first", "soviet_replacements", "axis_replacements",
)  # fmt: skip
SUPPORT_KEYS: Final = (
    "soviet_choose", "soviet_choose_guns", "soviet_choose_stavka", "soviet_random_stavka", "soviet_random_major",
    "soviet_random_minor_b", "soviet_each_turn", "axis_choose", "axis_random", "axis_each_turn", "shortages", "redraw",
)  # fmt: skip


class Scenario:
    """Setup, arrivals and limits of one scenario; victory numbers by name."""

    def __init__(self, name: str, title: str, hex_count: int, unit_count: int, turn_count: int) -> None:
        self.name = name
        self.title = title
        self.number = vocabulary.SCENARIOS.index(name)
        self.first_turn = 0
        self.last_turn = 0
        self.first_side = vocabulary.SOVIET
        self.plays: list[int] = [0] * hex_count
        self.trace_whole = 1
        self.traces: list[int] = [0] * hex_count
        self.control: list[int] = []
        self.source_side: list[int] = []
        self.source_turn: list[int] = []
        self.captured: list[int] = [0] * hex_count
        self.ground = self.sky = self.ice = 0
        self.setup_place: list[int] = [vocabulary.NOT_PLACED] * unit_count
        self.setup_steps: list[int] = [0] * unit_count
        self.oos_fs_start: list[int] = []
        self.arrival_turn: list[int] = [-1] * unit_count
        self.arrival_hexes: list[list[int]] = [[] for _ in range(unit_count)]
        self.upgrades: list[tuple[int, int, int, int]] = []
        self.withdrawals: list[tuple[int, int, int, int, int]] = []
        self.historical: list[list[int]] = []
        self.manstein = self.fuhrer = -1
        self.manstein_side = 0
        self.superiority = 4
        self.superiority_chosen = 0
        self.rail_points: list[int] = [0] * turn_count
        self.soviet_rp: list[int] = [0] * turn_count
        self.axis_rp_used = 0
        self.uses_mars = self.uses_momentum = self.uses_approval = self.uses_manstein = 0
        self.uses_offensives = self.uses_stavka = self.uses_air_bridge = 0
        self.om_turn: list[int] = [-1, -1, -1]
        self.fs_hex = -1
        self.fs_level = 0
        self.soviet_choose = self.soviet_choose_guns = self.soviet_choose_stavka = 0
        self.soviet_random_stavka = self.soviet_random_major = self.soviet_random_minor_b = 0
        self.axis_choose = self.axis_random = 0
        self.soviet_each_turn = self.axis_each_turn = -1
        self.shortages = 0
        self.redraw: list[int] = []
        self.levels: list[tuple[int, int, str]] = []
        self.victory: dict[str, int] = {}
        self.victory_hexes: dict[str, list[int]] = {}


def freeze_scenario(pack: "Pack", name: str, table: Json) -> Scenario:
    """One TOML file into a Scenario; complaints name the file and the key."""
    file = f"scenarios/{name}.toml"
    known(table, KEYS, file)
    s = Scenario(name, need(table, "title", str, file), pack.hex_count, pack.unit_count, len(pack.turn_name))
    note_source(pack, file, "rules", need(table, "source", str, file))
    note_source(pack, file, "setup", need(table, "setup_source", str, file))
    s.first_turn = turn_of(pack, need(table, "first_turn", str, file), file, "first_turn")
    s.last_turn = turn_of(pack, need(table, "last_turn", str, file), file, "last_turn")
    s.first_side = word_of(need(table, "first_side", str, file), vocabulary.SIDES, file, "first_side")
    s.trace_whole = int(need(table, "trace_over_whole_map", bool, file))
    freeze_part(pack, s, table, file)
    freeze_uses(s, need(table, "uses", list, file), file)
    weather = need(table, "weather", dict, file)
    s.ground = word_of(weather["ground"], vocabulary.GROUNDS, file, "weather.ground")
    s.sky = -1 if weather["sky"] == "roll" else word_of(weather["sky"], vocabulary.SKIES, file, "weather.sky")
    s.ice = word_of(weather["ice"], vocabulary.ICES, file, "weather.ice")
    freeze_markers(pack, s, need(table, "markers", dict, file), file)
    markers = need(table, "offensive_markers", dict, file)
    known(markers, vocabulary.OFFENSIVE_MARKERS, file, "offensive_markers")
    for marker, turn in markers.items():
        s.om_turn[vocabulary.OFFENSIVE_MARKERS.index(marker)] = turn_of(pack, turn, file, "offensive_markers")
    freeze_supports(pack, s, need(table, "supports", dict, file), file)
    freeze_victory(pack, s, need(table, "victory", dict, file), file)
    freeze_setup(pack, s, need(table, "setup", list, file), file)
    if "pocket" in table:
        pocket = hexes_of(pack, table["pocket"]["hexes"], file, "pocket.hexes")
        s.oos_fs_start = [u for u in range(pack.unit_count) if s.setup_place[u] in pocket]
    freeze_arrivals(pack, s, table, file)
    return s


def freeze_part(pack: "Pack", s: Scenario, table: Json, file: str) -> None:
    """The played part of the map, who holds what, and the supply sources."""
    rows, columns = need(table, "rows", list, file), need(table, "columns", list, file)
    for h in range(pack.hex_count):
        inside = rows[0] <= pack.row[h] <= rows[1] and columns[0] <= pack.col[h] <= columns[1]
        s.plays[h] = int(inside and pack.is_land[h] == 1)
        s.traces[h] = int(pack.is_land[h] == 1 and (inside or s.trace_whole == 1))
    s.control = list(pack.start_control)
    if "control" in table:
        note_source(pack, file, "control", need(table["control"], "source", str, file, "control"))
        axis = set(hexes_of(pack, need(table["control"], "axis", list, file, "control"), file, "control.axis"))
        for h in range(pack.hex_count):
            if pack.is_land[h]:
                s.control[h] = vocabulary.AXIS if h in axis else vocabulary.SOVIET
    for h in range(pack.hex_count):
        taken = pack.start_control[h] == vocabulary.AXIS and s.control[h] == vocabulary.SOVIET
        s.captured[h] = int(taken and (pack.settlement[h] >= vocabulary.CITY or pack.red_star[h] == 1))
    s.source_side = list(pack.source_side)
    s.source_turn = list(pack.source_turn)
    if "sources" in table:
        note_source(pack, file, "sources", need(table["sources"], "source", str, file, "sources"))
        s.source_side = [-1] * pack.hex_count
        s.source_turn = [-1] * pack.hex_count
        for side, word in enumerate(vocabulary.SIDES):
            for h in hexes_of(pack, need(table["sources"], word, list, file, "sources"), file, "sources"):
                s.source_side[h] = side
                s.source_turn[h] = 0


def freeze_uses(s: Scenario, words: list[str], file: str) -> None:
    for word in words:
        word_of(word, USES, file, "uses")
    s.uses_mars = int("mars" in words)
    s.uses_momentum = int("momentum" in words)
    s.uses_approval = int("approval" in words)
    s.uses_manstein = int("manstein" in words)
    s.uses_offensives = int("offensives" in words)
    s.uses_stavka = int("stavka" in words)
    s.uses_air_bridge = int("air_bridge" in words)


def freeze_markers(pack: "Pack", s: Scenario, table: Json, file: str) -> None:
    known(table, MARKER_KEYS, file, "markers")
    s.superiority = need(table, "superiority", int, file, "markers")
    s.superiority_chosen = int(need(table, "superiority_chosen", bool, file, "markers"))
    s.manstein = table.get("manstein", -1)
    s.fuhrer = table.get("fuhrer", -1)
    s.manstein_side = int(table.get("manstein_offensive", "wintergewitter") == "backhand")
    if "fortress_hex" in table:
        s.fs_hex = hexes_of(pack, [table["fortress_hex"]], file, "markers.fortress_hex")[0]
        s.fs_level = need(table, "fortress_level", int, file, "markers")
    for column, word in ((s.rail_points, "rail_points"), (s.soviet_rp, "soviet_replacements")):
        later = need(table, word, int, file, "markers")
        for t in range(s.first_turn, len(pack.turn_name)):
            column[t] = later
        column[s.first_turn] = need(table, word + "_first", int, file, "markers")
    s.axis_rp_used = int(need(table, "axis_replacements", bool, file, "markers"))


def freeze_supports(pack: "Pack", s: Scenario, table: Json, file: str) -> None:
    known(table, SUPPORT_KEYS, file, "supports")
    s.soviet_choose = table.get("soviet_choose", 0)
    s.soviet_choose_guns = table.get("soviet_choose_guns", 0)
    s.soviet_choose_stavka = table.get("soviet_choose_stavka", 0)
    s.soviet_random_stavka = table.get("soviet_random_stavka", 0)
    s.soviet_random_major = table.get("soviet_random_major", 0)
    s.soviet_random_minor_b = table.get("soviet_random_minor_b", 0)
    s.soviet_each_turn = table.get("soviet_each_turn", -1)
    s.axis_choose = table.get("axis_choose", 0)
    s.axis_random = table.get("axis_random", 0)
    s.axis_each_turn = table.get("axis_each_turn", -1)
    s.shortages = table.get("shortages", 0)
    for word in table.get("redraw", []):
        s.redraw.append(word_of(word, vocabulary.SUPPORTS, file, "supports.redraw"))


def freeze_victory(pack: "Pack", s: Scenario, table: Json, file: str) -> None:
    """Numbers and lists of hexes by name; levels from the best Soviet one down."""
    for key, value in table.items():
        if key == "source":
            note_source(pack, file, "victory", value)
        elif key == "levels":
            s.levels = [(low, high, level) for low, high, level in value]
        elif key == "decision_turn":
            s.victory[key] = turn_of(pack, value, file, "victory.decision_turn")
        elif isinstance(value, int):
            s.victory[key] = value
        else:
            names = [value] if isinstance(value, str) else value
            s.victory_hexes[key] = hexes_of(pack, names, file, f"victory.{key}")


def freeze_setup(pack: "Pack", s: Scenario, stacks: list[Json], file: str) -> None:
    for stack in stacks:
        known(stack, ("hex", "full", "reduced", "derived"), file, "setup")
        name = need(stack, "hex", str, file, "setup")
        place = vocabulary.IN_STAVKA if name == "STAVKA" else hexes_of(pack, [name], file, "setup")[0]
        for word in ("full", "reduced"):
            for u in units_of(pack, stack.get(word, []), file, "setup"):
                if s.setup_place[u] != vocabulary.NOT_PLACED:
                    raise PackError(file, f"'setup' places {pack.unit_name[u]} twice")
                if word == "reduced" and pack.max_steps[u] < 2:
                    raise PackError(file, f"'setup' reduces {pack.unit_name[u]}, which has one step")
                s.setup_place[u] = place
                s.setup_steps[u] = pack.max_steps[u] if word == "full" else 1
        derived = units_of(pack, stack.get("derived", []), file, "setup")
        for u in derived:
            if s.setup_place[u] != place:
                raise PackError(file, f"'setup.derived' names {pack.unit_name[u]}, which is not in {name}")


def freeze_arrivals(pack: "Pack", s: Scenario, table: Json, file: str) -> None:
    for entry in table.get("reinforcements", []):
        known(entry, ("turn", "units", "entry", "source"), file, "reinforcements")
        note_source(pack, file, "reinforcements", need(entry, "source", str, file, "reinforcements"))
        turn = turn_of(pack, need(entry, "turn", str, file, "reinforcements"), file, "reinforcements.turn")
        where = entry["entry"]
        hexes = [] if where == "STAVKA" else hexes_of(pack, where, file, "reinforcements.entry")
        for u in units_of(pack, entry["units"], file, "reinforcements.units"):
            if s.arrival_turn[u] >= 0 or s.setup_place[u] != vocabulary.NOT_PLACED:
                raise PackError(file, f"'reinforcements': {pack.unit_name[u]} is in play already")
            s.arrival_turn[u] = turn
            s.arrival_hexes[u] = hexes
    for entry in table.get("upgrades", []):
        known(entry, ("turn", "old", "new", "any_rifle", "source"), file, "upgrades")
        note_source(pack, file, "upgrades", need(entry, "source", str, file, "upgrades"))
        old, new = units_of(pack, [entry["old"], entry["new"]], file, "upgrades")
        turn = turn_of(pack, entry["turn"], file, "upgrades.turn")
        s.upgrades.append((turn, old, new, int(need(entry, "any_rifle", bool, file, "upgrades"))))
    for entry in table.get("withdrawals", []):
        known(entry, ("turn", "count", "attack", "defense", "movement", "historical", "source"), file, "withdrawals")
        note_source(pack, file, "withdrawals", need(entry, "source", str, file, "withdrawals"))
        turn = turn_of(pack, entry["turn"], file, "withdrawals.turn")
        s.withdrawals.append((turn, entry["count"], entry["attack"], entry["defense"], entry["movement"]))
        s.historical.append(units_of(pack, entry["historical"], file, "withdrawals.historical"))


def turn_of(pack: "Pack", name: str, file: str, where: str) -> int:
    return word_of(name, pack.turn_name, file, where)


def word_of(word: str, words: Sequence[str], file: str, where: str) -> int:
    if word not in words:
        raise PackError(file, f"'{where}': '{word}' is not one of {', '.join(words)}")
    return list(words).index(word)


def hexes_of(pack: "Pack", names: Iterable[str], file: str, where: str) -> list[int]:
    for name in names:
        if name not in pack.hex_index:
            raise PackError(file, f"'{where}' names '{name}', which is no hex of hexes.csv")
    return [pack.hex_index[name] for name in names]


def units_of(pack: "Pack", names: Iterable[str], file: str, where: str) -> list[int]:
    for name in names:
        if name not in pack.unit_index:
            raise PackError(file, f"'{where}' names '{name}', which is no unit of units.csv")
    return [pack.unit_index[name] for name in names]


def note_source(pack: "Pack", file: str, thing: str, word: str) -> None:
    if word not in SOURCES:
        raise PackError(file, f"'{thing}': '{word}' is not one of {', '.join(SOURCES)}")
    pack.facts.append((file, thing, "", word))
