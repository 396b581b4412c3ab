"""Bots of others: classes named by the entry points ``kurgan.bots`` of what is installed, or by ``module:Class``.

What a guest answers is looked at before it counts, and what goes wrong inside it is told in one line.
"""

import os
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module, metadata
from operator import index
from typing import NamedTuple, Protocol, SupportsIndex, TypeVar

from kurgan.bots.bot import Hint, Move
from kurgan.bots.words import said
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game, S, V

T = TypeVar("T")

GROUP = "kurgan.bots"
BY_CLASS = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
"""``module:Class``; a level is a number, so ``greedy:3`` is none."""


class BotFailed(ValueError):
    """A bot that somebody installed or wrote cannot be had, or answered what nobody may."""


class Entry(NamedTuple):
    """An entry point, and the distribution that brings it."""

    name: str
    value: str
    distribution: str


@cache
def entries() -> dict[str, Entry]:
    """What is installed, by name; nothing is imported for it. Of two of one name the first counts."""
    found: dict[str, Entry] = {}
    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        dist = point.dist.name if point.dist is not None else "somebody"
        if re.fullmatch(r"[A-Za-z]\w*", point.name):
            found.setdefault(point.name, Entry(point.name, point.value, dist))
    return found


def class_of(name: str, value: str) -> type:
    """The class that ``module:Class`` names; raises BotFailed. Whoever asks decides whom he lets name one."""
    found = _class_or_why(value)
    if isinstance(found, str):
        raise BotFailed(f"the bot '{name}' {found}")
    return found


@cache
def _class_or_why(value: str) -> type | str:
    """Tried once: what does not import does not import the next time either."""
    named = BY_CLASS.fullmatch(value)
    if named is None:
        return f"should be module:Class, not '{value}'"
    try:
        found = getattr(import_module(named[1]), named[2])
    except (Exception, SystemExit) as error:
        return f"cannot be imported ({plain(error)})"
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        return "is none: a bot is a class with choose(game, view, legal, note)"
    return found


def from_here() -> None:
    """Let ``module:Class`` name a file of the folder that we are in."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def about(kind: type) -> str:
    """The first line of its docstring, as it is shown to who chooses a bot."""
    lines = (kind.__doc__ or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else "it says nothing about itself"


class Written(Protocol):
    """What somebody who writes a bot must give it."""

    def choose(self, game: Game[S, V], view: V, legal: list[int], note: str = "") -> Move | int: ...


class Guest:
    """A bot of somebody's own, held to what every bot promises. Only ``choose`` must be written."""

    def __init__(self, name: str, kind: Callable[[str], Written], seed: str) -> None:
        self.name = name
        self._bot = self._tried(lambda: kind(seed), "cannot be made")
        self.blind = bool(getattr(self._bot, "blind", False))

    def choose(self, game: Game[S, V], view: V, legal: list[int], note: str = "") -> Move:
        found = self._tried(lambda: self._bot.choose(game, view, legal, note), "broke down")
        move = found if isinstance(found, Move) else Move(found)
        return Move(self._checked(move.answer, legal), str(move.note))

    def hint(self, game: Game[S, V], view: V, legal: list[int]) -> Hint:
        """What it says, or what it would choose if it says nothing."""
        hint = getattr(self._bot, "hint", None)
        found = self._tried(lambda: hint(game, view, legal), "broke down") if hint is not None else None
        if isinstance(found, Hint):
            self._checked(found.answers[0] if found.answers else None, legal)
            return found
        answer = self.choose(game, view, legal).answer
        spelled = game.spell(game.imagine(view, Tape("spelled")), answer)
        return Hint([answer], [spelled], [said("no_reason", bot=self.name)], [])

    def _checked(self, answer: SupportsIndex | None, legal: list[int]) -> int:
        try:
            number = None if answer is None else index(answer)
        except TypeError:
            number = None
        if number not in legal:
            raise BotFailed(
                f"the bot '{self.name}' answered {answer!r}, which is none of the {len(legal)} legal answers"
            )
        return int(number)

    def _tried(self, work: Callable[[], T], what: str) -> T:
        try:
            return work()
        except Exception as error:
            raise BotFailed(f"the bot '{self.name}' {what} ({plain(error)})") from error


def plain(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__
