"""The seat of somebody who is away is lent to a bot if the others agree, and is his again when he comes back."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kurgan import bots, games
from kurgan.kernel.protocol import Json
from kurgan.session.logs import MemoryLog
from kurgan.session.verify import verify
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_company import seated
from tests.table.test_rights import socket_of


@contextmanager
def slow_bots() -> Iterator[threading.Event]:
    """Bots that give the first legal answer, and not before they are allowed to."""
    may = threading.Event()

    def answer(_: object, asked: Json, *__: object) -> bots.Move:
        assert may.wait(30)
        return bots.Move(asked["legal"][0])

    with patch.object(bots.Pool, "_move", answer):
        try:
            yield may
        finally:
            may.set()


def duel(app: Any, people: list[Player], **more: Any) -> tuple[str, str, str]:
    """Two people; the second holds the seat that is asked first. The game, the first one's seat and the second's."""
    scenario = "one_vs_one"
    asked = people[0].look(people[0].new("inferno", scenario=scenario))["pending"]["seat"]
    other = next(seat for seat in games.load("inferno").seats(scenario) if seat != asked)
    body = {"title": "inferno", "scenario": scenario, "seats": {asked: {"kind": "link"}}, **more}
    made = people[0].post("/games", body, 201)
    people[1].post("/join", {"game": made["id"], "secret": secret_of(made["links"][asked]), "name": "Boris"})
    return made["id"], other, asked


def seat_json(player: Player, game: str, seat: str) -> Json:
    found: Json = next(s for s in player.look(game)["seats"] if s["name"] == seat)
    return found


def lend(player: Player, game: str, mine: str, of: str, status: int = 200, **more: Any) -> Json:
    return player.post(f"/games/{game}/lend", {"seat": mine, "of": of, **more}, status)


def test_who_may_take_days_is_not_replaced_by_a_bot_after_minutes(tmp_path: Path) -> None:
    """Where there are clocks they decide; and a game that counts would be lost by somebody's bot."""
    days = {"kind": "days", "step": 24 * 3600, "bank": 0}
    with slow_bots(), table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        for more, code in (({"pace": days}, "has_clocks"), ({"rated": True}, "counts")):
            game, mine, his = duel(app, people, **more)
            assert lend(people[0], game, mine, his, 422)["code"] == code
            assert seat_json(people[0], game, his)["kind"] == "person"


def test_a_seat_is_lent_and_is_its_holders_again_when_he_comes_back(tmp_path: Path) -> None:
    """The bot that was thinking when he came back does not answer any more; the record tells both."""
    with slow_bots() as may, table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(app, people)
        lend(anna, game, mine, his)
        lent = seat_json(anna, game, his)
        assert (lent["kind"], lent["bot"], lent["lent"], lent["person"]) == ("bot", "greedy", True, "Boris")
        assert anna.look(game)["mine"] == [mine]
        back = boris.look(game)
        assert back["question"]
        may.set()
        assert boris.look(game)["question"]["number"] == back["question"]["number"]
        held = seat_json(boris, game, his)
        assert (held["kind"], held["lent"], held["person"]) == ("person", False, "Boris")
        told = [event["text"] for line in anna.get(f"/games/{game}/log")["lines"] for event in line["events"]]
        assert any("is away: bot greedy plays" in words for words in told)
        boris.act(game, back["question"]["choices"][0]["action"], seat=his)
        anna.post(f"/games/{game}/resign", {"seat": mine})
        record = anna.client.get(f"/api/games/{game}/export").text
        assert '"lent": true' in record
        assert verify(MemoryLog(record.splitlines()), lambda _: games.load("inferno")).ok


def test_the_bot_plays_while_the_seat_is_lent(tmp_path: Path) -> None:
    with slow_bots() as may, table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        anna, _ = people
        game, mine, his = duel(app, people)
        may.set()
        with socket_of(anna, game, mine) as socket:
            lend(anna, game, mine, his)
            for _ in range(50):
                news = socket.receive_json()
                if any(line["who"] == his and line["kind"] == "answer" for line in news["lines"]):
                    return
        raise AssertionError("the bot never answers")


def test_who_is_here_is_not_away(tmp_path: Path) -> None:
    """An open socket or a visit not long ago; nor is one's own seat lent, a bot's, or a free one."""
    with table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        game, mine, his = duel(app, people)
        with socket_of(people[1], game, his):
            assert lend(people[0], game, mine, his, 422)["message"] == "Who holds that seat is here."
        lend(people[0], game, mine, mine, 422)
        lend(people[0], game, mine, "nobody", 404)
        lend(people[1], game, mine, mine, 403)
    (tmp_path / "b").mkdir()
    with table(tmp_path / "b") as app, players(app, 2) as people:
        game, mine, his = duel(app, people)
        assert "10 min" in lend(people[0], game, mine, his, 422)["message"]
        people[1].post(f"/games/{game}/hand", {"seat": his, "of": his, "held": "open"})
        lend(people[0], game, mine, his, 422)


def test_everybody_else_must_agree(tmp_path: Path) -> None:
    """Three at the table: one proposes, another is against it; proposed again, the last one's word decides."""
    with slow_bots(), table(tmp_path, away_seconds=0) as app, players(app, 3) as people:
        game, at = seated(app, "two_vs_one", people)
        first, second, third = at
        proposed = lend(at[first], game, first, third)
        assert proposed["lend"] == {"of": third, "agreed": [first], "missing": [second]}
        assert seat_json(at[first], game, third)["kind"] == "person"
        assert at[second].look(game)["lend"]["of"] == third
        assert lend(at[second], game, second, third, agree=False)["lend"] == {}
        lend(at[first], game, first, third)
        assert lend(at[second], game, second, third)["lend"] == {}
        assert seat_json(at[first], game, third)["lent"]


def test_a_proposal_ends_when_he_comes_back(tmp_path: Path) -> None:
    with table(tmp_path, away_seconds=0) as app, players(app, 3) as people:
        game, at = seated(app, "two_vs_one", people)
        first, second, third = at
        lend(at[first], game, first, third)
        assert at[third].look(game)["lend"] == {}
        assert at[second].look(game)["lend"] == {}


def test_who_lends_sees_nothing_by_it(tmp_path: Path) -> None:
    """No whole record, no branch, no link, no taking the seat; going back still needs who is away."""
    with slow_bots() as may, table(tmp_path, away_seconds=0) as app, players(app, 3) as people:
        anna, boris, clara = people
        game, mine, his = duel(app, people[:2])
        code = boris.post(f"/games/{game}/recovery", status=201)["recovery"]
        before = anna.look(game, mine)
        lend(anna, game, mine, his)
        for key in ("question", "scene", "undo"):
            assert anna.look(game, mine)[key] == before[key]
        assert '"prev"' not in anna.client.get(f"/api/games/{game}/export?seat={mine}").text
        anna.post(f"/games/{game}/branch", {"seat": mine, "at": 3}, 422)
        anna.post(f"/games/{game}/links/{his}", status=409)
        anna.get(f"/games/{game}?seat={his}", 403)
        for held in ("person", "open", "bot"):
            anna.post(f"/games/{game}/hand", {"seat": mine, "of": his, "held": held}, 403)
        may.set()
        assert clara.post("/recover", {"game": game, "code": code})["seats"] == [his]
        assert seat_json(clara, game, his)["kind"] == "person"


def test_going_back_past_a_lent_seat_needs_its_person(tmp_path: Path) -> None:
    """Otherwise lending would be a way to try the dice again and again."""
    with slow_bots() as may, table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        game, mine, his = duel(app, people)
        for _ in range(400):
            question = people[1].look(game, his)["question"] or people[0].look(game, mine)["question"]
            decides = people[1] if question["seat"] == his else people[0]
            if question["seat"] == his and people[0].look(game, mine)["undo"]["asks"]:
                break
            decides.act(game, question["choices"][0]["action"], seat=question["seat"])
        lend(people[0], game, mine, his)
        number = people[0].look(game, mine)["number"]
        assert people[0].look(game, mine)["undo"]["asks"]
        assert people[0].post(f"/games/{game}/undo", {"seat": mine})["wish"]["seat"] == mine
        assert people[0].look(game, mine)["number"] == number
        may.set()


def test_another_way_from_a_game_with_a_lent_seat_is_all_ones_own(tmp_path: Path) -> None:
    """Nobody will come back to it there: who tries another way has that seat too."""
    with slow_bots() as may, table(tmp_path, away_seconds=0) as app, players(app, 2) as people:
        game, mine, his = duel(app, people)
        lend(people[0], game, mine, his)
        people[0].post(f"/games/{game}/resign", {"seat": mine})
        number = people[0].look(game)["number"]
        made = people[0].post(f"/games/{game}/branch", {"seat": mine, "at": number - 2}, 201)
        seen = people[0].look(made["id"])
        assert sorted(seen["mine"]) == sorted([mine, his])
        assert [seat["lent"] for seat in people[0].look(made["id"])["seats"]] == [False, False]
        may.set()


# Resign, look, take back ----------------------------------------------------------------------------------------


def test_the_other_is_told_that_everything_was_seen_before_it_agrees(tmp_path: Path) -> None:
    """The wish says it, and so do the log and the record; a second wish later says it still."""
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, mine, his = duel(app, people)
        boris.act(game, boris.look(game)["question"]["choices"][0]["action"], seat=his)
        assert not boris.post(f"/games/{game}/undo", {"seat": his, "to": 1})["wish"].get("seen")
        anna.post(f"/games/{game}/resign", {"seat": mine})
        asked = anna.post(f"/games/{game}/undo", {"seat": mine})["wish"]
        assert (asked["seat"], asked["seen"]) == (mine, True)
        assert boris.look(game)["wish"]["seen"] is True
        boris.post(f"/games/{game}/agree", {"seat": his, "to": asked["to"] + 1}, 409)
        boris.post(f"/games/{game}/agree", {"seat": his, "to": asked["to"]})
        told = [event["text"] for line in boris.get(f"/games/{game}/log")["lines"] for event in line["events"]]
        assert any("Everything hidden was shown when the game ended." in words for words in told)
        assert boris.post(f"/games/{game}/undo", {"seat": his, "to": 1})["wish"]["seen"] is True
        anna.post(f"/games/{game}/resign", {"seat": mine})
        record = anna.client.get(f"/api/games/{game}/export").text
        assert '"seen": true' in record
        assert verify(MemoryLog(record.splitlines()), lambda _: games.load("inferno")).ok
