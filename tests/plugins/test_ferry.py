"""The Last Ferry of examples/: a title in a package of its own has all that ours have, and no line of ours for it."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.browser.serving import Server
from tests.plugins.installed import kurgan
from tests.where import ROOT, SOURCE

FERRY = ROOT / "examples" / "ferry"
CODE = FERRY / "src" / "ferry"
TUTORIAL = ROOT / "docs" / "tutorial" / "a-title-in-an-afternoon.md"
CARGO = ("stones", "bread", "shells")
MOST_LINES = 300


def install(folder: Path, package: Path = FERRY) -> Path:
    """Install a package from a copy, in which pip builds it, as for anybody; where it is then."""
    ignored = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    shutil.copytree(package, folder / "ferry", ignore=ignored)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    command += ["--disable-pip-version-check", "--target", str(folder / "site"), str(folder / "ferry")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


SHOWN = re.compile(r"^`([\w/.]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def written(folder: Path) -> Path:
    """The package of somebody who follows the tutorial: every block below the name of a file, in order."""
    files: dict[str, list[str]] = {}
    for path, text in SHOWN.findall(TUTORIAL.read_text(encoding="utf-8")):
        files.setdefault(path, []).append(text)
    for path, texts in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("\n\n".join(texts), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, page: Path) -> Path:
    """Installed as the tutorial shows it: what it leaves out would be missing everywhere below."""
    return install(tmp_path_factory.mktemp("ferry"), page)


def test_it_is_short() -> None:
    assert sum([len(path.read_text(encoding="utf-8").splitlines()) for path in CODE.glob("*.py")]) <= MOST_LINES


def test_nothing_of_ours_names_it() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert "ferry.game" not in path.read_text(encoding="utf-8"), path


def test_it_is_listed_with_where_it_comes_from(site: Path) -> None:
    assert "ferry: The Last Ferry (from kurgan-ferry 1.0.0)" in kurgan("games", path=[site]).out


def test_its_own_tests_and_the_contract_suite_pass(site: Path, page: Path) -> None:
    """Those of the tutorial, for who has followed it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCE, str(site)])}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(page / "tests")]
    done = subprocess.run(command, cwd=page, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_played_recorded_and_verified_and_leaks_nothing(site: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "night.kurgan")
    assert kurgan("new", "ferry", "--person", "ferrymen", "--person", "patrol", "-o", record, path=[site]).status == 0
    assert kurgan("act", record, "sail reeds", "hold", "hold", "hold", path=[site]).status == 0
    assert kurgan("act", record, "hunt reeds", path=[site]).status == 0
    seen = kurgan("show", record, "--seat", "patrol", "--log", "50", path=[site])
    assert "heron(?)" in seen.out
    written = kurgan("export", record, "--position", "--seat", "patrol", path=[site])
    assert "heron=?" in written.out
    assert not [word for word in CARGO if word in seen.out + written.out]
    own = kurgan("show", record, "--seat", "ferrymen", path=[site])
    assert [word for word in CARGO if f"heron({word})" in own.out]
    odds = json.loads(kurgan("odds", "ferry", record, "--seat", "patrol", path=[site]).out)
    assert set(odds["result"]) == {"driven_off", "sunk"}
    assert kurgan("act", record, "stand", path=[site]).status == 0
    assert json.loads(kurgan("verify", record, "--json", path=[site]).out)["ok"]


def test_bots_and_the_lab_play_it(site: Path) -> None:
    bots = ("--bot", "ferrymen=greedy:1", "--bot", "patrol=random")
    summary = json.loads(kurgan("sim", "ferry", "--games", "6", *bots, "--json", path=[site]).out)
    assert sum([found["count"] for found in summary["outcomes"].values()]) == 6
    fuzzed = kurgan("fuzz", "ferry", "--games", "2", path=[site])
    assert fuzzed.status == 0
    assert "0 errors" in fuzzed.out


def test_it_is_played_in_the_terminal(site: Path, tmp_path: Path) -> None:
    bots = ("--bot", "patrol=random", "--seed", "river")
    said = kurgan("sit", "ferry", *bots, path=[site], typed="sail reeds\nquit\n", data=tmp_path)
    assert "The heron goes to Reeds." in said.out, said.err


def ask(server: Server, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    data = json.dumps(body).encode() if body is not None else None
    headers = {"content-type": "application/json", "origin": server.url, "cookie": cookie}
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data, headers), timeout=120) as reply:
        return json.loads(reply.read()), (reply.headers.get("set-cookie") or "").partition(";")[0]


def test_it_is_played_at_the_table(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    server = Server(tmp_path)
    try:
        hello, cookie = ask(server, "/api/hello")
        [title] = [title for title in hello["titles"] if title["name"] == "ferry"]
        assert title["origin"] == "kurgan-ferry 1.0.0"
        assert "from kurgan-ferry 1.0.0" in title["tags"]
        seats = {"ferrymen": {"kind": "me"}, "patrol": {"kind": "bot", "bot": "random"}}
        body = {"title": "ferry", "scenario": "crossing", "options": {}, "seats": seats}
        game = ask(server, "/api/games", body, cookie)[0]["id"]
        table = ask(server, f"/api/games/{game}", cookie=cookie)[0]
        assert table["question"]["prompt"] == "Where does the heron go?"
        assert [choice["action"] for choice in table["question"]["choices"]] == ["sail reeds", "hold"]
        assert {piece["id"] for piece in table["scene"]["pieces"]} == {"heron", "otter", "pike", "swan", "hawk", "kite"}
        answer = {"seat": "ferrymen", "number": table["question"]["number"], "actions": ["sail reeds"]}
        ask(server, f"/api/games/{game}/answers", answer, cookie)
        table = ask(server, f"/api/games/{game}", cookie=cookie)[0]
        assert table["question"]["prompt"] == "Where does the otter go?"
    finally:
        server.stop()


# The tutorial ---------------------------------------------------------------------------------------------------

UNSHOWN = {"README.md"}
"""What the example has for who comes upon it in the repository."""


def files(folder: Path) -> set[str]:
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    made = ("__pycache__", "build")
    return {str(path) for path in found if not any(p in made or p.endswith(".egg-info") for p in path.parts)}


def squeezed(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def test_the_tutorial_shows_every_file_of_the_example(page: Path) -> None:
    """Whole and in order, apart from empty lines between the pieces."""
    assert files(page) == files(FERRY) - UNSHOWN
    for name in files(page):
        assert squeezed(page / name) == squeezed(FERRY / name), name


def test_the_commands_of_the_tutorial_do_what_it_says(site: Path, tmp_path: Path) -> None:
    from tests.docs.test_documents import blocks, commands, matches

    ran = 0
    for block in blocks(TUTORIAL):
        for command, expected in commands(block.text) if block.language == "console" else ():
            words = command.split()
            if words[0] == "kurgan" and words[1] in ("games", "sim", "where"):
                said = kurgan(*words[1:], path=[site, FERRY / "src"], data=tmp_path)
                assert matches(expected, said.out), f"$ {command}\nprints\n{said.out}"
                ran += 1
    assert ran >= 2
