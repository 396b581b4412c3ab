"""Accounts: a link by mail instead of a password, browsers listed and ended, all about oneself taken home or deleted.

Whoever opens a link proves that he reads mail at an address, and nothing else. So an account is made only in the
browser that asked for its link: otherwise somebody could have a stranger's seats tied to an address of his own. For the
same reason only that browser brings its seats along.
"""

import asyncio
from typing import NamedTuple

import msgspec

from kurgan.session.replay import OPEN
from kurgan.table.model.accounts import Account, DeviceSession, LinkSent, OwnData, SignedIn, SignedOut, SignInLook
from kurgan.table.notices import mailing
from kurgan.table.notices.mailing import Mail
from kurgan.table.notices.outgoing import NotSent
from kurgan.table.refusals import Refused, not_done, refusing
from kurgan.table.service.channels import hidden
from kurgan.table.service.place import Visitor, need_person, need_somebody
from kurgan.table.storage import MailLink
from kurgan.table.words import say

OLD_LINK = "This link was used already, or is older than half an hour. Ask for a new one."
OTHER_BROWSER = "Open this link in the browser in which you asked for it: your seats are there."
SIGNED_IN = "You are signed in with another address; sign out first."
DELETE = "delete"


class Entered(NamedTuple):
    """Somebody who signed in; the key goes into a cookie."""

    signed: SignedIn
    key: str


async def account(who: Visitor, key: str) -> Account:
    person, people = need_person(who), who.place.rooms.people
    mail = await asyncio.to_thread(people.accounts.mail_of, person)
    here = await asyncio.to_thread(people.accounts.session_of, key)
    rows = await asyncio.to_thread(people.accounts.sessions, person)
    return Account(
        name=await asyncio.to_thread(people.name_of, person),
        mail=hidden("mail", mail) if mail else "",
        possible=who.place.telling.sending.mail is not None,
        way_back=bool(mail) or await has_way_back(who, person),
        hidden=await asyncio.to_thread(people.is_hidden, person),
        sessions=[DeviceSession(row.id, row.made, row.seen, row.agent, row.id == here) for row in rows],
    )


async def hide(who: Visitor, key: str, hidden: bool) -> Account:
    """Whether others are told when you are at the table."""
    await asyncio.to_thread(who.place.rooms.people.hide, need_person(who), hidden)
    return await account(who, key)


# By mail --------------------------------------------------------------------------------------------------------


async def ask(who: Visitor, mail: str) -> LinkSent:
    """Have a link sent. The reply is the same whether there is an account or not."""
    person, place, mail = need_person(who), who.place, mail.strip().lower()
    if place.telling.sending.mail is None:
        raise Refused(422, "This table sends no mail.")
    if not mailing.is_address(mail):
        raise Refused(422, "That is no address for mail; one is anna@example.org.")
    if not await place.may(place.code_rate, f"sign in {who.address}") or not await place.may(place.mail_rate, mail):
        raise Refused(429, "Too many links at once; wait an hour.")
    token = await asyncio.to_thread(place.rooms.people.accounts.ask, mail, person)
    try:
        await asyncio.to_thread(place.telling.send_mail, letter(mail, place.url, token))
    except NotSent as error:
        raise Refused(503, not_done(error)) from None
    return LinkSent(True)


def letter(mail: str, url: str, token: str) -> Mail:
    return Mail(mail, say("mail_link_subject"), say("mail_link", url=url, link=f"{url}/signin#{token}"))


async def look(who: Visitor, token: str) -> SignInLook:
    """What a link is for, before it is used."""
    people = who.place.rooms.people
    link = await asyncio.to_thread(people.accounts.look, token)
    if link is None:
        raise Refused(404, OLD_LINK)
    known = bool(await asyncio.to_thread(people.accounts.person_of, link.mail))
    mine = bool(who.person) and link.person == who.person
    held = await asyncio.to_thread(people.held_by, who.person) if mine else []
    return SignInLook(hidden("mail", link.mail), known, mine, len({h.game for h in held}))


async def sign_in(who: Visitor, token: str, bring: bool, agent: str) -> Entered:
    """Use a link, once. ``bring``: what this browser holds as a guest is the account's from now on."""
    people = who.place.rooms.people
    who.place.house.need_welcome(who.person)
    shown = await asyncio.to_thread(people.accounts.look, token)
    if shown is None:
        raise Refused(404, OLD_LINK)
    person = await asyncio.to_thread(people.accounts.person_of, shown.mail)
    own = await asyncio.to_thread(people.accounts.mail_of, who.person) if who.person else ""
    keys = await asyncio.to_thread(people.passkeys.of, who.person) if who.person else []
    check(who, shown, person, bool(own) or (bool(keys) and bool(person)))
    link = await asyncio.to_thread(people.accounts.use, token)
    if link is None:  # somebody was quicker with it
        raise Refused(404, OLD_LINK)
    if not person:
        if not await asyncio.to_thread(people.accounts.bind, who.person, link.mail, agent):
            raise Refused(409, "This address has an account meanwhile; ask for a new link.")
        return Entered(SignedIn(hidden("mail", link.mail), []), "")
    brings = bring and link.person == who.person and who.person != person
    brings = brings and not await has_way_back(who, who.person)
    brought = await bring_along(who, person) if brings else []
    key = await asyncio.to_thread(people.accounts.new_session, person, agent)
    return Entered(SignedIn(hidden("mail", link.mail), brought), key)


async def bring_along(who: Visitor, person: str) -> list[str]:
    """What a guest's browser holds is another person's from now on; returns the games."""
    brought = await asyncio.to_thread(who.place.rooms.people.accounts.bring, who.person, person)
    for game in brought:
        room = who.place.rooms.opened(game)
        if room is not None:
            async with room.lock:
                who.place.rooms.show_out(room, await who.place.rooms.held(game))
    return brought


async def has_way_back(who: Visitor, person: str) -> bool:
    """Whether somebody has an account: an address, or a passkey."""
    people = who.place.rooms.people
    if not person:
        return False
    if await asyncio.to_thread(people.accounts.mail_of, person):
        return True
    return bool(await asyncio.to_thread(people.passkeys.of, person))


def check(who: Visitor, link: MailLink, person: str, own: bool) -> None:
    """Before a link is spent: whether it can do anything here."""
    if own and person != who.person:
        raise Refused(409, SIGNED_IN)
    if not person and (not who.person or link.person != who.person):
        raise Refused(409, OTHER_BROWSER)


# Browsers -------------------------------------------------------------------------------------------------------


async def end_session(who: Visitor, session: str) -> SignedOut:
    """Sign a browser of yours out. A guest's only browser stays: nothing would bring him back."""
    person, people = need_person(who), who.place.rooms.people
    rows = await asyncio.to_thread(people.accounts.sessions, person)
    if len(rows) == 1 and not await has_way_back(who, person):
        raise Refused(422, "This is the only browser that is you, and there is no address to come back by.")
    if not await asyncio.to_thread(people.accounts.end_session, person, session):
        raise Refused(404, "There is no such session of yours.")
    for game in {held.game for held in await asyncio.to_thread(people.held_by, person)}:
        who.place.rooms.hang_up(game, person)
    return SignedOut(session)


# Everything -----------------------------------------------------------------------------------------------------


async def own_data(who: Visitor) -> OwnData:
    """All that is kept about you."""
    found = await asyncio.to_thread(who.place.rooms.people.accounts.everything, need_somebody(who))
    return msgspec.convert(found, OwnData)


async def delete(who: Visitor, word: str) -> SignedOut:
    """Delete yourself: you get up from every running game, and nothing is kept but what stands in records."""
    person, rooms = need_somebody(who), who.place.rooms
    if word != DELETE:
        raise Refused(422, say("say_delete", word=DELETE))
    mine: dict[str, list[str]] = {}
    for held in await asyncio.to_thread(rooms.people.held_by, person):
        mine.setdefault(held.game, []).append(held.seat)
    running = [row.id for row in await asyncio.to_thread(rooms.store.games_of, list(mine)) if not row.outcome]
    for game in running:
        await get_up(who, game, person)
    await asyncio.to_thread(rooms.people.accounts.delete, person)
    for game in mine:
        room = rooms.opened(game)
        if room is not None:
            async with room.lock:
                rooms.show_out(room, await rooms.held(game))
    return SignedOut(person[:8])


async def get_up(who: Visitor, game: str, person: str) -> None:
    """Leave all seats of one game, as getting up does; a game that cannot be opened any more is left as it is."""
    rooms = who.place.rooms
    try:
        room = await rooms.room(game)
    except Exception:  # damaged, or of a title that is gone: nobody plays it any more
        return
    if room is None:
        return
    async with rooms.alone_in(room):
        seats = [h.seat for h in await rooms.held(game) if h.person == person and h.seat in room.session.seats]

        def act() -> None:
            for seat in seats:
                if room.session.outcome is None:
                    room.session.hand(seat, OPEN, "")
                rooms.people.leave(game, seat)

        with refusing():
            await rooms.reseat(room, act)
