"""Everything that one browser receives, and whether it holds what that seat may not know.

The truth is read from the server's own database, beside the page: which blocks lie concealed and what the cards are.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.session.store import Store
from kurgan.table.server import DATABASE
from kurgan.table.shown import seat_view

SAME_FOR_ALL = ("/face", "/charts", "/rules/", "/api/hello", "/opening")
"""What is printed in the box: it names every unit and every card."""


class Witness:
    """Keeps every frame and every reply of the API that a page receives, from opening the table on."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.frames: list[str] = []
        self.replies: list[Any] = []
        page.on("websocket", self._socket)
        page.on("response", self._reply)
        page.reload()
        page.wait_for_selector(".board .pieces")

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _reply(self, response: Any) -> None:
        if "/api/" in response.url and not any(part in response.url for part in SAME_FOR_ALL):
            self.replies.append(response)

    def take(self) -> list[str]:
        """All that came since the last time, and what the page shows of it."""
        texts = [*self.frames, *[reply.text() for reply in self.replies], self.page.content()]
        self.frames, self.replies = [], []
        return texts


load = cache(games.load)


def truth(folder: Path, title: str, game: str) -> Session:
    """The whole game as the server has it, hidden things and all."""
    store = Store(f"sqlite:///{folder / DATABASE}")
    try:
        return Session.load(load(title), store.log(game))
    finally:
        store.close()


def told(session: Session, seat: str) -> str:
    """All that the log has told this seat."""
    lines = seat_view.log(session, seat)
    return " ".join(event.text for line in lines for event in line.events)


def concealed(session: Session, seat: str) -> list[tuple[str, str, str]]:
    """Hex, id and name of every block of the other side that stands on the map and shows its back to this seat."""
    s: Any = session.state
    p = s.pack
    others = range(p.germans, p.units) if seat == "german" else range(p.germans)
    face_up = [*s.battle.soviets, *s.battle.germans] if s.battle.shown else []
    return [
        (p.hex_name[s.where[u]], p.unit_name[u], p.unit_title[u])
        for u in others
        if s.where[u] < p.hexes and u not in face_up
    ]


def scenes(texts: list[str]) -> Iterator[Json]:
    """The scenes among the texts."""
    for text in texts:
        if text.startswith("{"):
            data = json.loads(text)
            found = data.get("table", data).get("scene")
            if found:
                yield found
