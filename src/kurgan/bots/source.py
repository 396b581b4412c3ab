"""Where a process gets its game from, so that bots and the lab need not know the list of titles."""

from importlib import import_module
from typing import NamedTuple, cast

from kurgan.kernel.protocol import Game


class Source(NamedTuple):
    """A title and its pack, by name; ``maker`` is the function that opens it, as ``module:function``."""

    name: str
    pack: str = ""
    maker: str = "kurgan.games:load"

    def open(self) -> Game:
        module, function = self.maker.split(":")
        return cast(Game, getattr(import_module(module), function)(self.name, self.pack))
