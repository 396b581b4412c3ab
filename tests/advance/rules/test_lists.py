"""Every question of Advance: what can be answered at all, and that exactly what is not refused is allowed."""

from collections.abc import Callable

import pytest

from kurgan.kernel import flow
from kurgan.testing import rule
from tests.advance.drawn import GAME, Drawn, attack, combat, draw

AREAS = [str(a) for a in range(1, 51)]
HEAD = "morale 15\nsupply 9\navailable artillery 1 engineers 1 air 1\n"


def units_on_map(t: Drawn) -> list[str]:
    return [name for u, name in enumerate(GAME.pack.unit_name) if 1 <= t.s.where[u] <= 50]


def units_in_play(t: Drawn) -> list[str]:
    return [name for u, name in enumerate(GAME.pack.unit_name) if t.s.where[u]]


def places(t: Drawn, *first: str) -> list[str]:
    return [*first, *[f"place {a}" for a in AREAS]]


def purchases(t: Drawn) -> list[str]:
    goods = ["buy artillery", "buy engineer", "buy air", "buy morale"]
    return ["done", *goods, *[f"return {u}" for u in units_in_play(t)]]


def orders(t: Drawn) -> list[str]:
    moves = [f"move {u} {a}" for u in units_on_map(t) for a in AREAS]
    return ["done", *[f"attack {a}" for a in AREAS], *moves]


def steps_on(t: Drawn) -> list[str]:
    return ["stop", *[f"to {a}" for a in AREAS]]


def joiners(t: Drawn) -> list[str]:
    return ["done", "all", *[f"join {u}" for u in units_on_map(t)]]


def givers(t: Drawn) -> list[str]:
    return ["retreat", *[f"give_up {u}" for u in units_on_map(t)]]


def leads(t: Drawn) -> list[str]:
    return [f"lead {u}" for u in units_on_map(t)]


def markers(t: Drawn) -> list[str]:
    return ["fight", "add artillery", "add engineer", "add air"]


def retreats(t: Drawn) -> list[str]:
    return [f"retreat {u} {a}" for u in units_on_map(t) for a in [*AREAS, "out"]]


def held(t: Drawn) -> list[str]:
    return places(t, "hold")


def activations(t: Drawn) -> list[str]:
    return ["end", *[f"activate {a}" for a in AREAS]]


def returned(t: Drawn) -> list[str]:
    return places(t)


def marching() -> Drawn:
    """Units stand in areas 1 and 50 too, the first and the last."""
    t = combat(HEAD + "1: 295/516\n50: 16/64\n3: 24/24 24/21\n18: ?\n17: L-4-heroes\nout: 94/267\n")
    return t.play("activate 3")


def crowded() -> Drawn:
    """Two units are to retreat to 19, which has room for one."""
    t = combat(
        "morale 15\n2: 24/24 24/RCN 244A 94/267\n19: 71/191 71/194\n20: L-9-fanatic\n18: 94/274\n1: 295/516\n50: 177\n"
    )
    t.play("activate 2", *[line for u in ("24/24", "24/RCN", "244A") for line in (f"move {u} 19", "to 20")])
    return t.play("move 94/267 19", "stop", "attack 20", "lead 24/24", "fight", "roll_attack 1+1", "roll_defence 6+6")


REST = "1: 295/516\n50: 16/64\n48: 60/92 60/120 60/160\n10: ?\n"
QUESTIONS: dict[str, tuple[Callable[[], Drawn], Callable[[Drawn], list[str]]]] = {
    "place_group": (lambda: draw("turn 2\n" + REST + "to_come: 389/544 389/545 389/546 245A\n"), held),
    "place_division": (lambda: draw("turn 4\n5: 24/24 24/21 24/26\n" + REST + "away: 29/15 29/71\n"), held),
    "place_october_group": (
        lambda: draw("scenario factory\nturn 12\n25: ?\n1: 24/24\nto_come: 79/208 79/212 79/226 244C\n"),
        held,
    ),
    "return_unit": (lambda: draw("scenario factory\nturn 12\n25: ?\n1: 24/24\naway: 14/36\n"), held),
    "spend": (
        lambda: draw("turn 3\nphase supply\nmorale 19\n" + REST + "out: 94/267 24/24\n").play("roll_supply 1+1+1+1"),
        purchases,
    ),
    "place_returned": (
        lambda: draw("turn 3\nphase supply\n" + REST + "out: 94/267\n").play("roll_supply 1+1+1+1", "return 94/267"),
        returned,
    ),
    "activate": (lambda: combat(REST + "3: 24/24*\n18: ?\n2: 24/21\n"), activations),
    "order": (marching, orders),
    "go_on": (lambda: marching().play("move 24/24 19"), steps_on),
    "join_attack": (
        lambda: combat(HEAD + REST + "18: L-9-heroes 24/21 24/26\n").play("roll_streets 1", "activate 18", "attack 18"),
        joiners,
    ),
    "answer_barrage": (lambda: attack("?", "24/21", "24/26").play("reveal_unit L-5-barrage"), givers),
    "name_lead": (lambda: attack("L-9-heroes", "24/21", "24/26"), leads),
    "commit_support": (lambda: attack("L-9-heroes", "24/21", head=HEAD), markers),
    "fall_back": (crowded, retreats),
}


def test_every_question_of_the_book_is_here() -> None:
    assert {step.name for step in GAME.book.asks()} == set(QUESTIONS)


@rule("6.1.1")
@rule("6.2.1")
@rule("14.4")
@rule("14.6.1")
@rule("6.3")
@rule("6.4.2")
@rule("8.1")
@rule("8.2")
@rule("9.2")
@rule("9.4")
@rule("9.5")
@rule("9.5.4")
@rule("9.5.8")
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_not_refused_is_allowed(name: str) -> None:
    """And what can be answered at all is every area, unit and word of the question, each once."""
    make, words = QUESTIONS[name]
    t = make()
    step = flow.top(t.s)
    assert step is not None
    assert step.name == name
    space = step.space(t.s)
    assert [GAME.spell(t.s, a) for a in space] == words(t)
    assert sorted(GAME.legal(t.s)) == sorted(a for a in space if step.why(t.s, a) == 0)


def entered() -> Drawn:
    """24/21 went into contested 18, 24/26 into 19; 24/24 waits."""
    t = combat("morale 15\n3: 24/21 24/26 24/24\n18: L-9-heroes 94/267*\n19: C-4-heroes\n20: ?\n")
    return t.play("roll_streets 1", "activate 3", "move 24/21 18", "move 24/26 19")


def fought() -> Drawn:
    """19 was attacked and holds; 24/21 may still attack 18, and the round may end."""
    return entered().play("attack 19", "fight", "roll_attack 1+1", "roll_defence 1+3")


def inside() -> Drawn:
    return combat("morale 15\n18: L-9-heroes 24/21 24/26*\n19: ?\n17: ?\n").play("roll_streets 1", "activate 18")


@rule("8.1")
@rule("9.0")
@rule("9.1")
@rule("9.3")
@pytest.mark.parametrize("make", [entered, fought, inside])
def test_orders_that_are_not_refused_are_allowed(make: Callable[[], Drawn]) -> None:
    t = make()
    step = flow.top(t.s)
    assert step is not None
    assert step.name == "order"
    assert sorted(GAME.legal(t.s)) == sorted(a for a in step.space(t.s) if step.why(t.s, a) == 0)
    assert any(choice.startswith("attack") for choice in t.choices())


@rule("9.2")
@rule("9.3")
def test_who_has_joined_and_who_may_still_join() -> None:
    """One by one: who has joined is no candidate any more, and with one left nobody says all."""
    t = combat(HEAD + "18: L-9-heroes 24/21 24/26 24/24\n10: ?\n1: 295/516\n").play("roll_streets 1", "activate 18")
    t.play("attack 18")
    assert t.choices() == ["all", "join 24/21", "join 24/26", "join 24/24"]
    t.play("join 24/26")
    assert t.choices() == ["done", "all", "join 24/21", "join 24/24"]
    assert t.refused("join 24/26") == "9.5 not_an_attacker"
    t.play("join 24/21")
    assert t.choices() == ["done", "join 24/24"]
    assert t.refused("all") == "9.5 not_an_attacker"
    t.play("done")
    assert t.s.battle is not None
    assert [GAME.pack.unit_name[u] for u in t.s.battle.units] == ["24/21", "24/26"]


@rule("9.4")
@rule("9.5")
def test_only_attackers_are_given_up_or_lead() -> None:
    t = attack("?", "24/21", "24/26").play("reveal_unit L-5-barrage")
    assert t.refused("give_up 295/516") == "9.5 not_an_attacker"
    t = attack("L-5-barrage", "24/21", "24/26")
    assert t.refused("lead 295/516") == "9.5 not_an_attacker"
