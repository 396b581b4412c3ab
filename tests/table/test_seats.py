"""A held seat changes hands only by its holder: links that are spent, recovery codes, getting up."""

from pathlib import Path
from typing import Any

import pytest

from kurgan.kernel.protocol import Json
from kurgan.table.rooms.room import NOT_YOURS
from tests.table.helpers import Player, players, secret_of, table
from tests.table.test_rights import heard_until_closed, socket_of


def invited(maker: Player, **more: Any) -> tuple[str, str]:
    """A game with a link for the Soviet side of Inferno: its id, and the secret."""
    seats = {"soviet": {"kind": "link"}}
    made = maker.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seats": seats, **more}, 201)
    return made["id"], secret_of(made["links"]["soviet"])


def sit(player: Player, game: str, secret: str, status: int = 200) -> Json:
    return player.post("/join", {"game": game, "secret": secret, "name": "Boris"}, status)


def test_a_link_is_spent_when_somebody_sits_down_with_it(tmp_path: Path) -> None:
    """Another person is refused, the same one simply gets in again, and nobody is evicted."""
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        assert sit(boris, game, secret)["seat"] == "soviet"
        lines = boris.look(game)["number"]
        assert sit(clara, game, secret, 409)["code"] == "spent"
        assert sit(anna, game, secret, 409)["code"] == "spent"
        again = sit(boris, game, secret)
        assert (again["seat"], again["recovery"]) == ("soviet", "")
        assert boris.look(game)["mine"] == ["soviet"]
        assert boris.look(game)["number"] == lines
        clara.get(f"/games/{game}", 404)


def test_the_maker_makes_no_link_for_a_seat_that_somebody_holds(tmp_path: Path) -> None:
    """Nor gives it to a bot, frees it or takes it, whether its holder plays it himself or lets a bot play."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game, secret = invited(anna)
        sit(boris, game, secret)
        for _ in range(2):
            refused = anna.post(f"/games/{game}/links/soviet", status=409)
            assert refused["message"] == "Somebody sits there; only who holds a seat can hand it on."
            assert anna.client.delete(f"/api/games/{game}/links/soviet").status_code == 409
            for held in ("bot", "open", "person"):
                anna.post(f"/games/{game}/hand", {"seat": "german", "of": "soviet", "held": held}, 403)
            assert boris.look(game)["mine"] == ["soviet"]
            boris.post(f"/games/{game}/hand", {"seat": "soviet", "of": "soviet", "held": "bot", "bot": "random"})
        boris.post(f"/games/{game}/hand", {"seat": "soviet", "of": "soviet", "held": "person"})
        boris.post(f"/games/{game}/links/german", status=403)


def test_the_holder_hands_his_seat_on_by_a_link(tmp_path: Path) -> None:
    """Until the friend sits down nothing changes; then it is the friend's, and the old standing orders are gone."""
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        sit(boris, game, secret)
        step = anna.look(game)["pending"]["step"]
        boris.post(f"/games/{game}/orders", {"seat": "soviet", "step": step, "text": "never"})
        link = boris.post(f"/games/{game}/links/soviet", status=201)["link"]
        assert boris.look(game)["mine"] == ["soviet"]
        assert sit(clara, game, secret_of(link))["seat"] == "soviet"
        boris.get(f"/games/{game}", 404)
        assert clara.get(f"/games/{game}/orders?seat=soviet")["orders"] == []
        assert sit(boris, game, secret_of(link), 409)["code"] == "spent"
        assert sit(boris, game, secret, 404)


def test_a_link_that_was_out_before_somebody_sat_down_takes_nothing_from_him(tmp_path: Path) -> None:
    """The maker gives a link and then sits there himself: the link is dead, and a new one is his to give."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game, secret = invited(anna)
        anna.post(f"/games/{game}/hand", {"seat": "german", "of": "soviet", "held": "person"})
        assert anna.look(game)["mine"] == ["german", "soviet"]
        sit(boris, game, secret, 404)
        newer = anna.post(f"/games/{game}/links/soviet", status=201)["link"]
        sit(boris, game, secret_of(newer))
        assert anna.look(game)["mine"] == ["german"]


def test_who_is_refused_by_an_open_seed_holds_nothing(tmp_path: Path) -> None:
    """An open seed is for one person: the second is refused and has not got the seat by the way."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "inferno", "scenario": "one_vs_one", "seed": "x"}, 422)
        seats = {"soviet": {"kind": "link"}}
        body = {"title": "inferno", "scenario": "one_vs_one", "seed": "x", "seats": seats}
        made = anna.post("/games", body, 201)
        sit(boris, made["id"], secret_of(made["links"]["soviet"]), 422)
        boris.get(f"/games/{made['id']}", 404)


# Recovery codes -------------------------------------------------------------------------------------------------


def test_a_recovery_code_brings_the_seat_into_another_browser(tmp_path: Path) -> None:
    """The old browser loses it and its socket is closed; the code is spent and a new one comes with the seat."""
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        code = sit(boris, game, secret)["recovery"]
        assert len(code.replace("-", "")) == 20
        with socket_of(boris, game, "soviet") as socket:
            found = clara.post("/recover", {"game": game, "code": code.lower().replace("-", " ")})
            assert heard_until_closed(socket) == ([], NOT_YOURS)
        assert found["seats"] == ["soviet"]
        assert found["recovery"] not in ("", code)
        assert clara.look(game)["mine"] == ["soviet"]
        assert clara.look(game)["seats"][1]["person"] == "Boris"
        boris.get(f"/games/{game}", 404)
        boris.post("/recover", {"game": game, "code": code}, 404)
        assert boris.post("/recover", {"game": game, "code": found["recovery"]})["seats"] == ["soviet"]


def test_a_link_that_the_old_browser_gave_ends_with_recovery(tmp_path: Path) -> None:
    """Whoever stole the old browser must not keep a way to the seat."""
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        code = sit(boris, game, secret)["recovery"]
        link = boris.post(f"/games/{game}/links/soviet", status=201)["link"]
        clara.post("/recover", {"game": game, "code": code})
        sit(boris, game, secret_of(link), 404)


def test_one_code_is_for_all_that_a_person_holds_in_a_game(tmp_path: Path) -> None:
    """Who made the game gets that back too; a code of another game opens nothing."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "inferno", "scenario": "one_vs_one"}, 201)
        game = made["id"]
        other = anna.post("/games", {"title": "advance"}, 201)
        boris.post("/recover", {"game": game, "code": other["recovery"]}, 404)
        assert boris.post("/recover", {"game": game, "code": made["recovery"]})["seats"] == ["german", "soviet"]
        assert boris.look(game)["maker"]
        anna.get(f"/games/{game}", 404)


def test_a_seat_taken_later_is_under_the_same_code(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post(
            "/games", {"title": "inferno", "scenario": "one_vs_one", "seats": {"soviet": {"kind": "open"}}}, 201
        )
        anna.post(f"/games/{made['id']}/hand", {"seat": "german", "of": "soviet", "held": "person"})
        found = boris.post("/recover", {"game": made["id"], "code": made["recovery"]})
        assert found["seats"] == ["german", "soviet"]


def test_the_holder_renews_his_code_and_nobody_else_gets_one(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        first = sit(boris, game, secret)["recovery"]
        second = boris.post(f"/games/{game}/recovery", status=201)["recovery"]
        clara.post("/recover", {"game": game, "code": first}, 404)
        clara.post(f"/games/{game}/recovery", status=404)
        watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        sit(clara, game, secret_of(watch))
        clara.post(f"/games/{game}/recovery", status=403)
        assert clara.post("/recover", {"game": game, "code": second})["seats"] == ["soviet"]


def test_branches_and_records_come_with_a_code(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new("advance", seed="x")
        anna.act(game, "done")
        branch = anna.post(f"/games/{game}/branch", {"seat": "german", "at": 3}, 201)
        anna.post(f"/games/{game}/resign", {"seat": "german"})
        record = anna.client.get(f"/api/games/{game}/export").text
        anna.client.delete(f"/api/games/{game}")
        taken = anna.post("/games/import", {"text": record}, 201)
        for made in (branch, taken):
            assert boris.post("/recover", {"game": made["id"], "code": made["recovery"]})["seats"] == ["german"]


def test_codes_are_kept_as_hashes_and_guessing_is_slow(tmp_path: Path) -> None:
    with table(tmp_path, processes=1, code_rate=0.001, code_burst=3) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "advance"}, 201)
        for status in (404, 404, 404, 429):
            refused = boris.post("/recover", {"game": made["id"], "code": "00000-00000-00000-00000"}, status)
        assert refused["message"] == "Too many tries; wait a minute."
        boris.post("/recover", {"game": made["id"], "code": made["recovery"]}, 429)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert made["recovery"].encode() not in kept
    assert made["recovery"].replace("-", "").encode() not in kept


@pytest.mark.parametrize(
    "body", [{"game": "../x", "code": "A"}, {"game": "0" * 32, "code": ""}, {"game": "", "code": "x"}]
)
def test_nonsense_opens_nothing(tmp_path: Path, body: Json) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        anna.new()
        anna.post("/recover", body, 404)


# Before one sits down -------------------------------------------------------------------------------------------


def test_a_link_says_what_it_is_for_before_one_sits_down(tmp_path: Path) -> None:
    """Game, side, who invites, whether it runs; looking seats nobody and spends nothing."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        anna.client.patch("/api/me", json={"name": "Anna"})
        game, secret = invited(anna, name="Tuesday")
        shown = boris.post("/join/look", {"game": game, "secret": secret})
        wanted = {"name": "Tuesday", "seat": "soviet", "label": "Soviet Union", "inviter": "Anna", "over": False}
        assert {key: shown[key] for key in wanted} == wanted
        assert (shown["title"], shown["decided"], shown["yours"]) == ("Inferno on the Volga", False, False)
        assert shown["scenario"]
        boris.get(f"/games/{game}", 404)
        sit(boris, game, secret)
        assert boris.post("/join/look", {"game": game, "secret": secret})["yours"]
        anna.post(f"/games/{game}/resign", {"seat": "german"})
        watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        shown = boris.post("/join/look", {"game": game, "secret": secret_of(watch)})
        assert (shown["seat"], shown["over"]) == ("", True)


def test_a_link_that_is_spent_or_unknown_tells_nothing(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 3) as [anna, boris, clara]:
        game, secret = invited(anna)
        sit(boris, game, secret)
        assert "title" not in clara.post("/join/look", {"game": game, "secret": secret}, 409)
        assert "title" not in clara.post("/join/look", {"game": game, "secret": "x" * 32}, 404)
        assert "title" not in clara.post("/join/look", {"game": "0" * 32, "secret": secret}, 404)


def test_open_dice_are_said_before_one_sits_down(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "advance", "seed": "x", "seats": {"german": {"kind": "link"}}}, 201)
        shown = boris.post("/join/look", {"game": made["id"], "secret": secret_of(made["links"]["german"])})
        assert "open dice" in " ".join(shown["dice"]["remarks"])
