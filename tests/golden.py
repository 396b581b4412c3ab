"""Golden plays: whole games written down so that a reader can follow them and any change of behaviour shows.

    python -m tests.golden                      make the computed parts of all plays again (``make golden``)
    python -m tests.golden new TITLE NAME ...   a new play, by bots (see --help)
    python -m tests.golden keep RECORD NAME     a record that fuzz wrote, as a play of tests/fuzz/corpus
    python -m tests.golden convert              after a change of how positions are kept: new keys and places of steps,
                                                and nothing else; a play that would change otherwise is left and named

A play is a header and one line an answer:

    answer | where | legal answers | answer in notation | events as rule kind(arguments)

and a line ``== turn 3 == key`` when a turn ends. The test (tests/contract/test_golden.py) gives the answers of the file
and compares everything else. Making a play again keeps its answers as long as they are legal; where the rules have
moved and one is not, the rest is played by the bots of the header.
"""

import argparse
import hashlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from kurgan import bots, games
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Event, Game, Misspelt, Over, Throw
from kurgan.lab.play import NO_VIEW
from kurgan.session.dice import answer_text, derive, secret_of_seed
from kurgan.session.record import read_text

TESTS = Path(__file__).parent
MOST_LINES = 400
SEPARATOR = " | "
HEADER = ("title", "scenario", "options", "bots", "seed", "answers", "pack", "rules")


class Play(NamedTuple):
    """A golden play as read from its file; ``body`` is everything below the header."""

    header: dict[str, str]
    body: list[str]

    def answers(self) -> list[str]:
        return [line.split(SEPARATOR)[3].strip() for line in self.body if not line.startswith("==")]


def plays(title: str = "*") -> list[Path]:
    return sorted(TESTS.glob(f"{title}/golden/*.play"))


def read(path: Path) -> Play:
    lines = path.read_text(encoding="utf-8").splitlines()
    header: dict[str, str] = {}
    for i, line in enumerate(lines):
        if not line:
            return Play(header, lines[i + 1 :])
        if not line.startswith("#"):
            key, _, value = line.partition(":")
            header[key.strip()] = value.strip()
    return Play(header, [])


def text(header: dict[str, str], body: list[str]) -> str:
    about = "# A golden play: answers and all that follows from them. Made again by `make golden`; see tests/README.md."
    return "\n".join([about, *[f"{key}: {header[key]}" for key in HEADER], "", *body]) + "\n"


class Writer:
    """Plays a game by the header and writes it down; ``script`` are answers to give as long as they are legal."""

    def __init__(self, header: dict[str, str], script: list[str]) -> None:
        self.game: Game = games.load(header["title"])
        self.header = header
        self.script = script
        self.strict = False
        self.body: list[str] = []
        seats = self.game.seats(header["scenario"])
        named = pairs(header["bots"])
        self.bots = [bots.Player(named.get(seat, "random"), f"{header['seed']}/{seat}") for seat in seats]
        self.tape = Tape(header["seed"])
        self.s: Any = self.game.new(header["scenario"], pairs(header["options"]))

    def run(self) -> list[str]:
        most = int(self.header["answers"])
        turn = getattr(self.s, "turn", None)
        number = 0
        while not isinstance(self.game.pending(self.s), Over) and number < most:
            number += 1
            self.body.append(self._answer(number))
            if getattr(self.s, "turn", None) != turn:
                self.body.append(f"== turn {turn} == {self._key()}")
                turn = getattr(self.s, "turn", None)
        ended = self.game.pending(self.s)
        last = f"over: {ended.outcome.name} {ended.outcome.score}" if isinstance(ended, Over) else "goes on"
        self.body.append(f"== {last} == {self._key()}")
        return self.body

    def _key(self) -> str:
        return hashlib.sha256(self.s.key()).hexdigest()[:16]

    def _answer(self, number: int) -> str:
        asked = self.game.pending(self.s)
        where = " > ".join([rule for rule, _ in groupby(crumb.rule for crumb in self.game.where(self.s))])
        if isinstance(asked, Decide):
            legal = self.game.legal(self.s)
            said = self._decision(asked.seat, legal)
            answer = self.game.parse(self.s, said)
            count = str(len(legal))
        else:
            assert isinstance(asked, Throw)
            said = self._throw(asked)
            answer = asked.chance.fold(asked.chance.parse(said))
            count = asked.chance.asked()
        step = asked.step
        events = self.game.apply(self.s, answer)
        told = "; ".join([spell_event(self.game, event) for event in events])
        return SEPARATOR.join([str(number), f"{where} {step}", count, said, *([told] if told else [])])

    def _decision(self, seat: int, legal: list[int]) -> str:
        if self.script:
            said = self.script.pop(0)
            try:
                if self.game.parse(self.s, said) in legal:
                    return said
            except Misspelt:
                pass
            self._lost(said)
        bot = self.bots[seat]
        view = NO_VIEW if bot.blind else self.game.view(self.s, seat)
        return self.game.spell(self.s, bot.choose(self.game, view, legal))

    def _throw(self, asked: Throw) -> str:
        if self.script:
            said = self.script.pop(0)
            try:
                asked.chance.parse(said)
            except ValueError:
                self._lost(said)
            else:
                return said
        return asked.chance.text(asked.chance.sample(self.tape))

    def _lost(self, said: str) -> None:
        """An answer of the script is not legal any more."""
        if self.strict:
            raise ValueError(f"answer {len(self.body) + 1}, '{said}', is not legal any more")
        self.script = []


def spell_event(game: Any, event: Event) -> str:
    """Rule, kind and arguments; pieces and places by their words in the notation."""
    kind, arguments = game.event_kinds[event.kind]
    kinds = arguments.split() or ["number"]
    said = []
    for i, value in enumerate(event.args):
        words = game.words.get(kinds[min(i, len(kinds) - 1)], ())
        said.append(words[value] if 0 <= value < len(words) and words[value] else str(value))
    seen = "" if event.seen_by == -1 else f" seen by {event.seen_by}"
    return f"{event.rule} {kind}({', '.join(said)}){seen}"


def pairs(words: str) -> dict[str, str]:
    """ "a=1, b=2 3" -> {"a": "1", "b": "2 3"}."""
    found = [word.partition("=") for word in words.split(",") if word.strip()]
    return {key.strip(): value.strip() for key, _, value in found}


def again(play: Play, strict: bool) -> str:
    """The text of a play with its computed parts made anew; strict: every answer must still be legal."""
    game = games.load(play.header["title"])
    header = {**play.header, "pack": game.info.checksum, "rules": str(game.rules_version)}
    writer = Writer(header, play.answers())
    writer.strict = strict
    return text(header, writer.run())


def changed(before: str, after: str) -> Iterator[str]:
    """The first lines that differ."""
    old, new = before.splitlines(), after.splitlines()
    for i in range(max(len(old), len(new))):
        was = old[i] if i < len(old) else "(nothing)"
        now = new[i] if i < len(new) else "(nothing)"
        if was != now:
            yield f"line {i + 1}\n  was {was}\n  now {now}"


def told(line: str) -> str:
    """What a line tells that must outlast any way of keeping positions: not keys, not the paragraphs above a step."""
    if line.startswith("=="):
        return line.rpartition(" == ")[0]
    parts = line.split(SEPARATOR)
    return SEPARATOR.join([parts[0], parts[1].split()[-1], *parts[2:]]) if len(parts) > 1 else line


def tells_the_same(before: str, after: str) -> bool:
    """Two texts of a play have the same answers, steps, legal counts and events."""
    return [told(line) for line in before.splitlines()] == [told(line) for line in after.splitlines()]


def convert() -> None:
    for path in plays():
        before = path.read_text(encoding="utf-8")
        after = again(read(path), strict=True)
        if not tells_the_same(before, after):
            raise SystemExit(f"{path.relative_to(TESTS)} would go another way")
        path.write_text(after, encoding="utf-8")
        print(f"{'same' if before == after else 'converted':<10}{path.relative_to(TESTS)}")


def make_new(arguments: argparse.Namespace) -> Path:
    game = games.load(arguments.title)
    scenario = arguments.scenario or game.scenarios()[0].name
    options = game.settle(pairs(",".join(arguments.set)))
    header = {
        "title": game.name,
        "scenario": scenario,
        "options": ", ".join(f"{key}={value}" for key, value in options.items()),
        "bots": ", ".join(arguments.bot),
        "seed": arguments.seed,
        "answers": str(arguments.answers),
        "pack": game.info.checksum,
        "rules": str(game.rules_version),
    }
    written = text(header, Writer(header, []).run())
    if len(written.splitlines()) > MOST_LINES:
        raise SystemExit(f"{len(written.splitlines())} lines are too many for a reader; use --answers")
    path: Path = TESTS / arguments.title / "golden" / f"{arguments.name}.play"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written, encoding="utf-8")
    return path


def keep(record: Path, name: str) -> Path:
    """A record with an open seed as a play of the corpus: its answers, and what follows from them now."""
    lines = read_text(record.read_bytes()).lines
    head = lines[0].fields
    game = games.load(head["title"])
    secret = secret_of_seed(head["seed"])
    script = []
    for line in lines[1:]:
        if line.kind == "answer":
            script.append(line.fields["answer"])
        elif line.kind == "dice":
            asked = line.fields["asked"]
            script.append(answer_text(asked, derive(secret, head["game"], (), line.fields["n"], asked)))
    header = {
        "title": head["title"],
        "scenario": head["scenario"],
        "options": ", ".join(f"{key}={value}" for key, value in head["options"].items()),
        "bots": "",
        "seed": head["seed"],
        "answers": str(len(script)),
        "pack": game.info.checksum,
        "rules": str(game.rules_version),
    }
    path = TESTS / "fuzz" / "corpus" / f"{name}.play"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text(header, Writer(header, script).run()), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command")
    new = commands.add_parser("new", help="play a new game by bots and keep it")
    new.add_argument("title")
    new.add_argument("name")
    new.add_argument("--scenario", default="")
    new.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    new.add_argument("--bot", action="append", default=[], metavar="SEAT=NAME")
    new.add_argument("--seed", default="golden")
    new.add_argument("--answers", type=int, default=MOST_LINES - 40)
    kept = commands.add_parser("keep", help="keep a record that fuzz wrote in the corpus")
    kept.add_argument("record", type=Path)
    kept.add_argument("name")
    commands.add_parser("convert", help="new keys and places, after a change of how positions are kept")
    arguments = parser.parse_args()
    if arguments.command == "convert":
        convert()
        return
    if arguments.command == "keep":
        print(f"wrote {keep(arguments.record, arguments.name)}")
        return
    if arguments.command == "new":
        print(f"wrote {make_new(arguments)}")
        note_changes()
        return
    for path in plays():
        before = path.read_text(encoding="utf-8")
        after = again(read(path), strict=False)
        if before == after:
            print(f"same     {path.relative_to(TESTS)}")
        else:
            path.write_text(after, encoding="utf-8")
            print(f"changed  {path.relative_to(TESTS)}: {next(changed(before, after))}")
    note_changes()


def note_changes() -> None:
    from tests import golden_ledger  # it reads plays with what is above

    golden_ledger.note(plays())
    for fault in golden_ledger.faults(golden_ledger.rows()):
        print(f"to do    {fault}")


if __name__ == "__main__":
    main()
