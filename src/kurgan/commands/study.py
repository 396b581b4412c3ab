"""Studies: playing them, tuning an option, data for programs that learn."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kurgan.commands.common import bots_named, pairs, print_json, say
from kurgan.kernel.protocol import Json, Misspelt

if TYPE_CHECKING:
    from rich.table import Table

    from kurgan.lab.study.ledger import Runner
    from kurgan.lab.study.tune import Wanted

SECONDS_BETWEEN_LINES = 10.0
SECONDS_BETWEEN_TABLES = 0.25
MOST_CELLS_IN_A_LINE = 4


def study(file: Path, folder: Path | None, jobs: int, engine: str, as_json: bool) -> None:
    """Play what is missing of a study and print what it says."""
    from kurgan.commands.lab import ladder_line
    from kurgan.lab.study import Study

    found = Study.open(file, folder)
    with Progress() as watch:
        found.play(jobs, engine, watch)
    climbed = found.climb(jobs, engine, progress=sys.stderr.isatty())
    if as_json:
        print_json(found.summary())
        return
    print_study(found.summary(), found.folder)
    for row in climbed:
        print(f"  ladder: {ladder_line(row)}")


def compare(
    title: str,
    sets: list[str],
    bots: list[str],
    scenario: str,
    seed: str,
    count: int,
    pack: str,
    folder: Path | None,
    output: Path | None,
    jobs: int,
    engine: str,
    as_json: bool,
) -> None:
    """A title as it comes beside the same with other settings, one change at a time."""
    from kurgan import games
    from kurgan.bots import Source
    from kurgan.lab.report import report
    from kurgan.lab.study import Study
    from kurgan.lab.study.tune import DEFAULT_BOT

    games.check_name(title)
    game = Source(title, pack).open()
    played = scenario or game.scenarios()[0].name
    players = dict.fromkeys(game.seats(played), DEFAULT_BOT) | bots_named(bots)
    data: Json = {"title": title, "games": count, "seed": seed, "statistics": ["places", "turns"]}
    if pack:
        data["pack"] = str(Path(pack).resolve())
    data |= {"base": {"scenario": played, "bots": players}, "sweep": {"options": changes(sets)}}
    found = Study.of(data, folder or Path(f"{title}.study"), f"compare {title}")
    with Progress() as watch:
        found.play(jobs, engine, watch)
    if output is not None:
        report(found, output)
    if as_json:
        print_json(found.summary())
        return
    print_study(found.summary(), found.folder)
    if output is not None:
        print(f"  pictures: {output}")


def changes(sets: Sequence[str]) -> dict[str, list[str] | str]:
    """ "option=15" and "option=10..15" as the values of a sweep; an option may be named several times."""
    found: dict[str, list[str]] = {}
    for word in sets:
        for option, value in pairs([word], "OPTION=VALUE").items():
            found.setdefault(option, []).append(value)
    if not found:
        raise Misspelt("say what to compare: --set starting_morale=15, --set rubble=on")
    return {option: values[0] if len(values) == 1 and ".." in values[0] else values for option, values in found.items()}


def print_study(told: Json, folder: Path) -> None:
    cells = told["cells"]
    played = f"{counted(len(cells), 'cell')}, {told['games']} games, seed '{told['seed']}', batches of {told['batch']}"
    print(f"{told['study']}: {told['title']}, {played}")
    width = max(len(cell["name"]) for cell in cells)
    for cell in cells:
        won = cell["won"]
        share = f"{won['share']:6.1%}  ({won['low']:.1%} to {won['high']:.1%})"
        print(f"  {cell['name']:<{width}}  {told['win']} {share:<26} {cell['games']:>6} games{_difference(cell)}")
    if told["test"]:
        print(f"  early stop: {told['test']}; error {told['error']:g} in all")
    print(f"  every game: {folder / 'games.parquet'}")


def tune(wanted: "Wanted", folder: Path | None, jobs: int, engine: str, as_json: bool) -> None:
    """Find the value of an option for a wanted share of wins."""
    from tempfile import TemporaryDirectory

    from kurgan.lab.study.tune import tune

    with TemporaryDirectory() as passing, Progress() as watch:
        found = tune(wanted, folder or Path(passing), jobs, engine, watch)
    if as_json:
        print_json(found)
        return
    print_tuned(found)


def print_tuned(found: Json) -> None:
    seats = ", ".join(f"{seat} {bot}" for seat, bot in found["bots"].items())
    option, side, wanted = found["option"], found["side"], f"{found['wanted']:.0%}"
    print(f"{found['title']} {found['scenario']}: {option} for {side} {wanted}, seed '{found['seed']}', {seats}")
    for line in found["values"]:
        mark = "*" if line["value"] == found["value"] else " "
        print(f" {mark}{line['value']:>5}  {_share(line)}")
    if found["reached"]:
        between = f"between {found['low']:.1f} and {found['high']:.1f}, 95 in 100"
        print(f"  {option} {found['value']} comes nearest; {side} {wanted} lies at {found['estimate']:.1f} ({between})")
    else:
        print(f"  {side} {wanted} is not reached; {option} {found['value']} comes nearest")
    if "check" in found:
        print(f"  check with other seeds, {option} {found['value']}: {_share(found['check'])}")


def report(source: Path, output: Path) -> None:
    """A page of pictures of what has been played of a study."""
    from kurgan.lab.report import report
    from kurgan.lab.study import Study

    study = Study.open(source)
    report(study, output)
    print(f"{output}: {study.summary()['games']} games in {counted(len(study.cells), 'cell')}")


def dataset(
    title: str,
    count: int,
    scenario: str,
    sets: list[str],
    bots: list[str],
    seed: str,
    folder: Path | None,
    jobs: int,
    pack: str,
    as_json: bool,
) -> None:
    """Every decision of many games as Parquet."""
    from kurgan import games
    from kurgan.bots import Source
    from kurgan.lab.dataset import dataset

    games.check_name(title)
    found = dataset(
        Source(title, pack),
        count,
        folder or Path(f"{title}.dataset"),
        scenario=scenario,
        options=pairs(sets, "OPTION=VALUE"),
        bots=bots_named(bots),
        seed=seed,
        jobs=jobs,
        progress=sys.stderr.isatty(),
    )
    if as_json:
        print_json(found)
        return
    pace = f", {60 * found['decisions'] / found['seconds']:,.0f} a minute of one core" if found["seconds"] > 0.5 else ""
    print(f"{found['folder']}: {found['games']} games, {found['decisions']} decisions{pace}")


def _share(found: Json) -> str:
    return f"{found['share']:6.1%}  ({found['low']:.1%} to {found['high']:.1%})  {found['games']} games"


def share_of(text: str) -> float:
    """ "50%" or "0.5" as a share."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise Misspelt(f"a wanted share is such as 50% or 0.5, not '{text}'")
    return share


def _difference(cell: Json) -> str:
    found = cell.get("against_first")
    if found is None:
        return ""
    sure = "sure" if found["sure"] else "may be chance"
    points = [f"{100 * found[name]:+.1f}".replace("-", "−") for name in ("difference", "low", "high")]
    return f"  {points[0]} points ({points[1]} to {points[2]}), {sure}"


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def lasting(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


class Progress:
    """Time left and every share with its interval: drawn on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.drawn = sys.stderr.isatty()
        self.live: Any = None
        self.said = monotonic()

    def __enter__(self) -> Callable[["Runner"], None]:
        if self.drawn:
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), transient=True, refresh_per_second=4)
            self.live.start()
        return self.watch

    def __exit__(self, *trouble: object) -> None:
        if self.live is not None:
            self.live.stop()

    def watch(self, runner: "Runner") -> None:
        """Called after every task; to count what is left of a million games takes longer than a task may."""
        if monotonic() - self.said <= (SECONDS_BETWEEN_TABLES if self.live is not None else SECONDS_BETWEEN_LINES):
            return
        left = runner.ledger.games_left()
        until = f"{left} games and about {lasting(runner.seconds_left())} left" if left else "done"
        if self.live is not None:
            self.live.update(self._table(runner, until))
        else:
            say(f"kurgan: {runner.ledger.plan.name}: {until}{self._shares(runner)}")
        self.said = monotonic()

    def _shares(self, runner: "Runner") -> str:
        """The first cells as they stand, for a line."""
        from kurgan.lab.summary import wilson

        cells = [(cell.name, wins) for cell, wins in runner.ledger.cells() if wins]
        told = []
        for name, wins in cells[:MOST_CELLS_IN_A_LINE]:
            low, high = wilson(sum(wins), len(wins))
            told.append(f"{name} {sum(wins) / len(wins):.0%} ({100 * low:.0f} to {100 * high:.0f}) of {len(wins)}")
        more = [f"{len(cells) - len(told)} more"] if len(cells) > len(told) else []
        return f"; won by {runner.ledger.plan.win}: {' | '.join([*told, *more])}" if told else ""

    def _table(self, runner: "Runner", until: str) -> "Table":
        from rich.table import Table

        from kurgan.lab.summary import wilson

        plan = runner.ledger.plan
        table = Table(title=f"{plan.name}: {until}", box=None)
        for name in ("cell", plan.win, "95 in 100", "games"):
            table.add_column(name, justify="left" if name == "cell" else "right")
        for cell, wins in runner.ledger.cells():
            low, high = wilson(sum(wins), len(wins))
            share = f"{sum(wins) / len(wins):.1%}" if wins else ""
            table.add_row(cell.name, share, f"{low:.1%} to {high:.1%}" if wins else "", str(len(wins)))
        return table
