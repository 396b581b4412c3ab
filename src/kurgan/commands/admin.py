"""What the host of a club does: people, games, bans, announcements, reports. All of it stands in the audit log."""

import getpass
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kurgan.commands.club import need_it_to_exist
from kurgan.commands.common import game_of, say
from kurgan.commands.play import data_folder
from kurgan.kernel.protocol import Misspelt
from kurgan.session import publishing
from kurgan.session.store import Store
from kurgan.table import ids
from kurgan.table.database.exports import KeptExports
from kurgan.table.database.hosting import KeptHosting
from kurgan.table.hosted import HostedPerson
from kurgan.table.rooms.exports import SET
from kurgan.table.server import DATABASE, alone, file_of
from kurgan.table.storage import EVERYBODY

DAY = 24 * 3600


@contextmanager
def hosting(database: str, data: Path | None) -> Iterator[KeptHosting]:
    """The database of a table, beside whoever serves it."""
    address = database or str(data_folder(data) / DATABASE)
    need_it_to_exist(address)
    store = Store(address, visiting=True)
    try:
        yield KeptHosting(store, getpass.getuser())
    finally:
        store.close()


def the(host: KeptHosting, handle: str) -> HostedPerson:
    found = host.person(handle)
    if found is None:
        raise Misspelt(f"nobody has the profile '{handle}'; 'kurgan admin people NAME' finds it")
    return found


def day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds)) if seconds else "never"


def people(host: KeptHosting, part: str) -> None:
    found = host.people(part)
    if not found:
        say(f"kurgan: nobody has '{part}' in his name, address or profile" if part else "kurgan: there is nobody yet")
    for one in found:
        banned = "" if one.banned is None else f"; banned {_until(one.banned)}"
        account = one.mail or (f"{one.passkeys} passkeys" if one.passkeys else "guest")
        name = one.name or "(no name)"
        seats = f"{one.seats} seats, {one.ended} games ended"
        print(f"{one.handle}  {name}  {account}; {seats}; since {day(one.created)}, seen {day(one.seen)}{banned}")


def _until(when: int) -> str:
    return f"until {day(when)}" if when else "for good"


def games(host: KeptHosting, handle: str) -> None:
    for row in host.games(the(host, handle).id if handle else ""):
        state = "over" if row.outcome else f"{row.awaited or 'nobody'} is asked"
        name = f" '{row.name}'" if row.name else ""
        print(f"{row.id}  {row.title} {row.scenario}{name}; {state}; played {day(row.updated)}")


def ban(host: KeptHosting, handle: str, days: int, reason: str) -> None:
    person = the(host, handle)
    until = int(time.time()) + days * DAY if days else 0
    host.ban(person, until, ids.clean(reason, 200))
    print(f"{person.name or handle} is banned {_until(until)}; open pages are closed within seconds")


def unban(host: KeptHosting, handle: str) -> None:
    if not host.unban(the(host, handle)):
        raise Misspelt(f"{handle} was not banned")
    print(f"{handle} is welcome again")


def rename(host: KeptHosting, handle: str, name: str) -> None:
    host.rename(the(host, handle), ids.clean(name))
    print(f"{handle} is called '{ids.clean(name)}'; records keep the name under which somebody sat down")


def sign_out(host: KeptHosting, handle: str) -> None:
    person = the(host, handle)
    if not person.mail and not person.passkeys:
        print("this is a guest: nothing will bring him back")
    print(f"{host.sign_out(person)} browsers signed out")


def delete_game(host: KeptHosting, game: str, reason: str) -> None:
    """Where one process has a file to itself it remembers its games: it must not run meanwhile."""
    store = host.store
    row = store.game(game)
    if row is None:
        raise Misspelt(f"there is no game {game}")
    with alone(None if store.is_shared else file_of(str(store.engine.url))):
        host.note("delete-game", game, f"{row.title} {row.scenario} {row.name!r}: {reason}")
        if store.is_shared:
            store.listen(lambda *_: None)
        from kurgan.table.database.identity import People

        People(store).forget(game)
        store.delete_game(game)
    print(f"{game} is deleted")


def tournaments(host: KeptHosting) -> None:
    for row in host.tournaments():
        seen = "" if row.listed else ", by link"
        print(f"{row.id}  '{row.name}' {row.title} {row.scenario}; {row.kind}, {row.stage}{seen}; made {day(row.made)}")


def end_tournament(host: KeptHosting, id: str, reason: str) -> None:
    if not host.end_tournament(id, reason):
        raise Misspelt(f"there is no tournament {id} that could be ended; 'kurgan admin tournaments' lists them")
    print(f"{id} is ended: no game begins any more, those under way go on")


def drop_out(host: KeptHosting, id: str, handle: str, reason: str) -> None:
    person = the(host, handle)
    if not host.drop_out(id, person, reason):
        raise Misspelt(f"{handle} is not in a tournament {id} that could be left")
    print(f"{person.name or handle} has dropped out of {id}")


def announce(host: KeptHosting, text: str, days: int) -> None:
    words = ids.clean(text, ids.TEXT_LIMIT)
    if not words:
        raise Misspelt("there is nothing to announce")
    id = host.announce(words, int(time.time()) + days * DAY if days else 0)
    print(f"announced as {id}")


def unannounce(host: KeptHosting, id: str) -> None:
    if not host.unannounce(id):
        raise Misspelt(f"there is no announcement '{id}'")
    print("taken back")


def announcements(host: KeptHosting) -> None:
    for row in host.notices():
        print(f"{row.id}  {day(row.made)}, {_until(row.until)}: {row.text}")


def reports(host: KeptHosting, with_done: bool) -> None:
    for row in host.reports(with_done):
        by, about = f"{row.by_name or '(no name)'} [{row.by}]", f"{row.about_name or '(no name)'} [{row.about}]"
        game = f" in game {row.game}" if row.game else ""
        print(f"{row.id}  {day(row.made)} {row.stage}: {by} of {about}{game}: {row.text}")


def close_report(host: KeptHosting, id: str, note: str) -> None:
    if not host.close_report(id, note):
        raise Misspelt(f"there is no open report '{id}'")
    print("done")


def publish(host: KeptHosting, folder: Path) -> bool:
    """Write all finished games into a new folder, without names; false if some could not be."""
    if folder.exists():
        raise Misspelt(f"{folder} exists already; nothing was written")
    store, rows, left = host.store, [], 0
    folder.mkdir(parents=True)
    for row in store.games():
        lines = store.log(row.id).read().lines if row.outcome else []
        if not lines or not publishing.is_ours_to_give(lines):
            continue
        made, report = publishing.publish(lines, game_of)
        if made is None:
            say(f"kurgan: game {row.id}: line {report.line}: {report.reason}")
            left += 1
            continue
        name = f"{row.id}.kurgan"
        (folder / name).write_text(made.text, encoding="utf-8")
        rows.append({"file": name, **made.row})
    (folder / "games.csv").write_text(publishing.as_list(rows), encoding="utf-8", newline="")
    host.note("publish", str(folder), f"{len(rows)} games")
    print(f"{len(rows)} games in {folder}, without names; every record there verifies")
    return not left


def publish_at_table(host: KeptHosting) -> None:
    """Have the table make the data set and hand it out to everybody; an older one stays until the new one is there."""
    row = KeptExports(host.store).ask(EVERYBODY, SET)
    host.note("publish", row.id, "at the table")
    print(f"asked for: the table makes it, and hands it out at /api/exports/{row.id}")


def unpublish(host: KeptHosting) -> None:
    kept = KeptExports(host.store)
    rows = kept.of_person(EVERYBODY)
    for row in rows:
        kept.remove(EVERYBODY, row.id)
        host.note("unpublish", row.id)
    if not rows:
        raise Misspelt("nothing is published at the table")
    print("taken back: the table hands out no data set any more")


def log(host: KeptHosting) -> None:
    for row in host.audit():
        at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(row.at))
        print(f"{at}  {row.host}: {row.action} {row.what}{' (' + row.detail + ')' if row.detail else ''}")
