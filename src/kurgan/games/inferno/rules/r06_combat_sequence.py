"""Inferno, chapter 6: the thirteen steps of a combat.

``begin_battle`` writes who fights into ``s.battle``; "resolve" (steps 3 to 10) reads it, the blocks that take part, and
what the book itself makes touch the board: Rubble, landings, Opportunity Fire. Hits owed wait in the battle and are
shared out by the procedure "hits" (r06_hits.py).
"""

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import NO, YES
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import GERMAN, KHRUSHCHEV, SOVIET
from kurgan.games.inferno.position.state import NO_BATTLE, Battle, State, soviets_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r08_german_cards as german_cards
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.rules import r12_designers_way as designers
from kurgan.games.inferno.rules.dice import ONES, Group, Volley
from kurgan.games.inferno.terms import GERMAN_FIRST, NONE, SOVIET_FIRST, TOGETHER
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, tell
from kurgan.kernel.tally import SILENT, Notes
from kurgan.kernel.vocabulary import ALLOWED


def combat() -> Step:
    """[6] The combat sequence."""
    return Seq(
        "6",
        "combat",
        [
            When("6.1", "soviet_lays_card", soviet_cards.has_cards, Call("6.1", "lay_soviet_card")),
            When("6.2", "german_lays_card", german_cards.may_lay_card, german_cards.lay_card()),
            Call("6.3", "resolve"),
            When("6.11", "attacker_won", attacker_won, Call("6.11", "advance_after_combat")),
            When("6.12", "blitz_available", german_cards.may_blitz, Call("6.12", "blitz_movement")),
            Auto("6.13", "conceal", conceal),
        ],
    )


def resolve() -> Step:
    """[6.3] to [6.10] From the Showdown to Close Combat."""
    return Seq(
        "6.3",
        "resolve",
        [
            Auto("6.3", "showdown", showdown),
            Auto("6.4", "adjust", adjust),
            When("12.10.5", "destroyer_brigade", designers.destroyer_fires, Call("6.10.4", "hits")),
            Call("6.5", "soviet_card_effect"),
            Call("6.6", "german_card_effect"),
            Auto("6.7", "discard", discard),
            When("6.8", "opportunity_fire", soviet_cards.has_opportunity_fire, Call("8.4.1.1", "fire_positions")),
            When("6.9", "rubble_roll", may_make_rubble, Roll("6.9B", "roll_rubble", rubble_dice, take_rubble_roll)),
            When("6.10", "both_alive", both_alive, Call("6.10", "close_combat")),
        ],
    )


def close_combat() -> Step:
    """[6.10] Both sides fire; who is first depends on terrain and Hoth."""
    return Seq(
        "6.10",
        "close_combat",
        [
            Auto("6.10", "set_order", set_order),
            When(
                "6.10B",
                "hoth_offers",
                german_cards.may_combine,
                Ask(
                    "8.2.2.1",
                    "combined_force",
                    deciding_german,
                    yes_or_no,
                    take_combined_force,
                    why=why_not_yes_or_no,
                    space=yes_or_no,
                ),
            ),
            When("6.10.2", "german_opens", german_opens, Call("6.10", "german_volley")),
            When("6.10.1", "soviet_fires", both_alive, Call("6.10", "soviet_volley")),
            When("6.10", "german_answers", german_answers, Call("6.10", "german_volley")),
            Call("6.10.4", "hits"),
        ],
    )


def german_volley() -> Step:
    """[6.10.3] The German dice; hits count at once unless both sides roll together."""
    return Seq(
        "6.10",
        "german_volley",
        [
            Roll("6.10.3", "german_fire", german_dice, take_german_fire),
            When("6.10", "german_hits_now", in_turns, Call("6.10.4", "hits")),
        ],
    )


def soviet_volley() -> Step:
    """[6.10.3] The Soviet dice."""
    return Seq(
        "6.10",
        "soviet_volley",
        [
            Roll("6.10.3", "soviet_fire", soviet_dice, take_soviet_fire),
            When("6.10", "soviet_hits_now", in_turns, Call("6.10.4", "hits")),
        ],
    )


# Who fights -----------------------------------------------------------------------------------------------------


def begin_battle(s: State, side: int, deliberate: int, target: int, hexes: list[int]) -> None:
    """[6] A combat is declared: attackers are all blocks of the attacking hexes, defenders all of the target."""
    b = Battle()
    b.side = side
    b.deliberate = deliberate
    b.target = target
    b.hexes = hexes
    if side == GERMAN:
        b.germans = concepts.germans_in(s, hexes)
        b.soviets = soviets_at(s, target)
        b.start = target
        b.player = s.player
    else:
        b.germans = concepts.germans_in(s, [target])
        for h in hexes:
            b.soviets += soviets_at(s, h)
        b.soviets.sort()
        b.start = hexes[0]
        b.player = concepts.stack_owner(s, target)
    s.battle = b
    tell(s, "6", events.ATTACK_DECLARED, side, target, deliberate)
    for h in hexes:
        tell(s, "6", events.STACK_ATTACKS, h, s.count[side][h])


def deciding_german(s: State) -> int:
    """[6.10.5] The German who settles ties: who attacks, or whose stack is attacked [9.5]."""
    return concepts.german_seat(s, s.battle.player)


def defenders(s: State) -> list[int]:
    """[6] Blocks still alive on the attacked side."""
    return s.battle.soviets if s.battle.side == GERMAN else s.battle.germans


def attackers(s: State) -> list[int]:
    """[6] Blocks still alive on the attacking side."""
    return s.battle.germans if s.battle.side == GERMAN else s.battle.soviets


def both_alive(s: State) -> bool:
    """[6.10] There is somebody to fire and somebody to be hit; [8.4.3.3] if ones killed all Soviets there is not."""
    return len(s.battle.germans) > 0 and len(s.battle.soviets) > 0


def attacker_won(s: State) -> bool:
    """[6.11] No defender is left and an attacker is."""
    return len(defenders(s)) == 0 and len(attackers(s)) > 0


# Steps 3, 4, 7 --------------------------------------------------------------------------------------------------


def showdown(s: State) -> None:
    """[6.3] Cards and blocks of the combat are shown at the same time."""
    b = s.battle
    b.shown = 1
    knowledge.shown(s, GERMAN, b.germans)
    knowledge.shown(s, SOVIET, b.soviets)
    soviet_cards.show_card(s)
    german_cards.show_cards(s)
    if s.events is not None:
        for u in b.germans + b.soviets:
            tell(s, "6.3", events.UNIT_SHOWN, u, s.strength[u], s.where[u])


def adjust(s: State) -> None:
    """[6.4] Blank edges rise to one; then [12.5] Guards recover and [12.10.4] the AA regiment looks for aircraft."""
    for u in s.battle.soviets:
        if solo.adjust_strength(s, u):
            tell(s, "4.3", events.UNIT_ADJUSTED, u, s.strength[u])
    designers.restore_guards(s)
    designers.aa_regiment_cancels(s)
    designers.aim_destroyer_brigade(s)


def discard(s: State) -> None:
    """[6.7] Support cards are discarded; what they add to the Rubble Roll stays noted."""
    s.battle.rubble_modifier = german_cards.card_rubble(s)
    s.battle.german_cards = []
    s.battle.soviet_card = NONE


# Step 9 ---------------------------------------------------------------------------------------------------------


def may_make_rubble(s: State) -> bool:
    """[6.9] [6.9B] A German Deliberate Attack on an Urban hex without Rubble, [6.9.3] while markers are left."""
    b = s.battle
    if b.side != GERMAN or not b.deliberate or not concepts.is_urban(s, b.target):
        return False
    return s.rubble[b.target] == 0 and s.rubble_left > 0


def rubble_dice(s: State) -> Chance:
    """[6.9B] Three dice, added."""
    return Dice(s.pack.rubble_dice)


def take_rubble_roll(s: State, dice: int) -> None:
    """[6.9B] Rubble appears when dice and modifiers reach the target."""
    tell(s, "6.9B", events.RUBBLE_ROLLED, dice, rubble_modifier(s, SILENT))
    if is_rubbled(s, dice):
        place_rubble(s, s.battle.target, "6.9B")


def is_rubbled(s: State, dice: int) -> bool:
    """[6.9B] Dice and modifiers reach the target."""
    return dice + rubble_modifier(s, SILENT) >= s.pack.rubble_target


def rubble_modifier(s: State, note: Notes) -> int:
    """[6.9.2] Cards laid or discarded, attacking hexes, Panzers; what is dead by now does not count."""
    b = s.battle
    total = note("6.9.2", "card", b.rubble_modifier + german_cards.card_rubble(s))
    total += note("6.9.2", "hexes", len({s.where[u] for u in b.germans}))
    total += note("6.9.2", "panzers", sum([s.pack.is_tank[u] for u in b.germans]))
    return total


def place_rubble(s: State, h: int, rule: str) -> None:
    """[6.9.3] At most one marker a hex and fifteen in all."""
    if s.rubble[h] == 0 and s.rubble_left > 0:
        s.rubble[h] = 1
        s.rubble_left -= 1
        tell(s, rule, events.RUBBLE_PLACED, h)


# Step 10 --------------------------------------------------------------------------------------------------------


def set_order(s: State) -> None:
    """[6.10A] [6.10.1] In an Urban hex the defender fires first; elsewhere both together."""
    b = s.battle
    if concepts.is_urban(s, b.target):
        b.first = SOVIET_FIRST if b.side == GERMAN else GERMAN_FIRST
    else:
        b.first = TOGETHER


def yes_or_no(s: State) -> list[int]:
    """[8.2.2.1] The bonus may be used."""
    return [YES, NO]


def why_not_yes_or_no(s: State, a: int) -> int:
    """[8.2.2.1] Both answers are allowed."""
    return ALLOWED if a in (YES, NO) else refusals.NO_SUCH_ANSWER


def take_combined_force(s: State, a: int) -> None:
    """[6.10B] [6.10.2] The Germans fire first."""
    if a == YES:
        s.battle.first = GERMAN_FIRST
        tell(s, "8.2.2.1", events.COMBINED_FORCE_USED, s.battle.target)


def german_opens(s: State) -> bool:
    """[6.10.2] The Germans fire before the Soviets."""
    return s.battle.first == GERMAN_FIRST


def german_answers(s: State) -> bool:
    """[6.10] The Germans fire after the Soviets, or together with them."""
    return s.battle.first != GERMAN_FIRST and both_alive(s)


def in_turns(s: State) -> bool:
    """[6.10] One side fires after the other, so hits count at once."""
    return s.battle.first != TOGETHER


def german_dice(s: State) -> Chance:
    """[6.10.3] A die for each dot, [2.7] hitting by the colour of the dots."""
    p = s.pack
    dice = [0, 0, 0, 0, 0, 0, 0]
    for u in s.battle.germans:
        dots = s.strength[u]
        dice[p.fire[u][dots]] += dots
    return Volley(_groups(dice), False)


def soviet_dice(s: State) -> Chance:
    """[6.10.3] As for the Germans; [8.4.3.1] Khrushchev and [12.10.1] a fortification each add a face."""
    p = s.pack
    bonus = fire_bonus(s)
    dice = [0, 0, 0, 0, 0, 0, 0]
    for u in s.battle.soviets:
        dots = s.strength[u]
        dice[p.fire[u][dots] + bonus] += dots
    return Volley(_groups(dice), concepts.has_leader(s, KHRUSHCHEV))


def _groups(dice: list[int]) -> list[Group]:
    return [(count, faces) for faces, count in enumerate(dice) if count]


def fire_bonus(s: State) -> int:
    """[8.4.3.1] [12.10.1] More faces that hit for Soviets in this Close Combat."""
    bonus = 1 if concepts.has_leader(s, KHRUSHCHEV) else 0
    if s.battle.side == GERMAN and s.fort[s.battle.target]:
        bonus += 1
    return bonus


def take_german_fire(s: State, folded: int) -> None:
    """[6.10] German hits."""
    tell(s, "6.10", events.SIDE_FIRED, GERMAN, folded)
    s.battle.hits_soviet += halved(s, SOVIET, folded)


def take_soviet_fire(s: State, folded: int) -> None:
    """[6.10] Soviet hits; [8.4.3.2] ones hit the Soviets themselves."""
    tell(s, "6.10", events.SIDE_FIRED, SOVIET, folded % ONES)
    s.battle.hits_german += halved(s, GERMAN, folded % ONES)
    own_hits(s, folded // ONES)


def own_hits(s: State, ones: int) -> None:
    """[8.4.3.2] Each one is a hit on the revealed Soviets, whatever lies in the hex."""
    if ones:
        s.battle.hits_soviet += ones
        tell(s, "8.4.3.2", events.OWN_FIRE, ones)


def halved(s: State, side: int, hit: int) -> int:
    """[6.9.1] Rubble: two hits of one batch of dice make one on a defender; the odd one is lost."""
    left = after_rubble(s, side, hit)
    if left < hit:
        tell(s, "6.9.1", events.HITS_HALVED, hit, left)
    return left


def after_rubble(s: State, side: int, hit: int) -> int:
    """[6.9.1] What is left of the hits of one batch on a side."""
    b = s.battle
    return hit if side == b.side or s.rubble[b.target] == 0 else hit // 2


# Step 13 --------------------------------------------------------------------------------------------------------


def conceal(s: State) -> None:
    """[6.13] [6.13.1] Survivors stand up again; what was seen of them is remembered, but not which is which."""
    b = s.battle
    knowledge.remembered(s, b.germans)
    knowledge.remembered(s, b.soviets)
    for side, units in ((GERMAN, b.germans), (SOVIET, b.soviets)):
        hexes = {s.where[u] for u in units}
        for h in sorted(hexes):
            knowledge.mixed(s, side, h)
            tell(s, "6.13", events.STACK_CONCEALED, h)
    s.battle = NO_BATTLE
