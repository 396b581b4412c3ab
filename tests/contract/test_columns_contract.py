"""A column is never forgotten: each is altered in turn, and copy, key, JSON and text must notice.

What is found out of a column, without being told: if the key knows it, it belongs to the position, and JSON, what is
loaded from it, text and copy must know it too. If the key does not, it must be made from the others: then ``check``
has to call a position impossible in which only this column was altered, and a copy must still have one of its own.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from kurgan.kernel.protocol import Misspelt
from kurgan.kernel.title import Title
from tests.contract.sample import TITLES, Case, cases

NO_COLUMNS = {"book", "choices", "events", "halts", "pack", "rules", "scenario", "stack", "ways"}
"""Facts, listeners, and where we are."""

FACTS = {"toy": {"turns", "dug_in"}, "roads": {"closed", "source_hexes"}}
"""What the scenario or the options settle once."""

UNSAID = {"inferno": {"deck_out", "losses", "rubble_left", "battle.german_cards"}}
"""What a text does not tell, because it follows from the rest or leaves no words for the rest."""

UNMET = {"roads": {"line_field"}}
"""Kept only while something is looked for, never between two answers."""

REFUSED = (AssertionError, Misspelt, LookupError, ValueError, TypeError, OverflowError)
MOST_CASES = 10
"""Positions that are looked at for a column until each of the four has noticed."""

NOTICES = ("key", "json", "loaded", "text")


def columns_of(s: Any, facts: set[str], nothing: list[Any]) -> list[str]:
    """Every column by name; those of a record that is under way as record.field."""
    found = []
    for name in sorted(slots_of(s) - NO_COLUMNS - facts):
        value = getattr(s, name)
        if value is None or any(value is none for none in nothing):
            continue
        fields = vars_of(value)
        found += [f"{name}.{field}" for field in fields] if fields else [name]
    return found


def slots_of(s: Any) -> set[str]:
    return {*vars_of(s), *[name for kind in type(s).__mro__ for name in kind.__dict__.get("__slots__", ())]}


def vars_of(thing: Any) -> list[str]:
    return list(getattr(thing, "__dict__", ()))


def read(s: Any, column: str) -> Any:
    for part in column.split("."):
        s = getattr(s, part, None)
    return s


def write(s: Any, column: str, value: Any) -> None:
    record, dot, field = column.rpartition(".")
    setattr(getattr(s, record) if dot else s, field, value)


def others(value: Any) -> Iterator[Any]:
    """Values like this one, the most harmless first."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from dict.fromkeys([v for v in (value + 1, value - 1, 0, 1, 2, value ^ 2) if v != value])
    elif isinstance(value, tuple | list) and any(isinstance(part, bytearray | bytes | list | tuple) for part in value):
        for i, part in enumerate(value):
            if part is not None:
                yield from (type(value)([*value[:i], other, *value[i + 1 :]]) for other in others(part))
    elif hasattr(value, "__len__") and not any(part is None for part in value):
        yield from other_columns(value)


def other_columns(column: Any) -> Iterator[Any]:
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

    def look(self, game: Title[Any, Any], s: Any, value: Any) -> None:
        made = s.copy()
        write(made, self.column, value)
        self.tried = True
        self.copied(made)
        if made.key() != s.key():
            self.by.add("key")
        try:
            saved = made.to_json()
        except REFUSED:
            return  # not every number has a name in JSON
        if saved != s.to_json():
            self.by.add("json")
        self.loaded(game, made, saved)
        self.told(game, s, made)

    def copied(self, made: Any) -> None:
        """A copy has the same value, and one of its own."""
        mine, theirs = read(made, self.column), read(made.copy(), self.column)
        if mine != theirs:
            self.wrong.append("it is not copied")
        if mine is theirs and isinstance(mine, list | bytearray):
            self.wrong.append("a copy shares it")

    def loaded(self, game: Title[Any, Any], made: Any, saved: Any) -> None:
        try:
            again = game.load_state(saved)
        except REFUSED:
            return
        if read(again, self.column) == read(made, self.column) and again.key() == made.key():
            self.by.add("loaded")

    def told(self, game: Title[Any, Any], s: Any, made: Any) -> None:
        """By the text; a position that cannot be may also say so itself."""
        try:
            if game.write_position(made) != game.write_position(s):
                self.by.add("text")
        except REFUSED:
            pass
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


def alter(found: list[Case], name: str) -> dict[str, Noticed]:
    """Every column of a title, altered in positions that have it until all have noticed."""
    seen: dict[str, Noticed] = {}
    looked: dict[str, int] = {}
    for case in found:
        game: Any = case.game
        nothing = [record.none for record in game.wording.records]
        for column in columns_of(case.s, FACTS.get(name, set()), nothing):
            noticed = seen.setdefault(column, Noticed(column))
            if noticed.done or looked.get(column, 0) == MOST_CASES:
                continue
            values = list(others(read(case.s, column)))
            looked[column] = looked.get(column, 0) + bool(values)
            for value in values:
                noticed.look(game, case.s, value)
                if noticed.done:
                    break
    return seen


@pytest.mark.parametrize("name", TITLES)
def test_no_column_is_forgotten(name: str) -> None:
    seen = alter(list(cases(name)), name)
    verdicts = [noticed.verdict(column in UNSAID.get(name, ())) for column, noticed in seen.items()]
    assert [verdict for verdict in verdicts if verdict] == []
    met = {column.partition(".")[0] for column in seen}
    assert slots_of(cases(name)[0].s) - NO_COLUMNS - FACTS.get(name, set()) - met == UNMET.get(name, set())
