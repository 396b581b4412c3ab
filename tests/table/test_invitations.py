"""Finding somebody to play with: seats that anybody may take, once, and playing again with sides changed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kurgan import games
from kurgan.kernel.protocol import Json
from tests.table.helpers import Player, players, table
from tests.table.test_pace import DAYS, duel

SCENARIO = "one_vs_one"
SEATS = list(games.load("inferno").seats(SCENARIO))


def offer(player: Player, **more: object) -> str:
    seats = {SEATS[1]: {"kind": "anybody"}}
    return player.new("inferno", scenario=SCENARIO, seats=seats, pace=DAYS, level="new", **more)


def shown(player: Player) -> list[Json]:
    return list(player.get("/invitations")["invitations"])


def test_a_seat_for_anybody_is_listed_and_taken_once(tmp_path: Path) -> None:
    """Of several who take it at the same time, at whatever process, one sits; the list shows it to nobody any more."""
    with table(tmp_path) as app, players(app, 5) as people:
        anna, *others = people
        anna.client.patch("/api/me", json={"name": "Anna"})
        game = offer(anna, name="Tuesday")
        (row,) = shown(others[0])
        told = {key: row[key] for key in ("game", "seat", "title", "scenario", "inviter", "level", "yours", "name")}
        assert told == {
            "game": game, "seat": SEATS[1], "title": "inferno", "scenario": SCENARIO, "inviter": "Anna", "level": "new",
            "yours": False, "name": "Tuesday",
        }  # fmt: skip
        assert row["clock"]["step"] == DAYS["step"]
        assert shown(anna)[0]["yours"]
        assert "already" in anna.post(f"/invitations/{game}/{SEATS[1]}/take", status=422)["message"]
        others[0].get(f"/games/{game}", 404)
        path = f"/api/invitations/{game}/{SEATS[1]}/take"
        with ThreadPoolExecutor(4) as threads:
            replies = list(threads.map(lambda player: player.client.post(path, json={}).status_code, others))
        assert sorted(replies) == [200, 404, 404, 404]
        winner = others[replies.index(200)]
        assert winner.look(game)["mine"] == [SEATS[1]]
        assert all(shown(player) == [] for player in people)
        for player in others:
            if player is not winner:
                player.get(f"/games/{game}", 404)


def test_who_takes_a_seat_is_told_before_what_may_be_known_of_the_dice(tmp_path: Path) -> None:
    """A maker who had both seats, looked at everything, and then looks for an opponent."""
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        game = anna.new("inferno", scenario=SCENARIO, seats={SEATS[1]: {"kind": "me"}})
        anna.post(f"/games/{game}/branch", {"seat": SEATS[0], "at": anna.look(game)["number"] - 1}, 201)
        anna.post(f"/games/{game}/hand", {"seat": SEATS[1], "of": SEATS[1], "held": "open"})
        at = f"/invitations/{game}/{SEATS[1]}"
        boris.get(at, 404)
        anna.post(at, {"level": "any"}, 201)
        looked = boris.get(at)
        assert (looked["game"], looked["seat"], looked["yours"]) == (game, SEATS[1], False)
        told = " ".join(looked["dice"]["remarks"])
        assert "Another way was tried" in told
        assert "was another person's seat" in told
        boris.get(f"/games/{game}", 404)
        boris.post(f"{at}/take")
        eve.get(at, 404)


def test_what_is_offered_to_one_is_shown_to_nobody_else(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        game, hers, his = duel(people[:2])
        boris.post(f"/games/{game}/resign", {"seat": his})
        made = anna.post(f"/games/{game}/rematch", {"seat": hers}, 201)
        at = f"/invitations/{made['game']}/{hers}"
        assert boris.get(at)["dice"]["remarks"] == []
        eve.get(at, 404)


def test_an_invitation_is_its_makers(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, eve = people
        game = offer(anna)
        at = f"/invitations/{game}/{SEATS[1]}"
        assert eve.client.delete(f"/api{at}").status_code == 404
        eve.post(at, status=404)
        eve.post(f"/invitations/{game}/{SEATS[0]}/take", status=404)
        eve.post(f"/invitations/{'0' * 32}/x/take", status=404)
        assert anna.client.delete(f"/api{at}").status_code == 200
        eve.post(f"{at}/take", status=404)
        anna.post(f"/invitations/{game}/{SEATS[0]}", status=409)
        assert len(anna.post(at, {"level": "experienced"}, 201)["invitations"]) == 1
        anna.post(f"/games/{game}/hand", {"seat": SEATS[0], "of": SEATS[1], "held": "bot"})
        assert shown(eve) == []
        eve.post(f"{at}/take", status=404)
        assert eve.client.get("/api/invitations", headers={"cookie": "kurgan=none"}).status_code in (200, 401)


def test_a_rematch_changes_sides_and_is_for_who_played(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as people:
        anna, boris, eve = people
        game, hers, his = duel(people[:2])
        anna.post(f"/games/{game}/rematch", {"seat": hers}, 422)
        boris.post(f"/games/{game}/resign", {"seat": his})
        made = anna.post(f"/games/{game}/rematch", {"seat": hers}, 201)
        assert made["seat"] == his
        assert anna.look(made["game"])["clock"]["step"] == DAYS["step"]
        anna.post(f"/games/{game}/rematch", {"seat": hers}, 409)
        (row,) = shown(boris)
        assert (row["game"], row["seat"], row["personal"], row["again"]) == (made["game"], hers, True, game)
        assert shown(eve) == []
        eve.post(f"/invitations/{made['game']}/{hers}/take", status=404)
        eve.post(f"/games/{game}/rematch", {"seat": hers}, 404)
        offered = boris.post(f"/games/{game}/rematch", {"seat": his}, 201)
        assert (offered["game"], offered["seat"], offered["recovery"]) == (made["game"], hers, "")
        boris.get(f"/games/{made['game']}", 404)
        boris.post(f"/invitations/{made['game']}/{hers}/take")
        assert boris.look(made["game"])["mine"] == [hers]
        assert boris.look(made["game"])["clock"]["runs"]


def test_who_is_asked_for_a_rematch_may_say_no(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        game, hers, his = duel(people)
        boris.post(f"/games/{game}/resign", {"seat": his})
        made = anna.post(f"/games/{game}/rematch", {"seat": hers}, 201)
        assert boris.client.delete(f"/api/invitations/{made['game']}/{hers}").status_code == 200
        assert shown(boris) == []
