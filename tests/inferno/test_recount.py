"""The position recounted from nothing but the events: what the log tells is what happened."""

import pytest

from kurgan.games.inferno import terms
from kurgan.games.inferno.pack.pack import GERMAN
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Event, Over, Throw
from tests.inferno.table import GAME, P

KIND = {name: kind for kind, (name, _) in enumerate(GAME.event_kinds)}


class Count:
    """What a reader of the log keeps beside it."""

    def __init__(self, s: State) -> None:
        self.losses = s.losses
        self.control = bytearray(s.control)
        self.rubble = bytearray(s.rubble)
        self.fort = bytearray(s.fort)
        self.leaders = s.leaders
        self.removed = {u for u in range(P.germans) if s.where[u] == terms.REMOVED}
        self.soviet_deck = sum(s.deck[P.german_cards :]) + sum(s.deck_top[P.german_cards :])
        self.result = s.result

    def hear(self, event: Event) -> None:
        kind, args = event.kind, event.args
        if kind == KIND["unit_destroyed"] and P.side[args[0]] == GERMAN:
            self.losses += P.r_loss if P.is_r[args[0]] else 1
        elif kind == KIND["hex_taken"]:
            self.control[args[0]] = args[1]
        elif kind == KIND["rubble_placed"]:
            self.rubble[args[0]] = 1
        elif kind == KIND["fort_destroyed"]:
            self.fort[args[0]] = 0
        elif kind == KIND["leader_entered"]:
            self.leaders |= 1 << P.effect[args[0]]
        elif kind == KIND["hq_lost"]:
            self.leaders &= ~(1 << P.effect[P.card_of["Chuikov"]])
        elif kind == KIND["unit_removed"]:
            self.removed.add(args[0])
        elif kind == KIND["soviet_drew"]:
            self.soviet_deck = args[1]
        elif kind == KIND["game_ended"]:
            self.result = args[0]

    def compare(self, s: State) -> None:
        assert self.losses == s.losses
        assert self.control == s.control
        assert self.rubble == s.rubble
        assert self.fort == s.fort
        assert self.leaders == s.leaders
        assert self.removed == {u for u in range(P.germans) if s.where[u] == terms.REMOVED}
        assert self.soviet_deck == solo.cards_left(s)
        assert self.result == s.result


@pytest.mark.parametrize("scenario", P.scenarios)
@pytest.mark.parametrize("level", ["basic", "normal", "impossible_german"])
def test_the_log_tells_what_happened(scenario: str, level: str) -> None:
    """Losses, control, rubble, forts, leaders, removed units, the clock and the end follow from the events."""
    s = GAME.new(scenario, {"level": level})
    tape = Tape(f"recount {scenario} {level}")
    count: Count | None = None
    while not isinstance(pending := GAME.pending(s), Over):
        if isinstance(pending, Throw):
            a = pending.chance.throw(tape)
        else:
            legal = GAME.legal(s)
            a = legal[tape.below(len(legal))]
            count = count or Count(s)
        for event in GAME.apply(s, a):
            if count is not None:
                count.hear(event)
        if count is not None:
            count.compare(s)
    assert count is not None
    assert count.result != terms.GOING_ON
