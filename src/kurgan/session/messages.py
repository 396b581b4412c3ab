"""What people have to be told, noted in the transaction that makes it so.

A message is a row for a channel, a game and an event: that it is somebody's turn is noted once, however many questions
follow, and is gone with its row when somebody else is asked. The job of a channel sends what stands there.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from kurgan.session import jobs
from kurgan.session.engines import insert_once
from kurgan.session.message_rows import END, INVITATION, OUT, REMINDER, TRIAL, TURN, ChannelRow, Message
from kurgan.session.rows import Awaits
from kurgan.session.sharing import clock
from kurgan.session.tables import CHANNELS, HOLDS, MESSAGES

SECOND = 1000
PATIENCE = 60 * SECOND
"""Who answers within a minute was there: he is told nothing."""

DIGEST = 24 * 3600 * SECOND


CHANNEL_COLUMNS = tuple(CHANNELS.c[name] for name in ChannelRow._fields)


def moved(c: Connection, game: str, awaits: Awaits) -> None:
    """Lines were written: a seat is asked now, or the game is over."""
    found = _channels(c, game)
    if not found:
        return
    asked = [id for id, seat, wants in found if seat == awaits.clock and TURN in wants]
    this = (MESSAGES.c.game == game) & MESSAGES.c.event.in_([TURN, REMINDER, OUT])
    c.execute(delete(MESSAGES).where(this, MESSAGES.c.channel.not_in(asked)))
    _note(c, asked, Message(game, TURN, awaits.clock))
    if awaits.over:
        _note(c, [id for id, _, wants in found if END in wants], Message(game, END, ""))


def remind(c: Connection, game: str, seat: str) -> None:
    """A fifth of the time is left to a seat."""
    his = [id for id, at, wants in _channels(c, game) if at == seat and REMINDER in wants]
    _note(c, his, Message(game, REMINDER, seat))


def time_is_out(c: Connection, game: str, seat: str) -> None:
    """The others choose now."""
    others = [id for id, at, wants in _channels(c, game) if at != seat and REMINDER in wants]
    _note(c, others, Message(game, OUT, seat))


def tell(c: Connection, person: str, message: Message) -> None:
    """Tell one person of an invitation, or of what comes of one."""
    wanted = select(CHANNELS.c.id, CHANNELS.c.events).where(CHANNELS.c.person == person, CHANNELS.c.confirmed == 1)
    _note(c, [row.id for row in c.execute(wanted) if INVITATION in row.events.split(",")], message)


def try_out(c: Connection, channel: str) -> None:
    """Send something by a channel at once, so that its owner sees that it works."""
    c.execute(delete(MESSAGES).where(MESSAGES.c.channel == channel, MESSAGES.c.event == TRIAL))
    _note(c, [channel], Message("", TRIAL, ""))
    jobs.put(c, jobs.TELL, channel)


def look_again(c: Connection, person: str) -> None:
    """When somebody may be told was changed: look at once at what waits for him."""
    unsent = select(MESSAGES.c.channel).where(MESSAGES.c.channel == CHANNELS.c.id, MESSAGES.c.sent == 0)
    for channel in c.execute(select(CHANNELS.c.id).where(CHANNELS.c.person == person, unsent.exists())).scalars():
        jobs.put(c, jobs.TELL, channel, when(c, channel))


def _channels(c: Connection, game: str) -> list[tuple[str, str, list[str]]]:
    """Channels of all who sit at a game: which, at which seat, and what they are for."""
    wanted = select(CHANNELS.c.id, HOLDS.c.seat, CHANNELS.c.events).where(
        CHANNELS.c.person == HOLDS.c.person,
        HOLDS.c.game == game,
        HOLDS.c.seat.not_like("*%"),
        CHANNELS.c.confirmed == 1,
    )
    return [(row.id, row.seat, row.events.split(",")) for row in c.execute(wanted)]


def _note(c: Connection, channels: Sequence[str], message: Message) -> None:
    for channel in sorted(set(channels)):
        row = {"channel": channel, **message._asdict(), "made": clock(c), "sent": 0}
        if insert_once(c, MESSAGES, row):
            jobs.put(c, jobs.TELL, channel, when(c, channel))


def when(c: Connection, channel: str) -> int:
    """When a channel may be used: after a little patience, and once a day where a digest is wanted."""
    now = int(c.execute(select(clock(c))).scalar_one())
    row = c.execute(select(CHANNELS.c.digest, CHANNELS.c.last_sent).where(CHANNELS.c.id == channel)).one()
    return max(now + PATIENCE, row.last_sent + DIGEST if row.digest else 0)


def waiting(c: Connection, channel: str) -> tuple[ChannelRow | None, list[Message]]:
    """A channel that may be used, and what has to be told by it."""
    row = c.execute(select(*CHANNEL_COLUMNS).where(CHANNELS.c.id == channel, CHANNELS.c.confirmed == 1)).first()
    unsent = select(MESSAGES.c.game, MESSAGES.c.event, MESSAGES.c.seat).where(
        MESSAGES.c.channel == channel, MESSAGES.c.sent == 0
    )
    found = [Message(*message) for message in c.execute(unsent.order_by(MESSAGES.c.made))]
    return (ChannelRow(*row) if row is not None else None), found
