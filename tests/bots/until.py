"""Games of greedy bots that stop where a test wants to look."""

from collections.abc import Callable, Mapping
from typing import Any

from kurgan import bots
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Throw


def until(
    game: Any,
    scenario: str,
    is_there: Callable[[Any, Decide], bool],
    options: Mapping[str, str] | None = None,
    dice: str = "judgement",
) -> Any:
    """The first position in which somebody has to choose and ``is_there`` holds."""
    s = game.new(scenario, dict(options or {}))
    players = [bots.Player("greedy:1", seat) for seat in game.seats(scenario)]
    tape = Tape(dice)
    while True:
        asked = game.pending(s)
        if isinstance(asked, Throw):
            game.answer(s, asked.chance.throw(tape))
            continue
        assert isinstance(asked, Decide), "the game ended before"
        legal = game.legal(s)
        if len(legal) > 1 and is_there(s, asked):
            return s
        game.answer(s, players[asked.seat].choose(game, game.view(s, asked.seat), legal))
