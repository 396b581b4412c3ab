"""How titles look: their faces, and the opening of each for the lobby. Made once, and kept."""

from pathlib import Path

import msgspec

from kurgan.kernel.map_drawing import FACE, draw
from kurgan.kernel.packfile import PackError, read_toml
from kurgan.kernel.plain_screen import plain_face
from kurgan.kernel.protocol import Json
from kurgan.session.session import Session
from kurgan.table import seat_view
from kurgan.table.model.scene import Face, Scene
from kurgan.table.titles import Titles

MOST_FACES = 32


def as_face(drawn: Json) -> Face:
    """What was drawn, as the page is promised it; raises PackError where an owner's face says something else."""
    try:
        return msgspec.convert(drawn, Face)
    except msgspec.ValidationError as error:
        raise PackError(FACE, str(error)) from None


class Faces:
    """The faces of all titles of a registry."""

    def __init__(self, titles: Titles) -> None:
        self.titles = titles
        self._faces: dict[tuple[str, str], Face] = {}
        self._openings: dict[str, Scene] = {}

    def face(self, title: str, pack: str = "") -> Face:
        """The face of a title or of another pack for it; an owner's pack may leave it to the built-in one."""
        if (title, pack) not in self._faces:
            game = self.titles.load(title, pack)
            folders = [Path(pack)] if pack else []
            drawn = [folder for folder in (*folders, self.titles.folder(title) / "data") if (folder / FACE).is_file()]
            face = as_face(draw(game.map_facts(), read_toml(drawn[0], FACE) if drawn else plain_face(game)))
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            self._faces[title, pack] = face
            return face
        return self._faces[title, pack]

    def face_or_none(self, title: str) -> Face | None:
        try:
            return self.face(title)
        except (PackError, KeyError):
            return None

    def opening(self, title: str) -> Scene:
        """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
        if title not in self._openings:
            game = self.titles.load(title)
            session = Session.new(game, game.scenarios()[0].name, {}, seed="lobby")
            self._openings[title] = seat_view.scene(session.seen(""))
        return self._openings[title]
