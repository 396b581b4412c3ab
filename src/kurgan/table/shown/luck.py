"""Fights that ended, and how lucky that was.

A title's fights say themselves how they end (``Judged``): in what happened, and in what the odds measure. The chances
come from the odds of the fight before its first die.
"""

from collections.abc import Iterator, Mapping, Sequence

from kurgan import odds
from kurgan.kernel.protocol import BEGIN, Decide, Event, FightEnd, Game, Judged, Policy, Retold
from kurgan.odds.ends import Ends, ends
from kurgan.session.replay import DICE
from kurgan.session.retrace import Step
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.session.stream import Happened
from kurgan.table.model.replies import FightLuck

ODDS_LIMIT = 20_000
"""Positions for one fight of a whole game's report; beyond that its odds are sampled."""

SELDOM = 1 / 3


def judged(game: Game) -> list[Judged]:
    """The kinds of fight whose end can be told from events. Asked for once a log, because asking a protocol is slow."""
    return [fight for fight in game.fights() if isinstance(fight, Judged)]


def fight_ended(fights: Sequence[Judged], happened: Sequence[Happened], place: int) -> FightEnd | None:
    """The fight that ended with this line, if one did; from events that everybody saw."""
    told = happened[place].events
    for fight in fights if told else ():
        ended = fight.ended(told, _before(happened, place))
        if ended is not None:
            return ended
    return None


def _before(happened: Sequence[Happened], place: int) -> Iterator[Event]:
    """What was told before a line, the latest first."""
    for back in range(place - 1, -1, -1):
        yield from reversed(happened[back].events)


def luck(session: Session) -> list[FightLuck]:
    """Every fight that holds: what the odds were before its first die, and what came of it.

    The odds foresee how questions of the fight are answered. Who answers otherwise fights another fight from there on,
    and its luck is reckoned from the next die.
    """
    return list(_reckoned(session, 0, _Onlooker()))


def likely(session: Session, number: int, seat: str) -> FightLuck | None:
    """The fight that ended with a line, as this seat could reckon it then: with its own eyes, and from the last answer
    of anybody else on, because what others might have answered is theirs to know."""
    happened = session.happened()
    if not 0 < number <= len(happened) or fight_ended(judged(session.game), happened, number - 1) is None:
        return None
    for fight in _reckoned(session, _begun(session.game, happened, number), _Player(seat)):
        if fight.number >= number:
            return fight if fight.number == number else None
    return None


def _begun(game: Game, happened: Sequence[Happened], number: int) -> int:
    """The line with which the fight began that ended with this one."""
    begins = {
        kind
        for fight in game.fights()
        if isinstance(fight, Retold)
        for kind, part in fight.parts.items()
        if part == BEGIN
    }
    for back in range(number - 1, -1, -1):
        if any(event.kind in begins for event in happened[back].events):
            return happened[back].number
    return 0


class _Onlooker:
    """Who reckons when everything may be known."""

    eyes = ""

    def foresaw(self, step: Step, policies: Mapping[str, Policy]) -> bool:
        """Whether the odds took it that this question would be answered so."""
        asked = step.seen("").pending
        policy = policies.get(asked.step) if isinstance(asked, Decide) else None
        return policy is not None and step.went_by(policy)


class _Player(_Onlooker):
    """Who reckons while the game goes on."""

    def __init__(self, seat: str) -> None:
        self.eyes = seat

    def foresaw(self, step: Step, policies: Mapping[str, Policy]) -> bool:
        return step.decider == self.eyes and super().foresaw(step, policies)


def _reckoned(session: Session, since: int, who: _Onlooker) -> Iterator[FightLuck]:
    game = session.game
    happened = session.happened()
    fights = judged(game)
    begins = frozenset().union(*[fight.begins for fight in fights])
    chances: Ends = {}
    policies: Mapping[str, Policy] = {}
    for step in session.retrace(since):
        if not step.answered:
            return
        if step.decider == DICE and not chances:
            chances, policies = _chances(step.seen(who.eyes))
        elif step.decider != DICE and chances and not who.foresaw(step, policies) and _dice_follow(step):
            chances = {}
        events = happened[step.answered - 1].events
        ended = fight_ended(fights, happened, step.answered - 1)
        if ended is not None and chances:
            words = [game.sentence(event) for event in events]
            yield luck_line(step.answered, ended, chances, " ".join(words))
        if ended is not None or any(event.kind in begins for event in events):
            chances = {}


def _dice_follow(step: Step) -> bool:
    """Whether the fight still has dice to come. Who advances into a hex that fell changes its luck no more."""
    seen = step.seen("")
    return odds.is_on(seen.game, seen.view)


def _chances(seen: Seen) -> tuple[Ends, Mapping[str, Policy]]:
    """The chances of the fight that is on, by how it may end, and how its questions were taken to be answered."""
    under_way = odds.pending(seen.game, seen.view, limit=ODDS_LIMIT, judged=True)
    if under_way is None or not isinstance(under_way.fight, Judged):
        return {}, {}
    return ends(under_way.fight, under_way.result), under_way.fight.policies


def luck_line(number: int, ended: FightEnd, chances: Ends, words: str) -> FightLuck:
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
