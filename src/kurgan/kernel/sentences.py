"""The sentences of a title: prompts, events, refusals and rule summaries, from the file of a language.

Rules know no prose; they name events and refusals by number. The same tables in another language are a translation.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Final, Generic, TypeVar, overload

from kurgan.kernel.packfile import PackError, known, read_toml

ENGLISH: Final = "en"
"""The language that every title has; another one may lack a file, and speaks English there."""

NUMBER: Final = re.compile(r"\d+")

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
    "aims",
    "features",
    "titles",
    "labels",
)


Tables = Mapping[str, Mapping[str, str]]

_spoken: ContextVar[str] = ContextVar("language", default="")


class Text:
    """All tables of a title in every language that its pack has, each read when it is first spoken.

    It speaks its own language, or the one of whoever asks (``speaking``) if the pack has that. A missing sentence is
    shown as its own name, and a test finds it.
    """

    def __init__(self, tables: Tables, language: str = ENGLISH, folder: Path | None = None) -> None:
        self.language = language
        self.languages = tuple(languages(folder)) if folder is not None else (language,)
        self._folder = folder
        self._tables = {language: tables}
        self._asked: dict[str, Tables] = {}
        """What was asked for, and what is spoken then: a scene asks for words a thousand times."""

    @property
    def voice(self) -> str:
        """The language that is spoken now: never one that the pack does not have."""
        asked = _spoken.get()
        return asked if asked in self.languages else ENGLISH if asked else self.language

    @property
    def tables(self) -> Tables:
        known = self._asked.get(_spoken.get())
        return known if known is not None else self._learn()

    def _learn(self) -> Tables:
        voice, asked = self.voice, _spoken.get()
        if voice not in self._tables:
            assert self._folder is not None, "a language without a folder is its own"
            self._tables[voice] = spoken_tables(self._folder, voice)
        if asked in self.languages or not asked:  # nothing is kept for every language that a stranger can think of
            self._asked[asked] = self._tables[voice]
        return self._tables[voice]

    def get(self, table: str, key: str) -> str:
        known = self._asked.get(_spoken.get())
        words = (known if known is not None else self._learn()).get(table)
        return words.get(key, "") if words is not None else ""

    def label(self, english: str) -> str:
        """A name or a label that is English in a data file or in the code. A language may have it as it is, or with
        ``#`` for each of its numbers: ``# Rifle Division``."""
        told = self.tables.get("labels", {})
        if not told or english in told:
            return told.get(english, english)
        pattern = told.get(NUMBER.sub("#", english))
        numbers = iter(NUMBER.findall(english))
        return english if pattern is None else re.sub("#", lambda _: next(numbers, "#"), pattern)

    def fill(self, table: str, key: str, values: Mapping[str, str]) -> str:
        """The sentence with its placeholders filled; unknown ones stay as they are."""
        template = self.get(table, key)
        return filled(template, values) if template else key.replace("_", " ")


def filled(template: str, values: Mapping[str, str]) -> str:
    """A sentence with its placeholders filled."""
    return template.format_map(_Kept(values)) if "{" in template else template


T = TypeVar("T")


class PerVoice(Generic[T]):
    """Something made of words, once for each language that is spoken."""

    def __init__(self, text: Text, make: Callable[[], T]) -> None:
        self._text = text
        self._make = make
        self._made: dict[str, T] = {}

    def now(self) -> T:
        voice = self._text.voice
        if voice not in self._made:
            self._made[voice] = self._make()
        return self._made[voice]


class SpokenLabels(PerVoice[Mapping[str, Sequence[str]]], Mapping[str, Sequence[str]]):
    """Values as people read them, in the language that is spoken."""

    def __getitem__(self, kind: str) -> Sequence[str]:
        return self.now()[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now())

    def __len__(self) -> int:
        return len(self.now())


class SpokenList(PerVoice[Sequence[T]], Sequence[T]):
    """Scenarios or options, in the language that is spoken."""

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: int | slice) -> T | Sequence[T]:
        return self.now()[place]

    def __len__(self) -> int:
        return len(self.now())


NO_WORDS: Final = Text({})
"""Of a title without a text file: everything is said by its name."""


class _Kept(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def speak(language: str) -> None:
    """From here on, in this task and in threads that it starts, every title speaks this language if its pack has it."""
    _spoken.set(language)


def spoken() -> str:
    """The language that was asked for; empty if none was."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Meanwhile every title speaks this language, as far as its pack has it; one that is made now does so for good."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def load_text(folder: Path) -> Text:
    """The sentences of a pack. What is made now speaks the language that is spoken now, if the pack has it."""
    asked = _spoken.get()
    language = asked if asked in languages(folder) else ENGLISH
    return Text(spoken_tables(folder, language), language, folder)


def spoken_tables(folder: Path, language: str) -> Tables:
    """All tables of one language; what it lacks is said in English."""
    english = read_text(folder, ENGLISH)
    if language == ENGLISH:
        return english
    other = read_text(folder, language)
    return {table: {**english.get(table, {}), **other.get(table, {})} for table in {**english, **other}}


def read_text(folder: Path, language: str) -> Tables:
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


with speaking(ENGLISH):
    _COMMON: Final = load_text(Path(__file__).parent)


def common(key: str, **values: object) -> str:
    """What is said of every title alike, in the language that is spoken."""
    return _COMMON.fill("words", key, {name: str(value) for name, value in values.items()})


def seat_word(seat: str) -> str:
    """A seat as one speaks of it; one of another title by its own name."""
    return common_word(f"side_{seat}") or seat


def common_word(key: str) -> str:
    """A word of those sentences; empty if there is none."""
    return _COMMON.get("words", key)
