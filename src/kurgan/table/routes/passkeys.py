"""Passkeys: keys of devices instead of passwords."""

from typing import Annotated

from fastapi import Header, Response

from kurgan.table.model import bodies
from kurgan.table.model.accounts import PasskeyQuestion, Passkeys, SignedIn
from kurgan.table.routes.access import TokenPath, Who, with_key
from kurgan.table.routes.accounts import Agent
from kurgan.table.routes.calls import Calls, write
from kurgan.table.service import passkeys as service

passkeys = Calls()

Origin = Annotated[str, Header(alias="origin", max_length=400)]


@passkeys.get("/me/passkeys", "people")
async def of_mine(who: Who) -> Passkeys:
    """Your passkeys."""
    return await service.passkeys(who)


@passkeys.post("/passkeys/new", "people")
async def ask_for_new(who: Who, origin: Origin = "") -> PasskeyQuestion:
    """What a device is asked so that it makes a key for you."""
    return await service.ask_for_new(who, origin)


@passkeys.post("/me/passkeys", "people", 201)
async def add(who: Who, body: bodies.NewPasskey, origin: Origin = "") -> Passkeys:
    """What a device made is yours from now on: you have an account."""
    return await service.add(who, origin, body.credential, body.name)


@passkeys.delete("/me/passkeys/{passkey}", "people")
async def remove(who: Who, passkey: TokenPath) -> Passkeys:
    """A passkey opens nothing any more. The last way back stays."""
    return await service.remove(who, passkey)


@passkeys.post("/passkeys/ask", "people")
async def ask(who: Who, origin: Origin = "") -> PasskeyQuestion:
    """What a device is asked so that it shows who you are."""
    return await service.ask(who, origin)


@passkeys.raw("POST", "/passkeys/enter", "people", SignedIn)
async def enter(who: Who, body: bodies.PasskeyEntry, origin: Origin = "", agent: Agent = "") -> Response:
    """Sign in with a passkey: this browser gets the account's key."""
    entered = await service.enter(who, origin, body.credential, body.bring, agent)
    return with_key(write(entered.signed), who.place, entered.key)
