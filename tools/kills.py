"""Kill processes of a club under play, on this computer only, and count what was lost.

    python tools/kills.py [--kills 20] [--games 6] [--restarts N] [--json]

Starts a PostgreSQL and a club of its own (two processes serve, one plays for bots), lets people play against bots, give
games up and have them made ready to take home, kills a process of it at random again and again (kill -9), and stops and
starts PostgreSQL in between. In the end every answer that was acknowledged must stand in its record once, every record
must verify, and every job must be done: no bot is left waiting, every game that ended has its results, and whoever
asked for an export can fetch it. It fails if not; no time makes it fail.
"""

import argparse
import http.client
import io
import json
import os
import random
import sys
import threading
import time
import urllib.error
import zipfile
from pathlib import Path
from typing import Any

from sqlalchemy import select

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan import games  # noqa: E402
from kurgan.session import jobs  # noqa: E402
from kurgan.session.store import Store  # noqa: E402
from kurgan.session.tables import RESULTS  # noqa: E402
from kurgan.session.verify import verify  # noqa: E402
from kurgan.table.guard.quotas import VARIABLE, Quotas  # noqa: E402
from tests.club.cluster import CAREFUL, Cluster  # noqa: E402
from tests.club.serving import Club  # noqa: E402
from tests.table.test_crash import Client  # noqa: E402

TITLE, SCENARIO = "inferno", "one_vs_one"
PATIENCE = 120.0


class Player(threading.Thread):
    """One person against a bot, who insists until somebody answers; notes what was acknowledged."""

    def __init__(self, url: str, seed: int, ends: threading.Event) -> None:
        super().__init__(daemon=True)
        self.client = Client(url)
        self.dice = random.Random(seed)
        self.ends = ends
        self.game = ""
        self.seat = ""
        self.seats: dict[str, str] = {}
        self.acknowledged: list[tuple[str, int]] = []
        self.ended: set[str] = set()
        self.exports = 0
        self.refused: list[str] = []
        self.longest = 0.0
        self._ended_at = 0.0

    def ask(self, path: str, body: Any = None) -> Any:
        """Until somebody answers: as long as processes are killed that may take any time, and then not."""
        begun = time.monotonic()
        while not self.ends.is_set() or time.monotonic() - max(begun, self.ended_at()) < PATIENCE:
            try:
                found = self.client.call(path, body)
                self.longest = max(self.longest, time.monotonic() - begun)
                return found
            except urllib.error.HTTPError as error:
                if error.code == 409:
                    return None
                if error.code != 503:
                    self.refused.append(f"{error.code} {path}")
                    return None
            except (OSError, ValueError, http.client.HTTPException):
                pass
            time.sleep(0.05)
        self.refused.append(f"nobody answered {path}")
        return None

    def begin(self) -> None:
        self.ask("/hello")
        first, second = games.load(TITLE).seats(SCENARIO)
        self.seat, other = (first, second) if self.dice.random() < 0.5 else (second, first)
        seats = {self.seat: {"kind": "me"}, other: {"kind": "bot", "bot": "random"}}
        made = self.ask("/games", {"title": TITLE, "scenario": SCENARIO, "seats": seats})
        if made is not None:
            self.game = made["id"]
            self.seats[self.game] = self.seat

    def run(self) -> None:
        while not self.ends.is_set():
            table = self.ask(f"/games/{self.game}")
            if table and table["over"]:
                self.ended.add(self.game)
                self.begin()
                continue
            self.beside()
            question = table["question"] if table else None
            if question is None:
                time.sleep(0.05)
                continue
            action = self.dice.choice(question["choices"])["action"]
            body = {"seat": self.seat, "number": question["number"], "actions": [action]}
            if self.once(f"/games/{self.game}/answers", body):
                self.acknowledged.append((self.game, question["number"]))
            time.sleep(0.02)

    def beside(self) -> None:
        """Now and then a game is given up, or taken home."""
        if self.dice.random() < 0.01 and self.once(f"/games/{self.game}/resign", {"seat": self.seat}):
            self.ended.add(self.game)
        if self.dice.random() < 0.03 and self.once("/exports", {"kind": "games"}):
            self.exports += 1

    def once(self, path: str, body: Any) -> bool:
        """One try: whether it was acknowledged. What was not may have been done all the same."""
        try:
            self.client.call(path, body)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503):
                self.refused.append(f"{error.code} {path} {error.read()[:200]!r}")
            return False
        except (OSError, ValueError, http.client.HTTPException):
            return False
        return True

    def ended_at(self) -> float:
        """When the killing was over, as far as we noticed."""
        self._ended_at = self._ended_at or time.monotonic()
        return self._ended_at


def run(kills: int, count: int, restarts: int, pause: float) -> dict[str, Any]:
    os.environ[VARIABLE] = " ".join(f"{name}=0" for name in Quotas.__struct_fields__)  # one address plays for all
    cluster = Cluster(CAREFUL, in_memory=False)
    try:
        database = cluster.url("kills")
        club = Club(database)
        ends = threading.Event()
        people = [Player(club.url, seed, ends) for seed in range(count)]
        try:
            for person in people:
                person.begin()
            for person in people:
                person.start()
            done = kill(club, cluster, kills, restarts, pause)
        finally:
            ends.set()
            for person in people:
                person.join(2 * PATIENCE)
        left = wait_for_jobs(database)
        lost = sum(not can_fetch(person) for person in people if person.exports)
        club.stop()
        jobs_lost = {"jobs_left_waiting": left, "exports_lost": lost}
        return {**done, **judge(database, people), **jobs_lost}
    finally:
        cluster.close()


def kill(club: Club, cluster: Cluster, kills: int, restarts: int, pause: float) -> dict[str, Any]:
    dice = random.Random(1942)
    when = {dice.randrange(kills) for _ in range(restarts)} if kills else set()
    for n in range(kills):
        time.sleep(dice.uniform(0.5, 1.5) * pause)
        found = club.processes()
        if found:
            club.kill(dice.choice(found))
        if n in when:
            cluster.stop("immediate")
            time.sleep(1)
            cluster.start()
    return {"kills": kills, "restarts_of_postgresql": len(when)}


def wait_for_jobs(database: str) -> int:
    """How many things are due to be done and are not, although nobody is killed any more."""
    store = Store(database)
    until = time.monotonic() + PATIENCE
    try:
        while True:
            left = store.read(lambda c: sum(jobs.waiting(c).values()))
            if not left or time.monotonic() > until:
                return left
            time.sleep(0.5)
    finally:
        store.close()


def can_fetch(person: Player) -> bool:
    """Whether somebody gets what he has asked for, whole."""
    found = person.ask("/exports") or {"exports": []}
    done = [row for row in found["exports"] if row["stage"] == "done"]
    if not done:
        return False
    with person.client.opener.open(f"{person.client.url}/api/exports/{done[0]['id']}") as reply:
        data = reply.read()
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return len(data) == done[0]["size"] and file.testzip() is None


def judge(database: str, people: list[Player]) -> dict[str, Any]:
    """What the database holds beside what people were told."""
    store = Store(database)
    noted = store.read(lambda c: set(c.execute(select(RESULTS.c.game)).scalars()))
    lost = twice = bad = bots = without = 0
    for person in people:
        for game, seat in person.seats.items():
            lines = store.log(game).read().lines
            own = {(game, line.number) for line in lines if line.kind == "answer" and line.fields["seat"] == seat}
            bots += sum(line.kind == "answer" and line.fields["seat"] != seat for line in lines)
            lost += len({one for one in person.acknowledged if one[0] == game} - own)
            bad += not verify(store.log(game), lambda header: games.load(header["title"])).ok
            without += any(line.kind == "reveal" for line in lines) and game not in noted
        twice += len(person.acknowledged) - len(set(person.acknowledged))
        lost += len(person.ended - {game for game in person.seats if is_over(store, game)})
    store.close()
    return {
        "games": sum(len(person.seats) for person in people),
        "acknowledged": sum(len(person.acknowledged) for person in people),
        "answers_of_bots": bots,
        "ended": sum(len(person.ended) for person in people),
        "exports_asked_for": sum(person.exports for person in people),
        "lost": lost,
        "taken_twice": twice,
        "records_that_do_not_verify": bad,
        "ended_without_results": without,
        "longest_wait_s": round(max(person.longest for person in people), 1),
        "refused": [word for person in people for word in person.refused][:10],
    }


def is_over(store: Store, game: str) -> bool:
    return any(line.kind == "reveal" for line in store.log(game).read().lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument(
        "--restarts", type=int, default=0, help="of PostgreSQL; one for every 60 kills if none is named"
    )
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two kills, about")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    restarts = options.restarts or max(1, options.kills // 60)
    report = run(options.kills, options.games, restarts, options.pause)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for name, figure in report.items():
            print(f"{name.replace('_', ' '):<28} {figure if figure != [] else 'none'}")
    faults = ("lost", "taken_twice", "records_that_do_not_verify", "ended_without_results")
    faults += ("jobs_left_waiting", "exports_lost", "refused")
    sys.exit(1 if any(report[name] for name in faults) else 0)


if __name__ == "__main__":
    main()
