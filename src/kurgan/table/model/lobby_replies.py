"""Replies of the lobby and at the door of a game: titles, games, links, seats."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from kurgan.table.model.pace import Clock
from kurgan.table.model.replies import DiceFacts, SeatInfo


class BotInfo(Struct):
    name: str
    about: str
    levels: int


class TitleInfo(Struct):
    """A title that can be played at this table."""

    name: str
    title: str
    origin: str  # the distribution that brings it, and its version
    about: str
    tags: list[str]
    pack: str
    reconstructed: bool
    scenarios: list["ScenarioInfo"]
    options: list["OptionInfo"]


class Strength(Struct):
    """How a bot did in a seat against another, or against the rules (``rival`` empty), under these changed options."""

    bot: str
    seat: str
    rival: str
    options: dict[str, str]
    won: int
    decided: int


class ScenarioInfo(Struct):
    """``duel``: two play against each other; tournaments are for those."""

    name: str
    title: str
    seats: tuple[str, ...]
    about: str
    labels: dict[str, str]  # seats as people write them
    strengths: list[Strength]  # what ladders counted
    duel: bool


class OptionInfo(Struct):
    """An option of a title; what its choices are called stands beside them, where they are not their own names;
    ``scenarios`` are those in which it means something, none if it does in all; what is ``first`` says how hard a game
    is."""

    name: str
    default: str
    choices: tuple[str, ...]
    rule: str
    about: str
    said: tuple[str, ...]
    scenarios: tuple[str, ...]
    first: bool


class Hello(Struct):
    """What this table plays, and who you are."""

    version: str
    url: str
    local: bool
    data: str
    name: str
    bots: list[BotInfo]
    titles: list[TitleInfo]
    broken: list[str]  # for the owner: titles that are installed and do not load, and why


class Mate(Struct):
    """Somebody else at a game of yours: a person's ``name``, which may be empty, or that of a bot. ``rival``: on the
    other side."""

    kind: Literal["person", "bot", "open"]
    name: str
    rival: bool


class GameRow(Struct):
    """A game of yours in the lobby. ``yours``: you are asked; ``when`` it was played last; ``others`` at its seats."""

    id: str
    name: str
    game: str
    scenario: str
    turn: str
    last: str
    number: int
    over: bool
    yours: bool
    waiting: str
    side: str
    mine: list[str]
    maker: bool
    when: int
    others: list[Mate]
    clock: Clock | UnsetType = UNSET


class Games(Struct):
    games: list[GameRow]


class DicePromise(Struct):
    commitment: str


class NewGameMade(Struct):
    """A game that was made; links for seats that others shall take, and a recovery code. Both are told only here."""

    id: str
    links: dict[str, str]
    recovery: str


class Made(Struct):
    """A game that was made from another one or from a record."""

    id: str
    recovery: str


# Seats ----------------------------------------------------------------------------------------------------------


class Link(Struct):
    link: str


class Ended(Struct):
    ended: str


class Invitation(Struct):
    """What a link is for, before one sits down with it. ``yours``: you sit there already. ``rated``: it counts."""

    game: str
    name: str
    title: str
    scenario: str
    seat: str
    label: str
    inviter: str
    over: bool
    decided: bool
    turn: str
    about: str
    tags: list[str]
    others: list[SeatInfo]
    dice: DiceFacts
    yours: bool
    clock: Clock | UnsetType = UNSET
    rated: bool = False


class Seated(Struct):
    """The seat that a link was for ("" for watching), and a recovery code where it is a new one."""

    game: str
    seat: str
    recovery: str


class Recovery(Struct):
    recovery: str


class Recovered(Struct):
    """All that a recovery code was for, with the next code."""

    game: str
    seats: list[str]
    recovery: str
