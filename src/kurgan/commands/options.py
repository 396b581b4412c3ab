"""Options and arguments that several commands have, with what is said of them."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="One game record or several.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A title: see 'kurgan games'.")]
SeatName = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="Whose eyes or answer.")]
ScenarioName = Annotated[str, typer.Option("--scenario", metavar="NAME", help="The first one listed if not given.")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="Set an option; may be repeated.")
]
Bots = Annotated[list[str] | None, typer.Option("--bot", metavar="SEAT=NAME", help="Give a seat to a bot.")]
Pack = Annotated[str, typer.Option("--pack", metavar="FOLDER", help="Play with the data in this folder.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes to use.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="TEXT", help="Open dice made from this text.")]
EngineName = Annotated[str, typer.Option("--engine", metavar="NAME", help="Who plays: local, ray, dask.")]
Language = Annotated[
    str, typer.Option("--language", metavar="NAME", help="Speak this one, as es; as the system does if none.")
]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write.")]
