"""The table over HTTP: what it does, and what it refuses without changing anything."""

import json
from pathlib import Path
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kurgan import bots, games
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from kurgan.table.guard import limits
from kurgan.table.guard.limits import BODY_LIMIT
from kurgan.table.rooms.bot_play import BROKE_DOWN
from tests.table.helpers import HOST, Player, players, secret_of, table, text


def test_a_game_is_made_looked_at_and_played(tmp_path: Path) -> None:
    """Hello, a new game, its first question, an answer: the number goes on and the log tells it."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="first")
        before = anna.look(game)
        assert before["pending"]["kind"] == "decide"
        assert before["seat"] == "german"
        action = before["question"]["choices"][1]["action"]
        after = anna.act(game, action)
        assert after["number"] > before["number"]
        lines = anna.get(f"/games/{game}/log?after={before['number']}")["lines"]
        assert lines[0]["action"] == action
        assert lines[0]["events"][0]["text"]


def test_the_lobby_lists_only_your_games(tmp_path: Path) -> None:
    """Whoever made a game finds it with its turn; a stranger finds nothing."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new(name="Tuesday")
        rows = anna.get("/games")["games"]
        assert [row["id"] for row in rows] == [game]
        assert rows[0]["yours"]
        assert rows[0]["name"] == "Tuesday"
        assert boris.get("/games")["games"] == []


def test_a_stale_number_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        question = anna.look(game)["question"]
        action = question["choices"][1]["action"]
        anna.act(game, action)
        before = text(anna.look(game))
        refused = anna.act(game, action, number=question["number"], status=409)
        assert refused["code"] == "stale"
        assert text(anna.look(game)) == before


@pytest.mark.parametrize("action", ["buy tanks", "activate 1", "", "x" * 5000, "done; drop"])
def test_an_answer_that_is_not_legal_is_refused_with_a_reason(tmp_path: Path, action: str) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        before = text(anna.look(game))
        refused = anna.act(game, action, status=422)
        assert refused["message"]
        assert text(anna.look(game)) == before


def test_several_answers_are_taken_all_or_none(tmp_path: Path) -> None:
    """The third of three is wrong: none of them counts."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        before = text(anna.look(game))
        good = anna.look(game)["question"]["choices"][1]["action"]
        anna.act(game, good, good, "buy tanks", status=422)
        assert text(anna.look(game)) == before


def test_a_refused_place_says_which_rule(tmp_path: Path) -> None:
    """An area without fresh units may not be activated, and the reason carries its number."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        anna.act(game, "done")
        refusal = anna.get(f"/games/{game}/why?seat=german&place=10")["refusal"]
        assert refusal["text"]
        assert refusal["rule"][0].isdigit()
        lit = anna.look(game)["question"]["choices"]
        legal = next(choice["place"] for choice in lit if choice["place"])
        assert anna.get(f"/games/{game}/why?seat=german&place={legal}")["refusal"] is None


def test_a_far_place_takes_one_request(tmp_path: Path) -> None:
    """The routes of a march are answers that the table takes in one go, and only who is asked gets any."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        anna.act(game, "done")
        assert not anna.look(game)["question"]["far"]
        anna.act(game, "activate 6")
        assert anna.look(game)["question"]["far"]
        routes = anna.get(f"/games/{game}/routes?seat=german")["routes"]
        far = next(route for route in routes if len(route["places"]) > 1)
        anna.act(game, *far["actions"])
        pieces = {piece["id"]: piece.get("at") for piece in anna.look(game)["scene"]["pieces"]}
        assert pieces[far["piece"]] == far["place"]


def test_a_stack_takes_one_request(tmp_path: Path) -> None:
    """Pieces named with the request go together, by answers that the table takes in one go."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new("roads", scenario="wintergewitter", seats={"axis": {"kind": "me"}, "soviet": {"kind": "open"}})
        while anna.look(game)["question"]["step"] != "choose_mover":
            anna.act(game, anna.look(game)["question"]["choices"][0]["action"], seat="axis")
        assert anna.look(game)["question"]["sets_out"]
        assert not anna.look(game)["question"]["far"]
        path = f"/games/{game}/routes?seat=axis"
        assert anna.get(path)["routes"] == []
        found = anna.get(f"{path}&pieces=GE-6Pp;GE-6Pa;nobody;SU-1TK")
        assert found["pieces"] == ["GE-6Pp", "GE-6Pa"]
        assert found["named"] == found["routes"][0]["actions"][:2]
        assert anna.get(f"{path}&pieces=RO-5C;GE-HQ-4PZA&together=true")["pieces"] == ["RO-5C"]
        many = ";".join(["GE-6Pp", *[f"nobody {n}" for n in range(11)], "GE-6Pa"])
        assert anna.get(f"{path}&pieces={many}")["pieces"] == ["GE-6Pp"], "twelve are looked at, no more"
        far = found["routes"][-1]
        anna.act(game, *far["actions"], seat="axis")
        pieces = {piece["id"]: piece.get("at") for piece in anna.look(game)["scene"]["pieces"]}
        assert [pieces["GE-6Pp"], pieces["GE-6Pa"]] == [far["place"]] * 2


def test_what_an_answer_would_do_to_the_odds(tmp_path: Path) -> None:
    """Artillery makes a success likelier; the fight itself is not touched by asking."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        anna.act(game, "buy artillery", "done")
        anna.act(game, "activate 6")
        enter = next(r for r in anna.get(f"/games/{game}/routes?seat=german")["routes"] if r["actions"][-1] != "stop")
        anna.act(game, *enter["actions"])
        anna.act(game, f"attack {enter['place']}")
        for _ in range(5):
            question = anna.look(game)["question"]
            if question["step"] == "commit_support":
                break
            anna.act(game, question["choices"][-1]["action"])
        before = text(anna.look(game))
        now = anna.get(f"/games/{game}/odds?seat=german")["odds"]["report"]["p_area_captured"]["decimal"]
        more = anna.get(f"/games/{game}/odds/after?seat=german&action=add%20artillery")["odds"]["report"]
        assert more["p_area_captured"]["decimal"] > now
        assert anna.get(f"/games/{game}/odds/after?seat=german&action=add%20tanks")["odds"] is None
        assert text(anna.look(game)) == before


def test_strangers_and_guessed_ids_learn_nothing(tmp_path: Path) -> None:
    """A game of others, one that is not there, and nonsense are answered alike."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new()
        replies = {
            boris.client.get(f"/api/games/{id}{rest}").text
            for id in (game, "0" * 32, "..%2f..%2fetc", "a", "' or 1=1")
            for rest in ("", "/log", "/export", "/moment/3", "/luck", "/talk")
        }
        assert len(replies) <= 2
        assert game not in "".join(replies)
        action = {"seat": "german", "number": 5, "actions": ["done"]}
        assert boris.client.post(f"/api/games/{game}/answers", json=action).status_code == 404
        assert boris.client.delete(f"/api/games/{game}").status_code == 404


def test_nobody_sits_on_a_seat_that_is_not_theirs(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new()
        watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        boris.post("/join", {"game": game, "secret": secret_of(watch)})
        assert boris.look(game)["seat"] == ""
        assert boris.look(game)["question"] is None
        boris.act(game, "done", number=5, status=403)
        boris.post(f"/games/{game}/undo", {"seat": "german"}, 403)
        boris.post(f"/games/{game}/links/german", status=403)
        boris.get(f"/games/{game}?seat=german", 403)


def test_a_link_is_a_seat_and_an_older_link_stops_working(tmp_path: Path) -> None:
    """The secret stands behind #; only its holder sits down, and a new link ends the old one."""
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        made = anna.post("/games", {"title": "advance", "seats": {"german": {"kind": "link"}}}, 201)
        game, link = made["id"], made["links"]["german"]
        assert link.startswith(f"{HOST}/join/{game}#")
        assert len(secret_of(link)) >= 22
        boris.post("/join", {"game": game, "secret": "guess" * 8}, 404)
        newer = anna.post(f"/games/{game}/links/german", status=201)["link"]
        boris.post("/join", {"game": game, "secret": secret_of(link)}, 404)
        assert boris.post("/join", {"game": game, "secret": secret_of(newer), "name": "Boris"})["seat"] == "german"
        assert boris.look(game)["question"]
        assert anna.look(game)["question"] is None


def test_secrets_are_stored_hashed_only(tmp_path: Path) -> None:
    """Neither the secret of a link nor the key of a cookie is found in the database file."""
    with table(tmp_path) as app, players(app) as [anna]:
        made = anna.post("/games", {"title": "advance", "seats": {"german": {"kind": "link"}}}, 201)
        secrets = [secret_of(made["links"]["german"]), anna.client.cookies["kurgan"]]
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in secrets:
        assert secret.encode() not in kept


def test_undo_goes_one_step_back_and_alone_also_past_dice(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        question = anna.look(game)["question"]
        anna.act(game, question["choices"][1]["action"])
        back = anna.post(f"/games/{game}/undo", {"seat": "german"})
        assert [c["action"] for c in back["question"]["choices"]] == [c["action"] for c in question["choices"]]
        undone = [line for line in anna.get(f"/games/{game}/log")["lines"] if line.get("undone")]
        assert len(undone) == 1
        assert back["rewinds"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 422), (b"[]", 422), (b'{"title": 5}', 422), (b'{"title": "chess"}', 404), (b"\xff\xfe", 422)],
)
def test_malformed_bodies_are_refused(tmp_path: Path, body: bytes, status: int) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        reply = anna.client.post("/api/games", content=body, headers={"content-type": "application/json"})
        assert reply.status_code == status
        assert "message" in reply.json()


def test_oversized_bodies_are_refused(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        reply = anna.client.post("/api/games", content=b" " * (BODY_LIMIT + 1))
        assert reply.status_code == 413


@pytest.mark.parametrize("path", ["/api/nothing", "/api/../secret", "/assets/../../server.py", "/assets/%2e%2e/x"])
def test_path_tricks_find_nothing(tmp_path: Path, path: str) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        reply = anna.client.get(path)
        assert reply.status_code in (404, 200, 503)
        assert "def make_app" not in reply.text


def test_every_answer_carries_the_guarding_headers(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        for path in ("/", "/api/hello", "/api/games/x", "/api/openapi.json"):
            headers = anna.client.get(path).headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


def test_another_site_may_not_decide(tmp_path: Path) -> None:
    """A request that carries another site's Origin is refused, with the right cookie and all."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new()
        body = {"seat": "german", "number": anna.look(game)["question"]["number"], "actions": ["done"]}
        evil = {"origin": "https://elsewhere.example"}
        assert anna.client.post(f"/api/games/{game}/answers", json=body, headers=evil).status_code == 403
        with pytest.raises(WebSocketDisconnect), anna.client.websocket_connect(f"/api/games/{game}/live", headers=evil):
            pass
        with pytest.raises(WebSocketDisconnect), anna.client.websocket_connect(f"/api/games/{game}/live"):
            pass


def test_who_asks_too_often_waits_for_his_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A no that came at once would let a flood cost as much as answers do."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(limits, "sleep", pause)
    with table(tmp_path, processes=1, rate=0.001, burst=2) as app, TestClient(app, base_url=HOST) as client:
        codes = []
        for _ in range(4):
            before = pauses.count(limits.PAUSE)
            codes.append((client.get("/api/openapi.json").status_code, pauses.count(limits.PAUSE) - before))
    assert codes == [(200, 0), (200, 0), (429, 1), (429, 1)]


def test_rates_are_limited_by_address_and_by_seat(tmp_path: Path) -> None:
    with table(tmp_path, processes=1, rate=0.001, burst=6) as app, TestClient(app, base_url=HOST) as client:
        codes = [client.get("/api/openapi.json").status_code for _ in range(10)]
        assert codes[:6] == [200] * 6
        assert codes[6:] == [429] * 4
    (tmp_path / "b").mkdir()
    with table(tmp_path / "b", seat_rate=0.001, seat_burst=2) as app, players(app) as [anna]:
        game = anna.new()
        for status in (422, 422, 429):
            anna.act(game, "nonsense", status=status)


# Live -----------------------------------------------------------------------------------------------------------

ORIGIN = {"origin": HOST}


def test_a_socket_tells_what_happens_and_resumes_where_it_stopped(tmp_path: Path) -> None:
    """News in order; after a break exactly the missed lines come, none twice."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        with anna.client.websocket_connect(f"/api/games/{game}/live?seat=german", headers=ORIGIN) as socket:
            first = socket.receive_json()
            assert first["kind"] == "news"
            anna.act(game, "buy artillery")
            news = socket.receive_json()
            assert [line["action"] for line in news["lines"] if "action" in line] == ["buy artillery"]
            seen = news["number"]
        anna.act(game, "buy engineer")
        anna.act(game, "done")
        address = f"/api/games/{game}/live?seat=german&after={seen}"
        with anna.client.websocket_connect(address, headers=ORIGIN) as socket:
            missed = socket.receive_json()
            assert [line["action"] for line in missed["lines"] if "action" in line] == ["buy engineer", "done"]
            assert min(line["number"] for line in missed["lines"]) == seen + 1


def test_a_socket_needs_a_seat_and_drops_who_sends_too_much(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new()
        with (
            pytest.raises(WebSocketDisconnect),
            boris.client.websocket_connect(f"/api/games/{game}/live", headers=ORIGIN),
        ):
            pass
        with anna.client.websocket_connect(f"/api/games/{game}/live", headers=ORIGIN) as socket:
            socket.receive_json()
            socket.send_text("x" * 5000)
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
        assert anna.look(game)["question"]


def test_talk_reaches_the_others_with_its_pointer(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new()
        watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        boris.post("/join", {"game": game, "secret": secret_of(watch)})
        with boris.client.websocket_connect(f"/api/games/{game}/live", headers=ORIGIN) as socket:
            socket.receive_json()
            anna.post(f"/games/{game}/talk", {"seat": "german", "text": "Look <b>here</b>", "place": "10"}, 201)
            said = socket.receive_json()["talk"]
        assert (said["text"], said["place"]) == ("Look <b>here</b>", "10")
        assert boris.get(f"/games/{game}/talk")["talk"][0]["text"] == "Look <b>here</b>"


# Bots -----------------------------------------------------------------------------------------------------------


def wait_until(anna: Player, game: str, is_so: str) -> None:
    """Follow the news until the game is over or a seat is in trouble."""
    with anna.client.websocket_connect(f"/api/games/{game}/live", headers=ORIGIN) as socket:
        for _ in range(5000):
            news = socket.receive_json()["table"]
            if is_so == "over" and news["over"]:
                return
            troubles = [seat["trouble"] for seat in news["seats"] if seat["trouble"]]
            if is_so == "trouble" and troubles:
                return
            assert not troubles, f"waiting in vain: {troubles}"
    raise AssertionError(f"never {is_so}")


def test_a_bot_plays_a_whole_game_and_the_dice_can_be_checked(tmp_path: Path) -> None:
    """A seat given to a bot plays on by itself; at the end the secret is revealed and the luck reckoned."""
    with table(tmp_path) as app, players(app) as [anna]:
        seats = {"german": {"kind": "bot", "bot": "random"}}
        game = anna.new(scenario="factory", seats=seats)
        wait_until(anna, game, "over")
        end = anna.look(game)
        assert end["scene"]["over"]
        fights = anna.get(f"/games/{game}/luck")["fights"]
        assert all(0 < fight["this_or_better"] <= 1 for fight in fights)
        story = anna.get(f"/games/{game}/story")
        assert story["chapters"]
        record = anna.client.get(f"/api/games/{game}/export").text
        assert '"kind": "reveal"' in record


def test_a_bot_that_fails_forfeits_nothing(tmp_path: Path) -> None:
    """The seat says so, the question stays open, and a retry plays on."""

    def fail(*_: object) -> bots.Move:
        raise bots.Overrun("the bot did not answer within 1 seconds")

    with table(tmp_path) as app, players(app) as [anna]:
        with patch.object(bots.Pool, "_move", fail):
            game = anna.new(seats={"german": {"kind": "bot", "bot": "random"}}, scenario="factory")
            wait_until(anna, game, "trouble")
            stuck = anna.look(game)
            assert not stuck["over"]
            assert "Nothing is lost" in stuck["seats"][0]["trouble"]
        anna.post(f"/games/{game}/retry", {"seat": "", "of": "german"})
        wait_until(anna, game, "over")


@pytest.mark.parametrize("stumbles", [bots.WorkerFailed, ValueError])
def test_what_a_bot_stumbles_over_is_not_told_to_everybody(tmp_path: Path, stumbles: type[Exception]) -> None:
    """It may name what only its seat knows."""
    broken = patch.object(bots.Pool, "_move", side_effect=stumbles("KeyError: 'G54I in hex 41'"))
    with table(tmp_path) as app, players(app) as [anna], broken:
        game = anna.new(seats={"german": {"kind": "bot", "bot": "random"}}, scenario="factory")
        wait_until(anna, game, "trouble")
        assert anna.look(game)["seats"][0]["trouble"] == BROKE_DOWN


def test_a_seat_can_be_handed_to_a_bot_and_back(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new()
        with patch.object(bots.Pool, "_move", side_effect=bots.Overrun("slow")):
            held = anna.post(f"/games/{game}/hand", {"seat": "german", "of": "german", "held": "bot", "bot": "random"})
            assert held["seats"][0]["kind"] == "bot"
            wait_until(anna, game, "trouble")
        back = anna.post(f"/games/{game}/hand", {"seat": "german", "of": "german", "held": "person"})
        assert back["seats"][0]["kind"] == "person"
        assert back["question"]


def test_a_hint_names_a_legal_answer_and_says_why(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        hint = anna.get(f"/games/{game}/hint?seat=german")
        legal = [choice["action"] for choice in anna.look(game)["question"]["choices"]]
        assert hint["actions"][0] in legal
        assert hint["reasons"]


# Keeping --------------------------------------------------------------------------------------------------------


def test_games_outlive_the_server(tmp_path: Path) -> None:
    """The same database under a new process: same seats, same question, same log."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        anna.act(game, "buy artillery")
        before = anna.look(game)
        key = anna.client.cookies["kurgan"]
    with table(tmp_path) as app, players(app) as [anna]:
        anna.client.cookies.clear()
        anna.client.cookies.set("kurgan", key)
        assert text(anna.look(game)) == text(before)


def test_a_record_goes_out_and_comes_back(tmp_path: Path) -> None:
    """An exported game played to its end can be put on another table and looked at there."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        anna.act(game, "done")
        anna.post(f"/games/{game}/resign", {"seat": "german"})
        record = anna.client.get(f"/api/games/{game}/export").text
    (tmp_path / "other").mkdir()
    with table(tmp_path / "other") as app, players(app) as [anna]:
        taken = anna.post("/games/import", {"text": record}, 201)
        assert taken["id"] == game
        assert anna.look(game)["over"]
        anna.post("/games/import", {"text": record}, 409)
        anna.post("/games/import", {"text": record.replace("done", "dune")}, 422)


def test_an_export_with_its_secret_is_played_on_with_other_dice(tmp_path: Path) -> None:
    """What ``kurgan export --all`` writes is taken too; one that was tampered with is refused with a reason."""
    log = MemoryLog()
    brought = Session.new(games.load("advance"), "factory", {}, {"german": "person"}, log=log)
    whole = {"kurgan": "export", "record": log.texts, "secret": log.vault()}
    with table(tmp_path) as app, players(app) as [anna]:
        bad = {**whole, "record": [log.texts[0].replace("factory", "campaign"), *log.texts[1:]]}
        assert "changed" in anna.post("/games/import", {"text": json.dumps(bad)}, 422)["message"]
        game = anna.post("/games/import", {"text": json.dumps(whole)}, 201)["id"]
        seen = anna.look(game)
        assert seen["question"]
        assert seen["dice"]["commitment"] != brought.fairness()["commitment"]
        assert "whoever brought it may know" in seen["dice"]["remarks"][0]


def test_another_way_is_a_game_of_its_own(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new()
        anna.act(game, "buy artillery")
        before = text(anna.look(game))
        at = anna.look(game)["number"]
        branch = anna.post(f"/games/{game}/branch", {"seat": "german", "at": at}, 201)["id"]
        trial = anna.look(branch)
        assert trial["branch"] == {"of": game, "at": at}
        anna.act(branch, "done")
        assert text(anna.look(game)) == before


def test_a_moment_of_the_past_is_what_was_seen_then(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        then = anna.look(game)
        anna.act(game, "buy artillery")
        past = anna.get(f"/games/{game}/moment/{then['number']}?seat=german")
        assert text(past["scene"]) == text(then["scene"])


def test_only_the_maker_names_and_deletes(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as [anna, boris]:
        game = anna.new()
        watch = anna.post(f"/games/{game}/links/*watch", status=201)["link"]
        boris.post("/join", {"game": game, "secret": secret_of(watch)})
        assert boris.client.patch(f"/api/games/{game}", json={"name": "mine"}).status_code == 403
        assert boris.client.delete(f"/api/games/{game}").status_code == 403
        assert anna.client.patch(f"/api/games/{game}", json={"name": "Ours\n<b>"}).json()["name"] == "Ours <b>"
        assert anna.client.delete(f"/api/games/{game}").status_code == 200
        anna.get(f"/games/{game}", 404)


def test_standing_orders_answer_and_are_private(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(seed="x")
        step = anna.look(game)["question"]["step"]
        anna.post(f"/games/{game}/orders", {"seat": "german", "step": step, "text": "always done"})
        assert anna.look(game)["question"]["step"] != step
        kept = anna.get(f"/games/{game}/orders?seat=german")["orders"]
        assert [order["step"] for order in kept] == [step]
        anna.post(f"/games/{game}/orders", {"seat": "german", "step": step, "text": ""})
        assert anna.get(f"/games/{game}/orders?seat=german")["orders"] == []


def test_rules_for_standing_orders_are_offered_in_words_where_they_answer(tmp_path: Path) -> None:
    """The title's own rules stand at the question, and among one's orders as they are read, not as they are stored."""
    with table(tmp_path) as app, players(app) as [anna]:
        game = anna.new(title="inferno", scenario="solo")
        while not (question := anna.look(game)["question"])["orders"]:
            anna.act(game, question["choices"][0]["action"])
        rule, spanish = question["orders"][0], anna.get(f"/games/{game}?seat=german&lang=es")["question"]["orders"][0]
        assert rule["name"] in games.load("inferno").standing()[question["step"]]
        assert spanish["name"] == rule["name"]
        assert spanish["words"] != rule["words"]
        anna.post(f"/games/{game}/orders", {"seat": "german", "step": question["step"], "text": f"by {rule['name']}"})
        [kept] = anna.get(f"/games/{game}/orders?seat=german")["orders"]
        assert (kept["step"], kept["words"]) == (question["step"], rule["words"])
        assert "_" not in kept["asked"]


def test_the_api_describes_itself(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app) as [anna]:
        paths = anna.get("/openapi.json")["paths"]
        assert "/api/games/{game}/answers" in paths
        page = anna.client.get("/api/docs").text
        assert "/api/games/{game}/answers" in page
        assert "<script" not in page
