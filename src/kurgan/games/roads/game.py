"""Roads: the title tied to the Game protocol."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kurgan.games.roads import answers, events, refusals, tracks
from kurgan.games.roads.bot import observation
from kurgan.games.roads.bot.features import features, lead
from kurgan.games.roads.bot.plans import HABITS, lookahead, plans, wide_plans
from kurgan.games.roads.bot.progress import progress
from kurgan.games.roads.hidden.view import REVEALING, View, imagine, make_view
from kurgan.games.roads.odds.fights import FIGHTS
from kurgan.games.roads.odds.standing_orders import STANDING
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.options import option_list
from kurgan.games.roads.pack.pack import load
from kurgan.games.roads.pack.ways import Ways
from kurgan.games.roads.position.state import Rules, State
from kurgan.games.roads.position.words import wording
from kurgan.games.roads.rules import BOOK
from kurgan.games.roads.rules import r10_ju52 as ju52
from kurgan.games.roads.rules import r19_scenarios as scenarios
from kurgan.games.roads.screen.charts import charts
from kurgan.games.roads.screen.gallery import Gallery
from kurgan.games.roads.screen.heads import head
from kurgan.games.roads.screen.help import FOLLOWING, about, march, overfull, unentered
from kurgan.games.roads.screen.map_facts import map_facts
from kurgan.games.roads.screen.map_text import map_text
from kurgan.games.roads.screen.names import labels, notation, scenario_words
from kurgan.games.roads.screen.prompts import prompt_words
from kurgan.games.roads.screen.scene import Teller
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms_high_command import OUTCOMES
from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.map_drawing import MapFacts
from kurgan.kernel.position_words import Wording
from kurgan.kernel.protocol import (
    Choice,
    Event,
    FeatureWords,
    Fight,
    Json,
    Lookahead,
    Options,
    Outcome,
    PackInfo,
    Policy,
)
from kurgan.kernel.routes import March
from kurgan.kernel.sentences import PerVoice, SpokenLabels, SpokenList, load_text
from kurgan.kernel.title import Title

DATA = Path(__file__).parent / "data"
ON_OFF = ("off", "on")


class Roads(Title[State, View]):
    """Stalingrad Roads."""

    def __init__(self, folder: Path | None = None) -> None:
        self.name = "roads"
        self.taught_in = str(Path(__file__).parent / "bot")
        self.rules_version = 2
        self.pack = load(folder)
        self.ways = Ways(self.pack)
        self.title = self.pack.title
        self.book = BOOK
        self.forms = answers.forms(self.pack)
        self.event_kinds = events.EVENTS
        self.refusal_kinds = refusals.REFUSALS
        self.text = load_text(folder or DATA)
        self.speech = Speech(self.pack, self.text)
        self.gallery = PerVoice(self.text, lambda: Gallery(self.speech))
        self.words = notation(self.pack)
        self.position_words = wording(self.pack)
        self.labels = SpokenLabels(self.text, lambda: labels(self.speech))
        self.option_list = SpokenList(self.text, lambda: option_list(self.pack, self.text))
        self.scenario_list = SpokenList(self.text, lambda: scenario_words(self.pack, self.text))

    @property
    def info(self) -> PackInfo:
        return self.pack

    def empty(self, scenario: str, chosen: Options | None = None) -> State:
        """A position of this scenario with nothing on the board."""
        settled = self.settle(chosen or {})
        rules = Rules({name: int(value == "on") for name, value in settled.items()})
        return State(self.book, self.pack, self.ways, self.pack.scenarios[scenario], rules)

    def new(self, scenario: str, options: Options) -> State:
        self.scenario(scenario)
        s = self.empty(scenario, options)
        scenarios.set_up(s)
        flow.start(s, "game")
        return s

    def outcome(self, s: State) -> Outcome:
        if not s.track[tracks.OUTCOME]:
            return Outcome("draw", (), "19", s.track[tracks.VICTORY_POINTS])
        name = OUTCOMES[s.track[tracks.OUTCOME] - 1]
        winners = () if name == "draw" else (name.split("_")[0],)
        return Outcome(name, winners, scenarios.victory_rule(s), s.track[tracks.VICTORY_POINTS])

    def view(self, s: State, seat: int) -> View:
        return make_view(s, seat)

    def imagine(self, v: View, rng: Rng) -> State:
        return imagine(v, rng)

    def load_state(self, data: Json) -> State:
        stored = data["rules"]
        rules = Rules({name: int(stored.get(name, usual == "on")) for name, usual in self.settle({}).items()})
        s = State(self.book, self.pack, self.ways, self.pack.scenarios[data["scenario"]], rules)
        s.load(data)
        return s

    def load_view(self, data: Json) -> View:
        position = self.load_state(data["position"])
        return View(data["seat"], position, list(data["counts"]), list(data["ju_hexes"]), data["ju_hand"])

    @property
    def wording(self) -> Wording:
        return self.position_words

    def blank(self, scenario: str, settled: dict[str, str]) -> State:
        return self.empty(scenario, settled)

    def said(self, s: State) -> tuple[str, Mapping[str, str]]:
        return s.scenario.name, {name: ON_OFF[value] for name, value in s.rules.options.items()}

    def choice(self, s: State, a: int) -> Choice:
        """[8.13] Nobody has followed yet: who says no gives up a hex, and is asked once more."""
        found = super().choice(s, a)
        step = flow.top(s)
        loses = found.no and bool(found.effect) and step is not None and step.name in FOLLOWING
        return found._replace(ends=True) if loses else found

    def effect_words(self, s: State, slots: Mapping[str, int]) -> dict[str, str]:
        """[5.3] What a support does, as the hand shows it; [10.4.3] what a Ju 52 does, as its own paragraph says;
        [1.11.2] what the end of a march of too many costs; [8.13] which hexes nobody will enter."""
        if not slots:
            return {"excess": overfull(s, self.speech), "empty": unentered(s, self.speech)}
        if "ju" in slots:
            return {"does": self.speech.flight_does(slots["ju"])}
        if "support" not in slots:
            return {}
        return {"does": self.text.get("words", "support_" + self.pack.support_name[slots["support"]])}

    def prompt_words(self, s: State) -> dict[str, str]:
        return prompt_words(s, self.speech)

    def prompt(self, s: State, seat: int) -> str:
        """[10.4.3] Which Ju 52 he lays face down is told to the Axis player alone."""
        step = flow.top(s)
        if step is None or step.name != "place_ju52":
            return super().prompt(s, seat)
        title = self.speech.flight(self.pack.ju_kind[ju52.in_hand(s)[0]]) if seat == vocabulary.AXIS else ""
        return self.text.fill("prompts", step.name, {"ju": f", {title}," if title else ""})

    def march(self) -> March:
        """[7.1.2] Hex by hex, until those who move together stop."""
        return march(self.speech)

    def about(self, v: View, place: str) -> Json:
        return about(v, self.pack.hex_name.index(place), self.speech) if place in self.pack.hex_name else {}

    def scene(self, v: View) -> Json:
        return Teller(self.speech, self.gallery.now(), v).scene()

    def head(self, told: Sequence[Event]) -> str:
        return head(self.speech, told)

    def map_text(self, v: View) -> str:
        return map_text(self.speech, v.position)

    def map_facts(self) -> MapFacts:
        return map_facts(self.pack)

    def draws(self) -> Mapping[str, str]:
        return answers.DRAWS

    def charts(self) -> Json:
        return charts(self.speech)

    def features(self, v: View) -> dict[str, float]:
        return features(v)

    def feature_words(self, v: View, name: str) -> FeatureWords:
        """The Soviet player has words of his own where the sides want opposite things."""
        own = f"{name}_soviet"
        return super().feature_words(v, own if v.seat == vocabulary.SOVIET and self.text.get("features", own) else name)

    def progress(self, v: View) -> float:
        return progress(v)

    def lead(self, v: View) -> float:
        return lead(v)

    def observed(self) -> list[str]:
        return observation.observed(self.words, self.new(self.scenario_list[0].name, self.settle({})))

    def observe(self, v: View) -> list[int]:
        return observation.observe(v)

    def plans(self, v: View, s: State) -> list[list[int]]:
        return plans(v, s)

    def wide_plans(self, v: View, s: State) -> list[list[int]]:
        return wide_plans(v, s)

    def lookahead(self, v: View) -> Lookahead:
        return lookahead(v)

    def clock(self, s: State) -> int:
        return 2 * s.track[tracks.TURN] + s.track[tracks.SIDE]

    def habits(self) -> Mapping[str, Policy[State]]:
        return HABITS

    def standing(self) -> Mapping[str, Mapping[str, Policy[State]]]:
        return STANDING

    def revealing(self) -> frozenset[int]:
        return REVEALING

    def fights(self) -> Sequence[Fight[State]]:
        return FIGHTS

    def described_fight(self, fight: Json) -> tuple["Roads", State, Fight[State]]:
        from kurgan.games.roads.odds import calculator  # it makes games of this class

        return calculator.describe(self, fight)


def make(folder: str = "") -> Roads:
    """The title with its own pack, or with the one in a folder."""
    return Roads(Path(folder) if folder else None)
