"""Whole games from two hidden worlds that look alike, compared at every question.

    python -m tests.table.twin_games --questions 20000        (make worlds)

A random game is played. At each question somebody's eyes look: a seat, or one who watches. A second world is imagined
that these eyes cannot tell from the true one, both are put on a table, everybody sits down with a socket, and the same
answers are given in both. As long as the rules themselves let these eyes see the same (view and events), every frame,
reply, refusal, export and screen must be the same; when the game shows them the difference, a new pair of worlds begins
there. Only questions at which the worlds differ in something hidden are counted.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kurgan import games
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from tests.table import looks
from tests.table.worlds import World, seen_of, two_worlds

MODES: list[tuple[str, str]] = [
    (title, scenario.name) for title in games.TITLES for scenario in games.load(title).scenarios()
]
MOST_ANSWERS = 40
"""Answers after which a pair of worlds is left, so that records stay short and all eyes have their turn."""

LISTS = 4
"""Every so many answers are given as a list of two."""

LONGEST = 400
"""Decisions after which a game begins at any question, seldom met or not."""

DEAR = 24
"""What takes long (odds, hints, stories) is asked at every so many questions."""

OTHERS = 12
"""Every so many games it is any mode's turn, also that of one without secrets; else that of the one with the fewest."""


class Difference(NamedTuple):
    title: str
    mode: str
    path: str
    eyes: str
    one: bytes
    other: bytes

    def told(self) -> str:
        """Where, and the first place at which the two are apart."""
        place = next((i for i, (a, b) in enumerate(zip(self.one, self.other, strict=False)) if a != b), 0)
        parts = [text[max(0, place - 120) : place + 160] for text in (self.one, self.other)]
        who = self.eyes or "one who watches"
        return f"{self.title} {self.mode} {self.path} as {who}:\n  {parts[0]!r}\n  {parts[1]!r}"


class Tally:
    """What was compared, and what was found."""

    def __init__(self, dear: int = 0) -> None:
        self.dear = dear or DEAR
        self.questions: Counter[tuple[str, str]] = Counter()
        self.seen: Counter[tuple[str, str]] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.paths: Counter[str] = Counter()
        self.steps: Counter[tuple[str, str, str]] = Counter()
        self.differing: Counter[tuple[str, str, str]] = Counter()
        self.differences: list[Difference] = []

    def compare(self, where: tuple[str, str], path: str, eyes: str, one: bytes, other: bytes) -> None:
        self.paths[path] += 1
        if one != other:
            if not self.differing[(*where, path)]:
                self.differences.append(Difference(*where, path, eyes, one, other))
            self.differing[(*where, path)] += 1

    def lines(self) -> list[str]:
        counted, pairs = sum(self.questions.values()), sum(self.pairs.values())
        told = [f"{counted} questions at which two worlds differ, {pairs} pairs of worlds"]
        for where in MODES:
            count, seen = self.questions[where], self.seen[where]
            asked = len({step for *known, step in self.steps if tuple(known) == where})
            told.append(f"  {' '.join(where):<24} {count:>6} of {seen:>6} looked at, {asked} different steps")
        told.append("compared by path: " + ", ".join(f"{path} {n}" for path, n in sorted(self.paths.items())))
        told.append(f"differences: {sum(self.differing.values())}")
        told += [f"  {' '.join(where)}: {n}" for where, n in sorted(self.differing.items())]
        return told + [difference.told() for difference in self.differences]


def twins(tally: Tally, one: World, other: World, where: tuple[str, str], seed: str, files: Path) -> Iterator[None]:
    """One whole game; yields after each question looked at."""
    title, mode = where
    game: Any = games.load(title)
    dice = random.Random(f"{seed} {title} {mode}")
    met = {step: count for (*known, step), count in tally.steps.items() if tuple(known) == where}
    state, options = start(game, mode, dice, met), game.settle({})
    names = ["", *game.seats(mode)]
    pair = 0
    while isinstance(game.pending(state), Decide):
        asked = names[game.pending(state).seat + 1]
        eyes = asked if dice.randrange(3) else dice.choice(names)
        twin = game.imagine(game.view(state, names.index(eyes) - 1), Tape(f"twin {seed} {pair}"))
        for world, position in ((one, state), (other, twin)):
            world.begin(f"{title} {mode} {seed} {pair}", game, mode, options, position.to_json(), eyes)
        tally.pairs[where] += 1
        pair += 1
        yield from play_on(tally, one, other, where, eyes, random.Random(f"{seed} {pair}"), files)
        state = one.session.state.copy()
        if one.session.outcome is not None:
            return


def start(game: Any, mode: str, dice: random.Random, met: dict[str, int]) -> Any:
    """A position some way into a random game: somewhere else each time, at a question that was seldom met so far."""
    tape = Tape(str(dice.random()))
    state = game.new(mode, game.settle({}))
    patience = dice.randrange(0, 900)
    while True:
        asked = game.pending(state)
        if isinstance(asked, Over):
            return start(game, mode, dice, met)
        if isinstance(asked, Throw):
            game.answer(state, asked.chance.throw(tape))
            continue
        patience -= 1
        if patience < 0 and (met.get(asked.step, 0) <= max(met.values(), default=0) // 8 or patience < -LONGEST):
            return state
        game.answer(state, dice.choice(game.legal(state)))


def play_on(
    tally: Tally, one: World, other: World, where: tuple[str, str], eyes: str, dice: random.Random, files: Path
) -> Iterator[None]:
    """The same answers in both worlds until these eyes are shown a difference, or there are no two worlds any more."""
    tally.compare(where, "first frame", eyes, *[w.frames("begin") for w in (one, other)])
    for given in range(MOST_ANSWERS):
        differ = one.session.state.key() != other.session.state.key()
        tally.compare(where, "the rules", eyes, *[seen_of(w.session, [], eyes) for w in (one, other)])
        look(tally if differ else Tally(tally.dear), one, other, where, eyes, dice, files if given == 0 else None)
        tally.seen[where] += 1
        tally.questions[where] += differ
        pending = one.session.pending
        if differ and isinstance(pending, Decide):
            tally.steps[(*where, pending.step)] += 1
        yield
        if not give(tally, one, other, where, eyes, dice, given):
            return
        if not differ and given > 3:
            return


def look(
    tally: Tally, one: World, other: World, where: tuple[str, str], eyes: str, dice: random.Random, files: Path | None
) -> None:
    """Everything that these eyes can ask for here, in both worlds."""
    for path, ask in looks.asks(one, other, eyes, dice, dear=tally.dear):
        tally.compare(where, path, eyes, ask(one), ask(other))
    if files is not None and one.session.awaited == eyes:
        actions = [dice.choice(looks.spelled(one)), "nonsense"]
        tally.compare(where, "act", eyes, *[acted(world, files, eyes, actions) for world in (one, other)])


def acted(world: World, files: Path, eyes: str, actions: list[str]) -> bytes:
    """The same on the command line, with a game in a file."""
    file = files / world.name / "game.kurgan"
    file.parent.mkdir(exist_ok=True)
    world.chance.begin("file", world.name)
    looks.filed(world.session, file)
    return looks.acted(file, eyes, actions)


def give(
    tally: Tally, one: World, other: World, where: tuple[str, str], eyes: str, dice: random.Random, given: int
) -> bool:
    """Let the seat that is asked answer in both worlds; whether these eyes still see the same."""
    pending = [w.session.pending for w in (one, other)]
    if not all(isinstance(p, Decide) for p in pending) or pending[0] != pending[1]:
        return False
    texts = [looks.spelled(w) for w in (one, other)]
    both = [text for text in texts[0] if text in texts[1]]
    if not both:
        return False
    actions = [dice.choice(both)]
    seat = one.session.awaited
    following = sorted({*looks.after(one, actions), *looks.after(other, actions)})
    if following and dice.randrange(LISTS) == 0:
        actions.append(dice.choice(following))
    replies, frames, seen = [], [], []
    for world in (one, other):
        number = world.session.number
        body = {"seat": seat, "number": number, "actions": actions}
        replies.append(world.post(seat, f"/games/{world.game}/answers", body))
        frames.append(world.frames(f"answer {given}"))
        seen.append(seen_of(world.session, world.session.entries(number - 1), eyes))
    if seat == eyes:
        tally.compare(where, "taken or refused", eyes, replies[0][:3], replies[1][:3])
    if seen[0] != seen[1]:
        return False
    tally.compare(where, "frames", eyes, frames[0], frames[1])
    if seat == eyes:
        tally.compare(where, "reply", eyes, replies[0], replies[1])
    return True


def run(
    questions: int,
    seed: str,
    modes: list[tuple[str, str]],
    folder: Path,
    minutes: float = 1e9,
    told: bool = False,
    dear: int = 0,
) -> Tally:
    """Games of every mode in turn until so many questions were counted in all, or time is up."""
    tally = Tally(dear)
    begun = time.monotonic()
    with pytest.MonkeyPatch.context() as monkeypatch, two_worlds(folder, monkeypatch) as (one, other):
        files = folder / "files"
        files.mkdir()
        turn = 0
        # Advance keeps nothing that could be known early: its worlds never differ, and it is looked at for the rest.
        hidden = [where for where in modes if where[0] != "advance"]
        least = OTHERS * (len(modes) - len(hidden))
        while sum(tally.questions.values()) < questions or turn < least:
            rarest = hidden and turn % OTHERS
            where = min(hidden, key=tally.questions.__getitem__) if rarest else modes[turn // OTHERS % len(modes)]
            share = max(4, min(120, questions // (4 * len(modes))))
            game = twins(tally, one, other, where, f"{seed} {turn}", files)
            for _ in zip(range(share), game, strict=False):
                if time.monotonic() - begun > 60 * minutes:
                    return tally
            turn += 1
            if told and turn % 20 == 0:
                counted, passed = sum(tally.questions.values()), (time.monotonic() - begun) / 60
                print(f"{counted} questions, {passed:.0f} minutes", file=sys.stderr, flush=True)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare all that leaves the program in worlds that look alike.")
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--seed", default="worlds")
    parser.add_argument("--mode", default="", help="only modes that begin so: 'inferno', 'roads uranus'")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop then, however many there were")
    args = parser.parse_args()
    modes = [where for where in MODES if " ".join(where).startswith(args.mode)]
    with tempfile.TemporaryDirectory() as folder:
        tally = run(args.questions, args.seed, modes, Path(folder), args.minutes, told=True)
    print(*tally.lines(), sep="\n")
    return 1 if tally.differing else 0


if __name__ == "__main__":
    sys.exit(main())
