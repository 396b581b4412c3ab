"""What every title promises about its rules: legality, ends, copies, saving, chance, order, words."""

import ast
import json
import os
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kurgan.kernel.chance import Chance, Deal, Tape
from kurgan.kernel.protocol import Decide, IllegalAction, Json, Over, Throw, spoken
from kurgan.testing.contract.sample import Sample, Tested, answer_any, attribute_names

MOST_ANSWERS = 40
"""Answers tried at one position; long lists are sampled evenly."""


def thinned(answers: list[int]) -> list[int]:
    return answers[:: max(1, len(answers) // MOST_ANSWERS)]


KEPT_BEHIND = {"choices", "events"}
"""What a copy does not take along: the kept legal list and the listeners."""

COLUMNS = (list, bytearray, dict, set, array)


def attributes(value: object) -> Json:
    return {attribute: getattr(value, attribute) for attribute in attribute_names(value)}


def compare(name: str, original: object, copied: Any) -> None:
    """Equal throughout, and nothing that can change is shared."""
    if isinstance(original, COLUMNS):
        assert copied is not original, f"{name} is shared with the copy"
        items = original.items() if isinstance(original, dict) else enumerate(original)
        assert len(copied) == len(original), f"{name} is not the same"
        for key, item in items:
            if not isinstance(original, set):
                compare(f"{name}[{key}]", item, copied[key])
    elif copied is original or not attributes(original):
        assert copied == original, f"{name} is not the same"
    else:
        for attribute, value in attributes(original).items():
            compare(f"{name}.{attribute}", value, getattr(copied, attribute))


def _only_settings_differ(saved: Json, by_key: dict[bytes, str]) -> bool:
    """Two games with other options may look alike on the board; a key compares positions of one game."""
    board = {k: v for k, v in saved.items() if k not in ("options", "rules", "scenario", "turns", "dug_in")}
    others = [json.loads(text) for text in by_key.values()]
    return any(board == {k: v for k, v in other.items() if k in board} for other in others)


def pools(sample: Sample) -> list[Chance]:
    """Every kind of pool met in some games, one of each."""
    found: dict[tuple[str, ...], Chance] = {}
    for number in range(3):
        play = sample.play(str(number))
        for s in play.positions:
            asked = play.game.pending(s)
            if isinstance(asked, Throw):
                listed = "" if isinstance(asked.chance, Deal) else str(asked.chance.outcomes())
                found.setdefault((asked.step, asked.chance.asked(), listed), asked.chance)
    return list(found.values())


def check_deal(deal: Deal) -> None:
    """A deal cannot be listed: its least and last outcome, and some between."""
    tape = Tape(deal.asked())
    least = [0] * len(deal.sizes)
    last = [n - 1 for n in deal.sizes]
    for faces in (least, last, *[list(deal.sample(tape)) for _ in range(20)]):
        folded = deal.fold(faces)
        assert deal.can_give(folded)
        assert deal.split(folded) == faces
        assert deal.parse(deal.text(faces)) == faces
    assert (deal.fold(least), deal.fold(last)) == (0, deal.total() - 1)
    assert deal.asked() == "1 each of " + " ".join(str(n) for n in deal.sizes)


def some_outcomes(chance: Chance) -> list[int]:
    if isinstance(chance, Deal):
        tape = Tape(chance.asked())
        return [0, chance.total() - 1, *[chance.throw(tape) for _ in range(4)]]
    return thinned([value for value, _ in chance.outcomes()])


FINGERPRINT = """
import hashlib, importlib, sys
from kurgan.kernel.notation import canonical
from kurgan.testing.contract.sample import Sample
make = getattr(importlib.import_module(sys.argv[1]), sys.argv[2])
play = Sample(make()).play("order")
text = [[canonical(s.to_json()), play.game.legal(s), s.key().hex()] for s in play.positions]
print(hashlib.sha256(canonical(text).encode()).hexdigest())
"""


class RulesContract(Tested):
    """Legality, ends, copies, saving, chance, order, words."""

    def test_every_legal_answer_applies_and_leaves_a_sound_position(self) -> None:
        for case in self.sample.decisions:
            for a in thinned(case.game.legal(case.s)):
                s = case.s.copy()
                case.game.apply(s, a)
                s.check()

    def test_exactly_the_answers_without_refusal_are_legal(self) -> None:
        for case in self.sample.decisions:
            asked = case.game.pending(case.s)
            assert isinstance(asked, Decide)
            legal = case.game.legal(case.s)
            space = case.game.space(case.s)
            assert len(set(legal)) == len(legal), case.name
            assert len(set(space)) == len(space), f"{case.name}: {asked.step} spells an answer twice"
            allowed = [a for a in space if case.game.why_not(case.s, asked.seat, a) is None]
            assert sorted(allowed) == sorted(legal), f"{case.name}: {asked.step}"

    def test_each_step_refuses_by_its_own_reasons_exactly_what_is_not_legal(self) -> None:
        """``why`` alone, without a look at the legal list, says the same as ``choices``."""
        for case in self.sample.decisions:
            step = case.s.stack[-1][0]
            legal = set(case.game.legal(case.s))
            for a in case.game.space(case.s):
                assert (step.why(case.s, a) == 0) == (a in legal), (
                    f"{case.name}: {step.name} {case.game.spell(case.s, a)}"
                )

    def test_an_illegal_answer_is_refused_with_a_rule_and_changes_nothing(self) -> None:
        for case in self.sample.decisions:
            legal = set(case.game.legal(case.s))
            refused = [a for a in case.game.space(case.s) if a not in legal]
            for a in thinned(refused)[:10]:
                s = case.s.copy()
                with pytest.raises(IllegalAction) as caught:
                    case.game.apply(s, a)
                assert caught.value.refusal.rule, f"{case.name}: {case.game.spell(s, a)} is refused without a rule"
                assert caught.value.refusal.text
                assert s.key() == case.s.key()

    def test_over_means_no_actions_and_a_named_outcome(self) -> None:
        ended = 0
        for case in self.sample.cases:
            asked = case.game.pending(case.s)
            if isinstance(asked, Over):
                ended += 1
                assert asked.outcome.name
                assert case.game.legal(case.s) == case.game.space(case.s) == []
                assert case.game.why_not(case.s, 0, 0) is not None
            elif isinstance(asked, Throw):
                assert case.game.legal(case.s) == []
            else:
                assert case.game.legal(case.s)
        assert ended

    def test_a_copy_has_every_attribute_and_shares_none_that_changes(self) -> None:
        for case in self.sample.cases:
            copied = case.s.copy()
            for attribute, value in attributes(case.s).items():
                if attribute not in KEPT_BEHIND:
                    compare(attribute, value, getattr(copied, attribute))
            assert copied.events is None

    def test_playing_a_copy_on_leaves_the_original_alone(self) -> None:
        for case in self.sample.cases[::2]:
            before = json.dumps(case.s.to_json(), sort_keys=True), case.s.key()
            copied = case.s.copy()
            tape = Tape(case.name)
            for _ in range(60):
                if isinstance(case.game.pending(copied), Over):
                    break
                case.game.apply(copied, answer_any(case.game, copied, tape))
            assert (json.dumps(case.s.to_json(), sort_keys=True), case.s.key()) == before

    def test_a_position_round_trips_through_json_and_goes_on_alike(self) -> None:
        for case in self.sample.cases:
            loaded = case.game.load_state(json.loads(json.dumps(case.s.to_json())))
            loaded.check()
            assert loaded.key() == case.s.key(), case.name
            assert case.game.legal(loaded) == case.game.legal(case.s)
            assert loaded.to_json() == case.s.to_json()
            original = case.s.copy()
            tapes = Tape(case.name), Tape(case.name)
            for _ in range(25):
                if isinstance(case.game.pending(original), Over):
                    break
                for s, tape in zip((original, loaded), tapes, strict=True):
                    case.game.answer(s, answer_any(case.game, s, tape))
                assert loaded.key() == original.key(), case.name

    def test_equal_positions_have_equal_keys_and_others_do_not(self) -> None:
        """Positions that save differently differ in their keys."""
        by_key: dict[bytes, str] = {}
        for case in self.sample.cases:
            if case.s.events is None:
                saved = json.dumps(case.s.to_json(), sort_keys=True)
                assert by_key.setdefault(case.s.key(), saved) == saved or _only_settings_differ(
                    case.s.to_json(), by_key
                )

    def test_chances_sum_to_one_and_folds_agree_with_outcomes(self) -> None:
        met = pools(self.sample)
        assert met
        for pool in met:
            if isinstance(pool, Deal):
                check_deal(pool)
                continue
            outcomes = pool.outcomes()
            assert sum(weight for _, weight in outcomes) == pool.total()
            assert all(weight > 0 for _, weight in outcomes)
            assert [value for value, _ in outcomes] == sorted({value for value, _ in outcomes})
            assert pool.size() == len(outcomes)
            asked = pool.asked()
            if asked.endswith("d6"):
                count = int(asked[:-2])
                if count > 4:
                    continue
                faces: list[tuple[int, ...]] = list(product(range(1, 7), repeat=count))
            else:
                faces = [(i,) for i in range(int(asked.removeprefix("1 of ")))]
            assert sorted(Counter(pool.fold(f) for f in faces).items()) == outcomes, asked
            assert all(pool.parse(pool.text(f)) == list(f) for f in faces[:50])

    def test_every_outcome_of_a_throw_leads_to_a_sound_position(self) -> None:
        for case in self.sample.cases:
            asked = case.game.pending(case.s)
            if isinstance(asked, Throw):
                for answer in some_outcomes(asked.chance):
                    s = case.s.copy()
                    case.game.apply(s, answer)
                    s.check()

    def test_lists_do_not_depend_on_the_hash_seed(self) -> None:
        """The same game in processes that order their sets differently is byte-identical."""
        prints = set()
        for seed in ("1", "2"):
            environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            kind = type(self.sample.game)
            command = [sys.executable, "-c", FINGERPRINT, kind.__module__, kind.__qualname__]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            prints.add(done.stdout)
        assert len(prints) == 1

    def test_the_legal_list_is_the_same_each_time_it_is_made(self) -> None:
        for case in self.sample.decisions:
            legal = list(case.game.legal(case.s))
            assert case.game.legal(case.s.copy()) == legal
            loaded = case.game.load_state(json.loads(json.dumps(case.s.to_json())))
            assert case.game.legal(loaded) == legal

    def test_every_answer_of_the_space_is_spelled_and_read_back(self) -> None:
        for case in self.sample.decisions:
            for a in case.game.space(case.s):
                text = case.game.spell(case.s, a)
                assert case.game.parse(case.s, text) == a, text
                assert text == " ".join(text.split())

    def test_every_choice_says_what_it_points_at(self) -> None:
        for case in self.sample.decisions:
            for a in thinned(case.game.legal(case.s)):
                choice = case.game.choice(case.s, a)
                assert choice.answer == a
                assert choice.action == case.game.spell(case.s, a)
                assert choice.rule
                assert choice.label
                assert "{" not in choice.label, f"{choice.action}: {choice.label}"

    def test_every_question_has_a_prompt_and_a_place_in_the_rulebook(self) -> None:
        for case in self.sample.decisions:
            asked = case.game.pending(case.s)
            assert isinstance(asked, Decide)
            prompt = case.game.prompt(case.s, asked.seat)
            assert prompt
            assert "{" not in prompt, f"{asked.step}: {prompt}"
            crumbs = case.game.where(case.s)
            assert crumbs[-1].name == asked.step
            assert all(crumb.rule for crumb in crumbs)
            assert all(crumb.title for crumb in spoken(crumbs))

    def test_events_of_whole_games_become_sentences(self) -> None:
        game = self.sample.game
        tape = Tape(f"sentences/{self.sample.name}")
        s = game.new(game.scenarios()[0].name, {})
        told = 0
        while not isinstance(game.pending(s), Over):
            for event in game.apply(s, answer_any(game, s, tape)):
                sentence = game.sentence(event)
                assert sentence
                assert "{" not in sentence
                told += 1
        assert told

    def test_every_scenario_opens_with_a_sound_position_and_its_seats(self) -> None:
        game = self.sample.game
        assert len({scenario.name for scenario in game.scenarios()}) == len(game.scenarios()) > 0
        for scenario in game.scenarios():
            s = game.new(scenario.name, {})
            s.check()
            assert game.seats(scenario.name) == scenario.seats != ()
            assert s.key() == game.new(scenario.name, game.settle({})).key()

    def test_every_choice_of_every_option_can_be_played(self) -> None:
        game = self.sample.game
        for option in game.options():
            assert not option.choices or option.default in option.choices
            assert option.rule
            for value in option.choices:
                settled = game.settle({option.name: value})
                assert settled[option.name] == value
                assert set(settled) == {o.name for o in game.options()}

    def test_an_option_that_means_nothing_in_a_scenario_changes_nothing_there(self) -> None:
        """It is not offered; a record that names it plays as one that does not."""
        game = self.sample.game
        names = [scenario.name for scenario in game.scenarios()]
        for option in game.options():
            assert set(option.scenarios) <= set(names)
            for scenario in [name for name in names if not option.counts_in(name)]:
                other = next((value for value in option.choices if value != option.default), "1")
                plain, named = game.new(scenario, {}), game.new(scenario, {option.name: other})
                assert played(game, plain, FEW_ANSWERS) == played(game, named, FEW_ANSWERS)

    def test_a_position_from_before_an_option_gets_its_default(self) -> None:
        """Games that were stored when there was no such option go on as they were."""
        game = self.sample.game
        s = game.new(game.scenarios()[0].name, {})
        for option in game.options():
            saved = json.loads(json.dumps(s.to_json()))
            holders = [saved[holder] for holder in ("options", "rules") if option.name in saved.get(holder, {})]
            for holder in holders:  # a title may save them in another way, which is then its own to keep
                del holder[option.name]
            again = game.load_state(saved)
            assert again.key() == s.key()
            assert game.said(again) == game.said(s)


FEW_ANSWERS = 40


def played(game: Any, s: Any, most: int) -> list[Any]:
    """What is asked one after the other, with the answers there are, while lots are drawn of them."""
    lots, asked = Tape("options"), list[Any]()
    while len(asked) < most and not isinstance(pending := game.pending(s), Over):
        asked.append((pending.step, game.legal(s) if isinstance(pending, Decide) else pending.chance))
        game.apply(s, answer_any(game, s, lots))
    return [(step, list(legal)) for step, legal in asked if not isinstance(legal, Chance)]


def without_use(folder: Path, rows: Iterable[str]) -> list[str]:
    """Rows whose constant stands in a module of the folder and is named nowhere else in it."""
    declared: set[str] = set()
    named: set[str] = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name):
                (named if isinstance(node.ctx, ast.Load) else declared).add(node.id)
            elif isinstance(node, ast.Attribute):
                named.add(node.attr)
    return [row for row in rows if row.upper() in declared - named]


class VocabularyContract(Tested):
    """A row that no rule uses does not exist."""

    def test_every_event_and_every_refusal_is_used(self) -> None:
        game: Any = self.sample.game
        folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
        rows = [word for word, _ in (*game.event_kinds, *list(game.refusal_kinds)[1:])]
        assert without_use(folder, rows) == []


class WordsContract(Tested):
    """For titles with a text file: nothing is left to be said by its name alone."""

    def test_every_question_refusal_and_event_has_its_words(self) -> None:
        """Prompt and guide for each question, a sentence for each refusal and each event."""
        game: Any = self.sample.game
        missing: list[str] = []
        for step in game.book.asks():
            missing += [f"{t}.{step.name}" for t in ("prompts", "guide") if not game.text.get(t, step.name)]
            assert step.form in game.forms, f"{step.name} has no notation"
        missing += [
            f"refusals.{word}" for word, _ in list(game.refusal_kinds)[1:] if not game.text.get("refusals", word)
        ]
        missing += [f"events.{word}" for word, _ in game.event_kinds if not game.text.get("events", word)]
        missing += [f"options.{option.name}" for option in game.options() if not option.about]
        missing += [f"scenarios.{scenario.name}" for scenario in game.scenarios() if not scenario.about]
        assert missing == []
