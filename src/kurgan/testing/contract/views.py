"""What every title promises about views: they leak nothing, imagining keeps them, bots and odds live on them."""

import json
from collections.abc import Sequence

from kurgan import odds
from kurgan.kernel.chance import Tape
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import NOBODY, Decide, Event, Game, Over, State
from kurgan.testing.contract.sample import Case, Tested

MOST_FIGHTS = 3
"""Fights whose odds are compared for all seats."""


def seats(case: Case) -> list[int]:
    return [NOBODY, *range(case.seats)]


def shown(game: Game, s: State, seat: int) -> str:
    return canonical(game.view(s, seat).to_json())


def worlds(case: Case, seat: int, count: int = 2) -> list[State]:
    """Positions that look the same to the seat: what it cannot see is swapped."""
    tape = Tape(f"{case.name}/{seat}")
    return [case.game.imagine(case.game.view(case.s, seat), tape) for _ in range(count)]


def surface(case: Case, s: State, seat: int) -> list[object]:
    """Everything that reaches a seat."""
    game = case.game
    view = game.view(s, seat)
    told: list[object] = [game.prompt(s, seat), game.guide(s), [tuple(c) for c in game.where(s)], game.map_text(view)]
    told.append(canonical(game.scene(view)))
    asked = game.pending(s)
    if isinstance(asked, Decide) and asked.seat == seat:
        space = game.space(s)
        told += [game.legal(s), space, [game.spell(s, a) for a in space], [game.why_not(s, seat, a) for a in space]]
        told.append([tuple(game.choice(s, a)) for a in game.legal(s)])
    else:
        told.append(game.why_not(s, seat, 0))
    return told


def seen_by(events: Sequence[Event], seat: int) -> list[Event]:
    return [event for event in events if event.seen_by == -1 or event.seen_by >> seat & 1]


class ViewsContract(Tested):
    """What a seat sees, is told and may answer depends on nothing that it cannot see."""

    def test_a_view_is_a_different_type_and_round_trips_through_json(self) -> None:
        for case in self.sample.cases:
            for seat in seats(case):
                view = case.game.view(case.s, seat)
                assert type(view) is not type(case.s)
                assert view.seat == seat
                loaded = case.game.load_view(json.loads(json.dumps(view.to_json())))
                assert canonical(loaded.to_json()) == canonical(view.to_json())

    def test_what_a_seat_imagines_looks_like_what_it_sees(self) -> None:
        for case in self.sample.cases:
            for seat in seats(case):
                seen = shown(case.game, case.s, seat)
                for world in worlds(case, seat):
                    world.check()
                    assert shown(case.game, world, seat) == seen, f"{case.name}, seat {seat}"

    def test_views_are_left_alone_by_playing_on(self) -> None:
        for case in self.sample.decisions[::3]:
            s = case.s.copy()
            views = [case.game.view(s, seat) for seat in seats(case)]
            before = [canonical(view.to_json()) for view in views]
            case.game.answer(s, case.game.legal(s)[0])
            assert [canonical(view.to_json()) for view in views] == before

    def test_what_a_seat_may_answer_and_is_told_does_not_depend_on_what_it_cannot_see(self) -> None:
        """Legal list, space, every refusal, notation, prompt, breadcrumb, scene and map: the same in every world."""
        for case in self.sample.cases:
            asked = case.game.pending(case.s)
            for seat in seats(case):
                expected = surface(case, case.s, seat)
                for world in worlds(case, seat):
                    other = case.game.pending(world)
                    assert type(other) is type(asked), (
                        f"{case.name}, seat {seat}: whether it is asked depends on a secret"
                    )
                    if not isinstance(asked, Over):
                        assert getattr(other, "step", "") == getattr(asked, "step", "")
                    assert surface(case, world, seat) == expected, f"{case.name}, seat {seat}"

    def test_the_events_a_seat_sees_do_not_depend_on_what_it_cannot_see(self) -> None:
        """Own answers in two worlds that look alike bring the same events, up to something being shown."""
        compared = 0
        for case in self.sample.decisions:
            asked = case.game.pending(case.s)
            assert isinstance(asked, Decide)
            seat = asked.seat
            revealing = case.game.revealing()
            for world in worlds(case, seat):
                legal = case.game.legal(case.s)
                for a in legal[:: max(1, len(legal) // 6)]:
                    real, imagined = case.s.copy(), world.copy()
                    told = [case.game.apply(s, a) for s in (real, imagined)]
                    if any(event.kind in revealing for events in told for event in events):
                        continue
                    assert seen_by(told[0], seat) == seen_by(told[1], seat), (
                        f"{case.name}: {case.game.spell(case.s, a)}"
                    )
                    assert shown(case.game, real, seat) == shown(case.game, imagined, seat)
                    compared += 1
        assert compared

    def test_scene_and_charts_are_json(self) -> None:
        for case in self.sample.cases[::5]:
            for seat in seats(case):
                json.dumps(case.game.scene(case.game.view(case.s, seat)))
            json.dumps(case.game.charts())


class SeatTextContract(Tested):
    """What a seat sees, as text that can be sent."""

    def test_what_is_written_for_a_seat_does_not_depend_on_what_it_cannot_see(self) -> None:
        for case in self.sample.cases[::2]:
            for seat in seats(case):
                text = case.game.write_position(case.game.view(case.s, seat))
                for world in worlds(case, seat):
                    assert case.game.write_position(case.game.view(world, seat)) == text, f"{case.name}, seat {seat}"

    def test_what_is_written_for_a_seat_is_read_as_a_world_that_looks_the_same(self) -> None:
        for case in self.sample.cases[::3]:
            for seat in seats(case):
                view = case.game.view(case.s, seat)
                again = case.game.read_position(case.game.write_position(view))
                assert shown(case.game, again, seat) == shown(case.game, case.s, seat), f"{case.name}, seat {seat}"


class AdviceContract(Tested):
    """For titles that give fights and features: odds and advice are made from what a seat sees."""

    def test_odds_do_not_depend_on_what_a_seat_cannot_see(self) -> None:
        compared = 0
        for case in self.sample.fights[:MOST_FIGHTS]:
            for seat in seats(case):
                found = odds.pending(case.game, case.game.view(case.s, seat), limit=20_000)
                assert found is not None
                assert sum(found.result.weights.values()) == found.result.total
                report = canonical(found.report())
                for world in worlds(case, seat, 1):
                    again = odds.pending(case.game, case.game.view(world, seat), limit=20_000)
                    assert again is not None
                    assert canonical(again.report()) == report, f"{case.name}, seat {seat}"
                compared += 1
        assert compared, "no position of the sample is in a fight"

    def test_plans_are_legal_orders_and_features_are_numbers(self) -> None:
        for case in self.sample.decisions:
            asked = case.game.pending(case.s)
            assert isinstance(asked, Decide)
            view = case.game.view(case.s, asked.seat)
            assert all(isinstance(value, int | float) for value in case.game.features(view).values())
            for plan in case.game.plans(view, case.s.copy()):
                assert plan
                s = case.s.copy()
                for i, a in enumerate(plan):
                    now = case.game.pending(s)
                    if not isinstance(now, Decide):
                        assert i > 0
                        break  # the dice come in between; what follows holds only if they allow it
                    assert now.seat == asked.seat
                    assert a in case.game.legal(s), f"{case.name}: answer {i} of {plan} is not legal at {now.step}"
                    case.game.answer(s, a)

    def test_features_of_finished_games_are_numbers(self) -> None:
        for case in self.sample.cases:
            if isinstance(case.game.pending(case.s), Over):
                for seat in range(case.seats):
                    assert case.game.features(case.game.view(case.s, seat))
