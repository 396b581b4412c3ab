"""Roads, chapters 8.4 and 8.5: the defender's supply check and the odds (*reckon*).

Everything a fight needs to know of the board is written into s.battle here. Odds lie on one line: ... 1/3 is -1, 1/2 is
0, 1/1 is 1, 2/1 is 2 ...; the column of the result table is that number.
"""

from typing import Final

from kurgan.games.roads import events, tracks
from kurgan.games.roads.pack.vocabulary import (
    BLACK,
    CITY,
    FOREST,
    FS_HALF,
    FS_ONE,
    FS_ONE_PER_STACK,
    FS_ONE_PER_UNIT,
    GERMAN,
    MAJOR,
    MAJOR_CITY,
    MAJOR_FROZEN,
    MARSH,
    MINOR,
    MUD,
    ROMANIAN,
    SOVIET,
    TEC_CITY,
    TEC_CLEAR,
    TEC_FOREST,
    TEC_MAJOR,
    TEC_MARSH,
    TEC_RIVER,
)
from kurgan.games.roads.pack.ways import weather_number
from kurgan.games.roads.position.battle import SAME, Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_combat as supports
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.terms import FULL_STRENGTH, OOS, OOS_FS, RETREATED, odds_word
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import tell
from kurgan.kernel.tally import SILENT, Notes

NO_ATTACK: Final = -99
HIGHEST_COLUMN: Final = 6
ONE_DIE: Final = Dice(1)
EFFECTS: Final = 4


def one_die(s: State) -> Chance:
    return ONE_DIE


def battle_of(s: State) -> Battle:
    """The fight under way."""
    b = s.battle
    assert b is not None
    return b


# 8.4 Defender supply ----------------------------------------------------------------------------------------------


def check_defender_supply(s: State) -> None:
    """[8.4.1] [8.4.2] [8.4.3] [8.4.4] Defenders not yet marked are checked; headquarters need no line of their own."""
    b = battle_of(s)
    b.over = 0
    for u in b.defenders:
        if s.supply[u] or s.pack.is_hq[u] or supply.is_supplied_in_defense(s, u):
            continue
        in_pocket = s.pack.side[u] != SOVIET and zone.is_in_zone(s, s.where[u])
        supply.set_supply(s, u, OOS_FS if in_pocket else OOS)
    b.rockets = len(supports.rocket_chances(s, b))


def has_rockets(s: State) -> bool:
    """[5.5.4] A rocket marker fires before the odds are computed."""
    return battle_of(s).rockets > 0


def take_rockets(s: State, die: int) -> None:
    """[5.5.4] Up to the marker's chance, one defending step is lost, a headquarters last as in attrition."""
    b = battle_of(s)
    b.rockets = 0
    if die <= supports.rocket_chances(s, b)[0]:
        b.losses_d += 1
        b.due_d = 1


# 8.5 Odds ---------------------------------------------------------------------------------------------------------


def reckon(s: State) -> None:
    """[8.5.1] Totals, shifts, column, and every flag that the result will ask for."""
    b = battle_of(s)
    b.defenders = [u for u in b.defenders if s.steps[u]]
    b.losses_a = 0
    b.losses_d = 0  # what rockets cost before is no part of the result
    b.origins = sorted({s.where[u] for u in b.attackers})
    if not b.defenders:  # rockets have killed the last of them
        b.over = 1
        fortress.note_attack(s, b)
        return
    set_flags(s, b)
    b.attack = attack_total(s, b, SILENT)
    b.defense = max(1, defense_total(s, b, SILENT))
    b.shift = supports.attack_shift(s, b, SILENT) + supports.defense_shift(s, b, SILENT)
    set_terrain(s, b)
    set_column(b)
    tell(
        s, "8.5.4", events.ODDS_SET, b.attack, b.defense, odds_word(b.odds), odds_word(max(b.column, b.odds + b.shift))
    )
    if b.over:
        tell(s, "8.5.8", events.ATTACK_CANCELLED, b.target)
    fortress.note_attack(s, b)


def raw_odds(attack: int, defense: int) -> int:
    """[8.5.4] [8.5.5] The ratio rounded for the defender: 35 to 10 is 3 (3/1), 10 to 35 is -2 (1/4)."""
    if attack <= 0:
        return NO_ATTACK
    if attack >= defense:
        return attack // defense
    return 2 + (-defense // attack)  # 1/n lies at 2 - n; a negative floor rounds n up


def set_column(b: Battle) -> None:
    """[8.5.6] [8.5.7] [8.5.8] Shift along the line; below 1/2 the attack is cancelled, above 6/1 it is 6/1."""
    b.odds = raw_odds(b.attack, b.defense)
    column = b.odds + b.shift
    if b.odds == NO_ATTACK or column < 0:
        b.over = 1
        b.column = 0
    else:
        b.column = min(column, HIGHEST_COLUMN)


def is_not_cancelled(s: State) -> bool:
    """[8.5.8] The attack takes place."""
    return not battle_of(s).over


def is_shelled_empty(s: State) -> bool:
    """[8.8.3] Rockets have left nobody to fight: the hex may be entered."""
    return not battle_of(s).defenders


def attack_total(s: State, b: Battle, note: Notes) -> int:
    """[8.5.3] Attack factors: those who cross a major river are added up and halved (mud: a third) apart."""
    dry = [u for u in b.attackers if not crosses_major(s, u, b.target)]
    wet = [u for u in b.attackers if crosses_major(s, u, b.target)]
    total = note("8.5.3", "attack_factors", factors(s, dry))
    if wet:
        divisor = s.pack.mud_divisor if b.mud else 2
        total += note("8.5.3", "over_the_river", (factors(s, wet) + divisor - 1) // divisor)
    return total + supports.attack_bonus(s, b, note)


def factors(s: State, stack: list[int]) -> int:
    """[4.4.2] [10.3.2] Factors of some attackers: the out of supply halved together, the pocket by its level."""
    full = 0
    halved = 0
    pocket_hexes: list[int] = []
    way = s.pack.fs_attack[s.track[tracks.FORTRESS_LEVEL]]
    for u in stack:
        factor = units.attack_factor(s, u)
        if s.supply[u] == OOS or (s.supply[u] == OOS_FS and way == FS_HALF and not s.mark[u] & FULL_STRENGTH):
            halved += factor
        elif s.supply[u] != OOS_FS or s.mark[u] & FULL_STRENGTH:
            full += factor
        elif way == FS_ONE_PER_UNIT:
            full += 1
        elif way == FS_ONE_PER_STACK and s.where[u] not in pocket_hexes:
            pocket_hexes.append(s.where[u])
            full += 1
    return full + units.half(halved)


def defense_total(s: State, b: Battle, note: Notes) -> int:
    """[8.5.2] Defense factors, then markers, town and river."""
    total = note("8.5.2", "defense_factors", defense_factors(s, b))
    total += supports.defense_bonus(s, b, note)
    town = s.pack.town_defense[town_at(s, b.target)]
    if town:
        total += note("8.5.2", "town", town)
    river = river_bonus(s, b)
    if river:
        total += note("8.5.2", "river_bonus", river)
    return total


def defense_factors(s: State, b: Battle) -> int:
    """[8.12.9] [4.4.2] [10.3.2] A unit that retreated here counts 1; the out of supply are halved together.

    [1.9.2] Counted in halves and rounded once, because what is halved and then doubled is unchanged. [10.4.3] Ju 52
    double nobody but OOS-FS units.
    """
    halves = 0
    way = s.pack.fs_defense[s.track[tracks.FORTRESS_LEVEL]]
    for u in b.defenders:
        factor = 2 * units.defense_factor(s, u)
        if s.mark[u] & RETREATED or (s.supply[u] == OOS_FS and way == FS_ONE):
            factor = 2
        elif s.supply[u] == OOS or (s.supply[u] == OOS_FS and way == FS_HALF):
            factor //= 2
        is_doubled = u == b.double_unit or (b.defense_times > 1 and s.supply[u] == OOS_FS)
        halves += 2 * factor if is_doubled else factor
    return units.half(halves)


def town_at(s: State, h: int) -> int:
    """[1.8.2] [1.8.3] The last Soviet positions count as the city itself."""
    return MAJOR_CITY if s.pack.is_last_position[h] else s.pack.settlement[h]


def river_between(s: State, u: int, target: int) -> int:
    """[3.4] The river a unit attacks across, as this weather makes it; none at the last Soviet positions."""
    h = s.where[u]
    if s.pack.is_last_position[target] or (h >= 0 and s.pack.is_last_position[h]):
        return 0
    edge = s.ways.edge_to[h].get(target, -1) if h >= 0 else -1
    if edge < 0:
        return 0  # it has fallen, gone back or advanced since
    weather = weather_number(s.track[tracks.GROUND], s.track[tracks.ICE])
    return s.ways.river[weather][edge]


def crosses_major(s: State, u: int, target: int) -> bool:
    """[8.10.4] The unit attacks over an open major river, bridged or not (ruling 83)."""
    return river_between(s, u, target) == MAJOR


def river_bonus(s: State, b: Battle) -> int:
    """[3.4] All attackers over minor rivers: +2, or +1 as soon as one of them comes over a frozen minor river."""
    bonus = s.pack.minor_defense
    for u in b.attackers:
        if river_between(s, u, b.target) != MINOR:
            return 0
        edge = s.ways.edge_to[s.where[u]][b.target]
        if s.pack.river[edge] == MINOR and s.track[tracks.ICE] and s.track[tracks.GROUND] != MUD:
            bonus = s.pack.frozen_defense
    return bonus


# What the results will ask ----------------------------------------------------------------------------------------


def set_flags(s: State, b: Battle) -> None:
    """[8.11] [14.1] [10.2.3] Nations, steps, pocket, weather and superiority, read once."""
    nations = [s.pack.nation[u] for u in b.defenders]
    b.mud = int(s.track[tracks.GROUND] == MUD)
    b.oos_fs = int(any(s.supply[u] == OOS_FS for u in b.defenders))
    b.german_defense = int(all(nation == GERMAN for nation in nations) and bool(nations))
    b.allied_steps = 0
    if nations and b.side == SOVIET and all(nation >= ROMANIAN for nation in nations):
        b.allied_steps = sum([s.steps[u] for u in b.defenders])
    b.german_attack = int(all(s.pack.nation[u] == GERMAN for u in b.attackers))
    b.panzer = int(any(s.pack.nation[u] == GERMAN and s.pack.box[u] == BLACK for u in b.attackers))
    b.superiority = 0
    if not is_exhausted(s, b):
        for effect in range(EFFECTS):
            b.superiority |= s.track[tracks.SUPERIORITY + effect] << effect
    b.pak = int(supports.spoils_armor(s, b))
    b.rudel = int(supports.hunts_tanks(s, b))
    b.retreat_less = int(supports.shortens_retreat(s, b))


def is_exhausted(s: State, b: Battle) -> bool:
    """[10.3.4] At level 1 German units of the pocket have no superiority."""
    if s.track[tracks.FORTRESS_LEVEL] != s.pack.fs_surrender:
        return False
    return any(s.supply[u] == OOS_FS for u in b.attackers) or bool(b.oos_fs)


def set_terrain(s: State, b: Battle) -> None:
    """[8.10.2] [8.10.4] How the target's terrain changes results; whether the defender may choose the river line."""
    row = terrain_row(s, b.target)
    b.map_a = results_of(s.pack.tec_a, row)
    b.map_d = results_of(s.pack.tec_d, row)
    b.all_river = int(bool(b.attackers) and not b.mud and all(crosses_major(s, u, b.target) for u in b.attackers))


def terrain_row(s: State, h: int) -> int:
    """[1.8.1] The line of the terrain chart: the town if it is a city, else the ground; frozen marsh is forest."""
    town = town_at(s, h)
    if town == MAJOR_CITY:
        return TEC_MAJOR
    if town == CITY:
        return TEC_CITY
    terrain = s.pack.terrain[h]
    if terrain == FOREST or (terrain == MARSH and s.track[tracks.ICE] == MAJOR_FROZEN):
        return TEC_FOREST
    return TEC_MARSH if terrain == MARSH else TEC_CLEAR


def results_of(chart: list[int], row: int) -> tuple[int, ...]:
    """One line of the terrain chart: result by result."""
    return SAME if row == TEC_CLEAR else tuple(chart[row * len(SAME) : (row + 1) * len(SAME)])


def river_line(s: State) -> tuple[int, ...]:
    """[8.10.4] The line of an open major river."""
    return results_of(s.pack.tec_a, TEC_RIVER)


def explain_odds(s: State) -> Notes:
    """Every term of both sums, for the screen."""
    b = battle_of(s)
    note = Notes()
    attack_total(s, b, note)
    defense_total(s, b, note)
    supports.attack_shift(s, b, note)
    supports.defense_shift(s, b, note)
    return note
