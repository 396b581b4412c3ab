"""Lessons in the terminal, by piped lines."""

import json
import re
import tomllib
from pathlib import Path

from kurgan.terminal.words import FOLDER, language_of, languages
from tests.cli.conftest import Run


def learn(run: Run, *lines: str, which: str = "attack") -> str:
    ran = run("learn", "advance", which, typed="".join(line + "\n" for line in lines))
    assert ran.status == 0, ran.err
    return ran.out


def test_a_wrong_answer_is_answered_by_the_rule_or_by_the_lesson(run: Run) -> None:
    out = learn(run, "activate 5", "activate 10", "show", "activate 6", "move 29/15 10")
    assert "the attack of this lesson starts from Hill 120.0" in out
    assert "Grain Elevator has no fresh unit. [" in out
    assert "'show' says what to type." in out
    assert "Type: activate 6" in out
    assert "Step 2 of 7. Send all four of the 29th into the Sawmill." in out
    assert "Grain Elevator does not border on the area where the unit is. [3.1]" in out


def test_a_lesson_goes_on_where_it_was_left_and_can_be_begun_again(run: Run) -> None:
    learn(run, "activate 6; move 29/15 8; move 29/71 8")
    out = learn(run, "move 29/129 8; move 29/RCN 8; attack 8", "back", "attack 8", "odds", "rule 9.5.5")
    assert "Revealed in Sawmill: Heroes 4." in out
    assert "area captured: 84.1%" in out
    assert "9.5.5  Attack total below the defense total: repulse" in out
    assert "Step 4 of 7" in learn(run)
    assert "Step 1 of 7" in learn(run, "again").split("> ")[-2]
    assert "begun" not in run("learn", "advance", "--list").out


def test_a_lesson_to_its_end_and_the_next_one(run: Run) -> None:
    out = learn(run, "look 10", "6", "1", "2", "1", "look 10", "2", "3", "1", which="1")
    assert "Hill 120.0 is area 6" in out
    assert "German units do not defend in this game" in out
    assert "That was lesson 1: The map and the counters." in out
    assert "Next: kurgan learn advance 2" in out
    listed = run("learn", "advance", "--json").json()["lessons"]
    assert [lesson["state"] for lesson in listed[:2]] == ["done", ""]
    assert "lesson 2 of 8: Activate and march" in run("learn", "advance", typed="quit\n").out


def test_what_was_kept_of_a_lesson_that_has_changed_is_taken_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    learn(run, "activate 6")
    kept = tmp_path / "data" / "lessons.json"
    kept.write_text(json.dumps({"advance": {"attack": ["activate 6", "dance", "attack 8"]}}))
    assert "Step 2 of 7" in learn(run)
    kept.write_text("[]")
    assert "Step 1 of 7" in learn(run)


def test_no_such_lesson_and_no_lessons(run: Run) -> None:
    assert "there is no lesson '12'; there are 1 to 8" in run("learn", "advance", "12").refused()
    assert "did you mean 'attack'" in run("learn", "advance", "atack").refused()
    assert "lanterns has no lessons" in run("learn", "lanterns").refused()


def test_the_terminal_speaks_the_language_that_is_asked_for(run: Run) -> None:
    out = run("learn", "advance", "1", "--language", "es", typed="show\nquit\n").out
    assert "lección 1 de 8" in out
    assert "Escribe: look 6" in out
    assert "lesson 1 of 8" in run("learn", "advance", "1", "--language", "xx", typed="").out


def test_every_language_of_the_terminal_says_everything() -> None:
    def holes(text: str) -> list[str]:
        return sorted(re.findall(r"{(\w+)}", text))

    english = tomllib.loads((FOLDER / "en.toml").read_text(encoding="utf-8"))
    for language in languages():
        words = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
        assert list(words) == list(english)
        assert [key for key in english if holes(english[key]) != holes(words[key])] == []
    assert language_of("", {"LANG": "es_MX.UTF-8"}) == "es"
    assert language_of("", {}) == "en"
