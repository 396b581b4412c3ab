"""Roads: how a bot plans a whole phase of movement.

Units go one after the other, those nearest to the enemy first. Each goes where it helps most: beside enemies that
may be attacked at good odds, towards ground worth having, in the radius of its headquarters, never into a full
hex. Every answer is tried on an imagined position, so the plan is legal as far as it goes.
"""

from typing import Final

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, UNIT
from kurgan.games.roads.bot.disposition import USUAL, Disposition
from kurgan.games.roads.bot.features import (
    cities_in_reach,
    guards,
    hex_worth,
    is_in_reach,
    places_that_win,
    scoring_hexes,
    standing_points,
    urgency,
)
from kurgan.games.roads.bot.pocket import NO_WAY, find_way, opens_ring, places_to_block
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.terms import ELIMINATED, OOS, OOS_FS
from kurgan.kernel import flow

Plan = list[int]

GOOD_ODDS: Final = 4.0
HQ_GAIN: Final = 15.0
SERVED: Final = 0.3
"""What is left of a unit's need for a headquarters when another one is near."""
AIM_NEED: Final = 40.0
NO_LINE: Final = 300.0
HQ_DISTANCE: Final = 7
HQ_DANGER: Final = 4.0
GUARDED_DISTANCE: Final = 3
GUARDED_DANGER: Final = 10.0
"""Hexes that a headquarters stays away from any enemy, and what each is worth, in factors in its reach; and where
others guard it."""
MOST_ANSWERS: Final = 900
BLOCK_REACH: Final = 12
FAR_AIM: Final = 12
AIM_ODDS: Final = 6.0
AROUND: Final = 4
LEAST_GARRISON: Final = 4.0
HOLD_RING: Final = 12.0
BEATEN_ODDS: Final = 3.0
MOBILE_FACTOR: Final = 3


class Front:
    """What the planner knows of both sides: defense of each enemy hex, attack already beside it, goals."""

    def __init__(self, s: State, side: int, mood: Disposition = USUAL) -> None:
        self.side = side
        self.mood = mood
        self.defense: dict[int, float] = {}
        self.attack: dict[int, float] = {}
        self.goals: list[int] = []
        pack = s.pack
        for u in s.ways.units_of[1 - side]:
            h = s.where[u]
            if h >= 0:
                self.defense[h] = self.defense.get(h, pack.town_defense[pack.settlement[h]]) + defense_of(s, u)
        for h in self.defense:
            self.attack[h] = sum([attack_beside(s, n, side) for n in pack.neighbours[h]])
        towns = [*s.ways.towns, *pack.stalingrad, *scoring_hexes(s)]
        self.goals = [h for h in towns if s.control[h] != side and s.scenario.plays[h]]
        self.goals.extend(self.defense)
        self.far: dict[int, int] = {}
        self.worth: dict[int, float] = {}
        self.cities = {h: garrison_needed(s, side, h) for h in cities_in_reach(s, side)}
        self.towns = towns_in_reach(s, side) if mood.hold_city else []
        self.points = standing_points(s, side)
        self.haste = urgency(s)
        self.staffs = staffs_in_danger(s, side)
        self.aims = easiest(self, s, places_that_win(s, side), mood.aims) if mood.aim else []
        self.way = NO_WAY
        self.block: list[int] = []
        self.blockers: set[int] = set()
        self.way_hexes: set[int] = set()
        self.look(s)

    def distance(self, s: State, h: int) -> int:
        """Hexes to the nearest goal, reckoned once a hex: it is asked of every place of every unit."""
        found = self.far.get(h, -1)
        if found < 0:
            found = units.nearest_distance(s, h, self.goals)
            self.far[h] = found
        return found

    def worth_of(self, s: State, h: int) -> float:
        """What a hex is worth to its owner, looked up once a hex."""
        if h not in self.worth:
            self.worth[h] = hex_worth(s, h)
        return self.worth[h]

    def look(self, s: State) -> None:
        """Find the way out of Stalingrad as the board now stands."""
        self.way = find_way(s)
        self.block = places_to_block(s, self.way) if self.side == SOVIET else []
        self.blockers = set(self.way.blockers) if self.side == AXIS else set()
        self.way_hexes = set(self.way.hexes) if self.side == AXIS else set()

    def move(self, s: State, u: int, start: int, end: int) -> None:
        """A unit's attack goes from one place to another."""
        factor = attack_of(s, u)
        for n in s.pack.neighbours[start]:
            if n in self.attack:
                self.attack[n] -= factor
        for n in s.pack.neighbours[end]:
            if n in self.attack:
                self.attack[n] += factor


def garrison_needed(s: State, side: int, h: int) -> float:
    """Defense factors that a major city wants: half the attack that stands around it."""
    attack = 0.0
    for u in s.ways.units_of[1 - side]:
        if s.where[u] >= 0 and s.pack.distance(s.where[u], h) <= AROUND:
            attack += attack_of(s, u)
    return max(LEAST_GARRISON, attack / 2)


def towns_in_reach(s: State, side: int) -> list[int]:
    """Cities of a side, major or not, that an enemy could walk into."""
    return [h for h in s.pack.city_hexes if s.control[h] == side and s.scenario.plays[h] and is_in_reach(s, side, h)]


def garrison_gain(s: State, needed: float, u: int, h: int) -> float:
    """The share of a city's garrison that a unit makes up there."""
    has = sum([defense_of(s, other) for other in units.units_at(s, h) if other != u and s.pack.is_combat[other]])
    return min(1.0, (has + defense_of(s, u)) / needed) - min(1.0, has / needed)


def staffs_in_danger(s: State, side: int) -> list[int]:
    """Hexes of headquarters that an enemy could march to."""
    return [s.where[q] for q in s.pack.hqs_of[side] if s.where[q] >= 0 and is_in_reach(s, side, s.where[q])]


def easiest(front: Front, s: State, places: list[int], most: int) -> list[int]:
    """The places that what stands near them could take best; others are left alone."""
    found: list[tuple[float, int]] = []
    for h in places:
        near = sum(
            [
                attack_of(s, u)
                for u in s.ways.units_of[front.side]
                if s.where[u] >= 0 and s.pack.distance(s.where[u], h) <= FAR_AIM
            ]
        )
        odds = near / max(1.0, front.defense.get(h, 0.0) + around(front, s, h))
        found.append((-odds, h))
    return [h for _, h in sorted(found)[:most]]


def around(front: Front, s: State, h: int) -> float:
    """Defense that stands before a place."""
    return sum([front.defense[n] for n in front.defense if s.pack.distance(n, h) <= AROUND])


def defense_of(s: State, u: int) -> float:
    factor = float(s.pack.defense[3 * u + s.steps[u]])
    return factor / 2 if s.supply[u] == OOS else factor


def attack_of(s: State, u: int) -> float:
    factor = float(s.pack.attack[3 * u + s.steps[u]])
    if s.supply[u] == OOS_FS:
        return 0.5
    return factor / 2 if s.supply[u] == OOS else factor


def attack_beside(s: State, h: int, side: int) -> float:
    if not s.here[side][h]:
        return 0.0
    return sum([attack_of(s, u) for u in units.units_at(s, h)])


def movement_plan(s: State, mood: Disposition = USUAL) -> Plan:
    """Answers for the rest of this phase, from the question who moves."""
    front = Front(s, s.track[tracks.SIDE], mood)
    answers: Plan = []
    order = sorted(flow.legal(s)[1:], key=lambda a: marching_order(s, front, a))
    for a in order:
        if len(answers) > MOST_ANSWERS or not is_choosing(s):
            return answers
        if a not in flow.legal(s):
            continue
        u = a - UNIT
        path = hq_path(s, u, front) if s.pack.is_hq[u] else best_path(s, front, u)
        if path:
            march(s, front, u, path, answers)
    if is_choosing(s) and len(answers) <= MOST_ANSWERS:
        answers.append(DONE)
    return answers


def marching_order(s: State, front: Front, a: int) -> int:
    """Those nearest to the enemy first; headquarters follow them."""
    u = a - UNIT
    return s.pack.is_hq[u] * 1_000_000 + front.distance(s, s.where[u]) * 1000 + a


def march_on(s: State) -> Plan:
    """Answers for the march under way, wherever its unit would be most useful from here; a reserve stays."""
    u = s.moving[0]
    answers: Plan = []
    if s.pack.side[u] == s.track[tracks.SIDE]:
        front = Front(s, s.pack.side[u])
        path = hq_path(s, u, front) if s.pack.is_hq[u] else best_path(s, front, u)
        walk(s, u, path, answers)
    halt(s, u, answers)
    return answers


def is_choosing(s: State) -> bool:
    step = flow.top(s)
    return step is not None and step.name in ("choose_mover", "choose_exploiter")


def give(s: State, a: int, answers: Plan) -> None:
    answers.append(a)
    flow.answer(s, a)


def march(s: State, front: Front, u: int, path: list[int], answers: Plan) -> None:
    """Lead a unit along a path as far as the rules let it."""
    start = s.where[u]
    give(s, UNIT + u, answers)
    walk(s, u, path, answers)
    halt(s, u, answers)
    front.move(s, u, start, s.where[u])
    if s.where[u] != start:
        front.look(s)


def walk(s: State, u: int, path: list[int], answers: Plan) -> None:
    for h in path:
        if not is_stepping(s, u) or HEX + h not in flow.legal(s):
            break
        give(s, HEX + h, answers)


def halt(s: State, u: int, answers: Plan) -> None:
    while is_stepping(s, u):
        legal = flow.legal(s)
        give(s, DONE if DONE in legal else legal[0], answers)


def is_stepping(s: State, u: int) -> bool:
    step = flow.top(s)
    return step is not None and step.name == "step" and u in s.moving


def best_path(s: State, front: Front, u: int) -> list[int]:
    """The way to the hex where the unit helps most; nothing if it is best where it stands."""
    start = s.where[u]
    found = reachable(s, u)
    best = start
    best_worth = stay_worth(s, front, u, start)
    if front.side == SOVIET and front.way.hexes and not front.way.is_open and opens_ring(s, u):
        best_worth += HOLD_RING
    for h in found:
        if h == start or not units.fits(s, u, h):
            continue
        worth = place_worth(s, front, u, h, start)
        if worth > best_worth:
            best_worth = worth
            best = h
    return way_back(found, best)


def way_back(found: dict[int, tuple[int, int]], end: int) -> list[int]:
    """The hexes of the way that ``reachable`` found to its end, without the one where it starts."""
    path: list[int] = []
    while found[end][1] >= 0:
        path.append(end)
        end = found[end][1]
    path.reverse()
    return path


def reachable(s: State, u: int) -> dict[int, tuple[int, int]]:
    """Hexes that a unit could march to now, or on to: points left there, and the hex before."""
    twin = s.copy()
    if is_choosing(s):
        flow.answer(twin, UNIT + u)
    begun = twin.path
    found: dict[int, tuple[int, int]] = {s.where[u]: (twin.points, -1)}
    if not twin.moving:
        return found
    ring = [s.where[u]]
    for h in ring:
        twin.path = begun if h == s.where[u] else [s.where[u], h]
        twin.points = found[h][0]
        for n, edge in s.ways.links[h]:
            if steps.why_not_enter(twin, n, edge):
                continue
            left = max(0, found[h][0] - steps.step_price(twin, edge))
            if n not in found or left > found[n][0]:
                found[n] = (left, h)
                ring.append(n)
    return found


def stay_worth(s: State, front: Front, u: int, h: int) -> float:
    return place_worth(s, front, u, h, h) + front.mood.stay


def place_worth(s: State, front: Front, u: int, h: int, start: int) -> float:
    """How much a unit helps in a hex."""
    pack = s.pack
    side = front.side
    mood = front.mood
    factor = attack_of(s, u)
    odds_worth = mood.odds_worth * (mood.axis_caution if side == AXIS else 1)
    worth = mood.far * front.distance(s, h) + mood.town * front.worth_of(s, h) * (s.control[h] != side)
    beside = 0
    for n in pack.neighbours[h]:
        if n not in front.defense:
            continue
        beside += 1
        has = front.attack[n] - (factor if n in pack.neighbours[start] else 0)
        gain = min(GOOD_ODDS, (has + factor) / front.defense[n]) - min(GOOD_ODDS, has / front.defense[n])
        worth += odds_worth * gain * (1 + front.worth_of(s, n) / 10)
        if n in front.aims and (not mood.elite_only or pack.elite[u]):
            enough = AIM_ODDS * front.defense[n]
            worth += mood.press * (min(enough, has + factor) - min(enough, has))
        if n in front.blockers:
            worth += mood.break_ring * mood.odds_worth * gain
    if beside > 1 and not s.here[side][h]:
        worth += mood.alone_in_front * (beside - 1)
    if not s.cover[h] >> pack.nation[u] & 1:
        worth += mood.out_of_radius
    if h != start and front.worth_of(s, start) and s.here[side][start] == 1 and s.near[1 - side][start]:
        worth += mood.leave_town
    if h in front.points and s.here[side][h] - (h == start) == 0:
        worth += mood.score * front.haste * front.points[h]
    if mood.guard_hq and h in front.staffs and (guards(s, h) - (h == start)) == 0:
        worth += mood.guard_hq
    if h in front.towns and guards(s, h) - (h == start) == 0 and not (mood.best_stay_out and pack.elite[u]):
        worth += mood.hold_city
    if h in front.cities and not (mood.best_stay_out and pack.elite[u]):
        worth += mood.garrison * garrison_gain(s, front.cities[h], u, h)
    if front.aims and (not mood.elite_only or pack.elite[u]):
        away = units.nearest_distance(s, start, front.aims)
        if away <= FAR_AIM:
            worth += mood.aim * min(FAR_AIM, units.nearest_distance(s, h, front.aims))
    return worth + pocket_worth(s, front, u, h, start)


def pocket_worth(s: State, front: Front, u: int, h: int, start: int) -> float:
    """Soviets go for the way out of the pocket, mobile units first; Axis units hold its hexes."""
    mood = front.mood
    if h in front.way_hexes:
        others = s.here[AXIS][h] - (1 if h == start else 0)
        return mood.hold_way if others == 0 and s.near[SOVIET][h] else 0.0
    if not front.block:
        return 0.0
    away = units.nearest_distance(s, h, front.block)
    if not front.way.is_open:
        return mood.fill_gap * max(0.0, 1 - away / BLOCK_REACH)
    away = max(1, away)
    is_mobile = s.pack.movement[3 * u + s.steps[u]] >= MOBILE_FACTOR
    return (mood.block if is_mobile else mood.block_slowly) * max(0.0, 1 - (away - 1) / BLOCK_REACH)


def hq_path(s: State, q: int, front: Front) -> list[int]:
    """A headquarters moves where clearly more units have their supply from it, and out of danger."""
    start = s.where[q]
    found = reachable(s, q)
    post = Post(s, q, front)
    best = start
    most = post.worth(s, start) + HQ_GAIN
    for h in found:
        if h != start and not units.headquarters_at(s, h) and post.hope(s, h) > most:
            worth = post.worth(s, h)
            if worth > most:
                most = worth
                best = h
    return way_back(found, best)


def beaten(s: State, front: Front) -> State:
    """The board without enemies who will be attacked at good odds: they will not stand in anybody's way."""
    twin = s.copy()
    for u in s.ways.units_of[1 - front.side]:
        h = s.where[u]
        if h >= 0 and front.attack[h] >= BEATEN_ODDS * front.defense[h]:
            twin.lift(u, ELIMINATED)
    return twin


class Post:
    """What a headquarters looks at: lines to the sources, who needs it, enemies who could walk in."""

    def __init__(self, s: State, q: int, front: Front) -> None:
        pack = s.pack
        side = pack.side[q]
        self.side = side
        self.radius = pack.radius[q]
        self.lines = radius.supply_lines(s, side, False)
        others = [other for other in pack.hqs_of[side] if other != q and s.where[other] >= 0]
        self.after = beaten(s, front) if front.mood.feed_aim else s
        served = radius.merged_field(self.after, side, others, with_sources=True)
        self.needs: list[tuple[int, float]] = [(h, AIM_NEED) for h in front.aims]
        for u in s.ways.fighters_of[side]:
            h = s.where[u]
            if h >= 0 and s.supply[u] != OOS_FS:
                factor = float(pack.attack[3 * u + s.steps[u]] + pack.defense[3 * u + s.steps[u]])
                if front.mood.feed_aim and units.nearest_distance(s, h, front.aims) <= AROUND:
                    factor *= 1 + front.mood.feed_aim
                self.needs.append((h, factor * SERVED if served[h] else factor))
        self.enemies = sorted({s.where[u] for u in s.ways.fighters_of[1 - side] if s.where[u] >= 0})

    def hope(self, s: State, h: int) -> float:
        """At best: factors in its reach as the crow flies; a headquarters without a line leaves the map, and one that
        an enemy can reach is lost."""
        distance = s.pack.distance
        worth = sum([factor for place, factor in self.needs if distance(place, h) <= self.radius])
        if not radius.has_line(s, self.side, self.lines, h):
            worth -= NO_LINE
        away = units.nearest_distance(s, h, self.enemies)
        guarded = guards(s, h) > 0
        return worth - (GUARDED_DANGER if guarded else HQ_DANGER) * max(
            0, (GUARDED_DISTANCE if guarded else HQ_DISTANCE) - away
        )

    def worth(self, s: State, h: int) -> float:
        """The same less those whom enemies keep out of its reach."""
        field = radius.radius_field(self.after, self.side, [(h, 2 * self.radius)], False)
        distance = s.pack.distance
        cut = sum([f for place, f in self.needs if not field[place] and distance(place, h) <= self.radius])
        return self.hope(s, h) - cut
