"""For whoever runs the table: is this process alive, can it serve, what does it count."""

import asyncio

from fastapi import APIRouter, Request, Response

from kurgan.session.logs import NotKept
from kurgan.table.processes.metrics import Figures, may_read
from kurgan.table.service.place import Place

PLAIN = "text/plain; version=0.0.4"
READY_SECONDS = 3.0

running = APIRouter(include_in_schema=False)


@running.get("/healthz")
async def healthz() -> Response:
    """Whether the process answers at all."""
    return Response("ok\n", media_type=PLAIN)


@running.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether it can serve: the database answers, and others know that we are there."""
    place: Place = request.app.state.place
    try:
        async with asyncio.timeout(READY_SECONDS):
            trouble = await asyncio.to_thread(place.rooms.store.trouble)
    except (NotKept, TimeoutError):
        trouble = "the database does not answer"
    return Response(f"{trouble or 'ok'}\n", 503 if trouble else 200, media_type=PLAIN)


@running.get("/metrics")
async def metrics(request: Request) -> Response:
    if not may_read(request.scope):
        return Response("not found\n", 404, media_type=PLAIN)
    place: Place = request.app.state.place
    figures: Figures = request.app.state.figures
    rooms = place.rooms
    gauges = {
        "rooms": len(rooms.open_rooms()),
        "sockets": sum(len(room.listeners) for room in rooms.open_rooms()),
        **await asyncio.to_thread(rooms.store.gauges),
    }
    return Response(figures.text(gauges), media_type=PLAIN)
