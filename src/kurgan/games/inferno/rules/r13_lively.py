"""Inferno, the lively opponent: a Soviet side for solo play that uses the 1 vs 1 rules. Ours, not the book's.

It sees what a Soviet player would see, weighs each answer, and lets the dice choose among the best few. The total of
the weights is always the same, so that the question tells nothing about what it holds.
"""

from typing import Final

from kurgan.kernel.chance import Chance, Draw

from ..pack import (
    ANTI_AIRCRAFT,
    BARRAGE,
    CHUIKOV,
    DEPLOY_INFANTRY,
    DEPLOY_TANK,
    FLOTILLA,
    GERMAN,
    KHRUSHCHEV,
    REDUCE_INFANTRY,
    REDUCE_TANK,
    SOVIET,
    URBAN,
    ZAYTSEV,
)
from ..state import State, soviets_at
from ..terms import CARD, NO_CARD, SOVIET_DRAWS, SOVIET_MOVES, UNIT
from . import r04_solo as solo
from . import r10_one_vs_one as one_vs_one

TOTAL: Final = 840
"""Divided evenly among one to eight answers."""

ATTACK: Final = 6
NEAR_SPAWN: Final = 3
FAR: Final = 99


def weigh_action(s: State) -> Chance:
    """[10.3] Move, unless the clock favours sitting still: few cards left, or nothing within reach."""
    left = solo.cards_left(s)
    if left <= 4:
        return best([(SOVIET_DRAWS, 1)])
    useful = max([end_score(s, h, n) for h in one_vs_one.hex_choices(s) for n in s.pack.near[h]], default=0)
    if useful <= 0:
        return best([(SOVIET_DRAWS, 1), (SOVIET_MOVES, 0)])
    return best([(SOVIET_MOVES, 1), (SOVIET_DRAWS, 0)])


def weigh_hex(s: State) -> Chance:
    """[10.5] Attacks first, then the stacks with most to gain."""
    scores = []
    for h in one_vs_one.hex_choices(s):
        ends = [n for n in s.pack.near[h] if one_vs_one.why_not_go(s, h, n) == 0]
        scores.append((h, max([end_score(s, h, n) for n in ends])))
    return best(scores)


def weigh_end(s: State) -> Chance:
    """[10.5] The best of the neighbouring hexes."""
    return best([(h, end_score(s, s.order.start, h)) for h in one_vs_one.end_choices(s)])


def weigh_unit(s: State) -> Chance:
    """[10.5] The strongest block goes towards the enemy, the weakest to the rear."""
    forward = any(s.count[GERMAN][n] for n in s.pack.near[s.order.end])
    units = soviets_at(s, s.order.start)
    return best([(UNIT + u, s.strength[u] if forward else -s.strength[u]) for u in units])


def weigh_card(s: State) -> Chance:
    """[10.7] The card that does most in this combat."""
    scores = [(NO_CARD, 0)]
    for c in range(s.pack.german_cards, s.pack.cards):
        if s.soviet_hand[c]:
            scores.append((CARD + c, card_score(s, c)))
    return best(scores)


def best(scores: list[tuple[int, int]]) -> Chance:
    """[10.0] An even draw among the answers with the highest score, at most eight of them."""
    top = max([score for _, score in scores])
    answers = [a for a, score in scores if score == top][:8]
    share, rest = divmod(TOTAL, len(answers))
    weights = [share] * len(answers)
    weights[0] += rest
    return Draw(answers, weights)


def end_score(s: State, start: int, h: int) -> int:
    """[10.5] How much is gained by going to a hex or attacking it."""
    if s.count[GERMAN][h]:
        return attack_score(s, start, h)
    score = 0
    if s.control[h] == GERMAN:
        score += NEAR_SPAWN if s.pack.spawn_side[h] >= 0 else 1
    if s.count[SOVIET][h]:
        score -= 1
    before = enemy_distance(s, start)
    after = enemy_distance(s, h)
    if after < before:
        score += 2
    if s.pack.terrain[h] == URBAN:
        score += 1
    if s.pack.spawn_side[start] == SOVIET and s.count[SOVIET][start] == 1 and before <= 2:
        score -= ATTACK
    return score


def attack_score(s: State, start: int, h: int) -> int:
    """[10.5.1] Own dots against what the Germans there may have: blocks are hidden, so their number alone counts."""
    own = sum([s.strength[u] for u in soviets_at(s, start)])
    score = own - 3 * s.count[GERMAN][h]
    if s.pack.terrain[h] == URBAN or s.rubble[h]:
        score -= 2
    if s.pack.spawn_side[h] >= 0:
        score += NEAR_SPAWN
    return score


def enemy_distance(s: State, h: int) -> int:
    """[10.5] Hexes to the nearest Germans, up to three."""
    seen = {h}
    edge = [h]
    for steps in range(4):
        if any(s.count[GERMAN][n] for n in edge):
            return steps
        edge = sorted({n for m in edge for n in s.pack.near[m]} - seen)
        seen.update(edge)
    return FAR


def card_score(s: State, c: int) -> int:
    """[10.7.2] Leaders early, fire where it counts, anti-aircraft when an airstrike is likely, else keep the card."""
    b = s.battle
    effect = s.pack.effect[c]
    defending = b.side == GERMAN
    if effect in (CHUIKOV, KHRUSHCHEV, ZAYTSEV):
        return 9
    if effect in (DEPLOY_INFANTRY, DEPLOY_TANK):
        return 7 if s.count[SOVIET][b.start] < s.pack.stack_limit else -1
    if effect == ANTI_AIRCRAFT:
        return 5 if defending and b.deliberate else -1
    if effect == FLOTILLA:
        return 6 if s.pack.is_coastal[b.start] else 1
    if effect in (REDUCE_INFANTRY, REDUCE_TANK, BARRAGE):
        return 4
    return 0
