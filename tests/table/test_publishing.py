"""Games are published without names, and every record verifies."""

import csv
from pathlib import Path

from kurgan import games
from kurgan.session.logs import FileLog
from kurgan.session.verify import verify
from tests.table.helpers import players, table
from tests.table.test_hosts import admin
from tests.table.test_pace import duel


def test_finished_games_are_published_without_names(tmp_path: Path) -> None:
    """Running ones are not."""
    with table(tmp_path) as app, players(app, 2) as (anna, boris):
        anna.client.patch("/api/me", json={"name": "Anna Secret"})
        over, mine, _ = duel([anna, boris])
        running, _, _ = duel([anna, boris])
        anna.post(f"/games/{over}/resign", {"seat": mine})
        anna.get("/games")  # lists say that it is over
        told = admin(tmp_path, "publish", str(tmp_path / "set"))
        assert told.startswith("1 games in ")
        assert "publish" in admin(tmp_path, "log")
        assert "exists already" in admin(tmp_path, "publish", str(tmp_path / "set"), status=1)
    (row,) = csv.DictReader((tmp_path / "set" / "games.csv").read_text(encoding="utf-8").splitlines())
    assert (row["file"], row["title"], row["dice"]) == (f"{over}.kurgan", "inferno", "proved")
    assert row["seats"] == "german=person soviet=person", "who sat down by a link was no free seat"
    text = (tmp_path / "set" / row["file"]).read_text(encoding="utf-8")
    assert "Secret" not in text
    assert "Boris" not in text
    report = verify(FileLog(tmp_path / "set" / row["file"]), lambda header: games.load(header["title"]))
    assert (report.ok, report.legal, report.dice) == (True, True, "proved")
    assert not (tmp_path / "set" / f"{running}.kurgan").exists()
