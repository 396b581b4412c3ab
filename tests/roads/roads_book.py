"""A second, slow reading of chapters 1, 4, 7, 8 and 9: hexes are printed numbers, units are names, nothing is cached.

It shares the facts of the pack's files with the rules and none of their code; it knows no support markers and no
Kampfgruppen, so tests ask it only where none take part.
"""

import csv
import tomllib
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

import kurgan.games.roads
from kurgan.games.roads import terms, tracks
from kurgan.games.roads.pack import vocabulary

DATA = Path(kurgan.games.roads.__file__).parent / "data"
HALF = Fraction(1, 2)
FAR = 999


def rows(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


HEXES = {row["hex"]: row for row in rows("hexes.csv")}
UNITS = {row["unit"]: row for row in rows("units.csv")}
SIDES = {frozenset((row["hex"], row["other"])): row for row in rows("hexsides.csv")}
PLAIN = {"river": "none", "lake": "no", "line": "none", "ferry": "no"}
ENEMY = {"soviet": "axis", "axis": "soviet"}
LAST_POSITIONS = ("1335", "1435")
STALINGRAD = ("1334", "1434")


def around(name: str) -> list[str]:
    """The six numbers round a hex; even rows lie half a hex further east."""
    r, c = int(name[:2]), int(name[2:])
    shift = 0 if r % 2 == 0 else -1
    found = [(r, c - 1), (r, c + 1), (r + 1, c + shift), (r + 1, c + 1 + shift)]
    found += [(r - 1, c + shift), (r - 1, c + 1 + shift)]
    return [f"{row:02d}{col:02d}" for row, col in found]


def side(a: str, b: str) -> dict[str, str]:
    return SIDES.get(frozenset((a, b)), PLAIN)


@cache
def near(name: str) -> list[str]:
    """[1.8.4] Land hexes beside this one, not over a lake."""
    return [n for n in around(name) if n in HEXES and HEXES[n]["terrain"] != "sea" and side(name, n)["lake"] == "no"]


def apart(a: str, b: str) -> int:
    """Hexes between two numbers, ring by ring of the whole grid."""
    (ra, ca), (rb, cb) = [(int(n[:2]), int(n[2:])) for n in (a, b)]
    qa, qb = ca - (ra + 1) // 2, cb - (rb + 1) // 2
    return max(abs(qa - qb), abs(ra - rb), abs(qa - qb + ra - rb))


class Board:
    """A position in words."""

    def __init__(self, s: Any) -> None:
        pack = s.pack
        self.s = s
        self.hex_of = {pack.unit_name[u]: pack.hex_name[h] for u, h in enumerate(s.where) if h >= 0}
        self.held = {who: {self.hex_of[u] for u in self.of(who)} for who in ENEMY}
        self.beside = {who: {n for h in held for n in near(h)} for who, held in self.held.items()}
        self.steps = {pack.unit_name[u]: s.steps[u] for u in range(pack.unit_count)}
        self.supply = {pack.unit_name[u]: s.supply[u] for u in range(pack.unit_count)}
        self.marks = {pack.unit_name[u]: s.mark[u] for u in range(pack.unit_count)}
        self.control = {name: vocabulary.SIDES[s.control[h]] for h, name in enumerate(pack.hex_name)}
        self.plays = {name: bool(s.scenario.plays[h]) for h, name in enumerate(pack.hex_name)}
        self.traces = {name: bool(s.scenario.traces[h]) for h, name in enumerate(pack.hex_name)}
        self.closed = {name for h, name in enumerate(pack.hex_name) if pack.zone_28th[h]}
        self.phasing = vocabulary.SIDES[s.track[tracks.SIDE]]
        self.mud = s.track[tracks.GROUND] == vocabulary.MUD
        self.ice = s.track[tracks.ICE]
        self.level = s.track[tracks.FORTRESS_LEVEL]
        self.pontoons = {}
        for u in range(pack.unit_count):
            if s.pontoon[u] and s.where[u] >= 0:
                there = pack.near[s.where[u] * 6 + s.pontoon[u] - 1]
                self.pontoons[pack.unit_name[u]] = frozenset((pack.hex_name[s.where[u]], pack.hex_name[there]))

    # Who is where ---------------------------------------------------------------------------------------------

    def of(self, who: str) -> list[str]:
        return [u for u in self.hex_of if UNITS[u]["side"] == who]

    def at(self, name: str) -> list[str]:
        return [u for u, h in self.hex_of.items() if h == name]

    def holds(self, who: str, name: str) -> bool:
        return name in self.held[who]

    def touched(self, who: str, name: str) -> bool:
        """Somebody of this side stands beside the hex."""
        return name in self.beside[who]

    # Rivers ---------------------------------------------------------------------------------------------------

    def river(self, a: str, b: str) -> str:
        """[3.2.2] [3.4] What the side counts as today."""
        kind = side(a, b)["river"]
        if kind == "minor" and self.mud:
            return "major"
        if kind == "major" and not self.mud and self.ice == vocabulary.MAJOR_FROZEN:
            return "minor"
        return kind

    def has_crossing(self, who: str, a: str, b: str) -> bool:
        """[7.4] Bridge, ferry, or a pontoon of this side."""
        facts = side(a, b)
        if facts["line"] != "none" or facts["ferry"] == "yes":
            return True
        return any(UNITS[q]["side"] == who and pair == frozenset((a, b)) for q, pair in self.pontoons.items())

    def is_barrier(self, who: str, a: str, b: str) -> bool:
        return self.river(a, b) == "major" and not self.has_crossing(who, a, b)

    # Supply ---------------------------------------------------------------------------------------------------

    def sources(self, who: str) -> list[str]:
        """[4.2] Open, in hand, without an enemy."""
        scenario, found = self.s.scenario, []
        for h, name in enumerate(self.s.pack.hex_name):
            mine = scenario.source_side[h] >= 0 and vocabulary.SIDES[scenario.source_side[h]] == who
            if mine and scenario.source_turn[h] <= self.s.track[tracks.TURN] and self.control[name] == who:
                if not self.holds(ENEMY[who], name):
                    found.append(name)
        return found

    def may_trace(self, who: str, name: str) -> bool:
        """[1.2.3] [4.1.1] No enemy in the hex, none beside it unless a friend is there."""
        if self.holds(ENEMY[who], name) or not self.traces[name]:
            return False
        return not self.touched(ENEMY[who], name) or self.holds(who, name)

    def line(self, who: str, start: str, rail: bool) -> bool:
        """[4.1.1] A road, railway or ferry leads from here to a source."""
        goals = self.sources(who)
        seen, ring = {start}, [start] if self.may_trace(who, start) else []
        for h in ring:
            if h in goals:
                return True
            for n in near(h):
                facts = side(h, n)
                linked = facts["line"] == "rail" if rail else facts["line"] != "none" or facts["ferry"] == "yes"
                if linked and n not in seen and self.may_trace(who, n):
                    seen.add(n)
                    ring.append(n)
        return False

    def hqs(self, who: str) -> list[str]:
        return [u for u in self.of(who) if UNITS[u]["kind"] == "hq"]

    def supplied_hqs(self, who: str) -> list[str]:
        return [q for q in self.hqs(who) if self.line(who, self.hex_of[q], False)]

    def reached(self, who: str, start: str, radius: int, halves: bool) -> set[str]:
        """[1.2] Hexes in a radius; roads count a half for a headquarters in a city on a railway to a source."""
        left, ring = {start: Fraction(radius)}, [start]
        for h in ring:
            for n in near(h):
                price = HALF if halves and side(h, n)["line"] != "none" else Fraction(1)
                if self.is_barrier(who, h, n) or not self.may_trace(who, n):
                    continue
                if left[h] >= price and left.get(n, Fraction(-1)) < left[h] - price:
                    left[n] = left[h] - price
                    ring.append(n)
        return set(left)

    def field(self, q: str) -> set[str]:
        who, h = UNITS[q]["side"], self.hex_of[q]
        city = HEXES[h]["settlement"] in ("city", "major_city")
        return self.reached(who, h, int(UNITS[q]["radius"]), city and self.line(who, h, True))

    def unsupplied(self, who: str) -> set[str]:
        """[4.3.1] Without the guests of allied headquarters."""
        covered: dict[str, set[str]] = {}
        for q in self.supplied_hqs(who):
            covered.setdefault(UNITS[q]["nation"], set()).update(self.field(q))
        depots = set().union(*[self.reached(who, h, 4, False) for h in self.sources(who)])
        common = depots | covered.get("german", set()) | covered.get("soviet", set())
        line = [u for u in self.of(who) if UNITS[u]["kind"] != "hq"]
        return {u for u in line if self.hex_of[u] not in common | covered.get(UNITS[u]["nation"], set())}

    # Movement -------------------------------------------------------------------------------------------------

    def price(self, who: str, a: str, b: str) -> int:
        """[7.1.4] [7.1.9] [7.4] In half points."""
        facts, ground = side(a, b), HEXES[b]["terrain"]
        frozen = self.ice == vocabulary.MAJOR_FROZEN and not self.mud
        if facts["line"] != "none":
            return 2 if ground == "marsh" and not frozen else 1
        total = {"clear": 2, "forest": 4, "marsh": 4 if frozen else 6}[ground]
        if any(UNITS[q]["side"] == who and pair == frozenset((a, b)) for q, pair in self.pontoons.items()):
            return total
        if facts["ferry"] == "yes" and not frozen:
            return total + 2
        icy = facts["river"] == "minor" and self.ice and not self.mud
        return total + (0 if icy else {"none": 0, "minor": 2, "major": 4}[self.river(a, b)])

    def steps_from(self, movers: list[str], here: str, points: int, begun: bool, mode: int) -> set[str]:
        """[7.1] Hexes that a march on foot may enter now; headquarters are not asked about."""
        who = UNITS[movers[0]]["side"]
        found = set()
        for n in near(here):
            if self.holds(ENEMY[who], n) or not self.plays[n] or n in self.closed:
                continue
            if self.price(who, here, n) > points and (begun or mode not in (terms.NORMAL, terms.EXPLOIT)):
                continue
            wet = side(here, n)["river"] != "none" and not self.has_crossing(who, here, n)
            if wet and self.mud and self.touched(ENEMY[who], n):
                continue
            if wet and mode == terms.EXPLOIT and self.river(here, n) == "major":
                continue
            if any(self.strays(u, here, n) for u in movers):
                continue
            found.add(n)
        return found

    def strays(self, u: str, here: str, there: str) -> bool:
        """[4.4.4] Out of supply, not elite, and farther from the nearest headquarters."""
        if self.supply[u] != terms.OOS or UNITS[u]["elite"] == "yes":
            return False
        places = [self.hex_of[q] for q in self.hqs(UNITS[u]["side"])]
        return nearest(there, places) > nearest(here, places)

    # Combat ---------------------------------------------------------------------------------------------------

    def factor(self, u: str, name: str) -> int:
        full = self.steps[u] == 2 or not UNITS[u][name + "_2"]
        return int(UNITS[u][name if full else name + "_2"])

    def wet(self, u: str, target: str) -> str:
        """[3.4] [8.5.3] The river a unit attacks across; none at the last positions."""
        if target in LAST_POSITIONS or self.hex_of[u] in LAST_POSITIONS:
            return "none"
        return self.river(self.hex_of[u], target)

    def attack(self, attackers: list[str], target: str) -> int:
        """[8.5.3] Over major rivers a half, in mud a third; out of supply a half; sums before rounding."""
        total = 0
        for over in (True, False):
            group = [u for u in attackers if (self.wet(u, target) == "major") == over]
            halves = sum(self.factor(u, "attack") for u in group if self.supply[u] == terms.OOS)
            summed = sum(self.factor(u, "attack") for u in group if self.supply[u] == terms.IN_SUPPLY) + ceil(
                halves / 2
            )
            total += ceil(summed / (3 if self.mud else 2)) if over else summed
        return total

    def defense(self, defenders: list[str], attackers: list[str], target: str) -> int:
        """[8.5.2] Factors, town, and rivers that all attackers cross."""
        halves = 0
        for u in defenders:
            value = self.factor(u, "defense")
            if self.marks[u] & terms.RETREATED:
                halves += 2
            else:
                halves += value if self.supply[u] == terms.OOS else 2 * value
        total = ceil(Fraction(halves, 2))
        town = "major_city" if target in LAST_POSITIONS else HEXES[target]["settlement"]
        total += {"none": 0, "village": 1, "city": 2, "major_city": 3}[town]
        if all(self.wet(u, target) == "minor" for u in attackers):
            icy = any(side(self.hex_of[u], target)["river"] == "minor" and self.ice for u in attackers)
            total += 1 if icy else 2
        return max(1, total)

    def column(self, attack: int, defense: int) -> str:
        """[8.5.5] [8.5.8] The ratio in words, rounded for the defender."""
        if attack >= defense:
            return f"{min(6, floor(attack / defense))}/1"
        return f"1/{ceil(Fraction(defense, attack))}" if attack else "none"

    # Retreat --------------------------------------------------------------------------------------------------

    def retreats(self, u: str, here: str, origin: str, enemies: list[str], first: bool, with_hq: bool) -> set[str]:
        """[8.12.5] The six priorities in words; nothing if the first cannot be met."""
        who = UNITS[u]["side"]
        open_hexes = [n for n in near(here) if not self.holds(ENEMY[who], n) and self.plays[n] and n not in self.closed]
        found = [n for n in open_hexes if apart(n, origin) > apart(here, origin)]
        havens = self.sources(who) if with_hq else [self.hex_of[q] for q in self.hqs(who)]
        least = nearest(here, havens)
        close = [p for p in havens if apart(here, p) == least]
        wishes = [
            [n for n in found if first and all(apart(n, e) > apart(here, e) for e in enemies)],
            [n for n in found if any(apart(n, p) < least for p in close)],
            [n for n in found if not self.touched(ENEMY[who], n)],
            [n for n in found if self.touched(ENEMY[who], n) and self.holds(who, n)],
            [n for n in found if self.has_room(u, n)],
        ]
        for wish in wishes:
            found = [n for n in found if n in wish] or found
        return set(found)

    def has_room(self, u: str, name: str) -> bool:
        """[1.11] Three units, a divided division once, one headquarters, no Hungarians with Romanians."""
        stack = [v for v in self.at(name) if v != u] + [u]
        nations = {UNITS[v]["nation"] for v in stack}
        line = {UNITS[v]["division"] or v for v in stack if UNITS[v]["kind"] != "hq"}
        staffs = [v for v in stack if UNITS[v]["kind"] == "hq"]
        return len(line) <= 3 and len(staffs) <= 1 and not {"hungarian", "romanian"} <= nations


def nearest(name: str, places: list[str]) -> int:
    return min([apart(name, p) for p in places], default=FAR)


# Results ----------------------------------------------------------------------------------------------------------

GROUNDS = ("clear", "forest", "marsh", "city", "major_city")
POCKET = {"DR3": "DR", "DR2": "S", "DR": "S"}


class Throw(NamedTuple):
    """What the dice and the board say before anything changes it."""

    losses: str
    attacker: str
    defender: str
    ground: str = "clear"
    mud: bool = False
    exploitation: bool = False
    weak_allies: bool = False
    pocket: bool = False
    germans_defend: bool = False
    panzers_attack: bool = False
    effects: frozenset[str] = frozenset()


class Result(NamedTuple):
    """Losses of both, the attacker's result without E, its level, the defender's result, reactions."""

    losses_a: int
    losses_d: int
    attacker: str
    level: int
    defender: str
    reactions: int


def lost(text: str, letter: str) -> int:
    """[8.7.4] "A1D2": one and two."""
    return int(text[text.index(letter) + 1]) if letter in text else 0


@cache
def changes(ground: str, whose: str) -> dict[str, str]:
    """[8.10.2] What a terrain makes of results."""
    chart = tomllib.loads((DATA / "charts.toml").read_text(encoding="utf-8"))["terrain"]
    found: dict[str, str] = {} if ground == "clear" else chart[f"{ground}_results"][whose]
    return found


def attackers_result(t: Throw) -> tuple[str, int]:
    """[3.2.2] [8.10.2] [8.11.1] [9.3.2] Mud or terrain, then the level that weak allies add."""
    if t.exploitation:
        return "-", 0
    result = t.attacker
    if t.mud:
        result = "-" if result == "D1" else "Eng" if result.startswith("E") else result
    else:
        result = changes(t.ground, "attacker").get(result, result)
    level = 0
    if result in ("E", "E2", "E3"):
        level, result = int(result[1:] or "1"), "-"
    return result, level + int(t.weak_allies)


def final(t: Throw) -> Result:
    """[8.9.1] Terrain, allies, pocket, superiority, in this order."""
    losses_a, losses_d = lost(t.losses, "A"), lost(t.losses, "D")
    attacker, level = attackers_result(t)
    defender = changes(t.ground, "defender").get(t.defender, t.defender)
    if t.pocket:
        defender = POCKET.get(defender, defender)
    reactions = int(defender == "R")
    if t.germans_defend and level < 2:
        reactions += int("panzers_to_the_rescue" in t.effects)
        losses_a += int("human_waves" in t.effects and losses_a > 0)
    if t.panzers_attack and not t.exploitation:
        level += int("overwhelming_german_attack" in t.effects and attacker != "AR")
        losses_a -= int("soviet_rout" in t.effects and level >= 2 and losses_a > 0)
    return Result(losses_a, losses_d, attacker, level, defender, reactions)
