"""Roads, chapter 6: Operation Mars, as one track. Its boxes and their effects are reconstructed (charts.toml)."""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE
from kurgan.games.roads.pack.vocabulary import MAJOR_OM, NEXT_TURN, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_played_at_once as at_once
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import M_STAVKA, TO_COME
from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Ask, Call, Roll, Seq, Step, When, While, leave, local, set_local, tell

COLLAPSE: Final = -3
DEFEAT: Final = -2
BOGGED_DOWN: Final = -1
LOCAL_SUCCESS: Final = 1
SUCCESS: Final = 2
BREAKTHROUGH: Final = 3


def mars() -> Step:
    """[6.1.1] A throw each turn from NOV IV to DEC III; the box that the marker is in has its effect."""
    return When("6.1", "mars", is_on, Seq("6.1", "mars_phase", [
        While("6.1.1", "help_mars", may_help, Ask(
            "6.1.1", "help_mars_with", supports.soviet, help_choices, take_help,
            why=why_not_help, space=supports.box_space, form="spend_from_box", private=True,
        )),
        Roll("6.1.1", "roll_mars", two_dice, take_mars),
        Call("6.1.1", "draw_supports", given=mars_gives),
        When("1.5.3", "mars_brings_stalin", at_once.is_stalin_drawn, Call("5.5.7", "stalin")),
        When("12.3", "mars_brings_test", supports.is_test_drawn, Call("12.3", "test_shortage")),
        Call("6.1.1", "give_back", given=mars_takes),
        When("15.3", "after_mars", supports.has_todo, Call("14.2", "aftermath")),
    ]))  # fmt: skip


def is_on(s: State) -> bool:
    """[6.1.1] [6.1.2] [6.1.3] In its four turns, unless it has collapsed or broken through."""
    return bool(s.scenario.uses_mars) and s.track[tracks.TURN] in s.pack.mars_turns and not s.track[tracks.MARS_OVER]


def helpers(s: State) -> int:
    """[6.1.1] Supports that help so far."""
    return sum(local(s, "mars_phase"))


def may_help(s: State) -> bool:
    """[6.1.1] Up to two supports of the STAVKA box may help, until the player declines."""
    if s.track[tracks.GARRISON_FAILED] or helpers(s) >= s.pack.mars_supports_at_most:
        return False
    return bool(supports.markers_in(s, M_STAVKA, SOVIET))


def help_choices(s: State) -> list[int]:
    return [DONE, *supports.box_answers(s, SOVIET, (M_STAVKA,))]


def why_not_help(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOTHING_TO_SPEND)


def take_help(s: State, a: int) -> None:
    """[6.1.1] One support returned adds one; or the dice are thrown."""
    if a == DONE:
        leave(s, "help_mars")
        return
    m = supports.marker_of(s, a)
    supports.spend_marker(s, m)
    supports.to_pool(s, m)
    set_local(s, "mars_phase", helpers(s) + 1)


def two_dice(s: State) -> Chance:
    return supports.TWO_DICE


def take_mars(s: State, roll: int) -> None:
    """[6.1.1] The marker moves or stays, then its box works."""
    modified = roll + s.pack.mars_support * helpers(s)
    if s.track[tracks.MAJOR_AT + MAJOR_OM] >= 0:
        modified += s.pack.mars_major
    s.track[tracks.MARS] = max(COLLAPSE, min(BREAKTHROUGH, s.track[tracks.MARS] + s.pack.mars_step(modified)))
    tell(s, "6.1.1", events.MARS_MOVED, modified, s.track[tracks.MARS] + 3)
    apply_box(s)


def apply_box(s: State) -> None:
    """[6.1.1] [6.1.2] Ends of the track close the phase; the last turn settles later arrivals."""
    box = s.track[tracks.MARS]
    if box == COLLAPSE:
        s.track[tracks.MARS_OVER] = 1
        s.track[tracks.MARS_FEWER] = s.pack.mars_collapse_turns
        change_arrivals(s, box)
    elif box == BREAKTHROUGH:
        s.track[tracks.MARS_OVER] = 1
        change_arrivals(s, box)
        approval.move_approval(s, s.pack.mars_approval, "6.1.2")
    elif s.track[tracks.TURN] == s.pack.mars_turns[-1] and box in (DEFEAT, SUCCESS):
        change_arrivals(s, box)


def mars_gives(s: State) -> tuple[int, ...]:
    """[6.1.1] A local success brings supports."""
    gives = s.track[tracks.MARS] == LOCAL_SUCCESS and not s.track[tracks.GARRISON_FAILED]
    return (M_STAVKA, s.pack.mars_draws if gives else 0)


def mars_takes(s: State) -> tuple[int, ...]:
    """[6.1.1] Bogged down, it costs some."""
    return (s.pack.mars_returns if s.track[tracks.MARS] == BOGGED_DOWN else 0,)


def rides_free(s: State, u: int) -> bool:
    """[6.1.1] After a Soviet defeat at Rzhev some divisions arrive without paying."""
    return u in s.pack.mars_free_rail and s.track[tracks.MARS] == DEFEAT


def change_arrivals(s: State, box: int) -> None:
    """[6.1.1] [17.2.4] Arrivals move to another turn; they never happen twice."""
    for changed, u, turn in s.pack.mars_changes:
        if changed == box and s.where[u] == TO_COME and s.away[u] >= s.track[tracks.TURN]:
            s.away[u] = s.track[tracks.TURN] + 1 if turn == NEXT_TURN else turn
