"""What is handed out: an sdist and a wheel with the page in them; the wheel works in an empty environment."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

import kurgan

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".ci",
    "build",
    "dist",
    "artefacts",
    "node_modules",
    "tests",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
NO_INDEX = re.compile(r"No matching distribution|Could not find a version|ConnectionError|Network is unreachable")


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints. Without a package index nothing can be built; that is no fault of the package."""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=alone, capture_output=True, text=True, check=False)
    if done.returncode and NO_INDEX.search(done.stdout + done.stderr):
        pytest.skip("no package index within reach")
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel made from it. A copy is built, because others may be using the page of this one."""
    source = folder / "source"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    run(sys.executable, "-m", "build", "--outdir", folder, source, cwd=folder)
    return next(folder.glob("kurgan-*.tar.gz")), next(folder.glob("kurgan-*.whl"))


@pytest.mark.long
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    sdist, wheel = build(tmp_path)
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"src/kurgan/table/static/index.html", "hatch_build.py", "web/package.json", "LICENSE"} <= names
    assert not [name for name in names if "node_modules" in name]
    with zipfile.ZipFile(wheel) as archive:
        assert {"kurgan/table/static/index.html", "kurgan/py.typed"} <= set(archive.namelist())

    empty = tmp_path / "empty"
    venv.create(empty, with_pip=True)
    scripts = empty / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    listed = json.loads(run(scripts / "kurgan", "games", "--json", cwd=tmp_path))
    assert {game["name"] for game in listed["games"]} == {"advance", "inferno", "roads"}
    page_loads(scripts / "kurgan", tmp_path)


def page_loads(kurgan: Path, folder: Path) -> None:
    """The page and everything that it names come from the installed package, and the database is made."""
    command = [str(kurgan), "play", "--no-browser", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            page = urlopen(found.group(), timeout=60).read().decode()
            assert "<title>" in page
            parts = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
            assert parts
            for part in parts:
                assert urlopen(found.group() + part, timeout=60).status == 200
        finally:
            server.terminate()
    assert list((folder / "data").iterdir())


def test_what_a_wheel_plays_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool that compares a compiled wheel with the sources: the same twice, and other rules are noticed."""
    suite = wheel_suite()
    few = {
        "records": ("fuzz", "advance", "--games", "1", "--scenario", "factory", "--check", "phase", "--keep"),
        "results": ("sim", "advance", "--games", "1", "--scenario", "factory", "--json"),
    }
    monkeypatch.setattr(suite, "GAMES", few)
    command = [sys.executable, "-m", "kurgan"]
    source = suite.alone(PYTHONPATH=str(Path(kurgan.__file__).parents[1]))
    first = suite.played(command, tmp_path / "played", source)
    assert suite.played(command, tmp_path / "played", source) == first
    monkeypatch.setattr(suite, "GAMES", {name: (*words, "--set", "isolation=on") for name, words in few.items()})
    other = suite.played(command, tmp_path / "played", source)
    assert all(other[name] != first[name] for name in few)


def test_the_tests_on_a_wheel_try_the_wheel_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They once tried the sources beside it: conftest puts those first unless it is told otherwise."""
    suite = wheel_suite()
    monkeypatch.setattr(suite, "PLACE", tmp_path)
    there = tmp_path / "site"
    (there / "kurgan").mkdir(parents=True)
    (there / "kurgan" / "__init__.py").touch()
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={there} exec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    environment = suite.on_what_is_installed(python)
    assert environment["KURGAN_SOURCE"] == str(there)
    pure = {**environment, "KURGAN_SOURCE": str(ROOT / "src")}
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "tests/cli/test_compiled.py"]
    done = subprocess.run(command, cwd=ROOT, env=pure, capture_output=True, text=True, check=False)
    compiled = any((ROOT / "src" / "kurgan" / "kernel").glob("flow.*.so"))
    assert done.returncode == (0 if compiled else 2)
    assert compiled or "would not run on compiled rules" in done.stdout + done.stderr


@pytest.mark.unhurried
def test_what_is_compiled_type_checks_where_nothing_is_installed(tmp_path: Path) -> None:
    """A wheel is built where neither msgspec nor anything else is, and an import of it once stopped the compiler."""
    compiled = tool("compiled")
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--no-site-packages", f"--cache-dir={tmp_path}"]
    command = [*mypy, *compiled.OPTIONS, *compiled.modules()]
    done = subprocess.run(command, cwd=ROOT / "src", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def wheel_suite() -> Any:
    return tool("wheel_suite")


def tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
