"""Roads: whole orders a bot may consider, each a list of answers that are legal one after the other.

A phase of movement is one order (marching.py). An attack is an order for each target worth it; fights are weighed by
their odds. Questions of routine get the one answer that a sensible player gives without thinking.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, KINDS_RADIX, PLAY, TRANSFER, UNIT, UNIT_HEX
from kurgan.games.roads.bot import supports
from kurgan.games.roads.bot.disposition import dispositions, purpose
from kurgan.games.roads.bot.features import cities_in_reach, guards, hex_worth, places_that_win
from kurgan.games.roads.bot.marching import MOBILE_FACTOR, Plan, attack_of, march_on, movement_plan
from kurgan.games.roads.hidden.view import View
from kurgan.games.roads.odds.fights import POLICIES, accept, best_result, decline, mildest_result, weakest
from kurgan.games.roads.pack.vocabulary import (
    AXIS,
    BLACK,
    BRANDENBURGERS,
    CLASS_AIR,
    GOERING,
    MAJOR_CITY,
    SOVIET,
    URANUS,
)
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_combat as markers
from kurgan.games.roads.rules import r08_combat as combat
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules.r05_deploy import target_hexes
from kurgan.games.roads.rules.r05_supports import count_real
from kurgan.games.roads.terms import M_STAVKA, OOS_FS
from kurgan.kernel import flow
from kurgan.kernel.protocol import Lookahead
from kurgan.kernel.tally import SILENT

MOST_ATTACKS: Final = 3
MORE_ATTACKS: Final = 6
MOST_ANSWERS: Final = 8
HIGHEST_COLUMN: Final = odds.HIGHEST_COLUMN
GOOD_COLUMN: Final = 3
DARING_COLUMN: Final = 2
DESPERATE_COLUMN: Final = 1
"""Columns from which an attack is worth weighing: 3/1, 2/1 for ground that matters and for Soviets in a hurry, 1/1 for
what wins the scenario."""
GARRISON: Final = 2
FACTORS_MATTER: Final = 20.0
"""Attack factors beside one enemy that planes may help; more are not in one attack."""
MARCH_NEAR: Final = 4
"""Hexes from which a mobile unit may come to a fight in the same turn."""
SHARED: Final = 4
"""What a marker on a unit takes from the worth of a second one there."""

ROUTINE: Final = {
    "dismantle_pontoon": accept,
    "build_pontoon": decline,
    "declare_elite_attack": decline,
    "declare_armored": accept,
    "declare_elite_defense": decline,
    "choose_attacker_result": best_result,
    "choose_defender_result": mildest_result,
    "lose_attacker_step": weakest,
    "lose_defender_step": weakest,
    "raise_kampfgruppe": accept,
    "raise_defending_kampfgruppe": accept,
    "choose_retreat": accept,
    "retreat_to": decline,
    "react": decline,
    "buy_off_road": decline,
    "give_up_unit": weakest,
    "choose_line": accept,
    "add_attacker": POLICIES["add_attacker"],
}


STANDING: Final = frozenset({"stand_or_retreat", "fall_back", "fall_back_engaged"})
HIGH_COMMAND: Final = {
    "choose_marker": supports.marker_answer,
    "place_marker": supports.place_answer,
    "redeploy_marker": supports.take_up_answer,
    "choose_support": supports.choice_answer,
}
"""Where there are offensive markers."""


def plans(v: View, s: State) -> list[Plan]:
    """Orders from this question on; a long list of answers that nobody weighs is thinned out."""
    step = flow.top(s)
    if step is None or step.kind != flow.ASK:
        return []
    legal = flow.legal(s)
    if step.name in ("choose_mover", "choose_exploiter"):
        found = movement_plan(s.copy(), purpose(s.scenario.name, s.track[tracks.SIDE]))
        return [found or [DONE]]
    if step.name == "choose_target":
        return attack_plans(s, legal, MOST_ATTACKS)
    if step.name in ROUTINE:
        return [[ROUTINE[step.name](s, legal)]]
    if step.name == "step":
        return [march_on(s.copy())]
    if step.name == "choose_rider":
        return [ride(s, legal)]
    if step.name in ("enter_hex", "follow_up", "advance_unit"):
        return [[advance_answer(s, legal)]]
    if step.name == "mark_exploiting":
        return [[exploit_answer(s, legal)]]
    if step.name in STANDING:
        return stand_answer(s, step.name, legal)
    if s.scenario.uses_offensives and step.name in HIGH_COMMAND:
        return [[HIGH_COMMAND[step.name](s, legal)]]
    if step.name in ("aim_support", "play_support"):
        return [[support_answer(s, step.name, legal)]]
    return [[a] for a in thinned(legal)]


def wide_plans(v: View, s: State) -> list[Plan]:
    """The same and more: a phase of movement from several dispositions, attacks at worse odds."""
    step = flow.top(s)
    if step is None or step.kind != flow.ASK:
        return []
    if step.name in ("choose_mover", "choose_exploiter"):
        found: list[Plan] = []
        for mood in dispositions(s.scenario.name, s.track[tracks.SIDE]):
            plan = movement_plan(s.copy(), mood) or [DONE]
            if plan not in found:
                found.append(plan)
        return found if [DONE] in found else [*found, [DONE]]
    if step.name == "choose_target":
        return attack_plans(s, flow.legal(s), MORE_ATTACKS, DARING_COLUMN - 1)
    return plans(v, s)


def ride(s: State, legal: list[int]) -> Plan:
    """The first who gets somewhere by rail; who would only stop where it is could be named again and again."""
    for a in legal:
        if a == DONE:
            continue
        twin = s.copy()
        flow.answer(twin, a)
        way = march_on(twin) if twin.moving else []
        if any(HEX <= step < HEX + HEXES for step in way):
            return [a, *way]
    return [DONE]


def thinned(legal: list[int]) -> list[int]:
    """A few answers of a long list, evenly."""
    return legal[:: max(1, -(-len(legal) // MOST_ANSWERS))]


# Attacks ----------------------------------------------------------------------------------------------------------


def attack_plans(s: State, legal: list[int], most: int, least: int = HIGHEST_COLUMN) -> list[Plan]:
    """The best attacks, or the end of the phase; from the column ``least`` on all are good enough."""
    found: list[tuple[float, Plan]] = []
    for a in legal:
        if a == DONE:
            continue
        worth, plan = attack_on(s, a - HEX, least)
        if plan:
            found.append((worth, plan))
    found.sort(key=by_worth)
    return [*[plan for _, plan in found[:most]], [DONE]]


def by_worth(pair: tuple[float, Plan]) -> tuple[float, Plan]:
    return (-pair[0], pair[1])


def attack_on(s: State, target: int, least: int) -> tuple[float, Plan]:
    """The strongest force against a hex, no larger than needed; nothing if the odds are poor."""
    able = [
        u
        for n in s.pack.neighbours[target]
        if s.here[s.track[tracks.SIDE]][n]
        for u in units.units_at(s, n)
        if not combat.why_not_attack(s, u, n, target)
    ]
    able.sort(key=lambda u: (-attack_of(s, u), u))
    (phase,) = flow.local(s, "attacks", combat.NOT_YET)
    b = Battle(target, s.track[tracks.SIDE], phase)
    b.defenders = units.units_at(s, target)
    column = -1
    for u in able:
        if u in b.attackers or is_ally_apart(s, b, u):
            continue
        b.attackers.append(u)
        column = column_of(s, b)
        if column >= odds.HIGHEST_COLUMN:
            break
    is_daring = b.side == SOVIET or hex_worth(s, target) or s.pack.is_stalingrad[target]
    wanted = DARING_COLUMN if is_daring else GOOD_COLUMN
    if target in places_that_win(s, b.side):
        wanted = DESPERATE_COLUMN
    if column < min(wanted, least):
        return 0.0, []
    return column + hex_worth(s, target) / 3, plan_of(s, target, b.attackers)


def plan_of(s: State, target: int, attackers: list[int]) -> Plan:
    """The answers that make this attack; the last ones fall away where the rules give them themselves."""
    twin = s.copy()
    plan: Plan = []
    for a in [HEX + target, *[UNIT + u for u in attackers], DONE]:
        if a not in flow.legal(twin):
            break
        plan.append(a)
        flow.answer(twin, a)
        step = flow.top(twin)
        if step is None or step.name not in ("add_attacker", "choose_target"):
            break
    return plan


def is_ally_apart(s: State, b: Battle, u: int) -> bool:
    return units.is_allied(s, u) and any(
        units.is_allied(s, v) and s.pack.nation[v] != s.pack.nation[u] for v in b.attackers
    )


def column_of(s: State, b: Battle) -> int:
    """The column of the result table for a force, as the board stands."""
    odds.set_flags(s, b)
    attack = odds.attack_total(s, b, SILENT)
    defense = max(1, odds.defense_total(s, b, SILENT))
    shift = markers.attack_shift(s, b, SILENT) + markers.defense_shift(s, b, SILENT)
    found = odds.raw_odds(attack, defense)
    return -1 if found == odds.NO_ATTACK else found + shift


# Single answers ---------------------------------------------------------------------------------------------------


def advance_answer(s: State, legal: list[int]) -> int:
    """Two units follow, the strongest first."""
    b = s.battle
    moves = [a for a in legal if a >= UNIT_HEX and not is_last_guard(s, (a - UNIT_HEX) // HEXES)]
    if b is None or not moves:
        return legal[0] if b is None or DONE not in legal else DONE
    h = (moves[0] - UNIT_HEX) % HEXES
    if s.here[0][h] + s.here[1][h] >= GARRISON:
        return DONE
    return max(moves, key=lambda a: (s.pack.box[(a - UNIT_HEX) // HEXES], attack_of(s, (a - UNIT_HEX) // HEXES), -a))


def go_in(s: State, legal: list[int]) -> int:
    """Who has emptied a major city goes in; nobody is sure to follow elsewhere."""
    b = s.battle
    if b is None or not is_decisive(s, b.target):
        return decline(s, legal)
    return advance_answer(s, legal)


def is_decisive(s: State, h: int) -> bool:
    """A major city, where scenarios are won by them."""
    return bool(s.scenario.uses_offensives) and s.pack.settlement[h] == MAJOR_CITY


def stand_answer(s: State, name: str, legal: list[int]) -> list[Plan]:
    """Nobody leaves a major city of his own will while a step would be left in it."""
    b = s.battle
    if b is None or DONE not in legal or not is_decisive(s, b.target):
        return [[a] for a in legal]
    steps = sum([s.steps[u] for u in b.defenders if s.where[u] == b.target and s.pack.is_combat[u]])
    owed = 1 if name == "stand_or_retreat" else b.losses_d
    return [[DONE]] if steps > owed else [[a] for a in legal]


def is_last_guard(s: State, u: int) -> bool:
    """Nobody else would hold a major city that an enemy can reach."""
    h = s.where[u]
    return guards(s, h) == 1 and h in cities_in_reach(s, s.pack.side[u])


def exploit_answer(s: State, legal: list[int]) -> int:
    """Black boxes first, then the strongest."""
    found = [a for a in legal if a >= UNIT]
    if not found:
        return legal[0]
    return max(found, key=lambda a: (s.pack.box[a - UNIT] == BLACK, attack_of(s, a - UNIT), -a))


def support_answer(s: State, name: str, legal: list[int]) -> int:
    """Markers are played where the next attack is strongest; planes that nobody could use are kept."""
    if name == "play_support":
        wanted = [a for a in legal if a != DONE and is_useful(s, a)]
        return wanted[0] if wanted else legal[0]
    if s.scenario.uses_offensives and all(UNIT <= a < UNIT + s.pack.unit_count for a in legal):
        return supports.unit_answer(s, legal)
    return max(legal, key=lambda a: (aim_worth(s, a), -a))


def is_useful(s: State, a: int) -> bool:
    """Planes and raiders want a fight in which they take part; other markers always find one."""
    if not PLAY <= a < TRANSFER:
        return True
    box, kind = divmod(a - PLAY, KINDS_RADIX)
    if box == M_STAVKA and s.scenario.number == URANUS and s.track[tracks.TURN] > s.scenario.first_turn:
        return count_real(s, M_STAVKA) > s.scenario.victory["stavka_supports_at_most"]
    if s.pack.support_class[kind] != CLASS_AIR and kind != BRANDENBURGERS:
        return True
    return kind == GOERING or any(planes_worth(s, h) > 0 for h in target_hexes(s, box, kind))


def aim_worth(s: State, a: int) -> float:
    """Attack factors beside an enemy, for the side that aims."""
    if UNIT <= a < UNIT + s.pack.unit_count:
        u = a - UNIT
        h = s.where[u]
        near = h >= 0 and s.near[1 - s.pack.side[u]][h]
        return attack_of(s, u) + (5 if near else 0) + 2 * (s.pack.box[u] > 0) - SHARED * s.marker_on.count(u)
    if HEX <= a < HEX + HEXES:
        return planes_worth(s, a - HEX)
    return 0.0


def planes_worth(s: State, h: int) -> float:
    """Attack factors beside the enemies in the hex and around it, or soon there; less where planes are already."""
    side = s.track[tracks.SIDE]
    worth = 0.0
    for n in (h, *s.pack.neighbours[h]):
        if s.here[1 - side][n]:
            near = attack_near(s, n, side)
            worth += min(FACTORS_MATTER, near) + (hex_worth(s, n) / 3 if near else 0.0)
    return worth - SHARED * len(markers.planes_over(s, side, h))


def attack_near(s: State, h: int, side: int) -> float:
    """Attack factors that may strike at a hex: planes fly before the march, so mobile units a few hexes away count in
    part. Nobody flies for the pocket, which does not attack."""
    total = 0.0
    for u in s.ways.fighters_of[side]:
        if s.where[u] < 0 or s.supply[u] == OOS_FS:
            continue
        away = s.pack.distance(s.where[u], h)
        if away == 1:
            total += attack_of(s, u)
        elif away <= MARCH_NEAR and s.pack.movement[3 * u + s.steps[u]] >= MOBILE_FACTOR:
            total += attack_of(s, u) / away
    return total


LOOKAHEAD: Final = frozenset({"choose_mover", "choose_exploiter", "choose_target"})
GATE: Final = 0.0
"""One plan of movement is as good as another before it is tried, so the first has no claim to stay."""
CLAIMS: Final = {("star_and_gallop", SOVIET): 1.5, ("backhand", AXIS): 1.5, ("uranus", AXIS): 2.0}
"""But the first plan of these sides leads to what is further off than a few short plays can show, and stands unless
another leads it by so many standard errors."""
REPLY: Final = {"wintergewitter": 1.0, "backhand": 0.3, "star_and_gallop": 0.3}
"""Scenarios in which the other side's answer is played on too, and how often: a city left open is lost in it."""


def lookahead(v: View) -> Lookahead:
    """Two player turns where they are short enough; in the large scenarios one, and fewer times."""
    s = v.position
    gate = CLAIMS.get((s.scenario.name, s.track[tracks.SIDE]), GATE)
    share = REPLY.get(s.scenario.name, 0.0)
    return Lookahead(LOOKAHEAD, 2, share, gate) if share else Lookahead(LOOKAHEAD, 1, 0.4, gate)


HABITS: Final = {name: policy for name, policy in ROUTINE.items() if name != "add_attacker"} | {
    "fall_back": decline,
    "fall_back_engaged": decline,
    "stand_or_retreat": POLICIES["stand_or_retreat"],
    "enter_hex": go_in,
    "follow_up": go_in,
    "advance_unit": decline,
    "mark_exploiting": decline,
    "play_ju52_defense": decline,
    "resisting_unit": decline,
}
"""What bots assume of both sides when they look ahead: nothing that costs a decision."""
