"""Advance, chapter 9: combat up to the dice. Results and retreats are in r09_results.py.

Reads beside the rulebook: one function a paragraph, in order. Choices we made where the text is open:
docs/decisions/0003 (Overrun compares with the Defense Factor, Barrage comes before everything else).
"""

from typing import Final

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import ADD, AIR, ALL, ARTILLERY, CHOOSE, DONE, ENGINEER
from kurgan.games.advance.pack.pack import BARRAGE, COMMISSARS, GUARDS, SHELL_SHORTAGE
from kurgan.games.advance.position.state import Battle, State, fight, put, set_soviet
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r08_movement as movement
from kurgan.games.advance.rules import r09_results as results
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.rules import r14_factory as factory
from kurgan.games.advance.terms import NO_DIVISION, OUT, REVEALED, UNREVEALED
from kurgan.kernel.chance import Chance, Dice, Draw, Listed
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, leave, tell
from kurgan.kernel.tally import SILENT, Notes
from kurgan.kernel.vocabulary import ALLOWED

TWO_DICE: Final = Dice(2)
GUARDS_DICE: Final = Listed(3, drop=1)
VOLGA_GUARDS_DICE: Final = Listed(4, drop=2)
INTEGRITY_UNITS: Final = 3
SUPPORT_BONUS: Final = 2
SHORT_OF_SHELLS: Final = 1
MARKERS: Final = 3


def combat() -> Step:
    """[9.5] Order of a combat: who attacks, reveal, Barrage, lead, support, values, dice, result, retreat."""
    return Seq(
        "9.0",
        "combat",
        [
            While("9.2", "gather", is_gathering, join_attack()),
            Auto("9.0", "open_combat", open_combat),
            When("9.4", "reveal", is_unrevealed, Roll("9.4", "reveal_unit", counters_left, take_counter)),
            When("9.4", "barrage", is_barrage, answer_barrage()),
            When(
                "12.3", "isolated", optional.is_isolated_target, Roll("12.3", "roll_isolation", one_die, take_isolation)
            ),
            name_lead(),
            While("9.5.4", "support", sequence.always, commit_support()),
            When("9.5.3D", "air_strike", has_air_support, Roll("9.5.3D", "roll_air", one_die, take_air)),
            Auto("9.5", "reckon", reckon),
            Roll("9.5.1", "roll_attack", attack_dice, take_attack_roll),
            Roll("9.5.1", "roll_defence", defence_dice, take_defence_roll),
            Auto("9.5.5", "resolve", results.resolve),
            When("9.5.8", "after_repulse", results.must_retreat, Call("9.5.8", "retreat")),
            Auto("9.5.9", "close_combat", results.close_combat),
        ],
    )


# Who attacks


def join_attack() -> Step:
    """[9.2] [9.3] Where the attack is optional, all, some or one of the units take part."""
    return Ask("9.2", "join_attack", sequence.german, join_choices, take_join, why=why_not_join, space=join_space)


def is_gathering(s: State) -> bool:
    """A Mandatory Attack takes in everybody at once [9.1]."""
    return not fight(s).mandatory


def candidates(s: State) -> list[int]:
    """[9.2] [9.3] Units that may still join; those that went in and those already inside never attack together."""
    b = fight(s)
    units = [u for u in movement.attackers_at(s, b.area) if u not in b.units]
    if b.units:
        units = [u for u in units if (u in s.entered) == (b.units[0] in s.entered)]
    return units


def are_one_group(s: State, units: list[int]) -> bool:
    """[9.3] Whether units can make a single attack."""
    return len({u in s.entered for u in units}) == 1


def join_space(s: State) -> list[int]:
    on_map = [u for u in range(s.pack.units) if 1 <= s.where[u] <= s.pack.areas]
    return [DONE, ALL] + [CHOOSE + u for u in on_map]


def join_choices(s: State) -> list[int]:
    units = candidates(s)
    found = [DONE] if fight(s).units else []
    if len(units) > 1 and are_one_group(s, units):
        found.append(ALL)
    return found + [CHOOSE + u for u in units]


def why_not_join(s: State, answer: int) -> int:
    if answer == DONE:
        return ALLOWED if fight(s).units else refusals.NOBODY_JOINED
    units = candidates(s)
    if answer == ALL:
        return ALLOWED if len(units) > 1 and are_one_group(s, units) else refusals.NOT_AN_ATTACKER
    return ALLOWED if answer - CHOOSE in units else refusals.NOT_AN_ATTACKER


def take_join(s: State, answer: int) -> None:
    """[9.2] One more unit, all of them, or that is all."""
    b = fight(s)
    if answer == DONE:
        leave(s, "gather")
    elif answer == ALL:
        b.units.extend(candidates(s))
        leave(s, "gather")
    else:
        b.units.append(answer - CHOOSE)


def open_combat(s: State) -> None:
    """[9.0] The attack begins."""
    b = fight(s)
    b.units.sort()
    tell(s, "9.0", events.ATTACK_BEGINS, b.area, len(b.units))
    meet_defender(s, b)


def meet_defender(s: State, b: Battle) -> None:
    """[4.4] Of a unit already revealed only the factor counts, save Pavlov's House; an unrevealed one is not known."""
    if s.soviet[b.area] >= REVEALED:
        b.factor = s.pack.kind_defense[stacking.kind_of(s, b.area)]
        if optional.is_pavlov(s, b.area):
            b.strategy = GUARDS


# 9.4 Reveal


def is_unrevealed(s: State) -> bool:
    return s.soviet[fight(s).area] == UNREVEALED


def counters_left(s: State) -> Chance:
    """[9.4] [5.4] Any unseen counter of the area's terrain, each as likely as the next."""
    terrain = s.pack.terrain[fight(s).area]
    kinds = [k for k in range(s.pack.kinds) if s.pack.kind_terrain[k] == terrain and s.pool[k]]
    return Draw(kinds, [s.pool[k] for k in kinds])


def take_counter(s: State, k: int) -> None:
    """[9.4] [4.4] The counter is turned over; its strategy holds for this combat only."""
    b = fight(s)
    s.pool[k] -= 1
    set_soviet(s, b.area, REVEALED + k)
    b.factor = s.pack.kind_defense[k]
    b.strategy = s.pack.kind_strategy[k]
    tell(s, "9.4", events.COUNTER_REVEALED, b.area, k)


def is_barrage(s: State) -> bool:
    return fight(s).strategy == BARRAGE


def answer_barrage() -> Step:
    """[9.4] Barrage: give up one attacker, or all retreat Spent."""
    return Ask(
        "9.4",
        "answer_barrage",
        sequence.german,
        barrage_choices,
        take_barrage,
        why=why_not_give_up,
        space=barrage_space,
    )


def barrage_space(s: State) -> list[int]:
    on_map = [u for u in range(s.pack.units) if 1 <= s.where[u] <= s.pack.areas]
    return [DONE] + [CHOOSE + u for u in on_map]


def barrage_choices(s: State) -> list[int]:
    return [DONE] + [CHOOSE + u for u in fight(s).units]


def why_not_give_up(s: State, answer: int) -> int:
    return ALLOWED if answer == DONE or answer - CHOOSE in fight(s).units else refusals.NOT_AN_ATTACKER


def take_barrage(s: State, answer: int) -> None:
    """[9.4] No marker is placed yet; with nobody left there is no combat and no Repulse."""
    b = fight(s)
    if answer == DONE:
        tell(s, "9.4", events.BARRAGE_RETREAT, b.area)
        results.retreat_from_barrage(s)
        return
    u = answer - CHOOSE
    b.units.remove(u)
    s.entered.remove(u)
    put(s, u, OUT)
    tell(s, "9.4", events.UNIT_OUT, u)
    if not b.units:
        results.break_off(s)


def one_die(s: State) -> Chance:
    return sequence.ONE_DIE


def take_isolation(s: State, die: int) -> None:
    """[12.3] How well an isolated unit holds out is rolled anew for each attack."""
    optional.take_isolation_roll(s, die)


# 9.5 Lead and support


def name_lead() -> Step:
    """[9.5] [9.5.2A] One attacker leads."""
    return Ask("9.5", "name_lead", sequence.german, lead_choices, take_lead, why=why_not_lead, space=lead_space)


def lead_space(s: State) -> list[int]:
    return [CHOOSE + u for u in range(s.pack.units) if 1 <= s.where[u] <= s.pack.areas]


def lead_choices(s: State) -> list[int]:
    return [CHOOSE + u for u in fight(s).units]


def why_not_lead(s: State, answer: int) -> int:
    return ALLOWED if answer - CHOOSE in fight(s).units else refusals.NOT_AN_ATTACKER


def take_lead(s: State, answer: int) -> None:
    fight(s).lead = answer - CHOOSE
    tell(s, "9.5", events.LEAD_NAMED, answer - CHOOSE)


def commit_support() -> Step:
    """[9.5] [9.5.4] Markers one at a time, then fight."""
    return Ask(
        "9.5.4",
        "commit_support",
        sequence.german,
        support_choices,
        take_support,
        why=why_not_support,
        space=support_space,
        auto=never,
    )


def never(s: State, answer: int) -> bool:
    """The dice close the way back, so the player himself says when they fall."""
    return False


def support_space(s: State) -> list[int]:
    return [DONE] + [ADD + m for m in range(MARKERS)]


def support_choices(s: State) -> list[int]:
    return [a for a in support_space(s) if not why_not_support(s, a)]


def why_not_support(s: State, answer: int) -> int:
    """[9.5.4] No more markers than attackers, one Air at most, and what is in the Available box."""
    if answer == DONE:
        return ALLOWED
    b = fight(s)
    marker = answer - ADD
    if b.artillery + b.engineers + b.air >= len(b.units):
        return refusals.SUPPORT_LIMIT
    if marker == AIR:
        return why_not_air(s, b)
    left = s.artillery if marker == ARTILLERY else s.engineers
    return ALLOWED if left > 0 else refusals.NO_MARKER_AVAILABLE


def why_not_air(s: State, b: Battle) -> int:
    """[9.5.4] [6.2] [12.5] One Air marker an attack, none in bad days."""
    if b.air:
        return refusals.ONE_AIR_MARKER
    if sequence.forbids_air(s):
        return refusals.AIR_FORBIDDEN_IN_OCTOBER if factory.is_october(s) else refusals.AIR_FORBIDDEN
    if optional.forbids_air_here(s, b):
        return refusals.AIR_IN_CONTESTED_STREETS
    return ALLOWED if s.air > 0 else refusals.NO_MARKER_AVAILABLE


def take_support(s: State, answer: int) -> None:
    """[9.5.4] [3.5] A marker goes from the Available box into the area."""
    if answer == DONE:
        leave(s, "support")
        return
    b = fight(s)
    marker = answer - ADD
    tell(s, "9.5.4", events.SUPPORT_ADDED, marker)
    if marker == ARTILLERY:
        s.artillery -= 1
        b.artillery += 1
    elif marker == ENGINEER:
        s.engineers -= 1
        b.engineers += 1
    else:
        s.air -= 1
        b.air += 1


def has_air_support(s: State) -> bool:
    return fight(s).air > 0


def take_air(s: State, die: int) -> None:
    """[9.5.3D] The Air die comes off the Defense Value."""
    b = fight(s)
    b.air_die = optional.air_result(s, b, die)
    tell(s, "9.5.3D", events.AIR_ROLLED, die, b.air_die)


# 9.5.1 to 9.5.3 Dice and values


def reckon(s: State) -> None:
    """[9.5] Both values, before the dice."""
    b = fight(s)
    b.attack_value = attack_value(s, b, SILENT)
    b.defence_value = max(0, defence_value(s, b, SILENT))
    tell(s, "9.5", events.VALUES_RECKONED, b.attack_value, b.defence_value)


def attack_value(s: State, b: Battle, note: Notes) -> int:
    """[9.5.2] The lead [9.5.2A], helpers [9.5.2B], support [9.5.2C], the division [9.5.2D], Morale [9.5.2E]."""
    total = note("9.5.2A", "lead", s.pack.attack[b.lead])
    total += note("9.5.2B", "helpers", len(b.units) - 1)
    if b.artillery:
        total += note("9.5.2C", "artillery", shells(s) * b.artillery)
    if b.engineers:
        total += note("9.5.2C", "engineers", SUPPORT_BONUS * b.engineers)
    if has_integrity(s, b.units) and optional.may_use_integrity(s, b):
        total += note("9.5.2D", "integrity", 1)
    if sequence.is_strong(s):
        total += note("9.5.2E", "strong", 1)
    return total + optional.organization_penalty(s, b, note)


def shells(s: State) -> int:
    """[9.5.2C] [6.2] What an artillery marker adds, also while shells are short."""
    return SHORT_OF_SHELLS if sequence.is_in_force(s, SHELL_SHORTAGE) else SUPPORT_BONUS


def has_integrity(s: State, units: list[int]) -> bool:
    """[9.5.2D] [4.3.2] Three units of one division; assault guns belong to none."""
    if len(units) < INTEGRITY_UNITS:
        return False
    divisions = [s.pack.division[u] for u in units]
    return any(d != NO_DIVISION and divisions.count(d) >= INTEGRITY_UNITS for d in divisions)


def defence_value(s: State, b: Battle, note: Notes) -> int:
    """[9.5.3] Factor [9.5.3A], terrain [9.5.3B], Morale [9.5.3C], Commissars [6.2], less the Air die [9.5.3D]."""
    total = note("9.5.3A", "factor", b.factor)
    total += note("9.5.3B", "terrain", s.pack.tem[b.area])
    if not sequence.is_strong(s):
        total += note("9.5.3C", "shaken", 1)
    if sequence.is_in_force(s, COMMISSARS):
        total += note(sequence.event_rule(s), "commissars", 1)
    if b.air_die:
        total += note("9.5.3D", "air", -b.air_die)
    return total


def attack_dice(s: State) -> Chance:
    """[9.5.1] Two dice for the attack."""
    return TWO_DICE


def defence_dice(s: State) -> Chance:
    return dice_of_defence(s, fight(s))


def dice_of_defence(s: State, b: Battle) -> Chance:
    """[9.5.1] [9.4] Two dice; Guards drop the lowest of three, beside the Volga the lowest two of four."""
    if b.strategy != GUARDS:
        return TWO_DICE
    return VOLGA_GUARDS_DICE if s.pack.is_volga[b.area] else GUARDS_DICE


def take_attack_roll(s: State, dice: int) -> None:
    """[9.5] Attack Total: value and dice."""
    b = fight(s)
    b.attack_total = b.attack_value + dice
    tell(s, "9.5.1", events.ATTACK_ROLLED, dice, b.attack_total)


def take_defence_roll(s: State, dice: int) -> None:
    """[9.5] Defense Total; what counts from here on is the result [9.5.5]."""
    b = fight(s)
    total = b.defence_value + dice
    tell(s, "9.5.1", events.DEFENCE_ROLLED, dice, total)
    results.compare(s, b.attack_total - total)
