"""Reviews of games by the coach: worked out stretch by stretch in a process of their own, shown as they grow, kept.

A review is made from the eyes of its seat at each step of a snapshot, so it tells that seat nothing it did not know.
The coach has a process apart from those that play, and gets one stretch at a time of each review, so nobody waits
for it.
"""

import asyncio
import contextlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from kurgan import bots
from kurgan.bots.review import VERSION
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Json
from kurgan.session import private_files
from kurgan.session.session import Session
from kurgan.session.stretches import SeenStretch, review_seed, stretches

SECONDS = 600.0
"""For one stretch; where quick games judge, a turn of many orders takes minutes on a busy machine."""

MOST_KEPT = 32
MOST_AT_ONCE = 8
FOLDER = "reviews"


class Crowded(Exception):
    """Too many reviews are under way."""


class Underway:
    """One review, growing or done."""

    def __init__(self, found: bots.Review | None, told: Json, check: str, person: str = "") -> None:
        self.found = found
        self._told = told
        self.check = check
        self.person = person
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None
        self.grows_elsewhere = False

    @property
    def is_growing(self) -> bool:
        return self.grows_elsewhere or (self.task is not None and not self.task.done())

    def told(self) -> Json:
        return {**(self.found.told() if self.found is not None else self._told), "trouble": self.trouble}


class Reviews:
    """The reviews of this table: at most one for a game and seat."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder) / FOLDER if folder else None
        self._pool = bots.Pool(1)
        self._known: OrderedDict[tuple[str, str], Underway] = OrderedDict()

    def find(self, session: Session, seat: str) -> Underway | None:
        """What is known of this review: growing, or done for the game as it is or was."""
        key = (str(session.header["game"]), seat)
        if key not in self._known:
            kept = self._read(*key)
            if kept is None:
                return None
            check = str(kept.pop("check"))
            self._keep(key, Underway(None, kept, check))
        return self._known[key]

    def begin(self, source: bots.Source, still: Session, seat: str, person: str) -> Underway:
        """Start a review of a snapshot, unless it is there already; raises NotTaught or Crowded."""
        key = (str(still.header["game"]), seat)
        known = self.find(still, seat)
        if known is not None and not known.trouble and known.check == still.course.check:
            return known
        growing = [each for each in self._known.values() if each.is_growing]
        if len(growing) >= MOST_AT_ONCE or any(each.person == person for each in growing):
            raise Crowded
        self.cancel(*key)
        header = still.header
        figures = bots.figures_for(still.game, header["scenario"], header["options"], seat)
        found = bots.Review(still.game, figures, header["options"], seat, still.course.number)
        begun = Underway(found, {}, still.course.check, person)
        self._keep(key, begun)
        begun.task = asyncio.get_running_loop().create_task(self._grow(key, begun, source, still))
        return begun

    async def _grow(self, key: tuple[str, str], begun: Underway, source: bots.Source, still: Session) -> None:
        found = begun.found
        assert found is not None
        try:
            await grow(self._pool, source, still, key[1], found)
            await asyncio.to_thread(self._write, key, {**found.told(), "check": begun.check})
        except (bots.Overrun, bots.WorkerFailed):
            begun.trouble = "The coach broke down. What it found so far stands here; it can be asked again."

    def cancel(self, game: str, seat: str) -> None:
        """Stop a review that grows, and forget it; one that is done stays."""
        known = self._known.get((game, seat))
        if known is not None and known.is_growing:
            assert known.task is not None
            known.task.cancel()
            del self._known[game, seat]

    def forget(self, game: str) -> None:
        """The game is deleted, and so is what was said of it."""
        for key in [key for key in self._known if key[0] == game]:
            self.cancel(*key)
            self._known.pop(key, None)
        for path in self._folder.glob(f"{game}.*.json") if self._folder is not None else ():
            path.unlink(missing_ok=True)

    async def close(self) -> None:
        for each in self._known.values():
            if each.task is not None:
                each.task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await each.task
        await asyncio.to_thread(self._pool.close)

    # Keeping --------------------------------------------------------------------------------------------------

    def _keep(self, key: tuple[str, str], each: Underway) -> None:
        self._known[key] = each
        done = [old for old, review in self._known.items() if not review.is_growing and old != key]
        for old in done[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[old]

    def _write(self, key: tuple[str, str], told: Json) -> None:
        if self._folder is not None:
            private_files.make_folder(self._folder)
            private_files.replace(self._path(self._folder, *key), canonical(told))

    def _read(self, game: str, seat: str) -> Json | None:
        if self._folder is None:
            return None
        try:
            found = json.loads(self._path(self._folder, game, seat).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        fits = isinstance(found, dict) and found.get("version") == VERSION and "check" in found
        return found if fits else None

    @staticmethod
    def _path(folder: Path, game: str, seat: str) -> Path:
        return folder / f"{game}.{seat}.json"


async def nothing() -> None:
    """Nobody has to be told how far a review is."""


async def grow(
    pool: bots.Pool,
    source: bots.Source,
    still: Session,
    seat: str,
    found: bots.Review,
    so_far: Callable[[], Awaitable[None]] = nothing,
) -> None:
    """Work a review out, stretch by stretch; ``so_far`` is awaited after each. Raises Overrun or WorkerFailed."""
    header, outcome = still.header, still.outcome
    figures = bots.figures_for(still.game, header["scenario"], header["options"], seat)
    end = bots.result_for(still.game, figures.scenario, seat, outcome) if outcome is not None else None
    way = stretches(still, seat)
    while (stretch := await asyncio.to_thread(_next, way)) is not None:
        last = stretch.lines[-1].number
        passed = [bots.Passed(*line) for line in stretch.lines]
        told = bots.Stretch(passed, stretch.after, end if stretch.last else None)
        asked = bots.stretch_question(source, figures, review_seed(still, seat, last), told)
        found.add(await asyncio.wrap_future(pool.review(asked, SECONDS)), last)
        await so_far()
    found.finish(end)


def _next(way: Iterator[SeenStretch]) -> SeenStretch | None:
    return next(way, None)
