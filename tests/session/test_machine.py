"""Whatever people do, in whatever order: the record leads to the position, and the dice never repeat."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kurgan.session.logs import MemoryLog
from kurgan.session.replay import DICE
from kurgan.session.session import NotAllowed, Session
from kurgan.session.undo import CannotUndo
from kurgan.session.verify import verify
from tests.session.helpers import truth
from tests.session.toy import Lanterns

SEATS = ("red", "blue")
HELD = ("person", "open", "bot")


class Play(RuleBasedStateMachine):
    """Two seats answer, take back, go back by consent, leave orders, change hands, resign."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session.new(Lanterns(), "duel", {"rounds": "3"})

    @initialize(held=st.tuples(st.sampled_from(HELD), st.sampled_from(HELD)), seed=st.sampled_from([None, "x"]))
    def begin(self, held: tuple[str, str], seed: str | None) -> None:
        seats = {seat: f"{h} random" if h == "bot" else h for seat, h in zip(SEATS, held, strict=True)}
        if seed is not None and held == ("person", "person"):
            seed = None
        self.session = Session.new(Lanterns(), "duel", {"rounds": "3"}, seats, seed=seed)

    @precondition(lambda self: self.session.outcome is None)
    @rule(pick=st.integers(0, 9))
    def answer(self, pick: int) -> None:
        legal = self.session.legal()
        self.session.answer(legal[pick % len(legal)])

    @precondition(lambda self: self.session.awaited == "red" and self.session.pending.step == "bid")
    @rule(bid=st.integers(0, 3), aim=st.sampled_from(["left", "right"]))
    def answer_twice(self, bid: int, aim: str) -> None:
        self.session.act("red", [f"bid {bid}", aim], number=self.session.number)

    @rule(seat=st.sampled_from(SEATS), steps=st.integers(1, 3), turn=st.booleans(), agreed=st.booleans())
    def undo(self, seat: str, steps: int, turn: bool, agreed: bool) -> None:
        before = self.session.text()
        free = self.session.undo_range(seat)
        try:
            self.session.undo(seat, steps, turn, agreed=[s for s in SEATS if s != seat] if agreed else [])
        except CannotUndo:
            assert self.session.text() == before
            return
        line = next(line for line in self.session.lines()[before.count("\n") :] if line.kind in ("undo", "rewind"))
        if line.kind == "undo":
            assert free[0] <= line.fields["to"] <= free[1]
        else:
            others = [s for s in self.session.course.people() if s != seat]
            assert agreed or not others

    @rule(seat=st.sampled_from(SEATS), held=st.sampled_from(HELD))
    def hand(self, seat: str, held: str) -> None:
        before = self.session.text()
        try:
            self.session.hand(seat, held, "random" if held == "bot" else "")
        except NotAllowed:
            assert self.session.text() == before

    @rule(order=st.sampled_from(["always one", "never", "by most", ""]))
    def order(self, order: str) -> None:
        self.session.order("blue", "reply", order)

    @precondition(lambda self: self.session.outcome is None)
    @rule(seat=st.sampled_from(SEATS))
    def resign(self, seat: str) -> None:
        self.session.resign(seat)

    @rule()
    def reopen(self) -> None:
        self.session.close()
        self.session = Session.load(Lanterns(), self.session.log)

    @rule()
    def reopen_quickly(self) -> None:
        self.session.close()
        self.session = Session.load(Lanterns(), self.session.log, quick=True)

    @invariant()
    def the_record_leads_to_the_position(self) -> None:
        assert isinstance(self.session.log, MemoryLog)
        again = Session.load(Lanterns(), self.session.log)
        assert again.state.key() == self.session.state.key()
        assert again.outcome == self.session.outcome
        assert again.seats == self.session.seats
        assert verify(self.session.log, lambda _: Lanterns()).ok

    @invariant()
    def the_dice_never_repeat(self) -> None:
        counted = [line.fields["n"] for line in self.session.lines() if line.kind == "dice"]
        assert counted == list(range(len(counted)))

    @invariant()
    def somebody_is_always_asked_or_it_is_over(self) -> None:
        assert self.session.awaited != DICE
        assert bool(self.session.awaited) == (self.session.outcome is None)

    @invariant()
    def the_card_is_reds_alone_until_shown(self) -> None:
        if not truth(self.session).shown:
            for seat in ("blue", ""):
                texts = [event["text"] for entry in self.session.stream(seat) for event in entry["events"]]
                assert not any(text.startswith("The card is") for text in texts)


Play.TestCase.settings = settings(max_examples=60, stateful_step_count=25)
TestPlay = Play.TestCase
