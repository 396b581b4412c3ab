"""A position of Advance: copied, saved, told apart, and refused where it cannot be."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from kurgan.games.advance.position.state import (
    BATTLE_NUMBERS,
    NUMBERS,
    Battle,
    State,
    empty,
    fight,
    put,
    remake,
    set_soviet,
)
from kurgan.games.advance.terms import (
    AWAY,
    DUE,
    GONE,
    NO_DIVISION,
    NO_STRATEGY,
    NO_UNIT,
    OUT,
    PLAYING,
    REVEALED,
    UNREVEALED,
    VACANT,
)
from kurgan.kernel.protocol import Misspelt
from kurgan.testing.contract.sample import attribute_names
from tests.advance.drawn import GAME, Drawn, attack, combat, draw, new
from tests.advance.rules.test_lists import QUESTIONS

DERIVED = {"count", "german_mask", "full_mask", "soviet_mask", "unrevealed_mask"}
FLOW = {"book", "choices", "events", "halts", "stack"}
COLUMNS = [name for name in attribute_names(GAME.new("campaign", {})) if name not in FLOW]
"""Compiled classes have no slots to be asked for."""

GIVEN = {"pack", "rules", "scenario"}


def in_a_fight() -> Drawn:
    """Everything about a fight has a value of its own."""
    t = attack("?", "24/21", "24/26", "24/24", head="morale 15\navailable artillery 2 engineers 2 air 1\n")
    t.play("reveal_unit L-5-guards", "lead 24/24", "add artillery", "add air", "fight", "roll_air 4", "roll_attack 4+4")
    return t


def paused() -> Drawn:
    t = draw("turn 3\noptions isolation=on reroll_ones=3\nmorale 12\nisolated 45\n3: 24/24\n45: ?\n8: ?\n1: 295/516\n")
    return t.play("roll_event 2+3+3", "draw_paused 24", "roll_supply 1+1+5+6")


MOMENTS: dict[str, Callable[[], Drawn]] = {
    **{name: make for name, (make, _) in QUESTIONS.items()},
    "in a fight": in_a_fight,
    "paused": paused,
    "new": new,
    "factory": lambda: new("factory", pavlov="on", rubble="on"),
    "over": lambda: combat("turn 9\n3: 24/21\n18: ?\n").play("end"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_saved_and_loaded_it_is_the_same(moment: str) -> None:
    s = MOMENTS[moment]().s
    data = json.loads(json.dumps(s.to_json()))
    again = GAME.load_state(data)
    assert again.key() == s.key()
    assert again.to_json() == s.to_json()
    assert GAME.legal(again) == GAME.legal(s)
    for name in COLUMNS:
        if name not in GIVEN | {"battle"}:
            assert getattr(again, name) == getattr(s, name), name
    again.check()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_copy_is_equal_and_shares_nothing(moment: str) -> None:
    s = MOMENTS[moment]().s
    again = s.copy()
    assert again.key() == s.key()
    assert again.to_json() == s.to_json()
    for name in COLUMNS:
        mine, other = getattr(s, name), getattr(again, name)
        if name in GIVEN:
            assert mine is other
        elif isinstance(mine, bytearray | list | Battle):
            assert mine is not other, name
        if not isinstance(mine, Battle):
            assert mine == other, name
    if s.battle is not None:
        assert again.battle is not None
        assert again.battle.numbers() == s.battle.numbers()
        assert again.battle.units is not s.battle.units


@pytest.mark.parametrize("name", [name for name in COLUMNS if name not in GIVEN | DERIVED])
def test_positions_that_differ_in_anything_have_another_key(name: str) -> None:
    s = in_a_fight().s
    changed = s.copy()
    value: Any = getattr(changed, name)
    if name in ("entered", "retreating"):
        value.append(3)
    elif isinstance(value, list | bytearray):
        value[3] ^= 1
    elif isinstance(value, Battle):
        value.units.append(3)
    else:
        setattr(changed, name, not value if isinstance(value, bool) else value + 1)
    assert changed.key() != s.key()
    assert changed.to_json() != s.to_json()


@pytest.mark.parametrize("name", [n for n in attribute_names(Battle(1, True, False)) if n != "units"])
def test_fights_that_differ_in_anything_have_another_key(name: str) -> None:
    s = in_a_fight().s
    changed = s.copy()
    assert changed.battle is not None
    value: Any = getattr(changed.battle, name)
    setattr(changed.battle, name, not value if isinstance(value, bool) else value + 1)
    assert changed.key() != s.key()
    again = GAME.load_state(json.loads(json.dumps(changed.to_json())))
    assert again.battle is not None
    assert getattr(again.battle, name) == getattr(changed.battle, name)
    assert getattr(changed.copy().battle, name) == getattr(changed.battle, name)


@pytest.mark.parametrize("name", [name for name in COLUMNS if name not in GIVEN | {"battle"}])
def test_whatever_was_changed_is_in_the_copy(name: str) -> None:
    s = in_a_fight().s
    value: Any = getattr(s, name)
    if name in ("entered", "retreating"):
        value.append(3)
    elif isinstance(value, list | bytearray):
        value[3] ^= 1
    else:
        setattr(s, name, not value if isinstance(value, bool) else value + 1)
    assert getattr(s.copy(), name) == getattr(s, name)


def unit(name: str) -> int:
    return GAME.pack.unit_name.index(name)


def broken(what: str) -> State:
    """A position that is as it should be, but for one thing."""
    s = in_a_fight().s if what in FIGHTS else combat("morale 15\n3: 24/24 24/21\n18: L-9-heroes\n45: ?\n").s
    (FIGHTS | QUIET)[what](s)
    return s


def change(name: str, value: Any) -> Callable[[State], None]:
    return lambda s: setattr(s, name, value)


def at(column: str, place: int, value: int) -> Callable[[State], None]:
    return lambda s: getattr(s, column).__setitem__(place, value)


def fighting(name: str, value: Any) -> Callable[[State], None]:
    return lambda s: setattr(s.battle, name, value)


QUIET: dict[str, Callable[[State], None]] = {
    "derived column count is stale": at("count", 7, 1),
    "derived column german_mask is stale": change("german_mask", 0),
    "derived column full_mask is stale": change("full_mask", 1 << 9),
    "derived column soviet_mask is stale": change("soviet_mask", 0),
    "derived column unrevealed_mask is stale": change("unrevealed_mask", 0),
    "24/24 is nowhere": lambda s: off(s, "24/24", 60),
    "24/24 is spent off the map": lambda s: off(s, "24/24", OUT, spent=1),
    "24/24 has left or joined the scenario": lambda s: off(s, "24/24", 0),
    "24/24 is no reinforcement": lambda s: off(s, "24/24", DUE),
    "24/24 is not of the division that is called away": lambda s: off(s, "24/24", AWAY),
    "an Isolation marker without a Soviet unit": change("isolated", 1 << 20),
    "morale off its track": change("morale", 20),
    "supply below 0": change("supply", -1),
    "turn off its track": change("turn", 10),
    "a unit waits to attack nobody": lambda s: s.entered.append(unit("24/24")),
    "an action without a round": change("acted", True),
    "areas of a round without a round": change("attacked_mask", 1 << 18),
    "an Active Area and a round go together": change("active", 3),
    "a fight and its steps go together": change("battle", Battle(18, True, False)),
    "a march and who is on it go together": change("mover", 1),
    "a retreat and who makes it go together": lambda s: s.retreating.append(unit("24/24")),
    "nobody is to be placed": change("returning", 1),
    "a supply roll outside its phase": change("rolled", 4),
    "supply roll outside its phase": change("ones", 1),
    "more than one event in a turn": change("effects", 1 << 2 | 1 << 3),
    "rain is no event of this scenario": change("effects", 1 << 5),
    "a division is paused without its event": change("paused", 1),
    "German units stand in area 45": lambda s: off(s, "24/24", 45),
    "5 German units in area 3": lambda s: off(s, "24/26 24/RCN 94/267", 3),
    "5 German units in area 50": lambda s: off(s, "24/24 24/21 24/26 24/RCN 94/267", 50),
    "C-4-heroes in area 18": lambda s: set_soviet(s, 18, REVEALED + GAME.pack.kind_name.index("C-4-heroes")),
    "artillery markers": change("artillery", 13),
    "engineer markers": change("engineers", 7),
    "air markers": change("air", 4),
}
FIGHTS: dict[str, Callable[[State], None]] = {
    "an attacker elsewhere": lambda s: s.battle.units.append(unit("295/516")),  # type: ignore[union-attr]
}


def off(s: State, name: str, where: int, spent: int = 0) -> None:
    for word in name.split():
        put(s, unit(word), where)
        s.spent[unit(word)] = spent


@pytest.mark.parametrize("what", [*QUIET, *FIGHTS])
def test_what_cannot_be_is_refused_by_name(what: str) -> None:
    s = broken(what)
    with pytest.raises(AssertionError, match=what.replace("(", ".")):
        s.check()


def test_markers_in_the_fight_count_among_those_there_are() -> None:
    """Twelve, six and three in all, wherever they lie."""
    for name, most in (("artillery", 12), ("engineers", 6), ("air", 3)):
        s = in_a_fight().s
        assert s.battle is not None
        s.battle.artillery, s.battle.engineers, s.battle.air = 3, 2, 1
        setattr(s, name, most - getattr(s.battle, name))
        s.check()
        setattr(s, name, most - getattr(s.battle, name) + 1)
        with pytest.raises(AssertionError, match="markers"):
            s.check()
        setattr(s, name, -1)
        with pytest.raises(AssertionError, match="markers"):
            s.check()


def test_the_last_turn_is_over_only_with_the_game() -> None:
    t = combat("turn 9\nmorale 15\n3: 24/21\n18: ?\n")
    t.s.turn = 10
    with pytest.raises(AssertionError, match="turn off its track"):
        t.s.check()
    t.s.turn = 0
    with pytest.raises(AssertionError, match="turn off its track"):
        t.s.check()


def test_every_box_is_a_place_to_be() -> None:
    s = combat("morale 15\n3: 24/24\n18: ?\nout: 94/267\nto_come: 100/54\naway: 29/15\nwithdrawn: 29/71\n").s
    s.check()
    assert [s.where[unit(u)] for u in ("94/267", "100/54", "29/15", "29/71")] == [OUT, DUE, AWAY, GONE]
    assert s.to_json()["soviet"] == {"18": "?"}
    assert (s.soviet[18], REVEALED) == (UNREVEALED, UNREVEALED + 1)


def test_what_is_derived_is_kept_as_units_come_and_go() -> None:
    """The fourth unit fills an area, the first to leave opens it, the last to leave empties it."""
    s = combat("morale 15\n3: 24/24 24/21* 24/26\n18: ?\nout: 24/RCN\n").s
    bit = 1 << 3
    assert (s.count[3], bool(s.german_mask & bit), bool(s.full_mask & bit)) == (3, True, False)
    put(s, unit("24/RCN"), 3)
    assert (s.count[3], bool(s.full_mask & bit)) == (4, True)
    s.came_from[unit("24/21")] = 2
    put(s, unit("24/21"), OUT)
    assert (s.count[3], bool(s.full_mask & bit), s.spent[unit("24/21")], s.came_from[unit("24/21")]) == (3, False, 0, 0)
    for name in ("24/24", "24/26"):
        put(s, unit(name), 4)
    assert (s.count[3], s.count[4], bool(s.german_mask & bit)) == (1, 2, True)
    s.spent[unit("24/RCN")] = 1
    put(s, unit("24/RCN"), 50)
    assert (s.count[3], s.count[50], bool(s.german_mask & bit), s.spent[unit("24/RCN")]) == (0, 1, False, 1)
    put(s, unit("24/RCN"), 1)
    assert (s.count[50], s.count[1], s.german_mask) == (0, 1, 1 << 1 | 1 << 4)


def test_what_is_derived_is_kept_as_counters_come_and_go() -> None:
    s = combat("morale 15\n3: 24/24\n18: ?\n").s
    set_soviet(s, 19, REVEALED)
    assert (s.soviet_mask, s.unrevealed_mask) == (1 << 18 | 1 << 19, 1 << 18)
    set_soviet(s, 18, REVEALED + 3)
    assert (s.soviet_mask, s.unrevealed_mask) == (1 << 18 | 1 << 19, 0)
    set_soviet(s, 19, UNREVEALED)
    assert (s.soviet_mask, s.unrevealed_mask) == (1 << 18 | 1 << 19, 1 << 19)
    set_soviet(s, 19, 0)
    assert (s.soviet_mask, s.unrevealed_mask) == (1 << 18, 0)


@pytest.mark.parametrize("area", [1, 3, 50])
def test_the_29th_stands_nowhere_once_it_has_left(area: int) -> None:
    with pytest.raises(Misspelt, match=r"\[6\.1\.2\] 29/15 has been withdrawn"):
        draw(f"turn 9\nphase combat\n{area}: 29/15\n10: ?\n")


def test_a_unit_of_no_part_in_the_scenario_is_not_spent() -> None:
    s = new("factory").s
    u = s.where.index(0)
    s.spent[u] = 1
    with pytest.raises(AssertionError, match="is spent off the map"):
        s.check()


@pytest.mark.parametrize("terrain", range(4))
def test_unseen_counters_are_enough_for_every_terrain(terrain: int) -> None:
    """As many as wait to be revealed may be left in the pool, and not one fewer."""
    s = new().s
    kinds = [k for k in range(GAME.pack.kinds) if GAME.pack.kind_terrain[k] == terrain]
    needed = sum(s.soviet[a] == UNREVEALED and GAME.pack.terrain[a] == terrain for a in range(1, GAME.pack.areas + 1))
    assert needed
    surplus = sum(s.pool[k] for k in kinds) - needed
    for k in kinds:
        taken = min(surplus, s.pool[k])
        s.pool[k] -= taken
        surplus -= taken
    s.check()
    some = next(k for k in kinds if s.pool[k])
    s.pool[some] -= 1
    with pytest.raises(AssertionError, match="too few unseen counters"):
        s.check()


def test_a_revealed_counter_is_not_in_the_pool_as_well() -> None:
    s = combat("morale 15\n3: 24/24\n18: L-9-heroes\n45: ?\n").s
    k = GAME.pack.kind_name.index("L-9-heroes")
    s.pool[k] = GAME.pack.kind_count[k] - 1
    s.check()
    s.pool[k] += 1
    with pytest.raises(AssertionError, match="more counters L-9-heroes than there are"):
        s.check()


def test_the_29th_has_left_as_soon_as_its_dawn_is_over() -> None:
    s = draw("turn 9\n3: 24/24\n10: ?\n").s
    s.check()
    put(s, unit("29/15"), 3)
    with pytest.raises(AssertionError, match=r"\[6\.1\.2\] 29/15 has been withdrawn"):
        s.check()


@pytest.mark.parametrize("area", [1, 50])
def test_the_first_and_the_last_area_are_areas(area: int) -> None:
    """Counters there are saved, counted among those that wait to be revealed, and of their terrain."""
    s = combat("morale 15\n3: 24/24\n18: ?\n").s
    set_soviet(s, 18, VACANT)
    set_soviet(s, area, UNREVEALED)
    assert s.to_json()["soviet"] == {str(area): "?"}
    assert (remake(s).soviet[area], remake(s).unrevealed_mask) == (UNREVEALED, 1 << area)
    s.check()
    terrain = GAME.pack.terrain[area]
    for k in range(GAME.pack.kinds):
        if GAME.pack.kind_terrain[k] == terrain:
            s.pool[k] = 0
    with pytest.raises(AssertionError, match="too few unseen counters"):
        s.check()
    foreign = next(k for k in range(GAME.pack.kinds) if GAME.pack.kind_terrain[k] != terrain)
    set_soviet(s, area, REVEALED + foreign)
    with pytest.raises(AssertionError, match=f"in area {area}"):
        s.check()


def test_there_is_no_fight_to_speak_of_outside_one() -> None:
    with pytest.raises(AssertionError):
        fight(new().s)
    s = in_a_fight().s
    assert fight(s) is s.battle


def test_only_who_marches_or_attacks_stands_before_an_unrevealed_counter() -> None:
    """The one on the march may, those that have entered and those in the fight may, nobody else; in every area."""
    for area in (1, 45, 50):
        s = combat("morale 15\n3: 24/24 24/21\n18: ?\n").play("activate 3").s
        set_soviet(s, area, UNREVEALED)
        put(s, unit("24/24"), area)
        with pytest.raises(AssertionError, match=f"German units stand in area {area}"):
            s.check()
        s.entered.append(unit("24/24"))
        s.check()
        put(s, unit("24/21"), area)
        with pytest.raises(AssertionError, match=f"German units stand in area {area}"):
            s.check()


@pytest.mark.parametrize("name", ["contested_mask", "attacked_mask", "acted"])
def test_what_belongs_to_a_round_is_there_only_in_one(name: str) -> None:
    s = combat("morale 15\n3: 24/24\n18: ?\n").s
    setattr(s, name, True if name == "acted" else 1 << 3)
    with pytest.raises(AssertionError, match="without a round"):
        s.check()


def test_a_position_with_nothing_in_it_holds_nothing() -> None:
    """Every number begins as what it is when nothing happens: no turn, no points, nobody on the march."""
    s = new().s
    numbers = dict(zip(NUMBERS, empty(s.pack, s.book, s.scenario, s.rules).numbers(), strict=True))
    nobody = {"paused": NO_DIVISION, "mover": NO_UNIT, "returning": NO_UNIT, "outcome": PLAYING}
    assert numbers == {**dict.fromkeys(NUMBERS, 0), **nobody}
    begun = dict(zip(BATTLE_NUMBERS, Battle(18, True, False).numbers(), strict=True))
    nothing = {"area": 18, "mandatory": 1, "strategy": NO_STRATEGY, "lead": NO_UNIT}
    assert begun == {**dict.fromkeys(BATTLE_NUMBERS, 0), **nothing}
