"""A small complete title, for tests of everything that is not a title: The Bridge.

Two seats, three banks. Red attacks one bank a turn or passes. What holds a bank is drawn when it is attacked (hidden
*late*); blue holds a card that red cannot see (hidden *early*). The fight: blue may play the card, red rolls two dice,
blue rolls two or, dug in, three and drops the lowest; a tie is decided by one die more, so that branches differ in the
number of throws. Then each bank red holds is counted, and after three turns it is over.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kurgan.kernel import flow, protocol
from kurgan.kernel.chance import Chance, Dice, Draw, Listed, Rng, distribution_json, expected_json
from kurgan.kernel.flow import Ask, Auto, Book, Call, Each, Roll, Seq, Step, When, While, tell, tell_some
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.notation import Form, No, Phrase, Slot, canonical
from kurgan.kernel.position_words import Cell, Flags, Name, Number, Numbers, Vocabulary, Wording
from kurgan.kernel.protocol import Fight, Json, Misspelt, Option, Options, Outcome, Policy, Scenario
from kurgan.kernel.sentences import Text
from kurgan.kernel.title import Title

RED: Final = 0
BLUE: Final = 1
BANKS: Final = 3
UNKNOWN: Final = -1
WEAK: Final = 0
STRONG: Final = 1
PASS: Final = 10
PLAY: Final = 1
KEEP: Final = 0
CARD_TAKEN: Final = 0
BANK_SHOWN: Final = 1
BANK_WON: Final = 2
FIGHT_LOST: Final = 3
CARD_SEEN: Final = 4
SURVEYED: Final = 5
ALLOWED: Final = 0
ALREADY_RED: Final = 1
NO_CARD: Final = 2


class State(flow.Position):
    """Columns: who holds a bank, what stands there, the pool left, blue's card (0 none, 1, 2 or 3)."""

    def __init__(self, book: Book, turns: int, dug_in: bool) -> None:
        super().__init__(book)
        self.turns = turns
        self.dug_in = dug_in
        self.turn = 0
        self.red = [0] * BANKS
        self.holder = [UNKNOWN] * BANKS
        self.pool = [3, 2]
        self.card = 0
        self.points = 0
        self.target = UNKNOWN
        self.margin = 0

    def copy(self) -> "State":
        s = State(self.book, self.turns, self.dug_in)
        s.copy_flow(self)
        s.turn = self.turn
        s.red = self.red[:]
        s.holder = self.holder[:]
        s.pool = self.pool[:]
        s.card = self.card
        s.points = self.points
        s.target = self.target
        s.margin = self.margin
        return s

    def columns(self) -> Json:
        return {
            "turns": self.turns,
            "dug_in": self.dug_in,
            "turn": self.turn,
            "red": self.red[:],
            "holder": self.holder[:],
            "pool": self.pool[:],
            "card": self.card,
            "points": self.points,
            "target": self.target,
            "margin": self.margin,
        }

    def key(self) -> bytes:
        return canonical([self.columns()]).encode() + self.flow_key()

    def check(self) -> None:
        assert len(self.red) == len(self.holder) == BANKS
        assert sum(self.pool) + sum(h != UNKNOWN for h in self.holder) == 5, "a counter was lost or made"
        assert 0 <= self.card <= 3

    def to_json(self) -> Json:
        return {**self.columns(), "stack": save_stack(self)}


class View(protocol.View):
    """All columns, blue's card only for blue (red and watchers see whether there is one)."""

    def __init__(self, seat: int, columns: Json, stack: list[list[Any]], card: int, has_card: bool) -> None:
        self.seat = seat
        self.columns = columns
        self.stack = stack
        self.card = card
        self.has_card = has_card

    def to_json(self) -> Json:
        return {
            "seat": self.seat,
            "columns": self.columns,
            "stack": self.stack,
            "card": self.card,
            "has_card": self.has_card,
        }


# Rules ----------------------------------------------------------------------------------------------------------


def game_table() -> Step:
    return Seq(
        "1",
        "whole_game",
        [
            Roll("1.1", "deal_card", card_draw, take_card, secret=True),
            While("1.2", "all_turns", turns_left, Call("2", "turn")),
        ],
    )


def turn_table() -> Step:
    return Seq(
        "2",
        "turn",
        [
            Ask("2.1", "choose_bank", red_seat, bank_choices, take_bank, why=why_not_bank, space=bank_space),
            When("2.2", "battle", has_target, Call("3", "combat")),
            Each("2.3", "survey_each", all_banks, Call("2.4", "survey")),
            Auto("2.5", "end_turn", end_turn),
        ],
    )


def survey_table() -> Step:
    """Nested: for each bank, each of its two ends; a red one scores."""
    return Seq("2.4", "survey", [Each("2.4.1", "survey_ends", both_ends, Auto("2.4.2", "survey_end", survey_end))])


def combat_table() -> Step:
    return Seq(
        "3",
        "combat",
        [
            When("3.1", "unknown_bank", is_unknown, Roll("3.1", "show_bank", bank_draw, take_shown)),
            Ask(
                "3.2",
                "play_card",
                blue_seat,
                card_choices,
                take_played,
                why=why_not_card,
                space=card_space,
                private=True,
            ),
            Roll("3.3", "roll_attack", two_dice, take_attack),
            Roll("3.4", "roll_defence", defence_dice, take_defence),
            When("3.5", "tie", is_tie, Roll("3.5", "break_tie", one_die, take_tie)),
            Auto("3.6", "resolve", resolve),
        ],
    )


def card_draw(s: State) -> Chance:
    return Draw([1, 2, 3], [2, 2, 1])


def take_card(s: State, card: int) -> None:
    s.card = card
    tell(s, "1.1", CARD_TAKEN)
    tell_some(s, 1 << BLUE, "1.1", CARD_SEEN, card)


def turns_left(s: State) -> bool:
    return s.turn < s.turns


def red_seat(s: State) -> int:
    return RED


def blue_seat(s: State) -> int:
    return BLUE


def why_not_bank(s: State, a: int) -> int:
    return ALREADY_RED if a != PASS and s.red[a] else ALLOWED


def bank_space(s: State) -> list[int]:
    return [0, 1, 2, PASS]


def bank_choices(s: State) -> list[int]:
    return [a for a in bank_space(s) if not why_not_bank(s, a)]


def take_bank(s: State, a: int) -> None:
    s.target = UNKNOWN if a == PASS else a


def has_target(s: State) -> bool:
    return s.target != UNKNOWN


def is_unknown(s: State) -> bool:
    return s.holder[s.target] == UNKNOWN


def bank_draw(s: State) -> Chance:
    return Draw([WEAK, STRONG], s.pool[:])


def take_shown(s: State, kind: int) -> None:
    s.holder[s.target] = kind
    s.pool[kind] -= 1
    tell(s, "3.1", BANK_SHOWN, s.target, kind)


def why_not_card(s: State, a: int) -> int:
    return NO_CARD if a == PLAY and not s.card else ALLOWED


def card_space(s: State) -> list[int]:
    return [KEEP, PLAY]


def card_choices(s: State) -> list[int]:
    return [a for a in card_space(s) if not why_not_card(s, a)]


def take_played(s: State, a: int) -> None:
    s.margin = -2 * s.holder[s.target]
    if a == PLAY:
        s.margin -= s.card
        s.card = 0


def two_dice(s: State) -> Chance:
    return Dice(2)


def defence_dice(s: State) -> Chance:
    return Listed(3, 1) if s.dug_in else Dice(2)


def one_die(s: State) -> Chance:
    return Dice(1)


def take_attack(s: State, roll: int) -> None:
    s.margin += roll


def take_defence(s: State, roll: int) -> None:
    s.margin -= roll


def is_tie(s: State) -> bool:
    return s.margin == 0


def take_tie(s: State, roll: int) -> None:
    s.margin = 1 if roll >= 5 else -1


def resolve(s: State) -> None:
    if s.margin > 0:
        s.red[s.target] = 1
        tell(s, "3.6", BANK_WON, s.target)
    else:
        tell(s, "3.6", FIGHT_LOST, s.target)
    s.target = UNKNOWN
    s.margin = 0


def all_banks(s: State) -> Sequence[int]:
    return range(BANKS)


def both_ends(s: State) -> Sequence[int]:
    return (0, 1)


def survey_end(s: State) -> None:
    bank = flow.current(s, "survey_each")
    if s.red[bank] and flow.current(s, "survey_ends") == 1:
        s.points += 1
        tell(s, "2.4.2", SURVEYED, bank)


def end_turn(s: State) -> None:
    s.turn += 1


def book() -> Book:
    return Book([game_table(), turn_table(), survey_table(), combat_table()])


# The title ------------------------------------------------------------------------------------------------------


def always_play(s: Any, legal: list[int]) -> int:
    return legal[-1]


def never_play(s: Any, legal: list[int]) -> int:
    return legal[0]


class Battle:
    """The one kind of fight: measured by banks won and cards left."""

    def __init__(self) -> None:
        self.name = "battle"
        self.starts = frozenset({"combat"})
        self.until = frozenset({"choose_bank"})
        self.policies: Mapping[str, Policy[State]] = {"play_card": always_play}
        self.policy_names: Mapping[str, str] = {"play_card": "always"}

    def is_on(self, s: Any) -> bool:
        return True

    def measure(self, before: Any, after: Any) -> tuple[int, ...]:
        return (sum(after.red) - sum(before.red), int(after.card > 0))

    def report(self, before: Any, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        won = {0: 0, 1: 0}
        for (bank, _), weight in weights.items():
            won[bank] += weight
        return {"won": distribution_json(won, total), "expected": expected_json(won, total)}


def has_ended(s: State) -> bool:
    return s.turn >= s.turns


def phases(s: State) -> dict[str, tuple[str, str]]:
    return {"attack": ("choose_bank", ""), "survey": ("survey_each", "")}


def wording() -> Wording:
    banks = Vocabulary("bank", ["west", "middle", "east"])
    words = [
        Number("turn", Cell("turn"), 0, 6, "the turn"),
        Flags("red", Cell("red"), banks, "banks that red holds"),
        Numbers("holder", Cell("holder"), UNKNOWN, STRONG, "what stands on the banks"),
        Numbers("pool", Cell("pool"), 0, 3, "what was not drawn yet"),
        Number("card", Cell("card"), 0, 3, "blue's card", known_to="blue"),
        Number("points", Cell("points"), 0, 99, "the score"),
        Name("target", Cell("target"), banks, "the bank under attack", UNKNOWN, going_on=True),
        Number("margin", Cell("margin"), -99, 99, "dice so far", going_on=True),
    ]
    items = {"survey_each": banks, "survey_ends": None}
    return Wording(words, [], phases, items, ended=has_ended, outermost="whole_game")


class Info:
    title = "toy"
    source = "tests"
    checksum = "0" * 64
    reconstructed = True
    facts: list[tuple[str, str, str, str]] = []  # noqa: RUF012


class Toy(Title[State, View]):
    """The Bridge as a Game."""

    def __init__(self) -> None:
        self.name = "toy"
        self.title = "The Bridge"
        self.rules_version = 1
        self.book = book()
        self.words = {"bank": ["west", "middle", "east"], "kind": ["weak", "strong"]}
        self.labels: Mapping[str, Sequence[str]] = {}
        self.position_words = wording()
        slot = Slot("bank", BANKS, "place")
        self.forms = {
            "choose_bank": Form(Phrase("attack", 0, slot), No("pass", PASS)),
            "play_card": Form(No("keep", KEEP), Phrase("play", PLAY)),
        }
        self.event_kinds = [
            ("card_taken", ""),
            ("bank_shown", "bank kind"),
            ("bank_won", "bank"),
            ("fight_lost", "bank"),
            ("card_seen", "number"),
            ("surveyed", "bank"),
        ]
        self.refusal_kinds = [("allowed", ""), ("already_red", "2.1"), ("no_card", "3.2")]
        self.option_list = [
            Option("dug_in", "off", ("on", "off"), "3.4", "blue rolls three dice and drops the lowest"),
            Option("turns", "3", (), "1.2", "number of turns, 1 to 5"),
        ]
        seats = ("red", "blue")
        self.scenario_list = [Scenario("short", "Short", seats, ""), Scenario("long", "Long", seats, "")]
        self.text = Text({"refusals": {"already_red": "{bank} is red."}, "events": {"bank_won": "{0} is won."}})

    @property
    def info(self) -> Info:
        return Info()

    def check_option(self, option: Option, value: str) -> str:
        if value not in ("1", "2", "3", "4", "5"):
            raise Misspelt(f"option '{option.name}' is a number from 1 to 5, not '{value}'")
        return value

    @property
    def wording(self) -> Wording:
        return self.position_words

    def blank(self, scenario: str, settled: dict[str, str]) -> State:
        turns = int(settled["turns"]) + (1 if self.scenario(scenario).name == "long" else 0)
        return State(self.book, turns, settled["dug_in"] == "on")

    def said(self, s: State) -> tuple[str, dict[str, str]]:
        """The scenario is not a column; turns are."""
        scenario, turns = ("short", s.turns) if s.turns <= 5 else ("long", s.turns - 1)
        return scenario, {"dug_in": "on" if s.dug_in else "off", "turns": str(turns)}

    def new(self, scenario: str, options: Options) -> State:
        s = self.blank(scenario, self.settle(options))
        flow.start(s, "whole_game")
        return s

    def outcome(self, s: State) -> Outcome:
        won = sum(s.red) >= 2
        return Outcome("red_wins" if won else "blue_wins", ("red",) if won else ("blue",), "1.2", s.points)

    def view(self, s: State, seat: int) -> View:
        columns = s.columns()
        del columns["card"]
        return View(seat, columns, save_stack(s), s.card if seat == BLUE else 0, s.card > 0)

    def imagine(self, v: View, rng: Rng) -> State:
        card = v.card
        if v.has_card and not card:
            card = card_draw(self._state(v.columns, v.stack, 0)).throw(rng)
        return self._state(v.columns, v.stack, card)

    def _state(self, columns: Json, stack: list[list[Any]], card: int) -> State:
        s = State(self.book, columns["turns"], columns["dug_in"])
        s.turn = columns["turn"]
        s.red = list(columns["red"])
        s.holder = list(columns["holder"])
        s.pool = list(columns["pool"])
        s.card = card
        s.points = columns["points"]
        s.target = columns["target"]
        s.margin = columns["margin"]
        load_stack(s, stack)
        return s

    def load_state(self, data: Json) -> State:
        return self._state(data, data["stack"], data["card"])

    def load_view(self, data: Json) -> View:
        return View(data["seat"], data["columns"], data["stack"], data["card"], data["has_card"])

    def scene(self, v: View) -> Json:
        return {"places": {}}

    def map_text(self, v: View) -> str:
        return " ".join(str(r) for r in v.columns["red"])

    def charts(self) -> Json:
        return {}

    def features(self, v: View) -> dict[str, float]:
        sign = 1 if v.seat == RED else -1
        return {
            "banks": 2.0 * sign * sum(v.columns["red"]),
            "points": 1.0 * sign * v.columns["points"],
            "card": -0.5 * sign * v.has_card,
        }

    def plans(self, v: View, s: State) -> list[list[int]]:
        return [[a] for a in self.legal(s)] if v.seat == RED else []

    def fights(self) -> Sequence[Fight[State]]:
        return [Battle()]


def load(name: str = "toy", pack: str = "") -> Toy:
    """What a worker process opens."""
    return Toy()
