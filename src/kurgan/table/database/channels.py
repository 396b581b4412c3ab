"""Channels and what waits to be told by them, in the database; see ``kurgan.session.messages``."""

import secrets

from sqlalchemy import Connection, delete, func, insert, select, update

from kurgan.session import jobs, messages
from kurgan.session.engines import insert_unless
from kurgan.session.message_rows import FEED, ChannelRow, Message
from kurgan.session.messages import CHANNEL_COLUMNS
from kurgan.session.rows import Awaits
from kurgan.session.sharing import clock
from kurgan.session.store import Store, new_token
from kurgan.session.tables import CHANNELS, MESSAGES, PEOPLE, TABLE_KEYS
from kurgan.table.notices import pushing
from kurgan.table.notices.quiet import Quiet

MOST_CHANNELS = 6
MOST_ENTRIES = 50
PUSH_KEY = "push"


class KeptChannels:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, person: str) -> list[ChannelRow]:
        wanted = select(*CHANNEL_COLUMNS).where(CHANNELS.c.person == person).order_by(CHANNELS.c.made, CHANNELS.c.id)
        return self.store.read(lambda c: [ChannelRow(*row) for row in c.execute(wanted)])

    def add(
        self, person: str, kind: str, address: str, shape: str, events: str, digest: bool, keys: str, language: str
    ) -> ChannelRow | None:
        """None for one too many. A webhook is whoever names it; mail waits until its reader has said yes."""
        wanted = (kind, address, shape, events, int(digest), int(kind != "mail"))
        new = ChannelRow(secrets.token_hex(16), person, *wanted, new_token(), 0, 0, 0, "", keys, language)
        return self.store.writer.submit(lambda c: _add(c, new)).result()

    def change(self, person: str, channel: str, events: str, digest: bool, language: str) -> bool:
        mine = (CHANNELS.c.id == channel) & (CHANNELS.c.person == person)
        changed = update(CHANNELS).where(mine).values(events=events, digest=int(digest), language=language)
        return bool(self.store.writer.submit(lambda c: c.execute(changed).rowcount).result())

    def remove(self, person: str, channel: str) -> bool:
        gone = delete(CHANNELS).where(CHANNELS.c.id == channel, CHANNELS.c.person == person)
        return bool(self.store.writer.submit(lambda c: c.execute(gone).rowcount).result())

    def quiet(self, person: str) -> Quiet:
        wanted = select(PEOPLE.c.quiet_begin, PEOPLE.c.quiet_end, PEOPLE.c.zone).where(PEOPLE.c.id == person)
        row = self.store.read(lambda c: c.execute(wanted).first())
        return Quiet(*row) if row is not None else Quiet()

    def set_quiet(self, person: str, quiet: Quiet) -> None:
        """What waits is looked at again: it may go now, or later."""
        wished = {"quiet_begin": quiet.begin, "quiet_end": quiet.end, "zone": quiet.zone}

        def act(c: Connection) -> None:
            c.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(wished))
            messages.look_again(c, person)

        self.store.writer.submit(act).result()

    def try_out(self, person: str, channel: str) -> bool:
        return self.store.writer.submit(lambda c: _try_out(c, person, channel)).result()

    def confirm(self, token: str) -> str:
        """The address of the channel with this token, which is used from now on; empty if there is none."""
        this = (CHANNELS.c.token == token) & (CHANNELS.c.kind == "mail")
        yes = update(CHANNELS).where(this).values(confirmed=1).returning(CHANNELS.c.address)
        return self.store.writer.submit(lambda c: c.execute(yes).scalar()).result() or ""

    def stop(self, token: str) -> str:
        """The address of the channel with this token, which is no more; empty if there is none."""
        gone = delete(CHANNELS).where(CHANNELS.c.token == token).returning(CHANNELS.c.address)
        return self.store.writer.submit(lambda c: c.execute(gone).scalar()).result() or ""

    def feed(self, token: str) -> tuple[ChannelRow | None, list[tuple[Message, int]]]:
        """The feed with this token, and what stands in it with its times; nothing for a channel of another kind."""
        return self.store.read(lambda c: _feed(c, token))

    def table_key(self) -> str:
        """The key with which this table signs messages to browsers; made once, for all processes."""
        this = select(TABLE_KEYS.c.value).where(TABLE_KEYS.c.name == PUSH_KEY)
        found = self.store.read(lambda c: c.execute(this).scalar())
        return str(found or self.store.writer.submit(_make_key).result())

    def moved(self, game: str, awaits: Awaits) -> None:
        """Somebody else may be asked now, because he has just sat down."""
        self.store.writer.submit(lambda c: messages.moved(c, game, awaits)).result()

    def waiting(self, channel: str) -> tuple[ChannelRow | None, list[Message]]:
        return self.store.read(lambda c: messages.waiting(c, channel))

    def sent(self, channel: str, told: list[Message]) -> None:
        """These were told; that it is somebody's turn stays noted, so that it is not told again."""
        self.store.writer.submit(lambda c: _sent(c, channel, told)).result()

    def failed(self, channel: str, why: str, seconds: int) -> None:
        """It was not told: again after so many seconds; none: what waits is given up."""
        self.store.writer.submit(lambda c: _failed(c, channel, why, seconds)).result()

    def again(self, channel: str, seconds: int) -> None:
        """Nothing was told yet: look again after so many seconds."""
        self.store.writer.submit(lambda c: jobs.put(c, jobs.TELL, channel, _now(c) + 1000 * seconds)).result()


def _feed(c: Connection, token: str) -> tuple[ChannelRow | None, list[tuple[Message, int]]]:
    this = (CHANNELS.c.token == token) & (CHANNELS.c.kind == FEED)
    row = c.execute(select(*CHANNEL_COLUMNS).where(this)).first()
    if row is None:
        return None, []
    columns = (MESSAGES.c.game, MESSAGES.c.event, MESSAGES.c.seat, MESSAGES.c.made)
    wanted = select(*columns).where(MESSAGES.c.channel == row.id).order_by(MESSAGES.c.made.desc()).limit(MOST_ENTRIES)
    return ChannelRow(*row), [(Message(*found[:3]), found[3]) for found in c.execute(wanted)]


def _make_key(c: Connection) -> str:
    row = {"name": PUSH_KEY, "value": pushing.new_table_key()}
    c.execute(insert_unless(c, TABLE_KEYS).values(row).on_conflict_do_nothing())
    return str(c.execute(select(TABLE_KEYS.c.value).where(TABLE_KEYS.c.name == PUSH_KEY)).scalar_one())


def _now(c: Connection) -> int:
    return int(c.execute(select(clock(c))).scalar_one())


def _add(c: Connection, new: ChannelRow) -> ChannelRow | None:
    if new.kind == "push":  # a browser asks again now and then; what it had before is no more
        c.execute(delete(CHANNELS).where(CHANNELS.c.kind == "push", CHANNELS.c.address == new.address))
    count = c.execute(select(func.count()).select_from(CHANNELS).where(CHANNELS.c.person == new.person)).scalar_one()
    if count >= MOST_CHANNELS:
        return None
    new = new._replace(made=_now(c))
    c.execute(insert(CHANNELS).values(new._asdict()))
    return new


def _try_out(c: Connection, person: str, channel: str) -> bool:
    mine = (CHANNELS.c.id == channel) & (CHANNELS.c.person == person) & (CHANNELS.c.confirmed == 1)
    if c.execute(select(CHANNELS.c.id).where(mine)).first() is None:
        return False
    messages.try_out(c, channel)
    return True


def _sent(c: Connection, channel: str, told: list[Message]) -> None:
    for message in told:
        this = (MESSAGES.c.channel == channel) & (MESSAGES.c.game == message.game) & (MESSAGES.c.event == message.event)
        c.execute(update(MESSAGES).where(this).values(sent=1))
    c.execute(update(CHANNELS).where(CHANNELS.c.id == channel).values(last_sent=_now(c), failures=0, trouble=""))


def _failed(c: Connection, channel: str, why: str, seconds: int) -> None:
    counted = {"failures": CHANNELS.c.failures + 1, "trouble": why[:200]}
    c.execute(update(CHANNELS).where(CHANNELS.c.id == channel).values(counted))
    if seconds:
        jobs.put(c, jobs.TELL, channel, _now(c) + 1000 * seconds)
    else:
        c.execute(update(MESSAGES).where(MESSAGES.c.channel == channel).values(sent=1))
