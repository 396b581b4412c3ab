"""Bad input by the thousand: packs, positions, fights, argument lists and records, through the real command line.

    python tools/bad_input.py [--count 1200] [--seed bad] [--processes 20] [--json]

Each case begins with something good and spoils it: a byte, a cell, a number beyond all measure, a list where a word
belongs, a nest of brackets. Every one must end with exit status 0, 1 or 2 and a line of complaint: no traceback,
no "error of ours", no hang. Cases run in this process, a sample of them in processes of their own. The same seed gives
the same cases; what went wrong is printed with all that is needed to see it again.
"""

import argparse
import contextlib
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from kurgan import cli, games  # noqa: E402
from kurgan.session.logs import FileLog  # noqa: E402
from kurgan.session.record import own_fields, read_text, write_line  # noqa: E402
from kurgan.session.session import Session  # noqa: E402

HANG_SECONDS = 60
GOOD_STATUS = (0, 1, 2)

ABSURD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10**6, -(10**12), 2**63, 10**30, 0.5, -0.0, 1e300),
    *("", " ", "x", "\x00", "Й", "🎲", "\ud800", "9" * 400, "x" * 3000, "../..", "NaN", "german", "none"),
    *([], {}, [[]], [None], {"": ""}, [0] * 50, ["x"] * 3, {"x": {"y": []}}),
)
CELLS = (
    *("", " ", "-1", "0", "99999999999999999999", "1.5", "x", "NaN", '"', ",", "\x00", "Й", "x" * 500, "#", "=", "["),
    *("1e9", "true", "[]", "{}"),
)
FLAGS = (
    *(
        "--json",
        "--seat",
        "--log",
        "--number",
        "--to",
        "--steps",
        "--at",
        "--turn",
        "--all",
        "--position",
        "-o",
        "--bot",
    ),
    *("--set", "--person", "--scenario", "--seed", "--pack", "--agreed", "--open", "--help", "--nonsense"),
)
VALUES = (
    *("", "x", "-1", "0", "99999999999999999999", "1.5", "german", "german=", "=x", "\x00", "Й", "../..", "a=b=c"),
    *("move 1 2", "x" * 2000, "--", "-", "[" * 50),
)

FIGHTS: dict[str, str] = {
    "advance": """{"units": [[5, "24P", false], [4, "24P", true]], "artillery": 1, "morale": 2, "defense_factor": 3,
        "terrain": "light_urban", "strategy": "guards", "air": 1, "engineers": 1, "options": ["12.1"]}""",
    "inferno": """{"attacker_side": "german", "attack_type": "deliberate", "terrain": "urban", "attack_hexes": 2,
        "attackers": [[3, "SF", "infantry"], [2, "DF", "panzer"]], "defenders": [[2, "SF", "infantry"]],
        "hoth": true, "richthofen": false, "rubble": false, "german_cards": ["heinkel"],
        "soviet_card": "infiltration", "soviet_deploy": [{"p": "1", "unit": [2, "SF", "infantry"]}]}""",
    "roads": """{"attacker_side": "soviet", "attack": 20, "defense": 10, "shift": 1, "weather": "mud",
        "superiority": "all", "rattenkrieg": false, "allied_defender_steps": 2}""",
}
"""Fights that the calculators take."""


class Hang(BaseException):
    """A command that did not come back."""


class Case(NamedTuple):
    """One bad input: what kind, how it can be told, and the command lines that get it."""

    kind: str
    told: str
    lines: list[list[str]]


class Outcome(NamedTuple):
    status: int
    errors: str
    trouble: str


def run_here(arguments: list[str]) -> Outcome:
    """One command line in this process, with nobody at the keyboard."""
    out, err = io.StringIO(), io.StringIO()
    keyboard, sys.stdin = sys.stdin, io.StringIO("")
    before = signal.signal(signal.SIGALRM, _hang)
    signal.alarm(HANG_SECONDS)
    status, trouble = -1, ""
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = cli.run(arguments)
    except Hang:
        trouble = "hang"
    except (Exception, SystemExit):
        trouble = "traceback"
        err.write(traceback.format_exc())
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        sys.stdin = keyboard
    return Outcome(status, err.getvalue(), trouble or judge(status, err.getvalue()))


def _hang(*_: object) -> None:
    raise Hang


def run_apart(arguments: list[str]) -> Outcome:
    """The same in a process of its own."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "kurgan", *arguments]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=HANG_SECONDS,
            env={**os.environ, "PYTHONPATH": path},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(-1, "", "hang")
    except ValueError:  # no system hands on an argument with a zero byte in it
        return Outcome(2, "", "")
    errors = done.stderr.decode(errors="replace")
    return Outcome(done.returncode, errors, judge(done.returncode, errors))


def judge(status: int, errors: str) -> str:
    """What is wrong with how a command ended; empty if nothing is."""
    if "Traceback (most recent call last)" in errors:
        return "traceback"
    if "an error of ours" in errors or status == cli.OUR_FAULT:
        return "error of ours"
    return "" if status in GOOD_STATUS else "status"


# Spoiling -------------------------------------------------------------------------------------------------------


def spoil_json(value: Any, dice: random.Random) -> Any:
    """The same with one thing in it made absurd, taken away, repeated, or wrapped too deep."""
    whole = json.loads(json.dumps(value))
    spots = list(_spots(whole))
    if not spots:
        return dice.choice(ABSURD)
    holder, key = dice.choice(spots)
    what = dice.randrange(10)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, list):
        holder.extend([holder[key]] * dice.choice((1, 50)))
    elif what == 2 and isinstance(holder, dict):
        holder[str(dice.choice(ABSURD))[:50]] = holder.pop(key)
    elif what == 3 and isinstance(holder[key], int):
        holder[key] += dice.choice((-1, 1, 2, 100, 10**9, 2**40))
    else:
        holder[key] = dice.choice(ABSURD)
    return whole


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _spots(value[key])


def spoil_text(text: str, dice: random.Random) -> str:
    """One word, line or letter of a text changed."""
    lines = text.split("\n")
    place = dice.randrange(len(lines))
    what = dice.randrange(6)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines.insert(place, lines[dice.randrange(len(lines))])
    elif what == 2:
        lines[place] += f" {dice.choice(CELLS)}"
    else:
        words = lines[place].split(" ")
        words[dice.randrange(len(words))] = dice.choice(CELLS) if what > 3 else str(dice.choice(ABSURD))[:400]
        lines[place] = " ".join(words)
    return "\n".join(lines)


def spoil_table(text: str, dice: random.Random) -> str:
    """One cell of a table changed, taken away or added."""
    lines = text.split("\n")
    place = dice.randrange(len(lines))
    cells = lines[place].split(",")
    spot = dice.randrange(len(cells))
    what = dice.randrange(4)
    if what == 0:
        del cells[spot]
    elif what == 1:
        cells.insert(spot, dice.choice(CELLS))
    else:
        cells[spot] = dice.choice(CELLS)
    lines[place] = ",".join(cells)
    return "\n".join(lines)


def spoil_bytes(data: bytes, dice: random.Random) -> bytes:
    spoiled = bytearray(data)
    what = dice.randrange(4)
    if what == 0:
        return bytes(spoiled[: dice.randrange(len(spoiled) + 1)])
    place = dice.randrange(max(len(spoiled), 1))
    if what == 1:
        spoiled[place:place] = bytes(dice.randrange(256) for _ in range(dice.choice((1, 8))))
    elif what == 2:
        del spoiled[place : place + dice.choice((1, 20, 300))]
    elif spoiled:
        spoiled[place] = dice.randrange(256)
    return bytes(spoiled)


def write_absurd(value: Any) -> str:
    """JSON, also where Python's own would refuse to be decent."""
    return json.dumps(value, ensure_ascii=True)


def write_file(path: Path, text: str | bytes) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


# Cases ----------------------------------------------------------------------------------------------------------


class Maker:
    """Makes cases of every kind in a folder."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder = folder
        self.dice = dice
        self.records = [self._record(title) for title in games.TITLES]
        told = [self._position(path) for path in self.records]
        self.positions = [position for position in told if position[1]]  # of titles that say positions in words

    def _record(self, title: str) -> Path:
        """A good record in the middle of a game, with its secret."""
        path = self.folder / f"good-{title}.kurgan"
        game = games.load(title)
        session = Session.new(game, game.scenarios()[0].name, {}, log=FileLog.create(path), seed="bad input")
        for _ in range(25):
            legal = session.legal()
            if not legal:
                break
            session.answer(self.dice.choice(legal))
        session.close()
        return path

    def _position(self, record: Path) -> tuple[str, str, Any]:
        """Title, text and JSON of the position of a record."""
        title = record.stem.removeprefix("good-")
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(io.StringIO()):
            cli.run(["export", str(record), "--position"])
        stored = json.loads(FileLog(record).secret_path.read_text())["position"]["state"]
        return title, text.getvalue(), stored

    def fight(self) -> Case:
        title = self.dice.choice(games.TITLES)
        path = self.folder / "fight.json"
        what = self.dice.randrange(12)
        if what == 0:
            text = self.dice.choice(("[" * 100_000, '{"units":' * 5000, "", "{", "nul", "NaN", '"x"', "[]", "9" * 5000))
        else:
            fight: Any = json.loads(FIGHTS[title])
            for _ in range(self.dice.choice((1, 1, 2, 3))):
                fight = spoil_json(fight, self.dice)
            text = write_absurd(fight)
        write_file(path, text)
        return Case("fight", f"{title} {text[:300]}", [["odds", title, str(path)]])

    def position(self) -> Case:
        title, text, data = self.dice.choice(self.positions)
        path, made = self.folder / "position.txt", self.folder / "placed.kurgan"
        for old in (made, FileLog(made).secret_path):
            old.unlink(missing_ok=True)
        if self.dice.random() < 0.5:
            spoiled = write_absurd(spoil_json(data, self.dice))
        else:
            spoiled = spoil_text(text, self.dice)
        write_file(path, spoiled)
        keep = self.folder / "kept-position.txt"
        shutil.copy(path, keep)
        lines = [["new", title, "--position", str(path), "-o", str(made)], ["show", str(made)], ["hint", str(made)]]
        return Case("position", f"{title} {keep}", lines)

    def pack(self) -> Case:
        title = self.dice.choice(games.TITLES)
        source, folder = games.folder(title) / "data", self.folder / "pack"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(source, folder)
        files = [path for path in folder.rglob("*") if path.suffix in (".csv", ".toml") and path.name != "rules.csv"]
        file = self.dice.choice(sorted(files))
        what = self.dice.randrange(12)
        if what == 0:
            file.unlink()
        elif what < 3:
            write_file(file, spoil_bytes(file.read_bytes(), self.dice))
        elif file.suffix == ".csv":
            write_file(file, spoil_table(file.read_text(encoding="utf-8"), self.dice))
        else:
            write_file(file, spoil_text(file.read_text(encoding="utf-8"), self.dice))
        told = f"{title} {file.relative_to(folder)}"
        return Case("pack", told, [["pack", "check", str(folder)], ["pack", "facts", str(folder)]])

    def record(self) -> Case:
        good = self.dice.choice(self.records)
        path = self.folder / "bad.kurgan"
        shutil.copy(good, path)
        secret = FileLog(path).secret_path
        shutil.copy(FileLog(good).secret_path, secret)
        what = self.dice.randrange(4)
        if what == 0:
            write_file(path, spoil_bytes(path.read_bytes(), self.dice))
        elif what == 1:
            write_file(secret, spoil_bytes(secret.read_bytes(), self.dice))
        else:
            write_file(path, self._rechained(path.read_bytes()))
        commands = [
            ["verify"],
            ["show"],
            ["show", "--log", "5"],
            ["export"],
            ["export", "--all"],
            ["export", "--position"],
        ]
        commands += [["act"], ["undo"], ["hint"], ["branch", "--at", "3", "-o", str(self.folder / "none" / "b.kurgan")]]
        command = self.dice.choice(commands)
        return Case("record", f"{good.name} {what}", [["verify", str(path)], [command[0], str(path), *command[1:]]])

    def _rechained(self, data: bytes) -> bytes:
        """A record in which one field of one line says something absurd, and every check fits."""
        lines = read_text(data).lines
        place = self.dice.randrange(len(lines)) if self.dice.random() < 0.7 else 0
        prev, texts = "", []
        for i, line in enumerate(lines):
            fields = own_fields(line)
            if i == place:
                fields = spoil_json(fields, self.dice)
            try:
                made = write_line(line.number, line.kind, fields, prev)
            except (ValueError, TypeError):  # not even written: that is what we want
                break
            prev = made.check
            texts.append(made.text)
        return ("\n".join(texts) + "\n").encode("utf-8", "replace")

    def arguments(self) -> Case:
        """A command line that nobody would type, or nearly."""
        good = str(self.dice.choice(self.records))
        copied = self.folder / "argued.kurgan"
        shutil.copy(good, copied)
        file, title = str(copied), self.dice.choice(games.TITLES)
        lines = [
            *(["new", title], ["new", title, "--scenario"], ["show", file], ["act", file], ["undo", file]),
            *(["branch", file, "-o", str(self.folder / "none" / "c.kurgan")], ["hint", file], ["verify", file]),
            *(
                ["export", file],
                ["odds", title],
                ["where", title],
                ["rules", title],
                ["pack", "check"],
                ["pack", "facts"],
            ),
            *(["games"], ["resign", file], ["sit", file], ["auto", file, "--decisions", "1"], ["play", "--no-browser"]),
            *(["sim", title, "--games", "1"], ["fuzz", title, "--games", "0"], ["bench", title, "--seconds", "0"]),
        ]
        line = list(self.dice.choice(lines))
        words = (*FLAGS, *VALUES, file, str(self.folder), title)
        for _ in range(self.dice.choice((1, 2, 3))):
            line.insert(self.dice.randrange(1, len(line) + 1), self.dice.choice(words))
        if line[0] == "play":
            line += ["--port", self.dice.choice(("-1", "99999", "x"))]
        if line[0] in ("new", "branch") and "-o" not in line:
            line += ["-o", str(self.folder / "none" / "d.kurgan")]
        return Case("arguments", " ".join(line)[:300], [line])


def run(count: int, seed: str, processes: int, tell: Callable[[str], None] = print) -> dict[str, Any]:
    """Try so many cases of all kinds; returns the figures."""
    tried: Counter[str] = Counter()
    troubles: Counter[str] = Counter({"traceback": 0, "error of ours": 0, "hang": 0, "status": 0})
    statuses: Counter[int] = Counter()
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)  # whatever a command writes without being told where
        try:
            maker = Maker(Path(name), random.Random(seed))
            kinds = (maker.pack, maker.position, maker.fight, maker.arguments, maker.record)
            for number in range(count):
                case = kinds[number % len(kinds)]()
                tried[case.kind] += 1
                apart = processes > 0 and number % max(1, count // processes) == 0
                for line in case.lines:
                    outcome = (run_apart if apart else run_here)(line)
                    statuses[outcome.status] += 1
                    if outcome.trouble:
                        troubles[outcome.trouble] += 1
                        last = outcome.errors.strip().splitlines()[-3:]
                        tell(f"{outcome.trouble}: case {number} ({case.kind}) kurgan {' '.join(line)[:200]!r}")
                        tell(f"    {case.told[:400]!r}\n    {' / '.join(last)[:600]}")
        finally:
            os.chdir(here)
    return {
        "cases": dict(tried),
        "commands": statuses.total(),
        "exit_status": {str(status): n for status, n in sorted(statuses.items())},
        "tracebacks": troubles["traceback"],
        "errors_of_ours": troubles["error of ours"],
        "hangs": troubles["hang"],
        "other_status": troubles["status"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=1250)
    parser.add_argument("--seed", default="bad")
    parser.add_argument("--processes", type=int, default=20, help="so many of the cases in processes of their own")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = run(options.count, options.seed, options.processes, lambda text: print(text, file=sys.stderr))
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        for name, figure in figures.items():
            print(f"{name.replace('_', ' '):<16} {figure}")
    sys.exit(1 if any(figures[name] for name in ("tracebacks", "errors_of_ours", "hangs", "other_status")) else 0)


if __name__ == "__main__":
    main()
