"""One open game: its session, who listens, and what each pair of eyes was told last."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from kurgan import bots
from kurgan.kernel.sentences import ENGLISH, speaking
from kurgan.session.replay import BOT
from kurgan.session.rows import outcome_text
from kurgan.session.session import Session
from kurgan.table.model.replies import Lending, LogLine, News, SeatTable, Thinking, TimeLine, Wish
from kurgan.table.model.scene import Scene
from kurgan.table.processes.desk import Kept
from kurgan.table.shown import seat_view
from kurgan.table.storage import Company, Held, Summary, Told

QUEUE = 64
"""Frames that wait for a slow socket; one that falls further behind is cut off and resumes by itself."""


FRESH_SECONDS = 0.25
"""How long a reading of who holds what is believed by those to whom one frame is sent."""

BEHIND = 1013
NOT_YOURS = 4401
OVER_HERE = 4410
"""Codes with which we close a socket: it fell behind or we go away; its right has gone; the game was deleted."""

_TURN_NAMES: dict[tuple[bots.Source, str], dict[str, str]] = {}
"""A turn by language, for each title and its English name: all games of a title have the same turns."""
MOST_TURN_NAMES = 1000


class Reader(NamedTuple):
    """For whom words are made: whoever looks through the eyes of a seat ("" for who only watches) in a language."""

    seat: str
    language: str


class Listener:
    """One socket: whose eyes it has, and what still has to be sent. A number closes it."""

    def __init__(self, seat: str, person: str, language: str = ENGLISH) -> None:
        self.seat = seat
        self.person = person
        self.reader = Reader(seat, language)
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


class Rights:
    """Who holds what at a game, read once for all who are about to be sent the same frame.

    Only a reading that began after the lines of a frame were there says whether somebody may have it, and only for a
    moment.
    """

    def __init__(self) -> None:
        self._reading: asyncio.Future[list[Held]] | None = None
        self._begun = 0.0

    def ask_again(self) -> None:
        """A new frame was made."""
        self._reading = None

    def learn(self, company: Company) -> None:
        """A new frame was made, from lines that were there when this was read."""
        self._begun = company.at
        self._reading = asyncio.get_running_loop().create_future()
        self._reading.set_result(company.held)

    async def held(self, read: Callable[[], Awaitable[list[Held]]]) -> list[Held]:
        if self._reading is None or time.monotonic() - self._begun > FRESH_SECONDS:
            self._begun = time.monotonic()
            self._reading = asyncio.ensure_future(read())
        return await asyncio.shield(self._reading)


Frames = dict[Reader, str]


class Eyes(NamedTuple):
    """Through which somebody looks: a seat ("" for who only watches), and the number of the table he holds already."""

    seat: str
    known: int = 0
    language: str = ENGLISH

    @property
    def reader(self) -> Reader:
        return Reader(self.seat, self.language)


class Shown(NamedTuple):
    """How a change is shown: a frame for all who listen, made once for those who read the same, and news for who made
    it."""

    frames: Frames
    news: News
    company: Company


class Aside(msgspec.Struct):
    """Wishes to go back, a seat to be lent, bots in trouble, and what was chosen for who is out of time."""

    wish: Wish
    lend: Lending
    trouble: dict[str, str]
    choices: dict[str, str] = {}


class Room:
    """One open game. ``readers`` are those who listen just now, for the threads that show it to them; ``eyes`` are the
    seats through which they look."""

    def __init__(self, session: Session, source: bots.Source, name: str = "", guide: bool = False) -> None:
        self.session = session
        self.source = source
        self.name = name
        self.guide = guide
        self.is_rated = False
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.rights = Rights()
        self.readers: frozenset[Reader] = frozenset()
        self.last: dict[str, str] = {}
        self._shown: tuple[int, dict[Reader, SeatTable]] = (session.number, {})
        self.trouble: dict[str, str] = {}
        self.wish = Wish()
        self.lend = Lending()
        self.choices: dict[str, str] = {}
        self.opened = time.monotonic()
        self.visits: dict[str, float] = {}
        self.labels: dict[str, dict[str, str]] = {}
        self.kept = Kept()
        self.used = 0.0
        self.sent: dict[Reader, SeatTable] = {}
        self.driver: asyncio.Task[None] | None = None
        self.hurry = asyncio.Event()
        self.version = 0
        self.talked = 0
        self.is_stirred = False
        self.aside_kept = self.aside()
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
        self.readers = frozenset(other.reader for other in self.listeners)

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.readers = frozenset(other.reader for other in self.listeners)

    @property
    def eyes(self) -> frozenset[str]:
        return frozenset(reader.seat for reader in self.readers)

    def voice(self, language: str) -> str:
        """The language in which this game is told to somebody who asks for one: English where it does not speak it, so
        that nothing is kept for every language that a stranger can think of."""
        with speaking(language):
            return self.session.game.voice

    def hang_up(self, person: str) -> None:
        """Close the sockets of a person; they come back by themselves where they may."""
        for listener in [one for one in self.listeners if one.person == person]:
            self.leave(listener)
            listener.end(BEHIND)

    async def pause(self, seconds: float) -> None:
        """For those who watch, between two answers of bots; it ends at once where somebody is in a hurry."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)

    def is_here(self, person: str) -> bool:
        return any(listener.person == person for listener in self.listeners)

    def seconds_away(self, person: str) -> float:
        """Since when nobody has seen this person; nobody was seen before the room was opened."""
        return time.monotonic() - max(self.opened, self.visits.get(person, 0.0))

    def sight(self, reader: Reader) -> SeatTable:
        """What one seat sees now, in words of a language: made once for all who ask, until a line is added."""
        if self._shown[0] != self.session.course.number:
            self._shown = (self.session.course.number, {})
        sights = self._shown[1]
        if reader not in sights:
            with speaking(reader.language):
                sights[reader] = seat_view.table(self.session, reader.seat)
        return sights[reader]

    def held(self, reader: Reader, number: int) -> SeatTable | None:
        """The table of this number as a reader was shown it, the present one or the one told last; otherwise None."""
        shown = (self.sight(reader), self.sent.get(reader))
        return next((table for table in shown if table is not None and table.number == number), None)

    def turn(self) -> str:
        """The turn as lists of games name it, in the language that is spoken; the same for all eyes."""
        number, sights = self._shown
        shown = sights if number == self.session.course.number else {}
        voice = self.session.game.voice
        scene = next((sight.scene for reader, sight in shown.items() if reader.language == voice), None)
        return turn_of(scene or seat_view.scene(self.session.seen("")))

    def last_words(self, since: int) -> dict[str, str]:
        """What lists of games say happened last after a line, by language: it is kept, and read by everybody."""
        found = {}
        for language in self.session.game.languages:
            with speaking(language):
                found[language] = seat_view.last_words(self.session, since)[:400]
        return found if any(found.values()) else {}

    def summary(self) -> Summary:
        """What lists say of the game; public facts only."""
        course = self.session.course
        outcome = course.outcome()
        ended = outcome_text(outcome.name if outcome is not None else "")
        with speaking(ENGLISH):
            turn = self.turn()
        people = course.people()
        bots = {seat: who.name for seat, who in course.seats.items() if who.held == BOT and seat not in people}
        told = Told(self._in_all_languages(turn), self.last, bots).written()
        return Summary(course.number, turn, told, course.awaited(), ended)

    def _in_all_languages(self, turn: str) -> dict[str, str]:
        """The present turn by language. Scenes are made for it once for each turn of a title, not for each game."""
        known = _TURN_NAMES.get((self.source, turn))
        if known is None:
            known = {}
            for language in self.session.game.languages:
                with speaking(language):
                    known[language] = self.turn()
            if len(_TURN_NAMES) >= MOST_TURN_NAMES:
                _TURN_NAMES.clear()
            _TURN_NAMES[self.source, turn] = known
        return known

    def log(self, reader: Reader, after: int = 0) -> list[LogLine]:
        with speaking(reader.language):
            return seat_view.log(self.session, reader.seat, after)

    def turns(self, session: Session) -> TimeLine:
        """The time line, made once for all who ask until the game goes on; ``session`` is a snapshot of ours."""
        return self.kept.get(f"turns {session.game.voice}", session.number, lambda: seat_view.turns(session))


def turn_of(scene: Scene) -> str:
    turn = scene.get("turn")
    return turn["label"] if turn is not None else ""


def first_new(session: Session, before: int) -> int:
    """The line from which on something is new after ``before``: lines that were taken back are told again."""
    lines = session.stream("", before)
    back = [int(line["to"]) for line in lines if line["kind"] in ("undo", "rewind")]
    return min([before, *[to - 1 for to in back]])


def written(news: News | Thinking) -> str:
    return msgspec.json.encode(news).decode()


def all_written(heard: dict[Reader, News]) -> Frames:
    return {reader: written(news) for reader, news in heard.items()}
