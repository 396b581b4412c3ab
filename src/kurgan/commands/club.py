"""Keeping a club: serving it, and its database moved, backed up and restored."""

from pathlib import Path

from kurgan import games
from kurgan.commands.common import game_of, say
from kurgan.commands.play import data_folder
from kurgan.kernel.protocol import Misspelt
from kurgan.session import moving
from kurgan.session.logs import NoRecord
from kurgan.session.record import Damaged
from kurgan.session.store import Store
from kurgan.session.verify import verify
from kurgan.table import server
from kurgan.table.processes import workers
from kurgan.table.server import alone, file_of


def move_database(source: str, target: str) -> bool:
    """Carry everything into an empty database while nobody serves either, and verify it there."""
    need_it_to_exist(source)
    with alone(file_of(source)), alone(file_of(target)):
        old = Store(source)
        try:
            if moving.others_serving(old):
                raise NoRecord(f"a table still serves {old.address}; stop it first")
            return carry(old, target)
        finally:
            old.close()


def need_it_to_exist(address: str) -> None:
    """A file that is not there would be made, and nothing be carried out of it."""
    file = file_of(address)
    if file is not None and not file.is_file():
        raise NoRecord(f"there is no database {file}")


def carry(old: Store, target: str) -> bool:
    """Carry everything; true if every record verifies where it has arrived."""
    new = Store(target)
    try:
        counts = moving.carry(old, new)
        print(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing to carry")
        return verify_all(new)
    finally:
        new.close()


def verify_all(store: Store) -> bool:
    """Replay every record of a database; says which do not fit."""
    rows = store.games()
    good = 0
    for row in rows:
        trouble = trouble_with(store, row.id)
        if trouble:
            say(f"kurgan: game {row.id}: {trouble}")
        else:
            good += 1
    print(f"{good} of {len(rows)} records verify in {store.address}")
    return good == len(rows)


def trouble_with(store: Store, game: str) -> str:
    """What does not fit in a record; empty if everything does."""
    try:
        report = verify(store.log(game), game_of)
    except (NoRecord, Damaged, Misspelt) as error:
        return str(error)
    return "" if report.ok else f"line {report.line}: {report.reason}"


def backup(source: str, file: Path) -> bool:
    """Everything of one moment in one SQLite file that only its owner can read; people may play on meanwhile."""
    need_it_to_exist(source)
    if file.exists():
        raise NoRecord(f"{file} exists already; nothing was changed")
    old = Store(source)
    try:
        return carry(old, str(file))
    finally:
        old.close()


def restore(file: Path, target: str) -> bool:
    """What a backup holds, into an empty database."""
    if not file.is_file():
        raise NoRecord(f"there is no backup {file}")
    try:
        return move_database(str(file), target)
    except moving.NotEmpty as full:
        raise NoRecord(
            f"a backup is restored into an empty database, and this one has rows in '{full.table}'; nothing was changed"
        ) from None


def serve(
    database: str,
    count: int,
    hands: int,
    host: str,
    port: int,
    url: str,
    data: Path | None,
    proxies: list[str],
    names: list[str],
) -> None:
    """One process on a file of its own, or as many as wanted on a database that they share."""
    for broken in games.broken():
        say(f"kurgan: {broken.told}")
    file = file_of(database) if database else None
    if database and file is None:
        workers.oversee(games, workers.Wishes(database, count, hands, host, port, url, names, proxies))
        return
    if count != 1:
        raise server.NoTable(workers.ONE_FILE)
    folder = file.parent if file is not None else data_folder(data)
    server.serve(games, host, port, url, folder, False, database, proxies, names)
