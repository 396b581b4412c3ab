"""What CONTRIBUTING promises of locks, changelog and workflows."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FRAGMENTS = sorted(path for path in (ROOT / "changelog.d").iterdir() if path.name not in ("README.md", "template.md"))
KINDS = [kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = ("ubuntu", "macos", "windows")


def name(requirement: str) -> str:
    return re.split(r"[\s\[<>=;!~]", requirement)[0].lower().replace("_", "-")


@pytest.mark.parametrize(("lock", "extras"), [("test.lock", ("test", "lab", "browser")), ("site.lock", ("site",))])
def test_a_lock_pins_all_that_is_asked_for(lock: str, extras: tuple[str, ...]) -> None:
    lines = (ROOT / "requirements" / lock).read_text(encoding="utf-8").splitlines()
    pinned = {name(line) for line in lines if "==" in line and not line.startswith((" ", "#"))}
    project = PROJECT["project"]
    asked = [*project["dependencies"], *[r for extra in extras for r in project["optional-dependencies"][extra]]]
    assert {name(requirement) for requirement in asked} - pinned == set(), "run make lock"


def test_the_newest_release_in_the_changelog_is_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert PROJECT["tool"]["towncrier"]["start_string"] in text
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == PROJECT["project"]["version"]


def test_fragments_are_named_after_their_kind() -> None:
    wrong = [
        path.name
        for path in FRAGMENTS
        if path.suffix != ".md" or path.suffixes[-2:-1] not in [[f".{k}"] for k in KINDS]
    ]
    assert wrong == [], f"name them NAME.KIND.md with a kind of {KINDS}"
    assert [path.name for path in FRAGMENTS if not path.read_text(encoding="utf-8").strip()] == []


def test_the_workflow_tests_every_python_on_three_systems() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    classifiers = "\n".join(PROJECT["project"]["classifiers"])
    assert all(f'"{python}"' in workflow and f":: {python}" in classifiers for python in PYTHONS)
    assert all(f"{system}-latest" in workflow for system in SYSTEMS)


def test_the_wheels_are_built_for_every_python_on_three_systems() -> None:
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert all(f"cp{python.replace('.', '')}-*" in workflow for python in PYTHONS)
    assert all(f"{system}-latest" in workflow for system in SYSTEMS)
    version = re.search(r"cibuildwheel@v(\d+)\.(\d+)", workflow)
    assert version is not None
    assert (int(version[1]), int(version[2])) >= (3, 1), "older ones leave 3.14 out without a word"


def test_nothing_is_tried_twice() -> None:
    """No plugin that runs a failed test again is asked for, and no test asks for it."""
    again = ("re" + "runfailures", "re" + "runs=", "fla" + "ky")
    files = [ROOT / "pyproject.toml", ROOT / "Makefile", *(ROOT / "tests").rglob("*.py")]
    assert [path.name for path in files if any(word in path.read_text(encoding="utf-8") for word in again)] == []
