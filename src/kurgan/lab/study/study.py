"""A study with its results."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kurgan.kernel.protocol import Json
from kurgan.lab.study import engines, plan
from kurgan.lab.study import ledger as playing
from kurgan.lab.study.compare import METHOD, compare
from kurgan.lab.study.parts import LADDER, Parts
from kurgan.lab.study.plan import Cell, Plan
from kurgan.lab.summary import Row, summarise, wilson

if TYPE_CHECKING:
    from kurgan.lab.report.plots import Plots

SUFFIX = ".study"


def nothing(runner: playing.Runner) -> None:
    return


class Study:
    """A plan and the folder of its results, which may hold none, some or all of its games."""

    def __init__(self, found: Plan, folder: Path) -> None:
        self.plan = found
        self.folder = folder
        self.parts = Parts(folder)

    @classmethod
    def open(cls, path: str | Path, folder: str | Path | None = None) -> "Study":
        """The study of a TOML file; its results lie in ``folder``, or beside it in a folder of its name.

        The folder of a study that was played before may be given itself.
        """
        path = Path(path)
        if path.is_dir():
            return cls(plan.kept(path), path)
        return cls(plan.read(path), Path(folder) if folder is not None else path.with_suffix(SUFFIX))

    @classmethod
    def of(cls, data: Json, folder: str | Path, name: str = "study", maker: str = "") -> "Study":
        """The study of a table as it would stand in the file."""
        return cls(plan.plan(data, name, None, maker), Path(folder))

    @property
    def plot(self) -> "Plots":
        """Pictures of the results, for notebooks and files: ``study.plot.shares()``."""
        from kurgan.lab.report.plots import Plots

        return Plots(self)

    @property
    def cells(self) -> Sequence[Cell]:
        return self.plan.cells

    def run(self, jobs: int = 1, engine: str = "local", watch: Callable[[playing.Runner], None] = nothing) -> "Study":
        """Play whatever is missing: the cells, then the ladder."""
        self.play(jobs, engine, watch)
        self.climb(jobs, engine)
        return self

    def play(self, jobs: int, engine: str, watch: Callable[[playing.Runner], None] = nothing) -> None:
        """Play what is missing of the cells, then write all games into one table."""
        lock = self.parts.lock()
        try:
            self.parts.keep(self.plan)
            ledger = playing.Ledger(self.plan, self.parts)
            if any(ledger.missing()):
                playing.play(ledger, engines.engine(engine, jobs), watch)
            self.parts.write_games(self.plan, self.rows(ledger))
        finally:
            lock.release()

    def climb(self, jobs: int = 1, engine: str = "local", progress: bool = False) -> list[Json]:
        """Play what is missing of the ladder, if the plan has one; one row a pairing."""
        from kurgan.lab.ladder import ladder

        told = self.plan
        if not told.ladder:
            return []
        first = told.cells[0]
        lock = self.parts.lock()
        try:
            return ladder(
                told.source,
                told.ladder,
                told.games,
                self.folder / LADDER,
                scenario=first.scenario,
                options=first.options,
                seed=told.seed,
                jobs=jobs,
                engine_name=engine,
                progress=progress,
            )
        finally:
            lock.release()

    def rows(self, ledger: playing.Ledger | None = None) -> list[list[Row]]:
        """One row a game for each cell, in the order of the games; only those that count."""
        ledger = ledger or playing.Ledger(self.plan, self.parts)
        found = []
        for place, cell in enumerate(self.plan.cells):
            spans = [ledger.spans[at] for at in range(ledger.limits[place]) if at in ledger.wins[place]]
            found.append([row for span in spans for row in self.parts.read(cell, span)])
        return found

    def summary(self) -> Json:
        """Shares and comparisons with their intervals; no times: it depends on the plan alone."""
        ledger = playing.Ledger(self.plan, self.parts)
        played = self.rows(ledger)
        told = self.plan
        cells = [self._cell(cell, rows) for cell, rows in zip(told.cells, played, strict=True)]
        pairs = len(told.cells) - 1
        for place in range(1, len(cells)):
            found = compare(ledger.played(place), ledger.played(0), told.error, pairs)
            cells[place]["against_first"] = found.told()
        return {
            "study": told.name,
            "title": told.source.name,
            "seed": told.seed,
            "win": told.win,
            "games": sum([cell["games"] for cell in cells]),
            "left": ledger.games_left(),
            "batch": told.batch,
            "test": METHOD if told.error else "",
            "error": told.error,
            "cells": cells,
        }

    def _cell(self, cell: Cell, rows: list[Row]) -> Json:
        count = sum([playing.won(row, self.plan.win) for row in rows])
        low, high = wilson(count, len(rows))
        told = {
            "name": cell.name,
            "scenario": cell.scenario,
            "options": cell.options,
            "bots": cell.bots,
            "games": len(rows),
            "won": {"count": count, "share": count / len(rows) if rows else 0.0, "low": low, "high": high},
        }
        return {**told, **summarise(rows)} if rows else told
