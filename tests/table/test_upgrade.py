"""Old and new processes at one table: each answers only for games whose rules it knows."""

from pathlib import Path
from unittest.mock import patch

from kurgan import games
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
