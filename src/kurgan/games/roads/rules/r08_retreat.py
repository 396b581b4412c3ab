"""Roads, chapter 8.12: retreats, unit by unit and hex by hex, by the priorities of the book.

The owner chooses among the hexes that no priority rules out. Units go back one after the other in the order of their
counters, or of the owner's choice where room is short; a stack that wants to stay together chooses the same hexes.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, UNIT
from kurgan.games.roads.pack.vocabulary import AXIS
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r08_losses as losses
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r12_momentum as momentum
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import OOS_FS, RETREATED
from kurgan.kernel.flow import Ask, Auto, Seq, Step, When, While, tell
from kurgan.kernel.priorities import must, narrow, prefer


def retreat() -> Step:
    """[8.12.4] One unit after the other, hex by hex."""
    return While("8.12", "retreat", is_retreating, Seq("8.12.5", "retreat_on", [
        Auto("8.12.5", "look_for_way", look_for_way),
        When("8.12.5", "go_back", is_retreating, Ask(
            "8.12.5", "retreat_to", retreat_seat, retreat_choices, take_retreat_hex,
            why=why_not_retreat_hex, space=retreat_space, form="retreat")),
    ]))  # fmt: skip


def begin(s: State, stack: list[int], away_from: list[int], hexes: int) -> None:
    """[8.12.3] All of them must fall back."""
    b = battle_of(s)
    b.queue = sorted(stack)
    b.away_from = away_from
    b.points = hexes
    b.with_hq = int(any(s.pack.is_hq[u] and units.movement_factor(s, u) for u in stack))
    next_unit(s, b)


def next_unit(s: State, b: Battle) -> None:
    """[8.12.4] The first of those who still have to go. [8.12.5.1] A defender's original hex is the one he defended,
    also if he has advanced since (8.13.1)."""
    if b.queue:
        is_defender = s.pack.side[b.queue[0]] != b.side
        b.origin = b.target if is_defender else s.where[b.queue[0]]
        b.to_go = b.points
        b.first_hex = 1
    else:
        b.origin = -1
        b.to_go = 0
        b.first_hex = 0
        b.points = 0
        b.away_from = []


def is_retreating(s: State) -> bool:
    """[8.12.3] Somebody has not finished."""
    return bool(battle_of(s).queue)


def retreat_seat(s: State) -> int:
    """[8.12.2] The owner decides the path."""
    return s.pack.side[battle_of(s).queue[0]]


def look_for_way(s: State) -> None:
    """[8.12.5] [8.12.10] Those who cannot move, or have no hex to go to, are eliminated.

    [8.12.8] Who has gone all the way into a full hex and can go no farther stays there until the phase ends (1.11.2).
    """
    b = battle_of(s)
    while b.queue:
        u = b.queue[0]
        if units.movement_factor(s, u) and ways_back(s, u):
            return
        if b.to_go:
            tell(s, "8.12.5", events.RETREAT_IMPOSSIBLE, u)
            losses.note_soviet_loss(s, b, u, s.steps[u])
            units.eliminate(s, u)
            b.queue.pop(0)
            next_unit(s, b)
        else:
            end_retreat(s, b)


def ways_back(s: State, u: int) -> list[int]:
    """[8.12.5] The hexes that satisfy the priorities, one after the other; [8.12.5.7] any hex is better than none.

    [8.12.7] Sea and lakes are no neighbours.
    """
    found, _ = narrow(s, PRIORITIES, hexes_behind(s, u))
    return found


def hexes_behind(s: State, u: int) -> list[int]:
    """[8.12.5] What the priorities choose from: hexes of this part of the map without an enemy."""
    side = s.pack.side[u]
    return [
        n
        for n in s.pack.neighbours[s.where[u]]
        if not s.here[1 - side][n] and s.scenario.plays[n] and not s.pack.zone_28th[n]
    ]


def ruled_out_by(s: State, u: int, h: int) -> str:
    """[8.12.5] The priority that takes a hex from the list; empty if none does."""
    for count in range(1, len(PRIORITIES) + 1):
        if h not in narrow(s, PRIORITIES[:count], hexes_behind(s, u))[0]:
            return PRIORITIES[count - 1].rule
    return ""


def farther_from_start(s: State, n: int) -> int:
    """[8.12.5.1] One hex farther from where the retreat began, or the unit is eliminated."""
    b = battle_of(s)
    here = s.where[b.queue[0]]
    return int(s.pack.distance(n, b.origin) > s.pack.distance(here, b.origin))


def away_from_enemies(s: State, n: int) -> int:
    """[8.12.5.2] First hex only: away from every attacker, or for attackers from the hex they attacked."""
    b = battle_of(s)
    if not b.first_hex:
        return 0
    here = s.where[b.queue[0]]
    for place in b.away_from:
        if s.pack.distance(n, place) <= s.pack.distance(here, place):
            return 0
    return 1


def nearer_headquarters(s: State, n: int) -> int:
    """[8.12.5.3] Nearer to one of the nearest headquarters, the fortress, or a source for a headquarters' stack."""
    u = battle_of(s).queue[0]
    places = havens(s, u)
    here = s.where[u]
    least = units.nearest_distance(s, here, places)
    for place in places:
        if s.pack.distance(here, place) == least and s.pack.distance(n, place) < least:
            return 1
    return 0


def havens(s: State, u: int) -> list[int]:
    """[8.12.5.3] [10.2.3] Where a retreating unit turns to; not to a headquarters that is lost in this retreat."""
    side = s.pack.side[u]
    if battle_of(s).with_hq:
        return radius.sources(s, side)
    if side == AXIS and s.supply[u] == OOS_FS and s.track[tracks.FORTRESS] >= 0:
        return [s.track[tracks.FORTRESS], *s.pack.stalingrad]
    queue = battle_of(s).queue
    return [s.where[q] for q in s.pack.hqs_of[side] if s.where[q] >= 0 and q not in queue]


def out_of_contact(s: State, n: int) -> int:
    """[8.12.5.4] Not next to an enemy."""
    return int(not s.near[1 - s.pack.side[battle_of(s).queue[0]]][n])


def held_by_friend(s: State, n: int) -> int:
    """[8.12.5.5] Next to an enemy, but a friend is there."""
    side = s.pack.side[battle_of(s).queue[0]]
    return int(s.near[1 - side][n] > 0 and s.here[side][n] > 0)


def with_room(s: State, n: int) -> int:
    """[8.12.5.6] Without overstacking."""
    return int(units.fits(s, battle_of(s).queue[0], n))


PRIORITIES: Final = [
    must("8.12.5.1", farther_from_start),
    prefer("8.12.5.2", away_from_enemies),
    prefer("8.12.5.3", nearer_headquarters),
    prefer("8.12.5.4", out_of_contact),
    prefer("8.12.5.5", held_by_friend),
    prefer("8.12.5.6", with_room),
]
"""[8.12.5] In strict order; a row that nobody meets is passed over, except the first."""


def retreat_choices(s: State) -> list[int]:
    """[8.12.5] The hexes that are left; [8.12.8] in a full hex at the end of the way, going on or staying there.

    [8.12.4] Before a unit sets out another may go first, where there is not room for all.
    """
    b = battle_of(s)
    ways = ways_back(s, b.queue[0])
    found = [HEX + h for h in sorted(ways)]
    if not b.to_go:
        return [*found, DONE]
    if b.first_hex and any(units.stack_size(s, h) + len(b.queue) > s.pack.stack_limit for h in ways):
        found.extend([UNIT + u for u in sorted(b.queue) if u > b.queue[0]])  # ever higher counters: it ends
    return found


def retreat_space(s: State) -> list[int]:
    return [*range(HEX, HEX + HEXES), DONE, *units.all_units(s)]


def why_not_retreat_hex(s: State, a: int) -> int:
    """[8.12.5] Some priority speaks against it; [8.12.3] the way is not done yet."""
    if a != DONE and not UNIT <= a < UNIT + s.pack.unit_count and not HEX <= a < HEX + HEXES:
        return refusals.NOT_AN_ANSWER
    return 0 if a in retreat_choices(s) else refusals.PRIORITY_FORBIDS


def take_retreat_hex(s: State, a: int) -> None:
    """[8.12.5] [8.12.6] [8.12.8] One hex back, whatever the ground; on until the stack is lawful."""
    b = battle_of(s)
    if a == DONE:
        end_retreat(s, b)
        return
    if a < HEX:
        b.queue.remove(a - UNIT)
        b.queue.insert(0, a - UNIT)
        next_unit(s, b)
        return
    u = b.queue[0]
    n = a - HEX
    tell(s, "8.12.5", events.UNIT_RETREATED, u, s.where[u], n)
    s.place(u, n)
    zone.join_pocket(s, u)
    s.mark[u] |= RETREATED
    b.first_hex = 0
    b.to_go = max(0, b.to_go - 1)
    if not b.to_go and units.fits(s, u, n):
        end_retreat(s, b)


def end_retreat(s: State, b: Battle) -> None:
    """[8.12.4] The first of the queue has arrived; [12.1] a Soviet headquarters has moved, if not of its own will."""
    u = b.queue.pop(0)
    if s.pack.is_hq[u] and s.pack.side[u] != AXIS:
        momentum.hq_moved(s, u)
    next_unit(s, b)
