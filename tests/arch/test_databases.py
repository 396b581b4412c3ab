"""Which database it is, is known in few places: what another one would need is found by reading those."""

import re
from pathlib import Path

from tests.arch.test_imports import MODULES, PACKAGE, imports

PARTICULAR = tuple(f"session/{name}.py" for name in ("engines", "writing", "sharing", "moving", "sqlite_backup"))
"""Modules that may ask which database it is; revisions of the tables are what they were."""

NAMES = re.compile(r"\bPOSTGRESQL\b|\bdialect\.name\b|\bpg_[a-z]+|\bSET LOCAL\b")


def test_nobody_else_asks_which_database_it_is() -> None:
    others = [path for path in MODULES if "migrations" not in path.parts and not is_particular(path)]
    assert len(others) > 300
    for path in others:
        for name, line in imports(path):
            assert not name.startswith("sqlalchemy.dialects"), f"{path}:{line} imports {name}"
        assert not NAMES.findall(path.read_text(encoding="utf-8")), path


def is_particular(path: Path) -> bool:
    return path.relative_to(PACKAGE).as_posix() in PARTICULAR
