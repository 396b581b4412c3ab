"""Advance: a position as lines of text that a person can read, type and load.

    scenario campaign
    turn 2
    phase supply
    morale 17
    supply 4
    available artillery 0 engineers 0 air 0
    8: 29/15 29/71 29/129 29/RCN
    10: ?
    19: L-5-guards 71/191* 71/194
    out: 94/276

Areas not named are vacant and German; units not named are withdrawn. A star marks a spent unit, a question mark an
unrevealed counter. ``seen`` lists counters that have left the map, so that they cannot be drawn again; ``isolated``
lists areas with an Isolation marker. A position in text form stands at the start of a phase.
docs/reference/positions.md has every word.
"""

from typing import Final

from kurgan.games.advance.pack import EVENTS, Pack
from kurgan.games.advance.state import Rules, State, empty, put, set_soviet
from kurgan.games.advance.terms import AWAY, DUE, GONE, NOT_HERE, OUT, REVEALED, UNREVEALED, VACANT
from kurgan.kernel.codec import look_up, nearest
from kurgan.kernel.flow import Book
from kurgan.kernel.positions import Lines, begin_at
from kurgan.kernel.protocol import Misspelt

PHASES: Final = {"dawn": "dawn", "event": "random_event", "supply": "supply", "combat": "combat_phase"}
PLACES: Final = {"out": OUT, "to_come": DUE, "away": AWAY, "withdrawn": GONE}
WORDS: Final = (
    *("scenario", "turn", "phase", "morale", "supply", "available", "options", "events", "paused", "seen"),
    *("withdrawn_once", "isolated"),
)


class Reader(Lines):
    """Reads one position; every complaint names its line."""

    def __init__(self, pack: Pack, text: str) -> None:
        super().__init__(text, WORDS)
        self.pack = pack

    def place(self, s: State, number: int, name: str, words: list[str]) -> None:
        """One line of the map or of a box."""
        try:
            where = PLACES[name] if name in PLACES else self.area(name)
            for word in words:
                self._piece(s, where, word)
        except Misspelt as error:
            raise Misspelt(f"line {number}: {error}") from None

    def area(self, name: str) -> int:
        if not name.isdecimal() or not 1 <= int(name) <= self.pack.areas:
            known = ", ".join(PLACES)
            raise Misspelt(f"'{name}' is neither an area from 1 to {self.pack.areas} nor one of {known}")
        return int(name)

    def _piece(self, s: State, where: int, word: str) -> None:
        if word == "?" or word in self.pack.kind_name:
            if where > self.pack.areas:
                raise Misspelt(f"a Soviet counter stands on an area, not in a box: '{word}'")
            if s.soviet[where] != VACANT:
                raise Misspelt(f"area {where} has two Soviet counters [7.1]")
            if where not in s.scenario.unrevealed and where not in [a for a, _ in s.scenario.revealed]:
                raise Misspelt(f"area {where} is German from the start and stays so [7.4]")
            set_soviet(s, where, UNREVEALED if word == "?" else REVEALED + self.pack.kind_name.index(word))
            return
        u = look_up(word.removesuffix("*"), "unit", self.pack.unit_name)
        if s.where[u] != NOT_HERE:
            raise Misspelt(f"{self.pack.unit_name[u]} stands twice")
        put(s, u, where)
        s.spent[u] = int(word.endswith("*"))


def read_position(pack: Pack, book: Book, settle: dict[str, str], reader: Reader) -> State:
    """The position that the reader has read; raises Misspelt naming what is wrong."""
    scenario = pack.scenarios[reader.word("scenario", "campaign")]
    s = empty(pack, book, scenario, Rules(settle))
    s.turn = reader.number("turn", scenario.first_turn)
    s.morale = reader.number("morale", scenario.morale)
    s.supply = reader.number("supply", 0)
    s.withdrawn = reader.number("withdrawn_once", 0) == 1
    _available(s, reader.values.get("available", []))
    for area in reader.values.get("isolated", []):
        s.isolated |= 1 << reader.area(area)
    for event in reader.values.get("events", []):
        s.effects |= 1 << look_up(event, "event", EVENTS)
    if "paused" in reader.values:
        s.paused = look_up(reader.word("paused", ""), "division", pack.division_name)
    for number, name, words in reader.places:
        reader.place(s, number, name, words)
    _fill(s, reader)
    _start(s, reader.word("phase", "dawn"))
    return s


def _available(s: State, words: list[str]) -> None:
    """Pairs of a marker and its number."""
    for i in range(0, len(words), 2):
        name, count = words[i], words[i + 1] if i + 1 < len(words) else ""
        if name not in ("artillery", "engineers", "air") or not count.isdecimal():
            raise Misspelt(f"'available' takes artillery, engineers and air with their numbers, not '{name} {count}'")
        setattr(s, name, int(count))


def _fill(s: State, reader: Reader) -> None:
    """Units not named are withdrawn; counters neither standing nor seen can still be drawn."""
    pack = s.pack
    for u in range(pack.units):
        plays = s.scenario.start[u] or s.scenario.start_out[u] or s.scenario.arrives[u]
        if not plays and s.where[u] != NOT_HERE:
            raise Misspelt(f"{pack.unit_name[u]} is no part of '{s.scenario.name}'")
        if plays and s.where[u] == NOT_HERE:
            put(s, u, GONE)
    for k in range(pack.kinds):
        s.pool[k] = s.scenario.pool[k] + (1 if k == pack.pavlov and s.rules.pavlov else 0)
    standing = [s.soviet[a] - REVEALED for a in range(1, pack.areas + 1) if s.soviet[a] >= REVEALED]
    seen = [look_up(word, "counter", pack.kind_name) for word in reader.values.get("seen", [])]
    at_start = [k for _, k in s.scenario.revealed]
    for k in standing + seen:
        if s.pool[k]:
            s.pool[k] -= 1
        elif k in at_start:
            at_start.remove(k)
        elif k != pack.pavlov or not s.rules.pavlov:
            raise Misspelt(f"there is no other counter {pack.kind_name[k]} in '{s.scenario.name}' [5.4]")
    for a in range(1, pack.areas + 1):
        if s.soviet[a] == UNREVEALED and s.count[a]:
            raise Misspelt(f"German units stand in area {a}: its counter has been revealed [9.4]")


def _start(s: State, phase: str) -> None:
    if phase not in PHASES:
        raise Misspelt(f"unknown phase '{phase}'{nearest(phase, list(PHASES))}; known are {', '.join(PHASES)}")
    begin_at(s, PHASES[phase])


def write_position(s: State) -> str:
    """The position as text; it loads again at the start of its phase.

    What a half-finished attack has not settled goes back: units before an unrevealed counter to the Active Area, Fresh,
    and markers already placed to the Available box.
    """
    p = s.pack
    s = _settled(s)
    lines = [f"scenario {s.scenario.name}", f"turn {s.turn}", f"phase {_phase(s)}"]
    lines += [f"morale {s.morale}", f"supply {s.supply}"]
    lines.append(f"available artillery {s.artillery} engineers {s.engineers} air {s.air}")
    if s.withdrawn:
        lines.append("withdrawn_once 1")
    changed = {n: v for n, v in s.rules.options.items() if v not in ("off", "0", "")}
    if changed:
        lines.append("options " + " ".join(f"{n}={v.replace(' ', ',')}" for n, v in sorted(changed.items())))
    if s.effects:
        lines.append("events " + " ".join(name for code, name in enumerate(EVENTS) if s.effects >> code & 1))
    if s.paused >= 0:
        lines.append(f"paused {p.division_name[s.paused]}")
    if s.isolated:
        lines.append("isolated " + " ".join(str(a) for a in range(1, p.areas + 1) if s.isolated >> a & 1))
    seen = _seen(s)
    if seen:
        lines.append("seen " + " ".join(seen))
    for a in range(1, p.areas + 1):
        words = _soviet(s, a) + [p.unit_name[u] + "*" * s.spent[u] for u in range(p.units) if s.where[u] == a]
        if words:
            lines.append(f"{a}: {' '.join(words)}")
    for name, where in PLACES.items():
        words = [p.unit_name[u] for u in range(p.units) if s.where[u] == where]
        if words:
            lines.append(f"{name}: {' '.join(words)}")
    return "\n".join(lines) + "\n"


def _settled(s: State) -> State:
    """The position without the attack that is being prepared."""
    s = s.copy()
    for u in range(s.pack.units):
        if s.unrevealed_mask >> s.where[u] & 1:
            put(s, u, s.active)
            s.spent[u] = 0
    if s.battle is not None:
        s.artillery += s.battle.artillery
        s.engineers += s.battle.engineers
        s.air += s.battle.air
    return s


def _phase(s: State) -> str:
    under_way = {frame[0].name for frame in s.stack}
    for name, step in (("combat", "combat_phase"), ("supply", "supply"), ("event", "event_roll")):
        if step in under_way:
            return name
    return "dawn"


def _soviet(s: State, a: int) -> list[str]:
    if s.soviet[a] == VACANT:
        return []
    return ["?"] if s.soviet[a] == UNREVEALED else [s.pack.kind_name[s.soviet[a] - REVEALED]]


def _seen(s: State) -> list[str]:
    """Counters that are neither in the pool nor on the map."""
    p = s.pack
    standing = [s.soviet[a] - REVEALED for a in range(1, p.areas + 1) if s.soviet[a] >= REVEALED]
    found = []
    for k in range(p.kinds):
        at_start = s.scenario.pool[k] + (1 if k == p.pavlov and s.rules.pavlov else 0)
        found += [p.kind_name[k]] * max(0, at_start - s.pool[k] - standing.count(k))
    return found
