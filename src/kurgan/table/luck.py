"""Fights as the face of a title tells them apart: where one ended, how, and how lucky that was.

A face says which event ends a fight and how its outcome is read, in one of three ways: an argument of that event is the
outcome (``arg``), unless another told with it ``turns`` it; an event told since the fight began decides it (``told``);
or it is a gain, one argument less another (``score``). The chances come from the odds of the fight before its first
die.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kurgan import odds
from kurgan.kernel.protocol import Decide, Event, Game, Json, Policy
from kurgan.session.replay import DICE
from kurgan.session.retrace import Step
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.session.stream import Happened
from kurgan.table.model.replies import FightLuck

ODDS_LIMIT = 20_000
"""Positions for one fight of a whole game's report; beyond that its odds are sampled."""


TINY = 1e-9
SELDOM = 1 / 3

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


def fight_ended(game: Game, happened: Sequence[Happened], place: int, fights: Json) -> Ended | None:
    """The fight that ended with this line, if one did; from events that everybody saw."""
    if not fights:
        return None
    for event in happened[place].events:
        if kind_of(game, event) == fights["event"]:
            return _ended(game, happened, place, event, fights)
    return None


def _ended(game: Game, happened: Sequence[Happened], place: int, event: Event, fights: Json) -> Ended | None:
    if "score" in fights:
        plus, minus = fights["score"]
        gain = event.args[plus] - event.args[minus]
        return Ended(gain, f"{event.args[plus]} : {event.args[minus]}", fights["marks"][max(-1, min(gain, 2)) + 1])
    rank = _told(game, happened, place, fights) if "told" in fights else int(event.args[fights["arg"]])
    for later in happened[place].events:
        if kind_of(game, later) in fights.get("turns", {}):
            rank = fights["outcomes"].index(fights["turns"][kind_of(game, later)])
    if not 0 <= rank < len(fights["marks"]) or not fights["marks"][rank]:
        return None
    return Ended(rank, fights["outcomes"][rank], fights["marks"][rank])


def _told(game: Game, happened: Sequence[Happened], place: int, fights: Json) -> int:
    """Look back to where the fight began: the best outcome of which an event told, at its place."""
    at, there = fights["where"]
    told: list[tuple[str, int]] = []
    for back in range(place, -1, -1):
        for event in reversed(happened[back].events):
            kind = kind_of(game, event)
            if kind == fights["begins"]:
                found = [rank for rank, name in enumerate(fights["told"]) if (name, event.args[at]) in told]
                return max(found, default=0)
            if kind in fights["told"]:
                told.append((kind, event.args[there]))
    return -1


def luck(session: Session, fights: Json) -> list[FightLuck]:
    """Every fight that holds: what the odds were before its first die, and what came of it.

    The odds foresee how questions of the fight are answered. Who answers otherwise fights another fight from there on,
    and its luck is reckoned from the next die.
    """
    game = session.game
    happened = session.happened()
    found: list[FightLuck] = []
    chances: Chances = {}
    policies: Mapping[str, Policy] = {}
    for step in session.retrace():
        if not step.answered:
            break
        if step.decider == DICE and not chances and fights:
            chances, policies = _chances(step.seen(""), fights)
        elif step.decider != DICE and chances and not _foreseen(step, policies):
            chances = {}
        events = happened[step.answered - 1].events
        ended = fight_ended(game, happened, step.answered - 1, fights)
        if ended is not None and chances:
            words = [game.sentence(event) for event in events]
            found.append(luck_line(step.answered, ended, chances, " ".join(words)))
        if ended is not None or any(kind_of(game, event) == fights.get("begins") for event in events):
            chances = {}
    return found


def _foreseen(step: Step, policies: Mapping[str, Policy]) -> bool:
    """Whether the odds took it that this question would be answered so."""
    asked = step.seen("").pending
    policy = policies.get(asked.step) if isinstance(asked, Decide) else None
    return policy is not None and step.went_by(policy)


def _chances(seen: Seen, fights: Json) -> tuple[Chances, Mapping[str, Policy]]:
    """The chances of the fight that is on, and how its questions were taken to be answered."""
    under_way = odds.pending(seen.game, seen.view, limit=ODDS_LIMIT)
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


def luck_line(number: int, ended: Ended, chances: Chances, words: str) -> FightLuck:
    """One fight: its chances, and how often a result this good or better, or this bad or worse, would come."""
    better = min(1.0, sum(chance for rank, (_, chance) in chances.items() if rank >= ended.rank))
    worse = min(1.0, sum(chance for rank, (_, chance) in chances.items() if rank <= ended.rank))
    return FightLuck(
        number=number,
        text=words,
        outcome=ended.name,
        mark=ended.mark,
        chances=dict(chances.values()),
        this_or_better=better,
        this_or_worse=worse,
        verdict=verdict(better, worse),
    )


def verdict(this_or_better: float, this_or_worse: float) -> str:
    """Luck is what comes in a third of such fights at most; what comes more often could be expected."""
    if this_or_better <= SELDOM:
        return "better"
    return "worse" if this_or_worse <= SELDOM else "expected"
