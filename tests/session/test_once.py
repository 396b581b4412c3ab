"""An answer is parsed once, in what its seat knows, and checked there once and once as it is applied."""

from collections import Counter
from typing import Any

import pytest

from kurgan import games
from kurgan.session.session import Session


@pytest.mark.parametrize("title", games.names())
def test_an_answer_is_parsed_once_and_checked_once_on_each_side(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load(title)
    session = Session.new(game, game.scenarios()[0].name, {}, seed=f"once {title}")
    text = session.choices()[0].action
    counted: Counter[str] = Counter()

    def count(name: str) -> None:
        original = getattr(game, name)

        def counting(*args: Any) -> Any:
            counted[name] += 1
            return original(*args)

        monkeypatch.setattr(game, name, counting)

    for name in ("parse", "why_not"):
        count(name)
    before = session.course.number
    session.act(session.awaited, [text])
    assert session.course.number > before
    assert dict(counted) == {"parse": 1, "why_not": 1}
