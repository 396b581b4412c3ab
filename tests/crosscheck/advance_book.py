"""A second, slow reading of Advance's combat: written from chapters 9 and 12 alone, sharing no code with the rules.

A fight is the JSON object that ``kurgan odds advance`` reads. Every face of every die is tried; chances are fractions.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

FACES = (1, 2, 3, 4, 5, 6)
TEM = {"clear": 1, "elevated": 2, "light_urban": 3, "heavy_urban": 4}
ISOLATION = {1: 1, 2: 0, 3: 0, 4: -1, 5: -1, 6: -2}


class Fate(NamedTuple):
    """What one fall of all the dice leads to."""

    raw: str
    result: str
    lead_lost: bool
    captured: bool
    retreat: bool
    morale: int


class Answer(NamedTuple):
    attack_value: int | None
    defense_value: int | None
    defense_dice: str | None
    fates: dict[Fate, Fraction]

    def chance(self, field: str) -> Fraction:
        return sum((p for fate, p in self.fates.items() if getattr(fate, field) is True), Fraction(0))

    def spread(self, field: str) -> dict[str, Fraction]:
        found: Counter[str] = Counter()
        for fate, p in self.fates.items():
            if str(getattr(fate, field)):
                found[str(getattr(fate, field))] += p  # type: ignore[assignment]
        return dict(found)  # type: ignore[arg-type]


@cache
def sums(dice: int, dropped: int) -> dict[int, int]:
    """How many ways there are to each sum of some dice, the lowest ones left out."""
    return dict(Counter(sum(sorted(faces)[dropped:]) for faces in product(FACES, repeat=dice)))


def answer(fight: dict[str, Any]) -> Answer:
    """All that may come of a fight."""
    strategy = fight.get("strategy", "") if fight["first_reveal"] else ""
    units = [tuple(unit) for unit in fight["units"]]
    if strategy == "barrage":
        if fight["barrage_choice"] == "retreat":
            return Answer(None, None, None, {Fate("", "", False, False, True, fight["morale"]): Fraction(1)})
        del units[fight["barrage_choice"]]
        if not units:
            return Answer(None, None, None, {Fate("", "", False, False, False, fight["morale"]): Fraction(1)})
    guards = strategy == "guards" or fight.get("pavlov", False)
    dice, dropped = (2, 0) if not guards else (4, 2) if fight.get("volga_adjacent") else (3, 1)
    av = attack_value(fight, units)
    ways: Counter[Fate] = Counter()
    for factor, air in before_the_dice(fight):
        dv = max(0, factor + defense_rest(fight) - air)
        for (attack, m), (defense, n) in product(sums(2, 0).items(), sums(dice, dropped).items()):
            ways[fate(fight, strategy, len(units), factor, av + attack - dv - defense)] += m * n
    total = sum(ways.values())
    without = max(0, fight["defense_factor"] + defense_rest(fight))
    return Answer(av, without, f"{dice}d6", {f: Fraction(n, total) for f, n in ways.items()})


def attack_value(fight: dict[str, Any], units: list[tuple[Any, ...]]) -> int:
    """9.5.2, with 12.1 and 12.4."""
    options = fight.get("options", [])
    lead = fight.get("lead", "best")
    best = max(unit[0] for unit in units) if lead == "best" else fight["units"][lead][0]
    divisions = Counter(str(unit[1]) for unit in units if not (len(unit) == 3 and unit[2]))
    total = int(best) + len(units) - 1
    total += int(fight.get("artillery", 0)) * (1 if fight.get("artillery_shortage") else 2)
    total += int(fight.get("engineers", 0)) * 2
    rubble = "12.1" in options and "urban" in fight["terrain"] and not fight.get("engineers", 0)
    if divisions and max(divisions.values()) >= 3 and not rubble:
        total += 1
    if fight["morale"] >= 10:
        total += 1
    if "12.4" in options and len(divisions) > 1:
        total -= len(divisions) - 1
    return total


def defense_rest(fight: dict[str, Any]) -> int:
    """9.5.3 B and C, and the Commissars."""
    shaken = 1 if fight["morale"] <= 9 else 0
    return int(fight.get("tem", TEM[fight["terrain"]])) + shaken + (1 if fight.get("commissars") else 0)


def before_the_dice(fight: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Every fall of the Isolation and Air dice: the Defense Factor in this fight, and what comes off the value."""
    for isolation in FACES if fight.get("isolated") else (0,):
        factor = fight["defense_factor"]
        if isolation:
            guards = fight.get("strategy") == "guards" or fight.get("pavlov", False)
            factor = max(0, factor + ISOLATION[max(1, isolation - 1) if guards else isolation])
        for die in FACES if fight.get("air") else (0,):
            limited = die > 0 and "12.5" in fight.get("options", []) and fight["terrain"] == "heavy_urban"
            yield factor, max(1, die - 2) if limited else die


def fate(fight: dict[str, Any], strategy: str, attackers: int, factor: int, margin: int) -> Fate:
    """9.5.5 to 9.5.8 for one difference of the totals."""
    morale = fight["morale"]
    if margin < 0:
        falls_back = attackers > 1 and not fight.get("contested_at_start", False)
        return Fate("repulse", "repulse", True, False, falls_back, max(0, morale - 1))
    raw = "stalemate" if margin == 0 else "overrun" if margin > factor else "success"
    result = "stalemate" if raw == "success" and strategy == "fanatic" else raw
    captured = result in ("success", "overrun")
    change = 1 if captured and fight.get("tem", TEM[fight["terrain"]]) == 4 else 0
    if strategy == "heroes" and raw != "overrun":
        change -= 1
    ambushed = strategy == "ambush" and raw != "overrun"
    return Fate(raw, result, ambushed, captured, False, min(19, max(0, morale + change)))
