"""Learning a title in the terminal: its lessons, and how far somebody came."""

import json
from contextlib import suppress
from pathlib import Path

from kurgan import games
from kurgan.commands.common import print_json
from kurgan.commands.play import data_folder
from kurgan.commands.speech import speaking_as
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Game, IllegalAction, Misspelt
from kurgan.lessons import Learning, Lesson, NotTheTask, begin, follow, lessons_in
from kurgan.session.session import NotAllowed
from kurgan.terminal.screen import make_screen
from kurgan.terminal.teaching import Teaching
from kurgan.terminal.words import Words, said

FILE = "lessons.json"


def learn(
    title: str, which: str, again: bool, listed: bool, data: Path | None, as_json: bool, language: str = ""
) -> None:
    """Go on with a lesson of a title: the one that is named, or the first that is not done."""
    with speaking_as(language) as say:
        _learn(title, which, again, listed, data, as_json, say)


def _learn(title: str, which: str, again: bool, listed: bool, data: Path | None, as_json: bool, say: Words) -> None:
    game = games.load(title)
    lessons = lessons_in(games.folder(title) / "data", say.language)
    if not lessons:
        raise Misspelt(say("lesson_none", title=title))
    kept = Kept(data_folder(data) / FILE, title)
    if listed or as_json:
        _print_list(game, lessons, kept, say, as_json)
        return
    lesson = _chosen(lessons, which) if which else next((one for one in lessons if not kept.is_done(one)), lessons[0])
    here = begin(game, lesson) if again or kept.is_done(lesson) else _resumed(game, lesson, kept)
    teaching = Teaching(here, len(lessons), make_screen(), say, lambda done: kept.keep(lesson, done))
    if teaching.run():
        print(say("lesson_over", number=lesson.number, name=lesson.title))
        if lesson.number == len(lessons):
            print(say("lesson_last", title=title))
        else:
            following = lessons[lesson.number]
            print(say("lesson_next", title=title, number=following.number, name=following.title))
    else:
        print(say("lesson_kept", title=title, number=lesson.number))


def _resumed(game: Game, lesson: Lesson, kept: "Kept") -> Learning:
    """Where somebody left a lesson; what a changed lesson no longer takes is dropped."""
    done = kept.of(lesson)
    for count in range(len(done), 0, -1):
        with suppress(NotTheTask, IllegalAction, Misspelt, NotAllowed):
            return follow(game, lesson, done[:count])
    return begin(game, lesson)


def _chosen(lessons: list[Lesson], which: str) -> Lesson:
    for lesson in lessons:
        if which in (lesson.name, str(lesson.number)):
            return lesson
    names = [lesson.name for lesson in lessons]
    raise Misspelt(said("lesson_no_such", which=which, meant=nearest(which, names), of=len(lessons)))


def _print_list(game: Game, lessons: list[Lesson], kept: "Kept", say: Words, as_json: bool) -> None:
    rows = [
        {
            "number": lesson.number,
            "name": lesson.name,
            "title": lesson.title,
            "about": lesson.about,
            "rule": lesson.rule,
            "minutes": lesson.minutes,
            "steps": len(lesson.tasks),
            "state": "done" if kept.is_done(lesson) else "begun" if kept.of(lesson) else "",
        }
        for lesson in lessons
    ]
    if as_json:
        print_json({"title": game.name, "lessons": rows})
        return
    for row in rows:
        state = say(f"lesson_{row['state']}") if row["state"] else ""
        minutes = say("lesson_minutes", minutes=row["minutes"])
        print(f"{row['number']:>3}  {row['title']:<30} {minutes:>7}  [{row['rule']}]  {state}".rstrip())


class Kept:
    """How far somebody came, in a small file: title -> lesson -> answers, and which lessons were done."""

    def __init__(self, path: Path, title: str) -> None:
        self.path = path
        self.title = title
        self.told: dict[str, dict[str, list[str]]] = self._read()

    def _read(self) -> dict[str, dict[str, list[str]]]:
        """A file that is damaged is no reason not to learn: it is begun anew."""
        try:
            told = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        good = isinstance(told, dict) and all(isinstance(title, dict) for title in told.values())
        return told if good else {}

    def of(self, lesson: Lesson) -> list[str]:
        done = self.told.get(self.title, {}).get(lesson.name, [])
        return [str(line) for line in done] if isinstance(done, list) else []

    def is_done(self, lesson: Lesson) -> bool:
        return len(self.of(lesson)) >= sum(task.times for task in lesson.tasks)

    def keep(self, lesson: Lesson, done: tuple[str, ...]) -> None:
        self.told.setdefault(self.title, {})[lesson.name] = list(done)
        self.path.write_text(json.dumps(self.told, indent=1), encoding="utf-8")
