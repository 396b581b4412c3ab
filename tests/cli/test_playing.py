"""new, show, act, auto, undo, verify, export, branch, resign, hint: the contract of docs/reference/commands.md."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Run
from tests.where import SOURCE

COMMANDS = "play sit games new hint show act auto verify odds sim where rules fuzz bench export undo resign branch pack"


def start(run: Run, *more: str) -> str:
    return run("new", "lanterns", "-o", "g.kurgan", *more).out.strip()


# new ------------------------------------------------------------------------------------------------------------


def test_new_makes_a_name_and_prints_it(run: Run) -> None:
    assert run("new", "lanterns").out == "lanterns-duel-1.kurgan\n"
    assert run("new", "lanterns", "--scenario", "night").out == "lanterns-night-1.kurgan\n"
    assert run("new", "lanterns").out == "lanterns-duel-2.kurgan\n"
    assert Path("lanterns-duel-2.kurgan.secret").stat().st_mode & 0o777 == 0o600


def test_new_takes_options_seed_and_seats(run: Run) -> None:
    start(run, "--set", "rounds=2", "--set", "bold=on", "--seed", "abc", "--bot", "blue=random", "--person", "red=Vera")
    shown = run("show", "g.kurgan", "--json").json()
    assert shown["options"] == {"rounds": "2", "bold": "on"}
    assert shown["dice"] == "open seed"
    assert shown["seats"] == [
        {"seat": "red", "held": "person", "name": "Vera"},
        {"seat": "blue", "held": "bot", "name": "random"},
    ]


def test_the_same_seed_gives_the_same_record(run: Run) -> None:
    run("new", "advance", "--seed", "x", "-o", "a.kurgan")
    run("new", "advance", "--seed", "x", "-o", "b.kurgan")
    run("new", "advance", "--seed", "y", "-o", "c.kurgan")
    assert Path("a.kurgan").read_text() == Path("b.kurgan").read_text() != Path("c.kurgan").read_text()


def test_new_refuses_what_it_does_not_know(run: Run) -> None:
    assert "did you mean 'advance'" in run("new", "advanse").refused()
    assert "did you mean 'duel'" in run("new", "lanterns", "--scenario", "dule").refused()
    assert "did you mean 'rounds'" in run("new", "lanterns", "--set", "round=3").refused()
    assert "one of on, off" in run("new", "lanterns", "--set", "bold=maybe").refused()
    assert "expected OPTION=VALUE" in run("new", "lanterns", "--set", "bold").refused()
    assert "unknown seat 'green'" in run("new", "lanterns", "--bot", "green=random").refused()
    assert "greedy" in run("new", "lanterns", "--bot", "red=greedi").refused()
    assert "open seed" in run("new", "lanterns", "--seed", "1", "--person", "red", "--person", "blue").refused()
    assert "no folder" in run("new", "lanterns", "-o", "nowhere/g.kurgan").refused()
    start(run)
    assert "exists already" in run("new", "lanterns", "-o", "g.kurgan").refused()
    assert sorted(os.listdir()) == ["g.kurgan", "g.kurgan.secret"]


def test_new_from_a_position(run: Run) -> None:
    """A position written by export begins another game, and the record says so."""
    run("new", "advance", "--seed", "1", "-o", "a.kurgan")
    run("act", "a.kurgan", "buy artillery")
    run("export", "a.kurgan", "--position", "-o", "p.txt")
    run("new", "advance", "--seed", "2", "--position", "p.txt", "-o", "b.kurgan")
    assert "position" in json.loads(Path("b.kurgan").read_text().splitlines()[0])
    shown = run("show", "b.kurgan", "--json").json()
    assert shown["seat"] == "german"
    assert run("verify", "b.kurgan").status == 0
    Path("bad.txt").write_text("turn eleven\n")
    assert run("new", "advance", "--position", "bad.txt").refused()
    assert "no-such" in run("new", "advance", "--position", "no-such.txt").refused()


# show -----------------------------------------------------------------------------------------------------------


def test_show_has_the_promised_shape(run: Run) -> None:
    start(run, "--seed", "1")
    shown = run("show", "g.kurgan", "--json").json()
    assert {"number", "seat", "rule", "prompt", "where", "actions", "outcome"} <= set(shown)
    assert (shown["number"], shown["seat"], shown["rule"], shown["outcome"]) == (3, "red", "2.1", None)
    assert shown["where"][-1].startswith("2.1")
    assert shown["actions"][0] == {"action": "bid 0", "rule": "2.1", "label": "bid 0"}
    text = run("show", "g.kurgan").out
    assert "Bid up to 3. [2.1]" in text
    assert "bid 3" in text


def test_show_tells_each_seat_only_its_own(run: Run) -> None:
    start(run, "--seed", "1")
    red, blue = run("show", "g.kurgan").out, run("show", "g.kurgan", "--seat", "blue").out
    assert "card ?" in blue
    assert "card ?" not in red
    shown = run("show", "g.kurgan", "--seat", "blue", "--log", "9", "--json").json()
    assert (shown["seat"], shown["view"], shown["actions"]) == ("red", "blue", [])
    assert "The card is" not in json.dumps(shown)
    assert "did you mean 'blue'" in run("show", "g.kurgan", "--seat", "blu").refused()


# act ------------------------------------------------------------------------------------------------------------


def test_act_applies_and_lets_the_dice_answer(run: Run) -> None:
    start(run, "--seed", "1")
    done = run("act", "g.kurgan", "bid 2", "left", "--json").json()
    assert [entry["kind"] for entry in done["happened"]] == ["answer", "answer", "dice"]
    assert done["seat"] == "blue"
    assert "Blue replied 2." in run("act", "g.kurgan", "two").out


def test_act_is_all_or_none_and_names_the_rule(run: Run) -> None:
    start(run, "--seed", "1")
    before = Path("g.kurgan").read_bytes()
    assert run("act", "g.kurgan", "bid 2", "bid 2").status == 2
    assert "[2.1]" in run("act", "g.kurgan", "bid 7").refused()
    assert "did you mean 'bid'" in run("act", "g.kurgan", "bit 2").refused()
    assert "red decides now" in run("act", "g.kurgan", "one", "--seat", "blue").refused()
    assert "dice are asked" in run("act", "g.kurgan", "bid 2", "left", "two").refused()
    assert "number 2 was answered" in run("act", "g.kurgan", "bid 2", "--number", "2").refused()
    assert Path("g.kurgan").read_bytes() == before
    assert run("act", "g.kurgan", "bid 2", "--number", "3").status == 0


def test_act_needs_the_secret_or_a_new_one(run: Run) -> None:
    """Advance has no secret draws: it can be shown without its secret, and played on with a new one."""
    run("new", "advance", "-o", "a.kurgan")
    Path("a.kurgan.secret").unlink()
    assert run("show", "a.kurgan").status == 0
    assert run("verify", "a.kurgan", "--json").json()["checked"]["dice"] == "plausible"
    assert "--new-secret" in play_until_dice(run).refused()
    before = Path("a.kurgan").read_text().count("\n")
    assert run("act", "a.kurgan", "--new-secret").status == 0
    lines = [json.loads(line) for line in Path("a.kurgan").read_text().splitlines()[before:]]
    assert lines[0]["kind"] == "epoch"
    assert run("auto", "a.kurgan", "--bot", "german=random").status == 0
    assert run("verify", "a.kurgan", "--json").json()["checked"]["dice"] == "plausible"


def play_until_dice(run: Run) -> Ran:
    """Give first answers until one needs the dice."""
    for _ in range(200):
        shown = run("show", "a.kurgan", "--json").json()
        done = run("act", "a.kurgan", shown["actions"][-1]["action"])
        if done.status != 0:
            return done
    raise AssertionError("the dice were never asked")


def test_a_game_with_secret_draws_needs_its_secret_even_to_be_shown(run: Run) -> None:
    start(run)
    Path("g.kurgan.secret").unlink()
    assert "secret of this game is missing" in run("show", "g.kurgan").refused()
    assert run("verify", "g.kurgan").status == 0


# undo, resign, branch -------------------------------------------------------------------------------------------


def test_undo_one_step_the_turn_or_to_a_line(run: Run) -> None:
    start(run, "--person", "red", "--bot", "blue=random")
    run("act", "g.kurgan", "bid 2")
    assert run("undo", "g.kurgan", "--json").json()["step"] == "bid"
    run("act", "g.kurgan", "bid 1", "left")
    assert "nothing can be taken back" in run("undo", "g.kurgan", "--turn").refused()
    assert run("undo", "g.kurgan", "--json").json()["step"] == "aim"
    assert run("undo", "g.kurgan", "--to", "6", "--json").status in (0, 2)
    assert run("verify", "g.kurgan").status == 0


def test_undo_past_the_dice_needs_the_other_person(run: Run) -> None:
    start(run, "--person", "red", "--person", "blue")
    run("act", "g.kurgan", "bid 2", "left")
    assert "blue must agree" in run("undo", "g.kurgan", "--seat", "red").refused()
    assert run("undo", "g.kurgan", "--seat", "red", "--agreed", "blue").status == 0


def test_resign_and_branch(run: Run) -> None:
    start(run)
    run("act", "g.kurgan", "bid 2")
    assert run("branch", "g.kurgan", "-o", "b.kurgan").out == "b.kurgan\n"
    done = run("resign", "g.kurgan", "--json").json()
    assert done["outcome"]["name"] == "resigned"
    assert not Path("g.kurgan.secret").exists()
    assert run("act", "b.kurgan", "left").status == 0
    assert run("verify", "b.kurgan").status == 0


# auto, hint -----------------------------------------------------------------------------------------------------


def test_auto_plays_every_seat_to_the_end(run: Run) -> None:
    start(run, "--set", "rounds=2")
    done = run("auto", "g.kurgan", "--json").json()
    assert done["outcome"] is not None
    assert run("verify", "g.kurgan", "--json").json()["checked"]["dice"] == "proved"
    assert '"by": "bot greedy"' in Path("g.kurgan").read_text()


def test_auto_with_bots_stops_at_a_seat_not_named(run: Run) -> None:
    start(run)
    assert run("auto", "g.kurgan", "--bot", "red=random", "--json").json()["seat"] == "blue"
    assert run("auto", "g.kurgan", "--bot", "blue=random", "--json").json()["seat"] == "red"


def test_auto_stops_after_so_many_decisions(run: Run) -> None:
    start(run, "--set", "rounds=9")
    assert run("auto", "g.kurgan", "--decisions", "5", "--json").json()["decisions"] == 5
    assert "unknown seat 'green'" in run("auto", "g.kurgan", "--bot", "green=random").refused()


def test_auto_plays_the_same_game_one_decision_at_a_time(run: Run) -> None:
    """Every command opens the record anew: what the bot is about to do stands in its note."""
    for name in ("once", "often"):
        made = run("new", "roads", "--scenario", "wintergewitter", "--seed", "march", "-o", f"{name}.kurgan")
        assert made.status == 0
    decisions = 45
    run("auto", "once.kurgan", "--decisions", decisions)
    for _ in range(decisions):
        run("auto", "often.kurgan", "--decisions", "1")
    record = Path("once.kurgan").read_text()
    assert Path("often.kurgan").read_text() == record
    assert record.count('"answer": "to ') > 10, "it marches"


def test_hint_says_what_and_why(run: Run) -> None:
    start(run)
    found = run("hint", "g.kurgan", "--json").json()
    assert found["seat"] == "red"
    assert found["actions"]
    assert found["reasons"]


# verify, export -------------------------------------------------------------------------------------------------


def test_verify_names_the_line(run: Run) -> None:
    start(run, "--set", "rounds=2")
    run("auto", "g.kurgan")
    path = Path("g.kurgan")
    lines = path.read_text().splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines, 1) if "roll " in line)
    changed = lines[:]
    changed[number - 1] = changed[number - 1].replace("roll ", "roll 1+")
    path.write_text("".join(changed))
    report = run("verify", "g.kurgan", "--json")
    assert report.status == 1
    assert json.loads(report.out)["line"] == number
    plain = run("verify", "g.kurgan")
    assert (plain.status, plain.out) == (1, "")
    assert f"line {number}: this line was changed" in plain.err
    assert f"line {number}" in run("show", "g.kurgan").refused()
    assert f"line {number}" in run("act", "g.kurgan", "bid 1").refused()


def test_a_cut_record_loses_one_line_and_says_so(run: Run) -> None:
    start(run, "--seed", "1")
    run("act", "g.kurgan", "bid 2")
    path = Path("g.kurgan")
    path.write_bytes(path.read_bytes()[:-30])
    shown = run("show", "g.kurgan", "--json")
    assert "line 3 was cut off" in shown.err
    assert shown.json()["step"] == "bid"
    assert "line 3 was cut off" in run("verify", "g.kurgan").out
    assert run("act", "g.kurgan", "bid 1", "left").status == 0
    assert run("verify", "g.kurgan").out.count("cut off") == 0


def test_files_that_are_no_records(run: Run) -> None:
    assert "no file" in run("show", "none.kurgan").refused()
    Path("empty").write_text("")
    assert "empty" in run("show", "empty").refused()
    Path("text").write_text("hello\nworld\n")
    assert "line 1" in run("show", "text").refused()
    Path("folder").mkdir()
    assert "is a folder" in run("show", "folder").refused()
    assert run("verify", "text").status == 1
    Path("binary").write_bytes(bytes(range(256)))
    assert run("show", "binary").status == 2


def test_a_record_of_an_unknown_title(run: Run) -> None:
    start(run, "--seed", "1")
    path = Path("g.kurgan")
    header = json.loads(path.read_text().splitlines()[0])
    from kurgan.session.record import write_line

    fields = {k: v for k, v in header.items() if k not in ("number", "kind", "prev", "check")}
    path.write_text(write_line(1, "header", {**fields, "title": "chess"}, "").text + "\n")
    assert "unknown game 'chess'" in run("show", "g.kurgan").refused()


def test_export_whole_with_secret_or_for_a_seat(run: Run) -> None:
    start(run)
    run("act", "g.kurgan", "bid 2", "left")
    assert run("export", "g.kurgan").out == Path("g.kurgan").read_text()
    everything = run("export", "g.kurgan", "--all", "-o", "all.json")
    assert "holds the secret" in everything.err
    assert run("verify", "all.json", "--json").json()["checked"]["dice"] == "proved"
    assert run("show", "all.json").status == 0
    assert "export" in run("act", "all.json", "one").refused()
    stream = [json.loads(line) for line in run("export", "g.kurgan", "--seat", "blue").out.splitlines()]
    assert "The card is" not in json.dumps(stream)
    assert "secrets" not in json.dumps(stream)
    assert "exists already" in run("export", "g.kurgan", "-o", "all.json").refused()


# The program itself ---------------------------------------------------------------------------------------------


def program(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": SOURCE, **more}
    command = [sys.executable, "-m", "kurgan.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


def test_the_program_answers_and_refuses_with_its_status(tmp_path: Path) -> None:
    helped = program("--help")
    assert helped.returncode == 0
    for command in ("play", "sit", "games", "new", "hint", "show", "act", "auto", "verify", "odds", "sim"):
        assert f"  {command} " in helped.stdout
    refused = program("shwo")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "kurgan: No such command 'shwo'. Did you mean 'show'?\n"
    assert program("show", str(tmp_path / "none")).returncode == 2


@pytest.mark.parametrize(
    "command",
    COMMANDS.split(),
)
def test_every_command_has_help(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0
    assert ran.out.startswith(f"Usage: kurgan {command}")


def test_small_commands_import_little() -> None:
    """--help loads no title and no database; odds loads neither option parser nor session."""
    code = (
        "import sys; sys.stdin = open('/dev/null'); from kurgan import cli; cli.run({arguments});"
        "print(sorted(m for m in sys.modules if m in {heavy}), file=sys.stderr)"
    )
    heavy = "('sqlalchemy', 'rich', 'typer', 'kurgan.session.session', 'kurgan.games.advance.game', 'kurgan.lab')"
    for arguments, allowed in ((["--help"], "['typer']"), (["odds", "advance"], "['kurgan.games.advance.game']")):
        command = [sys.executable, "-c", code.format(arguments=arguments, heavy=heavy)]
        environment = {**os.environ, "PYTHONPATH": SOURCE}
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)
        loaded = ran.stderr.splitlines()[-1]
        assert loaded in (allowed, "[]"), ran.stderr


def test_an_error_of_ours_is_one_line_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from kurgan.commands import titles

    def broken(as_json: bool) -> None:
        raise RuntimeError("something is broken")

    monkeypatch.setattr(titles, "list_games", broken)
    ran = run("games")
    assert ran.status == 70
    assert ran.err.count("\n") == 1
    assert "something is broken" in ran.err


def test_a_word_of_ones_own_goes_into_the_dice_once(run: Run) -> None:
    run("new", "advance", "--person", "german=Anna", "-o", "a.kurgan")
    assert "in the dice" in run("word", "a.kurgan", "tulip").out
    assert "once for each promise" in run("word", "a.kurgan", "rose").refused()
    shown = run("verify", "a.kurgan", "--json").json()
    assert [own["seat"] for own in shown["epochs"][0]["own"]] == ["german"]
