"""How fast a title is on one core, in CPU time, with a calibration so that noisy machines can be compared.

A decision is an answer given by a seat (dice do not count), with its legal list made, an answer picked at random and
applied; no events, views or checks.
"""

import gc
import sys
from statistics import median
from time import process_time

from kurgan import odds
from kurgan.bots import Source
from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Json, Over, Pending, State, Throw

SLICE = 0.2
"""CPU seconds of play between two calibrations."""

FIGHTS = 40
CALIBRATION_STEPS = 300_000


class Meter:
    """CPU seconds spent on the calibration loop so far."""

    def __init__(self) -> None:
        self.steps = 0
        self.seconds = 0.0

    def run(self) -> None:
        begun = process_time()
        x = 0
        for i in range(300000):
            x = (x + i) & 0xFFFF
        self.seconds += process_time() - begun
        self.steps += CALIBRATION_STEPS

    def millions_per_second(self) -> float:
        return self.steps / self.seconds / 1e6


def bench(source: Source, seconds: float = 5.0, scenario: str = "") -> Json:
    """The figures of one title; ``seconds`` is about how long it may take."""
    game = source.open()
    scenario = scenario or game.scenarios()[0].name
    meter = Meter()
    meter.run()
    decisions = _decisions(game, scenario, seconds * 0.5, meter)
    positions = _positions(game, scenario)
    copies = _copies(positions, seconds * 0.1)
    meter.run()
    moves = _table_moves(game, scenario, seconds * 0.15)
    gc.collect()
    gc.freeze()  # or a pass over all that is loaded, a tenth of the slowest fight, falls into one fight or another
    latency = _odds(game, scenario, seconds * 0.25, meter)
    gc.unfreeze()
    return {
        "game": game.name,
        "scenario": scenario,
        "compiled": is_compiled(game.new(scenario, {})),
        "decisions_per_second": round(decisions),
        "copies_per_second": round(copies),
        "odds_ms": latency,
        "table_moves_per_second": round(moves),
        "calibration": round(meter.millions_per_second(), 3),
    }


def is_compiled(s: State) -> bool:
    """Whether both the flow and the rules of this position's title run compiled (``make compiled``)."""
    files = (flow.__file__, sys.modules[type(s).__module__].__file__)
    return not any((file or ".py").endswith(".py") for file in files)


def _decisions(game: Game, scenario: str, seconds: float, meter: Meter) -> float:
    opening = game.new(scenario, {})
    tape = Tape("bench")
    legal_of, answer, below = game.legal, game.answer, tape.below
    s = opening.copy()
    count = 0
    spent = 0.0
    while spent < seconds:
        begun = process_time()
        while process_time() - begun < SLICE:
            for _ in range(200):
                legal = legal_of(s)
                if legal:
                    answer(s, legal[below(len(legal))])
                    count += 1
                    continue
                asked = game.pending(s)
                if isinstance(asked, Over):
                    s = opening.copy()
                elif isinstance(asked, Throw):
                    answer(s, asked.chance.throw(tape))
        spent += process_time() - begun
        meter.run()
    return count / spent


def _positions(game: Game, scenario: str) -> list[State]:
    """Positions from all parts of a random game."""
    found = []
    s = game.new(scenario, {})
    tape = Tape("bench positions")
    while not isinstance(asked := game.pending(s), Over):
        found.append(s.copy())
        game.answer(s, _any(game, s, asked, tape))
    return found[:: max(1, len(found) // 50)]


def _any(game: Game, s: State, asked: Pending, tape: Tape) -> int:
    if isinstance(asked, Decide):
        legal = game.legal(s)
        return legal[tape.below(len(legal))]
    assert isinstance(asked, Throw)
    return asked.chance.throw(tape)


def _copies(positions: list[State], seconds: float) -> float:
    count = 0
    begun = process_time()
    while process_time() - begun < seconds:
        for s in positions:
            s.copy()
        count += len(positions)
    return count / (process_time() - begun)


def _table_moves(game: Game, scenario: str, seconds: float) -> float:
    """Answers applied with their events and the JSON view of each seat, as the table does for every move."""
    opening = game.new(scenario, {})
    tape = Tape("bench table")
    seats = range(len(game.seats(scenario)))
    s = opening.copy()
    count = 0
    begun = process_time()
    while process_time() - begun < seconds:
        asked = game.pending(s)
        if isinstance(asked, Over):
            s = opening.copy()
            continue
        game.apply(s, _any(game, s, asked, tape))
        for seat in seats:
            game.view(s, seat).to_json()
        count += 1
    return count / (process_time() - begun)


def _odds(game: Game, scenario: str, seconds: float, meter: Meter) -> dict[str, float | None]:
    """Milliseconds for the exact odds of fights met in random play: the middle one and the slowest."""
    spent: list[float] = []
    begun = process_time()
    tape = Tape("bench odds")
    s = game.new(scenario, {})
    was_fighting = False
    while len(spent) < FIGHTS and process_time() - begun < seconds:
        asked = game.pending(s)
        if isinstance(asked, Over):
            s = game.new(scenario, {})
            continue
        fight = odds.find(game, s)
        if fight is not None and not was_fighting:
            at = process_time()
            odds.walk(game, s, fight)
            spent.append(1000 * (process_time() - at))
            if len(spent) % 8 == 0:
                meter.run()
        was_fighting = fight is not None
        game.answer(s, _any(game, s, asked, tape))
    if not spent:
        return {"typical": None, "worst": None}
    return {"typical": round(median(spent), 3), "worst": round(max(spent), 3)}
