"""Bots in processes of their own: same answers, a limit, replacement, honest failures."""

import pytest

from kurgan import bots
from tests.contract import toy

TOY = bots.Source("toy", "", "tests.contract.toy:load")


def question() -> tuple[toy.Toy, toy.State]:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 1)
    return game, s


def test_a_worker_answers_as_the_bot_itself_would() -> None:
    game, s = question()
    view, legal = game.view(s, toy.RED), game.legal(s)
    expected = bots.make("greedy", "w").choose(game, view, legal)
    assert expected.answer in legal
    with bots.Worker(TOY, "greedy", "w") as worker:
        assert worker.choose(view.to_json(), legal) == expected
        hint = worker.hint(view.to_json(), legal)
    assert hint["answers"][0] == expected.answer
    assert any("banks" in reason for reason in hint["reasons"])


def test_a_worker_that_overruns_is_ended_and_the_next_question_gets_a_new_one() -> None:
    game, s = question()
    view, legal = game.view(s, toy.RED).to_json(), game.legal(s)
    with bots.Worker(bots.Source("slow", "", "tests.bots.slow:load"), limit=0.3) as worker:
        with pytest.raises(bots.Overrun, match=r"0\.3 seconds"):
            worker.choose(view, legal)
        worker.source = TOY
        worker.limit = 30
        assert worker.choose(view, legal).answer in legal


@pytest.mark.parametrize(("name", "message"), [("dying", "without an answer"), ("broken", "RuntimeError: no plan")])
def test_a_worker_that_breaks_says_so(name: str, message: str) -> None:
    game, s = question()
    view, legal = game.view(s, toy.RED).to_json(), game.legal(s)
    with bots.Worker(bots.Source(name, "", "tests.bots.slow:load")) as worker:
        with pytest.raises(bots.WorkerFailed, match=message):
            worker.choose(view, legal)
        worker.source = TOY
        assert worker.choose(view, legal).answer in legal


def test_a_pool_answers_by_futures() -> None:
    game, s = question()
    view, legal = game.view(s, toy.RED), game.legal(s)
    pool = bots.Pool(1)
    try:
        asked = bots.question(TOY, "greedy", "p", view.to_json(), legal)
        moves = [pool.submit(asked, 30) for _ in range(3)]
        expected = bots.make("greedy", "p").choose(game, view, legal)
        assert {move.result() for move in moves} == {expected}
    finally:
        pool.close()


def test_an_unknown_bot_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="unknown bot"):
        bots.Worker(TOY, "greeedy!")


def test_a_bot_that_thinks_long_says_how_far_it_has_come() -> None:
    """The same answer as without being asked for it; the shares rise."""
    game, s = question()
    view, legal = game.view(s, toy.RED), game.legal(s)
    source = bots.Source("thinking", "", "tests.bots.slow:load")
    heard: list[float] = []
    pool = bots.Pool(1)
    try:
        asked = bots.question(source, "search:2", "t", view.to_json(), legal)
        answer = pool.submit(asked, 60, heard.append).result()
        assert answer == bots.make("search:2", "t").choose(source.open(), view, legal)
    finally:
        pool.close()
    told = [share for share in heard if share]
    assert told
    assert told == sorted(told)
    assert told[-1] <= 1
