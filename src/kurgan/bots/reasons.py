"""Why an order is good, in sentences: what it changes, how often, and what it has over the next best.

Features have names and phrases that players use (``feature_words``, from the title's text file); the figures behind
them stay with the bot.
"""

from collections.abc import Mapping, Sequence

from kurgan.bots.expect import Judge
from kurgan.bots.words import said
from kurgan.kernel.protocol import Game, S, V

Leaves = Mapping[bytes, float]
"""Where an order may lead: positions by key, each with its weight."""

NOTHING = 0.005
MOST_PHRASES = 4
SLIGHT = 0.08
"""What is less than this part of the largest change is not worth a phrase."""

SURE = 0.995
OFTEN = (
    *((0.15, "often_15"), (0.29, "often_29"), (0.42, "often_42"), (0.58, "often_58")),
    *((0.71, "often_71"), (0.86, "often_86"), (SURE, "often_99")),
)


def how_often(share: float) -> str:
    """A share of cases in words; nothing where it is all of them."""
    return next((said(word) for below, word in OFTEN if share < below), "")


def changed(game: Game[S, V], view: V, judge: Judge[S, V], leaves: Leaves) -> list[str]:
    """What an order changes against the position as it is, the largest first: "gains ground in half the cases"."""
    now = game.features(view)
    total = sum(leaves.values())
    mean: dict[str, float] = {}
    rises: dict[str, float] = {}
    falls: dict[str, float] = {}
    for key, share in leaves.items():
        then = judge.features[key]
        for name in {**now, **then}:
            change = then.get(name, 0.0) - now.get(name, 0.0)
            mean[name] = mean.get(name, 0.0) + change * share / total
            side = rises if change > NOTHING else falls if change < -NOTHING else {}
            side[name] = side.get(name, 0.0) + share / total
    told = []
    for name in largest(mean):
        words = game.feature_words(view, name)
        phrase, often = (words.up, rises.get(name, 0.0)) if mean[name] > 0 else (words.down, falls.get(name, 0.0))
        told.append(f"{phrase} {how_often(often)}".rstrip())
    return told


def compared(game: Game[S, V], view: V, judge: Judge[S, V], better: Leaves, other: Leaves) -> list[str]:
    """What one order has over another, and what it costs against it, on average: "better for areas held"."""
    one, two = mean_features(judge, better), mean_features(judge, other)
    lead = {name: one.get(name, 0.0) - two.get(name, 0.0) for name in {**one, **two}}
    words = [(game.feature_words(view, name).label, lead[name]) for name in largest(lead)]
    sides = (
        ("better", [word for word, ahead in words if ahead > 0]),
        ("worse", [word for word, ahead in words if ahead < 0]),
    )
    return [said(how, what=listed(labels)) for how, labels in sides if labels]


def listed(labels: Sequence[str]) -> str:
    """As people list things: "this, that and those"."""
    return said("and").join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)


def largest(changes: Mapping[str, float]) -> list[str]:
    """The few that count, the largest first."""
    found = sorted([name for name in changes if abs(changes[name]) > NOTHING], key=lambda n: (-abs(changes[n]), n))
    return [name for name in found if abs(changes[name]) >= SLIGHT * abs(changes[found[0]])][:MOST_PHRASES]


def mean_features(judge: Judge[S, V], leaves: Leaves) -> dict[str, float]:
    """The features after an order, averaged over the outcomes seen."""
    total = sum(leaves.values())
    mean: dict[str, float] = {}
    for key, share in leaves.items():
        for name, value in judge.features[key].items():
            mean[name] = mean.get(name, 0.0) + value * share / total
    return mean


def sentence(phrases: Sequence[str]) -> str:
    """Phrases as one sentence; the first word is capitalised as it stands."""
    joined = "; ".join(phrases)
    return f"{joined[:1].upper()}{joined[1:]}." if joined else ""
