"""A compiled wheel, installed where nothing else is: does it play as the sources do, and do the tests pass on it?

    python tools/wheel_suite.py WHEEL                     records and results, beside those of this checkout
    python tools/wheel_suite.py WHEEL tests/contract ...  and then these tests, with what was installed

Records are compared byte by byte, results number by number: games by chance with options by lot, and games of bots,
whose features, plans and marches are compiled too.
"""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "wheel"
GAMES = {
    "records of advance": ("fuzz", "advance", "--games", "6", "--check", "phase", "--keep"),
    "records of inferno": ("fuzz", "inferno", "--games", "6", "--check", "phase", "--keep"),
    "records of roads": ("fuzz", "roads", "--games", "2", "--scenario", "wintergewitter", "--check", "phase", "--keep"),
    "bots of advance": ("sim", "advance", "--games", "1", "--bot", "german=greedy:1", "--json"),
    "bots of inferno": (
        *("sim", "inferno", "--scenario", "one_vs_one", "--games", "1", "--json"),
        *("--bot", "german=greedy:1", "--bot", "soviet=search:2"),
    ),
    "bots of roads": (
        *("sim", "roads", "--games", "1", "--json"),
        *("--bot", "soviet=greedy:1", "--bot", "axis=greedy:1"),
    ),
}


def alone(**more: str) -> dict[str, str]:
    """The environment without what would lead to another package."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "KURGAN_SOURCE")} | more


def played(command: Sequence[str], folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """What each of these games leaves, as a digest: everything printed, and every record."""
    found = {}
    for name in GAMES:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        run = [*command, *GAMES[name], "--seed", "same"]
        done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, check=True)
        digest = sha256(done.stdout)
        for record in sorted(folder.rglob("*.kurgan")):
            digest.update(record.name.encode() + record.read_bytes())
        found[name] = digest.hexdigest()
    return found


def installed(wheel: Path, with_tests: bool) -> Path:
    """The Python of an empty environment with the wheel in it."""
    folder = PLACE / "env"
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    what = f"{wheel}[test,lab,club]" if with_tests else str(wheel)
    pip = [python, "-m", "pip", "install", "--quiet", "-c", ROOT / "requirements" / "test.lock", what]
    subprocess.run(pip, cwd=PLACE, env=alone(), check=True)
    return python


def on_what_is_installed(python: Path) -> dict[str, str]:
    """The environment in which tests try the package that this Python has, and nothing that is not compiled."""
    says = [python, "-c", "import kurgan; print(kurgan.__file__)"]
    found = subprocess.run(says, cwd=PLACE, env=alone(), check=True, capture_output=True, text=True).stdout
    return alone(KURGAN_SOURCE=str(Path(found.strip()).parents[1]), KURGAN_MUST_BE_COMPILED="1")


def main(arguments: Sequence[str]) -> int:
    wheel = Path(arguments[0]).resolve()
    PLACE.mkdir(parents=True, exist_ok=True)
    python = installed(wheel, len(arguments) > 1)
    print("wheel:", on_what_is_installed(python)["KURGAN_SOURCE"], flush=True)
    here = played([sys.executable, "-m", "kurgan"], PLACE / "played", alone(PYTHONPATH=str(ROOT / "src")))
    there = played([str(python), "-m", "kurgan"], PLACE / "played", alone())
    for name, digest in here.items():
        print(f"{name:20} {'the same' if there[name] == digest else 'DIFFERENT'}  {digest[:16]}")
    if here != there:
        return 1
    if len(arguments) == 1:
        return 0
    wanted = ["-q", "-n", "auto", "-p", "no:cacheprovider", "-m", "not browser and not long", *arguments[1:]]
    environment = on_what_is_installed(python)
    return subprocess.run([python, "-m", "pytest", *wanted], cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
