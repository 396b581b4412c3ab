"""Somebody at a lesson: which task is next, what counts as an answer to it, and the game as it stands.

A lesson holds no state of its own. What was answered so far is a list of lines, and the same lines lead to the same
place again: page and terminal keep them, and nothing else needs to be kept.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from kurgan.kernel import throws
from kurgan.kernel.packfile import PackError
from kurgan.kernel.protocol import Choice, Decide, Game, Json, Misspelt, Throw
from kurgan.kernel.sentences import common
from kurgan.lessons.lesson import DO, LOOK, Lesson, Task
from kurgan.session import beginning
from kurgan.session.known import Known
from kurgan.session.logs import MemoryLog
from kurgan.session.replay import DICE, Course
from kurgan.session.session import Session

NO_PROMISE = "0" * 64
"""Stands where a game promises its dice: those of a lesson fall as the lesson says."""

MOST_ANSWERS = 200

Lines = tuple[str, ...]


class NotTheTask(ValueError):
    """Nothing that the rules forbid, but not what the lesson asks for; says what to do, and by which rule."""

    def __init__(self, text: str, rule: str = "") -> None:
        self.rule = rule
        super().__init__(text)


class Learning:
    """Somebody at one place of a lesson. Answering leads to another; this one stays."""

    def __init__(
        self, lesson: Lesson, session: Session, at: int, given: Lines, done: Lines, rest: Lines | None = None
    ) -> None:
        self.lesson = lesson
        self.session = session
        self.at = at
        """The task, counted from 0; after the last one the lesson is over."""
        self.given = given
        """Answers given to this task so far."""
        self.done = done
        """All that was answered, as ``follow`` takes it."""
        self._rest = rest

    @property
    def task(self) -> Task | None:
        return self.lesson.tasks[self.at] if not self.is_over else None

    @property
    def is_over(self) -> bool:
        return self.at == len(self.lesson.tasks)

    @property
    def said(self) -> str:
        """What is said of the task that was just done."""
        return self.lesson.tasks[self.at - 1].words.done if self.at and not self.given else ""

    def lit(self) -> list[Choice]:
        """The answers that count now."""
        task = self.task
        if task is None or task.kind != DO:
            return []
        return [choice for choice in self.session.choices() if self._pattern(task, choice.action)]

    def ways(self) -> list[str]:
        """Every line that leads on from here."""
        task = self.task
        if task is None:
            return []
        if task.kind == DO:
            return [choice.action for choice in self.lit()]
        return [f"look {task.look}" if task.kind == LOOK else f"say {task.right}"]

    def answered(self, line: str) -> "Learning":
        """Where a line leads; raises IllegalAction, Misspelt or NotTheTask."""
        task = self.task
        if task is None:
            raise NotTheTask(common("lesson_done"))
        if len(self.done) >= MOST_ANSWERS:
            raise Misspelt(common("lesson_long", most=MOST_ANSWERS))
        if task.kind == DO:
            return self._answered(task, line)
        if task.kind == LOOK:
            if line != f"look {task.look}":
                raise NotTheTask(task.words.wrong or task.words.task, task.rule)
        else:
            self._check_said(task, line)
        return self._went_on(task, self.session, line)

    def _check_said(self, task: Task, line: str) -> None:
        verb, _, number = line.partition(" ")
        if verb != "say" or not number.isdecimal() or not 1 <= int(number) <= task.say:
            raise NotTheTask(task.words.task, task.rule)
        if int(number) != task.right:
            raise NotTheTask(task.words.answers[int(number) - 1], task.rule)

    def _answered(self, task: Task, line: str) -> "Learning":
        [rehearsed] = self.session.seen(self.lesson.seat).rehearse([line])
        action = self.session.seen(self.lesson.seat).spell(rehearsed.answer)
        if not self._pattern(task, action):
            raise NotTheTask(task.words.wrong or task.words.task, task.rule)
        session = _copy(self.session)
        _give(session.course, self.lesson.seat, action)
        return self._went_on(task, session, action)

    def _pattern(self, task: Task, action: str) -> str:
        """The pattern of the task that an answer fits, among those that are still wanted."""
        wanted = task.do
        if task.in_order:
            wanted = task.do[len(self.given) :][:1]
        elif task.each:
            met = [_fitting(given, task.do) for given in self.given]
            wanted = tuple([pattern for pattern in task.do if pattern not in met])
        return _fitting(action, wanted)

    def _went_on(self, task: Task, session: Session, line: str) -> "Learning":
        given, done = (*self.given, line), (*self.done, line)
        is_done = task.kind != DO or len(given) >= task.times
        rest: Lines | None = None
        if task.kind == DO:
            left = task.then if self._rest is None else self._rest
            rest = _settle(session.course, left, is_done, f"{self.lesson.name}, {task.name}")
            session.look_at(session.course)
        if is_done:
            return Learning(self.lesson, session, self.at + 1, (), done)
        return Learning(self.lesson, session, self.at, given, done, rest)


def begin(game: Game, lesson: Lesson) -> Learning:
    """Somebody who opens a lesson."""
    position = game.read_position(lesson.position)
    scenario, options = game.said(position)
    if lesson.seat not in game.seats(scenario):
        raise PackError(lesson.name, f"there is no seat '{lesson.seat}' in {scenario}")
    course = Course(game, Known({}, {}, {}))
    holders = beginning.seat_holders(game.seats(scenario), {})
    fields = beginning.header_fields(game, scenario, dict(options), holders, "")
    fields |= {"game": f"{lesson.number:032x}", "commitment": NO_PROMISE, "position": position.to_json()}
    course.write("header", fields)
    _settle(course, lesson.start, True, lesson.name)
    return Learning(lesson, Session(game, MemoryLog(), course, {}), 0, (), ())


def follow(game: Game, lesson: Lesson, done: Sequence[str]) -> Learning:
    """The place of a lesson to which these lines lead; raises what ``answered`` raises."""
    here = begin(game, lesson)
    for line in done:
        here = here.answered(line)
    return here


def _fitting(action: str, patterns: Sequence[str]) -> str:
    return next((pattern for pattern in patterns if fnmatchcase(action, pattern)), "")


def _copy(session: Session) -> Session:
    return Session(session.game, MemoryLog(), session.course.fork(), {})


def _settle(course: Course, lines: Sequence[str], is_done: bool, where: str) -> tuple[str, ...]:
    """Let dice fall and others answer as the lesson says, up to the pupil's next question; gives back what is left."""
    rest = list(lines)
    while True:
        pending = course.pending()
        if isinstance(pending, Throw):
            if not rest:
                raise PackError(where, f"it is not said how '{pending.step}' falls")
            _throw(course, pending, rest.pop(0), where)
        elif isinstance(pending, Decide) and rest and is_done:
            _give(course, course.awaited(), rest.pop(0))
        else:
            break
    if is_done and rest:
        raise PackError(where, f"'{rest[0]}' is said, and nobody is asked")
    return tuple(rest)


def _throw(course: Course, pending: Throw, line: str, where: str) -> None:
    if not throws.is_named(pending, line):
        raise PackError(where, f"'{line}' does not say how '{pending.step}' falls")
    faces = throws.faces(course.game, course.state, pending, line)
    fields: Json = {"seat": DICE, "rule": pending.rule, "step": pending.step, "n": course.asked}
    fields["asked"] = pending.chance.asked()
    if pending.secret:
        fields["secret"] = True
        course.draws[str(course.number + 1)] = list(faces)
    else:
        fields["answer"] = pending.chance.text(faces)
    course.write("dice", fields)


def _give(course: Course, seat: str, line: str) -> None:
    pending = course.pending()
    assert isinstance(pending, Decide)
    answer = course.game.parse(course.state, line)
    course.write("answer", {"seat": seat, "rule": pending.rule, "step": pending.step, "answer": line}, answer)
