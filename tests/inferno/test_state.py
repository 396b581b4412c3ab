"""A position of Inferno: copied, saved, told apart; blocks are moved and found again."""

import json
from typing import Any

import pytest

from kurgan.games.inferno.pack.pack import GERMAN, INFANTRY_POOL, SOVIET, TANK_POOL
from kurgan.games.inferno.position.state import (
    BATTLE_FIELDS,
    BYTE_COLUMNS,
    BYTE_COLUMNS_MORE,
    END,
    INT_COLUMNS,
    INTS,
    NO_BATTLE,
    NO_ORDER,
    ORDER_FIELDS,
    Battle,
    Order,
    State,
    derive,
    germans_at,
    lift,
    place,
    soviets_at,
)
from kurgan.games.inferno.terms import DEAD, POOL, TRACK
from kurgan.testing.contract.sample import attribute_names
from tests.inferno.rules.test_lists import QUESTIONS
from tests.inferno.table import GAME, P, Table

DERIVED = (
    "first",
    "next",
    "count",
    "near_soviets",
    "soviets_on_map",
    "pool_size",
    "pool_bits",
    "track_bits",
    "german_hexes",
)


@pytest.mark.parametrize("name", QUESTIONS)
def test_saved_and_loaded_it_is_the_same(name: str) -> None:
    s = QUESTIONS[name][0]().s
    data = json.loads(json.dumps(s.to_json()))
    again = GAME.load_state(data)
    assert again.key() == s.key()
    assert again.to_json() == s.to_json()
    assert GAME.legal(again) == GAME.legal(s)
    for column in (*BYTE_COLUMNS, *BYTE_COLUMNS_MORE, *INT_COLUMNS, *INTS, *DERIVED):
        assert getattr(again, column) == getattr(s, column), column
    assert data == s.to_json(), "what was loaded stays as it is"
    GAME.apply(again, GAME.legal(again)[0])
    assert data == s.to_json()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_copy_is_equal_and_shares_nothing(name: str) -> None:
    s = QUESTIONS[name][0]().s
    again = s.copy()
    assert (again.book, again.pack, again.rules) == (s.book, s.pack, s.rules)
    assert again.key() == s.key()
    for column in (*BYTE_COLUMNS, *BYTE_COLUMNS_MORE, *INT_COLUMNS, *INTS, *DERIVED):
        mine, other = getattr(s, column), getattr(again, column)
        assert mine == other, column
        if isinstance(mine, bytearray | list):
            assert mine is not other, column
    for column in ("first", "count"):
        assert all(a is not b for a, b in zip(getattr(s, column), getattr(again, column), strict=True))
    assert (again.battle is NO_BATTLE) == (s.battle is NO_BATTLE)
    assert (again.order is NO_ORDER) == (s.order is NO_ORDER)
    for record, copied, fields in ((s.battle, again.battle, BATTLE_FIELDS), (s.order, again.order, ORDER_FIELDS)):
        for field in fields:
            mine, other = getattr(record, field), getattr(copied, field)
            assert mine == other
            if isinstance(mine, list) and record not in (NO_BATTLE, NO_ORDER):
                assert mine is not other, field


def changed(value: Any) -> Any:
    if isinstance(value, list):
        return [*value, 3]
    return value + 1


def fighting() -> State:
    """A fight in which every field has a value of its own."""
    s = QUESTIONS["choose_soviet_loss"][0]().s
    for i, field in enumerate(BATTLE_FIELDS):
        if not isinstance(getattr(s.battle, field), list):
            setattr(s.battle, field, 30 + i)
        else:
            setattr(s.battle, field, [i])
    s.order = Order()
    for i, field in enumerate(ORDER_FIELDS):
        setattr(s.order, field, [60 + i] if isinstance(getattr(s.order, field), list) else 60 + i)
    return s


@pytest.mark.parametrize("field", [*BATTLE_FIELDS, *ORDER_FIELDS])
def test_fights_and_orders_that_differ_in_anything_have_another_key(field: str) -> None:
    s = fighting()
    record = "battle" if field in BATTLE_FIELDS else "order"
    other = s.copy()
    assert other.key() == s.key()
    setattr(getattr(other, record), field, changed(getattr(getattr(other, record), field)))
    assert other.key() != s.key()
    again = GAME.load_state(json.loads(json.dumps(other.to_json())))
    assert getattr(getattr(again, record), field) == getattr(getattr(other, record), field)
    assert again.key() == other.key()


@pytest.mark.parametrize("column", [*BYTE_COLUMNS, *BYTE_COLUMNS_MORE, *INT_COLUMNS, *INTS])
def test_positions_that_differ_in_anything_have_another_key(column: str) -> None:
    s = QUESTIONS["choose_soviet_loss"][0]().s
    other = s.copy()
    value: Any = getattr(other, column)
    if isinstance(value, bytearray | list):
        value[-1] ^= 1
    else:
        setattr(other, column, value + 1)
    assert other.key() != s.key()
    assert other.to_json() != s.to_json()


def test_every_field_of_a_record_is_saved() -> None:
    assert set(BATTLE_FIELDS) == set(attribute_names(Battle()))
    assert set(ORDER_FIELDS) == set(attribute_names(Order()))
    assert not set(BATTLE_FIELDS) & set(ORDER_FIELDS) - {"start", "target", "hexes"}


def test_blocks_are_found_in_ascending_order_whatever_the_order_they_came_in() -> None:
    s = Table().s
    h = P.hex_of["60"]
    units = [P.unit_of[name] for name in ("G191I", "G2P", "G208I", "G64PG")]
    for u in units:
        place(s, u, h)
    assert germans_at(s, h) == sorted(units)
    for gone in (sorted(units)[1], sorted(units)[0], sorted(units)[3]):
        lift(s, gone, DEAD)
        units.remove(gone)
        assert germans_at(s, h) == sorted(units)
        assert s.next[gone] == END
    assert (s.count[GERMAN][h], s.german_hexes) == (1, [h])
    lift(s, units[0], DEAD)
    assert (germans_at(s, h), s.count[GERMAN][h], s.german_hexes) == ([], 0, [])


def test_what_is_derived_is_kept_as_blocks_come_and_go() -> None:
    s = Table({"60": "G2P", "41": "S13G S29R", "59": "S6T"}).on_track("G191I").s
    near = [P.hex_name[h] for h in range(P.hexes) if s.near_soviets[h]]
    assert (s.soviets_on_map, s.near_soviets[P.hex_of["60"]], "77" in near) == (3, 2, True)
    lift(s, P.unit_of["S29R"], POOL)
    assert (s.soviets_on_map, s.near_soviets[P.hex_of["60"]]) == (2, 2)
    place(s, P.unit_of["S13G"], P.hex_of["59"])
    assert s.near_soviets[P.hex_of["60"]] == 1
    assert soviets_at(s, P.hex_of["59"]) == sorted([P.unit_of["S13G"], P.unit_of["S6T"]])
    sizes = s.pool_size[:]
    lift(s, P.unit_of["S6T"], POOL)
    assert s.pool_size[TANK_POOL] == sizes[TANK_POOL] + 1
    assert s.pool_bits[TANK_POOL] >> (P.unit_of["S6T"] - P.germans) & 1
    place(s, P.unit_of["S6T"], P.hex_of["41"])
    assert (s.pool_size, s.pool_bits[TANK_POOL] >> (P.unit_of["S6T"] - P.germans) & 1) == (sizes, 0)
    assert s.pool_size[INFANTRY_POOL] == s.pool_bits[INFANTRY_POOL].bit_count()
    assert s.track_bits == 1 << P.unit_of["G191I"]
    place(s, P.unit_of["G191I"], P.hex_of["78"])
    assert (s.track_bits, s.german_hexes) == (0, sorted([P.hex_of["60"], P.hex_of["78"]]))
    lift(s, P.unit_of["G2P"], TRACK)
    assert (s.track_bits, s.german_hexes) == (1 << P.unit_of["G2P"], [P.hex_of["78"]])
    kept = {name: getattr(s, name) for name in DERIVED}
    derive(s)
    assert {name: getattr(s, name) for name in DERIVED} == kept
    assert s.count[SOVIET][P.hex_of["41"]] == 1
