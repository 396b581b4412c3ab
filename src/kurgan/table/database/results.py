"""Results, ratings and profiles in the database."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, and_, case, func, insert, select, update

from kurgan.session.engines import insert_once, insert_unless
from kurgan.session.store import Store
from kurgan.session.tables import PEOPLE, RATINGS, RESULTS
from kurgan.table import rating
from kurgan.table.rating import Strength
from kurgan.table.storage import Ended, EndedSeat, Past, Rated, Share

PERSON, BOT, SIDE = "person", "bot", "side"
POINTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
MOST_SHOWN = 200


class KeptResults:
    """Every call blocks: use it from a thread."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def write(self, ended: Ended) -> bool:
        """Note how a game ended, and what follows for ratings; false if that was done before."""
        return self.store.writer.submit(lambda c: _write(c, ended)).result()

    def person_of(self, handle: str) -> str:
        wanted = select(PEOPLE.c.id).where(PEOPLE.c.handle == handle)
        return self.store.read(lambda c: c.execute(wanted).scalar()) or ""

    def rating_of(self, person: str) -> Rated | None:
        wanted = select(RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games).where(RATINGS.c.id == _key(PERSON, person))
        row = self.store.read(lambda c: c.execute(wanted).first())
        return Rated(PERSON, "", "", person, *row) if row is not None else None

    def ladder(self) -> list[Rated]:
        """Everybody who has played games that count, and the bots, the strongest first."""
        names = (RATINGS.c.kind == PERSON) & (RATINGS.c.id == "person " + PEOPLE.c.id)
        columns = (RATINGS.c.kind, RATINGS.c.id, PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.handle)
        figures = (RATINGS.c.mu, RATINGS.c.sigma, RATINGS.c.games)
        wanted = select(*columns, *figures).select_from(RATINGS.outerjoin(PEOPLE, names)).where(RATINGS.c.kind != SIDE)
        rows = self.store.read(lambda c: c.execute(wanted.order_by(RATINGS.c.mu.desc()).limit(MOST_SHOWN)).all())
        return [
            Rated(kind, id.removeprefix("bot ") if kind == BOT else name or "", handle or "", person or "", *more)
            for kind, id, person, name, handle, *more in rows
            if kind == BOT or person
        ]

    def shares(self, person: str) -> list[Share]:
        """By title and side: how many games, and how many of them were won and drawn."""
        counted = [func.sum(_is(result)) for result in ("won", "drawn")]
        wanted = select(RESULTS.c.title, RESULTS.c.seat, func.count(), *counted).where(RESULTS.c.person == person)
        grouped = wanted.group_by(RESULTS.c.title, RESULTS.c.seat).order_by(RESULTS.c.title, RESULTS.c.seat)
        return self.store.read(lambda c: [Share(*row) for row in c.execute(grouped)])

    def history(self, person: str, most: int) -> list[Past]:
        """The last games of somebody, and against whom."""
        return self.store.read(lambda c: _past(c, person, most))

    def count(self, person: str) -> int:
        wanted = select(func.count()).select_from(RESULTS).where(RESULTS.c.person == person)
        return self.store.read(lambda c: c.execute(wanted).scalar_one())


def _is(result: str) -> ColumnElement[int]:
    return case((RESULTS.c.result == result, 1), else_=0)


def _key(kind: str, name: str) -> str:
    return f"{kind} {name}"


def _past(c: Connection, person: str, most: int) -> list[Past]:
    mine = RESULTS.c.person == person
    columns = [RESULTS.c[name] for name in ("game", "seat", "title", "scenario", "result", "outcome", "counted", "at")]
    last = select(*columns, RESULTS.c.change).where(mine).order_by(RESULTS.c.at.desc(), RESULTS.c.game)
    rows = c.execute(last.limit(most)).all()
    others: dict[str, list[tuple[str, str, str]]] = {}
    named = RESULTS.outerjoin(PEOPLE, PEOPLE.c.id == RESULTS.c.person)
    theirs = and_(RESULTS.c.game.in_([row[0] for row in rows]), RESULTS.c.person != person)
    wanted = select(RESULTS.c.game, PEOPLE.c.name, PEOPLE.c.handle, RESULTS.c.bot).select_from(named).where(theirs)
    for game, name, handle, bot in c.execute(wanted):
        others.setdefault(game, []).append((name or "", handle or "", bot))
    return [Past._make([*row, others.get(row[0], [])]) for row in rows]


# Writing --------------------------------------------------------------------------------------------------------


def _write(c: Connection, ended: Ended) -> bool:
    rows = [
        {
            "game": ended.game,
            "seat": seat.seat,
            "person": seat.person,
            "bot": seat.bot,
            "title": ended.title,
            "scenario": ended.scenario,
            "result": seat.result,
            "outcome": ended.outcome,
            "counted": int(ended.counts),
            "change": 0.0,
            "at": ended.at,
        }
        for seat in ended.seats
    ]
    if not insert_once(c, RESULTS, rows[0]):  # whoever writes the first one writes all
        return False
    if rows[1:]:
        c.execute(insert(RESULTS), rows[1:])
    if ended.counts:
        _rate(c, ended)
    return True


def _rate(c: Connection, ended: Ended) -> None:
    teams = _teams(ended.seats)
    sides = [_key(SIDE, f"{ended.title} {ended.scenario} {team[0].seat}") for team in teams]
    keys = [[*[_player(seat) for seat in team], side] for team, side in zip(teams, sides, strict=True)]
    fresh = {side: rating.of_side(len(team)) for side, team in zip(sides, teams, strict=True)}
    known = _locked(c, [key for team in keys for key in team], fresh)
    new = rating.after([[known[key] for key in team] for team in keys], [POINTS[team[0].result] for team in teams])
    for team_keys, strengths in zip(keys, new, strict=True):
        for key, strength in zip(team_keys, strengths, strict=True):
            more = {"mu": strength.mu, "sigma": strength.sigma, "games": RATINGS.c.games + 1}
            c.execute(update(RATINGS).where(RATINGS.c.id == key).values(more))
    for team, strengths in zip(teams, new, strict=True):
        for seat, strength in zip(team, strengths, strict=False):
            this = (RESULTS.c.game == ended.game) & (RESULTS.c.seat == seat.seat)
            c.execute(update(RESULTS).where(this).values(change=strength.mu - known[_player(seat)].mu))


def _teams(seats: Sequence[EndedSeat]) -> list[list[EndedSeat]]:
    """Seats that are no rivals of each other are one side."""
    teams: list[list[EndedSeat]] = []
    for seat in seats:
        mates = next((team for team in teams if team[0].seat not in seat.rivals), None)
        if mates is None:
            teams.append([seat])
        else:
            mates.append(seat)
    return teams


def _player(seat: EndedSeat) -> str:
    return _key(PERSON, seat.person) if seat.person else _key(BOT, seat.bot)


def _locked(c: Connection, keys: Iterable[str], fresh: dict[str, Strength]) -> dict[str, Strength]:
    """What is known of each, in one order, so that of two games that end at once one waits for the other."""
    put = insert_unless(c, RATINGS).on_conflict_do_nothing()
    found = {}
    for key in sorted(set(keys)):
        begin = fresh.get(key, Strength())
        row = {"id": key, "kind": key.partition(" ")[0], "mu": begin.mu, "sigma": begin.sigma, "games": 0}
        c.execute(put, row)
        this = select(RATINGS.c.mu, RATINGS.c.sigma).where(RATINGS.c.id == key).with_for_update()
        found[key] = Strength(*c.execute(this).one())
    return found
