"""Inferno: the table of contents. The book has no paragraph numbers; chapters are numbered in book order.

| chapter | file |
|---|---|
| 1 the game, victory | r01_game.py |
| 2 basic concepts | r02_concepts.py |
| 3 setup | r03_setup.py |
| 4 solo mode: random deployment, cards, compass | r04_solo.py |
| 5 German actions | r05_german_actions.py, r05_reinforcements.py, r05_short_moves.py |
| 6 combat sequence | r06_combat_sequence.py, r06_hits.py, r06_advance.py |
| 7 Soviet actions | r07_soviet_actions.py |
| 8 card decks | r08_german_cards.py, r08_soviet_cards.py |
| 9 co-op | r09_coop.py |
| 10, 11 a Soviet player | r10_one_vs_one.py |
| 12 the Designer's Way | r12_designers_way.py |
| the lively opponent (ours) | r13_lively.py |
"""

from typing import Final

from kurgan.games.inferno.rules import (
    r01_game,
    r03_setup,
    r04_solo,
    r05_german_actions,
    r05_reinforcements,
    r05_short_moves,
    r06_advance,
    r06_combat_sequence,
    r06_hits,
    r07_soviet_actions,
    r08_german_cards,
    r08_soviet_cards,
    r10_one_vs_one,
    r12_designers_way,
)
from kurgan.kernel.flow import Book


def make_book() -> Book:
    """Every table of the title, by name."""
    return Book(
        [
            r01_game.game(),
            r01_game.turn(),
            r03_setup.setup(),
            r12_designers_way.draw_advantages(),
            r05_german_actions.german_turn(),
            r05_reinforcements.call_for_reinforcements(),
            r05_german_actions.long_move(),
            r05_short_moves.short_moves(),
            r05_short_moves.short_move(),
            r05_short_moves.short_march(),
            r05_german_actions.hasty_attack(),
            r05_german_actions.deliberate_attack(),
            r06_combat_sequence.combat(),
            r06_combat_sequence.resolve(),
            r06_combat_sequence.close_combat(),
            r06_combat_sequence.german_volley(),
            r06_combat_sequence.soviet_volley(),
            r06_hits.hits(),
            r06_advance.advance_after_combat(),
            r08_german_cards.german_draws(),
            r08_german_cards.german_card_effect(),
            r08_german_cards.blitz_movement(),
            r08_soviet_cards.lay_soviet_card(),
            r08_soviet_cards.soviet_card_effect(),
            r08_soviet_cards.soviet_leader(),
            r08_soviet_cards.tommy_gunners(),
            r08_soviet_cards.flotilla(),
            r08_soviet_cards.anti_aircraft(),
            r08_soviet_cards.soviet_guns(),
            r08_soviet_cards.soviet_shot(),
            r08_soviet_cards.marine_landing(),
            r08_soviet_cards.call_reserve(),
            r08_soviet_cards.fire_positions(),
            r04_solo.soviet_draws(),
            r04_solo.looked_at_draws(),
            r04_solo.random_march(),
            r07_soviet_actions.soviet_turn(),
            r07_soviet_actions.spawn_action(),
            r07_soviet_actions.spawn_block(),
            r07_soviet_actions.movement_action(),
            r10_one_vs_one.soviet_choice(),
            r10_one_vs_one.soviet_order(),
            r10_one_vs_one.lively_card(),
        ]
    )


BOOK: Final = make_book()
