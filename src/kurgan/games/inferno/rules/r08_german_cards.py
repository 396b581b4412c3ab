"""Inferno, chapter 8, the German deck: leaders, support cards, the Combined Force Bonus and Blitz.

Hands hold counts of each kind of card, not single cards. Leaders enter play when drawn. Several Pioneers under Linden
are one answer, so that nobody learns from the number of questions what was laid down.
"""

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import CARD, DONE, HEX_RADIX, NO_CARD, PAIR, PIONEER_RADIX, PIONEERS
from kurgan.games.inferno.pack.pack import (
    BARRAGE,
    GERMAN,
    HOTH,
    LINDEN,
    REDUCE_INFANTRY,
    REDUCE_TANK,
    RICHTHOFEN,
    SOVIET,
)
from kurgan.games.inferno.position.state import State, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r06_hits as hits
from kurgan.games.inferno.rules.dice import CardDraw, Volley
from kurgan.games.inferno.terms import AIM_INFANTRY, AIM_TANK
from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Ask, Auto, Call, Each, Roll, Seq, Step, When, While, current, tell
from kurgan.kernel.vocabulary import ALLOWED


def german_draws() -> Step:
    """[8.1] Cards the Germans owe themselves."""
    return When(
        "8.1",
        "german_draws",
        germans_draw,
        While(
            "8.1",
            "german_cards_owed",
            germans_draw,
            Roll("8.1", "draw_german_card", german_deck, take_german_card, True),
        ),
    )


def lay_card() -> Step:
    """[6.2] The attacker may lay a card face down; he is asked whatever he holds."""
    return Ask(
        "6.2",
        "german_card",
        combat.deciding_german,
        card_choices,
        take_card,
        why=why_not_card,
        space=card_space,
        private=True,
    )


def german_card_effect() -> Step:
    """[6.6] Each card laid down, settled apart."""
    return Each(
        "6.6",
        "german_card_effect",
        cards_laid,
        Seq(
            "6.6",
            "settle_german_card",
            [
                Auto("8.3", "aim_german_card", aim_card),
                When("8.3", "german_barrage", fires, Roll("8.3", "roll_barrage", barrage_dice, take_barrage)),
                Call("6.10.4", "hits"),
            ],
        ),
    )


def blitz_movement() -> Step:
    """[6.12] [8.2.2.2] Blitz blocks that advanced may move on, one by one."""
    return While(
        "6.12",
        "blitz_movement",
        may_blitz,
        Seq(
            "8.2.2.2",
            "blitz_on",
            [
                Ask(
                    "8.2.2.2",
                    "blitz",
                    combat.deciding_german,
                    blitz_choices,
                    take_blitz,
                    why=why_not_blitz,
                    space=blitz_space,
                    auto=concepts.hides_no_colour,
                ),
                Call("8.1", "german_draws"),
            ],
        ),
    )


# Drawing --------------------------------------------------------------------------------------------------------


def germans_draw(s: State) -> bool:
    """[8.1] A card is owed and the deck is not empty; discards are never shuffled in."""
    if s.german_owed and german_cards_left(s) == 0:
        s.german_owed = 0
    return s.german_owed > 0


def german_cards_left(s: State) -> int:
    """[8.1] Cards in the German deck."""
    n = s.pack.german_cards
    return sum(s.deck[:n]) + sum(s.deck_top[:n]) + sum(s.deck_bottom[:n])


def german_deck(s: State) -> Chance:
    """[8.1] Leaders laid on top first [12.2], then the shuffled deck, then what was put at the bottom [12.8]."""
    n = s.pack.german_cards
    column = s.deck_top
    if not any(column[:n]):
        column = s.deck if any(s.deck[:n]) else s.deck_bottom
    return CardDraw(range(n), column[:n])


def take_german_card(s: State, c: int) -> None:
    """[8.2] A leader enters play at once; [9.6] other cards belong to the player whose turn it is."""
    n = s.pack.german_cards
    if any(s.deck_top[:n]):
        s.deck_top[c] -= 1
    elif any(s.deck[:n]):
        s.deck[c] -= 1
    else:
        s.deck_bottom[c] -= 1
    s.german_owed -= 1
    if s.pack.is_leader[c]:
        enter_leader(s, c)
    else:
        s.hand[s.player * s.pack.cards + c] += 1
        concepts.tell_germans(s, "8.1", events.GERMAN_CARD_DRAWN, c)
    if s.events is not None:
        tell(s, "8.1", events.GERMAN_DREW, german_hand_size(s, s.player), german_cards_left(s))


def enter_leader(s: State, c: int) -> None:
    """[8.2] [9.7] The effect is permanent, for both German players."""
    s.leaders |= 1 << s.pack.effect[c]
    tell(s, "8.2", events.LEADER_ENTERED, c)


def german_hand_size(s: State, player: int) -> int:
    """[8.1] Cards a German player holds; there is no limit."""
    n = s.pack.cards
    return sum(s.hand[player * n : player * n + n])


# Laying a card --------------------------------------------------------------------------------------------------


def may_lay_card(s: State) -> bool:
    """[6.2] [8.3] In a German Deliberate Attack only, by a player with a hand."""
    b = s.battle
    return b.side == GERMAN and b.deliberate == 1 and german_hand_size(s, b.player) > 0


def in_hand(s: State, c: int) -> int:
    """[9.6] How many cards of a kind the deciding German holds."""
    return s.hand[s.battle.player * s.pack.cards + c]


def why_not_card(s: State, a: int) -> int:
    """[8.3] One support card from the own hand; [8.2.4] the 672nd and several Pioneers need Linden."""
    p = s.pack
    if a == NO_CARD:
        return ALLOWED
    if PIONEERS <= a < PIONEERS + 2 * PIONEER_RADIX:
        return why_not_pioneers(s, (a - PIONEERS) // 2, (a - PIONEERS) % 2)
    c = a - CARD
    if not 0 <= c < p.cards:
        return refusals.NO_SUCH_ANSWER
    if p.is_leader[c]:
        return refusals.LEADER_NOT_PLAYED
    if in_hand(s, c) == 0:
        return refusals.NOT_IN_HAND
    if p.needs[c] >= 0 and not concepts.has_leader(s, p.effect[p.needs[c]]):
        return refusals.NEEDS_LINDEN
    return ALLOWED


def why_not_pioneers(s: State, ordinary: int, special: int) -> int:
    """[8.2.4] Two Pioneers or more together."""
    if not concepts.has_leader(s, LINDEN):
        return refusals.NEEDS_LINDEN
    if ordinary + special < 2:
        return refusals.NO_SUCH_ANSWER
    held = pioneers_held(s)
    return ALLOWED if ordinary <= held[0] and special <= held[1] else refusals.NOT_IN_HAND


def pioneers_held(s: State) -> list[int]:
    """[8.3.4] Ordinary Pioneers and the 672nd in the deciding German's hand."""
    p = s.pack
    held = [0, 0]
    for c in range(p.german_cards):
        if p.is_pioneer[c]:
            held[1 if p.needs[c] >= 0 else 0] += in_hand(s, c)
    return held


def card_choices(s: State) -> list[int]:
    """[8.3] Playing nothing, one card, or several Pioneers."""
    choices = [NO_CARD]
    n = s.pack.cards * s.battle.player
    for c in range(s.pack.german_cards):
        if s.hand[n + c] and why_not_card(s, CARD + c) == ALLOWED:
            choices.append(CARD + c)
    if concepts.has_leader(s, LINDEN):
        held = pioneers_held(s)
        for ordinary in range(held[0] + 1):
            for special in range(held[1] + 1):
                if ordinary + special >= 2:
                    choices.append(PIONEERS + ordinary * 2 + special)
    return choices


def card_space(s: State) -> list[int]:
    """[8.3] Any card of the game, any number of Pioneers."""
    return [NO_CARD] + [CARD + c for c in range(s.pack.cards)] + [PIONEERS + n for n in range(2 * PIONEER_RADIX)]


def take_card(s: State, a: int) -> None:
    """[6.2] The cards leave the hand and lie face down."""
    b = s.battle
    p = s.pack
    if a == NO_CARD:
        return
    if a >= PIONEERS:
        b.german_cards = _pioneer_cards(s, (a - PIONEERS) // 2, (a - PIONEERS) % 2)
    else:
        b.german_cards = [a - CARD]
    for c in b.german_cards:
        s.hand[b.player * p.cards + c] -= 1
    tell(s, "6.2", events.GERMAN_CARDS_LAID, len(b.german_cards))


def _pioneer_cards(s: State, ordinary: int, special: int) -> list[int]:
    cards: list[int] = []
    wanted = [ordinary, special]
    for c in range(s.pack.german_cards):
        if s.pack.is_pioneer[c]:
            which = 1 if s.pack.needs[c] >= 0 else 0
            n = min(wanted[which], in_hand(s, c))
            cards += [c] * n
            wanted[which] -= n
    return cards


def show_cards(s: State) -> None:
    """[6.3] The German cards are turned up."""
    for c in s.battle.german_cards:
        tell(s, "6.3", events.CARD_SHOWN, c)


# Effects --------------------------------------------------------------------------------------------------------


def cards_laid(s: State) -> list[int]:
    """[6.6] The cards to settle; [8.5.3] a cancelled airstrike does nothing."""
    b = s.battle
    return [c for c in b.german_cards if not (b.no_airstrike and s.pack.is_airstrike[c])]


def aim_card(s: State) -> None:
    """[8.3.5] Sniper and [8.3.6] Pak take a step off the strongest of their kind, whatever lies in the hex."""
    b = s.battle
    c = current(s, "german_card_effect")
    effect = s.pack.effect[c]
    if effect == REDUCE_INFANTRY:
        b.aim = AIM_INFANTRY
        b.hits_soviet = 1
    elif effect == REDUCE_TANK:
        b.aim = AIM_TANK
        b.hits_soviet = 1
    if b.hits_soviet and not hits.soviet_targets(s):
        tell(s, "8.3", events.CARD_WASTED, c)


def fires(s: State) -> bool:
    """[8.3] The card rolls dice and somebody is there to be hit."""
    return s.pack.effect[current(s, "german_card_effect")] == BARRAGE and len(s.battle.soviets) > 0


def barrage_dice(s: State) -> Chance:
    """[8.3.1] [8.3.2] [8.3.3] [8.3.4] The dice on the card; [8.2.3] twice as many by air under Richthofen."""
    p = s.pack
    c = current(s, "german_card_effect")
    return Volley([(p.card_dice[c] * airstrike_factor(s, c), p.card_fire[c])], False)


def airstrike_factor(s: State, c: int) -> int:
    """[8.2.3] Richthofen doubles dice and Rubble modifier of Heinkel and Stuka."""
    return 2 if s.pack.is_airstrike[c] and concepts.has_leader(s, RICHTHOFEN) else 1


def take_barrage(s: State, hit: int) -> None:
    """[8.3] Hits of one card, [6.9.1] halved by Rubble card by card."""
    tell(s, "8.3", events.CARD_FIRED, current(s, "german_card_effect"), hit)
    s.battle.hits_soviet += combat.halved(s, SOVIET, hit)


def card_rubble(s: State) -> int:
    """[6.9.2] [8.2.4] What the cards add to the Rubble Roll, [8.5.3] a cancelled airstrike nothing."""
    return sum([s.pack.card_rubble[c] * airstrike_factor(s, c) for c in cards_laid(s)])


# Hoth -----------------------------------------------------------------------------------------------------------


def may_combine(s: State) -> bool:
    """[8.2.2] [8.2.2.1] Hoth, a Clear hex, Germans with infantry and tanks, Soviets without both; also defending."""
    b = s.battle
    if not concepts.has_leader(s, HOTH) or not concepts.is_clear(s, b.target):
        return False
    return is_combined(s, b.germans) and not is_combined(s, b.soviets)


def is_combined(s: State, units: list[int]) -> bool:
    """[8.2.2.1] [2.5.2] Infantry and tank together; a Panzer Grenadier is both."""
    p = s.pack
    infantry = 0
    tank = 0
    for u in units:
        infantry |= p.is_infantry[u]
        tank |= p.is_tank[u]
    return infantry == 1 and tank == 1


def may_blitz(s: State) -> bool:
    """[6.12] [8.2.2.2] [2.5.1] Hoth, an advance into a Clear hex, and a Blitz block that has somewhere to go."""
    b = s.battle
    if b.side != GERMAN or not b.advanced or not concepts.has_leader(s, HOTH):
        return False
    if not concepts.is_clear(s, b.target):
        return False
    return any(s.pack.is_blitz[u] for u in b.advanced) and any(is_open_to_blitz(s, h) for h in s.pack.near[b.target])


def is_open_to_blitz(s: State, h: int) -> bool:
    """[8.2.2.2] Clear, free of Soviets, with room; whatever the colours there [1.5]."""
    return concepts.is_clear(s, h) and s.count[SOVIET][h] == 0 and s.count[GERMAN][h] < s.pack.stack_limit


def why_not_blitz(s: State, a: int) -> int:
    """[8.2.2.2] One hex, Clear, free of Soviets, within the stack limit; each block once."""
    p = s.pack
    b = s.battle
    if a == DONE:
        return ALLOWED
    u = (a - PAIR) // HEX_RADIX
    h = (a - PAIR) % HEX_RADIX
    if u not in b.advanced or s.where[u] != b.target or not p.is_blitz[u]:
        return refusals.NOT_BLITZ
    if h not in p.near[b.target]:
        return refusals.NOT_ADJACENT
    if not concepts.is_clear(s, h):
        return refusals.NOT_CLEAR
    if s.count[SOVIET][h]:
        return refusals.SOVIETS_THERE
    if s.count[GERMAN][h] >= p.stack_limit:
        return refusals.TOO_MANY_UNITS
    if concepts.would_mix(s, u, h):
        return refusals.PARTNERS_STACK
    return ALLOWED


def blitz_choices(s: State) -> list[int]:
    """[8.2.2.2] Every block and hex, or enough."""
    choices = []
    for u in s.battle.advanced:
        if s.pack.is_blitz[u]:
            for h in s.pack.near[s.battle.target]:
                a = PAIR + u * HEX_RADIX + h
                if why_not_blitz(s, a) == ALLOWED:
                    choices.append(a)
    choices.append(DONE)
    return choices


def blitz_space(s: State) -> list[int]:
    """[8.2.2.2] Any German block to any hex, or enough."""
    p = s.pack
    return [PAIR + u * HEX_RADIX + h for u in range(p.germans) for h in range(p.hexes)] + [DONE]


def take_blitz(s: State, a: int) -> None:
    """[8.2.2.2] The block moves on and takes control."""
    b = s.battle
    if a == DONE:
        b.advanced = []
        return
    u = (a - PAIR) // HEX_RADIX
    h = (a - PAIR) % HEX_RADIX
    b.advanced.remove(u)
    place(s, u, h)
    tell(s, "8.2.2.2", events.UNIT_BLITZED, u, h)
    concepts.enter(s, GERMAN, h)
