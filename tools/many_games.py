"""How a table bears years of games: starting, a long list of one's own, a game opened; on this computer only.

    python tools/many_games.py [--games 20000] [--mine 500] [--decisions 30] [--postgresql] [--json]

Plays real games of all titles for a few decisions each, most of them given up then, and stores them in a file or a
PostgreSQL of its own as a table would have left them. Then it starts a process on them and reports, in milliseconds:
how long until it is ready (and on a database with nothing in it, for comparison), the list of games of somebody who has
``--mine`` of them, and games opened that nobody had open. No time makes it fail, only errors do.
"""

import argparse
import contextlib
import http.client
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan import games  # noqa: E402
from kurgan.session.beginning import outcome_json  # noqa: E402
from kurgan.session.logs import MemoryLog  # noqa: E402
from kurgan.session.session import Session  # noqa: E402
from kurgan.session.store import Store  # noqa: E402
from kurgan.table.database.identity import People  # noqa: E402
from kurgan.table.storage import MAKER, Summary, Told  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.club.cluster import CAREFUL, Cluster  # noqa: E402
from tests.club.serving import Club  # noqa: E402

KINDS = (
    *[("advance", "campaign")] * 4,
    *[("inferno", "one_vs_one")] * 4,
    ("inferno", "solo"),
    ("roads", "wintergewitter"),
)
"""Titles in the shares in which they are stored: the larger ones take longer to play."""

ENDED = 0.8
"""The share of games that are over."""

OTHERS = 100
AT_ONCE = 200
OPENED = 40
LISTS = 20
UNHURRIED = "synchronous_commit=off"
"""For filling it: nothing is measured that writes."""


class Stored:
    """Games as a table would have left them."""

    def __init__(self, database: str) -> None:
        self.store = Store(database)
        self.people = People(self.store)
        self.key, self.anna = self.people.new()
        self.others = [self.people.new()[1] for _ in range(OTHERS)]
        self.dice = random.Random(1942)
        self.mine: list[str] = []
        self._summaries: dict[str, Summary] = {}

    def fill(self, count: int, mine: int, decisions: int) -> None:
        for n in range(count):
            self.add(KINDS[n % len(KINDS)], decisions, n < mine)
            if len(self._summaries) >= AT_ONCE or n == count - 1:
                self.people.sum_up(self._summaries)
                self._summaries = {}
            if (n + 1) % 1000 == 0:
                print(f"{n + 1} games ...", file=sys.stderr, flush=True)
        self.store.close()

    def add(self, kind: tuple[str, str], decisions: int, is_mine: bool) -> None:
        session, log = self.played(*kind, decisions)
        game = str(session.header["game"])
        kept = self.store.log()
        if log.vault():
            kept.keep(log.vault())
        kept.append(log.read().lines)
        first = self.anna if is_mine else self.dice.choice(self.others)
        self.people.open_table(game, "", False)
        self.people.hold(game, MAKER, first)
        for n, seat in enumerate(session.seat_names):
            self.people.hold(game, seat, self.dice.choice(self.others) if n else first)
        over = json.dumps(outcome_json(session.outcome, 0)) if session.outcome is not None else ""
        told = Told({}, {"en": "The last that happened here."}).written()
        awaited = "" if over else session.awaited
        self._summaries[game] = Summary(session.course.number, "Turn 1", told, awaited, over)
        if is_mine:
            self.mine.append(game)

    def played(self, title: str, scenario: str, decisions: int) -> tuple[Session, MemoryLog]:
        game, log = games.load(title), MemoryLog()
        seats = dict.fromkeys(game.seats(scenario), "person Somebody")
        session = Session.new(game, scenario, {}, seats, log=log)
        session.roll_on()
        for _ in range(decisions):
            if session.outcome is not None:
                break
            session.answer(self.dice.choice(session.legal()))
        if session.outcome is None and self.dice.random() < ENDED:
            session.resign(self.dice.choice(session.seat_names))
        session.close()
        return session, log


class Line:
    """Somebody with a key who asks on one connection."""

    def __init__(self, port: int, key: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._headers = {"cookie": f"kurgan={key}"}

    def timed(self, path: str) -> tuple[float, bytes]:
        begun = time.perf_counter()
        self._line.request("GET", path, headers=self._headers)
        reply = self._line.getresponse()
        data = reply.read()
        if reply.status != 200:
            raise OSError(f"{path}: {reply.status} {data[:200]!r}")
        return 1000 * (time.perf_counter() - begun), data


@contextlib.contextmanager
def serving(database: str, folder: Path | None) -> Iterator[tuple[int, float]]:
    """One process that serves; its port, and the milliseconds until it was ready."""
    begun = time.perf_counter()
    table = Server(folder) if folder is not None else Club(database, workers=1, bots=0)
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            with contextlib.suppress(OSError, http.client.HTTPException):
                Line(table.port, "").timed("/readyz")
                break
            time.sleep(0.005)
        yield table.port, 1000 * (time.perf_counter() - begun)
    finally:
        table.stop()


def told(times: list[float]) -> dict[str, float]:
    return {"median_ms": round(statistics.median(times), 1), "worst_ms": round(max(times), 1)}


def measure(database: str, folder: Path | None, stored: Stored) -> dict[str, Any]:
    with serving(database, folder) as (port, ready):
        line = Line(port, stored.key)
        lists = [line.timed("/api/games") for _ in range(LISTS)]
        rows = len(json.loads(lists[0][1])["games"])
        wanted = random.Random(7).sample(stored.mine, min(OPENED, len(stored.mine)))
        first = [line.timed(f"/api/games/{game}")[0] for game in wanted]
        again = [line.timed(f"/api/games/{game}")[0] for game in wanted]
    return {
        "ready_ms": round(ready, 1),
        "list": {"games": rows, "kB": round(len(lists[0][1]) / 1024, 1), **told([took for took, _ in lists])},
        "opened_for_the_first_time": {"games": len(first), **told(first)},
        "opened_again": told(again),
    }


def run(count: int, mine: int, decisions: int, on_postgresql: bool) -> dict[str, Any]:
    with contextlib.ExitStack() as at_the_end:
        folder = None
        if on_postgresql:
            cluster = Cluster((*CAREFUL, UNHURRIED), in_memory=False)
            at_the_end.callback(cluster.close)
            database, empty = cluster.url("many"), cluster.url("empty")
            Store(empty).close()
            nothing = None
        else:
            folder = Path(at_the_end.enter_context(tempfile.TemporaryDirectory()))
            nothing = Path(at_the_end.enter_context(tempfile.TemporaryDirectory()))
            database, empty = f"sqlite:///{folder / 'kurgan.sqlite'}", ""
            Store(f"sqlite:///{nothing / 'kurgan.sqlite'}").close()
        begun = time.monotonic()
        stored = Stored(database)
        stored.fill(count, mine, decisions)
        filled = round(time.monotonic() - begun, 1)
        with serving(empty, nothing) as (_, ready):
            pass
        found = measure(database, folder, stored)
    kind = "PostgreSQL" if on_postgresql else "SQLite"
    return {"database": kind, "games": count, "filled_in_s": filled, "ready_when_empty_ms": round(ready, 1), **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--mine", type=int, default=500)
    parser.add_argument("--decisions", type=int, default=30, help="in each game")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = run(options.games, min(options.mine, options.games), options.decisions, options.postgresql)
    if options.json:
        print(json.dumps(report, indent=1))
        return
    for name, figure in report.items():
        shown = ", ".join(f"{key} {value}" for key, value in figure.items()) if isinstance(figure, dict) else figure
        print(f"{name.replace('_', ' '):<28} {shown}")


if __name__ == "__main__":
    main()
