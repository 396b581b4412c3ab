"""python -m tools.mutants [TITLE ...] [--sample N | --all] [--seed WORD] [--jobs N] [--only FILE[:FUNCTION]]"""

import argparse
import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "src"), str(Path(__file__).resolve().parents[2])]

from tools.mutants import judge, report  # noqa: E402
from tools.mutants.edits import Mutant  # noqa: E402
from tools.mutants.notes import Notes, accepted, complaints, is_accepted, is_killed  # noqa: E402
from tools.mutants.places import ROOT, Code  # noqa: E402

from kurgan.games import TITLES  # noqa: E402

WORTH_SCOUTING = 40
"""With fewer mutants than this, finding out which test goes where takes longer than it saves."""


def main() -> int:
    asked = arguments().parse_args()
    sys.pycache_prefix = str(asked.notes.resolve() / "compiled")  # not beside the sources
    if not hasattr(os, "fork"):
        print("mutants need fork(), which this system does not have", file=sys.stderr)
        return 2
    try:
        return max([one_title(title, asked) for title in asked.titles or TITLES])
    except judge.NotReady as error:
        print(error, file=sys.stderr)
        return 2


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="mutants", description="Which small faults in the rules does no test notice?")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(TITLES)}; all if none is named")
    parser.add_argument("--sample", type=int, default=500, help="mutants a title (500)")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--seed", default="kurgan", help="another word draws another sample")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", metavar="FILE[:FUNCTION]", help="rules/r08_losses.py:shared")
    parser.add_argument("--show", default="", metavar="NAME", help="one mutant by its name: its text and its verdict")
    parser.add_argument("--fresh", action="store_true", help="forget earlier verdicts")
    parser.add_argument("--notes", type=Path, default=ROOT / "artefacts" / "mutants", help="folder of the verdicts")
    parser.add_argument("--least", type=float, default=95.0, help="percent that must be noticed (95)")
    return parser


def one_title(title: str, asked: argparse.Namespace) -> int:
    if title not in TITLES:
        print(f"no title '{title}'; known are {', '.join(TITLES)}", file=sys.stderr)
        return 2
    code = Code(title)
    everything = code.mutants()
    entries = accepted(title)
    wrong = complaints(everything, entries)
    for complaint in wrong:
        print(f"tests/mutants/equivalent.toml: {complaint}")
    drawn = draw(everything, asked)
    if not drawn:
        print(f"{title}: no such mutant", file=sys.stderr)
        return 2
    agreed = [mutant for mutant in drawn if is_accepted(mutant, entries)]
    notes = Notes(asked.notes / f"{title}.jsonl", code, asked.fresh)
    judged = judge_all(code, notes, [mutant for mutant in drawn if mutant not in agreed], asked.jobs)
    for line in report.survivors(code, judged):
        print(line)
    if asked.show:
        for mutant, verdict in judged:
            print("\n".join(report.described(code, mutant)), f"\n{verdict.verdict}  {verdict.test}\n{verdict.why}")
    print(report.summary(code, judged, agreed, len(everything)), flush=True)
    killed = len([1 for _, verdict in judged if is_killed(verdict)])
    return 1 if wrong or killed < asked.least / 100 * len(judged) else 0


def draw(everything: Sequence[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    """The sample: by lot, but the same lot for a line as long as that line is the same.

    In the order of the lot, so that what is known half way says something about the whole.
    """
    file, _, function = asked.only.partition(":")
    drawn = [m for m in everything if file in m.file and (not function or m.function == function)]
    if asked.show:
        return [m for m in drawn if m.name.startswith(asked.show)]
    if asked.all or asked.only:
        return drawn
    drawn.sort(key=lambda m: hashlib.sha256(f"{asked.seed} {m.name}".encode()).digest())
    return drawn[: asked.sample]


def judge_all(code: Code, notes: Notes, drawn: Sequence[Mutant], jobs: int) -> list[report.Judged]:
    """Verdicts found before, and new ones on the rest."""
    judged = [(m, v) for m in drawn if (v := notes.find(m)) is not None]
    known = {m.name for m, _ in judged}
    rest = [m for m in drawn if m.name not in known]
    if not rest:
        return judged
    scouted = judge.scout(code, len(rest) < WORTH_SCOUTING)
    for trial, verdict in judge.spread(code, scouted, judge.trials(code, scouted, rest), jobs):
        notes.add(trial.mutant, verdict)
        judged.append((trial.mutant, verdict))
        if sys.stderr.isatty():
            print(f"\r{code.title} {len(judged)}/{len(drawn)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return judged


if __name__ == "__main__":
    sys.exit(main())
