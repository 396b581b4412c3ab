"""The lessons of every title, read once, and the places of them that somebody looked at last."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Game
from kurgan.kernel.sentences import ENGLISH, languages
from kurgan.lessons import Learning, Lesson, begin, lessons_in
from kurgan.lessons.lesson import CHIP
from kurgan.table.refusals import Refused
from kurgan.table.titles import Titles

MOST_KEPT = 200
"""Places of lessons that are kept at hand; any other is played up to again."""

Spoken = tuple[str, str]
"""A title and the language in which it speaks."""

Key = tuple[Spoken, str, tuple[str, ...]]


class Example(NamedTuple):
    """Where a paragraph is shown: a lesson, its task, and the answers that lead there."""

    lesson: Lesson
    task: str
    done: tuple[str, ...]


class School:
    """The lessons of every title, and the places of them that somebody looked at last."""

    def __init__(self, titles: Titles) -> None:
        self._titles = titles
        self._lessons: dict[Spoken, list[Lesson]] = {}
        self._examples: dict[Spoken, dict[str, Example]] = {}
        self._kept: OrderedDict[Key, Learning] = OrderedDict()
        self._lock = threading.Lock()

    def spoken(self, title: str, language: str) -> Spoken:
        """English where the title does not speak the language: what strangers ask for is not remembered."""
        known = title in self._titles.names() and language in languages(self._titles.folder(title) / "data")
        return title, language if known else ENGLISH

    def game(self, title: Spoken) -> Game:
        return self._titles.load(title[0], language=title[1])

    def lessons(self, title: Spoken) -> list[Lesson]:
        """None for a title that has none, and for one whose lessons cannot be read."""
        if title not in self._lessons:
            try:
                self._lessons[title] = lessons_in(self._titles.folder(title[0]) / "data", title[1])
            except PackError:
                self._lessons[title] = []
        return self._lessons[title]

    def examples(self, title: Spoken) -> dict[str, Example]:
        """Paragraph -> the first task of a lesson that speaks of it."""
        if title not in self._examples:
            found: dict[str, Example] = {}
            for lesson in self.lessons(title):
                here = begin(self.game(title), lesson)
                while here.task is not None:
                    words = here.task.words
                    for number in [*CHIP.findall(f"{words.task} {words.text}"), here.task.rule]:
                        found.setdefault(number, Example(lesson, words.short, here.done))
                    here = here.answered(here.ways()[0])
            self._examples[title] = found
        return self._examples[title]

    def at(self, title: Spoken, name: str, done: Sequence[str]) -> Learning:
        """The place of a lesson to which these answers lead."""
        lesson = next((one for one in self.lessons(title) if one.name == name), None)
        if lesson is None:
            raise Refused(404, "There is no such lesson.")
        count, here = self._nearest(title, name, tuple(done))
        if here is None:
            here = begin(self.game(title), lesson)
        for i in range(count, len(done)):
            here = here.answered(done[i])
        self._keep((title, name, here.done), here)
        return here

    def _nearest(self, title: Spoken, name: str, done: tuple[str, ...]) -> tuple[int, Learning | None]:
        with self._lock:
            for count in range(len(done), -1, -1):
                here = self._kept.get((title, name, done[:count]))
                if here is not None:
                    return count, here
        return 0, None

    def _keep(self, key: Key, here: Learning) -> None:
        with self._lock:
            self._kept[key] = here
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
