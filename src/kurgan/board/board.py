"""A board: one game to play with, look at and take back. For players, notebooks and tests.

    board = kurgan.load("advance").start("campaign", seed="volga")
    board.play("activate 8", "move 29/RCN 10", "attack 10")

It is a game without a record, seats or secrets: who holds it may see and answer everything. Those are the session's.
"""

from typing import Generic, NamedTuple, Self, cast

from kurgan import odds
from kurgan.board.answers import Legal, Log, Told
from kurgan.board.board_bot import BoardBot
from kurgan.board.odds import Odds
from kurgan.board.sight import Sight
from kurgan.games import load
from kurgan.kernel import throws
from kurgan.kernel.chance import Tape
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import (
    NOBODY,
    Decide,
    Event,
    Game,
    IllegalAction,
    Json,
    Misspelt,
    Over,
    Pending,
    Refusal,
    S,
    Throw,
    V,
    spoken,
)


class Played(NamedTuple, Generic[S]):
    """One answer or throw, and what was before it."""

    line: str
    before: S
    events: int
    thrown: int


class Board(Generic[S, V]):
    """One game. ``s`` is the position as the rules see it; ``seed`` throws the dice that nobody names."""

    def __init__(
        self, game: Game[S, V] | str, position: S | str, *, seed: str = "", thrown: int = 0, pack: str = ""
    ) -> None:
        self.game: Game[S, V] = cast(Game[S, V], load(game, pack)) if isinstance(game, str) else game
        self.s: S = self.game.read_position(position) if isinstance(position, str) else position
        self.seed = seed
        self.thrown = thrown
        self.pack = pack
        self.events: list[Event] = []
        self._past: list[Played[S]] = []

    # The question ---------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.game.name

    @property
    def pending(self) -> Pending:
        """Who is asked: a seat (Decide), the dice (Throw), or nobody any more (Over)."""
        return self.game.pending(self.s)

    @property
    def is_over(self) -> bool:
        return isinstance(self.pending, Over)

    @property
    def is_throw(self) -> bool:
        """Whether the dice are asked."""
        return isinstance(self.pending, Throw)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats(self.game.said(self.s)[0])

    @property
    def turn(self) -> str:
        """The seat that is asked; empty if none is."""
        asked = self.pending
        return self.seats[asked.seat] if isinstance(asked, Decide) else ""

    @property
    def question(self) -> str:
        """Rule and name of what is asked, as ``6.4.2 activate``."""
        asked = self.pending
        if isinstance(asked, Over):
            return f"the game is over ({asked.outcome.name})"
        dice = f"the dice are asked, {asked.chance.asked()}, at " if isinstance(asked, Throw) else ""
        return f"{dice}{asked.rule} {asked.step}"

    @property
    def legal(self) -> Legal:
        """Every answer that may be given now."""
        return Legal([self.game.choice(self.s, a) for a in self.game.legal(self.s)], self.question)

    def why_not(self, line: str) -> Refusal | None:
        """Why an answer may not be given now, with its rule; None if it may. Raises Misspelt for what means nothing."""
        asked = self.pending
        if not isinstance(asked, Decide):
            return self.game.why_not(self.s, NOBODY, 0)
        return self.game.why_not(self.s, asked.seat, self.game.parse(self.s, line))

    def odds(self) -> Odds:
        """The chances of the fight under way or being prepared, as the seat that is asked may know them."""
        found = odds.pending(self.game, self.game.view(self.s, self._eyes()))
        if found is None:
            raise IllegalAction(Refusal("", "no_fight", f"No fight is under way: {self.question}."))
        return Odds(found.report())

    # Playing --------------------------------------------------------------------------------------------------

    def play(self, *lines: str) -> Self:
        """Give answers one after another, all or none; dice met on the way are thrown by the seed.

        A line that names a throw says how it falls: ``roll_attack 6+5``, ``roll 6+5``, ``draw H-8-fanatic``. A refusal
        raises IllegalAction with its rule, what means nothing Misspelt.
        """
        mark = len(self._past)
        for number, line in enumerate(lines, 1):
            try:
                self._play(line)
            except ValueError as error:
                self.undo(len(self._past) - mark)
                error.add_note(f"'{line}' is line {number} of {len(lines)}; nothing was played")
                raise
        return self

    def _play(self, line: str) -> None:
        asked = self.pending
        if isinstance(asked, Throw) and throws.is_named(asked, line):
            self.roll(line)
            return
        self.roll_on()
        asked = self.pending
        if not isinstance(asked, Decide):
            raise IllegalAction(Refusal("", "game_over", "The game is over."))
        self._apply(line, self.game.parse(self.s, line))

    def roll(self, result: str = "") -> Self:
        """Throw the dice that are asked: as named (``6+5``, or what is drawn), or by the seed."""
        asked = self.pending
        if not isinstance(asked, Throw):
            raise IllegalAction(Refusal("", "no_throw", f"No dice are asked now: {self.question}."))
        if result:
            answer = throws.result(self.game, self.s, asked, result)
            word, _, rest = result.partition(" ")
            self._apply(f"{asked.step} {rest if rest and word in (asked.step, *throws.THROWN) else result}", answer)
            return self
        faces = list(asked.chance.sample(Tape(f"{self.seed}/{self.thrown}")))
        self._apply(throws.spelled(self.game, self.s, asked, faces), asked.chance.fold(faces), thrown=1)
        return self

    def roll_on(self) -> Self:
        """Let the seed throw until a seat is asked or the game is over."""
        while isinstance(self.pending, Throw):
            self.roll()
        return self

    def _apply(self, line: str, answer: int, thrown: int = 0) -> None:
        before = self.s.copy()
        told = self.game.apply(self.s, answer)
        self._past.append(Played(line, before, len(self.events), self.thrown))
        self.events += told
        self.thrown += thrown

    def undo(self, times: int = 1) -> Self:
        """Take back the last answer or throw, or as many as asked; the seed will throw the same again."""
        if times > len(self._past):
            raise IllegalAction(Refusal("", "nothing_to_undo", f"Only {len(self._past)} can be taken back."))
        for _ in range(times):
            last = self._past.pop()
            self.s, self.thrown = last.before, last.thrown
            del self.events[last.events :]
        return self

    def copy(self) -> Self:
        """Another board with the same game on it."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.s = self.s.copy()
        twin.events = self.events[:]
        twin._past = self._past[:]  # noqa: SLF001  its own kind
        return twin

    @property
    def script(self) -> list[str]:
        """Every answer and throw so far, as ``play`` takes them."""
        return [played.line for played in self._past]

    def bot(self, name: str | type = "greedy", level: int = 0, seed: str = "") -> BoardBot[S, V]:
        """A bot that answers for whoever is asked, by name or a class of yours: ``board.bot("greedy", level=3)``."""
        from kurgan.bots import Player  # not before: it brings the processes in which bots think

        called = name if isinstance(name, str) else name.__name__
        full = f"{called}:{level}" if level else called
        return BoardBot(self, Player(full if isinstance(name, str) else name, seed or f"{self.seed}/{called}"), full)

    # Looking --------------------------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """All that happened, with the sentences."""
        return Log([Told(event.rule, self.game.sentence(event), event) for event in self.events])

    @property
    def position(self) -> str:
        """The position as text; ``load(title).read(text)`` reads it back."""
        return self.game.write_position(self.s)

    def view(self, seat: str | int = "") -> Sight[S, V]:
        """What a seat may know; without a name the one that is asked."""
        number = self._seat(seat) if seat != "" else self._eyes()
        name = self.seats[number] if number >= 0 else ""
        return Sight(self.game, self.game.view(self.s, number), name, self.events[:], self._drawing)

    def svg(self, seat: str | int = "", width: int = 0) -> str:
        """The map with its pieces as one SVG text, as a seat sees it; without a name the one that is asked."""
        return self.view(seat).svg(width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _drawing(self) -> Json:
        from kurgan.drawing.face import drawing_of  # most boards are never drawn

        return drawing_of(cast(Game, self.game), self.pack)

    def _seat(self, seat: str | int) -> int:
        if isinstance(seat, int) and NOBODY <= seat < len(self.seats):
            return seat
        if seat not in self.seats:
            known = ", ".join(self.seats)
            raise Misspelt(f"unknown seat '{seat}'{nearest(str(seat), self.seats)}; known are {known}")
        return self.seats.index(str(seat))

    def _eyes(self) -> int:
        """Through whose eyes we look if nobody is named: who is asked, else who decided last."""
        for s in [self.s, *[played.before for played in reversed(self._past)]]:
            asked = self.game.pending(s)
            if isinstance(asked, Decide):
                return asked.seat
        return 0

    def __str__(self) -> str:
        asked = self.pending
        where = " > ".join(f"{crumb.rule} {crumb.title}" for crumb in spoken(self.game.where(self.s)))
        lines = [str(self.view()).rstrip(), "", where]
        if isinstance(asked, Decide):
            lines += [f"{self.turn}: {self.game.prompt(self.s, asked.seat)} [{asked.rule}]", repr(self.legal)]
        else:
            lines.append(f"{self.question[0].upper()}{self.question[1:]}.")
        return "\n".join(lines)

    def __repr__(self) -> str:
        more = "".join(f", {name}={value!r}" for name in ("seed", "thrown", "pack") if (value := getattr(self, name)))
        return f"Board({self.game.name!r}, {self.position!r}{more})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.game.name == other.game.name and bool(self.s.key() == other.s.key())

    __hash__ = None  # type: ignore[assignment]
