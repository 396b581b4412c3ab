"""Epochs: stretches of a record under one secret, the words that are mixed into its dice, and what may be known.

An epoch begins with a commitment to a secret and with the *house words*, which whoever keeps the game makes for bots
and empty seats: both stand in one line, so that neither can be chosen to fit the other or a later word. Every person
adds a word of their own after having seen that line. A new epoch asks for fresh words.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import common, seat_word
from kurgan.session import dice
from kurgan.session.dice import Words

if TYPE_CHECKING:
    from kurgan.session.replay import Course, Holder

PERSON = "person"
MOST_WORD = 200
"""Letters of a word for the dice."""

LOST = "the secret was lost"
AFTER_END = "played on after the end"
REWOUND = "went back past the dice"
BRANCHED = "another way from here"
IMPORTED = "brought in from a file"


class Mixed(NamedTuple):
    """A word in the dice: whose, in which line, after how many throws of its epoch, and whether the seat made it."""

    seat: str
    word: str
    line: int
    after: int
    own: bool


class Epoch(NamedTuple):
    """One secret: its promise, the game whose id is in its dice, the line that began it and why, what was mixed in."""

    commitment: str
    game: str
    line: int
    why: str
    words: tuple[Mixed, ...]
    throws: int

    def pairs(self) -> Words:
        return tuple([(mixed.seat, mixed.word) for mixed in self.words])

    def mix(self, seat: str, word: str, line: int, own: bool) -> "Epoch":
        return self._replace(words=(*self.words, Mixed(seat, word, line, self.throws, own)))


def begin(commitment: str, game: str, line: int, why: str, house: Sequence[Sequence[str]] = ()) -> Epoch:
    return Epoch(commitment, game, line, why, tuple([Mixed(s, w, line, 0, False) for s, w in house]), 0)


def house_words(seats: "Mapping[str, Holder]") -> list[list[str]]:
    """A word for each seat without a person, made together with the secret."""
    return [[seat, dice.new_word()] for seat, holder in seats.items() if holder.held != PERSON]


def wanting(course: "Course") -> list[str]:
    """Seats of people whose own word is not in the dice of this epoch yet."""
    if course.is_open() or course.revealed:
        return []
    own = {mixed.seat: mixed.line for mixed in course.epochs[-1].words if mixed.own}
    return [seat for seat in course.people() if own.get(seat, 0) <= course.seated.get(seat, 0)]


def why_no_word(course: "Course", seat: str, word: str, commitment: str) -> str:
    """Why a seat may not add this word, made for this promise; empty if it may."""
    if not 0 < len(word) <= MOST_WORD or not word.isprintable():
        return common("word_letters", most=MOST_WORD)
    if course.is_open():
        return common("word_open")
    if commitment and commitment != course.epochs[-1].commitment:
        return common("word_other")
    if seat not in wanting(course):
        return common("word_none", seat=seat_word(seat))
    return ""


def fairness(course: "Course") -> Json:
    """What everybody may know of the dice, before and after sitting down."""
    epoch = course.epochs[-1]
    return {
        "commitment": epoch.commitment,
        "epoch": len(course.epochs),
        "open": course.is_open(),
        "words": [{"seat": mixed.seat, "line": mixed.line, "own": mixed.own} for mixed in epoch.words],
        "wants": wanting(course),
        "remarks": remarks(course),
    }


def remarks(course: "Course") -> list[str]:
    """Plain sentences on everything by which somebody could have known dice or hidden things."""
    told = []
    if course.is_open():
        told.append(common("known_open"))
    parent = course.header.get("parent")
    if parent and parent.get("why") == IMPORTED:
        told.append(common("known_imported", at=parent.get("number", 0)))
    elif parent:
        told.append(common("known_branch", at=parent.get("number", 0)))
    told += [_of_epoch(epoch) for epoch in course.epochs[1:] if epoch.why in (LOST, AFTER_END)]
    told += [common("known_tried", at=at) for at in course.tried]
    told += [_of_seat(seat, at) for seat, at in course.left.items()]
    if course.rewinds:
        told.append(common("known_back" if course.rewinds == 1 else "known_back_often", times=course.rewinds))
    return told


def _of_seat(seat: str, at: int) -> str:
    name = seat_word(seat).replace("_", " ")
    return common("known_seat", seat=f"{name[:1].upper()}{name[1:]}", at=at)


def _of_epoch(epoch: Epoch) -> str:
    if epoch.why == AFTER_END:
        return common("known_end", at=epoch.line)
    return common("known_lost", at=epoch.line)


def bot_seed(course: "Course") -> str:
    """From the secret and the number of the question, as one way as the dice: a bot that throws dice of its own in its
    head must not be foreseen, and its answers must not tell the secret."""
    secret = course.secret() or course.header["game"].encode()
    return hmac.new(secret, f"kurgan bot 1 {course.moved + 1}".encode(), hashlib.sha256).hexdigest()


def report(course: "Course") -> list[Json]:
    """Epoch by epoch: from which line, how many throws, whether they are proved, and whose words were in them."""
    return [
        {
            "from": epoch.line,
            "why": epoch.why,
            "throws": epoch.throws,
            "proved": epoch.commitment in course.secrets,
            "own": [{"seat": m.seat, "line": m.line, "after": m.after} for m in epoch.words if m.own],
            "house": [mixed.seat for mixed in epoch.words if not mixed.own],
        }
        for epoch in course.epochs
    ]


def told(shown: Json) -> str:
    """One epoch of such a report as a line for people."""
    throws = common("epoch_throw" if shown["throws"] == 1 else "epoch_throws", count=shown["throws"])
    words = [_own(own["seat"], own["after"]) for own in shown["own"]]
    if shown["house"]:
        words.append(common("epoch_house", seats=", ".join(seat_word(seat) for seat in shown["house"])))
    kind = common("dice_proved" if shown["proved"] else "dice_plausible")
    told = ", ".join(words) or common("epoch_no_words")
    return common("epoch", line=shown["from"], kind=kind, throws=throws, words=told)


def _own(seat: str, after: int) -> str:
    return common("epoch_word_after" if after else "epoch_word_first", seat=seat_word(seat), throw=after)
