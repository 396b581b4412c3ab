"""The chance to win from a position, as played games taught it.

A small model that can be read: the sum of the title's features, how far ahead the seat would be if the game ended now,
whose move it is and how much of the game is behind give the logarithm of the odds; or, where games are short and what
stands on the map says little, how many of some quick games from here are won (``playing_on``). A program
(``tools/calibrate.py``) fits it to games of bots for each scenario and seat, and docs/reference/chances.md says how
well it holds on games that it has not seen. It speaks of bots like those, not of people.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from kurgan.bots.words import said
from kurgan.kernel.protocol import Decide, Game, Json, Option, Outcome, Pending, S, V
from kurgan.kernel.sentences import seat_word

Z = 1.96
FARTHEST = 4.0
"""Standard deviations beyond which a position counts like the farthest: nothing was learnt there."""

DRAWN = 0.5
SUM, LEAD, EVEN, MOVE, PLAYED = "sum", "lead", "even", "move", "played"
LATE, AT_LAST = " late", " at last"
"""Names for the sum of the features and for the title's lead. With ``LATE`` it counts as much as the game has gone,
with ``AT_LAST`` the more, the less is to come: what is left can change little. ``EVEN`` is one everywhere, so that a
lead need not be nought where the game is even. ``MOVE`` says whose question it is: who is about to act has not yet got
what the action brings. ``PLAYED`` is the share of quick games from here that were won, as the logarithm of the odds."""
LEFT_OVER = 0.05
"""What may still change at the very end."""


class Figures(NamedTuple):
    """What was learnt for one seat of one scenario. ``scales`` are mean and deviation of the features' sum and of the
    lead, as far as the model looks at them; ``scatter`` is the share of p(1-p) by which true chances differ among
    positions that the model takes to be alike. Without weights the games taught nothing."""

    scenario: str
    options: Mapping[str, str]
    seat: str
    bot: str
    games: int
    won: float
    scales: Mapping[str, Sequence[float]]
    weights: Sequence[float]
    covariance: Sequence[Sequence[float]]
    scatter: float


class Chance(NamedTuple):
    """A chance to win and the band around it, 95 in 100."""

    chance: float
    low: float
    high: float


class NotTaught(ValueError):
    """Nobody has counted games of this scenario and seat, or those that were counted taught nothing."""


def figures_for(game: Game, scenario: str, options: Mapping[str, str], seat: str) -> Figures:
    """The figures that fit best: of this scenario and seat, with as many of the options as were counted."""
    counted = [Figures(**entry) for entry in game.taught()]
    found = [figures for figures in counted if (figures.scenario, figures.seat) == (scenario, seat)]
    fitting = [f for f in found if all(options.get(name) == value for name, value in f.options.items())]
    best = max(fitting, key=lambda f: len(f.options), default=None)
    if best is None or not best.weights:
        raise NotTaught(why_not_taught(game, scenario, seat, best, counted))
    return best


def why_not_taught(game: Game, scenario: str, seat: str, tried: Figures | None, counted: Sequence[Figures]) -> str:
    """That no games were counted, or how many were won of those that taught nothing; and what there are chances of."""
    known = "; ".join(sorted({described(game, figures) for figures in counted if figures.weights})) or "-"
    title = next((known.title for known in game.scenarios() if known.name == scenario), scenario)
    if tried is None:
        return said("not_taught", scenario=title, seat=seat_word(seat), known=known)
    won = f"{tried.won:.0%}".rstrip("%")
    return said("taught_nothing", games=tried.games, scenario=title, seat=seat_word(seat), won=won, known=known)


def described(game: Game, figures: Figures) -> str:
    """Scenario, options and seat as people say them."""
    scenario = next((known.title for known in game.scenarios() if known.name == figures.scenario), figures.scenario)
    options = {option.name: option for option in game.options()}
    chosen = [value_word(options[name], value) for name, value in sorted(figures.options.items()) if name in options]
    return ", ".join([scenario, *chosen, seat_word(figures.seat)])


def value_word(option: Option, value: str) -> str:
    """A value of an option by its own word, where it has one."""
    words = dict(zip(option.choices, option.said, strict=False))
    return words.get(value) or f"{option.name}={value}"


def unknown_options(game: Game, figures: Figures, options: Mapping[str, str]) -> list[str]:
    """Options of a game that differ from the usual and of which the figures know nothing."""
    usual = {option.name: option.default for option in game.options()}
    return [
        f"{name}={value}"
        for name, value in sorted(options.items())
        if value != usual.get(name) and name not in figures.options
    ]


class Look(NamedTuple):
    """What the model is shown of a position."""

    features: Mapping[str, float]
    progress: float
    lead: float
    move: float = 0.0
    played: float = 0.0


def look(game: Game[S, V], view: V, asked: Pending) -> Look:
    """A view, and who is asked something in it."""
    move = 0.0 if not isinstance(asked, Decide) else 1.0 if asked.seat == view.seat else -1.0
    return Look(game.features(view), game.progress(view), game.lead(view), move)


def is_played_on(figures: Figures) -> bool:
    """Whether quick games from a position say how it stands, not what is seen of it."""
    return PLAYED in figures.scales


def odds_of(won: float, games: int) -> float:
    """The logarithm of the odds of so many games won; half a game each way, since few games prove nothing."""
    return log((won + 0.5) / (games - won + 0.5))


def inputs(figures: Figures, seen: Look) -> list[float]:
    """One, progress, then what the model looks at on a common scale, early and late."""
    given = [1.0, seen.progress]
    for name, (mean, deviation) in figures.scales.items():
        points = max(-FARTHEST, min(FARTHEST, (measure(seen, name) - mean) / deviation))
        given.append(points * urgency(name, seen.progress))
    return given


def urgency(name: str, progress: float) -> float:
    """How much a thing counts at this point of the game."""
    if name.endswith(AT_LAST):
        return 1.0 / sqrt(1.0 - progress + LEFT_OVER)
    return progress if name.endswith(LATE) else 1.0


def plain(name: str) -> str:
    """What is measured, whenever it counts."""
    return name.removesuffix(LATE).removesuffix(AT_LAST)


def measure(seen: Look, name: str) -> float:
    if plain(name) == SUM:
        return sum(seen.features.values())
    return {EVEN: 1.0, LEAD: seen.lead, MOVE: seen.move, PLAYED: seen.played}[plain(name)]


def chance_of(figures: Figures, given: Sequence[float]) -> float:
    return logistic(sum([weight * each for weight, each in zip(figures.weights, given, strict=True)]))


def logistic(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds)) if odds > -30 else 0.0


def with_band(figures: Figures, chance: float, given: Sequence[float]) -> Chance:
    """As wide as if the chance had been counted: the uncertainty of the fit and the scatter of positions that look
    alike are worth so many games, and a share of so many games has Wilson's interval."""
    unsure = figures.scatter + variance(figures, given) * chance * (1 - chance)
    games = max(1.0, 1.0 / max(1e-6, unsure) - 1.0)
    scale = 1 + Z * Z / games
    centre = (chance + Z * Z / (2 * games)) / scale
    half = Z * sqrt(chance * (1 - chance) / games + Z * Z / (4 * games * games)) / scale
    return Chance(chance, min(chance, max(0.0, centre - half)), max(chance, min(1.0, centre + half)))


def variance(figures: Figures, given: Sequence[float]) -> float:
    """How unsure the fit is of what it makes of these inputs, or of a difference between two."""
    squares = [a * b * figures.covariance[i][j] for i, a in enumerate(given) for j, b in enumerate(given)]
    return max(0.0, sum(squares))


def result_for(game: Game[S, V], scenario: str, seat: str, outcome: Outcome) -> float:
    """1 for a game won, 0 for one lost, half for a draw."""
    if not outcome.winners:
        return DRAWN
    return 0.0 if set(outcome.winners) & set(game.rivals(scenario, seat)) else 1.0


def to_json(figures: Figures) -> Json:
    return {**figures._asdict(), "options": dict(figures.options)}
