"""Advance, chapter 6: the dawn, random event, combat and end phases. Supply is in r06_supply.py.

Choices we made where the text is open: docs/decisions/0003 (reinforcements may be held, one area has room for all).
"""

from typing import Final

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import DONE, PLACE
from kurgan.games.advance.pack.pack import (
    BREAKTHROUGH_64,
    BREAKTHROUGH_66,
    GUARDS,
    OFFENSIVE_64,
    OFFENSIVE_66,
    PAUSE,
    RAIN,
)
from kurgan.games.advance.position.state import State, put
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r10_first_turn as first_turn
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.rules import r14_factory as factory
from kurgan.games.advance.terms import AWAY, DUE, GERMAN, GONE, NO_DIVISION, OUT
from kurgan.kernel.chance import Chance, Dice, Draw
from kurgan.kernel.flow import Ask, Auto, Call, Each, Roll, Seq, Step, When, While, current, is_under_way, tell
from kurgan.kernel.vocabulary import ALLOWED

RETURNING: Final = 0
"""The group of units that an event called away; other groups are the turn on which they arrive."""

ONE_DIE: Final = Dice(1)
THREE_DICE: Final = Dice(3)
STREETS_HIGHEST: Final = 6
AIR_FORBIDDEN: Final = 1 << OFFENSIVE_64 | 1 << OFFENSIVE_66 | 1 << BREAKTHROUGH_66 | 1 << RAIN


def german(s: State) -> int:
    """The player of the German side, who answers every question."""
    return GERMAN


def always(s: State) -> bool:
    """For loops that their own last answer leaves."""
    return True


# 6.1 Dawn phase


def dawn() -> Step:
    """[6.1] Reinforcement, then withdrawal; isolation is found last."""
    return Seq(
        "6.1",
        "dawn",
        [
            Auto("6.0", "begin_turn", begin_turn),
            Each("6.2.1", "rejoin", division_due, place_group("6.2.1", "place_division")),
            Each("6.1.1", "reinforce", groups_due, place_group("6.1.1", "place_group")),
            Each("14.4", "reinforce_october", factory.groups_due, place_group("14.4", "place_october_group")),
            Each("14.6.1", "come_back", factory.units_coming_back, factory.return_unit()),
            When("6.1.2", "withdrawal", is_withdrawal_turn, Auto("6.1.2", "withdraw", withdraw)),
            When("12.3", "isolation", optional.uses_isolation, Auto("12.3", "mark_isolated", optional.mark_isolated)),
        ],
    )


def begin_turn(s: State) -> None:
    """[3.2] [6.0] The turn is announced; the five phases are the table in ``rules/__init__.py``."""
    tell(s, "6.0", events.TURN_BEGINS, s.turn)


def division_due(s: State) -> list[int]:
    """[6.2.1] A division that an event called away comes back as one group, unless it leaves for good now [6.1.2]."""
    if s.scenario.withdraw_return_areas and s.turn != s.scenario.withdraw_turn and units_of_group(s, RETURNING):
        return [RETURNING]
    return []


def groups_due(s: State) -> list[int]:
    """[6.1.1] Groups that may be placed now: this turn's and those held back; October's have their own rule."""
    return [] if factory.is_october(s) else groups_to_come(s)


def groups_to_come(s: State) -> list[int]:
    """Groups whose turn has come, the earliest first."""
    return [turn for turn in sorted(s.scenario.arrival_areas) if turn <= s.turn and units_of_group(s, turn)]


def group_at_hand(s: State) -> int:
    """The group that is being placed."""
    for step in ("rejoin", "reinforce_october"):
        if is_under_way(s, step):
            return current(s, step)
    return current(s, "reinforce")


def units_of_group(s: State, group: int) -> list[int]:
    if group == RETURNING:
        return [u for u in range(s.pack.units) if s.where[u] == AWAY]
    return [u for u in range(s.pack.units) if s.where[u] == DUE and s.scenario.arrives[u] == group]


def place_group(rule: str, name: str) -> Step:
    """[6.1.1] One area for the whole group, or none yet."""
    return Ask(rule, name, german, group_choices, take_group, why=why_not_place_group, space=place_or_hold_space)


def place_or_hold_space(s: State) -> list[int]:
    return [DONE] + [PLACE + a for a in range(1, s.pack.areas + 1)]


def group_choices(s: State) -> list[int]:
    group = group_at_hand(s)
    size = len(units_of_group(s, group))
    return [DONE] + [PLACE + a for a in range(1, s.pack.areas + 1) if not why_not_arrive(s, group, size, a)]


def why_not_place_group(s: State, answer: int) -> int:
    if answer == DONE:
        return ALLOWED
    group = group_at_hand(s)
    return why_not_arrive(s, group, len(units_of_group(s, group)), answer - PLACE)


def why_not_arrive(s: State, group: int, size: int, a: int) -> int:
    """[6.1.1] [6.2.1] [14.4] The group's own areas, and only where all of it finds room."""
    if not is_arrival_area(s, group, a):
        return refusals.NOT_AN_ARRIVAL_AREA
    if s.count[a] + size > s.pack.stack_limit:
        return refusals.NO_ROOM
    return ALLOWED


def is_arrival_area(s: State, group: int, a: int) -> bool:
    if not stacking.is_german(s, a):
        return False
    if group == RETURNING:
        return a in s.scenario.withdraw_return_areas
    areas = s.scenario.arrival_areas[group]
    return not areas or a in areas or a in s.scenario.arrival_if_german[group]


def take_group(s: State, answer: int) -> None:
    """[6.1.1] The whole group stands in one area, Fresh; or it waits for a later dawn."""
    group = group_at_hand(s)
    units = units_of_group(s, group)
    rule = "6.2.1" if group == RETURNING else factory.cited(s, "6.1.1", "14.4")
    if answer == DONE:
        tell(s, rule, events.GROUP_HELD, len(units))
        return
    a = answer - PLACE
    for u in units:
        put(s, u, a)
    tell(s, rule, events.GROUP_PLACED, a, len(units))


def is_withdrawal_turn(s: State) -> bool:
    return s.turn == s.scenario.withdraw_turn


def withdraw(s: State) -> None:
    """[6.1.2] The division leaves for good."""
    withdraw_division(s, "6.1.2", GONE)


def has_left_for_good(s: State, u: int) -> bool:
    """[6.1.2] Whether the division of a unit has been withdrawn for good: nobody of it comes back (decision 0023)."""
    is_over = 0 < s.scenario.withdraw_turn <= s.turn
    return is_over and s.pack.division[u] == s.scenario.withdraw_division


def withdraw_division(s: State, rule: str, where: int) -> None:
    """[6.2.1] [14.6.1] Every unit of it on the map goes; each one in the Out of Action box cannot, and costs a Morale.

    Units that an event has called away before go along.
    """
    gone = 0
    missing = 0
    for u in range(s.pack.units):
        if s.pack.division[u] == s.scenario.withdraw_division:
            if 1 <= s.where[u] <= s.pack.areas:
                put(s, u, where)
                gone += 1
            elif s.where[u] == AWAY:
                put(s, u, where)
            elif s.where[u] == OUT:
                missing += 1
    s.withdrawn = True
    tell(s, rule, events.DIVISION_WITHDRAWN, s.scenario.withdraw_division, gone)
    if missing:
        penalty = factory.cited(s, "6.2.1", "14.6.1")
        tell(s, penalty, events.UNITS_LEFT_IN_BOX, missing)
        change_morale(s, penalty, -missing)


# 6.2 Random event phase


def random_event() -> Step:
    """[6.2] [14.6.1] Three dice on the chart; a Pause also draws its division."""
    return When(
        "6.2",
        "random_event",
        factory.rolls_event,
        Seq(
            "6.2",
            "event_roll",
            [
                Roll("6.2", "roll_event", event_dice, take_event),
                When("6.2", "pause", is_pause, Roll("6.2", "draw_paused", divisions_on_map, take_paused)),
            ],
        ),
    )


def event_dice(s: State) -> Chance:
    return THREE_DICE


def take_event(s: State, roll: int) -> None:
    """[6.2] [6.2.1] Look up the event; a second Breakthrough of the 64th Army is only its Offensive."""
    event = s.pack.events[s.scenario.chart][roll]
    rule = event_rule(s)
    if event == BREAKTHROUGH_64 and s.withdrawn and s.scenario.withdraw_return_areas:
        event = OFFENSIVE_64
        rule = "6.2.1"
    if first_turn.is_without_result(s, event):
        tell(s, "10.1", events.EVENT_WITHOUT_RESULT, roll, event)
        return
    s.effects = 1 << event
    tell(s, rule, events.EVENT_ROLLED, roll, event)
    if event == BREAKTHROUGH_64:
        withdraw_division(s, factory.cited(s, "6.2.1", "14.6.1"), AWAY)


def event_rule(s: State) -> str:
    """The paragraph whose chart holds this turn."""
    return factory.cited(s, "6.2", "14.6.1")


def is_pause(s: State) -> bool:
    return is_in_force(s, PAUSE) and len(paused_candidates(s)) > 0


def paused_candidates(s: State) -> list[int]:
    """Divisions with a unit on the map; assault guns belong to none."""
    found = set()
    for u in range(s.pack.units):
        if 1 <= s.where[u] <= s.pack.areas and s.pack.division[u] != NO_DIVISION:
            found.add(s.pack.division[u])
    return sorted(found)


def divisions_on_map(s: State) -> Chance:
    divisions = paused_candidates(s)
    return Draw(divisions, [1] * len(divisions))


def take_paused(s: State, division: int) -> None:
    """[6.2] One division may not act this turn (the effect is our reconstruction: docs/decisions/0004)."""
    s.paused = division
    tell(s, "6.2", events.DIVISION_PAUSED, division)


def forbids_air(s: State) -> bool:
    """[6.2] [14.6.1] Offensives, the 66th Army's Breakthrough and Rain keep the aircraft away."""
    return bool(s.effects & AIR_FORBIDDEN)


def is_in_force(s: State, event: int) -> bool:
    """Whether an event of the chart holds this turn."""
    return bool(s.effects >> event & 1)


# 6.4 Combat phase


def combat_phase() -> Step:
    """[6.4] Bloody Streets, then Action Rounds until the player declines."""
    return Seq(
        "6.4",
        "combat_phase",
        [
            Each("6.4.1", "bloody_streets", contested_streets, Roll("6.4.1", "roll_streets", one_die, take_streets)),
            While("6.4.2", "action_rounds", always, Call("6.4.2", "action_round")),
        ],
    )


def contested_streets(s: State) -> list[int]:
    """[6.4.1] Contested Light and Heavy Urban areas."""
    return stacking.areas_of(s.german_mask & s.soviet_mask & s.pack.urban_mask)


def one_die(s: State) -> Chance:
    return ONE_DIE


def take_streets(s: State, die: int) -> None:
    """[6.4.1] A five costs a Morale, a six also spends the German units; Guards on a +4 area add one."""
    a = current(s, "bloody_streets")
    if stacking.strategy_of(s, a) == GUARDS and s.pack.tem[a] == victory.STRONGPOINT:
        die = min(die + 1, STREETS_HIGHEST)
    effect = s.pack.streets[die]
    tell(s, "6.4.1", events.STREETS_ROLLED, a, die, effect)
    if effect == 2:
        for u in stacking.units_in(s, a):
            s.spent[u] = 1
        tell(s, "6.4.1", events.UNITS_SPENT, a)
    if effect:
        change_morale(s, "6.4.1", -1)


# 6.5 End phase


def end_turn(s: State) -> None:
    """[6.5] Units turn Fresh, Morale falls by one, the turn marker moves; markers in the Available box stay."""
    tell(s, "6.5", events.TURN_ENDS, s.turn)
    for u in range(s.pack.units):
        s.spent[u] = 0
    change_morale(s, "6.5", -1)
    s.effects = 0
    s.paused = NO_DIVISION
    s.turn += 1


def change_morale(s: State, rule: str, change: int) -> None:
    """[3.3] [5.2] Morale stays between 0 and the top of its track."""
    s.morale = max(0, min(s.pack.morale_max, s.morale + change))
    tell(s, rule, events.MORALE_CHANGED, change, s.morale, int(is_strong(s)))


def is_strong(s: State) -> bool:
    """[4.5.2] [5.2] Strong from 10 up, Shaken below."""
    return s.morale >= s.pack.strong_from
