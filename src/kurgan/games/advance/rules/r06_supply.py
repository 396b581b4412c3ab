"""Advance, 6.3: the supply phase. A roll, a free Air marker, then purchases one at a time."""

from typing import Final

from kurgan.games.advance import events, refusals
from kurgan.games.advance.answers import AIR, ARTILLERY, BUY, CHOOSE, DONE, ENGINEER, MORALE, PLACE
from kurgan.games.advance.pack.pack import BREAKTHROUGH_66
from kurgan.games.advance.position.state import State, put
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r10_first_turn as first_turn
from kurgan.games.advance.rules import r12_optional as optional
from kurgan.games.advance.rules import r14_factory as factory
from kurgan.games.advance.terms import NO_UNIT, OUT
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Ask, Auto, Roll, Seq, Step, When, While, leave, tell
from kurgan.kernel.vocabulary import ALLOWED

FULL_ROLL: Final = Dice(4, optional.FACES)
SHORT_ROLL: Final = Dice(2, optional.FACES)
GOODS_COUNT: Final = 4


def supply() -> Step:
    """[6.3] Roll for points, take the free Air marker, spend."""
    return Seq(
        "6.3",
        "supply",
        [
            Roll("6.3", "roll_supply", supply_dice, take_supply_roll),
            While("12.8", "reroll_ones", optional.has_ones, Roll("12.8", "roll_ones", optional.ones, take_ones)),
            Auto("6.3", "bank_supply", bank_supply),
            Auto("6.3", "take_free_air", take_free_air),
            While("6.3", "spending", sequence.always, spend()),
        ],
    )


def supply_dice(s: State) -> Chance:
    """[6.3] Four dice; two under the 66th Army's Breakthrough."""
    return SHORT_ROLL if sequence.is_in_force(s, BREAKTHROUGH_66) else FULL_ROLL


def take_supply_roll(s: State, folded: int) -> None:
    """[6.3] Pips, and how many ones are to be thrown again."""
    s.rolled = folded % optional.ONE_MARK
    s.ones = folded // optional.ONE_MARK if optional.rerolls_ones(s) else 0
    s.rolled -= s.ones
    tell(s, "6.3", events.SUPPLY_ROLLED, folded % optional.ONE_MARK, s.supply)


def take_ones(s: State, folded: int) -> None:
    """[12.8] The dice thrown again count instead of the ones."""
    s.ones = folded // optional.ONE_MARK
    s.rolled += folded % optional.ONE_MARK - s.ones
    tell(s, "12.8", events.SUPPLY_REROLLED, folded % optional.ONE_MARK, s.rolled + s.ones)


def bank_supply(s: State) -> None:
    """[3.4] [4.5.3] [6.3.1] Points are added to those saved before."""
    s.supply += first_turn.supply_result(s, s.rolled)
    s.rolled = 0


def take_free_air(s: State) -> None:
    """[6.3] [4.5.4] [14.6.2] Air markers that cost nothing, as far as any are in the Used box; no event prevents it."""
    free = min(s.scenario.free_air, s.pack.markers_air - s.air)
    s.air += free
    if free:
        tell(s, factory.cited(s, "6.3", "14.6.2"), events.FREE_AIR, free)


def spend() -> Step:
    """[6.3] One purchase, or a unit brought back, or done."""
    return Seq(
        "6.3",
        "purchase",
        [
            Ask("6.3", "spend", sequence.german, spend_choices, take_spend, why=why_not_spend, space=spend_space),
            When(
                "6.3",
                "place_unit",
                is_returning,
                Ask(
                    "6.3",
                    "place_returned",
                    sequence.german,
                    return_choices,
                    take_return,
                    why=why_not_return_to,
                    space=return_space,
                ),
            ),
        ],
    )


def spend_space(s: State) -> list[int]:
    units = [u for u in range(s.pack.units) if s.where[u]]
    return [DONE] + [BUY + g for g in range(GOODS_COUNT)] + [CHOOSE + u for u in units]


def spend_choices(s: State) -> list[int]:
    found = [DONE]
    if s.supply == 0:
        return found
    for goods in range(GOODS_COUNT):
        if not why_not_buy(s, goods):
            found.append(BUY + goods)
    for u in range(s.pack.units):
        if s.where[u] == OUT and not why_not_bring_back(s, u):
            found.append(CHOOSE + u)
    return found


def why_not_spend(s: State, answer: int) -> int:
    if answer == DONE:
        return ALLOWED
    if answer < CHOOSE:
        return why_not_buy(s, answer - BUY)
    return why_not_bring_back(s, answer - CHOOSE)


def why_not_buy(s: State, goods: int) -> int:
    """[6.3] [4.5.5] [4.5.6] A purchase needs its points and a marker in the Used box."""
    if s.supply < price(s, goods):
        return refusals.NOT_ENOUGH_SUPPLY
    if goods == MORALE:
        return refusals.MORALE_AT_TOP if s.morale >= s.pack.morale_max else ALLOWED
    if goods == ARTILLERY:
        left = s.pack.markers_artillery - s.artillery
    elif goods == ENGINEER:
        left = s.pack.markers_engineer - s.engineers
    else:
        left = s.pack.markers_air - s.air
    return ALLOWED if left > 0 else refusals.NO_MARKER_LEFT


def price(s: State, goods: int) -> int:
    """[6.3] Artillery, Engineer, Air, Morale."""
    if goods == ARTILLERY:
        return s.pack.price_artillery
    if goods == ENGINEER:
        return s.pack.price_engineer
    return s.pack.price_air if goods == AIR else s.pack.price_morale


def why_not_bring_back(s: State, u: int) -> int:
    """[3.7] [4.2.1] [4.2.2] [6.1.2] [6.3] A unit in the Out of Action box, its points, and an area that can take it."""
    if s.where[u] != OUT:
        return refusals.NOT_OUT_OF_ACTION
    if sequence.has_left_for_good(s, u):
        return refusals.DIVISION_HAS_LEFT
    if s.supply < s.pack.return_cost[u]:
        return refusals.NOT_ENOUGH_SUPPLY
    return ALLOWED if return_mask(s, u) else refusals.NO_PLACE_TO_RETURN


def take_spend(s: State, answer: int) -> None:
    """[6.3] Pay and take; the rest is banked [6.3.1]."""
    if answer == DONE:
        tell(s, "6.3.1", events.SUPPLY_BANKED, s.supply)
        leave(s, "spending")
        return
    if answer >= CHOOSE:
        s.returning = answer - CHOOSE
        return
    goods = answer - BUY
    s.supply -= price(s, goods)
    tell(s, "6.3", events.BOUGHT, goods, s.supply)
    if goods == ARTILLERY:
        s.artillery += 1
    elif goods == ENGINEER:
        s.engineers += 1
    elif goods == AIR:
        s.air += 1
    else:
        sequence.change_morale(s, "6.3", 1)


def is_returning(s: State) -> bool:
    return s.returning != NO_UNIT


def return_space(s: State) -> list[int]:
    return [PLACE + a for a in range(1, s.pack.areas + 1)]


def return_choices(s: State) -> list[int]:
    return [PLACE + a for a in stacking.areas_of(return_mask(s, s.returning))]


def why_not_return_to(s: State, answer: int) -> int:
    return why_not_return(s, s.returning, answer - PLACE)


def why_not_return(s: State, u: int, a: int) -> int:
    """[6.3] A German area with company, or one of the opening areas; northern units only where they began."""
    if not stacking.is_german(s, a):
        return refusals.NOT_GERMAN
    home = s.scenario.start[u]
    if home in s.scenario.bound_areas:
        if a != home:
            return refusals.NOT_A_RETURN_AREA
    elif s.count[a] == 0 and not opening_mask(s) >> a & 1:
        return refusals.NOT_A_RETURN_AREA
    return refusals.NO_ROOM if stacking.is_full(s, a) else ALLOWED


def return_mask(s: State, u: int) -> int:
    """The areas to which ``why_not_return`` lets a unit return, found with masks."""
    can_take = s.pack.all_mask & ~s.soviet_mask & ~s.full_mask
    home = s.scenario.start[u]
    if home in s.scenario.bound_areas:
        return can_take & 1 << home
    return can_take & (s.german_mask | opening_mask(s))


def opening_mask(s: State) -> int:
    """[6.3] Areas 1 to 5; the option adds 6, which the list leaves out (docs/decisions/0003)."""
    return s.scenario.return_mask | 1 << optional.AREA_6 if s.rules.return_area_6 else s.scenario.return_mask


def take_return(s: State, answer: int) -> None:
    """[6.3] The unit stands on the map, Fresh, and may act this turn."""
    u = s.returning
    s.returning = NO_UNIT
    s.supply -= s.pack.return_cost[u]
    put(s, u, answer - PLACE)
    tell(s, "6.3", events.UNIT_RETURNED, u, answer - PLACE, s.supply)
