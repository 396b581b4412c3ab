"""One-line notation for answers, and canonical JSON.

The answers of a question are ints; their *form* says how they are spelled: a few phrases, each a verb and slots.
``Phrase("move", MOVE, UNIT, AREA)`` spells ``MOVE + u * AREA.radix + a`` as ``move 29/RCN 10``. Words come from a
vocabulary, one list a slot kind, built from the pack; a word has no blanks.
"""

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, NamedTuple

from kurgan.kernel.protocol import Guessed, Misspelt
from kurgan.kernel.sentences import common, common_word

Vocabulary = Mapping[str, Sequence[str]]
"""Slot kind -> words by index."""


class Slot(NamedTuple):
    """A place in a phrase: which vocabulary, how many values at most, and what it points at on the table."""

    kind: str
    radix: int
    points_at: str = ""  # "place", "piece" or nothing


class Phrase:
    """A verb with slots; its answers are ``base`` .. ``base + size - 1``."""

    def __init__(self, verb: str, base: int, *slots: Slot) -> None:
        self.verb = verb
        self.base = base
        self.slots = slots
        self.size = 1
        for slot in slots:
            self.size *= slot.radix

    def values(self, a: int) -> list[int]:
        """The slot values of an answer."""
        rest = a - self.base
        values: list[int] = []
        for slot in reversed(self.slots):
            rest, value = divmod(rest, slot.radix)
            values.append(value)
        values.reverse()
        return values

    def answer(self, values: Sequence[int]) -> int:
        a = 0
        for slot, value in zip(self.slots, values, strict=True):
            a = a * slot.radix + value
        return self.base + a


class No(Phrase):
    """The phrase that declines what a question offers: "none", "done", "stay". The order ``never`` gives it."""


class End(No):
    """The no that ends a phase: whoever could still act waits for the next one, so the page asks again."""


class Attack(Phrase):
    """The phrase that begins a fight: the page makes it a button with its chances, and no click on the map gives it."""


class Form:
    """All phrases of one question; no verb twice, no overlapping ranges, at most one no."""

    def __init__(self, *phrases: Phrase) -> None:
        self.phrases = phrases
        spans = sorted((p.base, p.base + p.size) for p in phrases)
        for (_, end), (begin, _) in pairwise(spans):
            if begin < end:
                raise ValueError(f"phrases overlap in {[p.verb for p in phrases]}")
        if len({p.verb for p in phrases}) != len(phrases):
            raise ValueError(f"a verb stands twice in {[p.verb for p in phrases]}")
        if sum(isinstance(p, No) for p in phrases) > 1:
            raise ValueError(f"two phrases mean no in {[p.verb for p in phrases]}")

    def phrase_of(self, a: int) -> Phrase:
        for phrase in self.phrases:
            if phrase.base <= a < phrase.base + phrase.size:
                return phrase
        raise Misspelt(common("no_answer", answer=a))

    def spell(self, a: int, words: Vocabulary) -> str:
        phrase = self.phrase_of(a)
        parts = [phrase.verb]
        for slot, value in zip(phrase.slots, phrase.values(a), strict=True):
            known = words[slot.kind]
            if value >= len(known):
                raise Misspelt(common("no_answer", answer=a))
            parts.append(known[value])
        return " ".join(parts)

    def parse(self, text: str, words: Vocabulary) -> int:
        parts = text.split()
        if not parts:
            raise Misspelt(common("empty_line", usage=self.hint()))
        for phrase in self.phrases:
            if phrase.verb.lower() == parts[0].lower():
                return self._parse_slots(phrase, parts, words)
        near = nearest(parts[0], [p.verb for p in self.phrases])
        raise _unknown("word", parts[0], near, common("expected_too", usage=self.hint()))

    def _parse_slots(self, phrase: Phrase, parts: list[str], words: Vocabulary) -> int:
        if len(parts) != len(phrase.slots) + 1:
            raise Misspelt(common("expected", usage=usage(phrase), line=" ".join(parts)))
        values = []
        for slot, word in zip(phrase.slots, parts[1:], strict=True):
            values.append(look_up(word, slot.kind, words[slot.kind]))
        return phrase.answer(values)

    def hint(self) -> str:
        return common("or").join([common("quoted", word=usage(p)) for p in self.phrases])


def usage(phrase: Phrase) -> str:
    """The phrase as a pattern: ``move UNIT AREA``."""
    return " ".join([phrase.verb] + [kind_word(slot.kind).upper() for slot in phrase.slots])


def kind_word(kind: str) -> str:
    """What a kind of word is called; a title of somebody else may have one that nobody else has."""
    return common_word(f"kind_{kind}") or kind


def look_up(word: str, kind: str, known: Sequence[str]) -> int:
    """The index of a word, whatever its case; raises Misspelt with the nearest known one."""
    lower = word.lower()
    for i, candidate in enumerate(known):
        if candidate and candidate.lower() == lower:
            return i
    raise _unknown(kind, word, nearest(word, known))


def _unknown(kind: str, word: str, near: str, more: str = "") -> Misspelt:
    return (Guessed if near else Misspelt)(common("unknown", kind=kind_word(kind), word=word, near=near, more=more))


def nearest(word: str, known: Sequence[str]) -> str:
    """ ", did you mean 'x'?" or nothing."""
    lowered = {k.lower(): k for k in known if k}
    close = get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.5)
    return common("meant", word=lowered[close[0]]) if close else ""


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks: equal values, equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
