"""Build the rules with mypyc into build/compiled, a copy of the package in which rules code is compiled.

    python tools/compiled.py            build
    python tools/compiled.py --check    build, then the suites of the rules, contract and golden plays among them
    python tools/compiled.py --bench    the figures of every title, compiled; builds only if nothing is built
    python tools/compiled.py --fast     build, and lay what was made beside the sources, which then run compiled
    python tools/compiled.py --pure     take it away again

The source is compiled as it stands; what runs compiled and interpreted is one text.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "kurgan"
TARGET = ROOT / "build" / "compiled"
KERNEL = ("chance", "flow", "flow_names", "tally", "priorities", "maps")
CORE = {
    "*": ("position/state.py", "events.py", "refusals.py", "pack/pack.py"),
    "inferno": ("position/state.py", "events.py", "refusals.py", "hidden/knowledge.py", "pack/pack.py", "terms.py"),
    "roads": (
        *("position/state.py", "position/battle.py", "events.py", "refusals.py", "tracks.py"),
        *("pack/pack.py", "pack/tables.py", "pack/scenario.py", "pack/ways.py"),
    ),
}
"""State and what it stands on, besides the rules: what is not compiled is looked up by name at every use, be it the
number of an event or a column of the pack. A compiled class must not derive from one that is not."""

BOT = (
    *("assault", "disposition", "features", "forecast", "marching", "plans", "pocket", "prospects", "strength"),
    "supports",
)
"""What bots know of a title and think with most of the time."""

OPTIONS = ("--ignore-missing-imports",)
"""For mypy, which reads along whatever compiled modules lead to: where a wheel is built, nothing is installed that the
rest of the package stands on."""

SETUP = '''
import os
from concurrent.futures import ThreadPoolExecutor

from mypyc.build import mypycify
from setuptools import setup
from setuptools._distutils.ccompiler import CCompiler


def compile_at_once(self, sources, output_dir=None, macros=None, include_dirs=None, debug=False, extra_preargs=None,
                    extra_postargs=None, depends=None):
    """As it is there, but on all cores: setuptools compiles the files of one extension one after the other."""
    told = self._setup_compile(output_dir, macros, include_dirs, sources, depends, extra_postargs)
    macros, objects, extra_postargs, options, build = told
    arguments = self._get_cc_args(options, debug, extra_preargs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda made: self._compile(made, *build[made], arguments, extra_postargs, options), build))
    return objects


CCompiler.compile = compile_at_once
# One C file a module: all in one is more than forty megabytes, which costs the C compiler a gigabyte.
made = mypycify({told!r}, opt_level="2", debug_level="0", multi_file=True, group_name="kurgan")
setup(name="kurgan-compiled", packages=[], ext_modules=made)
'''

SUITES = ("tests/contract", "tests/advance", "tests/inferno", "tests/roads")


def modules() -> list[str]:
    """Kernel modules of the hot path, then every title's state, rules and what its bots think with."""
    found = [f"kurgan/kernel/{name}.py" for name in KERNEL]
    for title in sorted((SOURCE / "games").iterdir()):
        if not (title / "rules").is_dir():
            continue
        found += [f"kurgan/games/{title.name}/{file}" for file in CORE.get(title.name, CORE["*"])]
        found += [f"kurgan/games/{title.name}/rules/{path.name}" for path in sorted((title / "rules").glob("*.py"))]
        found += [f"kurgan/games/{title.name}/bot/{name}.py" for name in BOT if (title / "bot" / f"{name}.py").exists()]
    return found


def build() -> None:
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(SOURCE, TARGET / "kurgan", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    shutil.copy(ROOT / "pyproject.toml", TARGET.parent)  # which names the titles, as in a checkout
    (TARGET / "setup.py").write_text(SETUP.format(told=[*OPTIONS, *modules()]), encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": str(TARGET)}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=TARGET, env=environment, check=True)


def made() -> dict[str, Path]:
    """What was built: where it belongs in a package -> the file."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    found = [path.relative_to(TARGET) for path in sorted(TARGET.rglob(f"*{suffix}"))]
    return {str(place): TARGET / place for place in found if place.parts[0] != "build"}


def lay_beside() -> None:
    """Compile in place. What is laid there is newer than its source: a test run refuses to go on if it is not."""
    for place, path in made().items():
        shutil.copy(path, SOURCE.parent / place)


def take_away() -> None:
    for path in SOURCE.parent.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
        path.unlink()


def compiled_environment() -> dict[str, str]:
    return {**os.environ, "KURGAN_SOURCE": str(TARGET), "PYTHONPATH": str(TARGET)}


def check() -> int:
    """The suites on the compiled package, after making sure that it is the one they get."""
    says = "from kurgan.kernel import flow; print(flow.__file__)"
    command = [sys.executable, "-c", says]
    file = subprocess.run(command, cwd=ROOT, env=compiled_environment(), capture_output=True, text=True, check=True)
    if not file.stdout.startswith(str(TARGET)) or file.stdout.strip().endswith(".py"):
        print(f"not compiled: {file.stdout}", file=sys.stderr)
        return 1
    suites = [suite for suite in SUITES if (ROOT / suite).is_dir()]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suites]
    return subprocess.run(command, cwd=ROOT, env=compiled_environment(), check=False).returncode


def bench() -> int:
    command = [sys.executable, "-m", "kurgan.cli", "bench", "--json"]
    return subprocess.run(command, cwd=TARGET, env=compiled_environment(), check=False).returncode


def main() -> int:
    if "--pure" in sys.argv:
        take_away()
        return 0
    if "--bench" not in sys.argv or not list(TARGET.glob("*.so")):
        build()
    if "--fast" in sys.argv:
        lay_beside()
    if "--check" in sys.argv:
        return check()
    return bench() if "--bench" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
