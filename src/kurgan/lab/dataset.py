"""Every decision of many games as Parquet: what the seat saw, what it might answer, what it answered, how it ended.

    FOLDER/README.md, schema.json
    FOLDER/data/split=train/000000-000019.parquet      the last of ten games goes to split=test

A file holds whole games and is written whole or not at all; what lies there is not played again.
"""

import json
from array import array
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from kurgan.bots import Player, Source
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Game, Json, Over, Throw
from kurgan.lab import jobs as parallel
from kurgan.lab.observation import Observer
from kurgan.lab.output import CannotWrite, whole
from kurgan.lab.play import MOST_ANSWERS, Endless
from kurgan.lab.simulate import setting

if TYPE_CHECKING:
    import pyarrow

GAMES_A_FILE = 20
TEST_EVERY = 10
"""The last of every ten games is kept for testing: whole games, so that no position has a twin in the other part."""

COLUMNS: dict[str, tuple[str, str]] = {
    "game": ("int32", "number of the game; its seed is SEED/game"),
    "number": ("int32", "number of the decision in its game, from 0"),
    "seat": ("int8", "the seat that decides"),
    "step": ("string", "the question"),
    "rule": ("string", "its paragraph of the rulebook"),
    "legal": ("list<int32>", "every legal answer, in the order of the rules"),
    "answer": ("int32", "the answer given; one of legal"),
    "observation": ("fixed_size_list<int32>", "what the seat saw, as numbers: see observation_columns in schema.json"),
    "won": ("int8", "1: the seat won in the end, 0: it did not"),
    "outcome": ("string", "how the game ended"),
    "score": ("int32", "the title's own count at the end"),
}


class Wanted(NamedTuple):
    """What is played, and where it goes."""

    source: Source
    scenario: str
    options: dict[str, str]
    bots: dict[str, str]
    seed: str
    games: int
    folder: str


def dataset(
    source: Source,
    games: int,
    folder: Path,
    *,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    bots: Mapping[str, str] | None = None,
    seed: str = "",
    jobs: int = 1,
    progress: bool = False,
) -> Json:
    """Play and write; returns what lies in the folder now, with the CPU seconds that were spent on it."""
    _arrow()
    game = source.open()
    wanted = Wanted(source, *setting(game, scenario, options, bots), seed, games, str(folder))
    _write_schema(wanted, game, folder)
    files = -(-games // GAMES_A_FILE)
    done = parallel.run(write_some, wanted, files, jobs, f"{source.name} {wanted.scenario}" if progress else "")
    told: Json = {
        "folder": str(folder),
        "games": games,
        "decisions": sum([count for count, _ in done]),
        "seconds": sum([seconds for _, seconds in done]),
    }
    _whole(folder / "README.md", card(wanted, game, told["decisions"]))
    return told


def write_some(wanted: Wanted, files: Sequence[int]) -> list[tuple[int, float]]:
    """Decisions in these files and CPU seconds spent; runs in a process of its own."""
    game = wanted.source.open()
    observer = Observer(game)
    return [_write_file(wanted, game, observer, file) for file in files]


def _write_file(wanted: Wanted, game: Game, observer: Observer, file: int) -> tuple[int, float]:
    begun = process_time()
    arrow, parquet = _arrow()
    span = range(file * GAMES_A_FILE, min((file + 1) * GAMES_A_FILE, wanted.games))
    count = 0
    for split, picked in (("train", _train), ("test", _test)):
        games = [index for index in span if picked(index)]
        if not games:
            continue
        path = Path(wanted.folder) / "data" / f"split={split}" / f"{span.start:06}-{span.stop - 1:06}.parquet"
        if path.exists():
            count += parquet.read_metadata(path).num_rows
            continue
        columns = Decisions(len(observer.columns))
        for index in games:
            play_into(columns, wanted, game, observer, index)
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep(path, parquet, columns.table(arrow))
        count += len(columns.values["game"])
    return count, process_time() - begun


def _train(index: int) -> bool:
    return index % TEST_EVERY != TEST_EVERY - 1


def _test(index: int) -> bool:
    return not _train(index)


class Decisions:
    """Columns that grow."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.values: dict[str, list[int | str]] = {name: [] for name in COLUMNS if name not in ("legal", "observation")}
        self.legal = array("i")
        self.ends = array("i", [0])
        self.observations = bytearray()

    def table(self, arrow: ModuleType) -> "pyarrow.Table":
        count = len(self.values["game"])
        flat = arrow.Array.from_buffers(arrow.int32(), count * self.width, [None, arrow.py_buffer(self.observations)])
        legal = arrow.Array.from_buffers(arrow.int32(), len(self.legal), [None, arrow.py_buffer(self.legal)])
        ends = arrow.Array.from_buffers(arrow.int32(), count + 1, [None, arrow.py_buffer(self.ends)])
        columns = {}
        for name, (kind, _) in COLUMNS.items():
            if name == "legal":
                columns[name] = arrow.ListArray.from_arrays(ends, legal)
            elif name == "observation":
                columns[name] = arrow.FixedSizeListArray.from_arrays(flat, self.width)
            elif kind == "string":
                columns[name] = arrow.array(self.values[name], arrow.string()).dictionary_encode()
            else:
                columns[name] = arrow.array(self.values[name], getattr(arrow, kind)())
        return arrow.table(columns)


def play_into(columns: Decisions, wanted: Wanted, game: Game, observer: Observer, index: int) -> None:
    """Game ``index``, decision by decision."""
    seed = f"{wanted.seed}/{index}"
    seats = game.seats(wanted.scenario)
    players = [Player(wanted.bots[seat], f"{seed}/{seat}") for seat in seats]
    dice = Tape(f"{seed}/dice")
    s = game.new(wanted.scenario, wanted.options)
    values = columns.values
    first = len(values["game"])
    asked_seats: list[int] = []
    for _ in range(MOST_ANSWERS):
        asked = game.pending(s)
        if isinstance(asked, Decide):
            view = game.view(s, asked.seat)
            legal = game.legal(s)
            columns.observations += observer.row(view, asked)
            columns.legal.extend(legal)
            columns.ends.append(len(columns.legal))
            answer = players[asked.seat].choose(game, view, legal)
            values["game"].append(index)
            values["number"].append(len(values["game"]) - 1 - first)
            values["seat"].append(asked.seat)
            asked_seats.append(asked.seat)
            values["step"].append(asked.step)
            values["rule"].append(asked.rule)
            values["answer"].append(answer)
        elif isinstance(asked, Over):
            break
        else:
            assert isinstance(asked, Throw)
            answer = asked.chance.throw(dice)
        game.answer(s, answer)
    else:
        raise Endless(f"still not over after {MOST_ANSWERS} answers")
    outcome = asked.outcome
    count = len(values["game"]) - first
    values["won"] += [int(seats[seat] in outcome.winners) for seat in asked_seats]
    values["outcome"] += [outcome.name] * count
    values["score"] += [outcome.score] * count


def _write_schema(wanted: Wanted, game: Game, folder: Path) -> None:
    """The schema; a folder that holds another data set is refused."""
    told = {
        "format": 1,
        "title": wanted.source.name,
        "rules_version": game.rules_version,
        "pack": game.info.checksum,
        "scenario": wanted.scenario,
        "options": wanted.options,
        "bots": wanted.bots,
        "seed": wanted.seed,
        "games_a_file": GAMES_A_FILE,
        "columns": {name: {"type": kind, "about": about} for name, (kind, about) in COLUMNS.items()},
        "observation_columns": Observer(game).columns,
    }
    path = folder / "schema.json"
    if path.exists() and path.read_text(encoding="utf-8") != _text(told):
        raise CannotWrite(f"'{folder}' holds another data set; take another folder")
    folder.mkdir(parents=True, exist_ok=True)
    _whole(path, _text(told))


def _text(told: Json) -> str:
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _keep(path: Path, parquet: ModuleType, table: "pyarrow.Table") -> None:
    whole(path, lambda at: parquet.write_table(table, at, compression="zstd"))


def _whole(path: Path, text: str) -> None:
    whole(path, lambda at: at.write_text(text, encoding="utf-8"))


def _arrow() -> tuple[ModuleType, ModuleType]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise CannotWrite("a data set is kept as Parquet and needs pyarrow: pip install 'kurgan[lab]'") from None


def card(wanted: Wanted, game: Game, decisions: int) -> str:
    """What somebody who finds the folder should know."""
    players = ", ".join([f"{seat} {bot}" for seat, bot in wanted.bots.items()])
    changed = {name: value for name, value in wanted.options.items() if value != _default(game, name)}
    options = ", ".join([f"{name} {value}" for name, value in changed.items()]) or "as the scenario has them"
    lines = [
        f"# {game.title}: decisions of {wanted.games} games",
        "",
        f"- {decisions} decisions of scenario `{wanted.scenario}`, options {options}; seed `{wanted.seed}`.",
        f"- Played by bots: {players}. No game of a person is in it.",
        f"- Rules version {game.rules_version}, pack {game.info.checksum}{_reconstructed(game)}.",
        "- `data/split=train` and `data/split=test`: every tenth game is for testing, whole games only.",
        "- An observation holds what the deciding seat may know, nothing else. Dice are no decisions and not in it.",
        "",
        "| column | type | holds |",
        "|---|---|---|",
        *[f"| `{name}` | {kind} | {about} |" for name, (kind, about) in COLUMNS.items()],
        "",
        "`schema.json` names the numbers of an observation. The same command makes the same data:",
        "",
        f"    kurgan dataset {wanted.source.name} --games {wanted.games} --scenario {wanted.scenario} {_said(wanted)}",
        "",
    ]
    return "\n".join(lines)


def _said(wanted: Wanted) -> str:
    words = [f"--bot {seat}={bot}" for seat, bot in wanted.bots.items()]
    return " ".join([*words, f"--seed '{wanted.seed}'"])


def _default(game: Game, name: str) -> str:
    return next(option.default for option in game.options() if option.name == name)


def _reconstructed(game: Game) -> str:
    return " (figures in part reconstructed)" if game.info.reconstructed else ""
