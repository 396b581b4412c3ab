"""The pictures of a study as SVG, each with the data behind it.

Drawn by the rules of the house: nothing by colour alone, no share without its number of games, and below thirty games a
hollow dot on a broken bar that claims nothing.
"""

import csv
import io
from collections.abc import Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kurgan.kernel.protocol import Json
from kurgan.lab.report.style import SVG_STYLE
from kurgan.lab.summary import Row, mean, wilson

if TYPE_CHECKING:
    from kurgan.lab.report.ladder_card import Met
    from kurgan.lab.study.study import Study

FEW = 30
ROW = 30
LEFT = 176
AXIS = 206
FIGURES = (64, 148, 252)
"""Where the three columns of figures end, right of the axis."""
RIGHT = 256
LETTERS = 27
"""Of a name that fit left of the axis."""
DENSITIES = ("under 20", "20 to 40", "40 to 60", "60 to 80", "over 80")


class Plot(NamedTuple):
    """A picture (``svg``) and its data; a notebook shows it, ``save`` writes .svg, .html or .csv."""

    title: str
    note: str
    svg: str
    columns: list[str]
    data: list[list[Any]]

    def _repr_html_(self) -> str:
        return f"<figure><figcaption><b>{escape(self.title)}</b> {escape(self.note)}</figcaption>{self.svg}</figure>"

    def csv(self) -> str:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.data)
        return text.getvalue()

    def save(self, path: str | Path) -> None:
        path = Path(path)
        known = {".svg": self.svg, ".html": self._repr_html_(), ".csv": self.csv()}
        if path.suffix not in known:
            raise ValueError(f"'{path.name}' should end in .svg, .html or .csv")
        path.write_text(known[path.suffix], encoding="utf-8")


class Point(NamedTuple):
    """A value of an option, and how the games with it ended."""

    value: int
    won: Json
    games: int
    is_usual: bool


class Plots:
    """What can be drawn of a study."""

    def __init__(self, study: "Study") -> None:
        self.study = study
        self.told = study.summary()
        self.rows: list[list[Row]] = study.rows()
        self.game = study.plan.source.open()

    @property
    def side(self) -> str:
        return str(self.told["win"])

    def shares(self) -> Plot:
        """Games won by one side in each cell, with intervals on one axis."""
        cells = self.told["cells"]
        height = 34 + ROW * len(cells)
        parts = [_axis_head(["SHARE", "95 IN 100", "GAMES"], (0, 50, 100), height)]
        data = []
        for at, cell in enumerate(cells):
            won, y = cell["won"], 34 + ROW * at + ROW // 2
            parts.append(_label(cell["name"], y, at))
            if not cell["games"]:
                parts.append(_figures(("", "", "not played"), y))
                continue
            ends = [100 * won[name] for name in ("low", "share", "high")]
            parts.append(_bar([LEFT + AXIS * end / 100 for end in ends], y, cell["games"] < FEW))
            figures = f"{ends[1]:.0f} %", f"{ends[0]:.0f} to {ends[2]:.0f}", f"{won['count']}/{cell['games']}"
            parts.append(_figures(figures, y))
            data.append([cell["name"], won["share"], won["low"], won["high"], won["count"], cell["games"]])
        note = "Dots are shares, bars hold 95 in 100. Hollow dots and broken bars: fewer than 30 games."
        columns = ["cell", "share", "low", "high", "won", "games"]
        return Plot(f"Games won: {self.side}", note, _svg(LEFT + AXIS + RIGHT, height, parts), columns, data)

    def differences(self) -> Plot:
        """What each cell changes against the first, on the same seeds."""
        cells = [cell for cell in self.told["cells"] if cell.get("against_first", {}).get("games")]
        places = {cell["name"]: at for at, cell in enumerate(self.told["cells"])}
        widest = max([max(abs(cell["against_first"][end]) for end in ("low", "high")) for cell in cells], default=0.1)
        reach = 100 * widest
        height = 34 + ROW * len(cells)
        parts = [_axis_head(["POINTS", "95 IN 100", ""], (f"−{reach:.0f}", 0, f"+{reach:.0f}"), height)]
        data = []
        for at, cell in enumerate(cells):
            found, y = cell["against_first"], 34 + ROW * at + ROW // 2
            parts.append(_label(cell["name"], y, places[cell["name"]]))
            ends = [100 * found[name] for name in ("low", "difference", "high")]
            parts.append(_bar([LEFT + AXIS * (0.5 + end / reach / 2) for end in ends], y, found["games"] < FEW))
            parts.append(_figures((signed(ends[1]), f"{signed(ends[0])} to {signed(ends[2])}", ""), y))
            parts.append(_pill("sure" if found["sure"] else "may be chance", found["sure"], y))
            data.append([cell["name"], *[found[name] for name in ("difference", "low", "high", "games", "sure")]])
        note = f"Points of share against '{self.told['cells'][0]['name']}', game by game on the same dice."
        columns = ["cell", "difference", "low", "high", "games", "sure"]
        return Plot("What a setting changes", note, _svg(LEFT + AXIS + RIGHT, height, parts), columns, data)

    def lengths(self, measure: str = "decisions") -> Plot:
        """How long games were: from the shortest to the longest, the middle half, the mean."""
        cells = list(zip(self.study.cells, self.rows, strict=True))
        kept = [
            (place, cell, sorted([float(row.get(measure, 0)) for row in rows]))
            for place, (cell, rows) in enumerate(cells)
            if rows
        ]
        longest = max([values[-1] for _, _, values in kept], default=1.0) or 1.0
        height = 34 + ROW * len(kept)
        parts = [_axis_head(["MEAN", "95 IN 100", "GAMES"], (0, f"{longest / 2:.0f}", f"{longest:.0f}"), height)]
        data = []
        for at, (place, cell, values) in enumerate(kept):
            y = 34 + ROW * at + ROW // 2
            middle = mean(values)
            quarter, three = values[len(values) // 4], values[(3 * len(values)) // 4]
            x = [LEFT + AXIS * value / longest for value in (values[0], quarter, middle["mean"], three, values[-1])]
            parts.append(_label(cell.name, y, place))
            parts.append(f'<path class="thin" d="M{x[0]:.1f} {y}H{x[4]:.1f}"/>')
            parts.append(f'<path class="thick" d="M{x[1]:.1f} {y}H{x[3]:.1f}"/>')
            parts.append(_dot(x[2], y, len(values) < FEW))
            interval = f"{middle['low']:.0f} to {middle['high']:.0f}"
            parts.append(_figures((f"{middle['mean']:.0f}", interval, f"{len(values)}"), y))
            data.append([cell.name, middle["mean"], middle["low"], middle["high"], values[0], values[-1], len(values)])
        note = f"{measure.capitalize()} a game: thin line all games, thick line the middle half, dot the mean."
        columns = ["cell", "mean", "low", "high", "shortest", "longest", "games"]
        return Plot(f"Length of games in {measure}", note, _svg(LEFT + AXIS + RIGHT, height, parts), columns, data)

    def sweep(self, option: str = "") -> Plot:
        """The share over the values of an option; every other setting is a line of its own."""
        option = option or next(iter(self.swept()), "")
        lines: dict[str, list[Point]] = {}
        for cell in self.told["cells"]:
            value = cell["options"].get(option, "")
            if cell["games"] and value.isdecimal() and not self._unsaid(option, value):
                point = Point(int(value), cell["won"], cell["games"], self._is_usual(cell, option))
                lines.setdefault(self._others(cell, option), []).append(point)
        lines = {others: points for others, points in lines.items() if len(points) > 1}
        if not lines:
            raise ValueError(f"no option of this study takes numbers as values: '{option}' cannot be drawn")
        picture, data = _curves(lines, option)
        note = f"{self.side}, share of games won by {option.replace('_', ' ')}; whiskers and band hold 95 in 100."
        columns = [option, "setting", "share", "low", "high", "won", "games", "usual"]
        return Plot(f"Over {option.replace('_', ' ')}", note, picture, columns, data)

    def _others(self, cell: Json, option: str) -> str:
        """What else varies in this study, as this cell has it."""
        cells = self.told["cells"]
        words = []
        for name in ("scenario",):
            if len({other[name] for other in cells}) > 1:
                words.append(str(cell[name]))
        for table in ("options", "bots"):
            for name, value in cell[table].items():
                if name != option and len({other[table].get(name) for other in cells}) > 1:
                    words.append(f"{name} {value}")
        return ", ".join(words)

    def _unsaid(self, option: str, value: str) -> bool:
        """0 by default is no amount: it leaves it to the scenario."""
        return value == "0" and any(known.name == option and known.default == "0" for known in self.game.options())

    def _is_usual(self, cell: Json, option: str) -> bool:
        """Whether the cell begins as it would if nothing were said of the option, and not with any other value."""
        default = next((known.default for known in self.game.options() if known.name == option), "")
        value = cell["options"][option]
        if not self._unsaid(option, default):
            return bool(value == default)

        def beginning(value: str) -> Json:
            position = self.game.new(cell["scenario"], {**cell["options"], option: value})
            return self.game.scene(self.game.view(position, 0))

        others = {other["options"].get(option, default) for other in self.told["cells"]} - {value, default}
        return beginning(value) == beginning(default) and all(beginning(other) != beginning(value) for other in others)

    def swept(self) -> list[str]:
        """Options with at least three numbers as values."""
        values: dict[str, set[str]] = {}
        for cell, rows in zip(self.study.cells, self.rows, strict=True):
            for name, value in cell.options.items() if rows else ():
                if value.isdecimal() and not self._unsaid(name, value):
                    values.setdefault(name, set()).add(value)
        return [name for name, found in values.items() if len(found) >= 3]

    def outcomes(self) -> Plot:
        """How games ended, as a table."""
        names = list(dict.fromkeys([name for cell in self.told["cells"] for name in cell.get("outcomes", {})]))
        data = []
        for cell in [cell for cell in self.told["cells"] if cell["games"]]:
            counts = [cell.get("outcomes", {}).get(name, {"count": 0})["count"] for name in names]
            data.append([cell["name"], *counts, cell["games"]])
        return Plot("How games ended", "Number of games.", "", ["cell", *names, "games"], data)

    def rules(self, place: int = 0) -> Plot:
        """Which rules ever made something happen in a cell, and in how many of its games (statistic ``rules``)."""
        rows = self.rows[place]
        found = sorted({name for row in rows for name in row if name.startswith("rule ")}, key=_by_number)
        data = []
        for name in found:
            number = name.removeprefix("rule ")
            games = sum([1 for row in rows if row.get(name)])
            low, high = wilson(games, len(rows))
            events = sum([row.get(name) or 0 for row in rows]) / len(rows)
            data.append([number, self.game.rule_text(number), games, len(rows), games / len(rows), low, high, events])
        note = f"Cell '{self.study.cells[place].name}', {len(rows)} games: {len(found)} rules made something happen."
        columns = ["rule", "title", "games", "of", "share", "low", "high", "events a game"]
        return Plot("Which rules fired", note, "", columns, data)

    def places(self, place: int = 0) -> Plot:
        """Who holds what at the end, drawn on the map, and when it was taken (statistic ``places``)."""
        from kurgan.lab.report.heatmap import heatmap

        cell = self.study.cells[place]
        return heatmap(self.game, self.study.plan.source.pack, self._scene(place), cell.name, self.rows[place])

    def has_wide_map(self) -> bool:
        """Whether the map has too many places for a part of a page."""
        from kurgan.lab.report.heatmap import is_wide

        return is_wide(self.game, self.study.plan.source.pack, self._scene(0))

    def _scene(self, place: int) -> Json:
        """How a cell begins."""
        cell = self.study.cells[place]
        return self.game.scene(self.game.view(self.game.new(cell.scenario, cell.options), 0))

    def fights(self, place: int = 0) -> Plot:
        """How often each end of a fight came beside what the odds foretold (statistic ``fights``)."""
        from kurgan.lab.report.foretold import foretold

        return foretold(self.study.cells[place].name, self.rows[place])

    def ladder(self) -> Plot:
        """The study's bots by their results against each other, with how sure that is and how long they think."""
        from kurgan.lab.report.ladder_card import ladder

        return ladder(self.met())

    def pairings(self) -> Plot:
        """Who beat whom, from which seat and how often."""
        from kurgan.lab.report.ladder_card import pairings

        return pairings(self.met())

    def met(self) -> "list[Met]":
        """Results of bots beside each other; raises ValueError if the study has none."""
        if not self.compares_bots():
            raise ValueError(
                'this study compares no bots: give a grid of bots, or write ladder = ["greedy:1", "greedy:2"] into it'
            )
        return self._met

    def compares_bots(self) -> bool:
        return bool(self._met)

    @cached_property
    def _met(self) -> "list[Met]":
        from kurgan.lab.report.ladder_card import met

        return met(self.study, self.rows, self.game)

    def has(self, beginning: str) -> bool:
        return any(name.startswith(beginning) for rows in self.rows for row in rows for name in row)


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−")


def _by_number(name: str) -> list[tuple[int, int, str]]:
    """9.5.5 before 10.1, letters last."""
    parts = name.removeprefix("rule ").replace("A", ".A").split(".")
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _svg(
    width: float, height: float, parts: Sequence[str], corner: tuple[float, float] = (0, 0), widest: float = 0
) -> str:
    shown = f"{corner[0]:g} {corner[1]:g} {width:g} {height:g}"
    size = f'viewBox="{shown}" style="max-width:{widest or 1.25 * width:.0f}px"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" class="plot">'
    return f"{head}<style>{SVG_STYLE}</style>{''.join(parts)}</svg>"


def _axis_head(words: Sequence[str], ticks: Sequence[object], height: int) -> str:
    middle, right = LEFT + AXIS // 2, LEFT + AXIS
    parts = [f'<path class="hair" d="M{middle} 30V{height}" stroke-dasharray="2 3"/>']
    for x, tick, anchor in zip((LEFT, middle, right), ticks, ("start", "middle", "end"), strict=True):
        parts.append(f'<text class="head" x="{x}" y="16" text-anchor="{anchor}">{tick}</text>')
    for x, word in zip([right + end for end in FIGURES], words, strict=True):
        parts.append(f'<text class="head" x="{x}" y="16" text-anchor="end">{word}</text>')
    parts.append(f'<path class="rule" d="M0 27H{right + RIGHT}"/>')
    return "".join(parts)


def _in_lines(name: str) -> list[str]:
    """A name that is too long for one line in two, the second one cut off where that is not enough."""
    if len(name) <= LETTERS:
        return [name]
    comma = name.rfind(", ", 0, LETTERS + 1) + 1
    cut = comma or name.rfind(" ", 0, LETTERS + 1)
    first, rest = (name[:cut], name[cut + 1 :]) if cut > 0 else (name[:LETTERS], name[LETTERS:])
    return [first, rest if len(rest) <= LETTERS else rest[: LETTERS - 1] + "…"]


def _label(name: str, y: int, at: int) -> str:
    lines = _in_lines(name.replace("_", " "))
    line = f'<path class="hair" d="M0 {y + ROW // 2}H{LEFT + AXIS + RIGHT}"/>'
    axis = f'<path class="hair" d="M{LEFT} {y}H{LEFT + AXIS}"/>'
    size = ' style="font-size:11px"' if len(lines) > 1 else ""
    words = "".join(
        [
            f'<tspan x="0" y="{y + 4 + 6 * (2 * i - len(lines) + 1)}">{escape(line)}</tspan>'
            for i, line in enumerate(lines)
        ]
    )
    text = f'<text class="name"{size}><title>{escape(name)}</title>{words}</text>'
    whole = f'<rect class="hit" y="{y - ROW // 2}" width="{LEFT + AXIS + RIGHT}" height="{ROW}"/>'
    return f'{line}{axis}<g class="pick" data-cell="{at}">{whole}{text}</g>'


def _bar(x: Sequence[float], y: int, few: bool) -> str:
    low, middle, high = x
    ends = f'<path class="thin" d="M{low:.1f} {y - 4}V{y + 4}M{high:.1f} {y - 4}V{y + 4}"/>'
    dashes = ' stroke-dasharray="3 2"' if few else ""
    return f'<path class="thick" d="M{low:.1f} {y}H{high:.1f}"{dashes}/>{ends}{_dot(middle, y, few)}'


def _dot(x: float, y: float, few: bool) -> str:
    return f'<circle class="{"hollow" if few else "dot"}" cx="{x:.1f}" cy="{y}" r="5"/>'


def _figures(words: Sequence[str], y: int) -> str:
    right = LEFT + AXIS
    parts = []
    for x, word, kind in zip([right + end for end in FIGURES], words, ("strong", "quiet", "quiet"), strict=True):
        parts.append(f'<text class="{kind}" x="{x}" y="{y + 4}" text-anchor="end">{escape(word)}</text>')
    return "".join(parts)


def _pill(word: str, sure: bool, y: int) -> str:
    width = 14 + 6.4 * len(word)
    x = LEFT + AXIS + RIGHT - 2 - width
    dashes = "" if sure else ' stroke-dasharray="3 2"'
    box = f'<rect class="pill" x="{x:.1f}" y="{y - 9}" width="{width:.1f}" height="18" rx="9"{dashes}/>'
    middle = f'x="{x + width / 2:.1f}" y="{y + 4}" text-anchor="middle"'
    return f'{box}<text class="quiet" {middle} style="font-size:11px">{word}</text>'


def _curves(lines: dict[str, list[Point]], option: str) -> tuple[str, list[list[Any]]]:
    """Shares over values, a line for each of the other settings; a ring and a bold figure mark the usual value."""
    every = [point for points in lines.values() for point in points]
    values = sorted({point.value for point in every})
    highest: float = max(point.won["high"] for point in every)
    top = max(0.25, 0.25 * -(-highest // 0.25))
    width, height, left, under = 460, 280, 46, 240

    def x(value: int) -> float:
        return left + 20 + (width - left - 60) * (value - values[0]) / max(1, values[-1] - values[0])

    def y(share: float) -> float:
        return under - (under - 20) * share / top

    parts = []
    for quarter in range(round(top / 0.25) + 1):
        at = y(quarter * 0.25)
        parts.append(f'<path class="hair" d="M{left} {at:.1f}H{width}"/>')
        parts.append(f'<text class="quiet" x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{25 * quarter} %</text>')
    data: list[list[Any]] = []
    for at, (others, points) in enumerate(lines.items()):
        points.sort(key=lambda point: point.value)
        ends = [f"{x(point.value):.1f},{y(point.won['high']):.1f}" for point in points]
        ends += [f"{x(point.value):.1f},{y(point.won['low']):.1f}" for point in reversed(points)]
        parts.append(f'<polygon class="band" points="{" ".join(ends)}"/>')
        path = " ".join([f"{x(point.value):.1f},{y(point.won['share']):.1f}" for point in points])
        dashes = f' stroke-dasharray="{(6, 3, 1)[at % 3]} 3"' if at else ""
        parts.append(f'<polyline class="curve" points="{path}"{dashes}/>')
        for point in points:
            won = point.won
            low, share, high = [round(y(won[name]), 1) for name in ("low", "share", "high")]
            parts.append(_whisker(x(point.value), low, high))
            if point.is_usual:
                parts.append(f'<circle class="usual" cx="{x(point.value):.1f}" cy="{share}" r="9"/>')
            parts.append(_dot(x(point.value), share, point.games < FEW))
            figures = [won[name] for name in ("share", "low", "high", "count")]
            data.append([point.value, others, *figures, point.games, point.is_usual])
        if len(lines) > 1:
            end = f'x="{width}" y="{y(points[-1].won["share"]) - 9:.1f}" text-anchor="end"'
            parts.append(f'<text class="quiet" {end}>{escape(others)}</text>')
    usual = sorted({point.value for point in every if point.is_usual})
    for value in values:
        kind, middle = "strong" if value in usual else "quiet", f'x="{x(value):.1f}" y="{under + 18}"'
        parts.append(f'<text class="{kind}" {middle} text-anchor="middle">{value}</text>')
    middle = f'x="{(left + width) / 2}" y="{height - 6}" text-anchor="middle"'
    parts.append(f'<text class="quiet" {middle}>{escape(_foot(option, every, usual))}</text>')
    return _svg(width, height, parts), data


def _whisker(x: float, low: float, high: float) -> str:
    caps = f"M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8"
    return f'<path class="thin" d="M{x:.1f} {low:.1f}V{high:.1f}{caps}"/>'


def _foot(option: str, every: list[Point], usual: list[int]) -> str:
    counts = sorted({point.games for point in every})
    count = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    word = f" · {' and '.join(map(str, usual))} {'is' if len(usual) == 1 else 'are'} usual" if usual else ""
    return f"{option.replace('_', ' ')} · {count} games a point{word}"
