"""Who may do what in a tournament: a word for why not, empty for yes. Asked under the lock of the tournament."""

from collections.abc import Set

from kurgan.table.tournaments.pairing import may_be_challenged
from kurgan.table.tournaments.rows import OPEN, RUNNING, Tournament

LEAST = 2
LEAST_ON_LADDER = 3

BEGUN, NOT_BEGUN, NOT_YOURS, IN_ALREADY, NOT_IN, FULL, APART, TOO_FEW, OUT_OF_REACH, TOO_MANY = (
    "begun", "not_begun", "not_yours", "in_already", "not_in", "full", "apart", "too_few", "out_of_reach", "too_many"
)  # fmt: skip


def why_not_join(of: Tournament, person: str, apart: Set[str]) -> str:
    """``apart``: whom he does not want to meet, or who does not want to meet him; nobody is told whose wish it is."""
    if of.row.stage != OPEN:
        return BEGUN
    if of.entry_of(person) is not None:
        return IN_ALREADY
    if len(of.players) >= of.row.size:
        return FULL
    return APART if apart & {of.row.maker, *[one.person for one in of.players]} else ""


def why_not_leave(of: Tournament, person: str) -> str:
    if of.entry_of(person) is None:
        return NOT_IN
    return "" if of.row.stage in (OPEN, RUNNING) else NOT_BEGUN


def why_not_change(of: Tournament, person: str) -> str:
    """What its maker may do before it has begun: call it off, take somebody out."""
    if of.row.maker != person:
        return NOT_YOURS
    return "" if of.row.stage == OPEN else BEGUN


def why_not_start(of: Tournament, person: str) -> str:
    least = LEAST_ON_LADDER if of.row.is_ladder else LEAST
    return why_not_change(of, person) or ("" if len(of.players) >= least else TOO_FEW)


def why_not_challenge(of: Tournament, person: str, other: str, now: int) -> str:
    mine, theirs = of.entry_of(person), of.entry_of(other)
    if of.row.stage != RUNNING or not of.row.is_ladder or now >= of.row.until:
        return NOT_BEGUN
    if mine is None:
        return NOT_IN
    return "" if theirs is not None and theirs.number in may_be_challenged(of, mine.number) else OUT_OF_REACH
