"""Advance: the table of contents. The sequence of play is the one nested table below; chapters hold the rest.

| chapter | file |
|---|---|
| 5 prepare for play | r05_setup.py |
| 6 sequence of play: dawn, event, supply, combat and end phases | r06_sequence.py, r06_supply.py |
| 7 stacking and control | r07_stacking.py |
| 8 movement | r08_movement.py |
| 9 combat | r09_combat.py, r09_results.py |
| 10 turn 1 | r10_first_turn.py |
| 11 victory | r11_victory.py |
| 12 optional rules | r12_optional.py |
| 14 Factory District | r14_factory.py |
"""

from typing import Final

from kurgan.games.advance.rules import (
    r05_setup as setup,
)
from kurgan.games.advance.rules import (
    r06_sequence as sequence,
)
from kurgan.games.advance.rules import (
    r06_supply as supply,
)
from kurgan.games.advance.rules import (
    r08_movement as movement,
)
from kurgan.games.advance.rules import (
    r09_combat as combat,
)
from kurgan.games.advance.rules import (
    r09_results as results,
)
from kurgan.games.advance.rules import (
    r11_victory as victory,
)
from kurgan.kernel.flow import Auto, Book, Call, Seq, Step, While


def game() -> Step:
    """[5.0] [5.1] Set up, then turn after turn until somebody has won."""
    return Seq(
        "5.0",
        "game",
        [
            Auto("5.0", "prepare", setup.prepare),
            While("5.1", "turns", victory.goes_on, Call("6.0", "turn")),
        ],
    )


def turn() -> Step:
    """[6.0] Five phases: dawn, random event, supply, combat, end."""
    return Seq(
        "6.0",
        "turn",
        [
            sequence.dawn(),
            sequence.random_event(),
            supply.supply(),
            sequence.combat_phase(),
            Auto("11.1", "automatic_victory", victory.automatic_victory),
            Auto("11.2", "final_check", victory.final_check),
            Auto("6.5", "end_turn", sequence.end_turn),
        ],
    )


BOOK: Final = Book([game(), turn(), movement.action_round(), movement.march(), combat.combat(), results.retreat()])
