"""One click to a far place: every route is a list of answers that the rules take, and ends where it says."""

import random

import pytest

from kurgan import games
from kurgan.kernel.protocol import Decide, Game, Over, State, Throw
from kurgan.testing import Table


def positions(game: Game, scenario: str, seed: str, most: int) -> list[State]:
    """Positions of a random game at which there may be routes."""
    rng = random.Random(seed)
    s = game.new(scenario, game.settle({}))
    found: list[State] = []
    for _ in range(4000):
        asked = game.pending(s)
        if isinstance(asked, Over) or len(found) == most:
            break
        if isinstance(asked, Throw):
            game.answer(s, rng.choice([outcome for outcome, _ in asked.chance.outcomes()]))
            continue
        assert isinstance(asked, Decide)
        if asked.step in game.marches():
            found.append(s.copy())
        legal = game.legal(s)
        game.answer(s, rng.choice(legal[1:] or legal))
    return found


@pytest.mark.parametrize(
    ("title", "scenario"), [("advance", "campaign"), ("roads", "wintergewitter"), ("roads", "uranus")]
)
def test_a_route_is_made_of_legal_answers_and_leads_to_its_place(title: str, scenario: str) -> None:
    game = games.load(title)
    far = 0
    for s in positions(game, scenario, "routes", 25):
        asked = game.pending(s)
        assert isinstance(asked, Decide)
        for route in game.routes(game.view(s, asked.seat)):
            t = s.copy()
            before = {p["id"]: p.get("at") for p in game.scene(game.view(t, asked.seat))["pieces"]}
            for action in route.actions:
                a = game.parse(t, action)
                assert a in game.legal(t), (route, action)
                game.answer(t, a)
            pieces = {p["id"]: p.get("at") for p in game.scene(game.view(t, asked.seat))["pieces"]}
            moved = [name for name, at in pieces.items() if at != before.get(name)]
            assert route.piece in moved if route.piece else moved, route
            # Others may have been moved too: a headquarters that the march came upon, say.
            assert route.place in [pieces[name] for name in moved if route.piece in ("", name)], route
            assert route.places[-1] == route.place
            far += len(route.places) > 1
    assert far > 20


def test_every_step_on_the_way_has_a_route_of_its_own() -> None:
    game = games.load("roads")
    for s in positions(game, "wintergewitter", "steps", 6):
        asked = game.pending(s)
        assert isinstance(asked, Decide)
        legal = {game.choice(s, a).place for a in game.legal(s)} - {""}
        found = {route.places[0] for route in game.routes(game.view(s, asked.seat))}
        assert found <= legal


def test_a_route_takes_the_cheapest_way() -> None:
    """[8.2] Around the corner through vacant areas away from the enemy, not straight along his front."""
    game = games.load("advance")
    s = game.read_position("turn 2\nphase combat\n6: 29/RCN\n10: ?\n")
    table = Table(game, s)
    table.play("activate 6")
    routes = {route.place: route for route in game.routes(game.view(table.s, 0))}
    assert routes["7"].actions[0] == "move 29/RCN 7"
    assert all(int(route.cost.split()[0]) <= 6 for route in routes.values())
    assert len(routes["10"].actions) == len(routes["10"].places), (
        "entering a Soviet unit's area ends the move by itself"
    )


def test_only_the_seat_that_is_asked_has_routes() -> None:
    game = games.load("roads")
    s = positions(game, "wintergewitter", "seats", 1)[0]
    asked = game.pending(s)
    assert isinstance(asked, Decide)
    assert game.routes(game.view(s, asked.seat))
    assert game.routes(game.view(s, 1 - asked.seat)) == []
    assert game.routes(game.view(s, -1)) == []
