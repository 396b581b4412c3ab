"""Random play as a state machine: a failure shrinks to a short script, printed as moves."""

from typing import Any

import pytest
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from kurgan.kernel.chance import Deal, Tape
from kurgan.kernel.protocol import Decide, Over, Throw
from kurgan.lab.fuzz import look_at, vary
from tests.contract.sample import TITLES, title


class RandomPlay(RuleBasedStateMachine):
    """One game; every rule call gives one answer."""

    name = "toy"

    @initialize(scenario=st.integers(0, 20), options=st.integers(0, 50))
    def open(self, scenario: int, options: int) -> None:
        self.game = title(self.name)
        scenarios = self.game.scenarios()
        self.scenario = scenarios[scenario % len(scenarios)].name
        chosen = vary(self.game, self.scenario, Tape(str(options))) if options else self.game.settle({})
        note(f"new {self.scenario} {chosen}")
        self.s: Any = self.game.new(self.scenario, chosen)
        self.twin: Any = self.s.copy()

    @rule(number=st.integers(0, 10_000))
    def answer(self, number: int) -> None:
        asked = self.game.pending(self.s)
        if isinstance(asked, Over):
            return
        if isinstance(asked, Decide):
            legal = self.game.legal(self.s)
            answer = legal[number % len(legal)]
            note(f"{asked.step}: {self.game.spell(self.s, answer)}")
        else:
            assert isinstance(asked, Throw)
            if isinstance(asked.chance, Deal):
                answer = asked.chance.throw(Tape(str(number)))
            else:
                outcomes = asked.chance.outcomes()
                answer = outcomes[number % len(outcomes)][0]
            note(f"{asked.step}: {asked.chance.asked()} -> {answer}")
        self.game.apply(self.s, answer)
        self.game.answer(self.twin, answer)

    @rule()
    def look(self) -> None:
        look_at(self.game, self.s, len(self.game.seats(self.scenario)))

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "s"):
            self.s.check()
            assert self.twin.key() == self.s.key(), "checked and unchecked play differ"
            assert isinstance(self.game.pending(self.s), Over) or self.game.where(self.s)


@pytest.mark.parametrize("name", TITLES)
def test_random_play_holds_every_invariant(name: str) -> None:
    machine = type(f"RandomPlay_{name}", (RandomPlay,), {"name": name})
    run_state_machine_as_test(machine, settings=settings(max_examples=12, stateful_step_count=60))
