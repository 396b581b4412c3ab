"""The step stack: order, nesting, leaving, saving by name."""

from collections.abc import Sequence
from typing import Any

import pytest

from kurgan.kernel import flow
from kurgan.kernel.chance import Chance, Dice
from kurgan.kernel.flow import Ask, Auto, Book, Call, Each, Roll, Seq, Step, When, While
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.protocol import DeadEnd


class State(flow.Position):
    """Notes what happened, in order."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.log: list[str] = []
        self.left = 2
        self.offered = [1, 2]

    def copy(self) -> "State":
        s = State(self.book)
        s.copy_flow(self)
        s.log = self.log[:]
        s.left = self.left
        s.offered = self.offered[:]
        return s


def seat(s: State) -> int:
    return 0


def choices(s: State) -> list[int]:
    return s.offered


def no_refusal(s: State, a: int) -> int:
    return 0


def take(s: State, a: int) -> None:
    s.log.append(f"took {a}")


def take_roll(s: State, a: int) -> None:
    s.log.append(f"rolled {a}")


def two_dice(s: State) -> Chance:
    return Dice(2)


def yes(s: State) -> bool:
    return True


def no(s: State) -> bool:
    return False


def ask(name: str, private: bool = False) -> Step:
    return Ask("1", name, seat, choices, take, why=no_refusal, space=choices, private=private)


class Note:
    """An Auto that writes its name, and the items of the loops it stands in."""

    def __init__(self, name: str, *loops: str) -> None:
        self.name = name
        self.loops = loops

    def __call__(self, s: State) -> None:
        items = [str(flow.current(s, loop)) for loop in self.loops]
        s.log.append(" ".join([self.name, *items]))


def run(*tables: Step) -> State:
    s = State(Book(tables))
    flow.start(s, tables[0].name)
    return s


def auto(name: str, *loops: str) -> Step:
    return Auto("1", name, Note(name, *loops))


def test_rows_run_in_printed_order_and_the_stack_ends_empty() -> None:
    s = run(Seq("1", "turn", [auto("dawn"), auto("noon"), Seq("1", "night", [auto("dusk"), auto("dark")])]))
    assert s.log == ["dawn", "noon", "dusk", "dark"]
    assert s.stack == []
    assert flow.top(s) is None


def test_when_and_while_test_before_they_enter() -> None:
    def still(s: State) -> bool:
        s.left -= 1
        return s.left >= 0

    s = run(
        Seq(
            "1",
            "turn",
            [
                When("1", "never", no, auto("wrong")),
                When("1", "always", yes, auto("right")),
                While("1", "twice", still, auto("again")),
            ],
        )
    )
    assert s.log == ["right", "again", "again"]


def test_a_question_waits_and_its_answer_goes_on() -> None:
    s = run(Seq("1", "turn", [ask("choose"), Roll("2", "throw", two_dice, take_roll), auto("end")]))
    top = flow.top(s)
    assert top is not None
    assert (top.name, flow.legal(s)) == ("choose", [1, 2])
    flow.answer(s, 2)
    assert flow.legal(s) == []
    flow.answer(s, 7)
    assert s.log == ["took 2", "rolled 7", "end"]


def test_a_single_answer_is_given_automatically_unless_the_question_is_private() -> None:
    table = Seq("1", "turn", [ask("open"), ask("secret", private=True)])
    s = State(Book([table]))
    s.offered = [5]
    flow.start(s, "turn")
    assert s.log == ["took 5"]
    assert flow.top(s) is s.book.steps["secret"]


def test_a_question_without_answers_is_a_dead_end() -> None:
    s = State(Book([Seq("1", "turn", [ask("choose")])]))
    s.offered = []
    with pytest.raises(DeadEnd, match=r"'choose' \[1\]"):
        flow.start(s, "turn")


def outer_items(s: State) -> Sequence[int]:
    return [10, 20]


def inner_items(s: State) -> Sequence[int]:
    return [flow.current(s, "outer") + i for i in (1, 2)]


def nested() -> list[Step]:
    """A loop that calls a procedure with a loop of its own, in which somebody is asked."""
    return [
        Seq("1", "turn", [Each("1", "outer", outer_items, Call("2", "inside")), auto("end")]),
        Seq(
            "2",
            "inside",
            [Each("2", "inner", inner_items, Seq("2", "body", [ask("pick"), auto("did", "outer", "inner")]))],
        ),
    ]


def test_loops_nest_through_calls_and_each_knows_its_item() -> None:
    s = run(*nested())
    while flow.top(s) is not None:
        flow.answer(s, 1)
    assert [line for line in s.log if line.startswith("did")] == ["did 10 11", "did 10 12", "did 20 21", "did 20 22"]
    assert s.log[-1] == "end"


def test_the_items_of_a_loop_are_fixed_on_entry() -> None:
    def shrinking(s: State) -> Sequence[int]:
        return range(s.left)

    def shrink(s: State) -> None:
        s.left = 0
        s.log.append("once more")

    s = run(Seq("1", "turn", [Each("1", "each", shrinking, Auto("1", "shrink", shrink))]))
    assert s.log == ["once more", "once more"]


def test_a_procedure_may_call_itself() -> None:
    def deeper(s: State) -> bool:
        s.left -= 1
        return s.left >= 0

    s = run(Seq("1", "fight", [When("1", "counter", deeper, Call("1", "fight")), auto("over")]))
    assert s.log == ["over"] * 3


def test_leave_drops_everything_up_to_and_including_the_procedure() -> None:
    def flee(s: State) -> None:
        s.log.append("flee")
        flow.leave(s, "battle")

    s = run(
        Seq("1", "turn", [Call("1", "battle"), auto("after")]),
        Seq("1", "battle", [Each("1", "blows", outer_items, Auto("1", "flee", flee)), auto("never")]),
    )
    assert s.log == ["flee", "after"]
    with pytest.raises(ValueError, match="'battle' is not under way"):
        flow.leave(s, "battle")


def test_current_reads_the_innermost_loop_of_its_name() -> None:
    s = run(*nested())
    assert flow.is_under_way(s, "inner")
    assert (flow.current(s, "outer"), flow.current(s, "inner")) == (10, 11)
    with pytest.raises(ValueError, match="'other' is not under way"):
        flow.current(s, "other")


def test_call_enters_a_procedure_from_within_a_function() -> None:
    def ambush(s: State) -> None:
        flow.call(s, "ambush")

    s = run(Seq("1", "turn", [Auto("1", "spring", ambush), auto("end")]), Seq("2", "ambush", [auto("shots")]))
    assert s.log == ["shots", "end"]


def test_a_copy_and_a_saved_twin_finish_alike_from_every_question() -> None:
    s = run(*nested())
    finished = []
    while flow.top(s) is not None:
        twin = s.copy()
        loaded = s.copy()
        loaded.stack = []
        load_stack(loaded, save_stack(s))
        for other in (twin, loaded):
            while flow.top(other) is not None:
                flow.answer(other, 1)
            finished.append(other.log)
        flow.answer(s, 1)
    assert all(log == s.log for log in finished)
    assert len(finished) == 8


def test_a_frame_is_saved_by_the_name_of_the_row_that_comes_next() -> None:
    s = run(Seq("1", "turn", [ask("first"), ask("second"), auto("end")]))
    assert save_stack(s) == [["turn", "second"], ["first"]]
    flow.answer(s, 1)
    flow.answer(s, 1)
    last = run(Seq("1", "turn", [ask("only")]))
    assert save_stack(last) == [["turn", ""], ["only"]]


@pytest.mark.parametrize("answered", range(3))
def test_a_saved_position_goes_on_after_rows_were_added_above_and_below(answered: int) -> None:
    def table(*more: Step) -> Step:
        above, below = (list(more[:1]), list(more[1:]))
        return Seq("1", "turn", [*above, ask("a"), auto("x"), ask("b"), auto("y"), ask("c"), *below])

    s = run(table())
    for _ in range(answered):
        flow.answer(s, 1)
    saved = save_stack(s)
    newer = State(Book([table(auto("added above"), auto("added below"))]))
    newer.log = s.log[:]
    load_stack(newer, saved)
    while flow.top(newer) is not None:
        flow.answer(newer, 1)
    while flow.top(s) is not None:
        flow.answer(s, 1)
    assert "added above" not in newer.log
    # A frame at the end of its table has nothing that comes next: what was added there belongs to later turns.
    expected = s.log + (["added below"] if answered < 2 else [])
    assert newer.log == expected


def test_a_saved_step_that_no_longer_exists_is_named() -> None:
    s = run(Seq("1", "turn", [ask("a"), ask("b")]))
    with pytest.raises(ValueError, match="unknown step 'gone'"):
        load_stack(s, [["gone"]])
    with pytest.raises(ValueError, match="'turn' has no row 'gone'"):
        load_stack(s, [["turn", "gone"]])


def test_a_book_refuses_names_that_stand_twice_or_nowhere() -> None:
    with pytest.raises(ValueError, match="two steps are named 'a'"):
        Book([Seq("1", "turn", [auto("a"), auto("a")])])
    with pytest.raises(ValueError, match="calls 'nowhere'"):
        Book([Seq("1", "turn", [Call("2", "nowhere")])])
    with pytest.raises(ValueError, match="two rows of one name"):
        Book([Seq("1", "turn", [Call("2", "p"), Call("2", "p")]), Seq("2", "p", [auto("a")])])


def test_events_are_told_only_when_somebody_listens() -> None:
    s = run(Seq("1", "turn", [ask("a")]))
    flow.tell(s, "1", 3, 4, 5)
    assert s.events is None
    s.events = []
    flow.tell(s, "1", 3, 4, 5)
    flow.tell_some(s, 2, "1", 6)
    assert [tuple(event) for event in s.events] == [("1", 3, (4, 5), -1), ("1", 6, (), 2)]
    assert s.copy().events is None


def test_a_walk_can_be_halted_before_any_step() -> None:
    """Before an Auto row, a procedure that is called, or a question: nothing of it has run."""
    for name in ("end", "fight", "strike"):
        tables = [
            Seq("1", "turn", [ask("a"), Call("2", "fight"), auto("end")]),
            Seq("2", "fight", [auto("shout"), Roll("2", "strike", two_dice, take_roll)]),
        ]
        s = run(*tables)
        s.halts = frozenset({name})
        flow.answer(s, 1)
        if flow.halted_at(s) is None:
            flow.answer(s, 7)
        halted = flow.halted_at(s)
        assert halted is not None
        assert halted.name == name
        assert name not in s.log
        assert s.copy().halts == s.halts


def test_the_key_of_the_stack_tells_places_and_items_apart() -> None:
    s = run(*nested())
    keys = set()
    while flow.top(s) is not None:
        keys.add(s.flow_key())
        flow.answer(s, 1)
    assert len(keys) == 4


def test_steps_are_listed_by_kind() -> None:
    book = Book([Seq("1", "turn", [ask("a"), Roll("2", "r", two_dice, take_roll)])])
    assert [step.name for step in book.asks()] == ["a"]
    assert [step.name for step in book.rolls()] == ["r"]
    assert repr(book.steps["a"]) == "<1 a>"


def test_an_unset_part_of_a_step_cannot_be_used() -> None:
    step = Auto("1", "a", Note("a"))
    unset: list[Any] = [step.test, step.items, step.seat, step.choices, step.chance]
    for part in unset:
        with pytest.raises(AssertionError):
            part(None)


# Arguments and locals -----------------------------------------------------------------------------------------------


def two_and_three(s: State) -> tuple[int, ...]:
    return (2, 3)


def some_left(s: State) -> bool:
    return flow.local(s, "draw")[1] > 0


def draw_one(s: State, a: int) -> None:
    box, left = flow.local(s, "draw")
    s.log.append(f"box {box}: {a}")
    flow.set_local(s, "draw", box, left - 1)


def drawing() -> Step:
    return While("1", "draw", some_left, Ask("1", "draw_one", seat, choices, draw_one, why=no_refusal, space=choices))


def test_a_procedure_reads_what_it_was_given_and_what_it_noted() -> None:
    s = run(Seq("1", "turn", [Call("1", "draw", given=two_and_three), auto("end")]), drawing())
    assert flow.local(s, "draw") == (2, 3)
    flow.answer(s, 1)
    assert flow.local(s, "draw") == (2, 2)
    flow.answer(s, 2)
    flow.answer(s, 2)
    assert s.log == ["box 2: 1", "box 2: 2", "box 2: 2", "end"]
    assert s.stack == []


def test_what_is_given_is_reckoned_when_the_row_is_reached() -> None:
    def share(s: State) -> tuple[int, ...]:
        return (len(s.log), 1)

    table = Seq("1", "turn", [auto("a"), auto("b"), When("1", "maybe", yes, Call("1", "draw", given=share))])
    s = run(table, drawing())
    assert flow.local(s, "draw") == (2, 1)
    s = run(Seq("1", "turn", [When("1", "maybe", no, Call("1", "draw", given=share)), auto("end")]), drawing())
    assert s.log == ["end"]


def test_a_seq_keeps_its_locals_from_row_to_row_and_each_call_has_its_own() -> None:
    def note(s: State) -> None:
        flow.set_local(s, "part", *[7 * value for value in flow.local(s, "part")])

    def tell_it(s: State) -> None:
        s.log.append(f"part {flow.local(s, 'part')}")

    def two(s: State) -> tuple[int, ...]:
        return (2,)

    part = Seq("1", "part", [Auto("1", "note", note), Auto("1", "tell_it", tell_it), ask("wait"), auto("done")])
    first = Seq("1", "first", [Call("1", "part", given=two)])
    second = Seq("1", "second", [Call("1", "part")])
    s = run(Seq("1", "turn", [first, second]), part)
    assert flow.local(s, "part") == (14,)
    flow.answer(s, 1)
    assert flow.local(s, "part") == ()
    assert s.log == ["part (14,)", "took 1", "done", "part ()"]


def test_a_call_in_a_function_gives_too_and_the_innermost_of_a_name_answers() -> None:
    def dig(s: State) -> None:
        (depth,) = flow.local(s, "hole")
        if depth < 3:
            flow.call(s, "hole", depth + 1)

    def one(s: State) -> tuple[int, ...]:
        return (1,)

    s = run(
        Seq("1", "turn", [Call("1", "hole", given=one)]),
        Seq("1", "hole", [Auto("1", "dig", dig), ask("at_the_bottom")]),
    )
    assert flow.local(s, "hole") == (3,)
    flow.set_local(s, "hole", 5)
    assert [frame[2] for frame in s.stack if frame[0].name == "hole"] == [(1,), (2,), (5,)]


def test_locals_are_copied_saved_and_part_of_the_key() -> None:
    part = Seq("1", "part", [ask("wait"), auto("done")])
    s = run(
        Seq("1", "turn", [Call("1", "draw", given=two_and_three), Call("1", "part", given=two_and_three)]),
        drawing(),
        part,
    )
    twin = s.copy()
    assert twin.flow_key() == s.flow_key()
    flow.answer(twin, 1)
    assert twin.flow_key() != s.flow_key()
    assert flow.local(s, "draw") == (2, 3)
    assert save_stack(twin) == [["turn", "part"], ["draw", [2, 2]], ["draw_one"]]
    flow.answer(twin, 1)
    flow.answer(twin, 1)
    assert save_stack(twin) == [["turn", ""], ["part", "done", [2, 3]], ["wait"]]
    again = s.copy()
    load_stack(again, save_stack(twin))
    assert again.stack == twin.stack


def test_who_is_not_under_way_has_no_locals_and_a_question_is_given_nothing() -> None:
    s = run(Seq("1", "turn", [ask("wait")]))
    with pytest.raises(ValueError, match="'draw' is not under way"):
        flow.local(s, "draw")
    assert flow.local(s, "draw", (7,)) == (7,)
    with pytest.raises(ValueError, match="'draw' is not under way"):
        flow.set_local(s, "draw", 1)
    with pytest.raises(ValueError, match="'wait' is given something"):
        Book([Seq("1", "turn", [Call("1", "wait", given=two_and_three)]), ask("wait")])


def test_a_halt_names_the_procedure_that_would_be_called() -> None:
    s = State(Book([Seq("1", "turn", [auto("a"), Call("1", "draw", given=two_and_three)]), drawing()]))
    s.halts = frozenset({"draw"})
    flow.start(s, "turn")
    assert flow.halted_at(s) is s.book.steps["draw"]
    s.halts = None
    flow.advance(s)
    assert flow.local(s, "draw") == (2, 3)
