"""Chapter 1: turns, victory, fog of war."""

from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.kernel.protocol import Over
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

SPAWN = ["3", "19", "9", "15", "13", "7"]


def result(t: Table) -> str:
    pending = t.game.pending(t.s)
    assert isinstance(pending, Over)
    return f"{pending.outcome.rule} {'+'.join(pending.outcome.winners)}"


def pass_turn(t: Table) -> Table:
    """A German turn without a move, from the beginning of the turn."""
    return t.start("turns").play("short", "done")


@rule("1.1")
@rule("7.5")
def test_germans_play_first_and_soviets_answer() -> None:
    """After the German action the Soviets move, then the Germans are asked again in the next turn."""
    t = Table({"W": "G2P", "60": "S29R"}, turn=0)
    pass_turn(t)
    assert t.asked == "soviet_dice"
    t.play("roll 4")
    assert t.asked == "choose_action"
    assert t.s.turn == 2
    assert [kind[0] for kind in t.happened("german_turn")] == [1, 2]
    assert [kind[0] for kind in t.happened("soviet_turn")] == [1]


@rule("1.2")
@rule("1.3")
@rule("1.3A")
def test_six_spawn_hexes_at_the_end_of_a_turn_win() -> None:
    """Five spawn hexes do not win, six do, at the end of the turn."""
    t = Table({"W": "G2P", "60": "S29R"}, german=SPAWN[:5])
    pass_turn(t)
    assert t.asked != "over"
    t = Table({"W": "G2P", "60": "S29R"}, german=SPAWN)
    pass_turn(t)
    assert result(t) == "1.3A german"


@rule("1.3B")
def test_no_soviet_unit_on_the_map_wins() -> None:
    t = Table({"W": "G2P"})
    pass_turn(t)
    assert result(t) == "1.3B german"


@rule("1.4")
@rule("1.4A")
def test_ten_losses_lose_and_r_units_count_two() -> None:
    """Eight losses and the death of an R unit make ten."""
    t = Table({"60": "G64PG@1", "41": "S13G@4"})
    t.s.losses = 8
    t.attack("60", "41", side=SOVIET, deliberate=False)
    t.play("roll 6+6+6+6", "roll 1")
    assert t.place("G64PG") == "dead"
    assert t.s.losses == 10


@rule("1.4A")
@rule("1.2")
def test_the_tenth_loss_ends_the_game_at_the_end_of_the_turn() -> None:
    t = Table({"W": "G2P", "60": "S29R"})
    t.s.losses = 10
    pass_turn(t)
    assert result(t) == "1.4A soviet"


@rule("1.2")
def test_where_both_sides_qualify_the_side_that_moved_wins() -> None:
    """German goals count first at the end of a German turn."""
    t = Table({"W": "G2P", "60": "S29R"}, german=SPAWN)
    t.s.losses = 10
    pass_turn(t)
    assert result(t) == "1.3A german"


@rule("1.4B")
def test_the_last_soviet_card_ends_the_game_at_once() -> None:
    """Two dice repeat and would draw two cards; the first is the last of the deck, so the second die is not settled."""
    t = Table({"60": "S29R", "9": "S13G", "W": "G2P"})
    for c in range(P.german_cards, P.cards):
        t.s.deck[c] = 0
    t.s.deck[P.card_of["T34"]] = 1
    t.soviet_turn().play("roll 3+3")
    assert result(t) == "1.4B soviet"
    assert t.soviet_cards() == 1


def known(t: Table, seat: int, unit: str) -> bool:
    """Whether the seat's view shows where this very block stands."""
    return GAME.view(t.s, seat).position.where[P.unit_of[unit]] < P.hexes


@rule("1.5")
@rule("6.13")
@rule("6.13.1")
def test_blocks_are_seen_in_combat_and_hidden_after_it() -> None:
    """The German sees the Soviet block while it fights, and not before or after; his own he always sees."""
    t = Table({"60": "G2P@1", "41": "S13G@4"})
    t.german_turn().play("deliberate")
    assert (known(t, 0, "S13G"), known(t, 0, "G2P")) == (False, True)
    t.play("all")
    assert t.asked == "soviet_fire"
    assert known(t, 0, "S13G")
    t.play("roll 1+1+1+1", "roll 1")
    assert (known(t, 0, "S13G"), known(t, 0, "G2P")) == (False, True)


@rule("1.5")
@rule("10.0")
def test_sides_see_their_own_blocks_only() -> None:
    """In 1 vs 1 neither side sees a block of the other; a spectator sees none."""
    t = Table({"60": "G2P", "41": "S13G"}, scenario="one_vs_one")
    t.german_turn()
    assert [known(t, seat, "G2P") for seat in (0, 1, -1)] == [True, False, False]
    assert [known(t, seat, "S13G") for seat in (0, 1, -1)] == [False, True, False]


@rule("1.5")
def test_german_partners_see_each_others_blocks() -> None:
    t = Table({"60": "G2P", "61": "G24P", "41": "S13G"}, scenario="two_vs_one")
    t.german_turn()
    assert [known(t, seat, "G24P") for seat in (0, 1, 2)] == [True, True, False]
