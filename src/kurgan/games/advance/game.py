"""Advance: the title tied to the Game protocol."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kurgan.games.advance import answers, events, refusals, terms
from kurgan.games.advance.bot import observation
from kurgan.games.advance.bot.assault import HABITS
from kurgan.games.advance.bot.features import lead
from kurgan.games.advance.bot.plans import plans
from kurgan.games.advance.bot.progress import FORMALITIES, progress
from kurgan.games.advance.bot.prospects import features
from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.odds.fights import FIGHTS
from kurgan.games.advance.pack.options import option_list
from kurgan.games.advance.pack.pack import load
from kurgan.games.advance.position.state import Rules, State, empty, state_from
from kurgan.games.advance.position.text import wording
from kurgan.games.advance.rules import BOOK
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.screen.map_facts import map_facts
from kurgan.games.advance.screen.map_text import charts, map_text
from kurgan.games.advance.screen.march import march
from kurgan.games.advance.screen.names import labels, notation, scenario_words
from kurgan.games.advance.screen.prompts import effect_words, prompt_words
from kurgan.games.advance.screen.scene import Drawn, Teller
from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.map_drawing import MapFacts
from kurgan.kernel.position_words import Wording
from kurgan.kernel.protocol import Fight, Json, Misspelt, Option, Options, Outcome, PackInfo, Policy
from kurgan.kernel.routes import March
from kurgan.kernel.sentences import SpokenLabels, SpokenList, load_text
from kurgan.kernel.title import Title

DATA = Path(__file__).parent / "data"
ON_OFF = ("off", "on")
WINNERS = ((), ("german",), ("german",), ("soviet",), ("soviet",))


class Advance(Title[State, View]):
    """Stalingrad: Advance to the Volga, 1942."""

    def __init__(self, folder: Path | None = None) -> None:
        self.name = "advance"
        self.taught_in = str(Path(__file__).parent / "bot")
        self.rules_version = 2
        self.pack = load(folder)
        self.title = self.pack.title
        self.book = BOOK
        self.forms = answers.FORMS
        self.drawn: Drawn = {}
        self.event_kinds = events.EVENTS
        self.refusal_kinds = refusals.REFUSALS
        self.text = load_text(folder or DATA)
        self.words = notation(self.pack)
        self.position_words = wording(self.pack)
        self.labels = SpokenLabels(self.text, lambda: labels(self.pack, self.text))
        self.option_list = SpokenList(self.text, lambda: option_list(self.pack, self.text))
        self.scenario_list = SpokenList(self.text, lambda: scenario_words(self.pack, self.text))

    @property
    def info(self) -> PackInfo:
        return self.pack

    def new(self, scenario: str, options: Options) -> State:
        self.scenario(scenario)
        s = self.blank(scenario, self.settle(options))
        flow.start(s, "game")
        return s

    def outcome(self, s: State) -> Outcome:
        rule = victory.outcome_rule(s)
        return Outcome(terms.OUTCOMES[s.outcome], WINNERS[s.outcome], rule, stacking.german_areas(s))

    def rivals(self, scenario: str, seat: str) -> tuple[str, ...]:
        """The Soviets, whom the rules play."""
        return ("soviet",)

    def view(self, s: State, seat: int) -> View:
        return View(seat, s.copy())

    def imagine(self, v: View, rng: Rng) -> State:
        return v.position.copy()

    def load_state(self, data: Json) -> State:
        return state_from(self.pack, self.book, {**data, "options": self.settle(data["options"])})

    def load_view(self, data: Json) -> View:
        return View(data["seat"], self.load_state(data["position"]))

    def scene(self, v: View) -> Json:
        return Teller(self.pack, self.text, v, self.drawn).scene()

    def map_text(self, v: View) -> str:
        return map_text(self.pack, self.text, v.position)

    def map_facts(self) -> MapFacts:
        return map_facts(self.pack)

    def draws(self) -> Mapping[str, str]:
        return answers.DRAWS

    def charts(self) -> Json:
        return charts(self.pack, self.text)

    def prompt_words(self, s: State) -> dict[str, str]:
        return prompt_words(s, self.text)

    def effect_words(self, s: State, slots: Mapping[str, int]) -> dict[str, str]:
        return effect_words(s, self.text, slots)

    def features(self, v: View) -> dict[str, float]:
        return features(v)

    def progress(self, v: View) -> float:
        return progress(v)

    def lead(self, v: View) -> float:
        return lead(v)

    def observed(self) -> list[str]:
        return observation.observed(self.words)

    def observe(self, v: View) -> list[int]:
        return observation.observe(v)

    def plans(self, v: View, s: State) -> list[list[int]]:
        return plans(v, s)

    def fights(self) -> Sequence[Fight[State]]:
        return FIGHTS

    def described_fight(self, fight: Json) -> tuple["Advance", State, Fight[State]]:
        from kurgan.games.advance.odds import calculator  # it makes games of this class

        return calculator.describe(self, fight)

    def habits(self) -> Mapping[str, Policy[State]]:
        return HABITS

    def formalities(self) -> Mapping[str, Policy[State]]:
        return FORMALITIES

    def horizon(self) -> frozenset[str]:
        return frozenset({"activate", "end_turn"})

    def march(self) -> March:
        """[8.2] A unit goes from area to area; entering a Soviet unit's ends its move."""
        return march(self.text)

    @property
    def wording(self) -> Wording:
        return self.position_words

    def blank(self, scenario: str, settled: dict[str, str]) -> State:
        return empty(self.pack, self.book, self.pack.scenarios[scenario], Rules(settled))

    def said(self, s: State) -> tuple[str, Mapping[str, str]]:
        return s.scenario.name, s.rules.options

    def check_option(self, option: Option, value: str) -> str:
        """[12.7] [12.8] Values that are not one of a few words."""
        numbers = value.replace(",", " ").split()
        if not all(n.isdecimal() for n in numbers):
            raise Misspelt(f"option '{option.name}' takes whole numbers, not '{value}'")
        if option.name == "reroll_ones":
            return " ".join(str(n) for n in sorted({int(n) for n in numbers}))
        highest = self.pack.morale_max if option.name == "starting_morale" else self.pack.areas
        if len(numbers) != 1 or int(numbers[0]) > highest:
            raise Misspelt(f"option '{option.name}' takes one number from 0 to {highest}, not '{value}'")
        return str(int(numbers[0]))


def make(folder: str = "") -> Advance:
    """The title with its own pack, or with the one in a folder."""
    return Advance(Path(folder) if folder else None)
