"""Roads: what a planner of movement cares for, in points, and the dispositions from which it may plan a phase."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET


class Disposition(NamedTuple):
    """Weights of a place for a unit; the defaults are those of a player without a special purpose."""

    odds_worth: float = 2.5
    """For better odds against an enemy beside it."""
    axis_caution: float = 0.6
    """What is left of that for the Axis, which has no men to spare."""
    out_of_radius: float = -3.0
    far: float = -0.35
    """For each hex to the nearest goal."""
    stay: float = 0.3
    leave_town: float = -4.0
    town: float = 0.5
    alone_in_front: float = -0.6
    block: float = 7.0
    block_slowly: float = 2.0
    """For a Soviet unit on or beside the way out of Stalingrad, mobile or not; less with each hex of distance."""
    fill_gap: float = 5.0
    """For a Soviet unit in a gap of the wall, once no trace passes any more."""
    hold_way: float = 3.0
    """For the first Axis unit in a hex of the way."""
    break_ring: float = 1.0
    """How much more an attack is worth on enemies that shut the pocket."""
    garrison: float = 40.0
    """For the garrison of a major city that an enemy could reach."""
    aim: float = 0.0
    """For each hex to the nearest place by which the scenario is won."""
    score: float = 4.0
    """For each point of a hex that counts for whoever stands there at the end."""
    guard_hq: float = 6.0
    """For the one unit that keeps a headquarters from being walked over."""
    elite_only: bool = False
    """Only the best divisions go for it; the others hold the front behind them."""
    press: float = 0.0
    """How much more an attack is worth on such a place."""
    aims: int = 1
    """To how many such places at once; each unit goes to the nearest."""
    best_stay_out: bool = False
    """The best divisions do not sit in garrisons."""
    feed_aim: float = 0.0
    """How much more a headquarters cares for a unit that stands before such a place, though others feed it too."""
    hold_city: float = 0.0
    """For the one unit that keeps a city, major or not, from being walked into."""


USUAL: Final = Disposition()
CONCENTRATE: Final = Disposition(odds_worth=4.0, axis_caution=1.3)
HOLD: Final = Disposition(odds_worth=1.0, far=-0.15, stay=2.0)
CLOSE_UP: Final = Disposition(far=-0.9, town=1.5, leave_town=-1.0)
RING: Final = Disposition(block=14.0, block_slowly=6.0, fill_gap=10.0, hold_way=8.0, break_ring=4.0)
TOGETHER: Final = Disposition(alone_in_front=-3.0, out_of_radius=-6.0, leave_town=-10.0, stay=1.0)
PULL_OUT: Final = Disposition(odds_worth=-1.0, far=0.1, leave_town=-8.0, out_of_radius=-6.0)
STRIKE: Final = Disposition(odds_worth=4.0, axis_caution=1.0, aim=-0.8, town=1.5, press=1.0)
"""Many against few; stay where one is; on to the towns; cut a supply line or open it; nobody alone, nobody out of
supply; out of contact; straight at what wins."""

BLOW: Final = Disposition(aim=-0.6, press=1.5, elite_only=True, best_stay_out=True, hold_city=8.0, feed_aim=2.0)
"""The best divisions together at the one city that can be had; the others hold the front behind them."""

GALLOP: Final = Disposition(odds_worth=4.0, aim=-0.8, press=1.5, aims=3)
"""Every army straight to its own city."""

WIDE: Final = (USUAL, CONCENTRATE, HOLD, CLOSE_UP, RING, TOGETHER, PULL_OUT, STRIKE)
FEW: Final = (USUAL, CONCENTRATE, HOLD, TOGETHER, STRIKE)
LONG_TURNS: Final = frozenset({"backhand", "star_and_gallop"})

PURPOSES: Final[Mapping[tuple[str, int], Disposition]] = {
    ("wintergewitter", SOVIET): CONCENTRATE,
    ("backhand", AXIS): BLOW,
    ("star_and_gallop", SOVIET): GALLOP,
}
"""What a scenario asks of a side: the relief of the pocket is beaten by many against few, not met everywhere; without a
major city the backhand blow has failed, whatever else it takes."""


def purpose(scenario: str, side: int) -> Disposition:
    """The disposition from which a side plans when it has only one plan."""
    return PURPOSES.get((scenario, side), USUAL)


def dispositions(scenario: str, side: int) -> list[Disposition]:
    """All of them, the side's own purpose first; fewer where a turn takes long to play on."""
    first = purpose(scenario, side)
    return [first, *[mood for mood in (FEW if scenario in LONG_TURNS else WIDE) if mood != first]]
