"""The course of a game: what the lines of a record lead to, read one after the other.

A course is fed lines, checks each against the rules and the dice, and holds what follows from them: the position, the
trail of what holds, the seats, the words, the secrets in force. The session writes through a copy of it, so that
nothing is changed before a line is safely kept; ``verify`` feeds a whole record to a new one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kurgan.kernel.chance import Pool
from kurgan.kernel.position_text import BROKEN
from kurgan.kernel.protocol import (
    Decide,
    Event,
    Game,
    IllegalAction,
    Json,
    Misspelt,
    Outcome,
    Over,
    State,
    Throw,
)
from kurgan.kernel.sentences import common, seat_word
from kurgan.session import epochs, undo
from kurgan.session.dice import (
    CommittedDice,
    Words,
    answer_text,
    commitment,
    derive,
    keeps_promise,
    read_asked,
    read_faces,
    secret_of_seed,
)
from kurgan.session.epochs import Epoch
from kurgan.session.known import Known, known
from kurgan.session.record import FORMAT, Line, write_line
from kurgan.session.rows import Awaits
from kurgan.session.seen import Seen, asked
from kurgan.session.undo import Moment

DICE = "dice"
PERSON = "person"
BOT = "bot"
OPEN = "open"
HELD = (PERSON, BOT, OPEN)

OWN_WORDS = 2
"""The first format in which a word is made by who sits there; before it whoever kept the game made them all."""

MARK_EVERY = 64
RESIGNED = "resigned"
QUIET = ("seat", "word", "note", "tried", "rules")
"""Lines that leave the question as it is: whoever is about to answer it need not look again."""

NO_ANSWER = -(1 << 40)
"""Stands in the trail for a resignation, so that it can be taken back; the position does not change by it."""


class Misfit(ValueError):
    """A line that does not follow from those before it by the rules and the dice."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


class NewerRules(Misfit):
    """The game is played under rules that this program does not know yet: who goes on would take them back."""

    def __init__(self, line: int, version: int, known: int) -> None:
        super().__init__(line, f"it is played under rules version {version}, and this Kurgan knows version {known}")


class NeedsSecret(ValueError):
    """The dice cannot answer, or a secret draw cannot be read again, without the secret of the game."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__("the secret of this game is missing (FILE.secret); without it the dice cannot answer")


class Holder(NamedTuple):
    """Who sits at a seat: a person, a bot of some name, or nobody yet."""

    held: str
    name: str


class Entry(NamedTuple):
    """A line and what happened by it; events, and how dice are read, only where a position was at hand."""

    line: Line
    events: tuple[Event, ...]
    pools: tuple[Pool, ...] = ()


class Drawn(NamedTuple):
    """A throw that no line tells: in which epoch, and what came of it."""

    epoch: int
    faces: tuple[int, ...]


class Course:
    """Fed line by line."""

    def __init__(self, game: Game, known: Known) -> None:
        self.game = game
        self.secrets = dict(known.secrets)
        self.bases = dict(known.bases)
        self.draws = dict(known.draws)
        self.header: Json = {}
        self.number = 0
        self.moved = 0
        self.check = ""
        self.seat_names: tuple[str, ...] = ()
        self.seats: dict[str, Holder] = {}
        self.lent: dict[str, Holder] = {}
        self.seated: dict[str, int] = {}
        self.left: dict[str, int] = {}
        self.epochs: list[Epoch] = []
        self.drawn: dict[int, Drawn] = {}
        self.tried: list[int] = []
        self.asked = 0
        self.rewinds = 0
        self.rules: tuple[int, str] = (0, "")
        self.revealed = False
        self.state: State
        self.trail: list[Moment] = []
        self.floor = 0
        self.marks: list[tuple[int, State]] = []
        self.lately: list[tuple[int, State]] = []  # the position that was asked for last: the next is near it
        self.entries: list[Entry] = []  # line n stands at n - 1
        self.resigned = ""
        self.skim = False
        self.is_blind = False
        """Seats, words and dice are read, and no position is made: for records whose rules are not ours."""
        self.fresh: list[Line] = []

    def fork(self) -> "Course":
        """A copy to try things on."""
        other = Course(self.game, Known(self.secrets, self.bases, self.draws))
        other.header = self.header
        other.number = self.number
        other.moved = self.moved
        other.check = self.check
        other.seat_names = self.seat_names
        other.seats = dict(self.seats)
        other.lent = dict(self.lent)
        other.seated = dict(self.seated)
        other.left = dict(self.left)
        other.epochs = self.epochs[:]
        other.drawn = dict(self.drawn)
        other.tried = self.tried[:]
        other.asked = self.asked
        other.rewinds = self.rewinds
        other.rules = self.rules
        other.revealed = self.revealed
        other.state = self.state.copy()
        other.trail = self.trail[:]
        other.floor = self.floor
        other.marks, other.lately = self.marks[:], self.lately
        other.entries = self.entries[:]
        other.resigned = self.resigned
        return other

    # What is going on -----------------------------------------------------------------------------------------

    def pending(self) -> Decide | Throw | Over:
        return self._resignation() if self.resigned else asked(self.game, self.state)

    def _resignation(self) -> Over:
        return Over(Outcome(RESIGNED, self.game.rivals(self.header["scenario"], self.resigned), "", 0))

    def seen(self, seat: int, on_the_way: State | None = None) -> Seen:
        """The one place where a true position, the present one or one on the way, becomes what a seat may have."""
        if on_the_way is not None or not self.resigned:
            return Seen(self.game, self.game.view(on_the_way or self.state, seat), self.seat_names)
        why = common("resigned", seat=seat_word(self.resigned))
        return Seen(self.game, self.game.view(self.state, seat), self.seat_names, self._resignation(), why)

    def awaited(self) -> str:
        """The seat that is asked, "dice", or "" when the game is over."""
        pending = self.pending()
        if isinstance(pending, Decide):
            return self.seat_names[pending.seat]
        return DICE if isinstance(pending, Throw) else ""

    def asks_bot(self) -> bool:
        """Whether a bot is asked now."""
        asked = self.seats.get(self.awaited())
        return asked is not None and asked.held == BOT

    def awaits(self) -> Awaits:
        """Who is waited for; no clock begins to run before everybody has sat down."""
        seat = self.awaited()
        thinks = seat if seat in self.seats and self.seats[seat].held != BOT else ""
        is_person = seat in self.seats and self.seats[seat].held == PERSON
        is_complete = all(holder.held != OPEN for holder in self.seats.values())
        ended = self.outcome()
        clock = seat if is_person and is_complete else ""
        return Awaits(self.asks_bot(), clock, not seat, seat, ended.name if ended is not None else "", thinks)

    def people(self) -> list[str]:
        """Seats of people, also of one who is away and whose seat is lent to a bot."""
        return [name for name in self.seat_names if self.seats[name].held == PERSON or name in self.lent]

    def was_shown(self) -> bool:
        """Whether the game was over once: then everything hidden was shown, whatever was taken back afterwards."""
        return any(entry.line.kind == "reveal" for entry in self.entries)

    def secret(self) -> bytes | None:
        """The secret in force, if we hold it."""
        kept = self.secrets.get(self.epochs[-1].commitment)
        return bytes.fromhex(kept) if kept is not None else None

    @property
    def words(self) -> Words:
        """The words in the dice now."""
        return self.epochs[-1].pairs()

    def is_open(self) -> bool:
        return "seed" in self.header

    def is_own(self, epoch: Epoch) -> bool:
        """Whether a secret is this game's own: a branch never tells its parent's."""
        return bool(epoch.game == self.header["game"])

    # Writing --------------------------------------------------------------------------------------------------

    def write(self, kind: str, fields: Json, answer: int | None = None) -> Line:
        """Add a line of our own; ``fresh`` keeps it until the session has stored it.

        ``answer`` is what the line spells, where we have it: it need not be parsed again.
        """
        if self.header and self.header["format"] != FORMAT and "format" not in fields:
            fields = {**fields, "format": FORMAT}
        line = write_line(self.number + 1, kind, fields, self.check)
        self.feed(line, answer)
        self.fresh.append(line)
        return line

    def throw(self) -> Line:
        """Let the dice answer the pending question."""
        pending = self.pending()
        assert isinstance(pending, Throw)
        secret = self.secret()
        if secret is None or self.revealed:
            raise NeedsSecret(self.number + 1)
        dice = CommittedDice(secret, self.epochs[-1].game, self.words, self.asked)
        faces = pending.chance.sample(dice)
        fields: Json = {"seat": DICE, "rule": pending.rule, "step": pending.step}
        fields["n"] = self.asked
        fields["asked"] = pending.chance.asked()
        if pending.secret:
            fields["secret"] = True
        else:
            fields["answer"] = pending.chance.text(faces)
        return self.write("dice", fields)

    # Reading --------------------------------------------------------------------------------------------------

    def feed(self, line: Line, answer: int | None = None) -> None:
        """Take the next line; raises Misfit or NeedsSecret and is then of no further use."""
        events: Sequence[Event] = ()
        pools: tuple[Pool, ...] = ()
        if line.kind == "header":
            self._start(line)
        elif line.kind == "answer":
            events = self._answer(line, answer)
        elif line.kind == "dice":
            events, pools = self._dice(line)
        elif line.kind in ("undo", "rewind"):
            self._back(line)
        elif line.kind == "resign":
            self._resign(line)
        elif line.kind == "seat":
            self._change_seat(line)
        elif line.kind == "word":
            self._word(line)
        elif line.kind == "rules":
            self._rules(line)
        elif line.kind in ("epoch", "secret"):
            self._begin_epoch(line)
        elif line.kind == "tried":
            self.tried.append(line.fields["from"])
        elif line.kind == "reveal":
            self._reveal(line)
        self.number = line.number
        if line.kind not in QUIET:
            self.moved = line.number
        self.check = line.check
        self.entries.append(Entry(line, tuple(events), pools))

    def _start(self, line: Line) -> None:
        header = line.fields
        self.header = header
        scenario = header["scenario"]
        try:
            self.seat_names = self._names(header)
            self._seat_all(line)
            if not self.is_blind:
                self._start_position(header, scenario)
        except (IllegalAction, *BROKEN) as e:
            raise Misfit(line.number, f"this game cannot be set up: {e}") from e
        first = header.get("parent") or header
        self.epochs.append(epochs.begin(first["commitment"], first["game"], line.number, "", header.get("words", ())))
        if "seed" in header:
            secret = secret_of_seed(header["seed"])
            self.secrets[commitment(secret)] = secret.hex()
        self.rules = (header["rules"], header["pack"].get("checksum", ""))
        self.marks = [(0, self.state.copy())] if not self.is_blind else []
        self.skim = self.skim or self.is_blind

    def _names(self, header: Json) -> tuple[str, ...]:
        """The seats: by the rules, or as the record says where the rules are not ours."""
        if self.is_blind:
            return tuple([str(seat["seat"]) for seat in header["seats"]])
        return self.game.seats(header["scenario"])

    def _begin_epoch(self, line: Line) -> None:
        """Other dice from here on. Before format 2 such a line was a "secret", and the words went on."""
        game = line.fields.get("game") or self.header["game"]
        begun = epochs.begin(
            line.fields["commitment"], game, line.number, line.fields["why"], line.fields.get("words", ())
        )
        if line.kind == "secret":
            begun = begun._replace(words=self.epochs[-1].words)
        self.epochs.append(begun)
        self.revealed = False

    def _start_position(self, header: Json, scenario: str) -> None:
        if "position" in header:
            self.state = self.game.load_state(header["position"])
            self.state.check()
        else:
            self.state = self.game.new(scenario, header["options"])

    def _seat_all(self, line: Line) -> None:
        for seat in line.fields["seats"]:
            self.seats[seat["seat"]] = Holder(seat["held"], seat["name"])
        if set(self.seats) != set(self.seat_names):
            raise ValueError(f"the seats of this scenario are {', '.join(self.seat_names)}")

    def _answer(self, line: Line, given: int | None) -> Sequence[Event]:
        seat = line.fields["seat"]
        if self.skim:
            self.trail.append(Moment(line.number, seat, 0, False))
            return ()
        pending = self.pending()
        if not isinstance(pending, Decide):
            raise Misfit(line.number, "nobody is asked a question here")
        if self.seat_names[pending.seat] != seat:
            raise Misfit(line.number, f"{self.seat_names[pending.seat]} is asked here, not {seat}")
        answer = given if given is not None else self._parse(line)
        try:
            events = self.game.apply(self.state, answer)
        except IllegalAction as e:
            if given is not None:
                raise
            raise Misfit(line.number, f"'{line.fields['answer']}' is not allowed here: {e}") from e
        if pending.step != line.fields["step"] and self._same_rules():
            raise Misfit(line.number, f"the question here is '{pending.step}', not '{line.fields['step']}'")
        self._went(Moment(line.number, seat, answer, self._reveals(events)))
        return events

    def _parse(self, line: Line) -> int:
        try:
            return self.game.parse(self.state, line.fields["answer"])
        except (IllegalAction, Misspelt) as e:
            raise Misfit(line.number, f"'{line.fields['answer']}' is not allowed here: {e}") from e

    def _same_rules(self) -> bool:
        return self.rules == (self.game.rules_version, self.game.info.checksum)

    def _reveals(self, events: Sequence[Event]) -> bool:
        """Whether something hidden was shown without dice; titles name such kinds of events."""
        revealing = self.game.revealing()
        return any(event.kind in revealing for event in events)

    def _dice(self, line: Line) -> tuple[Sequence[Event], tuple[Pool, ...]]:
        self._check_count(line)
        pending = self._check_throw(line) if not self.skim else None
        faces = self._derived(line)
        if faces is not None and "answer" not in line.fields:
            self.drawn[line.number] = Drawn(len(self.epochs) - 1, tuple(faces))
        self.asked += 1
        self.epochs[-1] = self.epochs[-1]._replace(throws=self.epochs[-1].throws + 1)
        if pending is None:
            self.trail.append(Moment(line.number, DICE, 0, True))
            return (), ()
        if faces is None:
            raise NeedsSecret(line.number)
        answer = pending.chance.fold(faces)
        try:
            events = self.game.apply(self.state, answer)
        except IllegalAction as e:
            raise Misfit(line.number, str(e)) from e
        self._went(Moment(line.number, DICE, answer, True))
        return events, pending.chance.pools()

    def _check_count(self, line: Line) -> None:
        if line.fields["n"] != self.asked:
            raise Misfit(line.number, f"this is chance question {self.asked}, not {line.fields['n']}")
        if self.revealed:
            raise Misfit(line.number, "the dice were asked although their secret was already revealed")

    def _check_throw(self, line: Line) -> Throw:
        """The throw that the rules ask for here; nothing is derived for any other."""
        pending = self.pending()
        if not isinstance(pending, Throw):
            raise Misfit(line.number, "the dice are not asked here")
        if pending.chance.asked() != line.fields["asked"]:
            raise Misfit(line.number, f"{pending.chance.asked()} is asked here, not {line.fields['asked']}")
        if "answer" not in line.fields and not pending.secret:
            raise Misfit(line.number, "this throw is not secret and should have an answer")
        return pending

    def _derived(self, line: Line) -> Sequence[int] | None:
        """The faces: derived and compared where the secret is known, otherwise as the line says, or as we were told."""
        asked = line.fields["asked"]
        written = line.fields.get("answer")
        secret = self.secret()
        try:
            read_asked(asked)
            if secret is None:
                return self._told(line) if written is None else read_faces(asked, written)
            faces = derive(secret, self.epochs[-1].game, self.words, self.asked, asked)
            if written is not None and list(faces) != read_faces(asked, written):
                raise Misfit(line.number, f"'{written}' does not follow from the secret of this game")
        except Misfit:
            raise
        except ValueError as e:
            raise Misfit(line.number, str(e)) from e
        return faces

    def _told(self, line: Line) -> Sequence[int] | None:
        """What was drawn under another game's secret, from what is kept or revealed with this one."""
        faces = self.draws.get(str(line.number))
        return None if faces is None else read_faces(line.fields["asked"], answer_text(line.fields["asked"], faces))

    def _went(self, moment: Moment) -> None:
        self.trail.append(moment)
        if len(self.trail) - self.marks[-1][0] >= MARK_EVERY:
            self.marks.append((len(self.trail), self.state.copy()))

    def _back(self, line: Line) -> None:
        seat = line.fields["seat"]
        if seat not in self.seats:
            raise Misfit(line.number, f"there is no seat {seat}")
        try:
            free = undo.free_from(self.trail, seat)
            back = undo.back_to(self.trail, line.fields["to"], self.floor, free)
        except undo.CannotUndo as e:
            raise Misfit(line.number, str(e)) from e
        if back.to != line.fields["to"]:
            raise Misfit(line.number, f"line {line.fields['to']} was already taken back")
        if back.passes and line.kind == "undo":
            raise Misfit(line.number, "this goes back past a roll, a reveal or another seat's decision")
        if line.kind == "rewind":
            agreed = line.fields["agreed"]
            if any(name not in list(self.seats) for name in agreed):
                raise Misfit(line.number, "those who agreed to go back are not all seats of this game")
            missing = [name for name in self.people() if name != seat and name not in agreed]
            if missing:
                raise Misfit(line.number, f"{', '.join(sorted(missing))} did not agree to go back")
            self.rewinds += 1
        self.cut(back.to)

    def cut(self, number: int) -> None:
        """Go back to the position before a line of the trail."""
        while self.trail and self.trail[-1].number >= number:
            self.trail.pop()
        self.resigned = ""
        if not self.skim:
            while self.marks[-1][0] > len(self.trail):
                self.marks.pop()
            self.lately = [mark for mark in self.lately if mark[0] <= len(self.trail)]
            self.state = self.position_at(len(self.trail))

    def position_at(self, place: int) -> State:
        """A copy of the position after so many moments of the trail (from the floor on)."""
        at, state = max((mark for mark in (*self.marks, *self.lately) if mark[0] <= place), key=lambda mark: mark[0])
        state = state.copy()
        for moment in self.trail[at:place]:
            if moment.answer != NO_ANSWER:
                self.game.answer(state, moment.answer)
        self.lately = [(place, state.copy())]
        return state

    def _resign(self, line: Line) -> None:
        seat = line.fields["seat"]
        if seat not in self.seats:
            raise Misfit(line.number, f"there is no seat {seat}")
        if not self.skim and isinstance(self.pending(), Over):
            raise Misfit(line.number, "the game is over already")
        self.resigned = seat
        self.trail.append(Moment(line.number, seat, NO_ANSWER, True))

    def _change_seat(self, line: Line) -> None:
        seat, held = line.fields["seat"], line.fields["held"]
        if seat not in self.seats or held not in HELD:
            raise Misfit(line.number, f"no such seat or holder: {seat}, {held}")
        if not line.fields.get("lent"):
            self.lent.pop(seat, None)
        elif held != BOT or self.seats[seat].held != PERSON:
            raise Misfit(line.number, "only the seat of a person can be lent, and only to a bot")
        else:
            self.lent[seat] = self.seats[seat]
        if self.seats[seat].held == PERSON and seat not in self.lent:
            self.left[seat] = line.number
        self.seats[seat] = Holder(held, line.fields["name"])
        self.seated[seat] = line.number
        if self.is_open() and len(self.people()) > 1:
            raise Misfit(line.number, "a game with an open seed has at most one person")

    def _word(self, line: Line) -> None:
        seat = line.fields["seat"]
        if seat not in self.seats:
            raise Misfit(line.number, f"there is no seat {seat}")
        own = int(line.fields.get("format") or self.header["format"]) >= OWN_WORDS
        if own and seat not in epochs.wanting(self):
            raise Misfit(line.number, f"{seat} has no word to give here")
        self.epochs[-1] = self.epochs[-1].mix(seat, line.fields["word"], line.number, own)

    def _rules(self, line: Line) -> None:
        self.rules = (line.fields["rules"], line.fields["checksum"])
        if line.fields["fits"] or self.is_blind:
            return
        base = self.bases.get(str(line.number))
        if base is None:
            raise Misfit(line.number, "the position from which the new rules hold is not stored")
        self.skim = False
        while self.trail and self.trail[-1].number > line.fields["base"]:
            self.trail.pop()
        self.rebase(base)

    def rebase(self, position: Json) -> None:
        """Go on from a stored position; nothing before it can be taken back."""
        try:
            self.state = self.game.load_state(position)
        except BROKEN as e:
            raise Misfit(self.number + 1, f"the stored position cannot be read: {e}") from e
        self.floor = len(self.trail)
        self.marks, self.lately = [(self.floor, self.state.copy())], []

    def _reveal(self, line: Line) -> None:
        for promised, secret in line.fields["secrets"].items():
            if not keeps_promise(promised, secret):
                raise Misfit(line.number, "the revealed secret is not the one that was promised")
            self.secrets[promised] = secret
        if not self.skim:
            outcome = self.outcome()
            if outcome is None:
                raise Misfit(line.number, "the secret was revealed although the game is not over")
            if line.fields["outcome"].get("name") != outcome.name:
                raise Misfit(line.number, f"the outcome is {outcome.name}, not {line.fields['outcome'].get('name')}")
        self.revealed = True

    def outcome(self) -> Outcome | None:
        pending = self.pending()
        return pending.outcome if isinstance(pending, Over) else None


def follow(game: Game, lines: Sequence[Line], vault: Json) -> Course:
    """Feed a whole record to a new course; what lies before the last change of rules that did not fit is skimmed."""
    course = Course(game, known(lines, vault))
    last_base = max((line.number for line in lines if line.kind == "rules" and not line.fields["fits"]), default=0)
    for line in lines:
        course.skim = 1 < line.number < last_base
        course.feed(line)
    return course
