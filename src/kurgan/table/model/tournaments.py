"""Tournaments, as they are told."""

from typing import Literal

from msgspec import Struct

TournamentKind = Literal["single", "double", "ladder"]
TournamentStage = Literal["open", "running", "over", "ended"]


class TournamentInfo(Struct):
    """One line of a list. ``stage``: open to join, running, over, or ended by the host; ``yours``: you made it;
    ``entered``: you play; ``listed``: everybody sees it, not only who has the link; ``step`` and ``bank``: seconds for
    a decision and for the whole game."""

    id: str
    name: str
    title: str
    scenario: str
    kind: TournamentKind
    stage: TournamentStage
    players: int
    size: int
    maker: str
    profile: str
    yours: bool
    entered: bool
    listed: bool
    made: int
    step: int
    bank: int


class TournamentList(Struct):
    tournaments: list[TournamentInfo]


class TournamentPlace(Struct):
    """Somebody in the table of results, the best first. ``place`` is shared by those whom nothing parts, 0 for who does
    not count any more; ``left``: games to be played; ``direct``: points against those who have as many; ``berger``:
    points of those who were beaten, and half of those with whom it was drawn; ``gone``: dropped out; ``challenge``: you
    may challenge him now."""

    number: int
    name: str
    profile: str
    yours: bool
    place: int
    played: int
    left: int
    won: int
    drawn: int
    lost: int
    points: float
    direct: float
    berger: float
    gone: bool
    challenge: bool


class TournamentGame(Struct):
    """Two who meet: numbers of places, the first has the first of ``seats``. ``stage``: waits for earlier games, is
    under way, is over, was won because the other dropped out, or does not count; ``yours``: you play it; ``challenger``
    is 0 in a round robin."""

    round: int
    first: int
    second: int
    challenger: int
    game: str
    stage: Literal["waiting", "running", "over", "default", "none"]
    result: Literal["", "first", "second", "drawn"]
    yours: bool


class TournamentTable(Struct):
    """All of a tournament. ``seats``: the two sides as people write them; ``until``: when a ladder ends, in seconds
    since 1970, 0 before it has begun; ``reach``: how many places above one may challenge."""

    info: TournamentInfo
    options: dict[str, str]
    seats: list[str]
    reach: int
    days: int
    until: int
    places: list[TournamentPlace]
    games: list[TournamentGame]


class TournamentMade(Struct):
    """Its link is given once, here; later a new one can be made."""

    id: str
    link: str


class TournamentLink(Struct):
    link: str


class CalledOff(Struct):
    ended: str


class Watching(Struct):
    game: str
