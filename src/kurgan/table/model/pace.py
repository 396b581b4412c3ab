"""Clocks and holidays, as they are told."""

from typing import Literal

from msgspec import Struct


class Clock(Struct, omit_defaults=True):
    """The clocks of a game that has a pace, in seconds: for a decision and in the bank of each seat, what the decision
    under way has used, and what is left in the banks of those who have used some. ``stands``: everybody agreed to it;
    ``out``: its time has run out, and the others choose; ``choices``: what they have chosen so far."""

    kind: Literal["live", "days"]
    step: int
    bank: int
    seat: str
    used: int
    banks: dict[str, int]
    runs: bool
    stands: bool = False
    out: bool = False
    choices: dict[str, str] = {}


class Holiday(Struct):
    """Seconds since 1970."""

    begin: int
    until: int


class Holidays(Struct):
    """Holidays that you had within a year, have, or will have; clocks of yours stand in them."""

    holidays: list[Holiday]
    most_days: int
