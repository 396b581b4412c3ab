"""A lesson at a terminal: tells a task, takes a line, says why not."""

from collections.abc import Callable

from kurgan.kernel.protocol import Guessed, IllegalAction, Misspelt
from kurgan.lessons import Learning, Lesson, NotTheTask, begin
from kurgan.lessons.lesson import DO, LOOK, SAY, Task
from kurgan.odds import NoPolicy
from kurgan.odds import pending as pending_odds
from kurgan.odds.report_lines import odds_line, odds_lines
from kurgan.session.session import NotAllowed
from kurgan.terminal import layout
from kurgan.terminal.screen import Screen
from kurgan.terminal.words import Words, odds_word

COMMANDS = ("show", "back", "map", "look", "choices", "odds", "rule", "again", "help", "quit")
STUCK = 2
"""So many wrong answers to one task, and a word about 'show' is added."""


class Teaching:
    """One lesson, one terminal. ``keep`` is told what was answered so far, after every step."""

    def __init__(
        self, here: Learning, of: int, screen: Screen, say: Words, keep: Callable[[tuple[str, ...]], None]
    ) -> None:
        self.here = here
        self.lesson: Lesson = here.lesson
        self.game = here.session.game
        self.of = of
        self.screen = screen
        self.say = say
        self.keep = keep
        self.wrong = 0
        self.is_leaving = False

    def run(self) -> bool:
        """Until it is done or somebody leaves; whether it was done."""
        lesson, say = self.lesson, self.say
        name = self.game.named(self.game.title)
        self.screen.line(say("lesson_title", title=name, number=lesson.number, of=self.of, name=lesson.title), "bold")
        self.screen.line(lesson.about)
        self._map("")
        self.screen.line(say("lesson_help_hint"), "dim")
        self._tell()
        while not self.here.is_over and not self.is_leaving:
            line = self.screen.ask("> ")
            if line is None:
                break
            self._do(line)
        return self.here.is_over

    def _tell(self) -> None:
        """The task, and what can be said of it."""
        task = self.here.task
        if task is None:
            return
        self.screen.line()
        step, steps = self.here.at + 1, len(self.lesson.tasks)
        self.screen.line(self.say("lesson_step", step=step, steps=steps, task=task.words.task), "bold")
        self.screen.line(task.words.text)
        if task.kind == SAY:
            self.screen.lines([f"  {i:>2}  {option}" for i, option in enumerate(task.words.options, 1)])
        elif task.kind == DO:
            self._tell_question()
        self.screen.complete([*self.here.ways(), *COMMANDS])

    def _tell_question(self) -> None:
        seen = self.here.session.seen(self.lesson.seat)
        self.screen.line(f"{seen.prompt()} [{getattr(seen.pending, 'rule', '')}]", "dim")
        try:
            found = pending_odds(self.game, seen.view)
        except NoPolicy:
            return
        short = odds_line(found.report(), odds_word) if found is not None else ""
        if short:
            self.screen.line(short)

    # Doing ----------------------------------------------------------------------------------------------------

    def _do(self, line: str) -> None:
        if not line:
            return
        word, _, rest = line.partition(" ")
        command = word.lower().lstrip(":")
        try:
            if command in COMMANDS and not self._is_task(line):
                todo: Callable[[str], None] = getattr(self, f"_{command}")
                todo(rest.strip())
            else:
                self._answer(line)
        except (NotTheTask, IllegalAction) as error:
            self._was_wrong(error)
        except (Guessed, Misspelt, NotAllowed) as error:
            self.screen.line(str(error)[:1].upper() + str(error)[1:], "red")

    def _is_task(self, line: str) -> bool:
        """Whether a line that looks like a command is what the task asks for: looking, or an answer of that name."""
        task = self.here.task
        if task is None or task.kind == SAY:
            return False
        return line.startswith("look ") if task.kind == LOOK else line in self.here.ways()

    def _was_wrong(self, error: NotTheTask | IllegalAction) -> None:
        self.wrong += 1
        rule = error.rule if isinstance(error, NotTheTask) else ""
        self.screen.line(f"{error} [{rule}]" if rule else str(error), "red")
        if self.wrong >= STUCK:
            self.screen.line(self.say("lesson_stuck"), "dim")

    def _answer(self, line: str) -> None:
        """One answer, or several apart by semicolons; a number chooses what is listed."""
        for part in [part.strip() for part in line.split(";") if part.strip()]:
            task = self.here.task
            if task is None:
                return
            before, at = self.here.session.course.number, self.here.at
            if task.kind == LOOK and part.startswith("look "):
                self._look(part.removeprefix("look "))
            self.here = self.here.answered(self._spelled(task, part))
            self.keep(self.here.done)
            self.wrong = 0
            self.screen.lines(layout.log_lines(self.here.session.stream(self.lesson.seat, before)))
            self._tell_done(task, at)
        if not self.here.is_over:
            self._tell()

    def _tell_done(self, task: Task, at: int) -> None:
        if self.here.at == at:
            return
        answer = task.words.answers[task.right - 1] if task.kind == SAY else ""
        for words in (answer, task.words.done):
            if words:
                self.screen.line(words, "green")

    def _spelled(self, task: Task, part: str) -> str:
        if task.kind == SAY:
            number = part.removeprefix("say ").strip()
            if not number.isdecimal() or not 1 <= int(number) <= task.say:
                raise Misspelt(self.say("lesson_say_number", of=task.say))
            return f"say {number}"
        if task.kind == LOOK:
            return part if part.startswith("look ") else f"look {part}"
        choices = self.here.session.choices()
        if part.isdecimal() and 1 <= int(part) <= len(choices):
            return choices[int(part) - 1].action
        return part

    # Looking --------------------------------------------------------------------------------------------------

    def _show(self, rest: str) -> None:
        ways = self.here.ways()
        self.screen.line(self.say("lesson_show", line=ways[0].removeprefix("say ")))

    def _back(self, rest: str) -> None:
        if not self.here.done:
            raise Misspelt(self.say("lesson_nothing_behind"))
        done = self.here.done[:-1]
        self._go(done)

    def _again(self, rest: str) -> None:
        self._go(())

    def _go(self, done: tuple[str, ...]) -> None:
        here = begin(self.game, self.lesson)
        for line in done:
            here = here.answered(line)
        self.here = here
        self.keep(done)
        self._tell()

    def _map(self, rest: str) -> None:
        seen = self.here.session.seen(self.lesson.seat)
        self.screen.block(seen.map_text().rstrip())
        self.screen.lines(layout.status_lines(seen.scene()))

    def _look(self, rest: str) -> None:
        seen = self.here.session.seen(self.lesson.seat)
        self.screen.lines(layout.place_lines(seen.scene(), rest))
        for label, words, rule in seen.about(rest).get("facts", []):
            self.screen.line(f"  {label}: {words} [{rule}]")

    def _choices(self, rest: str) -> None:
        self.screen.lines(layout.choice_lines(self.here.session.choices()))

    def _odds(self, rest: str) -> None:
        found = pending_odds(self.game, self.here.session.seen(self.lesson.seat).view)
        self.screen.lines(odds_lines(found.report(), odds_word) if found is not None else [self.say("lesson_no_fight")])

    def _rule(self, rest: str) -> None:
        number = rest.strip("[]") or str(getattr(self.here.session.pending, "rule", ""))
        text = self.game.rule_text(number)
        if not text:
            raise Misspelt(self.say("no_rule", rule=number))
        self.screen.line(f"{number}  {text}")

    def _help(self, rest: str) -> None:
        self.screen.line(self.say("lesson_help"))

    def _quit(self, rest: str) -> None:
        self.is_leaving = True
