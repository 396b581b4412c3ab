"""What every title promises about positions as text: all that can be reached is written and read back."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.position_words import Number
from kurgan.kernel.protocol import Decide, Game, Json, Misspelt, Over, State, Throw
from kurgan.kernel.title import Title
from kurgan.testing.contract.sample import Tested, answer_any, attribute_names

GENERAL = {"book", "choices", "events", "halts", "kinds", "options", "pack", "rules", "scenario", "stack"}
"""What is no column: facts, listeners, where we are (it has a test of its own)."""


def spoken(game: Game) -> Title[Any, Any]:
    assert isinstance(game, Title)
    return game


def values_of(game: Title[Any, Any], s: State, facts: frozenset[str]) -> Json:
    """Every column by name; those of a record that is there as record.field."""
    none = [record.none for record in game.wording.records]
    found: Json = {}
    for name in attribute_names(s):
        value = getattr(s, name)
        if name in GENERAL or name in facts or any(value is nothing for nothing in none):
            continue
        fields = attribute_names(value)
        if fields:
            found.update({f"{name}.{field}": getattr(value, field) for field in fields})
        else:
            found[name] = value
    return found


def misspelt(word: str, tape: Tape) -> str:
    """A word with one letter changed, doubled or dropped."""
    i = tape.below(len(word))
    return [word[:i] + word[i + 1 :], word[:i] + word[i] * 2 + word[i + 1 :], word[:i] + "q" + word[i:]][tape.below(3)]


def spoiled(game: Title[Any, Any], lines: list[str], tape: Tape) -> Iterator[str]:
    """Texts that cannot be right, each spoiled in one line."""
    heads = {word.name for word in game.wording.words} | {word.name.split()[0] for word in game.wording.words}
    numbers = {word.name for word in game.wording.words if isinstance(word, Number)}
    i = tape.below(len(lines))
    line = lines[i]
    head = line.split(":")[0] if ":" in line else line.split()[0]
    wrong = misspelt(head, tape)
    if wrong not in heads and wrong not in ("options", "now", "scenario", "") and ":" not in line:
        yield "\n".join([*lines[:i], line.replace(head, wrong, 1), *lines[i + 1 :]])
    yield "\n".join([*lines, line])
    yield "\n".join([*lines, "lunch at noon"])
    yield "\n".join([*lines, f"{head} "]) if ":" in line else "\n".join([*lines[:i], head, *lines[i + 1 :]])
    yield "\n".join([*lines[:i], f"{line} nobody/at/all", *lines[i + 1 :]])
    yield "\n".join([*lines[:i], f"{line} {'9' * 400}", *lines[i + 1 :]])
    for value in ("99999999999999999999", "-77777", "1.5", "\u0663", "none"):
        if line.split()[0] in numbers:
            yield "\n".join([*lines[:i], f"{line.split()[0]} {value}", *lines[i + 1 :]])


WRONG: list[Any] = [None, -1, 10**30, "lunch", [], {}, [[]], [300], {"a": 1}]


def read_or_refused(game: Game, text: str, names: str = "") -> State | None:
    """The position, or nothing if it was refused in one line that names what it should."""
    try:
        return game.read_position(text)
    except Misspelt as error:
        said = str(error)
    assert len(said.splitlines()) == 1
    assert names in said
    return None


class PositionsContract(Tested):
    """A position, its text and its JSON are one; what is misspelt is refused in one line."""

    derived: ClassVar[frozenset[str]] = frozenset()
    """Columns that are made again from others."""

    facts: ClassVar[frozenset[str]] = frozenset()
    """Attributes that are no columns: what does not change in a game."""

    long: ClassVar[frozenset[str]] = frozenset()
    """Scenarios that take too long to play from every phase; others have the same phases."""

    def said_as(self, column: str) -> set[str]:
        """What words call a column; more than one where each place of it has a word of its own."""
        return {column}

    def test_a_position_is_read_back_equal_from_text_and_from_json(self) -> None:
        for case in self.sample.cases:
            text = case.game.write_position(case.s)
            again = case.game.read_position(text)
            assert again.key() == case.s.key(), case.name
            assert json.dumps(again.to_json()) == json.dumps(case.s.to_json()), case.name
            assert case.game.write_position(again) == text, case.name
            assert type(case.game.pending(again)) is type(case.game.pending(case.s)), case.name
            assert case.game.legal(again) == case.game.legal(case.s), case.name
            loaded = case.game.read_position(json.dumps(case.s.to_json()))
            assert loaded.key() == case.s.key(), case.name

    def test_the_order_of_lines_does_not_matter(self) -> None:
        for case in self.sample.cases[::5]:
            lines = case.game.write_position(case.s).splitlines()
            assert case.game.read_position("\n".join(reversed(lines))).key() == case.s.key(), case.name

    def test_every_column_has_a_word(self) -> None:
        """Each attribute of the state, each field of a record and each place of a track is said by a word."""
        game = spoken(self.sample.game)
        said = {column.partition("&")[0] for word in game.wording.words for column in word.columns}
        s = self.sample.cases[0].s.copy()
        for record in game.wording.records:
            setattr(s, record.column, record.make())
        for column in values_of(game, s, self.facts):
            if column in self.derived:
                continue
            wanted = self.said_as(column)
            assert not wanted - said, f"no word for {sorted(wanted - said)}"

    def test_every_step_with_items_has_words_for_them(self) -> None:
        game = spoken(self.sample.game)
        each = {step.name for step in game.book.steps.values() if step.kind == flow.EACH}
        assert set(game.wording.items) == each

    def test_a_typed_phase_plays_on_to_the_end_of_the_game(self) -> None:
        """Every phase that can be typed, from positions of every scenario: the text without what is going on."""
        seen: set[tuple[str, str]] = set()
        for case in self.sample.cases:
            game = spoken(case.game)
            going = {word.name for word in game.wording.words if word.going_on}
            for phase in game.wording.phases(case.s):
                scenario = game.said(case.s)[0]
                if (scenario, phase) in seen or scenario in self.long:
                    continue
                if isinstance(game.pending(case.s), Over):
                    continue
                lines = game.write_position(case.s).splitlines()
                kept = [
                    x for x in lines if x.split()[0] != "now" and not going & {x.split()[0], " ".join(x.split()[:2])}
                ]
                try:
                    s = game.read_position("\n".join([*kept, f"phase {phase}"]))
                except Misspelt:
                    continue  # what was going on left pieces where they cannot stand otherwise
                seen.add((scenario, phase))
                tape = Tape(f"{self.sample.name} {phase}")
                while not isinstance(game.pending(s), Over):
                    game.answer(s, answer_any(game, s, tape))
        known = [spoken(case.game).wording.phases(case.s) for case in self.sample.cases]
        assert {phase for _, phase in seen} == {phase for phases in known for phase in phases}

    def test_some_hundred_spoiled_texts_are_refused_in_one_line(self) -> None:
        tape = Tape(f"spoiled {self.sample.name}")
        tried = 0
        for case in self.sample.cases:
            for _ in range(3):
                for text in spoiled(spoken(case.game), case.game.write_position(case.s).splitlines(), tape):
                    tried += 1
                    with pytest.raises(Misspelt) as refused:
                        case.game.read_position(text)
                    said = str(refused.value)
                    assert said.startswith("line "), said
                    assert len(said.splitlines()) == 1, said
                    assert len(said) < 500, said
        assert tried > 300

    def test_a_text_with_letters_changed_by_lot_is_read_or_refused(self) -> None:
        """Never an error of another kind, and what is read is a position that plays on."""
        tape = Tape(f"letters {self.sample.name}")
        letters = "abcdefghijklmnopqrstuvwxyz0123456789 -?*=@/,.:#\n\t\x00\u00e9"
        for case in self.sample.cases[::2]:
            text = case.game.write_position(case.s)
            for _ in range(12):
                i = tape.below(len(text))
                j = i + tape.below(3)
                changed = text[:i] + letters[tape.below(len(letters))] + text[j:]
                s = read_or_refused(case.game, changed)
                if s is None:
                    continue
                assert case.game.read_position(case.game.write_position(s)).key() == s.key()
                for _ in range(8):
                    if isinstance(case.game.pending(s), Decide | Throw):
                        case.game.answer(s, answer_any(case.game, s, tape))

    def test_spoiled_json_is_refused_in_one_line(self) -> None:
        for case in self.sample.cases[::3]:
            data = case.s.to_json()
            for key in data:
                for wrong in WRONG:
                    if wrong == data[key]:
                        continue
                    s = read_or_refused(case.game, json.dumps({**data, key: wrong}))
                    assert s is None or case.game.read_position(case.game.write_position(s)).key() == s.key(), key
            with pytest.raises(Misspelt, match="lunch"):
                case.game.read_position(json.dumps({**data, "lunch": 1}))
            for key in data:
                s = read_or_refused(case.game, json.dumps({k: value for k, value in data.items() if k != key}), key)
                assert s is None or s.key() == case.s.key(), f"{key} is missing, and nobody asked for it"
