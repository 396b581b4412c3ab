"""The facts of a plain title: a folder with ``pack.toml``, and if it likes ``map.csv`` and ``text/en.toml``."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kurgan.kernel.map_drawing import AREAS, MapFacts
from kurgan.kernel.packfile import Row, known, need, read_csv, read_toml
from kurgan.kernel.plain_screen import MAP_COLUMNS, read_map
from kurgan.kernel.sentences import NO_WORDS, load_text

Folder = Path
"""Where a pack is."""

PACK: Final = "pack.toml"
MAP: Final = "map.csv"
TEXT: Final = "text/en.toml"
KEYS: Final = ("format", "name", "title", "source", "reconstructed")
NO_FACTS: Final = ("face.toml", "rules.csv", "text")
"""What does not change a game: drawing, the index of the rules, words."""


class PlainPack:
    """See ``PackInfo``; besides the map and the words."""

    def __init__(self, folder: Path) -> None:
        document = read_toml(folder, PACK)
        known(document, KEYS, PACK)
        self.folder = folder
        self.name: str = need(document, "name", str, PACK)
        self.title: str = need(document, "title", str, PACK)
        self.source = str(document.get("source", ""))
        self.reconstructed = bool(document.get("reconstructed", False))
        self.facts: list[tuple[str, str, str, str]] = []
        self.checksum = checksum(folder)
        self.map = read_map(read_csv(folder, MAP, MAP_COLUMNS)) if (folder / MAP).is_file() else MapFacts(AREAS, [])
        self.places = [place.token for place in self.map.places]
        self.near = [[self.places.index(token) for token in place.near] for place in self.map.places]
        self.text = load_text(folder) if (folder / TEXT).is_file() else NO_WORDS

    def table(self, name: str, columns: Sequence[str]) -> list[Row]:
        """The rows of a table of the title's own."""
        return read_csv(self.folder, name, columns)


def checksum(folder: Path) -> str:
    """Of the facts: other line ends and other words are the same pack."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=Path.as_posix):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name.split("/")[0] not in NO_FACTS:
            found.update(f"{name}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()
