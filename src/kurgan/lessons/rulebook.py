"""The rules of a title to be read: paragraphs in our own words with their numbers, and the words they use."""

from pathlib import Path
from typing import NamedTuple

from kurgan.kernel.citations import read_rows
from kurgan.kernel.packfile import known, need, read_toml
from kurgan.kernel.protocol import Game, Json
from kurgan.kernel.sentences import ENGLISH, languages

WORDS = "text/glossary.{language}.toml"


class Paragraph(NamedTuple):
    """One numbered paragraph. A chapter's heading has no text of its own where the chapter says everything."""

    number: str
    title: str
    text: str

    @property
    def chapter(self) -> str:
        return self.number.partition(".")[0]


class Word(NamedTuple):
    """What one or several words mean, and the paragraph that says so."""

    names: tuple[str, ...]
    meaning: str
    rule: str


def paragraphs(game: Game, folder: Path) -> list[Paragraph]:
    """All rules of a title in their order, from the folder that holds its code and data; none where it has no index.
    What only speaks of the box is left out; a heading stays where paragraphs stand below it."""
    if not (folder / "data" / "rules.csv").is_file():
        return []
    rows = [
        Paragraph(row.number, game.rule_title(row.number) or row.title, game.rule_text(row.number))
        for row in read_rows(folder)
    ]
    told = {row.chapter for row in rows if row.text}
    return [row for row in rows if row.text or (row.chapter in told and is_heading(row.number))]


def is_heading(number: str) -> bool:
    """Whether a number is a chapter's: 9 or 9.0."""
    return "." not in number or number.endswith(".0")


def glossary(data: Path, language: str = ENGLISH) -> list[Word]:
    """The words of a pack; none where there is no such file, English where the language has none."""
    found = languages(data, "glossary.")
    if not found:
        return []
    file = WORDS.format(language=language if language in found else ENGLISH)
    told = read_toml(data, file)
    known(told, ["word"], file)
    return [_word(word, file) for word in need(told, "word", list, file)]


def _word(told: Json, file: str) -> Word:
    known(told, ["names", "meaning", "rule"], file, "word")
    names = tuple(need(told, "names", list, file, "word"))
    return Word(names, need(told, "meaning", str, file, names[0]), str(told.get("rule", "")))
