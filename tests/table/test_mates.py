"""Lists of games say who else sits there: against whom, with whom, and what is still free."""

from pathlib import Path

from sqlalchemy import update

from kurgan.kernel.protocol import Json
from kurgan.session.tables import TABLES
from kurgan.table.storage import Told
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_pace import duel, written


def others(player: Player, game: str) -> list[Json]:
    (row,) = [row for row in player.get("/games")["games"] if row["id"] == game]
    return list(row["others"])


def mate(kind: str, name: str, rival: bool) -> Json:
    return {"kind": kind, "name": name, "rival": rival}


def test_the_list_says_against_whom_by_the_name_of_today(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        anna.client.patch("/api/me", json={"name": "Anna"})
        boris.client.patch("/api/me", json={"name": "Boris"})
        game, _, his = duel(people)
        assert others(boris, game) == [mate("person", "Anna", True)]
        assert others(anna, game) == [mate("person", "Boris", True)]
        boris.client.patch("/api/me", json={"name": "Bo"})
        assert others(anna, game) == [mate("person", "Bo", True)]
        boris.post(f"/games/{game}/hand", {"seat": his, "of": his, "held": "open"})
        assert others(anna, game) == [mate("open", "", True)]


def test_bots_and_allies_are_named_and_oneself_is_not(tmp_path: Path) -> None:
    """Whoever has all seats, or plays alone against the book, has nobody beside him."""
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        boris.client.patch("/api/me", json={"name": "Boris"})
        alone = anna.new("inferno", scenario="one_vs_one", seats={"german": {"kind": "me"}, "soviet": {"kind": "me"}})
        assert others(anna, alone) == []
        bot = anna.new("inferno", scenario="one_vs_one", seats={"soviet": {"kind": "bot", "bot": "greedy:1"}})
        assert others(anna, bot) == [mate("bot", "greedy:1", True)]
        seats = list(next(s for s in scenarios(anna, "inferno") if s["name"] == "coop")["seats"])
        made = anna.post("/games", {"title": "inferno", "scenario": "coop", "seats": {seats[1]: {"kind": "link"}}}, 201)
        assert others(anna, made["id"]) == [mate("open", "", False)]
        boris.post("/join", {"game": made["id"], "secret": secret_of(made["links"][seats[1]])})
        assert others(anna, made["id"]) == [mate("person", "Boris", False)]


def scenarios(player: Player, title: str) -> list[Json]:
    return list(next(t for t in player.get("/hello")["titles"] if t["name"] == title)["scenarios"])


def test_a_list_that_an_older_version_wrote_calls_no_seat_free(tmp_path: Path) -> None:
    """It does not say which seats bots play: none is shown, until something happens in the game."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new("inferno", scenario="one_vs_one", seats={"soviet": {"kind": "bot", "bot": "greedy:1"}})
        assert others(anna, game)
        with written(tmp_path) as write:
            write(update(TABLES).values(last='{"turn":{},"last":{}}'))
        assert others(anna, game) == []
        assert Told.read('{"turn":{},"last":{}}').bots is None
