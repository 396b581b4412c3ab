"""A new title as a folder that runs: a package of its own, made from a small one."""

import re
import sys
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from kurgan import games
from kurgan.commands.common import say
from kurgan.kernel.protocol import Misspelt
from kurgan.session.logs import NoRecord

NAME = "NAME"
TITLE = "TITLE"
SUFFIX = ".txt"
"""Of files in the template, so that nobody takes them for ours."""


def title_new(name: str, folder: Path | None) -> None:
    """Write a small title that plays, for somebody to put his own rules into."""
    check_new_name(name)
    target = folder if folder is not None else Path(name)
    if target.exists():
        raise NoRecord(f"{target} exists already; nothing was changed")
    write(resources.files("kurgan") / "templates" / "title", target, name)
    say(
        f"kurgan: run 'pip install -e {target}', then 'kurgan sit {name}' in the terminal, or 'kurgan play' for the"
        f" table; its tests: 'python -m pytest {target}'"
    )
    print(target)


def check_new_name(name: str) -> None:
    """A title is called by a word that names a package nobody has."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,29}", name):
        raise Misspelt(f"a title is called by 2 to 30 small letters, digits and underscores, not '{name}'")
    if name in games.found():
        raise Misspelt(f"{games.origin(name).told} has a title '{name}' already")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise Misspelt(f"'{name}' is a module that is there already; call the title otherwise")


def write(source: Traversable, target: Path, name: str) -> None:
    """The template with the name filled in, file by file."""
    if source.is_dir():
        target.mkdir(parents=True)
        for part in source.iterdir():
            write(part, target / part.name.replace(NAME, name).removesuffix(SUFFIX), name)
        return
    text = source.read_text(encoding="utf-8")
    title = name.replace("_", " ").title()
    target.write_text(text.replace(NAME, name).replace(TITLE, title), encoding="utf-8")
