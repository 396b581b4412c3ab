"""The facts of Inferno: files to plain tables (*read*), tables to checked columns of ints (*freeze*).

Calculator and tests build tiny packs through the second half. Checks of form hold for every pack; a pack that claims
the printed edition must also pass ``edition.py``. Hexes are numbered in the order of the Soviet dice (north to south,
in a row from the Volga westward), so ascending ids are that order.
"""

import hashlib
from pathlib import Path
from typing import Final

from kurgan.kernel.packfile import Row, read_csv, read_toml
from kurgan.kernel.protocol import Json

FORMAT: Final = 1

GERMAN: Final = 0
SOVIET: Final = 1
SIDES: Final = ("german", "soviet")

CLEAR: Final = 0
ROUGH: Final = 1
URBAN: Final = 2
TERRAINS: Final = ("clear", "rough", "urban")

YELLOW: Final = 0
BLUE: Final = 1
WHITE: Final = 2
RED: Final = 3
ARMIES: Final = ("yellow", "blue", "white", "red")

SF: Final = 1
DF: Final = 2
TF: Final = 3
FIRES: Final = ("", "SF", "DF", "TF")
"""Firepower is the number of faces of a die that hit."""

INFANTRY: Final = 0
MOTORIZED: Final = 1
PANZER: Final = 2
PANZER_GRENADIER: Final = 3
RIFLE: Final = 4
GUARD: Final = 5
WORKERS: Final = 6
SOVIET_MOTORIZED: Final = 7
TANK: Final = 8
MARINE: Final = 9
KINDS: Final = (
    "infantry",
    "motorized",
    "panzer",
    "panzer_grenadier",
    "rifle",
    "guard",
    "workers",
    "soviet_motorized",
    "tank",
    "marine",
)

INFANTRY_POOL: Final = 0
TANK_POOL: Final = 1
MARINE_POOL: Final = 2
POOLS: Final = ("infantry", "tank", "marine")

NO_POWER: Final = 0
CANCEL_AIRSTRIKE: Final = 1
REDUCE_PANZER: Final = 2
POWERS: Final = ("none", "cancel_airstrike", "reduce_panzer")

PAULUS: Final = 0
HOTH: Final = 1
RICHTHOFEN: Final = 2
LINDEN: Final = 3
OKH: Final = 4
BARRAGE: Final = 5
REDUCE_INFANTRY: Final = 6
REDUCE_TANK: Final = 7
CHUIKOV: Final = 8
ZAYTSEV: Final = 9
KHRUSHCHEV: Final = 10
FLOTILLA: Final = 11
ANTI_AIRCRAFT: Final = 12
DEPLOY_INFANTRY: Final = 13
DEPLOY_TANK: Final = 14
EFFECTS: Final = (
    "paulus",
    "hoth",
    "richthofen",
    "linden",
    "okh",
    "barrage",
    "reduce_infantry",
    "reduce_tank",
    "chuikov",
    "zaytsev",
    "khrushchev",
    "flotilla",
    "anti_aircraft",
    "deploy_infantry",
    "deploy_tank",
)

DIRECTIONS: Final = ("E", "SE", "SW", "W", "NW", "NE")
STEPS: Final = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""How ``x`` and ``row`` change in each of the directions above."""

EDGES: Final = 4
MOST_DOTS: Final = 4
LANDING_DICE: Final = 3

HEX_COLUMNS: Final = ("name", "title", "row", "x", "terrain", "start", "spawn", "setup", "fort", "sources")
UNIT_COLUMNS: Final = (
    "name",
    "title",
    "formation",
    "number",
    "side",
    "kind",
    "army",
    "dots",
    "fire",
    "r",
    "axe",
    "late",
    "power",
    "sources",
)
CARD_COLUMNS: Final = (
    "name",
    "title",
    "side",
    "count",
    "effect",
    "leader",
    "dice",
    "fire",
    "rubble",
    "airstrike",
    "hex",
    "needs",
    "pioneer",
    "source",
)
ADVANTAGE_COLUMNS: Final = ("name", "title", "side", "number", "card", "source")
LEVEL_COLUMNS: Final = ("name", "title", "designers", "source")

BUILT_IN: Final = Path(__file__).parent.parent / "data"


class Tables:
    """The files of a pack as plain tables, not yet understood."""

    def __init__(self) -> None:
        self.source = ""
        self.checksum = ""
        self.meta: Json = {}
        self.hexes: list[Row] = []
        self.units: list[Row] = []
        self.cards: list[Row] = []
        self.advantages: list[Row] = []
        self.levels: list[Row] = []
        self.charts: Json = {}
        self.editions: Json = {}
        self.scenarios: dict[str, Json] = {}


class Pack:
    """Everything that never changes during a game, as columns of ints. Made by ``freeze``."""

    def __init__(self) -> None:
        self.title = ""
        self.edition = ""
        self.about = ""
        self.claims = ""
        self.reconstructed = False
        self.source = ""
        self.checksum = ""
        self.facts: list[tuple[str, str, str, str]] = []

        self.hexes = 0
        self.hex_name: list[str] = []
        self.hex_title: list[str] = []
        self.hex_of: dict[str, int] = {}
        self.row: list[int] = []
        self.x: list[int] = []
        self.terrain: list[int] = []
        self.near: list[list[int]] = []
        self.toward: list[list[int]] = []
        self.distance: list[list[int]] = []
        self.start_side: list[int] = []
        self.spawn_side: list[int] = []
        self.spawn_army: list[int] = []
        self.is_coastal: list[int] = []
        self.setup_hexes: list[int] = []
        self.fort_hexes: list[int] = []
        self.fort_colour: list[str] = []
        self.landing: list[int] = []
        self.okh_goal: list[int] = []
        self.soviet_spawn: list[int] = []
        self.spawn_list: list[list[int]] = []
        self.german_spawn: list[int] = []
        self.deploy_hexes: list[list[int]] = []
        self.factory_hex = -1
        self.dock_hexes: list[int] = []

        self.units = 0
        self.germans = 0
        self.unit_name: list[str] = []
        self.unit_title: list[str] = []
        self.formation: list[str] = []
        self.unit_number: list[int] = []
        self.unit_of: dict[str, int] = {}
        self.side: list[int] = []
        self.kind: list[int] = []
        self.army: list[int] = []
        self.full: list[int] = []
        self.edges: list[list[int]] = []
        self.fire: list[list[int]] = []
        self.is_infantry: list[int] = []
        self.is_tank: list[int] = []
        self.is_blitz: list[int] = []
        self.is_r: list[int] = []
        self.is_axe: list[int] = []
        self.is_guard: list[int] = []
        self.is_late: list[int] = []
        self.power: list[int] = []
        self.pool: list[int] = []
        # Made from the columns above: masks of blocks (bits over their own side), for what may be where.
        self.pool_mask: list[int] = []
        self.bag_tanks: list[int] = []  # Soviet blocks that go into the bag at the start
        self.bag_infantry: list[int] = []
        self.dealt_mask = 0
        self.dealt_late_mask = 0
        self.colour_mask: list[int] = []
        self.plain_mask: list[int] = []
        self.army_mask: list[int] = []
        self.plain_scale = 1
        self.alike: list[int] = []  # blocks with equal numbers differ in nothing that a rule reads
        self.alike_coop: list[int] = []  # the same where colours matter

        self.cards = 0
        self.german_cards = 0
        self.card_name: list[str] = []
        self.card_title: list[str] = []
        self.card_of: dict[str, int] = {}
        self.card_side: list[int] = []
        self.card_count: list[int] = []
        self.effect: list[int] = []
        self.is_leader: list[int] = []
        self.card_dice: list[int] = []
        self.card_fire: list[int] = []
        self.card_rubble: list[int] = []
        self.is_airstrike: list[int] = []
        self.card_hex: list[int] = []
        self.needs: list[int] = []
        self.is_pioneer: list[int] = []

        self.advantage_name: list[str] = []
        self.advantage_title: list[str] = []
        self.advantage_side: list[int] = []
        self.advantage_card: list[int] = []
        self.level_name: list[str] = []
        self.level_title: list[str] = []
        self.level_designers: list[int] = []

        self.track_rows = 0
        self.track_columns = 0
        self.track_dice = 0
        self.row_unit: list[int] = []
        self.raus_row = -1

        self.start_units: list[tuple[int, int]] = []
        self.start_units_2018: list[tuple[int, int]] = []
        self.start_draws: list[tuple[int, int, int]] = []
        self.last_column_army = WHITE
        self.last_column = 0
        self.last_column_count = 0
        self.hand_size = 0
        self.infantry_pool_guards = 0
        self.infantry_pool_random = 0
        self.tank_pool = 0
        self.marine_pool = 0
        self.map_tanks = 0
        self.map_infantry = 0

        self.stack_limit = 0
        self.rubble_limit = 0
        self.loss_limit = 0
        self.r_loss = 0
        self.rubble_target = 0
        self.rubble_dice = 0
        self.soviet_dice_limit = 0

        self.switch_name: list[str] = []
        self.switch_choices: list[list[str]] = []
        self.switch_about: list[str] = []
        self.preset_name: list[str] = []
        self.preset: list[list[int]] = []

        self.scenarios: list[str] = []
        self.scenario_title: list[str] = []
        self.scenario_about: list[str] = []
        self.scenario_seats: list[list[str]] = []
        self.scenario_soviet_player: list[int] = []


def load(folder: Path | None = None) -> Pack:
    """The pack of a folder, or the built-in one."""
    return freeze(read(BUILT_IN if folder is None else folder))


def read(folder: Path) -> Tables:
    """All files of a pack folder as plain tables."""
    tables = Tables()
    tables.source = "built-in" if folder == BUILT_IN else str(folder)
    tables.meta = read_toml(folder, "pack.toml")
    tables.hexes = read_csv(folder, "hexes.csv", HEX_COLUMNS)
    tables.units = read_csv(folder, "units.csv", UNIT_COLUMNS)
    tables.cards = read_csv(folder, "cards.csv", CARD_COLUMNS)
    tables.advantages = read_csv(folder, "advantages.csv", ADVANTAGE_COLUMNS)
    tables.levels = read_csv(folder, "levels.csv", LEVEL_COLUMNS)
    tables.charts = read_toml(folder, "charts.toml")
    tables.editions = read_toml(folder, "editions.toml")
    for path in sorted((folder / "scenarios").glob("*.toml")):
        tables.scenarios[path.stem] = read_toml(folder, f"scenarios/{path.name}")
    names = ["pack.toml", "hexes.csv", "units.csv", "cards.csv", "advantages.csv", "levels.csv", "charts.toml"]
    names += ["editions.toml", *[f"scenarios/{name}.toml" for name in tables.scenarios]]
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + b"\n" + (folder / name).read_bytes() + b"\n")
    tables.checksum = digest.hexdigest()
    return tables


def freeze(tables: Tables) -> Pack:
    """Checked columns of ints from plain tables; raises PackError with the place of the first fault."""
    from kurgan.games.inferno.pack import columns, edition  # both read Pack, which must exist first

    p = columns.freeze(tables)
    if p.claims == "printed":
        edition.check(p)
    return p
