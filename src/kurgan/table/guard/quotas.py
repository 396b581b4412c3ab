"""How much of what is dear one person, and one game, may have; counted for all processes together.

A host sets them in ``KURGAN_QUOTAS``, for instance ``games=50 reviews=5``; 0 stands for as much as anybody likes. What
is counted by the day comes back evenly over the day. A table on a file is for friends, and has none unless it is set.
"""

import os
from typing import NamedTuple

import msgspec

from kurgan.table.guard.limits import Buckets

DAY = 24 * 3600
A_HOUSEHOLD = 5
"""So many persons' quotas an address has: who throws his key away is a new person, at the same address."""

VARIABLE = "KURGAN_QUOTAS"


class Quotas(msgspec.Struct, forbid_unknown_fields=True):
    """A day and person: games made or brought along, reviews, things to take home, minutes that bots think in games of
    one's making. A game: people who watch it, and lines of talk."""

    games: int = 0
    reviews: int = 0
    exports: int = 0
    bot_minutes: int = 0
    watchers: int = 0
    talk: int = 0


OF_A_CLUB = Quotas(games=200, reviews=30, exports=10, bot_minutes=240, watchers=200, talk=5000)

WORDS = {
    "games": "You have made as many games as one person may within a day; wait a while.",
    "reviews": "You have asked for as many reviews as one person may within a day; wait a while.",
    "exports": "You have taken as much home as one person may within a day; wait a while.",
}


def from_environment(is_shared: bool) -> Quotas:
    """What the host set, and otherwise what a club has; raises ValueError for what cannot be meant."""
    base = OF_A_CLUB if is_shared else Quotas()
    return read_quotas(os.environ.get(VARIABLE, ""), base)


def read_quotas(text: str, base: Quotas) -> Quotas:
    names = ", ".join(base.__struct_fields__)
    found = msgspec.structs.asdict(base)
    for word in text.split():
        name, is_pair, number = word.partition("=")
        if name not in found or not is_pair or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise ValueError(f"{VARIABLE}: '{word}' is no quota; one is games=50, and names are {names}")
        found[name] = int(number)
    return Quotas(**found)


class Daily(NamedTuple):
    """Buckets for one thing that is counted by the day: for a person, and for an address."""

    person: Buckets
    address: Buckets


def daily(number: int) -> Daily | None:
    """None for what is not counted."""
    if not number:
        return None
    return Daily(Buckets(number / DAY, number), Buckets(A_HOUSEHOLD * number / DAY, A_HOUSEHOLD * number))
