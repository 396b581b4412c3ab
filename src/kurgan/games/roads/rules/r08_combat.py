"""Roads, chapter 8.1 to 8.3: the Combat phase, who attacks whom, and the seven steps of a combat.

The steps themselves: r08_odds.py (2 and 3), r08_results.py (3 to 7) with r08_declare.py and r08_alter.py,
r08_losses.py, r08_retreat.py, r08_advance.py.
Exploitation (9.3) and Surprise Attacks (5) run the same procedure ``attack``.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, UNIT
from kurgan.games.roads.pack.vocabulary import FS_ZERO, MUD, WINTERGEWITTER
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r07_movement as movement
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_results as results
from kurgan.games.roads.terms import (
    ATTACKED,
    COMBAT,
    EXPLOITATION,
    EXPLOITING,
    FOUGHT,
    FULL_STRENGTH,
    OOS_FS,
    RETREATED,
)
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, leave, local, tell

NOT_ATTACKED: Final = bytes(h & ~ATTACKED & 255 for h in range(256))
"""Translation that takes the mark of an attack off every hex."""

RESTED: Final = bytes(mark & ~(FOUGHT | EXPLOITING | RETREATED) & 255 for mark in range(256))
ONLY_EXPLOITING: Final[tuple[int, ...]] = (EXPLOITATION,)
"""What ``attacks`` is given in the phase in which only exploiting units fight."""
NOT_YET: Final[tuple[int, ...]] = (COMBAT,)
"""Who asks before any attacks are made asks about the combat phase."""
STEADY: Final = bytes(mark & ~RETREATED & 255 for mark in range(256))
"""Translations that take marks off every unit."""


def combat_phase() -> Step:
    """[8.1] Attacks in any order, none of them forced, until the player ends the phase."""
    return Seq("8", "combat_phase", [
        Auto("8.1", "begin_combat", begin_combat),
        When("10.4.3", "pocket_attacks", movement.is_axis_turn, Call("10.4.3", "ju52_attacks")),
        Call("8.1.7", "attacks", given=in_combat),
        Auto("8.12.9", "forget_retreats", forget_retreats),
        Call("1.11.2", "end_phase"),
    ])  # fmt: skip


def attacks() -> Step:
    """[8.1.7] Each attack is designated and fought before the next. Given: the phase in which they are made."""
    return While("8.1.7", "attacks", movement.always, Seq("8.3", "one_attack", [
        Ask("8.3.1", "choose_target", supply.phasing, target_choices, take_target,
            why=why_not_target, space=target_space),
        When("8.3.1", "designate", is_attacking, Seq("8.3.1", "designation", [
            While("8.3.1", "add_attackers", is_designating, Ask(
                "8.3.1", "add_attacker", supply.phasing, attacker_choices, take_attacker,
                why=why_not_attacker_answer, space=attacker_space)),
            Call("8.2.1", "attack"),
        ])),
    ]))  # fmt: skip


def attack() -> Step:
    """[8.2.1] The seven steps; designation, the first, has been done."""
    return Seq("8.2.1", "attack", [
        Auto("8.4", "check_defender_supply", odds.check_defender_supply),
        When("5.5.4", "rockets", odds.has_rockets, Seq("5.5.4", "rocket_fire", [
            Roll("5.5.4", "roll_rockets", odds.one_die, odds.take_rockets),
            Call("8.8", "defender_losses"),
        ])),
        Call("10.4.3", "answer_attack"),
        Auto("8.5", "reckon", odds.reckon),
        When("8.5.8", "carry_out", odds.is_not_cancelled, Call("8.6", "resolve")),
        When("8.8.3", "shelled_empty", odds.is_shelled_empty, Call("8.8.3", "enter_empty_hex")),
        Auto("8.2.1", "end_attack", results.end_attack),
        When("14.2", "after_attack", units.has_todo, Call("14.2", "aftermath")),
    ])  # fmt: skip


def begin_combat(s: State) -> None:
    """[8.1.9a] [8.1.9b] Every hex may be attacked once and every unit attack once in this phase."""
    s.history = s.history.translate(NOT_ATTACKED)
    s.mark = s.mark.translate(RESTED)
    tell(s, "8", events.PHASE_BEGINS, 2)


def in_combat(s: State) -> tuple[int, ...]:
    return (COMBAT,)


def forget_retreats(s: State) -> None:
    """[8.12.9] A retreat weakens a unit until the end of the phase."""
    s.mark = s.mark.translate(STEADY)


# 8.3 Designation --------------------------------------------------------------------------------------------------


def begin_attack(s: State, target: int, attackers: list[int], phase: int) -> None:
    """[8.3.1] [8.3.2] A fight begins: [8.1.5] [8.1.6] all defenders of the hex take part, like it or not."""
    b = Battle(target, s.track[tracks.SIDE], phase)
    b.attackers = attackers
    b.defenders = units.units_at(s, target)
    s.battle = b


def is_attacking(s: State) -> bool:
    """[8.3.1] A target has been named."""
    return s.battle is not None


def is_designating(s: State) -> bool:
    """[8.3.3] Attackers may still be named."""
    return s.battle is not None and not s.battle.over


def target_choices(s: State) -> list[int]:
    """[8.1.1] [8.1.3] End the phase, or an enemy hex that somebody may attack."""
    side = s.track[tracks.SIDE]
    found: list[int] = []
    near = bytes(s.near[side])  # read faster than the columns
    where = s.where.tolist()
    for u in s.ways.units_of[1 - side]:
        h = where[u]
        if h >= 0 and near[h] and s.first[h] == u and not s.history[h] & ATTACKED and has_attacker(s, h):
            found.append(HEX + h)
    found.sort()
    return [DONE, *found]


def has_attacker(s: State, target: int) -> bool:
    """[8.1.11] Somebody beside the hex may attack it."""
    side = s.track[tracks.SIDE]
    for n, _edge in s.ways.links[target]:
        if s.here[side][n]:
            u = s.first[n]
            while u >= 0:
                if not why_not_attack(s, u, n, target):
                    return True
                u = s.next[u]
    return False


def target_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def why_not_target(s: State, a: int) -> int:
    """[8.1.1] [8.1.9a] Only an enemy hex, once a phase, with an attacker beside it."""
    if a == DONE:
        return 0
    if not HEX <= a < HEX + HEXES:
        return refusals.NOT_AN_ANSWER
    h = a - HEX
    if not s.here[1 - s.track[tracks.SIDE]][h]:
        return refusals.NO_ENEMY_THERE
    if s.history[h] & ATTACKED:
        return refusals.HEX_ALREADY_ATTACKED
    return 0 if has_attacker(s, h) else refusals.NOBODY_CAN_ATTACK


def take_target(s: State, a: int) -> None:
    """[8.3.1] The hex under attack, or the end of the phase."""
    if a == DONE:
        leave(s, "attacks")
        return
    (phase,) = local(s, "attacks")
    begin_attack(s, a - HEX, [], phase)
    s.history[a - HEX] |= ATTACKED
    tell(s, "8.3.1", events.ATTACK_DECLARED, a - HEX)


def attacker_choices(s: State) -> list[int]:
    """[8.3.1] [8.1.11] Done, or one more unit beside the target; [8.1.4] [8.1.10] others attack elsewhere."""
    b = s.battle
    assert b is not None
    found: list[int] = []
    side = b.side
    for n, _ in s.ways.links[b.target]:
        if s.here[side][n]:
            for u in units.units_at(s, n):
                if not why_not_attack(s, u, n, b.target) and not why_not_with_others(s, u):
                    found.append(UNIT + u)
    found.sort()
    if b.attackers:
        found.insert(0, DONE)
    return found


def attacker_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def why_not_attacker_answer(s: State, a: int) -> int:
    """[8.3.3] Reasons against naming this unit, or against being done."""
    b = s.battle
    assert b is not None
    if a == DONE:
        return 0 if b.attackers else refusals.NOBODY_NAMED_YET
    if not UNIT <= a < UNIT + s.pack.unit_count:
        return refusals.NOT_AN_ANSWER
    u = a - UNIT
    if s.pack.side[u] != b.side:
        return refusals.NOT_YOURS
    h = s.where[u]
    if h < 0:
        return refusals.NOT_ON_MAP
    if b.target not in s.ways.edge_to[h]:
        return refusals.NOT_ADJACENT
    return why_not_attack(s, u, h, b.target) or why_not_with_others(s, u)


def why_not_attack(s: State, u: int, h: int, target: int) -> int:
    """[8.1] Reasons why a unit beside the target may not attack it, in the order a player would check."""
    if s.pack.is_hq[u]:
        return refusals.HQ_NEVER_ATTACKS
    if s.mark[u] & FOUGHT:
        return refusals.UNIT_ALREADY_FOUGHT
    if not s.mark[u] & EXPLOITING and local(s, "attacks", NOT_YET) == ONLY_EXPLOITING:
        return refusals.NOT_EXPLOITING
    if not s.pack.attack[3 * u + s.steps[u]]:
        return refusals.NO_ATTACK_FACTOR
    if s.supply[u] == OOS_FS:
        code = why_not_from_pocket(s, u)
        if code:
            return code
    if s.track[tracks.GROUND] == MUD:
        return why_not_in_mud(s, s.ways.edge_to[h][target])
    return 0


def why_not_from_pocket(s: State, u: int) -> int:
    """[10.3.2] [10.4.3] At level 1 the pocket has no attack; a sortie, or the introductory scenario, holds the rest."""
    if s.mark[u] & FULL_STRENGTH:
        return 0
    if s.track[tracks.SORTIE] or s.scenario.number == WINTERGEWITTER:
        return refusals.POCKET_MAY_NOT_ATTACK
    return refusals.NO_ATTACK_FACTOR if s.pack.fs_attack[s.track[tracks.FORTRESS_LEVEL]] == FS_ZERO else 0


def why_not_in_mud(s: State, edge: int) -> int:
    """[3.2.2] No attack over a river that counts as major, except over a bridge."""
    if not s.pack.river[edge] or s.pack.bridge[edge] or radius.is_bridged(s, s.track[tracks.SIDE], edge):
        return 0
    if s.pack.is_last_position[edge // 6] or s.pack.is_last_position[s.pack.near[edge]]:
        return 0
    return refusals.MUD_ATTACK


def why_not_with_others(s: State, u: int) -> int:
    """[8.1.12] Italians, Romanians and Hungarians never attack together; Germans may join any of them."""
    b = s.battle
    assert b is not None
    if u in b.attackers:
        return refusals.UNIT_ALREADY_FOUGHT
    if units.is_allied(s, u):
        for v in b.attackers:
            if units.is_allied(s, v) and s.pack.nation[v] != s.pack.nation[u]:
                return refusals.ALLIES_APART
    return 0


def take_attacker(s: State, a: int) -> None:
    """[8.3.3] [8.3.4] Named for good; or the designation is complete and nobody else is touched."""
    b = s.battle
    assert b is not None
    if a == DONE:
        b.over = 1
        for u in b.attackers:
            s.mark[u] |= FOUGHT
        return
    b.attackers.append(a - UNIT)
    tell(s, "8.3.1", events.ATTACKER_NAMED, a - UNIT)


def defender_seat(s: State) -> int:
    """[8.1.2] The player whose turn it is not."""
    b = s.battle
    assert b is not None
    return 1 - b.side


def attacker_seat(s: State) -> int:
    """[8.1.2] The phasing player."""
    b = s.battle
    assert b is not None
    return b.side
