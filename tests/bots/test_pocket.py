"""Roads: bots find the way out of Stalingrad, shut it, and know what keeps it shut."""

from kurgan.games.roads.answers import HEX, HEXES
from kurgan.games.roads.bot.features import features, is_pocket
from kurgan.games.roads.bot.marching import march_on, movement_plan
from kurgan.games.roads.bot.pocket import find_way, opens_ring, places_to_block
from kurgan.games.roads.game import Roads
from kurgan.games.roads.pack.vocabulary import AXIS, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.terms import ELIMINATED
from kurgan.kernel.chance import Tape

GAME = Roads()
PACK = GAME.pack
CORDON = ("1631", "1530", "1428", "1328", "1129", "1030", "0932", "0834")


def beginning() -> State:
    """Uranus as it begins, with headquarters and the garrison of the city alone on the Axis side."""
    s: State = GAME.new("uranus", {})
    for u in s.ways.units_of[AXIS]:
        if s.where[u] >= 0 and not PACK.is_stalingrad[s.where[u]] and not PACK.is_hq[u]:
            s.lift(u, ELIMINATED)
    s.forget_fields()
    return s


def cordon(s: State, hexes: tuple[str, ...]) -> list[int]:
    """A Soviet unit of the front in each of these hexes."""
    units = [u for u in s.ways.units_of[SOVIET] if s.where[u] >= 0 and s.here[SOVIET][s.where[u]] == 3]
    moved = []
    for u, name in zip(units[::3], hexes, strict=False):
        s.place(u, PACK.hex_index[name])
        moved.append(u)
    s.forget_fields()
    return moved


def test_the_way_is_open_at_first_and_leads_from_the_city_to_a_source() -> None:
    s = beginning()
    way = find_way(s)
    assert way.is_open
    assert PACK.is_stalingrad[way.hexes[0]]
    assert way.hexes[-1] in s.source_hexes[AXIS]
    assert all(PACK.distance(a, b) == 1 for a, b in zip(way.hexes, way.hexes[1:], strict=False))
    assert places_to_block(s, way)


def test_units_three_hexes_apart_shut_the_way_and_one_of_them_missing_opens_it() -> None:
    s = beginning()
    ring = cordon(s, CORDON)
    way = find_way(s)
    assert not way.is_open
    assert way.blockers
    assert any(opens_ring(s, u) for u in ring)
    keeper = next(u for u in ring if opens_ring(s, u))
    s.lift(keeper, ELIMINATED)
    assert find_way(s).is_open


def test_the_pocket_is_a_feature_good_for_the_soviets() -> None:
    s = beginning()
    assert not is_pocket(s)
    assert "pocket" not in features(GAME.view(s, SOVIET))
    cordon(s, CORDON)
    assert is_pocket(s)
    assert features(GAME.view(s, SOVIET))["pocket"] > 0 > features(GAME.view(s, AXIS))["pocket"]


def test_a_unit_whose_march_was_interrupted_goes_on_to_where_it_was_going() -> None:
    """Without its note the bot finds the march again from the position: it does not stand still in the middle."""
    s: State = GAME.new("wintergewitter", {})
    tape = Tape("march")
    while (asked := GAME.pending(s)) and getattr(asked, "step", "") != "choose_mover":
        legal = GAME.legal(s)
        GAME.answer(s, legal[0] if legal else asked.chance.throw(tape))  # type: ignore[union-attr]
    plan = movement_plan(s.copy())
    steps = next(i for i, a in enumerate(plan) if i and not HEX <= a < HEX + HEXES)
    assert steps > 3, "the first unit goes some way"
    for given in range(2, steps):
        at = s.copy()
        for a in plan[:given]:
            GAME.answer(at, a)
        assert march_on(at)[: steps - given] == plan[given:steps]
