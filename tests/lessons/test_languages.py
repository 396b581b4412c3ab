"""Where a title has the file of a language, the file says everything that English says, with the same blanks."""

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.games.roads.pack.pack import load as load_pack
from kurgan.kernel.citations import read_rows
from kurgan.kernel.sentences import ENGLISH, NUMBER, languages, speaking
from kurgan.lessons import begin, lessons_in
from kurgan.lessons.lesson import CHIP
from kurgan.lessons.rulebook import glossary, paragraphs

BLANK = re.compile(r"{\w*}")
SAID = re.compile(r"""\bsay\(\s*"([^"]*)\"""")
"""A sentence of a screen that stands in English in the code."""
WHOLE = {("advance", "es"), ("inferno", "es"), ("roads", "es")}
"""Titles that speak a language throughout, from their lessons to their rules."""

NAMED = {
    "advance": {"areas.csv": ["name"]},
    "inferno": {
        "hexes.csv": ["title"],
        "units.csv": ["title", "formation"],
        "cards.csv": ["title"],
        "advantages.csv": ["title"],
        "levels.csv": ["title"],
    },
}
"""Titles whose map, pieces and cards have names in other languages too: their tables, and the columns that are read."""


def data(title: str) -> Path:
    return games.folder(title) / "data"


def spoken(kind: str) -> list[tuple[str, str]]:
    """Titles and the languages besides English that have a file of this kind."""
    return [(title, other) for title in games.TITLES for other in languages(data(title), kind) if other != ENGLISH]


def read(title: str, name: str) -> dict[str, Any]:
    return tomllib.loads((data(title) / "text" / name).read_text(encoding="utf-8"))


def leaves(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        elif isinstance(value, list):
            yield from [((*path, key, str(i)), one) for i, one in enumerate(value)]
        else:
            yield (*path, key), value


def labels_of(title: str) -> Iterator[str]:
    """What data files say in English to everybody who plays."""
    face = face_of(title)
    yield from [face["about"], *face["tags"], *[row["label"] for row in [*face["bars"], *face["facts"]]]]
    yield from [scenario.title for scenario in games.load(title).scenarios()]
    for path in sorted((games.folder(title) / "screen").glob("*.py")):
        yield from SAID.findall(path.read_text(encoding="utf-8"))
    if title == "advance":
        yield from [turn["dates"] for turn in tomllib.loads((data(title) / "charts.toml").read_text("utf-8"))["turns"]]
    if title in NAMED:
        yield from [face["title"], *map_labels(title), *[water["name"] for water in face["water"]]]
        for file, columns in NAMED[title].items():
            text = (data(title) / file).read_text(encoding="utf-8")
            rows = csv.DictReader([line for line in text.splitlines() if not line.startswith("#")])
            yield from [row[column] for row in rows for column in columns if row[column]]


def face_of(title: str) -> dict[str, Any]:
    return tomllib.loads((data(title) / "face.toml").read_text(encoding="utf-8"))


def map_labels(title: str) -> list[str]:
    """What is written on the map, with a bar where a line ends."""
    return ["|".join(label["lines"]) for label in face_of(title).get("label", {}).values() if "lines" in label]


def all_data(title: str) -> str:
    """Data files and code of a title, with ``#`` for numbers too, as labels may have them."""
    kinds = (".csv", ".toml", ".py")
    files = [path for path in sorted(games.folder(title).rglob("*")) if path.suffix in kinds]
    texts = [path.read_text(encoding="utf-8") for path in files if path.parent.name != "text"]
    found = "\n".join([*texts, *map_labels(title)])
    return "\n".join([found, found.replace("_", " "), NUMBER.sub("#", found)])


@pytest.mark.parametrize(("title", "language"), spoken(""))
def test_a_language_has_every_sentence_of_a_title(title: str, language: str) -> None:
    english, other = dict(leaves(read(title, "en.toml"))), dict(leaves(read(title, f"{language}.toml")))
    headings = {("titles", row.number): "" for row in read_rows(games.folder(title))}
    labels = {key for key in other if key[0] == "labels"}
    assert set(other) - labels == set(english) | set(headings)
    assert {("labels", words) for words in labels_of(title)} <= labels, "the face and the scenarios"
    known = all_data(title)
    assert [words for _, words in labels if words not in known] == [], "labels that nothing has"
    assert all(other.values())
    assert [key for key in english if sorted(BLANK.findall(english[key])) != sorted(BLANK.findall(other[key]))] == []


@pytest.mark.parametrize(("title", "language"), spoken("lessons."))
def test_a_language_has_every_word_of_the_lessons(title: str, language: str) -> None:
    english = dict(leaves(read(title, "lessons.en.toml")))
    other = dict(leaves(read(title, f"lessons.{language}.toml")))
    assert set(other) == set(english)
    assert [key for key in english if CHIP.findall(english[key]) != CHIP.findall(other[key])] == []


@pytest.mark.parametrize(("title", "language"), spoken("lessons."))
def test_lessons_in_another_language_are_the_same_lessons(title: str, language: str) -> None:
    """The same answers lead to the same positions, and the log speaks the language."""
    game, english = games.load(title, language=language), games.load(title)
    for lesson, same in zip(lessons_in(data(title), language), lessons_in(data(title)), strict=True):
        assert lesson.title != same.title or lesson.about != same.about
        here, there = begin(game, lesson), begin(english, same)
        while not here.is_over:
            here, there = here.answered(here.ways()[0]), there.answered(there.ways()[0])
        assert here.session.state.key() == there.session.state.key()
        assert here.done == there.done


@pytest.mark.parametrize(("title", "language"), spoken("glossary."))
def test_a_language_explains_the_same_words(title: str, language: str) -> None:
    assert [word.rule for word in glossary(data(title), language)] == [word.rule for word in glossary(data(title))]
    numbers = {row.number for row in paragraphs(games.load(title, language=language), games.folder(title))}
    assert numbers == {row.number for row in paragraphs(games.load(title), games.folder(title))}


def test_a_title_that_speaks_a_language_does_so_from_its_lessons_to_its_rules() -> None:
    assert set(spoken("")) & set(spoken("lessons.")) & set(spoken("glossary.")) >= WHOLE
    game = games.load("advance", language="es")
    assert game.rule_title("9.5.4") == "Límites del apoyo"
    assert games.load("advance").rule_title("9.5.4") == ""
    assert game.info.checksum == games.load("advance").info.checksum


def test_counters_and_markers_of_roads_have_spanish_names() -> None:
    pack = load_pack()
    told = read("roads", "es.toml")["labels"]
    names = [*pack.unit_title, *pack.support_title, *pack.ju_title, *pack.mars_boxes]
    assert [name for name in names if name not in told and NUMBER.sub("#", name) not in told] == []
    with speaking("es"):
        assert games.load("roads").named(pack.unit_title[pack.unit_index["SU-7SK"]]) == "7.º Cuerpo de Fusileros"
