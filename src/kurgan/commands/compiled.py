"""Whether the rules run compiled (``make wheel``, ``make fast``), and whether they are what the text says."""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def is_compiled() -> bool:
    """Whether the flow runs compiled; the rules of our titles do then too."""
    found = find_spec("kurgan.kernel.flow")
    return found is not None and not (found.origin or ".py").endswith(".py")


def outdated(package: Path = PACKAGE) -> list[Path]:
    """Sources of a checkout that were changed after they were compiled: what runs is not what they say.

    An installed package has no such files: there source and compiled code came together.
    """
    if not any((package / "kernel").glob("flow.*.*")) or not (package.parents[1] / "pyproject.toml").is_file():
        return []
    made = [path for pattern in ("*.so", "*.pyd") for path in package.rglob(pattern)]
    sources = [(path, path.with_name(path.name.partition(".")[0] + ".py")) for path in made]
    return sorted(text for path, text in sources if not text.is_file() or text.stat().st_mtime > path.stat().st_mtime)
