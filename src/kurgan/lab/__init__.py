"""Many games at once: batches with accumulators and error bars, random play under every invariant, measuring speed.

See docs/reference/lab.md.
"""

from kurgan.lab.bench import bench
from kurgan.lab.fight_odds import FightOdds
from kurgan.lab.fuzz import fuzz
from kurgan.lab.output import CannotWrite, write
from kurgan.lab.play import Accumulator, Endless, Played, play
from kurgan.lab.simulate import GameFailed, Simulation, simulate
from kurgan.lab.statistics import Places, RuleCounts, Turns
from kurgan.lab.summary import wilson
from kurgan.lab.think_time import think_times

__all__ = [
    "Accumulator",
    "CannotWrite",
    "Endless",
    "FightOdds",
    "GameFailed",
    "Places",
    "Played",
    "RuleCounts",
    "Simulation",
    "Turns",
    "bench",
    "fuzz",
    "play",
    "simulate",
    "think_times",
    "wilson",
    "write",
]
