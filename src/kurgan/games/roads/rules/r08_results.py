"""Roads, chapters 8.6 to 8.11: the order of declarations, throw and results (*resolve*), and what is owed.

Declarations themselves are in r08_declare.py, what changes a result in r08_alter.py. Everything here
reads s.battle and the units taking part. Superiority (8.9) and the choice of F are settled before any step is removed,
because both change how many are lost (rulings 11 and 12). A fight without units (the calculator) owes losses and shows
results just the same.
"""

from typing import Final

from kurgan.games.roads import events, refusals
from kurgan.games.roads.answers import DONE, RESULT, YES
from kurgan.games.roads.pack.vocabulary import (
    A_D1,
    A_ENG,
    A_RETREAT,
    AXIS,
    D_DR,
    D_DR3,
    D_ENG,
    D_FALLBACK,
    D_STAND,
    ROLLS,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r08_advance as advance
from kurgan.games.roads.rules import r08_alter as alter
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_declare as declare
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules import r08_retreat as retreat
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules.r08_alter import ATTACKER_ONLY, BOTH
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import EXPLOITATION
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, tell

TWO_DICE: Final = Dice(2)
RATTENKRIEG_WORKS: Final = 5  # [10.4.3] on 1 to 5
ATTACKER_RETREAT_LOSSES: Final = 2  # AR: or this many steps


def resolve() -> Step:
    """[8.6] Declarations, attacker first, then the throw and what follows."""
    return Seq("8.6", "resolve", [
        When("8.6.1", "attacker_elite", declare.has_elite_attacker, Ask(
            "8.6.2", "declare_elite_attack", combat.attacker_seat, declare.elite_attack_choices,
            declare.take_elite_attack, why=declare.why_not_elite_attack, space=combat.attacker_space,
            form="declare_elite")),
        When("8.6.3", "armored_attack", declare.may_declare_armored, Ask(
            "8.6.3", "declare_armored", combat.attacker_seat, declare.armored_choices, declare.take_armored,
            why=declare.why_not_armored, space=declare.armored_choices)),
        When("8.6.1", "defender_elite", declare.has_elite_defender, Ask(
            "8.6.2", "declare_elite_defense", combat.defender_seat, declare.elite_defense_choices,
            declare.take_elite_defense, why=declare.why_not_elite_defense, space=combat.attacker_space,
            form="declare_elite")),
        Call("8.7", "throw"),
    ])  # fmt: skip


def throw() -> Step:
    """[8.7] Steps 4 to 7."""
    return Seq("8.7", "throw", [
        When("10.4.3", "rattenkrieg", is_rattenkrieg, Roll(
            "10.4.3", "roll_rattenkrieg", odds.one_die, take_rattenkrieg)),
        When("8.7.3", "fight", is_fought, Seq("8.7.3", "table", [
            Roll("8.7.3", "roll_combat", two_dice, take_roll),
            When("8.10.3", "attacker_block", may_choose_a, Ask(
                "8.10.3", "choose_attacker_result", combat.attacker_seat, block_a, take_result_a,
                why=why_not_result_a, space=result_space, near=block_a, form="attacker_result")),
            When("8.10.3", "defender_block", may_choose_d, Ask(
                "8.10.3", "choose_defender_result", combat.defender_seat, block_d, take_result_d,
                why=why_not_result_d, space=result_space, near=block_d, form="defender_result")),
            When("8.10.4", "river_or_hex", may_choose_line, Ask(
                "8.10.4", "choose_line", combat.defender_seat, line_choices, take_line,
                why=why_not_line, space=line_choices)),
            Auto("8.9.1", "alter_results", alter.alter_results),
            When("8.7.6", "fallback", is_fallback, Ask(
                "8.7.6", "fall_back", combat.defender_seat, fallback_choices, take_fallback,
                why=why_not_retreat, space=line_choices, form="stand_or_retreat")),
        ])),
        Auto("8.8", "owe_attrition", owe_attrition),
        Call("8.8", "attacker_losses"),
        Call("8.8", "defender_losses"),
        Call("8.8.3", "enter_empty_hex"),
        Call("8.10.1", "attacker_results"),
        Call("8.10.1", "defender_results"),
        Call("8.13.2", "advance_after_combat"),
        Call("8.14", "exploitation_markers"),
    ])  # fmt: skip


def attacker_results() -> Step:
    """[8.10.1] Step 6, the attacker's part: AR, D1, Eng."""
    return Seq("8.10.1", "attacker_results", [
        When("8.10.1", "attacker_must_go", is_attacker_retreat, Seq("8.10.1", "attacker_goes", [
            Ask("8.10.1", "choose_retreat", combat.attacker_seat, attacker_retreat_choices, take_attacker_retreat,
                why=why_not_choice, space=line_choices, form="stand_or_retreat"),
            Call("8.8", "attacker_losses"),
            Call("8.12", "retreat"),
            Call("8.13.1", "advance_of_defenders"),
        ])),
        When("8.10.5", "one_more_loss", is_d1, Seq("8.10.5", "one_more", [
            Auto("8.10.5", "owe_one_more", owe_d1),
            Call("8.8", "defender_losses"),
        ])),
        When("8.10.1", "attacker_engaged", is_attacker_engaged, Seq("8.10.1", "second_throw", [
            Roll("8.10.1", "roll_engagement", two_dice, take_engagement),
            When("8.7.6", "late_fallback", is_late_fallback, Ask(
                "8.7.6", "fall_back_engaged", combat.defender_seat, fallback_choices, take_fallback,
                why=why_not_retreat, space=line_choices, form="stand_or_retreat")),
            Call("8.8", "attacker_losses"),
            Call("8.8", "defender_losses"),
            Call("8.13.1", "advance_of_defenders"),
        ])),
    ])  # fmt: skip


def defender_results() -> Step:
    """[8.10.1] Step 6, the defender's part: Eng, S, F, DR, R."""
    return Seq("8.10.1", "defender_results", [
        When("8.10.1", "defender_engaged", is_defender_engaged, Seq("8.10.1", "defenders_second_throw", [
            Roll("8.10.1", "roll_defenders_engagement", two_dice, take_defenders_engagement),
            Call("8.8", "attacker_losses"),
            Call("8.8", "defender_losses"),
        ])),
        When("8.7.6", "stand", is_stand, Seq("8.7.6", "stand_fast", [
            Ask("8.7.6", "stand_or_retreat", combat.defender_seat, stand_choices, take_stand,
                why=why_not_retreat, space=line_choices),
            Call("8.8", "defender_losses"),
        ])),
        Auto("8.12.1", "begin_retreat", begin_retreat),
        Call("8.12", "retreat"),
        While("8.7.6", "reactions", has_reaction, Seq("8.7.6", "one_reaction", [
            Ask("8.7.6", "react", combat.defender_seat, advance.react_choices, advance.take_react,
                why=advance.why_not_react, space=combat.attacker_space),
            Call("7.1.2", "march"),
        ])),
    ])  # fmt: skip


def two_dice(s: State) -> Chance:
    return TWO_DICE


# 8.7 The throw ----------------------------------------------------------------------------------------------------


def is_rattenkrieg(s: State) -> bool:
    """[10.4.3] The defender has played Rattenkrieg."""
    return bool(battle_of(s).rattenkrieg)


def take_rattenkrieg(s: State, die: int) -> None:
    """[10.4.3] On 1 to 5 the only result is one step lost on each side."""
    b = battle_of(s)
    b.rattenkrieg = 0
    if die <= RATTENKRIEG_WORKS:
        b.over = 1
        b.losses_a = 1
        b.losses_d = 1


def is_fought(s: State) -> bool:
    """[8.7.1] The result comes from the table."""
    return not battle_of(s).over


def take_roll(s: State, roll: int) -> None:
    """[8.7.3] [8.7.4] [8.7.5] [8.7.6] Losses and both results from the column of the table. [8.2.2] [8.7.2]"""
    b = battle_of(s)
    pack = s.pack
    cell = b.column * ROLLS + roll
    b.losses_a += pack.crt_losses_a[cell]
    b.losses_d += pack.crt_losses_d[cell]
    b.result_a = pack.crt_a[cell]
    b.result_d = pack.crt_d[cell]
    if b.elite_a >= 0 or b.elite_d >= 0:
        b.roll = roll
    tell(s, "8.7.3", events.COMBAT_ROLLED, roll)
    tell(s, "8.7.4", events.COMBAT_RESULT, b.losses_a, b.losses_d, b.result_a, b.result_d)


def block(s: State, chart: list[int]) -> list[int]:
    """[8.10.3] The different results of the block that was rolled, in the order of the table."""
    b = battle_of(s)
    band = s.pack.elite_band
    found: list[int] = []
    for roll in range(2, ROLLS):
        if band[roll] == band[b.roll] and chart[b.column * ROLLS + roll] not in found:
            found.append(chart[b.column * ROLLS + roll])
    return found


def block_a(s: State) -> list[int]:
    return sorted([RESULT + r for r in block(s, s.pack.crt_a)])


def block_d(s: State) -> list[int]:
    return sorted([RESULT + r for r in block(s, s.pack.crt_d)])


def may_choose_a(s: State) -> bool:
    """[8.10.3] The attacker declared his bonus; in exploitation his result is void anyway (9.3.2)."""
    b = battle_of(s)
    return b.elite_a >= 0 and b.phase != EXPLOITATION


def may_choose_d(s: State) -> bool:
    """[8.10.3] The defender declared his bonus."""
    return battle_of(s).elite_d >= 0


def result_space(s: State) -> list[int]:
    return list(range(RESULT, RESULT + 8))


def why_not_result_a(s: State, a: int) -> int:
    return 0 if a in block_a(s) else refusals.NOT_IN_BLOCK


def why_not_result_d(s: State, a: int) -> int:
    return 0 if a in block_d(s) else refusals.NOT_IN_BLOCK


def take_result_a(s: State, a: int) -> None:
    """[8.7.8] [8.10.3] Another result of the same block."""
    battle_of(s).result_a = a - RESULT
    tell(s, "8.10.3", events.RESULT_CHOSEN, a - RESULT)


def take_result_d(s: State, a: int) -> None:
    """[8.7.8] [8.10.3] Another result of the same block."""
    battle_of(s).result_d = a - RESULT
    tell(s, "8.10.3", events.DEFENCE_CHOSEN, a - RESULT)


# 8.10 What a player chooses when the dice have spoken --------------------------------------------------------------


def may_choose_line(s: State) -> bool:
    """[8.10.4] All attackers come over a major river, and it would make a difference."""
    b = battle_of(s)
    if not b.all_river or b.phase == EXPLOITATION:
        return False
    return odds.river_line(s)[b.result_a] != b.map_a[b.result_a]


def line_choices(s: State) -> list[int]:
    return [DONE, YES]


def why_not_line(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.NOT_AN_ANSWER


def take_line(s: State, a: int) -> None:
    """[8.10.4] The defender chooses the river line or the line of his hex."""
    if a == YES:
        battle_of(s).river_line = 1
        tell(s, "8.10.4", events.RIVER_LINE_CHOSEN)
    else:
        tell(s, "8.10.4", events.HEX_LINE_CHOSEN)


def is_fallback(s: State) -> bool:
    """[8.7.6] F: the defender has somebody to fall back with (or is only described in numbers)."""
    b = battle_of(s)
    return b.result_d == D_FALLBACK and is_anyone(s, b.defenders) and not waits_for_engagement(s)


def waits_for_engagement(s: State) -> bool:
    """[8.7.7] [8.10.1] The attacker's Eng comes before F. If the first throw costs the defender nothing, the loss that
    F spares can only be one of the second: he says what he does when that is known."""
    b = battle_of(s)
    return b.result_a == A_ENG and b.engagement != ATTACKER_ONLY and not b.losses_d


def is_late_fallback(s: State) -> bool:
    """[8.7.6] F, not answered before the second throw."""
    b = battle_of(s)
    if b.result_d != D_FALLBACK or b.fell_back or b.engagement == ATTACKER_ONLY:
        return False
    return is_anyone(s, b.defenders) and b.losses_d == b.due_d


def is_anyone(s: State, stack: list[int]) -> bool:
    """Somebody of these is alive; a fight described in numbers names nobody and goes on regardless."""
    return not stack or any(s.where[u] >= 0 for u in stack)


def can_anyone_retreat(s: State) -> bool:
    """[8.12.10] A stack without movement cannot choose to retreat."""
    alive = losses.alive(s, battle_of(s).defenders)
    return not alive or any(units.movement_factor(s, u) for u in alive)


def fallback_choices(s: State) -> list[int]:
    """[8.7.6] Stay, or go back one hex and lose one step less."""
    return [DONE, YES] if can_anyone_retreat(s) else [DONE]


def why_not_retreat(s: State, a: int) -> int:
    return 0 if a in fallback_choices(s) else refusals.CANNOT_RETREAT


def take_fallback(s: State, a: int) -> None:
    """[8.7.6] F is decided before any step is removed (ruling 12)."""
    b = battle_of(s)
    if a == YES:
        b.fell_back = 1
        b.losses_d = max(0, b.losses_d - 1)
        b.due_d = max(0, b.due_d - 1)
        tell(s, "8.7.6", events.FELL_BACK)


# 8.8 to 8.10 What is owed and done --------------------------------------------------------------------------------


def owe_attrition(s: State) -> None:
    """[8.7.7] [8.8.1] Both sides pay at once; the first loss may be bound by a declaration."""
    b = battle_of(s)
    b.due_a = b.losses_a
    b.due_d = b.losses_d
    b.free = 0
    b.hit = []
    b.first_a = int(b.elite_a >= 0 or b.armored)
    b.first_d = int(b.elite_d >= 0 or b.rudel)


def is_attacker_retreat(s: State) -> bool:
    """[8.10.1] AR, and somebody is left to obey it."""
    b = battle_of(s)
    return b.result_a == A_RETREAT and is_anyone(s, b.attackers)


def attacker_retreat_choices(s: State) -> list[int]:
    """[8.10.1] Stand and lose two steps, or retreat one hex."""
    return [DONE, YES]


def why_not_choice(s: State, a: int) -> int:
    return 0 if a in (DONE, YES) else refusals.NOT_AN_ANSWER


def take_attacker_retreat(s: State, a: int) -> None:
    """[8.10.1] One choice for the whole force (ruling 18)."""
    b = battle_of(s)
    if a == YES:
        retreat.begin(s, losses.alive(s, b.attackers), [b.target], 1)
    else:
        b.losses_a += ATTACKER_RETREAT_LOSSES
        b.due_a = ATTACKER_RETREAT_LOSSES
        b.free = 1


def is_d1(s: State) -> bool:
    return battle_of(s).result_a == A_D1


def owe_d1(s: State) -> None:
    """[8.10.5] One more step, shared as the owner likes."""
    b = battle_of(s)
    b.losses_d += 1
    b.due_d = 1
    b.free = 1


def is_attacker_engaged(s: State) -> bool:
    """[8.10.1] Eng in the attacker's column, as rolled or made of an E by mud."""
    return battle_of(s).result_a == A_ENG


def is_defender_engaged(s: State) -> bool:
    """[8.10.1] Eng in the defender's column; two unconverted ones are a single throw (rulings 5 and 82)."""
    b = battle_of(s)
    return b.result_d == D_ENG and (b.result_a != A_ENG or b.engagement == ATTACKER_ONLY)


def take_engagement(s: State, roll: int) -> None:
    """[8.10.1] Attrition a second time from the same column; in mud for the attacker only."""
    b = battle_of(s)
    if not losses.alive(s, b.attackers):
        b.origins = []  # [8.13.1] the first attrition emptied them, not this result
    engage(s, roll, b.engagement or BOTH)


def take_defenders_engagement(s: State, roll: int) -> None:
    """[8.10.1] Attrition a second time from the same column, for both sides."""
    engage(s, roll, BOTH)


def engage(s: State, roll: int, who: int) -> None:
    """[8.10.1] Only the loss cell counts: no tactical result, no further throw (ruling 4)."""
    b = battle_of(s)
    cell = b.column * ROLLS + roll
    b.due_a = s.pack.crt_losses_a[cell]
    b.due_d = s.pack.crt_losses_d[cell] if who == BOTH else 0
    b.losses_a += b.due_a
    b.losses_d += b.due_d
    b.free = 1
    tell(s, "8.10.1", events.ENGAGEMENT_ROLLED, roll, b.due_a, b.due_d)


def is_stand(s: State) -> bool:
    """[8.7.6] S, and somebody is left to choose."""
    b = battle_of(s)
    return b.result_d == D_STAND and is_anyone(s, b.defenders)


def stand_choices(s: State) -> list[int]:
    """[8.7.6] Stand and lose one more, or go back one hex."""
    return fallback_choices(s)


def take_stand(s: State, a: int) -> None:
    """[8.7.6] [8.10.5] The loss of standing fast is shared as the owner likes."""
    b = battle_of(s)
    if a == YES:
        b.fell_back = 1
        tell(s, "8.7.6", events.FELL_BACK)
        return
    b.stood = 1
    b.losses_d += 1
    b.due_d = 1
    b.free = 1
    tell(s, "8.7.6", events.STOOD_FAST)


def begin_retreat(s: State) -> None:
    """[8.12.1] DR, DR2 and DR3 are hexes; so is falling back."""
    b = battle_of(s)
    hexes = 1 if b.fell_back else 0
    if D_DR <= b.result_d <= D_DR3:
        hexes = b.result_d - D_DR + 1
    if hexes:
        places = sorted({s.where[u] for u in losses.alive(s, b.attackers)})
        retreat.begin(s, losses.alive(s, b.defenders), places, hexes)


def has_reaction(s: State) -> bool:
    """[8.7.6] [14.1] A reserve may still move, and there is one."""
    b = battle_of(s)
    return b.reacts > 0 and len(advance.react_choices(s)) > 1


def end_attack(s: State) -> None:
    """[8.2.1] [15.2.2] The fight is over; nothing of it is kept but its marks and what the Fuehrer thinks of it."""
    b = battle_of(s)
    if b.side == AXIS and b.armored:
        approval.armored_attack_made(s, b)
    s.battle = None
