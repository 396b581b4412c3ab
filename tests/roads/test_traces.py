"""What a position keeps of lines, bridges and supply never differs from what it would trace anew."""

import ast
import json
from pathlib import Path

import pytest

from kurgan import odds
from kurgan.games.roads import rules
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.position.state import State
from kurgan.games.roads.rules import r04_radius as radius
from kurgan.games.roads.rules import r04_supply as supply
from kurgan.games.roads.rules import r07_steps as steps
from kurgan.games.roads.terms import M_MAP
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.testing import rule
from tests.roads.drawn import GAME, PACK, draw, h, u

RULES = Path(rules.__file__).parent
COLUMNS = {"where", "first", "next", "here", "near", "pontoon", "control", "marker_place", "marker_on"}
KEPT = {"bridges", "general", "lines", "shut", "zone", "excess"}
TRACERS = {"r01_units": {"excess"}, "r10_zone": {"zone"}}
for name in ("r04_radius", "r04_supply"):
    TRACERS[name] = {"bridges", "general", "lines", "shut"}
"""Who traces what, and so may keep it."""
LONGEST = 400
TRACKS = {"TURN", "GROUND", "ICE", "FORTRESS"}


def answers_of(s: State) -> list[object]:
    """Legal answers, and the reason against every other one of a sample."""
    asked = GAME.pending(s)
    if not isinstance(asked, Decide):
        return []
    space = GAME.space(s)
    sample = space[:: max(1, len(space) // 40)]
    return [GAME.legal(s), [GAME.why_not(s, asked.seat, a) for a in sample]]


def odds_of(s: State) -> object:
    fight = odds.find(GAME, s)
    return None if fight is None else odds.calculate(GAME, s, fight)


def reloaded(s: State) -> State:
    return GAME.load_state(json.loads(json.dumps(s.to_json())))


@pytest.mark.parametrize("scenario", vocabulary.SCENARIOS)
def test_a_position_saved_and_loaded_answers_the_same(scenario: str) -> None:
    """After every answer of a random game (a part of the long ones): lists, refusals and odds."""
    tape = Tape(f"traces {scenario}")
    s = GAME.new(scenario, GAME.settle({}))
    for number in range(LONGEST):
        asked = GAME.pending(s)
        if isinstance(asked, Over):
            break
        s.check()
        loaded = reloaded(s)
        assert answers_of(s) == answers_of(loaded)
        if number % 20 == 0:
            assert odds_of(s) == odds_of(loaded)
        legal = GAME.legal(s)
        GAME.answer(s, asked.chance.throw(tape) if isinstance(asked, Throw) else legal[tape.below(len(legal))])


def written(tree: ast.AST) -> list[str]:
    """What a module assigns to of a position, as ``s.column[...]`` or ``s.track[tracks.NAME]``."""
    found: list[str] = []
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            base = target
            while isinstance(base, ast.Subscript):
                base = base.value
            if not isinstance(base, ast.Attribute):
                continue
            if base.attr == "track" and isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Attribute):
                found.append(target.slice.attr)
            else:
                found.append(base.attr)
    return found


def test_rules_change_what_traces_depend_on_by_the_methods_of_the_state_only() -> None:
    """Who writes a column past them would leave an old trace behind. Tracing itself keeps what it has traced."""
    for path in sorted(RULES.glob("*.py")):
        forbidden = (COLUMNS | TRACKS | KEPT) - TRACERS.get(path.stem, set())
        assert not forbidden & set(written(ast.parse(path.read_text()))), path.name


@rule("7.4")
@rule("1.2.4")
@rule("7.1.8")
def test_a_bridging_unit_bridges_from_the_moment_it_reaches_the_bank() -> None:
    """SU-23 brings the Bridging Unit from 1930 to the Don at 1830: a tank corps crosses to 1730 for one point, and
    the radius of the front reaches over. When it leaves the bank again, it takes the bridge along."""
    t = draw("side soviet\nphase movement\n1930: SU-23\n1830: SU-26TK\n1931: SU-HQ-DON\n1730: SU-24")
    t.s.lay(PACK.bridging_markers[0], M_MAP, u("SU-23"))
    side = h("1830") * 6 + PACK.direction(h("1830"), h("1730"))
    assert PACK.river[side] == vocabulary.MAJOR and not PACK.bridge[side]
    assert not radius.is_bridged(t.s, vocabulary.SOVIET, side)
    before = supply.general_field(t.s, vocabulary.SOVIET)
    t.play("move SU-23", "to 1830", "stop", "move SU-26TK")
    assert steps.step_price(t.s, side) == 2
    now = supply.general_field(t.s, vocabulary.SOVIET)
    assert [PACK.hex_name[x] for x in range(PACK.hex_count) if now[x] != before[x]] == ["1026", "1027", "1028"]
    assert now[h("1026")] and now[h("1027")] and now[h("1028")]
    assert radius.is_bridged(reloaded(t.s), vocabulary.SOVIET, side)
    t.s.place(u("SU-23"), h("1930"))
    assert not radius.is_bridged(t.s, vocabulary.SOVIET, side)
