"""What each seat of each mode may know: masks of concealed blocks, imagined positions, questions that tell nothing."""

from itertools import permutations
from typing import Any

import pytest

from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.hidden.matching import Place, match_stacks
from kurgan.games.inferno.pack.pack import ARMIES, BLUE, SOVIET, WHITE, YELLOW
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.kernel.chance import Tape
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

MODES = ("solo", "coop", "one_vs_one", "two_vs_one")
LEVELS = ("basic", "normal", "easy_german", "easy_soviet", "impossible_german")
SPECTATOR = -1


def masks(s: State, name: str) -> list[set[str]]:
    """What each Soviet token of a hex may be, as the German knows it."""
    v = GAME.view(s, 0)
    found = []
    for h, mask in v.soviet_tokens:
        if P.hex_name[h] == name:
            found.append({P.unit_name[P.germans + i] for i in range(P.units - P.germans) if mask >> i & 1})
    return found


def positions(scenario: str, options: dict[str, str], seed: str, every: int) -> list[State]:
    """Positions of a random game, one in so many."""
    s = GAME.new(scenario, options)
    tape = Tape(f"hidden/{scenario}/{seed}")
    found = []
    number = 0
    while not isinstance(GAME.pending(s), Over):
        if number % every == 0:
            found.append(s.copy())
        GAME.answer(s, any_answer(s, tape))
        number += 1
    return found


def any_answer(s: State, tape: Tape) -> int:
    pending = GAME.pending(s)
    if isinstance(pending, Throw):
        return pending.chance.throw(tape)
    legal = GAME.legal(s)
    return legal[tape.below(len(legal))]


def seats_of(s: State) -> list[int]:
    return [*range(len(GAME.seats(s.rules.scenario))), SPECTATOR]


def look(s: State, seat: int) -> str:
    return canonical(GAME.view(s, seat).to_json())


def question(s: State) -> tuple[Any, ...]:
    """What anyone may see of the pending question."""
    pending = GAME.pending(s)
    if isinstance(pending, Throw):
        return (pending.step, pending.chance.asked(), pending.secret)
    if isinstance(pending, Decide):
        return (pending.step, pending.seat)
    return ("over",)


@pytest.mark.parametrize("scenario", MODES)
@pytest.mark.parametrize("level", LEVELS)
def test_worlds_that_look_alike_ask_alike(scenario: str, level: str) -> None:
    """What a seat imagines is sound, looks the same to it, and puts the same question with the same dice."""
    tape = Tape(f"imagine/{scenario}/{level}")
    lively = "on" if level in ("normal", "easy_soviet") else "off"
    for s in positions(scenario, {"level": level, "lively": lively}, level, 23):
        for seat in seats_of(s):
            world = GAME.imagine(GAME.view(s, seat), tape)
            world.check()
            assert look(world, seat) == look(s, seat)
            assert question(world) == question(s)
            pending = GAME.pending(s)
            if isinstance(pending, Decide) and pending.seat == seat:
                assert GAME.legal(world) == GAME.legal(s)


def test_the_opening_can_be_imagined_while_the_blocks_are_dealt() -> None:
    """Late Deployment keeps the four-dot divisions in the bag until the pool is full."""
    late = 0
    for number in range(4):
        s = GAME.new("two_vs_one", {"level": "normal"})
        tape = Tape(f"opening {number}")
        while s.turn == 0:
            for seat in seats_of(s)[1:]:
                world = GAME.imagine(GAME.view(s, seat), tape)
                assert look(world, seat) == look(s, seat)
                assert question(world) == question(s)
            GAME.answer(s, any_answer(s, tape))
        late += s.advantages & s.rules.late_deployment != 0
    assert late > 0


def after_combat() -> Table:
    """Germans in 25 attacked 9, where two Soviet blocks lost a step each and stayed."""
    t = Table({"25": "G191I", "9": "S13G@4 S6T@2", "13": "S29R"})
    t.attack("9", "25", deliberate=False)
    t.play("roll 1+1+1+1+1+1", "roll 6+1+1")
    assert t.asked == "over"
    return t


@rule("1.5")
@rule("6.13.1")
def test_a_stack_that_was_seen_is_known_as_a_whole() -> None:
    """After the combat each token of 9 is one of the two that were seen, and no other token is."""
    t = after_combat()
    assert masks(t.s, "9") == [{"S13G", "S6T"}, {"S13G", "S6T"}]
    assert not {"S13G", "S6T"} & masks(t.s, "13")[0]
    assert not t.s.pool_may[0] & 1 << (P.unit_of["S13G"] - P.germans)


def may_be(s: State, unit: str) -> set[str]:
    """What the token in the place of a German block may be, as the others know it."""
    return {P.unit_name[i] for i in range(P.germans) if s.may[P.unit_of[unit]] >> i & 1}


@rule("6.3")
def test_germans_that_fought_are_known_too() -> None:
    """The block is itself; no other token on the map or the track is it."""
    t = Table({"25": "G191I", "84": "G2P", "9": "S13G@4 S6T@2"})
    assert "G191I" in may_be(t.s, "G2P")
    t.attack("9", "25", deliberate=False).play("roll 1+1+1+1+1+1", "roll 6+1+1")
    assert may_be(t.s, "G191I") == {"G191I"}
    assert "G191I" not in may_be(t.s, "G2P")
    assert not t.s.track_may >> P.unit_of["G191I"] & 1


@rule("5.1.4")
def test_an_r_unit_that_was_removed_is_nobody_else() -> None:
    t = Table({"13": "S29R", "W": "G64PG", "84": "G2P"}).on_track("", "G191I")
    t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+3+3+6", "deploy G191I X")
    assert t.place("G64PG") == "removed"
    assert "G64PG" not in may_be(t.s, "G2P")
    assert not t.s.track_may >> P.unit_of["G64PG"] & 1


@rule("5.1.2")
def test_a_block_that_enters_is_one_of_the_track_whose_colour_may() -> None:
    """In Z blue comes on: the token is none of yellow's, and none that was known not to be on the track."""
    t = Table({"13": "S29R"}, scenario="coop").on_track("G24P")
    t.s.track_may &= ~(1 << P.unit_of["G15M"])
    t.german_turn().play("reinforce", "card Stuka", "roll 1+2+3+4+5+6", "deploy G24P Z")
    known = may_be(t.s, "G24P")
    assert {"G24P", "G208I"} <= known
    assert not {"G15M", "G2P"} & known
    assert t.s.seen[P.unit_of["G24P"]] == P.full[P.unit_of["G24P"]]


@rule("5.5")
def test_who_sends_a_stack_into_an_attack_tells_what_it_is_not() -> None:
    """Of yellow's two stacks beside the Soviets one is sent: it is not blue; of the other nothing is told."""
    t = Table({"60": "G2P", "61": "G191I", "41": "S13G@4"}, scenario="coop", german=["60", "61"]).german_turn()
    t.play("deliberate", "with 61")
    assert not any(P.army[P.unit_of[unit]] == BLUE for unit in may_be(t.s, "G191I"))
    assert any(P.army[P.unit_of[unit]] == BLUE for unit in may_be(t.s, "G2P"))


@rule("4.5")
def test_a_block_that_leaves_takes_the_doubt_along() -> None:
    """One of the two moves to 10: nobody can say which, there or in 9."""
    t = after_combat()
    from kurgan.games.inferno.rules import r04_solo as solo

    solo.move_soviet(t.s, P.unit_of["S6T"], P.hex_of["10"])
    assert masks(t.s, "9") == [{"S13G", "S6T"}]
    assert masks(t.s, "10") == [{"S13G", "S6T"}]


@rule("6.13")
def test_strength_that_was_seen_is_remembered_and_never_that_of_a_stranger() -> None:
    """Every imagined position has the two at the dots they were last seen with, in one order or the other."""
    t = after_combat()
    from kurgan.games.inferno.rules import r04_solo as solo

    solo.move_soviet(t.s, P.unit_of["S6T"], P.hex_of["10"])
    tape = Tape("remembered")
    met = set()
    for _ in range(40):
        world = GAME.imagine(GAME.view(t.s, 0), tape)
        for name in ("S13G", "S6T"):
            assert world.strength[P.unit_of[name]] == t.s.strength[P.unit_of[name]]
        met.add(P.hex_name[world.where[P.unit_of["S6T"]]])
    assert met == {"9", "10"}


@rule("2.8")
def test_a_destroyed_block_may_come_back_from_its_pool() -> None:
    """Once dead it may be drawn again, at a strength nobody knows."""
    t = Table({"25": "G191I", "9": "S6T@1", "13": "S29R"})
    t.attack("9", "25", deliberate=False).play("roll 1", "roll 6+6+6")
    u = P.unit_of["S6T"]
    assert t.place("S6T") == "pool"
    assert t.s.seen[u] == 0
    assert t.s.pool_may[1] & 1 << (u - P.germans)


@rule("12.9")
@rule("4.4")
def test_leaders_laid_on_top_are_known_to_be_in_the_hand() -> None:
    """Easy Soviet: the first three cards of the Soviets are the leaders, in whatever order."""
    s = GAME.new("solo", {"level": "easy_soviet"})
    tape = Tape("top")
    while not isinstance(GAME.pending(s), Decide):
        GAME.answer(s, any_answer(s, tape))
    leaders = [c for c in range(P.german_cards, P.cards) if P.is_leader[c]]
    for drawn in range(len(leaders) + 1):
        held = set()
        for _ in range(30):
            world = GAME.imagine(GAME.view(s, 0), tape)
            assert (world.unseen_top, world.unseen_hand) == (drawn, 0)
            held.add(soviet_cards.hand_draw(world).throw(tape) if drawn else 0)
        assert held == (set(leaders) if drawn else {0})
        if drawn < len(leaders):
            s.soviet_owed = 1
            solo.draw_unseen(s)


@rule("10.0")
def test_the_soviet_player_sees_his_own_and_counts_the_german_blocks() -> None:
    """In 1 vs 1 a Soviet view names no German block that was not shown, and no German card."""
    s = positions("one_vs_one", {}, "own", 50)[-1]
    v = GAME.view(s, s.rules.soviet_seat)
    shown = s.battle.germans if s.battle.shown else []
    for u in range(P.germans):
        if s.where[u] < P.hexes and u not in shown:
            assert v.position.where[u] >= P.hexes
            assert v.position.strength[u] == 0
    assert sum(v.position.hand) == 0
    assert [v.position.where[u] for u in range(P.germans, P.units)] == list(s.where[P.germans :])
    german = GAME.view(s, 0)
    assert sum(german.position.soviet_hand) == 0
    assert german.soviet_hand == sum(s.soviet_hand)
    assert german.position.count[SOVIET] == s.count[SOVIET]


@rule("6.1")
@rule("10.7")
def test_cards_lie_face_down_until_the_showdown() -> None:
    """Neither side's card can be read from the other's view before both are shown."""
    for card in ("Tommy", "Sniper"):
        name = {"Tommy": "TommyGunner", "Sniper": "SovietSniper"}[card]
        hand = ("TommyGunner", "SovietSniper")
        at = {"25": "G191I", "9": "S13G"}
        t = Table(at, scenario="one_vs_one", hand=("Stuka",), soviet_hand=hand)
        t.attack("9", "25").play(f"play {name}")
        if card == "Tommy":
            first = look(t.s, 0)
        else:
            assert look(t.s, 0) == first
    assert t.asked == "german_card"


@rule("9.1")
@rule("3.8")
def test_w_holds_one_colour_in_co_op_whatever_the_edition() -> None:
    """The 2018 setup would put the blue 15th among yellow blocks; alone the German has it there."""
    for scenario, third in (("coop", "G64PG"), ("solo", "G15M")):
        s = GAME.new(scenario, {"edition": "first_2018"})
        tape = Tape("colours")
        while s.turn == 0:
            GAME.answer(s, any_answer(s, tape))
        s.check()
        assert s.where[P.unit_of[third]] == P.hex_of["W"]


def armies_in(s: State, name: str) -> set[str]:
    """The colours of the Germans in a hex, white apart."""
    return {ARMIES[P.army[u]] for u in range(P.germans) if s.where[u] == P.hex_of[name]} - {"white"}


@rule("9.1")
@rule("1.5")
def test_nobody_imagines_yellow_with_blue() -> None:
    """A watcher who knows nothing of five stacks imagines each as yellow or blue, never as both."""
    at = {"60": "G2P G191I", "61": "G24P G15M G208I", "71": "G36P", "84": "G517I G203I G54I", "89": "G103PG G129P"}
    t = Table(at, scenario="coop").on_track("G71M G276I G267I")
    knowledge.remembered(t.s, list(range(P.germans)))
    tape = Tape("one colour")
    met: dict[str, set[str]] = {name: set() for name in at}
    for _ in range(60):
        world = GAME.imagine(GAME.view(t.s, SPECTATOR), tape)
        world.check()
        assert look(world, SPECTATOR) == look(t.s, SPECTATOR)
        for name in at:
            met[name] |= armies_in(world, name)
    assert all(colours == {"yellow", "blue"} for colours in met.values())


@rule("9.4")
@rule("1.5")
def test_who_gives_a_stack_an_order_tells_what_it_is_not() -> None:
    """Yellow moves a stack: a watcher knows from then on that no block of it is blue."""
    t = Table({"95": "G2P G191I", "91": "G24P"}, scenario="coop").german_turn()
    t.play("long", "to 83")
    tape = Tape("orders tell")
    for _ in range(40):
        world = GAME.imagine(GAME.view(t.s, SPECTATOR), tape)
        assert "blue" not in armies_in(world, "83")


@rule("5.2")
@rule("9.1")
def test_blocks_on_a_long_move_only_pass_the_partner() -> None:
    """Yellow passes a blue stack: a watcher imagines blue in those that stay, and never in those that go on."""
    t = Table({"95": "G2P G191I", "83": "G24P G15M"}, scenario="coop").german_turn()
    t.play("long", "to 83")
    for u in (P.unit_of["G24P"], P.unit_of["G15M"]):
        t.s.may[u] = P.army_mask[BLUE] | P.army_mask[WHITE]
    knowledge.remembered(t.s, list(range(P.germans)))
    tape = Tape("passing")
    for _ in range(40):
        world = GAME.imagine(GAME.view(t.s, SPECTATOR), tape)
        world.check()
        assert {P.army[u] for u in world.order.taken} == {YELLOW}
        assert armies_in(world, "83") == {"yellow", "blue"}


def fits(places: list[Place], stacks: list[list[int]], armies: tuple[int, int], found: tuple[int, ...]) -> bool:
    """The slow reading of a matching that keeps two armies apart."""
    if any(not places[i][1] >> u & 1 for i, u in enumerate(found)):
        return False
    for stack in stacks:
        held = [any(army >> found[i] & 1 for i in stack) for army in armies]
        if all(held):
            return False
    return True


def test_a_matching_of_stacks_is_found_wherever_there_is_one() -> None:
    """Random small cases against trying every order of the blocks: found if and only if there is one, and right."""
    tape = Tape("matchings")
    counted = {True: 0, False: 0}
    for _ in range(400):
        size = 3 + tape.below(3)
        places = [(i, 1 + tape.below((1 << size) - 1) | 1 << tape.below(size)) for i in range(size)]
        split = 1 + tape.below(size - 1)
        stacks = [list(range(split)), list(range(split, size))]
        yellow = tape.below(1 << size)
        armies = (yellow, ~yellow & tape.below(1 << size))
        found = match_stacks(places, stacks, list(range(size)), armies, tape)
        possible = any(fits(places, stacks, armies, order) for order in permutations(range(size)))
        assert bool(found) == possible
        assert not found or fits(places, stacks, armies, tuple(found))
        counted[possible] += 1
    assert min(counted.values()) > 40
