"""Profiles and the ladder, as everybody at the table sees them."""

from typing import Literal

from msgspec import Struct


class Rating(Struct):
    """On one scale for people and bots: 1500 is what a newcomer has; ``half`` is half of the interval in which the true
    figure is 95 times in 100; ``games`` are those that counted."""

    shown: int
    half: int
    games: int


class Rung(Struct):
    """Somebody on the ladder; a bot has no profile."""

    kind: Literal["person", "bot"]
    name: str
    profile: str
    yours: bool
    rating: Rating


class Ladder(Struct):
    rungs: list[Rung]


class SideRecord(Struct):
    """Games of one title on one side. ``share``: of won games, draws half; between ``low`` and ``high`` 95 times in
    100."""

    title: str
    seat: str
    label: str
    games: int
    won: int
    drawn: int
    share: float
    low: float
    high: float


class Opponent(Struct):
    """Who else sat there: a person, a bot, or somebody who is gone."""

    name: str
    profile: str
    bot: str


class PastGame(Struct):
    """A game that is over. ``change``: what it did to the rating, where it counted; ``game``: only for who may open
    it."""

    title: str
    scenario: str
    seat: str
    label: str
    result: Literal["won", "drawn", "lost"]
    outcome: str
    counted: bool
    change: int
    at: int
    others: list[Opponent]
    game: str


class Profile(Struct):
    """What everybody may know of somebody: how games ended. Nothing of running ones."""

    profile: str
    name: str
    since: int
    yours: bool
    blocked: bool
    rating: Rating | None
    games: int
    sides: list[SideRecord]
    past: list[PastGame]


class Companion(Struct):
    """Who holds a seat of a game."""

    seat: str
    name: str
    profile: str
    yours: bool
    rating: Rating | None


class Company(Struct):
    people: list[Companion]
    rated: bool
