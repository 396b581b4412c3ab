"""What every title does in the same way: the Game protocol on top of a book of steps, forms and words.

A title's ``game.py`` derives from ``Title`` and adds what is its own: setup, views, the scene, features and plans. One
whose position is a declared table of columns derives from ``kernel.plain_title.PlainTitle``, which needs less.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, TypeVar

from kurgan.kernel import flow, position_text
from kurgan.kernel.chance import Rng, Tape
from kurgan.kernel.defaults import NoAdvice
from kurgan.kernel.flow import Book, Position, Step
from kurgan.kernel.notation import Attack, End, Form, No, nearest
from kurgan.kernel.plain_screen import PlainScreen
from kurgan.kernel.position_words import Wording
from kurgan.kernel.protocol import (
    Choice,
    Company,
    Crumb,
    Decide,
    Event,
    FeatureWords,
    IllegalAction,
    Json,
    Misspelt,
    Option,
    Options,
    Outcome,
    Over,
    PackInfo,
    Pending,
    Refusal,
    Route,
    Scenario,
    View,
)
from kurgan.kernel.routes import NOBODY, March, find, set_out
from kurgan.kernel.sentences import NO_WORDS, Text, common, filled
from kurgan.kernel.vocabulary import Row

P = TypeVar("P", bound=Position)
V = TypeVar("V", bound=View)

SLOT = re.compile(r"\{[^{}]*\}")


class Title(NoAdvice[P, V], PlainScreen[V], ABC, Generic[P, V]):
    """Base of every title. What has no value here a title must set, what is abstract it must write; words, drawing,
    advice and what is revealed are its own where it writes them (docs/explanation/writing-a-title.md)."""

    name: str
    title: str
    book: Book
    forms: Mapping[str, Form]
    words: Mapping[str, Sequence[str]]
    event_kinds: Sequence[Row]
    refusal_kinds: Sequence[Row]
    scenario_list: Sequence[Scenario]
    option_list: Sequence[Option] = ()
    labels: Mapping[str, Sequence[str]] = MappingProxyType({})
    text: Text = NO_WORDS
    rules_version: int = 1

    # The title's own part -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def info(self) -> PackInfo:
        """See ``Rules``."""

    @abstractmethod
    def new(self, scenario: str, options: Options) -> P:
        """See ``Rules``."""

    @abstractmethod
    def outcome(self, s: P) -> Outcome:
        """How the game ended; asked only when nothing is left to do."""

    @abstractmethod
    def load_state(self, data: Json) -> P:
        """See ``Rules``."""

    @abstractmethod
    def view(self, s: P, seat: int) -> V:
        """See ``Secrets``."""

    @abstractmethod
    def imagine(self, v: V, rng: Rng) -> P:
        """See ``Secrets``."""

    @abstractmethod
    def load_view(self, data: Json) -> V:
        """See ``Secrets``."""

    def revealing(self) -> frozenset[int]:
        return frozenset()

    def supersedes(self) -> Mapping[int, int]:
        return {}

    def march(self) -> March | None:
        """How pieces go from place to place, where a player should be spared the single steps."""
        return None

    def marches(self) -> frozenset[str]:
        march = self.march()
        return march.starts if march is not None else frozenset()

    def routes(self, v: V) -> list[Route]:
        march = self.march()
        s = self._if_asked(v)
        return [] if march is None or s is None else find(s, march, self.choice)

    def sets_out(self) -> frozenset[str]:
        march = self.march()
        return march.sets_out if march is not None else frozenset()

    def set_out(self, v: V, pieces: Sequence[str], together: bool) -> Company:
        march = self.march()
        s = self._if_asked(v)
        return NOBODY if march is None or s is None else set_out(s, march, self.choice, pieces, together)

    def _if_asked(self, v: V) -> P | None:
        """A position that looks like this, if the seat is asked something in it."""
        s = self.imagine(v, Tape("routes"))
        asked = self.pending(s)
        return s if isinstance(asked, Decide) and asked.seat == v.seat else None

    # Positions as text: a title declares its words, and how to make a position without anything in it.

    @property
    def wording(self) -> Wording:
        """The words of its positions."""
        raise NotImplementedError

    def blank(self, scenario: str, settled: dict[str, str]) -> P:
        """A position of a scenario with nothing in it."""
        raise NotImplementedError

    def said(self, s: P) -> tuple[str, Mapping[str, str]]:
        """Scenario and options of a position, as ``blank`` takes them."""
        raise NotImplementedError

    def read_position(self, text: str) -> P:
        """A position from its text form or its JSON; raises Misspelt."""
        found: P = position_text.read(self, text)
        return found

    def write_position(self, s: P | V) -> str:
        return position_text.write(self, s)

    def prompt_words(self, s: P) -> dict[str, str]:
        """What prompts may speak of besides the step itself; public facts only."""
        return {}

    def feature_words(self, v: V, name: str) -> FeatureWords:
        """From the text file: the name, what raises it and what lowers it, with bars between."""
        said = [part.strip() for part in self.text.get("features", name).split("|")]
        return FeatureWords(*said) if len(said) == len(FeatureWords._fields) else super().feature_words(v, name)

    def standing_words(self, name: str) -> str:
        return self.text.label(name)

    def step_words(self, step: str) -> str:
        """Its prompt, with dots where a position would name a place or a unit."""
        prompt = self.text.get("prompts", step)
        return SLOT.sub("…", prompt) if prompt else super().step_words(step)

    def answer_words(self, step: str, action: str) -> str:
        """Its label; what a position would name in it is spelt as the answer spells it."""
        verb, *spelt = action.split()
        label = self.text.get("choices", f"{step}.{verb}") or self.text.get("choices", verb)
        rest = iter(spelt)
        return SLOT.sub(lambda _: next(rest, "…"), label) if label else super().answer_words(step, action)

    def check_option(self, option: Option, value: str) -> str:
        """The canonical form of the value of an option without fixed choices; raises Misspelt."""
        return value

    # Rules ----------------------------------------------------------------------------------------------------

    def pending(self, s: P) -> Pending:
        asked = flow.asked(s)
        return Over(self.outcome(s)) if asked is None else asked

    def legal(self, s: P) -> list[int]:
        return flow.legal(s) if s.choices is None else s.choices

    def space(self, s: P) -> list[int]:
        step = flow.top(s)
        return step.space(s) if step is not None and step.kind == flow.ASK else []

    def near(self, s: P) -> list[int]:
        step = flow.top(s)
        if step is None or step.kind != flow.ASK:
            return []
        return step.space(s) if step.near is None else step.near(s)

    def why_not(self, s: P, seat: int, a: int) -> Refusal | None:
        """The reason why this seat may not give this answer now, or None."""
        step = flow.top(s)
        if step is None:
            return Refusal("", "game_over", common("game_over"))
        if step.kind != flow.ASK:
            return Refusal(step.rule, "dice_first", common("dice_asked"))
        if step.seat(s) != seat:
            return Refusal(step.rule, "not_your_turn", common("not_your_turn"))
        if a in flow.legal(s):
            return None
        return self._refusal(s, step, a)

    def _refusal(self, s: P, step: Step, a: int) -> Refusal:
        name, rule = self.refusal_kinds[step.why(s, a)]
        values = {}
        phrase = self.forms[step.form].phrase_of(a)
        for slot, value in zip(phrase.slots, phrase.values(a), strict=True):
            values[slot.kind] = self.label(slot.kind, value)
        return Refusal(rule or step.rule, name, self.text.fill("refusals", name, values))

    def apply(self, s: P, a: int) -> list[Event]:
        """Give an answer (or the folded result of a throw) after checking it; returns what happened."""
        step = flow.top(s)
        if step is None:
            raise IllegalAction(Refusal("", "game_over", common("game_over")))
        if step.kind == flow.ASK:
            if a not in flow.legal(s):
                raise IllegalAction(self._refusal(s, step, a))
        elif not step.chance(s).can_give(a):
            raise IllegalAction(Refusal(step.rule, "impossible_throw", common("impossible_throw", throw=a)))
        s.events = []
        try:
            flow.answer(s, a)
            events: list[Event] = s.events
        finally:
            s.events = None
        return events

    def answer(self, s: P, a: int) -> None:
        flow.answer(s, a)

    def halt(self, s: P, steps: frozenset[str]) -> None:
        s.halts = steps

    # Words ----------------------------------------------------------------------------------------------------

    @property
    def voice(self) -> str:
        return self.text.voice

    @property
    def languages(self) -> Sequence[str]:
        return self.text.languages

    def named(self, english: str) -> str:
        return self.text.label(english)

    def label(self, kind: str, value: int) -> str:
        """A value as people read it: the display name, or the number itself."""
        if kind == "signed":
            return f"{value:+d}".replace("-", "−")
        names = self.labels.get(kind) or self.words.get(kind)
        if names is None or not 0 <= value < len(names):
            return str(value)
        return names[value]

    def _form(self, s: P) -> Form:
        step = flow.top(s)
        if step is None or step.kind != flow.ASK:
            raise Misspelt(common("nobody_asked"))
        return self.forms[step.form]

    def spell(self, s: P, a: int) -> str:
        return self._form(s).spell(a, self.words)

    def parse(self, s: P, text: str) -> int:
        return self._form(s).parse(text, self.words)

    def draws(self) -> Mapping[str, str]:
        """Step -> the kind of words that name what is drawn there."""
        return {}

    def draw_word(self, s: P, a: int) -> str:
        step = flow.top(s)
        assert step is not None and step.kind == flow.ROLL, "nothing is drawn now"
        kind = self.draws().get(step.name)
        return self.words[kind][a] if kind is not None else ""

    def choice(self, s: P, a: int) -> Choice:
        form = self._form(s)
        step = flow.top(s)
        assert step is not None
        phrase = form.phrase_of(a)
        pointed = {"place": "", "piece": ""}
        values: dict[str, str] = {}
        slots: dict[str, int] = {}
        for slot, value in zip(phrase.slots, phrase.values(a), strict=True):
            values[slot.kind] = self.label(slot.kind, value)
            slots[slot.kind] = value
            if slot.points_at:
                pointed[slot.points_at] = self.words[slot.kind][value]
        action = form.spell(a, self.words)
        known = self.text.tables.get("choices", {})
        template = known.get(f"{step.name}.{phrase.verb}") or known.get(phrase.verb)
        label = filled(template, values) if template else action
        no, ends, attacks = isinstance(phrase, No), isinstance(phrase, End), isinstance(phrase, Attack)
        effect = self._effect(s, (f"{step.name}.{phrase.verb}", action, phrase.verb), values, slots)
        place, piece = pointed["place"], pointed["piece"]
        return Choice(a, action, step.rule, phrase.verb, place, piece, label, no, ends, attacks, effect)

    def _effect(self, s: P, keys: Sequence[str], values: Mapping[str, str], slots: Mapping[str, int]) -> str:
        """The first of these keys that the text has an effect for."""
        known = self.text.tables.get("effects", {})
        template = next((known[key] for key in keys if known.get(key)), "")
        return filled(template, {**values, **self.effect_words(s, slots)}) if template else ""

    def effect_words(self, s: P, slots: Mapping[str, int]) -> dict[str, str]:
        """What the effect of an answer may speak of besides its own words: a price, what a card does. ``slots`` are
        the values of the answer by kind; public facts only."""
        return {}

    def where(self, s: P) -> list[Crumb]:
        crumbs = []
        words = self.prompt_words(s)
        for frame in s.stack:
            step = frame[0]
            title = self.text.fill("words", step.name, words) if self.text.get("words", step.name) else ""
            crumbs.append(Crumb(step.rule, step.name, title))
            called = flow.called_from(frame)
            if called is not None:
                crumbs.append(Crumb(called.rule, called.name, ""))
        return crumbs

    def prompt(self, s: P, seat: int) -> str:
        step = flow.top(s)
        if step is None:
            return self.text.fill("words", "over", {})
        return self.text.fill("prompts", step.name, self.prompt_words(s))

    def guide(self, s: P) -> str:
        step = flow.top(s)
        return self.text.get("guide", step.name) if step is not None else ""

    def event_name(self, kind: int) -> str:
        return self.event_kinds[kind][0]

    def sentence(self, event: Event) -> str:
        name, kinds = self.event_kinds[event.kind]
        values: dict[str, str] = {}
        words = kinds.split()
        for i, value in enumerate(event.args):
            kind = words[min(i, len(words) - 1)] if words else "number"
            values[f"a{i}"] = self.label(kind, value)
        template = self.text.get("events", name)
        if not template:
            return " ".join([name.replace("_", " "), *values.values()])
        return template.format(*values.values())

    def rule_text(self, number: str) -> str:
        return self.text.get("rules", number)

    def rule_title(self, number: str) -> str:
        return self.text.get("titles", number)

    # Setup ----------------------------------------------------------------------------------------------------

    def scenarios(self) -> Sequence[Scenario]:
        return self.scenario_list

    def scenario(self, name: str) -> Scenario:
        for scenario in self.scenario_list:
            if scenario.name == name:
                return scenario
        names = [scenario.name for scenario in self.scenario_list]
        known = ", ".join(names)
        raise Misspelt(common("unknown_scenario", name=name, near=nearest(name, names), known=known))

    def seats(self, scenario: str) -> tuple[str, ...]:
        return self.scenario(scenario).seats

    def rivals(self, scenario: str, seat: str) -> tuple[str, ...]:
        return tuple([name for name in self.seats(scenario) if name != seat])

    def options(self) -> Sequence[Option]:
        return self.option_list

    def settle(self, options: Options) -> dict[str, str]:
        settled = {option.name: option.default for option in self.option_list}
        by_name = {option.name: option for option in self.option_list}
        for name, value in options.items():
            if name not in by_name:
                raise Misspelt(common("unknown_option", name=name, near=nearest(name, list(by_name))))
            option = by_name[name]
            if option.choices and value not in option.choices:
                raise Misspelt(common("option_choices", name=name, choices=", ".join(option.choices), value=value))
            settled[name] = value if option.choices else self.check_option(option, value)
        return settled
