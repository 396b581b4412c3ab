"""Roads: a fight described in JSON becomes a position, ready to be walked. See docs/reference/odds.md.

The board is empty: the description fills the record of the fight (totals, shift, terrain, nations) and the walk starts
at the throw. Nothing is computed here; the rules are.
"""

from collections.abc import Mapping
from pathlib import Path

from kurgan.games.roads.game import Roads
from kurgan.games.roads.odds.fights import (
    LOSSES_A,
    LOSSES_D,
    POLICIES,
    POLICY_NAMES,
    Combat,
    accept,
    decline,
    odds_report,
    results_report,
)
from kurgan.games.roads.pack.vocabulary import ATTACKER_RESULTS, AXIS, DEFENDER_RESULTS, EFFECTS, SIDES, SOVIET
from kurgan.games.roads.position.battle import SAME, Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.terms import COMBAT, EXPLOITATION
from kurgan.kernel import flow
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Json, Policy

FIELDS = (
    *("attacker_side", "attack", "defense", "defense_bonus", "shift", "superiority", "defenders_all_german"),
    *("attackers_all_german", "panzer_division", "allied_defender_steps", "armored_attack", "weather", "phase"),
    *("terrain_attacker", "terrain_defender", "oos_fs", "rattenkrieg", "ar_choice", "s_choice", "f_choice"),
    *("attacker_steps", "defender_steps"),
)
MOST = 999
CHOICES = {"ar_choice": ("retreat", "losses"), "s_choice": ("retreat", "stand"), "f_choice": ("stay", "retreat")}
CHOICE_STEPS = {
    "choose_retreat": "ar_choice",
    "stand_or_retreat": "s_choice",
    "fall_back": "f_choice",
    "fall_back_engaged": "f_choice",
}


class Described:
    """The fields of a fight, each checked when it is read."""

    def __init__(self, fight: object) -> None:
        if not isinstance(fight, dict):
            raise ValueError("a fight is one JSON object")
        for field in fight:
            if field not in FIELDS:
                raise ValueError(f"unknown field '{field}'{nearest(field, FIELDS)}")
        self.fight: Json = fight
        self.side = SIDES.index(self.word("attacker_side", SIDES))
        self.attack = self.number("attack", 0)
        self.defense = self.number("defense", 0) + self.number("defense_bonus", 0, 0)
        self.shift = self.number("shift", -MOST, 0)
        self.steps = (self.steps_of("attacker_steps"), self.steps_of("defender_steps"))
        if self.defense < 1:
            raise ValueError("field 'defense': the defender needs at least one factor [8.5.4]")

    def number(self, field: str, low: int, default: int | None = None) -> int:
        value = self.fight.get(field, default)
        if value is None:
            raise ValueError(f"field '{field}' is missing")
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= MOST:
            raise ValueError(f"field '{field}' should be a whole number from {low} to {MOST}, not {value!r}")
        return value

    def steps_of(self, field: str) -> int:
        """Steps present, -1 where the description does not say."""
        return self.number(field, 1) if field in self.fight else -1

    def flag(self, field: str) -> int:
        value = self.fight.get(field, False)
        if not isinstance(value, bool):
            raise ValueError(f"field '{field}' should be true or false, not {value!r}")
        return int(value)

    def word(self, field: str, words: tuple[str, ...], default: str | None = None) -> str:
        value = self.fight.get(field, default)
        if value is None:
            raise ValueError(f"field '{field}' is missing: one of {', '.join(words)}")
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"field '{field}' should be one of {', '.join(words)}, not {value!r}")
        return value

    def superiority(self) -> int:
        """[14.1] The effects that are active, as a mask."""
        value = self.fight.get("superiority", {})
        if value == "all":
            return (1 << len(EFFECTS)) - 1
        if not isinstance(value, dict):
            raise ValueError(f"field 'superiority' should be \"all\" or an object of effects, not {value!r}")
        mask = 0
        for name, active in value.items():
            if name not in EFFECTS:
                raise ValueError(f"field 'superiority': unknown effect '{name}'{nearest(name, EFFECTS)}")
            if not isinstance(active, bool):
                raise ValueError(f"field 'superiority': '{name}' should be true or false, not {active!r}")
            mask |= int(active) << EFFECTS.index(name)
        return mask

    def changes(self, field: str, words: tuple[str, ...]) -> tuple[int, ...]:
        """[8.10.2] What terrain makes of each result; "-" or null is nothing."""
        value = self.fight.get(field, {})
        if not isinstance(value, dict):
            raise ValueError(f"field '{field}' should be an object from result to result, not {value!r}")
        line = list(SAME)
        for result, change in value.items():
            after = "-" if change is None else change
            for name in (result, after):
                if name not in words:
                    raise ValueError(f"field '{field}': unknown result {name!r}; known are {', '.join(words)}")
            line[words.index(result)] = words.index(after)
        return tuple(line)


class DescribedCombat(Combat):
    """A fight in numbers: no units, so losses count against the steps that the description gives."""

    def __init__(self, d: Described, policies: dict[str, Policy[State]]) -> None:
        super().__init__("described", frozenset({"throw"}), policies)
        self.steps = d.steps
        chosen = {step: str(d.fight.get(field, CHOICES[field][0])) for step, field in CHOICE_STEPS.items()}
        self.policy_names = {**POLICY_NAMES, **chosen}

    def is_on(self, s: State) -> bool:
        return s.battle is not None

    def report(self, before: State, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        from kurgan.kernel.chance import chance_json

        assert before.battle is not None
        if before.battle.over:
            return odds_report(before.battle)
        found = {**odds_report(before.battle), **results_report(total, weights)}
        for name, place, steps in (("attacker", LOSSES_A, self.steps[0]), ("defender", LOSSES_D, self.steps[1])):
            if steps >= 0:
                gone = sum(weight for outcome, weight in weights.items() if outcome[place] >= steps)
                found[f"p_{name}_eliminated"] = chance_json(gone, total)
        return found


def read(fight: Json, pack: str = "") -> tuple[Roads, State, Combat]:
    """The described fight as a game, a position and a fight to walk; raises ValueError with one line."""
    return describe(Roads(Path(pack) if pack else None), fight)


def describe(game: Roads, fight: Json) -> tuple[Roads, State, Combat]:
    """The described fight with the pack of this game."""
    d = Described(fight)
    s = game.empty("campaign")
    s.battle = described_battle(d)
    policies = described_policies(d)
    if s.battle.over:
        s.stack = []
    else:
        s.halts = frozenset({"begin_retreat"})
        flow.start(s, "throw")
        s.halts = None
    return game, s, DescribedCombat(d, policies)


def described_battle(d: Described) -> Battle:
    """The record of the fight, filled by hand."""
    phase = EXPLOITATION if d.word("phase", ("combat", "exploitation"), "combat") == "exploitation" else COMBAT
    b = Battle(-1, d.side, phase)
    b.attack = d.attack
    b.defense = d.defense
    b.shift = d.shift
    b.armored = d.flag("armored_attack")
    b.mud = int(d.word("weather", ("snow", "mud"), "snow") == "mud")
    b.superiority = d.superiority()
    b.german_defense = d.flag("defenders_all_german")
    b.german_attack = d.flag("attackers_all_german")
    b.panzer = d.flag("panzer_division")
    b.allied_steps = d.number("allied_defender_steps", 0, 0)
    b.oos_fs = d.flag("oos_fs")
    b.rattenkrieg = d.flag("rattenkrieg")
    b.map_a = d.changes("terrain_attacker", ATTACKER_RESULTS)
    b.map_d = d.changes("terrain_defender", DEFENDER_RESULTS)
    refuse_contradictions(d, b)
    odds.set_column(b)
    return b


def refuse_contradictions(d: Described, b: Battle) -> None:
    """Fights that the rules do not know."""
    if d.side == AXIS and (b.german_defense or b.allied_steps or b.oos_fs or b.rattenkrieg):
        raise ValueError("field 'attacker_side': Germans, allies and the pocket defend against the Soviet side [8.11]")
    if d.side == SOVIET and (b.german_attack or b.panzer):
        raise ValueError("field 'attacker_side': Germans do not attack for the Soviet side [14.1]")
    if b.german_defense and b.allied_steps:
        raise ValueError("field 'allied_defender_steps': a stack of Germans has no allied steps [8.11.1]")


def described_policies(d: Described) -> dict[str, Policy[State]]:
    """The choices that the description makes for both sides."""
    policies = dict(POLICIES)
    for step, field in CHOICE_STEPS.items():
        retreats = d.word(field, CHOICES[field], CHOICES[field][0]) == "retreat"
        policies[step] = accept if retreats else decline
    return policies
