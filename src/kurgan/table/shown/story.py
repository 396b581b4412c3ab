"""A game told as a story: its log by turns, for posting."""

from msgspec import UNSET

from kurgan.session.session import Session
from kurgan.table.model.replies import Chapter, LogLine, Story, TurnMark


def chapters(session: Session, turns: list[TurnMark], lines: list[LogLine], seat: str) -> Story:
    """Turn by turn: a heading, the number of its last line (for a picture), and the sentences."""
    told: list[Chapter] = []
    for i, turn in enumerate(turns):
        end = turns[i + 1].number if i + 1 < len(turns) else session.course.number + 1
        sentences = [
            sentence(line) for line in lines if turn.number <= line.number < end and line.events and not line.undone
        ]
        told.append(Chapter(turn.label, max(1, end - 1), sentences))
    outcome = session.outcome
    return Story(
        title=session.game.named(session.game.title),
        scenario=session.header["scenario"],
        seat=seat,
        outcome=outcome.name if outcome is not None else "",
        chapters=told,
    )


def sentence(line: LogLine) -> str:
    words = " ".join(event.text for event in line.events)
    return words if line.dice is UNSET else f"({' '.join(str(face) for face in line.dice)}) {words}"
