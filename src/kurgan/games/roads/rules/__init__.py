"""Roads: the table of contents. The sequence of play is in r02_sequence.py; every procedure is listed here once.

| chapter | file |
|---|---|
| 1 units, steps, control, stacking | r01_units.py; command radius 1.2: r04_radius.py |
| 2 sequence of play | r02_sequence.py |
| 4 supply, pontoons | r04_supply.py, r04_radius.py |
| 5 markers in a fight | r05_combat.py |
| 7 movement | r07_movement.py, r07_steps.py |
| 8 combat | r08_combat.py, r08_odds.py, r08_results.py, r08_losses.py, r08_retreat.py, r08_advance.py |
| 9 exploitation | r09_exploitation.py |
| 10 zone of the fortress | r10_zone.py |
"""

from kurgan.kernel.flow import Book, Call, Seq, Step

from . import (
    r01_units,
    r02_sequence,
    r04_supply,
    r07_movement,
    r08_advance,
    r08_combat,
    r08_losses,
    r08_results,
    r08_retreat,
    r09_exploitation,
)


def game() -> Step:
    """[2] The whole game."""
    return Seq("2", "game", [Call("2", "turns")])


TABLES = [
    game(),
    r02_sequence.turns(), r02_sequence.soviet_turn(), r02_sequence.axis_turn(), r02_sequence.aftermath(),
    r01_units.end_phase(),
    r04_supply.supply(), r04_supply.return_headquarters(),
    r07_movement.movement(), r07_movement.march(),
    r08_combat.combat_phase(), r08_combat.attacks(), r08_combat.attack(),
    r08_results.resolve(), r08_results.throw(), r08_results.attacker_results(), r08_results.defender_results(),
    r08_losses.attacker_losses(), r08_losses.defender_losses(), r08_retreat.retreat(),
    r08_advance.advance(), r08_advance.enter_empty_hex(), r08_advance.advance_after_combat(),
    r08_advance.exploitation_markers(),
    r09_exploitation.exploitation(),
]  # fmt: skip

BOOK = Book(TABLES)
