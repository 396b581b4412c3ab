"""Lanterns: the session's own test game. Two seats, a secret draw, dice, a reveal, a few questions.

Red draws a card that only red sees. Each round red bids and aims, the dice are rolled, blue replies; between rounds red
may show the card. The higher sum wins. It has everything a session must cope with, and nothing else.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kurgan.kernel import flow, protocol
from kurgan.kernel.chance import Chance, Dice, Draw, Rng
from kurgan.kernel.flow import Ask, Auto, Book, Position, Roll, Seq, Step, While, tell, tell_some
from kurgan.kernel.flow_names import load_stack, save_stack
from kurgan.kernel.notation import Form, No, Phrase, Slot, canonical
from kurgan.kernel.protocol import Fight, Json, Misspelt, Option, Options, Outcome, Policy, Scenario
from kurgan.kernel.sentences import Text
from kurgan.kernel.title import Title

RED, BLUE = 0, 1
CARDS = 5
DREW, SAW, BID, AIMED, ROLLED, REPLIED, SHOWED, ENDED = range(8)
ALLOWED, TOO_HIGH = 0, 1


class State(Position):
    def __init__(self, book: Book, rounds: int, limit: int) -> None:
        super().__init__(book)
        self.rounds = rounds
        self.limit = limit
        self.round = 0
        self.card = -1
        self.shown = 0
        self.bid = 0
        self.score = [0, 0]

    def copy(self) -> "State":
        other = State(self.book, self.rounds, self.limit)
        other.copy_flow(self)
        other.round, other.card, other.shown, other.bid = self.round, self.card, self.shown, self.bid
        other.score = self.score[:]
        return other

    def columns(self) -> Json:
        names = ("rounds", "limit", "round", "card", "shown", "bid", "score")
        return {name: getattr(self, name) for name in names}

    def key(self) -> bytes:
        return canonical(self.columns()).encode() + self.flow_key()

    def check(self) -> None:
        assert 0 <= self.round <= self.rounds, "more rounds than there are"
        assert -1 <= self.card < CARDS

    def to_json(self) -> Json:
        return json.loads(json.dumps({**self.columns(), "stack": save_stack(self)}))  # type: ignore[no-any-return]


class View(protocol.View):
    def __init__(self, seat: int, columns: Json) -> None:
        self.seat = seat
        self.columns = columns

    def to_json(self) -> Json:
        return {"seat": self.seat, **self.columns}


class Info:
    title = "Lanterns, the test pack"
    source = ""
    reconstructed = False

    def __init__(self, checksum: str) -> None:
        self.checksum = checksum
        self.facts: list[tuple[str, str, str, str]] = []


def red(s: State) -> int:
    return RED


def blue(s: State) -> int:
    return BLUE


def cards(s: State) -> Chance:
    return Draw(range(CARDS), [1] * CARDS)


def two_dice(s: State) -> Chance:
    return Dice(2)


def take_card(s: State, card: int) -> None:
    s.card = card
    tell(s, "1", DREW)
    tell_some(s, 1 << RED, "1", SAW, card)


def playing(s: State) -> bool:
    return s.round < s.rounds


def bids(s: State) -> list[int]:
    return list(range(s.limit + 1))


def why_bid(s: State, a: int) -> int:
    return TOO_HIGH if a > s.limit else ALLOWED


def take_bid(s: State, a: int) -> None:
    s.bid = a
    tell(s, "2.1", BID, a)


def aims(s: State) -> list[int]:
    return [0, 1]


def why_any(s: State, a: int) -> int:
    return ALLOWED


def take_aim(s: State, a: int) -> None:
    tell(s, "2.2", AIMED, a)


def take_roll(s: State, total: int) -> None:
    s.score[RED] += s.bid if total >= 7 else 0
    tell(s, "2.3", ROLLED, total)


def replies(s: State) -> list[int]:
    return [0, 1, 2]


def take_reply(s: State, a: int) -> None:
    s.score[BLUE] += a
    tell(s, "2.4", REPLIED, a)


def shows(s: State) -> list[int]:
    return [0] if s.shown else [0, 1]


def take_show(s: State, a: int) -> None:
    if a:
        s.shown = 1
        tell(s, "2.5", SHOWED, s.card)


def end_round(s: State) -> None:
    s.round += 1
    tell(s, "2.6", ENDED, s.round)


def all_bids(s: State) -> list[int]:
    return list(range(10))


def game_table() -> Step:
    return Seq(
        "0",
        "lanterns",
        [
            Roll("1", "draw_card", cards, take_card, secret=True),
            While(
                "2",
                "rounds",
                playing,
                Seq(
                    "2",
                    "round",
                    [
                        Ask("2.1", "bid", red, bids, take_bid, why=why_bid, space=all_bids),
                        Ask("2.2", "aim", red, aims, take_aim, why=why_any, space=aims),
                        Roll("2.3", "roll", two_dice, take_roll),
                        Ask("2.4", "reply", blue, replies, take_reply, why=why_any, space=replies, private=True),
                        Ask("2.5", "show", red, shows, take_show, why=why_any, space=shows, private=True),
                        Auto("2.6", "end_round", end_round),
                    ],
                ),
            ),
        ],
    )


TEXT = Text(
    {
        "prompts": {"bid": "Bid up to {limit}.", "aim": "Left or right?", "reply": "Your reply?", "show": "Show it?"},
        "refusals": {"too_high": "{number} is more than may be bid"},
        "events": {
            "drew": "Red drew a card.",
            "saw": "The card is {0}.",
            "bid": "Red bid {0}.",
            "aimed": "Red aimed {0}.",
            "rolled": "The dice show {0}.",
            "replied": "Blue replied {0}.",
            "showed": "Red showed the card: {0}.",
            "ended": "Round {0} ended.",
        },
        "rules": {"2.1": "Red bids from nothing up to the limit."},
        "guide": {"bid": "A bid counts when the dice reach seven."},
        "words": {"over": "The game is over."},
    }
)

NUMBERS = tuple(str(i) for i in range(10))


def most(s: State, legal: list[int]) -> int:
    return legal[-1]


def least(s: State, legal: list[int]) -> int:
    return legal[0]


class LanternFight:
    name = "round"
    starts = frozenset({"roll"})
    until = frozenset({"bid"})

    def __init__(self) -> None:
        self.policies: Mapping[str, Policy[State]] = {"reply": most}
        self.policy_names: Mapping[str, str] = {"reply": "most"}

    def is_on(self, s: State) -> bool:
        return True

    def measure(self, before: State, after: State) -> tuple[int, ...]:
        return (after.score[RED] - before.score[RED],)

    def report(self, before: State, total: int, weights: Any) -> Json:
        return {"score": {str(k[0]): v for k, v in weights.items()}, "total": total}


class Lanterns(Title[State, View]):
    def __init__(self, rules_version: int = 1, limit: int = 3, checksum: str = "toy") -> None:
        self.name = "lanterns"
        self.title = "Lanterns"
        self.rules_version = rules_version
        self.limit = limit
        self.book = Book([game_table()])
        number = Slot("number", 10)
        self.forms = {
            "bid": Form(Phrase("bid", 0, number)),
            "aim": Form(Phrase("left", 0), Phrase("right", 1)),
            "reply": Form(No("none", 0), Phrase("one", 1), Phrase("two", 2)),
            "show": Form(No("hide", 0), Phrase("show", 1)),
        }
        self.words = {"number": NUMBERS}
        self.labels = {}
        self.event_kinds = [
            ("drew", ""),
            ("saw", "number"),
            ("bid", "number"),
            ("aimed", "number"),
            ("rolled", "number"),
            ("replied", "number"),
            ("showed", "number"),
            ("ended", "number"),
        ]
        self.refusal_kinds = [("allowed", ""), ("too_high", "2.1")]
        self.option_list = [
            Option("rounds", "3", (), "2", "how many rounds are played, 1 to 99"),
            Option("bold", "off", ("on", "off"), "2.1", "red may bid one more"),
        ]
        self.scenario_list = [
            Scenario("duel", "The duel", ("red", "blue"), "two people"),
            Scenario("night", "The night", ("red", "blue"), "the same, longer"),
        ]
        self.text = TEXT
        self.pack = Info(checksum)

    @property
    def info(self) -> Info:
        return self.pack

    def check_option(self, option: Option, value: str) -> str:
        if not value.isdecimal() or not 1 <= int(value) <= 99:
            raise Misspelt(f"option '{option.name}' is a number from 1 to 99, not '{value}'")
        return str(int(value))

    def new(self, scenario: str, options: Options) -> State:
        self.scenario(scenario)
        settled = self.settle(options)
        s = State(self.book, int(settled["rounds"]), self.limit + (settled["bold"] == "on"))
        flow.start(s, "lanterns")
        return s

    def outcome(self, s: State) -> Outcome:
        if s.score[RED] == s.score[BLUE]:
            return Outcome("draw", (), "2", 0)
        winner = "red" if s.score[RED] > s.score[BLUE] else "blue"
        return Outcome(winner, (winner,), "2", s.score[RED] - s.score[BLUE])

    def view(self, s: State, seat: int) -> View:
        columns = s.columns()
        if seat != RED and not s.shown:
            columns["card"] = -1
        return View(seat, {**columns, "stack": save_stack(s)})

    def imagine(self, v: View, rng: Rng) -> State:
        s = self.load_state(v.columns)
        step = flow.top(s)
        if s.card < 0 and (step is None or step.name != "draw_card"):
            s.card = rng.below(CARDS)
        return s

    def load_state(self, data: Json) -> State:
        s = State(self.book, data["rounds"], data["limit"])
        s.round, s.card, s.shown, s.bid = data["round"], data["card"], data["shown"], data["bid"]
        s.score = list(data["score"])
        load_stack(s, data["stack"])
        return s

    def load_view(self, data: Json) -> View:
        return View(data["seat"], {k: v for k, v in data.items() if k != "seat"})

    def prompt_words(self, s: State) -> dict[str, str]:
        return {"limit": str(s.limit)}

    def scene(self, v: View) -> Json:
        return {}

    def map_text(self, v: View) -> str:
        card = v.columns["card"]
        return f"round {v.columns['round']}, score {v.columns['score']}, card {'?' if card < 0 else card}"

    def charts(self) -> Json:
        return {"sevens": {"rows": [["7 or more", "the bid counts"]]}}

    def features(self, v: View) -> dict[str, float]:
        difference = v.columns["score"][RED] - v.columns["score"][BLUE]
        return {"score": float(difference if v.seat == RED else -difference)}

    def plans(self, v: View, s: State) -> list[list[int]]:
        return []

    def fights(self) -> Sequence[Fight[State]]:
        return [LanternFight()]

    def revealing(self) -> frozenset[int]:
        return frozenset({SHOWED})

    def standing(self) -> Mapping[str, Mapping[str, Policy[State]]]:
        return {"bid": {"least": least}}


def load_toy(folder: object) -> Lanterns:
    """As the registry calls it."""
    return Lanterns()
