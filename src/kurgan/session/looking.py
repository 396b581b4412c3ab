"""Looking at a game: through the eyes of a seat, or as everybody may.

``seen`` turns the true position into what a seat may have. What else stands here is public, or already cut to what one
seat may read; but ``state``, ``entries``, ``lines``, ``text`` and ``past`` are the owner's door: the whole truth, for
who keeps the game (the record, the lab, tests), never for what speaks to a seat.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from kurgan.kernel.protocol import (
    NOBODY,
    Choice,
    Crumb,
    Decide,
    Game,
    Json,
    Misspelt,
    Outcome,
    Over,
    Refusal,
    State,
    Throw,
    View,
)
from kurgan.session import beginning, epochs
from kurgan.session.bot_notes import BotQuestion, note_of
from kurgan.session.branches import draws_of
from kurgan.session.record import Line
from kurgan.session.replay import Course, Entry, Holder, Misfit, follow
from kurgan.session.retrace import Step, retrace
from kurgan.session.seen import NotAllowed, Seen
from kurgan.session.stream import Happenings, entry_for


class Looking:
    """The half of a session that changes nothing."""

    def __init__(self, game: Game[Any, Any], course: Course, vault: Json) -> None:
        self.game: Game = game
        self.course = course
        self._vault = vault
        self._new_rules: Json | None = None
        self._dropped = 0
        self._is_quick = False
        self._eyes: dict[str, Seen] = {}

    def look_at(self, course: Course) -> None:
        """From here on this is the course of the game; nobody has looked at it yet."""
        self.course = course
        self._eyes = {}

    # Through the eyes of a seat -------------------------------------------------------------------------------

    def seen(self, seat: str) -> Seen:
        """What a seat may have of the position as it is now; "" is somebody who only watches."""
        if seat not in self._eyes:
            self._eyes[seat] = self.course.seen(self.seat_index(seat))
        return self._eyes[seat]

    def retrace(self, since: int = 0) -> Iterator[Step]:
        """What holds, step by step from the beginning or from a line on, each to be looked at through any eyes."""
        self._look_back()
        return retrace(self.course, since)

    def view(self, seat: str) -> View:
        return self.seen(seat).view

    def legal(self) -> list[int]:
        """What the seat that is asked may answer."""
        return self.seen(self.awaited).legal() if isinstance(self.pending, Decide) else []

    def choices(self) -> list[Choice]:
        return self.seen(self.awaited).choices() if isinstance(self.pending, Decide) else []

    def where(self) -> list[Crumb]:
        return self.seen("").where()

    def prompt(self, seat: str) -> str:
        return self.seen(seat).prompt()

    def why_not(self, seat: str, text: str) -> Refusal | None:
        """Why this seat may not answer this; None if it may. Raises Misspelt for what cannot be spelled."""
        return self.seen(seat).why_not(text)

    def stream(self, seat: str, since: int = 0) -> list[Json]:
        """What a seat saw happen after a line, as plain data: its own answers, open dice, and events it may see."""
        self._look_back()
        index = self.seat_index(seat)
        return [entry_for(self.game, entry, index, seat) for entry in self.entries(since)]

    def happened(self, seat: str = "") -> Happenings:
        """The events of every line that a seat may see, or everybody."""
        self._look_back()
        return Happenings(self.course.entries, self.seat_index(seat))

    # What everybody may know ----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the question: what an answer given now answers. Words and remarks leave it as it is."""
        return self.course.moved + 1

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.course.seat_names

    @property
    def seats(self) -> Mapping[str, Holder]:
        return self.course.seats

    @property
    def header(self) -> Json:
        return self.course.header

    @property
    def pending(self) -> Decide | Throw | Over:
        return self.course.pending()

    @property
    def awaited(self) -> str:
        return self.course.awaited()

    @property
    def outcome(self) -> Outcome | None:
        return self.course.outcome()

    def asked_of_bot(self, bot: str) -> BotQuestion:
        """What a bot of this name is asked now, at the seat that is asked."""
        seat = self.awaited
        seen = self.seen(seat)
        note = note_of(self._vault.get("notes", {}), self.course.trail, seat, bot)
        return BotQuestion(self.number, seat, bot, self.bot_seed(), seen.view, list(seen.legal()), note)

    def bot_seed(self) -> str:
        """What a bot's own chance comes from at this question: nobody but who keeps the game can work it out."""
        return epochs.bot_seed(self.course)

    def fairness(self) -> Json:
        """What everybody may know of the dice: their promise, whose words are in them, and what may be known."""
        return epochs.fairness(self.course)

    @property
    def rules_note(self) -> str:
        """What to tell the players if the rules have changed since the game began; empty otherwise."""
        return beginning.rules_note(self._new_rules, self._dropped)

    def seat_index(self, seat: str) -> int:
        """The number the rules use for a seat; "" is a spectator."""
        if not seat:
            return NOBODY
        if seat not in self.seat_names:
            raise Misspelt(beginning.unknown_seat(seat, self.seat_names))
        return self.seat_names.index(seat)

    def holding(self, since: int = 0) -> list[tuple[int, str]]:
        """Lines after a number that hold, none of them taken back: number, and who decided."""
        self._look_back()
        return [(moment.number, moment.seat) for moment in self.course.trail if moment.number > since]

    def has_decided(self, seat: str) -> bool:
        """Whether this seat has decided anything that could be taken back."""
        return any(moment.seat == seat for moment in self.course.trail[self.course.floor :])

    # The owner's door -----------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The true position."""
        return self.course.state

    def entries(self, since: int = 0) -> list[Entry]:
        """Lines after a number with their events, all of them."""
        return self.course.entries[max(since, 0) :]

    def lines(self) -> list[Line]:
        return [entry.line for entry in self.course.entries]

    def text(self) -> str:
        """The whole record."""
        return "".join([line.text + "\n" for line in self.lines()])

    def past(self, number: int) -> Course:
        """The course as it was when the record had so many lines."""
        self._look_back()
        if not 1 <= number <= self.course.number:
            raise NotAllowed(f"the record has lines 1 to {self.course.number}")
        vault = {"secrets": self.course.secrets, "bases": self.course.bases, "draws": draws_of(self.course)}
        return follow(self.game, self.lines()[:number], vault)

    def _look_back(self) -> None:
        """Replay what a quick opening left out, before anything behind the stored position is asked for."""
        if not self._is_quick:
            return
        self._is_quick = False
        with suppress(Misfit):  # under rules that changed behind its back a game goes on from where it is stored
            self.course = follow(self.game, self.lines(), self._vault)
