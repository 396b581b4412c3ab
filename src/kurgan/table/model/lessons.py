"""Replies of lessons and of the readable rules."""

from typing import Literal

from msgspec import Struct

from kurgan.table.model.replies import LogLine, Look


class LessonInfo(Struct):
    """A lesson in the list of a title."""

    name: str
    number: int
    title: str
    about: str
    rule: str
    minutes: int
    steps: int
    answers: int
    """How many answers the whole lesson takes."""
    seat: str
    """Whose part is learned: a first game goes on with it."""


class Lessons(Struct):
    lessons: list[LessonInfo]


class LessonTask(Struct):
    """What is to be done now: answer the rules (``do``), point at a place (``look``), or say something (``say``)."""

    kind: Literal["do", "look", "say"]
    task: str
    text: str
    options: list[str]
    rule: str


class LessonState(Struct):
    """Where somebody is in a lesson. ``done`` is what was answered, to be sent back with the next call; ``ways`` are
    all lines that lead on; ``said`` speaks of the task that was just done."""

    name: str
    title: str
    number: int
    of: int
    step: int
    steps: list[str]
    task: LessonTask | None
    said: str
    ways: list[str]
    done: list[str]
    over: bool


class LessonLook(Struct):
    """The table of a lesson, as its pupil sees it, with what happened there."""

    lesson: LessonState
    table: Look
    lines: list[LogLine]


class RuleParagraph(Struct):
    """A paragraph in our words. ``lesson`` and ``step`` say where it is shown, if it is, and ``done`` leads there."""

    number: str
    title: str
    text: str
    heading: bool
    lesson: str = ""
    shown: str = ""
    done: list[str] = []


class GlossaryWord(Struct):
    names: list[str]
    meaning: str
    rule: str


class Glossary(Struct):
    """What the words of a title mean, for whoever reads them at the table."""

    words: list[GlossaryWord]


class RuleBook(Struct):
    """All rules of a title, and what its words mean."""

    name: str
    title: str
    rules: list[RuleParagraph]
    words: list[GlossaryWord]
