"""Lessons at the table. Nothing is kept here: who learns sends along what was answered so far."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import structs

from kurgan.lessons import Learning, Lesson, NotTheTask, rulebook
from kurgan.lessons.lesson import SAY
from kurgan.session.session import Session
from kurgan.table.learning.school import Spoken
from kurgan.table.model import lessons as model
from kurgan.table.model import replies
from kurgan.table.model.scene import About, Charts
from kurgan.table.refusals import Refused, refusing
from kurgan.table.rooms.seating import title_case
from kurgan.table.service import look
from kurgan.table.service.place import Place, Visitor, check_title, need_person, wishing
from kurgan.table.shown import seat_view

NOT_THE_TASK = "not_the_task"

T = TypeVar("T")


# Calls ----------------------------------------------------------------------------------------------------------


async def lessons(who: Visitor, title: Spoken) -> model.Lessons:
    """The lessons of a title; a title may have none."""
    check_title(who.place, title[0])
    found = await asyncio.to_thread(who.place.school.lessons, title)
    return model.Lessons([info(lesson) for lesson in found])


def info(lesson: Lesson) -> model.LessonInfo:
    answers = sum(task.times for task in lesson.tasks)
    return model.LessonInfo(
        lesson.name,
        lesson.number,
        lesson.title,
        lesson.about,
        lesson.rule,
        lesson.minutes,
        len(lesson.tasks),
        answers,
        lesson.seat,
    )


async def learn(
    who: Visitor, title: Spoken, name: str, done: Sequence[str], answers: Sequence[str]
) -> model.LessonLook:
    """Look at a place of a lesson, or answer there: several answers all hold or none."""
    return await in_lesson(who, title, name, [*done, *answers], lambda here: shown(who, here, title))


async def in_lesson(who: Visitor, title: Spoken, name: str, done: Sequence[str], work: Callable[[Learning], T]) -> T:
    """Something that is made from a place of a lesson, in a thread."""
    need_person(who)
    check_title(who.place, title[0])

    def make() -> T:
        with refusing():
            try:
                return work(who.place.school.at(title, name, done))
            except NotTheTask as error:
                raise Refused(422, str(error), error.rule, NOT_THE_TASK) from None

    return await asyncio.to_thread(make)


def shown(who: Visitor, here: Learning, title: Spoken) -> model.LessonLook:
    session, seat = here.session, here.lesson.seat
    of = len(who.place.school.lessons(title))
    table = replies.Look(
        **structs.asdict(seat_view.table(session, seat)),
        name="",
        guide=False,
        seats=seats(session, seat),
        wish=replies.Wish(),
        lend=replies.Lending(),
        mine=[seat],
        maker=False,
        seen=session.course.number,
        recovery=False,
    )
    table.undo = replies.Undo(int(bool(here.done)), 0, False, False)
    return model.LessonLook(state(here, of), table, seat_view.log(session, seat))


def state(here: Learning, of: int) -> model.LessonState:
    lesson, task = here.lesson, here.task
    told = None
    if task is not None:
        words = task.words
        told = model.LessonTask(task.kind, words.task, words.text, list(words.options), task.rule)
    return model.LessonState(
        name=lesson.name,
        title=lesson.title,
        number=lesson.number,
        of=of,
        step=here.at,
        steps=[one.words.short for one in lesson.tasks],
        task=told,
        said=said(here),
        ways=here.ways(),
        done=list(here.done),
        over=here.is_over,
    )


def said(here: Learning) -> str:
    """What is said of the task that was just done: the answer to what was said, and a word more."""
    if not here.said:
        return ""
    task = here.lesson.tasks[here.at - 1]
    answer = f"{task.words.answers[task.right - 1]} " if task.kind == SAY else ""
    return answer + here.said


def seats(session: Session, seat: str) -> list[replies.SeatInfo]:
    """Who sits around the table of a lesson: its pupil; everybody else answers as the lesson says."""
    sides = seat_view.scene(session.seen(""))["sides"]
    return [
        replies.SeatInfo(
            name=name,
            label=sides[name]["label"] if name in sides else title_case(name),
            kind="person" if name == seat else "open",
            bot="",
            person="",
            lent=False,
            held=name == seat,
            present=name == seat,
            resigned=False,
            trouble="",
        )
        for name in session.seat_names
    ]


# Help on a place of a lesson ------------------------------------------------------------------------------------


async def why(who: Visitor, title: Spoken, name: str, done: Sequence[str], place: str, piece: str) -> replies.Why:
    def make(here: Learning) -> replies.Why:
        session = here.session
        return replies.Why(seat_view.why(session.seen(here.lesson.seat), place, piece), session.number)

    return await in_lesson(who, title, name, done, make)


async def chances(who: Visitor, title: Spoken, name: str, done: Sequence[str], action: str) -> replies.Chances:
    """The chances of the fight under way, or after an answer."""

    def make(here: Learning) -> replies.Chances:
        face = who.place.rooms.face(title[0], "", here.session.game)
        seen = here.session.seen(here.lesson.seat)
        if action:
            return replies.Chances(look.after(seen, action, face["bars"], face["facts"]))
        return replies.Chances(seat_view.chances(seen, face["bars"], face["facts"]))

    async with wishing(who.place.desk, need_person(who)):
        return await in_lesson(who, title, name, done, make)


async def far_places(who: Visitor, title: Spoken, name: str, done: Sequence[str]) -> replies.Routes:
    return await in_lesson(who, title, name, done, lambda here: look.routes(here.session, here.lesson.seat))


async def what_is_there(who: Visitor, title: Spoken, name: str, done: Sequence[str], place: str) -> About:
    return await in_lesson(who, title, name, done, lambda here: look.about(here.session.seen(here.lesson.seat), place))


async def moment(who: Visitor, title: Spoken, name: str, done: Sequence[str], number: int) -> replies.Moment:
    """The position after a line of the lesson's log."""
    return await in_lesson(
        who, title, name, done, lambda here: seat_view.moment(here.session, number, here.lesson.seat)
    )


# The rules to be read -------------------------------------------------------------------------------------------


async def rules(place: Place, title: Spoken) -> model.RuleBook:
    """All paragraphs of a title, each with the place of a lesson where it is shown, and the words."""
    check_title(place, title[0])
    return await asyncio.to_thread(rule_book, place, title)


def rule_book(place: Place, title: Spoken) -> model.RuleBook:
    name, language = title
    game, folder, examples = place.school.game(title), place.rooms.titles.folder(name), place.school.examples(title)
    found = []
    for row in rulebook.paragraphs(game, folder):
        told = model.RuleParagraph(row.number, row.title, row.text, rulebook.is_heading(row.number))
        example = examples.get(row.number)
        if example is not None:
            told.lesson, told.done = example.lesson.name, list(example.done)
            told.shown = f"{example.lesson.title}: {example.task}"
        found.append(told)
    return model.RuleBook(name, game.named(game.title), found, words_of(folder, language))


def words_of(folder: Path, language: str) -> list[model.GlossaryWord]:
    found = rulebook.glossary(folder / "data", language)
    return [model.GlossaryWord(list(word.names), word.meaning, word.rule) for word in found]


async def glossary(place: Place, title: Spoken) -> model.Glossary:
    check_title(place, title[0])
    folder = place.rooms.titles.folder(title[0])
    return model.Glossary(await asyncio.to_thread(words_of, folder, title[1]))


async def rule(place: Place, title: Spoken, number: str) -> replies.RuleText:
    check_title(place, title[0])
    number = number[: look.LONGEST_RULE]
    game = place.school.game(title)
    return replies.RuleText(number, game.rule_title(number), game.rule_text(number))


async def charts(place: Place, title: Spoken) -> Charts:
    check_title(place, title[0])
    game = place.school.game(title)
    return await asyncio.to_thread(lambda: msgspec.convert(game.charts(), Charts))
