"""Roads, the scenarios (chapter 19 by our count): setting up, before the first turn, ends of turns, victory.

The rulebook leaves the scenarios unnumbered; rules.csv says which of our numbers stands for what.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import EFFECT, SUPPORT
from kurgan.games.roads.pack.vocabulary import (
    ALARM,
    AXIS,
    BACKHAND_BLOW,
    CAMPAIGN,
    CITY,
    EFFECTS,
    GERMAN,
    IN_STAVKA,
    MAJOR_CITY,
    NOT_PLACED,
    SHORTAGE,
    SOVIET,
    TEST_SHORTAGE,
    URANUS,
    WINTERGEWITTER,
)
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r10_zone as zone
from kurgan.games.roads.rules import r14_superiority as superiority
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.terms import (
    J_POOL,
    KG_POOL,
    M_AXIS,
    M_MAJOR,
    M_MINOR_B,
    M_OUT,
    M_POOL,
    M_STAVKA,
    MARKER_POOL,
    OOS_FS,
    SOVIET_TOOK,
    STAVKA,
    TO_COME,
)
from kurgan.games.roads.terms_high_command import OUTCOMES, TODO_VICTORY
from kurgan.kernel.flow import Ask, Auto, Call, Seq, Step, While, tell

FEB_II: Final = 11
MAR_IV: Final = 17
TRANSCAUCASUS_TURN: Final = 9
"""[19.3.4] JAN IV."""
STALIN_COST: Final = 2
"""Supports lost when Stalin's order was not followed (reconstructed)."""
VICTORY_RULES: Final = (
    ("19.1.1", "19.1.1"), ("19.2.8", "19.2.10"), ("19.3.5", "19.3.7"), ("19.4.2", "19.4.2"), ("19.5.3", "19.5.3"),
)  # fmt: skip
"""For each scenario: its paragraphs of decisive victory and of other levels."""
RELIEF_ROW: Final = 11
DRAW_ROW, DRAW_COLUMN = 10, 30


def prepare() -> Step:
    """[19.0] What is chosen and drawn before the first turn."""
    return Seq("19.0", "prepare", [
        While("19.4", "choose_superiority", has_effects_to_end, Ask(
            "19.4", "choose_inactive", supports.soviet, superiority.active_effects, take_inactive,
            why=why_not_inactive, space=superiority.effect_space, form="choose_effect",
        )),
        Seq("19.5.1", "choose_for_stavka", [Call("5.1.2", "choose_supports", given=stavka_choice)]),
        Seq("19.5.1", "draw_for_stavka", [Call("5.1.2", "draw_supports", given=stavka_draw)]),
        Seq("19.4.1", "draw_for_major", [Call("5.1.2", "draw_supports", given=major_draw)]),
        While("19.4.1", "share_draw", has_major_place, Ask(
            "19.4.1", "put_in_major_box", supports.soviet, major_choices, take_major,
            why=why_not_major, space=supports.support_space, form="choose_support", private=True,
        )),
        Seq("19.5.1", "draw_for_minor", [Call("5.1.2", "draw_supports", given=minor_draw)]),
        Seq("19.2.2", "choose_for_axis", [Call("5.1.2", "choose_supports", given=axis_choice)]),
        Seq("19.5.1", "draw_for_axis", [Call("5.1.2", "draw_supports", given=axis_draw)]),
    ])  # fmt: skip


def end_soviet_turn() -> Step:
    """[10.3] [10.2.6] What is checked at the end of a Soviet turn."""
    return Seq("10.3.3", "end_soviet_turn", [
        Call("5.5.7", "give_back", given=stalin_punishes),
        Auto("5.5.7", "forget_order", forget_order),
        Auto("10.3.3", "soviet_level", fortress.end_soviet_level),
        Auto("10.2.6", "check_garrison", fortress.check_garrison),
        Auto("19.2.9", "score_soviet_turn", score_soviet_turn),
    ])  # fmt: skip


def end_axis_turn() -> Step:
    """[10.3] What is checked at the end of an Axis turn."""
    return Seq("10.3.3", "end_axis_turn", [
        Auto("10.3.3", "axis_level", fortress.end_axis_level),
        Auto("19.2.9", "score_axis_turn", score_axis_turn),
        Auto("19.1.1", "judge_relief", judge_relief),
    ])  # fmt: skip


def end_turn() -> Step:
    """[16.2.4] [19] The end of a game turn: Manstein, victory, the next turn."""
    return Seq("2", "end_turn", [
        Auto("16.2.4", "judge_manstein", manstein.judge_manstein),
        Auto("19.3.6", "score_late_city", score_late_city),
        Auto("19.3.5", "judge_turn", judge_turn),
        Auto("2", "next_turn", next_turn),
    ])  # fmt: skip


def goes_on(s: State) -> bool:
    """[2] Nobody has won and time is not up."""
    return s.track[tracks.OUTCOME] == 0


def is_over(s: State) -> bool:
    """[19.2.8] [19.4.2] Decided, and played out: the attack that took the city is brought to its end first."""
    return not goes_on(s) and TODO_VICTORY not in s.todo


def last_turn(s: State) -> int:
    """[19.3] The campaign ends after MAR III, or with the option after MAR IV."""
    if s.scenario.number == CAMPAIGN and s.rules.mar_iv:
        return MAR_IV
    return s.scenario.last_turn


def next_turn(s: State) -> None:
    """[2] The turn marker moves on."""
    if goes_on(s):
        s.set_turn(s.track[tracks.TURN] + 1)


def end_game(s: State, outcome: str) -> None:
    """[19] The level of victory."""
    s.track[tracks.OUTCOME] = 1 + OUTCOMES.index(outcome)
    tell(s, victory_rule(s), events.GAME_OVER, OUTCOMES.index(outcome), s.track[tracks.VICTORY_POINTS])


def victory_rule(s: State) -> str:
    """[19] The paragraph by which the game was decided: of decisive victories, or of levels."""
    decisive = OUTCOMES[s.track[tracks.OUTCOME] - 1].endswith("decisive")
    return VICTORY_RULES[s.scenario.number][0 if decisive else 1]


# Setting up -------------------------------------------------------------------------------------------------------


def set_up(s: State) -> None:
    """[19.0] A fresh position of the scenario."""
    set_up_units(s)
    set_up_map(s)
    set_up_tracks(s)
    set_up_markers(s)


def set_up_units(s: State) -> None:
    """[19.0] [19.3.4] Units on the map and in their boxes; s.away is the turn of those to come."""
    pack, scenario = s.pack, s.scenario
    for u in range(pack.unit_count):
        place = scenario.setup_place[u]
        s.steps[u] = pack.max_steps[u]
        if place >= 0:
            s.place(u, place)
            s.steps[u] = scenario.setup_steps[u]
        elif place == IN_STAVKA:
            s.lift(u, STAVKA)
        elif pack.is_kg[u]:
            s.lift(u, KG_POOL)
        elif pack.kind[u] == ALARM:
            s.lift(u, MARKER_POOL)
        else:
            assert place == NOT_PLACED
            s.lift(u, TO_COME)
            s.away[u] = scenario.arrival_turn[u]
    for u in scenario.oos_fs_start:
        s.supply[u] = OOS_FS
    q = pack.hq_transcaucasus
    if scenario.number == CAMPAIGN and s.rules.transcaucasus:
        s.away[q] = TRANSCAUCASUS_TURN


def set_up_map(s: State) -> None:
    """[1.10.1] [19.0] Who holds what; cities and red stars lost before the start count as captured."""
    for h in range(s.pack.hex_count):
        s.hold(h, s.scenario.control[h] if s.scenario.control[h] >= 0 else SOVIET)
        s.history[h] = SOVIET_TOOK if s.scenario.captured[h] else 0


def set_up_tracks(s: State) -> None:
    """[15.1.5] [19.0] [19.3.2] Markers on the tracks; points each turn are columns of the scenario."""
    scenario = s.scenario
    s.track[tracks.MANSTEIN_BACK] = -1
    s.set_turn(scenario.first_turn)
    s.track[tracks.SIDE] = scenario.first_side
    s.track[tracks.APPROVAL] = scenario.fuhrer
    s.track[tracks.MANSTEIN] = scenario.manstein
    s.track[tracks.MANSTEIN_NEXT] = scenario.manstein_side
    s.set_fortress(scenario.fs_hex)
    s.track[tracks.FORTRESS_LEVEL] = scenario.fs_level
    s.track[tracks.FORTRESS_TURN] = scenario.first_turn - 1 if scenario.fs_hex >= 0 else fortress.NEVER
    for effect in range(len(EFFECTS)):
        s.track[tracks.SUPERIORITY + effect] = int(scenario.superiority_chosen or effect < scenario.superiority)
    for om in range(3):
        s.track[tracks.MAJOR_AT + om] = -1
    for number, hexes in enumerate(s.pack.major_cities):
        if all(s.control[h] == SOVIET and s.pack.start_control[h] == AXIS for h in hexes):
            s.track[tracks.CITIES_TAKEN] |= 1 << number


def set_up_markers(s: State) -> None:
    """[5.1.1] [12.1] The pools; later scenarios begin with some shortages in them."""
    for m in range(s.pack.marker_count):
        turn = s.pack.support_turn[s.pack.marker_kind[m]]
        s.lay(m, M_POOL if 0 <= turn <= s.scenario.first_turn else M_OUT)
    for n in range(s.scenario.shortages):
        m = supports.find(s, M_OUT, SHORTAGE if n else TEST_SHORTAGE)
        s.lay(m, M_POOL)
        s.track[tracks.SHORTAGES] += 1
    for j in range(s.pack.ju_count):
        s.ju_place[j] = J_POOL


# Before the first turn --------------------------------------------------------------------------------------------


def has_effects_to_end(s: State) -> bool:
    """[19.4] [19.5] The Soviet player chooses which effects are not active."""
    return s.scenario.superiority_chosen == 1 and len(superiority.active_effects(s)) > s.scenario.superiority


def why_not_inactive(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.EFFECT_NOT_ACTIVE)


def take_inactive(s: State, a: int) -> None:
    s.track[tracks.SUPERIORITY + a - EFFECT] = 0
    tell(s, "19.4" if s.scenario.number == BACKHAND_BLOW else "19.5", events.EFFECT_ENDED, a - EFFECT)


def stavka_choice(s: State) -> tuple[int, ...]:
    """[19.5.1] Four supports of choice for the STAVKA box."""
    return (M_STAVKA, s.scenario.soviet_choose_stavka)


def stavka_draw(s: State) -> tuple[int, ...]:
    """[19.1] [19.4.1] [19.5.1] Supports drawn for the STAVKA box."""
    return (M_STAVKA, s.scenario.soviet_random_stavka)


def major_draw(s: State) -> tuple[int, ...]:
    """[19.4.1] One more; then the player puts one of the two into the Major box."""
    return (M_STAVKA, s.scenario.soviet_random_major)


def has_major_place(s: State) -> bool:
    """[19.4.1] The Major box has not yet got its share of the draw."""
    return len(supports.markers_in(s, M_MAJOR, SOVIET)) < s.scenario.soviet_random_major and bool(major_choices(s))


def major_choices(s: State) -> list[int]:
    """[19.4.1] Any of the markers drawn."""
    return [SUPPORT + kind for kind in supports.kinds_in(s, M_STAVKA)]


def why_not_major(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.NOT_IN_BOX)


def take_major(s: State, a: int) -> None:
    """[19.4.1] Into the box of the Major Offensive; the other stays in the STAVKA box."""
    s.lay(supports.find(s, M_STAVKA, a - SUPPORT), M_MAJOR)
    supports.tell_moved(s, a - SUPPORT, M_STAVKA, M_MAJOR)


def minor_draw(s: State) -> tuple[int, ...]:
    """[19.5.1] Three for Minor Offensive B."""
    return (M_MINOR_B, s.scenario.soviet_random_minor_b)


def axis_choice(s: State) -> tuple[int, ...]:
    """[19.2.2] Four supports of choice for the Axis."""
    return (M_AXIS, s.scenario.axis_choose)


def axis_draw(s: State) -> tuple[int, ...]:
    """[19.1] [19.5.1] Supports drawn for the Axis."""
    return (M_AXIS, s.scenario.axis_random)


def stalin_punishes(s: State) -> tuple[int, ...]:
    """[5.5.7] The attack that Stalin ordered was made elsewhere: two supports go back (reconstructed)."""
    return (STALIN_COST if s.track[tracks.STALIN] == 2 else 0,)


def forget_order(s: State) -> None:
    """[5.5.7] An order of Stalin is for one turn."""
    s.track[tracks.STALIN] = 0


# Score ------------------------------------------------------------------------------------------------------------


def add_score(s: State, points: int, rule: str) -> None:
    """[19.2.9] [19.3.6] Victory points of the Soviet player."""
    if points:
        s.track[tracks.VICTORY_POINTS] += points
        tell(s, rule, events.SCORE_CHANGED, points, s.track[tracks.VICTORY_POINTS])


def is_pocket_open(s: State) -> bool:
    """[19.2.9] The fortress has been declared and is not sealed."""
    return s.track[tracks.FORTRESS] >= 0 and not zone.is_sealed(s)


def score_soviet_turn(s: State) -> None:
    """[19.2.9] An open pocket at the end of a Soviet turn."""
    if s.scenario.number == URANUS and is_pocket_open(s):
        add_score(s, s.scenario.victory["open_soviet_turn"], "19.2.9")


def score_axis_turn(s: State) -> None:
    """[19.2.9] A sealed city without supply, or an open pocket, at the end of an Axis turn."""
    if s.scenario.number != URANUS:
        return
    if is_pocket_open(s):
        add_score(s, s.scenario.victory["open_axis_turn"], "19.2.9")
    elif not fortress.is_city_relieved(s) and zone.is_sealed(s):
        add_score(s, s.scenario.victory["sealed_axis_turn"], "19.2.9")


def score_late_city(s: State) -> None:
    """[19.3.6] Each turn after FEB II without the whole of Stalingrad."""
    if s.scenario.number == CAMPAIGN and s.track[tracks.TURN] > FEB_II and not superiority.holds_city(s, 0, SOVIET):
        add_score(s, s.scenario.victory["stalingrad_late"], "19.3.6")


# Victory ----------------------------------------------------------------------------------------------------------


def judge_turn(s: State) -> None:
    """[19.3.5] The campaign's decision in December; then the end of each scenario."""
    turn = s.track[tracks.TURN]
    if s.scenario.number == CAMPAIGN and turn == s.scenario.victory["decision_turn"]:
        judge_december(s)
    if not goes_on(s) or turn < last_turn(s):
        return
    if s.scenario.number == WINTERGEWITTER:
        judge_wintergewitter(s)
    elif s.scenario.number == URANUS:
        judge_uranus(s)
    elif s.scenario.number == CAMPAIGN:
        judge_campaign(s)
    elif s.scenario.number == BACKHAND_BLOW:
        judge_backhand(s)
    else:
        judge_star(s)


def judge_by_level(s: State) -> None:
    """[19.2.10] [19.3.7] [19.5.3] The level of the score."""
    for low, high, level in s.scenario.levels:
        if low <= s.track[tracks.VICTORY_POINTS] <= high:
            end_game(s, level)
            return


def judge_relief(s: State) -> None:
    """[19.1.1] An open pocket at the end of an Axis turn decides the introductory scenario."""
    if s.scenario.number == WINTERGEWITTER and s.track[tracks.FORTRESS] >= 0 and not zone.is_sealed(s):
        end_game(s, "axis_decisive")


def judge_wintergewitter(s: State) -> None:
    """[19.1.1] Kotelnikovo lost, or how near the relief has come (reconstructed)."""
    if s.here[SOVIET][s.scenario.victory_hexes["capture"][0]]:
        end_game(s, "soviet_decisive")
        return
    cut = supply.units_without_supply(s, AXIS)
    panzers = [
        u
        for u in s.ways.units_of[AXIS]
        if s.where[u] >= 0 and s.pack.nation[u] == GERMAN and s.pack.armored[u] and u not in cut
    ]
    if any(approval.is_near_pocket(s, s.where[u], s.scenario.victory["near"]) for u in panzers):
        end_game(s, "axis_minor")
    elif any(is_on_the_way(s, s.where[u]) for u in panzers):
        end_game(s, "draw")
    else:
        end_game(s, "soviet_minor")


def is_on_the_way(s: State, h: int) -> bool:
    """[19.1.1] Left bank of the Don, row 11 or farther north, or row 10 east of 1030."""
    if not s.pack.east_of_don[h]:
        return False
    return s.pack.row[h] >= RELIEF_ROW or (s.pack.row[h] == DRAW_ROW and s.pack.col[h] > DRAW_COLUMN)


def judge_uranus(s: State) -> None:
    """[19.2.8] [19.2.9] Decisive for the Axis, or the points of the end."""
    if s.track[tracks.FORTRESS_TURN] == fortress.NEVER and fortress.is_city_relieved(s):
        end_game(s, "axis_decisive")
        return
    score_uranus_places(s)
    judge_by_level(s)


def score_uranus_places(s: State) -> None:
    """[19.2.9] Places, ground beyond the Chir and between the rivers, the fortress level, supports saved."""
    victory, pack = s.scenario.victory, s.pack
    cut = set(supply.units_without_supply(s, SOVIET))
    soviet_hexes = occupied(s, SOVIET, cut)
    axis_hexes = occupied(s, AXIS, set(supply.units_without_supply(s, AXIS)))
    total = 0
    named = s.scenario.victory_hexes["hexes_2"] + s.scenario.victory_hexes["hexes_5"]
    for h in named:
        five = h in s.scenario.victory_hexes["hexes_5"]
        if h in soviet_hexes:
            total += (5 if five else 2) if soviet_hexes[h] else (3 if five else 1)
    for h, supplied in soviet_hexes.items():
        if supplied and pack.beyond_chir[h] and h not in named:
            total += victory["beyond_chir"]
    total += victory["between_rivers"] * sum([supplied and pack.chir_don[h] for h, supplied in axis_hexes.items()])
    if s.track[tracks.FORTRESS] >= 0:
        total += victory["fortress_level"] * s.track[tracks.FORTRESS_LEVEL]
    saved = min(supports.count_real(s, M_STAVKA), victory["stavka_supports_at_most"])
    add_score(s, total + saved * victory["stavka_support"], "19.2.9")


def occupied(s: State, side: int, cut: set[int]) -> dict[int, bool]:
    """Hexes with combat units of a side, and whether one of them is in supply."""
    found: dict[int, bool] = {}
    for u in s.ways.units_of[side]:
        if s.where[u] >= 0 and s.pack.is_combat[u]:
            found[s.where[u]] = found.get(s.where[u], False) or u not in cut
    return found


def judge_december(s: State) -> None:
    """[19.3.5] At the end of DEC IV."""
    rostov = superiority.city_of(s, s.pack.rostov)
    if superiority.holds_city(s, 0, SOVIET) and superiority.holds_city(s, rostov, SOVIET):
        end_game(s, "soviet_decisive")
    elif fortress.is_city_relieved(s) and not s.track[tracks.CITIES_TAKEN]:
        end_game(s, "axis_decisive")


def judge_campaign(s: State) -> None:
    """[19.3.6] [19.3.7] The points of the end."""
    victory, pack = s.scenario.victory, s.pack
    soviet_hexes = occupied(s, SOVIET, set(supply.units_without_supply(s, SOVIET)))
    total = 0
    for number, hexes in enumerate(pack.major_cities):
        if superiority.holds_city(s, number, SOVIET):
            total += victory["major_city"]
        elif superiority.holds_city(s, number, AXIS) and is_out_of_supply(s, hexes):
            total += victory["major_city_cut_off"]
    total += victory["west_2"] * sum([soviet_hexes.get(h, False) for h in pack.vp2_hexes])
    total += victory["west_4"] * sum([soviet_hexes.get(h, False) for h in pack.vp4_hexes])
    if any(supplied and pack.dnieper_bend[h] for h, supplied in soviet_hexes.items()):
        total += victory["dnieper_bend"]
    if s.track[tracks.MANSTEIN_DISMISSED]:
        total += victory["manstein_dismissed"]
    add_score(s, total, "19.3.6")
    judge_by_level(s)


def is_out_of_supply(s: State, hexes: list[int]) -> bool:
    """[19.3.6] A city of the Axis held by units out of supply, or empty and without a line to a source (4.1.1)."""
    if any(s.here[AXIS][h] for h in hexes):
        return is_cut_off(s, hexes)
    lines = radius.supply_lines(s, AXIS, False)
    return not any(radius.has_line(s, AXIS, lines, h) for h in hexes)


def is_cut_off(s: State, hexes: list[int]) -> bool:
    """[19.3.6] [19.5.3] A city occupied by Axis units, all of them out of supply."""
    cut = supply.units_without_supply(s, AXIS)
    here = [u for h in hexes for u in units.units_at(s, h) if s.pack.side[u] == AXIS and s.pack.is_combat[u]]
    return bool(here) and all(u in cut for u in here)


def judge_backhand(s: State) -> None:
    """[19.4.2] The level of what was taken back."""
    majors, cities, retaken = backhand_gains(s)
    s.track[tracks.VICTORY_POINTS] = majors * 10 + cities
    end_game(s, backhand_level(majors, cities, retaken))


def backhand_gains(s: State) -> tuple[int, int, int]:
    """[19.4.2] Major cities and cities taken back, less those lost to the Soviets; and majors taken back at all."""
    majors = cities = retaken = 0
    for h in range(s.pack.hex_count):
        if not s.scenario.plays[h] or s.pack.settlement[h] < CITY:
            continue
        change = int(s.scenario.control[h] == SOVIET and s.control[h] == AXIS)
        change -= int(s.scenario.control[h] == AXIS and s.control[h] == SOVIET)
        if s.pack.settlement[h] == MAJOR_CITY:
            majors += change
            retaken += int(change > 0)
        else:
            cities += change
    return majors, cities, retaken


def backhand_level(majors: int, cities: int, retaken: int) -> str:
    """[19.4.2] Two major cities, or one with so many cities; decisive for the Soviets only if they lost no major city
    at all, whatever they gained elsewhere."""
    if majors <= 0:
        return "soviet_marginal" if retaken else "soviet_decisive"
    if majors >= 2 or cities >= 4:
        return "axis_decisive"
    if cities == 3:
        return "axis_marginal"
    return "draw" if cities == 2 else "soviet_marginal"


def judge_star(s: State) -> None:
    """[19.5.3] The level by the number of cities."""
    s.track[tracks.VICTORY_POINTS] = star_cities(s)
    judge_by_level(s)


def star_cities(s: State) -> int:
    """[19.5.3] Major cities besides Stalingrad that are Soviet or held by Axis units out of supply."""
    count = 0
    for number, hexes in enumerate(s.pack.major_cities[1:], 1):
        if s.scenario.plays[hexes[0]]:
            count += int(superiority.holds_city(s, number, SOVIET) or is_cut_off(s, hexes))
    return count
