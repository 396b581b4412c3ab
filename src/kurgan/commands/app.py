"""All commands with their options. Each imports only what it needs, so that the small ones answer at once."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kurgan.commands import options as opts
from kurgan.commands.admin_app import admin_app
from kurgan.commands.packs_app import pack_app, title_app

app = typer.Typer(
    name="kurgan",
    help="Three Stalingrad board wargames with the rules enforced.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(pack_app, name="pack")
app.add_typer(title_app, name="title")
app.add_typer(admin_app, name="admin")


class Check(StrEnum):
    """How often a fuzzed position checks itself."""

    ANSWER = "answer"
    PHASE = "phase"


@app.callback(invoke_without_command=True)
def kurgan(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print it.")] = False,
    language: opts.Language = "",
) -> None:
    """Three Stalingrad board wargames with the rules enforced. Without a command: play."""
    from kurgan.commands.speech import speaking_for

    context.with_resource(speaking_for(context.invoked_subcommand, language))
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as version_of

        from kurgan.commands.compiled import is_compiled

        try:
            print(f"kurgan {version_of('kurgan')}, {'rules compiled' if is_compiled() else 'pure Python'}")
        except PackageNotFoundError:
            print("kurgan, not installed")
        raise typer.Exit
    if context.invoked_subcommand is None:
        play()


@app.command()
def play(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free one.")] = 8942,
    url: Annotated[str, typer.Option(help="Address that links carry.")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.")] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="Believe this proxy who its visitors are; may be repeated."),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another name of this table; may be repeated."),
    ] = None,
) -> None:
    """Start the web table and open the browser; where there is none, the game in the terminal."""
    from kurgan.commands import play

    play.play(host, port, url, browser, data, proxies or [], names or [])


@app.command()
def serve(
    database: Annotated[
        str,
        typer.Option(metavar="ADDRESS", envvar="KURGAN_DATABASE", help="postgresql://... or an SQLite file."),
    ] = "",
    workers: Annotated[int, typer.Option(min=0, max=64, help="Processes that serve; above 1 in PostgreSQL.")] = 1,
    hands: Annotated[int, typer.Option("--bots", min=0, max=64, help="Bots that may think at once.")] = 1,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free one.")] = 8942,
    url: Annotated[str, typer.Option(help="Address that links carry.")] = "",
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are, without a database.")] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="Believe this proxy who its visitors are; may be repeated."),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another name of this table; may be repeated."),
    ] = None,
) -> None:
    """Serve a table for a club, without a browser: one process on an SQLite file, or several on PostgreSQL."""
    from kurgan.commands import club

    club.serve(database, workers, hands, host, port, url, data, proxies or [], names or [])


IN_ENVIRONMENT = "KURGAN_DATABASE"


def address_of(text: str) -> str:
    """The name of the variable stands for what it holds: a password in a command line is read by everybody there."""
    found = os.environ.get(IN_ENVIRONMENT, "") if text == IN_ENVIRONMENT else text
    if not found:
        raise typer.BadParameter(f"{IN_ENVIRONMENT} is not set")
    return found


Database = Annotated[
    str,
    typer.Argument(
        metavar="DATABASE",
        help=f"postgresql://..., an SQLite file, or {IN_ENVIRONMENT} for the address in the environment.",
        callback=address_of,
    ),
]


@app.command("move-database")
def move_database(source: Database, target: Database) -> None:
    """Carry everything from one database into another, empty one, and verify every record there."""
    from kurgan.commands import club

    if not club.move_database(source, target):
        raise typer.Exit(1)


@app.command()
def backup(
    source: Database, file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to be made.")]
) -> None:
    """Write all that a database holds into one file, and verify every record in it; people may play on."""
    from kurgan.commands import club

    if not club.backup(source, file):
        raise typer.Exit(1)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, or any SQLite file of ours.")],
    target: Database,
) -> None:
    """Put what a backup holds into an empty database, and verify every record there."""
    from kurgan.commands import club

    if not club.restore(file, target):
        raise typer.Exit(1)


@app.command()
def sit(
    target: Annotated[str, typer.Argument(metavar="FILE or GAME", help="A record to go on with, or a title.")] = "",
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    seed: opts.Seed = None,
    pack: opts.Pack = "",
    bots: opts.Bots = None,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.")] = None,
) -> None:
    """Play in the terminal, in plain lines."""
    from kurgan.commands import play

    play.sit(target, scenario, sets or [], seed, pack, bots or [], data)


@app.command()
def learn(
    game: opts.GameName,
    which: Annotated[str, typer.Argument(metavar="LESSON", help="Its number or name; the next one if none.")] = "",
    again: Annotated[bool, typer.Option("--again", help="From its start.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the lessons and how far you came.")] = False,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where it is kept how far you came.")] = None,
    language: opts.Language = "",
    as_json: opts.AsJson = False,
) -> None:
    """Learn a title in short lessons on real positions; goes on where you stopped."""
    from kurgan.commands import learn

    learn.learn(game, which, again, listed, data, as_json, language)


@app.command()
def games(as_json: opts.AsJson = False) -> None:
    """List titles, scenarios, seats and options with their defaults."""
    from kurgan.commands import titles

    titles.list_games(as_json)


@app.command()
def new(
    game: opts.GameName,
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    seed: opts.Seed = None,
    pack: opts.Pack = "",
    position: Annotated[Path | None, typer.Option(metavar="FILE", help="Start from this position.")] = None,
    bots: opts.Bots = None,
    persons: Annotated[list[str] | None, typer.Option("--person", metavar="SEAT[=NAME]", help="Seat a person.")] = None,
    output: opts.Output = None,
    as_json: opts.AsJson = False,
) -> None:
    """Make a new record and print its name."""
    from kurgan.commands import records

    records.new(game, scenario, sets or [], seed, pack, position, bots or [], persons or [], output, as_json)


@app.command()
def show(
    file: opts.File,
    seat: opts.SeatName = None,
    log: Annotated[int, typer.Option(help="Also the last so many lines of the log.")] = 0,
    as_json: opts.AsJson = False,
) -> None:
    """Show the position as the seat to decide, or another seat, sees it."""
    from kurgan.commands import records

    records.show(file, seat, log, as_json)


@app.command()
def act(
    file: opts.File,
    actions: Annotated[list[str] | None, typer.Argument(metavar="ACTION...", help="Decisions, each one word.")] = None,
    seat: opts.SeatName = None,
    number: Annotated[int | None, typer.Option(help="Only if this is the number of the question.")] = None,
    new_secret: Annotated[bool, typer.Option("--new-secret", help="Play on although the secret is lost.")] = False,
    as_json: opts.AsJson = False,
) -> None:
    """Give decisions, all or none, and let the dice answer until the next one."""
    from kurgan.commands import records

    records.act(file, actions or [], seat, number, new_secret, as_json)


@app.command()
def auto(
    file: opts.File,
    bots: opts.Bots = None,
    decisions: Annotated[int | None, typer.Option(min=0, help="At most so many.")] = None,
    as_json: opts.AsJson = False,
) -> None:
    """Let bots play on: greedy in every seat, or only those named."""
    from kurgan.commands import records

    records.auto(file, bots or [], decisions, as_json)


@app.command()
def undo(
    file: opts.File,
    steps: Annotated[int, typer.Option(min=1, help="How many decisions.")] = 1,
    turn: Annotated[bool, typer.Option("--turn", help="All since the last dice, reveal or other seat.")] = False,
    to: Annotated[int | None, typer.Option(help="Back before this line.")] = None,
    seat: opts.SeatName = None,
    agreed: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="This seat agrees.")] = None,
    as_json: opts.AsJson = False,
) -> None:
    """Take back a decision."""
    from kurgan.commands import records

    records.undo(file, steps, turn, to, seat, agreed or [], as_json)


@app.command()
def resign(file: opts.File, seat: opts.SeatName = None, as_json: opts.AsJson = False) -> None:
    """Give up the game."""
    from kurgan.commands import records

    records.resign(file, seat, as_json)


@app.command()
def word(
    file: opts.File, text: Annotated[str, typer.Argument(help="Any text of yours.")], seat: opts.SeatName = None
) -> None:
    """Put a word of your own into the dice, once for each promise of them."""
    from kurgan.commands import records

    records.word(file, text, seat)


@app.command()
def branch(
    file: opts.File,
    at: Annotated[int | None, typer.Option(help="After this line; the last one if not given.")] = None,
    output: opts.Output = None,
    as_json: opts.AsJson = False,
) -> None:
    """From here another way: a new record with the same past and new dice."""
    from kurgan.commands import records

    records.branch(file, at, output, as_json)


@app.command()
def hint(file: opts.File, seat: opts.SeatName = None, as_json: opts.AsJson = False) -> None:
    """Say what the greedy bot would do here, and why."""
    from kurgan.commands import records

    records.hint(file, seat, as_json)


@app.command()
def review(
    file: opts.File,
    seat: opts.SeatName = None,
    anew: Annotated[bool, typer.Option("--anew", help="Reckon again what was reckoned before.")] = False,
    as_json: opts.AsJson = False,
) -> None:
    """Say how a seat's chance to win went, what its decisions cost, and what was luck."""
    from kurgan.commands import review

    review.review(file, seat, anew, as_json)


@app.command()
def verify(files: opts.Files, as_json: opts.AsJson = False) -> None:
    """Replay and check everything; exit status 0 only if all fits."""
    from kurgan.commands import records

    if not records.verify(files, as_json):
        raise typer.Exit(1)


@app.command()
def export(
    file: opts.File,
    everything: Annotated[bool, typer.Option("--all", help="With its secret, for a bug report.")] = False,
    seat: opts.SeatName = None,
    position: Annotated[
        bool, typer.Option("--position", help="The position as text; with --seat, what it sees.")
    ] = False,
    output: opts.Output = None,
) -> None:
    """Print or write the record, or what one seat saw of it."""
    from kurgan.commands import records

    records.export(file, everything, seat, position, output)


@app.command()
def odds(
    game: opts.GameName,
    file: Annotated[str, typer.Argument(metavar="FILE or -", help="A fight in JSON, or a record.")] = "-",
    seat: opts.SeatName = None,
    pack: opts.Pack = "",
    as_json: Annotated[bool, typer.Option("--json", help="The odds are always JSON.")] = False,
) -> None:
    """Print the exact chances of a fight, described in JSON or pending in a record."""
    from kurgan.commands import lab

    lab.odds(game, file, seat, pack)


@app.command()
def sim(
    game: opts.GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 100,
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    bots: opts.Bots = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same games.")] = "",
    jobs: opts.Jobs = 1,
    pack: opts.Pack = "",
    output: opts.Output = None,
    as_json: opts.AsJson = False,
) -> None:
    """Play many games and print a summary with intervals; -o writes CSV or Parquet."""
    from kurgan.commands import lab

    lab.sim(game, count, scenario, sets or [], bots or [], seed, jobs, pack, output, as_json)


@app.command()
def study(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="What to play: see docs/reference/studies.md.")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Where results are kept; FILE.study.")
    ] = None,
    jobs: opts.Jobs = 1,
    engine: opts.EngineName = "local",
    as_json: opts.AsJson = False,
) -> None:
    """Play a grid or sweep of settings on the same seeds; what was played before is not played again."""
    from kurgan.commands import study

    study.study(file, folder, jobs, engine, as_json)


@app.command()
def compare(
    game: opts.GameName,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="A change; 10..15 stands for each of them."),
    ] = None,
    bots: opts.Bots = None,
    scenario: opts.ScenarioName = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same games.")] = "",
    count: Annotated[int, typer.Option("--games", min=1, help="For each setting.")] = 100,
    pack: opts.Pack = "",
    folder: Annotated[
        Path | None, typer.Option("--keep", metavar="FOLDER", help="Where results are kept; GAME.study.")
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE.html", help="Pictures.")] = None,
    jobs: opts.Jobs = 1,
    engine: opts.EngineName = "local",
    as_json: opts.AsJson = False,
) -> None:
    """What a setting changes: the title as it comes beside each change, on the same seeds."""
    from kurgan.commands import study

    study.compare(game, sets or [], bots or [], scenario, seed, count, pack, folder, output, jobs, engine, as_json)


@app.command()
def tune(
    game: opts.GameName,
    option: Annotated[str, typer.Option(metavar="NAME", help="The option to tune; its values are whole numbers.")],
    win: Annotated[str, typer.Option(metavar="SHARE", help="The share wanted: 50%.")] = "50%",
    side: Annotated[str, typer.Option(metavar="SIDE", help="Whose share; the first seat's if not given.")] = "",
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    bots: opts.Bots = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same games.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="For each of the last values.")] = 200,
    lowest: Annotated[int | None, typer.Option("--from", min=0, help="The lowest value.")] = None,
    highest: Annotated[int | None, typer.Option("--to", min=0, help="The highest value.")] = None,
    check: Annotated[int, typer.Option(min=0, help="Then so many other games with the value found.")] = 0,
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Keep the games here.")
    ] = None,
    jobs: opts.Jobs = 1,
    engine: opts.EngineName = "local",
    pack: opts.Pack = "",
    as_json: opts.AsJson = False,
) -> None:
    """Find the value of an option at which a side wins a wanted share of games; seats without a bot get greedy:1."""
    from kurgan import games as titles
    from kurgan.bots import Source
    from kurgan.commands import study
    from kurgan.commands.common import bots_named, pairs
    from kurgan.lab.study.tune import Wanted

    titles.check_name(game)
    share = study.share_of(win)
    options, named = pairs(sets or [], "OPTION=VALUE"), bots_named(bots or [])
    source = Source(game, pack)
    wanted = Wanted(source, option, share, side, scenario, options, named, seed, count, lowest, highest, check)
    study.tune(wanted, folder, jobs, engine, as_json)


@app.command()
def report(
    source: Annotated[Path, typer.Argument(metavar="STUDY", help="The study's TOML file, or its folder.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The page.")] = Path("report.html"),
) -> None:
    """Draw a study on one page that needs no server and no internet."""
    from kurgan.commands import study

    study.report(source, output)


@app.command()
def dataset(
    game: opts.GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 100,
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    bots: opts.Bots = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same games.")] = "",
    folder: Annotated[Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="GAME.dataset.")] = None,
    jobs: opts.Jobs = 1,
    pack: opts.Pack = "",
    as_json: opts.AsJson = False,
) -> None:
    """Write every decision of many games as Parquet: what was seen, what could be answered, what was, how it ended."""
    from kurgan.commands import study

    study.dataset(game, count, scenario, sets or [], bots or [], seed, folder, jobs, pack, as_json)


@app.command()
def ladder(
    game: opts.GameName,
    bots: Annotated[list[str] | None, typer.Option("--bot", metavar="NAME", help="Who plays; may be repeated.")] = None,
    count: Annotated[int, typer.Option("--games", min=1, help="How many for each pairing and seat.")] = 10,
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same dice.")] = "ladder",
    jobs: opts.Jobs = 1,
    engine: opts.EngineName = "local",
    pack: opts.Pack = "",
    output: opts.Output = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE.md", help="Play nothing; tell the games of -o.")] = None,
    as_json: opts.AsJson = False,
) -> None:
    """Let bots play each other from every seat, on common dice; goes on where it stopped."""
    from kurgan.commands import lab

    if page is not None:
        lab.ladder_page(game, pack, output, page, as_json)
    else:
        lab.ladder(game, bots or [], count, scenario, sets or [], seed, jobs, engine, pack, output, as_json)


@app.command()
def fuzz(
    game: opts.GameName,
    count: Annotated[int, typer.Option("--games", min=1, help="How many.")] = 100,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed, the same games.")] = "",
    scenario: Annotated[str, typer.Option(metavar="NAME", help="Varied if not given.")] = "",
    sets: opts.Sets = None,
    jobs: opts.Jobs = 1,
    pack: opts.Pack = "",
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where records of errors go.")] = Path(),
    check: Annotated[Check, typer.Option(help="Look for broken invariants after each answer or phase.")] = Check.ANSWER,
    keep: Annotated[bool, typer.Option("--keep", help="Write the record of every game into the folder.")] = False,
    fresh: Annotated[
        int, typer.Option(metavar="N", min=0, help="Compare one answer in N with its position loaded.")
    ] = 0,
    positions: Annotated[int, typer.Option(metavar="N", min=0, help="Write and read N positions of each game.")] = 0,
    as_json: opts.AsJson = False,
) -> None:
    """Play at random under every invariant."""
    from kurgan.commands import lab

    every = check is Check.ANSWER
    sound = lab.fuzz(
        game, count, seed, scenario, sets or [], jobs, pack, folder, every, keep, fresh, positions, as_json
    )
    if not sound:
        raise typer.Exit(1)


@app.command()
def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A title; all of them if not given.")] = "",
    seconds: Annotated[float, typer.Option(min=0.1, help="For each title.")] = 5.0,
    bots: Annotated[bool, typer.Option("--bots", help="How long bots think over a decision instead.")] = False,
    scenario: opts.ScenarioName = "",
    sets: opts.Sets = None,
    questions: Annotated[int, typer.Option(min=1, help="With --bots: how many in each scenario.")] = 12,
    as_json: opts.AsJson = False,
) -> None:
    """Measure decisions and copies per second and the odds, on one core; or how long bots think."""
    from kurgan.commands import lab

    if bots:
        lab.bench_bots(game, scenario, sets or [], questions, as_json)
    else:
        lab.bench(game, seconds, as_json)


@app.command()
def where(
    game: opts.GameName,
    rule: Annotated[str, typer.Argument(metavar="RULE", help="A paragraph: 9.5.5")],
    as_json: opts.AsJson = False,
) -> None:
    """Say where a rule lives and which tests hold it."""
    from kurgan.commands import titles

    titles.where(game, rule, as_json)


@app.command()
def rules(
    game: opts.GameName,
    rule: Annotated[str, typer.Argument(metavar="RULE", help="A paragraph, 9.5.5, or a chapter, 9: print it.")] = "",
    only_open: Annotated[bool, typer.Option("--open", help="Only what is not settled.")] = False,
    language: opts.Language = "",
    as_json: opts.AsJson = False,
) -> None:
    """Print a rule in our own words; without one, the rule index with its coverage."""
    from kurgan.commands import titles

    if rule:
        titles.read_rule(game, rule, as_json, language)
    else:
        titles.rules(game, only_open, as_json)
