"""Roads: bots lay offensive markers and supports where attacks promise most, and hold what a scenario is won by."""

from collections.abc import Callable

from kurgan.games.roads import tracks
from kurgan.games.roads.answers import DONE, HEX, HEXES, SUPPORT, UNIT, UNIT_HEX, YES
from kurgan.games.roads.bot.disposition import BLOW, GALLOP, USUAL
from kurgan.games.roads.bot.features import guards, places_that_win
from kurgan.games.roads.bot.marching import Front, beaten, easiest, movement_plan, towns_in_reach
from kurgan.games.roads.bot.plans import HABITS, plans, stand_answer
from kurgan.games.roads.bot.supports import choice_answer, promises, redeploy_answer, strike_of
from kurgan.games.roads.game import Roads
from kurgan.games.roads.pack.vocabulary import AXIS, MAJOR_OM, SOVIET
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r01_units as units
from kurgan.games.roads.rules import r05_events as support_events
from kurgan.games.roads.terms import ELIMINATED, NORMAL
from kurgan.kernel.chance import Tape

GAME = Roads()
PACK = GAME.pack
KHARKOV = PACK.hex_index["2108"]
NEAR = 3


def always(s: State) -> bool:
    return True


def is_attached(s: State) -> bool:
    """The marker in hand lies on a unit."""
    return bool(PACK.support_attached[support_events.kind_in_hand(s)])


def at_question(scenario: str, name: str, side: int, is_it: Callable[[State], bool] = always) -> State:
    """The first such question of this name to a side, if everybody follows the first plan."""
    s: State = GAME.new(scenario, {})
    tape = Tape("supports")
    while asked := GAME.pending(s):
        if getattr(asked, "step", "") == name and getattr(asked, "seat", -1) == side and is_it(s):
            return s
        legal = GAME.legal(s)
        if legal:
            found = plans(GAME.view(s, asked.seat), s.copy()) or [legal]  # type: ignore[union-attr]
            GAME.answer(s, found[0][0])
        else:
            GAME.answer(s, asked.chance.throw(tape))  # type: ignore[union-attr]
    raise AssertionError(name)


def only_plan(s: State, side: int) -> list[int]:
    (plan,) = plans(GAME.view(s, side), s.copy())
    return plan


def after_movement(s: State, mood: object) -> State:
    twin = s.copy()
    for a in movement_plan(s.copy(), mood):  # type: ignore[arg-type]
        if a not in GAME.legal(twin):
            break
        GAME.answer(twin, a)
    return twin


def test_an_offensive_marker_lies_where_own_units_can_attack() -> None:
    """Before, every marker lay on the first hex of the list, with nobody near."""
    s = at_question("star_and_gallop", "place_marker", SOVIET)
    h = only_plan(s, SOVIET)[0] - HEX
    found = promises(s, SOVIET)

    def attackers(place: int) -> int:
        near = [u for u in s.ways.fighters_of[SOVIET] if s.where[u] >= 0 and PACK.distance(s.where[u], place) <= NEAR]
        return len([u for u in near if strike_of(s, found, u) >= 1])

    assert attackers(GAME.legal(s)[0] - HEX) == 0
    assert attackers(h) >= 6


def test_a_second_marker_lies_elsewhere() -> None:
    s = at_question("star_and_gallop", "place_marker", SOVIET)
    first = only_plan(s, SOVIET)[0] - HEX
    s.track[tracks.MAJOR_AT + MAJOR_OM + 1] = first
    assert PACK.distance(only_plan(s, SOVIET)[0] - HEX, first) > 1


def test_a_marker_with_nobody_near_is_taken_up_and_one_that_is_of_use_stays() -> None:
    s = at_question("star_and_gallop", "choose_marker", SOVIET)
    assert redeploy_at(s, PACK.hex_index["0303"]) == YES
    place = at_question("star_and_gallop", "place_marker", SOVIET)
    assert redeploy_at(s, only_plan(place, SOVIET)[0] - HEX) == DONE


def redeploy_at(s: State, h: int) -> int:
    s.track[tracks.MAJOR_AT + MAJOR_OM] = h
    return redeploy_answer(s, [DONE, YES], MAJOR_OM)


def test_guns_lie_on_who_has_the_best_attack_before_him() -> None:
    s = at_question("star_and_gallop", "aim_support", SOVIET, is_attached)
    found = promises(s, SOVIET)
    legal = [a - UNIT for a in GAME.legal(s)]
    chosen = only_plan(s, SOVIET)[0] - UNIT
    strikes = [strike_of(s, found, u) for u in legal]
    assert strike_of(s, found, chosen) > sum(strikes) / len(strikes)
    assert s.near[AXIS][s.where[chosen]]


def test_supports_that_are_chosen_are_not_all_of_one_class() -> None:
    """Of one class only one marker counts in a fight; the Axis chose three times the Luftwaffe, under clouds too."""
    s = at_question("backhand", "choose_support", AXIS)
    classes = []
    for _ in range(3):
        a = choice_answer(s, GAME.legal(s))
        classes.append(PACK.support_class[a - SUPPORT])
        GAME.answer(s, a)
    assert len(set(classes)) == 3


def test_nobody_leaves_a_major_city_of_his_own_will() -> None:
    s = at_question("backhand", "choose_mover", AXIS)
    for h, answers in ((KHARKOV, 1), (PACK.hex_index["2007"], 2)):
        s.battle = Battle(h, AXIS, NORMAL)
        s.battle.defenders = units.units_at(s, h)
        assert s.battle.defenders
        assert len(stand_answer(s, "stand_or_retreat", [DONE, YES])) == answers
    s.battle = Battle(KHARKOV, AXIS, NORMAL)
    s.battle.defenders = units.units_at(s, KHARKOV)
    s.battle.losses_d = 9
    assert len(stand_answer(s, "fall_back", [DONE, YES])) == 2


def test_bots_imagine_that_somebody_goes_into_a_major_city() -> None:
    """Otherwise an attack of five to one on Kharkov seems to bring nothing, and it was not made."""
    s = at_question("backhand", "choose_mover", AXIS)
    u = next(u for u in s.ways.fighters_of[AXIS] if s.where[u] >= 0 and PACK.elite[u])
    village = PACK.hex_index["2007"]
    for h, goes in ((KHARKOV, True), (village, False)):
        for v in units.units_at(s, h):
            s.lift(v, ELIMINATED)
        s.battle = Battle(h, AXIS, NORMAL)
        s.battle.attackers = [u]
        answer = HABITS["follow_up"](s, [DONE, UNIT_HEX + u * HEXES + h])
        assert (answer != DONE) == goes


def test_the_best_divisions_do_not_sit_in_garrisons() -> None:
    """Das Reich drove back to Dnepropetrovsk in the first turn."""
    s = at_question("backhand", "choose_mover", AXIS)
    rear = [PACK.hex_index[name] for name in ("1303", "0903")]
    reich = [u for u in s.ways.units_of[AXIS] if PACK.unit_name[u].startswith("GE-2SS")]
    twin = after_movement(s, BLOW)
    assert reich
    assert not any(twin.where[u] in rear for u in reich)
    assert any(after_movement(s, BLOW._replace(best_stay_out=False)).where[u] in rear for u in reich)


def test_cities_that_could_be_walked_into_are_held() -> None:
    s = at_question("backhand", "choose_mover", AXIS)

    def empty(twin: State) -> int:
        return sum(guards(twin, h) == 0 for h in towns_in_reach(twin, AXIS))

    assert empty(after_movement(s, BLOW)) < empty(after_movement(s, BLOW._replace(hold_city=0.0)))


def test_a_headquarters_does_not_reckon_with_enemies_who_will_be_beaten() -> None:
    s = at_question("backhand", "choose_mover", AXIS)
    front = Front(s, AXIS, BLOW)
    h = next(h for h in front.defense if s.here[SOVIET][h])
    front.attack[h] = 3 * front.defense[h]
    gone = [u for u in s.ways.units_of[SOVIET] if s.where[u] >= 0 and beaten(s, front).where[u] == ELIMINATED]
    assert set(units.units_at(s, h)) <= set(gone)
    front.attack[h] = 0.0
    assert all(beaten(s, front).where[u] == h for u in units.units_at(s, h))


def test_the_armies_of_star_and_gallop_have_a_city_each() -> None:
    s = at_question("star_and_gallop", "choose_mover", SOVIET)
    front = Front(s, SOVIET, GALLOP)
    assert len(front.aims) == 3
    assert set(front.aims) <= set(places_that_win(s, SOVIET))
    assert easiest(front, s, places_that_win(s, SOVIET), 1) == front.aims[:1]
    twin = after_movement(s, GALLOP)
    usual = after_movement(s, USUAL)

    def distance(board: State) -> int:
        mine = [board.where[u] for u in board.ways.fighters_of[SOVIET] if board.where[u] >= 0]
        return sum(units.nearest_distance(board, h, front.aims) for h in mine)

    assert distance(twin) < distance(usual)
