"""Rules may be compiled (``make wheel``, ``make fast``): whether they are, and classes that others derive from then."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: bool):
        """What mypyc reads when it compiles; nothing at all when Python runs the text, so no package is needed."""
        return lambda kind: kind


__all__ = ["is_compiled", "mypyc_attr", "outdated"]

PACKAGE = Path(__file__).resolve().parents[1]


def is_compiled() -> bool:
    """Whether the flow runs compiled; the rules of our titles do then too."""
    from kurgan.kernel import flow

    return not (flow.__file__ or ".py").endswith(".py")


def outdated(package: Path = PACKAGE) -> list[Path]:
    """Sources of a checkout that were changed after they were compiled: what runs is not what they say.

    An installed package has no such files: there source and compiled code came together.
    """
    if not any((package / "kernel").glob("flow.*.*")) or not (package.parents[1] / "pyproject.toml").is_file():
        return []
    made = [path for pattern in ("*.so", "*.pyd") for path in package.rglob(pattern)]
    sources = [(path, path.with_name(path.name.partition(".")[0] + ".py")) for path in made]
    return sorted(text for path, text in sources if not text.is_file() or text.stat().st_mtime > path.stat().st_mtime)
