"""The book's examples 5, 6 and 8: a breakthrough south of the Don, the retreat, the exploitation."""

from kurgan.games.roads.terms import EXPLOITING
from kurgan.testing import rule
from tests.roads.drawn import Drawn, draw

SITUATION = """side soviet
turn NOV_III
phase combat
1628: RO-14 RO-15-
1629: GE-376
1324: RO-HQ-3A
1333: GE-HQ-6A
1528: SU-26TK SU-1TK SU-8KK
1729: SU-4TK SU-3GKK SU-51G
1730: SU-293
on SU-26TK tank_brigade
"""


def attack() -> Drawn:
    t = draw(SITUATION)
    t.play("attack 1628", *[f"with {n}" for n in ("SU-26TK", "SU-1TK", "SU-8KK", "SU-4TK", "SU-3GKK")])
    if "with SU-51G" in t.choices():
        t.play("with SU-51G")
    return t.play("done") if t.asked() == "add_attacker" else t


@rule("8.5.4")
@rule("8.5.8")
def test_example_5_odds() -> None:
    """34 against 4 is 8/1, fought on the 6/1 column; artillery would change nothing."""
    t = attack()
    assert (t.fight.attack, t.fight.defense, t.fight.odds, t.fight.column) == (34, 4, 8, 6)


@rule("8.8.1")
@rule("8.10.3")
@rule("8.11.1")
@rule("8.14.3")
def test_example_5_result() -> None:
    """A 6: A1D2, E made E2 by the elite choice and E3 by the weak allies; the Axis picks 26 TK for the loss."""
    t = attack().play("elite SU-3GKK", "armored", "roll_combat 3+3", "result E2")
    assert t.fight.level == 3
    assert t.asked() == "lose_attacker_step"
    assert t.game.pending(t.s).seat == 1  # type: ignore[union-attr]
    t.play("lose SU-26TK", "lose RO-14")
    assert t.place("SU-26TK") == "1528-"
    assert t.place("RO-15") == "eliminated"
    assert t.place("RO-14") == "1530-"
    t.play("done")
    assert t.asked() == "mark_exploiting"
    assert t.fight.points == 6
    for unit in ("SU-26TK", "SU-1TK", "SU-8KK", "SU-4TK", "SU-3GKK"):
        t.play(f"exploit {unit}")
    assert sorted(t.marks(EXPLOITING)) == ["SU-1TK", "SU-26TK", "SU-3GKK", "SU-4TK", "SU-8KK"]


@rule("8.12.5")
@rule("8.12.5.2")
@rule("8.12.5.3")
@rule("8.12.5.4")
@rule("8.12.5.5")
def test_example_6_retreat() -> None:
    """Ringed by enemies; 1629 is nearer to an HQ and held by a friend; then 1530, out of contact."""
    t = attack().play("elite SU-3GKK", "armored", "roll_combat 3+3", "result E2", "lose SU-26TK", "lose RO-14")
    path = [(args[1], args[2]) for args in t.told("unit_retreated")]
    names = [(t.s.pack.hex_name[a], t.s.pack.hex_name[b]) for a, b in path]
    assert names == [("1628", "1629"), ("1629", "1530")]


@rule("8.12.5")
def test_example_6_a_third_hex() -> None:
    """A DR3 goes on to 1430 or 1531; with a Soviet unit in 1631 only 1430 is left."""
    t = draw(SITUATION).play("attack 1628", "with SU-26TK", "with SU-1TK", "with SU-4TK", "with SU-3GKK")
    t.play("done", "plain", "plain", "roll_combat 3+4", "lose RO-14")
    assert t.moves() == ["1430", "1531"]
    t = draw(SITUATION + "1631: SU-23\n").play("attack 1628", "with SU-26TK", "with SU-1TK", "with SU-4TK")
    t.play("with SU-3GKK", "done", "plain", "plain", "roll_combat 3+4", "lose RO-14")
    assert t.place("RO-14") in ("1430", "1430-")


@rule("9.2.2")
@rule("9.2.4")
@rule("7.1.9")
def test_example_8_exploitation_reaches_kalach_but_not_the_marsh() -> None:
    """Three movement points halved are two: four road hexes bring 4 TK over the Don bridge into Kalach."""
    t = draw("side soviet\nturn NOV_III\nphase exploitation\n1628: SU-4TK*\ncontrol axis 1529 1429 1330 1331")
    t.play("move SU-4TK", "to 1529", "to 1429", "to 1330")
    assert "1229" not in t.moves()
    assert t.refused("to 1229") == "7.1.4 not_enough_points"
    t.play("to 1331")
    assert t.place("SU-4TK") == "1331"
    assert t.control("1331") == "soviet"
