"""Clocks of games that have a pace: in the database, in the time that the table was served.

A decision has so much time, and each seat a bank for what takes longer. A decision lasts from when a seat is asked
until somebody else is: who answers a little and goes on thinking does not get its time again. Whose clock runs changes
in the transaction that writes the lines, and the job that looks whether it has run out is put there too.

A clock is a seat's and not a person's. It goes on where it was whoever sits down there, also while nobody does; it
stands while a bot plays the seat, and then goes on with the same decision if that is still open.

*Served time* counts only while some process serves: each says so every few seconds, and the time between two such beats
counts if who made the first still lives. All clocks are reckoned in it, so that none runs while the table is down.
"""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from kurgan.session import jobs, messages
from kurgan.session.engines import insert_unless
from kurgan.session.rows import DAYS_A_YEAR, Awaits, Due, Pace
from kurgan.session.sharing import clock, is_alive, touch
from kurgan.session.tables import HOLDS, HOLIDAYS, PACES, SERVED

SECOND = 1000
DAY = 24 * 3600
LONGEST_BEAT = 20 * SECOND
"""A longer pause between two beats is none in which the table was served: the computer slept, or nobody was there."""

REMIND = 5
"""A reminder is due when a fifth of the time is left."""

LOOK_AGAIN = 2 * SECOND
"""Clocks that are nearly out are looked at again so soon: their time may have stood still meanwhile."""

YEAR = 365 * DAY
DICE = "dice"
Span = tuple[int, int]
"""Begin and end of a holiday, in seconds since 1970."""


class Purse(NamedTuple):
    """What is left of a seat's bank, and how long its last decision took; milliseconds."""

    left: int
    used: int = 0


class ClockRow(NamedTuple):
    """The clocks of a game; ``used`` and ``begun`` are milliseconds of the decision under way: so far at ``since``
    (served time), and when it was taken up again. ``paused`` is a seat whose decision a bot has taken up, and ``away``
    the holidays of those who sat at each seat before who sits there now."""

    game: str
    kind: str
    step: int
    bank: int
    banks: str
    seat: str
    since: int
    used: int
    begun: int
    runs: int
    stands: int
    reminded: int
    is_out: int
    paused: str = ""
    away: str = "{}"

    def purses(self) -> dict[str, Purse]:
        return {seat: Purse(*kept) for seat, kept in json.loads(self.banks).items()}

    def used_at(self, served: int) -> int:
        """Milliseconds of the decision under way."""
        return self.used + (max(0, served - self.since) if self.runs else 0)

    def owed(self, used: int) -> int:
        """What a decision of this length takes from the bank, but for what it took before it was taken up again."""
        step = self.step * SECOND
        return max(0, used - step) - max(0, self.begun - step)

    def limit(self) -> int:
        """When the decision under way has taken all time there is."""
        return max(self.step * SECOND, self.begun) + self.purse(self.seat).left

    def purse(self, seat: str) -> Purse:
        return self.purses().get(seat, Purse(self.bank * SECOND))

    def whose(self, awaits: Awaits) -> str:
        """Whose clock runs: once one ran, none waits any more until everybody has sat down."""
        has_begun = bool(self.seat or self.paused or self.purses())
        return awaits.thinks if has_begun else awaits.clock


_COLUMNS = tuple(PACES.c[name] for name in ClockRow._fields)

# Served time ----------------------------------------------------------------------------------------------------


def beat(c: Connection, worker: int) -> None:
    """A process says that it serves. Of several each does; who waits for the row counts from where the other came."""
    c.execute(insert_unless(c, SERVED).values(id=1, total=0, at=0, worker=worker).on_conflict_do_nothing())
    row = c.execute(select(SERVED).with_for_update()).one()
    now = _clock(c)
    passed = now - row.at
    counts = 0 <= passed <= LONGEST_BEAT and (row.worker == worker or _lives(c, row.worker))
    c.execute(update(SERVED).values(total=row.total + (passed if counts else 0), at=now, worker=worker))


def served(c: Connection) -> int:
    """Milliseconds for which the table was served so far."""
    row = c.execute(select(SERVED)).first()
    return int(row.total + min(max(0, _clock(c) - row.at), LONGEST_BEAT)) if row is not None else 0


def _clock(c: Connection) -> int:
    return int(c.execute(select(clock(c))).scalar_one())


def _lives(c: Connection, worker: int) -> bool:
    """Whether another process still serves; one that has the database to itself is the only one."""
    return bool(c.execute(select(is_alive(c, SERVED.c.worker)).where(SERVED.c.worker == worker)).scalar())


# Clocks ---------------------------------------------------------------------------------------------------------


def read(c: Connection, games: list[str]) -> dict[str, ClockRow]:
    """The clocks of those games that have any."""
    return {row[0]: ClockRow(*row) for row in c.execute(select(*_COLUMNS).where(PACES.c.game.in_(games)))}


def _locked(c: Connection, game: str) -> ClockRow | None:
    row = c.execute(select(*_COLUMNS).where(PACES.c.game == game).with_for_update()).first()
    return ClockRow(*row) if row is not None else None


def begin(c: Connection, game: str, pace: Pace, awaits: Awaits) -> None:
    """Give a new game its pace; somebody is asked already, if everybody has sat down."""
    fresh = {"banks": "{}", "seat": "", "since": 0, "used": 0, "begun": 0, "runs": 0, "stands": 0}
    c.execute(insert(PACES).values(game=game, **pace._asdict(), **fresh, reminded=0, is_out=0))
    moved(c, game, awaits, False)


def moved(c: Connection, game: str, awaits: Awaits, went_back: bool) -> None:
    """Lines were written, and now somebody else may be asked."""
    row = _locked(c, game)
    if row is None:
        return
    seat = row.whose(awaits)
    open_still = (row.seat or row.paused) if awaits.asked in (row.seat or row.paused, DICE) else ""
    paused = open_still if not seat else ""
    if (row.seat, row.paused) == (seat, paused):
        return
    at = served(c)
    purses = row.purses()
    if row.seat:
        used = row.used_at(at)
        left = max(0, row.purse(row.seat).left - row.owed(used))
        purses[row.seat] = Purse(left, used)
    takes_up = went_back or seat == open_still
    begun = purses[seat].used if takes_up and seat in purses else 0
    banks = json.dumps(purses, sort_keys=True)
    new = row._replace(banks=banks, seat=seat, since=at, used=begun, begun=begun, reminded=0, is_out=0, paused=paused)
    new = new._replace(runs=int(_may_run(c, new)))
    _write(c, new)
    _have_it_watched(c, new, at)


def _write(c: Connection, row: ClockRow) -> None:
    c.execute(update(PACES).where(PACES.c.game == row.game).values(row._asdict()))


def _have_it_watched(c: Connection, row: ClockRow, at: int, soonest: int = 0) -> None:
    """Put the job that looks at this clock when a reminder is due, or when it is out."""
    if row.runs and not row.is_out:
        limit = row.limit()
        aim = limit if row.reminded else limit - limit // REMIND
        jobs.put(c, jobs.CLOCK, row.game, _clock(c) + max(soonest, aim - row.used_at(at)))


def look(c: Connection, game: str) -> Due:
    """See whether the clock of a game has run out, or nearly; if neither, it is looked at again in time."""
    row = _locked(c, game)
    if row is None or not row.runs or row.is_out:
        return Due()
    at = served(c)
    used, limit = row.used_at(at), row.limit()
    if used >= limit:
        _write(c, row._replace(used=used, since=at, runs=0, is_out=1, reminded=1))
        messages.time_is_out(c, game, row.seat)
        return Due(out=row.seat)
    is_late = not row.reminded and used >= limit - limit // REMIND
    if is_late:
        row = row._replace(reminded=1)
        _write(c, row)
        messages.remind(c, game, row.seat)
    _have_it_watched(c, row, at, LOOK_AGAIN)
    return Due(remind=row.seat if is_late else "")


def wait(c: Connection, game: str) -> None:
    """Give who is out of time the time of one more decision; where there is only a bank, a part of it."""
    row = _locked(c, game)
    if row is None or not row.is_out:
        return
    left = 0 if row.step else max(row.bank * SECOND // REMIND, SECOND)
    banks = json.dumps({**row.purses(), row.seat: Purse(left)}, sort_keys=True)
    _set_running(c, row._replace(banks=banks, used=0, begun=0, runs=0, is_out=0, reminded=0))


def stand(c: Connection, game: str, on: bool) -> None:
    """Everybody agreed that the clocks stand; or somebody wants them to run again."""
    row = _locked(c, game)
    if row is not None and bool(row.stands) != on:
        _set_running(c, row._replace(stands=int(on)))


def _set_running(c: Connection, row: ClockRow) -> None:
    at = served(c)
    new = row._replace(used=row.used_at(at), since=at, runs=int(_may_run(c, row)))
    _write(c, new)
    _have_it_watched(c, new, at)


def _may_run(c: Connection, row: ClockRow) -> bool:
    return bool(row.seat) and not row.stands and not row.is_out and not _is_on_holiday(c, row)


# Who sits there -------------------------------------------------------------------------------------------------


def change_holder(c: Connection, game: str, seats: Sequence[str], act: Callable[[], object]) -> None:
    """Others may sit at these seats after ``act``. The clocks go on; holidays of who sat there count for who does now,
    so that nobody has more of them by being several persons."""
    row = _locked(c, game)
    away = json.loads(row.away) if row is not None else {}
    for seat in [seat for seat in seats if row is not None and not seat.startswith("*")]:
        away[seat] = _past_holidays(c, game, seat, away.get(seat, []))
    act()
    if row is not None:
        row = row._replace(away=json.dumps(away, sort_keys=True))
        _write(c, row)
        if not row.is_out:
            _set_running(c, row)


def _past_holidays(c: Connection, game: str, seat: str, before: list[Span]) -> list[Span]:
    """What those who sat at a seat have taken so far, who sits there now included; what is a year ago is forgotten."""
    now = _clock(c) // SECOND
    holder = c.execute(select(HOLDS.c.person).where(HOLDS.c.game == game, HOLDS.c.seat == seat)).scalar()
    spans = [(begin, until) for begin, until in before if until > now - YEAR]
    for begin, until in holidays(c, holder) if holder else ():
        if begin < now:
            spans = _joined(spans, begin, min(until, now))
    return spans


# Holidays -------------------------------------------------------------------------------------------------------


def holidays(c: Connection, person: str) -> list[tuple[int, int]]:
    """Begin and end of all that somebody has taken or will take, in seconds since 1970; the first one first."""
    wanted = select(HOLIDAYS.c.begin, HOLIDAYS.c.until).where(HOLIDAYS.c.person == person)
    return sorted((int(begin), int(until)) for begin, until in c.execute(wanted))


def take_holiday(c: Connection, person: str, begin: int, until: int) -> str:
    """Note a holiday; returns why not, or nothing. Clocks of this person stand as long as it lasts (``see_to_holiday``,
    which the caller asks for)."""
    now = _clock(c) // SECOND
    begin = max(begin, now)
    if until <= begin:
        return "A holiday ends after it has begun, and not in the past."
    if until > now + YEAR:
        return "A holiday can be noted for the coming year only."
    others = holidays(c, person)
    if any(a < until and begin < b for a, b in others):
        return "You have a holiday then already."
    if _longest_year([*others, (begin, until)]) > DAYS_A_YEAR * DAY:
        return f"At most {DAYS_A_YEAR} days of holidays within a year."
    c.execute(insert(HOLIDAYS).values(person=person, begin=begin, until=until))
    return ""


def _longest_year(taken: list[tuple[int, int]]) -> int:
    """Seconds of holidays in the year that has most of them."""
    return max(sum(max(0, min(b, end) - max(a, end - YEAR)) for a, b in taken) for _, end in taken)


def bring_holidays(c: Connection, guest: str, person: str) -> dict[str, int]:
    """A guest's holidays are another person's from now on, in one sum with that person's own: what was taken counts,
    and one that would make it too many days ends now. Returns games and versions as ``see_to_holiday`` does."""
    now = _clock(c) // SECOND
    for begin, until in holidays(c, guest):
        own = holidays(c, person)
        spans = _joined(own, begin, until)
        if until > now and _longest_year(spans) > DAYS_A_YEAR * DAY:
            spans = _joined(own, begin, now) if begin < now else own
        c.execute(HOLIDAYS.delete().where(HOLIDAYS.c.person == person))
        c.execute(insert(HOLIDAYS), [{"person": person, "begin": a, "until": b} for a, b in spans])
    c.execute(HOLIDAYS.delete().where(HOLIDAYS.c.person == guest))
    return see_to_holiday(c, person)


def _joined(spans: list[tuple[int, int]], begin: int, until: int) -> list[tuple[int, int]]:
    """One span more; those that it meets become one with it."""
    met = [(a, b) for a, b in spans if a <= until and begin <= b]
    whole = (min([begin, *[a for a, _ in met]]), max([until, *[b for _, b in met]]))
    return [*[span for span in spans if span not in met], whole]


def end_holiday(c: Connection, person: str, begin: int) -> bool:
    """Come back early, or do not go at all; true if there was such a holiday."""
    now = _clock(c) // SECOND
    this = (HOLIDAYS.c.person == person) & (HOLIDAYS.c.begin == begin) & (HOLIDAYS.c.until > now)
    if begin >= now:
        found = c.execute(HOLIDAYS.delete().where(this)).rowcount
    else:
        found = c.execute(update(HOLIDAYS).where(this).values(until=now)).rowcount
    return bool(found)


def see_to_holiday(c: Connection, person: str) -> dict[str, int]:
    """Let the clocks of somebody stand or run as his holidays want it, and look again when one begins or ends.

    Returns the games whose clocks were looked at, with their new versions.
    """
    now = _clock(c)
    coming = [at for span in holidays(c, person) for at in span if at * SECOND > now]
    if coming:
        jobs.put(c, jobs.HOLIDAY, person, min(coming) * SECOND)
    is_his = (HOLDS.c.game == PACES.c.game) & (HOLDS.c.seat == PACES.c.seat) & (HOLDS.c.person == person)
    games = [row[0] for row in c.execute(select(PACES.c.game).where(select(HOLDS.c.game).where(is_his).exists()))]
    changed = {}
    for game in sorted(games):
        changed[game] = touch(c, game)
        row = _locked(c, game)
        if row is not None and not row.is_out:
            _set_running(c, row)
    return changed


def _is_on_holiday(c: Connection, row: ClockRow) -> bool:
    """Whether who sits at the seat that is asked has a holiday, and the seat has not had all it may have in a year."""
    now = _clock(c) // SECOND
    holder = select(HOLDS.c.person).where(HOLDS.c.game == row.game, HOLDS.c.seat == row.seat)
    taken = select(HOLIDAYS.c.begin, HOLIDAYS.c.until).where(HOLIDAYS.c.person.in_(holder))
    own = [(int(begin), int(until)) for begin, until in c.execute(taken)]
    if not any(begin <= now < until for begin, until in own):
        return False
    spans = [(begin, until) for begin, until in json.loads(row.away).get(row.seat, [])]
    if not spans:
        return True
    for begin, until in own:
        if begin <= now:
            spans = _joined(spans, begin, until)
    return _longest_year(spans) <= DAYS_A_YEAR * DAY
