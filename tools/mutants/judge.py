"""One mutant at a time, each in a process of its own that was forked when all tests were already collected.

Code of functions is exchanged in place: step tables hold the functions themselves, so these must stay the same
objects. The tables of steps were made when the title was imported; with one of them mutated the book is made again,
into the same object. For other code that ran while modules were loaded it would be too late: there the fork happens
before the title is imported, and the import reads the mutated text. Nothing is written into the work tree.

A scout runs all tests once before: they must pass, and it notes which functions each test enters and how long it
takes. A test that does not enter a function cannot notice what is wrong with it.
"""

import gc
import importlib
import importlib.machinery
import json
import os
import resource
import select
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from .edits import Mutant
from .places import CONTENTS, ROOT, Code, Unit, is_judge, is_of, judges, may_judge

OWN = "own paragraph"
ELSEWHERE = "elsewhere"
SURVIVED = "survived"
TIMEOUT = "timeout"

MEMORY = 2 << 30
PATIENCE = 6
"""A mutant may take this many times as long as the tests take without it, and SECONDS more, in processor time."""
SECONDS = 2
LONGEST = 30
"""Seconds of processor time for one test: who goes round in circles does it in one, and need not do it for all."""
WALL = 20
"""In real time this many times more: the machine may be busy."""

UNKNOWN = 0.1
"""Seconds of a test that was not tried."""

AT_IMPORT = "(import)"


class NotReady(Exception):
    """The tests cannot be judges: they do not collect, or fail without a mutant."""


class Trial(NamedTuple):
    """A mutant, the tests of its paragraph and the other tests that get there, the quickest first."""

    mutant: Mutant
    own: list[str]
    others: list[str]
    early: bool
    """The module must be mutated before it is imported."""
    seconds: float

    @property
    def tests(self) -> list[str]:
        return self.own + self.others


class Verdict(NamedTuple):
    verdict: str
    test: str
    why: str


class Scouted(NamedTuple):
    """What the tests do without a mutant."""

    tags: dict[str, list[str]]
    seconds: dict[str, float]
    enters: dict[str, list[list[str]]]
    """By test: file and function."""
    early: list[list[str]]
    modules: list[str]
    """What they import that is not the title's."""


# Without a mutant -----------------------------------------------------------------------------------------------


def scout(code: Code, quick: bool = False) -> Scouted:
    """Run all judges once, in a process of its own so that nothing they leave behind is inherited.

    ``quick`` only collects them: then any test may enter any function. For a few mutants that takes less time.
    """
    told = _forked(partial(_scout_here, code, quick), 1200, None)
    if told is None or "error" in told:
        raise NotReady(told["error"] if told else "the tests ended without a word")
    return Scouted(**told)


def _scout_here(code: Code, quick: bool) -> dict[str, Any]:
    looking = _Scout(code, quick)
    with looking.listening():
        status = _pytest(judges(code.title), looking)
    if looking.failed or status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        failed = looking.failed or f"pytest ended with status {int(status)}"
        return {"error": f"the tests of {code.title} must pass without a mutant: {failed}"}
    modules = [name for name in sys.modules if name.startswith("kurgan.kernel.") or name in sys.stdlib_module_names]
    return Scouted(looking.tags, looking.seconds, looking.enters, looking.early, sorted(modules))._asdict()


class _Judges:
    """Collects who may judge."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if is_judge(item.nodeid, bool(tags(item)))]


class _Scout(_Judges):
    def __init__(self, code: Code, quick: bool) -> None:
        self.code = code
        self.quick = quick
        self.entered: set[types.CodeType] = set()
        self.tags: dict[str, list[str]] = {}
        self.seconds: dict[str, float] = {}
        self.enters: dict[str, list[list[str]]] = {}
        self.early: list[list[str]] = []
        self.failed = ""

    def listening(self) -> Any:
        scout = self

        class Listening:
            def __enter__(self) -> None:
                sys.settrace(scout._note)

            def __exit__(self, *ignored: object) -> None:
                sys.settrace(None)

        return Listening()

    def _note(self, frame: types.FrameType, event: str, arg: Any) -> None:
        self.entered.add(frame.f_code)

    def units(self) -> list[list[str]]:
        """The functions entered since the last time."""
        sys.settrace(None)
        found: set[tuple[str, str]] = set()
        for code in self.entered:
            path = Path(code.co_filename)
            if code.co_name != "<module>" and path.is_relative_to(self.code.folder):
                unit = self.code.unit_at(path.relative_to(self.code.folder).as_posix(), code.co_firstlineno)
                if unit is not None:
                    found.add((unit.file, unit.function))
        self.entered.clear()
        return [list(place) for place in sorted(found)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            self.failed = "they cannot be collected"
            return True
        self.early = self.units()
        for i, item in enumerate(session.items):
            self.tags[item.nodeid] = tags(item)
            self.seconds[item.nodeid] = UNKNOWN
            if self.quick:
                continue
            began = time.process_time()
            following = session.items[i + 1] if i + 1 < len(session.items) else None
            sys.settrace(self._note)
            for report in runtestprotocol(item, log=False, nextitem=following):
                if report.failed:
                    self.failed = item.nodeid
                    return True
            self.seconds[item.nodeid] = time.process_time() - began
            self.enters[item.nodeid] = self.units()
        return True


def tags(item: pytest.Item) -> list[str]:
    return [str(number) for mark in item.iter_markers("rule") for number in mark.args]


# Which tests ----------------------------------------------------------------------------------------------------


def trials(code: Code, scouted: Scouted, mutants: Sequence[Mutant]) -> list[Trial]:
    early = {(file, function) for file, function in scouted.early}
    entering: dict[tuple[str, str], list[str]] = {}
    for test, places in scouted.enters.items():
        for file, function in places:
            entering.setdefault((file, function), []).append(test)
    found = []
    for mutant in mutants:
        unit = code.units[mutant.file, mutant.function]
        ran = not mutant.function or (unit.file, unit.function) in early
        # Without its super() a method has no cell for its class, and code with other cells cannot be exchanged.
        ran = ran or "super()" in mutant.was
        is_early = ran and not unit.is_table
        tests = list(scouted.tags) if ran or not scouted.enters else entering.get((unit.file, unit.function), [])
        tests = sorted(
            [t for t in tests if may_judge(t, bool(scouted.tags[t]), mutant.file)],
            key=lambda test: scouted.seconds[test],
        )
        own = [test for test in tests if _holds(scouted, test, unit)]
        others = [test for test in tests if not _holds(scouted, test, unit)]
        seconds = sum([scouted.seconds[test] for test in tests])
        found.append(Trial(mutant, own, others, is_early, seconds))
    return found


def _holds(scouted: Scouted, test: str, unit: Unit) -> bool:
    return any(is_of(tag, unit.rules) for tag in scouted.tags[test])


# With a mutant --------------------------------------------------------------------------------------------------


def judge(code: Code, scouted: Scouted, queue: Sequence[Trial]) -> Iterator[tuple[Trial, Verdict]]:
    """The verdict on each, in a convenient order."""
    for name in scouted.modules:
        importlib.import_module(name)  # once, rather than in every fork that happens before the import of the title
    for trial in queue:
        if not trial.tests:
            yield trial, Verdict(SURVIVED, "", "no test gets there")
    late = [trial for trial in queue if trial.tests and not trial.early]
    if late:
        yield from _judge_late(code, late)
    for trial in queue:
        if trial.early and trial.tests:
            yield trial, _judge_twice(code, trial)


def spread(code: Code, scouted: Scouted, queue: Sequence[Trial], jobs: int) -> Iterator[tuple[Trial, Verdict]]:
    """The same by several processes. A line in a pipe is written as a whole: one pipe serves all."""
    if jobs <= 1:
        yield from judge(code, scouted, queue)
        return
    read, write = os.pipe()
    children = []
    for job in range(jobs):
        child = os.fork()
        if child == 0:
            os.close(read)
            _judge_share(code, scouted, queue, range(job, len(queue), jobs), write)
        children.append(child)
    os.close(write)
    done = 0
    with os.fdopen(read, encoding="utf-8") as told:
        for line in told:
            i, verdict = json.loads(line)
            done += 1
            yield queue[i], _verdict(verdict)
    for child in children:
        os.waitpid(child, 0)
    if done < len(queue):
        raise NotReady(f"only {done} of {len(queue)} mutants of {code.title} were judged")


def _judge_share(code: Code, scouted: Scouted, queue: Sequence[Trial], share: range, write: int) -> None:
    number = {queue[i].mutant.name: i for i in share}
    try:
        for trial, verdict in judge(code, scouted, [queue[i] for i in share]):
            os.write(write, json.dumps([number[trial.mutant.name], verdict._asdict()]).encode() + b"\n")
    except NotReady as error:
        os.write(write, json.dumps([0, {"error": str(error)}]).encode() + b"\n")
    finally:
        os._exit(0)


def _limit(trial: Trial) -> int:
    return int(trial.seconds * PATIENCE + SECONDS) + (SECONDS if trial.early else 0)


def _verdict(told: dict[str, Any] | None) -> Verdict:
    if told is None:
        return Verdict(ELSEWHERE, "", "the tests broke down")
    if "error" in told:
        raise NotReady(told["error"])
    return Verdict(told["verdict"], told["test"], told["why"])


def _judge_early(code: Code, trial: Trial) -> dict[str, Any]:
    """In a process that has not imported the title yet."""
    _import_mutated(code, trial.mutant)
    running = _Run(trial)
    files = {ROOT / test.partition("::")[0] for test in trial.tests}
    try:
        _pytest(sorted(files), running)
    except BaseException as error:
        return Verdict(ELSEWHERE, AT_IMPORT, repr(error)[:200])._asdict()
    return running.verdict._asdict()


def _judge_twice(code: Code, trial: Trial) -> Verdict:
    """Its own paragraph first, because loading all tests takes longer than running them."""
    verdict = Verdict(SURVIVED, "", "")
    for own, others in ((trial.own, []), ([], trial.others)):
        if own or others:
            half = trial._replace(own=own, others=others)
            verdict = _verdict(_forked(partial(_judge_early, code, half), _limit(trial), MEMORY))
            if verdict.verdict != SURVIVED:
                return verdict
    return verdict


class _Run(_Judges):
    """Judges one mutant in this very process."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.verdict = Verdict(ELSEWHERE, AT_IMPORT, "the tests cannot be collected")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.verdict = run(self.trial, {item.nodeid: item for item in session.items})
        return True


def run(trial: Trial, items: dict[str, pytest.Item]) -> Verdict:
    """The first test that fails decides."""
    tests = [test for test in trial.tests if test in items]
    for i, test in enumerate(tests):
        following = items[tests[i + 1]] if i + 1 < len(tests) else None
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        for report in runtestprotocol(items[test], log=False, nextitem=following):
            if report.failed:
                text = str(report.longrepr).strip().splitlines()
                return Verdict(OWN if test in trial.own else ELSEWHERE, test, text[-1][:200] if text else "")
    return Verdict(SURVIVED, "", "")


def _judge_late(code: Code, queue: Sequence[Trial]) -> Iterator[tuple[Trial, Verdict]]:
    """Collect once in a process of its own, which forks for each mutant and sends the verdicts back."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _quiet()
        with os.fdopen(write, "w", encoding="utf-8") as out:
            _pytest(judges(code.title), _Late(code, queue, out))
        os._exit(0)
    os.close(write)
    done = 0
    with os.fdopen(read, encoding="utf-8") as told:
        for line in told:
            i, verdict = json.loads(line)
            done += 1
            yield queue[i], _verdict(verdict)
    os.waitpid(child, 0)
    if done < len(queue):
        raise NotReady(f"the tests of {code.title} ended after {done} of {len(queue)} mutants")


class _Late(_Judges):
    def __init__(self, code: Code, queue: Sequence[Trial], out: Any) -> None:
        self.code = code
        self.queue = queue
        self.out = out

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        gc.freeze()  # what is there already is not looked through in every fork
        for i, trial in enumerate(self.queue):
            told = _forked(partial(self._try, trial, items), _limit(trial), MEMORY)
            self.out.write(json.dumps([i, told]) + "\n")
            self.out.flush()
        return True

    def _try(self, trial: Trial, items: dict[str, pytest.Item]) -> dict[str, Any]:
        try:
            if trial.mutant.function:
                exchange(self.code, trial.mutant)
        except Exception as error:
            return {"error": f"{trial.mutant.file}:{trial.mutant.line} cannot be mutated: {error!r}"}
        if self.code.units[trial.mutant.file, trial.mutant.function].is_table:
            try:
                make_book_again(self.code, trial.mutant)
            except Exception as error:
                return Verdict(ELSEWHERE, AT_IMPORT, repr(error)[:200])._asdict()
        return run(trial, items)._asdict()


# Putting the fault in -------------------------------------------------------------------------------------------


def exchange(code: Code, mutant: Mutant) -> None:
    """Give the function of a loaded module the code of the mutated text."""
    function = find_function(importlib.import_module(code.module(mutant.file)), mutant.function)
    path = code.path(mutant.file)
    made = compile(mutant.apply(code.sources[mutant.file]), str(path), "exec", dont_inherit=True)
    for name in mutant.function.split("."):
        made = next(c for c in made.co_consts if isinstance(c, types.CodeType) and c.co_name == name)
    function.__code__ = made


def make_book_again(code: Code, mutant: Mutant) -> None:
    """Read the table of contents once more and give its book to everybody who holds the old one."""
    module = importlib.import_module(f"{code.package}.rules")
    source = code.sources[CONTENTS]
    anew = dict(vars(module))
    exec(compile(mutant.apply(source) if mutant.file == CONTENTS else source, CONTENTS, "exec"), anew)
    vars(module.BOOK).update(vars(anew["BOOK"]))


def find_function(module: types.ModuleType, name: str) -> types.FunctionType:
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    assert isinstance(found, types.FunctionType), f"{name} is no function"
    return found


def _import_mutated(code: Code, mutant: Mutant) -> None:
    """Whoever imports this module from now on gets the mutated text."""
    path = str(code.path(mutant.file))
    loader = importlib.machinery.SourceFileLoader
    get_code = loader.get_code

    def mutated(self: importlib.machinery.SourceFileLoader, fullname: str) -> types.CodeType | None:
        if self.path != path:
            return get_code(self, fullname)
        return compile(mutant.apply(code.sources[mutant.file]), path, "exec", dont_inherit=True)

    loader.get_code = mutated  # type: ignore[method-assign, assignment]


# Processes ------------------------------------------------------------------------------------------------------


def _pytest(paths: Sequence[Path], plugin: object) -> int:
    where = [str(path) for path in paths]
    return pytest.main(
        ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-s", f"--rootdir={ROOT}", *where], [plugin]
    )


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _forked(work: Callable[[], dict[str, Any]], seconds: int, memory: int | None) -> dict[str, Any] | None:
    """What ``work`` gives in a child of this process; None if it died; a timeout if it used up its time."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _work(work, seconds, memory, write)
    os.close(write)
    text = _read(read, time.monotonic() + seconds * WALL)
    if text is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if text is None or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGPROF)):
        return Verdict(TIMEOUT, "", f"more than {seconds} s of processor time")._asdict()
    return json.loads(text) if text else None


def _work(work: Callable[[], dict[str, Any]], seconds: int, memory: int | None, write: int) -> None:
    try:
        _quiet()
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        told = json.dumps(work()).encode()
        while told:
            told = told[os.write(write, told) :]
    finally:
        os._exit(0)


def _read(pipe: int, until: float) -> bytes | None:
    """Everything until the other end is closed; None if that takes too long."""
    text = b""
    try:
        while True:
            ready, _, _ = select.select([pipe], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return None
            some = os.read(pipe, 1 << 16)
            if not some:
                return text
            text += some
    finally:
        os.close(pipe)
