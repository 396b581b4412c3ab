"""Every question of Inferno: what can be answered at all, and that exactly what is not refused is allowed."""

from collections.abc import Callable

import pytest

from kurgan.games.inferno.answers import PIONEER_RADIX
from kurgan.games.inferno.pack.pack import SOVIET
from kurgan.kernel import flow
from kurgan.testing import rule
from tests.inferno.table import GAME, P, Table

GERMANS = P.unit_name[: P.germans]
SOVIETS = P.unit_name[P.germans :]
STANDING = ["as_listed", "lowest_fire", "highest_fire"]
PIONEERS = [f"pioneers {n} {k}" for n in range(PIONEER_RADIX) for k in (0, 1)]


def hexes(word: str, *more: str) -> list[str]:
    return [*[f"{word} {name}" for name in P.hex_name], *more]


def units(word: str, names: list[str], *more: str) -> list[str]:
    return [*[f"{word} {name}" for name in names], *more]


def pairs(word: str, *more: str) -> list[str]:
    return [*[f"{word} {unit} {name}" for unit in GERMANS for name in P.hex_name], *more]


def steppe() -> Table:
    """Yellow, blue and white stacks out of contact and in it."""
    at = {"78": "G2P G64PG G208I", "91": "G24P", "W": "G79PG", "60": "G191I", "41": "S13G@2 S6T@1", "80": "S29R"}
    return Table(at, hand=["Stuka", "Pioneer", "Pioneer"], leaders=["Linden"]).german_turn()


def coop_attack() -> Table:
    t = Table({"60": "G2P@4", "61": "G24P@4", "59": "G208I", "41": "S29R@1"}, scenario="coop").german_turn()
    return t.play("deliberate")


def asked_to_join() -> Table:
    t = coop_attack().play("with 61", "with 60")
    return t.play("go") if t.asked == "attacking_stacks" else t


def tied(side: int) -> Table:
    """Two unlike blocks of a side are equally strong when a hit falls."""
    at = {"60": "G2P@2 G191I@2", "41": "S13G@2 S6T@2"}
    t = Table(at).attack("41", "60", deliberate=False)
    hit, miss = "roll 6+1+1+1", "roll 1+1+1+1"
    return t.play(*((miss, hit) if side == SOVIET else (hit, miss)))


def won() -> Table:
    t = Table({"60": "G2P@4", "61": "G64PG@4", "41": "S29R@1"}).attack("41", "60", "61")
    return t.play("roll 1", "roll " + "+".join(["6"] * 8))


def lost() -> Table:
    t = Table({"60": "G191I@1", "41": "S13G@2 S6T@2"}).attack("60", "41", side=SOVIET, deliberate=False)
    return t.play("roll 6+6+6+6", "roll 1")


def blitzing() -> Table:
    t = Table({"91": "G2P@4 G64PG@4", "60": "S29R@1", "13": "S45R"}, leaders=["Hoth"])
    t.attack("60", "91", deliberate=False).play("strike_first", "roll " + "+".join(["6"] * 8))
    return t.play("advance G2P", "advance G64PG")


def called() -> Table:
    t = Table({"13": "S29R", "Z": "G24P G21PG G36P"}).on_track("G191I G208I", "G267I G274I")
    return t.german_turn().play("reinforce", "card Stuka", "roll 1+1+2+2+6+6")


def sent_back() -> Table:
    return called().play("deploy G267I Z", "deploy G208I X", "deploy G191I X")


def soviet_player() -> Table:
    at = {"60": "G2P@4", "41": "S13G@2 S6T@2", "13": "S29R S45R", "39": "S87R"}
    return Table(at, scenario="one_vs_one", soviet_hand=["T34", "Chuikov"]).soviet_turn()


def soviet_combat() -> Table:
    at = {"60": "G2P@4", "41": "S13G@2 S6T@2"}
    return Table(at, scenario="one_vs_one", soviet_hand=["T34", "Chuikov"]).attack("41", "60", deliberate=False)


CARDS = [f"play {name}" for name in P.card_name]
QUESTIONS: dict[str, tuple[Callable[[], Table], list[str]]] = {
    "choose_action": (steppe, ["reinforce", "long", "short", "hasty", "deliberate"]),
    "long_from": (lambda: steppe().play("long"), hexes("from")),
    "long_first": (lambda: steppe().play("long", "from W"), hexes("to")),
    "long_second": (lambda: steppe().play("long", "from W", "to 36"), hexes("to", "stop")),
    "short_from": (lambda: steppe().play("short"), hexes("from", "done")),
    "short_to": (lambda: steppe().play("short", "from 78"), hexes("to")),
    "short_units": (lambda: steppe().play("short", "from 78", "to X"), units("take", GERMANS, "all", "go")),
    "hasty_from": (lambda: steppe().play("hasty"), hexes("from")),
    "hasty_to": (lambda: steppe().play("hasty", "from 78"), hexes("to")),
    "hasty_units": (lambda: steppe().play("hasty", "from 78", "to 79"), units("take", GERMANS, "all", "go")),
    "hasty_target": (lambda: hasty_target(), hexes("attack")),
    "deliberate_target": (lambda: deliberate_target(), hexes("attack")),
    "attacking_stacks": (coop_attack, hexes("with", "all", "go")),
    "join_attack": (asked_to_join, ["agree", "refuse"]),
    "deploy": (called, pairs("deploy")),
    "return_unit": (sent_back, units("return", GERMANS)),
    "german_card": (lambda: steppe().play("deliberate", "all"), ["none", *CARDS, *PIONEERS]),
    "soviet_card": (soviet_combat, ["none", *CARDS]),
    "choose_german_loss": (lambda: tied(0), units("lose", GERMANS, *STANDING)),
    "choose_soviet_loss": (lambda: tied(SOVIET), units("lose", SOVIETS, *STANDING)),
    "combined_force": (lambda: combined(), ["strike_first", "together"]),
    "advance": (won, units("advance", GERMANS, "done")),
    "soviet_advance": (lost, units("advance", SOVIETS)),
    "blitz": (blitzing, pairs("blitz", "done")),
    "soviet_action": (soviet_player, ["move", "draw"]),
    "soviet_hex": (lambda: soviet_player().play("move"), hexes("order")),
    "soviet_to": (lambda: soviet_player().play("move", "order 41"), hexes("to")),
    "soviet_unit": (lambda: soviet_player().play("move", "order 41", "to 40"), units("send", SOVIETS)),
}


def hasty_target() -> Table:
    return Table({"78": "G2P", "41": "S13G", "59": "S29R", "13": "S45R"}).german_turn().play("hasty", "to 60")


def deliberate_target() -> Table:
    return Table({"60": "G2P", "41": "S13G", "59": "S29R"}).german_turn().play("deliberate")


def combined() -> Table:
    return Table({"91": "G2P@4 G64PG@4", "60": "S29R@1"}, leaders=["Hoth"]).attack("60", "91", deliberate=False)


def test_every_question_of_the_book_is_here() -> None:
    assert {step.name for step in GAME.book.asks()} == set(QUESTIONS)


@rule("5.0")
@rule("5.1.2")
@rule("5.1.3")
@rule("5.2")
@rule("5.3")
@rule("5.4")
@rule("5.5")
@rule("6.2")
@rule("6.10.5")
@rule("6.11.1")
@rule("6.11.2")
@rule("8.2.2.1")
@rule("8.2.2.2")
@rule("9.10")
@rule("10.3")
@rule("10.5")
@rule("10.7")
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_not_refused_is_allowed(name: str) -> None:
    """And what can be answered at all is every hex, block, card and word of the question, each once."""
    make, words = QUESTIONS[name]
    t = make()
    step = flow.top(t.s)
    assert step is not None
    assert step.name == name
    space = step.space(t.s)
    assert [GAME.spell(t.s, a) for a in space] == words
    assert sorted(GAME.legal(t.s)) == sorted(a for a in space if step.why(t.s, a) == 0)
