"""Advance: where a fight starts and ends, who answers its questions, what is measured."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kurgan.games.advance import events
from kurgan.games.advance.answers import ALL, ATTACK, CHOOSE, DONE, MOVE
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.rules import r09_results as results
from kurgan.games.advance.terms import NO_RESULT, NO_UNIT, OUT, REPULSE, RESULTS, STALEMATE, SUCCESS, UNREVEALED
from kurgan.kernel import flow
from kurgan.kernel.chance import chance_json, distribution_json, expected_json
from kurgan.kernel.protocol import BEGIN, CAST, CHANGE, RESULT, STEP, Cast, Event, FightEnd, Json, Policy
from kurgan.kernel.tally import SILENT

# What is measured of one outcome, by place in the tuple.
RAW: Final = 0
FINAL: Final = 1
LEAD_LOST: Final = 2
RETREAT: Final = 3
MORALE_BEFORE: Final = 4
MORALE_AFTER: Final = 5

MARKS: Final = ("", "bad", "even", "win", "good")
"""Of the results, on the time line."""

PARTS: Final[Mapping[int, str]] = {
    events.ATTACK_BEGINS: BEGIN,
    events.COUNTER_REVEALED: STEP,
    events.LEAD_NAMED: STEP,
    events.SUPPORT_ADDED: STEP,
    events.VALUES_RECKONED: STEP,
    events.ISOLATION_ROLLED: CAST,
    events.AIR_ROLLED: CAST,
    events.ATTACK_ROLLED: CAST,
    events.DEFENCE_ROLLED: CAST,
    events.RESULT: RESULT,
    events.BARRAGE_RETREAT: CHANGE,
    events.FANATIC_HOLDS: RESULT,
    events.AREA_TAKEN: CHANGE,
    events.HEROES_HELD: CHANGE,
    events.AMBUSHED: CHANGE,
    events.UNIT_OUT: CHANGE,
    events.UNIT_RETREATED: CHANGE,
    events.MORALE_CHANGED: CHANGE,
}
"""What a combat is told by."""

ROLLED: Final = (events.ATTACK_ROLLED, events.DEFENCE_ROLLED)
SOVIET_DICE: Final = (events.DEFENCE_ROLLED, events.ISOLATION_ROLLED)

FIGHT_ENDS: Final = frozenset({"after_repulse", "retreat", "orders"})
"""Before retreats; ``orders`` is where a combat that was broken off comes back to."""


class Combat:
    """[9.5] A combat, from the moment that the attackers are chosen."""

    def __init__(self, name: str, starts: frozenset[str], policies: Mapping[str, Policy[State]]) -> None:
        self.name = name
        self.starts = starts
        self.until = FIGHT_ENDS
        self.policies: Mapping[str, Policy[State]] = policies
        self.policy_names: Mapping[str, str] = POLICY_NAMES
        self.begins: frozenset[int] = frozenset()
        self.parts = PARTS

    def is_on(self, s: State) -> bool:
        """Orders are a fight being prepared once somebody stands before an enemy."""
        if self.name != "prepared":
            return True
        step = flow.top(s)
        return step is not None and step.name == "order" and bool(attacks(flow.legal(s)))

    def measure(self, before: State, after: State) -> tuple[int, ...]:
        b = after.battle
        if b is None:  # a Barrage ended it: all retreat, or nobody was left
            return (NO_RESULT, NO_RESULT, 0, int(len(after.retreating) > 0), before.morale, after.morale)
        lost = int(after.where[b.lead] == OUT)
        retreat = int(len(after.retreating) > 0)
        return (b.result, results.final_result(b), lost, retreat, before.morale, after.morale)

    def report(self, before: State, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        """The chances by name, exact; see docs/reference/odds.md."""
        change: dict[int, int] = {}
        after: dict[int, int] = {}
        for outcome, weight in weights.items():
            step = outcome[MORALE_AFTER] - outcome[MORALE_BEFORE]
            change[step] = change.get(step, 0) + weight
            after[outcome[MORALE_AFTER]] = after.get(outcome[MORALE_AFTER], 0) + weight
        taken = _sum(weights, FINAL, SUCCESS, SUCCESS + 1)
        return {
            **values(self, before),
            "raw_result": _results(weights, RAW, total),
            "result": _results(weights, FINAL, total),
            "p_lead_eliminated": chance_json(_sum(weights, LEAD_LOST, 1), total),
            "p_area_captured": chance_json(taken, total),
            "p_retreat": chance_json(_sum(weights, RETREAT, 1), total),
            "morale_change": distribution_json({str(k): change[k] for k in sorted(change)}, total),
            "morale_after": distribution_json({str(k): after[k] for k in sorted(after)}, total),
            "expected_morale_change": expected_json(change, total),
        }

    def ended(self, told: Sequence[Event], earlier: Iterable[Event]) -> FightEnd | None:
        """[9.5.5] The result, unless a Fanatic unit makes a Stalemate of it; a combat broken off has none."""
        found = [event.args[1] for event in told if event.kind == events.RESULT]
        if not found or found[0] == NO_RESULT:
            return None
        holds = any(event.kind == events.FANATIC_HOLDS for event in told)
        return _end(STALEMATE if holds else found[0])

    def judged(self, measured: tuple[int, ...]) -> FightEnd:
        return _end(measured[FINAL])

    def cast(self, event: Event) -> Cast:
        """[9.5.1] Values and totals; [9.5.3D] [12.3] of other dice what they come to."""
        side = "soviet" if event.kind in SOVIET_DICE else "german"
        if event.kind in ROLLED:
            dice, total = event.args
            return Cast(side, total - dice, total)
        return Cast(side, None, event.args[-1])


def _end(result: int) -> FightEnd:
    return FightEnd(result, RESULTS[result], MARKS[result])


def _sum(weights: Mapping[tuple[int, ...], int], place: int, *values: int) -> int:
    return sum(weight for outcome, weight in weights.items() if outcome[place] in values)


def _results(weights: Mapping[tuple[int, ...], int], place: int, total: int) -> Json:
    found = {RESULTS[r]: _sum(weights, place, r) for r in range(REPULSE, len(RESULTS))}
    return distribution_json({name: weight for name, weight in found.items() if weight}, total)


def values(fight: Combat, before: State) -> Json:
    """[9.5.2] [9.5.3] Attack Value, Defense Value before any die of this fight, and the defender's dice."""
    s = prepared(fight, before)
    b = s.battle
    if b is None or b.lead == NO_UNIT:
        return {"attack_value": None, "defense_value_without_dice": None, "defense_dice": None}
    attack = combat.attack_value(s, b, SILENT)
    if is_unknown(before, b.area):
        return {"attack_value": attack, "defense_value_without_dice": None, "defense_dice": None}
    known = b.copy()
    known.air_die = 0
    known.factor = s.pack.kind_defense[stacking.kind_of(s, b.area)]
    return {
        "attack_value": attack,
        "defense_value_without_dice": max(0, combat.defence_value(s, known, SILENT)),
        "defense_dice": combat.defence_dice(s).asked(),
    }


def is_unknown(s: State, a: int) -> bool:
    """Whether several counters may still stand unrevealed in an area."""
    kinds = [k for k in range(s.pack.kinds) if s.pack.kind_terrain[k] == s.pack.terrain[a] and s.pool[k]]
    return s.soviet[a] == UNREVEALED and len(kinds) > 1


def prepared(fight: Combat, before: State) -> State:
    """The fight as it stands just before the values are reckoned; every throw on the way takes its first outcome."""
    s = before.copy()
    s.halts = FIGHT_ENDS | {"air_strike", "reckon"}
    step = flow.top(s)
    while step is not None and flow.halted_at(s) is None:
        if step.kind == flow.ASK:
            if step.name not in fight.policies:
                break
            flow.answer(s, fight.policies[step.name](s, flow.legal(s)))
        elif step.name in ("reveal_unit", "roll_isolation"):
            flow.answer(s, step.chance(s).outcomes()[0][0])
        else:
            break
        step = flow.top(s)
    return s


# Policies: how questions inside a fight are answered unless the player says otherwise.


def attacks(legal: list[int]) -> list[int]:
    return [a for a in legal if ATTACK <= a < MOVE]


def first_attack(s: State, legal: list[int]) -> int:
    """The attack that can be made now; where there are several, the lowest area."""
    return attacks(legal)[0]


def everybody(s: State, legal: list[int]) -> int:
    return ALL if ALL in legal else legal[0] if DONE not in legal else DONE


def weakest_given_up(s: State, legal: list[int]) -> int:
    """Against a Barrage: the unit with the lowest factor, the cheapest first; a lone attacker retreats."""
    units = [a - CHOOSE for a in legal if a != DONE]
    if len(units) < 2:
        return DONE
    return CHOOSE + min(units, key=lambda u: (s.pack.attack[u], s.pack.return_cost[u], u))


def best_lead(s: State, legal: list[int]) -> int:
    """The highest Attack Factor; among equals the unit that is cheaper to bring back."""
    units = [a - CHOOSE for a in legal]
    return CHOOSE + max(units, key=lambda u: (s.pack.attack[u], -s.pack.return_cost[u], -u))


def no_more_support(s: State, legal: list[int]) -> int:
    return DONE


def first_listed(s: State, legal: list[int]) -> int:
    return legal[0]


POLICIES: Mapping[str, Policy[State]] = {
    "join_attack": everybody,
    "answer_barrage": weakest_given_up,
    "name_lead": best_lead,
    "commit_support": no_more_support,
    "fall_back": first_listed,
}
POLICY_NAMES: Mapping[str, str] = {
    "join_attack": "everybody",
    "answer_barrage": "the weakest unit is given up, a lone one retreats",
    "name_lead": "best",
    "commit_support": "no more markers",
    "fall_back": "as listed",
    "order": "the attack at hand",
}
COMBAT = Combat("combat", frozenset({"combat"}), POLICIES)
PREPARED = Combat("prepared", frozenset({"order"}), {**POLICIES, "order": first_attack})
FIGHTS = (COMBAT, PREPARED)
