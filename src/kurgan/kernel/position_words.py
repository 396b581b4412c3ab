"""The words of a position: what a title declares, so that ``position_text`` can write and read every position of it.

A word stands for one or more columns. The kinds here know how to print and parse what most columns hold: a number, a
name of a vocabulary, a list of names, a mask, a column of flags or counts. A title with pieces adds its own kind for
the lines of its places. ``-`` stands for nothing, ``?`` for something that whoever writes may not know.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kurgan.kernel.chance import Rng, Tape
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Misspelt

NOTHING: Final = "-"
HIDDEN: Final = "?"
TO: Final = ".."
TIMES: Final = "*"
IS: Final = "="
LONGEST_SHOWN: Final = 40
LONGEST_NUMBER: Final = 9
NOBODY_THERE: Final = -1
"""Of a local: no unit, no place."""


class Line(NamedTuple):
    """One line of a text: its number, the word or place it begins with, and its values."""

    number: int
    word: str
    values: list[str]


class SaysItsWord(Misspelt):
    """What is wrong with a line, in a sentence that names its word; others are told after the word."""


class Draft:
    """A position on its way to or from text; of a seat's text also the view it belongs to."""

    def __init__(self, s: Any, view: Any = None) -> None:
        self.s = s
        self.view = view
        self.said: dict[str, list[Line]] = {}
        self.rng: Rng = Tape("")
        """By which what is left open is dealt: a tape of the text, so that the same text gives the same position."""

        self.kept: dict[str, list[Any]] = {}

    def keep(self, name: str) -> list[Any]:
        """What words have to remember until everything is read."""
        return self.kept.setdefault(name, [])


def shown(word: str) -> str:
    """A word of the text as a complaint repeats it: printable, and not longer than a complaint may be."""
    plain = "".join([c if c.isprintable() else "\ufffd" for c in word])
    return plain if len(plain) <= LONGEST_SHOWN else plain[:LONGEST_SHOWN] + "..."


def whole(word: str, low: int, high: int) -> int:
    """A whole number within bounds; raises Misspelt."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > LONGEST_NUMBER or not low <= int(word) <= high:
        raise Misspelt(f"expected a whole number from {low} to {high}, not '{shown(word)}'")
    return int(word)


class Vocabulary:
    """Names by number; nameless numbers cannot be said. ``besides``: numbers that stand for something else."""

    def __init__(self, kind: str, words: Sequence[str], besides: Mapping[int, str] | None = None) -> None:
        self.kind = kind
        self.words = words
        self.besides = besides or {}
        self.numbers = {word.lower(): i for i, word in enumerate(words) if word}
        self.numbers |= {word: number for number, word in self.besides.items()}

    def read(self, word: str) -> int:
        number = self.numbers.get(word.lower())
        if number is None:
            raise Misspelt(f"unknown {self.kind} '{shown(word)}'{nearest(shown(word), self.words)}")
        return number

    def write(self, number: int) -> str:
        if number in self.besides:
            return self.besides[number]
        if number < 0 or not self.words[number]:
            raise LookupError(f"no {self.kind} has the number {number}")
        return self.words[number]


class Cell:
    """Where a word keeps its value: an attribute, one place of a column, or either in a record of the position."""

    def __init__(self, column: str, index: int | None = None, record: str = "") -> None:
        self.column = column
        self.index = index
        self.record = record

    @property
    def name(self) -> str:
        column = f"{self.record}.{self.column}" if self.record else self.column
        return column if self.index is None else f"{column}[{self.index}]"

    def get(self, s: Any) -> Any:
        value = getattr(getattr(s, self.record) if self.record else s, self.column)
        return value if self.index is None else value[self.index]

    def put(self, s: Any, value: Any) -> None:
        """The value in the type that the column has: a column may hold truth, bytes or a tuple."""
        holder = getattr(s, self.record) if self.record else s
        if self.index is not None:
            getattr(holder, self.column)[self.index] = value
        else:
            setattr(holder, self.column, type(getattr(holder, self.column))(value))


Reason = Callable[[Any], str]
"""Why a word cannot be said in this game (an option is off); empty if it can."""


def always(s: Any) -> str:
    return ""


class Word:
    """One word. Derived classes say how it is written and read.

    ``going_on`` words tell what is going on in the middle of a phase and stand only with ``now``. ``needs`` is the
    reason why the word cannot be said in a game. ``known_to`` says who may know it, ``left_out`` what it means if the
    text does not say it.
    """

    is_place = False
    many = False
    """May stand in several lines, which add up."""

    def __init__(
        self,
        name: str,
        usage: str,
        about: str,
        columns: Sequence[str],
        *,
        left_out: str = "",
        going_on: bool = False,
        needs: Reason = always,
        known_to: str = "all",
    ) -> None:
        self.name = name
        self.usage = usage
        self.about = about
        self.columns = tuple(columns)
        self.left_out = left_out
        self.going_on = going_on
        self.needs = needs
        self.known_to = known_to
        self.record = ""
        self.always_written = False
        """Also where it says what holds anyhow: for words that leave that out themselves, because it depends on other
        words, and for one word of a record, which tells that there is one."""

    def write(self, d: Draft) -> list[list[str]]:
        """The values, a list for each line."""
        raise NotImplementedError

    def read(self, d: Draft, line: Line) -> None:
        raise NotImplementedError

    def after(self, d: Draft) -> None:
        """What follows from all that was said up to here, whether or not this word was."""

    def spell(self, values: list[str]) -> str:
        return " ".join([self.name, *values])

    @property
    def form(self) -> str:
        """How the line looks, for the reference."""
        return f"{self.name} {self.usage}".strip()

    def one(self, line: Line) -> str:
        """The only value of a line."""
        if len(line.values) != 1:
            raise SaysItsWord(f"'{self.form}' takes one value, not '{shown(' '.join(line.values))}'")
        return line.values[0]

    def some(self, line: Line) -> list[str]:
        """The values of a line, each of them once; ``-`` is none."""
        if not line.values:
            raise SaysItsWord(f"'{self.form}' needs a value, or '{NOTHING}' for none")
        return [] if line.values == [NOTHING] else line.values


class CellWord(Word):
    """A word for one cell."""

    def __init__(self, name: str, usage: str, about: str, cell: Cell, **more: Any) -> None:
        super().__init__(name, usage, about, [cell.name], **more)
        self.cell = cell
        self.record = cell.record


class Number(CellWord):
    """``turn 5``"""

    def __init__(self, name: str, cell: Cell, low: int, high: int, about: str, **more: Any) -> None:
        super().__init__(name, "N", about, cell, **more)
        self.low = low
        self.high = high

    def write(self, d: Draft) -> list[list[str]]:
        return [[str(int(self.cell.get(d.s)))]]

    def read(self, d: Draft, line: Line) -> None:
        self.cell.put(d.s, whole(self.one(line), self.low, self.high))


class Name(CellWord):
    """``paused 29``; ``none`` is the number that stands for nobody, ``hidden`` for somebody who may not be known."""

    def __init__(
        self,
        name: str,
        cell: Cell,
        words: Vocabulary,
        about: str,
        none: int | None = None,
        hidden: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(name, words.kind.upper(), about, cell, **more)
        self.words = words
        self.none = none
        self.hidden = hidden

    def write(self, d: Draft) -> list[list[str]]:
        number = self.cell.get(d.s)
        if number == self.none:
            return [[NOTHING]]
        return [[HIDDEN if number == self.hidden else self.words.write(number)]]

    def read(self, d: Draft, line: Line) -> None:
        word = self.one(line)
        if word == NOTHING and self.none is not None:
            self.cell.put(d.s, self.none)
        elif word == HIDDEN and self.hidden is not None and d.view is not None:
            self.cell.put(d.s, self.hidden)
        else:
            self.cell.put(d.s, self.words.read(word))


class Names(CellWord):
    """``entered 29/15 29/71``: a list, in order."""

    def __init__(
        self, name: str, cell: Cell, words: Vocabulary, about: str, hidden: int | None = None, twice: bool = False,
        **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(name, f"{words.kind.upper()} ...", about, cell, **more)
        self.words = words
        self.hidden = hidden
        self.twice = twice

    def write(self, d: Draft) -> list[list[str]]:
        names = [HIDDEN if n == self.hidden else self.words.write(n) for n in self.cell.get(d.s)]
        return [names or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        found: list[int] = []
        for word in self.some(line):
            is_hidden = word == HIDDEN and self.hidden is not None and d.view is not None
            number = self.hidden if is_hidden and self.hidden is not None else self.words.read(word)
            if number in found and not self.twice and not is_hidden:
                raise Misspelt(f"'{self.words.write(number)}' stands twice")
            found.append(number)
        self.cell.put(d.s, found)


class Numbers(CellWord):
    """A list of numbers, in order."""

    def __init__(self, name: str, cell: Cell, low: int, high: int, about: str, **more: Any) -> None:
        super().__init__(name, "N ...", about, cell, **more)
        self.low = low
        self.high = high

    def write(self, d: Draft) -> list[list[str]]:
        return [[str(n) for n in self.cell.get(d.s)] or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        self.cell.put(d.s, [whole(word, self.low, self.high) for word in self.some(line)])


class Mask(CellWord):
    """``events rain``: a mask with a name for each bit. Long runs are written ``a..b``."""

    def __init__(self, name: str, cell: Cell, words: Vocabulary, about: str, **more: Any) -> None:
        super().__init__(name, f"{words.kind.upper()} ...", about, cell, **more)
        self.words = words

    def write(self, d: Draft) -> list[list[str]]:
        mask = self.cell.get(d.s)
        return [write_runs([i for i in range(mask.bit_length()) if mask >> i & 1], self.words) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        mask = 0
        for i in read_runs(self.some(line), self.words):
            mask |= 1 << i
        self.cell.put(d.s, mask)


class Flags(CellWord):
    """``rubble 9 26``: the places of a column that have a bit."""

    def __init__(self, name: str, cell: Cell, words: Vocabulary, about: str, bit: int = 1, **more: Any) -> None:
        super().__init__(name, f"{words.kind.upper()} ...", about, cell, **more)
        self.words = words
        self.bit = bit
        self.columns = (f"{cell.name}&{bit}",)

    def write(self, d: Draft) -> list[list[str]]:
        column = self.cell.get(d.s)
        return [write_runs([i for i in range(len(column)) if column[i] & self.bit], self.words) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        column = self.cell.get(d.s)
        for i in range(len(column)):
            column[i] &= ~self.bit & 0xFF
        for i in read_runs(self.some(line), self.words):
            column[i] |= self.bit


class Amounts(CellWord):
    """``seen UNIT=3 ...``: the places of a column that are not ``usual``, with their numbers."""

    def __init__(
        self, name: str, cell: Cell, words: Vocabulary, values: Vocabulary | None, about: str, usual: int = 0,
        low: int = 0, high: int = 255, hidden: int | None = None, **more: Any,
    ) -> None:  # fmt: skip
        said = values.kind.upper() if values is not None else "N"
        super().__init__(name, f"{words.kind.upper()}{IS}{said} ...", about, cell, **more)
        self.words = words
        self.values = values
        self.usual = usual
        self.low = low
        self.high = high
        self.hidden = hidden

    def write(self, d: Draft) -> list[list[str]]:
        column = self.cell.get(d.s)
        found = [i for i in range(len(column)) if column[i] != self.usual]
        return [[f"{self.words.write(i)}{IS}{self._say(column[i])}" for i in found] or [NOTHING]]

    def _say(self, value: int) -> str:
        if value == self.hidden:
            return HIDDEN
        return str(value) if self.values is None else self.values.write(value)

    def read(self, d: Draft, line: Line) -> None:
        column = self.cell.get(d.s)
        for i in range(len(column)):
            column[i] = self.usual
        done: set[int] = set()
        for word in self.some(line):
            name, equals, value = word.partition(IS)
            if not equals:
                raise Misspelt(f"expected {self.usage.removesuffix(' ...')}, not '{shown(word)}'")
            i = self.words.read(name)
            if i in done:
                raise Misspelt(f"'{self.words.write(i)}' stands twice")
            done.add(i)
            column[i] = self._value(value, d)

    def _value(self, word: str, d: Draft) -> int:
        if word == HIDDEN and self.hidden is not None and d.view is not None:
            return self.hidden
        return whole(word, self.low, self.high) if self.values is None else self.values.read(word)


class Pairs(Word):
    """``available artillery 2 engineers 0``: a few named numbers on one line."""

    def __init__(self, name: str, parts: Sequence[tuple[str, Cell, int, int]], about: str, **more: Any) -> None:
        super().__init__(
            name, " ".join([f"{part[0]} N" for part in parts]), about, [part[1].name for part in parts], **more
        )
        self.parts = parts
        self.names = Vocabulary(f"part of '{name}'", [part[0] for part in parts])

    def write(self, d: Draft) -> list[list[str]]:
        return [[word for name, cell, _, _ in self.parts for word in (name, str(int(cell.get(d.s))))]]

    def read(self, d: Draft, line: Line) -> None:
        if not line.values or len(line.values) % 2:
            raise SaysItsWord(f"expected '{self.form}', not '{shown(' '.join([self.name, *line.values]))}'")
        done: set[int] = set()
        for i in range(0, len(line.values), 2):
            part = self.names.read(line.values[i])
            if part in done:
                raise Misspelt(f"'{line.values[i]}' stands twice")
            done.add(part)
            _, cell, low, high = self.parts[part]
            cell.put(d.s, whole(line.values[i + 1], low, high))


def write_runs(numbers: Sequence[int], words: Vocabulary) -> list[str]:
    """Names in order; three or more that follow each other in the vocabulary as ``first..last``."""
    found: list[str] = []
    i = 0
    while i < len(numbers):
        last = i
        while last + 1 < len(numbers) and numbers[last + 1] == numbers[last] + 1:
            last += 1
        if last - i < 2:
            last = i
            found.append(words.write(numbers[i]))
        else:
            found.append(f"{words.write(numbers[i])}{TO}{words.write(numbers[last])}")
        i = last + 1
    return found


def read_runs(values: Sequence[str], words: Vocabulary) -> list[int]:
    """What ``write_runs`` wrote; no name twice."""
    found: list[int] = []
    seen: set[int] = set()
    for word in values:
        first, to, last = word.partition(TO)
        low = words.read(first)
        high = words.read(last) if to else low
        if high < low:
            raise Misspelt(f"'{shown(word)}' runs backwards")
        for number in range(low, high + 1):
            if number in seen:
                raise Misspelt(f"'{words.write(number)}' stands twice")
            seen.add(number)
            found.append(number)
    return found


def read_times(values: Sequence[str], words: Vocabulary) -> list[int]:
    """``T34*2 Pak``: names with how many of them."""
    found: list[int] = []
    for word in values:
        name, star, count = word.partition(TIMES)
        found += [words.read(name)] * (whole(count, 1, 99) if star else 1)
    return found


def write_times(numbers: Sequence[int], words: Vocabulary) -> list[str]:
    """Names in ascending order, those that stand often with their number."""
    found = []
    for number in sorted(set(numbers)):
        count = list(numbers).count(number)
        found.append(words.write(number) + (f"{TIMES}{count}" if count > 1 else ""))
    return found


class Record(NamedTuple):
    """A record that stands in the position while something is going on: its word, its column, how one is made, and
    what stands there otherwise."""

    word: str
    column: str
    make: Callable[[], Any]
    none: Any


def nothing_to_do(d: Draft) -> None:
    """For titles without defaults or rest of their own."""


def as_it_is(d: Draft) -> Any:
    return d.s


def as_it_stands(d: Draft, line: Line, wording: "Wording") -> Line:
    return line


class Local(NamedTuple):
    """A number that a procedure was given or has noted, as ``now`` tells it: ``draw_supports(box=axis,left=2)``."""

    name: str
    about: str
    words: Vocabulary | None = None
    high: int = 9999

    def write(self, value: int) -> str:
        if value == NOBODY_THERE:
            return f"{self.name}={NOTHING}"
        return f"{self.name}={value if self.words is None else self.words.write(value)}"

    def read(self, word: str) -> int:
        if word == NOTHING:
            return NOBODY_THERE
        return whole(word, 0, self.high) if self.words is None else self.words.read(word)


class Former(Word):
    """A word of former versions for what is a local now: still read, never written.

    Its number is kept under ``former``, where the title looks when it makes the steps under way of the present rules.
    """

    def __init__(self, name: str, low: int, high: int, words: Vocabulary | None = None) -> None:
        super().__init__(name, "N" if words is None else words.kind.upper(), "former word", [], going_on=True)
        self.low = low
        self.high = high
        self.words = words

    def write(self, d: Draft) -> list[list[str]]:
        return []

    def read(self, d: Draft, line: Line) -> None:
        word = self.one(line)
        if self.words is None:
            number = whole(word, self.low, self.high)
        else:
            number = NOBODY_THERE if word == NOTHING else self.words.read(word)
        d.keep("former").append((self.name, number))


class Wording:
    """All that a title declares of its text form.

    ``phases(s)`` are the words of ``phase``: the row of the sequence of play to begin with, and the table that it must
    lie in. ``items`` are the words of what an ``Each`` goes through, ``locals_of`` those of what procedures hold.
    ``begin`` sets what holds if nothing is said, ``finish`` what follows from everything that was said, ``deal`` what
    was left open. ``ended``: the position tells how its game ended. ``renewed`` makes the steps under way of the
    present rules from those of former ones.
    """

    def __init__(
        self,
        words: Sequence[Word],
        records: Sequence[Record],
        phases: Callable[[Any], Mapping[str, tuple[str, str]]],
        items: Mapping[str, Vocabulary | None],
        *,
        begin: Callable[[Draft], None] = nothing_to_do,
        finish: Callable[[Draft], None] = nothing_to_do,
        ended: Callable[[Any], bool],
        deal: Callable[[Draft], Any] = as_it_is,
        open_view: Callable[[Any, int], Any] | None = None,
        outermost: str = "game",
        scenario: str = "",
        locals_of: Mapping[str, Sequence[Local]] | None = None,
        renewed: Callable[[Draft, Line, "Wording"], Line] = as_it_stands,
    ) -> None:
        self.locals_of = {} if locals_of is None else locals_of
        self.renewed = renewed
        self.scenario = scenario  # if none is said; the first one if empty
        self.outermost = outermost
        self.words = list(words)
        self.records = list(records)
        self.phases = phases
        self.items = items
        self.begin = begin
        self.finish = finish
        self.ended = ended
        self.deal = deal
        self.open_view = open_view
        heads = {record.column: record.word for record in self.records}
        for word in self.words:
            if word.record:
                word.name = f"{heads[word.record]} {word.name}"
                word.going_on = True

    def of(self, step: str) -> Sequence[Local]:
        """What a procedure holds, in the order of its frame."""
        return self.locals_of.get(step, ())
