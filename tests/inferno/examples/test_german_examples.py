"""The worked examples of the rulebook, German part, as scripted plays (figures only, our words)."""

from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import DEAD, REMOVED, TRACK
from kurgan.testing import rule
from tests.inferno.rules.test_r03_setup import opening
from tests.inferno.table import P, Table

FULL_TRACK = (
    "G191I G194I G211I G178I G208I",
    "G203I G230I G516I G517I G212I",
    "G518I G544I G545I G546I G226I",
    "G24P G21PG G26PG G36P G54I",
    "G103PG G108PG G129P G15M G227I",
    "G71M G267I G274I G276I G369I",
)


@rule("5.1.1")
def test_example_1_dice_on_a_full_track() -> None:
    """2 3 4 5 5 5: the leftmost of rows 2, 3 and 4 and the three leftmost of row 5; 24 blocks stay."""
    t = Table({"13": "S29R"}).on_track(*FULL_TRACK)
    t.german_turn().play("reinforce", "card Stuka", "roll 2+3+4+5+5+5")
    picked = {u for u in P.unit_name[: P.germans] if t.place(u) == "picked up"}
    assert picked == {"G203I", "G518I", "G24P", "G103PG", "G108PG", "G129P"}
    assert sum(1 for u in range(P.germans) if t.s.where[u] == TRACK) == 24


@rule("5.1.4")
def test_example_2_two_ones_on_an_empty_row() -> None:
    """The first 1 removes the 64th from the map, the second does nothing; it is no loss, and later 1s do nothing."""
    t = Table({"13": "S29R", "W": "G64PG"})
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+3+4+5")
    assert t.place("G64PG") == "removed"
    assert t.s.losses == 0
    assert len(t.happened("unit_removed")) == 1
    t = Table({"13": "S29R"})
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+1+1+1+1")
    assert t.happened("unit_removed") == []


@rule("5.1.4")
def test_example_3_the_64th_is_dead_or_still_face_down() -> None:
    for where in (DEAD, TRACK):
        t = Table({"13": "S29R"})
        lift(t.s, P.unit_of["G64PG"], where)
        if where == TRACK:
            t.on_track("", "G64PG")
        t.german_turn().play("reinforce", "card Stuka", "roll 1+1+3+3+4+5")
        assert t.happened("unit_removed") == []


@rule("5.2")
def test_example_4_a_long_move_from_1_to_3() -> None:
    """Over the clear hex 36 or 2; not with a Soviet next to 1, 2 or 3, and not to end on Germans."""
    t = Table({"1": "G2P G64PG", "13": "S29R"})
    t.german_turn().play("long", "to 2", "to 3")
    assert t.stack("3") == ["G2P", "G64PG"]
    t = Table({"1": "G2P", "36": "S29R"}).german_turn()
    assert "long" not in t.legal
    t = Table({"1": "G2P", "4": "S29R", "105": "G24P"})
    t.german_turn().play("long", "from 1", "to 2")
    assert t.refused("to 3").endswith("ends_in_contact")
    t = Table({"1": "G2P", "3": "G64PG", "13": "S29R"})
    t.german_turn().play("long", "from 1", "to 2")
    assert t.refused("to 3").endswith("must_end_alone")


@rule("5.3")
def test_example_5_only_stacks_with_a_quiet_hex_beside_them_may_short_move() -> None:
    """60 and 61 are pinned by the Soviets around them; 91 and 105 move, into hexes without contact."""
    t = Table(
        {"61": "G2P", "42": "S29R", "60": "G64PG", "41": "S45R", "77": "S87R", "92": "S95R", "X": "S98R", "105": "G24P"}
    )
    t.german_turn().play("short")
    starts = {line for line in t.legal if line.startswith("from")}
    assert "from 61" not in starts
    assert "from 60" not in starts
    assert "from 105" in starts


@rule("5.3")
@rule("5.3.1")
@rule("2.4")
def test_example_6_three_of_four_may_join_a_lone_block() -> None:
    """Every other hex near the lone block in 78 touches Soviets, so it cannot make room: four would be too many."""
    for units, ok in (("take G191I go", True), ("take G191I take G194I go", True), ("all", False)):
        t = Table({"60": "G191I G194I G211I G178I", "78": "G2P", "41": "S29R", "76": "S45R", "92": "S87R"})
        t.german_turn().play("short", "from 60")
        if ok:
            words = units.split()
            lines = [" ".join(words[i : i + 2]) for i in range(0, len(words) - 1, 2)]
            t.play(*lines, "go")
            assert len(t.stack("78")) == 1 + len(lines)
        else:
            assert t.refused("all").endswith("too_many_units")
            t.play("take G191I", "take G194I", "take G211I")
            assert t.refused("take G178I").endswith("too_many_units")


@rule("5.3")
@rule("5.3.1")
def test_example_7_a_stack_of_two_with_two_quiet_hexes() -> None:
    """Both to one hex, one to one, or one to each as two Short Moves."""
    at = {"60": "G2P G64PG", "41": "S29R"}
    t = Table(at)
    t.german_turn().play("short", "from 60", "to 77", "all")
    assert t.stack("77") == ["G2P", "G64PG"]
    t = Table(at)
    t.german_turn().play("short", "from 60", "to 77", "take G2P", "go", "from 60", "to 78")
    assert (t.place("G2P"), t.place("G64PG")) == ("77", "78")


@rule("5.4")
def test_example_8_only_the_stack_without_contact_makes_the_hasty_attack() -> None:
    """C in 78 joins A in 60 and all of it fights, or goes to 77 and attacks from there; A and B cannot."""
    at = {"60": "G191I", "61": "G194I", "78": "G2P", "41": "S29R@1", "59": "S45R@1"}
    t = Table(at)
    t.german_turn().play("hasty")
    assert t.asked == "hasty_to"
    assert {"to 60", "to 77"} <= set(t.legal)
    t.play("to 60", "attack 41", "roll 1")
    assert t.dice == "7d6"
    t = Table(at)
    t.german_turn().play("hasty", "to 77")
    assert t.asked == "soviet_fire"
    assert P.hex_name[t.s.battle.target] == "59"


@rule("5.5")
def test_example_9_two_stacks_against_one_of_two_soviet_stacks() -> None:
    """One target or the other, never both, and no Hasty Attack because both stand in contact."""
    t = Table({"60": "G191I", "61": "G194I", "41": "S29R", "59": "S45R", "62": "S87R"})
    t.german_turn()
    assert "hasty" not in t.legal
    t.play("deliberate")
    assert set(t.legal) == {"attack 41", "attack 59", "attack 62"}
    t.play("attack 41", "all")
    assert P.hex_name[t.s.battle.target] == "41"
    assert sorted(P.hex_name[h] for h in t.s.battle.hexes) == ["60", "61"]


@rule("5.5")
@rule("6.9.2")
def test_examples_10_and_11_four_stacks_around_9() -> None:
    """All four attack; two panzers, two panzer grenadiers and a Heinkel give +11: an 8 makes rubble, after the card."""
    at = {
        "8": "G2P G191I",
        "25": "G64PG G194I",
        "26": "G24P G211I",
        "10": "G79PG G178I",
        "9": "S13G@4 S35G@4 S37G@4 S39G@4",
    }
    for dice, rubble in (("roll 1+1+6", True), ("roll 1+1+5", False)):
        t = Table(at, hand=["Heinkel"])
        t.german_turn().play("deliberate", "all", "play Heinkel", "roll 1+1+1+1+1+1")
        assert len(t.s.battle.germans) == 8
        assert t.asked == "roll_rubble"
        t.play(dice)
        assert t.happened("rubble_rolled")[0][1] == 11
        assert t.has_rubble("9") == rubble


@rule("6.10.1")
@rule("6.10.3")
@rule("6.9.1")
def test_example_12_sixteen_against_four_in_rubble() -> None:
    """Five black and three white dice fire first; the survivors roll, and two hits cost a dot."""
    at = {
        "8": "G2P@2 G64PG@2 G191I@2 G194I@2",
        "25": "G24P@2 G79PG@2 G211I@2 G178I@2",
        "26": "G203I@2 G230I@2 G516I@2 G517I@2",
        "10": "G518I@2 G544I@2 G545I@2 G546I@2",
        "9": "S29R@3 S45R@2 S13G@2 S35G@1",
    }
    t = Table(at, rubble=["9"])
    t.german_turn().play("deliberate", "all")
    assert t.asked == "soviet_fire"
    assert t.dice == "8d6"
    t.play("roll 6+5+5+5+5+5+1+1", "as_listed")
    assert t.asked == "german_fire"
    assert t.dice == "30d6"
    t.play("roll " + "+".join(["6"] * 5 + ["1"] * 25), "as_listed")
    lost = 8 - sum(t.dots(u) for u in ("S29R", "S45R", "S13G", "S35G"))
    assert lost == 2


@rule("3")
@rule("3.6")
@rule("3.8")
def test_example_25_the_opening() -> None:
    s = opening()
    assert [s.count[SOVIET][h] for h in range(P.hexes) if s.count[SOVIET][h]] == [1] * 23
    assert s.pool_size == [22, 6, 2]
    assert [s.count[GERMAN][P.hex_of[h]] for h in "WXYZ"] == [3, 2, 2, 0]
    assert sum(1 for u in range(P.germans) if s.where[u] == TRACK) == 30
    assert sum(s.soviet_hand) == 0
