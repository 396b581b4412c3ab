"""Rules for standing orders are offered to people: each title has words for them in every language it speaks."""

import pytest

from kurgan import games
from kurgan.kernel.sentences import ENGLISH
from kurgan.kernel.title import Title

RULES = [(title, name) for title in games.TITLES for rules in games.load(title).standing().values() for name in rules]


@pytest.mark.parametrize(("title", "name"), sorted(set(RULES)))
def test_every_rule_has_words(title: str, name: str) -> None:
    game = games.load(title)
    for language in game.languages:
        assert language == ENGLISH or games.load(title, language=language).standing_words(name) != name


@pytest.mark.parametrize("title", games.TITLES)
def test_every_step_that_takes_an_order_says_what_it_asks(title: str) -> None:
    game = games.load(title)
    for step in game.standing():
        assert game.step_words(step) != step.replace("_", " ")
        assert "{" not in game.step_words(step)


@pytest.mark.parametrize("title", games.TITLES)
def test_an_answer_that_is_always_given_is_called_by_its_label(title: str) -> None:
    """ "Always: done" is an answer in notation; who reads his orders is told "Done with this step"."""
    game = games.load(title)
    assert isinstance(game, Title)
    for step in game.book.asks():
        for phrase in game.forms[step.form].phrases:
            if not phrase.slots:
                assert game.answer_words(step.name, phrase.verb) not in ("", phrase.verb)
            assert "{" not in game.answer_words(step.name, phrase.verb)
