"""Records from strangers: checked before anything is computed from them, one at a time, and not for long."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.hostile import hostile_records

from kurgan import games
from kurgan.session.session import Session
from kurgan.session.tables import LINES, SNAPSHOTS
from kurgan.table.service import importing
from tests.table.helpers import Player, players, table


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with table(tmp_path_factory.mktemp("hostile")) as app, players(app) as (someone,):
        yield someone


HOSTILE = dict(hostile_records())
HARMLESS = ("a foreign pack", "many notes")
"""Odd, but a game can be made of them: the folder of a record is not looked at here."""


@pytest.mark.parametrize("name", [name for name in HOSTILE if name not in HARMLESS])
def test_a_hostile_record_is_refused_in_a_sentence(player: Player, name: str) -> None:
    """5 kB that ask for two thousand million dice stopped the server."""
    kind = {"content-type": "application/json"}
    reply = player.client.post("/api/games/import", content=HOSTILE[name], headers=kind)
    assert 400 <= reply.status_code < 500, reply.text
    assert reply.json()["message"]


def test_a_good_record_is_taken(player: Player) -> None:
    session = Session.new(games.load("advance"), "campaign", {}, seed="good")
    session.act("german", ["done"])
    assert player.post("/games/import", {"text": session.text()}, 201)["id"]


def test_a_record_that_takes_too_long_is_given_up(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.new(games.load("advance"), "campaign", {}, seed="slow")
    monkeypatch.setattr(importing, "IMPORT_SECONDS", -1.0)
    refused = player.post("/games/import", {"text": session.text()}, 422)
    assert "takes longer" in refused["message"]


def test_a_damaged_game_says_so_to_who_opens_it(tmp_path: Path) -> None:
    """One byte changed in the database: that game is refused in a sentence, the others play."""
    with table(tmp_path, processes=1) as app, players(app) as (someone,):
        good, bad = someone.new(scenario="campaign"), someone.new(scenario="campaign")
        place = app.app.state.place
        place.rooms._rooms.pop(bad)

        def spoil(c: object) -> None:
            from sqlalchemy import update

            c.execute(update(LINES).where(LINES.c.game == bad, LINES.c.number == 2).values(text="{}"))  # type: ignore[attr-defined]
            c.execute(SNAPSHOTS.delete())  # type: ignore[attr-defined]

        place.rooms.store.writer.submit(spoil).result()
        refused = someone.get(f"/games/{bad}", 409)
        assert "cannot be opened: line 2" in refused["message"]
        assert someone.look(good)["question"]
        assert json.dumps(refused)
