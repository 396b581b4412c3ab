"""What one seat may have of a position: the one thing that speaks to a seat.

A ``Seen`` is made from the seat's view and holds nothing else of the position. Whatever the rules must be asked a
position for (the list of answers, words, reasons, what would follow) they are asked worlds imagined from the view, the
same ones for the same view. So nothing that is said to a seat can depend on what is hidden from it, and whoever writes
a screen cannot get this wrong: a ``Seen`` has no true position to give.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Generic, NamedTuple

from kurgan.kernel.chance import Tape
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import (
    Choice,
    Company,
    Crumb,
    Decide,
    Game,
    Gathered,
    Halt,
    IllegalAction,
    Json,
    Misspelt,
    Over,
    Policy,
    Refusal,
    Route,
    S,
    Throw,
    V,
)
from kurgan.kernel.sentences import common, seat_word, spoken

Asked = Decide | Throw | Over

WORLDS = 4
"""Worlds that a seat's questions are tried out on, where something is hidden from it."""

MOST_REPEATS = 12

MOST_BESIDE = 300
"""Answers that are looked at for what cannot be had."""


class NotAllowed(ValueError):
    """Something a session does not let this seat do now; nothing was changed."""


class Ahead(NamedTuple):
    """What follows an answer in every world tried: the dice at once (it is final), or the same question so often."""

    final: bool
    repeat: int


NOT_KNOWN = Ahead(False, 1)


class Rehearsed(NamedTuple):
    """An answer of a list that holds in an imagined world, and what the seat would see after it ("" after the last)."""

    answer: int
    sight: str


class Seen(Generic[S, V]):
    """One seat's eyes on one position. ``end`` is how the game ended where no rule says so: somebody resigned."""

    def __init__(self, game: Game[S, V], view: V, names: Sequence[str], end: Over | None = None, why: str = "") -> None:
        self.game = game
        self.view = view
        self.names = tuple(names)
        self._end = end
        self._why_ended = why

    @property
    def seat(self) -> str:
        return self.names[self.view.seat] if self.view.seat >= 0 else ""

    # The question ---------------------------------------------------------------------------------------------

    @cached_property
    def _worlds(self) -> list[S]:
        """Different positions that look like this; one where nothing is hidden. Nobody may change them."""
        tape = Tape("seen also")
        found: dict[bytes, S] = {self._world.key(): self._world}
        for _ in range(WORLDS - 1):
            world = self.game.imagine(self.view, tape)
            found.setdefault(world.key(), world)
        return list(found.values())

    @cached_property
    def _world(self) -> S:
        return self.game.imagine(self.view, Tape("seen"))

    @cached_property
    def pending(self) -> Asked:
        """Whose turn it is and which step, which everybody may know."""
        return self._end or asked(self.game, self._world)

    @property
    def is_over(self) -> bool:
        return isinstance(self.pending, Over)

    @property
    def is_asked(self) -> bool:
        """Whether the question is this seat's."""
        return isinstance(self.pending, Decide) and self.pending.seat == self.view.seat

    def legal(self) -> list[int]:
        """What this seat may answer now; nothing if it is not asked."""
        return self.game.legal(self._world) if self.is_asked else []

    def choices(self) -> list[Choice]:
        voice = spoken()
        if voice not in self._choices:
            self._choices[voice] = [self.game.choice(self._world, answer) for answer in self.legal()]
        return self._choices[voice]

    @cached_property
    def _choices(self) -> dict[str, list[Choice]]:
        """By language: two who read one seat need not speak the same."""
        return {}

    def spell(self, answer: int) -> str:
        return self.game.spell(self._world, answer)

    def parse(self, text: str) -> int:
        """The answer that a text names at this question, allowed or not; raises Misspelt."""
        if self._end is not None:
            raise Misspelt(common("nobody_asked"))
        return self.game.parse(self._world, text)

    # Words ----------------------------------------------------------------------------------------------------

    def prompt(self) -> str:
        return self._why_ended or self.game.prompt(self._world, self.view.seat)

    def where(self) -> list[Crumb]:
        return self.game.where(self._world)

    def guide(self) -> str:
        return "" if self.is_over else self.game.guide(self._world)

    def why_not(self, text: str) -> Refusal | None:
        """Why this seat may not answer this; None if it may. Raises Misspelt for what cannot be spelled."""
        return self.game.why_not(self._world, self.view.seat, self.parse(text))

    def answers_at(self, place: str, piece: str) -> Iterator[tuple[Choice, Refusal | None]]:
        """Answers that can be spelled and point at a place or a piece (empty: at any), with the reason against each."""
        if not self.is_asked:
            return
        for answer in self.game.space(self._world):
            choice = self.game.choice(self._world, answer)
            if (not place or choice.place == place) and (not piece or choice.piece == piece):
                yield choice, self.game.why_not(self._world, self.view.seat, answer)

    def beside(self) -> list[tuple[Choice, Refusal]]:
        """Answers that point at nothing on the map and are not allowed now, with their reasons; none of a question
        that could be answered in too many ways to look at."""
        near = self.game.near(self._world) if self.is_asked else []
        if len(near) > MOST_BESIDE:
            return []
        legal = set(self.legal())
        found = []
        for answer in near:
            if answer in legal:
                continue
            choice = self.game.choice(self._world, answer)
            refusal = None if choice.place or choice.piece else self.game.why_not(self._world, self.view.seat, answer)
            if refusal is not None:
                found.append((choice, refusal))
        return found

    def takes_several(self) -> bool:
        """Whether, in every world tried, all pieces can be named one after the other: then several can be at once.
        Where two of six must go, naming all would be refused."""
        named = [choice.answer for choice in self.choices() if choice.piece and not choice.place]
        return len(named) > 1 and all(_stays(self.game, world, named) for world in self._worlds)

    def gathering(self) -> str:
        """Where this question names, one by one, who fights, and all of them may: the answer that ends it before all
        are named. Empty elsewhere."""
        gathers = {step for fight in self.game.fights() if isinstance(fight, Gathered) for step in fight.gathers}
        if not isinstance(self.pending, Decide) or self.pending.step not in gathers or not self.takes_several():
            return ""
        after = self._world.copy()
        self.game.answer(after, next(choice.answer for choice in self.choices() if choice.piece))
        said = [self.game.choice(after, answer) for answer in self.game.legal(after)]
        return next((choice.action for choice in said if choice.no), "")

    def order_rules(self) -> list[tuple[str, str]]:
        """Rules of the title that a standing order for this question may follow: name and words."""
        asked = self.pending
        rules = self.game.standing().get(asked.step, {}) if isinstance(asked, Decide) else {}
        return [(name, self.game.standing_words(name)) for name in rules]

    # The table ------------------------------------------------------------------------------------------------

    def scene(self) -> Json:
        """The title's own scene; a resignation is an end that no rule knows."""
        shown = self.game.scene(self.view)
        if self._end is not None:
            shown["over"] = {"name": "resigned", "title": common("resigned_title"), "text": self._why_ended, "rule": ""}
        return shown

    def map_text(self) -> str:
        return self.game.map_text(self.view)

    def position_text(self) -> str:
        """The position in words, as far as this seat may know it."""
        return self.game.write_position(self.view)

    def routes(self) -> list[Route]:
        return [] if self.is_over else self.game.routes(self.view)

    def set_out(self, pieces: Sequence[str], together: bool) -> Company:
        return self.game.set_out(self.view, pieces if not self.is_over else (), together)

    def about(self, place: str) -> Json:
        return self.game.about(self.view, place)

    # Trying out -----------------------------------------------------------------------------------------------

    def by(self, policy: Policy[S]) -> int:
        """What a rule of the title answers here; it knows no more than the seat for which it answers."""
        return policy(self._world, self.legal())

    def ahead(self, answer: int) -> Ahead:
        """What surely follows an answer; nothing is said where worlds that look alike go different ways."""
        first, *others = self._worlds
        found = _ahead(self.game, first, answer)
        if found != NOT_KNOWN and any(_ahead(self.game, world, answer) != found for world in others):
            return NOT_KNOWN
        return found

    def in_words(self, answers: Sequence[int]) -> list[str]:
        """Answers in a row as the choices that they are, as far as they can be given in what may be true."""
        s, found = self._world.copy(), []
        for answer in answers:
            if answer not in self.game.legal(s):
                break
            found.append(self.game.choice(s, answer).label)
            self.game.answer(s, answer)
        return found

    def rehearse(self, texts: Sequence[str]) -> list[Rehearsed]:
        """Try a list of answers out on what this seat knows, up to the next throw or another seat's question.

        It holds if it holds in one of the worlds; otherwise the first of them says why not.
        """
        refused: Exception | None = None
        for world in self._worlds if len(texts) > 1 else [self._world]:
            try:
                return self._tried(world, texts)
            except (IllegalAction, Misspelt, NotAllowed) as error:
                refused = refused or error
        assert refused is not None
        raise refused

    def _tried(self, world: S, texts: Sequence[str]) -> list[Rehearsed]:
        s = world.copy()
        found: list[Rehearsed] = []
        for i, text in enumerate(texts):
            pending = self._end or asked(self.game, s)
            self._check_asked(pending, text, i)
            answer = self.game.parse(s, text)
            refusal = self.game.why_not(s, self.view.seat, answer)
            if refusal is not None:
                raise IllegalAction(refusal)
            sight = ""
            if i + 1 < len(texts):
                self.game.answer(s, answer)
                sight = self.sight(s)
            found.append(Rehearsed(answer, sight))
        return found

    def _check_asked(self, pending: Asked, text: str, i: int) -> None:
        if isinstance(pending, Over):
            raise IllegalAction(Refusal("", "game_over", common("game_over")))
        if isinstance(pending, Throw):
            if i == 0:
                raise NotAllowed(common("dice_first"))
            raise NotAllowed(common("dice_between", answer=text))
        if pending.seat != self.view.seat:
            name = self.names[pending.seat]
            if i == 0:
                told = common("seat_decides", seat=seat_word(name), other=seat_word(self.seat))
                raise IllegalAction(Refusal(pending.rule, "not_your_turn", told))
            raise NotAllowed(common("seat_between", answer=text, seat=seat_word(name)))

    def sight(self, s: S) -> str:
        """All that this seat sees of a position, and what is asked there, as a text to compare."""
        pending = asked(self.game, s)
        question = "" if isinstance(pending, Throw) else repr(pending)
        legal = self.game.legal(s) if isinstance(pending, Decide) and pending.seat == self.view.seat else []
        return f"{question} {legal} {canonical(self.game.view(s, self.view.seat).to_json())}"


def asked(game: Game[S, V], s: S) -> Asked:
    pending = game.pending(s)
    assert not isinstance(pending, Halt), "a session never halts the flow"
    return pending


def _stays(game: Game[S, V], world: S, named: Sequence[int]) -> bool:
    before, after = game.pending(world), world.copy()
    for answer in named:
        if game.pending(after) != before or answer not in game.legal(after):
            return False
        game.answer(after, answer)
    return True


def _ahead(game: Game[S, V], world: S, answer: int) -> Ahead:
    """In one world. It is the same question as long as no answer is new: the next headquarters of a row is another."""
    before, known, action = game.pending(world), set(game.legal(world)), game.spell(world, answer)
    after = world.copy()
    game.answer(after, answer)
    if isinstance(game.pending(after), Throw):
        return Ahead(True, 1)
    times = 1
    while times < MOST_REPEATS and game.pending(after) == before and known.issuperset(game.legal(after)):
        again = next((a for a in game.legal(after) if game.spell(after, a) == action), None)
        if again is None:
            break
        game.answer(after, again)
        times += 1
    return Ahead(False, times)
