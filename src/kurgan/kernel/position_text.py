"""Positions as text: one form for every title, written and read here; a title only declares its words.

A line is ``word values ...`` or ``place: pieces ...``; ``#`` begins a remark, the order of lines is free. What is not
said has the value it has by default. Where we are is either a ``phase``, which begins anew, or ``now`` with the steps
under way, by which a written position is exactly where it was. docs/reference/positions.md has every word.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Protocol

from kurgan.kernel import flow
from kurgan.kernel.chance import Tape
from kurgan.kernel.flow import Book, Frame, Position, Step
from kurgan.kernel.notation import nearest
from kurgan.kernel.position_words import NOTHING, Draft, Line, SaysItsWord, Vocabulary, Word, Wording, shown, whole
from kurgan.kernel.protocol import Misspelt, Option, Options, Scenario

SCENARIO: Final = "scenario"
OPTIONS: Final = "options"
PHASE: Final = "phase"
NOW: Final = "now"
SEEN_BY: Final = "seen_by"
OVER: Final = "over"
NOBODY: Final = "nobody"
OWN_WORDS: Final = (SCENARIO, OPTIONS, SEEN_BY, PHASE, NOW)
LONGEST: Final = 400_000
"""Characters of a text that is looked at; the longest position has a tenth of it."""

HIGHEST: Final = 99_999_999
"""Of what a step goes through, where it has no names."""

DEALS: Final = 20
"""How often what is open is dealt before a text is given up."""

BROKEN: Final = (AssertionError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What rules may raise when a position cannot be."""


class Spoken(Protocol):
    """What of a title is needed here."""

    name: str
    book: Book
    option_list: Sequence[Option]

    @property
    def wording(self) -> Wording: ...
    def blank(self, scenario: str, settled: dict[str, str]) -> Any: ...
    def said(self, s: Any) -> tuple[str, Mapping[str, str]]: ...
    def scenario(self, name: str) -> Scenario: ...
    def scenarios(self) -> Sequence[Scenario]: ...
    def settle(self, options: Options) -> dict[str, str]: ...
    def load_state(self, data: dict[str, Any]) -> Any: ...
    def pending(self, s: Any) -> Any: ...


# Writing --------------------------------------------------------------------------------------------------------


def write(game: Spoken, told: Any) -> str:
    """A position as text; of a view, what its seat may know."""
    view = None if isinstance(told, Position) else told
    s = told if view is None else view.position
    d = Draft(s, view)
    scenario, options = game.said(s)
    lines = [f"{SCENARIO} {scenario}"]
    usual = game.settle({})
    changed = sorted([(name, value) for name, value in options.items() if value != usual[name]])
    if changed:
        lines.append(" ".join([OPTIONS, *[f"{name}={value.replace(' ', ',') or NOTHING}" for name, value in changed]]))
    if view is not None and game.wording.open_view is not None:
        seats = game.scenario(scenario).seats
        lines.append(f"{SEEN_BY} {seats[view.seat] if view.seat >= 0 else NOBODY}")
    lines.append(" ".join([NOW, *write_stack(s, game.wording)]))
    lines += _write_words(game, d, _blank(game, scenario, dict(options), d))
    return "\n".join(lines) + "\n"


def _blank(game: Spoken, scenario: str, options: dict[str, str], d: Draft) -> Draft:
    """What a text without a word would mean, with an empty record where ``d`` has one."""
    s = game.blank(scenario, options)
    view = d.view
    if view is not None and game.wording.open_view is not None:
        view = game.wording.open_view(s, view.seat)
    blank = Draft(s, view)
    game.wording.begin(blank)
    for record in game.wording.records:
        if getattr(d.s, record.column) is not record.none:
            setattr(s, record.column, record.make())
    return blank


def _write_words(game: Spoken, d: Draft, blank: Draft) -> list[str]:
    """Every word whose value is not the one it has anyhow."""
    none = {record.column for record in game.wording.records if getattr(d.s, record.column) is record.none}
    lines: list[str] = []
    for word in game.wording.words:
        if word.record in none:
            continue
        values = word.write(d)
        if word.always_written or values != word.write(blank):
            lines += [word.spell(line) for line in values]
    return lines


def write_stack(s: Position, wording: Wording) -> list[str]:
    """The steps under way, outermost first. The row of a Seq is named where the next step does not tell it; what a
    procedure was given or has noted stands behind it in brackets."""
    words: list[str] = []
    for i, (step, place, going) in enumerate(s.stack):
        below = s.stack[i + 1][0] if i + 1 < len(s.stack) else None
        word = step.name
        if step.kind == flow.SEQ and _places_of(step, below) != [place]:
            word += f"/{step.parts[place].name if place < step.size else ''}"
        if step.kind == flow.EACH:
            known = wording.items.get(step.name)
            names = [str(item) if known is None else known.write(item) for item in going]
            word += f"@{place}={','.join(names)}"
        elif going:
            known_as = wording.of(step.name)[: len(going)]
            word += f"({','.join([local.write(value) for local, value in zip(known_as, going, strict=True)])})"
        words.append(word)
    return words or [OVER]


def _body(part: Step) -> Step:
    """What is entered where a row begins."""
    while part.kind in (flow.WHEN, flow.CALL):
        part = part.body
    return part


def _places_of(step: Step, below: Step | None) -> list[int]:
    """How far a Seq is if the step below it is one of its rows; nothing or several if that does not tell."""
    return [i + 1 for i, part in enumerate(step.parts) if _body(part) is below]


# Reading --------------------------------------------------------------------------------------------------------


def read(game: Spoken, text: str) -> Any:
    """The position that a text tells, or its JSON; raises Misspelt with line, word and reason."""
    if len(text) > LONGEST:
        raise Misspelt(f"a position has at most {LONGEST} characters, not {len(text)}")
    if text.lstrip().startswith("{"):
        return _read_json(game, text)
    d = lay_out(game, text)
    lines = d.said
    if not lines:
        raise Misspelt("an empty text is no position")
    if NOW in lines:
        d.s.stack = read_stack(d.s, game.wording.renewed(d, lines[NOW][0], game.wording), game.wording)
    if d.view is not None:
        return _dealt(game, d, lines)
    d.s = game.wording.deal(d)
    _stand(game, d, lines)
    return d.s


def lay_out(game: Spoken, text: str) -> Draft:
    """Everything that the text says, on the board; nothing is under way yet."""
    lines = split(game.wording, text)
    scenario = _value(lines, SCENARIO, game.wording.scenario or game.scenarios()[0].name)
    _at(lines, SCENARIO, game.scenario, scenario)
    settled = _at(lines, OPTIONS, game.settle, _options(lines))
    d = Draft(_at(lines, OPTIONS, lambda chosen: game.blank(scenario, chosen), settled))
    _open(game, d, lines, scenario)
    d.said = lines
    d.rng = Tape(text)
    game.wording.begin(d)
    _read_words(game, d, lines)
    game.wording.finish(d)
    return d


def _dealt(game: Spoken, d: Draft, lines: Mapping[str, list[Line]]) -> Any:
    """A text of what a seat sees, the rest dealt; again if others would stand before a question without an answer."""
    if NOW not in lines:
        raise Misspelt(f"'{SEEN_BY}' goes with '{NOW}': a seat sees a game where it stands")
    said: Misspelt | None = None
    for _ in range(DEALS):
        try:
            s = game.wording.deal(d)
            _hold(game, s)
            return s
        except Misspelt as error:
            said = error
        except BROKEN as error:
            said = Misspelt(f"not a legal position: {_plain(error)}")
    assert said is not None
    raise said


def split(wording: Wording, text: str) -> dict[str, list[Line]]:
    """Lines by word, those of places under the word for places; every line begins with a word that is known."""
    known = {word.name: word for word in wording.words if not word.is_place}
    heads = {word.name.split()[0] for word in known.values()} | set(OWN_WORDS)
    place = [word for word in wording.words if word.is_place]
    lines: dict[str, list[Line]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip()
        head, colon, rest = line.partition(":")
        if colon and place:
            if head.strip() in heads:
                raise Misspelt(f"line {number}: '{head.strip()}' is written without a colon")
            _add(lines, place[0].name, Line(number, " ".join(head.split()), rest.split()), True)
        elif line:
            name = _word_of(line.split(), known, heads, number)
            often = name in known and known[name].many
            _add(lines, name, Line(number, name, line.split()[len(name.split()) :]), often)
    return lines


def _word_of(line: list[str], known: Mapping[str, Word], heads: set[str], number: int) -> str:
    """The word, or the two words, that a line begins with."""
    head = line[0]
    if head not in heads:
        raise Misspelt(f"line {number}: unknown word '{shown(head)}'{nearest(shown(head), sorted(heads))}")
    if head in known or head in OWN_WORDS:
        return head
    fields = [name.split()[1] for name in known if name.split()[0] == head]
    if len(line) < 2 or f"{head} {line[1]}" not in known:
        said = shown(line[1]) if len(line) > 1 else ""
        raise Misspelt(f"line {number}: unknown word '{head} {said}'{nearest(said, fields)}")
    return f"{head} {line[1]}"


def _add(lines: dict[str, list[Line]], name: str, line: Line, often: bool) -> None:
    found = lines.setdefault(name, [])
    if not often and found:
        raise Misspelt(f"line {line.number}: '{shown(line.word)}' stands twice")
    found.append(line)


def _value(lines: Mapping[str, list[Line]], name: str, usual: str) -> str:
    """The only value of one of the words of every title."""
    if name not in lines:
        return usual
    line = lines[name][0]
    if len(line.values) != 1:
        raise Misspelt(f"line {line.number}: '{name}' takes one value, not '{shown(' '.join(line.values))}'")
    return line.values[0]


def _at(lines: Mapping[str, list[Line]], name: str, act: Any, value: Any) -> Any:
    """Do something with a value; a complaint names the line it stands in."""
    try:
        return act(value)
    except Misspelt as error:
        if name not in lines:
            raise
        raise Misspelt(f"line {lines[name][0].number}: {error}") from None


def _options(lines: Mapping[str, list[Line]]) -> dict[str, str]:
    """Pairs ``name=value``; commas in a value stand for blanks, ``-`` for no text at all."""
    found: dict[str, str] = {}
    if OPTIONS not in lines:
        return found
    line = lines[OPTIONS][0]
    if not line.values:
        raise Misspelt(f"line {line.number}: '{OPTIONS}' needs name=value ...")
    for pair in line.values:
        name, equals, value = pair.partition("=")
        if not equals or not value:
            raise Misspelt(f"line {line.number}: options are written name=value, not '{shown(pair)}'")
        if name in found:
            raise Misspelt(f"line {line.number}: option '{name}' stands twice")
        found[name] = "" if value == NOTHING else value.replace(",", " ")
    return found


def _open(game: Spoken, d: Draft, lines: Mapping[str, list[Line]], scenario: str) -> None:
    """A text of what one seat sees is read into a view of that seat."""
    if SEEN_BY not in lines:
        return
    seats = [*game.scenario(scenario).seats, NOBODY]
    name = _value(lines, SEEN_BY, NOBODY)
    if name not in seats:
        raise Misspelt(f"line {lines[SEEN_BY][0].number}: unknown seat '{shown(name)}'{nearest(shown(name), seats)}")
    if game.wording.open_view is None:
        raise Misspelt(f"line {lines[SEEN_BY][0].number}: nothing is hidden in {game.name}")
    d.view = game.wording.open_view(d.s, -1 if name == NOBODY else seats.index(name))


def _read_words(game: Spoken, d: Draft, lines: Mapping[str, list[Line]]) -> None:
    """Word by word in the order of the table, so that the order of lines does not matter."""
    for record in game.wording.records:
        if any(word.record == record.column and word.name in lines for word in game.wording.words):
            setattr(d.s, record.column, record.make())
    for word in game.wording.words:
        for line in lines.get(word.name, []):
            try:
                _may_be_said(word, d, lines)
                word.read(d, line)
            except Misspelt as error:
                text = str(error) if word.is_place or isinstance(error, SaysItsWord) else f"'{word.name}': {error}"
                raise Misspelt(f"line {line.number}: {text}") from None
        word.after(d)


def _may_be_said(word: Word, d: Draft, lines: Mapping[str, list[Line]]) -> None:
    reason = word.needs(d.s)
    if reason:
        raise SaysItsWord(f"'{word.name}' cannot be said here: {reason}")
    if word.going_on and NOW not in lines:
        raise SaysItsWord(f"'{word.name}' tells what is going on inside a phase and needs '{NOW}'")


def _read_json(game: Spoken, text: str) -> Any:
    """The JSON of a position; accepted if it could be said in words."""
    try:
        data = json.loads(text)
        s = game.load_state(data)
        unknown = [name for name in data if name not in s.to_json()]
        if unknown:
            raise Misspelt(f"unknown column '{shown(unknown[0])}'{nearest(shown(unknown[0]), list(s.to_json()))}")
        again = read(game, write(game, s))
        same = again.key() == s.key()
    except Misspelt as error:
        raise Misspelt(f"not a position of {game.name}: {_plain(error)}") from None
    except BROKEN as error:
        raise Misspelt(f"not a position of {game.name}: {_plain(error)}") from None
    if not same:
        raise Misspelt(f"not a position of {game.name}: its columns do not fit each other")
    return s


def _plain(error: Exception) -> str:
    """One line of an error, with its kind where the text alone would say nothing."""
    text = shown_line(str(error))
    return text if isinstance(error, AssertionError | Misspelt) and text else f"{type(error).__name__} {text}".strip()


def shown_line(text: str) -> str:
    first = text.strip().splitlines()
    return first[0][:200] if first else ""


# Where we are ---------------------------------------------------------------------------------------------------


def read_stack(s: Position, line: Line, wording: Wording) -> list[Frame]:
    """The frames that ``write_stack`` wrote; each must be able to stand where it stands."""
    if line.values == [OVER]:
        return []
    try:
        if not line.values:
            raise Misspelt(f"'{NOW}' needs the steps under way, from the outermost in")
        steps = [_step(s.book, word) for word in line.values]
        frames = [_frame(steps, i, word, wording) for i, word in enumerate(line.values)]
        if steps[0].name != wording.outermost:
            raise Misspelt(f"the outermost step is '{wording.outermost}', not '{steps[0].name}'")
        for above, below in pairwise(frames):
            _check_below(s.book, above, below[0])
        if frames[-1][0].kind not in (flow.ASK, flow.ROLL):
            raise Misspelt(f"'{frames[-1][0].name}' asks nobody: the last step is a question or a throw")
    except Misspelt as error:
        raise Misspelt(f"line {line.number}: '{NOW}': {error}") from None
    return frames


def _step(book: Book, word: str) -> Step:
    name = word.partition("@")[0].partition("(")[0].partition("/")[0]
    step = book.steps.get(name)
    if step is None:
        raise Misspelt(f"unknown step '{shown(name)}'{nearest(shown(name), list(book.steps))}")
    if step.kind in (flow.AUTO, flow.WHEN):
        raise Misspelt(f"'{name}' is never under way")
    return step


def _frame(steps: list[Step], i: int, word: str, wording: Wording) -> Frame:
    step = steps[i]
    if step.kind == flow.EACH:
        return _each(step, word, wording.items.get(step.name))
    word, bracket, told = word.partition("(")
    going = _locals(step, told, wording) if bracket else ()
    if step.kind == flow.SEQ:
        return (step, _row(step, word, steps[i + 1] if i + 1 < len(steps) else None), going)
    if word != step.name:
        raise Misspelt(f"'{step.name}' has neither rows nor items, not '{shown(word)}'")
    return (step, 0, going)


def _locals(step: Step, told: str, wording: Wording) -> tuple[int, ...]:
    """What stands in brackets: the locals of the procedure by their names, in their order."""
    known = wording.of(step.name)
    form = f"'{step.name}({','.join([f'{local.name}=...' for local in known])})'"
    if not known:
        raise Misspelt(f"'{step.name}' holds nothing, not '({shown(told)}'")
    pairs = [pair.partition("=") for pair in told.removesuffix(")").split(",")]
    if not told.endswith(")") or [name for name, _, _ in pairs] != [local.name for local in known[: len(pairs)]]:
        raise Misspelt(f"{form} is how '{step.name}' is written, not '({shown(told)}'")
    return tuple([local.read(value) for local, (_, _, value) in zip(known, pairs, strict=False)])


def _row(step: Step, word: str, below: Step | None) -> int:
    """How far a Seq is: as the word says, or as the next step tells."""
    _, slash, row = word.partition("/")
    names = [part.name for part in step.parts]
    if slash:
        if row and row not in names:
            raise Misspelt(f"'{step.name}' has no row '{shown(row)}'{nearest(shown(row), names)}")
        return names.index(row) if row else step.size
    places = _places_of(step, below)
    if len(places) != 1:
        raise Misspelt(f"'{step.name}' needs the row that comes next: '{step.name}/{names[-1]}'")
    return places[0]


def _each(step: Step, word: str, known: Vocabulary | None) -> Frame:
    _, at, rest = word.partition("@")
    place, equals, listed = rest.partition("=")
    if not at or not equals or not listed:
        raise Misspelt(f"'{step.name}' is written '{step.name}@2=first,second,third', not '{shown(word)}'")
    words = listed.split(",")
    numbers = [whole(item, -1, HIGHEST) if known is None else known.read(item) for item in words]
    return (step, whole(place, 1, len(numbers)), tuple(numbers))


def _check_below(book: Book, above: Frame, below: Step) -> None:
    """The step is what the frame above has entered, or a procedure that a function of it has called."""
    step, place, _ = above
    if step.kind in (flow.ASK, flow.ROLL):
        raise Misspelt(f"'{step.name}' is a question; nothing is under way inside it")
    entered = _body(step.parts[place - 1] if step.kind == flow.SEQ and place else step.parts[0])
    if step.kind == flow.SEQ and not place:
        raise Misspelt(f"'{step.name}' has not begun; '{below.name}' cannot be under way in it")
    if entered is below:
        return
    if entered.kind >= flow.ASK and below in [_body(book.steps[name]) for name in book.procedures]:
        return
    raise Misspelt(f"'{below.name}' does not stand in '{step.name}' there")


def _stand(game: Spoken, d: Draft, lines: Mapping[str, list[Line]]) -> None:
    """Go to the first question; the position must hold, and somebody must be asked in it."""
    s = d.s
    if PHASE in lines and NOW in lines:
        raise Misspelt(f"line {lines[PHASE][0].number}: '{PHASE}' begins anew and '{NOW}' goes on; say one of them")
    if NOW not in lines:
        s.stack = _phase(game, s, lines)
    try:
        _hold(game, s, begins=NOW not in lines)
        if not s.stack and NOW in lines:
            return
        flow.advance(s)
        _hold(game, s)
    except Misspelt:
        raise
    except BROKEN as error:
        raise Misspelt(f"not a legal position: {_plain(error)}") from None
    if not s.stack:
        raise Misspelt("not a legal position: the game would be over")


def _hold(game: Spoken, s: Any, begins: bool = False) -> None:
    """Every invariant holds, and whoever is asked has an answer."""
    s.check()
    if game.wording.ended(s) != (s.stack == []):
        raise Misspelt(f"a game that has ended says '{NOW} {OVER}' and how it ended, another neither")
    asked = flow.top(s)
    if asked is None or begins:
        return
    if asked.kind == flow.ROLL:
        asked.chance(s)
    elif not flow.legal(s):
        raise Misspelt(f"not a legal position: no legal answer at '{asked.name}' [{asked.rule}]")
    game.pending(s)


def _phase(game: Spoken, s: Any, lines: Mapping[str, list[Line]]) -> list[Frame]:
    phases = game.wording.phases(s)
    name = _value(lines, PHASE, next(iter(phases)))
    if name not in phases:
        near = f"{nearest(shown(name), list(phases))}; known are {', '.join(phases)}"
        raise Misspelt(f"line {lines[PHASE][0].number}: unknown phase '{shown(name)}'{near}")
    row, within = phases[name]
    frames = way_to(s.book.steps[game.wording.outermost], row, within, [])
    assert frames is not None, f"no way leads to '{row}' in '{within}'"
    return frames


def way_to(step: Step, row: str, within: str, names: list[str]) -> list[Frame] | None:
    """The frames that stand before a row of the sequence of play, by way of a table."""
    if step.name in names:
        return None
    names = [*names, step.name]
    if step.kind == flow.WHILE:
        below = way_to(_body(step.parts[0]), row, within, names)
        return None if below is None else [step.entry, *below]
    if step.kind != flow.SEQ:
        return None
    for i, part in enumerate(step.parts):
        if part.name == row and within in ("", *names):
            return [step.frames[i]]
        below = way_to(_body(part), row, within, names)
        if below is not None:
            return [step.frames[i + 1], *below]
    return None
