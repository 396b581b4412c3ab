"""What the terminal says, from ``text/<language>.toml``: a translation is one more file."""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import seat_word, spoken

__all__ = ["Words", "language_of", "languages", "odds_word", "outcome_words", "said", "seat_word"]

FOLDER = Path(__file__).parent / "text"
ENGLISH = "en"


def languages() -> list[str]:
    """English first."""
    return sorted([path.stem for path in FOLDER.glob("*.toml")], key=lambda name: (name != ENGLISH, name))


def language_of(said: str, environment: Mapping[str, str] = os.environ) -> str:
    """The language to speak: as said, or as the system has it (``LC_ALL``, ``LC_MESSAGES``, ``LANG``)."""
    names = [said, *[environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]]
    return next((name for name in names if name), ENGLISH).split(".")[0].split("_")[0].lower()


class Words:
    """The sentences of one language; what it lacks is said in English."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language if language in languages() else ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        sentence = _read(self.language).get(key) or _read(ENGLISH)[key]
        return sentence.format(**values)

    def or_else(self, key: str, other: str) -> str:
        """A word that there may not be: a title of somebody else has seats and results of its own."""
        return _read(self.language).get(key) or other


def said(key: str, **values: object) -> str:
    """A sentence in the language that is spoken now."""
    return Words(spoken())(key, **values)


def odds_word(key: str) -> str:
    """A figure of a report of the odds; empty where it is called by its own name."""
    return Words(spoken()).or_else(f"odds_{key}", "")


def outcome_words(name: str, scene: Json) -> str:
    """How a game ended, as the title says it; that somebody gave up is no business of a title."""
    over = scene.get("over") or {}
    told = str(over.get("title", "")).rstrip(".") or name.replace("_", " ")
    return Words(spoken()).or_else(f"outcome_{name}", told)


@cache
def _read(language: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return found
