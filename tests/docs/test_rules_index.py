"""The rule index: every rule has code and a test, every citation exists, every place can be found."""

from functools import lru_cache

import pytest

from kurgan import games
from kurgan.kernel import citations
from kurgan.kernel.citations import NEEDS_CODE, Index
from tests.where import ROOT

every_title = pytest.mark.parametrize("name", games.TITLES)


@lru_cache
def index(name: str) -> Index:
    return citations.read(games.folder(name), ROOT / "tests")


@every_title
def test_every_rule_has_code_that_cites_it(name: str) -> None:
    found = index(name)
    missing = [row.number for row in found.rows if row.status in NEEDS_CODE and row.number not in found.code]
    assert missing == []


@every_title
def test_every_rule_has_a_test_that_carries_its_tag(name: str) -> None:
    found = index(name)
    missing = [row.number for row in found.rows if row.status in NEEDS_CODE and row.number not in found.tests]
    assert missing == []


@every_title
def test_every_citation_is_in_the_index(name: str) -> None:
    assert [f"{place.file}:{place.line} {place.name}" for place in index(name).unknown()] == []


@every_title
def test_no_row_is_open(name: str) -> None:
    assert [found.rule.number for found in index(name).unfinished()] == []


@every_title
def test_the_chapter_files_of_the_index_exist(name: str) -> None:
    folder = games.folder(name) / "rules"
    for row in index(name).rows:
        assert not row.file or (folder / row.file).is_file(), f"{row.number}: {row.file}"


@every_title
def test_every_rule_is_summarised_in_our_words(name: str) -> None:
    game = games.load(name)
    missing = [row.number for row in index(name).rows if row.status in NEEDS_CODE and not game.rule_text(row.number)]
    assert missing == []


@every_title
def test_steps_cite_numbers_of_the_index(name: str) -> None:
    """The breadcrumb of every question can be looked up."""
    book = games.load(name).book  # type: ignore[attr-defined]
    known = index(name).by_number
    strays = [f"{step.name} {step.rule}" for step in book.steps.values() if step.rule not in known]
    assert strays == []


@every_title
def test_options_and_refusals_cite_numbers_of_the_index(name: str) -> None:
    game = games.load(name)
    known = index(name).by_number
    kinds = game.refusal_kinds  # type: ignore[attr-defined]
    strays = [f"refusal {word} {rule}" for word, rule in kinds if rule and rule not in known]
    strays += [f"option {option.name} {option.rule}" for option in game.options() if option.rule not in known]
    assert strays == []
