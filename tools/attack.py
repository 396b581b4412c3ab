"""Attack a table of our own: what a cheat and a careless guest would do to it, on this computer only.

    python tools/attack.py [--only NAME ...] [--seconds 10] [--kills 200] [--games 2000] [--club] [--small] [--json]

Starts servers on free ports of the loopback, each with a folder of its own, and does to them: hostile imports, floods,
forged headers, idle and slow connections, sockets that do not read, 40 long games that ask for everything dear, kill -9
in the middle of play, a full disk, thousands of games. Meanwhile somebody plays at another table, in a process of its
own, and his waits are reported for each attack. Every loop has an end in number and in time. It fails if an
acknowledged decision is lost, the server dies or breaks (500), or a door stays shut; no time makes it fail.

With ``--club`` the table is two processes and one for bots on a PostgreSQL of its own, without quotas, so that all that
is asked is done; killing those is what tools/kills.py does, and a full disk is PostgreSQL's own affair.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tools.bystander import PATIENCE, Bystander, Line, percent  # noqa: E402
from tools.hostile import hostile_records, long_record  # noqa: E402

from kurgan import games  # noqa: E402
from kurgan.table.guard.limits import BURST, RATE  # noqa: E402
from kurgan.table.guard.quotas import VARIABLE, Quotas  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.club.cluster import CAREFUL, Cluster  # noqa: E402
from tests.club.serving import Club  # noqa: E402

AIM_P99_MS = 250
BROKEN = (500, 501, 502, 504)


# What is done -----------------------------------------------------------------------------------------------------


def processes_of(server: Server | Club) -> list[int]:
    """The processes that serve, or work for those who do."""
    return sorted(server.processes()) if isinstance(server, Club) else [server.process.pid]


class Attack:
    """One server, a bystander, and what was counted."""

    def __init__(self, server: Server | Club, seconds: float, small: bool) -> None:
        self.seconds = seconds
        self.small = small
        self.server = server
        self.port = self.server.port
        self.bystander = Bystander(self.port)
        self.processes = processes_of(server)  # all of them are there by now
        self.failures: list[str] = []

    def close(self) -> None:
        self.bystander.end()
        self.server.stop()

    def measured(self, act: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Do it, then say how the other table fared meanwhile."""
        self.bystander.waits()
        figures = act()
        waits = self.bystander.waits()
        figures |= {"other_table_p50_ms": percent(waits, 0.5), "other_table_p99_ms": percent(waits, 0.99)}
        figures["other_table_answers"] = len(waits)
        if not waits:
            self.failures.append("the other table stood still")
        if self.server.process.poll() is not None:
            self.failures.append("the server died")
        elif processes_of(self.server) != self.processes:
            self.failures.append("a process of the club died")
            self.processes = processes_of(self.server)
        return figures

    def crowd(self, count: int, act: Callable[[int, Counter[str]], None]) -> Counter[str]:
        """Several at once, each until the time is over; statuses are counted."""
        found: Counter[str] = Counter()
        until = time.monotonic() + self.seconds

        def work(i: int) -> None:
            while time.monotonic() < until:
                try:
                    act(i, found)
                except OSError:
                    found["cut off"] += 1
                    time.sleep(0.01)
                except Exception as error:
                    found[type(error).__name__] += 1
                    time.sleep(0.05)

        threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(self.seconds + 2 * PATIENCE)
        for status in BROKEN:
            if found[str(status)]:
                self.failures.append(f"{found[str(status)]} answers with status {status}")
        return found

    # Each of them -------------------------------------------------------------------------------------------------

    def quiet(self) -> dict[str, Any]:
        """Nothing, for comparison; and a reply on a kept connection."""
        person, waits = Line(self.port).hello(), []
        for _ in range(100):
            begun = time.perf_counter()
            person.ask("GET", "/api/titles/none/face")
            waits.append(1000 * (time.perf_counter() - begun))
        time.sleep(self.seconds / 2)
        return {"kept_connection_p50_ms": percent(waits, 0.5), "kept_connection_p99_ms": percent(waits, 0.99)}

    def imports(self) -> dict[str, Any]:
        """Records that ask for two thousand million dice, and their relatives."""
        evil = list(hostile_records())
        persons = [Line(self.port).hello() for _ in range(4)]

        def act(i: int, found: Counter[str]) -> None:
            name, body = evil[random.randrange(len(evil))]
            status, told = persons[i].ask("POST", "/api/games/import", body)
            found[str(status)] += 1
            if status == 201:
                found[f"taken: {name}"] += 1
            elif status >= 500 and status != 503:
                self.failures.append(f"import '{name}': {status} {str(told)[:100]}")

        return {"kinds": len(evil), "answers": dict(self.crowd(4, act))}

    def floods(self) -> dict[str, Any]:
        """Requests as fast as they go, each with another forged address; everything that costs something."""
        owner = Line(self.port).hello()
        game = owner.new(scenario="campaign")
        paths = ("/api/hello", "/api/games", f"/api/games/{game}", f"/api/games/{game}/log", f"/api/games/{game}/why")
        lines = [Line(self.port, owner.cookie if i % 2 else "") for i in range(16)]

        def act(i: int, found: Counter[str]) -> None:
            forged = f"203.0.113.{random.randrange(256)}"
            status, _ = lines[i].ask("GET", random.choice(paths), x_forwarded_for=forged)
            found[str(status)] += 1

        found = self.crowd(16, act)
        allowed = BURST + RATE * (self.seconds + 2)
        if found["200"] > allowed:
            self.failures.append(f"{found['200']} answers in a flood, where {allowed:.0f} are allowed")
        return {"answers": dict(found), "a_second": round(found.total() / self.seconds)}

    def headers(self) -> dict[str, Any]:
        """Foreign names, foreign pages, forged proxies."""
        person = Line(self.port).hello()
        found: Counter[str] = Counter()
        for host in ("evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::2]", "10.0.0.1", ""):
            status, _ = person.ask("GET", "/api/games", host=host)
            found[f"host {status}"] += 1
            if status < 400:
                self.failures.append(f"served under the name '{host}'")
        status, _ = person.ask("PATCH", "/api/me", {"name": "x"}, origin="http://evil.example")
        found[f"origin {status}"] += 1
        if status != 403:
            self.failures.append("a foreign page changed something")
        for origin in ("http://evil.example", ""):
            game = person.new(scenario="campaign")
            found[f"socket {open_socket(self.port, person.cookie, game, origin)[0]}"] += 1
        return {"answers": dict(found)}

    def idle(self) -> dict[str, Any]:
        """More silent connections than there are file handles in most places."""
        want = 200 if self.small else 1500
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < want + 200:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(want + 500, hard), hard))
        held: list[socket.socket] = []
        with contextlib.suppress(OSError):
            for _ in range(want):
                held.append(socket.create_connection(("127.0.0.1", self.port), 5))
        begun = time.perf_counter()
        Line(self.port, timeout=20).hello()
        took = 1000 * (time.perf_counter() - begun)
        time.sleep(self.seconds / 2)
        for one in held:
            one.close()
        return {"connections": len(held), "a_newcomer_waits_ms": round(took, 1)}

    def slow(self) -> dict[str, Any]:
        """Heads and bodies byte by byte, answers and sockets that nobody reads."""
        count = 20 if self.small else 100
        person = Line(self.port).hello()
        game = person.new("roads")
        begun = [slow_start(self.port, i, person.cookie, game) for i in range(count)]
        until = time.monotonic() + max(self.seconds, 14)
        cut = 0
        while time.monotonic() < until:
            time.sleep(1)
            alive = []
            for one in begun:
                try:
                    one.setblocking(False)
                    one.send(b"x")
                    alive.append(one)
                except OSError:
                    cut += 1
            begun = alive
        begun_new = time.perf_counter()
        Line(self.port, timeout=20).hello()
        took = 1000 * (time.perf_counter() - begun_new)
        for one in begun:
            one.close()
        return {"slow_clients": count, "cut_off": cut, "a_newcomer_waits_ms": round(took, 1)}

    def dear(self) -> dict[str, Any]:
        """Long games asking for everything that takes long, all at once."""
        persons = [Line(self.port, timeout=180).hello() for _ in range(2 if self.small else 8)]
        mine: list[tuple[Line, str]] = []
        for i, person in enumerate(persons):
            text = long_record(f"attack {i}", 150 if self.small else 900)
            status, found = person.ask("POST", "/api/games/import", {"text": text})
            if status != 201:
                self.failures.append(f"a good record was not taken: {status} {str(found)[:200]}")
                continue
            game = found["id"]
            mine.append((person, game))
            shown = person.must("GET", f"/api/games/{game}")
            at = {"seat": shown["seat"], "at": 2 if self.small else shown["number"] - 10}
            for _ in range(1 if self.small else 4):
                made = person.must("POST", f"/api/games/{game}/branch", at)
                mine.append((person, made["id"]))
        wishes = ("turns", "luck", "story", "export", "moment/90", "odds", "routes", "hint", "log")

        def act(i: int, found: Counter[str]) -> None:
            person, game = mine[i % len(mine)]
            line = Line(self.port, person.cookie, 180)
            status, _ = line.ask("GET", f"/api/games/{game}/{random.choice(wishes)}")
            found[str(status)] += 1
            line.line.close()

        return {"games": len(mine), "answers": dict(self.crowd(len(mine), act))} if mine else {}


def open_socket(port: int, cookie: str, game: str, origin: str) -> tuple[str, socket.socket]:
    """Ask for a WebSocket by hand; the status of the answer, and the line."""
    line = socket.create_connection(("127.0.0.1", port), 10)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = (
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n"
    )
    line.sendall((head + (f"Origin: {origin}\r\n" if origin else "") + "\r\n").encode())
    return line.recv(64)[9:12].decode(errors="replace"), line


def slow_start(port: int, i: int, cookie: str, game: str) -> socket.socket:
    """A client that will take its time, of one of four kinds."""
    if i % 4 == 3:
        return open_socket(port, cookie, game, f"http://127.0.0.1:{port}")[1]
    line = socket.create_connection(("127.0.0.1", port), 5)
    host = f"Host: 127.0.0.1:{port}\r\n"
    if i % 4 == 0:
        line.sendall(f"GET /api/hello HTTP/1.1\r\n{host}X-Slow: ".encode())
    elif i % 4 == 1:
        line.sendall(f"POST /api/games HTTP/1.1\r\n{host}Content-Length: 5000\r\n\r\n".encode())
    else:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        ask = f"GET /api/games/{game} HTTP/1.1\r\n{host}Cookie: {cookie}\r\n\r\n".encode()
        line.sendall(ask * 20)
    return line


# On servers of their own ------------------------------------------------------------------------------------------


def kills(folder: Path, count: int, failures: list[str]) -> dict[str, Any]:
    """kill -9 in the middle of play, again and again: what was acknowledged is there."""
    server, dice = Server(folder), random.Random(9)
    person = Line(server.port).hello()
    game, acknowledged, lost, decisions = "", 0, 0, 0
    begun = time.monotonic()
    for done in range(1, count + 1):
        if not game:
            game, acknowledged = person.new(scenario="campaign"), 0
        kept: list[int] = []
        playing = threading.Thread(target=decide, args=(person, game, dice, kept), daemon=True)
        playing.start()
        for _ in range(200):  # until it plays; then in the middle of it
            if kept:
                break
            time.sleep(0.05)
        time.sleep(dice.uniform(0.0, 0.4))
        server.kill()
        playing.join(PATIENCE)
        decisions += len(kept)
        acknowledged = max([acknowledged, *kept])
        server = Server(folder, server.port)
        person = Line(server.port, person.cookie)
        table = person.must("GET", f"/api/games/{game}")
        if table["number"] < acknowledged:
            lost += 1
            failures.append(f"kill {done}: line {acknowledged} was acknowledged, {table['number']} is there")
        if table["question"] is None:
            game = ""
        if time.monotonic() - begun > 30 * count:
            break
    server.stop()
    return {"kills": done, "decisions_acknowledged": decisions, "acknowledged_and_lost": lost}


def decide(person: Line, game: str, dice: random.Random, kept: list[int]) -> None:
    """Answer as fast as it goes until the line is dead; note each number that was acknowledged."""
    with contextlib.suppress(OSError, http.client.HTTPException, KeyError, TypeError):
        table = person.must("GET", f"/api/games/{game}")
        for _ in range(1000):
            question = table["question"]
            action = dice.choice(question["choices"])["action"]
            body = {"seat": table["seat"], "number": question["number"], "actions": [action]}
            table = person.must("POST", f"/api/games/{game}/answers", body)["table"]
            kept.append(table["number"])


def full_disk(folder: Path, failures: list[str]) -> dict[str, Any]:
    """A disk of three megabytes that is filled while somebody plays; where we may not mount one, it is said."""
    small = folder / "small"
    small.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], capture_output=True, check=False
    )
    if made.returncode:
        return {
            "full_disk": "no small disk could be mounted here; tests/table/test_desk.py holds it with a full database"
        }
    try:
        server = Server(small)
        person = Line(server.port).hello()
        game = person.new(scenario="campaign")
        with contextlib.suppress(OSError), (small / "filler").open("wb", buffering=0) as filler:
            for _ in range(4096):
                filler.write(b"x" * 1024)
        found: Counter[str] = Counter()
        number = person.must("GET", f"/api/games/{game}")["number"]
        for _ in range(400):
            status, told = person.ask("POST", f"/api/games/{game}/talk", {"seat": "german", "text": "x" * 900})
            found[str(status)] += 1
            if status == 503:
                break
        if not found["503"]:
            failures.append(f"a full disk was not noticed: {dict(found)} {told}")
        (small / "filler").unlink()
        kept: list[int] = []
        decide_some(person, game, kept)
        if not kept or kept[-1] <= number:
            failures.append("after the disk had room again nothing could be decided")
        server.kill()
        again = Server(small)
        table = Line(again.port, person.cookie).must("GET", f"/api/games/{game}")
        if kept and table["number"] < kept[-1]:
            failures.append("a decision was lost on a full disk")
        again.stop()
        return {"answers_while_full": dict(found), "decisions_afterwards": len(kept)}
    finally:
        subprocess.run(["umount", "-l", str(small)], capture_output=True, check=False)


def decide_some(person: Line, game: str, kept: list[int], count: int = 5) -> None:
    table = person.must("GET", f"/api/games/{game}")
    for _ in range(count):
        question = table["question"]
        if question is None:
            return
        body = {"seat": table["seat"], "number": question["number"], "actions": [question["choices"][0]["action"]]}
        table = person.must("POST", f"/api/games/{game}/answers", body)["table"]
        kept.append(table["number"])


def memory(server: Server | Club, count: int, failures: list[str]) -> dict[str, Any]:
    """Many games, each made, looked at and left: what the server keeps of them in memory, all processes together."""
    titles = list(games.TITLES)
    figures: dict[str, Any] = {}
    steps = max(1, count // 10)
    person = Line(server.port).hello()
    for number in range(1, count + 1):
        if number % 50 == 0:
            person = Line(server.port).hello()
        game = person.new(titles[number % len(titles)])
        person.must("GET", f"/api/games/{game}")
        if number % steps == 0:
            figures[str(number)] = round(sum(resident(pid) for pid in processes_of(server)), 1)
    server.stop()
    sizes = list(figures.values())
    half, last = sizes[len(sizes) // 2 - 1], sizes[-1]
    growth = round(100 * (last - half) / half, 1) if half else 0.0
    if count >= 2000 and growth > 10:
        failures.append(f"memory grew by {growth} % over the second half of {count} games")
    return {"megabytes_after_games": figures, "growth_in_second_half_percent": growth}


def resident(process: int) -> float:
    """Megabytes of a process in memory; 0 where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return round(pages * resource.getpagesize() / 2**20, 1)


# All of it --------------------------------------------------------------------------------------------------------

AT_ONE_SERVER = ("quiet", "imports", "floods", "headers", "idle", "slow", "dear")
ALONE = ("kills", "disk", "memory")
OF_A_FILE = ("kills", "disk")
"""What is done to a table on a file only."""


class Tables:
    """Tables to attack: each on a file in a folder of its own, or a club on a PostgreSQL for all of them."""

    def __init__(self, folder: Path, is_club: bool) -> None:
        self.folder = folder
        self.cluster = Cluster(CAREFUL, in_memory=False) if is_club else None
        if is_club:
            os.environ[VARIABLE] = " ".join(f"{name}=0" for name in Quotas.__struct_fields__)

    def new(self, name: str) -> Server | Club:
        if self.cluster is not None:
            return Club(self.cluster.url(name))
        return Server(self.place(name))

    def place(self, name: str) -> Path:
        (self.folder / name).mkdir()
        return self.folder / name

    def close(self) -> None:
        if self.cluster is not None:
            self.cluster.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def run(
    only: list[str], seconds: float, kill_count: int, game_count: int, small: bool, is_club: bool = False
) -> dict[str, Any]:
    report: dict[str, Any] = {}
    failures: list[str] = []
    tables = Tables(Path(tempfile.mkdtemp(prefix="kurgan-attack-")), is_club)
    try:
        wanted = [name for name in AT_ONE_SERVER if name in only]
        if wanted:
            attack = Attack(tables.new("one"), seconds, small)
            try:
                for name in wanted:
                    print(f"{name} ...", file=sys.stderr, flush=True)
                    report[name] = attack.measured(getattr(attack, name))
            finally:
                attack.close()
            failures += attack.failures
        alone: dict[str, Callable[[str], dict[str, Any]]] = {
            "kills": lambda name: kills(tables.place(name), kill_count, failures),
            "disk": lambda name: full_disk(tables.place(name), failures),
            "memory": lambda name: memory(tables.new(name), game_count, failures),
        }
        for name in [name for name in ALONE if name in only and not (is_club and name in OF_A_FILE)]:
            print(f"{name} ...", file=sys.stderr, flush=True)
            report[name] = alone[name](name)
    finally:
        tables.close()
    report["failures"] = failures
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="*", default=[*AT_ONE_SERVER, *ALONE], choices=[*AT_ONE_SERVER, *ALONE])
    parser.add_argument("--seconds", type=float, default=10, help="for each attack that goes on for a while")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=2000, help="for the memory")
    parser.add_argument("--club", action="store_true", help="two processes on a PostgreSQL of its own")
    parser.add_argument("--small", action="store_true", help="a small share of everything")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.small:
        options.seconds, options.kills, options.games = min(options.seconds, 2), min(options.kills, 3), 30
    report = run(options.only, options.seconds, options.kills, options.games, options.small, options.club)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for name, figures in report.items():
            print(name)
            for key, figure in figures.items() if isinstance(figures, dict) else [("", figures or "none")]:
                print(f"  {key.replace('_', ' '):<32} {figure}")
        slow = [n for n, f in report.items() if isinstance(f, dict) and (f.get("other_table_p99_ms") or 0) > AIM_P99_MS]
        print(f"other table's p99 over {AIM_P99_MS} ms during: {', '.join(slow) or 'none'}")
    sys.exit(1 if report["failures"] else 0)


if __name__ == "__main__":
    main()
