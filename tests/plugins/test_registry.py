"""Titles that others install: found by their entry points, and left out in one line if they are broken."""

import json
from pathlib import Path

import pytest

from kurgan import games
from tests.plugins.installed import distribution, kurgan

GOOD = """
from tests.session.toy import Lanterns

class Other(Lanterns):
    def __init__(self, folder=None):
        super().__init__()
        self.name = "others"
"""

BROKEN = {
    "import_error": ("import a_module_that_nobody_has", "cannot be imported (ModuleNotFoundError: No module named"),
    "exits": ("raise SystemExit('no')", "cannot be imported (SystemExit: no)"),
    "no_such_name": ("", "cannot be imported (AttributeError"),
    "no_callable": ("Title = 'a title'", "makes no title"),
    "wrong_object": ("class Title:\n    def __init__(self, folder): pass", "makes no kurgan.kernel.title.Title"),
    "raises": ("class Title:\n    def __init__(self, folder): raise OSError('gone')", "cannot be made (OSError: gone)"),
    "two_lines": ("def Title(folder): raise ValueError('one\\ntwo')", "cannot be made (ValueError: one)"),
    "misnamed": ("from tests.session.toy import load_toy as Title", "it calls itself 'lanterns'"),
}


def install(folder: Path, name: str, code: str, value: str = "") -> list[Path]:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}_module.py").write_text(code, encoding="utf-8")
    distribution(folder, f"some-{name}", {name: value or f"{name}_module:Title"})
    return [folder, Path(__file__).resolve().parent.parent.parent]


def test_a_title_of_others_is_listed_with_where_it_comes_from(tmp_path: Path) -> None:
    said = kurgan("games", path=install(tmp_path, "others", GOOD, "others_module:Other"))
    assert said.status == 0, said.err
    assert said.err == ""
    assert "others: Lanterns (from some-others 1.2)" in said.out
    assert f"advance: {games.load('advance').title} (from kurgan " in said.out


def test_a_title_of_others_is_played(tmp_path: Path) -> None:
    path = install(tmp_path, "others", GOOD, "others_module:Other")
    said = kurgan("sim", "others", "--games", "3", "--json", path=path)
    assert json.loads(said.out)["games"] == 3, said.err


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_title_is_reported_in_one_line_and_left_out(tmp_path: Path, name: str) -> None:
    code, why = BROKEN[name]
    path = install(tmp_path, name, code)
    said = kurgan("games", "--json", path=path)
    assert said.status == 0, said.err
    listed = json.loads(said.out)
    assert [game["name"] for game in listed["games"]] == list(games.TITLES)
    assert len(listed["broken"]) == 1
    told = listed["broken"][0]
    assert told.startswith(f"the title '{name}' of some-{name} 1.2 is left out: ")
    assert why in told
    assert "\n" not in told
    said = kurgan("sim", name, "--games", "1", path=path)
    assert (said.status, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert why in said.err


def test_a_broken_title_does_not_stop_the_others(tmp_path: Path) -> None:
    said = kurgan("sim", "advance", "--games", "1", "--json", path=install(tmp_path, "raises", BROKEN["raises"][0]))
    assert json.loads(said.out)["games"] == 1
    assert said.err == ""


def test_who_takes_our_name_is_left_out(tmp_path: Path) -> None:
    said = kurgan("games", path=install(tmp_path, "advance", GOOD))
    assert said.status == 0
    assert said.err.strip().endswith("has a title of this name")
    assert said.out.count("advance: ") == 1


def test_a_checkout_finds_its_titles_without_metadata() -> None:
    """Whatever is installed beside it, or nothing."""
    assert games.CHECKOUT.is_file()
    assert games.TITLES == ("advance", "inferno", "roads")
    assert {games.origin(name).distribution for name in games.TITLES} == {games.OURS}
