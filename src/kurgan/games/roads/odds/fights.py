"""Roads: where a fight starts and ends, who answers its questions, what is measured."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kurgan.games.roads import events
from kurgan.games.roads.answers import DONE, UNIT, YES
from kurgan.games.roads.pack.vocabulary import (
    A_ENG,
    A_NONE,
    A_RETREAT,
    ATTACKER_RESULTS,
    D_DR,
    D_DR3,
    D_NONE,
    D_REACT,
    DEFENDER_RESULTS,
    ODDS,
)
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.terms import M_MAP, ODDS_WORDS, odds_word
from kurgan.kernel import flow
from kurgan.kernel.chance import chance_json, distribution_json, expected_json
from kurgan.kernel.protocol import BEGIN, CAST, CHANGE, READ, RESULT, STEP, Cast, Event, FightEnd, Json, Policy

# What is measured of one outcome, by place in the tuple.
LOSSES_A: Final = 0
LOSSES_D: Final = 1
RESULT_A: Final = 2
LEVEL: Final = 3
RESULT_D: Final = 4
RESCUE: Final = 5
IN_MUD: Final = 6
ATTACKERS_GONE: Final = 7
DEFENDERS_GONE: Final = 8
GIVES_WAY: Final = 9
THROWN_BACK: Final = 10

MARKS: Final = ("bad", "even", "win", "good")
"""On the time line: a loss, as many lost as taken, a gain of one step, of more."""

PARTS: Final[Mapping[int, str]] = {
    events.ATTACK_DECLARED: BEGIN,
    events.ATTACKER_NAMED: STEP,
    events.SUPPORT_PLAYED: STEP,
    events.SUPPORT_ON_UNIT: STEP,
    events.JU52_PLAYED: STEP,
    events.ODDS_SET: READ,
    events.ELITE_DECLARED: STEP,
    events.ARMORED_DECLARED: STEP,
    events.RIVER_LINE_CHOSEN: STEP,
    events.HEX_LINE_CHOSEN: STEP,
    events.COMBAT_ROLLED: CAST,
    events.COMBAT_RESULT: READ,
    events.ENGAGEMENT_ROLLED: CAST,
    events.ATTACK_CANCELLED: CHANGE,
    events.RESULT_CHOSEN: CHANGE,
    events.DEFENCE_CHOSEN: CHANGE,
    events.SUPERIORITY_USED: CHANGE,
    events.RESULTS_FINAL: RESULT,
    events.HEX_EMPTIED: CHANGE,
    events.ATTACK_SETTLED: RESULT,
    events.STEP_LOST: CHANGE,
    events.UNIT_ELIMINATED: CHANGE,
    events.KAMPFGRUPPE_RAISED: CHANGE,
    events.STOOD_FAST: CHANGE,
    events.FELL_BACK: CHANGE,
    events.UNIT_RETREATED: CHANGE,
    events.RETREAT_IMPOSSIBLE: CHANGE,
    events.UNIT_ADVANCED: CHANGE,
    events.UNIT_EXPLOITS: CHANGE,
    events.REACTION_BEGINS: CHANGE,
    events.HEX_CAPTURED: CHANGE,
    events.STACK_SURRENDERED: CHANGE,
}
"""What a fight is told by."""

UNTIL: Final = frozenset({"begin_retreat", "end_attack"})
"""A fight is over before retreats, reactions and advances."""

KNOWN_AT: Final = frozenset({"alter_results", "owe_attrition", "end_attack"})
"""[8.7.4] The result that is told is that of the throw; what second throws, events and choices make of it is later."""


ON_MAP: Final = bytes([int(place == M_MAP) for place in range(256)])
"""Translation that forgets in which box a marker lies."""


class Combat:
    """[8] A fight, from the moment that the attackers are named."""

    def __init__(self, name: str, starts: frozenset[str], policies: Mapping[str, Policy[State]]) -> None:
        self.name = name
        self.starts = starts
        self.until = UNTIL
        self.known_at = KNOWN_AT
        self.policies: Mapping[str, Policy[State]] = policies
        self.policy_names: Mapping[str, str] = POLICY_NAMES
        self.gathers: Mapping[str, Policy[State]] = {"add_attacker": everybody}
        self.begins = frozenset({events.ATTACK_DECLARED})
        self.parts = PARTS

    def is_on(self, s: State) -> bool:
        """A target has been named, and somebody against it."""
        return s.battle is not None and bool(s.battle.attackers)

    def key(self, s: State) -> bytes:
        """What a fight can depend on or change: who is there, the record of the fight, markers on the map."""
        b = s.battle
        return b"|".join([
            s.where.tobytes(), bytes(s.steps), bytes(s.supply), bytes(s.mark), s.marker_place.translate(ON_MAP),
            s.marker_on.tobytes(), s.track.tobytes(), bytes([s.mode]), str(s.points).encode(),
            b"" if b is None else b.key(), s.flow_key(),
        ])  # fmt: skip

    def world_key(self, s: State) -> bytes:
        """Nothing that a seat cannot see takes part in a fight: a Ju 52 is kept unless its owner says otherwise."""
        return self.key(s)

    def measure(self, before: State, after: State) -> tuple[int, ...]:
        b = after.battle
        assert b is not None and before.battle is not None
        attackers_gone = int(bool(b.attackers) and not losses.alive(after, b.attackers))
        defenders_gone = int(bool(before.battle.defenders) and not losses.alive(after, b.defenders))
        mud = int(b.result_a == A_ENG and b.engagement == 2)
        gives_way = int(bool(defenders_gone or b.fell_back or D_DR <= b.result_d <= D_DR3))
        thrown_back = int(not gives_way and bool(attackers_gone or b.result_a == A_RETREAT))
        return (
            b.losses_a, b.losses_d, b.result_a, b.level, b.result_d, b.rescue, mud, attackers_gone, defenders_gone,
            gives_way, thrown_back,
        )  # fmt: skip

    def report(self, before: State, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        """The chances by name, exact; see docs/reference/odds.md."""
        b = reckoned(self, before)
        found = {**odds_report(b), **results_report(total, weights), **gone_report(total, weights)}
        return {**found, "hex": hex_report(total, weights)}

    def ended(self, told: Sequence[Event], earlier: Iterable[Event]) -> FightEnd | None:
        """[8.7.4] The result of the table: what the defender loses against what the attacker does."""
        for event in told:
            if event.kind == events.COMBAT_RESULT:
                attacker, defender = event.args[:2]
                return _end(defender - attacker, f"{defender} : {attacker}")
        return None

    def judged(self, measured: tuple[int, ...]) -> FightEnd:
        gain = measured[LOSSES_D] - measured[LOSSES_A]
        return _end(gain, f"{gain:+d}" if gain else "0")

    def cast(self, event: Event) -> Cast:
        """[8.7.1] One throw, which both sides read from the table; [8.10.1] so is that of an engagement."""
        return Cast("", None, event.args[0])


def _end(gain: int, name: str) -> FightEnd:
    return FightEnd(gain, name, MARKS[max(-1, min(gain, 2)) + 1])


def odds_report(b: Battle) -> Json:
    """[8.5] The ratio before and after shifts, and the column."""
    found: Json = {
        "attack": b.attack,
        "defense": b.defense,
        "initial_odds": ODDS_WORDS[odds_word(b.odds)],
        "odds_after_shift": ODDS_WORDS[odds_word(b.odds + b.shift)],
    }
    if b.over:
        found["cancelled"] = True
    else:
        found["column"] = ODDS[b.column]
    return found


def results_report(total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
    """Distributions of losses, tactical results and exploitation."""
    attacker: dict[int, int] = {}
    defender: dict[int, int] = {}
    joint: dict[str, int] = {}
    tactical_a: dict[str, int] = {}
    tactical_d: dict[str, int] = {}
    level: dict[int, int] = {}
    for outcome, weight in sorted(weights.items()):
        add(attacker, outcome[LOSSES_A], weight)
        add(defender, outcome[LOSSES_D], weight)
        add_word(joint, f"{outcome[LOSSES_A]},{outcome[LOSSES_D]}", weight)
        add_word(tactical_a, attacker_words(outcome), weight)
        add_word(tactical_d, defender_words(outcome), weight)
        add(level, outcome[LEVEL], weight)
    return {
        "attacker_losses": distribution_json({str(k): attacker[k] for k in sorted(attacker)}, total),
        "defender_losses": distribution_json({str(k): defender[k] for k in sorted(defender)}, total),
        "losses": distribution_json(joint, total),
        "attacker_tactical": distribution_json(tactical_a, total),
        "defender_tactical": distribution_json(tactical_d, total),
        "exploitation_level": distribution_json({str(k): level[k] for k in sorted(level)}, total),
        "expected_attacker_losses": expected_json(attacker, total),
        "expected_defender_losses": expected_json(defender, total),
    }


def gone_report(total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
    """Chances that one side is wiped out by its losses."""
    attackers = sum(weight for outcome, weight in weights.items() if outcome[ATTACKERS_GONE])
    defenders = sum(weight for outcome, weight in weights.items() if outcome[DEFENDERS_GONE])
    return {
        "p_attacker_eliminated": chance_json(attackers, total),
        "p_defender_eliminated": chance_json(defenders, total),
    }


def hex_report(total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
    """What becomes of the hex: the defender dies or goes back, he holds it, or [8.7.6] the attackers go back."""
    gives_way = sum(weight for outcome, weight in weights.items() if outcome[GIVES_WAY])
    thrown_back = sum(weight for outcome, weight in weights.items() if outcome[THROWN_BACK])
    return {
        "given_up": chance_json(gives_way, total),
        "held": chance_json(total - gives_way - thrown_back, total),
        "attack_thrown_back": chance_json(thrown_back, total),
    }


def add(found: dict[int, int], key: int, weight: int) -> None:
    found[key] = found.get(key, 0) + weight


def add_word(found: dict[str, int], key: str, weight: int) -> None:
    found[key] = found.get(key, 0) + weight


def attacker_words(outcome: tuple[int, ...]) -> str:
    """The attacker's result after all changes: "D1+E", "Eng*" for the engagement that mud makes of an E."""
    words: list[str] = []
    if outcome[RESULT_A] != A_NONE:
        words.append(ATTACKER_RESULTS[outcome[RESULT_A]] + ("*" if outcome[IN_MUD] else ""))
    if outcome[LEVEL]:
        words.append("E" if outcome[LEVEL] == 1 else f"E{outcome[LEVEL]}")
    return "+".join(words) or "-"


def defender_words(outcome: tuple[int, ...]) -> str:
    """The defender's result after all changes, with the reaction that superiority adds: "DR2+R"."""
    words: list[str] = []
    if outcome[RESULT_D] != D_NONE:
        words.append(DEFENDER_RESULTS[outcome[RESULT_D]])
    if outcome[RESCUE]:
        words.append(DEFENDER_RESULTS[D_REACT])
    return "+".join(words) or "-"


def reckoned(fight: Combat, before: State) -> Battle:
    """The fight with its odds: as they stand, or as they will once the designation is complete."""
    s = before.copy()
    s.halts = UNTIL | {"resolve"}
    step = flow.top(s)
    while step is not None and flow.halted_at(s) is None:
        if step.kind == flow.ASK and step.name in ("add_attacker", "play_ju52_defense", "resisting_unit"):
            flow.answer(s, fight.policies[step.name](s, flow.legal(s)))
        elif step.kind == flow.ROLL and step.name == "roll_rockets":
            flow.answer(s, 6)
        else:
            break
        step = flow.top(s)
    assert s.battle is not None
    return s.battle


# Policies: how questions inside a fight are answered unless the player says otherwise. -------------------------------


def decline(s: State, legal: list[int]) -> int:
    """No bonus, no declaration, no marker: the first answer is always the plain one."""
    return legal[0]


def accept(s: State, legal: list[int]) -> int:
    """Yes where it can be had."""
    return YES if YES in legal else legal[0]


def nobody_else(s: State, legal: list[int]) -> int:
    """The attack as it has been built so far."""
    return DONE if DONE in legal else legal[0]


def everybody(s: State, legal: list[int]) -> int:
    """All who may attack the hex, in the order of the list."""
    return next((a for a in legal if a != DONE), DONE)


def best_result(s: State, legal: list[int]) -> int:
    """The attacker takes the highest result of the block."""
    return max(legal)


def mildest_result(s: State, legal: list[int]) -> int:
    """The defender takes the mildest result of the block."""
    return min(legal)


def weakest(s: State, legal: list[int]) -> int:
    """The unit whose step is worth least: full before reduced, low factors before high, a headquarters last."""
    found = [a - UNIT for a in legal if a >= UNIT]
    if not found:
        return legal[0]
    return UNIT + min(found, key=lambda u: (s.pack.is_hq[u], s.pack.attack[3 * u + s.steps[u]] - 2 * s.steps[u], u))


POLICIES: Mapping[str, Policy[State]] = {
    "add_attacker": nobody_else,
    "play_ju52_defense": decline,
    "resisting_unit": decline,
    "declare_elite_attack": decline,
    "declare_armored": accept,
    "declare_elite_defense": decline,
    "choose_attacker_result": best_result,
    "choose_defender_result": mildest_result,
    "choose_line": accept,
    "fall_back": decline,
    "fall_back_engaged": decline,
    "lose_attacker_step": weakest,
    "lose_defender_step": weakest,
    "raise_kampfgruppe": decline,
    "raise_defending_kampfgruppe": decline,
    "enter_hex": decline,
    "choose_retreat": accept,
    "retreat_to": decline,
    "advance_unit": decline,
    "stand_or_retreat": accept,
}
POLICY_NAMES: Mapping[str, str] = {
    "add_attacker": "as named so far",
    "play_ju52_defense": "no event",
    "resisting_unit": "as listed",
    "declare_elite_attack": "no",
    "declare_armored": "yes",
    "declare_elite_defense": "no",
    "choose_attacker_result": "the highest",
    "choose_defender_result": "the mildest",
    "choose_line": "river",
    "fall_back": "stay",
    "fall_back_engaged": "stay",
    "lose_attacker_step": "the weakest",
    "lose_defender_step": "the weakest",
    "raise_kampfgruppe": "no",
    "raise_defending_kampfgruppe": "no",
    "enter_hex": "nobody",
    "choose_retreat": "retreat",
    "retreat_to": "as listed",
    "advance_unit": "nobody",
    "stand_or_retreat": "retreat",
}
STARTS: Final = frozenset({
    "add_attacker", "play_ju52_defense", "roll_rockets", "declare_elite_attack", "declare_armored",
    "declare_elite_defense", "roll_rattenkrieg", "roll_combat",
})  # fmt: skip
COMBAT = Combat("combat", STARTS, POLICIES)
FIGHTS = (COMBAT,)
