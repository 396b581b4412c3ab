"""What ladders found, for readers: a page of results of a title, and the rows by which a table names strengths.

Both are made from a file of games that ``ladder`` wrote, whatever scenarios, options and seeds are in it.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.lab.ladder import Pairing, read, summed
from kurgan.lab.summary import Row

TOLD = ("bot", "seat", "rival", "games", "decided", "won", "low", "high")
"""What a table needs to know of a pairing."""

HEAD = """# {title}: who beats whom

Bots against each other, or against the rules where those play the other side, on common dice: game *i* of every row of
a scenario has the same throws. Of the games that were decided so many were won, with an interval of 95 in 100. Few
games say little, and the intervals say how little. Times are seconds of a processor for a decision that is thought
about: the median of the games' medians, and the longest of all.

This page is made by `kurgan ladder {name} --page`; the games that it counts are [kept](ladder/{name}.jsonl). What the
bots are: [bots](bots.md).
"""
COLUMNS = "| bot | plays | against | won | share | interval | drawn | seconds, median | worst |\n" + "|---" * 9 + "|"


Options = tuple[tuple[str, str], ...]
"""Name and value of those that are not as usual."""


class Stage(NamedTuple):
    """Where games were played."""

    scenario: str
    options: Options
    compiled: bool


def changed_options(game: Game[Any, Any], options: Mapping[str, str]) -> Options:
    usual = game.settle({})
    return tuple(sorted((name, value) for name, value in options.items() if usual.get(name) != value))


def stages(game: Game[Any, Any], file: Path) -> dict[Stage, list[Json]]:
    """Every pairing that was played, summed up, by scenario and options; seeds count together."""
    found: dict[Stage, dict[Pairing, list[Row]]] = {}
    for key, row in read(file).items():
        scenario, options, _, *pairing, _ = json.loads(key)
        stage = Stage(scenario, changed_options(game, options), bool(row.get("compiled")))
        found.setdefault(stage, {}).setdefault(Pairing(*pairing), []).append(row)
    if not found:
        raise Misspelt(f"{file} holds no games of a ladder")
    known = {scenario.name: place for place, scenario in enumerate(game.scenarios())}
    order = sorted(found, key=lambda stage: (known.get(stage.scenario, len(known)), stage))
    return {stage: [summed(pairing, rows) for pairing, rows in sorted(found[stage].items())] for stage in order}


def page(game: Game[Any, Any], file: Path) -> str:
    """The whole page in Markdown."""
    titles = {scenario.name: scenario.title for scenario in game.scenarios()}
    parts = [HEAD.format(title=game.title, name=game.name)]
    for stage, rows in stages(game, file).items():
        options = "".join([f", {name} {value}" for name, value in stage.options])
        rules = "compiled" if stage.compiled else "interpreted"
        parts.append(f"## {titles.get(stage.scenario, stage.scenario)}{options}\n\nRules {rules}.\n\n{COLUMNS}")
        parts[-1] += "\n" + "\n".join([table_row(row) for row in rows]) + "\n"
    return "\n".join(parts)


def table_row(row: Json) -> str:
    cells = [
        row["bot"],
        row["seat"],
        row["rival"] or "the rules",
        f"{row['won']} of {row['decided']}",
        f"{row['share']:.0%}" if row["decided"] else "",
        f"{row['low']:.0%} to {row['high']:.0%}",
        str(row["games"] - row["decided"]),
        f"{row['median']:.2f}",
        f"{row['worst']:.2f}",
    ]
    return "| " + " | ".join(cells) + " |"


def strengths(game: Game[Any, Any], file: Path) -> list[Json]:
    """One row a pairing, for ``Advice.ranked``: what the new-game dialog says of a bot in a seat."""
    found = []
    for stage, rows in stages(game, file).items():
        for row in rows:
            told = {name: round(row[name], 4) if isinstance(row[name], float) else row[name] for name in TOLD}
            found.append({"scenario": stage.scenario, "options": dict(stage.options), **told})
    return found


def written(rows: Sequence[Json]) -> str:
    """A row a line, so that a change shows."""
    return "[\n" + ",\n".join([json.dumps(row) for row in rows]) + "\n]\n"
