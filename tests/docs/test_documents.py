"""README, tutorial and how-tos run as they are written; links inside the documentation lead somewhere.

In a document, the lines after ``$`` in a block marked ``console`` are commands; what stands below each one is what it
prints, where a line ``...`` stands for any lines. Blocks marked ``python`` are run one after another; a block ``text``
right after one is what it prints. A block below the name of a file in backticks and a colon is that file.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from kurgan.lessons.lesson import lessons_in
from tests.where import ROOT, SOURCE

GUIDES = [*(ROOT / "docs" / "tutorial").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")]
SERVES = ("host-a-table.md", "a-title-in-an-afternoon.md")
"""What starts a server is tried by the tests of the table, what needs an installed title by those of plugins."""

REFERENCE = [ROOT / "docs" / "reference" / name for name in ("bots.md", "odds.md")]
"""Pages of the reference whose programs run by themselves; those of tables.md need packages: tests/extras."""

RUN = [path for path in (ROOT / "README.md", *sorted(GUIDES), *REFERENCE) if path.exists() and path.name not in SERVES]
PAPERS = [ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"]
ALL = [*RUN, *sorted((ROOT / "docs").rglob("*.md")), *PAPERS]
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)")
SHOWN = re.compile(r"^`([\w/.]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    text: str


def blocks(path: Path) -> list[Block]:
    return [Block(language, text) for language, text in FENCE.findall(path.read_text(encoding="utf-8"))]


def environment() -> dict[str, str]:
    """Our own sources first, and a ``kurgan`` command that uses them; no colours, a fixed width."""
    paths = os.pathsep.join([SOURCE, os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1", "COLUMNS": "100", "TERM": "dumb"}


def matches(expected: str, printed: str) -> bool:
    """Line by line; "..." stands for any number of lines, or for any rest of a line."""
    pattern = []
    for line in expected.rstrip().splitlines():
        if line.strip() == "...":
            pattern.append(r"(?:.*\n)*?")
        else:
            pattern.append(".*".join(re.escape(part.rstrip()) for part in line.split("...")) + r"[ ]*\n")
    return re.fullmatch("".join(pattern), printed.rstrip() + "\n" if printed.strip() else "") is not None


def commands(text: str) -> list[tuple[str, str]]:
    """(command, expected output) of a console block."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return [(command, "\n".join(lines)) for command, lines in found]


@pytest.mark.parametrize("path", RUN, ids=[path.name for path in RUN])
def test_what_a_document_shows_happens(path: Path, tmp_path: Path) -> None:
    program = ""
    printed = ""
    for name, text in SHOWN.findall(path.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for block in blocks(path):
        if block.language == "console":
            for command, expected in commands(block.text):
                output = run(command, tmp_path)
                assert matches(expected, output), f"{path.name}: $ {command}\nprints\n{output}\nnot\n{expected}"
        elif block.language == "python":
            before = printed
            program += block.text + "\n"
            done = subprocess.run(
                [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, env=environment()
            )
            assert done.returncode == 0, f"{path.name}: {done.stderr}"
            printed = done.stdout
            fresh = printed[len(before) :]
        elif block.language == "text" and printed:
            assert matches(block.text, fresh), f"{path.name}: the program prints\n{fresh}\nnot\n{block.text}"


def run(command: str, folder: Path) -> str:
    """Only our own command is run; how to install or to open the browser is for the reader."""
    words = shlex.split(command)
    if words[0] != "kurgan":
        return ""
    done = subprocess.run(
        [sys.executable, "-m", "kurgan.cli", *words[1:]], capture_output=True, text=True, cwd=folder, env=environment()
    )
    assert done.returncode in (0, 2), f"$ {command}\n{done.stderr}"
    return done.stdout + done.stderr


def test_there_is_something_to_run() -> None:
    assert RUN, "README.md is missing"
    assert any(block.language in ("console", "python") for path in RUN for block in blocks(path))


@pytest.mark.parametrize("path", sorted(set(ALL)), ids=[str(path.relative_to(ROOT)) for path in sorted(set(ALL))])
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


SOURCES = ("src", "tests", "tools", "web/src", "examples")
NAMED = re.compile(r"`([\w/-]+\.(?:py|ts|svelte))`")


@pytest.fixture(scope="module")
def sources() -> set[str]:
    """Every file of ours by its path and by each end of it: ``rules/dice.py`` is found as well as ``dice.py``."""
    found = set()
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*.*"):
            parts = path.relative_to(ROOT).parts
            found |= {"/".join(parts[i:]) for i in range(len(parts))}
    return found


@pytest.mark.parametrize("path", sorted(set(ALL)), ids=[str(path.relative_to(ROOT)) for path in sorted(set(ALL))])
def test_a_file_that_a_document_names_is_there(path: Path, sources: set[str]) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name == "CHANGELOG.md":  # what was so then
        return
    shown = {name for name, _ in SHOWN.findall(text)}
    assert set(NAMED.findall(text)) - shown - sources == set(), path.name


def test_the_matcher_is_strict() -> None:
    """The check of the check: what differs does not match."""
    assert matches("a\n...\nc", "a\nb\nb\nc\n")
    assert matches("took ... s", "took 12 s\n")
    assert not matches("a\nc", "a\nb\nc\n")
    assert not matches("a", "a\nb\n")
    assert matches("", "")
    assert not matches("", "something\n")


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = LINK.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert listed == sorted([path.name for path in folder.glob("0*.md")])


ROW = re.compile(r"^\| (?:[^`|]*)`([\w/.]+\.(?:py|ts|svelte))`((?:, `\w+`)*)", re.MULTILINE)


def test_the_functions_that_the_architecture_names_are_there() -> None:
    """A row begins with a file and names in it; files are of the package, or of the repository."""
    rows = ROW.findall((ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8"))
    assert sum(names.count("`") // 2 for _, names in rows) > 15
    for file, names in rows:
        path = next((p for p in (ROOT / file, ROOT / "src" / "kurgan" / file) if p.exists()), None)
        assert path is not None, file
        for name in re.findall(r"\w+", names):
            pattern = rf"\b(?:(?:def|class|function) {name}\b|{name} ?[=(])"
            assert re.search(pattern, path.read_text(encoding="utf-8")), (file, name)


def test_the_first_ten_minutes_name_what_the_page_shows() -> None:
    """What is set off in the tutorial is a word of the page, or the title of a lesson."""
    text = (ROOT / "docs" / "tutorial" / "first-ten-minutes.md").read_text()
    named = set(re.findall(r"\*\*?([^*\n]+)\*\*?", text))
    words = set(json.loads((ROOT / "web" / "src" / "text" / "en.json").read_text()).values())
    lessons = {lesson.title for lesson in lessons_in(Path(SOURCE) / "kurgan" / "games" / "advance" / "data")}
    assert named - words - lessons == set()
