"""Deciding in one game. Who changes a game gets the news of it as the reply: what the socket tells the others."""

from kurgan.table.model import bodies
from kurgan.table.model.lobby_replies import Made
from kurgan.table.model.replies import Deleted, Named, News, SeenUpTo
from kurgan.table.routes.access import Who
from kurgan.table.routes.calls import Calls
from kurgan.table.service import play as service

play = Calls()


@play.patch("/games/{game}", "game")
async def rename(who: Who, game: str, body: bodies.Rename) -> Named:
    """Name the game; for who made it."""
    return await service.rename(who, game, body.name)


@play.delete("/games/{game}", "game")
async def remove(who: Who, game: str) -> Deleted:
    """Delete the game; for who made it."""
    return await service.remove(who, game)


@play.post("/games/{game}/answers", "game")
async def decide(who: Who, game: str, body: bodies.Answers) -> News:
    """Answer the question of this number; a stale number is refused with 409 and changes nothing."""
    return await service.answer(who, game, body.seat, body.number, body.actions, body.known)


@play.post("/games/{game}/undo", "game")
async def undo(who: Who, game: str, body: bodies.TakeBack) -> News:
    """Take back one step, the whole turn, or go back to a number; past dice only alone or with the others' consent."""
    return await service.undo(who, game, body.seat, body.turn, body.to, body.known)


@play.post("/games/{game}/agree", "game")
async def agree(who: Who, game: str, body: bodies.Agree) -> News:
    """Agree that another seat goes back past the dice; ``to`` is the wish that was seen."""
    return await service.agree(who, game, body.seat, body.to, body.known)


@play.post("/games/{game}/decline", "game")
async def decline(who: Who, game: str, body: bodies.Command) -> News:
    """Rather not: the wish is off the table."""
    return await service.decline(who, game, body.seat, body.known)


@play.post("/games/{game}/word", "game")
async def word(who: Who, game: str, body: bodies.Word) -> News:
    """Add a word of your own to the dice, once for each commitment that ``dice.wants`` asks your seat for."""
    return await service.word(who, game, body.seat, body.commitment, body.word, body.known)


@play.post("/games/{game}/resign", "game")
async def resign(who: Who, game: str, body: bodies.Command) -> News:
    """Give the game up."""
    return await service.resign(who, game, body.seat, body.known)


@play.post("/games/{game}/retry", "game")
async def retry(who: Who, game: str, body: bodies.Retry) -> News:
    """Ask a bot again that failed or overran its time."""
    return await service.retry(who, game, body.seat, body.of, body.known)


@play.post("/games/{game}/hurry", "game")
async def hurry(who: Who, game: str, body: bodies.Command) -> News:
    """Let the bots answer without a pause until a person is asked: their turn is not watched."""
    return await service.hurry(who, game, body.seat, body.known)


@play.post("/games/{game}/branch", "game", 201)
async def branch(who: Who, game: str, body: bodies.Branch) -> Made:
    """From here another way: a game of its own with new dice. For who plays alone, or after the end."""
    return await service.branch(who, game, body.seat, body.at)


@play.post("/games/{game}/guide", "game")
async def guide(who: Who, game: str, body: bodies.Guide) -> News:
    """Turn the first-game guide on or off."""
    return await service.guide(who, game, body.seat, body.on, body.known)


@play.post("/games/{game}/seen", "game")
async def seen(who: Who, game: str, body: bodies.Command) -> SeenUpTo:
    """Note how far this person has looked."""
    return await service.saw(who, game, body.number)


@play.post("/games/{game}/orders", "game")
async def order(who: Who, game: str, body: bodies.OrderWish) -> News:
    """Leave an order for a step ("always pass", "never"), or clear it with an empty text."""
    return await service.order(who, game, body.seat, body.step, body.text, body.known)
