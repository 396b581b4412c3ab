"""Looking at one game. All calls are in docs/reference/api.md and /api/openapi.json."""

from kurgan.table.model.replies import (
    Apart,
    Chances,
    Hint,
    Likely,
    Log,
    Look,
    Moment,
    News,
    Orders,
    Routes,
    RuleText,
    TimeLine,
    Why,
)
from kurgan.table.model.scene import About, Charts, Face
from kurgan.table.routes.access import (
    ActionQuery,
    LinePath,
    LineQuery,
    PieceQuery,
    PiecesQuery,
    PlaceQuery,
    SeatQuery,
    Who,
)
from kurgan.table.routes.calls import Cached, Calls
from kurgan.table.service import look, play

game = Calls()


@game.get("/games/{game}", "game")
async def table(who: Who, game: str, seat: SeatQuery = "") -> Look:
    """Everything one seat may see now: position, question, legal answers."""
    return await look.table(who, game, seat)


@game.get("/games/{game}/news", "game")
async def news(who: Who, game: str, seat: SeatQuery = "", after: LineQuery = 0) -> News:
    """What you missed if you hold the table of number ``after``: the frame with which a socket begins."""
    return await look.news(who, game, seat, after)


@game.get("/games/{game}/face", "game")
async def face(who: Who, game: str) -> Cached[Face]:
    """How the map of this game is drawn."""
    return await look.face(who, game)


@game.get("/games/{game}/charts", "game")
async def charts(who: Who, game: str) -> Cached[Charts]:
    """The tables of the rules."""
    return await look.charts(who, game)


@game.get("/games/{game}/rules/{number}", "game")
async def rule(who: Who, game: str, number: str) -> Cached[RuleText]:
    """A paragraph in our words."""
    return await look.rule(who, game, number)


@game.get("/games/{game}/log", "game")
async def log(who: Who, game: str, seat: SeatQuery = "", after: LineQuery = 0) -> Log:
    """What happened after a line, as this seat may read it."""
    return await look.log(who, game, seat, after)


@game.get("/games/{game}/turns", "game")
async def turns(who: Who, game: str) -> TimeLine:
    """The time line: where turns begin, and how the tracks stood on the way."""
    return await look.turns(who, game)


@game.get("/games/{game}/apart", "game")
async def apart(who: Who, game: str, seat: SeatQuery, other: SeatQuery) -> Apart:
    """Whether two seats of yours see other things: then a curtain falls between them on one screen."""
    return await look.apart(who, game, seat, other)


@game.get("/games/{game}/moment/{number}", "game")
async def moment(who: Who, game: str, number: LinePath, seat: SeatQuery = "") -> Moment:
    """The position after a line, as this seat saw it then."""
    return await look.moment(who, game, seat, number)


@game.get("/games/{game}/why", "game")
async def why(
    who: Who, game: str, seat: SeatQuery = "", place: PlaceQuery = "", piece: PieceQuery = "", number: LineQuery = 0
) -> Why:
    """Why a place or a piece may not be chosen now."""
    return await look.why(who, game, seat, place, piece, number)


@game.get("/games/{game}/odds", "game")
async def chances(who: Who, game: str, seat: SeatQuery = "") -> Chances:
    """The chances of the fight under way, as this seat may know them."""
    return await look.chances(who, game, seat)


@game.get("/games/{game}/likely/{number}", "game")
async def likely(who: Who, game: str, number: LinePath, seat: SeatQuery = "") -> Likely:
    """How likely the end of the fight was that ended with a line, as this seat could reckon it before the dice."""
    return await look.likely(who, game, seat, number)


@game.get("/games/{game}/odds/after", "game")
async def chances_after(who: Who, game: str, seat: SeatQuery = "", action: ActionQuery = "") -> Chances:
    """The chances of the fight if the question were answered so: what a declaration or a support would change. Several
    answers in a row are apart by semicolons."""
    return await look.chances_after(who, game, seat, action)


@game.get("/games/{game}/hint", "game")
async def hint(who: Who, game: str, seat: SeatQuery = "") -> Hint:
    """What the bot would do, and why."""
    return await look.hint(who, game, seat)


@game.get("/games/{game}/routes", "game")
async def far_places(
    who: Who, game: str, seat: SeatQuery = "", pieces: PiecesQuery = "", together: bool = False
) -> Routes:
    """Places that a march can reach, each with the answers that lead there; nothing where no march is asked for. With
    pieces that are to set out: places that all of them reach; with ``together`` only of those who can go as one."""
    return await look.far_places(who, game, seat, pieces.split(";") if pieces else [], together)


@game.get("/games/{game}/about", "game")
async def what_is_there(who: Who, game: str, seat: SeatQuery = "", place: PlaceQuery = "") -> About:
    """Facts about a place and lines to draw for it, such as the radius of a headquarters."""
    return await look.what_is_there(who, game, seat, place)


@game.get("/games/{game}/orders", "game")
async def orders(who: Who, game: str, seat: SeatQuery = "") -> Orders:
    """This seat's standing orders; nobody else's business."""
    return await play.orders(who, game, seat)
