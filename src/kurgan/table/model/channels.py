"""How people are told, as it is told to them."""

from typing import Literal

from msgspec import Struct


class Channel(Struct):
    """A way to tell you something. ``address``: enough of it to know it again; of a feed all of it. ``confirmed``: an
    address for mail is used after whoever reads it has said so. ``last_sent``: seconds since 1970, 0 for never.
    ``trouble``: why the last try failed, after so many ``failures`` in a row."""

    id: str
    kind: Literal["webhook", "mail", "push", "feed"]
    address: str
    shape: Literal["json", "discord", "slack"]
    events: list[str]
    digest: bool
    confirmed: bool
    last_sent: int
    failures: int
    trouble: str


class QuietTold(Struct):
    """Hours in which nothing is sent to you, as "22:00", on the clock of a ``zone`` such as Europe/Madrid."""

    begin: str
    end: str
    zone: str


class Channels(Struct):
    """``mail``: whether this table can send any; ``push``: the key that browsers want to know, empty if it cannot.
    ``quiet``: null where things are sent at any hour."""

    channels: list[Channel]
    events: list[str]
    mail: bool
    push: str
    quiet: QuietTold | None


class ChannelDone(Struct):
    """What a link in a mail did: ``confirmed`` or ``ended``, and for which address."""

    done: Literal["confirmed", "ended"]
    address: str
