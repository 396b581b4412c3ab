"""What a host says, and what one says to him."""

from msgspec import Struct


class Notice(Struct):
    """What the host has to say to everybody."""

    id: str
    text: str
    made: int


class Notices(Struct):
    """``banned``: that you are, until when and why; empty for everybody else."""

    notices: list[Notice]
    banned: str


class Reported(Struct):
    """The host will read it."""

    reported: bool


class BlockedPerson(Struct):
    name: str
    profile: str


class Blocked(Struct):
    """Whom you do not want to meet."""

    people: list[BlockedPerson]
