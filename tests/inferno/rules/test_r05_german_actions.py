"""Chapter 5: the five German actions."""

from kurgan.testing import rule
from tests.inferno.table import P, Table


@rule("5.0")
def test_one_action_of_five_and_only_those_that_can_be_done() -> None:
    """Out of contact: no attack; a lone stack far away may call, move far or short."""
    t = Table({"91": "G2P", "13": "S29R"}).german_turn()
    assert t.legal == ["reinforce", "long", "short"]
    assert t.refused("hasty").endswith("no_hasty_attack")
    assert t.refused("deliberate").endswith("no_deliberate_attack")
    t.play("short", "done")
    assert t.asked == "over"


# Reinforcements ---------------------------------------------------------------------------------------------------


def waiting(*rows: str, **more: object) -> Table:
    return Table({"13": "S29R"}, **more).on_track(*rows)  # type: ignore[arg-type]


@rule("5.1")
@rule("5.1.1")
def test_a_call_draws_a_card_and_picks_up_the_leftmost_units() -> None:
    """Row 2 gives its leftmost block for one die, row 5 three of four for three dice."""
    t = waiting("G267I", "G191I G194I", "G211I", "G178I", "G203I G230I G516I G517I", "G518I")
    t.german_turn().play("reinforce")
    assert t.asked == "draw_german_card"
    t.play("card Stuka", "roll 2+3+4+5+5+5")
    assert [t.place(u) for u in ("G191I", "G211I", "G178I", "G203I", "G230I", "G516I")] == ["picked up"] * 6
    assert [t.place(u) for u in ("G267I", "G194I", "G517I", "G518I")] == ["track"] * 4
    assert t.german_cards() == 1


@rule("5.1.2")
def test_units_enter_at_hexes_of_their_colour() -> None:
    """Yellow at X and Y, blue at Z, white at all three."""
    t = waiting("G191I G24P G208I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+1+2+2+2")
    assert t.refused("deploy G24P X").endswith("wrong_colour")
    assert t.refused("deploy G191I Z").endswith("wrong_colour")
    options = set(t.legal)
    assert {"deploy G191I X", "deploy G191I Y", "deploy G24P Z", "deploy G208I X", "deploy G208I Z"} <= options
    t.play("deploy G24P Z", "deploy G191I Y", "deploy G208I X")
    assert (t.place("G24P"), t.place("G191I"), t.place("G208I")) == ("Z", "Y", "X")


@rule("5.1.2")
@rule("5.1.3")
def test_no_unit_enters_where_the_soviets_rule_and_it_goes_back_to_the_emptiest_row() -> None:
    """Z is Soviet: the blue block returns, face down, to row 1, the lowest of the empty rows."""
    t = waiting("", "G24P", "G191I", soviet=["Z"])
    t.german_turn().play("reinforce", "card Stuka", "roll 2+4+4+5+5+6", "return G24P")
    assert t.place("G24P") == "track"
    assert t.s.track[0] == P.unit_of["G24P"]


@rule("5.1.3")
def test_the_german_chooses_who_returns_when_the_hexes_are_full() -> None:
    t = Table({"13": "S29R", "X": "G191I G194I G211I G178I", "Y": "G203I G230I G516I"}).on_track("G517I G518I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+3+4+5", "deploy G518I Y", "return G517I")
    assert t.place("G517I") == "track"


@rule("5.1.4")
def test_a_surplus_die_removes_the_r_unit_from_the_map() -> None:
    """Row 1 is empty and a 1 is rolled: the 64th is laid aside, and is no loss."""
    t = Table({"13": "S29R", "W": "G64PG"}).on_track("", "G191I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+3+3+6", "deploy G191I X")
    assert t.place("G64PG") == "removed"
    assert t.s.losses == 0


@rule("5.1.4")
def test_a_surplus_die_removes_an_r_unit_just_picked_up() -> None:
    """All pick-ups come first: the 103rd comes from row 4 and is removed by the surplus 2."""
    t = waiting("G191I", "", "G194I", "G103PG", "G211I", "G178I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
    assert t.place("G103PG") == "removed"


@rule("5.1.4")
def test_an_r_unit_on_the_track_or_destroyed_is_not_removed() -> None:
    t = waiting("", "G64PG")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+1+3+3+3")
    assert t.place("G64PG") == "track"


@rule("5.1.4")
def test_one_edition_kills_the_row_after_a_removal() -> None:
    """With row_dead_after_removal the block returned to row 1 cannot be picked up any more."""
    for value, place in (("no", "X"), ("yes", "track")):
        t = Table({"13": "S29R", "W": "G64PG"}, row_dead_after_removal=value).on_track("G191I")
        from kurgan.games.inferno.position.state import lift
        from kurgan.games.inferno.terms import REMOVED

        lift(t.s, P.unit_of["G64PG"], REMOVED)
        t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6")
        if place == "X":
            t.play("deploy G191I X")
        assert t.place("G191I") == place


# Long Move --------------------------------------------------------------------------------------------------------


@rule("5.2")
def test_a_long_move_takes_the_whole_stack_over_two_clear_hexes() -> None:
    t = Table({"91": "G2P G64PG", "13": "S29R"})
    t.german_turn().play("long", "to 92", "to 80")
    assert t.stack("80") == ["G2P", "G64PG"]


@rule("5.2")
def test_a_long_move_stays_in_the_open_and_away_from_soviets() -> None:
    """From 79: 61 is rough, 80 touches the Soviets in 62."""
    t = Table({"79": "G2P", "62": "S29R"})
    t.german_turn().play("long")
    assert t.refused("to 61").endswith("not_clear")
    assert t.refused("to 80").endswith("ends_in_contact")


@rule("5.2")
def test_a_long_move_passes_germans_but_does_not_end_on_them() -> None:
    t = Table({"91": "G2P", "92": "G191I", "13": "S29R"})
    t.german_turn().play("long", "from 91", "to 92")
    assert t.refused("stop").endswith("must_end_alone")
    t.play("to 80")
    assert (t.place("G2P"), t.place("G191I")) == ("80", "92")


@rule("5.2")
def test_a_long_move_does_not_start_in_contact_or_in_rough_ground() -> None:
    t = Table({"61": "G2P", "91": "G64PG", "105": "G79PG", "60": "G191I", "41": "S29R"})
    t.german_turn().play("long")
    assert t.refused("from 61").endswith("start_not_clear")
    assert t.refused("from 60").endswith("start_in_contact")


@rule("5.2")
def test_the_summary_lets_a_long_move_start_in_rough_ground() -> None:
    t = Table({"61": "G2P", "13": "S29R"}, edition="summary_2018")
    t.german_turn().play("long")
    assert t.asked in ("long_first", "long_from")


# Short Moves ------------------------------------------------------------------------------------------------------


@rule("5.3")
def test_two_short_moves_by_two_stacks() -> None:
    t = Table({"91": "G2P", "92": "G64PG", "13": "S29R"})
    t.german_turn().play("short", "from 91", "to 79", "from 92", "to 80")
    assert (t.place("G2P"), t.place("G64PG")) == ("79", "80")
    assert t.asked == "over"


@rule("5.3")
def test_a_unit_moves_once_and_never_next_to_soviets() -> None:
    t = Table({"91": "G2P", "105": "G64PG", "61": "S29R"})
    t.german_turn().play("short", "from 91")
    assert t.refused("to 79").endswith("ends_in_contact")
    t.play("to 92")
    assert t.refused("from 92").endswith("already_moved")


@rule("5.3")
def test_short_moves_may_leave_contact() -> None:
    t = Table({"60": "G2P", "41": "S29R"})
    t.german_turn().play("short", "from 60", "to 78")
    assert t.place("G2P") == "78"


@rule("5.3")
@rule("2.4")
def test_two_full_stacks_change_places() -> None:
    """The limit holds when the action is complete, so the first move may overfill the hex."""
    t = Table({"91": "G191I G194I G211I G178I", "92": "G203I G230I G516I G517I", "13": "S29R"})
    t.german_turn().play("short", "from 91", "to 92", "all")
    assert len(t.stack("92")) == 8
    t.play("to 91", "all")
    assert sorted(t.stack("92")) == sorted(["G191I", "G194I", "G211I", "G178I"])
    assert sorted(t.stack("91")) == sorted(["G203I", "G230I", "G516I", "G517I"])


@rule("5.3.1")
def test_a_part_of_a_stack_splits_off_and_joins_others() -> None:
    t = Table({"91": "G2P G64PG G79PG", "92": "G191I", "13": "S29R"})
    t.german_turn().play("short", "from 91", "to 92", "take G64PG", "go", "done")
    assert t.stack("92") == ["G64PG", "G191I"]
    assert t.stack("91") == ["G2P", "G79PG"]


@rule("5.3.2")
def test_no_move_at_all_passes_the_turn() -> None:
    t = Table({"91": "G2P", "13": "S29R"})
    before = bytes(t.s.where)
    t.german_turn().play("short", "done")
    assert bytes(t.s.where) == before


# Attacks ----------------------------------------------------------------------------------------------------------


@rule("5.4")
def test_a_hasty_attack_moves_into_contact_and_fights_with_all_there() -> None:
    """C joins A and both attack; no German card is asked for and no rubble is rolled."""
    t = Table({"60": "G191I", "78": "G2P", "41": "S29R@1"}, hand=["Stuka"])
    t.german_turn().play("hasty")
    assert t.asked == "soviet_fire"
    t.play("roll 1")
    assert t.dice == "7d6"


@rule("5.4")
def test_units_in_contact_make_no_hasty_attack() -> None:
    t = Table({"60": "G191I", "78": "G2P", "41": "S29R", "61": "S45R"})
    t.german_turn().play("hasty")
    assert t.asked in ("hasty_to", "hasty_target", "hasty_from")
    t = Table({"60": "G191I", "41": "S29R"}).german_turn()
    assert "hasty" not in t.legal


@rule("5.4")
def test_the_target_of_a_hasty_attack_is_one_stack_next_to_the_hex_entered() -> None:
    t = Table({"78": "G2P", "41": "S29R", "59": "S45R"})
    t.german_turn().play("hasty", "to 60")
    assert set(t.legal) == {"attack 59", "attack 41"}


@rule("5.5")
def test_a_deliberate_attack_takes_whole_stacks_of_the_players_choice() -> None:
    """Stacks in 60 and 61 touch 41; one of them is enough, and every unit of it fights."""
    t = Table({"60": "G191I G194I", "61": "G2P", "41": "S29R@1"})
    t.german_turn().play("deliberate")
    assert t.asked == "attacking_stacks"
    t.play("with 60", "go", "roll 1")
    assert t.dice == "6d6"


@rule("5.2")
def test_a_long_move_does_not_pass_friends_only_to_come_back_to_rough_ground() -> None:
    """Where an edition lets it start in the rough: 21 opens to 5 alone, and 5 to no other clear hex."""
    alone = Table({"21": "G191I", "19": "S29R"}, long_move_start_must_be_clear="no")
    assert "long" in alone.german_turn().legal
    behind = Table({"21": "G191I", "5": "G194I", "19": "S29R"}, long_move_start_must_be_clear="no")
    assert "long" not in behind.german_turn().legal
