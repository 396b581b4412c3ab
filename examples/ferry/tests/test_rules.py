"""The rules of The Last Ferry, paragraph by paragraph."""

from ferry import rules
from ferry.game import Ferry
from ferry.state import State

from kurgan.testing import rule

LOADED = "cargo heron=shells otter=bread pike=bread swan=stones\nphase nights"


def begin(*lines: str) -> tuple[Ferry, State]:
    game = Ferry()
    return game, game.read_position("\n".join([*lines, LOADED]))


def play(game: Ferry, s: State, *script: str | int) -> list[str]:
    """Answers as they are typed, and what the dice fold to; what happened, in sentences."""
    told = []
    for said in script:
        told += [game.sentence(e) for e in game.apply(s, said if isinstance(said, int) else game.parse(s, said))]
    return told


@rule("2.1")
@rule("2.2")
def test_boats_go_to_neighbouring_areas_and_patrols_stay_on_the_river() -> None:
    game, s = begin()
    refusal = game.why_not(s, 0, game.parse(s, "sail deep"))
    assert refusal is not None and (refusal.rule, refusal.code) == ("2.1", "no_way")
    play(game, s, "hold", "hold", "hold", "hold")
    refusal = game.why_not(s, 1, game.parse(s, "hunt stone"))
    assert refusal is not None and (refusal.rule, refusal.code) == ("2.2", "not_ashore")


@rule("2.4")
def test_cargo_on_the_west_bank_counts() -> None:
    game, s = begin("where heron=deep otter=chapel pike=chapel swan=quarry hawk=narrows kite=shoal")
    assert play(game, s, "sail willow") == ["The heron goes to Willow Landing.", "The heron lands its shells."]
    assert s.points == 3


@rule("3.1")
def test_who_drops_the_cargo_is_let_go() -> None:
    game, s = begin("where heron=reeds otter=chapel pike=chapel swan=quarry hawk=narrows kite=shoal")
    told = play(game, s, "hold", "hold", "hold", "hold", "hunt reeds", "drop")
    assert told == ["The hawk goes to Reeds.", "The heron drops its shells into the river."]
    assert s.unseen == [1, 2, 0]


@rule("3.4")
@rule("3.5")
def test_shells_add_two_and_a_tie_is_the_ferrys() -> None:
    game, s = begin("where heron=reeds otter=chapel pike=chapel swan=quarry hawk=narrows kite=shoal")
    told = play(game, s, "hold", "hold", "hold", "hold", "hunt reeds", "stand", 9, 7)
    assert told[-2:] == ["The heron carries shells, all see it.", "The hawk is driven off to Narrows."]


@rule("3.5")
def test_a_higher_roll_of_the_patrol_sinks_the_ferry() -> None:
    game, s = begin("where heron=reeds otter=chapel pike=chapel swan=quarry hawk=narrows kite=shoal")
    assert play(game, s, "hold", "hold", "hold", "hold", "hunt reeds", "stand", 10, 7)[-1] == "The heron is sunk."
    assert s.cargo[0] == -1


@rule("1.3")
def test_four_points_win() -> None:
    game, s = begin("points 4")
    assert game.outcome(s).winners == ("ferrymen",)
    s.points = 3
    assert game.outcome(s).winners == ("patrol",)


def test_the_patrol_does_not_see_the_cargo() -> None:
    game, s = begin()
    assert game.view(s, 1).position.cargo == [-2] * 4
    assert game.view(s, 0).position.cargo == s.cargo
    assert rules.CARGO_SHOWN in game.revealing()
