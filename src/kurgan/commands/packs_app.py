"""``kurgan pack`` and ``kurgan title``: their commands with their options."""

from pathlib import Path
from typing import Annotated

import typer

from kurgan.commands import options as opts

pack_app = typer.Typer(help="Packs of data: check one, start one, list its facts.", rich_markup_mode=None)
title_app = typer.Typer(help="Titles of your own: start one.", rich_markup_mode=None)


@title_app.command("new")
def new_title(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the title is called by.")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="FOLDER", help="To be made; NAME if none.")] = None,
) -> None:
    """Write a small title as a package of its own, to put your rules into."""
    from kurgan.commands.title_new import title_new

    title_new(name, folder)


@pack_app.command("check")
def pack_check(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A pack.")], as_json: opts.AsJson = False
) -> None:
    """Validate a pack; errors name file, row and column."""
    from kurgan.commands import titles

    titles.pack_check(folder, as_json)


@pack_app.command("new")
def pack_new(
    game: opts.GameName, folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="To be made.")]
) -> None:
    """Copy the built-in pack of a title as a start for your own."""
    from kurgan.commands import titles

    titles.pack_new(game, folder)


@pack_app.command("facts")
def pack_facts(
    target: Annotated[str, typer.Argument(metavar="GAME or FOLDER", help="A title or a pack.")],
    source: Annotated[str, typer.Option(metavar="WORD", help="rulebook, public, derived or reconstructed.")] = "",
    as_json: opts.AsJson = False,
) -> None:
    """List what is printed, derived or reconstructed."""
    from kurgan.commands import titles

    titles.pack_facts(target, source, as_json)
