"""Accounts: links by mail, browsers, all about oneself."""

from typing import Annotated

from fastapi import Cookie, Header, Response

from kurgan.table.model import bodies
from kurgan.table.model.accounts import Account, LinkSent, OwnData, SignedIn, SignedOut, SignInLook
from kurgan.table.routes.access import COOKIE, TokenPath, Who, with_key
from kurgan.table.routes.calls import Calls, write
from kurgan.table.service import accounts as service

accounts = Calls()

Key = Annotated[str, Cookie(alias=COOKIE, max_length=200)]
Agent = Annotated[str, Header(alias="user-agent", max_length=2000)]


@accounts.get("/me/account", "people")
async def account(who: Who, key: Key = "") -> Account:
    """Who you are, and in which browsers."""
    return await service.account(who, key)


@accounts.post("/me/presence", "people")
async def hide(who: Who, body: bodies.Presence, key: Key = "") -> Account:
    """Whether others are told when you are at the table."""
    return await service.hide(who, key, body.hidden)


@accounts.post("/signin/ask", "people")
async def ask(who: Who, body: bodies.MailAddress) -> LinkSent:
    """Have a link sent to an address. The reply is the same whether there is an account or not."""
    return await service.ask(who, body.mail)


@accounts.post("/signin/look", "people")
async def look(who: Who, body: bodies.MailToken) -> SignInLook:
    """What a link is for, before it is used."""
    return await service.look(who, body.token)


@accounts.raw("POST", "/signin", "people", SignedIn)
async def sign_in(who: Who, body: bodies.SignIn, agent: Agent = "") -> Response:
    """Use a link, once: a browser gets the account's key, or the guest who asked for it gets an account."""
    entered = await service.sign_in(who, body.token, body.bring, agent)
    return with_key(write(entered.signed), who.place, entered.key)


@accounts.delete("/me/sessions/{session}", "people")
async def end_session(who: Who, session: TokenPath) -> SignedOut:
    """Sign a browser of yours out."""
    return await service.end_session(who, session)


@accounts.get("/me/data", "people")
async def own_data(who: Who) -> OwnData:
    """All that is kept about you."""
    return await service.own_data(who)


@accounts.post("/me/delete", "people")
async def delete(who: Who, body: bodies.DeleteMe) -> SignedOut:
    """Delete yourself: you get up from every running game, and nothing is kept but what stands in records."""
    return await service.delete(who, body.word)
