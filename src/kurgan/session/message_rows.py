"""What is told to people, as rows. No database is needed to name them."""

from typing import NamedTuple

TURN, END, REMINDER, OUT, TRIAL = "turn", "end", "reminder", "out", "trial"
FEED = "feed"
"""A channel that is not sent but looked at; it has no address but its own link."""

INVITATION, TAKEN, ROUND = "invitation", "taken", "round"
EVENTS = (TURN, INVITATION, END, REMINDER)
"""What one can ask to be told; that somebody's time is out comes with the reminders."""


class ChannelRow(NamedTuple):
    """A way to tell somebody something; times in milliseconds."""

    id: str
    person: str
    kind: str
    address: str
    shape: str
    events: str
    digest: int
    confirmed: int
    token: str
    made: int
    last_sent: int
    failures: int
    trouble: str
    keys: str
    language: str


class Message(NamedTuple):
    game: str
    event: str
    seat: str
