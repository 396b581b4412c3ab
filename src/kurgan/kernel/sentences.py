"""The sentences of a title: prompts, events, refusals and rule summaries, from the file of a language.

Rules know no prose; they name events and refusals by number. The same tables in another language are a translation.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from kurgan.kernel.packfile import PackError, known, read_toml

ENGLISH: Final = "en"
"""The language that every title has; another one may lack a file, and speaks English there."""

TABLES = (
    "prompts",
    "choices",
    "effects",
    "events",
    "refusals",
    "rules",
    "options",
    "guide",
    "words",
    "scenarios",
    "features",
    "titles",
)


class Text:
    """All tables of one language; a missing sentence is shown as its own name, and a test finds it."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.tables = tables

    def get(self, table: str, key: str) -> str:
        return self.tables.get(table, {}).get(key, "")

    def fill(self, table: str, key: str, values: Mapping[str, str]) -> str:
        """The sentence with its placeholders filled; unknown ones stay as they are."""
        template = self.get(table, key)
        if not template:
            return key.replace("_", " ")
        if "{" not in template:
            return template
        return template.format_map(_Kept(values))


NO_WORDS: Final = Text({})
"""Of a title without a text file: everything is said by its name."""


class _Kept(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Titles that are made meanwhile speak this language, as far as their packs have it."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def load_text(folder: Path) -> Text:
    """The sentences of a pack in the language that is spoken; what it lacks is said in English."""
    english = read_text(folder, ENGLISH)
    language = _spoken.get()
    if language == ENGLISH or language not in languages(folder):
        return Text(english)
    other = read_text(folder, language)
    return Text({table: {**english.get(table, {}), **other.get(table, {})} for table in {**english, **other}})


def read_text(folder: Path, language: str) -> Mapping[str, Mapping[str, str]]:
    """The file of one language; every table must be known and hold sentences only."""
    name = f"text/{language}.toml"
    document = read_toml(folder, name)
    known(document, TABLES, name)
    for table, rows in document.items():
        for key, sentence in rows.items():
            if not isinstance(sentence, str):
                raise PackError(name, f"'{table}.{key}' should be a sentence")
    return document


def languages(folder: Path, kind: str = "") -> list[str]:
    """The languages of a pack, English first: those whose file ``text/<kind><language>.toml`` is there."""
    names = [path.name.removeprefix(kind).removesuffix(".toml") for path in (folder / "text").glob(f"{kind}*.toml")]
    return sorted([name for name in names if "." not in name], key=lambda name: (name != ENGLISH, name))
