"""How each title's fights end: read from what happened, and from what the odds measure."""

import pytest

from kurgan import games
from kurgan.games.advance import events as advance
from kurgan.games.advance.terms import NO_RESULT, OVERRUN, REPULSE, SUCCESS
from kurgan.games.inferno import events as inferno
from kurgan.games.roads import events as roads
from kurgan.kernel.protocol import EVERYONE, Event, FightEnd, Judged


def judge(title: str) -> Judged:
    fight = games.load(title).fights()[0]
    assert isinstance(fight, Judged)
    return fight


def told(*events: tuple[int, ...]) -> list[Event]:
    return [Event("1", kind, args, EVERYONE) for kind, *args in events]  # type: ignore[arg-type]


@pytest.mark.parametrize("title", games.TITLES)
def test_a_line_in_which_no_fight_ended_is_not_marked(title: str) -> None:
    assert judge(title).ended([], told((0, 1, 1, 1))) is None


@pytest.mark.parametrize(
    ("happened", "end"),
    [
        ([(advance.RESULT, 10, SUCCESS, 3)], FightEnd(SUCCESS, "success", "win")),
        ([(advance.RESULT, 10, OVERRUN, 9)], FightEnd(OVERRUN, "overrun", "good")),
        ([(advance.RESULT, 10, REPULSE, -1)], FightEnd(REPULSE, "repulse", "bad")),
        ([(advance.RESULT, 10, SUCCESS, 3), (advance.FANATIC_HOLDS, 10)], FightEnd(2, "stalemate", "even")),
        ([(advance.RESULT, 10, NO_RESULT, 0)], None),
    ],
)
def test_a_combat_of_advance_ends_with_its_result(happened: list[tuple[int, ...]], end: FightEnd | None) -> None:
    """Unless a Fanatic unit holds."""
    assert judge("advance").ended(told(*happened), []) == end


@pytest.mark.parametrize(
    ("taken", "name"), [([(inferno.HEX_TAKEN, 41, 0)], "taken"), ([(inferno.HEX_TAKEN, 40, 0)], "held"), ([], "held")]
)
def test_a_hex_of_inferno_falls_between_the_attack_and_the_hiding(taken: list[tuple[int, ...]], name: str) -> None:
    """What fell before this attack, or elsewhere, does not count."""
    before = told((inferno.ATTACK_DECLARED, 0, 41, 0), (inferno.HEX_TAKEN, 41, 1))
    over = told(*taken, (inferno.STACK_CONCEALED, 60))
    end = judge("inferno").ended(over, before)
    assert end is not None and end.name == name
    assert judge("inferno").ended(told(*taken), before) is None


@pytest.mark.parametrize(("lost", "mark"), [((2, 0), "bad"), ((1, 1), "even"), ((0, 1), "win"), ((1, 4), "good")])
def test_a_fight_of_roads_gains_what_the_defender_loses_more(lost: tuple[int, int], mark: str) -> None:
    end = judge("roads").ended(told((roads.COMBAT_RESULT, *lost, 0, 0)), [])
    assert end == FightEnd(lost[1] - lost[0], f"{lost[1]} : {lost[0]}", mark)
