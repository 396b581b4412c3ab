"""Inferno, chapter 1: turns, and how the game is won.

Victory is looked for after every turn of either side; only the last Soviet card ends the game in mid-turn. Where both
sides reach a goal in one turn, the side whose turn it was wins (docs/decisions).
"""

from kurgan.games.inferno import events
from kurgan.games.inferno.pack.pack import GERMAN, OKH, SOVIET, YELLOW
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.terms import (
    GERMAN_MAP_CLEARED,
    GERMAN_RIVER,
    GERMAN_SPAWN_HEXES,
    GOING_ON,
    REMOVED,
    RESULT_RULES,
    SOVIET_DECK,
    SOVIET_LOSSES,
)
from kurgan.kernel.flow import Auto, Call, Seq, Step, While, tell


def game() -> Step:
    """[1] Setup, then turns until somebody wins."""
    return Seq("1", "game", [Call("3", "setup"), While("1.1", "turns", goes_on, Call("1.1", "turn"))])


def turn() -> Step:
    """[1.1] Germans first, then Soviets; each turn ends with a look at the goals."""
    return Seq(
        "1.1",
        "turn",
        [
            Auto("1.1", "begin_german_turn", begin_german_turn),
            Call("5.0", "german_turn"),
            Auto("1.2", "end_german_turn", end_german_turn),
            Auto("1.1", "begin_soviet_turn", begin_soviet_turn),
            Call("7", "soviet_turn"),
            Auto("1.2", "end_soviet_turn", end_soviet_turn),
        ],
    )


def goes_on(s: State) -> bool:
    """[1.1] Nobody has won."""
    return s.result == GOING_ON


def begin_german_turn(s: State) -> None:
    """[1.1] [9.5] The next German turn; in co-op yellow and blue take turns. [8.2.5.1] Extra turns are counted."""
    s.turn += 1
    s.side = GERMAN
    if s.rules.coop and s.turn > 1:
        s.player = 1 - s.player
    tell(s, "1.1", events.GERMAN_TURN, s.turn, YELLOW + s.player if s.rules.coop else concepts.NO_ARMY)
    if s.deck_out:
        s.extra_used += 1
        tell(s, "8.2.5.1", events.EXTRA_TURN, s.extra_used, extra_turns(s) - s.extra_used)


def begin_soviet_turn(s: State) -> None:
    """[1.1] The Soviets answer."""
    s.side = SOVIET
    tell(s, "1.1", events.SOVIET_TURN, s.turn)


def end_german_turn(s: State) -> None:
    """[1.2] Goals at the end of a German turn; [8.2.5.1] no Soviet turn follows the last extra turn."""
    result = goal_reached(s, GERMAN)
    if result == GOING_ON and s.extra_used > 0 and s.extra_used >= extra_turns(s):
        result = SOVIET_DECK
    if result != GOING_ON:
        finish(s, result)


def end_soviet_turn(s: State) -> None:
    """[1.2] Goals at the end of a Soviet turn."""
    result = goal_reached(s, SOVIET)
    if result != GOING_ON:
        finish(s, result)


def goal_reached(s: State, side: int) -> int:
    """[1.2] What has been won; where both sides qualify, the side whose turn it was."""
    german = german_goal(s)
    soviet = SOVIET_LOSSES if s.losses >= s.pack.loss_limit else GOING_ON
    return (german or soviet) if side == GERMAN else (soviet or german)


def german_goal(s: State) -> int:
    """[1.3] [1.3A] [1.3B] Six spawn hexes or no Soviets; [8.2.5] [8.2.5A] [8.2.5B] under OKH no Soviets or the bank."""
    if s.soviets_on_map == 0:
        return GERMAN_MAP_CLEARED
    if concepts.has_leader(s, OKH):
        return GERMAN_RIVER if all(s.control[h] == GERMAN for h in s.pack.okh_goal) else GOING_ON
    return GERMAN_SPAWN_HEXES if concepts.spawn_hexes_held(s) == 0 else GOING_ON


def deck_ran_out(s: State) -> None:
    """[1.4B] The last Soviet card ends the game at once; [8.2.5.1] under OKH removed R units buy extra turns."""
    s.deck_out = 1
    tell(s, "1.4B", events.DECK_EMPTY)
    if not concepts.has_leader(s, OKH) or extra_turns(s) == 0:
        finish(s, SOVIET_DECK)


def extra_turns(s: State) -> int:
    """[8.2.5.1] One for each R unit that lies removed beside the track."""
    return s.where.count(REMOVED)


def result_rule(s: State) -> str:
    """[1.2] The paragraph by which the game was won; [8.2.5A] an empty map is a goal of its own under OKH."""
    if s.result == GERMAN_MAP_CLEARED and concepts.has_leader(s, OKH):
        return "8.2.5A"
    return RESULT_RULES[s.result]


def finish(s: State, result: int) -> None:
    """[1.2] The game is over: nothing later is resolved. Only as the last act of a function."""
    s.result = result
    tell(s, result_rule(s), events.GAME_ENDED, result)
    s.stack.clear()
