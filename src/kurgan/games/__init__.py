"""The registry: titles are found by the entry points ``kurgan.titles`` of what is installed, ours like anyone's.

A title is imported when it is asked for, not before. One that cannot be is reported and left out; the others play.
"""

import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from kurgan.kernel.notation import nearest
from kurgan.kernel.packfile import PackError
from kurgan.kernel.position_text import BROKEN
from kurgan.kernel.protocol import Game, Misspelt
from kurgan.kernel.sentences import ENGLISH, common, speaking
from kurgan.kernel.title import Title

GROUP = "kurgan.titles"
OURS = "kurgan"
PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent.parent / "pyproject.toml"


class Origin(NamedTuple):
    """Where a title comes from: its entry point, and the distribution that brings it."""

    name: str
    value: str
    distribution: str
    version: str

    @property
    def told(self) -> str:
        return f"{self.distribution} {self.version}".strip()

    @property
    def is_ours(self) -> bool:
        """It comes with Kurgan itself."""
        return self.distribution == OURS


class Broken(NamedTuple):
    """A title that somebody installed and that does not load, and why, in one line."""

    origin: Origin
    why: str

    @property
    def told(self) -> str:
        return f"the title '{self.origin.name}' of {self.origin.told} is left out: {self.why}"


_loaded: dict[tuple[str, str], Game] = {}
_broken: dict[Origin, str] = {}
_offered: dict[str, Origin] = {}


def found() -> dict[str, Origin]:
    """Every title that is installed, ours first, or offered; nothing is imported for it."""
    return {**_found(), **_offered}


def offer(name: str, value: str) -> None:
    """A title of this process alone, by ``module:maker``: for tests and notebooks."""
    _offered[name] = Origin(name, value, "this process", "")


def withdraw(name: str) -> None:
    _offered.pop(name, None)
    for key in [key for key in _loaded if key[0] == name]:
        del _loaded[key]


@cache
def _found() -> Mapping[str, Origin]:
    origins = dict(_OURS)
    for origin in _installed():
        if origin.is_ours:
            continue
        if origin.name in origins:
            _broken[origin] = f"{origins[origin.name].told} has a title of this name"
        elif not origin.name.isidentifier():
            _broken[origin] = "its name is no word"
        else:
            origins[origin.name] = origin
    return origins


def _installed() -> list[Origin]:
    """The entry points of every distribution on the path, each once."""
    from importlib import metadata  # it takes as long to import as a title, and ours do not need it in a checkout

    origins: dict[Origin, None] = {}
    for point in metadata.entry_points(group=GROUP):
        dist = point.dist
        name, version = (dist.name, dist.version) if dist is not None else ("somebody", "")
        origins[Origin(point.name, point.value, name, version)] = None
    return sorted(origins)


def _ours() -> dict[str, Origin]:
    """Ours, from the metadata of the distribution; a checkout speaks for itself, installed or not."""
    if CHECKOUT.is_file():
        project = tomllib.loads(CHECKOUT.read_text(encoding="utf-8")).get("project", {})
        points = project.get("entry-points", {}).get(GROUP, {})
        if project.get("name") == OURS and points:
            return {name: Origin(name, value, OURS, project["version"]) for name, value in points.items()}
    return {origin.name: origin for origin in _installed() if origin.is_ours}


_OURS = _ours()
TITLES = tuple(_OURS)
"""The titles that come with Kurgan; ``names`` are all that can be played."""


def names() -> tuple[str, ...]:
    """Every title that can be played: ours, and those of others that load."""
    return tuple([name for name in found() if name in TITLES or _loads(name)])


def broken() -> list[Broken]:
    """Titles of others that do not load."""
    names()
    return [Broken(origin, why) for origin, why in _broken.items()]


def _loads(name: str) -> bool:
    try:
        load(name)
    except Misspelt:
        return False
    return True


def origin(name: str) -> Origin:
    """Where a title comes from; raises Misspelt."""
    own = None if name in _offered else _OURS.get(name)
    if own is not None:
        return own  # nobody else's title can have this name, so nobody is looked for
    check_name(name)
    return found()[name]


def load(name: str, pack: str = "", language: str = ENGLISH) -> Game:
    """The title of this name with its own pack, or with the pack in a folder; raises Misspelt or PackError.

    It speaks a language as far as its pack has it; rules and positions are the same in all of them.
    """
    if not pack and (name, language) in _loaded:
        return _loaded[name, language]
    comes_from = origin(name)
    make = _maker(comes_from)
    with speaking(language):
        if pack:
            return _from_folder(make, pack)
        _loaded[name, language] = _made(comes_from, make)
    return _loaded[name, language]


def _maker(origin: Origin) -> Callable[[Path | None], Game]:
    """What makes a title: its class."""
    if origin in _broken:
        raise Misspelt(Broken(origin, _broken[origin]).told)
    try:
        make = _named(origin.value)
    except (Exception, SystemExit) as error:
        raise _leave_out(origin, f"it cannot be imported ({_plain(error)})", error) from error
    if not callable(make):
        raise _leave_out(origin, f"{origin.value} makes no title")
    found: Callable[[Path | None], Game] = make
    return found


def _named(value: str) -> object:
    """What ``module:name.of.it`` names."""
    module, _, name = value.partition("[")[0].partition(":")
    found: object = import_module(module.strip())
    return reduce(getattr, name.strip().split("."), found) if name else found


def _made(origin: Origin, make: Callable[[Path | None], Game]) -> Game:
    """A title with its own pack, fit to be listed."""
    try:
        game = make(None)
        if not isinstance(game, Title):
            raise TypeError(f"{origin.value} makes no kurgan.kernel.title.Title")
        scenarios = [scenario.name for scenario in game.scenarios()]
        told = game.name, game.title, game.info.checksum, game.rules_version, game.options()
    except (Exception, SystemExit) as error:
        raise _leave_out(origin, f"it cannot be made ({_plain(error)})", error) from error
    if told[0] != origin.name:
        raise _leave_out(origin, f"it calls itself '{told[0]}'")
    if not scenarios:
        raise _leave_out(origin, "it has no scenario")
    return game


def _leave_out(origin: Origin, why: str, error: BaseException | None = None) -> Exception:
    """What to raise: ours is our own mistake and is shown as it is."""
    if origin.is_ours and isinstance(error, Exception):
        return error
    _broken[origin] = why
    return Misspelt(Broken(origin, why).told)


def _plain(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


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
    if name not in found():
        raise Misspelt(common("unknown_game", name=name, near=nearest(name, names()), known=", ".join(names())))


def folder(name: str) -> Path:
    """Where a title's code and data are."""
    return Path(str(sys.modules[type(load(name)).__module__].__file__)).parent
