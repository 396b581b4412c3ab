"""How the table bears a crowd: sockets on many games with bots deciding, on this computer only.

    python tools/load.py [--games 100] [--sockets 300] [--seconds 20] [--workers 2] [--json]

Starts a table of its own on a free port of the loopback with a folder of its own (with --workers: so many processes on
a PostgreSQL of its own, on the disk, and one that plays for bots), opens games of which every other one
is played by a bot, listens with several sockets on each, and reports how long it took from the moment a decision was
sent until its event arrived (p50, p99). Timed decisions come from a person's seat over REST, so that every figure spans
request, rules, disk and socket. The processor time of both sides (from start to end, opening the games included) tells
whether the machine was busy with something else. It stops by itself, whatever happens; no time makes it fail, only
errors do.
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan.table.guard.quotas import VARIABLE, Quotas  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.club.cluster import CAREFUL, Cluster  # noqa: E402
from tests.club.serving import Club  # noqa: E402
from tests.table.test_crash import Client  # noqa: E402

TITLE = "advance"
NUMBER = re.compile(r'\{"kind":"news","number":(\d+),')
"""Where a frame says how far the game is: reading all of it would measure this client."""

PATIENCE = 120
"""Seconds beyond the wanted ones that opening and closing everything may take."""


class Crowd:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.sent: dict[str, tuple[int, float]] = {}
        self.waits: list[float] = []
        self.replies: list[float] = []
        self.frames = 0
        self.errors: list[str] = []


class Person:
    """One browser tab: a connection that stays open, as a browser keeps it."""

    def __init__(self, url: str, cookie: str) -> None:
        self.line = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
        self.headers = {"cookie": cookie, "content-type": "application/json"}

    def call(self, path: str, body: Any = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        self.line.request("POST" if data else "GET", f"/api{path}", data, self.headers)
        reply = self.line.getresponse()
        text = reply.read()
        if reply.status != 200:
            raise OSError(f"{reply.status}: {text[:200]!r}")
        return json.loads(text)


async def listen(url: str, cookie: str, game: str, crowd: Crowd, ready: asyncio.Semaphore) -> None:
    """One socket: note when each decision's event arrives."""
    address = f"{url.replace('http', 'ws')}/api/games/{game}/live"
    heard = 0
    try:
        headers = {"Cookie": cookie}
        more: Any = {"origin": url, "additional_headers": headers, "max_size": None, "compression": None}
        async with websockets.connect(address, **more) as socket:
            await socket.recv()
            ready.release()
            async for frame in socket:
                now = time.perf_counter()
                crowd.frames += 1
                found = NUMBER.match(frame if isinstance(frame, str) else frame.decode())
                asked, at = crowd.sent.get(game, (0, 0.0))
                if found and heard < asked <= int(found.group(1)):
                    crowd.waits.append(now - at)
                    heard = asked
    except (OSError, websockets.WebSocketException) as error:
        crowd.errors.append(f"socket: {error}")


async def decide(person: Person, game: str, crowd: Crowd, until: float, dice: random.Random) -> None:
    """One person who answers without much thought, every two or three seconds, and then sees the next question."""
    loop = asyncio.get_running_loop()
    try:
        table: Any = await loop.run_in_executor(None, person.call, f"/games/{game}")
        while time.perf_counter() < until and table["question"] is not None:
            await asyncio.sleep(dice.uniform(0.8, 4.0))
            question = table["question"]
            action = dice.choice(question["choices"])["action"]
            body = {"seat": table["seat"], "number": question["number"], "actions": [action]}
            begun = time.perf_counter()
            crowd.sent[game] = (question["number"], begun)
            table = (await loop.run_in_executor(None, person.call, f"/games/{game}/answers", body))["table"]
            crowd.replies.append(time.perf_counter() - begun)
    except OSError as error:
        crowd.errors.append(f"answer: {error}")


@contextlib.contextmanager
def table(workers: int) -> Iterator[str]:
    """The address of a table: one process on a file, or several on a PostgreSQL of its own."""
    if workers:
        os.environ[VARIABLE] = " ".join(f"{name}=0" for name in Quotas.__struct_fields__)  # one address plays for all
        cluster = Cluster(CAREFUL, in_memory=False)
        try:
            club = Club(cluster.url("load"), workers)
            try:
                yield club.url
            finally:
                club.stop()
        finally:
            cluster.close()
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server.url
        finally:
            server.stop()


async def run(games: int, sockets: int, seconds: float, workers: int) -> dict[str, Any]:
    with table(workers) as url:
        report = await asyncio.wait_for(measure(url, games, sockets, seconds), seconds + PATIENCE)
    report["database"] = f"PostgreSQL, {workers} processes serve" if workers else "SQLite, one process"
    own, served = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    report["client_cpu_s"] = round(own.ru_utime + own.ru_stime, 1)
    report["server_cpu_s"] = round(served.ru_utime + served.ru_stime, 1)
    return report


async def measure(url: str, games: int, sockets: int, seconds: float) -> dict[str, Any]:
    client = Client(url)
    client.call("/hello")
    cookie = "; ".join(f"{c.name}={c.value}" for c in client.jar)
    crowd = Crowd()
    dice = random.Random(1942)
    made = []
    for n in range(games):
        seats = {"german": {"kind": "me" if n % 2 else "bot", "bot": "random"}}
        made.append((client.call("/games", {"title": TITLE, "scenario": "campaign", "seats": seats})["id"], n % 2))
    ready = asyncio.Semaphore(0)
    listening = [asyncio.create_task(listen(url, cookie, made[i % games][0], crowd, ready)) for i in range(sockets)]
    for _ in range(sockets):
        await ready.acquire()
    crowd.frames = 0
    until = time.perf_counter() + seconds
    deciding = [decide(Person(url, cookie), game, crowd, until, dice) for game, mine in made if mine]
    await asyncio.gather(*deciding)
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    waits, replies = sorted(crowd.waits), sorted(crowd.replies)
    return {
        "games": games,
        "sockets": sockets,
        "seconds": seconds,
        "frames": crowd.frames,
        "decisions_heard": len(waits),
        "p50_ms": part(waits, 0.5),
        "p99_ms": part(waits, 0.99),
        "reply_p50_ms": part(replies, 0.5),
        "reply_p99_ms": part(replies, 0.99),
        "errors": crowd.errors[:10],
    }


def part(waits: list[float], share: float) -> float | None:
    """The wait that this share of all does not exceed, in milliseconds."""
    return round(1000 * waits[min(int(len(waits) * share), len(waits) - 1)], 1) if waits else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, default=0, help="so many processes on a PostgreSQL of its own")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        report = asyncio.run(run(options.games, options.sockets, options.seconds, options.workers))
    except TimeoutError:
        sys.exit(f"not done {PATIENCE} seconds after the time that was given")
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for name, figure in report.items():
            print(f"{name.replace('_', ' '):<18} {figure if figure != [] else 'none'}")
    sys.exit(1 if report["errors"] or not report["decisions_heard"] else 0)


if __name__ == "__main__":
    main()
