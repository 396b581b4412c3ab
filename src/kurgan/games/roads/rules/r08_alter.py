"""Roads, chapters 8.9 to 8.11: what changes the results between the table and their execution.

Terrain or mud, weak allies and markers, the pocket, German superiority. Numbers only: nothing is removed or moved here.
"""

from typing import Final

from kurgan.games.roads import events
from kurgan.games.roads.pack.vocabulary import (
    A_D1,
    A_E,
    A_E3,
    A_ENG,
    A_NONE,
    A_RETREAT,
    D_DR,
    D_DR2,
    D_DR3,
    D_NONE,
    D_REACT,
    D_STAND,
    HUMAN_WAVES,
    OVERWHELMING_ATTACK,
    PANZERS_TO_THE_RESCUE,
    SOVIET,
    SOVIET_ROUT,
)
from kurgan.games.roads.position.battle import Battle
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_combat as supports
from kurgan.games.roads.rules import r08_odds as odds
from kurgan.games.roads.rules.r08_odds import battle_of
from kurgan.games.roads.terms import EXPLOITATION
from kurgan.kernel.flow import tell

ALLIED_STEPS: Final = 4  # [8.11.1] fewer than this
BOTH: Final = 1
ATTACKER_ONLY: Final = 2
"""Who pays for an engagement: b.engagement."""


def alter_results(s: State) -> None:
    """[8.9.1] [8.10.2] Mud and terrain, then allies and markers, then superiority, then the pocket."""
    b = battle_of(s)
    b.roll = 0
    alter_attacker_result(s, b)
    b.result_d = b.map_d[b.result_d]
    if b.oos_fs:
        b.result_d = pocket_result(b.result_d)
    if b.retreat_less and b.result_d in (D_DR, D_DR2, D_DR3):
        b.result_d = D_NONE if b.result_d == D_DR else b.result_d - 1
    if b.side == SOVIET:
        german_defense(s, b)
    else:
        german_attack(s, b)
    b.reacts += int(b.result_d == D_REACT)
    tell(s, "8.9.1", events.RESULTS_FINAL, b.result_a, b.level, b.result_d, b.losses_a, b.losses_d)


def alter_attacker_result(s: State, b: Battle) -> None:
    """[8.10.2] [3.2.2] [8.11.1] [9.3.2] Terrain, or mud; then the level that allied defenders and markers add."""
    if b.phase == EXPLOITATION:
        b.result_a = A_NONE
        return
    if b.mud:
        alter_in_mud(b)
    else:
        line = odds.river_line(s) if b.river_line else b.map_a
        b.result_a = line[b.result_a]
    if A_E <= b.result_a <= A_E3:
        b.level = b.result_a - A_E + 1
        b.result_a = A_NONE
    if 0 < b.allied_steps < ALLIED_STEPS:
        b.level += 1
    if b.level:
        b.level += supports.use_breakthrough(s, b)


def alter_in_mud(b: Battle) -> None:
    """[3.2.2A] D1 is ignored; [3.2.2B] an E becomes an engagement that costs only the attacker; [3.2.2C] no more."""
    if b.result_a == A_D1:
        b.result_a = A_NONE
    elif A_E <= b.result_a <= A_E3:
        b.result_a = A_ENG
        b.engagement = ATTACKER_ONLY


def pocket_result(result: int) -> int:
    """[10.2.3] The pocket gives way less: DR3 is DR, DR2 and DR are S."""
    if result == D_DR3:
        return D_DR
    return D_STAND if result in (D_DR, D_DR2) else result


def is_active(b: Battle, effect: int) -> bool:
    """[14.1] The effect is on its active side."""
    return b.superiority >> effect & 1 == 1


def german_defense(s: State, b: Battle) -> None:
    """[14.1] A Soviet attack on Germans alone without E2: [14.1A] panzers to the rescue, [14.1B] human waves."""
    if not b.german_defense or b.level >= 2:
        return
    if is_active(b, PANZERS_TO_THE_RESCUE):
        b.reacts += 1
        b.rescue = 1
        tell(s, "14.1", events.SUPERIORITY_USED, PANZERS_TO_THE_RESCUE)
    if is_active(b, HUMAN_WAVES) and b.losses_a:
        b.losses_a += 1
        tell(s, "14.1", events.SUPERIORITY_USED, HUMAN_WAVES)


def german_attack(s: State, b: Battle) -> None:
    """[14.1] Germans alone with a panzer division: [14.1C] one level more, and [14.1D] a loss less with E2."""
    if not (b.german_attack and b.panzer) or b.phase == EXPLOITATION:
        return
    if is_active(b, OVERWHELMING_ATTACK) and b.result_a != A_RETREAT:
        b.level += 1
        tell(s, "14.1", events.SUPERIORITY_USED, OVERWHELMING_ATTACK)
    if is_active(b, SOVIET_ROUT) and b.level >= 2 and b.losses_a:
        b.losses_a -= 1
        tell(s, "14.1", events.SUPERIORITY_USED, SOVIET_ROUT)
