"""Roads: the table of contents. The sequence of play is in r02_sequence.py; every procedure is listed here once.

| chapter | file |
|---|---|
| 1 units, steps, control, stacking | r01_units.py; command radius 1.2: r04_radius.py |
| 2 sequence of play | r02_sequence.py |
| 3 weather | r03_weather.py |
| 4 supply, pontoons | r04_supply.py, r04_radius.py |
| 5 supports | r05_supports.py, r05_deploy.py, r05_events.py, r05_played_at_once.py; markers in a fight: r05_combat.py |
| 6 Operation Mars | r06_mars.py |
| 7 movement | r07_movement.py, r07_steps.py |
| 8 combat | r08_combat.py, r08_odds.py, r08_declare.py, r08_results.py, r08_alter.py |
| 8.8 losses, 8.12 retreat, 8.13 advance | r08_losses.py, r08_retreat.py, r08_advance.py |
| 9 exploitation | r09_exploitation.py |
| 10 Fortress Stalingrad | r10_fortress.py, r10_ju52.py, r10_zone.py |
| 11 offensives, 12 momentum, 13 STAVKA | r11_offensives.py, r11_major.py, r12_momentum.py, r13_stavka.py |
| 14 superiority, 15 approval, 16 Manstein | r14_superiority.py, r15_approval.py, r16_manstein.py |
| 17 reinforcements, 18 withdrawals | r17_replacements.py, r18_withdrawals.py |
| scenarios and victory | r19_scenarios.py |
"""

from typing import Final

from kurgan.games.roads.rules import (
    r01_units,
    r02_sequence,
    r03_weather,
    r04_supply,
    r05_deploy,
    r05_events,
    r05_played_at_once,
    r05_supports,
    r06_mars,
    r07_movement,
    r08_advance,
    r08_combat,
    r08_losses,
    r08_results,
    r08_retreat,
    r09_exploitation,
    r10_fortress,
    r10_ju52,
    r11_major,
    r11_offensives,
    r12_momentum,
    r13_stavka,
    r14_superiority,
    r16_manstein,
    r17_replacements,
    r18_withdrawals,
    r19_scenarios,
)
from kurgan.kernel.flow import Book, Call, Seq, Step


def game() -> Step:
    """[2] The whole game: what is chosen before it starts, then the turns."""
    return Seq("2", "game", [Call("19", "prepare"), Call("2", "turns")])


TABLES: Final = [
    game(),
    r01_units.end_phase(),
    r02_sequence.turns(), r02_sequence.soviet_turn(), r02_sequence.axis_turn(),
    r03_weather.weather(),
    r04_supply.supply(), r04_supply.return_headquarters(),
    r05_supports.soviet_supports(), r05_supports.axis_supports(), r05_supports.choose_opening(),
    r05_supports.draw_supports(), r05_supports.choose_supports(),
    r05_played_at_once.give_back(), r05_played_at_once.stalin(), r05_played_at_once.discord(),
    r05_deploy.deploy_supports(), r05_deploy.deploy(), r05_events.surprise_attack(),
    r06_mars.mars(),
    r07_movement.movement(), r07_movement.march(),
    r08_combat.combat_phase(), r08_combat.attacks(), r08_combat.attack(),
    r08_results.resolve(), r08_results.throw(), r08_results.attacker_results(), r08_results.defender_results(),
    r08_losses.attacker_losses(), r08_losses.defender_losses(), r08_retreat.retreat(),
    r08_advance.advance_of_defenders(), r08_advance.enter_empty_hex(), r08_advance.advance_after_combat(),
    r08_advance.exploitation_markers(),
    r09_exploitation.exploitation(),
    r10_fortress.stalingrad_supply(), r10_fortress.place_fortress(), r10_fortress.surrender(),
    r10_ju52.air_bridge(), r10_ju52.ju52_moves(), r10_ju52.choose_mobility(), r10_ju52.choose_sortie(),
    r10_ju52.ju52_attacks(), r10_ju52.answer_attack(),
    r11_offensives.offensives(), r11_major.major_offensive(),
    r12_momentum.test_shortage(),
    r13_stavka.stavka(), r13_stavka.entering(), r13_stavka.reserve_release(),
    *[r13_stavka.release_units(name) for name in r13_stavka.RELEASES],
    r14_superiority.aftermath(),
    r16_manstein.begin_axis(), r16_manstein.wintergewitter(),
    r17_replacements.soviet_reinforcements(), r17_replacements.axis_reinforcements(),
    r17_replacements.replacements(), r17_replacements.place_rebuilt(),
    r18_withdrawals.withdrawals(), r18_withdrawals.upgrades(),
    r19_scenarios.prepare(), r19_scenarios.end_soviet_turn(), r19_scenarios.end_axis_turn(), r19_scenarios.end_turn(),
]  # fmt: skip

BOOK: Final = Book(TABLES)
