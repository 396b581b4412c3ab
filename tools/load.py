"""How the table bears a crowd: sockets on many games with bots deciding, on this computer only.

    python tools/load.py [--games 100] [--sockets 300] [--seconds 20] [--json]

Starts a table of its own on a free port of the loopback with a folder of its own, opens games of which every other one
is played by a bot, listens with several sockets on each, and reports how long it took from the moment a decision was
sent until its event arrived (p50, p99). Timed decisions come from a person's seat over REST, so that every figure spans
request, rules, disk and socket. It stops by itself, whatever happens; no time makes it fail, only errors do.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.browser.serving import Server  # noqa: E402
from tests.table.test_crash import Client  # noqa: E402

TITLE = "advance"
PATIENCE = 120
"""Seconds beyond the wanted ones that opening and closing everything may take."""


class Crowd:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, int], float] = {}
        self.waits: list[float] = []
        self.frames = 0
        self.errors: list[str] = []


async def listen(url: str, cookie: str, game: str, crowd: Crowd, ready: asyncio.Semaphore) -> None:
    """One socket: note when each decision's event arrives."""
    address = f"{url.replace('http', 'ws')}/api/games/{game}/live"
    heard = 0
    try:
        headers = {"Cookie": cookie}
        async with websockets.connect(address, origin=url, additional_headers=headers, max_size=None) as socket:  # type: ignore[arg-type]
            await socket.recv()
            ready.release()
            async for frame in socket:
                now = time.perf_counter()
                crowd.frames += 1
                number = json.loads(frame)["number"]
                for asked in [k[1] for k in crowd.sent if k[0] == game and heard < k[1] <= number]:
                    crowd.waits.append(now - crowd.sent[game, asked])
                    heard = asked
    except (OSError, websockets.WebSocketException) as error:
        crowd.errors.append(f"socket: {error}")


async def decide(client: Client, game: str, crowd: Crowd, until: float, dice: random.Random) -> None:
    """One person who answers without much thought, about twice a second."""
    loop = asyncio.get_running_loop()
    while time.perf_counter() < until:
        await asyncio.sleep(dice.uniform(0.2, 1.0) * 4)
        try:
            table: Any = await loop.run_in_executor(None, client.call, f"/games/{game}")
            question = table["question"]
            if question is None:
                return
            action = dice.choice(question["choices"])["action"]
            body = {"seat": table["seat"], "number": question["number"], "actions": [action]}
            crowd.sent = {k: v for k, v in crowd.sent.items() if k[0] != game}
            crowd.sent[game, question["number"]] = time.perf_counter()
            await loop.run_in_executor(None, client.call, f"/games/{game}/answers", body)
        except OSError as error:
            crowd.errors.append(f"answer: {error}")


async def run(games: int, sockets: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            return await asyncio.wait_for(measure(server.url, games, sockets, seconds), seconds + PATIENCE)
        finally:
            server.stop()


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
    await asyncio.gather(*[decide(client, game, crowd, until, dice) for game, mine in made if mine])
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    waits = sorted(crowd.waits)
    return {
        "games": games,
        "sockets": sockets,
        "seconds": seconds,
        "frames": crowd.frames,
        "decisions_heard": len(waits),
        "p50_ms": round(1000 * waits[len(waits) // 2], 1) if waits else None,
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 1) if waits else None,
        "errors": crowd.errors[:10],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        report = asyncio.run(run(options.games, options.sockets, options.seconds))
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
