"""Positions that former rules saved, in the middle of any procedure, are read by these and go on as they would have.

``roads_positions.jsonl.xz`` holds a row for every state of the stack that random games of every scenario came to, under
the rules before procedures had locals (commit 3fd0a04): the position as JSON and as text, and what was answered next
with what followed. Where that version could not write its text the row has none.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kurgan import games
from kurgan.games.roads import tracks
from kurgan.games.roads.position import former
from kurgan.kernel.protocol import Decide, Throw
from tests.golden import spell_event

FILE = Path(__file__).parent / "v0.1.0" / "roads_positions.jsonl.xz"
GAME: Any = games.load("roads")
SCENARIOS = [scenario.name for scenario in GAME.scenarios()]
TOLD_THEN = {"results_final": 3}
"""Events that tell more today: how many of their arguments there were. Since 19 November 2026 the result after all
changes tells the steps that are lost too."""
NOT_TOLD_THEN = {"attack_settled", "hex_emptied"}
"""Events that nobody told then. Since 19 November 2026 it is said what became of the hex that was fought over."""


@cache
def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.open(FILE, "rt", encoding="utf-8")]


def as_told_then(event: Any) -> str:
    kind, _ = GAME.event_kinds[event.kind]
    return spell_event(GAME, event._replace(args=event.args[: TOLD_THEN.get(kind, len(event.args))]))


def goes_on(s: Any, row: dict[str, Any]) -> None:
    """The answers given then are legal now, among as many, and the same is told of them."""
    for step, count, said, told in row["next"]:
        asked = GAME.pending(s)
        assert asked.step == step
        if isinstance(asked, Decide):
            assert len(GAME.legal(s)) == count, step
            answer = GAME.parse(s, said)
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.fold(asked.chance.parse(said))
        known = [event for event in GAME.apply(s, answer) if GAME.event_kinds[event.kind][0] not in NOT_TOLD_THEN]
        assert "; ".join([as_told_then(event) for event in known]) == told, (step, said)


@pytest.mark.parametrize("form", ["position", "text"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_position_of_former_rules_is_read_and_goes_on(scenario: str, form: str) -> None:
    found = [row for row in rows() if row["scenario"] == scenario and row[form]]
    assert len(found) > 50
    for row in found:
        s = GAME.load_state(row["position"]) if form == "position" else GAME.read_position(row["text"])
        s.check()
        assert GAME.read_position(GAME.write_position(s)).key() == s.key()
        assert GAME.load_state(json.loads(json.dumps(s.to_json()))).key() == s.key()
        goes_on(s, row)


def test_the_sample_stands_in_every_procedure_that_holds_something() -> None:
    stood = {frame[0] for row in rows() for frame in row["position"]["stack"]}
    rare = {"choose_sortie", "surrender"}
    assert {*former.GIVEN, *former.NOTED} - stood <= rare
    assert set(former.LOCALS).isdisjoint(tracks.NAMES)
    assert set(former.PLACES) - {"", "mode", "points"} == {*tracks.NAMES, *former.LOCALS}


@pytest.mark.parametrize(("name", "place"), list(vars(tracks).items()))
def test_the_name_of_a_place_is_its_constant(name: str, place: Any) -> None:
    if not name.isupper() or name in ("COUNT", "NAMES"):
        return
    assert tracks.NAMES[place] == ("superiority_1" if name == "SUPERIORITY" else name.lower())


def test_every_place_has_a_name() -> None:
    assert len(tracks.NAMES) == len(set(tracks.NAMES)) == tracks.COUNT
