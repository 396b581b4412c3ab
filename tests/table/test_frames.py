"""Frames tell the difference only; put together they are the whole scene."""

import random

import pytest

from kurgan import games
from kurgan.session.session import Session
from kurgan.table import seat_view
from kurgan.table.model.scene import Scene
from kurgan.table.seat_view import difference


def whole(before: Scene, news: Scene) -> Scene:
    """As the page puts a scene together again."""
    pieces = {piece["id"]: piece for piece in [*before["pieces"], *news["pieces"]]}
    made = news.copy()
    made["places"] = {**before["places"], **news["places"]}
    made["pieces"] = [pieces[id] for id in made.pop("order")]
    return made


@pytest.mark.parametrize("title", games.TITLES)
def test_differences_add_up_to_the_scene(title: str) -> None:
    game = games.load(title)
    session = Session.new(game, game.scenarios()[0].name, {}, seed=f"frames {title}")
    dice = random.Random(title)
    seat = session.seat_names[0]
    scene = seat_view.table(session, seat).scene
    for _ in range(30):
        if not session.legal():
            break
        session.answer(dice.choice(session.legal()))
        now = seat_view.table(session, seat).scene
        news = difference(scene, now)
        assert whole(scene, news) == now
        assert len({piece["id"] for piece in now["pieces"]}) == len(now["pieces"]), "ids of pieces are unique"
        scene = now
