"""What a title tells the page: its scene, its face, its charts. Titles make plain dictionaries; these are their types.

docs/reference/scene.md says what each key means. A key that is not here is refused by the tests, not sent by the way.
"""

from typing import Literal, NotRequired, TypedDict

Point = tuple[float, float]

# The scene ------------------------------------------------------------------------------------------------------


class Piece(TypedDict):
    """A piece on the map or in a box; the bottom of a stack comes first."""

    id: str
    side: str
    layout: Literal["counter", "strongpoint", "block", "marker"]
    nation: NotRequired[str]
    at: NotRequired[str]
    box: NotRequired[str]
    cell: NotRequired[int]
    name: NotRequired[str]
    title: NotRequired[str]
    symbol: NotRequired[str]
    factors: NotRequired[str]
    word: NotRequired[str]
    states: NotRequired[list[str]]
    pips: NotRequired[int]
    full: NotRequired[int]
    firepower: NotRequired[str]
    strip: NotRequired[str]
    corner: NotRequired[str]
    count: NotRequired[int]
    points: NotRequired[int]
    text: NotRequired[str]


class ScenePlace(TypedDict, total=False):
    """A place of the map as it stands now."""

    control: str
    tags: list[str]
    text: str
    facts: list[tuple[str, str]]


class TrackMark(TypedDict):
    at: int
    label: str
    kind: NotRequired[str]


class Track(TypedDict):
    """A printed track with its value."""

    name: str
    label: str
    value: int
    low: NotRequired[int]
    high: NotRequired[int]
    words: NotRequired[str]
    marks: NotRequired[list[TrackMark]]
    losing: NotRequired[tuple[int, int]]
    shape: NotRequired[Literal["cells", "bar", "pegs", "number"]]
    cells: NotRequired[list[str]]
    warning: NotRequired[str]
    rule: NotRequired[str]


class Term(TypedDict):
    """One line of a sum."""

    label: str
    amount: NotRequired[int]
    words: NotRequired[str]
    rule: NotRequired[str]


class FightSide(TypedDict):
    side: str
    label: str
    terms: list[Term]
    total: NotRequired[int]
    total_words: NotRequired[str]
    dice: NotRequired[str]


class FightNote(TypedDict):
    text: str
    rule: NotRequired[str]


class FightThrow(TypedDict):
    """A row of a result table: what this throw would do."""

    roll: int
    ways: int
    lines: list[str]
    good: NotRequired[bool]


class FightRoll(TypedDict):
    side: str
    dice: list[int]
    total: NotRequired[int]


class Fight(TypedDict, total=False):
    """The fight being prepared or fought, with the numbers that the rules use."""

    place: str
    stage: str
    title: str
    attack: FightSide
    defence: FightSide
    notes: list[FightNote]
    committed: list[str]
    lead: str
    column: str
    throws: list[FightThrow]
    rolls: list[FightRoll]
    result: str


class Card(TypedDict):
    id: str
    title: str
    text: NotRequired[str]
    small: NotRequired[str]
    chosen: NotRequired[bool]
    useless: NotRequired[str]


class Hand(TypedDict):
    """Cards that this seat may read, or their number where it may only count them."""

    name: str
    label: str
    side: NotRequired[str]
    note: NotRequired[str]
    rule: NotRequired[str]
    cards: NotRequired[list[Card]]
    count: NotRequired[int]


class Deck(TypedDict):
    name: str
    label: str
    count: int
    of: NotRequired[int]
    words: NotRequired[str]


class BoxCell(TypedDict):
    label: str
    end: NotRequired[str]
    row: NotRequired[int]
    column: NotRequired[int]


class Box(TypedDict):
    """A place off the map."""

    name: str
    label: str
    text: NotRequired[str]
    cells: NotRequired[list[BoxCell]]
    shown: NotRequired[str]


class HiddenItem(TypedDict):
    label: str
    count: int
    symbol: NotRequired[str]


class HiddenGroup(TypedDict):
    """What a careful player would count."""

    label: str
    count: int
    items: list[HiddenItem]


class SceneLine(TypedDict):
    """Something drawn over the map: supply, a path, an attack, a radius."""

    kind: str
    places: list[str]
    side: NotRequired[str]
    text: NotRequired[str]


class NoteLine(TypedDict):
    text: str
    rule: NotRequired[str]
    dice: NotRequired[list[int]]
    place: NotRequired[str]


class Note(TypedDict):
    title: str
    lines: list[NoteLine]


class Turn(TypedDict):
    number: int
    label: str
    of: NotRequired[int]
    date: NotRequired[str]


class Side(TypedDict):
    label: str
    kind: str


class ChartCell(TypedDict, total=False):
    """The row and column of a chart that are in use."""

    row: int
    column: int


class Ending(TypedDict):
    """How the game ended."""

    name: str
    title: str
    text: str
    rule: NotRequired[str]


LastMove = TypedDict("LastMove", {"from": str, "to": str}, total=False)
LastMove.__doc__ = "What moved last: an arrow until the next answer."


class Scene(TypedDict):
    """The position as one seat may see it. With ``since`` it is what is new after the table of that number: places and
    pieces that changed, an empty place where nothing is said any more, ``same`` the other parts that did not change,
    and ``order`` the ids of all pieces where it is not the one from before."""

    sides: dict[str, Side]
    places: dict[str, ScenePlace]
    pieces: list[Piece]
    since: NotRequired[int]
    same: NotRequired[list[str]]
    order: NotRequired[list[str]]
    turn: NotRequired[Turn]
    boxes: NotRequired[list[Box]]
    tracks: NotRequired[list[Track]]
    hands: NotRequired[list[Hand]]
    decks: NotRequired[list[Deck]]
    hidden: NotRequired[list[HiddenGroup]]
    fight: NotRequired[Fight]
    lines: NotRequired[list[SceneLine]]
    last: NotRequired[LastMove]
    notes: NotRequired[list[Note]]
    charts: NotRequired[dict[str, ChartCell]]
    over: NotRequired[Ending]


# Charts and help ------------------------------------------------------------------------------------------------


class Chart(TypedDict):
    """A table of the rules."""

    name: str
    title: str
    columns: list[str]
    rows: list[list[str]]
    rule: NotRequired[str]
    note: NotRequired[str]


class Charts(TypedDict):
    charts: list[Chart]


class About(TypedDict):
    """Facts about a place (label, words, rule), and lines to draw for it."""

    facts: list[tuple[str, str, str]]
    lines: list[SceneLine]


# The face -------------------------------------------------------------------------------------------------------


class FacePlace(TypedDict):
    """A place as it is drawn."""

    id: str
    name: str
    terrain: str
    ground: str
    near: list[str]
    points: list[Point]
    centre: Point
    lines: NotRequired[list[str]]
    pill: NotRequired[str]
    at: NotRequired[Point]
    slots: NotRequired[list[Point]]
    other: NotRequired[list[Point]]
    alone: NotRequired[Point]
    mark: NotRequired[str]
    signs: NotRequired[list[str]]


class FaceWater(TypedDict):
    name: str
    kind: Literal["bank", "river", "major", "lake"]
    points: list[Point]
    at: NotRequired[Point]
    angle: NotRequired[float]


class FaceLine(TypedDict):
    kind: Literal["road", "rail", "minor_river", "major_river", "lake", "bridge", "ferry", "coast"]
    points: list[Point]


class FaceBar(TypedDict):
    """A chance that the panel shows: where it stands in a report of odds, and what it is called."""

    key: list[str]
    label: str
    kind: Literal["good", "even", "bad"]


class FaceFact(TypedDict):
    """Another figure of a report."""

    key: list[str]
    label: str
    signed: NotRequired[bool]


class Face(TypedDict):
    """How a title's map is drawn; the same during a whole game."""

    kind: Literal["areas", "hexes"]
    title: str
    tools: str
    scale: float
    piece: float
    front: tuple[str, str]
    turn: int
    north: float
    kilometre: float
    angle: float
    compass: Point | None
    scale_bar: Point | None
    numbers: bool
    bounds: tuple[float, float, float, float]
    places: list[FacePlace]
    water: list[FaceWater]
    lines: list[FaceLine]
    bars: list[FaceBar]
    facts: list[FaceFact]
    about: str
    tags: list[str]
