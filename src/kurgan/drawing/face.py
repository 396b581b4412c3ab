"""The map of a title as its pack draws it."""

import sys
from pathlib import Path
from typing import Any

from kurgan.kernel.map_drawing import FACE, draw
from kurgan.kernel.packfile import read_toml
from kurgan.kernel.plain_screen import plain_face
from kurgan.kernel.protocol import Game, Json


def drawing_of(game: Game[Any, Any], pack: str = "") -> Json:
    """A pack may leave the drawing to its title, and a title to a plain one."""
    title = Path(str(sys.modules[type(game).__module__].__file__)).parent
    drawn = [folder for folder in (*([Path(pack)] if pack else []), title / "data") if (folder / FACE).is_file()]
    return draw(game.map_facts(), read_toml(drawn[0], FACE) if drawn else plain_face(game))
