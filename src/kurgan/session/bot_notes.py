"""What bots wrote down for themselves, kept in the vault with the seat and the line at which they did.

A note counts as long as its line holds: who goes back before it, or branches off before it, is asked without it, and
so thinks as at the first time. It is handed to the bot that wrote it, in this seat, and shown to nobody
(``Session.asked_of_bot``, ``answer_of_bot``). What stands in it is the bot's business: ``bots/notes.py``.
"""

from collections.abc import Sequence
from typing import NamedTuple

from kurgan.kernel.protocol import Json, View
from kurgan.session.undo import Moment

MOST_NOTES = 8
"""Notes of a seat that are kept; where a game goes back further than that the bot thinks again."""


class BotQuestion(NamedTuple):
    """All that a bot is asked: two bots of one name that are asked the same answer the same."""

    number: int
    seat: str
    bot: str
    seed: str
    view: View
    legal: list[int]
    note: str


def note_of(notes: Json, trail: Sequence[Moment], seat: str, bot: str) -> str:
    """The last note that this bot made in this seat at a line that holds."""
    mine: Json = notes.get(seat, {})
    holding = {moment.number for moment in trail if moment.seat == seat} if mine else set()
    lines = [int(line) for line, (name, _) in mine.items() if name == bot and int(line) in holding]
    return str(mine[str(max(lines))][1]) if lines else ""


def with_note(notes: Json, seat: str, number: int, bot: str, note: str) -> Json:
    """The notes of a seat and one more."""
    mine = {**notes.get(seat, {}), str(number): [bot, note]}
    return {line: mine[line] for line in sorted(mine, key=int)[-MOST_NOTES:]}


def notes_until(notes: Json, number: int) -> Json:
    """What had been written when the record had so many lines: for a branch."""
    return {seat: {line: kept for line, kept in mine.items() if int(line) <= number} for seat, mine in notes.items()}
