"""Accounts, as they are told to their owner."""

from msgspec import Struct


class DeviceSession(Struct):
    """A browser that is you; ``here``: the one that asks."""

    id: str
    made: int
    seen: int
    agent: str
    here: bool


class Account(Struct):
    """Who you are. ``mail``: enough of your address to know it again, empty for a guest; ``possible``: whether this
    table can send links by mail; ``way_back``: whether you can sign in again, by an address or a passkey; ``hidden``:
    whether others are not told when you are at the table."""

    name: str
    mail: str
    possible: bool
    way_back: bool
    hidden: bool
    sessions: list[DeviceSession]


class PasskeyTold(Struct):
    """A key that stays in a device of yours; ``used`` last, 0 for never."""

    id: str
    name: str
    made: int
    used: int


class Passkeys(Struct):
    """``possible``: whether this table can have any. Browsers have them for pages over https, or from localhost."""

    passkeys: list[PasskeyTold]
    possible: bool


class PasskeyQuestion(Struct):
    """What to hand to the browser: ``PublicKeyCredential.parse...OptionsFromJSON`` reads it."""

    options: str


class LinkSent(Struct):
    """A link was sent, if it can be."""

    sent: bool


class SignInLook(Struct):
    """What a link by mail is for: which address, whether it has an account already, whether it was asked for by this
    browser, and how many games this browser holds seats in that could be brought along."""

    address: str
    known: bool
    asked_here: bool
    games: int


class SignedIn(Struct):
    """The address, and the games that were brought along."""

    address: str
    brought: list[str]


class SignedOut(Struct):
    ended: str


class OwnGame(Struct):
    game: str
    seat: str
    seen: int
    title: str
    scenario: str
    name: str


class OwnData(Struct):
    """Everything that is kept about you. Records of games are to be had from each game."""

    name: str
    created: int
    mail: str
    hidden: bool
    quiet: str
    games: list[OwnGame]
    channels: list[dict[str, str | int]]
    holidays: list[dict[str, int]]
    sessions: list[dict[str, str | int]]
    results: list[dict[str, str | int]]
    rating: list[dict[str, float]]
    passkeys: list[dict[str, str | int]]
    blocked: list[dict[str, str]]
    reports: list[dict[str, str | int]]
    talk: list[dict[str, str | int]]
    tournaments: list[dict[str, str | int]]
