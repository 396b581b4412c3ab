"""Playing a study: what is still to be played, what may be played now, when to stop.

Everything here depends on games played and never on when or where, so that every engine and any number of workers end
with the same games.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

from kurgan.lab.study.compare import is_settled
from kurgan.lab.study.engines import Done, Engine, Task, at_once, games_a_task
from kurgan.lab.study.parts import Parts
from kurgan.lab.study.plan import Cell, Plan
from kurgan.lab.summary import Row


def won(row: Row, side: str) -> int:
    return int(side in row["winners"].split())


class Ledger:
    """What has been played of each cell, batch by batch, and how far each may go."""

    def __init__(self, plan: Plan, parts: Parts) -> None:
        self.plan = plan
        self.parts = parts
        self.spans = plan.spans()
        self.wins: list[dict[int, list[int]]] = [{} for _ in plan.cells]
        self.limits = [1] * len(plan.cells)
        self.whole = 0
        """Batches from the first that every cell has played: nobody looks there again."""
        self.fresh = 0
        for place, cell in enumerate(plan.cells):
            for at, span in enumerate(self.spans):
                if parts.has(cell, span):
                    self._note(place, at, parts.read(cell, span, ["index", "winners"]))
        self.look()

    def _note(self, place: int, at: int, rows: list[Row]) -> None:
        self.wins[place][at] = [won(row, self.plan.win) for row in rows]

    def take(self, place: int, at: int, rows: list[Row]) -> None:
        """A batch is whole: keep it, and see whether it decides something."""
        self.parts.write(self.plan.cells[place], self.spans[at], rows)
        self._note(place, at, rows)
        self.fresh += len(rows)
        self.look()

    def look(self) -> None:
        """How many batches each cell may play, as far as what was played decides it."""
        total = len(self.spans)
        if not self.plan.error or len(self.plan.cells) == 1:
            self.limits = [total] * len(self.plan.cells)
            return
        ends = [self._settled_after(place) for place in range(1, len(self.plan.cells))]
        longest = 0
        for place, end in enumerate(ends, start=1):
            reached = self._both(place)
            self.limits[place] = min(total, end or reached + 1)
            longest = max(longest, self.limits[place])
        self.limits[0] = longest

    def _both(self, place: int) -> int:
        """Batches from the first that this cell and the base have both played."""
        at = 0
        while at in self.wins[place] and at in self.wins[0]:
            at += 1
        return at

    def _settled_after(self, place: int) -> int:
        """The number of batches after which the comparison with the base was settled; 0: not yet."""
        better = worse = 0
        for at in range(self._both(place)):
            for mine, other in zip(self.wins[place][at], self.wins[0][at], strict=True):
                better += mine > other
                worse += mine < other
            if is_settled(better, worse, self.plan.error, len(self.plan.cells) - 1):
                return at + 1
        return 0

    def played(self, place: int) -> list[int]:
        """Who won (1) and who did not, of the games that count, in their order; holes are left out."""
        found = self.wins[place]
        return [win for at in range(self.limits[place]) if at in found for win in found[at]]

    def missing(self) -> Iterator[tuple[int, int]]:
        """(batch, cell) that may be played now, all cells in step; found as they are asked for, there may be many."""
        while self.whole < len(self.spans) and all(self.whole in found for found in self.wins):
            self.whole += 1
        for at in range(self.whole, max(self.limits)):
            for place in range(len(self.plan.cells)):
                if self.may_play(at, place):
                    yield at, place

    def may_play(self, at: int, place: int) -> bool:
        return at < self.limits[place] and at not in self.wins[place]

    def games_left(self) -> int:
        """At most so many games are still to be played."""
        left = 0
        for place in range(len(self.plan.cells)):
            open_end = self.plan.error and place and not self._settled_after(place)
            end = len(self.spans) if open_end or not self.plan.error else self.limits[place]
            left += sum([len(self.spans[at]) for at in range(end) if at not in self.wins[place]])
        return left

    def cells(self) -> list[tuple[Cell, list[int]]]:
        return [(cell, self.played(place)) for place, cell in enumerate(self.plan.cells)]


class Runner:
    """Cuts batches into tasks, hands them to an engine, and puts the results together."""

    def __init__(self, ledger: Ledger, engine: Engine) -> None:
        self.ledger = ledger
        self.engine = engine
        self.rows: dict[tuple[int, int], list[Row]] = {}
        """(batch, cell) under way -> rows that have come."""
        self.queue: list[Task] = []
        self.under_way = 0
        self.pace: dict[int, float] = {}
        """Cell -> seconds a game."""
        self.busy = 0.0
        self.games = 0

    def run(self, watch: Callable[["Runner"], None]) -> None:
        while True:
            self._fill()
            if not self.under_way:
                return
            self._take(self.engine.next())
            watch(self)

    def _fill(self) -> None:
        while self.under_way < at_once(self.engine):
            if not self.queue and not self._cut():
                return
            self.engine.submit(self.queue.pop(0))
            self.under_way += 1

    def _cut(self) -> bool:
        """The next batches that nobody plays yet, as tasks: long ones are cut up, short ones of a cell go together."""
        free = next((found for found in self.ledger.missing() if found not in self.rows), None)
        if free is None:
            return False
        first, place = free
        pace = self.pace.get(place, 0.0)
        size = games_a_task(pace) if pace else max(1, self.ledger.plan.batch // 4)
        span = self.ledger.spans[first]
        last = first
        while self._is_free(last + 1, place) and self.ledger.spans[last + 1].stop - span.start <= size:
            last += 1
        for at in range(first, last + 1):
            self.rows[(at, place)] = []
        batch = self.ledger.plan.batch_of(self.ledger.plan.cells[place])
        stop = self.ledger.spans[last].stop
        for start in range(span.start, stop, size):
            self.queue.append(Task(place, range(start, min(start + size, stop)), batch))
        return True

    def _is_free(self, at: int, place: int) -> bool:
        return self.ledger.may_play(at, place) and (at, place) not in self.rows

    def _take(self, done: Done) -> None:
        self.under_way -= 1
        task = done.task
        self.pace[task.cell] = done.seconds / len(task.games)
        self.busy += done.seconds
        self.games += len(task.games)
        for row in done.rows:
            self.rows[(row["index"] // self.ledger.plan.batch, task.cell)].append(row)
        for at in sorted({row["index"] // self.ledger.plan.batch for row in done.rows}):
            rows = self.rows[(at, task.cell)]
            if len(rows) == len(self.ledger.spans[at]):
                rows.sort(key=lambda row: int(row["index"]))
                del self.rows[(at, task.cell)]
                self.ledger.take(task.cell, at, rows)

    def seconds_left(self) -> float:
        """A guess from the games so far; less if comparisons are settled early."""
        if not self.games:
            return 0.0
        under_way = sum([len(rows) for rows in self.rows.values()])
        return (self.ledger.games_left() - under_way) * self.busy / self.games / self.engine.slots


def play(ledger: Ledger, engine: Engine, watch: Callable[[Runner], None]) -> float:
    """Play what is missing; returns the seconds it took."""
    begun = perf_counter()
    try:
        Runner(ledger, engine).run(watch)
    finally:
        engine.close()
    return perf_counter() - begun
