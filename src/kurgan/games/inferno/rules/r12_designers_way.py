"""Inferno, chapter 12: the Designer's Way: levels, advantages, headquarters, fortifications, special units.

Other chapters ask the small questions below; nothing here runs unless the level or an advantage of the game says so.
"""

from typing import Final

from kurgan.games.inferno import events
from kurgan.games.inferno.pack.pack import (
    CANCEL_AIRSTRIKE,
    CHUIKOV,
    GERMAN,
    HOTH,
    LANDING_DICE,
    LINDEN,
    MARINE_POOL,
    OKH,
    PAULUS,
    REDUCE_PANZER,
    RICHTHOFEN,
    SOVIET,
)
from kurgan.games.inferno.position.state import NO_ORDER, Order, State
from kurgan.games.inferno.rules import r08_german_cards as german_cards
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.rules.dice import MovementDice, ordered_faces
from kurgan.games.inferno.terms import AIM_TANK
from kurgan.kernel.chance import Chance, Dice, Draw
from kurgan.kernel.flow import Auto, Roll, Seq, Step, While, tell

BASIC: Final = 0
NORMAL: Final = 1
EASY_GERMAN: Final = 2
EASY_SOVIET: Final = 3
IMPOSSIBLE_GERMAN: Final = 4

EASY_GERMAN_START: Final = (PAULUS, HOTH, RICHTHOFEN)
ADVANTAGE_SIDES: Final = 2


def draw_advantages() -> Step:
    """[12.1] A die for each side says how many advantages it draws."""
    return Seq(
        "12.1",
        "draw_advantages",
        [
            Roll("12.1", "advantage_dice", advantage_dice, take_advantage_dice),
            While(
                "12.1",
                "soviet_advantages",
                soviet_advantage_due,
                Roll("12.1", "draw_soviet_advantage", soviet_advantages_left, take_advantage),
            ),
            While(
                "12.1",
                "german_advantages",
                german_advantage_due,
                Roll("12.1", "draw_german_advantage", german_advantages_left, take_advantage),
            ),
            Auto("12.1", "advantages_drawn", advantages_drawn),
        ],
    )


def find_headquarters() -> Step:
    """[12.4] Three dice place Chuikov's block."""
    return Roll("12.4", "roll_hq", hq_dice, take_hq_roll)


def is_normal_level(s: State) -> bool:
    """[12.1] Random advantages belong to the normal level."""
    return s.rules.level == NORMAL


def advantage_dice(s: State) -> Chance:
    """[12.1] The first die is the Soviets', the second the Germans'."""
    return MovementDice(ADVANTAGE_SIDES)


def take_advantage_dice(s: State, folded: int) -> None:
    """[12.1] How many each side draws."""
    s.order = Order()
    s.order.surplus = ordered_faces(folded)


def soviet_advantage_due(s: State) -> bool:
    """[12.1] A Soviet advantage is still to be drawn."""
    return s.order.surplus[0] > 0


def german_advantage_due(s: State) -> bool:
    """[12.1] A German advantage is still to be drawn."""
    return s.order.surplus[1] > 0


def soviet_advantages_left(s: State) -> Chance:
    """[12.1] Any Soviet advantage not drawn yet."""
    return _left(s, SOVIET)


def german_advantages_left(s: State) -> Chance:
    """[12.1] Any German advantage not drawn yet."""
    return _left(s, GERMAN)


def _left(s: State, side: int) -> Chance:
    p = s.pack
    kinds = [a for a in range(len(p.advantage_side)) if p.advantage_side[a] == side and not s.advantages >> a & 1]
    return Draw(kinds, [1] * len(kinds))


def take_advantage(s: State, a: int) -> None:
    """[12.1] Distinct advantages, as many as the die shows."""
    s.advantages |= 1 << a
    s.order.surplus[0 if s.pack.advantage_side[a] == SOVIET else 1] -= 1
    tell(s, "12.1", events.ADVANTAGE_GAINED, a)


def advantages_drawn(s: State) -> None:
    """[12.1] Setup goes on."""
    s.order = NO_ORDER


def make_decks(s: State) -> None:
    """[3.10] [3.11] Both decks; [12.2] leader advantages and [12.9] the Soviet leaders lie on top."""
    p = s.pack
    for c in range(p.cards):
        s.deck[c] = s.rules.card_count[c]
    for a in range(len(p.advantage_card)):
        if s.advantages >> a & 1 and 0 <= p.advantage_card[a] < p.german_cards:
            lay_on_top(s, p.advantage_card[a])
    for c in soviet_top_set(s):
        lay_on_top(s, c)
    if s.rules.level == EASY_GERMAN:
        stack_german_deck(s)


def soviet_top_set(s: State) -> list[int]:
    """[12.2] [12.9] The Soviet leaders that were laid on top at the start; which ones is public."""
    p = s.pack
    if s.rules.level in (EASY_SOVIET, IMPOSSIBLE_GERMAN):
        return [c for c in range(p.german_cards, p.cards) if p.is_leader[c]]
    cards = [p.advantage_card[a] for a in range(len(p.advantage_card)) if s.advantages >> a & 1]
    return sorted([c for c in cards if c >= p.german_cards])


def lay_on_top(s: State, c: int) -> None:
    """[12.2] [12.9] A leader is taken out before shuffling and laid on top; several in random order."""
    s.deck[c] -= 1
    s.deck_top[c] += 1


def stack_german_deck(s: State) -> None:
    """[12.8] Paulus, Hoth and Richthofen start in play, Linden is drawn first, OKH last."""
    p = s.pack
    for c in range(p.german_cards):
        if p.effect[c] in EASY_GERMAN_START:
            s.deck[c] -= 1
            german_cards.enter_leader(s, c)
        elif p.effect[c] == LINDEN:
            lay_on_top(s, c)
        elif p.effect[c] == OKH:
            s.deck[c] -= 1
            s.deck_bottom[c] += 1


# Headquarters, Raus ---------------------------------------------------------------------------------------------


def seeks_headquarters(s: State) -> bool:
    """[12.4] Chuikov's card has just been shown, in the Designer's Way."""
    return s.rules.designers == 1 and soviet_cards.effect_is(s, CHUIKOV)


def hq_dice(s: State) -> Chance:
    """[12.4] Three dice, added."""
    return Dice(LANDING_DICE)


def take_hq_roll(s: State, total: int) -> None:
    """[12.4] The headquarters stands there if the Soviets hold the hex; else the card is lost at once."""
    h = s.pack.landing[total]
    if s.control[h] == SOVIET:
        s.hq = h
        tell(s, "12.4", events.HQ_ESTABLISHED, h)
    else:
        s.leaders &= ~(1 << CHUIKOV)
        tell(s, "12.4", events.HQ_LOST, h)


def raus_may_come(s: State) -> bool:
    """[12.3] The Germans have the 6th Panzer Division and Raus has not come yet."""
    return s.advantages & s.rules.sixth_panzer != 0 and s.raus == 0


# Combat ---------------------------------------------------------------------------------------------------------


def restore_guards(s: State) -> None:
    """[12.5] Immortal Guard: at the start of every combat Guards are at full strength."""
    if not s.advantages & s.rules.immortal_guard:
        return
    p = s.pack
    for u in s.battle.soviets:
        if p.is_guard[u] and s.strength[u] < p.full[u]:
            s.strength[u] = p.full[u]
            tell(s, "12.5", events.GUARD_RESTORED, u, s.strength[u])


def comes_at_full_strength(s: State, pool: int) -> bool:
    """[12.6] Marines Empowered."""
    return pool == MARINE_POOL and s.advantages & s.rules.marines_empowered != 0


def place_fortifications(s: State) -> None:
    """[12.10] [12.10.1] Five discs at the impossible level; [12.10.3] Rubble may lie there as well."""
    if s.rules.forts:
        for h in s.pack.fort_hexes:
            s.fort[h] = 1


def has_power(s: State, power: int) -> bool:
    """[12.10.4] [12.10.5] A block with this power fights in this combat, at a level where it counts."""
    if not s.rules.special_units:
        return False
    return any(s.pack.power[u] == power for u in s.battle.soviets)


def aa_regiment_cancels(s: State) -> None:
    """[12.10.4] The 1077th AA Regiment cancels an airstrike."""
    if has_power(s, CANCEL_AIRSTRIKE):
        soviet_cards.cancel_airstrike(s, "12.10.4")


def aim_destroyer_brigade(s: State) -> None:
    """[12.10.5] The 20th Destroyer Brigade takes a step off the strongest Panzer, whatever lies in the hex."""
    if has_power(s, REDUCE_PANZER):
        s.battle.aim = AIM_TANK
        s.battle.hits_german = 1


def destroyer_fires(s: State) -> bool:
    """[12.10.5] Its hit is owed."""
    return s.battle.hits_german > 0
