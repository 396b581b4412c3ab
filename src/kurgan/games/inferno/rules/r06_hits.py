"""Inferno, chapter 6, step 10: hits fall on the strongest, and a German settles ties.

Whoever fires leaves the hits he owes in the battle; the procedure "hits" shares them out, here for all of them: close
combat, cards, Opportunity Fire.
"""

from typing import Final

from kurgan.games.inferno import refusals
from kurgan.games.inferno.answers import AS_LISTED, HIGHEST_FIRE, LOWEST_FIRE, UNIT
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.terms import (
    AIM_ALL,
    AIM_INFANTRY,
    AIM_TANK,
    NONE,
    TIE_ASK,
    TIE_HIGHEST,
    TIE_LISTED,
    TIE_LOWEST,
)
from kurgan.kernel.flow import Ask, Auto, Seq, Step, When, While
from kurgan.kernel.vocabulary import ALLOWED

STANDING: Final = (AS_LISTED, LOWEST_FIRE, HIGHEST_FIRE)


def hits() -> Step:
    """[6.10.4] Hits owed are taken one by one by the strongest; [6.10.5] a German settles ties, on either side."""
    rows = Seq(
        "6.10.4",
        "share_hits",
        [
            While(
                "6.10.4",
                "german_losses",
                german_hit_due,
                Ask(
                    "6.10.5",
                    "choose_german_loss",
                    combat.deciding_german,
                    german_loss_choices,
                    take_german_loss,
                    why=why_not_german_loss,
                    space=german_loss_space,
                    form="loss",
                ),
            ),
            While(
                "6.10.4",
                "soviet_losses",
                soviet_hit_due,
                Ask(
                    "6.10.5",
                    "choose_soviet_loss",
                    combat.deciding_german,
                    soviet_loss_choices,
                    take_soviet_loss,
                    why=why_not_soviet_loss,
                    space=soviet_loss_space,
                    form="loss",
                ),
            ),
            Auto("6.10.4", "hits_settled", forget_hits),
        ],
    )
    return When("6.10.4", "hits", is_hit, rows)


def is_hit(s: State) -> bool:
    """[6.10.4] Hits are owed, or a position has fired."""
    b = s.battle
    return b.hits_german > 0 or b.hits_soviet > 0 or b.aim_hex != NONE


def german_hit_due(s: State) -> bool:
    """[6.10.4] A hit waits and a German block can take it."""
    b = s.battle
    if b.hits_german == 0:
        return False
    if b.aim == AIM_ALL and b.aim_hex == NONE:
        return len(b.germans) > 0
    return len(german_targets(s)) > 0


def soviet_hit_due(s: State) -> bool:
    """[6.10.4] A hit waits and a Soviet block can take it."""
    b = s.battle
    if b.hits_soviet == 0:
        return False
    if b.aim == AIM_ALL:
        return len(b.soviets) > 0
    return len(soviet_targets(s)) > 0


def german_targets(s: State) -> list[int]:
    """[6.10.4] German blocks that the hit may choose among; [8.4.1.1] near the block that fired."""
    b = s.battle
    units = aimed(s, b.germans)
    if b.aim_hex == NONE:
        return units
    return [u for u in units if soviet_cards.is_under_fire(s, u)]


def soviet_targets(s: State) -> list[int]:
    """[6.10.4] Revealed Soviet blocks that the hit may choose among."""
    return aimed(s, s.battle.soviets)


def aimed(s: State, units: list[int]) -> list[int]:
    """[8.3.5] [8.3.6] [8.5.4] [8.5.5] Snipers see infantry only, anti-tank guns tanks only."""
    aim = s.battle.aim
    if aim == AIM_INFANTRY:
        return [u for u in units if s.pack.is_infantry[u]]
    if aim == AIM_TANK:
        return [u for u in units if s.pack.is_tank[u]]
    return units


def strongest(s: State, units: list[int]) -> list[int]:
    """[6.10.4] The blocks with most dots, whatever their firepower."""
    strength = s.strength
    most = 0
    tied: list[int] = []
    for u in units:
        if strength[u] > most:
            most = strength[u]
            tied = [u]
        elif strength[u] == most:
            tied.append(u)
    return tied


def look_alike(s: State, units: list[int]) -> bool:
    """[6.10.5] Blocks that differ in nothing a rule reads: then nobody is asked."""
    alike = s.rules.alike
    where = s.where
    first = units[0]
    return all(not (alike[u] != alike[first] or where[u] != where[first]) for u in units)


def tie_choices(s: State, tied: list[int], standing: int) -> list[int]:
    """[6.10.5] One answer where nothing is to choose; else each tied block and the standing answers."""
    if len(tied) == 1:
        return [UNIT + tied[0]]
    if standing != TIE_ASK or look_alike(s, tied):
        return [UNIT + tie_pick(s, tied, standing)]
    choices = [UNIT + u for u in tied]
    choices += STANDING
    return choices


def tie_pick(s: State, tied: list[int], standing: int) -> int:
    """[6.10.5] The tied block that a standing answer means."""
    if standing in (TIE_ASK, TIE_LISTED):
        return tied[0]
    fire = s.pack.fire
    dots = s.strength[tied[0]]
    best = tied[0]
    for u in tied:
        gain = fire[u][dots] - fire[best][dots]
        if (standing == TIE_LOWEST and gain < 0) or (standing == TIE_HIGHEST and gain > 0):
            best = u
    return best


def standing_rule(a: int) -> int:
    """[6.10.5] The rule for the rest of the combat that an answer sets, or none."""
    if a == AS_LISTED:
        return TIE_LISTED
    if a == LOWEST_FIRE:
        return TIE_LOWEST
    if a == HIGHEST_FIRE:
        return TIE_HIGHEST
    return TIE_ASK


def german_loss_choices(s: State) -> list[int]:
    """[6.10.5] Which of the strongest Germans takes the hit."""
    return tie_choices(s, strongest(s, german_targets(s)), s.battle.tie_german)


def why_not_german_loss(s: State, a: int) -> int:
    """[6.10.4] Only the strongest takes the hit."""
    return _why_not_loss(a, german_loss_choices(s))


def german_loss_space(s: State) -> list[int]:
    """[6.10.5] Any German block, or a standing answer."""
    return [UNIT + u for u in range(s.pack.germans)] + list(STANDING)


def take_german_loss(s: State, a: int) -> None:
    """[6.10.4] A German block is reduced, and whatever must be reduced next."""
    b = s.battle
    standing = standing_rule(a)
    if standing != TIE_ASK:
        b.tie_german = standing
        u = tie_pick(s, strongest(s, german_targets(s)), standing)
    else:
        u = a - UNIT
    b.hits_german -= 1
    concepts.reduce_unit(s, u)
    # What leaves nothing to choose is taken at once, as the question would answer itself.
    while german_hit_due(s):
        choices = german_loss_choices(s)
        if len(choices) > 1:
            return
        b.hits_german -= 1
        concepts.reduce_unit(s, choices[0] - UNIT)


def soviet_loss_choices(s: State) -> list[int]:
    """[6.10.5] Which of the strongest Soviets takes the hit."""
    return tie_choices(s, strongest(s, soviet_targets(s)), s.battle.tie_soviet)


def why_not_soviet_loss(s: State, a: int) -> int:
    """[6.10.4] Only the strongest takes the hit."""
    return _why_not_loss(a, soviet_loss_choices(s))


def soviet_loss_space(s: State) -> list[int]:
    """[6.10.5] Any Soviet block, or a standing answer."""
    return [UNIT + u for u in range(s.pack.germans, s.pack.units)] + list(STANDING)


def _why_not_loss(a: int, choices: list[int]) -> int:
    return ALLOWED if a in choices else refusals.NOT_STRONGEST


def take_soviet_loss(s: State, a: int) -> None:
    """[6.10.4] A Soviet block is reduced, and whatever must be reduced next."""
    b = s.battle
    standing = standing_rule(a)
    if standing != TIE_ASK:
        b.tie_soviet = standing
        u = tie_pick(s, strongest(s, soviet_targets(s)), standing)
    else:
        u = a - UNIT
    b.hits_soviet -= 1
    concepts.reduce_unit(s, u)
    # What leaves nothing to choose is taken at once, as the question would answer itself.
    while soviet_hit_due(s):
        choices = soviet_loss_choices(s)
        if len(choices) > 1:
            return
        b.hits_soviet -= 1
        concepts.reduce_unit(s, choices[0] - UNIT)


def forget_hits(s: State) -> None:
    """[6.10.4] Hits that nobody is left to take are lost."""
    b = s.battle
    b.hits_german = 0
    b.hits_soviet = 0
    b.aim = AIM_ALL
    b.aim_hex = NONE
