"""What the terminal says, from ``text/<language>.toml``: a translation is one more file."""

import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "text"
ENGLISH = "en"


def languages() -> list[str]:
    """English first."""
    return sorted([path.stem for path in FOLDER.glob("*.toml")], key=lambda name: (name != ENGLISH, name))


class Words:
    """The sentences of one language; what it lacks is said in English."""

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = language if language in languages() else ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        sentence = _read(self.language).get(key) or _read(ENGLISH)[key]
        return sentence.format(**values)


@cache
def _read(language: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return found
