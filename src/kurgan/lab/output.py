"""Rows of a batch as CSV or Parquet."""

import csv
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from kurgan.lab.summary import FIXED, Row


class CannotWrite(ValueError):
    """The rows cannot be written as asked."""


def whole(path: Path, write: Callable[[Path], object]) -> None:
    """A file that is there whole or not at all: where it cannot be written, what was there before stays."""
    path = Path(os.path.realpath(path))
    at = path if path.exists() and not path.is_file() else path.with_name(path.name + ".part")
    try:
        write(at)
        if at != path:
            os.replace(at, path)
    except OSError as error:
        if at != path:
            with suppress(OSError):
                at.unlink()
        raise CannotWrite(f"cannot write '{path}': {error.strerror or error}") from None


def write(rows: Sequence[Row], path: Path) -> None:
    """One line a game, in the format that the file's name asks for (.csv or .parquet)."""
    if path.suffix not in (".csv", ".parquet"):
        raise CannotWrite(f"'{path.name}' should end in .csv or .parquet")
    measures = sorted({name for row in rows for name in row} - set(FIXED))
    columns = [*FIXED, *measures]
    if path.suffix == ".csv":
        _write_csv(rows, columns, path)
    else:
        _write_parquet(rows, columns, path)


def _write_csv(rows: Sequence[Row], columns: list[str], path: Path) -> None:
    def write(at: Path) -> None:
        with at.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            for row in rows:
                writer.writerow([row.get(column, 0) for column in columns])

    whole(path, write)


def _write_parquet(rows: Sequence[Row], columns: list[str], path: Path) -> None:
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise CannotWrite("Parquet needs pyarrow: pip install 'kurgan[lab]' (or write a .csv)") from None
    table = arrow.table({column: [row.get(column, 0) for row in rows] for column in columns})
    whole(path, lambda at: parquet.write_table(table, at))
