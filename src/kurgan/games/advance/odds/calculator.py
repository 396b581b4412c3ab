"""Advance: a fight described in JSON becomes a position, ready to be walked. See docs/reference/odds.md.

The position is an arena of two areas: 1, where the attackers came from, and 2, which they attack. Nothing is computed
here; the rules are.
"""

from copy import copy

from kurgan.games.advance.answers import ADD, AIR, ARTILLERY, CHOOSE, DONE, ENGINEER
from kurgan.games.advance.game import Advance
from kurgan.games.advance.odds.fights import POLICIES, POLICY_NAMES, Combat, best_lead
from kurgan.games.advance.pack.pack import (
    COMMISSARS,
    GUARDS,
    HEAVY_URBAN,
    LIGHT_URBAN,
    SHELL_SHORTAGE,
    STRATEGIES,
    TERRAINS,
    Pack,
)
from kurgan.games.advance.pack.pack import Scenario as Setup
from kurgan.games.advance.position.state import Rules, State, empty, put, set_soviet
from kurgan.games.advance.rules import BOOK
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.games.advance.terms import REVEALED, UNREVEALED
from kurgan.kernel import flow
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Json, Policy

ORIGIN = 1
TARGET = 2
DEFAULT_TEM = (1, 2, 3, 4)
OPTION_OF_RULE = {
    "12.1": "rubble",
    "12.2": "northern_shoulder",
    "12.3": "isolation",
    "12.4": "parent_organization",
    "12.5": "limited_air",
    "12.6": "pavlov",
}
FIELDS = (
    *("units", "lead", "artillery", "engineers", "air", "morale", "defense_factor", "terrain", "tem", "strategy"),
    *("first_reveal", "barrage_choice", "volga_adjacent", "contested_at_start", "options", "isolated", "pavlov"),
    *("commissars", "artillery_shortage"),
)


class Described:
    """The fields of a fight, each checked when it is read."""

    def __init__(self, fight: Json, pack: Pack) -> None:
        if not isinstance(fight, dict):
            raise ValueError("a fight is one JSON object")
        for field in fight:
            if field not in FIELDS:
                raise ValueError(f"unknown field '{field}'{nearest(field, FIELDS)}")
        self.fight = fight
        self.units = self._units(pack)
        self.morale = self.number("morale", 0, pack.morale_max)
        self.factor = self.number("defense_factor", 0, 99)
        self.terrain = self._word("terrain", TERRAINS)
        self.tem = self.number("tem", 0, 99, DEFAULT_TEM[self.terrain])
        self.strategy = self._word("strategy", STRATEGIES) if "strategy" in fight else -1
        contested = self.flag("contested_at_start")
        self.first_reveal = self.flag("first_reveal", self.strategy >= 0 and not contested)
        self.artillery = self.number("artillery", 0, 99, 0)
        self.engineers = self.number("engineers", 0, 99, 0)
        self.air = self.number("air", 0, 99, 0)
        self.options = self._options()
        if self.first_reveal and contested:
            raise ValueError(
                "field 'first_reveal': the unit of an area contested at the start has been revealed before [9.3] [9.4]"
            )
        if self.first_reveal and self.strategy < 0:
            raise ValueError("field 'strategy' is missing: a unit that is first revealed has one [9.4]")
        if self.flag("pavlov") and self.first_reveal and STRATEGIES[self.strategy] != "guards":
            raise ValueError("field 'strategy': Pavlov's House fights as Guards [12.6]")
        if self.flag("isolated") and self.flag("volga_adjacent"):
            raise ValueError("an area beside the Volga is never isolated [12.3]")

    def number(self, field: str, low: int, high: int, default: int | None = None) -> int:
        value = self.fight.get(field, default)
        if value is None:
            raise ValueError(f"field '{field}' is missing")
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"field '{field}' should be a whole number from {low} to {high}, not {value!r}")
        return value

    def flag(self, field: str, default: bool = False) -> bool:
        value = self.fight.get(field, default)
        if not isinstance(value, bool):
            raise ValueError(f"field '{field}' should be true or false, not {value!r}")
        return value

    def _word(self, field: str, words: tuple[str, ...]) -> int:
        value = self.fight.get(field)
        if value is None:
            raise ValueError(f"field '{field}' is missing: one of {', '.join(words)}")
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"field '{field}' should be one of {', '.join(words)}, not {value!r}")
        return words.index(value)

    def _units(self, pack: Pack) -> list[tuple[int, str, bool]]:
        rows = self.fight.get("units")
        if not isinstance(rows, list) or not rows:
            raise ValueError("field 'units' should list the attackers: [attack factor, division, assault gun]")
        if len(rows) > pack.stack_limit:
            raise ValueError(f"{len(rows)} units cannot attack from one area; {pack.stack_limit} at most [7.1]")
        return [self._unit(i, row) for i, row in enumerate(rows)]

    def _unit(self, i: int, row: object) -> tuple[int, str, bool]:
        if not isinstance(row, list) or not 2 <= len(row) <= 3:
            raise ValueError(f"units[{i}] should be [attack factor, division, assault gun], not {row!r}")
        factor, division = row[0], row[1]
        gun = row[2] if len(row) == 3 else False
        if isinstance(factor, bool) or not isinstance(factor, int) or not 0 <= factor <= 99:
            raise ValueError(f"units[{i}]: the attack factor should be a whole number, not {factor!r}")
        if not isinstance(gun, bool):
            raise ValueError(f"units[{i}]: 'assault gun' should be true or false, not {gun!r}")
        return factor, str(division), gun

    def _options(self) -> dict[str, str]:
        rules = self.fight.get("options", [])
        if not isinstance(rules, list):
            raise ValueError("field 'options' should list rules, for example ['12.1', '12.5']")
        chosen = {}
        for rule in rules:
            if rule in ("12.7", "12.8"):
                continue  # they change Morale and supply, not a combat
            if not isinstance(rule, str) or rule not in OPTION_OF_RULE:
                raise ValueError(f"unknown optional rule {rule!r}; known are 12.1 to 12.8")
            chosen[OPTION_OF_RULE[rule]] = "on"
        return chosen


def read(fight: Json, pack: str = "") -> tuple[Advance, State, Combat]:
    """The described fight as a game, a position and a fight to walk; raises ValueError with one line."""
    from pathlib import Path

    return describe(Advance(Path(pack) if pack else None), fight)


def describe(game: Advance, fight: Json) -> tuple[Advance, State, Combat]:
    """The described fight with the pack of this game."""
    d = Described(fight, game.pack)
    s = _position(game, d)
    described = Combat("described", frozenset({"combat"}), _policies(d))
    described.policy_names = _policy_names(d)
    _refuse_bad_support(s, d, described)
    return game, s, described


def _position(game: Advance, d: Described) -> State:
    pack = _arena(game.pack, d)
    rules = Rules(game.settle(d.options))
    s = empty(pack, BOOK, pack.scenarios["arena"], rules)
    s.turn = 1
    s.morale = d.morale
    s.artillery, s.engineers, s.air = d.artillery, d.engineers, d.air
    s.effects = d.flag("commissars") << COMMISSARS | d.flag("artillery_shortage") << SHELL_SHORTAGE
    s.isolated = d.flag("isolated") << TARGET
    inside = d.flag("contested_at_start")
    for u in range(pack.units):
        put(s, u, TARGET)
        if not inside:
            s.came_from[u] = ORIGIN
            s.spent[u] = 1
            s.entered.append(u)
    if d.first_reveal:
        s.pool[0] = 1
        set_soviet(s, TARGET, UNREVEALED)
    else:
        set_soviet(s, TARGET, REVEALED)
    s.active = TARGET if inside else ORIGIN
    s.contested_mask = 1 << TARGET if inside else 0
    s.acted = True
    s.stack = [BOOK.steps["orders"].entry]
    movement.begin_attack(s, TARGET)
    flow.advance(s)
    return s


def _arena(built_in: Pack, d: Described) -> Pack:
    """Two areas and the units described, with the charts of the real pack."""
    p = copy(built_in)
    p.areas = 2
    p.area_name = ["", "origin", "target"]
    p.terrain = [0, 0, d.terrain]
    p.tem = [0, 0, d.tem]
    p.is_volga = [False, False, d.flag("volga_adjacent")]
    p.near = [[], [TARGET], [ORIGIN]]
    p.near_mask = [0, 1 << TARGET, 1 << ORIGIN]
    p.volga_mask = d.flag("volga_adjacent") << TARGET
    p.urban_mask = (d.terrain in (LIGHT_URBAN, HEAVY_URBAN)) << TARGET
    p.heavy_mask = (d.terrain == HEAVY_URBAN) << TARGET
    p.all_mask = 1 << ORIGIN | 1 << TARGET
    divisions = sorted({division for _, division, gun in d.units if not gun})
    p.units = len(d.units)
    p.unit_name = [f"unit{i}" for i in range(len(d.units))]
    p.division_name = divisions
    p.division = [-1 if gun else divisions.index(division) for _, division, gun in d.units]
    p.is_assault_gun = [gun for _, _, gun in d.units]
    p.is_armor = p.is_assault_gun[:]
    p.attack = [factor for factor, _, _ in d.units]
    p.movement = [0] * p.units
    p.return_cost = [1] * p.units
    p.kinds = 1
    p.kind_terrain, p.kind_defense = [d.terrain], [d.factor]
    p.kind_strategy = [GUARDS if d.flag("pavlov") else max(0, d.strategy)]
    p.kind_name = ["defender"]
    p.pavlov = 0 if d.flag("pavlov") else -1
    p.markers_artillery, p.markers_engineer, p.markers_air = d.artillery, d.engineers, d.air
    p.scenarios = {"arena": _setup(p.units)}
    return p


def _setup(units: int) -> Setup:
    setup = Setup("arena")
    setup.first_turn = setup.last_turn = 1
    setup.start = [ORIGIN] * units
    setup.start_out = [False] * units
    setup.arrives = [0] * units
    return setup


def _policies(d: Described) -> dict[str, Policy[State]]:
    return {
        **POLICIES,
        "answer_barrage": Barrage(_barrage_answer(d)),
        "name_lead": Lead(_lead_answer(d)),
        "commit_support": Support(d.artillery, d.engineers, d.air),
    }


def _policy_names(d: Described) -> dict[str, str]:
    names = {"name_lead": str(d.fight.get("lead", "best")), "commit_support": "as described"}
    if d.strategy >= 0 and STRATEGIES[d.strategy] == "barrage" and d.first_reveal:
        names["answer_barrage"] = str(d.fight.get("barrage_choice"))
    return {**{k: POLICY_NAMES[k] for k in ("join_attack", "fall_back")}, **names}


def _lead_answer(d: Described) -> int:
    lead = d.fight.get("lead", "best")
    if lead == "best":
        return -1
    return d.number("lead", 0, len(d.units) - 1)


def _barrage_answer(d: Described) -> int:
    """The answer to a Barrage; -1 where none can come."""
    if d.strategy < 0 or STRATEGIES[d.strategy] != "barrage" or not d.first_reveal:
        if "barrage_choice" in d.fight:
            raise ValueError("field 'barrage_choice': there is no Barrage in this fight [9.4]")
        return -1
    if "barrage_choice" not in d.fight:
        raise ValueError("field 'barrage_choice' is missing: the unit given up, or \"retreat\" [9.4]")
    if d.fight["barrage_choice"] == "retreat":
        return DONE
    return CHOOSE + d.number("barrage_choice", 0, len(d.units) - 1)


def _refuse_bad_support(s: State, d: Described, fight: Combat) -> None:
    """Markers and lead that the rules do not allow: refused as the rules refuse them."""
    given_up = _barrage_answer(d) - CHOOSE
    if _barrage_answer(d) == DONE:
        return
    left = len(d.units) - (1 if given_up >= 0 else 0)
    if left == 0:
        return
    if _lead_answer(d) >= 0 and _lead_answer(d) == given_up:
        raise ValueError("field 'lead': the unit given up to the Barrage cannot lead [9.4]")
    if d.air > 1:
        raise ValueError("field 'air': one Air marker at most in one attack [9.5.4]")
    if d.artillery + d.engineers + d.air > left:
        raise ValueError(f"{d.artillery + d.engineers + d.air} markers for {left} attackers: too many [9.5.4]")
    limited = s.rules.limited_air and d.flag("contested_at_start") and d.terrain in (LIGHT_URBAN, HEAVY_URBAN)
    if d.air and limited:
        raise ValueError("field 'air': no Air marker in an urban area already contested [12.5]")


class Lead:
    """The unit that the description names, or the best."""

    def __init__(self, lead: int) -> None:
        self.lead = lead

    def __call__(self, s: State, legal: list[int]) -> int:
        return CHOOSE + self.lead if self.lead >= 0 else best_lead(s, legal)


class Barrage:
    """The answer to a Barrage that the description gives."""

    def __init__(self, answer: int) -> None:
        self.answer = answer

    def __call__(self, s: State, legal: list[int]) -> int:
        return self.answer


class Support:
    """The described markers, one after the other."""

    def __init__(self, artillery: int, engineers: int, air: int) -> None:
        self.wanted = (artillery, engineers, air)

    def __call__(self, s: State, legal: list[int]) -> int:
        b = s.battle
        assert b is not None
        for marker, placed in ((ARTILLERY, b.artillery), (ENGINEER, b.engineers), (AIR, b.air)):
            if placed < self.wanted[marker]:
                return ADD + marker
        return DONE
