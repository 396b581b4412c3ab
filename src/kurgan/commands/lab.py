"""Odds, many games, fuzzing and measuring."""

import json
import sys
from pathlib import Path

from kurgan import games
from kurgan.kernel.protocol import Json, Misspelt


def print_json(data: Json) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))


def odds(title: str, file: str, seat: str | None, pack: str) -> None:
    """Exact chances of a fight described in JSON, or of the one pending in a record."""
    game = games.load(title, pack)
    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    if '"kurgan": "record"' in text[:200]:
        print_json(_pending_odds(title, file, text, seat))
        return
    fight = _read_fight(text)
    from kurgan.odds import calculate

    print_json(calculate(*game.described_fight(fight)))


def _read_fight(text: str) -> Json:
    from kurgan.session.bounds import check_value, read_json

    try:
        fight = read_json(text)
        check_value(fight)
    except ValueError as e:
        raise Misspelt(f"the fight is not JSON: {e}") from e
    if not isinstance(fight, dict):
        raise Misspelt("a fight is a JSON object")
    return fight


def _pending_odds(title: str, file: str, text: str, seat: str | None) -> Json:
    """The odds of the fight that is being prepared in a record."""
    from kurgan.commands.common import open_session
    from kurgan.odds import pending
    from kurgan.session.logs import MemoryLog

    session = open_session(Path(file), MemoryLog(text.rstrip("\n").split("\n")) if file == "-" else None)
    if session.header["title"] != title:
        raise Misspelt(f"this is a game of {session.header['title']}, not of {title}")
    viewer = seat if seat is not None else session.awaited
    found = pending(session.game, session.seen(viewer).view) if session.outcome is None else None
    if found is None:
        raise Misspelt("no fight is being prepared here")
    return found.report()


def sim(
    title: str,
    count: int,
    scenario: str,
    sets: list[str],
    bots: list[str],
    seed: str,
    jobs: int,
    pack: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Many games and a summary with intervals."""
    from kurgan import lab
    from kurgan.bots import Source
    from kurgan.commands.common import bots_named, pairs

    games.check_name(title)
    found = lab.simulate(
        Source(title, pack),
        count,
        scenario=scenario,
        options=pairs(sets, "OPTION=VALUE"),
        bots=bots_named(bots),
        seed=seed,
        jobs=jobs,
        progress=sys.stderr.isatty(),
    )
    if output is not None:
        lab.write(found.rows, output)
    if as_json:
        print_json(found.summary)
        return
    print_summary(found.summary)


def print_summary(summary: Json) -> None:
    """Outcomes with their intervals, then what else was counted."""
    seats = ", ".join(f"{seat} {bot}" for seat, bot in summary["bots"].items())
    print(f"{summary['game']} {summary['scenario']}: {summary['games']} games, seed '{summary['seed']}', {seats}")
    for name, found in sorted(summary["outcomes"].items(), key=lambda item: -item[1]["count"]):
        low, high = found["low"], found["high"]
        print(f"  {name:<22} {found['count']:>6}  {found['share']:7.1%}  ({low:.1%} to {high:.1%})")
    for name, found in summary.items():
        if isinstance(found, dict) and "mean" in found:
            print(f"  {name}: " + ", ".join(f"{word} {_short(value)}" for word, value in found.items()))


def _short(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def ladder(
    title: str,
    bots: list[str],
    count: int,
    scenario: str,
    sets: list[str],
    seed: str,
    jobs: int,
    engine: str,
    pack: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Bots against each other, and a table of who beat whom."""
    from kurgan.bots import Source
    from kurgan.commands.common import pairs
    from kurgan.lab.ladder import ladder as climb

    games.check_name(title)
    file = output if output is not None else Path(f"ladder-{title}.jsonl")
    found = climb(
        Source(title, pack),
        bots or ["greedy", "search"],
        count,
        file,
        scenario=scenario,
        options=pairs(sets, "OPTION=VALUE"),
        seed=seed,
        jobs=jobs,
        engine_name=engine,
        progress=sys.stderr.isatty(),
    )
    if as_json:
        print_json({"title": title, "scenario": scenario, "file": str(file), "pairings": found})
        return
    for row in found:
        print(ladder_line(row))


def ladder_page(title: str, pack: str, output: Path | None, page: Path, as_json: bool) -> None:
    """What ladders found so far, as a page; with ``--json`` also as the rows from which a table names strengths."""
    from kurgan.bots import Source
    from kurgan.lab import ladder_page as pages

    games.check_name(title)
    game = Source(title, pack).open()
    file = output if output is not None else Path(f"ladder-{title}.jsonl")
    page.write_text(pages.page(game, file), encoding="utf-8")
    print(pages.written(pages.strengths(game, file)) if as_json else page, end="" if as_json else "\n")


def ladder_line(row: Json) -> str:
    """One pairing: who, where, against whom, how often it won, how long it thought."""
    against = f" against {row['rival']}" if row["rival"] else ""
    won = f"{row['won']} of {row['decided']}, {row['share']:.0%} ({row['low']:.0%} to {row['high']:.0%})"
    drawn = f", {row['games'] - row['decided']} drawn" if row["games"] > row["decided"] else ""
    thought = f"{row['median']:.2f} s a decision, at most {row['worst']:.2f}"
    return f"{row['bot']} as {row['seat']}{against}: {won}{drawn}; {thought}"


def fuzz(
    title: str,
    count: int,
    seed: str,
    scenario: str,
    sets: list[str],
    jobs: int,
    pack: str,
    folder: Path,
    thorough: bool,
    keep: bool,
    fresh: int,
    positions: int,
    as_json: bool,
) -> bool:
    """Random play under every invariant; true if nothing went wrong."""
    from kurgan import lab
    from kurgan.bots import Source
    from kurgan.commands.common import pairs

    games.check_name(title)
    found = lab.fuzz(
        Source(title, pack),
        count,
        seed=seed,
        scenario=scenario,
        options=pairs(sets, "OPTION=VALUE") if sets else None,
        jobs=jobs,
        folder=str(folder),
        thorough=thorough,
        keep=keep,
        progress=sys.stderr.isatty(),
        fresh=fresh,
        positions=positions,
    )
    if as_json:
        print_json(found)
    else:
        counted = f"{found['games']} games, {found['decisions']} decisions, {found['verified']} records verified"
        print(f"{counted}, {len(found['errors'])} errors")
        for error in found["errors"]:
            print("  " + ", ".join(f"{name} {value}" for name, value in error.items()))
    return not found["errors"]


def bench_bots(title: str, scenario: str, sets: list[str], questions: int, as_json: bool) -> None:
    """Seconds of a processor that bots think over a decision, of one title or all; a table for a page."""
    from kurgan import lab
    from kurgan.commands.common import pairs
    from kurgan.lab.think_time import table

    options = pairs(sets, "OPTION=VALUE")
    found = []
    for name in [title] if title else list(games.names()):
        games.check_name(name)
        game = games.load(name)
        for each in game.scenarios():
            if scenario in ("", each.name):
                found.append(lab.think_times(game, each.name, options, count=questions))
    if not found:
        raise Misspelt(f"there is no scenario '{scenario}'")
    if as_json:
        print_json({"scenarios": found})
    else:
        print("\n".join(table(found)))


def bench(title: str, seconds: float, as_json: bool) -> None:
    """Decisions and copies per second, odds latency."""
    from kurgan import lab
    from kurgan.bots import Source

    names = [title] if title else list(games.names())
    found = []
    for name in names:
        games.check_name(name)
        found.append(lab.bench(Source(name), seconds))
    if as_json:
        print_json(found[0] if title else {"games": found})
        return
    for figures in found:
        print(f"{figures['game']} ({'compiled' if figures['compiled'] else 'pure Python'})")
        for name, value in figures.items():
            if name not in ("game", "compiled"):
                print(f"  {name.replace('_', ' ')}: {_figures(value)}")


def _figures(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_figures(part)}" for name, part in value.items())
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return str(value)
