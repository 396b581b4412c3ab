"""Every lesson of every title is played to its end, by every way that it allows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kurgan import games
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Decide, IllegalAction, Misspelt
from kurgan.lessons import Learning, Lesson, NotTheTask, begin, follow, lessons_in
from kurgan.lessons.lesson import CHIP, DO

MOST_PLACES = 400


def data(title: str) -> Path:
    return games.folder(title) / "data"


LESSONS = [(title, lesson) for title in games.TITLES for lesson in lessons_in(data(title))]
EACH = pytest.mark.parametrize(
    ("title", "lesson"), LESSONS, ids=[f"{title}-{lesson.name}" for title, lesson in LESSONS]
)


def places(title: str, lesson: Lesson) -> Iterator[tuple[Learning, str, Learning]]:
    """Every place of a lesson with every line that leads on and where it leads; equal places once."""
    waiting = [begin(games.load(title), lesson)]
    met: set[object] = set()
    while waiting:
        here = waiting.pop()
        for line in here.ways():
            there = here.answered(line)
            yield here, line, there
            key = (there.at, len(there.given), there.session.state.key())
            if key not in met:
                met.add(key)
                waiting.append(there)
        assert len(met) < MOST_PLACES, "a lesson leads one way; this one has too many"


@EACH
def test_every_way_through_a_lesson_leads_to_its_end(title: str, lesson: Lesson) -> None:
    """No dead end: whatever counts as an answer, the next task can be done. A rule that changes breaks this."""
    ends = 0
    for here, _, there in places(title, lesson):
        assert here.ways(), (here.task, here.session.pending)
        ends += there.is_over
        assert there.is_over or there.ways(), (there.task, there.session.pending)
    assert ends


@EACH
def test_what_a_lesson_speaks_of_happens(title: str, lesson: Lesson) -> None:
    """The sentences that a task promises stand in the log when it is done."""
    here = begin(games.load(title), lesson)
    told: list[str] = []
    while here.task is not None:
        task, before = here.task, here.session.course.number
        there = here.answered(here.ways()[0])
        told += [event["text"] for entry in there.session.stream(lesson.seat, before) for event in entry["events"]]
        if there.at > here.at:
            assert set(task.happens) <= set(told), (task.name, told)
            told = []
        here = there


@EACH
def test_what_is_not_the_task_is_answered_by_words(title: str, lesson: Lesson) -> None:
    """A legal answer that does not count gets a word of the lesson, an illegal one its rule, and nothing changes."""
    here = begin(games.load(title), lesson)
    while here.task is not None:
        if here.task.kind == DO:
            seen = here.session.seen(lesson.seat)
            number = here.session.course.number
            for choice in here.session.choices():
                if choice.action not in here.ways():
                    with pytest.raises(NotTheTask) as refused:
                        here.answered(choice.action)
                    assert here.task.words.wrong, f"{here.task.name}: '{choice.action}' is legal and not the task"
                    assert str(refused.value) == here.task.words.wrong
            wrong = next((c.action for c, why in seen.answers_at("", "") if why is not None), None)
            if wrong is not None:
                with pytest.raises(IllegalAction):
                    here.answered(wrong)
            assert here.session.course.number == number
        here = here.answered(here.ways()[0])


@EACH
def test_rules_that_a_lesson_names_can_be_read(title: str, lesson: Lesson) -> None:
    game = games.load(title)
    named = {lesson.rule, *[task.rule for task in lesson.tasks if task.rule]}
    for task in lesson.tasks:
        words = task.words
        for text in (words.task, words.text, words.wrong, words.done, *words.answers):
            named.update(CHIP.findall(text))
    assert not [number for number in named if not game.rule_text(number)]


@EACH
def test_a_lesson_goes_on_from_what_was_answered(title: str, lesson: Lesson) -> None:
    """The same lines lead to the same place: nothing else is kept of somebody who learns."""
    game = games.load(title)
    here = begin(game, lesson)
    while not here.is_over:
        here = here.answered(here.ways()[-1])
        again = follow(game, lesson, here.done)
        assert (again.at, again.given, again.said) == (here.at, here.given, here.said)
        assert again.session.state.key() == here.session.state.key()
        assert again.session.text() == here.session.text()


@pytest.mark.parametrize("title", [title for title, _ in dict(LESSONS).items()])
def test_a_title_has_six_to_ten_lessons(title: str) -> None:
    lessons = lessons_in(data(title))
    assert 6 <= len(lessons) <= 10
    assert all(3 <= len(lesson.tasks) <= 12 for lesson in lessons)


WORDS_A_MINUTE = 200
CLICK, SAME_AGAIN, QUESTION = 5, 2, 8
"""Seconds for a click that has to be found, for one more of the same, and for thinking about a question."""


def seconds(lesson: Lesson) -> float:
    """How long somebody needs who reads every word of the tasks and finds everything at the first try."""
    took = 0.0
    for task in lesson.tasks:
        told = task.words
        words = " ".join([told.task, told.text, told.done, *told.options]).split()
        took += 60 * len(words) / WORDS_A_MINUTE
        took += QUESTION if task.say else CLICK + SAME_AGAIN * (max(1, task.times) - 1)
    return took


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("title", [title for title, _ in dict(LESSONS).items()])
def test_a_lesson_is_done_in_three_minutes_and_says_how_many(title: str, language: str) -> None:
    for lesson in lessons_in(data(title), language):
        assert seconds(lesson) <= 180, lesson.name
        if language == "en":
            assert lesson.minutes == max(1, round(seconds(lesson) / 60)), lesson.name


# The mechanism --------------------------------------------------------------------------------------------------

TASK = '[[task]]\nname = "one"\n'


def pack(tmp_path: Path, task: str = 'do = ["activate 6"]', words: str = "", position: str = "phase combat") -> Path:
    """A pack with one lesson in it."""
    for folder in ("lessons", "text"):
        (tmp_path / folder).mkdir()
    head = f'rule = "6.4.2"\nminutes = 1\nseat = "german"\nposition = """\n{position}\n6: 29/15\n8: ?\n"""\n'
    (tmp_path / "lessons" / "01-try.toml").write_text(f"{head}{TASK}{task}\n")
    told = f'[try]\ntitle = "Try"\nabout = "A try."\n[try.one]\ntask = "Do."\ntext = "Why."\n{words}\n'
    (tmp_path / "text" / "lessons.en.toml").write_text(told)
    return tmp_path


def test_a_title_without_the_folder_has_no_lessons(tmp_path: Path) -> None:
    assert lessons_in(tmp_path) == []


def test_a_language_without_words_for_the_lessons_speaks_english(tmp_path: Path) -> None:
    [lesson] = lessons_in(pack(tmp_path), "xx")
    assert lesson.title == "Try"


@pytest.mark.parametrize(
    ("task", "words", "said"),
    [
        ('dance = ["activate 6"]', "", "'one.dance' is unknown"),
        ('do = ["activate 6"]\nlook = "6"', "", "one of do, look and say"),
        ("say = 2\nright = 1", 'options = ["a"]\nanswers = ["b"]', "should have 2 options"),
        ('do = ["activate 6"]', 'wrung = "No."', "'one.wrung' is unknown"),
    ],
)
def test_a_lesson_that_is_written_wrong_says_where(tmp_path: Path, task: str, words: str, said: str) -> None:
    with pytest.raises(PackError, match=re.escape(said)):
        lessons_in(pack(tmp_path, task, words))


def test_dice_that_a_lesson_does_not_name_are_an_error_of_the_lesson(tmp_path: Path) -> None:
    [lesson] = lessons_in(pack(tmp_path, position="phase supply"))
    with pytest.raises(PackError, match="it is not said how 'roll_supply' falls"):
        begin(games.load("advance"), lesson)


def test_what_nobody_asks_is_an_error_of_the_lesson(tmp_path: Path) -> None:
    [lesson] = lessons_in(pack(tmp_path, 'do = ["activate 6"]\nthen = ["roll_attack 6+5"]'))
    here = begin(games.load("advance"), lesson)
    with pytest.raises((PackError, Misspelt)):
        here.answered("activate 6")


def test_answers_in_order_and_each_once(tmp_path: Path) -> None:
    [lesson] = lessons_in(pack(tmp_path, 'do = ["activate 6", "move 29/15 8"]\nin_order = true'))
    here = begin(games.load("advance"), lesson)
    assert here.ways() == ["activate 6"]
    here = here.answered("activate 6")
    assert here.ways() == ["move 29/15 8"]
    assert not here.is_over
    assert here.answered("move 29/15 8").is_over
    with pytest.raises(NotTheTask):
        here.answered("move 29/15 8").answered("attack 8")


def test_a_lesson_asks_its_pupil(tmp_path: Path) -> None:
    [lesson] = lessons_in(pack(tmp_path))
    here = begin(games.load("advance"), lesson)
    assert isinstance(here.session.pending, Decide)
    assert here.session.awaited == lesson.seat
    assert here.session.fairness()["wants"] == []
