"""The worked examples of the rulebook, Soviet part and cards, as scripted plays (figures only, our words)."""

import pytest

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import OUT
from kurgan.kernel.protocol import Throw
from kurgan.testing import rule
from tests.inferno.rules.test_r12_designers_way import advantages
from tests.inferno.table import GAME, P, Table


@rule("4.3")
def test_example_13_a_blank_edge_becomes_one() -> None:
    t = Table({"60": "G2P", "41": "SWT@0"})
    t.attack("41", "60", deliberate=False)
    assert t.dots("SWT") == 1


@rule("7.6.3")
def test_example_14_no_tanks_for_3_and_19() -> None:
    """Two cards, and the infantry comes all the same."""
    t = Table({"60": "S29R", "41": "S45R", "46": "S87R", "W": "G2P"}, german=["9", "15", "13", "7"])
    for u in range(P.germans, P.units):
        if P.pool[u] == 1:
            lift(t.s, u, OUT)
    t.soviet_turn().play("block S95R", "block S98R")
    assert (t.stack("3"), t.stack("19")) == (["S95R"], ["S98R"])
    assert t.soviet_cards() == 2


@rule("8.5.2.3")
def test_example_15_both_marines_are_out() -> None:
    t = Table({"60": "G2P", "41": "S29R", "12": "S92N", "14": "S154N"}, soviet_hand=["Flotilla"])
    t.attack("41", "60", deliberate=False)
    t.play("card Flotilla", "roll 1+1+3")
    assert t.soviet_cards() == 1


@rule("7.7.2")
def test_example_16_order_of_the_dice() -> None:
    at = {"25": "S29R S45R S87R", "9": "S95R S98R S112R", "7": "S131R S138R S157R", "W": "G2P"}
    t = Table(at).soviet_turn()
    assert t.dice == "3d6"
    t.play("roll 2+2+2")
    assert [P.hex_name[args[0]] for args in t.happened("die_placed")] == ["7", "9", "25"]


@rule("7.7.5A")
@rule("7.7.1")
def test_example_17_six_dice() -> None:
    """1 1 6 6 3 1: three cards for the ones, two for the sixes, and the stack that rolled 3 moves."""
    at = {"3": "S29R", "38": "S45R", "41": "S87R", "61": "S95R", "46": "S98R", "30": "S112R", "W": "G2P"}
    t = Table(at).soviet_turn()
    assert t.dice == "6d6"
    t.play("roll 1+1+6+6+3+1")
    assert t.asked == "over"
    assert t.soviet_cards() == 5
    assert [P.hex_name[args[0]] for args in t.happened("block_moved")] == ["46"]


def three_tops(**more: object) -> Table:
    """7, 9 and 25 with three units each, Germans in 24."""
    at = {
        "7": "S29R@1 S45R@1 S87R@1",
        "9": "S95R S98R S112R",
        "25": "S131R@2 S138R@1 S157R@1",
        "24": "G2P@2",
    }
    return Table({**at, **more.pop("also", {})}, **more)  # type: ignore[arg-type, dict-item]


@rule("7.7.3")
@rule("7.7.6")
@rule("7.7.5C")
@rule("7.7.4")
def test_example_18_a_card_an_attack_and_a_move() -> None:
    """7 rolls 6, 9 rolls 1, 25 rolls 5: a card, then 25 attacks 24 with a card that may be the new one, then 7 to 6."""
    t = three_tops()
    t.soviet_turn().play("roll 6+1+5")
    assert t.asked == "random_card"
    t.play("card TommyGunner", "roll 1+1")
    assert t.asked == "german_fire"
    assert t.dice == "2d6"
    t.play("roll 1+1", "roll 6+6+1+1")
    assert t.place("G2P") == "dead"
    assert t.place("S131R") == "24"
    assert t.asked == "random_unit"
    t.play("unit S45R")
    assert t.place("S45R") == "6"
    assert t.asked == "over"


@rule("8.4.1.2")
def test_example_19_with_chuikov_7_and_8_join_the_attack_on_24() -> None:
    t = three_tops(leaders=["Chuikov"], also={"8": "S193R@2"})
    t.soviet_turn().play("roll 6+1+5", "card AA7")
    assert t.asked == "german_fire"
    t.play("roll 1+1")
    assert t.dice == "9d6"
    assert sorted(P.hex_name[h] for h in t.s.battle.hexes) == ["25", "7", "8"]


@rule("7.4A")
@rule("7.7.1")
def test_example_20_seven_tops_always_spawn() -> None:
    hexes = ["60", "41", "12", "30", "31", "46", "64"]
    units = ["S29R", "S45R", "S87R", "S95R", "S98R", "S112R", "S131R"]
    t = Table({**dict(zip(hexes, units, strict=True)), "W": "G2P"}).soviet_turn()
    assert t.asked == "spawn_block"


@rule("7.6.1")
def test_example_21_a_full_spawn_is_six_infantry_and_three_tanks() -> None:
    hexes = ["60", "41", "12", "30", "31", "46", "64"]
    units = ["S29R", "S45R", "S87R", "S95R", "S98R", "S112R", "S131R"]
    t = Table({**dict(zip(hexes, units, strict=True)), "W": "G2P"}).soviet_turn()
    pools = []
    while t.asked == "spawn_block":
        pending = t.game.pending(t.s)
        assert isinstance(pending, Throw)
        drawn = pending.chance.outcomes()[0][0]
        pools.append(P.pool[drawn // 4])
        t.game.answer(t.s, drawn)
    assert (pools.count(0), pools.count(1), len(pools)) == (6, 3, 9)


@rule("8.4.3.1")
@rule("8.4.3.2")
@pytest.mark.parametrize(("face", "german", "soviet"), [(6, 3, 4), (5, 3, 4), (4, 4, 4), (1, 4, 3)])
def test_example_22_khrushchev_and_opportunity_fire(face: int, german: int, soviet: int) -> None:
    """The die hits on 5 and 6; a 1 hits the Soviet units shown."""
    t = Table({"60": "G2P@4", "41": "S13G@4"}, leaders=["Khrushchev", "Chuikov"])
    t.attack("41", "60", deliberate=False)
    t.play(f"roll {face}")
    assert (t.dots("G2P"), t.dots("S13G")) == (german, soviet)


@rule("8.2.3")
def test_example_23_richthofen() -> None:
    for card, dice, modifier in (("Heinkel", "12d6", 6), ("Stuka", "10d6", 4)):
        t = Table({"25": "G191I", "9": "S13G S35G S37G S39G"}, leaders=["Richthofen"], hand=[card])
        t.attack("9", "25")
        t.play(f"play {card}")
        assert t.dice == dice
        t.play("roll " + "+".join("1" * int(dice[:2])), "roll 1+1+1")
        assert t.happened("rubble_rolled") == [(3, modifier + 1)]


@rule("12.1")
def test_example_24_a_four_and_a_two() -> None:
    s = GAME.new("solo", {"level": "normal"})
    pending = GAME.pending(s)
    assert isinstance(pending, Throw)
    GAME.answer(s, pending.chance.fold([4, 2]))
    for _ in range(6):
        pending = GAME.pending(s)
        assert isinstance(pending, Throw)
        assert "advantage" in pending.step
        GAME.answer(s, pending.chance.outcomes()[-1][0])
    assert (advantages(s.advantages, SOVIET), advantages(s.advantages, 1 - SOVIET)) == (4, 2)


@rule("8.5.3")
@rule("6.9A")
def test_example_26_an_aa_card_for_7_against_a_stuka_elsewhere() -> None:
    t = Table({"44": "G2P", "26": "S13G"}, hand=["Stuka"], soviet_hand=["AA7"])
    t.attack("26", "44")
    t.play("card AA7", "play Stuka")
    assert t.has_rubble("7")
    assert t.asked == "roll_rubble"
    t.play("roll 1+1+1")
    assert t.happened("rubble_rolled") == [(3, 2)]


@rule("7.6.2")
def test_example_27_three_units_in_19() -> None:
    """One infantry, no tank, no card."""
    t = Table({"19": "S29R S45R S87R", "9": "S98R S112R S131R", "W": "G2P"}, german=["3", "13", "9", "15", "7"])
    t.soviet_turn().play("block S157R")
    assert (len(t.stack("19")), t.soviet_cards(), t.asked) == (4, 0, "over")


@rule("7.6.2")
def test_example_28_four_units_in_13() -> None:
    """One card; two by the summary of 2018."""
    for edition, cards in (("updated", 1), ("first_2018", 1), ("summary_2018", 2)):
        t = Table(
            {"13": "S29R S45R S87R S95R", "9": "S98R S112R S131R S138R", "W": "G2P"},
            german=["3", "19", "9", "15", "7"],
            edition=edition,
        )
        t.soviet_turn()
        assert (t.soviet_cards(), t.asked) == (cards, "over")


@rule("6.11.2")
def test_example_29_one_of_two_equal_soviets_advances() -> None:
    """Units of 3, 3 and 1 dots win: the German says which 3 enters, and it enters alone."""
    t = Table({"60": "G191I@1", "41": "S13G@3 S29R@3 S6T@1"})
    t.attack("60", "41", side=SOVIET, deliberate=False)
    t.play("roll 6+1+1+1+1+1+1", "roll 1")
    assert t.legal == ["advance S13G", "advance S29R"]
    t.play("advance S13G")
    assert t.stack("60") == ["S13G"]
    assert t.stack("41") == ["S29R", "S6T"]
