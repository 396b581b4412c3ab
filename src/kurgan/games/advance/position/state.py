"""Advance: the position. Columns of small integers, and where we are.

``where`` and ``soviet`` say everything about the map; the counts and masks beside them are derived, written only by
``put`` and ``set_soviet``, and made again from nothing by ``check``. What the unrevealed counters are nobody knows:
``pool`` counts the counters not yet seen, and the draw is asked when one is turned over.
"""

from typing import Final

from kurgan.games.advance.pack.pack import EVENTS, PAUSE, Pack, Scenario
from kurgan.games.advance.terms import (
    AWAY,
    DUE,
    GONE,
    NO_DIVISION,
    NO_STRATEGY,
    NO_UNIT,
    NOT_HERE,
    OUT,
    PLAYING,
    REVEALED,
    UNREVEALED,
    VACANT,
)
from kurgan.kernel.flow import Book, Position
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.protocol import Json


class Rules:
    """The options of this game, turned into numbers once. [12.0]"""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.rubble = options["rubble"] == "on"
        self.northern_shoulder = options["northern_shoulder"] == "on"
        self.isolation = options["isolation"] == "on"
        self.parent_organization = options["parent_organization"] == "on"
        self.limited_air = options["limited_air"] == "on"
        self.pavlov = options["pavlov"] == "on"
        self.starting_morale = int(options["starting_morale"])
        self.reroll_turns = [int(turn) for turn in options["reroll_ones"].split()]
        self.victory_areas = int(options["victory_areas"])
        self.return_area_6 = options["return_area_6"] == "on"


class Battle:
    """The combat under way [9.0]. Made by the first step of a combat, dropped by the last."""

    def __init__(self, area: int, mandatory: bool, contested: bool) -> None:
        self.area = area
        self.mandatory = mandatory  # [9.1]
        self.contested = contested  # when the area was activated [9.3]
        self.units: list[int] = []
        self.strategy = NO_STRATEGY  # in force in this combat [9.4]
        self.factor = 0  # Defense Factor with the isolation change [9.5.3A]
        self.lead = NO_UNIT
        self.artillery = 0
        self.engineers = 0
        self.air = 0
        self.air_die = 0
        self.attack_value = 0
        self.defence_value = 0
        self.attack_total = 0
        self.result = 0

    def copy(self) -> "Battle":
        b = Battle(self.area, self.mandatory, self.contested)
        b.units = self.units[:]
        b.strategy = self.strategy
        b.factor = self.factor
        b.lead = self.lead
        b.artillery = self.artillery
        b.engineers = self.engineers
        b.air = self.air
        b.air_die = self.air_die
        b.attack_value = self.attack_value
        b.defence_value = self.defence_value
        b.attack_total = self.attack_total
        b.result = self.result
        return b

    def numbers(self) -> list[int]:
        """Everything but the units, in the order of ``from_numbers``."""
        return [
            self.area,
            int(self.mandatory),
            int(self.contested),
            self.strategy,
            self.factor,
            self.lead,
            self.artillery,
            self.engineers,
            self.air,
            self.air_die,
            self.attack_value,
            self.defence_value,
            self.attack_total,
            self.result,
        ]


def battle_from(numbers: list[int], units: list[int]) -> Battle:
    b = Battle(numbers[0], numbers[1] == 1, numbers[2] == 1)
    b.units = list(units)
    (
        b.strategy,
        b.factor,
        b.lead,
        b.artillery,
        b.engineers,
        b.air,
        b.air_die,
        b.attack_value,
        b.defence_value,
        b.attack_total,
        b.result,
    ) = numbers[3:]
    return b


class State(Position):
    """A position of Advance. Made by ``empty``; its columns are filled by setup, by a reader or by ``copy``.

    Columns are bytes: lists would be read faster, and are dearer to copy and to make a key of, which odds do most.
    """

    __slots__ = (
        "acted",
        "active",
        "air",
        "artillery",
        "attacked_mask",
        "battle",
        "came_from",
        "contested_mask",
        "count",
        "effects",
        "engineers",
        "entered",
        "full_mask",
        "german_mask",
        "isolated",
        "morale",
        "mover",
        "ones",
        "outcome",
        "pack",
        "paused",
        "points",
        "pool",
        "retreating",
        "returning",
        "rolled",
        "rules",
        "scenario",
        "soviet",
        "soviet_mask",
        "spent",
        "supply",
        "turn",
        "unrevealed_mask",
        "where",
        "withdrawn",
    )

    def __init__(self, pack: Pack, book: Book, scenario: Scenario, rules: Rules, like: "State | None" = None) -> None:
        """Nothing anywhere, or the same as another position (a copy must not make first what it then replaces)."""
        super().__init__(book)
        self.pack = pack
        self.scenario = scenario
        self.rules = rules
        if like is None:
            self.clear()
        else:
            self.take_over(like)

    def clear(self) -> None:
        pack = self.pack
        self.turn = 0
        self.morale = 0
        self.supply = 0
        self.ones = 0  # dice of the supply roll still to be thrown again [12.8]
        self.rolled = 0  # pips of the supply roll so far
        self.effects = 0  # mask of the event codes in force this turn [6.2]
        self.paused = NO_DIVISION
        self.withdrawn = False  # the division has been withdrawn once [6.2.1]
        self.artillery = 0  # markers in the Available box [3.5]
        self.engineers = 0
        self.air = 0
        self.isolated = 0  # mask of areas with an Isolation marker [12.3]
        self.outcome = PLAYING
        # Units
        self.where = bytearray(pack.units)
        self.spent = bytearray(pack.units)
        self.came_from = bytearray(pack.units)  # the area each unit entered its own from, this round
        # Areas
        self.soviet = bytearray(pack.areas + 1)
        self.pool = bytearray(pack.kinds)
        # Derived
        self.count = bytearray(pack.areas + 1)
        self.german_mask = 0
        self.full_mask = 0
        self.soviet_mask = 0
        self.unrevealed_mask = 0
        # This action round
        self.active = 0
        self.acted = False
        self.contested_mask = 0  # when the area was activated
        self.attacked_mask = 0
        self.entered: list[int] = []  # units in a Soviet-occupied area that have not attacked yet
        self.mover = NO_UNIT
        self.points = 0
        self.returning = NO_UNIT  # bought back, to be placed
        self.battle: Battle | None = None
        self.retreating: list[int] = []

    def copy(self) -> "State":
        return State(self.pack, self.book, self.scenario, self.rules, self)

    def take_over(self, like: "State") -> None:
        self.copy_flow(like)
        self.turn = like.turn
        self.morale = like.morale
        self.supply = like.supply
        self.ones = like.ones
        self.rolled = like.rolled
        self.effects = like.effects
        self.paused = like.paused
        self.withdrawn = like.withdrawn
        self.artillery = like.artillery
        self.engineers = like.engineers
        self.air = like.air
        self.isolated = like.isolated
        self.outcome = like.outcome
        self.where = like.where[:]
        self.spent = like.spent[:]
        self.came_from = like.came_from[:]
        self.soviet = like.soviet[:]
        self.pool = like.pool[:]
        self.count = like.count[:]
        self.german_mask = like.german_mask
        self.full_mask = like.full_mask
        self.soviet_mask = like.soviet_mask
        self.unrevealed_mask = like.unrevealed_mask
        self.active = like.active
        self.acted = like.acted
        self.contested_mask = like.contested_mask
        self.attacked_mask = like.attacked_mask
        self.entered = like.entered[:]
        self.mover = like.mover
        self.points = like.points
        self.returning = like.returning
        self.battle = like.battle.copy() if like.battle is not None else None
        self.retreating = like.retreating[:]

    def numbers(self) -> list[int]:
        """The single numbers, in the order of NUMBERS."""
        return [
            self.turn,
            self.morale,
            self.supply,
            self.ones,
            self.rolled,
            self.effects,
            self.paused,
            int(self.withdrawn),
            self.artillery,
            self.engineers,
            self.air,
            self.isolated,
            self.outcome,
            self.active,
            int(self.acted),
            self.contested_mask,
            self.attacked_mask,
            self.mover,
            self.points,
            self.returning,
        ]

    def key(self) -> bytes:
        b = self.battle
        rest = (self.numbers(), self.entered, self.retreating, (b.numbers(), b.units) if b is not None else None)
        columns = b"|".join((self.where, self.spent, self.came_from, self.soviet, self.pool))
        return columns + repr(rest).encode() + self.flow_key()

    def to_json(self) -> Json:
        b = self.battle
        names = self.pack.unit_name
        return {
            "scenario": self.scenario.name,
            "options": dict(self.rules.options),
            "numbers": dict(zip(NUMBERS, self.numbers(), strict=True)),
            "units": {
                names[u]: [self.where[u], self.spent[u], self.came_from[u]]
                for u in range(self.pack.units)
                if self.where[u] != NOT_HERE
            },
            "soviet": {
                str(a): "?" if self.soviet[a] == UNREVEALED else self.pack.kind_name[self.soviet[a] - REVEALED]
                for a in range(1, self.pack.areas + 1)
                if self.soviet[a] != VACANT
            },
            "pool": {self.pack.kind_name[k]: self.pool[k] for k in range(self.pack.kinds) if self.pool[k]},
            "entered": [names[u] for u in self.entered],
            "retreating": [names[u] for u in self.retreating],
            "battle": None if b is None else dict(zip(BATTLE_NUMBERS, b.numbers(), strict=True)),
            "attackers": [] if b is None else [names[u] for u in b.units],
            "stack": save_stack(self),
        }

    def check(self) -> None:
        """Every invariant; raises AssertionError naming the one that fails."""
        self._check_derived()
        self._check_units()
        self._check_soviets()
        self._check_markers()
        self._check_turn()
        self._check_round()

    def _check_derived(self) -> None:
        made = remake(self)
        for name in ("count", "german_mask", "full_mask", "soviet_mask", "unrevealed_mask"):
            assert getattr(made, name) == getattr(self, name), f"derived column {name} is stale"

    def _check_units(self) -> None:
        for a in range(1, self.pack.areas + 1):
            assert self.count[a] <= self.pack.stack_limit, f"[7.1] {self.count[a]} German units in area {a}"
        for u in range(self.pack.units):
            w = self.where[u]
            name = self.pack.unit_name[u]
            assert w <= self.pack.areas or w in (OUT, DUE, AWAY, GONE), f"{name} is nowhere"
            assert not self.spent[u] or 1 <= w <= self.pack.areas, f"{name} is spent off the map"
            plays = self.scenario.start[u] or self.scenario.start_out[u] or self.scenario.arrives[u]
            assert bool(plays) == (w != NOT_HERE), f"{name} has left or joined the scenario"
            assert w != DUE or self.scenario.arrives[u], f"[5.3.2] {name} is no reinforcement"
            called = self.pack.division[u] == self.scenario.withdraw_division
            assert w != AWAY or called, f"[6.2.1] {name} is not of the division that is called away"

    def _check_soviets(self) -> None:
        needed = [0, 0, 0, 0]
        unseen = [0, 0, 0, 0]
        for a in range(1, self.pack.areas + 1):
            if self.soviet[a] == UNREVEALED:
                needed[self.pack.terrain[a]] += 1
        left = self.pack.kind_count[:]
        for a in range(1, self.pack.areas + 1):
            if self.soviet[a] >= REVEALED:
                k = self.soviet[a] - REVEALED
                left[k] -= 1
                assert self.pack.kind_terrain[k] == self.pack.terrain[a], f"[4.4] {self.pack.kind_name[k]} in area {a}"
        for k in range(self.pack.kinds):
            unseen[self.pack.kind_terrain[k]] += self.pool[k]
            assert self.pool[k] <= left[k], f"[5.4] more counters {self.pack.kind_name[k]} than there are"
        assert all(n <= m for n, m in zip(needed, unseen, strict=True)), "[5.4] too few unseen counters"
        assert self.isolated & ~self.soviet_mask == 0, "[12.3] an Isolation marker without a Soviet unit"
        assert self.isolated & self.pack.volga_mask == 0, "[12.3] an isolated area beside the Volga"
        assert self.isolated.bit_count() <= self.pack.isolation_markers, "[12.3] too many Isolation markers"

    def _check_markers(self) -> None:
        b = self.battle
        held = (b.artillery, b.engineers, b.air) if b is not None else (0, 0, 0)
        assert self.artillery >= 0 and self.artillery + held[0] <= self.pack.markers_artillery, "artillery markers"
        assert self.engineers >= 0 and self.engineers + held[1] <= self.pack.markers_engineer, "engineer markers"
        assert self.air >= 0 and self.air + held[2] <= self.pack.markers_air, "air markers"
        assert 0 <= self.morale <= self.pack.morale_max, "[5.2] morale off its track"
        assert self.supply >= 0, "[6.3] supply below 0"
        assert self.scenario.first_turn <= self.turn <= self.scenario.last_turn, "turn off its track"

    def _check_turn(self) -> None:
        """The event is one of this scenario's; a division that was withdrawn is not called away."""
        chart = self.pack.events[self.scenario.chart]
        assert self.effects.bit_count() <= 1, "[6.2] more than one event in a turn"
        for event, name in enumerate(EVENTS):
            assert not self.effects >> event & 1 or event in chart, f"[6.2] {name} is no event of this scenario"
        assert self.paused == NO_DIVISION or self.effects >> PAUSE & 1, "[6.2] a division is paused without its event"
        if self._is_withdrawn():
            for u in range(self.pack.units):
                is_of_it = self.pack.division[u] == self.scenario.withdraw_division
                is_there = 1 <= self.where[u] <= self.pack.areas or self.where[u] == AWAY
                assert not is_of_it or not is_there, f"[6.1.2] {self.pack.unit_name[u]} has been withdrawn"

    def _is_withdrawn(self) -> bool:
        """[6.1.2] The dawn on which the division leaves for good has passed."""
        after_dawn = any(frame[0].name == "turn" and frame[1] > 1 for frame in self.stack)
        return 0 < self.scenario.withdraw_turn < self.turn + after_dawn

    def _check_round(self) -> None:
        """What is going on fits where we are, and whoever stands before an unrevealed counter is about to attack."""
        going_on = {frame[0].name for frame in self.stack}
        b = self.battle
        for u in self.entered:
            assert self.soviet_mask >> self.where[u] & 1, "[8.1] a unit waits to attack nobody"
        attackers = self.entered + (b.units if b is not None else [])
        for u in range(self.pack.units):
            a = self.where[u]
            if self.unrevealed_mask >> a & 1 and u not in attackers and u != self.mover:
                raise AssertionError(f"[9.4] German units stand in area {a}: its counter has been revealed")
        assert (self.active != 0) == ("orders" in going_on), "[8.1] an Active Area and a round go together"
        assert (b is not None) == ("combat" in going_on), "[9.0] a fight and its steps go together"
        assert (self.mover != NO_UNIT) == ("march" in going_on), "[8.2] a march and who is on it go together"
        assert bool(self.retreating) == ("retreat" in going_on), "[9.5.8] a retreat and who makes it go together"
        assert (self.returning != NO_UNIT) == ("place_returned" in going_on), "[6.3] nobody is to be placed"
        assert (not self.rolled and not self.ones) or "supply" in going_on, "[6.3] a supply roll outside its phase"
        if self.active == 0:
            assert not self.entered and not self.acted, "an action without a round"
            assert not self.contested_mask and not self.attacked_mask, "areas of a round without a round"
        if b is not None:
            assert all(self.where[u] == b.area for u in b.units), "an attacker elsewhere"


NUMBERS: Final = (
    *("turn", "morale", "supply", "ones", "rolled", "effects", "paused", "withdrawn", "artillery", "engineers", "air"),
    *("isolated", "outcome", "active", "acted", "contested", "attacked", "mover", "points", "returning"),
)
BATTLE_NUMBERS: Final = (
    *("area", "mandatory", "contested", "strategy", "factor", "lead", "artillery", "engineers", "air", "air_die"),
    *("attack_value", "defence_value", "attack_total", "result"),
)


def fight(s: State) -> Battle:
    """The combat under way."""
    b = s.battle
    assert b is not None
    return b


def empty(pack: Pack, book: Book, scenario: Scenario, rules: Rules) -> State:
    """A position with nothing in it."""
    return State(pack, book, scenario, rules)


def put(s: State, u: int, where: int) -> None:
    """Move one unit; the only function that does. Keeps counts and masks."""
    areas = s.pack.areas
    old = s.where[u]
    if 1 <= old <= areas:
        left = s.count[old] - 1
        s.count[old] = left
        if left == 0:
            s.german_mask &= ~(1 << old)
        if left < s.pack.stack_limit:
            s.full_mask &= ~(1 << old)
    s.where[u] = where
    if 1 <= where <= areas:
        there = s.count[where] + 1
        s.count[where] = there
        s.german_mask |= 1 << where
        if there >= s.pack.stack_limit:
            s.full_mask |= 1 << where
    else:
        s.spent[u] = 0
        s.came_from[u] = 0


def set_soviet(s: State, a: int, what: int) -> None:
    """Place, turn over or remove the Soviet unit of an area; the only function that does."""
    s.soviet[a] = what
    bit = 1 << a
    s.soviet_mask = s.soviet_mask & ~bit if what == VACANT else s.soviet_mask | bit
    s.unrevealed_mask = s.unrevealed_mask | bit if what == UNREVEALED else s.unrevealed_mask & ~bit


def remake(s: State) -> State:
    """A position with the derived columns made from nothing."""
    made = empty(s.pack, s.book, s.scenario, s.rules)
    for u in range(s.pack.units):
        put(made, u, s.where[u])
    for a in range(1, s.pack.areas + 1):
        set_soviet(made, a, s.soviet[a])
    return made


def state_from(pack: Pack, book: Book, data: Json) -> State:
    """Read what ``to_json`` wrote; raises ValueError naming what is wrong."""
    s = empty(pack, book, pack.scenarios[data["scenario"]], Rules(dict(data["options"])))
    unit_of = {name: u for u, name in enumerate(pack.unit_name)}
    kind_of = {name: k for k, name in enumerate(pack.kind_name)}
    for name, (where, spent, came_from) in data["units"].items():
        u = unit_of[name]
        put(s, u, where)
        s.spent[u] = spent
        s.came_from[u] = came_from
    for area, what in data["soviet"].items():
        set_soviet(s, int(area), UNREVEALED if what == "?" else REVEALED + kind_of[what])
    for name, count in data["pool"].items():
        s.pool[kind_of[name]] = count
    s.entered = [unit_of[name] for name in data["entered"]]
    s.retreating = [unit_of[name] for name in data["retreating"]]
    if data["battle"] is not None:
        s.battle = battle_from([data["battle"][n] for n in BATTLE_NUMBERS], [unit_of[n] for n in data["attackers"]])
    _read_numbers(s, data["numbers"])
    load_stack(s, data["stack"])
    return s


def _read_numbers(s: State, n: dict[str, int]) -> None:
    s.turn = n["turn"]
    s.morale = n["morale"]
    s.supply = n["supply"]
    s.ones = n["ones"]
    s.rolled = n["rolled"]
    s.effects = n["effects"]
    s.paused = n["paused"]
    s.withdrawn = bool(n["withdrawn"])
    s.artillery = n["artillery"]
    s.engineers = n["engineers"]
    s.air = n["air"]
    s.isolated = n["isolated"]
    s.outcome = n["outcome"]
    s.active = n["active"]
    s.acted = bool(n["acted"])
    s.contested_mask = n["contested"]
    s.attacked_mask = n["attacked"]
    s.mover = n["mover"]
    s.points = n["points"]
    s.returning = n["returning"]
