"""Who sits where, as everybody may see it."""

from collections.abc import Mapping, Sequence, Set
from typing import Any, Literal

from kurgan.kernel.protocol import Game
from kurgan.session.replay import BOT, OPEN, PERSON
from kurgan.table.model.replies import SeatInfo
from kurgan.table.model.scene import Side
from kurgan.table.rooms.room import Room
from kurgan.table.shown import seat_view
from kurgan.table.words import translated

KINDS: dict[str, Literal["person", "bot", "open"]] = {PERSON: "person", BOT: "bot", OPEN: "open"}


def is_duel(game: Game[Any, Any], scenario: str) -> bool:
    """Whether two play against each other, and nobody else does."""
    seats = list(game.seats(scenario))
    return len(seats) == 2 and all(
        other in game.rivals(scenario, seat) for seat, other in zip(seats, seats[::-1], strict=True)
    )


def title_case(name: str) -> str:
    return name.replace("_", " ").capitalize()


def seat_labels(sides: Mapping[str, Side], seats: Sequence[str]) -> dict[str, str]:
    """Seats as people write them: by the sides of a scene where they are in it."""
    return {name: sides[name]["label"] if name in sides else title_case(name) for name in seats}


def seat_infos(room: Room, present: Set[str], held: Set[str]) -> list[SeatInfo]:
    """``present`` are seats through which somebody looks now, ``held`` those that are somebody's."""
    session = room.session
    labels = room.labels.get(session.game.voice)
    if labels is None:
        labels = seat_labels(seat_view.scene(session.seen(""))["sides"], list(session.seats))
        room.labels[session.game.voice] = labels
    lent = session.course.lent
    return [
        SeatInfo(
            name=name,
            label=labels[name],
            kind=KINDS[holder.held],
            bot=holder.name if holder.held == BOT else "",
            person=lent.get(name, holder).name if holder.held != BOT or name in lent else "",
            lent=name in lent,
            held=name in held and holder.held != OPEN,
            present=name in present,
            resigned=session.course.resigned == name,
            trouble=translated(room.trouble.get(name, "")),
        )
        for name, holder in session.seats.items()
    ]
