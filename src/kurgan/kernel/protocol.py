"""The whole vocabulary of Kurgan on one page.

A *game* is a title with its pack: facts and functions, no position. A *state* is a position: columns of small
integers and a stack that says where we are in the rulebook. An *answer* is one int whose meaning its step fixes.
A *view* is what one seat may know of a state; it is another type, so that nobody takes one for the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self, runtime_checkable

from kurgan.kernel.chance import Chance, Rng

if TYPE_CHECKING:  # defaults: a bare ``Game`` is any title, known by what all positions and all views have in common
    from typing_extensions import TypeVar

    from kurgan.kernel.map_drawing import MapFacts

    S = TypeVar("S", bound="State", default="State")
    V = TypeVar("V", bound="View", default="View")
    S_contra = TypeVar("S_contra", bound="State", default="State", contravariant=True)
    V_contra = TypeVar("V_contra", bound="View", default="View", contravariant=True)
else:
    from typing import TypeVar

    S = TypeVar("S")
    V = TypeVar("V")
    S_contra = TypeVar("S_contra", contravariant=True)
    V_contra = TypeVar("V_contra", contravariant=True)

EVERYONE = -1
"""Seat mask of an event that all may see; seat ``n`` alone is ``1 << n``."""

NOBODY = -1
"""The seat of someone who only watches."""

Options = Mapping[str, str]
"""Option name -> value, both as text ("on", "off", "15", "2 3")."""

Json = dict[str, Any]


class Event(NamedTuple):
    """A fact that happened, by rule; the sentence is made from the text file."""

    rule: str
    kind: int
    args: tuple[int, ...]
    seen_by: int


class Refusal(NamedTuple):
    """Why an answer is not allowed: rule, code, and what the sentence speaks of."""

    rule: str
    code: str
    text: str

    def __repr__(self) -> str:
        return f"<Refusal {self.rule} {self.code}: {self.text}>"

    @property
    def told(self) -> str:
        """The sentence with its rule, where there is one."""
        return f"{self.text} [{self.rule}]" if self.rule else self.text


class Outcome(NamedTuple):
    """How a game ended. ``name`` is one of the title's outcomes; ``winners`` are names of sides."""

    name: str
    winners: tuple[str, ...]
    rule: str
    score: int


class Decide(NamedTuple):
    """A seat is asked."""

    seat: int
    step: str
    rule: str


class Throw(NamedTuple):
    """The dice are asked. A secret throw is one whose result no seat may read from the record yet."""

    step: str
    rule: str
    chance: Chance
    secret: bool


class Over(NamedTuple):
    outcome: Outcome


class Halt(NamedTuple):
    """Nobody is asked: the flow was told to stop before this step (``Game.halt``)."""

    step: str
    rule: str


Pending = Decide | Throw | Over | Halt


class Option(NamedTuple):
    """One switch or value of a title. ``choices`` is empty where any text that ``about`` describes is taken; ``said``
    is what each of them is called, where they are not their own names. ``scenarios`` are those in which it means
    something, if it does not in all: elsewhere it is not offered, and changes nothing where a record names it. What is
    ``first`` says how hard a game is, and is asked for with the scenario."""

    name: str
    default: str
    choices: tuple[str, ...]
    rule: str
    about: str
    said: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    first: bool = False

    def counts_in(self, scenario: str) -> bool:
        return not self.scenarios or scenario in self.scenarios


class Scenario(NamedTuple):
    name: str
    title: str
    seats: tuple[str, ...]
    about: str
    aim: str = ""
    """What wins, in a sentence or two."""


class Lookahead(NamedTuple):
    """Questions whose orders a bot should play on in its head, how many player turns far, what part of its usual number
    of times (less where play is long), by how many standard errors another order must lead the first, and what part of
    the judgement belongs to the turns before the last: where delay costs more than the features say."""

    questions: frozenset[str] = frozenset()
    turns: int = 0
    share: float = 1.0
    gate: float = 1.5
    early: float = 0.0


class FeatureWords(NamedTuple):
    """How players speak of a feature: its name, and what an order does that raises or lowers it ("gains ground")."""

    label: str
    up: str
    down: str


class Choice(NamedTuple):
    """One answer as the edges show it: notation, and the place and piece (words of the notation) it points at."""

    answer: int
    action: str
    rule: str
    verb: str
    place: str
    piece: str
    label: str
    no: bool = False
    ends: bool = False
    """Whether it declines what is offered, and whether that ends a phase: the form of the question says so."""
    attacks: bool = False
    """Whether a fight begins with it."""
    effect: str = ""
    """What it costs and does, in one line; empty where the label says it."""


class Route(NamedTuple):
    """A place that several answers lead to: the piece that goes (empty if the question is about one), the answers in
    order, the places on the way, the cost in words, and the attack that could be made there, if any."""

    place: str
    piece: str
    actions: tuple[str, ...]
    places: tuple[str, ...]
    cost: str
    attack: str = ""


class Company(NamedTuple):
    """Pieces that set out with one order: who they are, the answers that name them where they go as one (none where
    one follows the other), and the places that all of them reach."""

    pieces: tuple[str, ...]
    named: tuple[str, ...]
    routes: tuple[Route, ...]


class Crumb(NamedTuple):
    """One level of the breadcrumb: where we are in the sequence of play. Steps that only hold others together have no
    title."""

    rule: str
    name: str
    title: str


def spoken(crumbs: Sequence[Crumb]) -> list[Crumb]:
    """The levels that people speak of; in a title without any words, all of them by name."""
    titled = [crumb for crumb in crumbs if crumb.title]
    return titled or [Crumb(crumb.rule, crumb.name, crumb.name.replace("_", " ")) for crumb in crumbs]


class IllegalAction(ValueError):
    """An answer the rules do not allow; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.told)


class DeadEnd(AssertionError):
    """A question without a legal answer: always a mistake in the rules."""


class Misspelt(ValueError):
    """A text that names no answer, option or scenario; the message names what is known."""


class Guessed(Misspelt):
    """The message also names the known word that was probably meant."""


class State(Protocol):
    """A position. Changed by ``Game.apply`` only."""

    def copy(self) -> Self: ...

    def key(self) -> bytes:
        """Equal positions, equal keys."""

    def check(self) -> None:
        """Raise AssertionError unless every invariant holds; slow."""

    def to_json(self) -> Json: ...


class View:
    """What one seat may know. Titles derive their views from it, and no position is one: mypy tells them apart."""

    seat: int

    def __repr__(self) -> str:
        return "<what one who watches sees>" if self.seat == NOBODY else f"<what seat {self.seat} sees>"

    def to_json(self) -> Json:
        raise NotImplementedError


class PackInfo(Protocol):
    """What every title's pack tells about itself."""

    title: str
    source: str
    checksum: str
    reconstructed: bool
    facts: list[tuple[str, str, str, str]]


class Rules(Protocol[S]):
    """The rules of one title with its pack: what may be answered, and what follows. Holds no position."""

    name: str
    title: str
    rules_version: int

    @property
    def info(self) -> PackInfo: ...

    def scenarios(self) -> Sequence[Scenario]: ...
    def options(self) -> Sequence[Option]: ...

    def settle(self, options: Options) -> dict[str, str]:
        """Every option with its value; raises Misspelt for an unknown name or value."""

    def seats(self, scenario: str) -> tuple[str, ...]: ...

    def rivals(self, scenario: str, seat: str) -> tuple[str, ...]:
        """The sides that win when this seat gives up; partners are none."""

    def new(self, scenario: str, options: Options) -> S: ...
    def pending(self, s: S) -> Pending: ...

    def legal(self, s: S) -> list[int]:
        """Complete, in a pinned order; empty for a throw and at the end."""

    def space(self, s: S) -> list[int]:
        """Every answer that can be spelled at this question, legal or not."""

    def near(self, s: S) -> list[int]:
        """The answers of the space that a player would look for here: what he has in his hand, say."""
        return self.space(s)

    def why_not(self, s: S, seat: int, a: int) -> Refusal | None: ...
    def apply(self, s: S, a: int) -> list[Event]: ...

    def answer(self, s: S, a: int) -> None:
        """Like apply for an answer taken from legal() or outcomes(): unchecked and silent."""

    def halt(self, s: S, steps: frozenset[str]) -> None:
        """Let this position and its copies stop before any of these steps: where a fight ends."""

    def load_state(self, data: Json) -> S: ...

    def said(self, s: S) -> tuple[str, Options]:
        """Scenario and options of a position, as ``new`` takes them."""


class Words(Protocol[S]):
    """How people speak of all this. A title without a text file speaks in the names of its steps and events."""

    @property
    def voice(self) -> str:
        """The language that it speaks now."""

    @property
    def languages(self) -> Sequence[str]:
        """All that it can speak."""

    def named(self, english: str) -> str:
        """A name or a label that a data file has in English, in the language that is spoken."""

    def spell(self, s: S, a: int) -> str: ...
    def parse(self, s: S, text: str) -> int: ...
    def draw_word(self, s: S, a: int) -> str:
        """What a draw that is asked now would bring, in a word; empty where dice are thrown."""

    def choice(self, s: S, a: int) -> Choice: ...
    def where(self, s: S) -> list[Crumb]: ...
    def prompt(self, s: S, seat: int) -> str: ...
    def guide(self, s: S) -> str: ...
    def sentence(self, event: Event) -> str: ...

    def event_name(self, kind: int) -> str:
        """The name by which data and tests know events of a kind."""

    def rule_text(self, number: str) -> str: ...

    def rule_title(self, number: str) -> str:
        """The heading of a paragraph where the language has one of its own; empty where the index's is meant."""

    def read_position(self, text: str) -> S:
        """A position from its text form or its JSON; raises Misspelt with line, word and reason."""


class Secrets(Protocol[S, V]):
    """Who may see what. Where nothing is hidden, a view is the position in the wrapping of a view."""

    def view(self, s: S, seat: int) -> V: ...
    def imagine(self, v: V, rng: Rng) -> S: ...
    def load_view(self, data: Json) -> V: ...

    def write_position(self, s: S | V) -> str:
        """A position as text that is read back equal; of a view, what its seat may know."""

    def revealing(self) -> frozenset[int]:
        """Kinds of events that show somebody what was hidden: what led to one cannot be taken back freely."""

    def supersedes(self) -> Mapping[int, int]:
        """Kind of an event that only some see -> kind of the public one before it, which tells them nothing more."""


class Screen(Protocol[V_contra]):
    """What a seat sees, made from its view. A title that draws nothing gets its map as circles and lines."""

    def scene(self, v: V_contra) -> Json: ...
    def map_text(self, v: V_contra) -> str: ...
    def charts(self) -> Json: ...

    def map_facts(self) -> "MapFacts":
        """The map as the pack tells it; ``kernel.map_drawing.draw`` makes a drawing of it."""

    def routes(self, v: V_contra) -> list[Route]:
        """Where the piece on the march, or each that may set out, can go in one order; made from a view."""

    def marches(self) -> frozenset[str]:
        """Questions for which there may be routes."""

    def set_out(self, v: V_contra, pieces: Sequence[str], together: bool) -> Company:
        """Where several pieces can go in one order, at a question that asks which of them sets out; made from a view.
        With ``together`` only those of them go who can do so as one."""

    def sets_out(self) -> frozenset[str]:
        """Questions at which pieces may set out so."""

    def about(self, v: V_contra, place: str) -> Json:
        """Help on a place, made from a view when somebody points at it: ``facts`` and ``lines`` as in a scene."""


class Advice(Protocol[S, V_contra]):
    """What bots, odds and standing orders may use of a title's knowledge. Without any, bots play by lot."""

    def features(self, v: V_contra) -> dict[str, float]:
        """Points good for the seat, by name; none at all if the title gives no advice."""

    def feature_words(self, v: V_contra, name: str) -> FeatureWords:
        """How the seat of a view says that a feature rises or falls; a title without such words speaks by names."""

    def progress(self, v: V_contra) -> float:
        """How much of the game is behind, from 0 to 1, as far as anybody can tell."""

    def lead(self, v: V_contra) -> float:
        """How far ahead the seat would be if the game ended now, in the units by which the title judges victory."""

    def taught(self) -> Sequence[Json]:
        """What played games taught of the chance to win, one entry a scenario and seat (``tools/calibrate.py``)."""

    def ranked(self) -> Sequence[Json]:
        """How often bots won of this title, one entry a pairing, scenario and options (``kurgan ladder --page``)."""

    def observed(self) -> Sequence[str]:
        """The names of the numbers that ``observe`` gives, always as many and in this order."""

    def observe(self, v: V_contra) -> list[int]:
        """A view as a row of numbers, for programs that learn."""

    def plans(self, v: V_contra, s: S) -> list[list[int]]: ...

    def quick_plans(self, v: V_contra, s: S) -> list[list[int]]:
        """A few orders, found at once: what anybody might do whose play is only imagined."""

    def wide_plans(self, v: V_contra, s: S) -> list[list[int]]:
        """More orders than ``plans``, for a bot that plays each of them on in its head."""

    def lookahead(self, v: V_contra) -> Lookahead:
        """Which questions are worth playing on in one's head, and how far."""

    def clock(self, s: S) -> int:
        """A number that changes whenever another player turn begins."""

    def fights(self) -> Sequence["Fight[S]"]: ...

    def described_fight(self, fight: Json) -> tuple[Any, Any, Any]:
        """A fight told in JSON as a game, a position and a fight to walk; raises ValueError with one line."""

    def habits(self) -> Mapping[str, "Policy[S]"]:
        """How a sensible player answers questions met in passing; bots use them to look ahead."""

    def formalities(self) -> Mapping[str, "Policy[S]"]:
        """Questions between two turns, while neither is itself, and a sensible answer to each: the coach looks past
        them to where positions compare."""

    def horizon(self) -> frozenset[str]:
        """Steps beyond which bots do not look: the end of a turn or a phase."""

    def standing(self) -> Mapping[str, Mapping[str, "Policy[S]"]]:
        """Step -> name -> rule: orders a player may leave for a question, besides the policies of the fights."""

    def standing_words(self, name: str) -> str:
        """The name of such a rule as people read it."""

    def step_words(self, step: str) -> str:
        """What a step asks, in any position."""

    def answer_words(self, step: str, action: str) -> str:
        """What an answer to it is called, in any position."""


class Game(Rules[S], Words[S], Secrets[S, V], Screen[V], Advice[S, V], Protocol[S, V]):
    """One title, whole: its rules, and each of the other parts as the title wrote it or by default."""


class Policy(Protocol[S_contra]):
    """Picks one of the legal answers of a decision met inside a fight."""

    def __call__(self, s: S_contra, legal: list[int]) -> int: ...


class Fight(Protocol[S]):
    """Where a fight starts and ends, who answers its questions, what is measured."""

    name: str
    starts: frozenset[str]
    until: frozenset[str]
    policies: Mapping[str, Policy[S]]
    policy_names: Mapping[str, str]

    def is_on(self, s: S) -> bool:
        """Whether the fight can be walked from here, given that one of ``starts`` is under way."""

    def measure(self, before: S, after: S) -> tuple[int, ...]: ...
    def report(self, before: S, total: int, weights: Mapping[tuple[int, ...], int]) -> Json: ...


class FightEnd(NamedTuple):
    """How a fight ends: a rank (higher is better for who attacks), its name, and its mark on the time line: "good",
    "win", "even" or "bad"."""

    rank: int
    name: str
    mark: str


@runtime_checkable
class Judged(Protocol):
    """A fight that knows its ends: in what happened, for time line and log, and in what the odds measure, for luck.
    Fights without it are fought all the same; nobody marks them. Where the end that is told is known before the fight
    is over (a throw on a table, say, with losses and retreats to come), ``known_at`` names the steps at which it is."""

    begins: frozenset[int]
    """Kinds of events with which one begins."""

    def ended(self, told: Sequence[Event], earlier: Iterable[Event]) -> FightEnd | None:
        """How a fight ended with the events of one line, if one did; ``earlier`` are those before, the latest first."""

    def judged(self, measured: tuple[int, ...]) -> FightEnd:
        """The end that a measured outcome is; ends of one rank have one name here."""


@runtime_checkable
class Gathered(Protocol):
    """A fight for which units are named one by one after its target: before anybody is, its odds are those of all who
    may come."""

    gathers: Mapping[str, Policy[Any]]
    """The questions that name them -> who comes next, if nobody says otherwise."""


BEGIN: Final = "begin"
STEP: Final = "step"
CAST: Final = "cast"
READ: Final = "read"
RESULT: Final = "result"
CHANGE: Final = "change"
"""What an event is in the tale of a fight: it begins it, prepares it, is a throw of it, what is read of a throw (the
odds before it, what a table says to it), its result, or what that changed."""


class Cast(NamedTuple):
    """A throw of a fight: whose dice they are ("" where both sides read them), what they were added to (None where
    nothing is), and what they came to: a total, or hits."""

    side: str
    value: int | None
    total: int


@runtime_checkable
class Retold(Protocol):
    """A fight that says which events it is told by, so that its result can stay on the table as a card."""

    parts: Mapping[int, str]
    """Kind of event -> BEGIN, STEP, CAST, READ, RESULT or CHANGE."""

    def cast(self, event: Event) -> Cast:
        """The throw that an event tells of which is a CAST."""


@runtime_checkable
class Headed(Protocol):
    """A title that heads the card of a fight itself: the place that is fought over, and what came of it in a word.
    Where a title does not, the sentence of the result stands there."""

    def head(self, told: Sequence[Event]) -> str:
        """The head by what was told of a fight so far; empty while there is nothing to say."""
