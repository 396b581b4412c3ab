"""Roads, chapter 12: Soviet lost momentum. Moves of headquarters fill the draw pool with shortages."""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, RETURN
from kurgan.games.roads.pack.vocabulary import AXIS, SHORTAGE, SOVIET, TEST_SHORTAGE
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.terms import M_OUT, M_POOL, OOS
from kurgan.kernel.flow import Ask, Auto, Seq, Step, While, leave, local, set_local, tell


def test_shortage() -> Step:
    """[12.3] The box that holds the Test marker is opened."""
    return Seq("12.3", "test_shortage", [
        Auto("12.3.1", "open_box", open_box),
        While("12.3.3", "real_supports_pay", must_pay, Ask(
            "12.3.3", "pay_shortage", supports.soviet, pay_choices, take_pay,
            why=why_not_pay, space=supports.box_space, form="return_support",
        )),
        While("12.3.4", "cut_stacks_off", may_cut_off, Ask(
            "12.3.4", "cut_off_stack", axis, cut_choices, take_cut,
            why=why_not_cut, space=hex_space, form="choose_hex",
        )),
        Auto("12.3.5", "shortages_return", shortages_return),
    ])  # fmt: skip


# 12.1 -------------------------------------------------------------------------------------------------------------


def hq_moved(s: State, u: int) -> None:
    """[12.1] [4.5.4] A Soviet headquarters has moved, of its own will or not: a shortage enters the pool, the Test
    marker first."""
    if not s.scenario.uses_momentum or s.pack.side[u] != SOVIET:
        return
    kind = SHORTAGE if s.track[tracks.SHORTAGES] else TEST_SHORTAGE
    m = supports.find(s, M_OUT, kind)
    if m < 0:
        return  # all markers are in the game
    s.track[tracks.SHORTAGES] += 1
    s.lay(m, M_POOL)
    tell(s, "12.1", events.SHORTAGE_ADDED)


# 12.2 -------------------------------------------------------------------------------------------------------------


def shortage_boxes(s: State) -> list[int]:
    return [box for box in supports.SOVIET_BOXES if supports.find(s, box, SHORTAGE) >= 0]


def return_answers(s: State) -> list[int]:
    """[12.2] Shortages may be returned one by one while supports are deployed; what is not returned is kept."""
    return [RETURN + box for box in shortage_boxes(s)]


def take_return(s: State, a: int) -> None:
    """[12.2] One shortage back to the pool."""
    supports.to_pool(s, supports.find(s, a - RETURN, SHORTAGE))


# 12.3 -------------------------------------------------------------------------------------------------------------


def open_box(s: State) -> None:
    """[12.3.1] [12.3.2] All markers of the box are shown; the Test marker goes back to the pool."""
    box = s.track[tracks.TEST_BOX]
    tell(s, "12.3.1", events.BOX_OPENED, box)
    for m in supports.markers_in(s, box, SOVIET):
        tell(s, "12.3.1", events.SUPPORT_REVEALED, s.pack.marker_kind[m])
    supports.to_pool(s, supports.find(s, box, TEST_SHORTAGE))
    shortages = count_shortages(s, box)
    paid = min(shortages, supports.count_real(s, box))
    set_local(s, "test_shortage", paid, shortages - paid)


def count_shortages(s: State, box: int) -> int:
    return sum([s.pack.marker_kind[m] == SHORTAGE for m in supports.markers_in(s, box, SOVIET)])


def must_pay(s: State) -> bool:
    """[12.3.3] A shortage is still unpaid and a real support is there."""
    to_pay, _ = local(s, "test_shortage")
    return to_pay > 0


def pay_choices(s: State) -> list[int]:
    """[12.3.3] Any real support of the box."""
    return supports.box_answers(s, SOVIET, (s.track[tracks.TEST_BOX],))


def why_not_pay(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOT_IN_BOX)


def take_pay(s: State, a: int) -> None:
    """[12.3.3] One real support and one shortage go back to the pool."""
    supports.to_pool(s, supports.marker_of(s, a))
    supports.to_pool(s, supports.find(s, s.track[tracks.TEST_BOX], SHORTAGE))
    to_pay, unpaid = local(s, "test_shortage")
    set_local(s, "test_shortage", to_pay - 1, unpaid)
    tell(s, "12.3.3", events.SUPPORTS_RETURNED, SOVIET, 2)


def axis(s: State) -> int:
    return AXIS


def contact_stacks(s: State) -> list[int]:
    """[12.3.4] Soviet stacks beside an Axis unit, with somebody who is still in supply."""
    found: set[int] = set()
    for u in s.ways.units_of[SOVIET]:
        h = s.where[u]
        if h >= 0 and s.near[AXIS][h] and s.pack.is_combat[u] and s.supply[u] != OOS:
            found.add(h)
    return sorted(found)


def may_cut_off(s: State) -> bool:
    """[12.3.4] A shortage found no support to pay for it, and there is a stack in contact."""
    _, unpaid = local(s, "test_shortage")
    return unpaid > 0 and bool(contact_stacks(s))


def cut_choices(s: State) -> list[int]:
    """[12.3.4] The Axis may mark a stack, or not."""
    return [DONE] + [HEX + h for h in contact_stacks(s)]


def hex_space(s: State) -> list[int]:
    return [DONE, *range(HEX, HEX + HEXES)]


def why_not_cut(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_CONTACT)


def take_cut(s: State, a: int) -> None:
    """[12.3.4] The stack is out of supply until its next supply phase."""
    if a == DONE:
        leave(s, "cut_stacks_off")
        return
    to_pay, unpaid = local(s, "test_shortage")
    set_local(s, "test_shortage", to_pay, unpaid - 1)
    tell(s, "12.3.4", events.STACK_CUT_OFF, a - HEX)
    for u in units.units_at(s, a - HEX):
        if s.pack.is_combat[u]:
            s.supply[u] = OOS
            tell(s, "12.3.4", events.OUT_OF_SUPPLY, u)


def shortages_return(s: State) -> None:
    """[12.3.5] What is left of the shortages in the box goes back to the pool."""
    box = s.track[tracks.TEST_BOX]
    for m in supports.markers_in(s, box, SOVIET):
        if s.pack.marker_kind[m] == SHORTAGE:
            supports.to_pool(s, m)
    s.track[tracks.TEST_BOX] = 0
