"""Roads: bots know by what a scenario is won, guard their major cities, and send planes where there is a fight."""

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import HEX
from kurgan.games.roads.bot.disposition import STRIKE, Disposition
from kurgan.games.roads.bot.features import cities_in_reach, features, guards, open_cities
from kurgan.games.roads.bot.marching import garrison_gain, movement_plan, places_that_win
from kurgan.games.roads.bot.plans import aim_worth, is_last_guard
from kurgan.games.roads.game import Roads
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.kernel.chance import Tape

GAME = Roads()
PACK = GAME.pack
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
