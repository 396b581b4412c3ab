"""Where a position stands, as names: what is stored of the stack of steps, and how it is found again."""

from typing import Any

from kurgan.kernel.flow import EACH, SEQ, WHILE, Book, Frame, Position, Step


def save_stack(s: Position) -> list[list[Any]]:
    """Frames by name: a Seq by the name of the row that comes next, so that inserting a row moves nobody's game.

    Locals come last, where there are any.
    """
    saved: list[list[Any]] = []
    for step, place, items in s.stack:
        frame: list[Any] = [step.name]
        if step.kind == SEQ:
            frame.append(step.parts[place].name if place < step.size else "")
        elif step.kind == EACH:
            frame.append(place)
        if items or step.kind == EACH:
            frame.append(list(items))
        saved.append(frame)
    return saved


def load_stack(s: Position, saved: list[list[Any]]) -> None:
    s.stack = [_load_frame(s.book, frame) for frame in saved]
    s.choices = None


def _load_frame(book: Book, saved: list[Any]) -> Frame:
    step = book.steps.get(saved[0])
    if step is None:
        raise ValueError(f"unknown step '{saved[0]}' in a saved position")
    if step.kind == SEQ:
        return (step, _row_of(step, saved[1]), _load_items(saved, 2))
    if step.kind == EACH:
        return (step, int(saved[1]), tuple([int(item) for item in saved[2]]))
    if step.kind == WHILE:
        return (step, 0, _load_items(saved, 1))
    entry: Frame = step.entry
    return entry


def _row_of(step: Step, name: str) -> int:
    if name == "":
        return step.size
    for place in range(step.size):
        if step.parts[place].name == name:
            return place
    raise ValueError(f"'{step.name}' has no row '{name}'")


def _load_items(saved: list[Any], place: int) -> tuple[int, ...]:
    return tuple([int(item) for item in saved[place]]) if len(saved) > place else ()
