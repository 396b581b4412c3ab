"""Results on disk: one Parquet file for each batch of a cell, written whole or not at all.

STUDY/cells/KEY/cell.json           the setting
STUDY/cells/KEY/000000-000019.parquet
STUDY/cells/KEY/000000-000019.times.json    how long bots thought; no game depends on it
STUDY/ladder.jsonl                  games of the study's bots against each other, as lines of a ladder
STUDY/games.parquet                 all games that count, in one table, made anew at the end of a run
"""

import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from kurgan.lab.output import CannotWrite, whole
from kurgan.lab.study.plan import KEPT, Cell, Plan
from kurgan.lab.summary import FIXED, Row
from kurgan.lab.timed import THOUGHT

if TYPE_CHECKING:
    import pyarrow

GAMES = "games.parquet"
LADDER = "ladder.jsonl"
TEXTS = ("cell", "scenario", "seed", "outcome", "winners", "rule")
WHOLE = ("index", "score", "decisions", "throws")


class Parts:
    """The folder of a study. Used by one run at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.arrow, self.parquet = _arrow()

    def lock(self) -> FileLock:
        """Held while games are played into this folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(self.folder / "lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise CannotWrite(f"another run plays into '{self.folder}'") from None
        return lock

    def keep(self, plan: Plan) -> None:
        """Note the plan beside its results, so that the folder explains itself."""
        told = {"name": plan.name, "maker": plan.source.maker, "data": plan.data}
        whole(self.folder / KEPT, lambda at: at.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8"))

    def path(self, cell: Cell, span: range) -> Path:
        return self.folder / "cells" / cell.key / f"{span.start:06}-{span.stop - 1:06}.parquet"

    def has(self, cell: Cell, span: range) -> bool:
        return self.path(cell, span).exists()

    def newest(self) -> float:
        """When the last games were played, in seconds since the epoch; 0: never."""
        return max([part.stat().st_mtime for part in self.folder.glob("cells/*/*.parquet")], default=0.0)

    def read(self, cell: Cell, span: range, columns: Sequence[str] | None = None) -> list[Row]:
        path = self.path(cell, span)
        try:
            found = self.parquet.read_table(path, columns=list(columns) if columns else None)
            rows: list[Row] = found.to_pylist()
        except (OSError, ValueError) as error:
            raise CannotWrite(f"cannot read '{path}' ({type(error).__name__}); delete it to play it again") from None
        if len(rows) != len(span):
            raise CannotWrite(f"'{path}' holds {len(rows)} games instead of {len(span)}; delete it to play it again")
        return rows

    def write(self, cell: Cell, span: range, rows: Sequence[Row]) -> None:
        """A whole batch. A run that is killed leaves no half of it."""
        path = self.path(cell, span)
        path.parent.mkdir(parents=True, exist_ok=True)
        setting = path.parent / "cell.json"
        if not setting.exists():
            told = {"scenario": cell.scenario, "options": cell.options, "bots": cell.bots}
            whole(setting, lambda at: at.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8"))
        times = {str(row["index"]): row[THOUGHT] for row in rows if row.get(THOUGHT)}
        if times:
            whole(self._times(path), lambda at: at.write_text(json.dumps(times) + "\n", encoding="utf-8"))
        played = [{name: value for name, value in row.items() if name != THOUGHT} for row in rows]
        whole(path, lambda at: self.parquet.write_table(self.table(played), at))

    def _times(self, path: Path) -> Path:
        return path.with_suffix(".times.json")

    def times(self, cell: Cell) -> dict[int, dict[str, list[float]]]:
        """Game -> seat -> median and worst seconds of a decision, where they were noted."""
        found: dict[int, dict[str, list[float]]] = {}
        for path in sorted((self.folder / "cells" / cell.key).glob("*.times.json")):
            try:
                told = json.loads(path.read_text(encoding="utf-8"))
                found |= {int(index): seats for index, seats in told.items()}
            except (ValueError, AttributeError):
                raise CannotWrite(f"'{path}' is damaged; delete it: the times of its games are then not told") from None
        return found

    def table(self, rows: Iterable[Row]) -> "pyarrow.Table":
        """Rows as an Arrow table with the same columns in the same order, whatever each game measured."""
        rows = list(rows)
        fixed = [name for name in ("cell", "scenario", *FIXED) if any(name in row for row in rows)]
        settings = list(dict.fromkeys([name for row in rows for name in row if name.startswith(("option_", "bot_"))]))
        measures = sorted({name for row in rows for name in row} - set(fixed) - set(settings))
        columns = {name: self.arrow.array([row[name] for row in rows], self._kind(name)) for name in fixed}
        for name in settings:
            columns[name] = self.arrow.array([row.get(name, "") for row in rows], self.arrow.string())
        for name in measures:
            columns[name] = self.arrow.array([float(row.get(name, 0)) for row in rows], self.arrow.float64())
        return self.arrow.table(columns)

    def _kind(self, name: str) -> "pyarrow.DataType":
        return self.arrow.int64() if name in WHOLE else self.arrow.string()

    def write_games(self, plan: Plan, played: Sequence[Sequence[Row]]) -> None:
        """All games that count, with the setting of each beside it: what pandas, polars and DuckDB read."""
        rows = []
        for cell, some in zip(plan.cells, played, strict=True):
            setting: Row = {"cell": cell.name, "scenario": cell.scenario}
            setting |= {f"option_{name}": value for name, value in cell.options.items()}
            setting |= {f"bot_{seat}": bot for seat, bot in cell.bots.items()}
            rows += [{**setting, **row} for row in some]
        whole(self.folder / GAMES, lambda at: self.parquet.write_table(self.table(rows), at))


def _arrow() -> tuple[ModuleType, ModuleType]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise CannotWrite("a study is kept as Parquet and needs pyarrow: pip install 'kurgan[lab]'") from None
