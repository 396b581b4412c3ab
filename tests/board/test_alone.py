"""Kurgan plays with nothing outside the standard library."""

import os
import subprocess
import sys
from pathlib import Path

from tests.where import ROOT, SOURCE

OURS = ("kurgan", "kurgan__mypyc", "__mp_main__")
"""The second is what compiled rules have in common, the last the program itself, as the pool of bots knows it."""

GUARD = """
import sys
from importlib.abc import MetaPathFinder

class Guard(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in ("kurgan", "kurgan__mypyc"):
            raise ImportError(f"{name} is no part of the standard library")

before = set(sys.modules)
sys.meta_path.insert(0, Guard())
"""

PLAY = """
import kurgan

for title in kurgan.TITLES:
    board = kurgan.load(title).start(seed="alone")
    board.bot("random").play(40)
    board.bot("greedy", level=1).play(2).roll_on()
    assert kurgan.read(repr(board)) == board
    assert board.log and str(board) and (board.legal or board.is_over) and board.view().scene
    print(title, board.question)
board = kurgan.read("turn 2\\nphase combat\\n8: 29/RCN\\n10: H-8-fanatic\\n20: ?\\n2: 71/191")
print(repr(board.play("activate 8", "move 29/RCN 10", "attack 10").odds()))
print("modules", *sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def played(program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)


def test_a_game_is_played_with_the_standard_library_alone() -> None:
    done = played(GUARD + PLAY)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["advance", "inferno", "roads"]
    assert lines[3].startswith("<Odds: ")
    strangers = [name for name in lines[4].split()[1:] if name not in sys.stdlib_module_names and name not in OURS]
    assert strangers == []


def test_the_guard_lets_nothing_else_in() -> None:
    done = played(GUARD + "import sqlalchemy")
    assert "sqlalchemy is no part of the standard library" in done.stderr


IN_A_CHECKOUT = Path(SOURCE) == ROOT / "src"
LATE = ("kurgan.drawing", "kurgan.session", "dataclasses", *(["importlib.metadata"] if IN_A_CHECKOUT else []))
"""What takes long to import and a game does not need; an installed package finds its own titles by the last one."""


def test_what_a_game_does_not_need_is_not_imported() -> None:
    """The drawing comes when something is drawn, the list of what is installed when somebody asks for it."""
    play = "import sys, kurgan\nboard = kurgan.load('advance').start(seed='alone')\nboard.play(board.legal[0])\n"
    done = played(play + f"print([name for name in {LATE!r} if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stderr
    drawn = played(play + "board.svg()\nprint('kurgan.drawing' in sys.modules)")
    assert drawn.stdout.strip() == "True", drawn.stderr
