"""Roads, chapter 18: withdrawals and upgrades, in the Soviet reinforcements phase (the schedule has no Axis ones)."""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, UNIT
from kurgan.games.roads.pack.vocabulary import INFANTRY, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.terms import ELIMINATED, IN_SUPPLY, M_MAP, STAVKA, TO_COME, WITHDRAWN
from kurgan.kernel.flow import Ask, Auto, Each, Seq, Step, When, While, current, local, set_local, tell


def withdrawals() -> Step:
    """[18.1] [19.3.3] Once, when its turn has come and the city is Soviet."""
    return When("18.1", "withdrawals", is_due, Seq("18.1.1", "withdraw", [
        Each("18.1.1", "withdraw_kind", kinds_of_withdrawal, Seq("18.1.1", "withdraw_of_kind", [
            Auto("18.1.1", "count_withdrawal", count_withdrawal),
            While("18.1.1", "withdraw_units", has_to_withdraw, Ask(
                "18.1.1", "withdraw_unit", supports.soviet, withdraw_choices, take_withdraw,
                why=why_not_withdraw, space=withdraw_space, form="withdraw",
            )),
        ])),
        Auto("18.1.2", "end_withdrawal", end_withdrawal),
    ]))  # fmt: skip


def upgrades() -> Step:
    """[18.2] The upgrades of the turn, one by one."""
    return Each("18.2", "upgrades", due_upgrades, Ask(
        "18.2.1", "upgrade", supports.soviet, upgrade_choices, take_upgrade,
        why=why_not_upgrade, space=units.all_units, form="choose_unit",
    ))  # fmt: skip


# 18.1 -------------------------------------------------------------------------------------------------------------


def is_due(s: State) -> bool:
    """[18.1.1] [19.3.3] From FEB II on, both hexes of Stalingrad Soviet, not yet done."""
    if not s.scenario.withdrawals or s.track[tracks.FEB_WITHDRAWAL]:
        return False
    return s.track[tracks.TURN] >= s.scenario.withdrawals[0][0] and superiority.holds_city(s, 0, SOVIET)


def kinds_of_withdrawal(s: State) -> list[int]:
    return list(range(len(s.scenario.withdrawals)))


def count_withdrawal(s: State) -> None:
    """[18.1.1] So many of this kind are owed; nobody has said yet that the historical list shall decide."""
    set_local(s, "withdraw_of_kind", s.scenario.withdrawals[current(s, "withdraw_kind")][1], 0)
    check_shortfall(s)


def owed(s: State) -> int:
    return local(s, "withdraw_of_kind")[0]


def check_shortfall(s: State) -> None:
    """[18.1.2] Who cannot pay a kind in full gets no more replacement points."""
    if owed(s) and not candidates(s) and not s.track[tracks.NO_REPLACEMENTS_SOVIET]:
        s.track[tracks.NO_REPLACEMENTS_SOVIET] = 1
        tell(s, "18.1.2", events.REPLACEMENTS_LOST, SOVIET)


def may_leave(s: State, u: int) -> bool:
    """[18.1.2] In supply on the map, or in the STAVKA box; reduced or not."""
    if s.pack.side[u] != SOVIET or not s.pack.is_combat[u]:
        return False
    return s.where[u] == STAVKA or (s.where[u] >= 0 and s.supply[u] == IN_SUPPLY)


def fits_withdrawal(s: State, u: int, kind: int) -> bool:
    """[18.1.1] A rifle division whose full side has at least the attack factor asked for."""
    least = s.scenario.withdrawals[kind][2]
    return s.pack.kind[u] == INFANTRY and s.pack.max_steps[u] == 2 and s.pack.attack[3 * u + 2] >= least


def candidates(s: State) -> list[int]:
    """[18.1.1] [18.1.2] Units that may be withdrawn, the historical ones first, then the weaker before the stronger."""
    kind = current(s, "withdraw_kind")
    able = [u for u in s.ways.units_of[SOVIET] if may_leave(s, u) and fits_withdrawal(s, u, kind)]
    named = [u for u in s.scenario.historical[kind] if u in able]
    others = sorted([(s.pack.attack[3 * u + 2], u) for u in able if u not in named])
    return named + [u for _, u in others]


def has_to_withdraw(s: State) -> bool:
    """[18.1.1] Some are still owed and there are any."""
    return owed(s) > 0 and bool(candidates(s))


def withdraw_space(s: State) -> list[int]:
    return [DONE, *units.all_units(s)]


def withdraw_choices(s: State) -> list[int]:
    """[18.1.1] One unit, or all that are owed by the historical list."""
    _, by_history = local(s, "withdraw_of_kind")
    if by_history:
        return [UNIT + candidates(s)[0]]
    return [DONE, *sorted([UNIT + u for u in candidates(s)])]


def why_not_withdraw(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.WRONG_FACTORS)


def take_withdraw(s: State, a: int) -> None:
    """[18.1.1] [1.3.4] Out of the game for good."""
    left, by_history = local(s, "withdraw_of_kind")
    if a == DONE:
        set_local(s, "withdraw_of_kind", left, 1)
        return
    u = a - UNIT
    supports.unit_gone(s, u)
    units.remove(s, u, WITHDRAWN)
    set_local(s, "withdraw_of_kind", left - 1, by_history)
    tell(s, "18.1.1", events.UNIT_WITHDRAWN, u)
    check_shortfall(s)


def end_withdrawal(s: State) -> None:
    """[18.1.1] [19.3.3] Done once and for all."""
    s.track[tracks.FEB_WITHDRAWAL] = 1


# 18.2 -------------------------------------------------------------------------------------------------------------


def due_upgrades(s: State) -> list[int]:
    """[18.2.1] Upgrades of this turn whose old unit, or another rifle division, is still in the game."""
    found: list[int] = []
    for number, (turn, old, new, any_rifle) in enumerate(s.scenario.upgrades):
        if turn == s.track[tracks.TURN] and s.where[new] == TO_COME:
            if is_upgradable(s, old) or (any_rifle and rifle_divisions(s)):
                found.append(number)
    return found


def is_upgradable(s: State, u: int) -> bool:
    """[18.2.1] Whatever its state, but not out of the game and not before it has come."""
    return s.where[u] >= 0 or s.where[u] in (ELIMINATED, STAVKA)


def rifle_divisions(s: State) -> list[int]:
    """[18.2.1] Rifle divisions still in the game; all have the factors of the historical one."""
    pack = s.pack
    soviets = s.ways.units_of[SOVIET]
    return [u for u in soviets if is_upgradable(s, u) and pack.kind[u] == INFANTRY and not pack.elite[u]]


def upgrade_choices(s: State) -> list[int]:
    """[18.2.1] The unit of the same name; for guards rifle divisions any rifle division."""
    _, old, _, any_rifle = s.scenario.upgrades[current(s, "upgrades")]
    if any_rifle:
        return [UNIT + u for u in rifle_divisions(s)]
    return [UNIT + old]


def why_not_upgrade(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NO_RIFLE_DIVISION)


def take_upgrade(s: State, a: int) -> None:
    """[18.2.1] The new counter takes place, steps, supply and markers of the old one, which is withdrawn."""
    old, new = a - UNIT, s.scenario.upgrades[current(s, "upgrades")][2]
    place, steps, supply = s.where[old], s.steps[old], s.supply[old]
    tell(s, "18.2.1", events.UNIT_UPGRADED, old, new)
    for m in range(s.pack.marker_count):
        if s.marker_place[m] == M_MAP and s.marker_on[m] == old and supports.lies_on_unit(s, m):
            s.lay(m, M_MAP, new)
    units.remove(s, old, WITHDRAWN)
    s.steps[new] = steps
    s.away[new] = -1
    if place >= 0:
        s.place(new, place)
        s.supply[new] = supply
    else:
        s.lift(new, place)
