"""Nothing that a seat is sent depends on what it may not see: change only hidden facts and compare bytes."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kurgan import games, odds
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Game
from kurgan.session.session import Session
from kurgan.table.shown import seat_view
from tests.table.helpers import players, secret_in_force, secret_of, table

WORLDS = 2
LOOKS = 8
CASES = [
    (title, scenario.name) for title in games.TITLES for scenario in games.load(title).scenarios() if scenario.seats
]


def everything(session: Session, seat: str, places: list[str], with_odds: bool) -> bytes:
    """All that one seat could ask for at this moment, as bytes."""
    shown: list[Any] = [seat_view.table(session, seat)]
    shown.append([seat_view.why(session.seen(seat), place, "") for place in places])
    found = odds.pending(session.game, session.view(seat), limit=2000) if with_odds else None
    shown.append(found.report() if found is not None else None)
    return msgspec.json.encode(shown)


def other_worlds(game: Game, state: Any, seat: int) -> list[Any]:
    """Positions that look the same to this seat."""
    view = game.view(state, seat)
    return [game.imagine(view, Tape(f"leak {n}")) for n in range(WORLDS)]


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see(title: str, scenario: str) -> None:
    """At points of a random game the hidden part is swapped for another that fits; every seat's bytes stay the same."""
    game = games.load(title)
    session = Session.new(game, scenario, {}, seed=f"leak {title} {scenario}")
    dice = random.Random(f"{title} {scenario}")
    for look in range(LOOKS):
        for _ in range(dice.randrange(1, 12)):
            if session.legal():
                session.answer(dice.choice(session.legal()))
        if session.outcome is not None:
            break
        true = session.course.state
        places = sorted(game.scene(game.view(true, -1))["places"])[: 40 if look % 4 == 0 else 3]
        for seat in ("", *session.seat_names):
            session.course.state = true
            expected = everything(session, seat, places, look % 4 == 0)
            for world in other_worlds(game, true, session.seat_index(seat)):
                session.course.state = world
                assert everything(session, seat, places, look % 4 == 0) == expected, (
                    f"{seat or 'who watches'} could tell, look {look}"
                )
        session.course.state = true


def test_a_running_game_of_several_gives_each_seat_its_own_stream_only(tmp_path: Path) -> None:
    """The export of a running game with somebody else in it holds no answer of theirs and no secret."""
    several = [(t, s) for t, s in CASES if len(games.load(t).seats(s)) > 1]
    title, scenario = several[0]
    seats = list(games.load(title).seats(scenario))
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        wishes = {seat: {"kind": "me" if i == 0 else "link"} for i, seat in enumerate(seats)}
        made = anna.post("/games", {"title": title, "scenario": scenario, "seats": wishes}, 201)
        game = made["id"]
        link = made["links"][seats[1]]
        boris.post("/join", {"game": game, "secret": secret_of(link)})
        for _ in range(6):
            for who, seat in ((anna, seats[0]), (boris, seats[1])):
                question = who.look(game, seat)["question"]
                if question:
                    who.act(game, question["choices"][0]["action"], seat=seat)
        for who, seat in ((anna, seats[0]), (boris, seats[1])):
            lines = [
                msgspec.json.decode(line) for line in who.client.get(f"/api/games/{game}/export").text.splitlines()
            ]
            assert lines[0]["kind"] == "header"
            assert all("answer" not in line for line in lines if line["kind"] == "answer" and line["seat"] != seat)
            assert all("answer" not in line for line in lines if line.get("secret"))
            who.post(f"/games/{game}/branch", {"seat": seat, "at": 3}, 422)
            who.get(f"/games/{game}/luck", 422)
            assert secret_in_force(tmp_path, game) not in who.client.get(f"/api/games/{game}?seat={seat}").text
