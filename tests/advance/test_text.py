"""Advance's sentences: none is missing, none is left over, and every placeholder is filled."""

import re
from collections.abc import Iterator

import pytest

from kurgan.games.advance import terms
from kurgan.games.advance.answers import DONE
from kurgan.games.advance.events import FANATIC_HOLDS, RESULT
from kurgan.games.advance.game import DATA, Advance
from kurgan.games.advance.hidden.view import View
from kurgan.games.advance.odds.fights import PARTS
from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES
from kurgan.games.advance.position.state import Battle, State
from kurgan.games.advance.screen.map_text import charts, map_text
from kurgan.games.advance.screen.names import labels
from kurgan.games.advance.screen.prompts import prompt_words
from kurgan.games.advance.screen.scene import Teller
from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.packfile import read_csv
from kurgan.kernel.protocol import EVERYONE, Decide, Event, Over, Throw
from kurgan.kernel.sentences import Text

GAME = Advance()
TABLES = GAME.text.tables
SWITCHES = ("rubble", "northern_shoulder", "isolation", "parent_organization", "limited_air", "pavlov")
OPTIONS = dict.fromkeys(SWITCHES, "on")
FRAMED = (flow.SEQ, flow.WHILE, flow.EACH, flow.ASK, flow.ROLL)
BRACE = re.compile(r"[{}]")


class Listening(Text):
    """A text that remembers which sentences were asked for."""

    def __init__(self) -> None:
        super().__init__(TABLES)
        self.asked: set[str] = set()

    def get(self, table: str, key: str) -> str:
        if table == "words":
            self.asked.add(key)
        return super().get(table, key)


def play(scenario: str, seed: str, decisions: int) -> Iterator[State]:
    """Positions of a random game, one before each answer."""
    s = GAME.new(scenario, {**OPTIONS, "reroll_ones": "2 11"})
    tape = Tape(seed)
    for _ in range(decisions):
        yield s
        pending = GAME.pending(s)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Throw):
            GAME.answer(s, pending.chance.fold(pending.chance.sample(tape)))
        else:
            legal = GAME.legal(s)
            GAME.answer(s, legal[tape.below(len(legal))])


def test_a_prompt_for_every_question() -> None:
    steps = {step.name for step in [*GAME.book.asks(), *GAME.book.rolls()]}
    assert set(TABLES["prompts"]) == steps


def test_the_end_of_a_round_is_named_only_where_it_may_be_answered() -> None:
    seen = set()
    for s in play("campaign", "round", 400):
        pending = GAME.pending(s)
        if isinstance(pending, Decide) and pending.step == "order":
            may_end = DONE in GAME.legal(s)
            assert ("end the round" in GAME.prompt(s, 0)) == may_end
            seen.add(may_end)
    assert seen == {True, False}


def test_fanatics_have_the_last_word_on_a_success() -> None:
    """The card of a fight is headed by its last result: an area that was not taken must not read "Success"."""
    assert PARTS[FANATIC_HOLDS] == PARTS[RESULT]


def test_a_guide_for_every_decision() -> None:
    assert set(TABLES["guide"]) == {step.name for step in GAME.book.asks()}


def test_a_label_for_every_answer() -> None:
    """By step and verb, or by the verb alone; no label is left over."""
    used = set()
    for step in GAME.book.asks():
        for phrase in GAME.forms[step.form].phrases:
            own = f"{step.name}.{phrase.verb}"
            key = own if own in TABLES["choices"] else phrase.verb
            assert key in TABLES["choices"], own
            used.add(key)
            spoken = set(re.findall(r"\{(\w+)\}", TABLES["choices"][key]))
            assert spoken <= {slot.kind for slot in phrase.slots}, own
    assert used == set(TABLES["choices"])


def test_a_summary_for_every_rule() -> None:
    """Every paragraph that is a rule or a definition; nothing for those that are not."""
    rows = read_csv(DATA, "rules.csv", ("number", "title", "file", "status", "note"))
    assert set(TABLES["rules"]) == {row.text("number") for row in rows if row.text("status") != "not a rule"}


def test_words_for_options_and_scenarios() -> None:
    assert set(TABLES["options"]) == {option.name for option in GAME.options()}
    assert set(TABLES["scenarios"]) == {scenario.name for scenario in GAME.scenarios()}


@pytest.mark.parametrize("scenario", ["campaign", "factory"])
def test_every_placeholder_is_filled(scenario: str) -> None:
    """Prompts, breadcrumbs, labels, refusals and events of random play show no brace."""
    for s in play(scenario, f"braces {scenario}", 500):
        pending = GAME.pending(s)
        if isinstance(pending, Over):
            break
        assert not BRACE.search(GAME.prompt(s, 0))
        assert not any(BRACE.search(crumb.title) or not crumb.title for crumb in GAME.where(s))
        if isinstance(pending, Decide):
            assert GAME.guide(s)
            for a in GAME.legal(s):
                assert not BRACE.search(GAME.choice(s, a).label)
            for a in GAME.space(s)[:: max(1, len(GAME.space(s)) // 150)]:
                refusal = GAME.why_not(s, 0, a)
                assert refusal is None or not BRACE.search(refusal.text), refusal


def test_every_event_can_be_told() -> None:
    for kind, (name, kinds) in enumerate(GAME.event_kinds):
        sentence = GAME.sentence(Event("6.0", kind, (1,) * len(kinds.split()), EVERYONE))
        assert sentence.endswith("."), name
        assert not BRACE.search(sentence), name


# [words]: the lookups of a table that shows everything


def spoken_words() -> set[str]:
    """Every word that labels, charts, breadcrumbs and scenes ask for."""
    text = Listening()
    labels(GAME.pack, text)
    charts(GAME.pack, text)
    text.asked |= {"over", "effect_0"}  # the prompt at the end; a chart of another pack may have rolls without event
    text.asked |= {step.name for step in GAME.book.steps.values() if step.kind in FRAMED}
    for s in staged():
        Teller(GAME.pack, text, View(0, s)).scene()
        map_text(GAME.pack, text, s)
        prompt_words(s, text)
    return text.asked


def staged() -> Iterator[State]:
    """Positions that between them show every state, event, strategy and ending."""
    for scenario in ("campaign", "factory"):
        for n, s in enumerate(play(scenario, f"words {scenario}", 300)):
            if n % 7 == 0:
                yield s.copy()
        s = GAME.new(scenario, OPTIONS)
        yield from endings(s)
        yield from events(s)
        yield from fights(s)


def endings(s: State) -> Iterator[State]:
    for outcome in range(1, len(terms.OUTCOMES)):
        over = s.copy()
        over.outcome = outcome
        yield over


def events(s: State) -> Iterator[State]:
    for event in range(1, len(EVENTS)):
        now = s.copy()
        now.effects = 1 << event
        now.paused = GAME.pack.division[0]
        now.morale = GAME.pack.strong_from if event % 2 else 1
        now.supply = event % 3
        now.where[0] = terms.AWAY
        now.where[1] = terms.GONE
        now.isolated = now.soviet_mask
        yield now


def fights(s: State) -> Iterator[State]:
    """Each strategy, strong and shaken, against all kinds of units with all kinds of support."""
    area = next(a for a in range(1, GAME.pack.areas + 1) if s.soviet[a] == terms.UNREVEALED)
    for strategy in range(-1, len(STRATEGIES)):
        for morale in (5, 15):
            now = s.copy()
            now.morale = morale
            now.effects = 1 << EVENTS.index("commissars")
            now.active = 1
            b = Battle(area, True, False)
            b.units = [u for u in range(GAME.pack.units) if 1 <= s.where[u] <= GAME.pack.areas][:8]
            b.lead = b.units[0]
            b.strategy = strategy
            b.factor = 8
            b.artillery, b.engineers, b.air = 1, 1, 1
            now.battle = b
            yield now


def test_no_word_is_missing_and_none_is_left_over() -> None:
    spoken = spoken_words()
    assert sorted(spoken - set(TABLES["words"])) == []
    assert sorted(set(TABLES["words"]) - spoken) == []
