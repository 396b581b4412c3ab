"""The book's example 7: an Axis attack with components, superiority and a Soviet retreat."""

from kurgan.games.roads.terms import EXPLOITING
from kurgan.testing import rule
from tests.roads.drawn import Drawn, draw

SITUATION = """side axis
turn FEB_IV
phase combat
weather snow clear major
superiority panzers_to_the_rescue overwhelming_german_attack soviet_rout
2110: GE-7Pp GE-7Pa GE-320 GE-298
2210: GE-2SSp GE-2SSa GE-2SSb
2010: GE-GDp GE-GDa
2108: GE-GDb
2013: GE-168
2111: SU-25G SU-107 SU-340
2213: SU-HQ-VOR
"""
ATTACKERS = ("GE-7Pp", "GE-7Pa", "GE-320", "GE-298", "GE-2SSp", "GE-2SSa", "GE-2SSb", "GE-GDp", "GE-GDa")


def attack() -> Drawn:
    t = draw(SITUATION.replace("SU-25G", "SU-305"))
    t.play("attack 2111")
    for unit in ATTACKERS:
        if f"with {unit}" in t.choices():
            t.play(f"with {unit}")
    return t.play("done") if t.asked() == "add_attacker" else t


@rule("1.11.5")
@rule("8.4.4")
@rule("8.5.2")
@rule("8.5.5")
def test_example_7_odds() -> None:
    """40 against nine and a village: 4/1. The defenders are supplied by a headquarters that is itself cut off."""
    t = attack()
    assert t.fight.defense == 10
    assert t.fight.attack == 40
    assert t.fight.column == 4
    assert [t.supply(unit) for unit in ("SU-305", "SU-107", "SU-340")] == [0, 0, 0]


@rule("14.1")
@rule("8.9.1")
@rule("8.14.3")
@rule("1.1.5")
def test_example_7_result() -> None:
    """An 8: the block offers only E; superiority makes it E2 and cancels the loss; seven counters exploit."""
    t = attack().play("elite GE-2SSp", "armored", "roll_combat 4+4")
    assert (t.fight.level, t.fight.losses_a, t.fight.losses_d) == (2, 0, 2)
    t.play("lose SU-107", "lose SU-305")
    path = [t.s.pack.hex_name[args[2]] for args in t.told("unit_retreated")]
    assert path == ["2112", "2212"] * 3
    t.play("done")
    for unit in ("GE-7Pp", "GE-7Pa", "GE-2SSp", "GE-2SSa", "GE-2SSb", "GE-GDp", "GE-GDa"):
        if t.asked() == "mark_exploiting":
            t.play(f"exploit {unit}")
    assert len(t.marks(EXPLOITING)) == 7
