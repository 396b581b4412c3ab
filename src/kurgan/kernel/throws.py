"""What a throw brought, in words: faces as ``6+5``, what is drawn by its name, several draws at once by their indices.

roll_attack 6+5      roll 6+5      6+5
reveal_unit H-8-fanatic            draw H-8-fanatic
"""

from collections.abc import Sequence

from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Game, Misspelt, S, Throw, V

THROWN = ("roll", "draw")
"""Words before a result that say no more than that it is one."""

MOST_NAMED = 8
"""Names in a message."""


def is_named(asked: Throw, line: str) -> bool:
    """Whether a line says how this throw falls. A verb alone is an answer: ``draw`` is a Soviet action of Inferno."""
    word, _, rest = line.strip().partition(" ")
    return bool(rest) and (word == asked.step or word in THROWN)


def result(game: Game[S, V], s: S, asked: Throw, text: str) -> int:
    """The answer of the rules' question that a text names; raises Misspelt with what could be said."""
    return asked.chance.fold(faces(game, s, asked, text))


def faces(game: Game[S, V], s: S, asked: Throw, text: str) -> Sequence[int]:
    """What lies on the table when a throw falls as a text says: faces of dice, or the places of what is drawn."""
    word, _, rest = text.strip().partition(" ")
    named = rest.strip() if word == asked.step or word in THROWN else text.strip()
    if is_drawn(game, s, asked):
        return [_look_up(game, s, asked, named)]
    verb = "roll" if "d" in asked.chance.asked() else "draw"
    try:
        return asked.chance.parse(f"{verb} {named}")
    except ValueError as error:
        raise Misspelt(f"'{asked.step}' [{asked.rule}]: {error}") from None


def is_drawn(game: Game[S, V], s: S, asked: Throw) -> bool:
    """Whether one thing is drawn that has a name; dice have none, and of a whole deal there are too many."""
    if asked.chance.asked().startswith("1 of "):
        return bool(game.draw_word(s, asked.chance.outcomes()[0][0]))
    return False


def spelled(game: Game[S, V], s: S, asked: Throw, faces: list[int]) -> str:
    """The line that names this result, as ``play`` takes it."""
    if is_drawn(game, s, asked):
        return f"{asked.step} {game.draw_word(s, asked.chance.fold(faces))}"
    return f"{asked.step} {asked.chance.text(faces).partition(' ')[2]}"


def _look_up(game: Game[S, V], s: S, asked: Throw, named: str) -> int:
    """The place of what is drawn: by its name, or as a record has it."""
    words: dict[str, int] = {}
    for place in range(asked.chance.total()):
        words.setdefault(game.draw_word(s, asked.chance.fold([place])), place)
    for word, place in words.items():
        if word.lower() == named.lower():
            return place
    if named.isdecimal() and int(named) < asked.chance.total():
        return int(named)
    known = list(words)
    some = ", ".join(known[:MOST_NAMED]) + (", ..." if len(known) > MOST_NAMED else "")
    raise Misspelt(
        f"'{named}' cannot be drawn at '{asked.step}' [{asked.rule}]{nearest(named, known)}; there are {some}"
    )
