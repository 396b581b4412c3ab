"""Every title of the registry in a session: random play with a secret, undo and reopening; then verify."""

import random

import pytest

from kurgan import games
from kurgan.kernel.protocol import IllegalAction
from kurgan.session.logs import MemoryLog
from kurgan.session.session import Session
from kurgan.session.stream import sees
from kurgan.session.verify import verify

CASES = [(title, scenario.name) for title in games.TITLES for scenario in games.load(title).scenarios()]


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_the_record_of_a_title_leads_to_its_position(title: str, scenario: str) -> None:
    game = games.load(title)
    rng = random.Random(f"{title} {scenario}")
    log = MemoryLog()
    session = Session.new(game, scenario, {}, log=log)
    for step in range(150):
        if session.outcome is not None:
            break
        if step % 17 == 16:
            session.undo(session.last_decider(), steps=rng.randint(1, 2))
        else:
            session.answer(rng.choice(session.legal()))
    again = Session.load(game, log)
    assert again.state.key() == session.state.key()
    assert again.course.trail == session.course.trail
    report = verify(log, lambda _: game)
    assert (report.ok, report.dice) == (True, "proved"), report


@pytest.mark.parametrize(("title", "scenario"), CASES)
def test_streams_of_a_title_hold_only_what_a_seat_may_see(title: str, scenario: str) -> None:
    game = games.load(title)
    rng = random.Random(f"stream {title} {scenario}")
    session = Session.new(game, scenario, {}, seed="streams")
    for _ in range(60):
        if session.outcome is not None:
            break
        session.answer(rng.choice(session.legal()))
    for seat in (*session.seat_names, ""):
        index = session.seat_index(seat)
        for entry, shown in zip(session.entries(), session.stream(seat), strict=True):
            allowed = [[event.kind, *event.args] for event in entry.events if sees(event, index)]
            told = [[event["kind"], *event["args"]] for event in shown["events"]]
            untold = [event for event in allowed if event not in told]
            assert [event for event in allowed if event not in untold] == told
            assert {event[0] for event in untold} <= set(game.supersedes().values())
            if entry.line.kind == "answer" and entry.line.fields["seat"] != seat:
                assert "answer" not in shown
            if entry.line.fields.get("secret"):
                assert "answer" not in shown


@pytest.mark.parametrize(
    ("title", "scenario", "seat", "winners"),
    [
        ("advance", "campaign", "german", ("soviet",)),
        ("inferno", "coop", "yellow", ("soviet",)),
        ("inferno", "two_vs_one", "blue", ("soviet",)),
        ("inferno", "two_vs_one", "soviet", ("yellow", "blue")),
        ("roads", "wintergewitter", "axis", ("soviet",)),
    ],
)
def test_who_resigns_gives_the_game_to_the_other_side(
    title: str, scenario: str, seat: str, winners: tuple[str, ...]
) -> None:
    session = Session.new(games.load(title), scenario, {}, seed="resign")
    session.resign(seat)
    assert session.outcome is not None
    assert session.outcome.winners == winners
    with pytest.raises(IllegalAction, match=r"^The game is over\.$"):
        session.act(seat, ["done"])
