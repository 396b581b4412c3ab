"""Kill processes of a club under play, on this computer only, and count what was lost.

    python tools/kills.py [--kills 20] [--games 6] [--restarts 1] [--json]

Starts a PostgreSQL and a club of its own (two processes serve, one plays for bots), lets people play against bots,
kills a process of it at random again and again (kill -9), and stops and starts PostgreSQL in between. In the end every
answer that was acknowledged must stand in its record once, every record must verify, and no bot may be left waiting. It
fails if not; no time makes it fail.
"""

import argparse
import json
import random
import sys
import threading
import time
import urllib.error
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan import games  # noqa: E402
from kurgan.session.replay import BOT  # noqa: E402
from kurgan.session.session import Session  # noqa: E402
from kurgan.session.store import Store  # noqa: E402
from kurgan.session.verify import verify  # noqa: E402
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
        self.acknowledged: list[int] = []
        self.refused: list[str] = []
        self.longest = 0.0

    def ask(self, path: str, body: Any = None) -> Any:
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE:
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
            except (OSError, ValueError):
                pass
            time.sleep(0.05)
        self.refused.append(f"nobody answered {path}")
        return None

    def begin(self) -> None:
        self.ask("/hello")
        first, second = games.load(TITLE).seats(SCENARIO)
        self.seat, other = (first, second) if self.dice.random() < 0.5 else (second, first)
        seats = {self.seat: {"kind": "me"}, other: {"kind": "bot", "bot": "random"}}
        self.game = self.ask("/games", {"title": TITLE, "scenario": SCENARIO, "seats": seats})["id"]

    def run(self) -> None:
        while not self.ends.is_set():
            table = self.ask(f"/games/{self.game}")
            question = table["question"] if table else None
            if question is None:
                time.sleep(0.05)
                continue
            action = self.dice.choice(question["choices"])["action"]
            body = {"seat": self.seat, "number": question["number"], "actions": [action]}
            if self.once(body):
                self.acknowledged.append(question["number"])
            time.sleep(0.02)

    def once(self, body: Any) -> bool:
        """One try: whether it was acknowledged. What was not may stand in the record all the same."""
        try:
            self.client.call(f"/games/{self.game}/answers", body)
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503):
                self.refused.append(f"{error.code} answer {error.read()[:200]!r}")
            return False
        except (OSError, ValueError):
            return False
        return True


def run(kills: int, count: int, restarts: int, pause: float) -> dict[str, Any]:
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
                person.join(PATIENCE)
        waiting = wait_for_bots(database, people)
        club.stop()
        return {**done, **judge(database, people), "bots_left_waiting": waiting}
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


def wait_for_bots(database: str, people: list[Player]) -> int:
    """How many bots are asked and do not answer, although nobody is killed any more."""
    store = Store(database)
    until = time.monotonic() + PATIENCE
    while True:
        waiting = 0
        for person in people:
            session = Session.load(games.load(TITLE), store.log(person.game))
            holder = session.seats.get(session.awaited)
            waiting += holder is not None and holder.held == BOT
        if not waiting or time.monotonic() > until:
            store.close()
            return waiting
        time.sleep(0.5)


def judge(database: str, people: list[Player]) -> dict[str, Any]:
    store = Store(database)
    lost = twice = bad = bots = 0
    for person in people:
        lines = store.log(person.game).read().lines
        own = {line.number for line in lines if line.kind == "answer" and line.fields["seat"] == person.seat}
        bots += sum(line.kind == "answer" and line.fields["seat"] != person.seat for line in lines)
        lost += len(set(person.acknowledged) - own)
        twice += len(person.acknowledged) - len(set(person.acknowledged))
        bad += not verify(store.log(person.game), lambda header: games.load(header["title"])).ok
    store.close()
    return {
        "games": len(people),
        "acknowledged": sum(len(person.acknowledged) for person in people),
        "answers_of_bots": bots,
        "lost": lost,
        "taken_twice": twice,
        "records_that_do_not_verify": bad,
        "longest_wait_s": round(max(person.longest for person in people), 1),
        "refused": [word for person in people for word in person.refused][:10],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--restarts", type=int, default=1)
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two kills, about")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = run(options.kills, options.games, options.restarts, options.pause)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for name, figure in report.items():
            print(f"{name.replace('_', ' '):<28} {figure if figure != [] else 'none'}")
    faults = ("lost", "taken_twice", "records_that_do_not_verify", "bots_left_waiting", "refused")
    sys.exit(1 if any(report[name] for name in faults) else 0)


if __name__ == "__main__":
    main()
