"""The game in the terminal, by piped lines."""

import io
from pathlib import Path

import pytest

from kurgan import games
from kurgan.kernel.protocol import Choice
from kurgan.odds import report_lines
from kurgan.terminal import layout
from kurgan.terminal.help_text import ALIASES, COMMANDS
from kurgan.terminal.words import Words, languages
from tests.cli.conftest import Run
from tests.session.toy import Lanterns


def sit(run: Run, *lines: str, target: str = "lanterns", more: tuple[str, ...] = ("--bot", "blue=random")) -> str:
    ran = run("sit", target, *more, typed="".join(line + "\n" for line in lines))
    assert ran.status == 0, ran.err
    return ran.out


def test_play_without_a_table_reaches_the_first_decision(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from kurgan.commands import play

    monkeypatch.setattr(play, "what_the_table_lacks", lambda: "there is no web table yet")
    ran = run("play")
    assert ran.status == 0
    assert "no web table" in ran.err
    assert "[6.3]" in ran.out
    assert "   1  " in ran.out
    assert "Go on with: kurgan sit" in ran.out


def test_play_starts_the_table_where_there_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("kurgan.table.server")
    from kurgan.commands import play

    asked: dict[str, object] = {}

    def serve(titles: object, **options: object) -> None:
        asked.update(options, titles=titles)

    monkeypatch.setattr(play, "what_the_table_lacks", lambda: "")
    monkeypatch.setattr(server, "serve", serve)
    assert run("play", "--host", "0.0.0.0", "--port", "9000", "--url", "https://x", "--no-browser").status == 0
    assert asked["titles"] is games
    assert (asked["host"], asked["port"], asked["url"], asked["open_browser"]) == ("0.0.0.0", 9000, "https://x", False)
    assert str(asked["data"]).endswith("data")
    assert run().status == 0
    assert asked["open_browser"] is True


def test_a_question_shows_where_we_are_its_rule_and_numbered_choices(run: Run) -> None:
    out = sit(run)
    assert "rounds > round > bid" in out
    assert "red: Bid up to 3. [2.1]" in out
    assert "   1  bid 0" in out
    assert "The dice are promised: " in out
    assert "round 0, score [0, 0]" in out


def test_numbers_notation_and_several_answers(run: Run) -> None:
    out = sit(run, "3", "left")
    assert "Red bid 2. [2.1]" in out
    assert "Dice for roll: " in out
    assert "Blue replied" in out
    out = sit(run, "bid 1; right")
    assert "Red bid 1. [2.1]" in out
    assert "Red aimed 1. [2.2]" in out


def test_a_whole_game_to_its_outcome(run: Run) -> None:
    out = sit(run, *["1", "1", "1"] * 4, "log 500", more=("--bot", "blue=random", "--set", "rounds=2"))
    assert "The game is over: " in out
    assert "kurgan verify" in out
    path = next(Path("data/games").glob("*.kurgan"))
    assert run("verify", path).status == 0


def test_refusals_give_reasons_and_change_nothing(run: Run) -> None:
    out = sit(run, "bid 9", "7", "bit 2", "mapp", "why bid 9", "why bid 2", "why", ":mapp")
    assert "9 is more than may be bid [2.1]" in out
    assert "Choices go from 1 to 4" in out
    assert "did you mean 'bid'" in out
    assert "did you mean 'map'" in out
    assert "2.1  Red bids from nothing up to the limit." in out
    assert "That is allowed." in out
    assert "Unknown command 'mapp'; did you mean 'map'" in out
    assert len(next(Path("data/games").glob("*.kurgan")).read_text().splitlines()) == 2


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"quit", "resign", "bot"}))
def test_every_command_can_be_typed_at_any_point(run: Run, command: str) -> None:
    out = sit(run, command, f":{command}", "bid 1", command)
    assert "error of ours" not in out
    assert "Unknown command" not in out
    assert "left or right?" in out.lower() or command == "undo"


@pytest.mark.parametrize("language", languages())
def test_help_names_every_command(language: str) -> None:
    for command in COMMANDS:
        assert f"  {command} " in Words(language)("sit_help"), command
    assert set(ALIASES.values()) <= set(COMMANDS)


@pytest.mark.parametrize("title", games.TITLES)
def test_no_move_of_a_title_is_called_like_a_command(title: str) -> None:
    """'fight' must not roll the dice for who wanted to see the sum."""
    verbs = {phrase.verb for form in games.load(title).forms.values() for phrase in form.phrases}  # type: ignore[attr-defined]
    assert not verbs & {*COMMANDS, *ALIASES}


def test_undo_at_the_keyboard(run: Run) -> None:
    out = sit(run, "bid 2", "undo", "undo 5", "undo sideways", "bid 1; left", "undo turn", "undo")
    assert "red went back to line" in out
    assert "Nothing has been decided yet" in out
    assert "expected 'undo'" in out.lower()
    assert "past dice" in out


def test_rules_charts_guide_and_odds(run: Run) -> None:
    out = sit(run, "rule 2.1", "rule 77", "guide", "rule")
    assert "2.1  Red bids from nothing up to the limit." in out
    assert "There is no rule '77'" in out
    assert "A bid counts when the dice reach seven." in out
    out = sit(run, "charts", "charts 1", "charts bloddy", target="advance", more=())
    assert "[6.2]" in out
    assert "Roll" in out
    assert "There is no chart 'bloddy'" in out
    assert "No fight is being prepared here." in sit(run, "odds", target="advance", more=())


def test_looking_at_places_and_pieces(run: Run) -> None:
    out = sit(run, "look 10", "look 29/RCN", "look nowhere", "units", "hidden", "status", target="advance", more=())
    assert "Grain Elevator" in out
    assert "29/RCN, reconnaissance" in out
    assert "Nothing here is called 'nowhere'" in out
    assert "unseen: 7 8 9" in out
    assert "Turn 1 of 9" in out


def test_odds_hint_and_the_sum_of_an_attack(run: Run) -> None:
    """Activate, move in, attack: the sum and the chances are there before the dice."""
    lines = (
        "buy artillery; done",
        "activate 6",
        "move 29/RCN 7",
        "move 29/15 7",
        "attack 7",
        "lead 29/RCN",
        "sum",
        "odds",
        "hint",
    )
    out = sit(run, *lines, target="advance", more=("--seed", "1"))
    assert "Lead 29/RCN" in out
    assert "area captured: " in out
    assert "Odds: repulse " in out
    assert "add artillery; then add air; then fight" in out
    assert "Gains ground in two thirds of the cases; spends support; costs units" in out


def test_notes_orders_seats_and_copies(run: Run) -> None:
    lines = (
        "note a quiet start",
        "standing always bid 2",
        "left",
        "standing",
        "seats",
        "give blue person",
        "save copy.kurgan",
    )
    out = sit(run, *lines, "standing sometimes", "give blue nobody", "give", "game")
    assert "Noted." in out
    assert "red: bid 2, by order" in out
    assert "bid: always bid 2" in out
    assert "blue: bot random" in out
    assert "copy.kurgan is a copy" in out
    assert "an order is 'always answer'" in out.lower()
    assert run("verify", "copy.kurgan").status == 0


def test_the_bot_decides_for_me_and_i_may_resign(run: Run) -> None:
    out = sit(run, "bot", "bot 2", "resign", "no", "resign", "yes", "bid 1")
    assert "by bot greedy" in out
    assert "The game is over: resigned. Won by blue." in out
    assert "The game is over; 'bid' is no command" in out


def test_going_on_with_a_record(run: Run) -> None:
    sit(run, "bid 2", "quit")
    path = str(next(Path("data/games").glob("*.kurgan")))
    out = sit(run, "left", target=path, more=())
    assert "Red bid 2." in out
    assert "Red aimed 0." in out
    assert "neither a record nor a game" in run("sit", "lanternz").refused()


def test_somebody_else_plays_on_in_the_same_record(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is refused, the record is read anew, and the game goes on from there."""
    from kurgan.session.logs import FileLog
    from kurgan.session.session import Session
    from kurgan.terminal.screen import Screen

    run("new", "lanterns", "-o", "g.kurgan", "--seed", "1", "--bot", "blue=random")
    ask = Screen.ask
    typed: list[str | None] = []

    def ask_late(screen: Screen, prompt: str) -> str | None:
        line = ask(screen, prompt)
        if not typed:
            Session.load(Lanterns(), FileLog(Path("g.kurgan"))).act("red", ["bid 3"])
        typed.append(line)
        return line

    monkeypatch.setattr(Screen, "ask", ask_late)
    out = sit(run, "bid 1", "left", target="g.kurgan", more=())
    assert "Somebody else has played on" in out
    assert "Red bid 3." in out
    assert "Red bid 1." not in out
    assert "Red aimed 0." in out
    assert run("verify", "g.kurgan").status == 0


def test_a_curtain_between_people_who_see_different_things(run: Run) -> None:
    """Blue's lines come after the curtain and do not hold red's card."""
    out = sit(run, "bid 2; left", "map", "one", more=())
    red, curtain, rest = out.partition("--- blue decides now: red looks away ---")
    assert curtain
    blue, second, _ = rest.partition("--- red decides now: blue looks away ---")
    assert second
    assert "The card is" in red
    assert "The card is" not in blue
    assert "card ?" in blue
    assert "Red bid 2." in blue


def test_two_at_one_keyboard_agree_to_go_back(run: Run) -> None:
    out = sit(run, "bid 2; left", "undo", "no", "undo", "yes", more=())
    assert "blue must agree" in out.lower()
    assert "past dice" in out


def test_people_and_an_open_seed(run: Run) -> None:
    assert "open seed" in run("sit", "lanterns", "--seed", "1").refused()


def choice(action: str, label: str = "") -> Choice:
    words = action.split()
    return Choice(0, action, "1", words[0], words[-1], "", label or action)


def test_many_choices_share_lines_by_piece() -> None:
    choices = [choice("done", "Stop here")] + [choice(f"move {u} {a}") for u in ("A", "B") for a in range(7)]
    lines = layout.choice_lines(choices)
    assert lines[0] == "   1  Stop here  (done)"
    assert lines[1] == "      move A: 2) 0  3) 1  4) 2  5) 3  6) 4  7) 5  8) 6"
    assert len(lines) == 3


def test_odds_are_shown_as_percent_and_bars() -> None:
    half = {"fraction": "1/2", "decimal": 0.5}
    lines = report_lines.odds_lines({"p_captured": half, "result": {"win": half, "loss": half}, "exact": False, "n": 3})
    assert lines[0] == "  captured: 50.0% (1/2)"
    assert lines[2] == "             win  ##########           50.0% (1/2)"
    assert lines[-1] == "  These figures are sampled, not exact."


def test_the_short_odds_name_what_is_left_over() -> None:
    half, third = {"fraction": "1/2", "decimal": 0.5}, {"fraction": "1/3", "decimal": 1 / 3}
    assert report_lines.odds_line({"result": {"win": half, "loss": half}}) == "win 50.0%, loss 50.0%"
    assert report_lines.odds_line({"result": {"win": half, "loss": third}}) == "win 50.0%, loss 33.3%, no result 16.7%"


def test_a_deep_breadcrumb_is_cut() -> None:
    assert layout.crumb_line(["a", "b"]) == "a > b"
    assert layout.crumb_line(list("abcdefgh")) == "... > c > d > e > f > g > h"


def test_toy_is_a_whole_title() -> None:
    assert Lanterns().seats("duel") == ("red", "blue")


def test_a_march_in_one_line(run: Run) -> None:
    """'march' lists where the units of the active area can go; 'march UNIT PLACE' takes one there."""
    lines = ("done", "march", "activate 6", "march", "march 29/RCN 9", "march 77", "log 6")
    out = sit(run, *lines, target="advance", more=("--seed", "march"))
    assert "obody is about to march" in out
    assert "29/RCN: " in out
    assert "o march leads to '77'" in out
    assert "29/RCN: 5 (2 points), 7 (4 points)" in out
    assert out.count("29/RCN moved") >= 2


def test_the_menu_names_sides_and_levels_as_people_do() -> None:
    from kurgan.commands import play
    from kurgan.terminal.screen import Screen

    screen = Screen(io.StringIO("4\n"), io.StringIO())
    screen.is_live = True
    roads = games.load("roads")
    assert play._choose_holder(screen, roads, "wintergewitter", "axis") == "bot search:3"
    shown = screen.target.getvalue().splitlines()  # type: ignore[attr-defined]
    assert shown[0] == "Who plays Axis?"
    counted = next(row for row in roads.ranked() if (row["bot"], row["seat"]) == ("search:4", "axis"))
    assert f"level 4: beats level 1 in {counted['won']} of {counted['decided']}" in shown[5]
    assert "level 1" in shown[2]
