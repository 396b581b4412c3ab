"""Somebody who plays at another table while ours is attacked, in a process of its own: ``bystander.py PORT``."""

import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

PATIENCE = 60


class Line:
    """One person's browser: a connection that is kept, and a cookie."""

    def __init__(self, port: int, cookie: str = "", timeout: float = PATIENCE, own: str = "") -> None:
        self.port = port
        self.cookie = cookie
        source = (own, 0) if own and sys.platform == "linux" else None
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout, source_address=source)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and answer; a line that was cut is opened again once."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        whole = {"cookie": self.cookie, "content-type": "application/json"}
        whole |= {name.replace("_", "-"): value for name, value in headers.items()}
        for again in (True, False):
            try:
                self.line.request(method, path, data, whole)
                reply = self.line.getresponse()
                text = reply.read()
                break
            except (OSError, http.client.HTTPException):
                self.line.close()
                if not again:
                    raise
        key = reply.getheader("set-cookie")
        if key:
            self.cookie = key.split(";")[0]
        try:
            return reply.status, json.loads(text)
        except ValueError:
            return reply.status, text

    def must(self, method: str, path: str, body: Any = None) -> Any:
        status, found = self.ask(method, path, body)
        if status >= 300:
            raise OSError(f"{method} {path}: {status} {str(found)[:200]}")
        return found

    def hello(self) -> "Line":
        self.must("GET", "/api/hello")
        return self

    def new(self, title: str = "advance", **more: Any) -> str:
        return str(self.must("POST", "/api/games", {"title": title, **more})["id"])


def percent(waits: list[float], share: float) -> float | None:
    ordered = sorted(waits)
    return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)], 1) if ordered else None


# Somebody else's table ------------------------------------------------------------------------------------------


class Bystander:
    """Plays at another table in a process of its own; tells how long his answers took."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, str(Path(__file__)), str(port)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def waits(self) -> list[float]:
        """Milliseconds of each answer since the last time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("tell\n")
        self.process.stdin.flush()
        found: list[float] = json.loads(self.process.stdout.readline())
        return found

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def play_beside(port: int) -> None:
    """The other process: one decision after the other, twenty a second at most, from an address of its own."""
    person, dice = Line(port, own="127.0.0.2").hello(), random.Random(1)
    waits: list[float] = []
    asked = threading.Event()
    threading.Thread(target=lambda: [asked.set() for _ in sys.stdin] and None, daemon=True).start()
    game = person.new(scenario="campaign")
    table = person.must("GET", f"/api/games/{game}")
    print("ready", flush=True)
    while os.getppid() > 1:
        if table["question"] is None:
            game = person.new(scenario="campaign")
            table = person.must("GET", f"/api/games/{game}")
        question = table["question"]
        action = dice.choice(question["choices"])["action"]
        body = {"seat": table["seat"], "number": question["number"], "actions": [action]}
        begun = time.perf_counter()
        try:
            status, found = person.ask("POST", f"/api/games/{game}/answers", body)
            waits.append(1000 * (time.perf_counter() - begun))
            table = found["table"] if status == 200 else person.must("GET", f"/api/games/{game}")
        except OSError:
            waits.append(1000.0 * PATIENCE)
        if asked.is_set():
            asked.clear()
            print(json.dumps([round(wait, 2) for wait in waits]), flush=True)
            waits.clear()
        time.sleep(0.05)


if __name__ == "__main__":
    play_beside(int(sys.argv[1]))
