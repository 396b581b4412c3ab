"""Hours in which nothing is sent to somebody: on the clock of where he lives, summer time included."""

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from kurgan.table.words import say

CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
LONGEST_ZONE = 64
SOONEST = 60.0
"""Where clocks are put back just then, the end may seem to lie in the past: look again after so many seconds."""


class Quiet(NamedTuple):
    """Minutes of a day; none where both are the same."""

    begin: int = 0
    end: int = 0
    zone: str = ""

    @property
    def told(self) -> str:
        """In words; empty for none."""
        return f"{written(self.begin)} to {written(self.end)}, {self.zone}" if self.begin != self.end else ""

    def seconds_left(self, at: float) -> float:
        """How long it is quiet still; 0 where it is not."""
        if self.begin == self.end:
            return 0.0
        here = datetime.fromtimestamp(at, zone_of(self.zone))
        minute = here.hour * 60 + here.minute
        is_evening = minute >= self.begin
        is_quiet = is_evening and minute < self.end if self.begin < self.end else is_evening or minute < self.end
        if not is_quiet:
            return 0.0
        day = here.date() + timedelta(days=int(minute >= self.end))
        ends = datetime.combine(day, time(self.end // 60, self.end % 60), here.tzinfo).timestamp()
        return max(SOONEST, ends - at)


def zone_of(name: str) -> ZoneInfo:
    """The clock of a place; one that this computer does not know (any more) goes by universal time."""
    try:
        return ZoneInfo(name or "UTC")
    except (ValueError, KeyError, OSError):
        return ZoneInfo("UTC")


def read(begin: str, end: str, zone: str) -> Quiet:
    """Hours as somebody wishes them; raises ValueError with what is wrong."""
    try:
        known = len(zone) <= LONGEST_ZONE and ZoneInfo(zone)
    except (ValueError, KeyError, OSError):
        known = False
    if not known:
        raise ValueError(say("unknown_zone", zone=zone[:LONGEST_ZONE]))
    return Quiet(minutes(begin), minutes(end), zone)


def minutes(clock: str) -> int:
    found = CLOCK.fullmatch(clock)
    if found is None:
        raise ValueError(say("no_clock", clock=clock))
    return int(found[1]) * 60 + int(found[2])


def written(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
