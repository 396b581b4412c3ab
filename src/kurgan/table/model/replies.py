"""Replies of the API and frames of the socket. Each is a struct of msgspec: made fast, written fast, described once."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from kurgan.table.model.pace import Clock
from kurgan.table.model.scene import Scene

Crumb = tuple[str, str, str]
"""Where we are in the sequence of play: rule, name, title."""


class Refusal(Struct):
    """Why something was not done; ``rule`` where a rule of the game refuses, ``code`` for programs."""

    message: str
    rule: str = ""
    code: str = ""


# One game -------------------------------------------------------------------------------------------------------


class Pending(Struct):
    """Whose turn it is."""

    kind: Literal["decide", "throw", "over"]
    seat: str
    step: str
    rule: str


class Choice(Struct, omit_defaults=True):
    """One legal answer. ``effect``: what it costs and does. ``no``: it declines what is offered; ``ends``: and ends a
    phase. ``attacks``: a fight begins. ``final``: dice follow at once. ``repeat``: how often it could be said in a
    row."""

    action: str
    rule: str
    verb: str
    place: str
    piece: str
    label: str
    no: bool
    ends: bool
    attacks: bool = False
    effect: str = ""
    final: bool | UnsetType = UNSET
    repeat: int | UnsetType = UNSET


class NotNow(Struct):
    """An answer that points at nothing on the map and is not allowed now, with the reason."""

    action: str
    label: str
    effect: str
    rule: str
    text: str


class OrderRule(Struct):
    """A rule that a standing order may follow: its name, as in "by NAME", and the same in words."""

    name: str
    words: str


class Question(Struct):
    """The question that this seat is asked, with every legal answer. ``far``: there may be routes. ``sets_out``: there
    are routes for pieces that are named with the request. ``several``: answers that name pieces may be given one after
    the other. ``refused``: what cannot be had now, and why. ``orders``: rules of the title that could answer it from
    now on. ``gather``: the pieces are named for a fight, and this answer says that those who were named are all; after
    the last of them nothing has to be said."""

    number: int
    seat: str
    step: str
    rule: str
    prompt: str
    guide: str
    far: bool
    sets_out: bool
    several: bool
    gather: str
    choices: list[Choice]
    refused: list[NotNow]
    orders: list[OrderRule]


class Undo(Struct):
    """How far this seat may take back: freely, alone past dice, or if the others agree."""

    step: int
    turn: int
    alone: bool
    asks: bool


class DiceWord(Struct):
    seat: str
    line: int
    own: bool


class DiceFacts(Struct):
    """What everybody may know of the dice: their promise, whose words are in them, and what may be known."""

    commitment: str
    epoch: int
    open: bool
    words: list[DiceWord]
    wants: list[str]
    remarks: list[str]


class SeatInfo(Struct):
    """Who sits there. ``held``: some person has it, also while a bot plays; ``lent``: until he comes back."""

    name: str
    label: str
    kind: Literal["person", "bot", "open"]
    bot: str
    person: str
    lent: bool
    held: bool
    present: bool
    resigned: bool
    trouble: str


class Wish(Struct, omit_defaults=True):
    """A seat asks to go back before a line; nothing where nobody does. ``seen``: all that is hidden was shown once."""

    seat: str = ""
    to: int = 0
    agreed: list[str] = []
    seen: bool = False


class Lending(Struct, omit_defaults=True):
    """The others propose to lend the seat of who is away; nothing where nobody does."""

    of: str = ""
    agreed: list[str] = []
    missing: list[str] = []


class BranchOf(Struct):
    """The game that this one leaves, and where."""

    of: str
    at: int


class SeatTable(Struct, omit_defaults=True):
    """What one seat sees of the game itself. ``moved`` is the last line after which the question is another one."""

    id: str
    title: str
    game: str
    pack: str
    reconstructed: bool
    scenario: str
    scenario_title: str
    aim: str
    options: dict[str, str]
    number: int
    moved: int
    seat: str
    pending: Pending
    prompt: str
    crumbs: list[Crumb]
    question: Question | None
    scene: Scene
    undo: Undo
    dice: DiceFacts
    over: bool
    rewinds: int
    note: str
    branch: BranchOf | UnsetType = UNSET


class Table(SeatTable, kw_only=True, omit_defaults=True):
    """Everything that one seat may see now: the game, and who sits around it. ``rated``: it counts."""

    name: str
    guide: bool
    seats: list[SeatInfo]
    wish: Wish
    lend: Lending
    clock: Clock | UnsetType = UNSET
    rated: bool = False


class Look(Table, kw_only=True, omit_defaults=True):
    """The table, and what is shown to this person only: their seats, whether they made the game, how far they have
    looked, whether they have a recovery code."""

    mine: list[str]
    maker: bool
    seen: int
    recovery: bool


Part = Literal["", "begin", "step", "cast", "read", "result", "change"]


class LogEvent(Struct, omit_defaults=True):
    """One thing that happened. ``part``: what it is in the tale of a fight, if it is told by one."""

    rule: str
    text: str
    kind: str
    part: Part = ""


class DicePool(Struct):
    """Dice that are read alike: how many, the lowest face that hits (0: pips are added up), how many of the lowest are
    dropped."""

    count: int
    least: int
    drop: int


class Throw(Struct):
    """A throw of a fight: whose dice, what they were added to (null where nothing is), what they came to."""

    side: str
    value: int | None
    total: int


class LogLine(Struct, omit_defaults=True):
    """A line of the record as one seat may read it; ``pools`` say how its dice are read, one after the other, ``throw``
    what they were in a fight; ``fight`` is the mark of a fight that ended with it, ``head`` what the card of a fight
    says from this line on, where the title has a word for it."""

    number: int
    who: str
    kind: str
    step: str
    rule: str
    events: list[LogEvent]
    action: str = ""
    dice: list[int] | UnsetType = UNSET
    pools: list[DicePool] | UnsetType = UNSET
    throw: Throw | UnsetType = UNSET
    undone: bool = False
    by: str = ""
    fight: str = ""
    head: str = ""


class Log(Struct):
    lines: list[LogLine]


class TurnMark(Struct):
    number: int
    label: str


class Curve(Struct):
    """How a track stood over the whole game: from each number on, its value."""

    name: str
    label: str
    low: int
    high: int
    shape: str
    points: list[tuple[int, int]]


class TimeLine(Struct):
    """Where turns begin, and how the tracks stood on the way."""

    turns: list[TurnMark]
    tracks: list[Curve]


class Moment(Struct):
    """The position after a line, as this seat saw it then."""

    number: int
    of: int
    scene: Scene
    crumbs: list[Crumb]
    turn: int


class Apart(Struct):
    apart: bool


class Reason(Struct):
    """Why an answer is not allowed."""

    rule: str
    code: str
    text: str


class Why(Struct):
    refusal: Reason | None
    number: int


class OddsBar(Struct):
    label: str
    kind: Literal["good", "even", "bad"]
    chance: float
    fraction: str


class Odds(Struct):
    """The chances of a fight. ``report`` has the fields of ``kurgan odds``. ``gathered``: nobody was named for it
    yet, so these are the chances of all who may come, so many. ``column``: of the table that is read."""

    title: str
    bars: list[OddsBar]
    facts: list[tuple[str, str]]
    exact: bool
    note: str
    policy: dict[str, str]
    report: dict[str, Any]
    gathered: int = 0
    column: str = ""


class Chances(Struct):
    odds: Odds | None


class Hint(Struct):
    """What a bot would do, in notation and in words, and why."""

    actions: list[str]
    said: list[str]
    reasons: list[str]
    bars: list[OddsBar]


class Route(Struct):
    """A far place in one click: the answers that lead there, the way, its cost, and the attack that could follow."""

    place: str
    piece: str
    actions: list[str]
    places: list[str]
    cost: str
    attack: str = ""


class Routes(Struct):
    """Where one or several can go. Of pieces that were named for setting out: who of them goes, and the answers that
    name them, if they go as one."""

    number: int
    routes: list[Route]
    pieces: list[str]
    named: list[str]


class RuleText(Struct):
    """A paragraph in our words."""

    number: str
    title: str
    text: str


class StandingOrder(Struct):
    """``asked`` is what the step asks and ``words`` what the order answers, as people read them."""

    step: str
    how: str
    what: str
    asked: str
    words: str


class Orders(Struct):
    orders: list[StandingOrder]


class Named(Struct):
    name: str


class Deleted(Struct):
    deleted: str


class SeenUpTo(Struct):
    seen: int


# Frames ---------------------------------------------------------------------------------------------------------


class News(Struct, tag="news", tag_field="kind"):
    """What happened, for one seat: the table as it stands, and the lines since. Calls that change a game reply with
    it, and the socket sends it to whoever else looks."""

    number: int
    table: Table
    lines: list[LogLine]


class Talk(Struct):
    """One thing that was said, with the place that was pointed at; ``profile`` of somebody who only watches."""

    id: int
    who: str
    text: str
    place: str
    partners: bool
    when: int
    profile: str = ""


class TalkNews(Struct, tag="talk", tag_field="kind"):
    talk: Talk


class Thinking(Struct, tag="thinking", tag_field="kind"):
    seat: str
    share: float


Frame = News | TalkNews | Thinking
"""What the socket sends."""


class TalkSoFar(Struct):
    """``quiet``: who only watches is not heard."""

    talk: list[Talk]
    quiet: bool = False


class Quiet(Struct):
    quiet: bool


class Left(Struct, tag="left", tag_field="kind"):
    """Who got up, and has no right to look any more."""

    left: str


# Taking home ----------------------------------------------------------------------------------------------------


class Chapter(Struct):
    """One turn of a story; ``number`` is its last line, for a picture."""

    title: str
    number: int
    lines: list[str]


class Story(Struct):
    title: str
    scenario: str
    seat: str
    outcome: str
    chapters: list[Chapter]


class FightLuck(Struct):
    """One fight: its chances before the first die, how often a result this good or better would come, or this bad or
    worse, and what to call it: ``better`` or ``worse`` than could be expected, or ``expected``."""

    number: int
    text: str
    outcome: str
    mark: str
    chances: dict[str, float]
    this_or_better: float
    this_or_worse: float
    verdict: str


class Luck(Struct):
    fights: list[FightLuck]


class Likely(Struct):
    """How likely the end of one fight was for who looked on with these eyes before its first die; null where that
    cannot be reckoned."""

    fight: FightLuck | None
