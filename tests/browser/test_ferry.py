"""The Last Ferry in the browser: a title that draws nothing itself is played on circles, lines and chips."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import shot
from tests.browser.playing import Chooser, Click, answer, new_game, see
from tests.browser.serving import Server
from tests.plugins.test_ferry import install

pytestmark = pytest.mark.browser


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, browser: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A table of an owner who has installed it."""
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path_factory.mktemp("ferry"))))
    started = Server(tmp_path_factory.mktemp("table"))
    yield started
    started.stop()


def to(place: str) -> Chooser:
    return lambda _: Click("place", place)


def test_a_night_on_the_river(person: Any) -> None:
    """Listed with where it comes from; boats go where one clicks; the next boat is asked."""
    page = person()
    seats = {"ferrymen": {"kind": "me"}, "patrol": {"kind": "bot", "bot": "random"}}
    new_game(page, title="ferry", scenario="crossing", options={}, seats=seats)
    sight = see(page)
    assert (sight.step, sight.places) == ("sail", ["reeds"])
    shot(page, "ferry")
    for place, boat in (("reeds", "heron"), ("island", "otter"), ("island", "pike"), ("bend", "swan")):
        sight = see(page)
        assert sight.prompt == f"Where does the {boat} go?"
        answer(page, to(place))
    page.goto("/")
    page.wait_for_selector(".tcard")
    assert "from kurgan-ferry 1.0.0" in page.inner_text("body")
