"""Several people at one game: consent to go back, talk among partners, a curtain between seats."""

import random
from pathlib import Path
from typing import Any

from kurgan import games
from kurgan.session.session import Session
from kurgan.table.shown import seat_view
from tests.table.helpers import HOST, Player, players, secret_of, table

ORIGIN = {"origin": HOST}


def seated(app: Any, scenario: str, people: list[Player]) -> tuple[str, dict[str, Player]]:
    """A game of Inferno with one person in each seat; the first made it."""
    seats = list(games.load("inferno").seats(scenario))
    wishes = {seat: {"kind": "me" if i == 0 else "link"} for i, seat in enumerate(seats)}
    made = people[0].post("/games", {"title": "inferno", "scenario": scenario, "seats": wishes}, 201)
    for seat, person in zip(seats[1:], people[1:], strict=True):
        person.post("/join", {"game": made["id"], "secret": secret_of(made["links"][seat]), "name": seat})
    return made["id"], dict(zip(seats, people, strict=True))


def play(game: str, at: dict[str, Player], until: str, most: int = 400) -> None:
    """Everybody gives the first legal answer until a seat other than ``until`` has decided after it."""
    decided = False
    for _ in range(most):
        for seat, person in at.items():
            question = person.look(game, seat)["question"]
            if question:
                if decided and seat != until:
                    person.act(game, question["choices"][0]["action"], seat=seat)
                    return
                person.act(game, question["choices"][0]["action"], seat=seat)
                decided = decided or seat == until
    raise AssertionError("nobody else ever decides")


def test_going_back_past_another_seat_needs_its_consent(tmp_path: Path) -> None:
    """A wish is shown to the other; declined nothing happens, agreed the game goes back and the record says so."""
    with table(tmp_path) as app, players(app, 2) as people:
        game, at = seated(app, "one_vs_one", people)
        first, second = at
        play(game, at, first)
        before = at[first].look(game, first)["number"]
        asked = at[first].post(f"/games/{game}/undo", {"seat": first})
        assert asked["wish"]["seat"] == first
        assert asked["number"] == before
        assert at[second].look(game, second)["wish"]["seat"] == first
        at[first].post(f"/games/{game}/agree", {"seat": first}, 422)
        assert at[second].post(f"/games/{game}/decline", {"seat": second})["wish"] == {}
        at[first].post(f"/games/{game}/undo", {"seat": first})
        back = at[second].post(f"/games/{game}/agree", {"seat": second})
        assert back["rewinds"] == 1
        assert any(line["kind"] == "rewind" for line in at[first].get(f"/games/{game}/log")["lines"])


def test_partners_talk_among_themselves(tmp_path: Path) -> None:
    """What one German army says to the other the Soviet player never hears, live or later."""
    with table(tmp_path) as app, players(app, 3) as people:
        game, at = seated(app, "two_vs_one", people)
        soviet = next(seat for seat in at if seat == "soviet")
        partners = [seat for seat in at if seat != soviet]
        words = {"seat": partners[0], "text": "Strike at dawn", "partners": True}
        at[partners[0]].post(f"/games/{game}/talk", words, 201)
        heard = {seat: person.client.get(f"/api/games/{game}/talk?seat={seat}").text for seat, person in at.items()}
        assert "Strike at dawn" in heard[partners[1]]
        assert "Strike at dawn" not in heard[soviet]


def test_partners_talk_among_themselves_in_co_op_too(tmp_path: Path) -> None:
    """There the Soviets are nobody's seat, and whoever watches hears nothing."""
    with table(tmp_path) as app, players(app, 3) as people:
        game, at = seated(app, "coop", people[:2])
        watching = people[2]
        link = people[0].post(f"/games/{game}/links/*watch", status=201)["link"]
        watching.post("/join", {"game": game, "secret": secret_of(link)})
        one, other = list(at)
        at[one].post(f"/games/{game}/talk", {"seat": one, "text": "Strike at dawn", "partners": True}, 201)
        assert "Strike at dawn" in at[other].client.get(f"/api/games/{game}/talk?seat={other}").text
        assert "Strike at dawn" not in watching.client.get(f"/api/games/{game}/talk").text


def test_a_curtain_only_where_the_next_seat_sees_other_things(tmp_path: Path) -> None:
    """Opponents hide blocks and cards from each other, partners do not; only who holds both seats may ask."""
    for scenario, pair, expected in (("one_vs_one", "german soviet", True), ("coop", "yellow blue", False)):
        (tmp_path / scenario).mkdir()
        with table(tmp_path / scenario) as app, players(app, 2) as [anna, boris]:
            first, second = pair.split()
            game = anna.new("inferno", scenario=scenario)
            assert anna.get(f"/games/{game}/apart?seat={first}&other={second}") == {"apart": expected}
            watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
            boris.post("/join", {"game": game, "secret": secret_of(watch)})
            boris.get(f"/games/{game}/apart?seat=&other={second}", 403)
            boris.get(f"/games/{game}/apart?seat={first}&other={second}", 403)
        with table(tmp_path / scenario / "..", bot_pause=0) as app, players(app, 2) as people:
            game, at = seated(app, scenario, people)
            at[first].get(f"/games/{game}/apart?seat={first}&other={second}", 403)


def test_the_time_line_tells_how_the_tracks_stood(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new("advance", seed="line")
        for _ in range(4):
            anna.act(game, "buy artillery")
        line = anna.get(f"/games/{game}/turns")
        assert line["turns"][0]["number"] == 1
        [supply] = [track for track in line["tracks"] if track["name"] == "supply"]
        assert supply["points"][0][0] == 1
        now = next(track for track in anna.look(game)["scene"]["tracks"] if track["name"] == "supply")
        assert supply["points"][-1][1] == now["value"]
        assert all(track["low"] <= value <= track["high"] for track in line["tracks"] for _, value in track["points"])


def test_the_time_line_tells_at_which_line_a_turn_begins() -> None:
    """Of a game of some hundred answers to the line: there the turn is on, and at the line before it was not."""
    session = Session.new(games.load("inferno"), "one_vs_one", {}, seed="line")
    lot = random.Random("line")
    for _ in range(140):
        session.answer(lot.choice(session.legal()))
    marks = seat_view.turns(session).turns
    assert len(marks) > 5
    for mark in marks[1:]:
        now, before = (seat_view.moment(session, n, "").scene["turn"]["label"] for n in (mark.number, mark.number - 1))
        assert mark.label == now != before
