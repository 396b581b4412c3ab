"""The table's work without any web: plain functions are called, models come back."""

from pathlib import Path

import pytest

from kurgan import games
from kurgan.session.store import Store
from kurgan.table.database.identity import People
from kurgan.table.guard.limits import Buckets
from kurgan.table.model import bodies
from kurgan.table.model.replies import News
from kurgan.table.refusals import Refused
from kurgan.table.rooms.open_rooms import Rooms
from kurgan.table.service import live, lobby, look, play
from kurgan.table.service.place import Place, Visitor
from tests.table.helpers import database, run_apart


def test_a_game_is_played_by_calling_functions(tmp_path: Path) -> None:
    """Made, looked at, answered, heard, refused: no request, no response, no client."""
    store = Store(database(tmp_path))

    async def evening() -> None:
        people = People(store)
        rooms = Rooms(store, people, games)
        many = Buckets(1e6, 1e6)
        who = Visitor(Place(rooms, "", True, "", many, many), people.new()[1])
        made = await lobby.new_game(who, bodies.NewGame(title="advance", seed="volga"))
        await play_one(who, made.id)
        await rooms.close()

    run_apart(evening())
    store.close()


async def play_one(who: Visitor, game: str) -> None:
    before = await look.table(who, game, "german")
    assert before.question is not None
    number, action = before.question.number, before.question.choices[0].action
    guest = await live.may_listen(who, game, "german")
    async with live.listening(guest, 0) as ear:
        await ear.hear()
        news = await play.answer(who, game, "german", number, [action])
        assert isinstance(news, News)
        assert news.number > before.number
        assert news.lines[0].number == before.number + 1
        assert "since" not in news.table.scene, "who says nothing of what he holds gets the whole scene"
        assert isinstance(await ear.hear(), str)
        with pytest.raises(Refused, match="answered already") as refused:
            await play.answer(who, game, "german", number, [action])
        assert (refused.value.status, refused.value.code) == (409, "stale")
        held = news.number
        news = await play.undo(who, game, "german", False, 0, known=held)
        assert news.table.scene.get("since") == held, "who holds what was sent last is told what is new"
        assert any(line.undone for line in news.lines)
    with pytest.raises(Refused, match="not yours to see"):
        await look.table(Visitor(who.place, "somebody else"), game, "")
