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


# Several that set out -----------------------------------------------------------------------------------------------


def setting_out(scenario: str, seed: str, most: int) -> list[State]:
    """Positions of a random game of Roads at which a unit is asked for that sets out."""
    game = games.load("roads")
    rng = random.Random(seed)
    s = game.new(scenario, game.settle({}))
    found: list[State] = []
    while len(found) < most:
        asked = game.pending(s)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Throw):
            game.answer(s, rng.choice([outcome for outcome, _ in asked.chance.outcomes()]))
            continue
        assert isinstance(asked, Decide)
        if asked.step in game.sets_out() and rng.randrange(3) == 0:
            found.append(s.copy())
        legal = game.legal(s)
        game.answer(s, rng.choice(legal[1:] or legal))
    return found


def groups(game: Game, s: State) -> list[list[str]]:
    """Units that may set out: those of one hex, and two that stand side by side."""
    asked = game.pending(s)
    assert isinstance(asked, Decide)
    at = {p["id"]: p.get("at") for p in game.scene(game.view(s, asked.seat))["pieces"]}
    found: dict[str, list[str]] = {}
    for piece in [game.choice(s, a).piece for a in game.legal(s)]:
        if piece:
            found.setdefault(at[piece], []).append(piece)
    near = {place.token: place.near for place in game.map_facts().places}
    pairs = [[found[a][0], found[b][0]] for a in found for b in near[a] if b in found and a < b]
    return [pieces for pieces in found.values() if len(pieces) > 1][:3] + pairs[:3]


@pytest.mark.parametrize("scenario", ["wintergewitter", "uranus"])
def test_all_who_set_out_arrive_by_legal_answers(scenario: str) -> None:
    """Those who may go as one, and neighbours one after the other."""
    game = games.load("roads")
    parties = 0
    for s in setting_out(scenario, "setting out", 8):
        asked = game.pending(s)
        assert isinstance(asked, Decide)
        view = game.view(s, asked.seat)
        for group in groups(game, s):
            for together in (True, False):
                company = game.set_out(view, group, together)
                assert set(company.pieces) <= set(group)
                parties += bool(company.routes) and not company.named
                for route in company.routes[::5]:
                    t = s.copy()
                    for action in route.actions:
                        a = game.parse(t, action)
                        assert a in game.legal(t), (route, action)
                        game.answer(t, a)
                    at = {p["id"]: p.get("at") for p in game.scene(game.view(t, asked.seat))["pieces"]}
                    assert {at[piece] for piece in company.pieces} == {route.place}
                    assert route.attack == ""
                    assert route.cost
    assert parties > 3


@pytest.fixture
def ready() -> tuple[Game, State]:
    """Wintergewitter, the Axis about to move."""
    game = games.load("roads")
    s = game.new("wintergewitter", game.settle({}))
    while True:
        asked = game.pending(s)
        if isinstance(asked, Decide) and asked.step == "choose_mover":
            return game, s
        game.answer(s, asked.chance.outcomes()[0][0] if isinstance(asked, Throw) else game.legal(s)[0])


def test_a_stack_goes_as_one_and_a_headquarters_alone(ready: tuple[Game, State]) -> None:
    """[7.1.1] Divisions of one hex are named together; a headquarters is sent after them, if it is wanted."""
    game, s = ready
    view = game.view(s, 1)
    company = game.set_out(view, ["GE-6Pp", "GE-6Pa"], True)
    assert company.named == ("move GE-6Pp", "with GE-6Pa")
    assert all(route.actions[:2] == company.named for route in company.routes)
    mixed = ["RO-5C", "GE-HQ-4PZA"]
    assert game.set_out(view, mixed, True).pieces == ("RO-5C",)
    both = game.set_out(view, mixed, False)
    assert sorted(both.pieces) == sorted(mixed)
    assert both.named == ()
    alone = [{route.place for route in game.set_out(view, [unit], False).routes} for unit in mixed]
    assert {route.place for route in both.routes} == alone[0] & alone[1]


def test_the_slowest_says_how_far_they_go(ready: tuple[Game, State]) -> None:
    """[7.1.1] What all reach together each of them reaches alone."""
    game, s = ready
    view = game.view(s, 1)
    alone = [{r.place for r in game.set_out(view, [unit], True).routes} for unit in ("RO-4", "RO-8C")]
    both = {r.place for r in game.set_out(view, ["RO-4", "RO-8C"], True).routes}
    assert both == alone[0] & alone[1]
    assert both < alone[0] | alone[1]


def test_whom_a_seat_may_not_send_is_sent_nowhere(ready: tuple[Game, State]) -> None:
    """Others' units, names of nothing and the same name twice change nothing; other seats and questions get nobody."""
    game, s = ready
    view = game.view(s, 1)
    fair = game.set_out(view, ["GE-6Pp"], False)
    assert fair.routes
    assert game.set_out(view, ["SU-1TK", "GE-6Pp", "nonsense", "GE-6Pp", ""], False) == fair
    assert not any(game.set_out(view, ["SU-1TK", "nonsense"], False))
    assert not any(game.set_out(game.view(s, 0), ["SU-1TK", "GE-6Pp"], False))
    assert not any(game.set_out(game.view(s, -1), ["GE-6Pp"], False))
    game.answer(s, game.parse(s, "move GE-6Pp"))
    assert not any(game.set_out(game.view(s, 1), ["GE-6Pa"], False))
    assert not any(games.load("inferno").set_out(games.load("inferno").view(inferno(), 0), ["a"], False))


def inferno() -> State:
    game = games.load("inferno")
    return game.new("solo", game.settle({}))
