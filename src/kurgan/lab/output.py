"""Rows of a batch as CSV or Parquet."""

import csv
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from kurgan.lab.summary import FIXED, Row


class CannotWrite(ValueError):
    """The rows cannot be written as asked."""


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
    try:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            for row in rows:
                writer.writerow([row.get(column, 0) for column in columns])
    except OSError as error:
        raise CannotWrite(f"cannot write '{path}': {error.strerror}") from None


def _write_parquet(rows: Sequence[Row], columns: list[str], path: Path) -> None:
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise CannotWrite("Parquet needs pyarrow: pip install 'kurgan[lab]' (or write a .csv)") from None
    table = arrow.table({column: [row.get(column, 0) for row in rows] for column in columns})
    try:
        parquet.write_table(table, path)
    except OSError as error:
        raise CannotWrite(f"cannot write '{path}': {error}") from None
