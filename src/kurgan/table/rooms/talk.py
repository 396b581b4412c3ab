"""Who hears what is said at the table."""

from collections.abc import Container

import msgspec

from kurgan.session.rows import Said
from kurgan.table import ids
from kurgan.table.model import replies
from kurgan.table.rooms.room import Room
from kurgan.table.storage import Persons

TOGETHER = "+"


WATCHING = "watching"
"""What stands for a seat where somebody talks who has none."""


def deaf_to(people: Persons, game: str, said: Said) -> set[str]:
    """Who has blocked whoever said something. Blocks: call it from a thread."""
    spoke = [said.person] if said.person else [h.person for h in people.held(game) if h.seat == said.seat]
    return {deaf for person in spoke for deaf in people.hosting.blockers(person)}


def spread(room: Room, said: Said, deaf: Container[str]) -> None:
    """Tell those who listen, are meant, and want to hear it."""
    frame = msgspec.json.encode(replies.TalkNews(told(said))).decode()
    room.rights.ask_again()
    for listener in room.listeners:
        is_for = not said.audience or (listener.seat and is_meant(room, listener.seat, said.audience))
        if is_for and listener.person not in deaf:
            listener.put(frame)


def told(said: Said) -> replies.Talk:
    text, _, pointed = said.text.partition("\n")
    profile = ids.handle_of(said.person) if said.person and said.seat == WATCHING else ""
    return replies.Talk(said.number, said.seat, text, pointed, bool(said.audience), said.at, profile)


def side_of(room: Room, seat: str) -> str:
    """The seats that win and lose together with this one, itself among them."""
    session = room.session
    rivals = session.game.rivals(session.header["scenario"], seat)
    return TOGETHER.join([name for name in session.seat_names if name not in rivals])


def is_meant(room: Room, seat: str, audience: str) -> bool:
    """Whether words to an audience are for this seat. Before 0.2 partners were called by a name that is no seat's."""
    side = side_of(room, seat)
    is_old = TOGETHER not in audience and audience not in room.session.seat_names
    return side == audience or (is_old and TOGETHER in side)
