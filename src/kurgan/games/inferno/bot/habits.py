"""How a sensible player answers the questions of Inferno met in passing; bots use them to look ahead.

They are quick rules of thumb, not best play: a bot that is itself asked weighs every answer.
"""

from collections.abc import Mapping
from typing import Final

from kurgan.games.inferno.answers import CARD, DONE, HEX_RADIX, NO_CARD, PAIR, UNIT
from kurgan.games.inferno.bot.features import objectives
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.odds import fights
from kurgan.games.inferno.pack.pack import BARRAGE, GERMAN, REDUCE_INFANTRY
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.kernel.protocol import Lookahead, Policy

GARRISON: Final = 3
"""Blocks that advance into an objective; elsewhere two."""


def advance(s: State, legal: list[int]) -> int:
    """The strongest first; three into an objective, two elsewhere."""
    wanted = GARRISON if s.battle.target in objectives(s) else GARRISON - 1
    if DONE in legal and len(s.battle.advanced) >= wanted:
        return DONE
    units = [a - UNIT for a in legal if a != DONE]
    if not units:
        return DONE
    best = units[0]
    for u in units:
        if power(s, u) > power(s, best):
            best = u
    return UNIT + best


def power(s: State, u: int) -> int:
    """Dice times faces that hit."""
    dots = s.strength[u]
    return dots * s.pack.fire[u][dots]


def soviet_advance(s: State, legal: list[int]) -> int:
    """The German lets the weaker fire come."""
    units = sorted([(power(s, a - UNIT), a) for a in legal])
    return units[0][1]


def german_card(s: State, legal: list[int]) -> int:
    """Dice against stacks of two or more and against cities; nothing against a lone block in the open."""
    b = s.battle
    p = s.pack
    if len(b.soviets) == 1 and not concepts.is_urban(s, b.target):
        return NO_CARD
    best = NO_CARD
    most = 0
    for a in legal:
        c = a - CARD
        if a != NO_CARD and 0 <= c < p.cards and p.effect[c] == BARRAGE and p.card_dice[c] > most:
            best = a
            most = p.card_dice[c]
    if best == NO_CARD and not s.rubble[b.target]:
        shots = [a for a in legal if 0 <= a - CARD < p.cards and p.effect[a - CARD] == REDUCE_INFANTRY]
        best = shots[0] if shots else NO_CARD
    return best


def soviet_card(s: State, legal: list[int]) -> int:
    """Any card: a leader first, then what is listed."""
    p = s.pack
    leaders = [a for a in legal if a != NO_CARD and p.is_leader[a - CARD]]
    cards = [a for a in legal if a != NO_CARD]
    return (leaders or cards or legal)[0]


def deploy(s: State, legal: list[int]) -> int:
    """The spawn hex nearest to an objective that is still to be taken, and not crowded."""
    p = s.pack
    goals = [h for h in objectives(s) if s.control[h] != GERMAN] or p.soviet_spawn
    best = legal[0]
    least = 10**6
    for a in legal:
        h = (a - PAIR) % HEX_RADIX
        away = min([p.distance[h][g] for g in goals]) * 2 + s.count[GERMAN][h]
        if away < least:
            best = a
            least = away
    return best


def weakest(s: State, legal: list[int]) -> int:
    """The weakest block goes back to the track."""
    return sorted([(power(s, a - UNIT), a) for a in legal])[0][1]


def stay(s: State, legal: list[int]) -> int:
    """No further blitz."""
    return DONE if DONE in legal else legal[0]


def first(s: State, legal: list[int]) -> int:
    return legal[0]


HABITS: Final[Mapping[str, Policy[State]]] = {
    "choose_german_loss": fights.lowest_fire,
    "choose_soviet_loss": fights.highest_fire,
    "combined_force": fights.strike_first,
    "attacking_stacks": fights.all_stacks,
    "join_attack": fights.agree,
    "german_card": german_card,
    "soviet_card": soviet_card,
    "advance": advance,
    "soviet_advance": soviet_advance,
    "blitz": stay,
    "deploy": deploy,
    "return_unit": weakest,
}

STANDING: Final[Mapping[str, Mapping[str, Policy[State]]]] = {
    "choose_german_loss": {"lowest fire first": fights.lowest_fire, "highest fire first": fights.highest_fire},
    "choose_soviet_loss": {"lowest fire first": fights.lowest_fire, "highest fire first": fights.highest_fire},
    "german_card": {"most dice": german_card},
    "soviet_card": {"leaders first": soviet_card},
    "advance": {"three into an objective, two elsewhere": advance},
    "soviet_advance": {"weakest fire": soviet_advance},
    "deploy": {"nearest to the goals": deploy},
    "return_unit": {"weakest first": weakest},
}
"""Orders that a player may leave, by name, besides the policies of the fights."""

HORIZON: Final = frozenset({"begin_soviet_turn", "begin_german_turn"})
"""Bots look to the end of the turn, not into the answer to it."""

LOOKAHEAD: Final = Lookahead(frozenset({"choose_action"}), 1, 3.0, 2.0, 0.5)
"""A German action is played on until after his next one. That is quickly done, so more often than usual: few noisy
games cannot tell two good actions apart. What he has before that next one counts half: a landing that could be taken
as well a turn later would otherwise never be taken."""
SOVIET_LOOKAHEAD: Final = Lookahead(frozenset({"soviet_action"}), 1, 3.0, 2.0)
"""What a Soviet player does is played on until after the German answer."""


def lookahead(v: View) -> Lookahead:
    """What is worth playing on for the seat of a view."""
    return SOVIET_LOOKAHEAD if v.seat >= 0 and v.seat == v.position.rules.soviet_seat else LOOKAHEAD
