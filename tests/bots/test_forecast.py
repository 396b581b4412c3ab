"""The forecast of the Soviet turn in Inferno against turns that are played."""

from typing import Any

import pytest

from kurgan import games
from kurgan.games.inferno.answers import DONE
from kurgan.games.inferno.bot.forecast import forecast
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules.r04_solo import cards_left
from kurgan.games.inferno.rules.r07_soviet_actions import top_stacked
from kurgan.games.inferno.terms import SHORT_MOVES
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw

GAME = games.load("inferno")
TURNS = 120


def play_to_german_turn(s: State, tape: Tape) -> bool:
    """On to the next German turn, by lot; False where the game ends first."""
    while not isinstance(asked := GAME.pending(s), Over):
        if isinstance(asked, Decide):
            if asked.step == "choose_action":
                return True
            legal = GAME.legal(s)
            GAME.answer(s, legal[tape.below(len(legal))])
        else:
            assert isinstance(asked, Throw)
            GAME.answer(s, asked.chance.throw(tape))
    return False


def is_quiet(s: State) -> bool:
    """No German stands where a Soviet could attack, and the deck is far from its end."""
    return cards_left(s) > 8 and not any(s.count[GERMAN][n] for h in top_stacked(s) for n in s.pack.near[h])


def passed(s: State) -> State:
    """The German does nothing."""
    then = s.copy()
    GAME.answer(then, SHORT_MOVES)
    GAME.answer(then, DONE)
    return then


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_cards_foreseen_are_the_average_of_cards_drawn(seed: str) -> None:
    tape = Tape(f"forecast {seed}")
    s: Any = GAME.new("solo", {})
    looked = 0
    while looked < 3 and play_to_german_turn(s, tape):
        if is_quiet(s) and len(top_stacked(s)) <= 6:
            expected = forecast(s, s.pack.soviet_spawn).cards
            drawn = 0
            for i in range(TURNS):
                then = passed(s)
                assert play_to_german_turn(then, Tape(f"{seed} {looked} {i}"))
                drawn += cards_left(s) - cards_left(then)
            assert drawn / TURNS == pytest.approx(expected, abs=0.45)
            looked += 1
        legal = GAME.legal(s)
        GAME.answer(s, legal[tape.below(len(legal))])
    assert looked


def test_the_first_soviet_turn_is_foreseen_block_by_block() -> None:
    s: Any = GAME.new("solo", {})
    assert play_to_german_turn(s, Tape("first"))
    coming = forecast(s, s.pack.soviet_spawn)
    then = passed(s)
    assert play_to_german_turn(then, Tape("first turn"))
    came = {h: then.count[SOVIET][h] - s.count[SOVIET][h] for h in s.pack.soviet_spawn}
    assert coming.newcomers == came
    assert sum(came.values()) == 9
    assert coming.cards == cards_left(s) - cards_left(then) == 0
