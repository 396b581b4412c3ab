"""Inferno, chapter 8, the Soviet deck: leaders, support cards, Opportunity Fire.

A leader works from the step that shows him. "The Soviet hex" of the card texts is ``s.battle.start``: the hex attacked,
or the hex that started the attack.
"""

from typing import Final

from kurgan.games.inferno import events
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import (
    ANTI_AIRCRAFT,
    BARRAGE,
    CHUIKOV,
    DEPLOY_INFANTRY,
    DEPLOY_TANK,
    FLOTILLA,
    GERMAN,
    INFANTRY_POOL,
    KHRUSHCHEV,
    LANDING_DICE,
    MARINE_POOL,
    REDUCE_INFANTRY,
    REDUCE_TANK,
    SF,
    SOVIET,
    TANK_POOL,
    ZAYTSEV,
)
from kurgan.games.inferno.position.state import State, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r06_hits as hits
from kurgan.games.inferno.rules import r10_one_vs_one as one_vs_one
from kurgan.games.inferno.rules import r12_designers_way as designers
from kurgan.games.inferno.rules.dice import ONES, CardDraw, Volley
from kurgan.games.inferno.terms import AIM_INFANTRY, AIM_TANK, NONE
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Auto, Call, Each, Roll, Seq, Step, When, While, call, current, tell

STACK_RADIX: Final = 256
"""A position that fires is coded hex + STACK_RADIX * (attacking hex + 1), or the hex alone."""


def lay_soviet_card() -> Step:
    """[6.1] A random card face down; [10.7] a Soviet player chooses one or none."""
    return Seq(
        "6.1",
        "lay_soviet_card",
        [
            When(
                "6.1", "card_by_chance", plays_by_chance, Roll("6.1", "random_card", hand_draw, take_random_card, True)
            ),
            When("10.7", "card_by_choice", one_vs_one.has_seat, one_vs_one.lay_card()),
            When("10.7", "card_by_lively", one_vs_one.is_lively, Call("10.7", "lively_card")),
        ],
    )


def soviet_card_effect() -> Step:
    """[6.5] The whole effect of the Soviet card, before the German one."""
    return Seq(
        "6.5",
        "soviet_card_effect",
        [
            When("6.5", "has_soviet_card", has_card, Auto("6.5", "read_soviet_card", read_card)),
            Call("6.10.4", "hits"),
            Call("4.4", "soviet_draws"),
        ],
    )


PROCEDURES: Final = {
    CHUIKOV: "soviet_leader",
    ZAYTSEV: "soviet_leader",
    KHRUSHCHEV: "soviet_leader",
    BARRAGE: "tommy_gunners",
    FLOTILLA: "flotilla",
    ANTI_AIRCRAFT: "anti_aircraft",
    REDUCE_INFANTRY: "soviet_guns",
    REDUCE_TANK: "soviet_guns",
    DEPLOY_INFANTRY: "call_reserve",
    DEPLOY_TANK: "call_reserve",
}
"""[8.4] [8.5] What each effect enters."""


def soviet_leader() -> Step:
    """[8.4] A leader enters play; [12.4] Chuikov looks for his headquarters."""
    return Seq(
        "8.4",
        "soviet_leader",
        [
            Auto("8.4", "enter_soviet_leader", enter_leader),
            When("12.4", "headquarters", designers.seeks_headquarters, designers.find_headquarters()),
        ],
    )


def tommy_gunners() -> Step:
    """[8.5.1] Two dice."""
    return When("8.5.1", "tommy_gunners", has_targets, Roll("8.5.1", "roll_card", card_dice, take_card_fire))


def flotilla() -> Step:
    """[8.5.2] Gunfire where the Soviet hex lies on the river, else a landing."""
    return Seq(
        "8.5.2",
        "flotilla",
        [
            When("8.5.2.1", "gunboats", is_gunfire, Roll("8.5.2.1", "roll_gunboats", card_dice, take_card_fire)),
            When("8.5.2.2", "landing", is_landing, Call("8.5.2.2", "marine_landing")),
        ],
    )


def anti_aircraft() -> Step:
    """[8.5.3] The guns fire."""
    return Auto("8.5.3", "anti_aircraft", fire_flak)


def soviet_guns() -> Step:
    """[8.5.4] [8.5.5] A Sniper or an Anti-Tank gun; [8.4.2] Zaytsev doubles the former."""
    return Seq(
        "8.5.4",
        "soviet_guns",
        [
            Auto("8.5.4", "load_shots", load_shots),
            While("8.4.2", "shots", has_shots, Call("8.5.4", "soviet_shot")),
        ],
    )


def soviet_shot() -> Step:
    """[8.5.4] [8.5.5] One step off the strongest; [8.4.2] Zaytsev shoots twice, each time anew."""
    return Seq("8.5.4", "soviet_shot", [Auto("8.5.4", "aim_shot", aim_shot), Call("6.10.4", "hits")])


def marine_landing() -> Step:
    """[8.5.2.2] Three dice name the landing hex."""
    return Seq(
        "8.5.2.2",
        "marine_landing",
        [
            Roll("8.5.2.2", "roll_landing", landing_dice, take_landing),
            When("8.5.2.2", "lands", may_land, Roll("8.5.2.2", "land_marine", marine_draw, take_marine, True)),
        ],
    )


def call_reserve() -> Step:
    """[8.5.6] [8.5.7] A random block joins the combat, or a card is drawn."""
    return Seq(
        "8.5.6",
        "call_reserve",
        [
            Auto("8.5.6", "no_reserve", note_no_reserve),
            When("8.5.6", "reserve_comes", has_reserve, Roll("8.5.6", "join_block", reserve_draw, take_reserve, True)),
        ],
    )


def fire_positions() -> Step:
    """[8.4.1.1] Every Soviet position next to an attacking stack fires; the attacked hex first."""
    return Each(
        "8.4.1.1",
        "fire_positions",
        firing_hexes,
        Seq(
            "8.4.1.1",
            "fire_position",
            [
                Auto("8.4.1.1", "aim_position", aim_position),
                When("8.4.1.1", "can_fire", can_fire, Roll("8.4.1.1", "roll_opportunity", fire_dice, take_fire)),
                Call("6.10.4", "hits"),
            ],
        ),
    )


# Laying the card ------------------------------------------------------------------------------------------------


def has_cards(s: State) -> bool:
    """[6.1] The Soviet hand is not empty."""
    return solo.soviet_hand_size(s) > 0


def plays_by_chance(s: State) -> bool:
    """[6.1] The algorithm plays a random card and must."""
    return s.rules.soviet_chooses == 0


def hand_draw(s: State) -> Chance:
    """[4.4] Any card of the Soviet hand. A card nobody has looked at is any of those that were not seen yet.

    [12.2] Leaders laid on top and the rest of the deck are two lots; each unseen card is one of its own lot.
    """
    first = s.pack.german_cards
    cards = range(first, s.pack.cards)
    if s.unseen_hand == solo.soviet_hand_size(s):
        return CardDraw(cards, s.deck[first:])
    if s.unseen_hand + s.unseen_top == 0:
        return CardDraw(cards, s.soviet_hand[first:])
    top = sum(s.deck_top[first:]) or 1
    rest = sum(s.deck[first:]) or 1
    of_top = s.unseen_top * rest
    of_rest = s.unseen_hand * top
    known = top * rest
    return CardDraw(cards, [s.deck_top[c] * of_top + s.deck[c] * of_rest + s.soviet_hand[c] * known for c in cards])


def take_random_card(s: State, c: int) -> None:
    """[6.1] It lies face down until the Showdown."""
    if s.soviet_hand[c]:
        s.soviet_hand[c] -= 1
    elif s.deck_top[c]:
        s.deck_top[c] -= 1
        s.unseen_top -= 1
    else:
        s.deck[c] -= 1
        s.unseen_hand -= 1
    s.battle.soviet_card = c
    tell(s, "6.1", events.SOVIET_CARD_LAID)


def show_card(s: State) -> None:
    """[6.3] The Soviet card is turned up."""
    if s.battle.soviet_card != NONE:
        tell(s, "6.3", events.CARD_SHOWN, s.battle.soviet_card)


def has_card(s: State) -> bool:
    """[6.5] The Soviets laid a card."""
    return s.battle.soviet_card != NONE


def read_card(s: State) -> None:
    """[6.5] [8.5] What the card does. Last act: enters its procedure."""
    call(s, PROCEDURES[s.pack.effect[s.battle.soviet_card]])


def effect_is(s: State, effect: int) -> bool:
    """[6.5] The Soviet card of this combat has this effect."""
    c = s.battle.soviet_card
    return c != NONE and s.pack.effect[c] == effect


# Leaders --------------------------------------------------------------------------------------------------------


def enter_leader(s: State) -> None:
    """[8.4] [8.4.1] [8.4.2] [8.4.3] In play at once and for good."""
    s.leaders |= 1 << s.pack.effect[s.battle.soviet_card]
    tell(s, "8.4", events.LEADER_ENTERED, s.battle.soviet_card)


def attacking_hexes(s: State, start: int, target: int) -> list[int]:
    """[8.4.1.2] [7.7.6] The stack that attacks; with Chuikov every Soviet stack next to the target joins."""
    if not concepts.has_leader(s, CHUIKOV):
        return [start]
    return [start] + [h for h in s.pack.near[target] if h != start and s.count[SOVIET][h]]


def has_opportunity_fire(s: State) -> bool:
    """[6.8] [8.4.1.1] Chuikov is in play and the Soviets defend."""
    return s.battle.side == GERMAN and concepts.has_leader(s, CHUIKOV)


def firing_hexes(s: State) -> list[int]:
    """[8.4.1.1] Soviet hexes next to an attacking stack, the attacked one first."""
    b = s.battle
    stacks = sorted({s.where[u] for u in b.germans})
    found: list[int] = []
    for stack in stacks:
        for h in s.pack.near[stack]:
            if s.count[SOVIET][h]:
                code = h + STACK_RADIX * (stack + 1) if s.rules.fire_per_stack else h
                if code not in found:
                    found.append(code)
    found.sort()
    return [f for f in found if f % STACK_RADIX == b.target] + [f for f in found if f % STACK_RADIX != b.target]


def firing_hex(s: State) -> int:
    """[8.4.1.1] The position that fires now."""
    return current(s, "fire_positions") % STACK_RADIX


def is_under_fire(s: State, u: int) -> bool:
    """[8.4.1.1] The German block stands in an attacking stack next to the position that fires."""
    code = s.battle.aim_hex
    if code >= STACK_RADIX:
        return s.where[u] == code // STACK_RADIX - 1
    return s.where[u] in s.pack.near[code]


def aim_position(s: State) -> None:
    """[8.4.1.1] A position fires if somebody is left in it and in the attacking stacks next to it.

    All fire at the same moment: [8.4.3.2] under Khrushchev, whose ones count, a position rolls although others have
    just killed those it fires at.
    """
    b = s.battle
    b.aim_hex = current(s, "fire_positions")
    counts = concepts.has_leader(s, KHRUSHCHEV) or any(is_under_fire(s, u) for u in b.germans)
    if s.count[SOVIET][firing_hex(s)] == 0 or not counts:
        b.aim_hex = NONE


def can_fire(s: State) -> bool:
    """[8.4.1.1] The position rolls its dice."""
    return s.battle.aim_hex != NONE


def fire_dice(s: State) -> Chance:
    """[8.4.1.1] One die for each block, SF; [8.4.3.1] Khrushchev and [12.10.1] a fortification each add a face."""
    h = firing_hex(s)
    khrushchev = concepts.has_leader(s, KHRUSHCHEV)
    faces = SF + (1 if khrushchev else 0) + s.fort[h]
    return Volley([(s.count[SOVIET][h], faces)], khrushchev)


def take_fire(s: State, folded: int) -> None:
    """[8.4.1.1] Hits on the attackers at once; [8.4.3.2] ones on the revealed Soviets. Attackers have no Rubble."""
    tell(s, "8.4.1.1", events.OPPORTUNITY_FIRED, firing_hex(s), folded % ONES, folded // ONES)
    s.battle.hits_german += folded % ONES
    combat.own_hits(s, folded // ONES)


# Support cards --------------------------------------------------------------------------------------------------


def has_targets(s: State) -> bool:
    """[8.5.1] Nobody to hit, no dice."""
    return len(s.battle.germans) > 0


def is_gunfire(s: State) -> bool:
    """[8.5.2] [8.5.2.1] The Flotilla where the Soviet hex lies on the river."""
    return s.pack.is_coastal[s.battle.start] == 1


def is_landing(s: State) -> bool:
    """[8.5.2.2] The Flotilla where it does not."""
    return s.pack.is_coastal[s.battle.start] == 0


def card_dice(s: State) -> Chance:
    """[8.5.1] [8.5.2.1] The dice printed on the card."""
    c = s.battle.soviet_card
    return Volley([(s.pack.card_dice[c], s.pack.card_fire[c])], False)


def take_card_fire(s: State, hit: int) -> None:
    """[8.5.1] [8.5.2.1] Hits on the Germans, [6.9.1] halved where they defend in Rubble."""
    tell(s, "8.5", events.CARD_FIRED, s.battle.soviet_card, hit)
    s.battle.hits_german += combat.halved(s, GERMAN, hit)


def landing_dice(s: State) -> Chance:
    """[8.5.2.2] Three dice, added."""
    return Dice(LANDING_DICE)


def take_landing(s: State, total: int) -> None:
    """[8.5.2.2] The landing hex; [8.5.2.3] Germans there: nothing; full, or no Marine left: a card."""
    b = s.battle
    h = s.pack.landing[total]
    b.landing = NONE
    if s.count[GERMAN][h]:
        tell(s, "8.5.2.3", events.NO_LANDING, h)
    elif not has_room_to_land(s, h):
        tell(s, "8.5.2.3", events.NO_LANDING, h)
        s.soviet_owed += 1
    else:
        b.landing = h


def has_room_to_land(s: State, h: int) -> bool:
    """[8.5.2.3] The stack is not full and a Marine is left."""
    return s.count[SOVIET][h] < s.pack.stack_limit and s.pool_size[MARINE_POOL] > 0


def may_land(s: State) -> bool:
    """[8.5.2.2] The hex is open and a Marine is there."""
    return s.battle.landing != NONE


def marine_draw(s: State) -> Chance:
    """[8.5.2.2] A random Marine at random strength; [12.6] at full strength if Empowered."""
    return solo.block_draw(s, MARINE_POOL)


def take_marine(s: State, drawn: int) -> None:
    """[8.5.2.2] It lands unseen and takes control; it is no part of this combat."""
    h = s.battle.landing
    u = solo.deployed_block(s, MARINE_POOL, drawn)
    place(s, u, h)
    tell(s, "8.5.2.2", events.MARINE_LANDED, h)
    concepts.tell_soviet(s, "8.5.2.2", events.MARINE_UNIT_LANDED, u, h, s.strength[u])
    concepts.enter(s, SOVIET, h)
    s.battle.landing = NONE


def fire_flak(s: State) -> None:
    """[8.5.3] Cancels an airstrike, [6.9A] and makes Rubble in the hex printed on the card."""
    b = s.battle
    c = b.soviet_card
    cancelled = cancel_airstrike(s, "8.5.3")
    if cancelled or s.rules.aa_always:
        combat.place_rubble(s, s.pack.card_hex[c], "8.5.3")


def cancel_airstrike(s: State, rule: str) -> bool:
    """[8.5.3] [12.10.4] Heinkel or Stuka has no effect and no Rubble modifier; whether there was one."""
    b = s.battle
    strikes = [c for c in b.german_cards if s.pack.is_airstrike[c]]
    if strikes and not b.no_airstrike:
        b.no_airstrike = 1
        tell(s, rule, events.AIRSTRIKE_CANCELLED, strikes[0])
    return len(strikes) > 0


def load_shots(s: State) -> None:
    """[8.4.2] Zaytsev makes two of each Sniper."""
    twice = effect_is(s, REDUCE_INFANTRY) and concepts.has_leader(s, ZAYTSEV)
    s.battle.snipers = 2 if twice else 1


def has_shots(s: State) -> bool:
    """[8.4.2] A shot is left."""
    return s.battle.snipers > 0


def aim_shot(s: State) -> None:
    """[8.5.4] At infantry of any kind; [8.5.5] at Panzers; Panzer Grenadiers are both. No Rubble helps."""
    b = s.battle
    b.snipers -= 1
    b.aim = AIM_INFANTRY if effect_is(s, REDUCE_INFANTRY) else AIM_TANK
    b.hits_german = 1
    if not hits.german_targets(s):
        tell(s, "8.5", events.CARD_WASTED, b.soviet_card)


def reserve_pool(s: State) -> int:
    """[8.5.6] [8.5.7] Infantry for Infiltration, a tank for the T-34."""
    return INFANTRY_POOL if effect_is(s, DEPLOY_INFANTRY) else TANK_POOL


def has_reserve(s: State) -> bool:
    """[8.5.6] [8.5.7] Room in the Soviet hex and a block in the pool."""
    return s.count[SOVIET][s.battle.start] < s.pack.stack_limit and s.pool_size[reserve_pool(s)] > 0


def note_no_reserve(s: State) -> None:
    """[8.5.6] [8.5.7] Without room or block a card is drawn instead."""
    if not has_reserve(s):
        s.soviet_owed += 1


def reserve_draw(s: State) -> Chance:
    """[8.5.6] [4.1] A random block at random strength."""
    return solo.block_draw(s, reserve_pool(s))


def take_reserve(s: State, drawn: int) -> None:
    """[8.5.6] [8.5.7] It joins the Soviet hex, is revealed, adjusted, and fights."""
    b = s.battle
    u = solo.deployed_block(s, reserve_pool(s), drawn)
    place(s, u, b.start)
    b.called.append(u)
    b.soviets.append(u)
    b.soviets.sort()
    knowledge.shown(s, SOVIET, [u])
    rule = "8.5.6" if effect_is(s, DEPLOY_INFANTRY) else "8.5.7"
    tell(s, rule, events.UNIT_JOINED, u, b.start, s.strength[u])
    if solo.adjust_strength(s, u):
        tell(s, "4.3", events.UNIT_ADJUSTED, u, s.strength[u])
