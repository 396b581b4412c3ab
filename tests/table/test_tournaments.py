"""Tournaments through the API: four who play each other, ladders, who drops out, and those who cheat."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from kurgan import games
from kurgan.kernel.protocol import Json
from kurgan.session import jobs
from kurgan.session.store import Store
from kurgan.session.tables import HOLDS, PAIRINGS, TOURNAMENTS
from kurgan.table.processes import job_runner
from tests.table.helpers import Player, database, players, secret_of, table
from tests.table.test_accounts import ask, sign_in
from tests.table.test_feed import new_feed, titles
from tests.table.test_hosts import admin
from tests.table.test_pace import DAYS, SCENARIO, let_pass, written
from tests.table.test_telling import mail_server

SEATS = list(games.load("inferno").seats(SCENARIO))
WISH = {"name": "Winter cup", "title": "inferno", "scenario": SCENARIO, "pace": DAYS}
NAMES = ("Anna", "Boris", "Clara", "David", "Emil")


@pytest.fixture(autouse=True)
def _quick_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_runner, "LOOK_SECONDS", 0.1)


def named(people: list[Player]) -> None:
    for player, name in zip(people, NAMES, strict=False):
        player.client.patch("/api/me", json={"name": name})


def make(player: Player, **more: Any) -> str:
    return str(player.post("/tournaments", {**WISH, **more}, 201)["id"])


def gathered(people: list[Player], **more: Any) -> str:
    """A tournament of all of them, begun by the first."""
    named(people)
    cup = make(people[0], **more)
    for player in people[1:]:
        player.post(f"/tournaments/{cup}/join")
    people[0].post(f"/tournaments/{cup}/start")
    return cup


def look(player: Player, cup: str) -> Json:
    return player.get(f"/tournaments/{cup}")


def until(player: Player, cup: str, holds: Callable[[Json], object]) -> Json:
    """The tournament when something holds of it: games and results come by jobs."""
    latest = time.monotonic() + 60
    while not holds(found := look(player, cup)):
        assert time.monotonic() < latest, found
    return found


def running(found: Json) -> list[Json]:
    return [game for game in found["games"] if game["stage"] == "running"]


def name_of(found: Json, number: int) -> str:
    return next(str(one["name"]) for one in found["places"] if one["number"] == number)


def mine(player: Player, cup: str) -> Json:
    """The game that somebody has under way."""
    found = until(player, cup, lambda told: [game for game in running(told) if game["yours"]])
    return next(game for game in running(found) if game["yours"])


def seat_of(player: Player, game: str) -> str:
    latest = time.monotonic() + 60
    while player.client.get(f"/api/games/{game}").status_code == 404:  # the seats are given out after the game is made
        assert time.monotonic() < latest
    return str(player.look(game)["mine"][0])


def lose(player: Player, cup: str) -> str:
    game = str(mine(player, cup)["game"])
    player.post(f"/games/{game}/resign", {"seat": seat_of(player, game)})
    until(player, cup, lambda told: next(one for one in told["games"] if one["game"] == game)["stage"] == "over")
    return game


def given_up(player: Player, game: str) -> None:
    latest = time.monotonic() + 60
    while "over" not in player.look(game)["scene"]:
        assert time.monotonic() < latest, "the game of who dropped out goes on"


def profile(player: Player) -> str:
    return str(player.get("/people/me")["profile"])


# Four who play each other ---------------------------------------------------------------------------------------


def test_a_tournament_of_four(tmp_path: Path) -> None:
    """Anna wins all, Boris against all but her, Clara against David; everybody has both sides alike, and it ends."""
    with table(tmp_path) as app, players(app, 5) as people:
        *four, eve = people
        cup = gathered(four)
        by_name = dict(zip(NAMES, four, strict=False))
        found = until(four[0], cup, lambda told: len(running(told)) == 2)
        assert [game["stage"] for game in found["games"]] == ["running"] * 2 + ["waiting"] * 4
        for game in running(found):
            eve.get(f"/games/{game['game']}", 404)
            for seat in SEATS:
                eve.post(f"/invitations/{game['game']}/{seat}/take", status=404)
        for _ in range(6):
            told = until(four[0], cup, running)
            pair = running(told)[0]
            names = {name_of(told, pair["first"]), name_of(told, pair["second"])}
            lose(by_name[max(names)], cup)  # the later in the alphabet gives up
        over = until(four[0], cup, lambda told: told["info"]["stage"] == "over")
        rows = [(one["name"], one["place"], one["points"], one["played"], one["left"]) for one in over["places"]]
        assert rows == [
            ("Anna", 1, 3.0, 3, 0),
            ("Boris", 2, 2.0, 3, 0),
            ("Clara", 3, 1.0, 3, 0),
            ("David", 4, 0.0, 3, 0),
        ]
        for number in (1, 2, 3, 4):
            assert sum(game["first"] == number for game in over["games"]) in (1, 2)
        assert four[0].get("/people/me")["rating"]["games"] == 3
        assert look(eve, cup)["places"] == [{**one, "yours": False} for one in over["places"]]


def test_both_get_their_seats_and_are_told_and_the_clock_runs(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        feeds = [new_feed(player) for player in people]
        cup = gathered(people)
        game = mine(people[0], cup)
        seats = [seat_of(player, game["game"]) for player in people]
        assert sorted(seats) == sorted(SEATS)
        told = look(people[0], cup)
        assert told["seats"] == [told["seats"][0], told["seats"][1]] != ["", ""]
        first = people[0] if name_of(told, game["first"]) == "Anna" else people[1]
        assert seat_of(first, game["game"]) == SEATS[0]
        table_of = people[0].look(game["game"])
        assert (table_of["clock"]["step"], table_of["clock"]["runs"], table_of["rated"]) == (DAYS["step"], True, True)
        assert table_of["name"] == "Winter cup · 1"
        latest = time.monotonic() + 60
        while sum(len(titles(player, feed)) for player, feed in zip(people, feeds, strict=True)) < 3:
            assert time.monotonic() < latest, "both of the game, one of his turn"
        texts = [title for player, feed in zip(people, feeds, strict=True) for title in titles(player, feed)]
        assert sum(text.startswith("A game of your tournament waits for you: ") for text in texts) == 2
        assert all("Winter cup · 1" in text for text in texts)
        assert sum(text.startswith("It is your turn") for text in texts) == 1


def test_a_double_round_changes_sides(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        cup = gathered(people, kind="double")
        seats = []
        for _ in range(2):
            seats.append(seat_of(people[0], mine(people[0], cup)["game"]))
            lose(people[1], cup)
        assert sorted(seats) == sorted(SEATS)
        over = until(people[0], cup, lambda told: told["info"]["stage"] == "over")
        assert [one["points"] for one in over["places"]] == [2.0, 0.0]


# Joining --------------------------------------------------------------------------------------------------------


def test_joining_leaving_and_starting_are_as_the_rules_say(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 4) as people:
        anna, boris, clara, david = people
        named(people)
        cup = make(anna, size=3)
        at = f"/tournaments/{cup}"
        assert "already" in anna.post(f"{at}/join", status=422)["message"]
        assert "Too few" in anna.post(f"{at}/start", status=422)["message"]
        boris.post(f"{at}/join")
        boris.post(f"{at}/join", status=422)
        boris.post(f"{at}/start", status=403)
        boris.post(f"{at}/link", status=403)
        assert boris.client.delete(f"/api{at}").status_code == 403
        assert boris.client.delete(f"/api{at}/entries/{profile(anna)}").status_code == 403
        david.post(f"{at}/leave", status=422)
        clara.post(f"{at}/join")
        assert "full" in david.post(f"{at}/join", status=422)["message"]
        clara.post(f"{at}/leave")
        assert [one["name"] for one in david.post(f"{at}/join")["places"]] == ["Anna", "Boris", "David"]
        assert anna.client.delete(f"/api{at}/entries/{profile(david)}").status_code == 200
        (row,) = david.get("/tournaments")["tournaments"]
        assert (row["players"], row["entered"], row["yours"], row["stage"]) == (2, False, False, "open")
        anna.post(f"{at}/start")
        anna.post(f"{at}/start", status=422)
        assert "begun" in david.post(f"{at}/join", status=422)["message"]
        assert anna.client.delete(f"/api{at}").status_code == 422
        other = make(anna)
        assert anna.client.delete(f"/api/tournaments/{other}").status_code == 200
        anna.get(f"/tournaments/{other}", 404)
        anna.get("/tournaments/nonsense", 404)
        anna.post(f"{at}/challenge", {"profile": profile(boris)}, 422)


def test_of_many_who_join_at_once_as_many_get_in_as_there_is_room(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 6) as people:
        cup = make(people[0], size=3)
        again = [*people[1:], people[1], people[2]]
        with ThreadPoolExecutor(8) as threads:
            path = f"/api/tournaments/{cup}/join"
            replies = list(threads.map(lambda player: player.client.post(path, json={}).status_code, again))
        assert sorted(replies) == [200, 200] + [422] * 5
        assert look(people[0], cup)["info"]["players"] == 3


def test_by_link_only_who_has_it_sees_it(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        made = anna.post("/tournaments", {**WISH, "listed": False}, 201)
        at, secret = f"/tournaments/{made['id']}", secret_of(made["link"])
        assert made["link"].startswith(f"http://testserver/tournament/{made['id']}#")
        assert boris.get("/tournaments")["tournaments"] == []
        boris.get(at, 404)
        for wrong in ("", secret[:-1], "x" * 32):
            boris.post(f"{at}/look", {"secret": wrong}, 404)
            boris.post(f"{at}/join", {"secret": wrong}, 404)
        assert boris.post(f"{at}/look", {"secret": secret})["info"]["listed"] is False
        newer = secret_of(anna.post(f"{at}/link", status=201)["link"])
        boris.post(f"{at}/join", {"secret": secret}, 404)
        boris.post(f"{at}/join", {"secret": newer})
        assert boris.get(at)["info"]["entered"]
        assert len(boris.get("/tournaments")["tournaments"]) == 1
        assert not boris.post(f"{at}/leave")["info"]["entered"], "done, although he sees it no more"
        boris.get(at, 404)
        eve.get(at, 404)


def test_who_does_not_want_to_meet_is_not_brought_together(tmp_path: Path) -> None:
    """Neither learns whose wish it is; and nobody gets rid of an opponent by it later."""
    with table(tmp_path) as app, players(app, 4) as people:
        anna, boris, clara, david = people
        named(people)
        cup = make(anna)
        boris.post(f"/tournaments/{cup}/join")
        clara.post(f"/people/{profile(boris)}/block")
        assert clara.post(f"/tournaments/{cup}/join", status=422)["message"] == "You cannot join this tournament."
        david.post(f"/people/{profile(anna)}/block")
        assert david.get("/tournaments")["tournaments"] == []
        david.get(f"/tournaments/{cup}", 404)
        anna.post(f"/people/{profile(boris)}/block")
        anna.post(f"/tournaments/{cup}/start")
        assert seat_of(boris, mine(boris, cup)["game"]) in SEATS


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"title": "advance", "scenario": ""}, "two play against each other"),
        ({"scenario": "solo"}, "two play against each other"),
        ({"scenario": "coop"}, "two play against each other"),
        ({"scenario": "two_vs_one"}, "two play against each other"),
        ({"scenario": "nonsense"}, "nonsense"),
        ({"pace": {"kind": "live", "step": 60, "bank": 3600}}, "by days"),
        ({"size": 17}, "At most 16"),
        ({"name": "\u0007 "}, "name"),
        ({"options": {"nonsense": "1"}}, "nonsense"),
        ({"kind": "knockout"}, "kind"),
        ({"pace": None}, "pace"),
    ],
)
def test_what_cannot_be_a_tournament_is_refused_in_a_line(tmp_path: Path, more: Json, why: str) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        refused = anna.post("/tournaments", {**WISH, **more}, 422)["message"]
        assert why in refused
        assert "\n" not in refused


def test_refusals_are_spanish_too_and_one_person_has_not_too_many(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 1) as (anna,):
        for _ in range(5):
            make(anna)
        body = anna.client.post("/api/tournaments?lang=es", json=WISH).json()
        assert body["code"] == "too_many"
        assert body["message"].startswith("Tienes varios torneos")


# Going ----------------------------------------------------------------------------------------------------------


def test_who_drops_out_gives_up_and_leaves_no_trace_when_it_is_early(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 4) as people:
        cup = gathered(people)
        game = str(mine(people[3], cup)["game"])
        seat_of(people[3], game)
        people[3].post(f"/tournaments/{cup}/leave")
        found = until(
            people[0], cup, lambda told: next(g for g in told["games"] if g["game"] == game)["stage"] == "none"
        )
        given_up(people[3], game)
        (gone,) = [one for one in found["places"] if one["gone"]]
        assert (gone["name"], gone["place"]) == ("David", 0)
        assert [one["points"] for one in found["places"]] == [0, 0, 0, 0]
        people[3].post(f"/tournaments/{cup}/leave", status=422)
        for _ in range(3):
            told = until(people[0], cup, running)
            first = name_of(told, running(told)[0]["first"])
            lose(people[NAMES.index(first)], cup)
        over = until(people[0], cup, lambda told: told["info"]["stage"] == "over")
        assert sum(one["points"] for one in over["places"]) == 3


def test_somebody_who_deletes_himself_drops_out_without_a_name(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        cup = gathered(people)
        game = str(mine(people[1], cup)["game"])
        seat_of(people[1], game)
        people[1].post("/me/delete", {"word": "delete"})
        over = until(people[0], cup, lambda told: told["info"]["stage"] == "over")
        (gone,) = [one for one in over["places"] if one["gone"]]
        assert (gone["name"], gone["profile"]) == ("", "")
        given_up(people[0], game)


def test_what_a_guest_plays_comes_along_into_the_account(tmp_path: Path) -> None:
    with mail_server() as (box, sending), table(tmp_path, sending=sending) as app, players(app, 3) as people:
        anna, guest, boris = people
        sign_in(anna, ask(anna, box, "anna@example.org"))
        cup = make(guest)
        boris.post(f"/tournaments/{cup}/join")
        token = ask(guest, box, "anna@example.org")
        sign_in(guest, token)
        assert look(anna, cup)["info"]["yours"]
        anna.post(f"/tournaments/{cup}/start")
        seat_of(anna, mine(anna, cup)["game"])
        data = anna.get("/me/data")["tournaments"]
        assert [(row["name"], row["stage"]) for row in data] == [("Winter cup", "running")]


def test_a_recovery_code_brings_the_tournament_along(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, new_browser = people
        cup = gathered([anna, boris])
        game = str(mine(boris, cup)["game"])
        seat = seat_of(boris, game)
        code = boris.post(f"/games/{game}/recovery", status=201)["recovery"]
        new_browser.post("/recover", {"game": game, "code": code})
        assert look(new_browser, cup)["info"]["entered"]
        assert not look(boris, cup)["info"]["entered"]
        new_browser.post(f"/games/{game}/resign", {"seat": seat})
        over = until(anna, cup, lambda told: told["info"]["stage"] == "over")
        assert [one["points"] for one in over["places"]] == [1.0, 0.0]


# Ladder ---------------------------------------------------------------------------------------------------------


def order(found: Json) -> list[str]:
    return [one["name"] for one in found["places"] if one["place"]]


def test_a_ladder_is_climbed_by_challenges(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 4) as people:
        cup = gathered(people, kind="ladder", reach=1)
        before = order(look(people[0], cup))
        assert sorted(before) == list(NAMES[:4])
        top, second, third, last = [people[NAMES.index(name)] for name in before]
        at = f"/tournaments/{cup}/challenge"
        for player, other in ((last, top), (last, second), (last, last), (top, last)):
            assert "cannot challenge" in player.post(at, {"profile": profile(other)}, 422)["message"]
        assert [one["name"] for one in look(last, cup)["places"] if one["challenge"]] == [before[2]]
        last.post(at, {"profile": profile(third)}, 201)
        last.post(at, {"profile": profile(third)}, 422)
        second_to = third.post(at, {"profile": profile(second)}, 422)
        assert "now" in second_to["message"], "who has a game under way has no other"
        lose(third, cup)
        assert order(look(top, cup)) == [before[0], before[1], before[3], before[2]]
        second.post(at, {"profile": profile(top)}, 201)
        lose(second, cup)
        assert order(look(top, cup)) == [before[0], before[1], before[3], before[2]]


def test_a_ladder_ends_with_its_days(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        cup = gathered(people, kind="ladder", days=1)
        until(people[0], cup, lambda told: told["info"]["stage"] == "running")
        with written(tmp_path) as write:
            write(update(TOURNAMENTS).values(begun=TOURNAMENTS.c.begun - 2 * 86400))
        let_pass(tmp_path, 2 * 86400)
        over = until(people[0], cup, lambda told: told["info"]["stage"] == "over")
        names = order(over)
        by_name = dict(zip(NAMES, people, strict=False))
        body = {"profile": profile(by_name[names[0]])}
        by_name[names[1]].post(f"/tournaments/{cup}/challenge", body, 422)


# Cheats, hosts, crashes -----------------------------------------------------------------------------------------


def test_a_result_comes_from_the_game_and_stays(tmp_path: Path) -> None:
    """No seat is handed on, no game deleted; an end that both take back stays noted."""
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        cup = gathered([anna, boris], kind="double")
        game = str(mine(anna, cup)["game"])
        hers, his = seat_of(anna, game), seat_of(boris, game)
        for held in ("open", "bot"):
            anna.post(f"/games/{game}/hand", {"seat": hers, "of": hers, "held": held, "bot": "random"}, 422)
        anna.post(f"/games/{game}/links/{hers}", status=422)
        anna.post(f"/games/{game}/links/*watch", status=403)
        assert anna.client.delete(f"/api/games/{game}").status_code == 403
        eve.get(f"/games/{game}", 404)
        number = anna.look(game)["number"]
        lose(boris, cup)
        boris.post(f"/games/{game}/undo", {"seat": his, "to": number})
        wish = anna.look(game)["wish"]
        if wish["seat"]:
            anna.post(f"/games/{game}/agree", {"seat": hers, "to": wish["to"]})
        found = look(anna, cup)
        assert [one["points"] for one in found["places"] if one["yours"]] == [1.0]


def test_who_may_see_a_tournament_may_watch_its_games(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 4) as people:
        anna, boris, eve, cain = people
        cup = gathered([anna, boris])
        game = str(mine(anna, cup)["game"])
        seat_of(anna, game)
        eve.get(f"/games/{game}", 404)
        assert eve.post(f"/tournaments/{cup}/games/{game}/watch") == {"game": game}
        assert eve.look(game)["mine"] == []
        eve.post(f"/games/{game}/resign", {"seat": SEATS[0]}, 403)
        own = eve.new()
        eve.post(f"/tournaments/{cup}/games/{own}/watch", status=404)
        eve.post(f"/tournaments/{'0' * 32}/games/{game}/watch", status=404)
        boris.post(f"/people/{profile(cain)}/block")
        cain.post(f"/tournaments/{cup}/games/{game}/watch", status=404)


def test_the_host_ends_one_and_takes_somebody_out_and_it_is_written_down(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 4) as people:
        cup = gathered(people)
        until(people[0], cup, lambda told: len(running(told)) == 2)
        assert f"{cup}  'Winter cup' inferno {SCENARIO}; single, running" in admin(tmp_path, "tournaments")
        gone = profile(people[3])
        assert "David has dropped out" in admin(tmp_path, "drop-out", cup, gone, "--reason", "vanished")
        until(people[0], cup, lambda told: any(one["gone"] for one in told["places"]))
        assert "not in a tournament" in admin(tmp_path, "drop-out", cup, gone, status=1)
        assert "is ended" in admin(tmp_path, "end-tournament", cup, "--reason", "closing time")
        assert look(people[0], cup)["info"]["stage"] == "ended"
        assert "no tournament" in admin(tmp_path, "end-tournament", cup, status=1)
        log = admin(tmp_path, "log").splitlines()
        assert f"end-tournament {cup} (closing time)" in "\n".join(log)
        assert f"drop-out {cup} {gone} (vanished)" in "\n".join(log)
        people[0].post(f"/tournaments/{cup}/leave", status=422)


def test_a_game_that_the_host_deletes_counts_for_nobody(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        cup = gathered(people)
        game = str(mine(people[0], cup)["game"])
        seat_of(people[0], game)
    store = Store(database(tmp_path))
    store.delete_game(game)
    store.close()
    with table(tmp_path) as app, players(app, 1) as (guest,):
        over = until(guest, cup, lambda told: told["info"]["stage"] == "over")
        assert [one["points"] for one in over["places"]] == [0, 0]
        assert over["games"][0]["stage"] == "none"


def test_who_died_before_the_seats_were_given_out_is_made_up_for_and_nothing_is_made_twice(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        cup = gathered(people)
        game = str(mine(people[0], cup)["game"])
        seats = [seat_of(player, game) for player in people]
        cookies = [dict(player.client.cookies) for player in people]
    with written(tmp_path) as write:
        write(delete(HOLDS).where(HOLDS.c.game == game))
    store = Store(database(tmp_path))
    for _ in range(3):
        store.writer.submit(lambda c: jobs.put(c, jobs.TOURNAMENT, cup)).result()
    store.close()
    with table(tmp_path) as app, players(app, 2) as people:
        for player, cookie in zip(people, cookies, strict=True):
            player.client.cookies.clear()
            player.client.cookies.update(cookie)
        assert [seat_of(player, game) for player in people] == seats
        assert [one["game"] for one in look(people[0], cup)["games"]] == [game]
        assert len(people[0].get("/games")["games"]) == 1
        store = Store(database(tmp_path))
        (pairing,) = store.read(lambda c: c.execute(PAIRINGS.select()).all())
        store.close()
        assert pairing.game == game
