"""Marches in one line: a piece, several of them or a whole stack, all the way to one place.

Who may go and where to is what the table tells the page: the routes of the question, and those of pieces that set out
together. Nothing here knows how a piece moves.
"""

from collections.abc import Sequence

from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Company, Misspelt, Route
from kurgan.session.seen import Seen
from kurgan.terminal.words import said

ALL = "all"


def movers(seen: Seen) -> dict[str, str]:
    """Pieces that may be sent now, each with the place where it stands."""
    able = {choice.piece for choice in seen.choices() if choice.piece}
    able |= {route.piece for route in seen.routes() if route.piece}
    return {
        str(piece["id"]): str(piece["at"])
        for piece in seen.scene().get("pieces", [])
        if piece["id"] in able and piece.get("at") is not None
    }


def meant(seen: Seen, words: Sequence[str]) -> list[str]:
    """The pieces that words name: one by its name, all that stand in a place, or all there are."""
    able = movers(seen)
    found: list[str] = []
    for word in words:
        here = [word] if word in able else [piece for piece, at in able.items() if word in (at, ALL)]
        if not here:
            raise Misspelt(said("sit_cannot_march", word=word) + nearest(word, [*able, *able.values()]))
        found += here
    return list(dict.fromkeys(found))


def company(seen: Seen, pieces: Sequence[str]) -> Company:
    """Where these go with one order: as the rules let them set out, or each by its own way to the same place."""
    found = seen.set_out(pieces, False)
    if found.pieces:
        return found
    ways = [{route.place: route for route in seen.routes() if route.piece == piece} for piece in pieces]
    going = [(piece, way) for piece, way in zip(pieces, ways, strict=True) if way]
    routes = []
    for place in going[0][1] if going else ():
        taken = [way[place] for _, way in going if place in way]
        if len(taken) == len(going):
            actions = tuple(action for route in taken for action in route.actions)
            cost = ", ".join(dict.fromkeys(route.cost for route in taken))
            routes.append(Route(place, pieces[0], actions, taken[0].places, cost))
    return Company(tuple(piece for piece, _ in going), (), tuple(routes))


def order(seen: Seen, rest: str) -> tuple[Route, list[str]]:
    """The march that a line names: ``PLACE`` where one goes by itself, or ``WHO ... PLACE``; and who stays behind."""
    *who, place = rest.split()
    if not who:
        return alone(seen, place), []
    pieces = meant(seen, who)
    found = company(seen, pieces)
    route = next((each for each in found.routes if each.place == place), None)
    if route is None:
        known = nearest(place, [each.place for each in found.routes])
        raise Misspelt(said("sit_no_such_march", place=rest, meant=known))
    return route, [piece for piece in pieces if piece not in found.pieces]


def alone(seen: Seen, place: str) -> Route:
    routes = seen.routes()
    found = [route for route in routes if route.place == place]
    if not found:
        known = nearest(place, [route.place for route in routes])
        raise Misspelt(said("sit_no_such_march", place=place, meant=known))
    if len(found) > 1:
        raise Misspelt(said("sit_who_marches", place=place, pieces=", ".join([route.piece for route in found])))
    return found[0]


def stacks(seen: Seen) -> list[str]:
    """Where pieces wait that may set out, a line for each place."""
    waiting: dict[str, list[str]] = {}
    for piece, at in movers(seen).items():
        waiting.setdefault(at, []).append(piece)
    return [f"  {at}: {', '.join(pieces)}" for at, pieces in waiting.items()]
