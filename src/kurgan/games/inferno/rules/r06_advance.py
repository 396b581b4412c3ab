"""Inferno, chapter 6, step 11: advance after combat.

Germans choose one to four of the surviving attackers, one by one; the Soviets send their strongest block alone.
"""

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import DONE, UNIT
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State, place
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r06_hits as hits
from kurgan.kernel.flow import Ask, Call, Seq, Step, When, While, tell
from kurgan.kernel.vocabulary import ALLOWED


def advance_after_combat() -> Step:
    """[6.11] The empty hex must be occupied."""
    return Seq(
        "6.11",
        "advance_after_combat",
        [
            While(
                "6.11.1",
                "german_advance",
                german_may_advance,
                Ask(
                    "6.11.1",
                    "advance",
                    combat.deciding_german,
                    advance_choices,
                    take_advance,
                    why=why_not_advance,
                    space=advance_space,
                ),
            ),
            When(
                "6.11.2",
                "soviet_advances",
                soviet_attacked,
                Ask(
                    "6.11.2",
                    "soviet_advance",
                    combat.deciding_german,
                    soviet_advance_choices,
                    take_soviet_advance,
                    why=why_not_soviet_advance,
                    space=soviet_advance_space,
                ),
            ),
            Call("8.1", "german_draws"),
            Call("4.4", "soviet_draws"),
        ],
    )


def soviet_attacked(s: State) -> bool:
    """[6.11.2] The Soviets were the attacker."""
    return s.battle.side == SOVIET


def german_may_advance(s: State) -> bool:
    """[6.11.1] German attackers, and not yet done."""
    b = s.battle
    return b.side == GERMAN and b.halted == 0


def why_not_advance(s: State, a: int) -> int:
    """[6.11.1] Up to four attackers in any mix, at least one; [9.1] never yellow with blue."""
    b = s.battle
    if a == DONE:
        return ALLOWED if b.advanced else refusals.ONE_MUST_ADVANCE
    u = a - UNIT
    if u not in b.germans or u in b.advanced:
        return refusals.NOT_AN_ATTACKER
    if len(b.advanced) >= s.pack.stack_limit:
        return refusals.FOUR_ADVANCED
    if mixes(s, u):
        return refusals.WOULD_MIX
    return ALLOWED


def mixes(s: State, u: int) -> bool:
    """[9.1] A yellow block may not follow a blue one, nor blue yellow."""
    if not s.rules.coop or s.pack.army[u] > 1:
        return False
    return any(s.pack.army[v] == 1 - s.pack.army[u] for v in s.battle.advanced)


def advance_choices(s: State) -> list[int]:
    """[6.11.1] Who may still advance, and enough."""
    choices = [UNIT + u for u in s.battle.germans if why_not_advance(s, UNIT + u) == ALLOWED]
    if s.battle.advanced:
        choices.append(DONE)
    return choices


def advance_space(s: State) -> list[int]:
    """[6.11.1] Any German block, or enough."""
    return [UNIT + u for u in range(s.pack.germans)] + [DONE]


def take_advance(s: State, a: int) -> None:
    """[6.11.1] A block enters the hex; [9.11] a colour that follows white makes it its own."""
    b = s.battle
    if a == DONE:
        b.halted = 1
        return
    u = a - UNIT
    b.advanced.append(u)
    place(s, u, b.target)
    tell(s, "6.11.1", events.UNIT_ADVANCED, u, b.target)
    concepts.enter(s, GERMAN, b.target)
    if s.pack.spawn_side[b.target] == SOVIET:
        concepts.claim(s, b.target)


def soviet_advance_choices(s: State) -> list[int]:
    """[6.11.2] The strongest of all attackers; a German settles ties."""
    tied = hits.strongest(s, s.battle.soviets)
    if hits.look_alike(s, tied):
        return [UNIT + tied[0]]
    return [UNIT + u for u in tied]


def why_not_soviet_advance(s: State, a: int) -> int:
    """[6.11.2] Exactly one, the strongest."""
    if a in soviet_advance_choices(s):
        return ALLOWED
    return refusals.NOT_STRONGEST if a - UNIT in s.battle.soviets else refusals.NOT_TO_CHOOSE


def soviet_advance_space(s: State) -> list[int]:
    """[6.11.2] Any Soviet block."""
    return [UNIT + u for u in range(s.pack.germans, s.pack.units)]


def take_soviet_advance(s: State, a: int) -> None:
    """[6.11.2] It enters the hex alone."""
    u = a - UNIT
    place(s, u, s.battle.target)
    tell(s, "6.11.2", events.UNIT_ADVANCED, u, s.battle.target)
    concepts.enter(s, SOVIET, s.battle.target)
