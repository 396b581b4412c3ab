"""A statistic and a bot that kill the process they run in, where the environment says so; a bot that breaks."""

import os
import signal
from pathlib import Path
from typing import Any

from kurgan.bots import Move
from kurgan.kernel.protocol import Event, Game, Outcome

AFTER = "KURGAN_TEST_DIES_AFTER"
"""Games after which the process ends as if killed by somebody."""
ONCE = "KURGAN_TEST_DIES_ONCE"
"""A file: whoever deletes it dies."""

finished = 0


class Fatal:
    def before(self, game: Game, s: Any) -> None:
        return

    def on_event(self, event: Event) -> None:
        return

    def after(self, game: Game, s: Any, outcome: Outcome) -> dict[str, float]:
        global finished
        finished += 1
        if finished == int(os.environ.get(AFTER, "0")):
            os.kill(os.getpid(), signal.SIGKILL)
        flag = os.environ.get(ONCE)
        if flag and finished == 3 and Path(flag).exists():
            Path(flag).unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return {}


class Doomed:
    """Answers with the first legal answer; one of its processes dies."""

    def __init__(self, seed: str) -> None:
        return

    def choose(self, game: Any, view: Any, legal: Any, note: str) -> Move:
        flag = os.environ.get(ONCE)
        if flag and Path(flag).exists():
            Path(flag).unlink(missing_ok=True)
            os.kill(os.getpid(), signal.SIGKILL)
        return Move(legal[0])


class Broken:
    """Has no answer."""

    def __init__(self, seed: str) -> None:
        return

    def choose(self, game: Any, view: Any, legal: Any, note: str) -> Move:
        raise ZeroDivisionError("no idea")
