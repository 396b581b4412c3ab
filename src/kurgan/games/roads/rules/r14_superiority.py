"""Roads, chapter 14: German superiority and major Soviet successes; what happens after a capture.

What the four effects do in a fight is in r08_alter.py. A capture or a declaration puts a question on s.todo; the
procedure ``aftermath`` asks it at the next place in the sequence where somebody may be asked.
"""

from kurgan.games.roads import events, refusals, tracks
from kurgan.games.roads.answers import EFFECT
from kurgan.games.roads.pack.vocabulary import AXIS, BACKHAND_BLOW, EFFECTS, SOVIET, URANUS
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r05_supports as supports
from kurgan.games.roads.rules import r10_fortress as fortress
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r15_approval as approval
from kurgan.games.roads.rules import r16_manstein as manstein
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms_high_command import TODO_CRISIS, TODO_END_EFFECT, TODO_RETURN_EFFECT, TODO_VICTORY
from kurgan.kernel.flow import Ask, Auto, Roll, Seq, Step, When, While, leave, tell


def aftermath() -> Step:
    """[14.2] [15.3] Questions that a capture, a lost headquarters or a declaration raised, in their order."""
    return While("14.2", "aftermath", supports.has_todo, Seq("14.2", "consequence", [
        When("14.2.2", "success", is_effect_to_end, Ask(
            "14.2.2", "end_effect", supports.soviet, active_effects, take_end_effect,
            why=why_not_end, space=effect_space, form="choose_effect",
        )),
        When("14.2.3", "recapture", is_effect_to_return, Ask(
            "14.2.3", "return_effect", axis, inactive_effects, take_return_effect,
            why=why_not_return, space=effect_space, form="choose_effect",
        )),
        When("15.3", "crisis", is_crisis, Roll("15.3", "roll_crisis", supports.two_dice, approval.take_crisis)),
        When("10.1.5", "marker_lost", fortress.is_marker_lost, Ask(
            "10.1.5", "move_fortress_marker", axis, fortress.refuge_choices, fortress.take_refuge,
            why=fortress.why_not_refuge, space=fortress.hex_space, form="choose_hex",
        )),
        When("19.2.8", "decided", is_victory, Auto("19.2.8", "end_at_once", end_at_once)),
    ]))  # fmt: skip


def axis(s: State) -> int:
    return AXIS


def effect_space(s: State) -> list[int]:
    return [EFFECT + e for e in range(len(EFFECTS))]


def active_effects(s: State) -> list[int]:
    """[14.1E] Effects whose marker shows its active side."""
    return [a for a in effect_space(s) if s.track[tracks.SUPERIORITY + a - EFFECT]]


def inactive_effects(s: State) -> list[int]:
    return [a for a in effect_space(s) if not s.track[tracks.SUPERIORITY + a - EFFECT]]


def is_effect_to_end(s: State) -> bool:
    """[14.2.2] A success is to be paid out; without an active effect it is skipped."""
    return next_question(s, TODO_END_EFFECT, active_effects(s))


def is_effect_to_return(s: State) -> bool:
    """[14.2.3] A recapture is to be paid out; without an inactive effect it is skipped."""
    return next_question(s, TODO_RETURN_EFFECT, inactive_effects(s))


def next_question(s: State, question: int, answers: list[int]) -> bool:
    """The first of the waiting questions, if it has an answer."""
    return bool(s.todo) and s.todo[0] == question and bool(answers)


def is_crisis(s: State) -> bool:
    return bool(s.todo) and s.todo[0] == TODO_CRISIS


def is_victory(s: State) -> bool:
    return bool(s.todo) and s.todo[0] == TODO_VICTORY


def why_not_end(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.EFFECT_NOT_ACTIVE)


def take_end_effect(s: State, a: int) -> None:
    """[14.2.2] The Soviet player turns one effect to its inactive side."""
    s.todo.pop(0)
    s.track[tracks.SUPERIORITY + a - EFFECT] = 0
    tell(s, "14.2.2", events.EFFECT_ENDED, a - EFFECT)


def why_not_return(s: State, a: int) -> int:
    return supports.listed(s, a, refusals.EFFECT_ACTIVE)


def take_return_effect(s: State, a: int) -> None:
    """[14.2.3] The Axis player turns one effect back."""
    s.todo.pop(0)
    s.track[tracks.SUPERIORITY + a - EFFECT] = 1
    tell(s, "14.2.3", events.EFFECT_RETURNED, a - EFFECT)


def end_at_once(s: State) -> None:
    """[19.2.8] [19.4.2] A decisive victory ends the game in the middle of a turn."""
    s.todo = []
    s.battle = None
    leave(s, "turns")


def ask_later(s: State, question: int) -> None:
    """[14.2] Put a question on the list, unless it could have no answer."""
    if question == TODO_END_EFFECT and s.todo.count(question) >= len(active_effects(s)):
        return
    if question == TODO_RETURN_EFFECT and s.todo.count(question) >= len(inactive_effects(s)):
        return
    s.todo.append(question)


# 14.2 Successes ---------------------------------------------------------------------------------------------------


def major_success(s: State) -> None:
    """[14.2.1] [14.2.2] [14.2.4] An effect ends and Manstein falls a box."""
    ask_later(s, TODO_END_EFFECT)
    manstein.move_manstein(s, -1, "14.2.4")


def city_of(s: State, h: int) -> int:
    """The number of the major city that a hex belongs to, -1 if none."""
    for number, hexes in enumerate(s.pack.major_cities):
        if h in hexes:
            return number
    return -1


def holds_city(s: State, number: int, side: int) -> bool:
    """[14.2.1] A side controls a major city: both hexes of Stalingrad."""
    return all(s.control[h] == side for h in s.pack.major_cities[number])


def captured(s: State, h: int, side: int) -> None:
    """[14.2.1] [14.2.3] [16.2.3] [16.3.2] A hex of a major city has changed hands."""
    number = city_of(s, h)
    if number < 0 or not s.scenario.plays[h]:
        return
    if number == 0 and holds_city(s, 0, SOVIET):
        offensives.city_fallen(s)
    if side == SOVIET:
        soviet_took(s, number)
    else:
        axis_retook(s, number)
    if s.track[tracks.MANSTEIN_BACK] >= 0 and (side == AXIS or holds_city(s, number, SOVIET)):
        s.track[tracks.BACKHAND] += 1 if side == AXIS else -1


def soviet_took(s: State, number: int) -> None:
    """[14.2.1] The first capture is a major success; [19.2.8] [19.4.2] in two scenarios it may end the game."""
    if s.scenario.number == URANUS and number == 0:
        decide(s, "soviet_decisive")
        return
    if not holds_city(s, number, SOVIET) or s.track[tracks.CITIES_TAKEN] & 1 << number:
        return
    s.track[tracks.CITIES_TAKEN] |= 1 << number
    major_success(s)
    if s.scenario.number == BACKHAND_BLOW and not s.track[tracks.CITIES_RETAKEN]:
        decide(s, "soviet_decisive")


def axis_retook(s: State, number: int) -> None:
    """[14.2.3] [16.2.3] The first recapture of a captured city: an effect returns and Manstein rises."""
    known = 1 << number
    if (
        not holds_city(s, number, AXIS)
        or not s.track[tracks.CITIES_TAKEN] & known
        or s.track[tracks.CITIES_RETAKEN] & known
    ):
        return
    s.track[tracks.CITIES_RETAKEN] |= known
    ask_later(s, TODO_RETURN_EFFECT)
    manstein.move_manstein(s, 1, "16.2.3")


def decide(s: State, outcome: str) -> None:
    """[19.2.8] [19.4.2] The game is decided at this moment."""
    if not s.track[tracks.OUTCOME]:
        scenarios.end_game(s, outcome)
        s.todo.insert(0, TODO_VICTORY)
