"""Inferno: the title tied to the Game protocol."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kurgan.games.inferno import answers, events, refusals, terms
from kurgan.games.inferno.bot import observation
from kurgan.games.inferno.bot.features import features, lead, progress
from kurgan.games.inferno.bot.habits import HABITS, HORIZON, STANDING, lookahead
from kurgan.games.inferno.bot.plans import plans, quick_plans
from kurgan.games.inferno.hidden import imagining
from kurgan.games.inferno.hidden import view as views
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.odds.fights import COMBAT
from kurgan.games.inferno.pack import options
from kurgan.games.inferno.pack.pack import BUILT_IN, Pack, load
from kurgan.games.inferno.position.state import NO_BATTLE, State, from_json, germans_at
from kurgan.games.inferno.position.words import wording
from kurgan.games.inferno.rules import BOOK
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r09_coop as coop
from kurgan.games.inferno.rules.dice import PoolDraw
from kurgan.games.inferno.rules.r01_game import result_rule
from kurgan.games.inferno.screen import hasty
from kurgan.games.inferno.screen.charts import charts
from kurgan.games.inferno.screen.map_facts import map_facts
from kurgan.games.inferno.screen.names import labels, notation, scenario_words
from kurgan.games.inferno.screen.scene import Drawn, card_words, map_text, scene
from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.flow import Book
from kurgan.kernel.map_drawing import MapFacts
from kurgan.kernel.position_words import Wording
from kurgan.kernel.protocol import Choice, FeatureWords, Fight, Json, Lookahead, Options, Outcome, PackInfo, Policy
from kurgan.kernel.sentences import SpokenLabels, SpokenList, load_text
from kurgan.kernel.title import Title

SHOWING = frozenset({events.UNIT_SHOWN, events.CARD_SHOWN, events.UNIT_PICKED, events.BLOCK_PICKED, events.UNIT_JOINED})
"""Events that show something hidden."""
SUPERSEDES = {
    events.UNIT_PICKED: events.BLOCK_PICKED,
    events.UNIT_DEPLOYED: events.BLOCK_DEPLOYED,
    events.UNIT_RETURNED: events.BLOCK_RETURNED,
    events.UNIT_SPAWNED: events.BLOCK_SPAWNED,
    events.SOVIET_UNIT_MOVED: events.BLOCK_MOVED,
}
"""Who sees which block it was need not be told that it was a block."""


class Inferno(Title[State, View]):
    """Stalingrad: Inferno on the Volga."""

    def __init__(self, folder: Path | None = None, pack: Pack | None = None, book: Book | None = None) -> None:
        self.name = "inferno"
        self.taught_in = str(Path(__file__).parent / "bot")
        self.folder = str(folder) if folder is not None else ""
        self.rules_version = 2
        self.pack = pack if pack is not None else load(folder)
        self.title = self.pack.title
        self.book = book if book is not None else BOOK
        self.forms = answers.forms()
        self.event_kinds = events.EVENTS
        self.refusal_kinds = refusals.REFUSALS
        self.text = load_text(folder or BUILT_IN)
        self.drawn: Drawn = {}
        self.words = notation(self.pack)
        self.position_words = wording(self.pack)
        self.labels = SpokenLabels(self.text, lambda: labels(self.pack, self.text))
        self.option_list = SpokenList(self.text, lambda: options.option_list(self.pack, self.text))
        self.scenario_list = SpokenList(self.text, lambda: scenario_words(self.pack, self.text))

    @property
    def info(self) -> PackInfo:
        return self.pack

    def new(self, scenario: str, options: Options) -> State:
        self.scenario(scenario)
        s = self.blank(scenario, self.settle(options))
        flow.start(s, "game")
        return s

    def blank(self, scenario: str, settled: dict[str, str]) -> State:
        """A position before setup."""
        return State(self.book, self.pack, options.make_rules(self.pack, scenario, settled))

    def outcome(self, s: State) -> Outcome:
        held = len(self.pack.soviet_spawn) - concepts.spawn_hexes_held(s)
        name = terms.RESULTS[s.result]
        return Outcome(name, winners(s), result_rule(s), held)

    def rivals(self, scenario: str, seat: str) -> tuple[str, ...]:
        """[9.11] Germans win or lose together against the Soviets, a player or the algorithm."""
        return self.seats(scenario)[:-1] if seat == "soviet" else ("soviet",)

    def view(self, s: State, seat: int) -> View:
        return views.make_view(s, seat)

    def imagine(self, v: View, rng: Rng) -> State:
        return imagining.imagine(v, rng)

    def load_state(self, data: Json) -> State:
        rules = options.make_rules(self.pack, data["scenario"], self.settle(data["options"]))
        return from_json(self.book, self.pack, rules, data)

    def load_view(self, data: Json) -> View:
        return views.load_view(self.blank(data["position"]["scenario"], self.settle(data["position"]["options"])), data)

    @property
    def wording(self) -> Wording:
        return self.position_words

    def said(self, s: State) -> tuple[str, Mapping[str, str]]:
        return s.rules.scenario, s.rules.options

    def scene(self, v: View) -> Json:
        return scene(v, self.text, self.drawn)

    def map_text(self, v: View) -> str:
        return map_text(v, self.text)

    def map_facts(self) -> MapFacts:
        return map_facts(self.pack)

    def draws(self) -> Mapping[str, str]:
        return answers.DRAWS

    def draw_word(self, s: State, a: int) -> str:
        return drawn_block(s, a) or self.drawn_answer(s, a) or super().draw_word(s, a)

    def drawn_answer(self, s: State, a: int) -> str:
        """[10.0] What the Lively Opponent does, as a player would say it."""
        step = flow.top(s)
        form = answers.LIVELY.get(step.name) if step is not None else None
        return self.forms[form].spell(a, self.words) if form is not None else ""

    def charts(self) -> Json:
        return charts(self.pack, self.text)

    def choice(self, s: State, a: int) -> Choice:
        """[10.5.1] A hex of the Germans is attacked where others are entered: dice follow, so it is no mere goal."""
        found = super().choice(s, a)
        step = flow.top(s)
        if step is None or step.name != "soviet_to" or not germans_at(s, a):
            return found
        label = self.text.fill("choices", "attack", {"hex": self.label("hex", a)})
        return found._replace(attacks=True, label=label)

    def effect_words(self, s: State, slots: Mapping[str, int]) -> dict[str, str]:
        """[8] What a card does, as the hand shows it; [5.4] whom a Hasty Attack can hit by this answer."""
        if "card" in slots:
            return {"does": card_words(self.pack, self.text, slots["card"])}
        return {"hits": hasty.effect_words(s, self.text, self.labels["hex"], slots["hex"])} if "hex" in slots else {}

    def prompt_words(self, s: State) -> dict[str, str]:
        target = s.battle.target if s.battle is not NO_BATTLE else s.order.target
        where = self.label("hex", target) if target >= 0 else ""
        hits = str(s.battle.hits_german + s.battle.hits_soviet)
        invited = flow.current(s, "invited_stacks") if flow.is_under_way(s, "invited_stacks") else -1
        stack = self.label("hex", invited) if invited >= 0 else ""
        goal = hasty.goal_words(s, self.text, self.labels["hex"])
        return {"target": where, "turn": str(s.turn), "hits": hits, "stack": stack, "goal": goal}

    def features(self, v: View) -> dict[str, float]:
        return features(v)

    def feature_words(self, v: View, name: str) -> FeatureWords:
        """The Soviet player has words of his own: what one side gains the other loses."""
        is_soviet = v.seat >= 0 and v.seat == v.position.rules.soviet_seat
        own = f"{name}_soviet"
        return super().feature_words(v, own if is_soviet and self.text.get("features", own) else name)

    def progress(self, v: View) -> float:
        return progress(v)

    def lead(self, v: View) -> float:
        return lead(v)

    def observed(self) -> list[str]:
        return observation.observed(self.words)

    def observe(self, v: View) -> list[int]:
        return observation.observe(v)

    def plans(self, v: View, s: State) -> list[list[int]]:
        return plans(s, v.seat)

    def quick_plans(self, v: View, s: State) -> list[list[int]]:
        return quick_plans(s, v.seat)

    def lookahead(self, v: View) -> Lookahead:
        return lookahead(v)

    def clock(self, s: State) -> int:
        return s.turn

    def fights(self) -> Sequence[Fight[State]]:
        return [COMBAT]

    def described_fight(self, fight: Json) -> tuple["Inferno", State, Fight[State]]:
        from kurgan.games.inferno.odds import calculator  # it makes games of this class

        return calculator.read(fight, self.folder)

    def habits(self) -> Mapping[str, Policy[State]]:
        return HABITS

    def revealing(self) -> frozenset[int]:
        return SHOWING

    def supersedes(self) -> Mapping[int, int]:
        return SUPERSEDES

    def horizon(self) -> frozenset[str]:
        return HORIZON

    def standing(self) -> Mapping[str, Mapping[str, Policy[State]]]:
        return STANDING


def make(folder: str = "") -> Inferno:
    """The title with its own pack, or with the one in a folder."""
    return Inferno(Path(folder) if folder else None)


def drawn_block(s: State, a: int) -> str:
    """[4.1] A block of a pool with the dots of its edge after ``@`` where it is spun; nothing for another draw."""
    step = flow.top(s)
    chance = step.chance(s) if step is not None else None
    if not isinstance(chance, PoolDraw):
        return ""
    u, edge = divmod(a, chance.edges)
    return s.pack.unit_name[u] + (f"@{s.pack.edges[u][edge]}" if chance.edges > 1 else "")


def winners(s: State) -> tuple[str, ...]:
    """[1.3] [1.4] [9.11] Who has won, as names of seats; the algorithm wins as "soviet"."""
    if s.result == terms.GOING_ON:
        return ()
    if s.result in (terms.SOVIET_LOSSES, terms.SOVIET_DECK):
        return ("soviet",)
    return coop.winners(s) if s.rules.coop else ("german",)
