"""Roads, chapter 11.4: launching a major offensive.

Every support of the STAVKA box is kept for it, exchanged two for one, or spent on units of the reserve.
"""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, PLAY, SUPPORT, TRANSFER, UNIT
from kurgan.games.roads.pack.vocabulary import MAJOR_OM, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r13_stavka as stavka
from kurgan.games.roads.terms import M_MAJOR, M_STAVKA
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, When, While, leave, local, set_local, tell


def major_offensive() -> Step:
    """[11.4.2] What becomes of the supports in the STAVKA box; locals: how many were exchanged, how many are left to
    buy units with."""
    return Seq("11.4.2", "major_offensive", [
        Auto("11.4.2", "reveal_stavka", reveal_stavka),
        While("11.4.2", "allot", has_supports_to_allot, Seq("11.4.2", "allot_one", [
            Ask("11.4.2", "allot_support", supports.soviet, allot_choices, take_allot,
                why=why_not_allot, space=allot_space),
            When("11.4.2", "pair_given", is_pair_given, Call("11.4.2", "choose_supports", given=one_for_two)),
        ])),
        While("11.4.2", "buy_units", may_buy, Seq("11.4.2", "buy_one", [
            Ask("11.4.2", "buy_unit", supports.soviet, buy_choices, take_buy,
                why=why_not_buy, space=unit_space, form="choose_unit"),
            When("11.4.2", "bought", has_bought, Ask(
                "11.4.2", "place_bought", supports.soviet, bought_hexes, take_bought,
                why=why_not_bought, space=offensives.hex_space, form="choose_hex",
            )),
        ])),
    ])  # fmt: skip


def reveal_stavka(s: State) -> None:
    """[11.4.2] All markers of the STAVKA box are shown; shortages go back to the pool."""
    s.track[tracks.MAJOR_NOW] = 1
    set_local(s, "major_offensive", 0, 0)
    tell(s, "11.4.2", events.MAJOR_OFFENSIVE)
    for m in supports.markers_in(s, M_STAVKA, SOVIET):
        tell(s, "11.4.2", events.SUPPORT_REVEALED, s.pack.marker_kind[m])
        if not supports.is_real(s, s.pack.marker_kind[m]):
            supports.to_pool(s, m)


def exchanged(s: State) -> int:
    """[11.4.2] Supports given away in exchange so far."""
    return local(s, "major_offensive")[0]


def to_buy_with(s: State) -> int:
    """[11.4.2] Supports spent for units, and not yet used up."""
    return local(s, "major_offensive")[1]


def has_supports_to_allot(s: State) -> bool:
    """[11.4.2] No marker may remain in the STAVKA box."""
    return bool(supports.markers_in(s, M_STAVKA, SOVIET))


def allot_space(s: State) -> list[int]:
    kinds = range(s.pack.support_count)
    return [SUPPORT + k for k in kinds] + [PLAY + k for k in kinds] + [TRANSFER + k for k in kinds]


def allot_choices(s: State) -> list[int]:
    """[11.4.2] Each kind: keep it for the offensive, exchange it, or spend it on units."""
    kinds = supports.kinds_in(s, M_STAVKA)
    exchanges = [PLAY + k for k in kinds if not why_not_exchange(s)]
    if exchanged(s) % 2:
        return exchanges
    spending = [TRANSFER + k for k in kinds] if can_spend_on_units(s) else []
    return [SUPPORT + k for k in kinds] + exchanges + spending


def why_not_exchange(s: State) -> int:
    """[11.4.2] Two for one, three times at most."""
    if exchanged(s) >= 2 * s.pack.chosen_supports:
        return refusals.THREE_CHOSEN
    alone = len(supports.markers_in(s, M_STAVKA, SOVIET)) < 2
    return refusals.PAIRS_ONLY if alone and exchanged(s) % 2 == 0 else 0


def why_not_allot(s: State, a: int) -> int:
    """[11.4.2] A begun exchange is finished first; units are bought only if there are any."""
    if supports.find(s, M_STAVKA, allotted_kind(a)) < 0:
        return refusals.NOT_IN_BOX
    if PLAY <= a < TRANSFER:
        return why_not_exchange(s)
    if exchanged(s) % 2:
        return refusals.PAIRS_ONLY
    return supports.listed(s, a, refusals.NOT_IN_STAVKA) if a >= TRANSFER else 0


def allotted_kind(a: int) -> int:
    if a >= TRANSFER:
        return a - TRANSFER
    return a - PLAY if a >= PLAY else a - SUPPORT


def can_spend_on_units(s: State) -> bool:
    """[11.4.2] There is somebody in the reserve who could still be paid for, and a place to put him."""
    cost = sum([stavka.unit_cost(s, u) for u in stavka.reserve(s)])
    return cost > to_buy_with(s) and bool(offensive_hexes(s))


def take_allot(s: State, a: int) -> None:
    """[11.4.2] Into the Major box, or back to the pool for an exchange or for units."""
    m = supports.find(s, M_STAVKA, allotted_kind(a))
    if a < PLAY:
        s.lay(m, M_MAJOR)
        return
    supports.to_pool(s, m)
    if a >= TRANSFER:
        set_local(s, "major_offensive", exchanged(s), to_buy_with(s) + 1)
    else:
        given = exchanged(s) + 1
        set_local(s, "allot_one", given)
        set_local(s, "major_offensive", given, to_buy_with(s))


def is_pair_given(s: State) -> bool:
    """[11.4.2] The second marker of a pair was just given."""
    given = sum(local(s, "allot_one"))
    return given > 0 and given % 2 == 0


def one_for_two(s: State) -> tuple[int, ...]:
    """[11.4.2] One marker of choice for two."""
    return (M_MAJOR, 1)


def offensive_hexes(s: State) -> list[int]:
    """[11.4.2] Hexes on or beside a supplied friend in the radius of the Major marker, in contact or not.

    [1.1.2] A headquarters is a unit, supplied if it has a line.
    """
    cut = supply.units_without_supply(s, SOVIET)
    led = radius.supplied_hqs(s, SOVIET)
    found: set[int] = set()
    for u in s.ways.units_of[SOVIET]:
        h = s.where[u]
        if h < 0 or u in cut or (s.pack.is_hq[u] and u not in led):
            continue
        for n in [h, *s.pack.neighbours[h]]:
            if offensives.om_covers(s, MAJOR_OM, n) and stavka.is_open_ground(s, n):
                found.add(n)
    return sorted(found)


def may_buy(s: State) -> bool:
    """[11.4.2] Supports were spent on units."""
    return to_buy_with(s) > 0


def unit_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def buy_choices(s: State) -> list[int]:
    """[11.4.2] Units of the reserve: one support each, two for armor; enemies beside their place do not matter."""
    places = offensive_hexes(s)
    points = to_buy_with(s)
    able = [u for u in stavka.reserve(s) if stavka.unit_cost(s, u) <= points]
    return [DONE] + [UNIT + u for u in able if any(units.fits(s, u, h) for h in places)]


def why_not_buy(s: State, a: int) -> int:
    """[11.4.2] In the reserve, and paid for; where there is a place for one there is for any, else nobody asks."""
    if a == DONE:
        return 0
    u = a - UNIT
    if u not in stavka.reserve(s):
        return refusals.NOT_IN_STAVKA
    return refusals.TOO_DEAR if stavka.unit_cost(s, u) > to_buy_with(s) else 0


def take_buy(s: State, a: int) -> None:
    """[11.4.2] This unit is bought; or no more."""
    if a == DONE:
        leave(s, "buy_units")
    else:
        set_local(s, "buy_one", a - UNIT)


def has_bought(s: State) -> bool:
    return bool(local(s, "buy_one"))


def bought_hexes(s: State) -> list[int]:
    """[11.4.2] On or beside a friendly supplied unit, in the radius; enemies beside it do not matter."""
    (u,) = local(s, "buy_one")
    return [HEX + h for h in offensive_hexes(s) if units.fits(s, u, h)]


def why_not_bought(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.OFFENSIVE_PLACE)


def take_bought(s: State, a: int) -> None:
    """[11.4.2] Onto the map at once."""
    (u,) = local(s, "buy_one")
    set_local(s, "major_offensive", exchanged(s), to_buy_with(s) - stavka.unit_cost(s, u))
    units.put(s, u, a - HEX, "11.4.2")
    tell(s, "11.4.2", events.UNIT_RELEASED, u, a - HEX)
