"""What every title promises about the columns of its positions: none is forgotten.

Each column is altered in turn, and copy, key, JSON and text must notice. What a column is need not be told: if the key
knows it, it belongs to the position, and JSON, what is loaded from it, text and copy must know it too. If the key does
not, it must be made from the others: then ``check`` has to call every position impossible in which only this column
was altered, and a copy must still have one of its own.
"""

from array import array
from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from kurgan.kernel.protocol import Game, Json, Misspelt, State
from kurgan.testing.contract.sample import Case, Tested, attribute_names

NO_COLUMNS = {"book", "choices", "events", "halts", "kinds", "options", "pack", "rules", "scenario", "stack"}
"""Facts, listeners, and where we are."""

PLAIN = ("builtins", "array")
"""Modules of what is a column itself, and no record of several."""

REFUSED = (AssertionError, Misspelt, LookupError, ValueError, TypeError, OverflowError)
MOST_CASES = 6
MOST_VALUES = 12
"""Positions that are looked at for a column that nobody notices, and values tried in each; for others as many as it
takes until all have noticed."""

Several: TypeAlias = "bytes | bytearray | list[int] | tuple[int, ...] | array[int]"
SEVERAL = (bytes, bytearray, list, tuple, array)
"""A column with a number for each of several things."""

NOTICES = ("key", "json", "loaded", "text")


def columns_of(s: State, facts: frozenset[str], nothing: list[object]) -> list[str]:
    """Every column by name; those of a record that is under way as record.field."""
    found = []
    for name in sorted(set(fields_of(s)) - NO_COLUMNS - facts):
        value = getattr(s, name)
        if value is None or any(value is none for none in nothing):
            continue
        fields = fields_of(value)
        found += [f"{name}.{field}" for field in fields] if fields else [name]
    return found


def fields_of(thing: object) -> list[str]:
    """The attributes that a record or a position keeps, with or without slots, compiled or not."""
    return [] if type(thing).__module__ in PLAIN else attribute_names(thing)


def read(s: State, column: str) -> object:
    found: object = s
    for part in column.split("."):
        found = getattr(found, part, None)
    return found


def write(s: State, column: str, value: object) -> None:
    record, dot, field = column.rpartition(".")
    setattr(getattr(s, record) if dot else s, field, value)


def others(value: object) -> Iterator[object]:
    """Values like this one, the most harmless first."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from dict.fromkeys([v for v in (value + 1, value - 1, 0, 1, 2, value ^ 2) if v != value])
    elif isinstance(value, tuple | list) and any(isinstance(part, bytearray | bytes | list | tuple) for part in value):
        for i, part in enumerate(value):
            if part is not None:
                yield from (type(value)([*value[:i], other, *value[i + 1 :]]) for other in others(part))
    elif isinstance(value, SEVERAL) and not any(part is None for part in value):
        yield from other_columns(value)


def other_columns(column: Several) -> Iterator[Several]:
    """One place changed to a value that another place has, or by one; of a list also one item more or less."""
    for i in dict.fromkeys([0, len(column) // 2, len(column) - 1, *range(0, len(column), max(1, len(column) // 6))]):
        if not 0 <= i < len(column):
            continue
        for value in [v for v in dict.fromkeys([*column, column[i] + 1, column[i] - 1]) if v != column[i]][:4]:
            try:
                made = bytearray(column) if isinstance(column, bytes) else column[:]
                if isinstance(made, tuple):
                    made = (*made[:i], value, *made[i + 1 :])
                else:
                    made[i] = value
            except (ValueError, OverflowError):
                continue
            yield type(column)(made) if isinstance(column, bytes) else made
    if isinstance(column, list):
        yield from ([*column, item] for item in (1, 2, 0) if item not in column)
        yield from [column[:-1]] if column else []


class Before:
    """A position as it was before anything was altered in it."""

    def __init__(self, game: Game, s: State) -> None:
        self.game = game
        self.s = s
        self.key = s.key()
        self.saved = s.to_json()
        self.text = game.write_position(s)


class Noticed:
    """Who has noticed an altered column so far, and what was wrong."""

    def __init__(self, column: str) -> None:
        self.column = column
        self.by: set[str] = set()
        self.accepted = False
        self.refused = False
        self.tried = False
        self.wrong: list[str] = []

    @property
    def done(self) -> bool:
        return bool(self.wrong) or self.by == set(NOTICES)

    def look(self, before: Before, value: object) -> None:
        made = before.s.copy()
        write(made, self.column, value)
        self.tried = True
        self.copied(made)
        if made.key() != before.key:
            self.by.add("key")
        try:
            saved = made.to_json()
        except REFUSED:
            return  # not every number has a name in JSON
        if saved != before.saved:
            self.by.add("json")
            self.loaded(before.game, made, saved)
        self.told(before, made)

    def copied(self, made: State) -> None:
        """A copy has the same value, and one of its own."""
        mine, theirs = read(made, self.column), read(made.copy(), self.column)
        if mine != theirs:
            self.wrong.append("it is not copied")
        if mine is theirs and isinstance(mine, list | bytearray):
            self.wrong.append("a copy shares it")

    def loaded(self, game: Game, made: State, saved: Json) -> None:
        try:
            again = game.load_state(saved)
        except REFUSED:
            return
        if read(again, self.column) == read(made, self.column) and again.key() == made.key():
            self.by.add("loaded")

    def told(self, before: Before, made: State) -> None:
        """By the text; a position that cannot be may also say so itself."""
        try:
            if before.game.write_position(made) != before.text:
                self.by.add("text")
        except REFUSED:
            pass
        if "key" in self.by and "text" in self.by:
            return  # it is the slowest of all, and not needed then
        try:
            made.check()
            self.accepted = True
        except REFUSED:
            self.refused = True

    def verdict(self, unsaid: bool) -> str:
        """What was forgotten, or nothing."""
        if self.wrong:
            return f"{self.column}: {self.wrong[0]}"
        if not self.tried:
            return f"{self.column}: no position lets it be altered"
        if not self.by & {"key", "json"}:
            return "" if not self.accepted else f"{self.column}: nobody notices, and check() does not make it again"
        missing = [name for name in NOTICES if name not in self.by and (name != "text" or not unsaid)]
        if unsaid and not self.refused:
            return f"{self.column}: is not in the text, and check() does not make it again"
        return f"{self.column}: forgotten in {', '.join(missing)}" if missing else ""


def alter(found: tuple[Case, ...], facts: frozenset[str]) -> dict[str, Noticed]:
    """Every column of a title, altered in positions that have it until all have noticed."""
    seen: dict[str, Noticed] = {}
    looked: dict[str, int] = {}
    for case in found:
        game: Any = case.game
        before = Before(game, case.s)
        nothing = [record.none for record in game.wording.records]
        for column in columns_of(case.s, facts, nothing):
            noticed = seen.setdefault(column, Noticed(column))
            if noticed.done or (looked.get(column, 0) >= MOST_CASES and not noticed.by):
                continue
            values = list(islice(others(read(case.s, column)), MOST_VALUES))
            looked[column] = looked.get(column, 0) + bool(values)
            for value in values:
                noticed.look(before, value)
                if noticed.done:
                    break
    return seen


class ColumnsContract(Tested):
    """Whoever alters a column is noticed."""

    facts: ClassVar[frozenset[str]] = frozenset()
    """Attributes that are no columns: what does not change in a game."""

    unsaid: ClassVar[frozenset[str]] = frozenset()
    """Columns that a text does not tell, because they follow from the rest or leave no words for the rest."""

    unmet: ClassVar[frozenset[str]] = frozenset()
    """Columns that are kept only while something is looked for, never between two answers."""

    def test_no_column_is_forgotten(self) -> None:
        """Not in copy, key, JSON, what is loaded, text; and check() makes again what the key does not know."""
        seen = alter(self.sample.cases, self.facts)
        verdicts = [noticed.verdict(column in self.unsaid) for column, noticed in seen.items()]
        assert [verdict for verdict in verdicts if verdict] == []
        met = {column.partition(".")[0] for column in seen}
        assert set(fields_of(self.sample.cases[0].s)) - NO_COLUMNS - self.facts - met == self.unmet
