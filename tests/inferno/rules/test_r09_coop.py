"""Chapter 9: two German players."""

import pytest

from kurgan.games.inferno.rules import r09_coop as coop
from kurgan.testing import rule
from tests.inferno.table import P, Table


def table(at: dict[str, str], **more: object) -> Table:
    return Table(at, scenario="coop", **more)  # type: ignore[arg-type]


@rule("9.1")
def test_yellow_and_blue_never_share_a_hex() -> None:
    """G2P is yellow, G24P blue, G208I white: white joins, blue does not."""
    t = table({"91": "G2P", "92": "G24P", "79": "G208I", "13": "S29R"})
    t.german_turn().play("short", "from 91")
    assert t.refused("to 92").endswith("partners_stack")
    t.play("to 79")
    assert t.stack("79") == ["G2P", "G208I"]


@rule("9.2")
@rule("9.3")
@rule("9.4")
def test_who_may_move_a_stack() -> None:
    """Yellow moves yellow stacks, not blue ones, and not a stack of white units alone."""
    t = table({"91": "G2P G208I", "92": "G24P", "79": "G212I", "13": "S29R"})
    t.german_turn().play("short")
    assert t.seat == "yellow"
    assert t.refused("from 92").endswith("not_your_stack")
    assert t.refused("from 79").endswith("not_your_stack")
    assert "from 91" in t.legal


@rule("9.3")
@rule("9.5")
def test_blue_moves_on_blues_turn() -> None:
    t = table({"91": "G2P", "92": "G24P G208I", "13": "S29R"})
    t.s.player = 1
    t.german_turn().play("short")
    assert t.seat == "blue"
    assert "from 92" in t.legal
    assert "from 91" not in t.legal


@rule("9.5")
def test_yellow_begins_and_the_germans_take_turns() -> None:
    t = table({"91": "G2P", "92": "G24P", "13": "S29R"}, turn=0)
    t.start("turns")
    assert t.seat == "yellow"
    t.play("short", "done", "roll 1")
    assert t.seat == "blue"
    t.play("short", "done", "roll 1")
    assert t.seat == "yellow"


@rule("9.5")
def test_yellow_decides_for_white_stacks_that_are_attacked_and_blue_for_blue_ones() -> None:
    for unit, other, seat in (("G208I", "G54I", "yellow"), ("G24P", "G267I", "blue"), ("G2P", "G178I", "yellow")):
        t = table({"60": f"{unit}@2 {other}@2", "41": "S13G@2"})
        t.attack("60", "41", side=1, deliberate=False)
        t.play("roll 6+1", "roll 1+1+1+1")
        assert (t.asked, t.seat) == ("choose_german_loss", seat)


@rule("9.6")
def test_a_card_belongs_to_the_player_whose_turn_it_is() -> None:
    t = table({"13": "S29R"}).on_track("G24P")
    t.s.player = 1
    t.german_turn().play("reinforce", "card Stuka")
    assert (t.german_cards(0), t.german_cards(1)) == (0, 1)


@rule("9.6")
@rule("6.2")
def test_the_partners_cards_cannot_be_played() -> None:
    t = table({"60": "G24P", "41": "S29R"}, hand=["Stuka"])
    t.s.player = 1
    t.german_turn().play("deliberate", "all")
    assert t.asked == "soviet_fire"


@rule("9.7")
def test_a_leader_serves_both_players() -> None:
    t = table({"60": "G24P@1 G267I@1", "77": "S29R@1"}, leaders=["Hoth"])
    t.s.player = 1
    t.german_turn().play("deliberate", "all")
    assert t.asked == "combined_force"


@rule("9.8")
def test_a_player_without_units_may_call_or_pass() -> None:
    """Blue has nothing on the map at the start."""
    t = table({"91": "G2P", "13": "S29R"})
    t.s.player = 1
    t.german_turn()
    assert t.legal == ["reinforce", "short"]


@rule("9.9")
@rule("5.1.2")
def test_white_reinforcements_fill_the_callers_hexes_first() -> None:
    t = table({"13": "S29R"}).on_track("G208I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert t.refused("deploy G208I Z").endswith("own_hexes_first")
    assert t.legal == ["deploy G208I X", "deploy G208I Y"]
    full = "G191I G194I G211I G178I"
    t = table({"13": "S29R", "X": full, "Y": "G203I G230I G516I G517I"}).on_track("G208I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert t.legal == ["deploy G208I Z"]


@rule("9.10")
def test_the_partner_is_asked_and_may_refuse() -> None:
    for answer, dice in (("agree", "8d6"), ("refuse", "4d6")):
        t = table({"60": "G2P@4", "61": "G24P@4", "41": "S29R@1"})
        t.german_turn().play("deliberate", "with 61", "with 60")
        if t.asked == "attacking_stacks":
            t.play("go")
        assert (t.asked, t.seat) == ("join_attack", "blue")
        t.play(answer, "roll 1")
        assert t.dice == dice


@rule("9.10")
def test_white_stacks_join_where_a_stack_of_the_player_attacks() -> None:
    t = table({"60": "G2P@4", "61": "G208I@2", "41": "S29R@1"})
    t.german_turn().play("deliberate", "with 61")
    assert t.refused("go").endswith("own_stack_needed")


@rule("9.11")
def test_the_player_with_more_spawn_hexes_has_won() -> None:
    t = table({"91": "G2P", "13": "S29R"}, german=["3", "7", "9"])
    s = t.s
    for name, captor in (("3", 1), ("7", 2), ("9", 2)):
        s.captor[P.hex_of[name]] = captor
    assert coop.winners(s) == ("blue",)
    s.captor[P.hex_of["7"]] = 1
    assert coop.winners(s) == ("yellow",)
    s.captor[P.hex_of["9"]] = 0
    s.captor[P.hex_of["7"]] = 2
    assert coop.winners(s) == ("yellow", "blue")


@rule("9.11")
@rule("9.3")
def test_a_spawn_hex_counts_for_the_colour_of_the_stack_that_took_it() -> None:
    """In yellow's turn blue's panzer takes 3: the hex is blue's, also where a white unit went in before it."""
    for advance, captor in ((["G24P"], 2), (["G2P"], 1), (["G208I", "G24P"], 2), (["G208I"], 1)):
        t = table({"36": "G2P", "37": "G24P G208I", "3": "S29R@1", "13": "S45R"})
        t.german_turn().play("deliberate", "with 37", "with 36")
        if t.asked == "attacking_stacks":
            t.play("go")
        t.play("agree", "roll 1", "roll " + "+".join(["6"] * 12), *[f"advance {unit}" for unit in advance])
        if t.asked == "advance":
            t.play("done")
        assert t.s.captor[P.hex_of["3"]] == captor


@rule("9.4")
@rule("9.10")
@rule("5.4")
def test_white_units_alone_make_no_hasty_attack() -> None:
    """Two white units of yellow's stack may go with the panzer, or join a yellow stack; alone they do not attack."""
    t = table({"78": "G2P G208I G212I", "41": "S29R"})
    t.german_turn().play("hasty", "take G208I")
    assert t.refused("go").endswith("9.10 own_stack_needed")
    assert t.legal == ["take G2P", "take G212I", "all"]
    t.play("take G2P", "go")
    assert t.stack("60") == ["G2P", "G208I"]
    t = table({"78": "G2P G208I", "60": "G191I", "41": "S29R"})
    t.german_turn().play("hasty", "take G208I", "go")
    assert t.stack("60") == ["G191I", "G208I"]


@rule("9.4")
@rule("5.4")
def test_the_last_place_in_a_hasty_attack_is_for_the_players_own_colour() -> None:
    """Three white units hold 60: of yellow's stack only the panzer may join them."""
    t = table({"78": "G2P G208I", "60": "G212I G226I G54I", "41": "S29R"})
    t.german_turn().play("hasty")
    assert t.legal == ["take G2P"]
    assert t.refused("take G208I").endswith("own_stack_needed")
    t.play("take G2P", "go")
    assert len(t.stack("60")) == 4


@rule("9.1")
@rule("5.4")
def test_a_hasty_attack_does_not_join_the_partners_stack() -> None:
    t = table({"78": "G2P", "60": "G24P", "41": "S29R"}).german_turn()
    assert "hasty" not in t.legal or "to 60" not in t.play("hasty").legal
    t = table({"78": "G2P", "60": "G191I", "41": "S29R"}).german_turn().play("hasty")
    assert t.stack("60") == ["G2P", "G191I"]


@rule("9.1")
@rule("6.11.1")
def test_yellow_does_not_follow_blue_into_the_hex_nor_blue_yellow_but_white_follows_both() -> None:
    for first, shut in (("G24P", "G2P"), ("G2P", "G24P")):
        t = table({"60": "G2P@4 G208I@4", "61": "G24P@4", "41": "S29R@1"})
        t.german_turn().play("deliberate", "with 61", "with 60")
        if t.asked == "attacking_stacks":
            t.play("go")
        t.play("agree", "roll 1", "roll " + "+".join(["6"] * 12), f"advance {first}")
        assert t.refused(f"advance {shut}").endswith("9.1 would_mix")
        assert t.legal == ["advance G208I", "done"]


@rule("9.1")
@rule("8.2.2.2")
def test_blitz_keeps_out_of_the_partners_hex_whites_too() -> None:
    """Yellow's panzer took 60. It may blitz to 78 (yellow) and 79 (white), not to 77 (blue)."""
    t = table(
        {"91": "G2P@4 G64PG@4", "60": "S29R@1", "77": "G24P", "78": "G191I", "79": "G212I", "13": "S45R"},
        leaders=["Hoth"],
    )
    t.attack("60", "91", deliberate=False)
    if t.asked == "combined_force":
        t.play("strike_first")
    while t.asked in ("german_fire", "soviet_fire"):
        t.play("roll " + "+".join(["6" if t.asked == "german_fire" else "1"] * int(t.dice.split("d")[0])))
    t.play("advance G2P", "done")
    assert t.asked == "blitz"
    assert t.refused("blitz G2P 77").endswith("partners_stack")
    assert t.legal == ["blitz G2P 79", "blitz G2P 78", "done"]


@rule("9.1")
@rule("5.1.2")
def test_blue_reinforcements_do_not_enter_where_yellow_stands() -> None:
    """A yellow unit has walked into Z: a blue one waits; white there does not shut it."""
    t = table({"13": "S29R", "Z": "G191I"}).on_track("G24P")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert (t.asked, t.legal) == ("return_unit", ["return G24P"])
    t = table({"13": "S29R", "Z": "G208I"}).on_track("G24P")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert t.refused("deploy G24P X").endswith("wrong_colour")
    assert t.legal == ["deploy G24P Z"]


@rule("9.5")
@rule("3.10")
def test_the_first_hand_is_yellows() -> None:
    from tests.inferno.rules.test_r03_setup import opening

    s = opening("coop")
    hands = (sum(s.hand[: P.cards]), sum(s.hand[P.cards :]))
    leaders = s.leaders.bit_count()
    assert hands[1] == 0
    assert hands[0] + leaders == 3
    assert s.player == 0


@rule("9.5")
@rule("6.10.5")
def test_who_rolls_and_chooses_for_a_stack_under_attack() -> None:
    """White and yellow together are yellow's, white and blue blue's; whosever turn it was before."""
    for units, seat in (("G208I@2 G191I@2", "yellow"), ("G208I@2 G267I@2", "blue"), ("G208I@2 G54I@2", "yellow")):
        for player in (0, 1):
            t = table({"60": units, "41": "S13G@2"})
            t.s.player = player
            t.attack("60", "41", side=1, deliberate=False).play("roll 6+1", "roll " + "+".join(["1"] * 4))
            assert (t.asked, t.seat) == ("choose_german_loss", seat)


@rule("9.5")
def test_in_his_own_attack_the_player_whose_turn_it_is_decides() -> None:
    for player, unit, seat in ((0, "G2P", "yellow"), (1, "G24P", "blue")):
        t = table({"60": f"{unit}@2 G208I@2", "41": "S29R@1 S45R@1"})
        t.s.player = player
        t.german_turn().play("deliberate", "all")
        while t.asked in ("german_fire", "soviet_fire"):
            t.play("roll " + "+".join(["1"] * (int(t.dice.split("d")[0]) - 1) + ["6"]))
        assert t.asked in ("choose_german_loss", "choose_soviet_loss")
        assert t.seat == seat


@rule("9.9")
@rule("5.1.2")
@pytest.mark.parametrize(
    ("player", "at", "soviet", "places"),
    [
        (0, {}, [], ["X", "Y"]),
        (0, {"X": "G191I G194I G211I G178I"}, [], ["Y"]),
        (0, {"X": "G191I G194I G211I G178I"}, ["Y"], ["Z"]),
        (0, {"X": "G191I G194I G211I G178I", "Y": "G203I G230I G516I"}, [], ["Y"]),
        (1, {}, [], ["Z"]),
        (1, {"Z": "G24P G21PG G108PG"}, [], ["Z"]),
        (1, {"Z": "G24P G21PG G108PG G36P"}, [], ["X", "Y"]),
        (1, {}, ["Z"], ["X", "Y"]),
        (1, {"Z": "G24P G21PG G108PG G36P"}, ["X"], ["Y"]),
    ],
)
def test_where_white_reinforcements_enter(
    player: int, at: dict[str, str], soviet: list[str], places: list[str]
) -> None:
    """The caller's hexes as long as one of them is open and has room; then the partner's."""
    t = table({"13": "S29R", **at}, soviet=soviet).on_track("G208I")
    t.s.player = player
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert t.legal == [f"deploy G208I {h}" for h in places]


@rule("9.9")
def test_white_reinforcements_may_join_the_partners_stack_once_the_own_hexes_are_full() -> None:
    """The call deploys them as usual: Z holds a blue stack with room, and takes the white unit."""
    full = {"X": "G191I G194I G211I G178I", "Y": "G203I G230I G516I G517I", "Z": "G24P"}
    t = table({"13": "S29R", **full}).on_track("G208I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6", "deploy G208I Z")
    assert t.stack("Z") == ["G24P", "G208I"]


@rule("9.11")
@pytest.mark.parametrize(
    ("held", "lost", "winners"),
    [
        ({"3": 1, "7": 1, "9": 2}, [], ("yellow",)),
        ({"3": 1, "7": 2, "9": 2}, [], ("blue",)),
        ({"3": 1, "7": 1, "9": 2}, ["3", "7"], ("blue",)),
        ({"3": 1, "9": 2}, [], ("yellow", "blue")),
        ({}, [], ("yellow", "blue")),
    ],
)
def test_spawn_hexes_count_while_they_are_held(held: dict[str, int], lost: list[str], winners: tuple[str, ...]) -> None:
    t = table({"91": "G2P", "13": "S29R"}, german=[h for h in held if h not in lost])
    for name, captor in held.items():
        t.s.captor[P.hex_of[name]] = captor
    assert coop.winners(t.s) == winners


@rule("9.11")
@rule("9.4")
def test_a_spawn_hex_taken_on_the_march_counts_for_the_colour_that_took_it_or_for_whose_turn_it_is() -> None:
    for player, units, take, captor in (
        (0, "G2P", None, 1),
        (1, "G24P", None, 2),
        (1, "G24P G208I", "G208I", 2),
        (0, "G2P G208I", "G208I", 1),
    ):
        t = table({"2": units, "13": "S29R"})
        t.s.player = player
        t.german_turn().play("short", "from 2", "to 3", *([f"take {take}", "go"] if take else []))
        assert t.s.captor[P.hex_of["3"]] == captor
        assert t.s.captor[P.hex_of["7"]] == 0


@rule("9.11")
@rule("4.7")
def test_a_spawn_hex_lost_and_taken_again_counts_for_who_took_it_last() -> None:
    t = table({"2": "G24P", "13": "S29R"}, soviet=["3"])
    t.s.captor[P.hex_of["3"]] = 1
    t.s.player = 1
    t.german_turn().play("short", "from 2", "to 3")
    assert t.s.captor[P.hex_of["3"]] == 2
