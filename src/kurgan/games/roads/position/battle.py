"""Roads: the record of one fight.

*Reckon* writes every number and flag that matters into it; *resolve* reads only this record and the units taking part.
The calculator fills the same record by hand and starts at the same step.
"""

from typing import Final

from kurgan.kernel.protocol import Json

INTS: Final = (
    "target", "side", "phase", "attack", "defense", "shift", "odds", "column", "elite_a", "elite_d", "armored",
    "losses_a", "losses_d", "due_a", "due_d", "free", "first_a", "first_d", "result_a", "level", "result_d", "reacts",
    "rescue", "mud", "river_line", "all_river", "oos_fs", "allied_steps", "german_defense", "german_attack", "panzer",
    "superiority", "rattenkrieg", "engagement", "defense_times", "double_unit", "captured", "soviet_losses",
    "breakthrough", "retreat_less", "to_go", "origin", "first_hex", "points", "roll", "advancing", "fell_back",
    "stood", "rockets", "pak", "rudel", "raising", "with_hq", "reacted", "over", "emptied",
)  # fmt: skip
LISTS: Final = (
    *("attackers", "defenders", "hit", "fallen", "fallen_supply", "queue", "away_from", "origins", "map_a", "map_d"),
)
SAME: Final = (0, 1, 2, 3, 4, 5, 6, 7)
"""A terrain that changes no result."""


class Battle:
    """One attack from its declaration to its exploitation markers."""

    def __init__(self, target: int, side: int, phase: int) -> None:
        self.target = target
        self.side = side  # of the attacker
        self.phase = phase
        self.attack = 0  # totals of 8.5.2 and 8.5.3
        self.defense = 0
        self.shift = 0
        self.odds = 0  # place on the line ... 1/3 = -1, 1/2 = 0, 1/1 = 1, 2/1 = 2 ... before shifts
        self.column = 0
        self.elite_a = -1  # the unit that uses its elite bonus
        self.elite_d = -1
        self.armored = 0
        self.losses_a = 0  # owed in all by this fight
        self.losses_d = 0
        self.due_a = 0  # still to be taken
        self.due_d = 0
        self.free = 0  # 1: losses of a tactical result, shared as the owner likes (8.10.5)
        self.first_a = 0  # 1: the first loss is bound by 8.8.1
        self.first_d = 0
        self.result_a = 0
        self.level = 0  # exploitation level: E is 1
        self.result_d = 0
        self.reacts = 0  # R results still to be used by the defender
        self.rescue = 0  # 1: the last of them is for a German armored division only (14.1)
        self.mud = 0
        self.river_line = 0  # 1: the defender chose the river line (8.10.4)
        self.all_river = 0  # 1: all attackers come over a major river
        self.oos_fs = 0
        self.allied_steps = 0  # steps of a stack of allies without Germans, else 0
        self.german_defense = 0
        self.german_attack = 0
        self.panzer = 0
        self.superiority = 0  # mask of active effects
        self.rattenkrieg = 0
        self.engagement = 0  # 1: second throw for both, 2: for the attacker only (mud)
        self.defense_times = 1
        self.double_unit = -1
        self.captured = 0
        self.soviet_losses = 0  # Soviet steps lost, armor double (15.2.2)
        self.breakthrough = 0
        self.retreat_less = 0
        self.to_go = 0  # hexes the retreating unit has still to go
        self.origin = -1
        self.first_hex = 0
        self.points = 0  # half exploitation points left
        self.roll = 0  # the throw, until the results are read from it
        self.advancing = 0  # 1: attackers may enter the target (8.13.2), 2: defenders the attackers' hexes (8.13.1)
        self.fell_back = 0  # F: one hex back for one loss less
        self.stood = 0  # S: stands and loses a step
        self.rockets = 0  # rocket markers still to be thrown for
        self.pak = 0  # no half price of armor in exploitation
        self.rudel = 0  # Soviet armor pays the first loss
        self.raising = 0  # 1: a Kampfgruppe is being drawn
        self.with_hq = 0  # the retreating stack has a headquarters in it
        self.reacted = -1  # the reserve that has used an R of this fight
        self.over = 0  # 1: cancelled, or nullified by Rattenkrieg
        self.emptied = 0  # 1: attrition emptied the target, the attackers have had their chance to enter (8.8.3)
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.hit: list[int] = []  # who lost a step in this attrition
        self.fallen: list[int] = []  # elite Germans eliminated, not yet answered for (8.15)
        self.fallen_supply: list[int] = []  # the supply marker that each of them carried
        self.queue: list[int] = []  # who has still to retreat
        self.away_from: list[int] = []  # hexes of the attackers, or the hex they attacked
        self.origins: list[int] = []  # hexes from which the attackers attack
        self.map_a: tuple[int, ...] = SAME  # result -> result by terrain; never changed in place
        self.map_d: tuple[int, ...] = SAME

    def copy(self) -> "Battle":
        b = Battle(self.target, self.side, self.phase)
        b.attack = self.attack
        b.defense = self.defense
        b.shift = self.shift
        b.odds = self.odds
        b.column = self.column
        b.elite_a = self.elite_a
        b.elite_d = self.elite_d
        b.armored = self.armored
        b.losses_a = self.losses_a
        b.losses_d = self.losses_d
        b.due_a = self.due_a
        b.due_d = self.due_d
        b.free = self.free
        b.first_a = self.first_a
        b.first_d = self.first_d
        b.result_a = self.result_a
        b.level = self.level
        b.result_d = self.result_d
        b.reacts = self.reacts
        b.rescue = self.rescue
        b.mud = self.mud
        b.river_line = self.river_line
        b.all_river = self.all_river
        b.oos_fs = self.oos_fs
        b.allied_steps = self.allied_steps
        b.german_defense = self.german_defense
        b.german_attack = self.german_attack
        b.panzer = self.panzer
        b.superiority = self.superiority
        b.rattenkrieg = self.rattenkrieg
        b.engagement = self.engagement
        b.defense_times = self.defense_times
        b.double_unit = self.double_unit
        b.captured = self.captured
        b.soviet_losses = self.soviet_losses
        b.breakthrough = self.breakthrough
        b.retreat_less = self.retreat_less
        b.to_go = self.to_go
        b.origin = self.origin
        b.first_hex = self.first_hex
        b.points = self.points
        b.roll = self.roll
        b.advancing = self.advancing
        b.fell_back = self.fell_back
        b.stood = self.stood
        b.rockets = self.rockets
        b.pak = self.pak
        b.rudel = self.rudel
        b.raising = self.raising
        b.with_hq = self.with_hq
        b.reacted = self.reacted
        b.over = self.over
        b.emptied = self.emptied
        b.attackers = self.attackers[:]
        b.defenders = self.defenders[:]
        b.hit = self.hit[:]
        b.fallen = self.fallen[:]
        b.fallen_supply = self.fallen_supply[:]
        b.queue = self.queue[:]
        b.away_from = self.away_from[:]
        b.origins = self.origins[:]
        b.map_a = self.map_a
        b.map_d = self.map_d
        return b

    def to_json(self) -> Json:
        saved: Json = {name: getattr(self, name) for name in INTS}
        saved.update({name: list(getattr(self, name)) for name in LISTS})
        return saved

    def key(self) -> bytes:
        return repr(list(self.to_json().values())).encode()


def load_battle(saved: Json) -> Battle:
    """A fight as saved; what was not yet written when it was put away keeps its first value."""
    b = Battle(int(saved["target"]), int(saved["side"]), int(saved["phase"]))
    for name in INTS:
        setattr(b, name, int(saved.get(name, getattr(b, name))))
    for name in LISTS:
        items = [int(item) for item in saved[name]]
        setattr(b, name, tuple(items) if name in ("map_a", "map_d") else items)
    return b
