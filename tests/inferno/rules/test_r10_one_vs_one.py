"""Chapters 10 and 11: a Soviet player."""

from functools import partial

from kurgan import odds
from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.games.inferno.position.state import lift
from kurgan.games.inferno.terms import REMOVED
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


def table(at: dict[str, str], **more: object) -> Table:
    return Table(at, scenario="one_vs_one", **more)  # type: ignore[arg-type]


@rule("10.0")
def test_the_soviet_player_sees_his_blocks_and_cards() -> None:
    t = table({"41": "S13G", "60": "G2P"}, soviet_hand=["T34"])
    t.soviet_turn()
    own = GAME.view(t.s, 1).position
    other = GAME.view(t.s, 0).position
    assert own.strength[P.unit_of["S13G"]] == 4
    assert own.soviet_hand[P.card_of["T34"]] == 1
    assert other.strength[P.unit_of["S13G"]] == 0
    assert sum(other.soviet_hand) == 0
    assert GAME.view(t.s, 0).soviet_hand == 1


@rule("10.1")
@rule("10.2")
@rule("10.3")
def test_more_tops_than_spawn_hexes_must_spawn_and_otherwise_he_chooses() -> None:
    t = table({"41": "S13G", "60": "S29R", "W": "G2P"}, german=SPAWN[1:])
    t.soviet_turn()
    assert t.asked == "spawn_block"
    t = table({"41": "S13G", "60": "S29R", "W": "G2P"}, german=SPAWN[2:])
    t.soviet_turn()
    assert (t.asked, t.seat) == ("soviet_action", "soviet")
    assert t.legal == ["move", "draw"]


@rule("10.3")
@rule("7.1")
def test_without_a_spawn_hex_he_draws() -> None:
    t = table({"41": "S13G", "W": "G2P"}, german=SPAWN, leaders=["OKH"])
    t.soviet_turn()
    assert t.asked == "draw_soviet_card"


@rule("10.4")
@rule("7.6.1")
def test_his_spawn_is_that_of_the_algorithm() -> None:
    t = table({"41": "S13G", "60": "S29R", "W": "G2P"}, german=SPAWN[1:])
    t.soviet_turn().play("block S45R 3", "block S6T 2")
    assert t.stack("3") == ["S45R", "S6T"]
    assert t.asked == "over"


@rule("10.5")
def test_each_top_moves_one_unit_in_the_order_and_direction_he_likes() -> None:
    """Also backwards: from 41 east to 23."""
    t = table({"41": "S13G S45R", "12": "S29R S87R", "W": "G2P"})
    t.soviet_turn().play("move")
    assert set(t.legal) == {"order 41", "order 12"}
    t.play("order 12", "to 28", "send S87R")
    assert t.place("S87R") == "28"
    t.play("to 23", "send S13G")
    assert t.place("S13G") == "23"
    assert t.asked == "over"


@rule("10.5")
def test_a_top_that_can_go_nowhere_does_nothing_and_draws_nothing() -> None:
    """2 is the only neighbour question here: 1 has W, 36 and 2 around it, all full of Soviets."""
    full = {
        "1": "S29R S45R S87R S95R",
        "W": "S98R S112R S131R S138R",
        "36": "S157R S193R S196R S204R",
        "2": "S229R S244R S284R S308R",
        "Y": "G2P",
    }
    t = table(full)
    t.soviet_turn().play("move")
    assert "order 1" not in t.legal
    assert t.refused("order 1").endswith("nowhere_to_go")


@rule("10.5.1")
@rule("7.7.6")
def test_a_top_may_attack_instead_and_with_chuikov_all_neighbours_join() -> None:
    for leaders, dice in ((["Chuikov"], "7d6"), ([], "4d6")):
        t = table({"41": "S13G@4", "59": "S29R@3", "60": "G2P"}, leaders=leaders)
        t.soviet_turn().play("move", "order 41", "to 60")
        assert t.asked == "soviet_fire"
        assert t.dice == dice


@rule("10.5.1")
def test_germans_beside_the_stack_are_an_attack_with_its_chances_and_no_goal() -> None:
    """Dice follow at once: no click on the map may give that answer."""
    t = table({"41": "S13G@4", "59": "S29R@3", "60": "G2P"}).soviet_turn().play("move", "order 41")
    choices = {choice.action: choice for choice in map(partial(t.game.choice, t.s), t.game.legal(t.s))}
    assert [action for action, choice in choices.items() if choice.attacks] == ["to 60"]
    assert choices["to 60"].label.startswith("Attack 60")
    assert all(choice.label.startswith("Into") for action, choice in choices.items() if action != "to 60")
    assert len(choices) > 1
    found = odds.after(t.game, t.game.view(t.s, SOVIET), [choices["to 60"].answer])
    assert found is not None
    assert found.fight.name == "combat"


@rule("10.6")
def test_a_draw_action_draws_one_card_and_moves_nobody() -> None:
    t = table({"41": "S13G", "W": "G2P"})
    t.soviet_turn().play("draw", "card T34")
    assert t.soviet_cards() == 1
    assert t.place("S13G") == "41"
    assert t.asked == "over"


@rule("10.7")
@rule("10.7.1")
@rule("10.7.2")
def test_he_chooses_his_card_or_none() -> None:
    t = table({"60": "G2P@4", "41": "S13G@4"}, soviet_hand=["T34", "SovietSniper"])
    t.attack("41", "60", deliberate=False)
    assert (t.asked, t.seat) == ("soviet_card", "soviet")
    assert set(t.legal) == {"none", "play T34", "play SovietSniper"}
    t.play("none")
    assert t.soviet_cards() == 2
    assert t.asked == "soviet_fire"
    assert t.s.soviet_hand[P.card_of["T34"]] == 1


@rule("10.6")
def test_who_chooses_to_draw_from_an_empty_deck_is_not_said_to_have_drawn() -> None:
    """In the extra turns of OKH: "The Soviets drew a card" stood in the log, and nobody had drawn one."""
    t = table({"41": "S13G", "W": "G2P"}, leaders=["OKH"])
    lift(t.s, P.unit_of["G64PG"], REMOVED)
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.soviet_turn().play("draw")
    assert t.happened("draw_chosen") == [()]
    assert t.happened("soviet_drew") == []
    said = [GAME.sentence(event) for event in t.events]
    assert not any("drew a card" in sentence for sentence in said), said
