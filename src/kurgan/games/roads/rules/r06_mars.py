"""Roads, chapter 6: Operation Mars, as one track. Its boxes and their effects are reconstructed (charts.toml)."""

from kurgan.games.roads import events, refusals
from kurgan.games.roads.answers import DONE
from kurgan.games.roads.pack.vocabulary import MAJOR_OM, SOVIET
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_orders as orders
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import M_STAVKA, T_OM, T_TURN, TO_COME
from kurgan.games.roads.terms_high_command import T_ADDED, T_MARS, T_MARS_FEWER, T_MARS_OVER, T_NO_SUPPORTS, T_RETURN
from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Ask, Auto, Call, Roll, Seq, Step, When, While, tell

COLLAPSE = -3
DEFEAT = -2
BOGGED_DOWN = -1
LOCAL_SUCCESS = 1
SUCCESS = 2
BREAKTHROUGH = 3


def mars() -> Step:
    """[6.1.1] A throw each turn from NOV IV to DEC III; the box that the marker is in has its effect."""
    return When("6.1", "mars", is_on, Seq("6.1", "mars_phase", [
        Auto("6.1.1", "begin_mars", begin_mars),
        While("6.1.1", "help_mars", may_help, Ask(
            "6.1.1", "help_mars_with", supports.soviet, help_choices, take_help,
            why=why_not_help, space=supports.box_space, form="spend_from_box", private=True,
        )),
        Roll("6.1.1", "roll_mars", two_dice, take_mars),
        Seq("6.1.1", "mars_draws", [Call("5.1.2", "draw_supports")]),
        When("1.5.3", "mars_brings_stalin", orders.is_stalin_drawn, Call("5.5.7", "stalin")),
        When("12.3", "mars_brings_test", supports.is_test_drawn, Call("12.3", "test_shortage")),
        Seq("6.1.1", "mars_takes", [Call("5.5.7", "give_back")]),
        When("15.3", "after_mars", supports.has_todo, Call("14.2", "aftermath")),
    ]))  # fmt: skip


def is_on(s: State) -> bool:
    """[6.1.1] [6.1.2] [6.1.3] In its four turns, unless it has collapsed or broken through."""
    return bool(s.scenario.uses_mars) and s.track[T_TURN] in s.pack.mars_turns and not s.track[T_MARS_OVER]


def begin_mars(s: State) -> None:
    s.track[T_ADDED] = 0
    s.track[T_RETURN] = 0
    supports.owe_draw(s, M_STAVKA, 0)


def may_help(s: State) -> bool:
    """[6.1.1] Up to two supports of the STAVKA box may help, until the player declines."""
    if s.track[T_NO_SUPPORTS] or not 0 <= s.track[T_ADDED] < s.pack.mars_supports_at_most:
        return False
    return bool(supports.markers_in(s, M_STAVKA, SOVIET))


def help_choices(s: State) -> list[int]:
    return [DONE, *supports.box_answers(s, SOVIET, (M_STAVKA,))]


def why_not_help(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOTHING_TO_SPEND)


def take_help(s: State, a: int) -> None:
    """[6.1.1] One support returned adds one; declining is kept as -1 - n."""
    if a == DONE:
        s.track[T_ADDED] = -1 - s.track[T_ADDED]
        return
    m = supports.marker_of(s, a)
    supports.spend_marker(s, m)
    supports.to_pool(s, m)
    s.track[T_ADDED] += 1


def two_dice(s: State) -> Chance:
    return supports.TWO_DICE


def take_mars(s: State, roll: int) -> None:
    """[6.1.1] The marker moves or stays, then its box works."""
    added = s.track[T_ADDED] if s.track[T_ADDED] >= 0 else -1 - s.track[T_ADDED]
    s.track[T_ADDED] = 0
    modified = roll + s.pack.mars_support * added
    if s.track[T_OM + MAJOR_OM] >= 0:
        modified += s.pack.mars_major
    s.track[T_MARS] = max(COLLAPSE, min(BREAKTHROUGH, s.track[T_MARS] + s.pack.mars_step(modified)))
    tell(s, "6.1.1", events.MARS_MOVED, modified, s.track[T_MARS] + 3)
    apply_box(s)


def apply_box(s: State) -> None:
    """[6.1.1] [6.1.2] Ends of the track close the phase; the last turn settles later arrivals."""
    box = s.track[T_MARS]
    if box == BOGGED_DOWN:
        s.track[T_RETURN] = s.pack.mars_returns
    elif box == LOCAL_SUCCESS and not s.track[T_NO_SUPPORTS]:
        supports.owe_draw(s, M_STAVKA, s.pack.mars_draws)
    elif box == COLLAPSE:
        s.track[T_MARS_OVER] = 1
        s.track[T_MARS_FEWER] = s.pack.mars_collapse_turns
        change_arrivals(s, box)
    elif box == BREAKTHROUGH:
        s.track[T_MARS_OVER] = 1
        change_arrivals(s, box)
        approval.move_approval(s, s.pack.mars_approval, "6.1.2")
    elif s.track[T_TURN] == s.pack.mars_turns[-1] and box in (DEFEAT, SUCCESS):
        change_arrivals(s, box)


def rides_free(s: State, u: int) -> bool:
    """[6.1.1] After a Soviet defeat at Rzhev some divisions arrive without paying."""
    return u in s.pack.mars_free_rail and s.track[T_MARS] == DEFEAT


def change_arrivals(s: State, box: int) -> None:
    """[6.1.1] [17.2.4] Arrivals move to another turn; they never happen twice."""
    for changed, u, turn in s.pack.mars_changes:
        if changed == box and s.where[u] == TO_COME and s.away[u] >= s.track[T_TURN]:
            s.away[u] = turn if turn >= 0 else s.track[T_TURN] + 1
