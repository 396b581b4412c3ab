"""What one can take home: records, stories, luck."""

from fastapi import Response
from fastapi.responses import StreamingResponse

from kurgan.table.model import bodies
from kurgan.table.model.exports import Exports
from kurgan.table.model.replies import Luck, Story
from kurgan.table.routes.access import SeatQuery, TokenPath, Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import export as service

home = Calls()

RECORD = "application/x-ndjson"
ZIP = "application/zip"


@home.raw("GET", "/games/{game}/export", "export", RECORD)
async def export(who: Who, game: str, seat: SeatQuery = "") -> Response:
    """The whole record where nothing in it is hidden from you; otherwise your own stream of events."""
    file = await service.export(who, game, seat)
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(file.text, media_type=RECORD, headers=headers)


@home.get("/exports", "export")
async def exports(who: Who) -> Exports:
    """What you have asked to take home, and the data set that the host publishes."""
    return await service.exports(who)


@home.post("/exports", "export", 201)
async def ask(who: Who, body: bodies.ExportWish) -> Exports:
    """Have something made to take home: all about you ("all"), or your finished games ("games")."""
    return await service.ask(who, body.kind)


@home.raw("GET", "/exports/{export}", "export", ZIP)
async def fetch(who: Who, export: TokenPath) -> Response:
    """What was made, as a ZIP: your own, or what the host publishes."""
    headers = {"content-disposition": f'attachment; filename="kurgan-{export[:8]}.zip"'}
    headers["content-encoding"] = "identity"  # it is compressed already
    return StreamingResponse(await service.fetch(who, export), media_type=ZIP, headers=headers)


@home.delete("/exports/{export}", "export")
async def forget(who: Who, export: TokenPath) -> Exports:
    """Have it forgotten before the day is over."""
    return await service.forget(who, export)


@home.get("/games/{game}/story", "export")
async def story(who: Who, game: str, seat: SeatQuery = "") -> Story:
    """The log as a story one can post."""
    return await service.game_story(who, game, seat)


@home.get("/games/{game}/luck", "export")
async def luck(who: Who, game: str) -> Luck:
    """Expected against actual, fight by fight; when the game is over, or for who plays alone."""
    return await service.luck(who, game)
