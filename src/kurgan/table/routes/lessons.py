"""Lessons, and the rules to be read. ``done`` is what was answered so far: the server keeps nothing of who learns."""

from typing import Annotated

from fastapi import Depends, Query

from kurgan.kernel.sentences import ENGLISH
from kurgan.table.learning.school import Spoken
from kurgan.table.model import bodies
from kurgan.table.model.lessons import Glossary, LessonLook, Lessons, RuleBook
from kurgan.table.model.replies import Chances, Moment, Routes, RuleText, Why
from kurgan.table.model.scene import About, Charts
from kurgan.table.routes.access import ActionQuery, AtPlace, LanguageQuery, LinePath, PieceQuery, PlaceQuery, Who
from kurgan.table.routes.calls import Cached, Calls
from kurgan.table.service import lessons as service

lessons = Calls()


def spoken(place: AtPlace, title: str, lang: LanguageQuery = ENGLISH) -> Spoken:
    return place.school.spoken(title, lang)


Title = Annotated[Spoken, Depends(spoken)]
DoneQuery = Annotated[str, Query(max_length=8000, description="What was answered so far, apart by semicolons.")]


def lines(done: str) -> list[str]:
    return done.split(";") if done else []


@lessons.get("/titles/{title}/lessons", "lessons")
async def list_lessons(who: Who, title: Title) -> Cached[Lessons]:
    """The lessons of a title; a title may have none."""
    return await service.lessons(who, title)


@lessons.post("/titles/{title}/lessons/{lesson}", "lessons")
async def learn(who: Who, title: Title, lesson: str, body: bodies.LessonAnswers) -> LessonLook:
    """Look at a place of a lesson, or answer there. What is not the task is refused with the code ``not_the_task``."""
    return await service.learn(who, title, lesson, body.done, body.answers)


@lessons.get("/titles/{title}/lessons/{lesson}/why", "lessons")
async def lesson_why(
    who: Who, title: Title, lesson: str, done: DoneQuery = "", place: PlaceQuery = "", piece: PieceQuery = ""
) -> Why:
    """Why a place or a piece may not be chosen here."""
    return await service.why(who, title, lesson, lines(done), place, piece)


@lessons.get("/titles/{title}/lessons/{lesson}/odds", "lessons")
async def lesson_odds(who: Who, title: Title, lesson: str, done: DoneQuery = "") -> Chances:
    """The chances of the fight under way."""
    return await service.chances(who, title, lesson, lines(done), "")


@lessons.get("/titles/{title}/lessons/{lesson}/odds/after", "lessons")
async def lesson_odds_after(
    who: Who, title: Title, lesson: str, done: DoneQuery = "", action: ActionQuery = ""
) -> Chances:
    """The chances of the fight if the question were answered so."""
    return await service.chances(who, title, lesson, lines(done), action)


@lessons.get("/titles/{title}/lessons/{lesson}/routes", "lessons")
async def lesson_routes(who: Who, title: Title, lesson: str, done: DoneQuery = "") -> Routes:
    """Places that a march can reach."""
    return await service.far_places(who, title, lesson, lines(done))


@lessons.get("/titles/{title}/lessons/{lesson}/about", "lessons")
async def lesson_about(who: Who, title: Title, lesson: str, done: DoneQuery = "", place: PlaceQuery = "") -> About:
    """Facts about a place and lines to draw for it."""
    return await service.what_is_there(who, title, lesson, lines(done), place)


@lessons.get("/titles/{title}/lessons/{lesson}/moment/{number}", "lessons")
async def lesson_moment(who: Who, title: Title, lesson: str, number: LinePath, done: DoneQuery = "") -> Moment:
    """The position after a line of the log."""
    return await service.moment(who, title, lesson, lines(done), number)


@lessons.get("/titles/{title}/rules", "titles")
async def rules(place: AtPlace, title: Title) -> Cached[RuleBook]:
    """All rules of a title in our words, with where a lesson shows them, and what its words mean."""
    return await service.rules(place, title)


@lessons.get("/titles/{title}/rules/{number}", "titles")
async def title_rule(place: AtPlace, title: Title, number: str) -> Cached[RuleText]:
    """A paragraph in our words."""
    return await service.rule(place, title, number)


@lessons.get("/titles/{title}/glossary", "titles")
async def title_glossary(place: AtPlace, title: Title) -> Cached[Glossary]:
    """What the words of a title mean."""
    return await service.glossary(place, title)


@lessons.get("/titles/{title}/charts", "titles")
async def title_charts(place: AtPlace, title: Title) -> Cached[Charts]:
    """The tables of the rules."""
    return await service.charts(place, title)
