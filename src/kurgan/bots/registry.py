"""The bots by name. ``greedy:3`` is greedy at its third level; the name alone is the middle one."""

from difflib import get_close_matches
from typing import NamedTuple

from kurgan.bots.bot import Bot
from kurgan.bots.greedy import Greedy
from kurgan.bots.random_bot import Chancer
from kurgan.bots.search import Search, Tell, silent


class BotKind(NamedTuple):
    name: str
    about: str
    levels: int
    default: int


_KINDS = (
    BotKind("random", "any legal answer, by lot", 1, 1),
    BotKind("greedy", "the order whose outcome looks best; a higher level looks more closely and takes longer", 3, 2),
    BotKind("search", "plays greedy's best orders on in its head; a higher level more of them, more often", 5, 3),
)


def kinds() -> tuple[BotKind, ...]:
    return _KINDS


def names() -> list[str]:
    """Every name that ``make`` takes, levels included."""
    found = []
    for kind in _KINDS:
        found.append(kind.name)
        if kind.levels > 1:
            found += [f"{kind.name}:{level}" for level in range(1, kind.levels + 1)]
    return found


def make(name: str, seed: str = "", tell: Tell = silent) -> Bot:
    """The bot of this name, its dice seeded; raises ValueError with the nearest known name.

    ``tell`` hears how much of its thinking is done, from a bot that thinks long enough to say so.
    """
    if name not in names():
        close = get_close_matches(name.lower(), names(), n=1)
        near = f"; did you mean '{close[0]}'?" if close else ""
        raise ValueError(f"unknown bot '{name}'{near} (known are {', '.join(names())})")
    word, _, level = name.partition(":")
    if word == "random":
        return Chancer(seed)
    if word == "search":
        return Search(seed, int(level), tell) if level else Search(seed, tell=tell)
    return Greedy(seed, int(level)) if level else Greedy(seed)
