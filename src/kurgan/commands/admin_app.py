"""``kurgan admin``: its commands with their options."""

from pathlib import Path
from typing import Annotated

import typer

admin_app = typer.Typer(
    help="For the host of a table: people, games, bans, announcements, reports. All of it is kept in a log.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Address = Annotated[
    str, typer.Option("--database", metavar="ADDRESS", envvar="KURGAN_DATABASE", help="postgresql://... or a file.")
]
Folder = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="Where games are, without a database.")]
Profile = Annotated[str, typer.Argument(metavar="PROFILE", help="As 'kurgan admin people' names somebody.")]
Tournament = Annotated[str, typer.Argument(metavar="TOURNAMENT", help="As 'kurgan admin tournaments' names it.")]
Days = Annotated[int, typer.Option("--days", min=0, max=3650, help="For so long; 0: until it is taken back.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")]


@admin_app.command()
def people(
    part: Annotated[str, typer.Argument(metavar="PART", help="Of a name, an address, a profile.")] = "",
    database: Address = "",
    data: Folder = None,
) -> None:
    """Who there is: the newest hundred, or those that a word finds."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.people(host, part)


@admin_app.command()
def games(
    profile: Annotated[str, typer.Argument(metavar="PROFILE", help="Whose; everybody's if none.")] = "",
    database: Address = "",
    data: Folder = None,
) -> None:
    """The games that were played last."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.games(host, profile)


@admin_app.command()
def ban(profile: Profile, days: Days = 0, reason: Reason = "", database: Address = "", data: Folder = None) -> None:
    """Let somebody in no more; he reads the reason, and can still take his data home."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.ban(host, profile, days, reason)


@admin_app.command()
def unban(profile: Profile, database: Address = "", data: Folder = None) -> None:
    """Let somebody in again."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.unban(host, profile)


@admin_app.command()
def rename(
    profile: Profile,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What he is called from now on.")],
    database: Address = "",
    data: Folder = None,
) -> None:
    """Call somebody by another name."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.rename(host, profile, name)


@admin_app.command("sign-out")
def sign_out(profile: Profile, database: Address = "", data: Folder = None) -> None:
    """End all sessions of somebody."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.sign_out(host, profile)


@admin_app.command("delete-game")
def delete_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Its id.")],
    reason: Reason = "",
    database: Address = "",
    data: Folder = None,
) -> None:
    """Delete a game with all that was said in it; results stay."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.delete_game(host, game, reason)


@admin_app.command()
def tournaments(database: Address = "", data: Folder = None) -> None:
    """The newest hundred tournaments."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.tournaments(host)


@admin_app.command("end-tournament")
def end_tournament(tournament: Tournament, reason: Reason = "", database: Address = "", data: Folder = None) -> None:
    """End a tournament: no game begins any more, those under way go on."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.end_tournament(host, tournament, reason)


@admin_app.command("drop-out")
def drop_out(
    tournament: Tournament, profile: Profile, reason: Reason = "", database: Address = "", data: Folder = None
) -> None:
    """Take somebody out of a tournament, as if he had dropped out himself."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.drop_out(host, tournament, profile, reason)


@admin_app.command()
def announce(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What everybody should know.")],
    days: Days = 7,
    database: Address = "",
    data: Folder = None,
) -> None:
    """Say something to everybody, in the lobby."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.announce(host, text, days)


@admin_app.command()
def unannounce(
    id: Annotated[str, typer.Argument(metavar="ID", help="As 'kurgan admin announcements' names it.")],
    database: Address = "",
    data: Folder = None,
) -> None:
    """Take an announcement back."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.unannounce(host, id)


@admin_app.command()
def announcements(database: Address = "", data: Folder = None) -> None:
    """What is announced now."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.announcements(host)


@admin_app.command()
def reports(
    done: Annotated[bool, typer.Option("--all", help="Also those that are done.")] = False,
    database: Address = "",
    data: Folder = None,
) -> None:
    """What people report, the oldest first."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.reports(host, done)


@admin_app.command()
def done(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="As 'kurgan admin reports' names it.")],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="What was done, for the log.")] = "",
    database: Address = "",
    data: Folder = None,
) -> None:
    """A report was seen to."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.close_report(host, report, note)


@admin_app.command()
def publish(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="A new folder; otherwise at the table.")
    ] = None,
    database: Address = "",
    data: Folder = None,
) -> None:
    """Make a data set of all finished games: records without names, and a list.

    Without a folder the table makes it, and hands it out to everybody.
    """
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        if folder is None:
            admin.publish_at_table(host)
        elif not admin.publish(host, folder):
            raise typer.Exit(1)


@admin_app.command()
def unpublish(database: Address = "", data: Folder = None) -> None:
    """Take back the data set that the table hands out."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.unpublish(host)


@admin_app.command()
def log(database: Address = "", data: Folder = None) -> None:
    """What hosts did, the last first."""
    from kurgan.commands import admin

    with admin.hosting(database, data) as host:
        admin.log(host)
