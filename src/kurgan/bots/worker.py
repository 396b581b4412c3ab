"""Bots in processes of their own, so that whoever asks stays responsive.

A worker is long-lived, started by spawn, and of lower priority. View, legal list and answer cross as JSON. One that
takes longer than its limit is ended and replaced; the question stays open and the caller hears ``Overrun``.
"""

import contextlib
import json
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from kurgan.bots.bot import Move
from kurgan.bots.chances import Figures, to_json
from kurgan.bots.coach import Coach, Passed, Stretch
from kurgan.bots.registry import make
from kurgan.bots.search import Tell, silent
from kurgan.bots.source import Source
from kurgan.kernel.protocol import Game, Json
from kurgan.kernel.sentences import ENGLISH, speaking

START_LIMIT = 60.0
"""Seconds within which a new process must say that it is there."""

MOST_GAMES = 8
"""Titles and packs that one process keeps open."""

NICENESS = 10
THINKING = "thinking"
TELL_SECONDS = 0.3
"""A bot that thinks for longer says how far it has come, in tenths: whoever waits for it sees no less."""


class Overrun(TimeoutError):
    """The bot took too long; its process was ended."""


class WorkerFailed(RuntimeError):
    """The bot or its process broke down."""


class Helper:
    """One process and the line to it. Not for use by two threads at once."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._line: Connection[Any, Any] | None = None

    def ask(self, question: Json, limit: float, told: Tell = silent) -> Json:
        """Send one question and wait for its answer, ``limit`` seconds at most; ``told`` hears how far it has come."""
        line = self._started()
        until = time.monotonic() + limit
        try:
            line.send_bytes(json.dumps(question).encode())
            reply: Json = {THINKING: 0.0}
            while THINKING in reply:
                told(reply[THINKING])
                if not line.poll(max(0.0, until - time.monotonic())):
                    self.end()
                    raise Overrun(f"the bot did not answer within {limit:g} seconds")
                reply = json.loads(line.recv_bytes())
        except (EOFError, OSError) as error:
            self.end()
            if isinstance(error, Overrun):
                raise
            raise WorkerFailed("the bot's process ended without an answer") from None
        if "error" in reply:
            raise WorkerFailed(reply["error"])
        return reply

    def end(self) -> None:
        """End the process; the next question starts another."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._line = None
        self._process = None

    def _started(self) -> "Connection[Any, Any]":
        if self._line is None or self._process is None or not self._process.is_alive():
            self.end()
            context = multiprocessing.get_context("spawn")
            self._line, far = context.Pipe()
            self._process = context.Process(target=_serve, args=(far,), daemon=True, name="kurgan-bot")
            self._process.start()
            far.close()
            if not self._line.poll(START_LIMIT):
                self.end()
                raise WorkerFailed("the bot's process did not start")
            try:
                self._line.recv_bytes()
            except (EOFError, OSError):
                self.end()
                raise WorkerFailed("the bot's process did not start") from None
        return self._line


class Worker:
    """A bot in a process of its own; threads may share it."""

    def __init__(self, source: Source, bot: str = "greedy", seed: str = "", limit: float = 10.0) -> None:
        make(bot)  # an unknown name is the caller's mistake, not the worker's
        self.source = source
        self.bot = bot
        self.seed = seed
        self.limit = limit
        self._helper = Helper()
        self._lock = threading.Lock()

    def choose(self, view: Json, legal: list[int], note: str = "") -> Move:
        asked = question(self.source, self.bot, self.seed, view, legal, note)
        with self._lock:
            return Move(**self._helper.ask(asked, self.limit))

    def hint(self, view: Json, legal: list[int]) -> Json:
        """answers, actions, reasons and weighings, as in Hint."""
        asked = question(self.source, self.bot, self.seed, view, legal)
        with self._lock:
            return self._helper.ask({**asked, "want": "hint"}, self.limit)

    def close(self) -> None:
        with self._lock:
            self._helper.end()

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Pool:
    """A few processes for any number of seats; answers come as futures."""

    def __init__(self, size: int = 1) -> None:
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="kurgan-bots")
        self._local = threading.local()
        self._helpers: list[Helper] = []
        self._lock = threading.Lock()

    def submit(self, asked: Json, seconds: float, told: Tell = silent) -> "Future[Move]":
        """The move of a bot; ``asked`` is a ``question``. ``told`` hears in a thread of ours how far it has come."""
        return self._threads.submit(self._move, asked, seconds, told)

    def hint(self, asked: Json, seconds: float) -> "Future[Json]":
        return self._threads.submit(self._ask, {**asked, "want": "hint"}, seconds)

    def review(self, asked: Json, seconds: float) -> "Future[Json]":
        """What the coach finds in one stretch; ``asked`` is a ``stretch_question``."""
        return self._threads.submit(self._ask, asked, seconds)

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)
        with self._lock:
            for helper in self._helpers:
                helper.end()
            self._helpers.clear()

    def _move(self, asked: Json, seconds: float, told: Tell) -> Move:
        return Move(**self._ask(asked, seconds, told))

    def _ask(self, asked: Json, seconds: float, told: Tell = silent) -> Json:
        helper: Helper | None = getattr(self._local, "helper", None)
        if helper is None:
            helper = Helper()
            self._local.helper = helper
            with self._lock:
                self._helpers.append(helper)
        return helper.ask(asked, seconds, told)


def question(source: Source, bot: str, seed: str, view: Json, legal: list[int], note: str = "") -> Json:
    """All that a bot is asked: what it answers depends on this alone."""
    return {"source": list(source), "bot": bot, "seed": seed, "view": view, "legal": legal, "note": note}


def stretch_question(source: Source, figures: Figures, seed: str, stretch: Stretch) -> Json:
    """All that the coach is asked of one stretch."""
    return {
        "source": list(source),
        "want": "review",
        "figures": to_json(figures),
        "seed": seed,
        "passed": [list(line) for line in stretch.passed],
        "after": stretch.after,
        "end": stretch.end,
    }


# In the worker's process ----------------------------------------------------------------------------------------


def _serve(line: "Connection[Any, Any]") -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the terminal is for whoever asked
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    games: dict[Source, Game] = {}
    with contextlib.suppress(EOFError, OSError):
        line.send_bytes(b"{}")
        while True:
            asked = json.loads(line.recv_bytes())
            try:
                reply = _answer(asked, games, Telling(line))
            except Exception as error:
                reply = {"error": f"{type(error).__name__}: {error}"}
            line.send_bytes(json.dumps(reply).encode())


class Telling:
    """Says now and then how far the thinking has come."""

    def __init__(self, line: "Connection[Any, Any]") -> None:
        self.line = line
        self.last = time.monotonic()

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if now - self.last >= TELL_SECONDS:
            self.last = now
            self.line.send_bytes(json.dumps({THINKING: round(share, 1)}).encode())


def _answer(asked: Json, games: dict[Source, Game], tell: Tell = silent) -> Json:
    source = Source(*asked["source"])
    if source not in games:
        if len(games) >= MOST_GAMES:
            games.clear()
        games[source] = source.open()
    game = games[source]
    if asked.get("want") == "review":
        stretch = Stretch([Passed(*line) for line in asked["passed"]], asked["after"], asked["end"])
        return Coach(Figures(**asked["figures"]), asked["seed"]).review(game, stretch)
    bot = make(asked["bot"], asked["seed"], tell)
    view = game.load_view(asked["view"])
    if asked.get("want") == "hint":
        with speaking(asked.get("language", ENGLISH)):
            hint = bot.hint(game, view, asked["legal"])
        return {**hint._asdict(), "weighings": [weighing._asdict() for weighing in hint.weighings]}
    return bot.choose(game, view, asked["legal"], asked["note"])._asdict()
