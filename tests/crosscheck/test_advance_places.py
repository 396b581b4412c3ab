"""Where units of Advance may return, reinforce and retreat, and who is isolated: against a second, naive reading.

The naive reading takes the positions as JSON and the map from areas.csv, and walks the map step by step.
"""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from kurgan.games.advance.rules import r09_results as results
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from tests.crosscheck.test_advance_movement import AREAS, GAME, STACK, UNITS, spelled

GAMES = 40
DAWN = {"place_group", "place_division", "place_october_group", "return_unit"}
OPENING = {"1", "2", "3", "4", "5"}
NORTH = {"48", "49", "50"}


class Places:
    """A position in words."""

    def __init__(self, s: Any) -> None:
        self.said = s.to_json()
        self.soviet: dict[str, str] = self.said["soviet"]
        self.row: dict[str, list[int]] = self.said["units"]
        self.stack = Counter(str(row[0]) for row in self.row.values() if 1 <= row[0] <= len(AREAS))
        self.home = {name: UNITS[name][self.said["scenario"]] for name in self.row}

    def has_room(self, area: str, units: int = 1) -> bool:
        return self.stack[area] + units <= STACK

    def returns(self, unit: str) -> set[str]:
        """6.3: company in a German area, or an opening area; units of the north go home."""
        free = {a for a in AREAS if a not in self.soviet and self.has_room(a)}
        if self.home[unit] in NORTH:
            return free & {self.home[unit]}
        opening = OPENING | ({"6"} if self.said["options"]["return_area_6"] == "on" else set())
        return {a for a in free if self.stack[a] > 0 or a in opening}

    def retreats(self, origin: str) -> set[str]:
        """9.5.8: the area it came from, or the nearest German ones with room, counted in steps from there."""
        ring = {origin}
        seen = set(ring)
        while ring:
            found = {a for a in ring if self.has_room(a)}
            if found:
                return found
            ring = {b for a in ring for b in AREAS[a]["near"].split() if b not in seen and b not in self.soviet}
            seen |= ring
        return {"out"}

    def cut_off(self) -> set[str]:
        """12.3: no way through Soviet areas to one beside the Volga."""
        return {a for a in self.soviet if not self.reaches_the_volga(a)}

    def reaches_the_volga(self, area: str) -> bool:
        seen = {area}
        ahead = [area]
        while ahead:
            here = ahead.pop()
            if AREAS[here]["volga"] == "yes":
                return True
            fresh = [b for b in AREAS[here]["near"].split() if b in self.soviet and b not in seen]
            seen.update(fresh)
            ahead += fresh
        return False


def look(s: Any, step: str, met: Counter[str]) -> None:
    places = Places(s)
    if step == "place_returned":
        met["return"] += 1
        assert {a for (a,) in spelled(s, "place")} == places.returns(GAME.pack.unit_name[s.returning])
    elif step == "spend":
        met["bring back"] += 1
        boxed = [u for u, row in places.row.items() if row[0] == 61]
        able = [u for u in boxed if places.said["numbers"]["supply"] >= (2 if UNITS[u]["kind"] == "armor" else 1)]
        assert {u for (u,) in spelled(s, "return")} == {u for u in able if places.returns(u)}


def play(number: int) -> Counter[str]:
    rng = random.Random(f"places {number}")
    tape = Tape(f"places {number}")
    options = {"isolation": "on", "return_area_6": rng.choice(["on", "off"])}
    s = GAME.new(rng.choice(["campaign", "factory"]), options)
    met: Counter[str] = Counter()
    marked: set[str] = set()
    turn = 0
    while not isinstance(asked := GAME.pending(s), Over):
        if s.turn != turn and asked.step not in DAWN:
            turn = s.turn
            cut_off = Places(s).cut_off()
            now = {a for a in AREAS if s.isolated >> int(a) & 1}
            met["isolated"] += len(now)
            assert marked & cut_off <= now <= cut_off
            assert len(now) == min(14, len(cut_off))
            marked = now
        if isinstance(asked, Throw):
            GAME.answer(s, asked.chance.throw(tape))
            continue
        assert isinstance(asked, Decide)
        look(s, asked.step, met)
        legal = GAME.legal(s)
        crowd = [a for a in legal if GAME.spell(s, a).split()[0] in ("return", "activate", "move", "attack")]
        GAME.answer(s, rng.choice(crowd or legal))
    return met


play_once = cache(play)


@pytest.mark.parametrize("number", range(GAMES))
def test_places_are_those_of_the_naive_reading(number: int) -> None:
    """Returns and isolation of a whole random game are those of the naive reading."""
    assert play_once(number)["bring back"] > 0


def test_the_games_meet_every_case() -> None:
    """The check of the check."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        met += play_once(number)
    assert [name for name in ("return", "bring back", "isolated") if met[name] == 0] == [], met


def crowded(rng: random.Random) -> Any:
    """A campaign position with nearly all Germans on few areas, most of them full."""
    soviet = [a for a in AREAS if AREAS[a]["tem"] and rng.random() < 0.5]
    german = [a for a in AREAS if a not in soviet]
    units = [name for name, row in UNITS.items() if row["campaign"]]
    rng.shuffle(units)
    start = rng.choice(german)
    close = [start, *[a for a in AREAS[start]["near"].split() if a in german]]
    lines = ["turn 8", *[f"{a}: ?" for a in soviet]]
    for area in close:
        wanted = STACK if area == start else rng.choice([3, 4, 4, 4])
        here, units = units[:wanted], units[wanted:]
        lines.append(f"{area}: {' '.join(here)}")
    return GAME.read_position("\n".join(lines))


@pytest.mark.parametrize("number", range(20))
def test_retreats_are_those_of_the_naive_reading(number: int) -> None:
    """From every German area of a crowded position, the areas to retreat to are those of the naive reading."""
    s = crowded(random.Random(f"crowded {number}"))
    places = Places(s)
    further = 0
    for origin in [a for a in AREAS if a not in places.soviet]:
        words = GAME.words["area"]
        assert {words[a] for a in results.retreat_areas(s, 0, int(origin))} == places.retreats(origin), origin
        further += origin not in places.retreats(origin)
    assert further > 0
