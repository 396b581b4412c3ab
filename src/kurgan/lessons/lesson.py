"""A lesson as the pack tells it: a position, tasks, and words for both (docs/explanation/writing-lessons.md).

``lessons/03-attack.toml`` holds what is the same in every language, ``text/lessons.en.toml`` the words. A title
without the folder has no lessons.
"""

import re
from pathlib import Path
from typing import Final, Literal, NamedTuple

from kurgan.kernel.packfile import PackError, known, need, read_toml
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import ENGLISH, languages

FOLDER = "lessons"
WORDS = "text/lessons.{language}.toml"

LESSON_KEYS = ("rule", "minutes", "seat", "position", "start", "task")
TASK_KEYS = ("name", "do", "each", "in_order", "times", "then", "look", "say", "right", "rule", "happens")
WORD_KEYS = ("task", "text", "short", "wrong", "done", "options", "answers")

CHIP: Final = re.compile(r"\[(\d[\w.]*)\]")
"""A rule that words name: ``[9.5.5]``."""

Kind = Literal["do", "look", "say"]
DO: Final = "do"
LOOK: Final = "look"
SAY: Final = "say"


class Words(NamedTuple):
    """What is said at a task. ``wrong`` answers what the rules allow and the task does not ask for; ``done`` is said
    when it is done. ``options`` and ``answers`` are those of a task where something is to be said."""

    task: str
    text: str
    short: str
    wrong: str
    done: str
    options: tuple[str, ...]
    answers: tuple[str, ...]


class Task(NamedTuple):
    """One thing to do. ``do`` are patterns of answers (``move 29/* 8``) of which ``times`` are to be given, ``each`` of
    them once or all of them ``in_order`` if so said; ``look`` is a place to point at; ``say`` how many options there
    are, ``right`` the good one. ``then`` says how dice fall and what others answer on the way, in the order in which
    they are asked; ``happens`` are sentences of the log that must come of it, for the words speak of them."""

    name: str
    kind: Kind
    do: tuple[str, ...]
    each: bool
    in_order: bool
    times: int
    then: tuple[str, ...]
    look: str
    say: int
    right: int
    rule: str
    happens: tuple[str, ...]
    words: Words


class Lesson(NamedTuple):
    """One lesson of a title; ``number`` counts from 1. ``start`` says how dice fall before its first question."""

    name: str
    number: int
    rule: str
    minutes: int
    seat: str
    position: str
    start: tuple[str, ...]
    tasks: tuple[Task, ...]
    title: str
    about: str


def lessons_in(data: Path, language: str = ENGLISH) -> list[Lesson]:
    """The lessons of a pack in their order; none where there is no such folder. A language that has no words for them
    yet speaks English."""
    folder = data / FOLDER
    if not folder.is_dir():
        return []
    spoken = language if language in languages(data, "lessons.") else ENGLISH
    file = WORDS.format(language=spoken)
    words = read_toml(data, file)
    paths = sorted(folder.glob("*.toml"))
    names = [path.stem.partition("-")[2] for path in paths]
    known(words, names, file)
    return [_lesson(data, path.name, number, words, file) for number, path in enumerate(paths, 1)]


def _lesson(data: Path, file: str, number: int, spoken: Json, words_file: str) -> Lesson:
    where = f"{FOLDER}/{file}"
    told = read_toml(data, where)
    known(told, LESSON_KEYS, where)
    name = Path(file).stem.partition("-")[2]
    words = need(spoken, name, dict, words_file)
    tasks = [_task(task, where, words, f"{words_file}, {name}") for task in need(told, "task", list, where)]
    if not tasks:
        raise PackError(where, "a lesson has at least one task")
    known(words, ["title", "about", *[task.name for task in tasks]], words_file, name)
    return Lesson(
        name,
        number,
        need(told, "rule", str, where),
        need(told, "minutes", int, where),
        need(told, "seat", str, where),
        need(told, "position", str, where),
        tuple(told.get("start", ())),
        tuple(tasks),
        need(words, "title", str, words_file, name),
        need(words, "about", str, words_file, name),
    )


def _task(told: Json, where: str, spoken: Json, words_file: str) -> Task:
    name = need(told, "name", str, where, "task")
    known(told, TASK_KEYS, where, name)
    all_kinds: tuple[Kind, ...] = (DO, LOOK, SAY)
    kinds = [kind for kind in all_kinds if kind in told]
    if len(kinds) != 1:
        raise PackError(where, f"'{name}' should say one of do, look and say")
    do = tuple(told.get("do", ()))
    each, in_order = bool(told.get("each", False)), bool(told.get("in_order", False))
    words = _words(need(spoken, name, dict, words_file), words_file, name)
    options, right = int(told.get("say", 0)), int(told.get("right", 0))
    if kinds == [SAY] and not (1 <= right <= options == len(words.options) == len(words.answers)):
        raise PackError(words_file, f"'{name}' should have {options} options and as many answers")
    return Task(
        name,
        kinds[0],
        do,
        each,
        in_order,
        len(do) if each or in_order else int(told.get("times", 1)),
        tuple(told.get("then", ())),
        str(told.get("look", "")),
        options,
        right,
        str(told.get("rule", "")),
        tuple(told.get("happens", ())),
        words,
    )


def _words(told: Json, file: str, name: str) -> Words:
    known(told, WORD_KEYS, file, name)
    return Words(
        need(told, "task", str, file, name),
        need(told, "text", str, file, name),
        str(told.get("short", "")) or need(told, "task", str, file, name).rstrip("."),
        str(told.get("wrong", "")),
        str(told.get("done", "")),
        tuple(told.get("options", ())),
        tuple(told.get("answers", ())),
    )
