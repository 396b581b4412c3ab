"""The bots by name. ``greedy:3`` is greedy at its third level; the name alone is the middle one.

Ours come first, then those that somebody installed (entry points ``kurgan.bots``). A name reaches ``make`` from records
and from visitors too; only whoever runs the program may name a class (``make_own``).
"""

from difflib import get_close_matches
from typing import NamedTuple

from kurgan.bots import guests
from kurgan.bots.bot import Bot
from kurgan.bots.greedy import Greedy
from kurgan.bots.guests import BotFailed, Guest
from kurgan.bots.random_bot import Chancer
from kurgan.bots.search import Search, Tell, silent
from kurgan.bots.words import said
from kurgan.kernel.sentences import common


class BotKind(NamedTuple):
    name: str
    about: str
    levels: int
    default: int


OURS = (
    BotKind("random", "any legal answer, by lot", 1, 1),
    BotKind("greedy", "the order whose outcome looks best; a higher level looks more closely and takes longer", 3, 2),
    BotKind("search", "plays greedy's best orders on in its head; a higher level more of them, more often", 5, 3),
)


def kinds() -> tuple[BotKind, ...]:
    """Every bot that can be had: ours, and those of others that load."""
    found = [*OURS]
    for name in _installed():
        try:
            found.append(BotKind(name, guests.about(_class(name)), 1, 1))
        except BotFailed:
            continue
    return tuple(found)


def broken() -> list[str]:
    """What is wrong with bots that somebody installed, a line each."""
    told = []
    for name in _installed():
        try:
            _class(name)
        except BotFailed as error:
            told.append(f"{error}; it is left out")
    return told


def names() -> list[str]:
    """Every name that ``make`` takes, levels included."""
    return [*_our_names(), *_installed()]


def make(name: str, seed: str = "", tell: Tell = silent) -> Bot:
    """The bot of this name, its dice seeded; raises ValueError with the nearest known name.

    ``tell`` hears how much of its thinking is done, from a bot that thinks long enough to say so.
    """
    if name in _installed():
        return Guest(name, _class(name), seed)
    if name not in _our_names():
        close = get_close_matches(name.lower(), names(), n=1)
        near = common("meant", word=close[0]) if close else ""
        raise ValueError(said("unknown_bot", name=name, near=near, known=", ".join(names())))
    word, _, level = name.partition(":")
    if word == "random":
        return Chancer(seed)
    if word == "search":
        return Search(seed, int(level), tell) if level else Search(seed, tell=tell)
    return Greedy(seed, int(level)) if level else Greedy(seed)


def make_own(name: str, seed: str = "") -> Bot:
    """As ``make``, and ``module:Class`` is a bot too, of a module that is installed or a file in this folder.

    It imports what it is told to: the name must come from whoever runs the program, never from a record or a visitor.
    """
    if not guests.BY_CLASS.fullmatch(name):
        return make(name, seed)
    guests.from_here()
    return Guest(name, guests.class_of(name, name), seed)


def _our_names() -> list[str]:
    found = []
    for kind in OURS:
        found.append(kind.name)
        if kind.levels > 1:
            found += [f"{kind.name}:{level}" for level in range(1, kind.levels + 1)]
    return found


def _installed() -> list[str]:
    return [name for name in guests.entries() if name not in [kind.name for kind in OURS]]


def _class(name: str) -> type:
    entry = guests.entries()[name]
    try:
        return guests.class_of(name, entry.value)
    except BotFailed as error:
        raise BotFailed(f"{error}, of {entry.distribution}") from error
