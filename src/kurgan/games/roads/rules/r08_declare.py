"""Roads, chapter 8.6: what both sides declare before the throw: elite bonuses and the armored attack."""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, UNIT, YES
from kurgan.games.roads.pack.vocabulary import BLACK, BLACK_WHITE
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_combat as supports
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import OOS_FS
from kurgan.kernel.flow import tell


def is_elite(s: State, u: int) -> bool:
    """[8.6.1] [10.3.4] A star counts, except in a pocket at its last level."""
    if not s.pack.elite[u] or not s.steps[u]:
        return False
    return s.supply[u] != OOS_FS or s.track[tracks.FORTRESS_LEVEL] != s.pack.fs_surrender


def has_elite_attacker(s: State) -> bool:
    return any(is_elite(s, u) for u in battle_of(s).attackers)


def has_elite_defender(s: State) -> bool:
    return any(is_elite(s, u) for u in battle_of(s).defenders)


def elite_attack_choices(s: State) -> list[int]:
    """[8.6.2] Without the bonus, or which unit uses it."""
    return [DONE] + [UNIT + u for u in battle_of(s).attackers if is_elite(s, u)]


def elite_defense_choices(s: State) -> list[int]:
    """[8.6.2] The defender after the attacker."""
    return [DONE] + [UNIT + u for u in battle_of(s).defenders if is_elite(s, u)]


def why_not_elite_attack(s: State, a: int) -> int:
    return 0 if a in elite_attack_choices(s) else refusals.NOT_ELITE


def why_not_elite_defense(s: State, a: int) -> int:
    return 0 if a in elite_defense_choices(s) else refusals.NOT_ELITE


def take_elite_attack(s: State, a: int) -> None:
    """[8.6.2] The unit that uses the bonus pays the first loss."""
    if a != DONE:
        battle_of(s).elite_a = a - UNIT
        tell(s, "8.6.2", events.ELITE_DECLARED, a - UNIT)


def take_elite_defense(s: State, a: int) -> None:
    """[8.6.2] The unit that uses the bonus pays the first loss."""
    if a != DONE:
        battle_of(s).elite_d = a - UNIT
        tell(s, "8.6.2", events.ELITE_DECLARED, a - UNIT)


def may_declare_armored(s: State) -> bool:
    """[8.6.3] Two black boxes, or a black one and a black and white one."""
    b = battle_of(s)
    found = [s.pack.box[u] for u in b.attackers] + supports.boxes(s, b)
    black = found.count(BLACK)
    return black >= 2 or (black == 1 and BLACK_WHITE in found)


def armored_choices(s: State) -> list[int]:
    return [DONE, YES]


def why_not_armored(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.TOO_FEW_BLACK_BOXES


def take_armored(s: State, a: int) -> None:
    """[8.6.3] Cheaper exploitation for the risk of a black unit's step."""
    if a == YES:
        battle_of(s).armored = 1
        tell(s, "8.6.3", events.ARMORED_DECLARED)
