"""How somebody wants to be told: webhooks, mail, browsers and feeds; tried out, confirmed and ended."""

import asyncio
from typing import Literal

from kurgan.kernel.sentences import speaking
from kurgan.session.message_rows import EVENTS, FEED, ChannelRow
from kurgan.table.model.channels import Channel, ChannelDone, Channels, QuietTold
from kurgan.table.notices import mailing, outgoing, pushing, quiet
from kurgan.table.notices.feed import Entry, write
from kurgan.table.notices.outgoing import NotSent
from kurgan.table.notices.quiet import Quiet
from kurgan.table.notices.telling import confirmation
from kurgan.table.refusals import Refused, not_done
from kurgan.table.service.place import Place, Visitor, need_person
from kurgan.table.words import say, translated, voice

KINDS: dict[str, Literal["webhook", "mail", "push", "feed"]] = {"mail": "mail", "push": "push", "feed": "feed"}
UNKNOWN = "There is no such channel of yours."
OLD_LINK = "This link is not valid any more."


async def channels(who: Visitor) -> Channels:
    """Your channels; enough of their addresses to know them again."""
    person = need_person(who)
    found = await asyncio.to_thread(who.place.rooms.people.channels.of, person)
    is_possible = pushing.is_possible()
    key = await asyncio.to_thread(who.place.rooms.people.channels.table_key) if is_possible else ""
    has_mail = who.place.telling.sending.mail is not None
    hours = await asyncio.to_thread(who.place.rooms.people.channels.quiet, person)
    return Channels(
        channels=[told(row, who.place.url) for row in found],
        events=list(EVENTS),
        mail=has_mail,
        push=pushing.public_key(key) if key else "",
        quiet=quiet_told(hours),
    )


def quiet_told(hours: Quiet) -> QuietTold | None:
    if hours.begin == hours.end:
        return None
    return QuietTold(quiet.written(hours.begin), quiet.written(hours.end), hours.zone)


async def be_quiet(who: Visitor, begin: str, end: str, zone: str) -> Channels:
    """Nothing is sent to you at these hours; what waited is sent when they are over."""
    person = need_person(who)
    try:
        hours = quiet.read(begin, end, zone)
    except ValueError as error:
        raise Refused(422, str(error)) from None
    await asyncio.to_thread(who.place.rooms.people.channels.set_quiet, person, hours)
    return await channels(who)


async def be_loud(who: Visitor) -> Channels:
    """Things are sent at any hour."""
    await asyncio.to_thread(who.place.rooms.people.channels.set_quiet, need_person(who), Quiet())
    return await channels(who)


def told(row: ChannelRow, url: str) -> Channel:
    return Channel(
        id=row.id,
        kind=KINDS.get(row.kind, "webhook"),
        address=feed_link(url, row.token) if row.kind == FEED else hidden(row.kind, row.address),
        shape="discord" if row.shape == "discord" else "slack" if row.shape == "slack" else "json",
        events=[event for event in row.events.split(",") if event],
        digest=bool(row.digest),
        confirmed=bool(row.confirmed),
        last_sent=row.last_sent // 1000,
        failures=row.failures,
        trouble=translated(row.trouble),
    )


def feed_link(url: str, token: str) -> str:
    """Where a feed is read; whoever has it reads along, so only its owner is told."""
    return f"{url}/api/feed/{token}"


def hidden(kind: str, address: str) -> str:
    """An address without what makes it a secret: the path of a webhook, most of a name."""
    if kind == FEED:
        return FEED
    if kind == "mail":
        name, _, host = address.partition("@")
        return f"{name[:1]}***@{host}"
    return f"{outgoing.read(address).hostname}/..."


async def add(
    who: Visitor, kind: str, address: str, shape: str, events: list[str], digest: bool, keys: str = ""
) -> Channels:
    """Be told by another way. An address for mail gets one mail, and nothing more before its reader says yes."""
    person, place = need_person(who), who.place
    names = (f"channel {person}", f"channel {who.address}")
    if not all([await place.may(place.code_rate, name) for name in names]):
        raise Refused(429, "Too many at once; wait a minute.")
    address = FEED if kind == FEED else address
    await check(place, kind, address, keys)
    daily = digest and kind == "mail"
    new = await asyncio.to_thread(
        place.rooms.people.channels.add, person, kind, address, shape, checked(events), daily, keys, voice()
    )
    if new is None:
        raise Refused(422, "You have several channels already; remove one first.")
    if kind == "mail":
        await ask_for_confirmation(place, new)
    return await channels(who)


async def check(place: Place, kind: str, address: str, keys: str) -> None:
    if kind == FEED:
        return
    if kind == "mail":
        if place.telling.sending.mail is None:
            raise Refused(422, "This table sends no mail.")
        if not mailing.is_address(address):
            raise Refused(422, "That is no address for mail; one is anna@example.org.")
        if not await place.may(place.mail_rate, address.lower()):
            raise Refused(429, "That address was asked several times; wait an hour.")
        return
    try:
        parts = outgoing.read(address)
        if kind == "push":
            check_push(place, parts.scheme, keys)
    except ValueError as error:
        raise Refused(422, str(error)) from None


def check_push(place: Place, scheme: str, keys: str) -> None:
    if not pushing.is_possible():
        raise Refused(422, "This table sends nothing to browsers: its host has not installed kurgan[club].")
    if scheme != "https" and not place.telling.sending.anywhere:
        raise Refused(422, "A browser is reached over https.")
    try:
        pushing.read_keys(keys)
    except ValueError:
        raise Refused(422, "Those are no keys of a browser.") from None


def checked(events: list[str]) -> str:
    unknown = [event for event in events if event not in EVENTS]
    if unknown:
        raise Refused(422, say("unknown_event", event=unknown[0], events=", ".join(EVENTS)))
    return ",".join(event for event in EVENTS if event in events)


async def ask_for_confirmation(place: Place, new: ChannelRow) -> None:
    try:
        await asyncio.to_thread(place.telling.send_mail, confirmation(new, place.url))
    except NotSent as error:
        await asyncio.to_thread(place.rooms.people.channels.remove, new.person, new.id)
        raise Refused(503, not_done(error)) from None


async def change(who: Visitor, channel: str, events: list[str], digest: bool) -> Channels:
    """What is told by it, whether once a day, and in the language of whoever changes it."""
    people = who.place.rooms.people
    wish = (need_person(who), channel, checked(events), digest, voice())
    if not await asyncio.to_thread(people.channels.change, *wish):
        raise Refused(404, UNKNOWN)
    return await channels(who)


async def remove(who: Visitor, channel: str) -> Channels:
    if not await asyncio.to_thread(who.place.rooms.people.channels.remove, need_person(who), channel):
        raise Refused(404, UNKNOWN)
    return await channels(who)


async def try_out(who: Visitor, channel: str) -> Channels:
    """Send a trial; how it went stands in the channel a moment later."""
    person = need_person(who)
    if not await who.place.may(who.place.code_rate, f"trial {person}"):
        raise Refused(429, "Too many trials; wait a minute.")
    if not await asyncio.to_thread(who.place.rooms.people.channels.try_out, person, channel):
        raise Refused(404, UNKNOWN)
    return await channels(who)


async def confirm(place: Place, token: str) -> ChannelDone:
    """Whoever reads mail at an address wants it."""
    address = await asyncio.to_thread(place.rooms.people.channels.confirm, token)
    if not address:
        raise Refused(404, OLD_LINK)
    return ChannelDone("confirmed", hidden("mail", address))


async def stop(place: Place, token: str) -> ChannelDone:
    """Whoever got a message wants no more of them; nothing else is needed for it."""
    address = await asyncio.to_thread(place.rooms.people.channels.stop, token)
    if not address:
        raise Refused(404, OLD_LINK)
    kind = FEED if address == FEED else "mail" if "@" in address else "webhook"
    return ChannelDone("ended", hidden(kind, address))


async def feed(place: Place, token: str) -> bytes:
    """What somebody has to be told, as a feed reader takes it."""
    row, found = await asyncio.to_thread(place.rooms.people.channels.feed, token)
    if row is None:
        raise Refused(404, OLD_LINK)

    def written() -> bytes:
        with speaking(row.language):
            entries = [Entry(place.telling.told(message), made) for message, made in found]
            return write(feed_link(place.url, token), row.made, entries)

    return await asyncio.to_thread(written)
