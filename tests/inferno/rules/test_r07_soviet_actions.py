"""Chapter 7: the Soviet algorithm."""

from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT
from kurgan.testing import rule
from tests.inferno.table import P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


def empty_pool(t: Table, *kinds: int) -> Table:
    """Take the blocks of these pools out of the game."""
    for u in range(P.germans, P.units):
        if P.pool[u] in kinds and t.place(P.unit_name[u]) == "pool":
            lift(t.s, u, OUT)
    return t


@rule("7")
@rule("7.1")
def test_without_a_spawn_hex_the_soviets_only_draw_a_card() -> None:
    t = Table({"60": "S29R", "W": "G2P"}, german=SPAWN, leaders=["OKH"])
    t.soviet_turn()
    assert t.soviet_cards() == 1
    assert t.place("S29R") == "60"
    assert t.asked == "over"


@rule("7.2")
@rule("7.3")
@rule("7.4")
@rule("7.4B")
def test_as_many_tops_as_spawn_hexes_move() -> None:
    """Stacks of two in 60 and 41 are the tops, the single block in 12 is not; two spawn hexes are Soviet: they move."""
    t = Table({"60": "S29R S45R", "41": "S87R S95R", "12": "S98R", "W": "G2P"}, german=SPAWN[2:])
    t.soviet_turn()
    assert t.asked == "soviet_dice"
    assert t.dice == "2d6"
    assert t.happened("soviet_counted") == [(2, 2, 2)]


@rule("7.4A")
def test_more_tops_than_spawn_hexes_spawn() -> None:
    t = Table({"60": "S29R", "41": "S45R", "12": "S98R", "W": "G2P"}, german=SPAWN[2:])
    t.soviet_turn()
    assert t.asked == "spawn_block"


@rule("7.3")
def test_german_spawn_hexes_in_soviet_hands_do_not_count() -> None:
    """Two tops against one Soviet spawn hex: X makes no difference."""
    t = Table({"60": "S29R", "41": "S45R", "W": "G2P"}, german=SPAWN[1:], soviet=["X"])
    t.soviet_turn()
    assert t.asked == "spawn_block"


# Spawn ------------------------------------------------------------------------------------------------------------


def spawning(at: dict[str, str] | None = None, german: list[str] | None = None) -> Table:
    """Eight tops: always a spawn."""
    hexes = ["60", "41", "12", "30", "31", "46", "64", "65"]
    units = ["S29R", "S45R", "S87R", "S95R", "S98R", "S112R", "S131R", "S138R"]
    far = dict(zip(hexes, units, strict=True))
    return Table({**far, **(at or {}), "W": "G2P"}, german=german or [])


@rule("7.6")
@rule("7.6.1")
def test_the_spawn_order_and_what_each_hex_brings() -> None:
    """3 and 19 infantry and tank, 9 and 15 infantry, 13 two infantry, 7 a tank."""
    t = spawning().soviet_turn()
    infantry = iter(["S157R", "S193R", "S196R", "S204R", "S229R", "S244R"])
    tanks = iter(["S6T", "S26T", "S27T"])
    for kind in "itit" + "ii" + "ii" + "t":
        t.play(f"block {next(infantry) if kind == 'i' else next(tanks)}")
    assert t.asked == "over"
    assert [t.stack(h) for h in ("3", "19", "9", "15", "13", "7")] == [
        ["S157R", "S6T"],
        ["S193R", "S26T"],
        ["S196R"],
        ["S204R"],
        ["S229R", "S244R"],
        ["S27T"],
    ]


@rule("7.6.2")
def test_a_full_hex_gives_one_card() -> None:
    """13 holds four: one card. The summary of 2018 gives two."""
    for edition, cards in (("recommended", 1), ("summary_2018", 2)):
        t = Table(
            {"13": "S29R S45R S87R S95R", "9": "S98R S112R S131R S138R", "W": "G2P"},
            german=["3", "19", "9", "15", "7"],
            edition=edition,
        )
        t.soviet_turn()
        assert (t.soviet_cards(), t.asked) == (cards, "over")


@rule("7.6.2")
def test_three_units_in_19_make_room_for_one_infantry_only() -> None:
    t = Table({"19": "S29R S45R S87R", "9": "S98R S112R S131R", "W": "G2P"}, german=["3", "13", "9", "15", "7"])
    t.soviet_turn().play("block S157R")
    assert len(t.stack("19")) == 4
    assert t.soviet_cards() == 0
    assert t.asked == "over"


@rule("7.6.3")
def test_an_empty_pool_gives_a_card_for_each_unit_it_cannot_give() -> None:
    """No tanks: 3 and 19 give infantry and a card each."""
    t = empty_pool(spawning(german=["9", "15", "13", "7"]), 1)
    t.soviet_turn().play("block S157R", "block S193R")
    assert t.soviet_cards() == 2
    assert t.asked == "over"
    assert (t.rules_told().count("7.6.3"), t.rules_told().count("7.6.2")) == (2, 0)


# Movement ---------------------------------------------------------------------------------------------------------


@rule("7.7")
@rule("7.7.1")
@rule("7.7.2")
def test_one_die_for_each_top_from_north_to_south_and_from_the_volga_west() -> None:
    """7, then 9, then 25 in the same row farther from the river."""
    t = Table({"25": "S29R", "9": "S45R", "7": "S87R", "W": "G2P"})
    t.soviet_turn()
    assert t.dice == "3d6"
    t.play("roll 2+3+4")
    names = [P.hex_name[args[0]] for args in t.happened("die_placed")]
    assert names == ["7", "9", "25"]
    assert [args[1] for args in t.happened("die_placed")] == [2, 3, 4]


@rule("7.7.3")
def test_dice_are_settled_from_low_to_high() -> None:
    """7 rolls 6 and 25 rolls 2: 25 moves first."""
    t = Table({"25": "S29R", "7": "S87R", "W": "G2P"})
    t.soviet_turn().play("roll 6+2")
    moved = [P.hex_name[args[0]] for args in t.happened("block_moved")]
    assert moved == ["25", "7"]


@rule("7.7.3")
def test_a_die_counts_though_its_stack_has_grown() -> None:
    """26 moves to 25 first (5 is its north-west); 25, which rolled 6, still moves one unit."""
    t = Table({"25": "S29R", "26": "S45R", "W": "G2P"})
    t.soviet_turn().play("roll 6+5")
    assert t.asked == "random_unit"
    t.play("unit S29R")
    assert t.place("S29R") == "8"


@rule("7.7.4")
@rule("2.2")
def test_a_moving_soviet_takes_control() -> None:
    t = Table({"41": "S29R", "W": "G2P"}, german=["60"])
    t.soviet_turn().play("roll 4")
    assert t.place("S29R") == "60"
    assert t.held_by("60") == "soviet"


@rule("7.7.5A")
def test_identical_dice_give_a_card_each_and_move_nobody() -> None:
    for edition, cards in (("recommended", 2), ("summary_2018", 1)):
        t = Table({"25": "S29R", "7": "S87R", "W": "G2P"}, edition=edition)
        t.soviet_turn().play("roll 4+4")
        assert t.asked == "over"
        assert (t.place("S29R"), t.place("S87R")) == ("25", "7")
        assert t.soviet_cards() == cards


@rule("7.7.5B")
def test_no_hex_or_a_full_hex_gives_a_card() -> None:
    """2 is east-south-east of the river at 9 towards 10; from 19 south there is no map."""
    t = Table({"19": "S29R", "W": "G2P"})
    t.soviet_turn().play("roll 2")
    assert (t.place("S29R"), t.soviet_cards()) == ("19", 1)
    t = Table({"42": "S45R S87R S95R S98R", "41": "S29R S112R S131R S138R", "W": "G2P"}, german=[])
    t.soviet_turn().play("roll 2+3")
    assert t.soviet_cards() == 1


@rule("7.7.5B")
def test_a_stack_that_is_gone_when_its_die_comes_up_gives_a_card() -> None:
    """41 attacks 60 and, with Chuikov, 61 joins; both die, so the die of 61 finds nobody."""
    t = Table({"41": "S29R@1", "61": "S45R@1", "60": "G2P@4", "W": "G64PG"}, leaders=["Chuikov"])
    t.soviet_turn().play("roll 4+5")
    assert t.asked == "soviet_fire"
    t.play("roll 1+1", "roll 6+6+6+6", "as_listed")
    assert t.soviet_cards() == 1
    assert t.happened("move_blocked")


@rule("7.7.5C")
def test_a_one_gives_a_card_unless_germans_stand_to_the_east() -> None:
    t = Table({"41": "S29R", "W": "G2P"})
    t.soviet_turn().play("roll 1")
    assert t.soviet_cards() == 1
    t = Table({"41": "S29R", "23": "G2P"})
    t.soviet_turn().play("roll 1")
    assert t.asked in ("soviet_fire", "german_fire")


@rule("7.7.6")
@rule("6.1")
def test_germans_in_the_way_are_attacked_by_the_whole_stack() -> None:
    t = Table({"41": "S29R@2 S45R@3", "60": "G2P@1"}, hand=["Stuka"])
    t.soviet_turn().play("roll 4")
    assert t.asked == "soviet_fire"
    assert t.dice == "5d6"
