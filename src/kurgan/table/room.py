"""One open game: its session, who listens, and what each pair of eyes was told last."""

import asyncio
import contextlib
import time
from typing import NamedTuple

import msgspec

from kurgan import bots
from kurgan.session.session import Session
from kurgan.table import seat_view
from kurgan.table.desk import Kept
from kurgan.table.model.replies import Lending, LogLine, News, SeatTable, Thinking, TimeLine, Wish
from kurgan.table.model.scene import Face

QUEUE = 64
"""Frames that wait for a slow socket; one that falls further behind is cut off and resumes by itself."""


BEHIND = 1013
NOT_YOURS = 4401
OVER_HERE = 4410
"""Codes with which we close a socket: it fell behind or we go away; its right has gone; the game was deleted."""


class Listener:
    """One socket: whose eyes it has, and what still has to be sent. A number closes it."""

    def __init__(self, seat: str, person: str) -> None:
        self.seat = seat
        self.person = person
        self.queue: asyncio.Queue[str | int] = asyncio.Queue(QUEUE)

    def put(self, frame: str) -> None:
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.end(BEHIND)

    def end(self, code: int) -> None:
        """Nothing more is sent, not even what waits."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(code)


class Eyes(NamedTuple):
    """Through which somebody looks: a seat ("" for who only watches), and the number of the table he holds already."""

    seat: str
    known: int = 0


class Shown(NamedTuple):
    """How a change is shown: a frame for each pair of eyes that listen, and news for who made it."""

    frames: dict[str, str]
    news: News


class Aside(msgspec.Struct):
    """Wishes to go back, a seat to be lent, bots in trouble, and what was chosen for who is out of time."""

    wish: Wish
    lend: Lending
    trouble: dict[str, str]
    choices: dict[str, str] = {}


class Room:
    """One open game. ``eyes`` are the seats through which somebody looks just now, for the threads that show it."""

    def __init__(self, session: Session, face: Face, source: bots.Source, name: str = "", guide: bool = False) -> None:
        self.session = session
        self.face = face
        self.source = source
        self.name = name
        self.guide = guide
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.eyes: frozenset[str] = frozenset()
        self.last = ""
        self._shown: tuple[int, dict[str, SeatTable]] = (session.number, {})
        self.trouble: dict[str, str] = {}
        self.wish = Wish()
        self.lend = Lending()
        self.choices: dict[str, str] = {}
        self.opened = time.monotonic()
        self.visits: dict[str, float] = {}
        self.labels: dict[str, str] = {}
        self.kept = Kept()
        self.used = 0.0
        self.sent: dict[str, SeatTable] = {}
        self.driver: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()
        self.version = 0
        self.talked = 0
        self.is_stirred = False
        self.aside_kept = ""
        self.around = ""
        self.is_paced = False

    def move_on(self) -> None:
        """Something happened in the game: what was wished and chosen before it is off the table."""
        self.wish = Wish()
        self.choices = {}

    def be_quick(self) -> None:
        """Bots that play now do so without pauses."""
        if self.driver is not None and not self.driver.done():
            self.hurry.set()

    @property
    def id(self) -> str:
        return str(self.session.header["game"])

    def aside(self) -> str:
        """What stands around the game and in no line of its record, as it is kept for other processes."""
        return msgspec.json.encode(Aside(self.wish, self.lend, self.trouble, self.choices)).decode()

    def take_aside(self, text: str) -> None:
        aside = msgspec.json.decode(text, type=Aside) if text else Aside(Wish(), Lending(), {})
        self.wish, self.lend, self.trouble, self.choices = aside.wish, aside.lend, aside.trouble, aside.choices
        self.aside_kept = self.aside()

    def enter(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.eyes = frozenset(other.seat for other in self.listeners)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.eyes = frozenset(other.seat for other in self.listeners)

    async def pause(self, seconds: float) -> None:
        """For those who watch, between two answers of bots; it ends at once where somebody is in a hurry."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)

    def is_here(self, person: str) -> bool:
        return any(listener.person == person for listener in self.listeners)

    def seconds_away(self, person: str) -> float:
        """Since when nobody has seen this person; nobody was seen before the room was opened."""
        return time.monotonic() - max(self.opened, self.visits.get(person, 0.0))

    def sight(self, seat: str) -> SeatTable:
        """What one seat sees now: made once for all who ask, until a line is added."""
        if self._shown[0] != self.session.course.number:
            self._shown = (self.session.course.number, {})
        sights = self._shown[1]
        if seat not in sights:
            sights[seat] = seat_view.table(self.session, seat)
        return sights[seat]

    def held(self, seat: str, number: int) -> SeatTable | None:
        """The table of this number as a seat was shown it, the present one or the one told last; otherwise None."""
        shown = (self.sight(seat), self.sent.get(seat))
        return next((table for table in shown if table is not None and table.number == number), None)

    def turn(self) -> str:
        """The turn as lists of games name it; the same for all eyes."""
        number, sights = self._shown
        is_shown = number == self.session.course.number
        scene = next((sight.scene for sight in sights.values()), None) if is_shown else None
        turn = (scene or seat_view.scene(self.session.seen(""))).get("turn")
        return turn["label"] if turn is not None else ""

    def log(self, seat: str, after: int = 0) -> list[LogLine]:
        return seat_view.log(self.session, seat, after)

    def turns(self, session: Session) -> TimeLine:
        """The time line, made once for all who ask until the game goes on; ``session`` is a snapshot of ours."""
        return self.kept.get("turns", session.number, lambda: seat_view.turns(session))


def first_new(session: Session, before: int) -> int:
    """The line from which on something is new after ``before``: lines that were taken back are told again."""
    lines = session.stream("", before)
    back = [int(line["to"]) for line in lines if line["kind"] in ("undo", "rewind")]
    return min([before, *[to - 1 for to in back]])


def written(news: News | Thinking) -> str:
    return msgspec.json.encode(news).decode()


def all_written(heard: dict[str, News]) -> dict[str, str]:
    return {seat: written(news) for seat, news in heard.items()}
