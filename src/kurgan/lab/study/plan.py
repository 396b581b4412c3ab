"""What a study plays: a TOML file as a list of cells.

A cell is one setting (scenario, options, bots) with its games. See docs/reference/studies.md.
"""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from typing import NamedTuple

from kurgan.bots import Source, make_own
from kurgan.kernel.notation import canonical
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.lab.play import Accumulator, Streams
from kurgan.lab.simulate import Batch, play_one, setting
from kurgan.lab.statistics import statistic
from kurgan.lab.summary import Row

KEPT = "study.json"
GAMES = 100
BATCH = 20
ERROR = 0.05
MOST_CELLS = 10_000
MOST_BATCHES = 1_000_000
"""Of all cells together: each is a file, and is looked for before anything is played."""

KEYS = ("title", "pack", "games", "batch", "seed", "win", "statistics", "ladder", "base", "grid", "sweep", "stop")
SETTINGS = ("scenario", "options", "bots")

Change = tuple[str, str, str]
"""(where, name, value): ("options", "rubble", "on"), ("bots", "german", "greedy:1"), ("scenario", "", "factory")."""


class Cell(NamedTuple):
    """One setting of a study. ``key`` names its results: equal settings, equal key, whatever the study is called."""

    name: str
    key: str
    scenario: str
    options: dict[str, str]
    bots: dict[str, str]


class CellGames(Batch):
    """The games of a cell: dice with a tape for each question, so that cells stay comparable."""

    __slots__ = ()

    def with_pack(self, folder: str) -> "CellGames":
        return self._replace(source=self.source._replace(pack=folder))

    def play(self, game: Game, index: int) -> Row:
        return play_one(self, game, index, Streams(f"{self.seed}/{index}/dice"), timed=True)


class Plan(NamedTuple):
    """A study before it is played; the first cell is the one that others are compared with."""

    name: str
    source: Source
    games: int
    batch: int
    seed: str
    win: str
    statistics: tuple[str, ...]
    cells: tuple[Cell, ...]
    data: Json
    """The table that it was read from."""
    error: float
    """Of the sequential test that ends a comparison early; 0: everything is played to the end."""
    ladder: tuple[str, ...] = ()
    """Bots that also play each other, at the scenario and with the options of the first cell."""

    def spans(self) -> list[range]:
        """The batches of every cell: which games are played between two looks."""
        return [range(first, min(first + self.batch, self.games)) for first in range(0, self.games, self.batch)]

    def batch_of(self, cell: Cell) -> CellGames:
        """What a process needs to play any game of this cell."""
        made: tuple[Callable[[], Accumulator], ...] = tuple([statistic(name) for name in self.statistics])
        return CellGames(self.source, cell.scenario, cell.options, cell.bots, self.seed, made)


def read(path: Path, maker: str = "") -> Plan:
    """The plan in a file; raises Misspelt with what is wrong and what would be right."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Misspelt(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError:
        raise Misspelt(f"{path}: not text") from None
    try:
        return plan(data, path.stem, path.parent, maker)
    except ValueError as error:
        raise Misspelt(f"{path}: {error}") from error


def kept(folder: Path) -> Plan:
    """The plan that was last played into a folder."""
    try:
        told = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        if not (isinstance(told["data"], dict) and isinstance(told["name"], str) and isinstance(told["maker"], str)):
            raise TypeError("not the table of a study")
        return plan(told["data"], told["name"], None, told["maker"])
    except FileNotFoundError:
        raise Misspelt(f"'{folder}' holds no study: there is no {KEPT} in it") from None
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError):
        raise Misspelt(f"'{folder / KEPT}' is damaged; play the study again") from None


def plan(data: Json, name: str = "study", folder: Path | None = None, maker: str = "") -> Plan:
    """The plan that this table describes; a pack is looked for from ``folder``."""
    _known(data, KEYS, "the study")
    title = _text(data, "title", "")
    if not title:
        raise Misspelt('a study needs its title: title = "advance"')
    pack = _text(data, "pack", "")
    if pack and folder is not None:
        pack = str((folder / pack).resolve())
    source = Source(title, pack, maker) if maker else Source(title, pack)
    game = source.open()
    named = tuple([str(word) for word in _list(data.get("statistics", []), "statistics")])
    for word in named:
        statistic(word)
    seed = _text(data, "seed", "")
    cells = tuple(_cells(game, source, data, seed, named))
    games, batch = _number(data, "games", GAMES), _number(data, "batch", BATCH)
    batches = len(cells) * -(-games // batch)
    if batches > MOST_BATCHES:
        more = f"at most {MOST_BATCHES:,}: take fewer games, or a larger 'batch'"
        raise Misspelt(f"{batches:,} batches of {batch:,}; {more}")
    return Plan(
        name,
        source,
        games,
        batch,
        seed,
        _side(game, cells, _text(data, "win", "")),
        named,
        cells,
        {**data, "pack": pack} if pack else dict(data),
        _error(data.get("stop")),
        _ladder(data.get("ladder", [])),
    )


def _ladder(names: object) -> tuple[str, ...]:
    found = tuple([str(name) for name in _list(names, "ladder")])
    for name in found:
        make_own(name)
    return found


def _cells(game: Game, source: Source, data: Json, seed: str, named: tuple[str, ...]) -> Iterator[Cell]:
    base = list(_changes(_table(data, "base"), "base", alone=True))
    varied = _axes(_table(data, "grid"), "grid")
    steps = _axes(_table(data, "sweep"), "sweep")
    if varied and steps:
        raise Misspelt("a study has a [grid] or a [sweep], not both")
    settings: list[tuple[str, list[Change]]] = [("base", [])]
    if steps:
        if sum(map(len, steps)) > MOST_CELLS:
            raise Misspelt(f"a sweep of {sum(map(len, steps)):,} cells; at most {MOST_CELLS:,}")
        settings += [(_named([change], [change]), [change]) for axis in steps for change in axis]
    elif varied:
        count = 1
        for axis in varied:
            count *= len(axis)
        if count > MOST_CELLS:
            raise Misspelt(f"a grid of {count:,} cells; at most {MOST_CELLS:,}")
        several = [axis[0][:2] for axis in varied if len(axis) > 1]
        settings = [
            (_named(list(some), [change for change in some if change[:2] in several]), list(some))
            for some in product(*varied)
        ]
    seen: dict[str, str] = {}
    for name, changes in settings:
        cell = make_cell(game, source, name, [*base, *changes], seed, named)
        if cell.key in seen:
            raise Misspelt(f"'{name}' is the same setting as '{seen[cell.key]}'")
        seen[cell.key] = name
        yield cell


def make_cell(game: Game, source: Source, name: str, changes: list[Change], seed: str, named: tuple[str, ...]) -> Cell:
    """The cell with these changes to a title as it comes; refused here, once, if it cannot be played."""
    scenario = game.scenarios()[0].name
    options: dict[str, str] = {}
    given: dict[str, str] = {}
    for where, key, value in changes:
        if where == "scenario":
            scenario = value
        elif where == "options":
            options[key] = value
        else:
            given[key] = value
    found = setting(game, scenario, options, given)
    return Cell(name, _key(game, source, *found, seed, named), *found)


def _key(
    game: Game,
    source: Source,
    scenario: str,
    options: dict[str, str],
    bots: dict[str, str],
    seed: str,
    named: tuple[str, ...],
) -> str:
    """Everything that the games of a cell depend on. Another version of the rules or the pack is another cell."""
    told = {
        "format": 1,
        "kurgan": made_with(),
        "title": source.name,
        "maker": source.maker,
        "rules": game.rules_version,
        "pack": game.info.checksum,
        "scenario": scenario,
        "options": options,
        "bots": bots,
        "seed": seed,
        "statistics": list(named),
    }
    return hashlib.sha256(canonical(told).encode()).hexdigest()[:16]


def made_with() -> str:
    """The version of the program: bots may play otherwise in another version."""
    try:
        return version("kurgan")
    except PackageNotFoundError:
        return ""


def _named(all_of_them: list[Change], told: list[Change]) -> str:
    words = [value if where == "scenario" else f"{key} {value or 'none'}" for where, key, value in told or all_of_them]
    return ", ".join(words)


def _axes(table: Json, what: str) -> list[list[Change]]:
    """One list of changes for each thing that varies."""
    axes: dict[tuple[str, str], list[Change]] = {}
    for change in _changes(table, what, alone=False):
        axes.setdefault(change[:2], []).append(change)
    return list(axes.values())


def _changes(table: Json, what: str, *, alone: bool) -> Iterator[Change]:
    _known(table, SETTINGS, f"[{what}]")
    for where, found in table.items():
        if where != "scenario" and not isinstance(found, Mapping):
            example = 'options = { rubble = "on" }' if where == "options" else 'bots = { german = "greedy" }'
            raise Misspelt(f"{where} of [{what}] must be a table, such as {example}")
        for key, values in [("", found)] if where == "scenario" else found.items():
            for value in [values] if alone else _list(values, f"{where} {key}".strip() + f" of [{what}]"):
                yield where, key, _word(value, f"{where} {key}".strip())


def _list(values: object, what: str) -> list[object]:
    """A list as it stands, or the whole numbers of "10..19"."""
    if isinstance(values, str) and ".." in values:
        first, _, last = values.partition("..")
        numbers = first.strip().isdecimal() and last.strip().isdecimal()
        if not numbers or not 0 <= int(last) - int(first) < MOST_CELLS:
            raise Misspelt(f"{what}: a range of whole numbers is \"10..19\", not '{values}'")
        return list(range(int(first), int(last) + 1))
    if not isinstance(values, list):
        raise Misspelt(f'{what} must be a list, such as [15, 19], or a range such as "10..19"')
    if not values and what not in ("statistics", "ladder"):
        raise Misspelt(f"{what} is empty")
    return values


def _word(value: object, what: str) -> str:
    """A value as options are written: true is on, 15 is "15"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str | int):
        return str(value)
    raise Misspelt(f"{what} must be text, a whole number, true or false, not {value!r}")


def _known(table: Json, words: tuple[str, ...], what: str) -> None:
    for name in table:
        if name not in words:
            close = get_close_matches(name, words, n=1)
            near = f"; did you mean '{close[0]}'?" if close else ""
            raise Misspelt(f"{what} has no '{name}'{near} (known are {', '.join(words)})")


def _table(data: Json, name: str) -> Json:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise Misspelt(f"'{name}' must be a table: [{name}]")
    return found


def _text(data: Json, name: str, default: str) -> str:
    found = data.get(name, default)
    if isinstance(found, bool) or not isinstance(found, str | int):
        raise Misspelt(f"'{name}' must be text, not {found!r}")
    return str(found)


def _number(data: Json, name: str, default: int) -> int:
    found = data.get(name, default)
    if isinstance(found, bool) or not isinstance(found, int) or not 1 <= found <= 1_000_000_000:
        raise Misspelt(f"'{name}' must be a whole number from 1, not {found!r}")
    return found


def _error(stop: object) -> float:
    if stop is None:
        return 0.0
    if not isinstance(stop, dict):
        raise Misspelt("'stop' must be a table: [stop]")
    _known(stop, ("error",), "[stop]")
    error = stop.get("error", ERROR)
    if isinstance(error, bool) or not isinstance(error, float | int) or not 0 < error < 1:
        raise Misspelt(f"'error' of [stop] must lie between 0 and 1, such as 0.05, not {error!r}")
    return float(error)


def sides(game: Game, scenario: str) -> list[str]:
    """Who can win a scenario: its seats, and the sides that win when one gives up."""
    seats = game.seats(scenario)
    found = [*seats, *[rival for seat in seats for rival in game.rivals(scenario, seat)]]
    return list(dict.fromkeys(found))


def _side(game: Game, cells: tuple[Cell, ...], wanted: str) -> str:
    """Whose share is told; the first seat if nobody is named."""
    known = list(dict.fromkeys([side for cell in cells for side in sides(game, cell.scenario)]))
    if wanted and wanted not in known:
        raise Misspelt(f"unknown side '{wanted}' in 'win'; known are {', '.join(known)}")
    return wanted or known[0]
