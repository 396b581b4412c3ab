"""Roads, chapter 5.5.7: markers that must be played when they are drawn: Stalin and OKH Discord.

What they do is reconstructed; supports that a player has to give back are asked for here, for other chapters too.
"""

from typing import Final

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import DONE
from kurgan.games.roads.pack.vocabulary import AXIS, OKH_DISCORD, STALIN
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.terms import M_AXIS, M_PLAYED, M_STAVKA
from kurgan.kernel.flow import Ask, Call, Roll, Seq, Step, When, While, leave, local, set_local, tell

STALIN_RETURNS: Final = 2
"""Supports that Stalin takes back, or adds (reconstructed)."""


def give_back() -> Step:
    """[5.5.7] Supports that a player must return, of his choice. Given: how many."""
    return While("5.5.7", "give_back", must_give_back, Ask(
        "5.5.7", "return_support", supply.phasing, give_back_choices, take_give_back,
        why=why_not_give_back, space=supports.box_space, form="return_support", private=True,
    ))  # fmt: skip


def stalin() -> Step:
    """[5.5.7] [1.5.3] The Stalin marker is played when drawn."""
    return Seq("5.5.7", "stalin", [
        Roll("5.5.7", "roll_stalin", supports.one_die, take_stalin),
        Call("5.5.7", "draw_supports", given=stalin_gives),
        Call("5.5.7", "give_back", given=stalin_takes),
    ])  # fmt: skip


def discord() -> Step:
    """[5.5.7] [1.5.3] The OKH Discord marker is played when drawn."""
    return Seq("5.5.7", "discord", [
        Roll("5.5.7", "roll_discord", supports.one_die, take_discord),
        Call("5.5.7", "give_back", given=discord_takes),
        When("15.3", "after_discord", supports.has_todo, Call("14.2", "aftermath")),
    ])  # fmt: skip


def void_events(s: State) -> None:
    """[19.2] The phasing player's Stalin or OKH Discord is without effect where chapter 15 is not used."""
    kind = OKH_DISCORD if s.track[tracks.SIDE] == AXIS else STALIN
    box = supports.box_with(s, kind)
    if box and not s.scenario.uses_approval:
        s.lay(supports.find(s, box, kind), M_PLAYED)
        tell(s, "19.2", events.EVENT_WITHOUT_EFFECT, kind)


def is_stalin_drawn(s: State) -> bool:
    """[1.5.3] Stalin is played in the turn he is drawn."""
    return supports.box_with(s, STALIN) > 0


def take_stalin(s: State, die: int) -> None:
    """[5.5.7] 1-2 two supports go back, 3-4 the next attack must lie near an offensive marker, 5-6 two more for
    STAVKA (reconstructed)."""
    s.lay(supports.find(s, supports.box_with(s, STALIN), STALIN), M_PLAYED)
    tell(s, "5.5.7", events.STALIN_ORDERS, die)
    set_local(s, "stalin", STALIN_RETURNS if die >= 5 else 0, STALIN_RETURNS if die <= 2 else 0)
    s.track[tracks.STALIN] = 1 if 3 <= die <= 4 else 0


def stalin_gives(s: State) -> tuple[int, ...]:
    gives, _ = local(s, "stalin")
    return (M_STAVKA, gives)


def stalin_takes(s: State) -> tuple[int, ...]:
    _, takes = local(s, "stalin")
    return (takes,)


def is_discord_drawn(s: State) -> bool:
    """[1.5.3] OKH Discord is played in the turn it is drawn."""
    return supports.box_with(s, OKH_DISCORD) > 0


def take_discord(s: State, die: int) -> None:
    """[5.5.7] 1-2 approval falls one box, 3-4 one support goes back, 5-6 nothing (reconstructed)."""
    s.lay(supports.find(s, M_AXIS, OKH_DISCORD), M_PLAYED)
    tell(s, "5.5.7", events.DISCORD, die)
    set_local(s, "discord", 1 if 3 <= die <= 4 else 0)
    if die <= 2:
        approval.move_approval(s, -1, "5.5.7")


def discord_takes(s: State) -> tuple[int, ...]:
    return local(s, "discord")


def must_give_back(s: State) -> bool:
    """[5.5.7] Something is owed and a box is not empty (whether it holds more than shortages, nobody is told)."""
    (left,) = local(s, "give_back")
    side = s.track[tracks.SIDE]
    return left > 0 and any(supports.markers_in(s, box, side) for box in supports.boxes_of(side))


def give_back_choices(s: State) -> list[int]:
    """[5.5.7] Any real support of the player, of any box; nothing if there are only shortages."""
    side = s.track[tracks.SIDE]
    return supports.box_answers(s, side, supports.boxes_of(side)) or [DONE]


def why_not_give_back(s: State, a: int) -> int:
    return supports.why_not_spend(s, a, refusals.NOT_IN_BOX)


def take_give_back(s: State, a: int) -> None:
    """[5.5.7] Back to the pool."""
    if a == DONE:
        leave(s, "give_back")
        return
    m = supports.marker_of(s, a)
    (left,) = local(s, "give_back")
    set_local(s, "give_back", left - 1)
    supports.to_pool(s, m)
    tell(s, "5.5.7", events.SUPPORT_SPENT, s.pack.marker_kind[m])
