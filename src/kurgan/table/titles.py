"""The registry of titles as the table needs it; it is handed in from outside."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from kurgan.kernel.protocol import Game


class Told(Protocol):
    """Something of the registry that says itself in one line."""

    @property
    def told(self) -> str: ...


class Origin(Told, Protocol):
    """Where a title comes from."""

    @property
    def is_ours(self) -> bool: ...


class Titles(Protocol):
    """The registry of titles, handed in from outside."""

    def names(self) -> tuple[str, ...]: ...
    def origin(self, name: str) -> Origin: ...
    def broken(self) -> Sequence[Told]: ...
    def load(self, name: str, pack: str = "", language: str = "en") -> Game: ...
    def folder(self, name: str) -> Path: ...
