"""From here another way: the course of a new game that shares the past of another.

A branch holds no secret of its parent, only what was drawn under it so far: whoever plays the branch to its end, and is
then told everything about it, learns nothing of the dice that the parent has yet to throw.
"""

from kurgan.kernel.protocol import Json
from kurgan.session import dice, epochs
from kurgan.session.known import Known, known
from kurgan.session.record import FORMAT, Line, own_fields
from kurgan.session.replay import Course


def branched(past: Course, whole: Course, why: str = epochs.BRANCHED) -> Course:
    """A new course with the lines of ``past`` and an epoch of its own after them.

    The secrets of the shared past go into the branch only where the record of the parent (``whole``) tells them
    itself: a running game must not be given away by a branch of it, nor one that it came from itself.
    """
    secret = dice.new_secret()
    public = told(whole)
    header = own_fields(past.entries[0].line)
    header.pop("seed", None)
    first = past.epochs[0]
    header["format"] = FORMAT
    header["parent"] = {"game": first.game, "commitment": first.commitment, "number": past.number, "why": why}
    if first.commitment in public:
        header["parent"]["secret"] = public[first.commitment]
    header["game"] = dice.new_game_id()
    header["commitment"] = dice.commitment(secret)
    course = Course(past.game, Known({**public, header["commitment"]: secret.hex()}, past.bases, draws_of(past)))
    course.write("header", header)
    for entry in past.entries[1:]:
        kind, fields = _copied(entry.line, past, public)
        course.write(kind, fields)
    words = epochs.house_words(course.seats)
    course.write("epoch", {"commitment": header["commitment"], "why": why, "words": words})
    return course


def told(course: Course) -> dict[str, str]:
    """The secrets that a record tells by itself; those of an open seed are nobody's."""
    public = dict(known([entry.line for entry in course.entries], {}).secrets)
    if course.is_open():
        first = course.epochs[0].commitment
        public[first] = course.secrets[first]
    return public


def draws_of(course: Course) -> dict[str, list[int]]:
    """What was drawn in secret so far, by line."""
    return {str(number): list(drawn.faces) for number, drawn in course.drawn.items()}


def foreign_draws(course: Course) -> dict[str, list[int]]:
    """What was drawn under secrets of another game, of which this one must never tell more."""
    public = told(course)
    mine = [course.is_own(epoch) or epoch.commitment in public for epoch in course.epochs]
    return {str(n): list(drawn.faces) for n, drawn in course.drawn.items() if not mine[drawn.epoch]}


def _copied(line: Line, past: Course, public: dict[str, str]) -> tuple[str, Json]:
    """A line of the past as it stands in the branch, under the same number."""
    fields = own_fields(line)
    if line.kind == "reveal":
        return "note", {"seat": "", "text": "here the game that this one came from was over"}
    made = fields.pop("format", past.header["format"])
    if made != FORMAT:
        fields["format"] = made
    if line.kind in ("epoch", "secret"):
        epoch = next(epoch for epoch in past.epochs if epoch.line == line.number)
        fields["game"] = epoch.game
        if epoch.commitment in public:
            fields["revealed"] = public[epoch.commitment]
    return line.kind, fields
