"""Where an Inferno fight starts and ends, who answers its questions, and what is measured.

A fight begins when its target is chosen and is over before anybody advances. Ties between the strongest are settled as
listed unless the player says otherwise; the German strikes first where Hoth allows it.
"""

from collections.abc import Mapping
from typing import Any, Final

from kurgan.kernel.chance import chance_json, distribution_json, expected_json
from kurgan.kernel.protocol import Json, Policy

from .pack import GERMAN, SOVIET
from .state import BATTLE_FIELDS, NO_BATTLE, State, germans_at
from .terms import ALL, AS_LISTED, GO, HIGHEST_FIRE, LOWEST_FIRE, NO_CARD, YES

STARTS: Final = frozenset({"attacking_stacks", "join_attack", "combat", "resolve"})
UNTIL: Final = frozenset({"attacker_won"})
DECIDED: Final = frozenset({"advance_after_combat", "blitz_movement"})
"""Procedures of a combat that come when its dice are done."""

MEASURES: Final = ("attacker_steps_lost", "attacker_units_lost", "defender_steps_lost", "defender_units_lost")
FLAGS: Final = ("p_hex_emptied", "p_captured", "p_attackers_destroyed", "p_rubble_created", "p_rubble_at_end")

TIE_ANSWERS: Final = {"listed": AS_LISTED, "lowest_firepower": LOWEST_FIRE, "highest_firepower": HIGHEST_FIRE}


PLAIN_FIELDS: Final = tuple([name for name in BATTLE_FIELDS if name not in ("germans", "soviets", "called")])


class Combat:
    """[6] A combat, from the moment that its target is chosen."""

    def __init__(self, origin: State | None = None, policy_names: Mapping[str, str] | None = None) -> None:
        self.name = "combat"
        self.origin = origin
        self.starts = STARTS
        self.until = UNTIL
        self.policies: Mapping[str, Policy] = POLICIES
        self.policy_names: Mapping[str, str] = POLICY_NAMES if policy_names is None else policy_names

    def is_on(self, s: State) -> bool:
        """The dice are still to come."""
        return not any(frame[0].name in DECIDED for frame in s.stack)

    def key(self, s: State) -> bytes:
        """Equal for positions of one fight from which the same may come: look-alike blocks stand in for each other.

        Hands and decks count by their sizes only, because a card once drawn is not played in the same fight.
        """
        b = s.battle
        if b is NO_BATTLE:
            return s.key()
        # Immortal Guards regain steps, so that a loss depends on who had how many: no block stands in for another.
        alike = list(range(s.pack.units)) if s.advantages & s.rules.immortal_guard else s.rules.alike
        fields = [
            sorted([(alike[u], s.strength[u], s.where[u]) for u in b.germans]),
            sorted([(alike[u], s.strength[u], s.where[u], u in b.called) for u in b.soviets]),
            [getattr(b, name) for name in PLAIN_FIELDS],
            [s.rubble[b.target], s.rubble_left, s.leaders, s.hq, s.soviet_owed, s.pool_size],
            sum(s.soviet_hand),
        ]
        return repr(fields).encode() + bytes(s.count[SOVIET]) + s.flow_key()

    def measure(self, before: State, after: State) -> tuple[int, ...]:
        """Steps and units lost by attacker and defender, then the five yes-or-no outcomes.

        A described fight is measured from its ``origin``: cards may have worked before the first throw.
        """
        if self.origin is not None:
            before = self.origin
        side, target = attack_of(before)
        germans = lost(before, after, GERMAN)
        soviets = lost(before, after, SOVIET)
        attackers, defenders = (germans, soviets) if side == GERMAN else (soviets, germans)
        emptied = after.count[1 - side][target] == 0
        alive = survivors(before, after)
        rubble = after.rubble[target]
        created = rubble and not before.rubble[target]
        flags = (int(emptied), int(emptied and alive), int(not alive), int(created), rubble)
        return attackers + defenders + flags

    def report(self, before: State, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        """Every measure as exact chances."""
        found: Json = {}
        for i, name in enumerate(FLAGS):
            found[name] = chance_json(sum([w for m, w in weights.items() if m[len(MEASURES) + i]]), total)
        holds = sum([w for m, w in weights.items() if not m[len(MEASURES)]])
        found["p_defender_holds"] = chance_json(holds, total)
        for i, name in enumerate(MEASURES):
            spread: dict[int, int] = {}
            for measured, weight in weights.items():
                spread[measured[i]] = spread.get(measured[i], 0) + weight
            found[name] = distribution_json(dict(sorted(spread.items())), total)
            found[f"expected_{name}"] = expected_json(spread, total)
        return found


def attack_of(s: State) -> tuple[int, int]:
    """Side and target of the fight, also while the German still chooses his stacks."""
    if s.battle is NO_BATTLE:
        return GERMAN, s.order.target
    return s.battle.side, s.battle.target


def attackers_of(s: State) -> list[int]:
    """Units that attack; while stacks are being chosen, those chosen, or all that could be."""
    b = s.battle
    if b is not NO_BATTLE:
        return b.germans if b.side == GERMAN else b.soviets
    hexes = s.order.hexes or s.pack.near[s.order.target]
    return [u for h in hexes for u in germans_at(s, h)]


def survivors(before: State, after: State) -> bool:
    """Whether an attacker is left, one that was called in included."""
    if after.battle is not NO_BATTLE:
        return len(attackers_of(after)) > 0
    return any(after.where[u] < after.pack.hexes for u in attackers_of(before))


def lost(before: State, after: State, side: int) -> tuple[int, int]:
    """Steps and units of a side that were there before, or were called in, and are gone."""
    p = before.pack
    steps = 0
    units = 0
    for u in range(p.germans) if side == GERMAN else range(p.germans, p.units):
        had = before.strength[u]
        if had <= after.strength[u] and before.where[u] == after.where[u]:
            continue
        if before.where[u] < p.hexes:
            had = had or 1  # a blank edge fights as one
            has = after.strength[u] if after.where[u] < p.hexes else 0
            steps += max(0, had - has)
            units += has == 0
        elif had > after.strength[u]:  # the arena marks what may be called in with the strength it comes at
            steps += had - after.strength[u]
            units += after.strength[u] == 0
    return steps, units


# Policies ---------------------------------------------------------------------------------------------------------


def one_of(legal: list[int], *wanted: int) -> int:
    """The first of these answers that is legal, else the first legal one."""
    for a in wanted:
        if a in legal:
            return a
    return legal[0]


def as_listed(s: Any, legal: list[int]) -> int:
    return one_of(legal, AS_LISTED)


def lowest_fire(s: Any, legal: list[int]) -> int:
    return one_of(legal, LOWEST_FIRE)


def highest_fire(s: Any, legal: list[int]) -> int:
    return one_of(legal, HIGHEST_FIRE)


def strike_first(s: Any, legal: list[int]) -> int:
    return one_of(legal, YES)


def all_stacks(s: Any, legal: list[int]) -> int:
    """Attack with what was chosen; with everything where nothing was chosen yet."""
    return one_of(legal, GO, ALL)


def agree(s: Any, legal: list[int]) -> int:
    return one_of(legal, YES)


def no_card(s: Any, legal: list[int]) -> int:
    return one_of(legal, NO_CARD)


POLICIES: Final[Mapping[str, Policy]] = {
    "choose_german_loss": as_listed,
    "choose_soviet_loss": as_listed,
    "combined_force": strike_first,
    "attacking_stacks": all_stacks,
    "join_attack": agree,
    "german_card": no_card,
    "soviet_card": no_card,
}
POLICY_NAMES: Final[Mapping[str, str]] = {
    "choose_german_loss": "tie_rule: listed",
    "choose_soviet_loss": "tie_rule: listed",
    "combined_force": "strike first",
    "attacking_stacks": "the stacks chosen, else all",
    "join_attack": "agree",
    "german_card": "none",
    "soviet_card": "none",
}

COMBAT: Final = Combat()
