"""Frames tell the difference only; put together they are the whole scene."""

import random
from pathlib import Path

import pytest

from kurgan import games
from kurgan.session.session import Session
from kurgan.table.model.replies import SeatTable
from kurgan.table.model.scene import Scene
from kurgan.table.shown import seat_view
from kurgan.table.shown.seat_view import difference
from tests.table.helpers import players, table

GAMES = [("advance", "campaign"), ("inferno", "one_vs_one"), ("roads", "wintergewitter")]


def whole(before: SeatTable, news: Scene) -> Scene:
    """As the page puts a scene together again."""
    assert news["since"] == before.number
    was = before.scene
    pieces = {piece["id"]: piece for piece in [*was["pieces"], *news["pieces"]]}
    made = {**{key: was[key] for key in news["same"]}, **news}  # type: ignore[literal-required]
    made["places"] = {**was["places"], **news["places"]}
    made["pieces"] = [pieces[id] for id in made.pop("order", [piece["id"] for piece in was["pieces"]])]
    del made["since"], made["same"]
    return made  # type: ignore[return-value]


@pytest.mark.parametrize(("title", "scenario"), GAMES)
def test_differences_add_up_to_the_scene(title: str, scenario: str) -> None:
    """For every pair of eyes, answer by answer and over several at once, also when something is taken back."""
    session = Session.new(games.load(title), scenario, {})
    dice = random.Random(title)
    eyes = [*session.seat_names, ""]
    long_ago = last = {seat: seat_view.table(session, seat) for seat in eyes}
    for count in range(25):
        if not session.legal():
            break
        asked = session.awaited
        session.answer(dice.choice(session.legal()))
        if count % 5 == 4 and session.undo_range(asked)[1]:
            session.undo(asked, 1)
        now = {seat: seat_view.table(session, seat) for seat in eyes}
        for seat in eyes:
            scene = now[seat].scene
            assert whole(last[seat], difference(last[seat], scene)) == scene
            assert whole(long_ago[seat], difference(long_ago[seat], scene)) == scene
            assert len({piece["id"] for piece in scene["pieces"]}) == len(scene["pieces"]), "ids of pieces are unique"
        last = now


def test_a_place_of_which_nothing_is_said_any_more_is_told_empty() -> None:
    session = Session.new(games.load("advance"), "campaign", {})
    before = seat_view.table(session, "")
    now = before.scene.copy()
    now["places"] = dict(list(before.scene["places"].items())[1:])
    assert difference(before, now)["places"] == {next(iter(before.scene["places"])): {}}


def test_who_holds_a_table_is_told_what_is_new_and_anybody_else_all(tmp_path: Path) -> None:
    """The reply, and what was missed; each for its own seat only."""
    with table(tmp_path, processes=1) as app, players(app) as (ann,):
        game = ann.new("inferno", scenario="one_vs_one", seats={"german": {"kind": "me"}, "soviet": {"kind": "me"}})
        path = f"/games/{game}/news?seat="
        number = ann.look(game)["number"]
        nothing = ann.get(f"{path}german&after={number}")["table"]["scene"]
        assert (nothing["since"], nothing["places"], nothing["pieces"]) == (number, {}, []), "he holds it already"
        assert "order" not in nothing
        assert "since" not in ann.get(f"{path}german&after={number - 1}")["table"]["scene"], "nobody was told that one"
        answer = ann.look(game, "german")["question"]["choices"][0]["action"]
        told = ann.act(game, answer, seat="german")
        assert "since" not in told["scene"], "who says nothing of what he holds gets it whole"
        assert "since" not in ann.get(f"{path}soviet&after={number}")["table"]["scene"], "that was another seat"
        held = told["number"]
        assert held > number
        assert ann.get(f"{path}german&after={held}")["table"]["scene"]["since"] == held
        assert ann.get(f"{path}german&after=0")["table"]["scene"] == ann.look(game, "german")["scene"]
