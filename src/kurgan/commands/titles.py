"""Titles, rules and packs."""

import shutil
from pathlib import Path

from kurgan import games
from kurgan.commands.common import print_json, say
from kurgan.commands.speech import speaking_as
from kurgan.kernel.notation import nearest
from kurgan.kernel.packfile import PackError, read_toml
from kurgan.kernel.position_text import BROKEN
from kurgan.kernel.protocol import Game, Json, Misspelt
from kurgan.session import keeper
from kurgan.session.logs import NoRecord
from kurgan.terminal.words import said


def list_games(as_json: bool) -> None:
    """Titles, scenarios, seats and options."""
    listed = [game_json(games.load(name)) for name in games.names()]
    broken = [broken.told for broken in games.broken()]
    if as_json:
        print_json({"games": listed, "broken": broken})
        return
    for line in broken:
        say(f"kurgan: {line}")
    for game in listed:
        print(said("games_title", name=game["name"], title=game["title"], origin=game["from"]))
        made_up = said("games_reconstructed") if game["pack"]["reconstructed"] else ""
        print(said("games_pack", title=game["pack"]["title"]) + made_up)
        for scenario in game["scenarios"]:
            seats = ", ".join(scenario["seats"])
            print(said("games_scenario", name=scenario["name"], seats=seats, title=scenario["title"]))
        for option in game["options"]:
            choices = "|".join(option["choices"]) or said("games_value")
            told = {"name": option["name"], "default": option["default"], "rule": option["rule"]}
            only = said("games_only", scenarios=", ".join(option["scenarios"])) if option["scenarios"] else ""
            print(said("games_option", choices=choices, **told) + only)
            if option["about"]:
                print(f"    {option['about']}")


def game_json(game: Game) -> Json:
    """One title as ``games --json`` lists it."""
    scenarios = [scenario._asdict() for scenario in game.scenarios()]
    seats: list[str] = []
    for scenario in scenarios:
        seats += [seat for seat in scenario["seats"] if seat not in seats]
    return {
        "name": game.name,
        "title": game.named(game.title),
        "from": games.origin(game.name).told,
        "scenarios": scenarios,
        "seats": seats,
        "options": [option._asdict() for option in game.options()],
        "rules": game.rules_version,
        "pack": {
            "title": game.named(game.info.title),
            "checksum": game.info.checksum,
            "reconstructed": game.info.reconstructed,
        },
    }


def where(title: str, number: str, as_json: bool) -> None:
    """Where a rule lives and which tests hold it."""
    from kurgan.kernel import citations

    index = citations.read(games.folder(title))
    try:
        found = index.where(number)
    except citations.UnknownRule as e:
        raise Misspelt(str(e)) from e
    code = [{"file": place.file, "line": place.line, "name": place.name} for place in found.code]
    tests = [{"file": place.file, "line": place.line, "name": place.name} for place in found.tests]
    parts = index.parts(found.rule.number)
    if as_json:
        row = found.rule
        told = {"number": row.number, "title": row.title, "status": row.status, "code": code, "tests": tests}
        print_json({**told, "parts": [part.number for part in parts]})
        return
    print(f"{found.rule.number} {found.rule.title}: {found.rule.status}")
    for place in code:
        print(f"  code {place['file']}:{place['line']} {place['name']}")
    for place in tests:
        print(f"  test {place['file']}:{place['line']} {place['name']}")
    if not code and found.rule.note:
        print(f"  {found.rule.note}")
    for part in parts if found.rule.status == "definition" else []:
        print(f"  see  {part.number} {part.title}")


def read_rule(title: str, number: str, as_json: bool, language: str = "") -> None:
    """One paragraph in our own words, or all of a chapter."""
    from kurgan.lessons import rulebook

    with speaking_as(language):
        rows = rulebook.paragraphs(games.load(title), games.folder(title))
        wanted = number.strip("[]")
        chapter = [row for row in rows if "." not in wanted and row.chapter == wanted]
        found = chapter or [row for row in rows if row.number == wanted]
        if not found:
            known = nearest(wanted, [row.number for row in rows])
            raise Misspelt(said("rules_no_such", title=title, rule=number) + known)
    if as_json:
        print_json({"rules": [row._asdict() for row in found]})
        return
    for row in found:
        print(f"{row.number} {row.title}")
        if row.text:
            print(f"  {row.text}")


def rules(title: str, only_open: bool, as_json: bool) -> None:
    """The rule index with its coverage."""
    from kurgan.kernel import citations

    index = citations.read(games.folder(title))
    data = index.to_json()
    if only_open:
        open_numbers = {found.rule.number for found in index.unfinished()}
        data["rules"] = [row for row in data["rules"] if row["number"] in open_numbers]
    if as_json:
        print_json(data)
        return
    for row in data["rules"]:
        place = f"{row['file']}:{row['line']}" if row["line"] else row["file"]
        print(f"{row['number']:<9} {row['status']:<11} {row['title']}  {place}  {len(row['tests'])} tests")
    print(", ".join(f"{name.replace('_', ' ')} {count}" for name, count in data["coverage"].items()))


def pack_check(folder: Path, as_json: bool) -> None:
    """Validate a pack by loading it as its title does."""
    game = games.load(_title_of(folder), str(folder))
    try:
        keeper.check_starts(game)
    except BROKEN as error:
        raise PackError(str(folder), f"a scenario of it cannot be set up: {error}") from error
    data = {"ok": True, "game": game.name, "title": game.info.title, "checksum": game.info.checksum}
    if as_json:
        print_json(data)
    else:
        print(f"{folder}: a good pack for {game.name}: {game.info.title}, checksum {game.info.checksum[:16]}")


def pack_new(title: str, folder: Path) -> None:
    """Copy the built-in pack as a start for one's own."""
    source = games.folder(title) / "data"
    if folder.exists():
        raise NoRecord(f"{folder} exists already; nothing was changed")
    shutil.copytree(source, folder)
    say(f"kurgan: change the figures in {folder}, then run 'kurgan pack check {folder}'")
    print(folder)


def pack_facts(target: str, source: str, as_json: bool) -> None:
    """What of a pack is printed, derived or reconstructed."""
    folder = Path(target)
    game = games.load(_title_of(folder), target) if folder.is_dir() else games.load(target)
    facts = [
        {"thing": thing, "field": field, "value": value, "source": said}
        for thing, field, value, said in game.info.facts
    ]
    if source:
        facts = [fact for fact in facts if fact["source"] == source]
    if as_json:
        print_json({"pack": game.info.title, "facts": facts})
        return
    for fact in facts:
        print(f"{fact['source']:<14} {fact['thing']} {fact['field']}: {fact['value']}")


def _title_of(folder: Path) -> str:
    """Which game a pack folder is for."""
    if not folder.is_dir():
        raise NoRecord(f"there is no folder {folder}")
    name = read_toml(folder, "pack.toml").get("name")
    if not isinstance(name, str):
        raise PackError("pack.toml", "'name' should say which game this pack is for")
    return name
