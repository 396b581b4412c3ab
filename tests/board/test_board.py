"""The front door: what ``import kurgan`` gives, on every title."""

import pytest

import kurgan
from kurgan.board.board import Board
from kurgan.kernel.protocol import Decide, Throw

SCENARIOS = [(title, scenario.name) for title in kurgan.TITLES for scenario in kurgan.load(title).scenarios]
ANSWERS = 60
DRAWN_FIGHT = "turn 2\nphase combat\nmorale 18\n8: 29/15 29/71 29/RCN\n10: H-8-fanatic\n20: ?\n2: 71/191"


def started(title: str, scenario: str, answers: int = 0, seed: str = "volga") -> kurgan.Board:
    board = kurgan.load(title).start(scenario, seed=seed)
    return board.bot("random").play(answers)


def fight() -> kurgan.Board:
    return kurgan.load("advance").read(DRAWN_FIGHT, seed="volga")


def test_the_door_shows_what_there_is() -> None:
    assert {"load", "read", "Board", "TITLES"} <= set(dir(kurgan))
    assert repr(kurgan.load("inferno")).startswith("<Stalingrad: Inferno on the Volga; scenarios solo, coop")


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_game_begins_at_its_first_question(title: str, scenario: str) -> None:
    board = started(title, scenario)
    assert board.turn in board.seats
    assert repr(board.legal).startswith(f"<{len(board.legal)} answer")
    assert board.question in repr(board.legal)
    assert board.question.split()[0] in str(board), "the rule of the question is named"


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_what_a_board_prints_of_itself_is_read_back(title: str, scenario: str) -> None:
    board = started(title, scenario)
    for _ in range(6):
        board.bot("random", seed="again").play(ANSWERS // 6)
        for read in (kurgan.read(repr(board)), eval(repr(board), {"Board": kurgan.Board})):
            assert read == board
            assert read.legal == board.legal
            assert (read.seed, read.thrown) == (board.seed, board.thrown), "and its dice go on alike"
        assert kurgan.load(title).read(board.position) == board


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_script_plays_the_same_game(title: str, scenario: str) -> None:
    """Every throw and every draw on the way is named, those of the set-up too."""
    board = started(title, scenario, ANSWERS)
    edition = kurgan.load(title)
    again = Board(edition.game, edition.game.new(scenario, {}), seed="another").play(*board.script)
    assert again == board
    assert again.thrown == 0, "nothing was left to the seed"
    assert [str(told) for told in again.log] == [str(told) for told in board.log]


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_taking_back_leaves_nothing_behind(title: str, scenario: str) -> None:
    board = started(title, scenario)
    stations = [(board.position, len(board.log), len(board.script))]
    bot = board.bot("random")
    for _ in range(20):
        bot.play()
        stations.append((board.position, len(board.log), len(board.script)))
    after, script = board.position, board.script
    twin = board.copy()
    for position, told, length in reversed(stations):
        board.undo(len(board.script) - length)
        assert (board.position, len(board.log)) == (position, told)
    assert twin.position == after, "a copy is another board"
    while len(board.script) < len(script):
        board.roll() if board.is_throw else board.play(script[len(board.script)])
    assert board.script == script, "the seed throws the same again"


def test_a_refusal_names_its_rule_and_nothing_is_played() -> None:
    board = fight()
    before = board.position
    with pytest.raises(kurgan.IllegalAction, match=r"\[3\.1\]") as refused:
        board.play("activate 8", "move 29/RCN 10", "move 29/15 30")
    assert "line 3 of 3" in refused.value.__notes__[0]
    assert (board.position, board.script, len(board.log)) == (before, [], 0)
    assert repr(board.play("activate 8").why_not("move 29/15 30")).startswith("<Refusal 3.1 not_adjacent: ")
    assert board.why_not("move 29/RCN 10") is None


@pytest.mark.parametrize(
    ("line", "message"),
    [("aktivate 8", "did you mean 'activate'"), ("activate", "expected 'activate AREA'"), ("", "an empty line")],
)
def test_what_means_nothing_is_said_to(line: str, message: str) -> None:
    with pytest.raises(kurgan.Misspelt, match=message):
        fight().play(line)


def test_dice_are_thrown_by_the_seed_or_as_told() -> None:
    ready = ("activate 8", "move 29/RCN 10", "attack 10", "fight")
    board = fight().play(*ready)
    assert "2d6" in repr(board.legal)
    assert repr(board.legal).startswith("<no answers: the dice are asked")
    assert board.roll("6+5").script[-1] == "roll_attack 6+5"
    assert board.log[-1].text == "Attack: 11 rolled, total 18."
    assert fight().play(*ready, "roll 6+5") == board
    assert fight().play(*ready).roll().script == fight().play(*ready).roll().script
    with pytest.raises(kurgan.Misspelt, match=r"'roll_defence' \[9.5.1\]: expected 'roll' and 2 faces"):
        board.roll("7+1")
    with pytest.raises(kurgan.IllegalAction, match=r"No dice are asked now: 6.4.2 activate"):
        fight().roll()


def test_odds_are_shares_that_can_be_read_and_reckoned_with() -> None:
    board = fight().play("activate 8", "move 29/RCN 10", "attack 10")
    odds = board.odds()
    assert repr(odds).startswith("<Odds: repulse ")
    assert repr(odds).endswith("; exact>")
    assert sum(odds.fraction[name] for name in ("repulse", "stalemate", "success", "overrun") if name in odds) == 1
    assert [row.fraction for row in odds.table()] == list(odds.values())
    assert "area captured" in str(odds)
    with pytest.raises(kurgan.IllegalAction, match=r"No fight is under way: 6.4.2 activate"):
        fight().odds()


def test_a_view_keeps_what_its_seat_may_not_know() -> None:
    board = started("inferno", "one_vs_one", 40)
    german, soviet = board.view("german"), board.view("soviet")
    assert repr(german) == "<what german sees of inferno>"
    assert german.position != soviet.position
    assert len(german.log) < len(board.log), "the Soviets did something in secret"
    with pytest.raises(kurgan.Misspelt, match="unknown seat 'germany'; did you mean 'german'"):
        board.view("germany")


def test_a_bot_answers_for_who_is_asked() -> None:
    board = started("roads", "wintergewitter")
    bot = board.bot("greedy", level=1)
    assert bot.choose() in board.legal
    assert repr(bot) == "<bot greedy:1 at roads>"
    before = len(board.script)
    assert len(bot.play(3).script) >= before + 3


def test_positions_events_and_throws_say_what_they_are() -> None:
    board = fight().play("activate 8", "move 29/RCN 10", "attack 10", "fight")
    assert repr(board.s) == "<position at 9.5.1 roll_attack>"
    assert repr(board.pending) == "Throw(step='roll_attack', rule='9.5.1', chance=<2d6>, secret=False)"
    assert repr(board.view().view) == "<what seat 0 sees>"
    assert repr(board.log[-1]) == f"<{board.log[-1].rule} {board.log[-1].text}>"
    assert repr(board.log[-2:]).startswith("<2 events:\n9.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Board('advance')", "as repr"),
        ("Board('advance', __import__('os'))", "as repr"),
        ("Board('advanse', 'turn 2')", "did you mean 'advance'"),
        ("Board('advance', 'turn 2', colour='red')", "as repr"),
        ("turn of the tide", "not a position of one title"),
    ],
)
def test_what_is_no_board_is_not_read(text: str, message: str) -> None:
    with pytest.raises(kurgan.Misspelt, match=message):
        kurgan.read(text)


def test_a_position_finds_its_title() -> None:
    board = kurgan.read(DRAWN_FIGHT)
    assert board.title == "advance"
    assert isinstance(board.pending, Decide)


@pytest.mark.parametrize("title", kurgan.TITLES)
def test_every_draw_of_a_title_has_names(title: str) -> None:
    """Random games of every scenario: what comes of a draw has a word, and the word means it again."""
    for scenario in kurgan.load(title).scenarios:
        board = kurgan.load(title).start(scenario.name, seed=scenario.name)
        bot = board.bot("random")
        for _ in range(250):
            while isinstance(asked := board.pending, Throw):
                if asked.chance.asked().startswith("1 of "):
                    words = {board.game.draw_word(board.s, answer) for answer, _ in asked.chance.outcomes()}
                    assert "" not in words, f"{asked.step} draws what has no name"
                board.roll()
                twin = board.copy().undo()
                assert twin.roll(board.script[-1]) == board, board.script[-1]
            if board.is_over:
                break
            board.play(bot.choose())
