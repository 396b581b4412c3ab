"""What was found, for people."""

from collections.abc import Sequence

from .edits import Mutant
from .judge import ELSEWHERE, OWN, SURVIVED, TIMEOUT, Verdict
from .places import Code

Judged = tuple[Mutant, Verdict]


def summary(code: Code, judged: Sequence[Judged], agreed: Sequence[Mutant], all_of_them: int) -> str:
    """One line a title."""
    count = {kind: len([1 for _, v in judged if v.verdict == kind]) for kind in (OWN, ELSEWHERE, TIMEOUT, SURVIVED)}
    killed = len(judged) - count[SURVIVED]
    share = f"{100 * killed / len(judged):.1f} %" if judged else "none"
    return (
        f"{code.title}: {len(judged) + len(agreed)} of {all_of_them} mutants; noticed {killed} ({share}): "
        f"by their own paragraph {count[OWN]}, elsewhere {count[ELSEWHERE]}, by time {count[TIMEOUT]}; "
        f"survived {count[SURVIVED]}; accepted as equivalent {len(agreed)}"
    )


def survivors(code: Code, judged: Sequence[Judged]) -> list[str]:
    """Those nobody noticed: place, paragraphs, operator and the lines before and after."""
    lines: list[str] = []
    for mutant, verdict in sorted(judged, key=lambda pair: (pair[0].file, pair[0].line)):
        if verdict.verdict == SURVIVED:
            lines += described(code, mutant, verdict.why)
    return lines


def described(code: Code, mutant: Mutant, why: str = "") -> list[str]:
    rules = sorted(code.units[mutant.file, mutant.function].rules)
    cited = " ".join([f"[{rule}]" for rule in rules[:8]]) + (" ..." if len(rules) > 8 else "")
    where = f"src/kurgan/games/{code.title}/{mutant.file}:{mutant.line}"
    note = f"; {why}" if why else ""
    return [
        f"{mutant.name}  {where} {mutant.function or 'table'}  {cited}  ({mutant.operator}{note})",
        f"    - {mutant.was}",
        f"    + {mutant.now}",
    ]
