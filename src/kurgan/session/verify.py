"""Check a record: its form and chain, its dice, and every decision by the rules.

What can be checked depends on what is known. With the secret (revealed at the end, or beside the file) every roll and
draw is derived again: *proved*. Without it rolls are only seen to be possible, and decisions are replayed as far as no
secret draw stands in the way: *plausible*. With an open seed everything is derived, but everybody could know the dice
beforehand: *open seed*. A record that was played under other rules is not refused: its chain and its dice are checked
to its end, and the report says from which line on decisions were not replayed.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kurgan.kernel.protocol import Game, Json
from kurgan.session import epochs
from kurgan.session.beginning import other_rules
from kurgan.session.known import known
from kurgan.session.logs import Log
from kurgan.session.record import Damaged, Reading
from kurgan.session.replay import Course, Misfit, NeedsSecret

PROVED = "proved"
PLAUSIBLE = "plausible"
OPEN_SEED = "open seed"


class Report(NamedTuple):
    """What was checked. ``line`` is the first that does not fit (0: none), ``reason`` says why or what is left open."""

    ok: bool
    line: int
    reason: str
    chain: bool
    legal: bool
    dice: str
    lines: int
    remarks: tuple[str, ...]
    epochs: tuple[Json, ...] = ()

    def to_json(self) -> Json:
        return {
            "ok": self.ok,
            "line": self.line or None,
            "reason": self.reason,
            "checked": {"chain": self.chain, "legal": self.legal, "dice": self.dice},
            "lines": self.lines,
            "remarks": list(self.remarks),
            "epochs": list(self.epochs),
        }


def verify(log: Log, make_game: Callable[[Json], Game[Any, Any]]) -> Report:
    """Check a whole record. ``make_game`` finds the title (and pack) for a header."""
    try:
        reading = log.read()
    except Damaged as e:
        return Report(False, e.line, e.reason, False, False, PLAUSIBLE, 0, ())
    remarks = [reading.cut] if reading.cut else []
    header = reading.lines[0].fields
    vault = log.vault()
    if vault and vault.get("game") != header["game"]:
        remarks.append("the secret beside the file belongs to another game")
        vault = {}
    return replay(make_game(header), reading, vault, remarks)


def replay(game: Game, reading: Reading, vault: Json, remarks: list[str]) -> Report:
    """Feed every line to a course and report how far it went."""
    lines = reading.lines
    course = Course(game, known(lines, vault))
    last_base = max((line.number for line in lines if line.kind == "rules" and not line.fields["fits"]), default=0)
    if last_base:
        remarks.append(f"lines 2 to {last_base - 1} were played under other rules: their decisions are not replayed")
    skipped = 0
    try:
        for line in lines:
            course.skim = 1 < line.number < last_base
            course.feed(line)
    except NeedsSecret as e:
        skipped = e.line
        remarks.append(f"a secret draw stands in the way at line {e.line}: decisions from there on are not replayed")
    except Misfit as e:
        why = other_rules(game, lines)
        if why:
            return blindly(game, reading, vault, remarks, f"{why}: {e.reason}", e.line)
        return Report(False, e.line, e.reason, True, False, level(course), len(lines), tuple(remarks))
    legal = not skipped and not last_base
    reason = "; ".join(remarks)
    remarks += epochs.remarks(course)
    shown = tuple(epochs.report(course))
    return Report(True, 0, reason, True, legal, level(course), len(lines), tuple(remarks), shown)


def blindly(game: Game, reading: Reading, vault: Json, remarks: list[str], why: str, line: int) -> Report:
    """A record that our rules cannot follow, because it was played under others: its chain, its promises, its words and
    its dice are checked all the same, to its end. Decisions are not, and that is said."""
    lines = reading.lines
    course = Course(game, known(lines, vault))
    course.is_blind = True
    try:
        for each in lines:
            course.feed(each)
    except Misfit as e:
        return Report(False, e.line, e.reason, True, False, level(course), len(lines), (*remarks, why))
    told = f"{why}. Decisions are replayed up to line {line - 1}, and not from there on; all dice are checked"
    remarks = [*remarks, told, *epochs.remarks(course)]
    return Report(True, 0, told, True, False, level(course), len(lines), tuple(remarks), tuple(epochs.report(course)))


def level(course: Course) -> str:
    """How well the dice are proved."""
    if course.header and course.is_open():
        return OPEN_SEED
    known = all(epoch.commitment in course.secrets for epoch in course.epochs)
    return PROVED if known and course.epochs else PLAUSIBLE
