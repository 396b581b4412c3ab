"""Advance, chapter 12: optional rules. Each attaches to its chapter in one line there; options combine freely."""

from typing import Final

from kurgan.games.advance import events
from kurgan.games.advance.pack.pack import GUARDS, HEAVY_URBAN
from kurgan.games.advance.position.state import Battle, State, fight
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import tell
from kurgan.kernel.maps import reach
from kurgan.kernel.tally import Notes

AREA_6: Final = 6
LIMITED_AIR: Final = 2
"""[12.5] What Heavy Urban takes off the Air die."""

ONE_MARK: Final = 64
FACES: Final = (0, 1 + ONE_MARK, 2, 3, 4, 5, 6)
"""What the faces of a supply die count; a one is marked, so that it can be thrown again."""
ONES: Final = [Dice(n, FACES) for n in range(5)]


def may_use_integrity(s: State, b: Battle) -> bool:
    """[12.1] Rubble: in urban areas Divisional Integrity needs an Engineer marker."""
    return not s.rules.rubble or b.engineers > 0 or not s.pack.urban_mask >> b.area & 1


def is_beyond_shoulder(s: State, u: int, a: int) -> bool:
    """[12.2] Units that set up in the northern areas stay in them and in the areas next to them."""
    if not s.rules.northern_shoulder or s.scenario.start[u] not in s.scenario.bound_areas:
        return False
    return not shoulder_mask(s) >> a & 1


def shoulder_mask(s: State) -> int:
    """[12.2] The northern setup areas and their neighbours."""
    mask = 0
    for a in s.scenario.bound_areas:
        mask |= s.pack.near_mask[a] | 1 << a
    return mask


def uses_isolation(s: State) -> bool:
    return s.rules.isolation


def mark_isolated(s: State) -> None:
    """[12.3] Soviet units without a way through Soviet areas to the Volga; at most fourteen, the first ones stay."""
    supplied = reach(s.pack.near_mask, s.pack.volga_mask & s.soviet_mask, s.soviet_mask)
    cut_off = s.soviet_mask & ~supplied
    s.isolated &= cut_off
    left = s.pack.isolation_markers - s.isolated.bit_count()
    for a in stacking.areas_of(cut_off & ~s.isolated)[:left]:
        s.isolated |= 1 << a
        tell(s, "12.3", events.ISOLATED_MARKED, a)


def take_isolation_roll(s: State, die: int) -> None:
    """[12.3] The die changes the Defense Factor for this attack; Guards take one off the die; never below 0."""
    b = fight(s)
    if stacking.strategy_of(s, b.area) == GUARDS:
        die = max(1, die - 1)
    change = s.pack.isolation[die]
    b.factor = max(0, b.factor + change)
    tell(s, "12.3", events.ISOLATION_ROLLED, b.area, die, change)


def is_isolated_target(s: State) -> bool:
    return bool(s.isolated >> fight(s).area & 1)


def organization_penalty(s: State, b: Battle, note: Notes) -> int:
    """[12.4] One off for each division beyond the first; assault guns belong to none."""
    if not s.rules.parent_organization:
        return 0
    divisions = {s.pack.division[u] for u in b.units if not s.pack.is_assault_gun[u]}
    return note("12.4", "organizations", -max(0, len(divisions) - 1))


def forbids_air_here(s: State, b: Battle) -> bool:
    """[12.5] No Air in urban areas that were Contested when the round began."""
    return s.rules.limited_air and b.contested and bool(s.pack.urban_mask >> b.area & 1)


def air_result(s: State, b: Battle, die: int) -> int:
    """[12.5] Two off the Air die in Heavy Urban, at least one."""
    return max(1, die - LIMITED_AIR) if weakens_air(s, b) else die


def weakens_air(s: State, b: Battle) -> bool:
    return s.rules.limited_air and s.pack.terrain[b.area] == HEAVY_URBAN


def add_pavlov(s: State) -> None:
    """[12.6] [4.5.8] Pavlov's House joins the Heavy Urban counters."""
    s.pool[s.pack.pavlov] = 1


def is_pavlov(s: State, a: int) -> bool:
    """[12.6] Pavlov's House fights as Guards in every combat, not only the first."""
    return stacking.kind_of(s, a) == s.pack.pavlov


def starting_morale(s: State) -> int:
    """[12.7] The scenario's Morale, or the player's own."""
    return s.rules.starting_morale or s.scenario.morale


def rerolls_ones(s: State) -> bool:
    """[12.8] On the turns the player named, no die may show a one."""
    return s.turn in s.rules.reroll_turns


def has_ones(s: State) -> bool:
    return s.ones > 0


def ones(s: State) -> Chance:
    return ONES[s.ones]
