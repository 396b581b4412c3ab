"""Advance, chapter 11: victory. Also 14.7, the scenario's conditions, which are facts of the pack."""

from typing import Final

from kurgan.games.advance import events
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.terms import GERMAN_AUTOMATIC, GERMAN_OPERATIONAL, PLAYING, SOVIET, SOVIET_AUTOMATIC
from kurgan.kernel.flow import leave, tell

STRONGPOINT: Final = 4
"""[9.5.7] The TEM of areas whose capture raises Morale."""


def goes_on(s: State) -> bool:
    """[5.1] [14.1] Turn after turn until somebody has won."""
    return s.outcome == PLAYING


def automatic_victory(s: State) -> None:
    """[11.1] [14.7] At the end of a Combat Phase: every area German, or Morale at 0. All areas come first."""
    if s.soviet_mask == 0:
        end_game(s, GERMAN_AUTOMATIC)
    elif s.morale == 0:
        end_game(s, SOVIET_AUTOMATIC)


def final_check(s: State) -> None:
    """[11.2] [14.7] As the last End Phase starts: enough areas, a Heavy Urban one among them, or the Soviets win."""
    if s.turn < s.scenario.last_turn:
        return
    end_game(s, GERMAN_OPERATIONAL if has_operational_victory(s) else SOVIET)


def has_operational_victory(s: State) -> bool:
    """[11.2] Where all areas are needed [14.7], whoever has them has won before."""
    heavy = s.pack.heavy_mask & ~s.soviet_mask
    return stacking.german_areas(s) >= areas_needed(s) and heavy.bit_count() >= s.scenario.victory_heavy


def areas_needed(s: State) -> int:
    """[11.2] [14.7] 40, or what the option says (docs/decisions/0003); the scenario needs them all whatever it says."""
    if s.scenario.needs_all:
        return s.pack.areas
    return s.rules.victory_areas or s.scenario.victory_areas


def outcome_rule(s: State) -> str:
    """[11.1] [11.2] [14.7] The paragraph by which the game ended."""
    if s.outcome == PLAYING:
        return ""
    if s.scenario.needs_all:
        return "14.7"
    return "11.1" if s.outcome in (GERMAN_AUTOMATIC, SOVIET_AUTOMATIC) else "11.2"


def end_game(s: State, outcome: int) -> None:
    s.outcome = outcome
    tell(s, outcome_rule(s), events.GAME_OVER, outcome, stacking.german_areas(s))
    leave(s, "turn")
