"""A feed: what somebody has to be told, at a link that only its owner is told of."""

from pathlib import Path
from xml.etree import ElementTree

from kurgan.table.notices.feed import MEDIA, SPACE, Entry, write
from kurgan.table.notices.telling import Told
from tests.table.helpers import Player, players, table
from tests.table.test_pace import duel, pass_on
from tests.table.test_telling import ALL, only

ATOM = {"a": SPACE}


def new_feed(player: Player, **more: object) -> str:
    """Its path below /api."""
    player.post("/me/channels", {"kind": "feed", "events": ALL, **more}, 201)
    address = str(only(player)["address"])
    assert address.startswith("http://testserver/api/feed/")
    return address.removeprefix("http://testserver/api")


def titles(player: Player, path: str) -> list[str]:
    reply = player.client.get(f"/api{path}")
    assert reply.status_code == 200, reply.text
    assert reply.headers["content-type"].startswith(MEDIA)
    assert reply.headers["cache-control"] == "no-store"
    feed = ElementTree.fromstring(reply.content)
    return [str(found.text) for found in feed.findall("a:entry/a:title", ATOM)]


def test_a_feed_tells_whose_turn_it_is_and_that_it_is_over(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        path = new_feed(boris)
        assert titles(boris, path) == []
        game, mine, his = duel(people)
        (turn,) = titles(boris, path)
        assert turn.startswith("It is your turn: ")
        reply = boris.client.get(f"/api{path}").text
        assert f"http://testserver/g/{game}" in reply
        pass_on(boris, game, his)
        assert titles(boris, path) == [], "it is somebody else's turn"
        anna.post(f"/games/{game}/resign", {"seat": mine})
        (end,) = titles(boris, path)
        assert end.startswith("The game is over: ")


def test_the_link_opens_the_feed_and_nothing_else_does(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        anna, boris = people
        path = new_feed(boris)
        token = path.rpartition("/")[2]
        assert titles(anna, path) == [], "a feed reader has no cookie"
        assert anna.client.get("/api/feed/" + token[:-1]).status_code == 404
        assert anna.client.get("/api/feed/" + only(boris)["id"]).status_code == 404
        assert anna.client.post(f"/api/confirm/{token}").status_code == 404, "there is nothing to confirm"
        assert token not in anna.client.get("/api/me/channels").text
        anna.post("/me/channels", {"kind": "webhook", "address": "https://example.org/x", "events": ALL}, 201)
        boris.client.delete(f"/api/me/channels/{only(boris)['id']}")
        assert anna.client.get(f"/api{path}").status_code == 404


def test_a_feed_wants_what_its_owner_wants_and_is_tried_and_ended_like_any_channel(tmp_path: Path) -> None:
    with table(tmp_path) as app, players(app, 2) as people:
        boris = people[1]
        path = new_feed(boris, events=["end"])
        duel(people)
        assert titles(boris, path) == []
        boris.post(f"/me/channels/{only(boris)['id']}/trial")
        assert titles(boris, path) == ["This is a trial: you are told here when it is your turn."]
        assert boris.post(f"/stop/{path.rpartition('/')[2]}") == {"done": "ended", "address": "feed"}
        assert boris.client.get(f"/api{path}").status_code == 404


def test_names_that_look_like_tags_are_text() -> None:
    told = Told("turn", "0" * 32, "<b>Inferno & more</b>", "Solo", "German", "http://h/g/0?a=1&b=2")
    written = write("http://h/api/feed/secret", 5_000, [Entry(told, 9_000), Entry(told, 7_000)])
    feed = ElementTree.fromstring(written)
    assert feed.findtext("a:updated", namespaces=ATOM) == "1970-01-01T00:00:09+00:00"
    entries = feed.findall("a:entry", ATOM)
    assert [e.findtext("a:updated", namespaces=ATOM) for e in entries] == [
        "1970-01-01T00:00:09+00:00",
        "1970-01-01T00:00:07+00:00",
    ]
    assert entries[0].findtext("a:title", namespaces=ATOM) == "It is your turn: <b>Inferno & more</b>, Solo, German"
    assert len({e.findtext("a:id", namespaces=ATOM) for e in entries}) == 2
    name = str(feed.findtext("a:id", namespaces=ATOM))
    assert "secret" not in name, "an id is copied about; it opens nothing"
    other = ElementTree.fromstring(write("http://h/api/feed/other", 5_000, []))
    assert name != other.findtext("a:id", namespaces=ATOM), "each feed has its own"
