"""The coach on the command line: the review of a record for one seat, kept beside the record."""

import json
import sys
from pathlib import Path

from kurgan.bots import Coach, Figures, Passed, Review, Stretch, figures_for, result_for
from kurgan.bots.review import PARTS, VERSION, in_language
from kurgan.commands.common import open_session, print_json
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Json, Misspelt
from kurgan.kernel.sentences import spoken
from kurgan.session import private_files
from kurgan.session.session import Session
from kurgan.session.stretches import review_seed, stretches
from kurgan.terminal.words import said, seat_word

WIDTH = 46
"""Of the drawn curve, in letters."""


def review(file: Path, seat: str | None, anew: bool, as_json: bool) -> None:
    """Print the review; what was reckoned before for the same lines is not reckoned again."""
    session = open_session(file)
    if seat is None and len(session.seat_names) > 1:
        raise Misspelt(said("review_whose", seats=" | ".join(f"--seat {name}" for name in session.seat_names)))
    name = seat if seat is not None else session.seat_names[0]
    session.seat_index(name)
    beside = file.with_name(f"{file.name}.review-{name}.json")
    told = None if anew else kept(beside, session)
    if told is None:
        told = reckon(session, name)
        private_files.replace(beside, canonical({**told, "check": session.course.check}))
    told = in_language(told, spoken())
    if as_json:
        print_json(told)
    else:
        print("\n".join(lines(told, session.outcome is not None)))


def kept(beside: Path, session: Session) -> Json | None:
    """A review that was kept for just these lines; None if there is none, or it does not fit."""
    try:
        found = json.loads(beside.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    fits = isinstance(found, dict) and (found.get("version"), found.get("check")) == (VERSION, session.course.check)
    return {name: value for name, value in found.items() if name != "check"} if fits else None


def reckon(session: Session, seat: str) -> Json:
    """Stretch by stretch, from what the seat knew at each step."""
    header = session.header
    figures = figures_for(session.game, header["scenario"], header["options"], seat)
    found = Review(session.game, figures, header["options"], seat, session.course.number)
    ended = result(session, figures)
    for stretch in stretches(session, seat):
        last = stretch.lines[-1].number
        asked = Stretch([Passed(*line) for line in stretch.lines], stretch.after, ended if stretch.last else None)
        coach = Coach(figures, review_seed(session, seat, last))
        found.add(coach.review(session.game, asked), last)
        _progress(last, found.number)
    _progress_end()
    found.finish(ended)
    return found.told()


def result(session: Session, figures: Figures) -> float | None:
    """How the game ended for the seat; None while it goes on."""
    outcome = session.outcome
    return result_for(session.game, figures.scenario, figures.seat, outcome) if outcome is not None else None


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{said('review_progress', done=done, of=of)}", end="", file=sys.stderr, flush=True)


def _progress_end() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


# In words -------------------------------------------------------------------------------------------------------


def lines(told: Json, over: bool) -> list[str]:
    """The review as text: accounts, curve, decisions, who judged."""
    return [*account_lines(told, over), "", *curve_lines(told), "", *decision_lines(told), "", *judge_lines(told)]


def account_lines(told: Json, over: bool) -> list[str]:
    """Start, parts and end in points of chance; what was rounded away is in the rest."""
    accounts = told["accounts"]
    ends = {0.0: "review_lost", 0.5: "review_drawn", 1.0: "review_won"}
    end = accounts["end"]
    found = [said("review_start", seat=seat_word(told["seat"]), start=f"{accounts['start'] * 100:.0f}")]
    for part in PARTS:
        error = accounts[f"{part}_error"] * 100
        found.append(f"  {said(f'review_{part}'):<22} {accounts[part] * 100:+6.1f}  (± {error:.1f})")
    word = (said(ends[round(end, 6)]) if round(end, 6) in ends else "") if over else said("review_now")
    return [*found, f"  {said('review_together'):<22} {abs(end) * 100:6.1f} %{word}"]


def curve_lines(told: Json) -> list[str]:
    """The curve on its side: a line for every so many points, the band as dots."""
    points = told["points"]
    every = max(1, len(points) // 40)
    found = [said("review_curve")]
    for point in [*points[:-1:every], *points[-1:]]:
        low, at, high = (round(point[name] * WIDTH) for name in ("low", "chance", "high"))
        row = "".join("#" if i == at else "." if low <= i <= high else " " for i in range(WIDTH + 1))
        found.append(f"{point['number']:>6} {point['chance'] * 100:3.0f} % |{row}|")
    return found


def decision_lines(told: Json) -> list[str]:
    """The costliest decisions; those within their error say so."""
    found = [said("review_decisions", decided=told["decided"], worse=told["worse"])]
    for decision in told["decisions"]:
        cost, error = f"{decision['difference'] * 100:+.1f}", f"{decision['error'] * 100:.1f}"
        equal = said("review_equal") if decision["equal"] else ""
        found.append(f"  {said('review_line', number=decision['number'], cost=cost, error=error)}{equal}")
        for name in ("played", "better"):
            found.append(f"    {said(f'review_{name}', order=', '.join(decision[name]['actions']))}")
        if decision["reasons"]:
            found.append(f"    {said('review_which', reasons='; '.join(decision['reasons']))}")
    return found


def judge_lines(told: Json) -> list[str]:
    judge = told["judge"]
    how = "review_judged_played" if judge["plays"] else "review_judged"
    found = [
        said(how, seat=seat_word(told["seat"]), **{name: judge[name] for name in ("bot", "plays", "games", "players")})
    ]
    if judge["unknown"]:
        found.append(said("review_unknown", options=", ".join(judge["unknown"])))
    return found
