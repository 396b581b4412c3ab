"""Checks of the printed edition: what any pack that claims it must hold, whatever its map and blocks look like.

These are the numbers that the rulebooks state or that follow from them; a pack of an owner who types in the printed map
passes them, a slip of the pen does not.
"""

from kurgan.games.inferno.pack.pack import (
    BLUE,
    CLEAR,
    GERMAN,
    GUARD,
    INFANTRY,
    MARINE,
    MOTORIZED,
    PANZER,
    PANZER_GRENADIER,
    SOVIET,
    TANK,
    TF,
    URBAN,
    WHITE,
    YELLOW,
    Pack,
)
from kurgan.kernel.packfile import PackError

URBAN_HEXES = 27
SETUP_HEXES = 23
FORTIFICATIONS = {"4": "brown", "21": "brown", "28": "brown", "26": "red", "32": "red"}
GERMAN_DECK = {
    "Paulus": 1,
    "Hoth": 1,
    "Richthofen": 1,
    "Linden": 1,
    "OKH": 1,
    "Heinkel": 4,
    "Stuka": 4,
    "Howitzer": 4,
    "Pioneer": 3,
    "Pioneer672": 1,
    "Sniper": 3,
    "Pak": 2,
}
SOVIET_DECK = 28
BARRAGES = {"Heinkel": (6, 3, 1), "Stuka": (5, 2, 1), "Howitzer": (6, 2, 0), "Pioneer": (5, 1, 0)}
SPAWN_ORDER = ["3", "19", "9", "15", "13", "7"]
GERMAN_SPAWN = {"X": YELLOW, "Y": YELLOW, "Z": BLUE}


def check(p: Pack) -> None:
    """Raise PackError at the first thing that cannot be the printed game."""
    _check_map(p)
    _check_places(p)
    _check_germans(p)
    _check_soviets(p)
    _check_cards(p)
    _check_tables(p)


def _insist(holds: bool, file: str, what: str) -> None:
    if not holds:
        raise PackError(file, f"the printed game has {what}")


def _check_map(p: Pack) -> None:
    file = "hexes.csv"
    names = {str(n) for n in range(1, 106)} | set("WXYZ")
    _insist(set(p.hex_name) == names, file, "109 hexes, 1 to 105 and W, X, Y, Z")
    _insist(p.terrain.count(URBAN) == URBAN_HEXES, file, f"{URBAN_HEXES} urban hexes")
    _insist(len(p.setup_hexes) == SETUP_HEXES, file, f"{SETUP_HEXES} setup hexes")
    for h in range(p.hexes):
        letter = p.hex_name[h] in "WXYZ"
        _insist(
            p.start_side[h] == (GERMAN if letter else SOVIET), file, "W to Z German and the rest Soviet at the start"
        )
        _insist(not (letter and h in p.setup_hexes), file, "no Soviet setup hex among W to Z")
    forts = {p.hex_name[h]: p.fort_colour[h] for h in p.fort_hexes}
    _insist(forts == FORTIFICATIONS, file, "fortifications in 4, 21, 28 (brown), 26 and 32 (red)")
    for name in ("7", "9", "26", "32"):
        _insist(p.terrain[p.hex_of[name]] == URBAN, file, f"hex {name} urban")
    for name in ("1", "3", "19"):
        _insist(p.terrain[p.hex_of[name]] == CLEAR, file, f"hex {name} clear")
    for name in ("4", "21", "28"):
        _insist(p.terrain[p.hex_of[name]] != URBAN, file, f"hex {name} not urban")


def _check_places(p: Pack) -> None:
    """The examples of the rulebook fix how these hexes lie to each other."""
    file = "hexes.csv"
    one = p.hex_of["1"]
    three = p.hex_of["3"]
    between = [h for h in p.near[one] if h in p.near[three] and p.terrain[h] == CLEAR]
    _insist(bool(between) and three not in p.near[one], file, "hex 3 two clear hexes from hex 1")
    h24 = p.near[p.hex_of["24"]]
    _insist(all(p.hex_of[name] in h24 for name in ("7", "8", "25")), file, "hex 24 next to 7, 8 and 25")
    _insist(p.toward[p.hex_of["25"]][5] == p.hex_of["24"], file, "24 in direction 5 of 25")
    _insist(p.toward[p.hex_of["7"]][6] == p.hex_of["6"], file, "6 in direction 6 of 7")
    _insist(p.hex_of["7"] < p.hex_of["9"] < p.hex_of["25"], file, "dice rolled for 7, then 9, then 25")
    _insist(len(p.near[p.hex_of["9"]]) >= 4, file, "four hexes around hex 9")
    for n in range(1, 20):
        h = p.hex_of[str(n)]
        _insist(p.toward[h][1] < 0, file, f"the Volga east of hex {n}")
        _insist(n == 19 or p.hex_of[str(n + 1)] in p.near[h], file, f"hex {n} next to hex {n + 1}")


def _check_germans(p: Pack) -> None:
    file = "units.csv"
    base = [u for u in range(p.germans) if not p.is_axe[u]]
    axe = [u for u in range(p.germans) if p.is_axe[u]]
    _insist(p.germans == 40 and len(axe) == 3, file, "40 German blocks, three of them with an axe")
    _insist(all(p.army[u] == WHITE for u in axe), file, "white axe blocks")
    counts = [sum(1 for u in base if p.kind[u] == k) for k in (PANZER, PANZER_GRENADIER, MOTORIZED, INFANTRY)]
    _insist(counts == [4, 6, 3, 24], file, "4 panzer, 6 panzer grenadier, 3 motorized and 24 infantry without axe")
    marked = [u for u in base if p.is_r[u]]
    _insist(len(marked) == 5 and sum(p.is_r) == 5, file, "five R blocks, none with an axe")
    white = [u for u in base if p.army[u] == WHITE and p.kind[u] == INFANTRY]
    yellow = [u for u in base if p.army[u] == YELLOW and p.kind[u] == INFANTRY]
    _insist(len(white) >= 6 and len(yellow) >= 3, file, "at least six white and three yellow infantry")
    _insist(any(p.army[u] == BLUE for u in base), file, "blue blocks")
    numbers = sorted(p.unit_number[u] for u, h in p.start_units if p.hex_name[h] == "W")
    _insist(numbers == [2, 64, 79], "charts.toml", "the 2nd, 64th and 79th in hex W")
    numbers = sorted(p.unit_number[u] for u, h in p.start_units_2018 if p.hex_name[h] == "W")
    _insist(numbers == [2, 15, 79], "charts.toml", "the 2nd, 15th and 79th in hex W in 2018")
    placed = len(p.start_units) + sum(count for _, _, count in p.start_draws)
    _insist(len(base) - placed == p.track_rows * p.track_columns, "charts.toml", "30 blocks left for the track")


def _check_soviets(p: Pack) -> None:
    file = "units.csv"
    soviets = list(range(p.germans, p.units))
    tanks = [u for u in soviets if p.kind[u] == TANK]
    marines = [u for u in soviets if p.kind[u] == MARINE]
    foot = [u for u in soviets if p.kind[u] not in (TANK, MARINE)]
    _insist((len(foot), len(tanks), len(marines)) == (38, 13, 2), file, "38 Soviet infantry, 13 tanks and 2 marines")
    _insist(sum(1 for u in foot if p.kind[u] == GUARD) == 4, file, "four Guards")
    late = [u for u in foot if p.is_late[u]]
    _insist(len(late) == 18 and all(p.full[u] == 4 for u in late), file, "18 four-dot divisions for Late Deployment")
    _insist(sorted(p.power[u] for u in soviets if p.power[u]) == [1, 2], file, "one AA regiment, one destroyer brigade")
    pool = p.infantry_pool_guards + p.infantry_pool_random
    _insist(pool + p.map_infantry == len(foot), "charts.toml", "16 infantry on the map and 22 in the pool")
    _insist(p.tank_pool + p.map_tanks == len(tanks), "charts.toml", "7 tanks on the map and 6 in the pool")
    _insist(p.marine_pool == len(marines), "charts.toml", "both marines in their pool")
    _insist(p.map_infantry + p.map_tanks == len(p.setup_hexes), "charts.toml", "one Soviet unit for each setup hex")


def _check_cards(p: Pack) -> None:
    file = "cards.csv"
    german = {p.card_name[c]: p.card_count[c] for c in range(p.german_cards)}
    _insist(
        german == GERMAN_DECK, file, "a German deck of 26: " + ", ".join(f"{n} {c}" for c, n in GERMAN_DECK.items())
    )
    _insist(sum(p.card_count[p.german_cards :]) == SOVIET_DECK, file, f"a Soviet deck of {SOVIET_DECK}")
    for name, values in BARRAGES.items():
        c = p.card_of[name]
        found = (p.card_dice[c], p.card_rubble[c], p.is_airstrike[c])
        _insist(found == values and p.card_fire[c] == TF, file, f"other dice, rubble or airstrike for {name}")
    guns = [p.hex_name[h] for h in p.card_hex if h >= 0]
    _insist("7" in guns and len(set(guns)) == 4, file, "four anti-aircraft hexes, one of them 7")


def _check_tables(p: Pack) -> None:
    file = "charts.toml"
    _insist(
        [p.hex_name[h] for h in p.soviet_spawn] == SPAWN_ORDER, file, "spawn hexes 3, 19, 9, 15, 13, 7 in this order"
    )
    brought = [pool for h in p.soviet_spawn for pool in p.spawn_list[h]]
    _insist(brought.count(0) == 6 and brought.count(1) == 3, file, "six infantry and three tanks in a full spawn")
    armies = {p.hex_name[h]: p.spawn_army[h] for h in p.german_spawn}
    _insist(armies == GERMAN_SPAWN, "hexes.csv", "X and Y yellow, Z blue")
    _insist([p.hex_name[h] for h in p.landing[3:]] == [str(n) for n in range(3, 19)], file, "landing hexes 3 to 18")
    _insist((p.track_rows, p.track_columns, p.track_dice) == (6, 5, 6), file, "a track of 6 rows by 5 boxes, six dice")
    _insist(p.row_unit[0] == p.unit_of.get("G64PG", -1), file, "the 64th at the end of row 1")
    _insist(p.raus_row == 5 and len({*p.row_unit[:5]}) == 5, file, "the five R units beside rows 1 to 5")
    limits = (p.stack_limit, p.rubble_limit, p.loss_limit, p.r_loss, p.rubble_target, p.rubble_dice)
    _insist(
        limits == (4, 15, 10, 2, 19, 3), file, "stacks of 4, 15 rubble, 10 losses, R double, rubble above 18 on 3 dice"
    )
