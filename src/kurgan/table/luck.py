"""Fights as the face of a title tells them apart: where one ended, how, and how lucky that was.

A face says which event ends a fight and how its outcome is read, in one of three ways: an argument of that event is the
outcome (``arg``), unless another told with it ``turns`` it; an event told since the fight began decides it (``told``);
or it is a gain, one argument less another (``score``). The chances come from the odds of the fight before its first
die.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kurgan import odds
from kurgan.kernel.protocol import EVERYONE, Decide, Event, Game, Json, Policy
from kurgan.session.course import DICE, Entry
from kurgan.session.session import Session

ODDS_LIMIT = 20_000
"""Positions for one fight of a whole game's report; beyond that its odds are sampled."""


TINY = 1e-9

Chances = dict[int, tuple[str, float]]
"""Rank of an outcome -> its name and its chance."""


class Ended(NamedTuple):
    """How a fight ended: a rank (higher is better for who attacked), its name, and its mark on the time line."""

    rank: int
    name: str
    mark: str


def kind_of(game: Game, event: Event) -> str:
    names: Sequence[tuple[str, str]] = getattr(game, "event_kinds", ())
    return names[event.kind][0] if names else ""


def fight_ended(game: Game, entries: Sequence[Entry], place: int, fights: Json) -> Ended | None:
    """The fight that ended with this line, if one did; from events that everybody saw."""
    if not fights:
        return None
    for event in entries[place].events:
        if event.seen_by == EVERYONE and kind_of(game, event) == fights["event"]:
            return _ended(game, entries, place, event, fights)
    return None


def _ended(game: Game, entries: Sequence[Entry], place: int, event: Event, fights: Json) -> Ended | None:
    if "score" in fights:
        plus, minus = fights["score"]
        gain = event.args[plus] - event.args[minus]
        return Ended(gain, f"{event.args[plus]} : {event.args[minus]}", fights["marks"][max(-1, min(gain, 2)) + 1])
    rank = _told(game, entries, place, fights) if "told" in fights else int(event.args[fights["arg"]])
    for later in entries[place].events:
        if kind_of(game, later) in fights.get("turns", {}):
            rank = fights["outcomes"].index(fights["turns"][kind_of(game, later)])
    if not 0 <= rank < len(fights["marks"]) or not fights["marks"][rank]:
        return None
    return Ended(rank, fights["outcomes"][rank], fights["marks"][rank])


def _told(game: Game, entries: Sequence[Entry], place: int, fights: Json) -> int:
    """Look back to where the fight began: the best outcome of which an event told, at its place."""
    at, there = fights["where"]
    told: list[tuple[str, int]] = []
    for entry in reversed(entries[: place + 1]):
        for event in reversed(entry.events):
            kind = kind_of(game, event)
            if kind == fights["begins"]:
                found = [rank for rank, name in enumerate(fights["told"]) if (name, event.args[at]) in told]
                return max(found, default=0)
            if kind in fights["told"]:
                told.append((kind, event.args[there]))
    return -1


def luck(session: Session, fights: Json) -> list[Json]:
    """Every fight that holds: what the odds were before its first die, and what came of it.

    The odds foresee how questions of the fight are answered. Who answers otherwise fights another fight from there on,
    and its luck is reckoned from the next die.
    """
    session._look_back()
    game, course = session.game, session.course
    place_of = {entry.line.number: place for place, entry in enumerate(course.entries)}
    state = course.position_at(course.floor)
    found: list[Json] = []
    chances: Chances = {}
    policies: Mapping[str, Policy] = {}
    for step in course.trail[course.floor :]:
        if step.seat == DICE and not chances and fights:
            chances, policies = _chances(game, state, fights)
        elif step.seat != DICE and chances and not _foreseen(game, state, policies, step.answer):
            chances = {}
        place = place_of[step.number]
        events = course.entries[place].events
        ended = fight_ended(game, course.entries, place, fights)
        if ended is not None and chances:
            words = [game.sentence(event) for event in events if event.seen_by == EVERYONE]
            found.append(luck_line(step.number, ended, chances, " ".join(words)))
        if ended is not None or any(kind_of(game, event) == fights.get("begins") for event in events):
            chances = {}
        if step.answer >= 0:
            game.answer(state, step.answer)
    return found


def _foreseen(game: Game, state: object, policies: Mapping[str, Policy], answer: int) -> bool:
    """Whether the odds took it that this question would be answered so."""
    asked = game.pending(state)
    policy = policies.get(asked.step) if isinstance(asked, Decide) else None
    return policy is not None and policy(state, game.legal(state)) == answer


def _chances(game: Game, state: object, fights: Json) -> tuple[Chances, Mapping[str, Policy]]:
    """The chances of the fight that is on, and how its questions were taken to be answered."""
    under_way = odds.pending(game, state, -1, limit=ODDS_LIMIT)
    if under_way is None:
        return {}, {}
    return _by_rank(under_way.report(), fights), under_way.fight.policies


def _by_rank(report: Json, fights: Json) -> Chances:
    """The chance of each outcome; what no outcome is given goes to the first of all."""
    chances = fights["chances"]
    if "score" in fights:
        return _gains(report.get(chances) or {}, fights)
    outcomes: list[str] = fights["outcomes"]
    if isinstance(chances, str):
        given = report.get(chances) or {}
        known = {name: float(given[name]["decimal"]) for name in outcomes if name in given}
    else:
        known = {name: float(report[key]["decimal"]) for name, key in chances.items() if key in report}
    if not known:
        return {}
    rest = 1.0 - sum(known.values())
    if rest > TINY:
        known[outcomes[0]] = rest
    return {i: (name, known[name]) for i, name in enumerate(outcomes) if name in known}


def _gains(given: Json, fights: Json) -> Chances:
    """The chance of each gain, from a table whose keys are the numbers of which it is made."""
    plus, minus = fights["score"]
    found: dict[int, float] = {}
    for key, chance in given.items():
        numbers = [int(number) for number in key.split(",")]
        gain = numbers[plus] - numbers[minus]
        found[gain] = found.get(gain, 0.0) + float(chance["decimal"])
    return {gain: (f"{gain:+d}" if gain else "0", found[gain]) for gain in sorted(found)}


def luck_line(number: int, ended: Ended, chances: Chances, words: str) -> Json:
    """One fight: its chances, and how often a result this good or better would come."""
    return {
        "number": number,
        "text": words,
        "outcome": ended.name,
        "mark": ended.mark,
        "chances": dict(chances.values()),
        "this_or_better": min(1.0, sum(chance for rank, (_, chance) in chances.items() if rank >= ended.rank)),
        "expected": sum(rank * chance for rank, (_, chance) in chances.items()),
        "actual": ended.rank,
    }
