"""Every title's fights say how they ended: marks on the time line, and expected against actual at the end."""

import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from kurgan import games, odds
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import FightEnd, Judged, Over, Throw
from kurgan.odds.ends import ends
from kurgan.session.session import Session
from kurgan.table.shown import luck, seat_view

CASES = [("advance", "campaign", 400), ("inferno", "solo", 700), ("roads", "wintergewitter", 500)]
MARKS = {"good", "win", "even", "bad"}


@cache
def played(title: str, scenario: str, decisions: int) -> Session:
    """A random game far enough for a few fights."""
    session = Session.new(games.load(title), scenario, {}, seed=f"luck {title}")
    dice = random.Random(title)
    for _ in range(decisions):
        if session.outcome is None:
            session.answer(dice.choice(session.legal()))
    return session


@pytest.mark.parametrize(("title", "scenario", "decisions"), CASES)
def test_fights_are_marked_and_their_luck_is_reckoned(title: str, scenario: str, decisions: int) -> None:
    """Chances of each fight add up to one, what happened was possible, and the log marks the same lines."""
    session = played(title, scenario, decisions)
    found = luck.luck(session)
    assert found, "no fight was found"
    for fight in found:
        assert sum(fight.chances.values()) == pytest.approx(1)
        assert 0 < fight.this_or_better <= 1
        assert fight.mark in MARKS
        assert fight.text
    marked = {line.number: line.fight for line in seat_view.log(session, "", 0) if line.fight}
    assert {fight.number: fight.mark for fight in found}.items() <= marked.items()
    late = max(marked)
    part = seat_view.log(session, "", late - 1)
    assert part[0].number == late
    assert part[0].fight == marked[late]


@pytest.mark.parametrize("number", [18, 25, 100])
def test_who_fights_otherwise_than_foreseen_is_judged_by_what_he_did(number: int) -> None:
    """Support added after a counter was revealed won fights that the odds before the reveal held to be lost."""
    session = Session.new(games.load("advance"), "factory", {}, seed=f"luck {number}")
    dice = random.Random(number)
    while session.outcome is None:
        session.answer(dice.choice(session.legal()))
    found = luck.luck(session)
    assert len(found) > 5
    assert all(0 < fight.this_or_better <= 1 for fight in found)


def test_a_hex_that_fell_is_a_fight_won() -> None:
    """Inferno: between the attack and the blocks being hidden again the target fell, or it did not."""
    session = played("inferno", "one_vs_one", 1500)
    game, entries = session.game, session.happened()
    seen = set()
    for place in range(len(entries)):
        ended = luck.fight_ended(luck.judged(game), entries, place)
        if ended is None:
            continue
        told = []
        for entry in reversed(entries[: place + 1]):
            kinds = [game.event_name(event.kind) for event in entry.events]
            told += kinds
            if "attack_declared" in kinds:
                break
        seen.add(ended.name)
        if ended.name == "taken":
            assert "hex_taken" in told
    assert seen == {"held", "taken"}


def test_who_advances_does_not_change_how_likely_it_was() -> None:
    """Inferno: after the dice units are named that go into the hex; what led there could be reckoned all the same."""
    session = played("inferno", "solo", 700)
    after_dice: list[str] = []
    taken = set()
    for line in seat_view.log(session, "", 0):
        after_dice = [] if line.kind == "dice" else [*after_dice, line.step]
        if line.fight == "win" and set(after_dice) == {"advance"}:
            taken.add(line.number)
    assert len(taken) > 2
    assert taken <= {fight.number for fight in luck.luck(session)}


def test_the_gain_of_a_roads_fight_is_what_the_defender_lost_more() -> None:
    session = played("roads", "wintergewitter", 500)
    game, entries = session.game, session.happened()
    for place, entry in enumerate(entries):
        results = [e for e in entry.events if game.event_name(e.kind) == "combat_result"]
        ended = luck.fight_ended(luck.judged(game), entries, place)
        assert (ended is not None) == bool(results)
        if ended is not None:
            attacker, defender = results[0].args[:2]
            assert ended.rank == defender - attacker
            assert ended.mark == ("bad" if ended.rank < 0 else ["even", "win", "good"][min(ended.rank, 2)])


@pytest.mark.parametrize(
    ("rank", "chances", "said"),
    [
        (1, {0: 0.19, 1: 0.81}, "expected"),
        (1, {1: 0.81, 2: 0.19}, "expected"),
        (1, {1: 0.19, 3: 0.81}, "worse"),
        (3, {1: 0.19, 3: 0.81}, "expected"),
        (3, {1: 0.81, 3: 0.19}, "better"),
        (0, {0: 0.5, 1: 0.5}, "expected"),
        (1, {1: 1.0}, "expected"),
        (2, {0: 0.3, 1: 0.3, 2: 0.3, 3: 0.1}, "expected"),
    ],
)
def test_what_comes_more_often_than_not_is_neither_good_luck_nor_bad(
    rank: int, chances: dict[int, float], said: str
) -> None:
    """A repulse that four of five such fights end in is no better than expected, whatever the average of the ranks."""
    told = luck.luck_line(1, FightEnd(rank, "", "even"), {r: (str(r), chance) for r, chance in chances.items()}, "")
    assert told.verdict == said


def test_repulses_that_were_to_be_expected_are_no_good_luck() -> None:
    """Advance, a whole game: attacks that were likely to be repulsed and were, as the report tells them."""
    session = Session.new(games.load("advance"), "factory", {}, seed="luck 18")
    lot = random.Random(18)
    while session.outcome is None:
        session.answer(lot.choice(session.legal()))
    likely = [f for f in luck.luck(session) if f.outcome == "repulse" and f.chances["repulse"] >= 0.7]
    assert len(likely) >= 2
    assert {fight.verdict for fight in likely} == {"expected"}


@pytest.mark.parametrize(("title", "scenario", "decisions"), CASES)
def test_a_fight_is_told_by_its_parts(title: str, scenario: str, decisions: int) -> None:
    """The log says what each event is in a fight, how its dice are read, and what a throw came to: a card of the result
    needs no more. Its chances are those that the seat could reckon before the dice."""
    session = played(title, scenario, decisions)
    lines = seat_view.log(session, "", 0)
    ended = next(place for place, line in enumerate(lines) if line.fight)
    began = max(i for i in range(ended + 1) if any(event.part == "begin" for event in lines[i].events))
    fight = lines[began : ended + 1]
    throws = [line for line in fight if line.throw is not msgspec.UNSET]
    assert throws, "no throw in a fight"
    for line in throws:
        said: Any = line.throw
        assert read(line) in (said.total, said.total - (said.value or 0))
    likely = luck.likely(session, lines[ended].number, "")
    assert likely is None or 0 < likely.this_or_better <= 1
    assert luck.likely(session, lines[ended].number + 1, "") is None


def read(line: Any) -> int:
    """What dice come to: the sum of those kept, or hits."""
    total, at = 0, 0
    for pool in line.pools:
        faces = sorted(line.dice[at : at + pool.count])[pool.drop :]
        total += sum(face >= pool.least for face in faces) if pool.least else sum(faces)
        at += pool.count
    assert at == len(line.dice)
    return total


def test_the_luck_of_a_roads_fight_is_that_of_its_throw() -> None:
    """[8.7.4] The end that is told is the result of the table; second throws, losses and events come later.

    All 36 throws are tried at every combat of a game: what is told must come as often as was said before.
    """
    game: Any = games.load("roads")
    s, dice, tape, tried = game.new("wintergewitter", {}), random.Random(5), Tape("throws"), 0
    while tried < 12:
        asked = game.pending(s)
        if isinstance(asked, Throw):
            if asked.step == "roll_combat":
                view = game.view(s, 0)
                under_way = odds.pending(game, view, judged=True)
                assert under_way is not None
                assert isinstance(under_way.fight, Judged)
                assert {rank: chance for rank, (_, chance) in ends(under_way.fight, under_way.result).items()} == (
                    pytest.approx(told_by_every_throw(game, s, asked))
                )
                tried += 1
            game.answer(s, asked.chance.throw(tape))
        elif isinstance(asked, Over):
            s = game.new("wintergewitter", {})
        else:
            game.answer(s, dice.choice(game.legal(s)))


def told_by_every_throw(game: Any, s: Any, asked: Throw) -> dict[int, float]:
    found: Counter[int] = Counter()
    (fight,) = luck.judged(game)[:1]
    for answer, ways in asked.chance.outcomes():
        after = s.copy()
        end = fight.ended(game.apply(after, answer), ())
        assert end is not None
        found[end.rank] += ways
    return {rank: ways / found.total() for rank, ways in found.items()}
