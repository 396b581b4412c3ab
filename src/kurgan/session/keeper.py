"""What only who keeps a file may do: take the whole position out of it, or put one in. Nothing here is for a seat."""

from collections.abc import Sequence

from kurgan.kernel.protocol import Game, Json, Misspelt, Over
from kurgan.session.record import Line
from kurgan.session.replay import follow


def position_text(game: Game, lines: Sequence[Line], vault: Json) -> str:
    """The position at the end of a record, with all that is hidden in it."""
    return game.write_position(follow(game, lines, vault).state)


def placed(game: Game, text: str) -> Json:
    """A position that its owner wrote, in the title's text form or in JSON; raises Misspelt."""
    s = game.read_position(text)
    if isinstance(game.pending(s), Over):
        raise Misspelt("the game is over in this position")
    return s.to_json()


def check_starts(game: Game) -> None:
    """Set every scenario of a pack up; raises AssertionError for one that cannot be."""
    for scenario in game.scenarios():
        game.new(scenario.name, game.settle({})).check()
