"""Nothing English comes out of the table to somebody who asked for Spanish; ``english.py`` plays longer by hand."""

from pathlib import Path

import pytest

from kurgan import games
from tests.table.english import Listener, english, play, read_title
from tests.table.helpers import players, table
from tests.where import ROOT, SOURCE


@pytest.mark.parametrize("title", games.TITLES)
def test_a_title_is_taught_in_spanish(tmp_path: Path, title: str) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        ear = Listener(ana)
        read_title(ear, title)
    assert ear.heard == {}
    assert ear.count > 2000


@pytest.mark.parametrize(
    ("title", "scenario"), [("advance", "campaign"), ("inferno", "two_vs_one"), ("roads", "wintergewitter")]
)
def test_a_game_is_played_in_spanish(tmp_path: Path, title: str, scenario: str) -> None:
    with table(tmp_path) as app, players(app) as [ana]:
        ear = Listener(ana)
        play(ear, title, scenario, 12, "spanish")
        for path in ("/games", "/ladder", "/me/channels", "/me/account", "/invitations", "/me/holidays", "/nothing"):
            ear.get(path)
    assert ear.heard == {}
    assert ear.count > 2000


def test_english_is_recognised() -> None:
    assert english("It is your turn.") and english("Juega {does}")
    assert not english("Te toca: escribe «attack 9» con los dados. Stalingrad: Inferno on the Volga.")


def test_one_word_is_used_for_losses() -> None:
    """The glossary of docs/how-to/add-a-language.md says which."""
    files = [*Path(SOURCE).rglob("*es.toml"), ROOT / "web" / "src" / "text" / "es.json"]
    assert len(files) > 10
    said = [
        f"{path.name}: {line}" for path in files for line in path.read_text("utf-8").splitlines() if "érdida" in line
    ]
    assert said == []
