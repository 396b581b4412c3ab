"""A fight of every title, played to its end by named dice and draws, on the table that tests of rules use."""

import pytest

import kurgan
from kurgan.board.board import Board
from kurgan.games import load
from kurgan.testing import Table

ADVANCE = "turn 2\nphase combat\nmorale 18\n8: 29/15 29/71 29/RCN\n10: ?\n20: ?\n2: 71/191"
INFERNO = """scenario solo
turn 14
german_hand Heinkel
8: G2P G191I
25: G64PG G194I
26: G24P G211I
10: G79PG G178I
9: S13G@4 S35G@3 S37G@2 S39G@1
13: S29R
"""
ROADS = (
    "side soviet\nphase combat\n1914: SU-23 SU-24 SU-29\n1814: GE-62\n2014: RO-14\n1611: RO-HQ-3A\n1612: GE-HQ-HOLL\n"
)


def table(title: str, text: str) -> Table:
    return Table(load(title), text)


def test_a_fight_of_advance() -> None:
    t = table("advance", ADVANCE)
    t.play("activate 8", "move 29/15 10", "move 29/71 10", "move 29/RCN 10", "attack 10")
    t.play("reveal_unit H-8-fanatic", "lead 29/RCN", "fight", "roll_attack 6+5", "roll_defence 1+2")
    assert t.told_lines()[-3:] == [
        "9.5.1 Defense: 3 rolled, total 15.",
        "9.5.5 Grain Elevator: Success, margin +6.",
        "9.4 The fanatics in Grain Elevator turned the success into a stalemate.",
    ]


def test_fights_of_inferno() -> None:
    """A deliberate attack of the Germans, then a hasty one of the Soviets, whose card and die are drawn."""
    t = table("inferno", INFERNO)
    t.play("deliberate", "all", "play Heinkel", "roll_barrage 3+2+4+3+6+1", "roll_rubble 6+4+4")
    t.play("soviet_fire 3+3+6+1+3+3+3+4", "lose G64PG", "german_fire " + "+".join("253415123152366224211233442"))
    assert "6.9.1 Rubble halved the hits: 6 became 3." in t.told_lines()
    t.play("soviet_dice 6", "short", "from 26", "to 11", "all", "from 8", "to 7", "all")
    t.play("draw_german_card Linden", "soviet_dice 4")
    assert t.asked() == "random_card"
    t.play("draw AntiTank", "german_fire 4+1+4+6+6", "soviet_fire 5+6+4", "lose G64PG")
    assert "2.8 13th Guards Rifle Division was destroyed." in t.told_lines()
    assert t.told_lines()[-1] == "1.1 Turn 16: Germans."


def test_a_fight_of_roads() -> None:
    t = table("roads", ROADS)
    t.play("attack 1814", "with SU-23", "with SU-24", "with SU-29", "roll_combat 5+5", "advance SU-23 1814", "done")
    assert t.choices() == ["done", "exploit SU-23", "exploit SU-24", "exploit SU-29"]
    t.play("exploit SU-23")
    assert "1.10.1 1814 fell to the Soviet Union." in t.told_lines()
    assert "8.14.2 23 Rifle Division may exploit." in t.told_lines()


@pytest.mark.parametrize("title", kurgan.TITLES)
def test_a_table_plays_any_script(title: str) -> None:
    """Whatever a game met on its way, fights of every kind among it, can be told line by line."""
    for scenario in kurgan.load(title).scenarios:
        board = kurgan.load(title).start(scenario.name, seed="fights").bot("random").play(150)
        t = Table(board.game, board.game.new(scenario.name, {}))
        assert t.play(*board.script) == board


def test_nothing_is_thrown_for_a_test() -> None:
    t = table("advance", ADVANCE).play("activate 8", "move 29/RCN 10", "attack 10")
    with pytest.raises(AssertionError, match="line 1, 'fight': the dice are asked for 'reveal_unit'"):
        t.play("fight")
    with pytest.raises(AssertionError, match=r"'H-9-fanatic' cannot be drawn at 'reveal_unit' \[9.4\]; did you mean"):
        t.play("reveal_unit H-9-fanatic")
    assert isinstance(t, Board)
