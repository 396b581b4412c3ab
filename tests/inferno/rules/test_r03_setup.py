"""Chapter 3: setup, and T25 of the fact sheet."""

from fractions import Fraction

from kurgan.games.inferno.pack.pack import (
    GERMAN,
    INFANTRY,
    INFANTRY_POOL,
    MARINE_POOL,
    SOVIET,
    TANK_POOL,
    WHITE,
    YELLOW,
)
from kurgan.games.inferno.position.state import State, germans_at
from kurgan.games.inferno.terms import OUT, POOL, TRACK, UNSEEN
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Throw
from kurgan.testing import rule
from tests.inferno.table import GAME, P


def opening(scenario: str = "solo", seed: str = "setup", **options: str) -> State:
    """A game set up by dice, at its first decision."""
    s = GAME.new(scenario, options)
    tape = Tape(seed)
    pending = GAME.pending(s)
    while not isinstance(pending, Decide):
        assert isinstance(pending, Throw)
        GAME.answer(s, pending.chance.throw(tape))
        pending = GAME.pending(s)
    s.check()
    return s


def soviets_in_pool(s: State, pool: int) -> list[int]:
    return [u for u in range(P.germans, P.units) if s.where[u] == POOL and P.pool[u] == pool]


@rule("3.1")
def test_axe_blocks_are_out_of_the_basic_game() -> None:
    s = opening()
    assert {s.where[u] for u in range(P.germans) if P.is_axe[u]} == {OUT}
    assert s.raus == 0
    assert s.hq == -1


@rule("3.2")
@rule("3.3")
@rule("3.4")
@rule("3.5")
def test_the_three_pools() -> None:
    """Two marines, six tanks, and the four Guards with eighteen other infantry."""
    s = opening()
    assert len(soviets_in_pool(s, MARINE_POOL)) == 2
    assert len(soviets_in_pool(s, TANK_POOL)) == 6
    infantry = soviets_in_pool(s, INFANTRY_POOL)
    assert len(infantry) == 22
    assert sum(P.is_guard[u] for u in infantry) == 4


@rule("3.6")
@rule("4.1")
def test_one_soviet_unit_in_each_setup_hex_at_any_edge() -> None:
    """23 units, seven of them tanks; over several games blank edges and full strength both occur."""
    dots = set()
    for i in range(6):
        s = opening(seed=f"deal {i}")
        assert [s.count[SOVIET][h] for h in P.setup_hexes] == [1] * 23
        on_map = [u for u in range(P.germans, P.units) if s.where[u] < P.hexes]
        assert len(on_map) == 23
        assert sum(P.is_tank[u] for u in on_map) == 7
        dots |= {s.strength[u] for u in on_map}
    assert dots == {0, 1, 2, 3, 4}


@rule("3.7")
@rule("3.8")
@rule("4.2")
def test_germans_start_in_w_x_and_y_at_full_strength() -> None:
    s = opening()
    named = {h: [P.unit_name[u] for u in germans_at(s, P.hex_of[h])] for h in "WXYZ"}
    assert named["W"] == ["G2P", "G64PG", "G79PG"]
    assert "G120M" in named["X"]
    assert (len(named["X"]), len(named["Y"]), len(named["Z"])) == (2, 2, 0)
    for name in [*named["X"], *named["Y"]]:
        u = P.unit_of[name]
        assert name == "G120M" or (P.army[u] == YELLOW and P.kind[u] == INFANTRY)
        assert s.strength[u] == P.full[u]


@rule("3.8")
def test_the_first_edition_puts_the_15th_into_w() -> None:
    s = opening(edition="first_2018")
    assert [P.unit_name[u] for u in germans_at(s, P.hex_of["W"])] == ["G2P", "G79PG", "G15M"]


@rule("3.9")
def test_thirty_blocks_wait_face_down_and_white_infantry_ends_each_row() -> None:
    """A box nobody has looked at holds no block yet; the last column can only turn out white infantry."""
    from kurgan.games.inferno.rules import r03_setup as setup

    s = opening()
    assert sum(1 for u in range(P.germans) if s.where[u] == TRACK) == 30
    assert list(s.track) == [UNSEEN] * 30
    for row in range(P.track_rows):
        box = row * P.track_columns + P.track_columns - 1
        drawn = {setup.read_boxes(s, [box], i)[0] for i in range(0, P.plain_scale, 7)}
        assert len(drawn) == P.plain_mask[WHITE].bit_count()
        assert all(P.army[u] == WHITE and P.kind[u] == INFANTRY for u in drawn)


@rule("3.9")
def test_what_a_box_holds_is_as_likely_as_in_a_track_laid_out_at_once() -> None:
    """Whites of the last column are set aside first; the other boxes share the rest. Counted, not computed."""
    from kurgan.games.inferno.rules import r03_setup as setup

    s = opening()
    whites = P.plain_mask[WHITE].bit_count()
    ends = P.track_rows
    others = len(s.track) - ends
    total = P.plain_scale * others
    chances: dict[int, int] = {}
    step = P.plain_scale // whites
    for i in range(0, total, step):
        u = setup.read_boxes(s, [0], i)[0]
        chances[u] = chances.get(u, 0) + 1
    shares = {u: Fraction(count * step, total) for u, count in chances.items()}
    for u, share in shares.items():
        is_white = P.plain_mask[WHITE] >> u & 1
        assert share == (Fraction(whites - ends, whites * others) if is_white else Fraction(1, others))
    assert sum(shares.values()) == 1


@rule("3.9")
def test_boxes_looked_into_together_are_as_if_one_after_the_other() -> None:
    """All boxes at once: thirty different blocks, the last of each row white infantry, whatever the draw."""
    from kurgan.games.inferno.rules import r03_setup as setup

    s = opening()
    boxes = list(range(len(s.track)))
    deal = setup.boxes_draw(s, boxes)
    tape = Tape("all boxes")
    for number in range(40):
        folded = 0 if number == 0 else deal.total() - 1 if number == 1 else deal.throw(tape)
        found = setup.read_boxes(s, boxes, folded)
        assert sorted(found) == [u for u in range(P.germans) if s.where[u] == TRACK]
        for u in found[P.last_column :: P.track_columns]:
            assert P.army[u] == WHITE and P.kind[u] == INFANTRY


@rule("3.10")
@rule("3.11")
def test_hands_at_the_start() -> None:
    """Three German cards, leaders among them in play; no Soviet card; 28 in the Soviet deck."""
    for i in range(5):
        s = opening(seed=f"hand {i}")
        leaders = bin(s.leaders).count("1")
        assert sum(s.hand) + leaders == 3
        assert sum(s.soviet_hand) == 0
        assert sum(s.deck[P.german_cards :]) == 28
        assert sum(s.deck[: P.german_cards]) == 23


@rule("3")
def test_the_first_decision_is_a_german_action() -> None:
    s = opening()
    pending = GAME.pending(s)
    assert isinstance(pending, Decide)
    assert pending.step == "choose_action"
    assert s.side == GERMAN
