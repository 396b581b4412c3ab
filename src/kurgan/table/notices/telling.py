"""Telling people by webhook, mail and browser that it is their turn, that they are late, that a game is over.

A message names the title, the scenario, the side and a link; never the position, nor anything that happened. What
fails is tried again after growing pauses, and then given up; its owner sees why.
"""

import asyncio
import json
import math
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import speaking
from kurgan.session.message_rows import FEED, OUT, REMINDER, TRIAL, TURN, ChannelRow, Message
from kurgan.table import ids
from kurgan.table.notices import mailing, outgoing, pushing
from kurgan.table.notices.mailing import Mail, MailServer
from kurgan.table.notices.outgoing import Ended, NotSent
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.rooms.seating import seat_labels, title_case
from kurgan.table.words import say

PAUSES = (60, 300, 900, 3600, 3 * 3600, 12 * 3600)
"""Seconds after which it is tried again; after the last one it is given up."""

HERE_SECONDS = 300
"""Who has the game open is told later, if he has still not answered."""

THREADS = 4


class Sending(NamedTuple):
    """How this table may tell people: the mail server, and whether webhooks may lead into networks of the host."""

    mail: MailServer | None = None
    anywhere: bool = False


def sending_from_environment() -> Sending:
    """``KURGAN_MAIL`` and ``KURGAN_PRIVATE_WEBHOOKS=1``; raises ValueError for a mail server that cannot be meant."""
    mail = os.environ.get("KURGAN_MAIL", "")
    anywhere = os.environ.get("KURGAN_PRIVATE_WEBHOOKS") == "1"
    return Sending(mailing.read_server(mail) if mail else None, anywhere)


class Told(NamedTuple):
    """A message in words."""

    event: str
    game: str
    title: str
    scenario: str
    seat: str
    link: str

    @property
    def text(self) -> str:
        """In the language that is spoken now: of the channel by which it goes."""
        of = ", ".join(part for part in (self.title, self.scenario, self.seat) if part)
        return f"{say(f'tell_{self.event}')}{': ' if of else '.'}{of}".strip()


class Telling:
    """Sends what waits; does the jobs of channels."""

    def __init__(self, rooms: Rooms, url: str, sending: Sending) -> None:
        self._rooms = rooms
        self._channels = rooms.people.channels
        self._url = url
        self.sending = sending
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="kurgan telling")

    async def close(self) -> None:
        await asyncio.to_thread(self._pool.shutdown, True, cancel_futures=True)

    async def look(self, channel: str) -> None:
        """The job of a channel: send what waits, unless its owner is at that game now."""
        row, messages = await asyncio.to_thread(self._channels.waiting, channel)
        if row is None or not messages:
            return
        pause = await self._quiet_for(row)
        may = [message for message in messages if not pause or message.event == TRIAL]
        due = [message for message in may if not await self._is_here(row.person, message)]
        if len(due) < len(messages):
            await asyncio.to_thread(self._channels.again, channel, pause or HERE_SECONDS)
        if due:
            await self._send(row, due)

    async def _send(self, row: ChannelRow, due: Sequence[Message]) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._pool, self._send_now, row, due)
        except NotSent as error:
            if isinstance(error, Ended) and row.kind == "push":  # that browser is gone: it has to ask again
                await asyncio.to_thread(self._channels.remove, row.person, row.id)
                return
            pause = PAUSES[row.failures] if row.failures < len(PAUSES) else 0
            await asyncio.to_thread(self._channels.failed, row.id, str(error), pause)
        else:
            await asyncio.to_thread(self._channels.sent, row.id, list(due))

    async def _quiet_for(self, row: ChannelRow) -> int:
        """For how many seconds nothing may be sent by a channel but what its owner asks for. A feed disturbs nobody."""
        if row.kind == FEED:
            return 0
        return math.ceil((await asyncio.to_thread(self._channels.quiet, row.person)).seconds_left(time.time()))

    async def _is_here(self, person: str, message: Message) -> bool:
        if message.event not in (TURN, REMINDER, OUT):
            return False
        room = self._rooms.opened(message.game)
        if room is not None and room.is_here(person):
            return True
        shared = self._rooms.store.is_shared
        here = await asyncio.to_thread(self._rooms.people.here, message.game) if shared else []
        return any(visit.person == person and visit.pages > 0 for visit in here)

    def told(self, message: Message) -> Told:
        """A message in words; what is not known any more is left out."""
        row = self._rooms.store.game(message.game) if message.game else None
        if row is None:
            return Told(message.event, "", "", "", "", self._url)
        title, scenario, side = row.title, row.scenario, title_case(message.seat)
        try:
            game = self._rooms.titles.load(row.title)
        except Exception:  # a title that is not there any more is called by its name
            pass
        else:
            title = game.named(game.title)
            side = seat_labels(self._rooms.opening(row.title)["sides"], [message.seat])[message.seat] if side else ""
            scenario = next((s.title for s in game.scenarios() if s.name == row.scenario), row.scenario)
        name = f"{scenario} ({ids.clean(row.name)})" if row.name else scenario
        return Told(message.event, row.id, title, name, side, f"{self._url}/g/{row.id}")

    def _send_now(self, row: ChannelRow, due: Sequence[Message]) -> None:
        if row.kind == FEED:  # it stands there for whoever looks
            return
        with speaking(row.language):
            self._send_told(row, [self.told(message) for message in due])

    def _send_told(self, row: ChannelRow, told: Sequence[Told]) -> None:
        if row.kind == "mail":
            self.send_mail(as_mail(row, told, self._url))
            return
        for one in told:
            if row.kind == "push":
                self._push(row, one)
                continue
            outgoing.post(row.address, as_json(row.shape, one), self.sending.anywhere)

    def _push(self, row: ChannelRow, told: Told) -> None:
        text = json.dumps(as_push(told), ensure_ascii=False).encode()
        with_it = pushing.headers(self._channels.table_key(), row.address, self._url)
        outgoing.send(row.address, pushing.encrypt(text, pushing.read_keys(row.keys)), with_it, self.sending.anywhere)

    def send_mail(self, mail: Mail) -> None:
        """Blocks; raises NotSent."""
        if self.sending.mail is None:
            raise NotSent("This table sends no mail.")
        mailing.send(self.sending.mail, mail)


def as_json(shape: str, told: Told) -> Json:
    """What a webhook gets: as Discord or Slack take it, or all of it in fields (with ``text``, for Matrix bridges)."""
    text = f"{told.text} {told.link}"
    if shape == "discord":
        return {"content": text, "allowed_mentions": {"parse": []}}
    if shape == "slack":
        return {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    return {**told._asdict(), "text": text}


def as_push(told: Told) -> dict[str, str]:
    """What a browser shows; the newest of a game takes the place of the one before."""
    text = told.text[: pushing.LONGEST_TEXT // 4]
    return {"text": text, "link": told.link, "tag": told.game or told.event}


def as_mail(row: ChannelRow, told: Sequence[Told], url: str) -> Mail:
    first = told[0].text if len(told) == 1 else say("mail_messages", count=len(told))
    lines = [f"{one.text}\n{one.link}\n" for one in told]
    lines.append(f"-- \n{say('mail_stop')} {url}/stop#{row.token}")
    return Mail(row.address, f"Kurgan: {first}", "\n".join(lines), f"{url}/api/stop/{row.token}")


def confirmation(row: ChannelRow, url: str) -> Mail:
    text = say("mail_confirm", url=url, link=f"{url}/confirm#{row.token}")
    return Mail(row.address, say("mail_confirm_subject"), text)
