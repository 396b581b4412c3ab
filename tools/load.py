"""How the table bears a crowd: people who decide at a given rate, and sockets that hear of it, on this computer only.

    python tools/load.py [--games 100] [--sockets 300] [--rates 10 20 40] [--seconds 20] [--workers 2] [--full] [--json]

Starts a table of its own on a free port of the loopback with a folder of its own (with --workers: so many processes on
a PostgreSQL of its own, on the disk, and one that plays for bots). Two people play Advance, Inferno one against one and
Roads' Wintergewitter in fixed shares, one game in ten against a bot, with several pages open on each.

Decisions come at random moments, so many a second, whatever the table does with those before (an open loop): a table
that falls behind is asked no more slowly for it. Each is timed from the moment that was meant for it, not from when the
client got round to sending it: *answer* until the reply is there, *news* until the frame is at each page of the other
seat, or, where one plays alone, at the player's own other pages. ``--full`` then has sixteen people at a time answer
without a pause: how much the table does at most. Client, database and table share the processors; how much of them
each used stands beside it. It stops by itself, whatever happens; no time makes it fail, only errors do.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import websockets

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan.table.guard.quotas import VARIABLE, Quotas  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.club.cluster import CAREFUL, Cluster  # noqa: E402
from tests.club.serving import Club  # noqa: E402
from tests.table.test_crash import Client  # noqa: E402

LINK, BOT = {"kind": "link"}, {"kind": "bot", "bot": "random"}
KINDS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("advance", "campaign", {}),
    ("inferno", "one_vs_one", {"soviet": LINK}),
    ("advance", "campaign", {}),
    ("inferno", "one_vs_one", {"soviet": LINK}),
    ("roads", "wintergewitter", {"soviet": LINK}),
    ("advance", "campaign", {}),
    ("inferno", "one_vs_one", {"soviet": LINK}),
    ("inferno", "one_vs_one", {"soviet": BOT}),
    ("advance", "campaign", {}),
    ("inferno", "one_vs_one", {"soviet": LINK}),
)
"""What is played, in turn."""

NUMBER = re.compile(r'\{"kind":"news","number":(\d+),')
ASKED = re.compile(r'"question":\{"number":(\d+),')
"""Where a frame says how far the game is, and what its seat is asked: reading all of it would measure this client."""

ADDRESSES = 50
"""Of the loopback, from which the crowd comes: one address has the share of one household."""

PATIENCE = 240
"""Seconds beyond the wanted ones that opening and closing everything may take."""

AIM_HALF, AIM_MOST = 20.0, 250.0
"""Milliseconds that half of all and 99 of 100 should not exceed."""

AT_ONCE = 16
"""People who answer without a pause where everything is tried out."""

TICKS = os.sysconf("SC_CLK_TCK")


class Question(msgspec.Struct):
    number: int
    choices: list[dict[str, Any]]


class Table(msgspec.Struct):
    question: Question | None


class News(msgspec.Struct):
    table: Table


class Game:
    """One game, as the crowd knows it."""

    def __init__(self, id: str, cookies: dict[str, str]) -> None:
        self.id = id
        self.cookies = cookies
        """Seats of people, and the keys of those who hold them."""
        self.asked: dict[str, str] = {}
        """The newest frame of each seat that is asked something."""
        self.numbers: dict[str, int] = {}
        """How far each seat knows the game: a frame may come after the reply that told the same and more."""
        self.deciding = False
        self.sent: tuple[int, float, str] = (0, 0.0, "")
        """The line that a decision will be, the moment that was meant for it, and whose it is."""


class Crowd:
    """Everybody, and everything that is counted."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.games: list[Game] = []
        self.dice = random.Random(1942)
        self.errors: list[str] = []
        self._lines: list[Line] = []
        self.begin()

    def begin(self) -> None:
        """Count anew."""
        self.answers: list[float] = []
        self.news: list[float] = []
        self.frames = 0
        self.decided = 0

    def ready(self) -> Game | None:
        """A game in which somebody knows what he is asked."""
        for _ in range(50):
            game = self.dice.choice(self.games)
            if game.asked and not game.deciding:
                return game
        return None

    async def ask(self, game: Game, seat: str, body: bytes) -> bytes:
        """A request on a line that rests, or on a new one, as browsers do."""
        line = self._lines.pop() if self._lines else await Line.new(self.url, self.dice)
        reply = await line.post(f"/api/games/{game.id}/answers", game.cookies[seat], body)
        self._lines.append(line)
        return reply


class Line:
    """One connection to the table."""

    def __init__(self, host: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._host = host
        self._reader = reader
        self._writer = writer

    @classmethod
    async def new(cls, url: str, dice: random.Random) -> "Line":
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(some_address(dice), 0))
        return cls(f"{host}:{port}", reader, writer)

    async def post(self, path: str, cookie: str, body: bytes) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nhost: {self._host}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n"
        self._writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        found = re.search(r"\ncontent-length: (\d+)", told)
        reply = await self._reader.readexactly(int(found.group(1)) if found else 0)
        if " 200 " not in told.split("\r\n", 1)[0]:
            raise OSError(f"{told[:20]!r} {reply[:200]!r}")
        return reply


def some_address(dice: random.Random) -> str:
    return f"127.0.0.{2 + dice.randrange(ADDRESSES)}"


async def listen(crowd: Crowd, game: Game, seat: str, is_first: bool, ready: asyncio.Semaphore) -> None:
    """One page: note when each decision of others arrives, and what this seat is asked."""
    address = f"{crowd.url.replace('http', 'ws')}/api/games/{game.id}/live?seat={seat}"
    heard = 0
    more: Any = {"origin": crowd.url, "additional_headers": {"Cookie": game.cookies[seat]}, "max_size": None}
    try:
        async with websockets.connect(address, **more, local_addr=(some_address(crowd.dice), 0)) as socket:
            first = True
            async for frame in socket:
                now = time.perf_counter()
                text = frame if isinstance(frame, str) else frame.decode()
                found = NUMBER.match(text)
                if found is None:
                    continue
                crowd.frames += 1
                if is_first:
                    note_question(game, seat, text)
                number, meant, by = game.sent
                if heard < number <= int(found.group(1)):
                    heard = number
                    if by != seat or (len(game.cookies) == 1 and not is_first):
                        crowd.news.append(now - meant)
                if first:
                    first = False
                    ready.release()
    except (OSError, websockets.WebSocketException) as error:
        crowd.errors.append(f"socket: {error!r}")
        ready.release()


def note_question(game: Game, seat: str, text: str) -> None:
    found = NUMBER.match(text)
    if found is None or int(found.group(1)) < game.numbers.get(seat, 0):
        return
    game.numbers[seat] = int(found.group(1))
    if ASKED.search(text):
        game.asked[seat] = text
    else:
        game.asked.pop(seat, None)


async def decide(crowd: Crowd, game: Game, meant: float) -> None:
    """Somebody answers what he is asked, without much thought."""
    seat = next(iter(game.asked))
    question = msgspec.json.decode(game.asked.pop(seat), type=News).table.question
    assert question is not None
    action = crowd.dice.choice(question.choices)["action"]
    game.sent = (question.number, meant, seat)
    wish = {
        "seat": seat,
        "number": question.number,
        "actions": [action],
        "known": game.numbers[seat],
    }  # as the page does
    try:
        reply = await crowd.ask(game, seat, json.dumps(wish).encode())
        crowd.answers.append(time.perf_counter() - meant)
        crowd.decided += 1
        note_question(game, seat, reply.decode())
    except (OSError, EOFError) as error:
        crowd.errors.append(f"answer: {error!r}")
    finally:
        game.deciding = False


async def open_loop(crowd: Crowd, rate: float, seconds: float) -> None:
    """Decisions at random moments, so many a second, however long those before take."""
    going = set()
    begun = meant = time.perf_counter()
    while True:
        meant += crowd.dice.expovariate(rate)
        if meant - begun > seconds:
            break
        await asyncio.sleep(max(0.0, meant - time.perf_counter()))
        game = crowd.ready()
        if game is None:
            crowd.errors.append("nobody knew of anything to decide")
            continue
        game.deciding = True
        task = asyncio.create_task(decide(crowd, game, meant))
        going.add(task)
        task.add_done_callback(going.discard)
    await asyncio.gather(*going)
    await asyncio.sleep(1)


async def closed_loop(crowd: Crowd, seconds: float) -> None:
    """Some people who answer without a pause, each in whatever game there is something to decide."""
    until = time.perf_counter() + seconds

    async def one() -> None:
        while time.perf_counter() < until:
            game = crowd.ready()
            if game is None:
                await asyncio.sleep(0.01)
                continue
            game.deciding = True
            await decide(crowd, game, time.perf_counter())

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
    await asyncio.sleep(1)


# The table --------------------------------------------------------------------------------------------------------


class Serving(NamedTuple):
    """A table that runs: its address, and which processes are the table's and the database's."""

    url: str
    table: Callable[[], list[int]]
    database: Callable[[], list[int]]


@contextlib.contextmanager
def table(workers: int) -> Iterator[Serving]:
    """One process on a file, or several on a PostgreSQL of its own."""
    if not workers:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            try:
                yield Serving(server.url, lambda: [server.process.pid, *children(server.process.pid)], list)
            finally:
                server.stop()
        return
    os.environ[VARIABLE] = " ".join(f"{name}=0" for name in Quotas.__struct_fields__)  # two people play for all
    cluster = Cluster(CAREFUL, in_memory=False)
    try:
        club = Club(cluster.url("load"), workers)
        postmaster = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
        try:
            yield Serving(club.url, club.processes, lambda: children(postmaster))
        finally:
            club.stop()
    finally:
        cluster.close()


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def used(processes: list[int]) -> float:
    """Seconds of processor that these have used so far."""
    total = 0
    for pid in processes:
        with contextlib.suppress(OSError):
            total += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return total / TICKS


def cookie_of(client: Client) -> str:
    return "; ".join(f"{c.name}={c.value}" for c in client.jar)


async def gather_crowd(url: str, games: int, sockets: int) -> tuple[Crowd, list[asyncio.Task[None]]]:
    """Two people who play all the games, and their pages."""
    anna, boris = Client(url), Client(url)
    anna.call("/hello")
    boris.call("/hello")
    crowd = Crowd(url)
    for n in range(games):
        title, scenario, seats = KINDS[n % len(KINDS)]
        made = anna.call("/games", {"title": title, "scenario": scenario, "seats": seats})
        looked = anna.call(f"/games/{made['id']}")
        cookies = dict.fromkeys(looked["mine"], cookie_of(anna))
        for link in made["links"].values():
            secret = link.rpartition("#")[2]
            sat = boris.call("/join", {"game": made["id"], "secret": secret, "name": "Boris"})
            cookies[sat["seat"]] = cookie_of(boris)
        crowd.games.append(Game(made["id"], cookies))
    ready = asyncio.Semaphore(0)
    pages = [(game, seat, True) for game in crowd.games for seat in game.cookies]
    more = [(game, seat, False) for game in crowd.games for seat in game.cookies]
    pages = (pages + [more[n % len(more)] for n in range(sockets)])[:sockets]
    listening = []
    for place, page in enumerate(pages):
        listening.append(asyncio.create_task(listen(crowd, *page, ready)))
        if place % 20 == 19:  # a crowd that comes, not one that breaks in
            for _ in range(20):
                await ready.acquire()
    for _ in range(sockets % 20):
        await ready.acquire()
    return crowd, listening


async def stage(crowd: Crowd, serving: Serving, rate: float, seconds: float) -> dict[str, Any]:
    """One rate (0: without a pause), and what came of it."""
    crowd.begin()
    before, begun = spent(serving), time.perf_counter()
    if rate:
        await open_loop(crowd, rate, seconds)
    else:
        await closed_loop(crowd, seconds)
    took = time.perf_counter() - begun - 1
    cpu = {name: now - before[name] for name, now in spent(serving).items()}
    return {
        "rate": rate or f"{AT_ONCE} without a pause",
        "decided_a_second": round(crowd.decided / took, 1),
        "answer_p50": part(crowd.answers, 0.5),
        "answer_p99": part(crowd.answers, 0.99),
        "news_p50": part(crowd.news, 0.5),
        "news_p99": part(crowd.news, 0.99),
        "answers": len(crowd.answers),
        "news": len(crowd.news),
        "frames_a_second": round(crowd.frames / took, 1),
        **{f"{name}_cpu": f"{100 * each / (took + 1):.0f} %" for name, each in cpu.items()},
    }


def spent(serving: Serving) -> dict[str, float]:
    own = resource.getrusage(resource.RUSAGE_SELF)
    mine = own.ru_utime + own.ru_stime
    return {"table": used(serving.table()), "database": used(serving.database()), "client": mine}


def part(waits: list[float], share: float) -> float | None:
    """The wait that this share of all does not exceed, in milliseconds."""
    waits = sorted(waits)
    return round(1000 * waits[min(int(len(waits) * share), len(waits) - 1)], 1) if waits else None


def keeps_aims(found: dict[str, Any]) -> bool:
    half, most = (found["answer_p50"], found["news_p50"]), (found["answer_p99"], found["news_p99"])
    return all(ms is not None and ms <= AIM_HALF for ms in half) and all(ms <= AIM_MOST for ms in most)


async def run(options: argparse.Namespace) -> dict[str, Any]:
    rates = [*options.rates, *([0.0] if options.full else [])]
    with table(options.workers) as serving:

        async def all_stages() -> tuple[Crowd, list[dict[str, Any]]]:
            crowd, listening = await gather_crowd(serving.url, options.games, options.sockets)
            await stage(crowd, serving, options.rates[0], options.warm)
            found = [await stage(crowd, serving, rate, options.seconds) for rate in rates]
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            return crowd, found

        crowd, found = await asyncio.wait_for(all_stages(), len(rates) * (options.seconds + 5) + PATIENCE)
    kept = [one["rate"] for one in found if isinstance(one["rate"], float) and keeps_aims(one)]
    return {
        "database": f"PostgreSQL, {options.workers} processes serve" if options.workers else "SQLite, one process",
        "games": options.games,
        "sockets": options.sockets,
        "stages": found,
        "highest_rate_within_the_aims": max(kept, default=None),
        "errors": crowd.errors[:10],
    }


def show(report: dict[str, Any]) -> None:
    stages = report.pop("stages")
    for name in stages[0]:
        print(f"{name.replace('_', ' '):<30}" + "".join(f"{one[name]!s:>22}" for one in stages))
    for name, figure in report.items():
        print(f"{name.replace('_', ' '):<30} {figure if figure != [] else 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=300)
    parser.add_argument("--rates", type=float, nargs="+", default=[10.0, 20.0, 40.0], help="decisions a second")
    parser.add_argument("--seconds", type=float, default=20, help="for each rate")
    parser.add_argument("--warm", type=float, default=5, help="seconds before anything is counted")
    parser.add_argument("--full", action="store_true", help="at the end as fast as it goes")
    parser.add_argument("--workers", type=int, default=0, help="so many processes on a PostgreSQL of its own")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        report = asyncio.run(run(options))
    except TimeoutError:
        sys.exit(f"not done {PATIENCE} seconds after the time that was given")
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        show(dict(report))
    sys.exit(1 if report["errors"] or not all(one["answers"] for one in report["stages"]) else 0)


if __name__ == "__main__":
    main()
