"""A title whose position is a table of declared columns: the shortest way to a complete one.

It must say its name, its book with the notation of every question, the kinds of its events and refusals, its scenarios,
its position and where its data are; and write ``outcome``. Everything else follows, or is written if the title wants it
otherwise: ``hide`` and ``deal`` for what some seats may not know, ``fights`` for odds, ``features`` for bots.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, TypeVar

from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.columns import NOWHERE, Columns
from kurgan.kernel.flow import Position, Step
from kurgan.kernel.map_drawing import MapFacts
from kurgan.kernel.plain_pack import Folder, PlainPack
from kurgan.kernel.plain_screen import Chip, Gauge
from kurgan.kernel.position_words import Draft, Vocabulary, Wording
from kurgan.kernel.protocol import Json, Options, PackInfo, View
from kurgan.kernel.title import Title

P = TypeVar("P", bound=Position)
C = TypeVar("C", bound=Columns)


class PlainView(View, Generic[P]):
    """What a seat may know: a position, with blanks where something is hidden from it."""

    def __init__(self, seat: int, position: P) -> None:
        self.seat = seat
        self.position = position

    def to_json(self) -> Json:
        return {"seat": self.seat, "position": self.position.to_json()}


class PlainTitle(Title[C, PlainView[C]], Generic[C]):
    """See above. ``places`` is the kind of word that the places of ``map.csv`` are."""

    position: type[C]
    data: Folder
    places: str = "area"
    begins: str = "game"
    """The step that holds all others."""

    phases: Sequence[str] = ()
    """Rows of the sequence of play that a typed position may begin with; those of the outermost table if none."""

    items: Mapping[str, str] = MappingProxyType({})
    """Steps that go through words of a kind; through plain numbers if they do not stand here."""

    def __init__(self, folder: Folder | None = None) -> None:
        self.pack = PlainPack(folder if folder is not None else self.data)
        self.text = self.pack.text
        if self.pack.places:
            self.words = {self.places: self.pack.places, **self.words}
            self.labels = {self.places: [place.name for place in self.pack.map.places], **self.labels}
        self._wording = self._words_of_positions()

    @property
    def info(self) -> PackInfo:
        return self.pack

    def new(self, scenario: str, options: Options) -> C:
        self.scenario(scenario)
        s = self.blank(scenario, self.settle(options))
        self.set_up(s)
        flow.start(s, self.begins)
        return s

    def set_up(self, s: C) -> None:
        """What a scenario or an option changes of the columns before the game begins."""

    # Positions ------------------------------------------------------------------------------------------------

    def blank(self, scenario: str, settled: dict[str, str]) -> C:
        return self.position(self.book, self.pack, self.words, scenario, settled)

    def said(self, s: C) -> tuple[str, Mapping[str, str]]:
        return s.scenario, s.options

    def load_state(self, data: Json) -> C:
        s = self.blank(self.scenario(data["scenario"]).name, self.settle(data["options"]))
        s.load(data)
        return s

    @property
    def wording(self) -> Wording:
        return self._wording

    def _words_of_positions(self) -> Wording:
        words = [column.word(column, self.words) for column in self.position.columns]
        each = [step.name for step in self.book.steps.values() if step.kind == flow.EACH]
        said = {step: Vocabulary(kind, self.words[kind]) for step, kind in self.items.items()}
        items = {step: said.get(step) for step in each}
        rows = {row: (row, "") for row in self.phases or outer_rows(self.book.steps[self.begins])}
        return Wording(
            words,
            [],
            lambda _: rows,
            items,
            ended=lambda s: not s.stack,
            deal=self._deal,
            open_view=(lambda s, seat: PlainView(seat, s)) if self._hides() else None,
            outermost=self.begins,
        )

    def _deal(self, d: Draft) -> C:
        found: C = d.s if d.view is None else self.imagine(d.view, d.rng)
        return found

    # Secrets --------------------------------------------------------------------------------------------------

    def hide(self, s: C, seat: int) -> None:
        """Put blanks where this seat may not look (``NOBODY`` is one who only watches)."""

    def deal(self, s: C, seat: int, rng: Rng) -> None:
        """Fill the blanks that this seat sees with what could be there."""

    def _hides(self) -> bool:
        return type(self).hide is not PlainTitle.hide

    def view(self, s: C, seat: int) -> PlainView[C]:
        seen = s.copy()
        self.hide(seen, seat)
        return PlainView(seat, seen)

    def imagine(self, v: PlainView[C], rng: Rng) -> C:
        s = v.position.copy()
        self.deal(s, v.seat, rng)
        return s

    def load_view(self, data: Json) -> PlainView[C]:
        return PlainView(data["seat"], self.load_state(data["position"]))

    # Drawing --------------------------------------------------------------------------------------------------

    def map_facts(self) -> MapFacts:
        return self.pack.map if self.pack.places else super().map_facts()

    def chips(self, v: PlainView[C]) -> list[Chip]:
        """Every piece of a column that places pieces, with what the other columns say of it."""
        seats = self.seats(v.position.scenario)
        found = []
        for column in self.position.columns:
            if column.sides is None:
                continue
            for i, place in enumerate(getattr(v.position, column.name)):
                if place != NOWHERE:
                    side = seats[column.sides[i]] if column.sides else seats[0]
                    token, here = self.words[column.pieces][i], self.words[column.values][place]
                    facts = self._facts(v, column.pieces, i)
                    found.append(Chip(token, here, side, self.label(column.pieces, i), facts))
        return found

    def _facts(self, v: PlainView[C], pieces: str, i: int) -> tuple[tuple[str, str], ...]:
        """What columns say of a piece besides its place; a blank as what it is."""
        found = []
        for column in self.position.columns:
            if column.pieces == pieces and column.sides is None and not column.going_on:
                held = getattr(v.position, column.name)
                value = held[i] if i < len(held) else NOWHERE  # of the first pieces only: others have no such thing
                words = self.words[column.values]
                if value != NOWHERE:
                    found.append((column.name, self.label(column.values, value) if 0 <= value < len(words) else "?"))
        return tuple(found)

    def gauges(self, v: PlainView[C]) -> list[Gauge]:
        """Every declared number that means something outside a phase."""
        found = []
        for column in self.position.columns:
            if isinstance(column.start, int) and not column.values and not column.going_on and column.high is not None:
                label = self.text.get("words", column.name) or column.name.replace("_", " ").capitalize()
                found.append(Gauge(column.name, label, getattr(v.position, column.name), column.low, column.high))
        return found


def outer_rows(step: Step) -> list[str]:
    """The rows of the first table on the way in."""
    while step.kind == flow.WHILE:
        step = step.body
    return [part.name for part in step.parts]
