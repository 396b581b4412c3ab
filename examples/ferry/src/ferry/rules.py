"""The Last Ferry: the rules. One function holds one paragraph and begins with its number."""

from typing import Final

from ferry.state import ABOARD, ASHORE, FERRIES, FERRYMEN, HUNTERS, NIGHTS, PATROL, POSTS, SHELLS, WEST, WORTH, State
from kurgan.kernel import flow
from kurgan.kernel.chance import Chance, Dice, Draw
from kurgan.kernel.columns import NOWHERE
from kurgan.kernel.flow import Auto, Book, Call, Each, Roll, Seq, Step, When, While, current, tell, tell_some
from kurgan.kernel.plain_steps import Question, given
from kurgan.kernel.vocabulary import Events, Refusals

event = Events(globals())
CARGO_KNOWN: Final = event("boat cargo")
SAILED: Final = event("boat area")
CARGO_SHOWN: Final = event("boat cargo")
CARGO_DROPPED: Final = event("boat cargo")
SUNK: Final = event("boat")
DRIVEN_OFF: Final = event("boat area")
LANDED: Final = event("boat cargo")
EVENTS: Final = event.rows()
refusal = Refusals(globals())
NO_WAY: Final = refusal("2.1")
NOT_ASHORE: Final = refusal("2.2")
REFUSALS: Final = refusal.rows()

STAND, DROP, HOLD = 0, 1, 12
"""Answers: a boat goes to the area of this number or holds; a ferry that is met stands or drops its cargo."""


def game_table() -> Step:
    """[1] The ferries are loaded; then night follows night."""
    load = Roll("1.1", "draw_cargo", cargo_left, take_cargo, secret=True)
    return Seq("1", "game", [Each("1.1", "loading", given(FERRIES), load), While("1.2", "nights", goes_on, night())])


def night() -> Step:
    """[2] The ferries move one after another, then the patrols; then it dawns."""
    return Seq("2", "night", [
        Each("2.1", "each_ferry", given(FERRIES), When("2.1", "is_loaded", is_loaded, Seq("2.1", "ferry_move", [
            Question("2.1", "sail", FERRYMEN, range(13), take_move, why_not_move),
            Call("3", "fights"),
            Auto("2.4", "land", land),
        ]))),
        Each("2.2", "each_hunter", given(HUNTERS), Seq("2.2", "hunter_move", [
            Question("2.2", "hunt", PATROL, range(13), take_move, why_not_move),
            Call("3", "fights"),
        ])),
        Auto("2.3", "dawn", dawn),
    ])  # fmt: skip


def fights() -> Step:
    """[3] Wherever a patrol meets cargo there is a fight, until none is left."""
    return While("3", "fights", is_met, Seq("3", "fight", [
        Question("3.1", "stand_or_drop", FERRYMEN, (STAND, DROP), take_stand),
        Auto("3.2", "show_cargo", show_cargo),
        Roll("3.3", "roll_patrol", patrol_dice, take_patrol_roll),
        Roll("3.4", "roll_ferry", given(Dice(2)), take_ferry_roll),
        Auto("3.5", "resolve", resolve),
    ]))  # fmt: skip


def cargo_left(s: State) -> Chance:
    """[1.1] One ferry carries stones, two bread, one shells."""
    return Draw([0, 1, 2], [ABOARD[kind] - s.cargo.count(kind) for kind in range(3)])


def take_cargo(s: State, kind: int) -> None:
    """[1.1] Which carries what is the ferrymen's secret."""
    boat = current(s, "loading")
    s.cargo[boat] = kind
    tell_some(s, 1 << FERRYMEN, "1.1", CARGO_KNOWN, boat, kind)


def goes_on(s: State) -> bool:
    """[1.2] Ten nights, or until nothing is left to bring over."""
    return s.night <= NIGHTS and max(s.cargo) != NOWHERE


def is_loaded(s: State) -> bool:
    """[2.1] A ferry with cargo sails; the others have done their part."""
    return s.cargo[current(s, "each_ferry")] != NOWHERE


def boat_at_hand(s: State) -> int:
    return current(s, "each_ferry" if flow.is_under_way(s, "each_ferry") else "each_hunter")


def why_not_move(s: State, a: int) -> int:
    """[2.1] [2.2] To a neighbouring area or not at all; patrols stay on the river."""
    boat = boat_at_hand(s)
    if a != HOLD and a not in s.pack.near[s.where[boat]]:
        return NO_WAY
    return NOT_ASHORE if boat in HUNTERS and a in ASHORE else 0


def take_move(s: State, a: int) -> None:
    """[2.1] [2.2] The boat is there at once."""
    if a != HOLD:
        s.where[boat_at_hand(s)] = a
        tell(s, "2", SAILED, boat_at_hand(s), a)


def dawn(s: State) -> None:
    """[2.3] Another night has gone."""
    s.night += 1


def land(s: State) -> None:
    """[2.4] Cargo that reaches the west bank counts, and all see what it was."""
    boat = current(s, "each_ferry")
    if s.cargo[boat] != NOWHERE and s.where[boat] in WEST:
        s.points += WORTH[s.cargo[boat]]
        show(s, boat, "2.4", LANDED)
        s.cargo[boat] = NOWHERE


def show(s: State, boat: int, rule: str, how: int) -> None:
    """[2.4] [3.1] [3.2] From here on everybody knows what this ferry carries."""
    tell(s, rule, how, boat, s.cargo[boat])
    s.unseen[s.cargo[boat]] -= 1 - s.shown[boat]
    s.shown[boat] = 1


def meeting(s: State) -> tuple[int, int]:
    """[3] The first ferry with cargo beside a patrol, and that patrol."""
    met = [(f, h) for f in FERRIES for h in HUNTERS if s.cargo[f] != NOWHERE and s.where[f] == s.where[h]]
    return met[0] if met else (NOWHERE, NOWHERE)


def is_met(s: State) -> bool:
    return meeting(s)[0] != NOWHERE


def take_stand(s: State, a: int) -> None:
    """[3.1] A ferry that is met stands, or drops its cargo into the river and is let go."""
    if a == DROP:
        ferry = meeting(s)[0]
        show(s, ferry, "3.1", CARGO_DROPPED)
        s.cargo[ferry] = NOWHERE
        flow.leave(s, "fight")


def show_cargo(s: State) -> None:
    """[3.2] Before the dice all see what the ferry carries."""
    show(s, meeting(s)[0], "3.2", CARGO_SHOWN)


def patrol_dice(s: State) -> Chance:
    """[3.3] The patrol rolls two dice, in fog one."""
    return Dice(1) if s.options["fog"] == "on" else Dice(2)


def take_patrol_roll(s: State, roll: int) -> None:
    s.margin = -roll


def take_ferry_roll(s: State, roll: int) -> None:
    """[3.4] The ferry rolls two dice and adds two for shells."""
    s.margin += roll + 2 * (s.cargo[meeting(s)[0]] == SHELLS)


def resolve(s: State) -> None:
    """[3.5] The higher total wins, a tie the ferry: it is sunk, or the patrol goes back to its post."""
    ferry, hunter = meeting(s)
    if s.margin < 0:
        s.where[ferry] = s.cargo[ferry] = NOWHERE
        tell(s, "3.5", SUNK, ferry)
    else:
        s.where[hunter] = POSTS[hunter]
        tell(s, "3.5", DRIVEN_OFF, hunter, POSTS[hunter])
    s.margin = 0


BOOK: Final = Book([game_table(), fights()])
