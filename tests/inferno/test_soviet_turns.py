"""The Soviet turn written down a second time, without a line of the rules code, and compared event by event.

Random positions, editions and dice; a plain reading of chapter 7 says what is spawned, moved, drawn and attacked, in
which order, up to the first attack.
"""

import random

import pytest

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

SPAWN = {"3": "it", "19": "it", "9": "i", "15": "i", "13": "ii", "7": "t"}
STEPS = {1: (2, 0), 2: (1, 1), 3: (-1, 1), 4: (-2, 0), 5: (-1, -1), 6: (1, -1)}
"""East, then clockwise: half hexes to the east, rows to the south."""
AT = {(P.x[h], P.row[h]): h for h in range(P.hexes)}
SETTLED = ("soviet_dice", "draw_soviet_card", "spawn_block", "random_unit")
CARD = "card"


class Situation:
    """Soviet stacks, Germans beside them, spawn hexes of both sides, pools full or thin."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        soviets = list(range(P.germans, P.units))
        germans = list(range(P.germans))
        rng.shuffle(soviets)
        rng.shuffle(germans)
        centre = rng.randrange(P.hexes)
        hexes = sorted(range(P.hexes), key=lambda h: (P.distance[centre][h] * (seed % 2), rng.random()))
        if seed % 3 == 0:
            hexes.sort(key=lambda h: P.hex_name[h] not in SPAWN)
        height = rng.randint(1, 4)
        stacks = rng.randint(1, 9)
        self.count = {h: rng.choice((height, height, rng.randint(1, height))) for h in hexes[:stacks]}
        self.germans = set(hexes[stacks : stacks + rng.randint(0, 6)])
        at = {P.hex_name[h]: " ".join([P.unit_name[soviets.pop()] for _ in range(n)]) for h, n in self.count.items()}
        at.update({P.hex_name[h]: P.unit_name[germans.pop()] for h in self.germans})
        self.edition = rng.choice(P.preset_name)
        taken = [name for name in SPAWN if name not in at and rng.random() < 0.35]
        self.table = Table(at, german=taken, edition=self.edition)
        if rng.random() < 0.4:
            for u in soviets[: len(soviets) * 9 // 10]:
                lift(self.table.s, u, OUT)
        self.control = list(self.table.s.control)
        self.pools = dict(zip("it", self.table.s.pool_size, strict=False))
        most = max(self.count.values())
        self.tops = sorted([h for h in self.count if self.count[h] == most], key=lambda h: (P.row[h], -P.x[h]))
        self.held = [name for name in SPAWN if self.control[P.hex_of[name]] == SOVIET]
        self.dice = [rng.randint(1, 6) for _ in self.tops]

    # A plain reading ----------------------------------------------------------------------------------------------

    def expected(self) -> list[str]:
        """[7.1] to [7.4]"""
        if not self.held:
            return [CARD]
        return self.spawned() if len(self.tops) > len(self.held) else self.moved()

    def spawned(self) -> list[str]:
        """[7.6] In the book's order; a card for a full hex and for what a pool cannot give."""
        found = []
        for name in self.held:
            room = 4 - self.count.get(P.hex_of[name], 0)
            if room == 0:
                found += [CARD] * (len(SPAWN[name]) if self.edition == "summary_2018" else 1)
                continue
            for kind in SPAWN[name] if room >= len(SPAWN[name]) else "i":
                found.append(f"spawn {kind} {name}" if self.pools[kind] else CARD)
                self.pools[kind] -= 1 if self.pools[kind] else 0
        return found

    def moved(self) -> list[str]:
        """[7.7] From the lowest die to the highest, up to the first attack."""
        found = []
        for die, i in sorted([(die, i) for i, die in enumerate(self.dice)]):
            if self.dice.count(die) > 1:
                if self.edition != "summary_2018" or self.dice.index(die) == i:
                    found.append(CARD)
                continue
            found += self.moved_by(die, self.tops[i])
            if found[-1].startswith("attack"):
                break
        return found

    def moved_by(self, die: int, start: int) -> list[str]:
        """[7.7.4] [7.7.5B] [7.7.5C] [7.7.6]"""
        end = AT.get((P.x[start] + STEPS[die][0], P.row[start] + STEPS[die][1]), -1)
        if end < 0 or self.count[start] == 0:
            return [CARD]
        if end in self.germans:
            return [f"attack {P.hex_name[end]}"]
        if die == 1 or self.count.get(end, 0) == 4:
            return [CARD]
        self.count[start] -= 1
        self.count[end] = self.count.get(end, 0) + 1
        captures = P.hex_name[end] in ("X", "Y", "Z") and self.control[end] == GERMAN
        self.control[end] = SOVIET
        return [f"move {P.hex_name[start]} {P.hex_name[end]}"] + ([CARD] if captures else [])

    # The rules ----------------------------------------------------------------------------------------------------

    def played(self) -> list[str]:
        t = self.table.soviet_turn()
        while True:
            pending = t.game.pending(t.s)
            if not isinstance(pending, Throw) or pending.step not in SETTLED:
                return told(t)
            answers = [a for a, weight in pending.chance.outcomes() if weight]
            by_dice = pending.step == "soviet_dice"
            t.events += GAME.apply(t.s, pending.chance.fold(self.dice) if by_dice else self.rng.choice(answers))


def told(t: Table) -> list[str]:
    """Events in the words of the plain reading, up to the first attack."""
    found = []
    for event in t.events:
        kind = GAME.event_kinds[event.kind][0]
        if kind == "soviet_drew":
            found.append(CARD)
        elif kind == "block_spawned":
            found.append(f"spawn {'it'[event.args[1]]} {P.hex_name[event.args[0]]}")
        elif kind == "block_moved":
            found.append(f"move {P.hex_name[event.args[0]]} {P.hex_name[event.args[1]]}")
        elif kind == "attack_declared":
            return [*found, f"attack {P.hex_name[event.args[1]]}"]
    return found


@rule("7")
@rule("7.6")
@rule("7.7")
@rule("7.7.3")
@pytest.mark.parametrize("block", range(8))
def test_soviet_turns_go_as_the_book_says(block: int) -> None:
    for seed in range(block * 25, block * 25 + 25):
        situation = Situation(seed)
        played = situation.played()
        assert played == situation.expected(), f"situation {seed}, dice {situation.dice}"


def test_the_situations_are_worth_comparing() -> None:
    """Spawns, cards, moves and attacks come up in many of them."""
    lines = [" ".join(Situation(seed).expected()) for seed in range(200)]
    for word in ("spawn i", "spawn t", "card", "move", "attack"):
        assert sum([word in line for line in lines]) > 10, word
