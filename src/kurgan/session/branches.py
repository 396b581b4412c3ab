"""From here another way: the course of a new game that shares the past of another."""

from kurgan.kernel.protocol import Json
from kurgan.session import dice
from kurgan.session.course import Course
from kurgan.session.record import Line, own_fields


def branched(past: Course, whole: Course) -> Course:
    """A new course with the lines of ``past`` and a new secret after them.

    The dice of the shared past belong to the parent's secrets. They go into the branch only if the parent (``whole``)
    has already revealed them or never hid them: a running game must not be given away by a branch of it.
    """
    secret = dice.new_secret()
    is_public = whole.revealed or whole.is_open()
    header = own_fields(past.entries[0].line)
    header.pop("seed", None)
    first = past.epochs[0]
    header["parent"] = {"game": first.game, "commitment": first.commitment, "number": past.number}
    if is_public and first.commitment in whole.secrets:
        header["parent"]["secret"] = whole.secrets[first.commitment]
    header["game"] = dice.new_game_id()
    header["commitment"] = dice.commitment(secret)
    course = Course(past.game, {**past.secrets, header["commitment"]: secret.hex()}, past.bases)
    course.write("header", header)
    for entry in past.entries[1:]:
        kind, fields = _copied(entry.line, past, whole.secrets if is_public else {})
        course.write(kind, fields)
    course.write("secret", {"commitment": header["commitment"], "why": "another way from here"})
    return course


def _copied(line: Line, past: Course, public: dict[str, str]) -> tuple[str, Json]:
    """A line of the past as it stands in the branch, under the same number."""
    fields = own_fields(line)
    if line.kind == "reveal":
        return "note", {"seat": "", "text": "here the game that this one came from was over"}
    if line.kind == "secret":
        epoch = next(epoch for epoch in past.epochs if epoch.commitment == fields["commitment"])
        fields["game"] = epoch.game
        if epoch.commitment in public:
            fields["revealed"] = public[epoch.commitment]
    return line.kind, fields
