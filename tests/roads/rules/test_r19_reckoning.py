"""Scenarios, third reading: cities that are cut off, gained and lost; the first offensive of Star and Gallop."""

import pytest

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.rules import r11_offensives as offensives
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, h
from tests.roads.staged import bare

NO_OM = {tracks.MAJOR_AT: -1, tracks.MAJOR_AT + 1: -1, tracks.MAJOR_AT + 2: -1}


@rule("19.3.6")
def test_an_empty_city_without_a_line_is_out_of_supply() -> None:
    """Kharkov is Axis and empty. With a line to a source it counts nothing; ringed by Soviet units three points, as it
    does with a garrison out of supply."""
    ring = "".join(f"{PACK.hex_name[n]}: {name}\n" for n, name in zip(PACK.neighbours[h("2108")], RIFLES, strict=False))
    for text, points in (("", 0), (ring, 3), (ring + "2108: GE-62\n", 3)):
        t = bare("turn MAR_III\n" + text, NO_OM)
        scenarios.judge_campaign(t.s)
        assert t.s.track[tracks.VICTORY_POINTS] == points


@rule("19.3.6")
def test_a_line_to_one_hex_of_an_empty_stalingrad_is_enough() -> None:
    """Soviet units in 1233 and 1335 leave a line to 1434 only; with 1534 taken too there is none."""
    for text, points in (("1233: SU-23\n1335: SU-24\n", 0), ("1233: SU-23\n1335: SU-24\n1534: SU-29\n", 3)):
        t = bare("turn MAR_III\ncontrol axis 1334 1434\n" + text, NO_OM)
        scenarios.judge_campaign(t.s)
        assert t.s.track[tracks.VICTORY_POINTS] == points


RIFLES = ("SU-23", "SU-24", "SU-29", "SU-38", "SU-45", "SU-49")


@rule("19.4.2")
@pytest.mark.parametrize(
    ("retaken", "lost", "outcome"),
    [([], [], "soviet_decisive"), (["2108"], [], "soviet_marginal"), (["2108"], ["1306"], "soviet_marginal"),
     ([], ["1306"], "soviet_decisive")],
)  # fmt: skip
def test_a_major_city_gained_and_one_lost(retaken: list[str], lost: list[str], outcome: str) -> None:
    """Decisive for the Soviets only if they have lost no major city; one each leaves the least of their victories."""
    s = GAME.new("backhand", GAME.settle({}))
    majors = [x for x in range(PACK.hex_count) if PACK.settlement[x] == vocabulary.MAJOR_CITY and s.scenario.plays[x]]
    soviet = [x for x in majors if s.control[x] == vocabulary.SOVIET]
    axis = [x for x in majors if s.control[x] == vocabulary.AXIS]
    for _ in retaken:
        s.hold(soviet[0], vocabulary.AXIS)
    for _ in lost:
        s.hold(axis[0], vocabulary.SOVIET)
    assert scenarios.backhand_gains(s) == (len(retaken) - len(lost), 0, len(retaken))
    scenarios.judge_backhand(s)
    assert OUTCOMES[s.track[tracks.OUTCOME] - 1] == outcome


@rule("19.5.2")
def test_the_first_offensive_of_star_and_gallop() -> None:
    """On FEB I both markers are placed, the Major one west of the Donets; from FEB II on 11.1.2 alone decides."""
    t = bare("scenario star_and_gallop\nturn FEB_I\nside soviet\n", NO_OM)
    west = offensives.candidate_hexes(t.s, vocabulary.MAJOR_OM)
    assert west and all(PACK.west_of_donets[x] for x in west)
    minor = offensives.candidate_hexes(t.s, vocabulary.MINOR_B)
    assert any(not PACK.west_of_donets[x] for x in minor)
    assert 0 not in offensives.marker_choices(t.s)
    t.s.set_turn(t.s.track[tracks.TURN] + 1)
    assert set(offensives.candidate_hexes(t.s, vocabulary.MAJOR_OM)) == set(minor)
    assert 0 in offensives.marker_choices(t.s)


@rule("19.1.1")
@rule("19.2.8")
@rule("19.2.10")
@rule("19.3.5")
@rule("19.3.7")
@rule("19.4.2")
@rule("19.5.3")
@pytest.mark.parametrize(
    ("scenario", "outcome", "paragraph"),
    [("wintergewitter", "axis_minor", "19.1.1"), ("uranus", "axis_decisive", "19.2.8"), ("uranus", "draw", "19.2.10"),
     ("campaign", "soviet_decisive", "19.3.5"), ("campaign", "axis_strategic", "19.3.7"),
     ("backhand", "soviet_marginal", "19.4.2"), ("star_and_gallop", "axis_major", "19.5.3")],
)  # fmt: skip
def test_the_end_names_the_paragraph_that_decided_it(scenario: str, outcome: str, paragraph: str) -> None:
    s = GAME.new(scenario, GAME.settle({}))
    s.events = []
    scenarios.end_game(s, outcome)
    assert [event.rule for event in s.events] == [paragraph]
    assert GAME.outcome(s).rule == paragraph
    assert GAME.scene(GAME.view(s, 0))["over"]["rule"] == paragraph
