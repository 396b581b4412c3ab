"""Roads, chapter 5.5: what support markers on the map do in a fight.

Attached markers help the unit they lie on, air markers every fight whose target is in their range. Of one class, or of
the leaders, only the best marker counts in a fight. Units of the pocket draw no help from markers but a PaK (10.2.3).
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.pack.vocabulary import (
    BLIZZARD,
    BREAKTHROUGH,
    CLASS_AIR,
    CLASS_ARMOR,
    CLASS_ROCKET,
    HOLLIDT,
    HOTH,
    LELYUSHENKO,
    NOVIKOV,
    OVERCAST,
    PAK_88,
    RUDEL,
    SOVIET,
)
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import M_MAP, M_PLAYED, OOS_FS
from kurgan.kernel.tally import Notes

NOVIKOV_RANGE: Final[int] = 2
"""Within this many hexes Novikov keeps the planes at their clear-sky range (reconstructed)."""


def markers_with(s: State, stack: list[int]) -> list[int]:
    """[5.5.3] [5.5.5] Markers attached to units of a stack that may use them, in exploitation too.

    [10.2.3] [10.4.3G] In the pocket only a PaK 88 works, which a Ju 52 may bring there; [19.2.7] none in the last
    positions at the Volga, wherever it was put on the unit.
    """
    pack = s.pack
    found: list[int] = []
    if M_MAP not in s.marker_place:
        return found
    places = bytes(s.marker_place)  # read faster than the column
    for m in range(pack.marker_count):
        if places[m] == M_MAP and pack.support_attached[pack.marker_kind[m]]:
            u = s.marker_on[m]
            if u in stack and (s.supply[u] != OOS_FS or pack.marker_kind[m] == PAK_88):
                if not is_in_last_positions(s, u):
                    found.append(m)
    return found


def is_in_last_positions(s: State, u: int) -> bool:
    """[19.2.7] A Soviet unit of the map in 1335 or 1435."""
    return s.pack.side[u] == SOVIET and s.pack.is_last_position[s.where[u]] == 1


def planes_over(s: State, side: int, target: int, novikov: bool = True) -> list[int]:
    """[3.3] [5.5.2] Air markers of a side in range of a hex: their own hex only under an overcast sky, unless Novikov
    is near and used."""
    pack = s.pack
    found: list[int] = []
    if s.track[tracks.SKY] == BLIZZARD or M_MAP not in s.marker_place:
        return found
    for m in range(pack.marker_count):
        kind = pack.marker_kind[m]
        if s.marker_place[m] != M_MAP or pack.support_class[kind] != CLASS_AIR or pack.support_side[kind] != side:
            continue
        reach = pack.support_range[kind]
        if s.track[tracks.SKY] == OVERCAST and not (novikov and is_novikov_near(s, side, s.marker_on[m])):
            reach = 0
        if pack.distance(s.marker_on[m], target) <= reach:
            found.append(m)
    return found


def is_novikov_near(s: State, side: int, h: int) -> bool:
    """[5.5.1] The air commander keeps the planes flying under clouds near him."""
    for m in range(s.pack.marker_count):
        if s.pack.marker_kind[m] == NOVIKOV and s.marker_place[m] == M_MAP and s.pack.support_side[NOVIKOV] == side:
            h2 = s.where[s.marker_on[m]]
            is_idle = h2 < 0 or is_in_last_positions(s, s.marker_on[m])
            return not is_idle and s.pack.distance(h, h2) <= NOVIKOV_RANGE
    return False


def best_of_class(s: State, markers: list[int], values: list[int], sign: int) -> int:
    """[5.5.4] Markers add up, but of one class only the best counts."""
    best: dict[int, int] = {}
    for m in markers:
        kind = s.pack.marker_kind[m]
        group = s.pack.support_class[kind]
        value = values[kind]
        if value * sign > best.get(group, 0) * sign:
            best[group] = value
    return sum(best.values())


def attack_shift(s: State, b: Battle, note: Notes) -> int:
    """[8.5.6] Columns to the right by the attacker's markers."""
    markers = markers_with(s, b.attackers) + attacking_planes(s, b)
    return note("8.5.6", "support_shift", best_of_class(s, markers, s.pack.support_attack_shift, 1))


def attacking_planes(s: State, b: Battle) -> list[int]:
    """[10.2.3] Planes over the target, unless only units of the pocket attack: they draw no help from markers."""
    if b.attackers and all(s.supply[u] == OOS_FS for u in b.attackers):
        return []
    return planes_over(s, b.side, b.target, leads_novikov(s, b))


def leads_novikov(s: State, b: Battle) -> bool:
    """[5.5.4] One leader a fight: where Lelyushenko attacks, Novikov is used only if he attacks too and there would be
    no planes without him."""
    if not has_kind(s, b.attackers, LELYUSHENKO):
        return True
    return has_kind(s, b.attackers, NOVIKOV) and not planes_over(s, b.side, b.target, False)


def defense_shift(s: State, b: Battle, note: Notes) -> int:
    """[8.5.2] Columns to the left by the defender's markers, as a number below 0."""
    markers = defender_markers(s, b)
    return note("8.5.2", "defender_shift", best_of_class(s, markers, s.pack.support_defense_shift, -1))


def defender_markers(s: State, b: Battle) -> list[int]:
    """[5.5.4] What helps the defender: planes do not help the pocket either."""
    planes = [] if b.oos_fs else planes_over(s, 1 - b.side, b.target)
    return markers_with(s, b.defenders) + planes


def attack_bonus(s: State, b: Battle, note: Notes) -> int:
    """[8.5.3] Factors added by markers of the attacking units."""
    markers = markers_with(s, b.attackers)
    return note("8.5.3", "support_factors", best_of_class(s, markers, s.pack.support_attack_bonus, 1))


def defense_bonus(s: State, b: Battle, note: Notes) -> int:
    """[8.5.2] Factors added by markers of the defending units."""
    return note("8.5.2", "support_factors", best_of_class(s, defender_markers(s, b), s.pack.support_defense_bonus, 1))


def boxes(s: State, b: Battle) -> list[int]:
    """[8.6.3] Attack boxes of markers that count as a unit: one at most, being of one class."""
    kinds = [s.pack.marker_kind[m] for m in markers_with(s, b.attackers)]
    found = [s.pack.support_box[k] for k in kinds if s.pack.support_class[k] == CLASS_ARMOR]
    return [max(found)] if found else []


def rocket_chances(s: State, b: Battle) -> list[int]:
    """[5.5.4] The best rocket marker of the attack: 1d6 up to this costs the defender a step before the odds."""
    kinds = [s.pack.marker_kind[m] for m in markers_with(s, b.attackers)]
    found = [s.pack.support_chance[k] for k in kinds if s.pack.support_class[k] == CLASS_ROCKET]
    return [max(found)] if found else []


def brigades(s: State, b: Battle) -> list[int]:
    """[8.8.1] Tank Brigades of the attack: one may be given up for the first loss (reconstructed)."""
    pack = s.pack
    return [
        m for m in markers_with(s, b.attackers)
        if pack.support_class[pack.marker_kind[m]] == CLASS_ARMOR and pack.support_side[pack.marker_kind[m]] == 0
    ]  # fmt: skip


def has_kind(s: State, stack: list[int], kind: int) -> bool:
    """A marker of this kind lies on a unit of the stack."""
    return any(s.pack.marker_kind[m] == kind for m in markers_with(s, stack))


def waives_first_loss(s: State, b: Battle) -> bool:
    """[8.8.1] Lelyushenko spares the armor its first loss (reconstructed), [5.5.4] if he is the leader used here."""
    return has_kind(s, b.attackers, LELYUSHENKO) and not (leads_novikov(s, b) and bool(attacking_planes(s, b)))


def spoils_armor(s: State, b: Battle) -> bool:
    """[8.14.3] PaK 88: armor exploits at the price of other units (reconstructed)."""
    return has_kind(s, b.defenders, PAK_88)


def shortens_retreat(s: State, b: Battle) -> bool:
    """[8.12.1] Hollidt: a retreat of one hex less (reconstructed)."""
    return has_kind(s, b.defenders, HOLLIDT)


def hunts_tanks(s: State, b: Battle) -> bool:
    """[8.8.1] Rudel: a Soviet armored unit takes the first loss (reconstructed)."""
    return any(s.pack.marker_kind[m] == RUDEL for m in attacking_planes(s, b))


def leads_exploitation(s: State, u: int) -> bool:
    """[9.2.2] Hoth: exploiting units of his stack keep their whole allowance (reconstructed)."""
    if M_MAP not in s.marker_place:
        return False
    for m in range(s.pack.marker_count):
        if s.pack.marker_kind[m] == HOTH and s.marker_place[m] == M_MAP:
            return s.where[s.marker_on[m]] == s.where[u] and s.supply[u] != OOS_FS
    return False


def use_breakthrough(s: State, b: Battle) -> int:
    """[8.14.1] A Breakthrough marker with an attacking stack adds a level and is used up."""
    for m in range(s.pack.marker_count):
        if s.pack.marker_kind[m] == BREAKTHROUGH and s.marker_place[m] == M_MAP:
            if any(s.where[u] == s.marker_on[m] for u in b.attackers):
                s.lay(m, M_PLAYED)
                return 1
    return 0
