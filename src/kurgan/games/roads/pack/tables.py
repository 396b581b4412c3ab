"""Roads: the charts of the pack as tables of ints, and how a modified roll is looked up in them."""

import re
from collections.abc import Sequence
from typing import Final

from kurgan.games.roads.pack import vocabulary
from kurgan.kernel.packfile import SOURCES, PackError, known, need
from kurgan.kernel.protocol import Json

FILE: Final = "charts.toml"
TABLES: Final = (
    "combat", "elite", "weather", "fortress", "air_bridge", "stavka", "acquisition", "approval", "crisis", "mars",
    "terrain",
)  # fmt: skip
LOSSES: Final = re.compile(r"^(?:A(\d))?(?:D(\d))?$")
WEATHER: Final = re.compile(r"^([SM])(?:/(rf|RF))?-(CS|OS|Bz)$")


class Charts:
    """Charts by roll: ``column * ROLLS + roll`` for two dice, lists of (highest roll, values) for modified ones."""

    def __init__(self, table: Json, turn_name: list[str]) -> None:
        known(table, ("format", *TABLES), FILE)
        for name in TABLES:
            part = need(table, name, dict, FILE)
            if need(part, "source", str, FILE, name) not in SOURCES:
                raise PackError(FILE, f"'{name}.source' is not one of {', '.join(SOURCES)}")
        cells = len(vocabulary.ODDS) * vocabulary.ROLLS
        self.crt_losses_a: list[int] = [0] * cells
        self.crt_losses_d: list[int] = [0] * cells
        self.crt_a: list[int] = [0] * cells
        self.crt_d: list[int] = [0] * cells
        self.elite_band: list[int] = [-1] * vocabulary.ROLLS
        self.weather_column: list[int] = [-1] * len(turn_name)
        columns = len(need(table["weather"], "columns", list, FILE, "weather"))
        self.weather_ground: list[int] = [0] * (columns * vocabulary.ROLLS)
        self.weather_sky: list[int] = [0] * (columns * vocabulary.ROLLS)
        self.weather_ice: list[int] = [0] * (columns * vocabulary.ROLLS)
        self._combat(table["combat"], table["elite"])
        self._weather(table["weather"], turn_name)
        # Fortress Stalingrad, by level 1..11.
        fortress = table["fortress"]
        levels = need(fortress, "levels", list, FILE, "fortress")
        self.fs_top = len(levels)
        self.fs_attack: list[int] = [0] * (self.fs_top + 1)
        self.fs_defense: list[int] = [0] * (self.fs_top + 1)
        self.fs_move: list[int] = [0] * (self.fs_top + 1)
        for i, words in enumerate(levels):
            for word in words:
                word_number(word, vocabulary.FS_FACTORS, "fortress.levels")
            level = self.fs_top - i
            self.fs_attack[level], self.fs_defense[level], self.fs_move[level] = (
                vocabulary.FS_FACTORS.index(word) for word in words
            )
        self.fs_initial = number(fortress, "fortress", "initial")
        self.fs_initial_open = number(fortress, "fortress", "initial_open")
        self.fs_surrender = number(fortress, "fortress", "surrender_level")
        self.garrison_both = number(fortress, "fortress", "garrison_both")
        self.garrison_one = number(fortress, "fortress", "garrison_one")
        self.garrison_radius = number(fortress, "fortress", "garrison_radius")
        self.fs_zone = number(fortress, "fortress", "zone")
        self.fs_zone_airfield = number(fortress, "fortress", "zone_airfield")
        # Air bridge: modifiers by name, limits, rows.
        air = table["air_bridge"]
        self.air_rows = rows_of(air, "air_bridge", "rows", 3)
        self.air_lowest = number(air, "air_bridge", "lowest_modifier")
        self.air_highest = number(air, "air_bridge", "highest_modifier")
        self.air_lost_airfields = number(air, "air_bridge", "lost_airfields")
        self.air_vvs = number(air, "air_bridge", "vvs")
        self.air_not_sealed = number(air, "air_bridge", "not_sealed")
        self.air_goering = number(air, "air_bridge", "goering")
        self.air_armored_attack = number(air, "air_bridge", "armored_attack")
        self.air_clear_sky = number(air, "air_bridge", "clear_sky")
        self.air_anti_aircraft = number(air, "air_bridge", "anti_aircraft")
        self.air_luftwaffe = number(air, "air_bridge", "luftwaffe")
        self.air_blizzard = number(air, "air_bridge", "blizzard")
        self.air_no_pitomnik = number(air, "air_bridge", "no_pitomnik")
        self.air_lost_airfield = number(air, "air_bridge", "lost_airfield")
        self.air_raid = number(air, "air_bridge", "raid")
        self.air_attack_radius = number(air, "air_bridge", "attack_radius")
        # STAVKA.
        stavka = table["stavka"]
        self.stavka_rows = rows_of(stavka, "stavka", "release", 2)
        self.stavka_drm = numbers(stavka, "stavka", "modifier", 4)
        self.stavka_enter = numbers(stavka, "stavka", "enter", 4)
        self.stavka_priority = number(stavka, "stavka", "priority")
        self.stavka_armor_cost = number(stavka, "stavka", "armor_cost")
        self.stavka_major_points = number(stavka, "stavka", "major_offensive")
        self.stavka_hqs = number(stavka, "stavka", "headquarters")
        # Acquisition, approval, crisis, Mars.
        self.acquisition_rows = rows_of(table["acquisition"], "acquisition", "rows", 3)
        self.acquire_major_west = number(table["acquisition"], "acquisition", "major_west")
        self.acquire_minor_west = number(table["acquisition"], "acquisition", "minor_west")
        approval = table["approval"]
        self.approval_supports = numbers(approval, "approval", "supports", 8)
        self.approval_rp = numbers(approval, "approval", "replacements", 8)
        self.approval_top = len(self.approval_supports) - 1
        self.capture_red_star = number(approval, "approval", "red_star")
        self.capture_city = number(approval, "approval", "city")
        self.capture_major = number(approval, "approval", "major_city")
        self.recapture_stalingrad = number(approval, "approval", "stalingrad")
        self.approval_losses = number(approval, "approval", "attack_losses")
        self.approval_radius = number(approval, "approval", "attack_radius")
        self.approval_dismissed = number(approval, "approval", "dismissed")
        self.crisis_manstein: list[int] = [0, 0]
        self.crisis_approval: list[int] = [0, 0]
        self.crisis_attacks: list[int] = [0, 0]
        self.crisis_limit: list[int] = [0, 0]
        self._crisis(table["crisis"])
        mars = table["mars"]
        self.mars_turns = [
            word_number(word, turn_name, "mars.turns") for word in need(mars, "turns", list, FILE, "mars")
        ]
        self.mars_rows = rows_of(mars, "mars", "steps", 2)
        self.mars_boxes: list[str] = list(need(mars, "boxes", list, FILE, "mars"))
        self.mars_support = number(mars, "mars", "support_modifier")
        self.mars_supports_at_most = number(mars, "mars", "supports_at_most")
        self.mars_major = number(mars, "mars", "major_offensive_modifier")
        self.mars_returns = number(mars, "mars", "bogged_down_returns")
        self.mars_draws = number(mars, "mars", "local_success_draws")
        self.mars_collapse_turns = number(mars, "mars", "collapse_turns")
        self.mars_approval = number(mars, "mars", "breakthrough_approval")
        # (box, unit name, turn or NEXT_TURN); Pack turns names into units.
        self.mars_change_names: list[tuple[int, str, int]] = []
        self.mars_free_rail_names: list[str] = list(need(mars, "free_rail", list, FILE, "mars"))
        for change in need(mars, "changes", list, FILE, "mars"):
            turn = change["turn"]
            self.mars_change_names.append(
                (
                    change["box"],
                    change["unit"],
                    vocabulary.NEXT_TURN if turn == "next" else word_number(turn, turn_name, "mars.changes"),
                )
            )
        # Terrain, costs in half movement points.
        ground = table["terrain"]
        self.move_cost = [number(ground, "terrain", word) for word in ("clear", "forest", "marsh")]
        self.road_cost = number(ground, "terrain", "road")
        self.road_cost_marsh = number(ground, "terrain", "road_in_marsh")
        self.minor_cost = number(ground, "terrain", "minor_river")
        self.major_cost = number(ground, "terrain", "major_river")
        self.ferry_cost = number(ground, "terrain", "ferry")
        self.mud_limit = number(ground, "terrain", "mud_limit")
        self.mud_divisor = number(ground, "terrain", "mud_divisor")
        towns = ("village_defense", "city_defense", "major_city_defense")
        self.town_defense = [0, *(number(ground, "terrain", word) for word in towns)]
        self.minor_defense = number(ground, "terrain", "minor_river_defense")
        self.frozen_defense = number(ground, "terrain", "frozen_river_defense")
        self.tec_a: list[int] = list(range(8)) * len(vocabulary.TEC_ROWS)
        self.tec_d: list[int] = list(range(8)) * len(vocabulary.TEC_ROWS)
        self._terrain(ground)

    def air_level(self, roll: int) -> int:
        """Change of the fortress level for a modified air bridge roll."""
        return row_of(self.air_rows, roll)[1]

    def air_ju(self, roll: int) -> int:
        """Ju 52 markers received for a modified air bridge roll."""
        return row_of(self.air_rows, roll)[2]

    def stavka_release(self, roll: int) -> int:
        """Units that a headquarters gets from the strategic reserve."""
        return row_of(self.stavka_rows, roll)[1]

    def acquire_stavka(self, roll: int) -> int:
        """Supports drawn for STAVKA."""
        return row_of(self.acquisition_rows, roll)[1]

    def acquire_minor(self, roll: int) -> int:
        """Supports drawn for a minor offensive."""
        return row_of(self.acquisition_rows, roll)[2]

    def mars_step(self, roll: int) -> int:
        """Step of the Mars marker for a modified roll."""
        return row_of(self.mars_rows, roll)[1]

    def _combat(self, combat: Json, elite: Json) -> None:
        if list(need(combat, "odds", list, FILE, "combat")) != list(vocabulary.ODDS):
            raise PackError(FILE, "'combat.odds' must be 1/2 to 6/1")
        rows = need(combat, "rows", list, FILE, "combat")
        check_grid(rows, len(vocabulary.ODDS), "combat.rows")
        for roll, row in enumerate(rows, 2):
            for column, cell in enumerate(row):
                words = cell.split()
                match = LOSSES.match(words[0].replace("-", "")) if len(words) == 3 else None
                if match is None:
                    raise PackError(FILE, f"'combat.rows': '{cell}' is not losses, attacker result, defender result")
                i = column * vocabulary.ROLLS + roll
                self.crt_losses_a[i] = int(match[1] or 0)
                self.crt_losses_d[i] = int(match[2] or 0)
                self.crt_a[i] = word_number(words[1], vocabulary.ATTACKER_RESULTS[:7], "combat.rows")
                self.crt_d[i] = word_number(words[2], vocabulary.DEFENDER_RESULTS, "combat.rows")
        for band, (low, high) in enumerate(need(elite, "bands", list, FILE, "elite")):
            for roll in range(low, high + 1):
                self.elite_band[roll] = band
        if -1 in self.elite_band[2:]:
            raise PackError(FILE, "'elite.bands' must cover 2 to 12")

    def _weather(self, weather: Json, turn_name: list[str]) -> None:
        for column, names in enumerate(weather["columns"]):
            for name in names:
                self.weather_column[word_number(name, turn_name, "weather.columns")] = column
        rows = need(weather, "rows", list, FILE, "weather")
        check_grid(rows, len(weather["columns"]), "weather.rows")
        for roll, row in enumerate(rows, 2):
            for column, cell in enumerate(row):
                match = WEATHER.match(cell)
                if match is None:
                    raise PackError(FILE, f"'weather.rows': '{cell}' is not a weather cell such as S/rf-OS")
                i = column * vocabulary.ROLLS + roll
                self.weather_ground[i] = "SM".index(match[1])
                self.weather_ice[i] = (None, "rf", "RF").index(match[2])
                self.weather_sky[i] = ("CS", "OS", "Bz").index(match[3])

    def _crisis(self, crisis: Json) -> None:
        rows = need(crisis, "rows", list, FILE, "crisis")
        check_grid(rows, 4, "crisis.rows")
        for manstein, approval, attacks, limit in rows:
            self.crisis_manstein.append(manstein)
            self.crisis_approval.append(approval)
            self.crisis_attacks.append(attacks)
            self.crisis_limit.append(word_number(limit, vocabulary.LIMITS, "crisis.rows"))

    def _terrain(self, ground: Json) -> None:
        for row, name in enumerate(vocabulary.TEC_ROWS):
            changes = ground.get(name + "_results", {"attacker": {}, "defender": {}})
            for table, words, who in (
                (self.tec_a, vocabulary.ATTACKER_RESULTS, "attacker"),
                (self.tec_d, vocabulary.DEFENDER_RESULTS, "defender"),
            ):
                where = f"terrain.{name}_results.{who}"
                for old, new in need(changes, who, dict, FILE, f"terrain.{name}_results").items():
                    table[row * 8 + word_number(old, words, where)] = word_number(new, words, where)


def row_of(rows: list[list[int]], roll: int) -> list[int]:
    """First row whose highest roll is not passed; the last row is open upwards."""
    for row in rows:
        if roll <= row[0]:
            return row
    return rows[-1]


def number(table: Json, where: str, key: str) -> int:
    value = need(table, key, int, FILE, where)
    assert isinstance(value, int)
    return value


def numbers(table: Json, where: str, key: str, count: int) -> list[int]:
    values = need(table, key, list, FILE, where)
    if len(values) != count or not all(isinstance(value, int) for value in values):
        raise PackError(FILE, f"'{where}.{key}' should be {count} whole numbers")
    return list(values)


def rows_of(table: Json, where: str, key: str, width: int) -> list[list[int]]:
    rows = need(table, key, list, FILE, where)
    highest = [row[0] for row in rows]
    if any(len(row) != width for row in rows) or highest != sorted(set(highest)):
        raise PackError(FILE, f"'{where}.{key}' should be rows of {width} numbers with rising first numbers")
    return [list(row) for row in rows]


def check_grid(rows: list[list[str]], width: int, where: str) -> None:
    """A chart for two dice has a row for each roll from 2 to 12."""
    if len(rows) != 11 or any(len(row) != width for row in rows):
        raise PackError(FILE, f"'{where}' should have 11 rows (rolls 2 to 12) of {width} cells")


def word_number(word: str, words: Sequence[str], where: str) -> int:
    if word not in words:
        raise PackError(FILE, f"'{where}': '{word}' is not one of {', '.join(words)}")
    return list(words).index(word)
