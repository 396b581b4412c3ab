"""Roads: bots know by what a scenario is won, guard their major cities, and send planes where there is a fight."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, KINDS_RADIX, PLAY, UNIT
from kurgan.games.roads.bot.disposition import STRIKE, Disposition
from kurgan.games.roads.bot.features import (
    HEADQUARTERS,
    MOST_ODDS,
    cities_in_reach,
    features,
    guards,
    odds_on_aim,
    open_cities,
    places_that_win,
    standing_points,
    strength,
)
from kurgan.games.roads.bot.marching import garrison_gain, movement_plan
from kurgan.games.roads.bot.plans import aim_worth, is_last_guard, is_useful, plans
from kurgan.games.roads.game import Roads
from kurgan.games.roads.pack.vocabulary import ARTILLERY_2, AXIS, LUFTWAFFE, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules.r04_supply import units_without_supply
from kurgan.games.roads.terms import ELIMINATED, M_AXIS, M_STAVKA, OOS_FS
from kurgan.kernel.chance import Tape

GAME = Roads()
PACK = GAME.pack
KHARKOV = PACK.hex_index["2108"]
STALINO = PACK.hex_index["0912"]
"""Of the Axis, with Soviet tanks nearby; a security division and a headquarters stand there at the start."""


def at_movement(scenario: str) -> State:
    """The first question who moves."""
    s: State = GAME.new(scenario, {})
    tape = Tape("judgement")
    while (asked := GAME.pending(s)) and getattr(asked, "step", "") != "choose_mover":
        legal = GAME.legal(s)
        GAME.answer(s, legal[0] if legal else asked.chance.throw(tape))  # type: ignore[union-attr]
    return s


def test_a_headquarters_is_no_garrison() -> None:
    s = at_movement("backhand")
    assert STALINO in cities_in_reach(s, AXIS)
    assert len(units.units_at(s, STALINO)) == 2
    assert guards(s, STALINO) == 1
    guard = next(u for u in units.units_at(s, STALINO) if PACK.is_combat[u])
    assert is_last_guard(s, guard)
    assert garrison_gain(s, 100.0, guard, STALINO) > 0
    before = open_cities(s, AXIS)
    s.place(guard, PACK.hex_index["0812"])
    assert open_cities(s, AXIS) == before + 1


def test_a_major_city_that_can_be_reached_is_not_left_open() -> None:
    """Taking it would win Backhand Blow at once; before, both units of Stalino marched off."""
    s = at_movement("backhand")
    twin = s.copy()
    for a in movement_plan(s.copy()):
        if a not in GAME.legal(twin):
            break
        GAME.answer(twin, a)
    assert guards(twin, STALINO) > 0


def test_the_aim_of_a_scenario_is_worth_something_to_both_sides() -> None:
    for scenario in ("wintergewitter", "backhand", "star_and_gallop"):
        s = at_movement(scenario)
        soviet, axis = (features(GAME.view(s, side))["aim"] for side in (SOVIET, AXIS))
        assert soviet == -axis
    kharkov = PACK.major_cities[1][0]
    s = at_movement("backhand")
    before = features(GAME.view(s, AXIS))["aim"]
    s.hold(kharkov, AXIS)
    assert features(GAME.view(s, AXIS))["aim"] > before


def test_the_axis_of_wintergewitter_wins_at_the_pocket() -> None:
    s = at_movement("wintergewitter")
    goals = places_that_win(s, AXIS)
    assert goals
    assert all(s.here[AXIS][h] for h in goals)
    assert places_that_win(s, SOVIET) == []


def test_who_strikes_goes_straight_at_the_cities_that_win() -> None:
    """Kharkov and Rostov are Soviet: with STRIKE more of the Axis ends its march near one of them."""
    s = at_movement("backhand")
    goals = places_that_win(s, AXIS)

    def distance(mood: Disposition) -> int:
        twin = s.copy()
        for a in movement_plan(s.copy(), mood):
            if a not in GAME.legal(twin):
                break
            GAME.answer(twin, a)
        mine = [u for u in s.ways.units_of[AXIS] if twin.where[u] >= 0]
        return sum(units.nearest_distance(twin, twin.where[u], goals) for u in mine)

    assert distance(STRIKE) < distance(STRIKE._replace(aim=0.0))


def test_planes_go_where_enemies_stand_beside_own_units() -> None:
    s = at_movement("backhand")
    side = s.track[tracks.SIDE]
    fights = [h for h in range(PACK.hex_count) if s.here[1 - side][h] and s.near[side][h]]
    quiet = [h for h in range(PACK.hex_count) if s.here[side][h] and not s.near[1 - side][h]]
    assert max(aim_worth(s, HEX + h) for h in fights) > max(aim_worth(s, HEX + h) for h in quiet)


def at_question(scenario: str, name: str) -> State:
    """The first question of this name, if nobody does anything before."""
    s: State = GAME.new(scenario, {})
    tape = Tape("judgement")
    while (asked := GAME.pending(s)) and getattr(asked, "step", "") != name:
        legal = GAME.legal(s)
        answer = DONE if DONE in legal else legal[0] if legal else asked.chance.throw(tape)  # type: ignore[union-attr]
        GAME.answer(s, answer)
    return s


def test_nobody_is_named_for_the_railway_who_stays_where_he_is() -> None:
    """A division that stopped at once could be named again: greedy did so for ever in Backhand Blow."""
    s = at_question("backhand", "choose_rider")
    riders = [a for a in GAME.legal(s) if a != DONE]
    (plan,) = plans(GAME.view(s, AXIS), s.copy())
    assert plan[0] in riders
    assert any(HEX <= a < HEX + HEXES for a in plan)
    away = next(
        h for h in range(PACK.hex_count) if s.control[h] == AXIS and s.scenario.plays[h] and not PACK.rail_hex[h]
    )
    for a in riders:
        s.place(a - UNIT, away)
    assert plans(GAME.view(s, AXIS), s.copy()) == [[DONE]]


def test_planes_do_not_fly_over_the_pocket() -> None:
    """Rudel and the Brandenburgers went to Karpovka, where nobody who could attack stands."""
    s = at_movement("wintergewitter")
    pocket = {s.where[u] for u in s.ways.units_of[AXIS] if s.where[u] >= 0 and s.supply[u] == OOS_FS}
    free = [s.where[u] for u in s.ways.units_of[AXIS] if s.where[u] >= 0 and s.supply[u] != OOS_FS]
    assert pocket
    for h in pocket:
        if all(PACK.distance(h, other) > 6 for other in free):
            assert aim_worth(s, HEX + h) <= 0


def test_planes_that_nobody_could_use_are_kept() -> None:
    s = at_question("wintergewitter", "play_support")
    s.track[tracks.SIDE] = AXIS
    luftwaffe = PLAY + M_AXIS * KINDS_RADIX + LUFTWAFFE
    assert is_useful(s, luftwaffe)
    for u in s.ways.units_of[AXIS]:
        if s.where[u] >= 0 and s.supply[u] != OOS_FS:
            s.lift(u, ELIMINATED)
    assert not is_useful(s, luftwaffe)


def test_supports_are_saved_where_each_is_a_point() -> None:
    """[19.2.9] Up to six supports of STAVKA count at the end of Uranus."""
    s = at_movement("uranus")
    kind = next(m for m in range(PACK.marker_count) if PACK.marker_kind[m] == ARTILLERY_2)
    s.lay(kind, M_STAVKA)
    play = PLAY + M_STAVKA * KINDS_RADIX + ARTILLERY_2
    assert is_useful(s, play)
    s.set_turn(s.scenario.first_turn + 1)
    assert not is_useful(s, play)


def test_headquarters_stay_with_those_whom_they_feed() -> None:
    """Before, three German headquarters went into the front line and were lost, and half the army was out of supply."""
    s = at_movement("backhand")
    twin = s.copy()
    for a in movement_plan(s.copy()):
        if a not in GAME.legal(twin):
            break
        GAME.answer(twin, a)
    cut = units_without_supply(twin, AXIS)
    assert len(cut) <= 2
    for q in PACK.hqs_of[AXIS]:
        if twin.where[q] >= 0:
            assert not twin.near[SOVIET][twin.where[q]]


def test_who_is_cut_off_counts_less() -> None:
    s = at_movement("backhand")
    before = strength(s, AXIS)
    for q in PACK.hqs_of[AXIS]:
        if s.where[q] >= 0:
            s.lift(q, ELIMINATED)
    assert strength(s, AXIS) < before - HEADQUARTERS * 4


def test_odds_on_what_wins_grow_with_who_comes_near_and_are_not_lost_by_taking_it() -> None:
    s = at_movement("backhand")
    before = odds_on_aim(s, AXIS)
    for u in s.ways.units_of[AXIS]:
        if s.where[u] >= 0 and PACK.hex_name[s.where[u]] in ("1702", "1705", "1803", "2002"):
            s.place(u, PACK.hex_index["2005"])
    assert odds_on_aim(s, AXIS) > before
    s.control[KHARKOV] = AXIS
    assert odds_on_aim(s, AXIS) >= MOST_ODDS


def test_soviets_go_where_each_hex_is_a_point() -> None:
    """[19.2.9] Beyond the Chir every hex with a unit in supply counts, once."""
    s = at_movement("uranus")
    points = standing_points(s, SOVIET)
    morozovsk = s.scenario.victory_hexes["hexes_5"][0]
    assert points[morozovsk] == 5.0
    assert all(PACK.chir_don[h] for h in standing_points(s, AXIS))
    assert not standing_points(at_movement("backhand"), SOVIET)
