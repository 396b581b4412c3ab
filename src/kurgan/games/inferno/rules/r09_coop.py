"""Inferno, chapter 9: two German players.

Colours of stacks are in chapter 2, deployment of White blocks in chapter 5, whose cards they are in chapter 8. Here:
the partner's answer to a shared attack, and who of the two has won.
"""

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import NO, YES
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.kernel.flow import Ask, Step, current, tell
from kurgan.kernel.vocabulary import ALLOWED


def join_attack() -> Step:
    """[9.10] The partner agrees to attack with one of his stacks, or refuses."""
    return Ask("9.10", "join_attack", partner_seat, join_choices, take_join, why=why_not_join, space=join_choices)


def invited_stacks(s: State) -> list[int]:
    """[9.10] The partner's stacks that were asked to join."""
    return s.order.invited


def partner_seat(s: State) -> int:
    """[9.10] The German whose turn it is not."""
    return concepts.german_seat(s, 1 - s.player)


def join_choices(s: State) -> list[int]:
    """[9.10] He is free to agree."""
    return [YES, NO]


def why_not_join(s: State, a: int) -> int:
    """[9.10] Both answers are allowed."""
    return ALLOWED if a in (YES, NO) else refusals.NO_SUCH_ANSWER


def take_join(s: State, a: int) -> None:
    """[9.10] With his consent the stack attacks."""
    h = current(s, "invited_stacks")
    if a == YES:
        s.order.hexes.append(h)
        tell(s, "9.10", events.PARTNER_AGREED, h)
    else:
        tell(s, "9.10", events.PARTNER_REFUSED, h)


def spawn_hexes_of(s: State, player: int) -> int:
    """[9.11] Soviet spawn hexes in German hands whose last capture was this player's."""
    return sum([1 for h in s.pack.soviet_spawn if s.control[h] == 0 and s.captor[h] == player + 1])


def winners(s: State) -> tuple[str, ...]:
    """[9.11] After a German victory the player with more spawn hexes has won; equal numbers share it."""
    yellow = spawn_hexes_of(s, 0)
    blue = spawn_hexes_of(s, 1)
    if yellow == blue:
        return ("yellow", "blue")
    return ("yellow",) if yellow > blue else ("blue",)
