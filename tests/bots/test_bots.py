"""Bots: what they may know, that they are reproducible, and that greedy plays and explains sensibly."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import kurgan.bots
from kurgan import bots, games
from kurgan.bots import reasons
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from tests.bots.until import until
from tests.contract import toy

HERE = Path(kurgan.bots.__file__).parent


def play(seed: str, **names: str) -> toy.State:
    """One game of the toy; seats by name, the dice by seed."""
    game = toy.Toy()
    s = game.new("long", {"dug_in": "on"})
    tape = Tape(seed)
    players = [bots.Player(names[seat], f"{seed}/{seat}") for seat in ("red", "blue")]
    while True:
        asked = game.pending(s)
        if isinstance(asked, Over):
            return s
        if isinstance(asked, Decide):
            legal = game.legal(s)
            answer = players[asked.seat].choose(game, game.view(s, asked.seat), legal)
            assert answer in legal
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.throw(tape)
        game.answer(s, answer)


@pytest.mark.parametrize("name", bots.names())
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    first = play("same", red=name, blue=name)
    assert first.key() == play("same", red=name, blue=name).key()


def test_greedy_beats_random_by_a_wide_margin() -> None:
    greedy = sum(play(f"g{i}", red="greedy", blue="random").points for i in range(25))
    random = sum(play(f"g{i}", red="random", blue="random").points for i in range(25))
    assert greedy > 1.2 * random


@pytest.mark.parametrize("name", ["random", "greedy:1", "greedy"])
def test_same_view_same_choice_whatever_the_hidden_truth(name: str) -> None:
    """Blue's card is swapped under red's nose; red sees and does the same."""
    game = toy.Toy()
    for seed in range(2):
        s = game.new("long", {})
        game.answer(s, 1)
        tape = Tape(f"truth{seed}")
        while not isinstance(asked := game.pending(s), Over):
            if isinstance(asked, Decide):
                legal = game.legal(s)
                if asked.seat == toy.RED and s.card:
                    chosen = set()
                    for card in (1, 2, 3):
                        other = s.copy()
                        other.card = card
                        bot = bots.make(name, "x")
                        chosen.add(bot.choose(game, game.view(other, toy.RED), game.legal(other)).answer)
                    assert len(chosen) == 1
                answer = legal[tape.below(len(legal))]
            else:
                assert isinstance(asked, Throw)
                answer = asked.chance.throw(tape)
            game.answer(s, answer)


def test_greedy_goes_on_with_its_order_only_in_the_view_it_expected() -> None:
    class Orders(toy.Toy):
        """The toy with an order of two answers: attack west, then, as if asked again, attack east."""

        def plans(self, v: toy.View, s: toy.State) -> list[list[int]]:
            return [[toy.PASS, 2], [toy.PASS, 1]]

    game = Orders()
    s = game.new("short", {})
    game.answer(s, 1)
    first = bots.make("greedy", "orders").choose(game, game.view(s, toy.RED), game.legal(s))
    assert first.answer == toy.PASS
    game.answer(s, toy.PASS)
    following = bots.make("greedy", "other dice").choose(game, game.view(s, toy.RED), game.legal(s), first.note)
    assert following.answer in (1, 2)
    assert following.note == first.note, "it is the same order still, and need not be written again"
    # Without its note, or in another position (two points for red), it thinks again.
    assert bots.make("greedy", "orders").choose(game, game.view(s, toy.RED), game.legal(s)).answer == toy.PASS
    s.points = 2
    again = bots.make("greedy", "orders").choose(game, game.view(s, toy.RED), game.legal(s), first.note)
    assert again.answer == toy.PASS


@pytest.mark.parametrize("note", ["x", "0" * 40, "\u0000 1", " ", "a" * 100000])
def test_a_note_that_is_none_is_like_no_note(note: str) -> None:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 1)
    view, legal = game.view(s, toy.RED), game.legal(s)
    asked = bots.make("greedy", "n")
    assert asked.choose(game, view, legal, note).answer == asked.choose(game, view, legal).answer


def test_a_hint_says_in_words_what_the_order_changes() -> None:
    """No figures with signs: what rises or falls, and in how many of the cases."""
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 1)
    hint = bots.make("greedy:3", "h").hint(game, game.view(s, toy.RED), game.legal(s))
    assert hint.actions == [game.spell(s, hint.answers[0])]
    assert hint.actions[0].startswith("attack")
    assert "more banks in a quarter of the cases" in hint.reasons[0]
    assert not re.search(r"[+-]\d", " ".join(hint.reasons))
    assert any(reason.startswith(("Against the next best of", "As good as")) for reason in hint.reasons)
    assert [w.worth for w in hint.weighings] == sorted((w.worth for w in hint.weighings), reverse=True)
    assert "pass" in [w.actions[0] for w in hint.weighings]


def test_a_hint_does_not_call_a_few_imagined_positions_all_outcomes() -> None:
    """A march of Roads throws no dice, but supports are hidden: three positions are imagined, out of many."""
    game: Any = games.load("roads")
    s = until(game, "wintergewitter", lambda _, pending: pending.step == "choose_mover")
    seat = game.pending(s).seat
    hint = bots.make("greedy:2", "h").hint(game, game.view(s, seat), game.legal(s))
    assert "No dice are thrown for it; what is hidden was imagined 3 times." in hint.reasons
    assert not any("outcomes" in reason for reason in hint.reasons)


def test_hint_does_not_change_what_the_bot_chooses() -> None:
    game = toy.Toy()
    s = game.new("short", {})
    game.answer(s, 1)
    view, legal = game.view(s, toy.RED), game.legal(s)
    asked = bots.make("greedy", "q")
    hint = asked.hint(game, view, legal)
    chosen = asked.choose(game, view, legal)
    assert chosen == bots.make("greedy", "q").choose(game, view, legal)
    assert chosen.answer == hint.answers[0]


def test_unknown_names_are_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        bots.make("gredy")
    with pytest.raises(ValueError, match="greedy:3"):
        bots.make("greedy:9")


def test_no_bot_file_names_a_title() -> None:
    for path in HERE.glob("*.py"):
        words = path.read_text(encoding="utf-8").lower()
        for title in ("advance", "inferno", "roads"):
            assert title not in words, f"{path.name} names {title}"


def test_no_bot_file_speaks_of_a_state() -> None:
    """A bot's interface takes views: no function of a bot is annotated with a State."""
    for path in HERE.glob("*.py"):
        names: list[Any] = [n.id for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Name)]
        assert "State" not in names


@pytest.mark.parametrize(("labels", "said"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_reasons_are_listed_as_people_list_things(labels: list[str], said: str) -> None:
    assert reasons.listed(labels) == said
