"""Seats that may be taken, as they are told."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from kurgan.table.model.pace import Clock

Level = Literal["any", "new", "experienced"]


class OpenInvitation(Struct):
    """A free seat. ``yours``: you have it out; ``personal``: for one person only, ``again`` after another game;
    ``profile``: of who invites; ``rated``: the game counts."""

    game: str
    seat: str
    title: str
    scenario: str
    name: str
    inviter: str
    level: Level
    yours: bool
    personal: bool
    again: str
    made: int
    profile: str
    rated: bool
    clock: Clock | UnsetType = UNSET


class OpenInvitations(Struct):
    invitations: list[OpenInvitation]


class Rematch(Struct):
    """The game that is played again: the seat that is yours in it, and a recovery code.

    Without a code the seat is offered to you, and still to be taken.
    """

    game: str
    seat: str
    recovery: str
