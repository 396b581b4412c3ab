"""What a keeper of games tells of them: rows for lists, links and talk. No database is needed to name them."""

import json
from typing import NamedTuple


class Awaits(NamedTuple):
    """Whom the last line of a record leaves waiting: a bot, or the seat of a person whose clock runs.

    ``thinks`` is the seat that is asked unless a bot plays it: its clock, once it ran, goes on though somebody got up.
    ``asked`` is whoever is asked, a seat or the dice, and ``outcome`` how the game ended: lists of games say so.
    """

    bot: bool = False
    clock: str = ""
    over: bool = False
    asked: str = ""
    outcome: str = ""
    thinks: str = ""


NOBODY = Awaits()


def outcome_text(name: str) -> str:
    """How a game ended as it is kept for lists of games; empty while it runs."""
    return json.dumps({"name": name}, ensure_ascii=False) if name else ""


class Stand(NamedTuple):
    """How a game stands for whoever compares it with what he knows: its version, what is said around it, and the last
    number of its talk. ``guide`` and ``aside`` are None where no table was opened for it."""

    version: int
    name: str
    guide: int | None
    aside: str | None
    talked: int


class GameRow(NamedTuple):
    """What a list of games shows. ``outcome`` is empty while a game runs, otherwise the outcome as JSON."""

    id: str
    name: str
    title: str
    scenario: str
    awaited: str
    outcome: str
    created: int
    updated: int


class SeatRow(NamedTuple):
    """A link: for which seat, who gave it, and who sat down with it (then it is spent)."""

    game: str
    seat: str
    name: str
    giver: str
    spent_by: str


class Said(NamedTuple):
    """One line of talk; ``audience`` is "" for everybody or the name of a side."""

    number: int
    seat: str
    audience: str
    text: str
    at: int
    person: str = ""


DAYS_A_YEAR = 30
"""Days of holidays that somebody may have within a year."""


class Pace(NamedTuple):
    """``live`` or ``days``; seconds for a decision, and seconds that each seat may take beyond that in a whole game."""

    kind: str
    step: int
    bank: int


class Due(NamedTuple):
    """What a look at a clock found: who is to be reminded, and whose time is out, both for the first time."""

    remind: str = ""
    out: str = ""
