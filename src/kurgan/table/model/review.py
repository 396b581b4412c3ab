"""The reply of the coach: a review of a game through the eyes of one seat."""

from typing import Literal

from msgspec import Struct


class ReviewPoint(Struct):
    """The chance to win after a line, and the band around it, 95 in 100."""

    number: int
    chance: float
    low: float
    high: float


class ReviewOrder(Struct):
    """An order: in notation, in the words of the choices, and the place it is about ("" for none)."""

    actions: list[str]
    words: list[str]
    place: str


class ReviewDecision(Struct):
    """A decision and the best order found instead. ``difference`` and ``error`` are chances; ``equal``: within the
    error. ``before`` is the line after which it was taken, ``count`` how many answers it had."""

    number: int
    before: int
    count: int
    played: ReviewOrder
    better: ReviewOrder
    difference: float
    error: float
    equal: bool
    orders: int
    reasons: list[str]


class ReviewAccounts(Struct):
    """What the change of the chance is made of. The parts add up: start, luck, own, other and rest are the end."""

    start: float
    luck: float
    luck_error: float
    own: float
    own_error: float
    other: float
    other_error: float
    rest: float
    rest_error: float
    end: float


class ReviewTurn(Struct):
    """A line that turned the curve: by the dice, a decision of one's own, or the other side's play."""

    number: int
    part: Literal["luck", "own", "other"]
    points: float


class ReviewJudge(Struct):
    """Who judges, by how many plays, and the games that taught the chances. ``plays``: quick games played to the end
    from each position, 0 where what is seen of it is judged. ``unknown``: options that the games do not know."""

    bot: str
    samples: int
    fresh: int
    plays: int
    games: int
    players: str
    unknown: list[str]


class Review(Struct, omit_defaults=True):
    """A review as far as it has grown: up to line ``reached`` of ``number``. ``stale``: the game went on since."""

    seat: str
    number: int
    state: Literal["none", "growing", "stopped", "done"]
    reached: int = 0
    stale: bool = False
    points: list[ReviewPoint] = []
    accounts: ReviewAccounts | None = None
    decisions: list[ReviewDecision] = []
    decided: int = 0
    worse: int = 0
    turning: list[ReviewTurn] = []
    judge: ReviewJudge | None = None
    trouble: str = ""
