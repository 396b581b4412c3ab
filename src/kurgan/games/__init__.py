"""The registry: the only list of titles. A title is imported when it is asked for, not before."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from kurgan.kernel.notation import nearest
from kurgan.kernel.packfile import PackError
from kurgan.kernel.position_text import BROKEN
from kurgan.kernel.protocol import Game, Misspelt

_MAKERS = {
    "advance": ("kurgan.games.advance.game", "Advance"),
    "inferno": ("kurgan.games.inferno.game", "Inferno"),
    "roads": ("kurgan.games.roads.game", "Roads"),
}
_loaded: dict[str, Game] = {}

TITLES = tuple(name for name, (module, _) in _MAKERS.items() if find_spec(module) is not None)


def load(name: str, pack: str = "") -> Game:
    """The title of this name with its own pack, or with the pack in a folder; raises Misspelt or PackError."""
    check_name(name)
    if not pack and name in _loaded:
        return _loaded[name]
    module, maker = _MAKERS[name]
    make = getattr(import_module(module), maker)
    if pack:
        return _from_folder(make, pack)
    _loaded[name] = make(None)
    return _loaded[name]


def _from_folder(make: Callable[[Path], Game], pack: str) -> Game:
    """A pack of somebody's own. What no reader of a file noticed is still the pack's fault, not ours."""
    try:
        return make(Path(pack))
    except PackError:
        raise
    except BROKEN as error:
        what = f"something in it is missing or of the wrong kind ({type(error).__name__}: {error})"
        raise PackError(pack, what) from error


def check_name(name: str) -> None:
    if name not in TITLES:
        raise Misspelt(f"unknown game '{name}'{nearest(name, TITLES)}; known are {', '.join(TITLES)}")


def folder(name: str) -> Path:
    """Where a title's code and data are."""
    check_name(name)
    return Path(__file__).parent / name
