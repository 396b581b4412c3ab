"""Roads: the named numbers of the facts (sides, nations, kinds of unit, terrain, results, markers).

Each group is a tuple of the words that data files use, in the order of their numbers, and one name per number.
"""

from typing import Final

SIDES: Final = ("soviet", "axis")
SOVIET: Final = 0
AXIS: Final = 1

NATIONS: Final = ("soviet", "german", "romanian", "italian", "hungarian")
SOVIET_NATION: Final = 0
GERMAN: Final = 1
ROMANIAN: Final = 2
ITALIAN: Final = 3
HUNGARIAN: Final = 4

KINDS: Final = (
    "infantry", "mountain", "security", "cavalry", "armor", "mech", "hq", "armor_kg", "infantry_kg", "alarm",
)  # fmt: skip
INFANTRY: Final = 0
MOUNTAIN: Final = 1
SECURITY: Final = 2
CAVALRY: Final = 3
ARMOR: Final = 4
MECH: Final = 5
HQ: Final = 6
ARMOR_KG: Final = 7
INFANTRY_KG: Final = 8
ALARM: Final = 9

ATTACK_BOXES: Final = ("none", "black_white", "black")
NO_BOX: Final = 0
BLACK_WHITE: Final = 1
BLACK: Final = 2

# The ground of a hex. Another one: a row in charts.toml ([terrain]), the list of costs in tables.py, ``ways.price``,
# ``r08_odds.terrain_row`` and TEC_ROWS if it has a row of the combat chart, the letters of screen/map_text.py, the
# drawing in face.toml. SEA stays last: nobody pays to enter it, so it has no cost.
TERRAINS: Final = ("clear", "forest", "marsh", "sea")
CLEAR: Final = 0
FOREST: Final = 1
MARSH: Final = 2
SEA: Final = 3

SETTLEMENTS: Final = ("none", "village", "city", "major_city")
NO_TOWN: Final = 0
VILLAGE: Final = 1
CITY: Final = 2
MAJOR_CITY: Final = 3

RIVERS: Final = ("none", "minor", "major")
NO_RIVER: Final = 0
MINOR: Final = 1
MAJOR: Final = 2

# Directions, counter-clockwise from east; the opposite of d is (d + 3) % 6.
E: Final = 0
NE: Final = 1
NW: Final = 2
W: Final = 3
SW: Final = 4
SE: Final = 5

GROUNDS: Final = ("snow", "mud")
SNOW: Final = 0
MUD: Final = 1

SKIES: Final = ("clear", "overcast", "blizzard")
CLEAR_SKY: Final = 0
OVERCAST: Final = 1
BLIZZARD: Final = 2

ICES: Final = ("none", "minor", "major")
NOT_FROZEN: Final = 0
MINOR_FROZEN: Final = 1
MAJOR_FROZEN: Final = 2

ATTACKER_RESULTS: Final = ("-", "AR", "Eng", "D1", "E", "E2", "E3", "E4")
A_NONE: Final = 0
A_RETREAT: Final = 1
A_ENG: Final = 2
A_D1: Final = 3
A_E: Final = 4
A_E2: Final = 5
A_E3: Final = 6
A_E4: Final = 7

DEFENDER_RESULTS: Final = ("-", "R", "Eng", "F", "S", "DR", "DR2", "DR3")
D_NONE: Final = 0
D_REACT: Final = 1
D_ENG: Final = 2
D_FALLBACK: Final = 3
D_STAND: Final = 4
D_DR: Final = 5
D_DR2: Final = 6
D_DR3: Final = 7

ODDS: Final = ("1/2", "1/1", "2/1", "3/1", "4/1", "5/1", "6/1")
ROLLS: Final = 13  # columns of 2d6 charts are indexed by the roll itself: column * ROLLS + roll

EFFECTS: Final = ("panzers_to_the_rescue", "human_waves", "overwhelming_german_attack", "soviet_rout")
PANZERS_TO_THE_RESCUE: Final = 0
HUMAN_WAVES: Final = 1
OVERWHELMING_ATTACK: Final = 2
SOVIET_ROUT: Final = 3

OFFENSIVE_MARKERS: Final = ("major", "minor_a", "minor_b")
MAJOR_OM: Final = 0
MINOR_A: Final = 1
MINOR_B: Final = 2

SUPPORTS: Final = (
    "artillery_2", "artillery_3", "katyusha", "surprise_attack", "tank_brigade", "breakthrough", "maskirovka",
    "reserves", "vvs", "anti_aircraft", "lelyushenko", "novikov", "stalin", "surrender", "soviet_bridging",
    "airfield_raid", "partisans", "test_shortage", "shortage", "luftwaffe", "rudel", "goering", "hoth", "hollidt",
    "okh_discord", "pak_88", "alarm", "alert_battalion", "axis_artillery", "nebelwerfer", "tiger", "axis_bridging",
    "brandenburgers",
)  # fmt: skip
ARTILLERY_2: Final = 0
ARTILLERY_3: Final = 1
KATYUSHA: Final = 2
SURPRISE_ATTACK: Final = 3
TANK_BRIGADE: Final = 4
BREAKTHROUGH: Final = 5
MASKIROVKA: Final = 6
RESERVES: Final = 7
VVS: Final = 8
ANTI_AIRCRAFT: Final = 9
LELYUSHENKO: Final = 10
NOVIKOV: Final = 11
STALIN: Final = 12
SURRENDER: Final = 13
SOVIET_BRIDGING: Final = 14
AIRFIELD_RAID: Final = 15
PARTISANS: Final = 16
TEST_SHORTAGE: Final = 17
SHORTAGE: Final = 18
LUFTWAFFE: Final = 19
RUDEL: Final = 20
GOERING: Final = 21
HOTH: Final = 22
HOLLIDT: Final = 23
OKH_DISCORD: Final = 24
PAK_88: Final = 25
ALARM_MARKER: Final = 26
ALERT_BATTALION: Final = 27
AXIS_ARTILLERY: Final = 28
NEBELWERFER: Final = 29
TIGER: Final = 30
AXIS_BRIDGING: Final = 31
BRANDENBURGERS: Final = 32

SUPPORT_CLASSES: Final = (
    "artillery", "rocket", "armor", "air", "leader", "engineer", "antitank", "alarm", "shortage", "air_defense",
    "event",
)  # fmt: skip
CLASS_ARTILLERY: Final = 0
CLASS_ROCKET: Final = 1
CLASS_ARMOR: Final = 2
CLASS_AIR: Final = 3
CLASS_LEADER: Final = 4
CLASS_ENGINEER: Final = 5
CLASS_ANTITANK: Final = 6
CLASS_ALARM: Final = 7
CLASS_SHORTAGE: Final = 8
CLASS_AIR_DEFENSE: Final = 9
CLASS_EVENT: Final = 10

JU52S: Final = (
    "unit_resistance", "stack_resistance", "rattenkrieg", "hube", "evacuation", "last_reserves", "support",
    "mobility", "sortie_1", "sortie_2",
)  # fmt: skip
JU_UNIT_RESISTANCE: Final = 0
JU_STACK_RESISTANCE: Final = 1
JU_RATTENKRIEG: Final = 2
JU_HUBE: Final = 3
JU_EVACUATION: Final = 4
JU_LAST_RESERVES: Final = 5
JU_SUPPORT: Final = 6
JU_MOBILITY: Final = 7
JU_SORTIE_1: Final = 8
JU_SORTIE_2: Final = 9

FS_FACTORS: Final = (
    "unchanged",
    "half",
    "one_per_unit",
    "one_per_stack",
    "zero",
    "one",
    "one_mp",
    "one_hex",
    "three_units",
)
FS_UNCHANGED: Final = 0
FS_HALF: Final = 1
FS_ONE_PER_UNIT: Final = 2
FS_ONE_PER_STACK: Final = 3
FS_ZERO: Final = 4
FS_ONE: Final = 5
FS_ONE_MP: Final = 6
FS_ONE_HEX: Final = 7
FS_THREE_UNITS: Final = 8

STAVKA_PLACES: Final = ("road", "rail", "city_rail", "major_city_rail")
STAVKA_ROAD: Final = 0
STAVKA_RAIL: Final = 1
STAVKA_CITY: Final = 2
STAVKA_MAJOR: Final = 3

LIMITS: Final = ("none", "cities", "hqs", "cities_and_hqs", "strategic", "rail")
LIMIT_NONE: Final = 0
LIMIT_CITIES: Final = 1
LIMIT_HQS: Final = 2
LIMIT_CITIES_AND_HQS: Final = 3
LIMIT_STRATEGIC: Final = 4
LIMIT_RAIL: Final = 5

TEC_ROWS: Final = ("clear", "forest", "marsh", "city", "major_city", "major_river")
TEC_CLEAR: Final = 0
TEC_FOREST: Final = 1
TEC_MARSH: Final = 2
TEC_CITY: Final = 3
TEC_MAJOR: Final = 4
TEC_RIVER: Final = 5

SCENARIOS: Final = ("wintergewitter", "uranus", "campaign", "backhand", "star_and_gallop")
WINTERGEWITTER: Final = 0
URANUS: Final = 1
CAMPAIGN: Final = 2
BACKHAND_BLOW: Final = 3
STAR_AND_GALLOP: Final = 4

# Where a unit is that is not in a hex, in setups.
NEXT_TURN: Final = -1
NOT_PLACED: Final = -1
IN_STAVKA: Final = -2
