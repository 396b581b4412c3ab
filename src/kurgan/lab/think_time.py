"""How long bots think over a decision: every bot at the same questions, in CPU time.

Questions are taken from one game of ``greedy:1`` in every seat, spread over the part that was played: the title's main
ones where it names them (``lookahead``), at which a bot has more than one answer and no order under way. Smaller ones,
and answers that only carry an order out, take no time worth a line.
"""

from collections.abc import Mapping, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

from kurgan.bots import make
from kurgan.bots import notes as orders
from kurgan.bots.bot import Move
from kurgan.bots.view_text import view_text
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Json, Over, Throw, View
from kurgan.lab.bench import is_compiled

PLAYER = "greedy:1"
LEVELS = ("greedy:1", "greedy:2", "greedy:3", "search:2", "search:3", "search:4", "search:5")
"""Search at its first level is greedy at its first."""
QUESTIONS = 12
MOST_SECONDS = 60.0
"""Of play, from which questions are taken: the campaign of *Roads* is a long game."""


class Question(NamedTuple):
    view: View
    legal: list[int]
    seed: str


def think_times(
    game: Game,
    scenario: str,
    options: Mapping[str, str],
    names: Sequence[str] = LEVELS,
    count: int = QUESTIONS,
    seconds: float = MOST_SECONDS,
) -> Json:
    """Median and worst milliseconds of each bot over the same questions."""
    asked = questions(game, scenario, options, count, seconds)
    found: Json = {}
    for name in names:
        spent = [_timed(game, name, question) for question in asked]
        found[name] = {"typical": round(median(spent), 1), "worst": round(max(spent), 1)}
    compiled = is_compiled(game.new(scenario, game.settle(options)))
    start = {"game": game.name, "scenario": scenario, "options": dict(options)}
    return {**start, "compiled": compiled, "questions": len(asked), "ms": found}


def _timed(game: Game, name: str, question: Question) -> float:
    bot = make(name, question.seed)
    begun = process_time()
    bot.choose(game, question.view, question.legal)
    return 1000 * (process_time() - begun)


def questions(game: Game, scenario: str, options: Mapping[str, str], count: int, seconds: float) -> list[Question]:
    """So many questions from all parts of a game, or of as much of it as is played in so many seconds."""
    s = game.new(scenario, game.settle(options))
    tape = Tape(f"think {scenario}")
    notes = [""] * len(game.seats(scenario))
    met: list[Question] = []
    begun = process_time()
    while process_time() - begun < seconds and not isinstance(asked := game.pending(s), Over):
        if isinstance(asked, Decide):
            question = Question(game.view(s, asked.seat), game.legal(s), f"think {len(met)}")
            move: Move = make(PLAYER, question.seed).choose(game, question.view, question.legal, notes[asked.seat])
            if is_main(game, question, asked.step, notes[asked.seat]):
                met.append(question)
            notes[asked.seat] = move.note
            game.answer(s, move.answer)
        elif isinstance(asked, Throw):
            game.answer(s, asked.chance.throw(tape))
    most = min(count, len(met))
    return [met[i * len(met) // most] for i in range(most)]


def is_main(game: Game, question: Question, step: str, note: str) -> bool:
    main = game.lookahead(question.view).questions
    is_free = len(question.legal) > 1 and orders.read(note, view_text(question.view)) is None
    return is_free and (not main or step in main)


def table(found: Sequence[Json]) -> list[str]:
    """As a table for a page: median, then worst, in seconds."""
    names = list(found[0]["ms"])
    lines = [f"| | {' | '.join(f'`{name}`' for name in names)} |", "|---|" + "---|" * len(names)]
    for each in found:
        options = "".join(f", `{value}`" for value in each["options"].values())
        cells = [f"{_seconds(each['ms'][name]['typical'])} / {_seconds(each['ms'][name]['worst'])}" for name in names]
        lines.append(f"| {each['game'].capitalize()}, `{each['scenario']}`{options} | {' | '.join(cells)} |")
    return lines


def _seconds(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.{2 if milliseconds < 9950 else 0}f}"
