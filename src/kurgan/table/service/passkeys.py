"""Passkeys: a key that stays in somebody's device instead of a password or a mail.

Browsers have them only for pages that come over https, or from ``localhost``. A question is asked of one browser, works
once and for five minutes; the answer must be for the name under which we are served and confirmed by its owner.
"""

import asyncio
import base64
import json
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

from kurgan.table import ids
from kurgan.table.ids import credential_name
from kurgan.table.model.accounts import PasskeyQuestion, Passkeys, PasskeyTold, SignedIn
from kurgan.table.refusals import Refused
from kurgan.table.service import accounts
from kurgan.table.service.place import Visitor, need_person
from kurgan.table.storage import PasskeyRow

NEW, ENTER = "new", "enter"
NAME = "Kurgan"
CHALLENGE_BYTES = 32
NOT_HERE = "Passkeys need https, or a page that was opened at localhost; and the host must have installed kurgan[club]."
NOT_GOOD = "That passkey was not accepted. Try again."
UNKNOWN = "This table does not know that passkey."


def library() -> Any:
    """Whoever checks passkeys for us; None where it was not installed."""
    try:
        import webauthn
    except ImportError:
        return None
    return webauthn


def place_of_trust(who: Visitor, origin: str) -> str:
    """The name that passkeys are for on a page of this origin; empty where browsers have none, or it is not ours."""
    parts = urlsplit(origin)
    own = urlsplit(who.place.url)
    is_ours = parts.scheme == "https" and parts.netloc.lower() == own.netloc.lower()
    if library() is None or not (is_ours or (parts.scheme == "http" and parts.hostname == "localhost")):
        return ""
    return parts.hostname or ""


def need_trust(who: Visitor, origin: str) -> str:
    name = place_of_trust(who, origin)
    if not name:
        raise Refused(422, NOT_HERE)
    return name


async def passkeys(who: Visitor) -> Passkeys:
    """Your passkeys, and whether this table can have any."""
    rows = await asyncio.to_thread(who.place.rooms.people.passkeys.of, need_person(who))
    told = [PasskeyTold(row.id, row.name, row.made, row.used) for row in rows]
    return Passkeys(told, library() is not None)


# Making one -----------------------------------------------------------------------------------------------------


async def ask_for_new(who: Visitor, origin: str) -> PasskeyQuestion:
    person, name = need_person(who), need_trust(who, origin)
    people = who.place.rooms.people
    await need_rate(who)
    challenge = secrets.token_bytes(CHALLENGE_BYTES)
    called = await asyncio.to_thread(people.name_of, person) or NAME
    known = await asyncio.to_thread(people.passkeys.of, person)
    await asyncio.to_thread(people.passkeys.ask, challenge, person, NEW)
    return PasskeyQuestion(_new_options(name, challenge, ids.handle_of(person), called, known))


def _new_options(name: str, challenge: bytes, handle: str, called: str, known: list[PasskeyRow]) -> str:
    webauthn = library()
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=name,
        rp_name=NAME,
        user_id=handle.encode(),
        user_name=called,
        user_display_name=called,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes.fromhex(row.credential)) for row in known],
    )
    return str(webauthn.options_to_json(options))


async def add(who: Visitor, origin: str, credential: str, called: str) -> Passkeys:
    """What a device made is yours from now on."""
    person, name = need_person(who), need_trust(who, origin)
    people = who.place.rooms.people
    challenge = await answered(who, credential, person, NEW)
    try:
        found = library().verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=name,
            expected_origin=origin,
            require_user_verification=True,
        )
    except Exception:  # whatever the library says of it: it is not ours to tell
        raise Refused(422, NOT_GOOD) from None
    key, now = found.credential_public_key.hex(), int(time.time())
    id, own = credential_name(found.credential_id), found.credential_id.hex()
    row = PasskeyRow(id, person, own, key, found.sign_count, ids.clean(called) or name, now, 0)
    if not await asyncio.to_thread(people.passkeys.add, row):
        raise Refused(422, "That passkey is known already, or you have too many; remove one first.")
    return await passkeys(who)


async def remove(who: Visitor, id: str) -> Passkeys:
    """A passkey opens nothing any more. The last way back stays."""
    person, people = need_person(who), who.place.rooms.people
    rows = await asyncio.to_thread(people.passkeys.of, person)
    if [row.id for row in rows] == [id] and not await asyncio.to_thread(people.accounts.mail_of, person):
        raise Refused(422, "That is the only way back to your account; add another first, or delete yourself.")
    if not await asyncio.to_thread(people.passkeys.remove, person, id):
        raise Refused(404, "There is no such passkey of yours.")
    return await passkeys(who)


# Using one ------------------------------------------------------------------------------------------------------


async def ask(who: Visitor, origin: str) -> PasskeyQuestion:
    """A question that whoever has a passkey can answer; it tells nothing of who has one."""
    person, name = need_person(who), need_trust(who, origin)
    await need_rate(who)
    challenge = secrets.token_bytes(CHALLENGE_BYTES)
    await asyncio.to_thread(who.place.rooms.people.passkeys.ask, challenge, person, ENTER)
    webauthn = library()
    from webauthn.helpers.structs import UserVerificationRequirement

    must = UserVerificationRequirement.REQUIRED
    options = webauthn.generate_authentication_options(rp_id=name, challenge=challenge, user_verification=must)
    return PasskeyQuestion(str(webauthn.options_to_json(options)))


async def enter(who: Visitor, origin: str, credential: str, bring: bool, agent: str) -> accounts.Entered:
    """Sign in. ``bring``: what this browser holds as a guest is the account's from now on."""
    person, name = need_person(who), need_trust(who, origin)
    people = who.place.rooms.people
    challenge = await answered(who, credential, person, ENTER)
    row = await asyncio.to_thread(people.passkeys.get, credential_name(_bytes(json.loads(credential).get("rawId", ""))))
    if row is None:
        raise Refused(404, UNKNOWN)
    try:
        found = library().verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=name,
            expected_origin=origin,
            credential_public_key=bytes.fromhex(row.public_key),
            credential_current_sign_count=row.signs,
            require_user_verification=True,
        )
    except Exception:  # a wrong signature, another origin, a copied key
        raise Refused(422, NOT_GOOD) from None
    await asyncio.to_thread(people.passkeys.used, row.id, found.new_sign_count)
    if row.person == person:
        return accounts.Entered(SignedIn("", []), "")
    has_account = await accounts.has_way_back(who, person)
    if has_account:
        raise Refused(409, accounts.SIGNED_IN)
    brought = await accounts.bring_along(who, row.person) if bring else []
    key = await asyncio.to_thread(people.accounts.new_session, row.person, agent)
    return accounts.Entered(SignedIn("", brought), key)


async def answered(who: Visitor, credential: str, person: str, kind: str) -> bytes:
    """The question that a credential answers, which we must have asked of this browser; it is spent by it."""
    try:
        told = json.loads(_bytes(json.loads(credential)["response"]["clientDataJSON"]))
        challenge = _bytes(told["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused(422, NOT_GOOD) from None
    if not await asyncio.to_thread(who.place.rooms.people.passkeys.answered, challenge, person, kind):
        raise Refused(422, "That took too long, or was used already. Try again.")
    return challenge


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


async def need_rate(who: Visitor) -> None:
    if not await who.place.may(who.place.code_rate, f"passkey {who.address}"):
        raise Refused(429, "Too many at once; wait a minute.")
