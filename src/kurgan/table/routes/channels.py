"""Telling people: their channels, and the links in what is sent."""

from fastapi import Response

from kurgan.table.model import bodies
from kurgan.table.model.channels import ChannelDone, Channels
from kurgan.table.notices import feed as feeds
from kurgan.table.routes.access import AtPlace, TokenPath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import channels as service

channels = Calls()


@channels.get("/me/channels", "people")
async def of_mine(who: Who) -> Channels:
    """How you are told, when it last worked, and why it did not."""
    return await service.channels(who)


@channels.post("/me/channels", "people", 201)
async def add(who: Who, body: bodies.NewChannel) -> Channels:
    """Be told by a webhook, by mail, in a browser, or by a feed that you look at.

    An address for mail must be confirmed by a link sent there.
    """
    return await service.add(who, body.kind, body.address, body.shape, body.events, body.digest, body.keys)


@channels.patch("/me/channels/{channel}", "people")
async def change(who: Who, channel: TokenPath, body: bodies.ChannelWish) -> Channels:
    """What you are told by it, and whether once a day."""
    return await service.change(who, channel, body.events, body.digest)


@channels.delete("/me/channels/{channel}", "people")
async def remove(who: Who, channel: TokenPath) -> Channels:
    """Be told by it no more."""
    return await service.remove(who, channel)


@channels.post("/me/channels/{channel}/trial", "people")
async def try_out(who: Who, channel: TokenPath) -> Channels:
    """Send a trial; how it went stands in the channel a moment later."""
    return await service.try_out(who, channel)


@channels.post("/me/quiet", "people")
async def be_quiet(who: Who, body: bodies.QuietHours) -> Channels:
    """Have nothing sent to you at these hours of the day; what waited is sent when they are over. Clocks run on."""
    return await service.be_quiet(who, body.begin, body.end, body.zone)


@channels.delete("/me/quiet", "people")
async def be_loud(who: Who) -> Channels:
    """Have things sent at any hour."""
    return await service.be_loud(who)


@channels.raw("GET", "/feed/{token}", "people", feeds.MEDIA)
async def feed(place: AtPlace, token: TokenPath) -> Response:
    """What you have to be told, as an Atom feed; only its link opens it, and ending the channel ends it."""
    return Response(await service.feed(place, token), media_type=feeds.MEDIA, headers={"cache-control": "no-store"})


@channels.post("/confirm/{token}", "people")
async def confirm(place: AtPlace, token: TokenPath) -> ChannelDone:
    """For whoever reads mail at an address: yes, send it here."""
    return await service.confirm(place, token)


@channels.post("/stop/{token}", "people")
async def stop(place: AtPlace, token: TokenPath) -> ChannelDone:
    """For whoever got a message: no more of these. One click of a mail program does it (RFC 8058)."""
    return await service.stop(place, token)
