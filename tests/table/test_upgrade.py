"""Old and new processes at one table: each answers only for games whose rules it knows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from kurgan import games
from kurgan.kernel.protocol import Misspelt
from tests.table.helpers import kept, players, table


def test_a_game_of_newer_rules_is_left_to_who_knows_them(tmp_path: Path) -> None:
    """It is refused for a moment, nothing of it is written or taken back, and games of known rules go on."""
    title = games.load("advance")
    with table(tmp_path) as app, players(app, 1) as (anna,):
        with patch.object(title, "rules_version", title.rules_version + 1):
            newer = anna.new()
            anna.act(newer, anna.look(newer)["question"]["choices"][0]["action"])
        known = anna.new()
        key = anna.client.cookies["kurgan"]
    before = kept(tmp_path, newer)
    with table(tmp_path) as app, players(app, 1) as (old,):
        old.client.cookies.clear()
        old.client.cookies.set("kurgan", key)
        for _ in range(4):
            refused = old.get(f"/games/{newer}", 503)
            assert refused["code"] == "newer"
            assert f"rules version {title.rules_version + 1}" in refused["message"]
        old.act(known, old.look(known)["question"]["choices"][0]["action"])
    assert kept(tmp_path, newer) == before
    with (
        patch.object(title, "rules_version", title.rules_version + 1),
        table(tmp_path) as app,
        players(app, 1) as (new,),
    ):
        new.client.cookies.clear()
        new.client.cookies.set("kurgan", key)
        for game in (newer, known):
            new.act(game, new.look(game)["question"]["choices"][0]["action"])


@contextmanager
def later_rules(text: str) -> Iterator[None]:
    """Rules of a later version, under which an answer that was given is not known any more."""
    title = games.load("advance")
    real = title.parse

    def parse(s: Any, said: str) -> int:
        if said == text:
            raise Misspelt(f"nobody answers '{text}' any more")
        return real(s, said)

    with patch.object(title, "rules_version", title.rules_version + 1), patch.object(title, "parse", parse):
        yield


def test_a_game_that_is_over_is_looked_at_under_later_rules_that_do_not_fit(tmp_path: Path) -> None:
    """It opens, says how it ended, and shows each moment as near as it is known; nothing is written by looking."""
    with table(tmp_path) as app, players(app, 1) as (anna,):
        game = anna.new(scenario="campaign")
        first = anna.look(game)["question"]["choices"][0]["action"]
        for _ in range(6):
            anna.act(game, anna.look(game)["question"]["choices"][0]["action"])
        anna.post(f"/games/{game}/resign", {"seat": "german"})
        last = anna.look(game)["number"]
        seen = anna.get(f"/games/{game}/moment/{last}")["scene"]
        key = anna.client.cookies["kurgan"]
    before = kept(tmp_path, game)
    with later_rules(first), table(tmp_path) as app, players(app, 1) as (anna,):
        anna.client.cookies.clear()
        anna.client.cookies.set("kurgan", key)
        assert anna.look(game)["over"]
        assert anna.get(f"/games/{game}/moment/{last}")["scene"] == seen
        for number in range(1, last):
            assert 1 <= anna.get(f"/games/{game}/moment/{number}")["number"] <= number
    assert kept(tmp_path, game) == before
