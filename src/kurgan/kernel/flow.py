"""The flow of a rulebook: steps in tables, and a stack of frames that says where we are.

A title writes its sequence of play as nested tables of steps. Where we are is a list of frames in the position, so a
position can be copied, saved and printed at any question. ``advance`` runs until somebody has to answer.

A frame says where we are, and holds what the procedure was *given* (its arguments) and has noted since (its locals):
small numbers that nobody needs once the procedure is over. ``local`` reads them by the name of the procedure,
``set_local`` writes them. What a printed track or marker shows is a column of the state; a fight is a record in it.

Rules for authors: ``call`` and ``leave`` move the stack at once, so nothing of the same act may follow them, but for a
``call`` after a ``leave``. A table has the book's noun for a name ("turn", "retreat"), what asks or acts a verb; stored
positions name the steps they stand at, so a step that is called otherwise needs a reader of the former name.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Self

from kurgan.kernel.chance import Chance
from kurgan.kernel.open_classes import mypyc_attr
from kurgan.kernel.protocol import EVERYONE, DeadEnd, Decide, Event, Halt, Json, Throw

SEQ: Final = 0
WHILE: Final = 1
EACH: Final = 2
ASK: Final = 3
ROLL: Final = 4
AUTO: Final = 5
WHEN: Final = 6
CALL: Final = 7
"""Kinds of steps: those below AUTO stand on the stack while they are under way."""

NOT_ENTERED: Final = -1
NO_SUCH_PART: Final = "a step of another kind has no such part"


class Step:
    """One row of a table. Only the fields of its kind are set; use the functions below to make one."""

    def __init__(self, kind: int, rule: str, name: str) -> None:
        self.kind = kind
        self.rule = rule
        self.name = name
        self.parts: list[Step] = []
        self.size = 0
        self.rows: list[Whole] = []  # a Row each
        self.body = self
        self.test: Callable[[Any], bool] = _unset_test
        self.items: Callable[[Any], Sequence[int]] = _unset_items
        self.seat: Callable[[Any], int] = _unset_seat
        self.choices: Callable[[Any], list[int]] = _unset_choices
        self.take: Callable[[Any, int], None] = _unset_take
        self.why: Callable[[Any, int], int] = _unset_why
        self.space: Callable[[Any], list[int]] = _unset_choices
        self.near: Callable[[Any], list[int]] | None = None
        self.chance: Callable[[Any], Chance] = _unset_chance
        self.run: Callable[[Any], None] = _unset_run
        self.form = ""
        self.asks_always = False
        self.auto: Callable[[Any, int], bool] | None = None
        self.secret = False
        self.target = ""
        self.given: Callable[[Any], tuple[int, ...]] = _unset_given
        self.entry: Whole = (self, NOT_ENTERED if kind == EACH else 0, ())
        self.frames: list[Whole] = [self.entry]

    def __repr__(self) -> str:
        return f"<{self.rule} {self.name}>"


Frame = tuple[Step, int, tuple[int, ...]]
"""A step under way: how far it is, and the items of an Each or the locals of a Seq or While."""

Whole = Any
"""A frame, or a row, that is handed on as it is; by its own type, compiled code would take it apart and remake it."""

Row = tuple[Callable[[Any], bool] | None, Step, bool, Frame]
"""A row of a Seq as ``advance`` reads it: its test if it is a When, what to enter, whether that is an Auto, and the
frame of the Seq once the row is entered."""


class Book:
    """All steps of a title, by name. Made once from the tables."""

    def __init__(self, tables: Sequence[Step]) -> None:
        self.steps: dict[str, Step] = {}
        self.procedures = {table.name for table in tables}
        for table in tables:
            self._add(table)
        for step in self.steps.values():
            self._resolve(step)
        for step in self.steps.values():
            self._prepare(step)

    def _add(self, step: Step) -> None:
        if step.kind == CALL:
            return
        if step.name in self.steps:
            raise ValueError(f"two steps are named '{step.name}'")
        self.steps[step.name] = step
        for part in step.parts:
            self._add(part)

    def _resolve(self, step: Step) -> None:
        """Put the named procedure in the place of each Call that gives it nothing; the others lead to theirs."""
        for i, part in enumerate(step.parts):
            if part.kind == CALL:
                if part.target not in self.steps:
                    raise ValueError(f"'{step.name}' calls '{part.target}', which is nowhere")
                part.body = self.steps[part.target]
                if part.given is _unset_given:
                    step.parts[i] = part.body
                elif part.body.kind not in (SEQ, WHILE):
                    raise ValueError(f"'{part.target}' is given something, but only a Seq or a While keeps it")
        if step.kind == SEQ:
            names = [part.name for part in step.parts]
            if len(set(names)) != len(names):
                raise ValueError(f"'{step.name}' has two rows of one name")

    def _prepare(self, step: Step) -> None:
        """Lay out what ``advance`` reads."""
        if step.parts:
            step.body = step.parts[0]
        if step.kind == SEQ:
            for i, part in enumerate(step.parts):
                is_tested = part.kind == WHEN
                body = part.parts[0] if is_tested else part
                row: Row = (part.test if is_tested else None, body, body.kind == AUTO, step.frames[i + 1])
                step.rows.append(row)

    def asks(self) -> list[Step]:
        return [step for step in self.steps.values() if step.kind == ASK]

    def rolls(self) -> list[Step]:
        return [step for step in self.steps.values() if step.kind == ROLL]


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The part of every state that the flow needs. Titles derive their State from it.

    States name their columns in ``__slots__``: CPython keeps no more than thirty attributes of a class in its fast
    form, and a copy of many more is made in two thirds of the time.
    """

    __slots__ = ("book", "choices", "events", "halts", "stack")

    def __init__(self, book: Book) -> None:
        self.book = book
        self.stack: list[Frame] = []
        self.choices: list[int] | None = None
        self.events: list[Event] | None = None
        self.halts: frozenset[str] | None = None

    def __repr__(self) -> str:
        return f"<position at {self.stack[-1][0].rule} {self.stack[-1][0].name}>" if self.stack else "<position, over>"

    def copy(self) -> Self:
        raise NotImplementedError

    def key(self) -> bytes:
        """Equal positions, equal keys."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise AssertionError unless every invariant holds; slow."""
        raise NotImplementedError

    def to_json(self) -> Json:
        raise NotImplementedError

    def copy_flow(self, other: "Position") -> None:
        """Take over where ``other`` stands; listeners and kept lists stay behind."""
        self.stack = other.stack[:]
        self.halts = other.halts

    def flow_key(self) -> bytes:
        return ";".join([f"{f[0].name},{f[1]},{f[2]}" for f in self.stack]).encode()


# Tables ---------------------------------------------------------------------------------------------------------


def Seq(rule: str, name: str, parts: list[Step]) -> Step:
    """Rows in printed order."""
    step = Step(SEQ, rule, name)
    step.parts = parts
    step.size = len(parts)
    for place in range(1, step.size + 1):
        step.frames.append((step, place, ()))
    return step


def While(rule: str, name: str, test: Callable[[Any], bool], body: Step) -> Step:
    step = Step(WHILE, rule, name)
    step.test = test
    step.parts = [body]
    return step


def When(rule: str, name: str, test: Callable[[Any], bool], body: Step) -> Step:
    step = Step(WHEN, rule, name)
    step.test = test
    step.parts = [body]
    return step


def Each(rule: str, name: str, items: Callable[[Any], Sequence[int]], body: Step) -> Step:
    """The body once for each item; the items are fixed on entry. ``current(s, name)`` reads the item."""
    step = Step(EACH, rule, name)
    step.items = items
    step.parts = [body]
    return step


def Ask(
    rule: str,
    name: str,
    seat: Callable[[Any], int],
    choices: Callable[[Any], list[int]],
    take: Callable[[Any, int], None],
    *,
    why: Callable[[Any, int], int],
    space: Callable[[Any], list[int]],
    near: Callable[[Any], list[int]] | None = None,
    form: str = "",
    private: bool = False,
    auto: Callable[[Any, int], bool] | None = None,
) -> Step:
    """A question to a seat. ``space`` is every answer that can be spelled, ``near`` the part of it that a player would
    look for (all of it if not given), ``why`` the refusal code (0: allowed).

    ``form`` names the notation of its answers (the step's own name if empty). A single legal answer is given
    automatically unless the step is private (there, being asked at all must tell nothing) or ``auto(s, answer)`` says
    that the player should give it himself, because dice would follow.
    """
    step = Step(ASK, rule, name)
    step.seat = seat
    step.choices = choices
    step.take = take
    step.why = why
    step.space = space
    step.near = near
    step.form = form or name
    step.asks_always = private
    step.auto = auto
    return step


def Roll(
    rule: str, name: str, chance: Callable[[Any], Chance], take: Callable[[Any, int], None], secret: bool = False
) -> Step:
    """A question to the dice. A secret one is not written into the record before the end."""
    step = Step(ROLL, rule, name)
    step.chance = chance
    step.take = take
    step.secret = secret
    return step


def Auto(rule: str, name: str, run: Callable[[Any], None]) -> Step:
    step = Step(AUTO, rule, name)
    step.run = run
    return step


def Call(rule: str, target: str, given: Callable[[Any], tuple[int, ...]] | None = None) -> Step:
    """A procedure written elsewhere, entered from here; ``given(s)`` are its first locals."""
    step = Step(CALL, rule, target)
    step.target = target
    if given is not None:
        step.given = given
    return step


# Running --------------------------------------------------------------------------------------------------------


def start(s: Position, name: str) -> None:
    """Begin at a named procedure and go to the first question."""
    s.stack.append(s.book.steps[name].entry)
    advance(s)


def advance(s: Position) -> None:
    """Go on until somebody is asked or nothing is left to do (or until a step of ``s.halts`` comes next).

    Functions of a step are taken into a name before they are called: CPython would look for a method first.
    """
    stack: list[Whole] = s.stack
    halts = s.halts
    step: Step
    body: Step
    place: int
    items: tuple[int, ...]
    is_auto: bool
    while stack:
        frame: tuple[Whole, ...] = stack[-1]
        step = frame[0]
        if halts is not None and step.name in halts:
            return
        kind = step.kind
        if kind == SEQ:
            place = frame[1]
            items = frame[2]
            while place < step.size:
                if halts is not None and step.parts[place].name in halts:
                    stack[-1] = (step, place, items)
                    return
                row: tuple[Whole, ...] = step.rows[place]
                test, body, is_auto, frame = row
                place += 1
                if test is not None and not test(s):
                    continue
                if items:
                    frame = (step, place, items)
                stack[-1] = frame
                if not is_auto:
                    break
                run = body.run
                run(s)
                if not stack or stack[-1] is not frame:  # it has called, left or ended something, or noted a local
                    break
            else:
                stack.pop()
                continue
            if is_auto:
                continue
        elif kind == WHILE:
            test = step.test
            if not test(s):
                stack.pop()
                continue
            body = step.body
        elif kind == EACH:
            place = frame[1]
            items = frame[2]
            if place == NOT_ENTERED:
                items = tuple(step.items(s))
                place = 0
            if place == len(items):
                stack.pop()
                continue
            stack[-1] = (step, place + 1, items)
            body = step.body
        elif kind == ASK:
            list_choices = step.choices
            choices = list_choices(s)
            if len(choices) == 1 and not step.asks_always and (step.auto is None or step.auto(s, choices[0])):
                stack.pop()
                take = step.take
                take(s, choices[0])
                continue
            if choices:
                s.choices = choices
                return
            raise DeadEnd(f"no legal answer at '{step.name}' [{step.rule}]")
        elif kind == ROLL:
            s.choices = []
            return
        else:
            stack.pop()
            body = step
        kind = body.kind
        while kind == WHEN and body.test(s):
            body = body.body
            kind = body.kind
        if kind < AUTO:
            stack.append(body.entry)
            if kind == ROLL and halts is None:
                s.choices = []
                return
        elif kind == AUTO:
            run = body.run
            run(s)
        elif kind == CALL:
            give = body.given
            stack.append((body.body, 0, give(s)))


def answer(s: Position, a: int) -> None:
    """Give an answer that is known to be legal, or the folded result of a throw."""
    stack: list[Whole] = s.stack
    frame: tuple[Whole, ...] = stack.pop()
    step: Step = frame[0]
    take = step.take
    s.choices = None
    take(s, a)
    advance(s)


def legal(s: Position) -> list[int]:
    """The answers to the pending question, none to a throw; kept with the position until it is answered."""
    if s.choices is not None:
        return s.choices
    if not s.stack:
        return []
    step = s.stack[-1][0]
    if step.kind != ASK:
        return []
    s.choices = step.choices(s)
    return s.choices


def asked(s: Position) -> Decide | Throw | Halt | None:
    """Who is asked what, or where ``s.halts`` keeps it; None when nothing is left to do."""
    if not s.stack:
        return None
    step = s.stack[-1][0]
    if step.kind == ROLL:
        chance = step.chance
        # Asked for at every throw: the NamedTuple's own constructor takes three times as long.
        return tuple.__new__(Throw, (step.name, step.rule, chance(s), step.secret))
    if step.kind == ASK:
        return Decide(step.seat(s), step.name, step.rule)
    halted = halted_at(s)
    assert halted is not None, f"nobody is asked at '{step.name}'"
    return Halt(halted.name, halted.rule)


def call(s: Position, name: str, *given: int) -> None:
    """Enter a procedure and give it its first locals; only as the last act."""
    step = s.book.steps[name]
    s.stack.append((step, 0, given) if given else step.entry)


def leave(s: Position, name: str) -> None:
    """Drop everything up to and including that procedure; only as the last act, or before the ``call`` that is."""
    stack: list[Whole] = s.stack
    while stack:
        frame: tuple[Whole, ...] = stack.pop()
        step: Step = frame[0]
        if step.name == name:
            return
    raise ValueError(f"'{name}' is not under way")


def current(s: Position, name: str) -> int:
    """The item that the innermost ``Each`` of this name is at."""
    frame = innermost(s, name)
    if frame is None:
        raise ValueError(f"'{name}' is not under way")
    items: tuple[int, ...] = frame[2]
    place: int = frame[1]
    return items[place - 1]


def local(s: Position, name: str, otherwise: tuple[int, ...] | None = None) -> tuple[int, ...]:
    """What the innermost procedure of this name was given, or what ``set_local`` wrote since.

    ``otherwise`` is for questions that may also be asked when it is not under way.
    """
    frame = innermost(s, name)
    if frame is not None:
        items: tuple[int, ...] = frame[2]
        return items
    if otherwise is not None:
        return otherwise
    raise ValueError(f"'{name}' is not under way")


def set_local(s: Position, name: str, *values: int) -> None:
    """Note something for the rest of a procedure."""
    stack = s.stack
    for i in range(len(stack) - 1, -1, -1):
        step, place, _ = stack[i]
        if step.name == name:
            stack[i] = (step, place, values)
            return
    raise ValueError(f"'{name}' is not under way")


def is_under_way(s: Position, name: str) -> bool:
    return innermost(s, name) is not None


def innermost(s: Position, name: str) -> tuple[Whole, ...] | None:
    """The frame of the step of this name that was entered last."""
    stack: list[Whole] = s.stack
    frame: tuple[Whole, ...]
    for frame in reversed(stack):
        step: Step = frame[0]
        if step.name == name:
            return frame
    return None


def top(s: Position) -> Step | None:
    """The step that waits for an answer; None when nothing is left to do."""
    return s.stack[-1][0] if s.stack else None


def halted_at(s: Position) -> Step | None:
    """The step that ``s.halts`` keeps from being entered: who walks a fight stops where it ends."""
    if s.halts is None or not s.stack:
        return None
    step, place, _ = s.stack[-1]
    if step.name in s.halts:
        return step
    if step.kind == SEQ and place < step.size and step.parts[place].name in s.halts:
        part = step.parts[place]
        return part.body if part.kind == CALL else part
    return None


def called_from(frame: Frame) -> Step | None:
    """The Call by which the row of a Seq went elsewhere, for its paragraph; None if nothing was given."""
    step, place, _ = frame
    if step.kind != SEQ or not place:
        return None
    body = step.rows[place - 1][1]
    return body if body.kind == CALL else None


def listening(s: Position) -> bool:
    return s.events is not None


def tell(s: Position, rule: str, kind: int, *args: int) -> None:
    """Note a fact that all may see, if somebody listens."""
    if s.events is not None:
        s.events.append(Event(rule, kind, args, EVERYONE))


def tell_some(s: Position, seats: int, rule: str, kind: int, *args: int) -> None:
    """Note a fact that only the seats of a mask may see."""
    if s.events is not None:
        s.events.append(Event(rule, kind, args, seats))


def _unset_test(s: Any) -> bool:
    raise AssertionError(NO_SUCH_PART)


def _unset_given(s: Any) -> tuple[int, ...]:
    raise AssertionError(NO_SUCH_PART)


def _unset_items(s: Any) -> Sequence[int]:
    raise AssertionError(NO_SUCH_PART)


def _unset_seat(s: Any) -> int:
    raise AssertionError(NO_SUCH_PART)


def _unset_choices(s: Any) -> list[int]:
    raise AssertionError(NO_SUCH_PART)


def _unset_take(s: Any, a: int) -> None:
    raise AssertionError(NO_SUCH_PART)


def _unset_why(s: Any, a: int) -> int:
    raise AssertionError(NO_SUCH_PART)


def _unset_chance(s: Any) -> Chance:
    raise AssertionError(NO_SUCH_PART)


def _unset_run(s: Any) -> None:
    raise AssertionError(NO_SUCH_PART)
