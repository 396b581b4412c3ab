"""The Last Ferry: the title that Kurgan finds by the entry point in pyproject.toml."""

from pathlib import Path

from ferry import rules
from ferry.state import FERRIES, FERRYMEN, State
from kurgan.kernel.chance import Rng
from kurgan.kernel.columns import NOWHERE, UNKNOWN
from kurgan.kernel.flow import is_under_way
from kurgan.kernel.notation import Form, No, Phrase, Slot
from kurgan.kernel.plain_fight import BAD, GOOD, PlainFight
from kurgan.kernel.plain_title import PlainTitle, PlainView
from kurgan.kernel.protocol import Option, Outcome, Scenario

SEATS = ("ferrymen", "patrol")
AREA = Slot("area", 12, "place")


class Ferry(PlainTitle[State]):
    """Four boats bring what they carry over a river that is watched."""

    name = "ferry"
    title = "The Last Ferry"
    data = Path(__file__).parent / "data"
    position = State
    book = rules.BOOK
    event_kinds = rules.EVENTS
    refusal_kinds = rules.REFUSALS
    words = {"boat": ["heron", "otter", "pike", "swan", "hawk", "kite"], "cargo": ["stones", "bread", "shells"]}
    forms = {
        "sail": Form(Phrase("sail", 0, AREA), No("hold", rules.HOLD)),
        "hunt": Form(Phrase("hunt", 0, AREA), No("hold", rules.HOLD)),
        "stand_or_drop": Form(Phrase("stand", rules.STAND), Phrase("drop", rules.DROP)),
    }
    option_list = [Option("fog", "off", ("off", "on"), "3.3", "The patrol rolls one die, not two.")]
    scenario_list = [Scenario("crossing", "The crossing", SEATS, "Four points ashore in ten nights.")]
    phases = ("nights",)
    items = {"loading": "boat", "each_ferry": "boat", "each_hunter": "boat"}

    def outcome(self, s: State) -> Outcome:
        """[1.3] Four points ashore win for the ferrymen."""
        winner = SEATS[0] if s.points >= 4 else SEATS[1]
        return Outcome(f"{winner}_win", (winner,), "1.3", s.points)

    def prompt_words(self, s: State) -> dict[str, str]:
        boats = self.words["boat"]
        if is_under_way(s, "fight"):
            ferry, hunter = rules.meeting(s)
            return {"boat": boats[ferry], "hunter": boats[hunter]}
        return {"boat": boats[rules.boat_at_hand(s)]} if is_under_way(s, "night") else {}

    # Secrets: what the ferries carry, until it is shown.
    def hide(self, s: State, seat: int) -> None:
        for ferry in FERRIES if seat != FERRYMEN else ():
            if s.cargo[ferry] != NOWHERE and not s.shown[ferry]:
                s.cargo[ferry] = UNKNOWN

    def deal(self, s: State, seat: int, rng: Rng) -> None:
        bag = [kind for kind, count in enumerate(s.unseen) for _ in range(count)]
        for ferry in FERRIES:
            if s.cargo[ferry] == UNKNOWN:
                s.cargo[ferry] = bag.pop(rng.below(len(bag)))

    def revealing(self) -> frozenset[int]:
        return frozenset({rules.CARGO_SHOWN, rules.CARGO_DROPPED, rules.LANDED})

    # Advice: the odds of a fight, and what a bot may weigh.
    def fights(self) -> list[PlainFight[State]]:
        return [FIGHT]

    def features(self, v: PlainView[State]) -> dict[str, float]:
        s = v.position
        sign = 1.0 if v.seat == FERRYMEN else -1.0
        afloat = [boat for boat in FERRIES if s.cargo[boat] != NOWHERE]
        way = sum([s.where[boat] // 3 for boat in afloat])
        return {"landed": 3.0 * sign * s.points, "afloat": 1.5 * sign * len(afloat), "way": 0.4 * sign * way}


FIGHT = PlainFight[State](
    "fight", ["fight"], ["fights"], {"driven_off": GOOD, "sunk": BAD},
    ends=lambda before, after: "sunk" if after.where[rules.meeting(before)[0]] == NOWHERE else "driven_off",
    policies={"stand_or_drop": ("stand", lambda s, legal: rules.STAND)},
)  # fmt: skip
