"""Reading the files of a pack, with errors that name file, row and column.

A pack is facts: CSV tables and TOML documents. Every CSV starts with a comment block (lines that begin with ``#``),
then a header line. Nothing here knows what a column means; a title's ``pack.py`` does.
"""

import csv
import json
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

FORMAT = "# format 1"
"""How tables of this layout name it in their comments; a table of a later layout is refused, not misread."""

SOURCES = ("rulebook", "public", "derived", "reconstructed")


class PackError(ValueError):
    """A pack that cannot be played, with the place where it is wrong."""

    def __init__(self, file: str, what: str, row: int | None = None, column: str | None = None) -> None:
        self.file = file
        self.row = row
        self.column = column
        self.what = what
        place = file
        if row is not None:
            place += f", line {row}"
        if column is not None:
            place += f", column {column}"
        super().__init__(f"{place}: {what}")


class Row:
    """One line of a table; remembers where it stands so that a complaint can name it."""

    def __init__(self, file: str, line: int, cells: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.cells = cells

    def fail(self, column: str, what: str) -> PackError:
        return PackError(self.file, what, self.line, column)

    def text(self, column: str) -> str:
        """The cell, which must not be empty."""
        cell = self.cells[column]
        if not cell:
            raise self.fail(column, "is empty; a value is needed")
        return cell

    def optional(self, column: str) -> str:
        return self.cells[column]

    def number(self, column: str, low: int | None = None, high: int | None = None) -> int:
        cell = self.text(column)
        try:
            number = int(cell)
        except ValueError:
            raise self.fail(column, f"'{cell}' is not a whole number") from None
        if (low is not None and number < low) or (high is not None and number > high):
            raise self.fail(column, f"{number} is outside {low} to {high}")
        return number

    def flag(self, column: str) -> bool:
        cell = self.cells[column]
        if cell not in ("yes", "no"):
            raise self.fail(column, f"'{cell}' is neither yes nor no")
        return cell == "yes"

    def one_of(self, column: str, words: Sequence[str]) -> int:
        """The place of the cell in a list of allowed words."""
        cell = self.text(column)
        if cell not in words:
            raise self.fail(column, f"'{cell}' is not one of {', '.join(words)}")
        return list(words).index(cell)

    def split(self, column: str) -> list[str]:
        """A cell that holds several words apart by blanks."""
        return self.cells[column].split()

    def numbers(self, column: str) -> list[int]:
        try:
            return [int(word) for word in self.split(column)]
        except ValueError:
            raise self.fail(column, f"'{self.cells[column]}' is not a list of whole numbers") from None


def read_csv(folder: Path, name: str, columns: Sequence[str]) -> list[Row]:
    """All rows of a table; the header must name exactly these columns, in any order."""
    lines = _read(folder, name).splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("# format ") and line.strip() != FORMAT:
            raise PackError(name, f"'{line.strip('# ')}' is not known here, only '{FORMAT.strip('# ')}'", number)
    body = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    if not body:
        raise PackError(name, "has no header line")
    header = next(csv.reader([body[0][1]]))
    for column in columns:
        if column not in header:
            raise PackError(name, f"column '{column}' is missing", body[0][0])
    for column in header:
        if column not in columns:
            raise PackError(name, f"column '{column}' is unknown; known are {', '.join(columns)}", body[0][0])
    rows = []
    for number, line in body[1:]:
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        if len(cells) != len(header):
            raise PackError(name, f"has {len(cells)} cells where the header has {len(header)}", number)
        rows.append(Row(name, number, dict(zip(header, cells, strict=True))))
    return rows


class Table(dict[str, Any]):
    """A table of a TOML document; whoever asks for a key that is not there learns which file lacks it."""

    def __init__(self, file: str, rows: dict[str, Any]) -> None:
        super().__init__(rows)
        self.file = file

    def __missing__(self, key: str) -> Any:
        raise PackError(self.file, f"'{key}' is missing")


def _tables(file: str, value: Any) -> Any:
    if isinstance(value, dict):
        return Table(file, {key: _tables(file, part) for key, part in value.items()})
    return [_tables(file, part) for part in value] if isinstance(value, list) else value


def read_toml(folder: Path, name: str) -> dict[str, Any]:
    """One TOML document as tables and lists."""
    try:
        found: dict[str, Any] = _tables(name, tomllib.loads(_read(folder, name)))
    except tomllib.TOMLDecodeError as error:
        raise PackError(name, f"is not TOML: {error}") from None
    except RecursionError:
        raise PackError(name, "is nested too deep") from None
    return found


def need(table: dict[str, Any], key: str, kind: type, file: str, where: str = "") -> Any:
    """``table[key]``, which must be there and of this type."""
    place = f"{where}.{key}" if where else key
    if key not in table:
        raise PackError(file, f"'{place}' is missing")
    value = table[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise PackError(file, f"'{place}' should be a {kind.__name__}, not {type(value).__name__}")
    return value


def known(table: dict[str, Any], keys: Sequence[str], file: str, where: str = "") -> None:
    """Refuse keys that nobody reads: a misspelt fact is worse than a missing one."""
    for key in table:
        if key not in keys:
            place = f"{where}.{key}" if where else key
            raise PackError(file, f"'{place}' is unknown; known are {', '.join(keys)}")


def _read(folder: Path, name: str) -> str:
    path = folder / name
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PackError(name, f"is missing from {folder}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PackError(name, f"cannot be read: {error}") from None


@cache
def read_taught(folder: str, name: str) -> list[dict[str, Any]]:
    """What played games taught of a title: chances to win (``tools/calibrate.py``), who beats whom (``kurgan ladder``);
    nothing where nobody has counted. It lies beside the bots and not in the pack: it speaks of how they play, and no
    game depends on it."""
    path = Path(folder) / name
    if not folder or not path.is_file():
        return []
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found
