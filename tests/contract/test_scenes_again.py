"""A scene says the same whatever was told before it: titles remember what they said of a place or a piece."""

from collections.abc import Callable

import pytest

from kurgan.games.advance.game import Advance
from kurgan.games.inferno.game import Inferno
from kurgan.games.roads.game import Roads
from kurgan.kernel.protocol import Game, Json
from kurgan.kernel.sentences import speaking
from tests.contract.sample import cases


@pytest.mark.parametrize("make", [Advance, Inferno, Roads])
def test_a_scene_does_not_depend_on_those_before(make: Callable[[], Game]) -> None:
    """One copy of a title tells positions in their order, another one from the last to the first: both say the same."""
    views = [(case.s, seat) for case in cases(make().name) for seat in (-1, 0)]

    def told(game: Game, backwards: bool) -> dict[tuple[int, str], Json]:
        found = {}
        places = range(len(views))
        for place in reversed(places) if backwards else places:
            for language in ("es", "en") if backwards else ("en", "es"):
                with speaking(language):
                    s, seat = views[place]
                    found[place, language] = game.scene(game.view(s, seat))
        return found

    assert told(make(), False) == told(make(), True)
