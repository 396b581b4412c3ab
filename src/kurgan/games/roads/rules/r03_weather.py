"""Roads, chapter 3: weather, sky and ice of the turn.

What mud and ice do to movement is in r07_steps.py and ways.py, to combat in r08; the sky's part is in r05_combat.py and
r10_fortress.py. There is no memory: each throw sets ground, sky and ice anew.
"""

from typing import Final

from kurgan.games.roads import events, tracks
from kurgan.games.roads.pack.vocabulary import MAJOR_FROZEN, MINOR_FROZEN, MUD, ROLLS
from kurgan.games.roads.position.state import State
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Auto, Roll, Seq, Step, When, tell

TWO_DICE: Final = Dice(2)
FEB_IV: Final = 13


def weather() -> Step:
    """[3.1] The first turn of a scenario has its own weather, or at least its own ground and ice."""
    return Seq("3", "weather", [
        Auto("3.1", "given_weather", set_given_weather),
        When("3.1.1", "weather_unknown", is_thrown, Roll("3.1.1", "roll_weather", two_dice, take_weather)),
    ])  # fmt: skip


def two_dice(s: State) -> Chance:
    return TWO_DICE


def is_first_turn(s: State) -> bool:
    return s.track[tracks.TURN] == s.scenario.first_turn


def is_thrown(s: State) -> bool:
    """[3.1.1] Every turn but the first; there only where the scenario leaves the sky to the dice."""
    return not is_first_turn(s) or s.scenario.sky < 0


def set_given_weather(s: State) -> None:
    """[3.1.1] Weather that the scenario prescribes for its first turn."""
    if is_first_turn(s):
        s.set_weather(s.scenario.ground, max(0, s.scenario.sky), s.scenario.ice)
        if s.scenario.sky >= 0:
            announce(s)


def take_weather(s: State, roll: int) -> None:
    """[3.1.1] [3.1.2] [3.2.1] [3.5] Ground, sky and ice of the turn from the table (its last column beyond its end)."""
    pack = s.pack
    column = pack.weather_column[s.track[tracks.TURN]]
    if column < 0:
        column = max(pack.weather_column)
    i = column * ROLLS + roll
    if is_first_turn(s):
        s.set_weather(s.scenario.ground, pack.weather_sky[i], s.scenario.ice)
    else:
        s.set_weather(pack.weather_ground[i], pack.weather_sky[i], ice_after_mud(s, pack.weather_ice[i]))
        if s.track[tracks.TURN] == FEB_IV:
            s.track[tracks.MUD_FEB] = int(s.track[tracks.GROUND] == MUD)
    announce(s)


def ice_after_mud(s: State, ice: int) -> int:
    """[3.4] After mud on FEB IV a full frost in the next turn freezes minor rivers only."""
    if ice == MAJOR_FROZEN and s.track[tracks.TURN] == FEB_IV + 1 and s.track[tracks.MUD_FEB]:
        return MINOR_FROZEN
    return ice


def announce(s: State) -> None:
    """[3.1.2] The markers on the weather track."""
    tell(s, "3.1.2", events.WEATHER_SET, s.track[tracks.GROUND], s.track[tracks.SKY], s.track[tracks.ICE])
