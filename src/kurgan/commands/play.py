"""Playing: at the web table where there is one, in the terminal otherwise."""

import os
from importlib.util import find_spec
from pathlib import Path

from kurgan import games
from kurgan.commands.common import (
    bots_named,
    file_log,
    fresh_name,
    game_of,
    is_record_file,
    pairs,
    say,
    told_of_idle,
)
from kurgan.commands.speech import speaking_as
from kurgan.kernel.notation import nearest
from kurgan.kernel.protocol import Game, Misspelt
from kurgan.session import private_files
from kurgan.session.logs import FileLog, NoRecord
from kurgan.session.record import Damaged, read_text
from kurgan.session.replay import PERSON
from kurgan.session.session import Session
from kurgan.terminal.screen import Screen, make_screen
from kurgan.terminal.sitting import Sitting
from kurgan.terminal.words import said, seat_word

FOLDER = "games"
LEVELS = (1, 2, 3, 4, 5)
LOWEST = "greedy:1"
"""Whom ladders measure the levels by, and what level 1 is."""


def play(
    host: str, port: int, url: str, browser: bool, data: Path | None, proxies: list[str], names: list[str]
) -> None:
    """The web table if it is built and installed; otherwise the terminal, and a word about it."""
    missing = what_the_table_lacks()
    if missing:
        with speaking_as(""):
            say(said("play_in_terminal", missing=missing))
            sit("", "", [], None, "", [], data)
        return
    from kurgan import bots
    from kurgan.table.server import serve

    for told in [*[broken.told for broken in games.broken()], *bots.broken()]:
        say(f"kurgan: {told}")
    serve(
        games,
        host=host,
        port=port,
        url=url,
        open_browser=browser,
        data=data_folder(data),
        proxies=proxies,
        names=names,
    )


def what_the_table_lacks() -> str:
    """Why the web table cannot be started here; empty if it can."""
    if find_spec("kurgan.table.server") is None:
        return said("play_no_table")
    for package in ("fastapi", "uvicorn"):
        if find_spec(package) is None:
            return said("play_needs_package", package=package)
    static = Path(__file__).parent.parent / "table" / "static" / "index.html"
    return "" if static.exists() else said("play_no_page")


def data_folder(data: Path | None) -> Path:
    """Where games are kept: as said, or KURGAN_DATA, or the usual place of this system."""
    if data is None and os.environ.get("KURGAN_DATA"):
        data = Path(os.environ["KURGAN_DATA"])
    if data is None:
        from platformdirs import user_data_path

        data = user_data_path("kurgan", appauthor=False)
    private_files.make_folder(data)
    return data


def sit(
    target: str, scenario: str, sets: list[str], seed: str | None, pack: str, bots: list[str], data: Path | None
) -> None:
    """Go on with a record, or begin a game."""
    screen = make_screen()
    path = Path(target) if target else None
    if path is not None and target not in games.found():
        if not path.exists():
            raise Misspelt(said("sit_no_target", target=target) + nearest(target, games.names()))
        _go_on(path, screen)
        return
    folder = data_folder(data) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    chosen = _choose(screen, folder) if not target and screen.is_live else target
    if isinstance(chosen, Path):
        _go_on(chosen, screen)
        return
    title = chosen or games.names()[0]
    game = games.load(title, pack)
    scenario = scenario or (_choose_scenario(screen, game) if screen.is_live else game.scenarios()[0].name)
    seats = {seat: f"bot {name}" for seat, name in bots_named(bots, kept=True).items()}
    for seat in game.seats(scenario):
        if seat not in seats:
            seats[seat] = _choose_holder(screen, game, scenario, seat)
    path = fresh_name(folder, title, scenario)
    options = pairs(sets, "OPTION=VALUE")
    told_of_idle(game, scenario, options)
    pack_folder = str(Path(pack).resolve()) if pack else ""
    session = Session.new(game, scenario, options, seats, seed=seed, log=FileLog.create(path), folder=pack_folder)
    Sitting(session, screen, path).run(is_new=True)


def _go_on(path: Path, screen: Screen) -> None:
    log = file_log(path)
    session = Session.load(game_of(log.read().lines[0].fields), log)
    Sitting(session, screen, path).run(is_new=False)


def _choose(screen: Screen, folder: Path) -> Path | str:
    """A menu: running games first, then the titles. Enter takes the first line."""
    running = [path for path in sorted(folder.glob("*.kurgan"), key=_age) if _is_running(path)][:5]
    lines = [said("menu_go_on", name=path.name) for path in running]
    lines += [said("menu_new", title=game.named(game.title)) for game in map(games.load, games.names())]
    number = _menu(screen, said("menu_what"), lines)
    return running[number] if number < len(running) else games.names()[number - len(running)]


def _choose_scenario(screen: Screen, game: Game) -> str:
    scenarios = game.scenarios()
    lines = [f"{scenario.title}. {scenario.about}".strip() for scenario in scenarios]
    return scenarios[_menu(screen, said("menu_scenario"), lines)].name


def _choose_holder(screen: Screen, game: Game, scenario: str, seat: str) -> str:
    """Alone at the table one is a person; with more seats the question is asked."""
    if not screen.is_live or len(game.seats(scenario)) == 1:
        return PERSON
    bots = [f"search:{level}" for level in LEVELS]
    holders = [said("menu_person"), *[_level(game, scenario, seat, bot) for bot in bots]]
    number = _menu(screen, said("menu_who", seat=seat_word(seat)), holders)
    return (PERSON, *[f"bot {bot}" for bot in bots])[number]


def _level(game: Game, scenario: str, seat: str, bot: str) -> str:
    """A level by its number, and what ladders counted of it in this seat."""
    level = bot.partition(":")[2]
    wanted = {"scenario": scenario, "seat": seat, "bot": bot, "rival": LOWEST, "options": {}}
    for row in game.ranked():
        if row["decided"] and wanted.items() <= row.items():
            return said("menu_beats", level=level, rival=1, won=row["won"], games=row["decided"])
    return said("menu_level", level=level)


def _menu(screen: Screen, question: str, lines: list[str]) -> int:
    """The index of the chosen line; the first one for a bare Enter."""
    if len(lines) == 1:
        return 0
    screen.line(question, "bold")
    for i, line in enumerate(lines, 1):
        screen.line(f"  {i:>2}  {line}")
    while True:
        typed = screen.ask(said("menu_number"))
        if typed is None:
            raise KeyboardInterrupt
        if not typed:
            return 0
        if typed.isdecimal() and 1 <= int(typed) <= len(lines):
            return int(typed) - 1
        screen.line(said("menu_please", of=len(lines)))


def _age(path: Path) -> float:
    return -path.stat().st_mtime


def _is_running(path: Path) -> bool:
    """Whether a record can be gone on with; damaged ones are not offered."""
    if not is_record_file(path):
        return False
    try:
        lines = read_text(path.read_bytes()).lines
        games.check_name(lines[0].fields["title"])
    except (Damaged, NoRecord, Misspelt):
        return False
    return lines[-1].kind != "reveal"
