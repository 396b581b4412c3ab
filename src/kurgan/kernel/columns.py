"""Positions whose columns are declared, each once: copy, key, JSON, the text form and the plain check follow from it.

    class State(Columns):
        turn: int = number(1, 1, 8, "the turn")
        where: list[int] = placed([0, 0, 11, 11], "boat", "area", "where the boats are", sides=(0, 0, 1, 1))
        cargo: list[int] = each([0, 0, 0, 0], "boat", "cargo", "what they carry", hidden=UNKNOWN, known_to="their side")

A column is a whole number or a list of them; kinds ("boat") are vocabularies of the title (``Title.words``). It is
slower than a position written by hand, and fast enough for small titles.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from kurgan.kernel.flow import Book, Position
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.notation import canonical
from kurgan.kernel.position_words import Amounts, Cell, Name, Names, Number, Numbers, Vocabulary, Word
from kurgan.kernel.protocol import Json, Options

NOWHERE: Final = -1
"""Of a piece that is not on the map; also nobody, nothing, none."""

UNKNOWN: Final = -2
"""Of what a seat may not know, in a column that is declared with ``hidden=UNKNOWN``."""

Kinds = Mapping[str, Sequence[str]]
Start = int | Sequence[int]


class Column:
    """One declared column: what stands in it at the start, its lowest and highest value, and the word that says it.

    ``high`` of ``None`` is the last word of the kind ``values``. ``sides`` are the seats of the pieces of a column that
    places them on the map.
    """

    def __init__(
        self,
        start: Start,
        bounds: tuple[int, int | None],
        word: Callable[["Column", Kinds], Word],
        values: str = "",
        pieces: str = "",
        sides: Sequence[int] | None = None,
        going_on: bool = False,
        grows: bool = False,
    ) -> None:
        self.name = ""
        self.start = start if isinstance(start, int) else list(start)
        self.low, self.high = bounds
        self.word = word
        self.values = values
        self.pieces = pieces
        self.sides = sides
        self.going_on = going_on
        self.grows = grows

    def check(self, value: Any, kinds: Kinds) -> None:
        """Of the type and length it was declared with, and within bounds."""
        high = len(kinds[self.values]) - 1 if self.high is None else self.high
        held: list[Any] = value if isinstance(value, list) else [value]
        assert isinstance(value, list) == isinstance(self.start, list), f"'{self.name}' is of another type"
        count = 1 if isinstance(self.start, int) else len(self.start)
        assert self.grows or len(held) == count, f"'{self.name}' has {len(held)} values, not {count}"
        for n in held:
            assert type(n) is int and self.low <= n <= high, f"'{self.name}' has {n}, outside {self.low} to {high}"


def number(start: int, low: int, high: int, about: str, **more: Any) -> Any:
    """A whole number, which the plain drawing shows as a track; ``going_on=True`` for what lives inside a phase."""

    def word(column: Column, kinds: Kinds) -> Word:
        return Number(column.name, Cell(column.name), low, high, about, **more)

    return Column(start, (low, high), word, going_on=more.get("going_on", False))


def name(start: int, values: str, about: str, **more: Any) -> Any:
    """One word of a kind, or NOWHERE for none."""

    def word(column: Column, kinds: Kinds) -> Word:
        return Name(column.name, Cell(column.name), Vocabulary(values, kinds[values]), about, NOWHERE, **more)

    return Column(start, (NOWHERE, None), word, values, going_on=more.get("going_on", False))


def names(start: Sequence[int], values: str, about: str, **more: Any) -> Any:
    """Words of a kind in order, none twice."""

    def word(column: Column, kinds: Kinds) -> Word:
        return Names(column.name, Cell(column.name), Vocabulary(values, kinds[values]), about, **more)

    return Column(start, (0, None), word, values, going_on=more.get("going_on", False), grows=True)


def numbers(start: Sequence[int], low: int, high: int, about: str, **more: Any) -> Any:
    """As many whole numbers as at the start, in order."""

    def word(column: Column, kinds: Kinds) -> Word:
        return Numbers(column.name, Cell(column.name), low, high, about, **more)

    return Column(start, (low, high), word, going_on=more.get("going_on", False))


def each(start: Sequence[int], pieces: str, values: str, about: str, **more: Any) -> Any:
    """For each word of one kind a word of another, or NOWHERE; ``hidden`` is the number of what may not be known."""

    def word(column: Column, kinds: Kinds) -> Word:
        of, said = Vocabulary(pieces, kinds[pieces]), Vocabulary(values, kinds[values])
        return Amounts(column.name, Cell(column.name), of, said, about, usual=NOWHERE, **more)

    return Column(start, (NOWHERE, None), word, values, pieces, going_on=more.get("going_on", False))


def placed(
    start: Sequence[int], pieces: str, places: str, about: str, *, sides: Sequence[int] = (), **more: Any
) -> Any:
    """Where each piece is, or NOWHERE: the plain drawing shows these, in the colours of the seats of ``sides``."""
    column: Column = each(start, pieces, places, about, **more)
    column.sides = sides
    return column


class Columns(Position):
    """A position of declared columns. ``pack`` are the facts that do not change, for the rules to read."""

    columns: ClassVar[tuple[Column, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = [(key, value) for key, value in vars(cls).items() if isinstance(value, Column)]
        for key, column in own:
            column.name = key
        cls.columns = (*cls.columns, *[column for _, column in own])

    def __init__(self, book: Book, pack: Any, kinds: Kinds, scenario: str, options: Options) -> None:
        super().__init__(book)
        self.pack = pack
        self.kinds = MappingProxyType(dict(kinds))
        self.scenario = scenario
        self.options = MappingProxyType(dict(options))
        for column in self.columns:
            setattr(self, column.name, column.start if isinstance(column.start, int) else column.start[:])

    def copy(self) -> Self:
        s = type(self).__new__(type(self))
        Position.__init__(s, self.book)
        s.copy_flow(self)
        mine, theirs = s.__dict__, self.__dict__
        mine.update(theirs)
        for column in self.columns:
            if not isinstance(column.start, int):
                mine[column.name] = theirs[column.name][:]
        return s

    def key(self) -> bytes:
        return canonical([getattr(self, column.name) for column in self.columns]).encode() + self.flow_key()

    def check(self) -> None:
        """Every column as it was declared; a title adds what holds between them."""
        for column in self.columns:
            column.check(getattr(self, column.name), self.kinds)

    def to_json(self) -> Json:
        values = {column.name: getattr(self, column.name) for column in self.columns}
        saved = {name: value if isinstance(value, int) else value[:] for name, value in values.items()}
        return {"scenario": self.scenario, "options": dict(self.options), **saved, "stack": save_stack(self)}

    def load(self, data: Json) -> None:
        for column in self.columns:
            value = data[column.name]
            setattr(self, column.name, value if isinstance(column.start, int) else list(value))
        load_stack(self, data["stack"])
