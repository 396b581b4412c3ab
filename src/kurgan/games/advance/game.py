"""Advance: the title tied to the Game protocol."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from kurgan.games.advance import answers, events, refusals, terms
from kurgan.games.advance.bot import observation
from kurgan.games.advance.bot.features import features, lead, progress
from kurgan.games.advance.bot.plans import plans
from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.odds.fights import FIGHTS, HABITS
from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES, Pack, load
from kurgan.games.advance.position.state import Rules, State, empty, state_from
from kurgan.games.advance.position.text import wording
from kurgan.games.advance.rules import BOOK
from kurgan.games.advance.rules import r06_sequence as sequence
from kurgan.games.advance.rules import r06_supply as supply
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.rules import r09_combat as combat
from kurgan.games.advance.rules import r11_victory as victory
from kurgan.games.advance.screen.map_facts import map_facts
from kurgan.games.advance.screen.map_text import charts, map_text
from kurgan.games.advance.screen.march import march, points_word
from kurgan.games.advance.screen.scene import Drawn, Teller
from kurgan.kernel import flow
from kurgan.kernel.chance import Rng
from kurgan.kernel.map_drawing import MapFacts
from kurgan.kernel.packfile import read_taught
from kurgan.kernel.position_words import Wording
from kurgan.kernel.protocol import Fight, Json, Misspelt, Option, Options, Outcome, PackInfo, Policy, Scenario
from kurgan.kernel.routes import March
from kurgan.kernel.sentences import SpokenLabels, SpokenList, Text, load_text
from kurgan.kernel.title import Title

DATA = Path(__file__).parent / "data"
SWITCHES = ("rubble", "northern_shoulder", "isolation", "parent_organization", "limited_air", "pavlov")
SWITCH_RULES = ("12.1", "12.2", "12.3", "12.4", "12.5", "12.6")
ON_OFF = ("off", "on")
WINNERS = ((), ("german",), ("german",), ("soviet",), ("soviet",))


class Advance(Title[State, View]):
    """Stalingrad: Advance to the Volga, 1942."""

    def __init__(self, folder: Path | None = None) -> None:
        self.name = "advance"
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
        self.option_list = SpokenList(self.text, lambda: options(self.text))
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
        return state_from(self.pack, self.book, data)

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

    def taught(self) -> list[Json]:
        return read_taught(Path(__file__).parent / "bot" / "chances.json")

    def ranked(self) -> list[Json]:
        return read_taught(Path(__file__).parent / "bot" / "ladder.json")

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


def prompt_words(s: State, text: Text) -> dict[str, str]:
    """What prompts may speak of: places, units and numbers everybody sees."""
    p = s.pack
    b = s.battle
    words = {"turn": str(s.turn), "supply": str(s.supply), "morale": str(s.morale), "points": str(s.points)}
    words["active"] = text.label(p.area_name[s.active])
    words["target"] = text.label(p.area_name[b.area]) if b is not None else ""
    words["lead"] = p.unit_name[b.lead] if b is not None and b.lead >= 0 else ""
    words["unit"] = p.unit_name[max(s.mover, s.returning)] if max(s.mover, s.returning) >= 0 else ""
    words["here"] = text.label(p.area_name[s.where[s.mover]]) if s.mover >= 0 else ""
    if any(flow.is_under_way(s, step) for step in ("rejoin", "reinforce", "reinforce_october")):
        words["group"] = ", ".join(p.unit_name[u] for u in sequence.units_of_group(s, sequence.group_at_hand(s)))
    if flow.is_under_way(s, "come_back"):
        words["unit"] = p.unit_name[flow.current(s, "come_back")]
    if flow.is_under_way(s, "bloody_streets"):
        words["target"] = text.label(p.area_name[flow.current(s, "bloody_streets")])
    return words


def effect_words(s: State, text: Text, slots: Mapping[str, int]) -> dict[str, str]:
    """[6.3] [9.5.2C] What a purchase costs, and what a marker adds this turn."""
    words = {"shells": str(combat.shells(s)), "engineers": str(combat.SUPPORT_BONUS)}
    if "goods" in slots:
        words["price"] = points_word(text, supply.price(s, slots["goods"]))
    elif "unit" in slots:
        words["price"] = points_word(text, s.pack.return_cost[slots["unit"]])
    return words


def make(folder: str = "") -> Advance:
    """The title with its own pack, or with the one in a folder."""
    return Advance(Path(folder) if folder else None)


def scenario_words(pack: Pack, text: Text) -> list[Scenario]:
    """Every scenario with its words."""
    return [
        Scenario(name, text.label(scenario.title), ("german",), text.get("scenarios", name))
        for name, scenario in pack.scenarios.items()
    ]


def options(text: Text) -> list[Option]:
    """[12.0] The optional rules, and the rulings that can be switched."""
    switches = [
        Option(name, "off", ON_OFF, rule, text.get("options", name))
        for name, rule in zip(SWITCHES, SWITCH_RULES, strict=True)
    ]
    return [
        *switches,
        Option("starting_morale", "0", (), "12.7", text.get("options", "starting_morale")),
        Option("reroll_ones", "", (), "12.8", text.get("options", "reroll_ones")),
        Option("victory_areas", "0", (), "11.2", text.get("options", "victory_areas")),
        Option("return_area_6", "off", ON_OFF, "6.3", text.get("options", "return_area_6")),
    ]


def notation(pack: Pack) -> dict[str, list[str]]:
    """The words of the notation, by slot; and for other values the names that data and golden plays know them by."""
    areas = [""] + [str(a) for a in range(1, pack.areas + 1)]
    areas += [""] * (terms.OUT - len(areas)) + ["out"]
    return {
        "unit": pack.unit_name,
        "area": areas,
        "goods": ["artillery", "engineer", "air", "morale"],
        "marker": ["artillery", "engineer", "air"],
        "counter": pack.kind_name,
        "division": pack.division_name,
        "event": list(EVENTS),
        "result": list(terms.RESULTS),
        "outcome": list(terms.OUTCOMES),
    }


def labels(pack: Pack, text: Text) -> dict[str, list[str]]:
    """Values as people read them."""
    strategy = [text.get("words", name) or name for name in STRATEGIES]
    areas = [text.label(name) for name in pack.area_name]
    return {
        "area": areas + [""] * (terms.OUT - len(areas)) + [text.get("words", "out_of_action")],
        "goods": [text.get("words", f"goods_{n}") or n for n in ("artillery", "engineer", "air", "morale")],
        "marker": [text.get("words", f"marker_{n}") or n for n in ("artillery", "engineer", "air")],
        "division": [text.get("words", f"division_{n}") or f"{n}th Division" for n in pack.division_name],
        "event": [text.get("words", f"event_{n}") or n for n in EVENTS],
        "counter": [f"{strategy[pack.kind_strategy[k]]} {pack.kind_defense[k]}" for k in range(pack.kinds)],
        "strength": [text.get("words", n) or n for n in ("shaken", "strong")],
        "street": [text.get("words", f"street_{n}") or n for n in ("none", "morale", "spent")],
        "result": [text.get("words", f"result_{n}") or n for n in terms.RESULTS],
        "outcome": [text.get("words", f"outcome_{n}") or n for n in terms.OUTCOMES],
        "strategy": strategy,
    }
