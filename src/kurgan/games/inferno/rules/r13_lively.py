"""Inferno, the lively opponent: a Soviet side for solo play that uses the 1 vs 1 rules. Ours, not the book's.

It sees what a Soviet player would see, weighs each answer, and lets the dice choose among the best few. The total of
the weights is always the same, so that the question tells nothing about what it holds.
"""

from typing import Final

from kurgan.games.inferno.answers import CARD, NO_CARD, UNIT
from kurgan.games.inferno.pack.pack import (
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
    ZAYTSEV,
)
from kurgan.games.inferno.position.state import State, soviets_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.rules import r10_one_vs_one as one_vs_one
from kurgan.games.inferno.rules.dice import CardDraw
from kurgan.games.inferno.terms import SOVIET_DRAWS, SOVIET_MOVES
from kurgan.kernel.chance import Chance
from kurgan.kernel.vocabulary import ALLOWED

TOTAL: Final = 840
"""Divided evenly among one to eight answers."""

MOVES_MOSTLY: Final = (630, 210)
MOVES_OR_DRAWS: Final = (420, 420)
"""How it chooses between movement and a card: where something is to be gained, and where nothing is."""

LAST_CARDS: Final = 2
GERMAN_BLOCK: Final = 6
"""Dots times faces that hit of a German block one knows nothing of: three dots, DF."""
FAR: Final = 99


def weigh_action(s: State) -> Chance:
    """[10.3] An attack worth making is made; else it moves more often than it waits, but the last cards are drawn.

    [8.2.5.1] While the Germans play extra turns there is nothing left to draw.
    """
    if s.deck_out:
        return best([(SOVIET_MOVES, 1)])
    if solo.cards_left(s) <= LAST_CARDS:
        return best([(SOVIET_DRAWS, 1)])
    away = german_distances(s)
    scores = []
    for h in one_vs_one.hex_choices(s):
        ends = [n for n in s.pack.near[h] if one_vs_one.why_not_go(s, h, n) == ALLOWED]
        if any(s.count[GERMAN][n] and attack_score(s, h, n) > 0 for n in ends):
            return best([(SOVIET_MOVES, 1)])
        scores.append(max([end_score(s, h, n, away) for n in ends]))
    return CardDraw((SOVIET_MOVES, SOVIET_DRAWS), MOVES_MOSTLY if sum(scores) > 0 else MOVES_OR_DRAWS)


def weigh_hex(s: State) -> Chance:
    """[10.5] Attacks first, then the stacks with most to gain."""
    away = german_distances(s)
    scores = []
    for h in one_vs_one.hex_choices(s):
        ends = [n for n in s.pack.near[h] if one_vs_one.why_not_go(s, h, n) == ALLOWED]
        scores.append((h, max([end_score(s, h, n, away) for n in ends])))
    return best(scores)


def weigh_end(s: State) -> Chance:
    """[10.5] The best of the neighbouring hexes."""
    away = german_distances(s)
    return best([(h, end_score(s, s.order.start, h, away)) for h in one_vs_one.end_choices(s)])


def weigh_unit(s: State) -> Chance:
    """[10.5] The strongest block goes towards the enemy, the weakest to the rear."""
    forward = any(s.count[GERMAN][n] for n in s.pack.near[s.order.end])
    units = soviets_at(s, s.order.start)
    return best([(UNIT + u, power(s, u) if forward else -power(s, u)) for u in units])


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
    return CardDraw(answers, weights)


def power(s: State, u: int) -> int:
    """[2.6] [2.7] Dots times faces that hit; a blank edge fights as one."""
    dots = max(1, s.strength[u])
    return dots * s.pack.fire[u][dots]


def end_score(s: State, start: int, h: int, away: list[int]) -> int:
    """[10.5] What is gained by going to a hex or attacking it: ground, cover, nearness to the Germans."""
    if s.count[GERMAN][h]:
        return attack_score(s, start, h)
    score = 2 * (min(away[start], FAR) - min(away[h], FAR))
    if s.control[h] == GERMAN:
        score += 4 if s.pack.spawn_side[h] >= 0 else 2
    if concepts.is_urban(s, h):
        score += 1
    if away[h] == 1 and s.count[SOVIET][h] == 0:
        score -= 1
    if s.pack.spawn_side[start] == SOVIET and s.count[SOVIET][start] == 1 and away[start] <= 2:
        score -= GERMAN_BLOCK
    return score


def attack_score(s: State, start: int, h: int) -> int:
    """[10.5.1] Own power against what the Germans may have: their blocks are hidden, so their number alone counts."""
    own = 0
    for n in soviet_cards.attacking_hexes(s, start, h):
        own += sum([power(s, u) for u in soviets_at(s, n)])
    score = own - GERMAN_BLOCK * s.count[GERMAN][h]
    if concepts.is_urban(s, h):
        score -= GERMAN_BLOCK // 2
    if s.rubble[h]:
        score -= GERMAN_BLOCK
    if s.pack.spawn_side[h] >= 0:
        score += GERMAN_BLOCK // 2
    return score


def german_distances(s: State) -> list[int]:
    """[10.5] Hexes to the nearest Germans, for every hex."""
    near = s.pack.near
    away = [FAR] * s.pack.hexes
    edge = [h for h in range(s.pack.hexes) if s.count[GERMAN][h]]
    steps = 0
    while edge:
        for h in edge:
            away[h] = steps
        steps += 1
        edge = sorted({n for h in edge for n in near[h] if away[n] == FAR})
    return away


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
