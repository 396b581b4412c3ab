"""A game told as a story: its log by turns, for posting."""

from kurgan.kernel.protocol import Json
from kurgan.session.session import Session


def chapters(session: Session, turns: list[Json], lines: list[Json], seat: str) -> Json:
    """Turn by turn: a heading, the number of its last line (for a picture), and the sentences."""
    header = session.header
    told: list[Json] = []
    for i, turn in enumerate(turns):
        end = turns[i + 1]["number"] if i + 1 < len(turns) else session.course.number + 1
        sentences = [
            sentence(line)
            for line in lines
            if turn["number"] <= line["number"] < end and line["events"] and not line.get("undone")
        ]
        told.append({"title": turn["label"], "number": max(1, end - 1), "lines": sentences})
    outcome = session.outcome
    return {
        "title": session.game.title,
        "scenario": header["scenario"],
        "seat": seat,
        "outcome": outcome.name if outcome is not None else "",
        "chapters": told,
    }


def sentence(line: Json) -> str:
    words = " ".join(event["text"] for event in line["events"])
    faces = line.get("dice")
    return f"({' '.join(str(face) for face in faces)}) {words}" if faces else words
