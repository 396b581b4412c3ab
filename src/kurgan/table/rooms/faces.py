"""How titles look: their faces, and the opening of each for the lobby. Made once, and kept."""

from collections.abc import Sequence
from pathlib import Path
from weakref import WeakKeyDictionary

import msgspec

from kurgan.kernel.map_drawing import FACE, draw
from kurgan.kernel.packfile import PackError, read_toml
from kurgan.kernel.plain_screen import plain_face
from kurgan.kernel.protocol import Game, Json
from kurgan.kernel.sentences import ENGLISH
from kurgan.session.session import Session
from kurgan.table.model.scene import Face, FacePlace, Scene
from kurgan.table.rooms.room import Room
from kurgan.table.shown import seat_view
from kurgan.table.titles import Titles

MOST_FACES = 32


def as_face(drawn: Json) -> Face:
    """What was drawn, as the page is promised it; raises PackError where an owner's face says something else."""
    try:
        return msgspec.convert(drawn, Face)
    except msgspec.ValidationError as error:
        raise PackError(FACE, str(error)) from None


def in_words(face: Face, game: Game) -> Face:
    """The same with its labels in the language that is spoken."""
    told = face.copy()
    told["about"] = game.named(face["about"])
    told["tags"] = [game.named(tag) for tag in face["tags"]]
    told["bars"] = [{**bar, "label": game.named(bar["label"])} for bar in face["bars"]]
    told["facts"] = [{**fact, "label": game.named(fact["label"])} for fact in face["facts"]]
    told["title"] = game.named(face["title"])
    told["places"] = [place_in_words(place, game) for place in face["places"]]
    told["water"] = [{**water, "name": game.named(water["name"])} for water in face["water"]]
    return told


def place_in_words(place: FacePlace, game: Game) -> FacePlace:
    """Its name, and the lines that are written on it: one label, with a bar where a line ends."""
    told = place.copy()
    told["name"] = game.named(place["name"])
    if "lines" in place:
        told["lines"] = game.named("|".join(place["lines"])).split("|")
    return told


def drawn(game: Game, folders: Sequence[Path]) -> Face:
    """As the first of these folders with a face has it, or plainly."""
    faces = [folder for folder in folders if (folder / FACE).is_file()]
    return as_face(draw(game.map_facts(), read_toml(faces[0], FACE) if faces else plain_face(game)))


def drawn_once(game: Game, data: Path) -> Face:
    """With the title's own files, which are read once: one drawing for all tables of a process."""
    if game not in _drawn:
        _drawn[game] = drawn(game, [data])
    return _drawn[game]


_drawn: WeakKeyDictionary[Game, Face] = WeakKeyDictionary()


class Faces:
    """The faces of all titles of a registry."""

    def __init__(self, titles: Titles) -> None:
        self.titles = titles
        self._faces: dict[tuple[str, str, str], Face] = {}
        self._openings: dict[tuple[str, str], Scene] = {}

    def face(self, title: str, pack: str = "", game: Game | None = None) -> Face:
        """The face of a title or of another pack for it, in the language that is spoken; an owner's pack may leave it
        to the built-in one. ``game`` is the title where somebody has it loaded."""
        game = game or self.titles.load(title, pack)
        key = (title, pack, game.voice)
        if key not in self._faces:
            face = in_words(self._english(title, pack, game), game)
            if len(self._faces) >= MOST_FACES:
                self._faces.clear()
            self._faces[key] = face
            return face
        return self._faces[key]

    def _english(self, title: str, pack: str, game: Game) -> Face:
        """As it is drawn from its file; drawing takes long, and every language shares it."""
        known = self._faces.get((title, pack, ENGLISH))
        if known is not None:
            return known
        data = self.titles.folder(title) / "data"
        return drawn(game, [Path(pack), data]) if pack else drawn_once(game, data)

    def face_of(self, room: Room) -> Face:
        """How the map of a game is drawn, in the language that is spoken."""
        return self.face(room.source.name, room.source.pack, room.session.game)

    def face_or_none(self, title: str) -> Face | None:
        try:
            return self.face(title)
        except (PackError, KeyError):
            return None

    def opening(self, title: str) -> Scene:
        """The scene of the first scenario as one who watches sees it: the picture on the lobby's card."""
        game = self.titles.load(title)
        key = (title, game.voice)
        if key not in self._openings:
            session = Session.new(game, game.scenarios()[0].name, {}, seed="lobby")
            self._openings[key] = seat_view.scene(session.seen(""))
        return self._openings[key]
