"""What one can take home: records, stories, luck."""

from fastapi import Response

from kurgan.table.model.replies import Luck, Story
from kurgan.table.routes.access import SeatQuery, Who
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


@home.raw("GET", "/me/records", "export", ZIP)
async def records(who: Who) -> Response:
    """All finished games that you are at, as a ZIP of their records."""
    headers = {"content-disposition": 'attachment; filename="kurgan-records.zip"'}
    return Response(await service.records(who), media_type=ZIP, headers=headers)


@home.get("/games/{game}/story", "export")
async def story(who: Who, game: str, seat: SeatQuery = "") -> Story:
    """The log as a story one can post."""
    return await service.game_story(who, game, seat)


@home.get("/games/{game}/luck", "export")
async def luck(who: Who, game: str) -> Luck:
    """Expected against actual, fight by fight; when the game is over, or for who plays alone."""
    return await service.luck(who, game)
