"""The ladder of a study: its bots by their results against each other, how sure that is, and how long they think.

Results are the games of cells that differ in their bots, and the lines of a ladder that lies in the study's folder.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from kurgan.kernel.protocol import Game, Json
from kurgan.lab.ladder import Pairing, against, has_won, summed
from kurgan.lab.ladder_page import Options, changed_options, stages
from kurgan.lab.report.plots import AXIS, FEW, LEFT, RIGHT, ROW, Plot, _axis_head, _bar, _figures, _svg
from kurgan.lab.strength import EVEN, Result, Strength, strengths
from kurgan.lab.study.parts import LADDER
from kurgan.lab.summary import Row

if TYPE_CHECKING:
    from kurgan.lab.study.study import Study

SECONDS = 86
"""How much wider a line is with its seconds."""
WIDE, FROM, REACH = 400, 98, 64
"""The picture of the ladder: its width, where its axis begins and how long that is."""
COLUMNS = (252, 316, 400)
"""Where its three columns of figures end."""


class Met(NamedTuple):
    """A pairing summed up, and where it was played."""

    stage: str
    row: Json


class Rung(NamedTuple):
    bot: str
    strength: Strength
    won: int
    games: int
    typical: float | None
    worst: float | None


def met(study: "Study", played: Sequence[Sequence[Row]], game: Game) -> list[Met]:
    """Everything that tells bots apart: sides of scenarios on which more than one pairing was played, or nothing."""
    found = [*_of_cells(study, played, game), *_of_lines(study, game)]
    sides: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for stage, row in found:
        sides.setdefault((stage, row["seat"]), set()).add((row["bot"], row["rival"]))
    return [each for each in found if len(sides[each.stage, each.row["seat"]]) > 1]


def comparable(found: Sequence[Met]) -> list[Met]:
    """Of the bots that have met, or had the same side against the same, the largest company: between two companies
    nothing is known."""
    company: dict[str, set[str]] = {}
    for stage, row in found:
        names = {f"{stage}/{row['seat']}", row["bot"], row["rival"]} - {""}
        whole = names.union(*[company[name] for name in names if name in company])
        company |= dict.fromkeys(whole, whole)

    def games(members: set[str]) -> int:
        return sum([row["games"] for _, row in found if row["bot"] in members])

    largest = max(company.values(), key=games, default=set())
    return [each for each in found if each.row["bot"] in largest]


def _of_cells(study: "Study", played: Sequence[Sequence[Row]], game: Game) -> Iterator[Met]:
    """The games of the study itself, as the side whose share it tells sees them."""
    for cell, rows in zip(study.cells, played, strict=True):
        seats = game.seats(cell.scenario)
        seat = study.plan.win if study.plan.win in seats else seats[0]
        rivals = against(game, cell.scenario, seat)
        pairing = Pairing(
            _together(cell.bots, [each for each in seats if each not in rivals]), seat, _together(cell.bots, rivals)
        )
        noted = study.parts.times(cell)
        lines = [_line(game, cell.scenario, seat, row, noted.get(row["index"], {})) for row in rows]
        if lines:
            yield Met(_stage(game, cell.scenario, changed_options(game, cell.options)), summed(pairing, lines))


def _together(bots: Mapping[str, str], seats: Sequence[str]) -> str:
    return "+".join(dict.fromkeys([bots[seat] for seat in seats]))


def _line(game: Game, scenario: str, seat: str, row: Row, noted: Mapping[str, Sequence[float]]) -> Row:
    """A game of a cell as a line of a ladder."""
    winners = row["winners"].split()
    told: Row = {"won": has_won(game, scenario, seat, winners), "drawn": int(not winners)}
    if seat in noted:
        told["median"], told["worst"] = noted[seat]
    return told


def _of_lines(study: "Study", game: Game) -> Iterator[Met]:
    file = study.folder / LADDER
    if file.exists() and file.stat().st_size:
        for stage, rows in stages(game, file).items():
            yield from [Met(_stage(game, stage.scenario, stage.options), row) for row in rows]


def _stage(game: Game, scenario: str, options: Options) -> str:
    titles = {known.name: known.title for known in game.scenarios()}
    words = [f"{name.replace('_', ' ')} {value.replace('_', ' ')}" for name, value in options]
    return ", ".join([titles.get(scenario, scenario), *words])


def rungs(found: Sequence[Met]) -> list[Rung]:
    """The strongest first."""
    results = [
        Result(row["bot"], row["rival"], f"{stage}/{row['seat']}", _points(row), row["games"] - _points(row))
        for stage, row in found
    ]
    told = []
    for bot, strength in strengths(results).items():
        mine = [row for _, row in found if row["bot"] == bot]
        theirs = [row for _, row in found if row["rival"] == bot]
        others = [row for row in [*mine, *theirs] if row["bot"] != row["rival"]]
        won = sum([row["won"] if row["bot"] == bot else row["decided"] - row["won"] for row in others])
        typical = [row["median"] for row in mine if row["median"] is not None]
        worst = max([row["worst"] for row in mine if row["worst"] is not None], default=None)
        games = sum([row["games"] for row in others])
        told.append(Rung(bot, strength, won, games, median(typical) if typical else None, worst))
    return told


def _points(row: Json) -> float:
    """Games won, and half of those that nobody won."""
    return float(row["won"] + (row["games"] - row["decided"]) / 2)


def ladder(found: Sequence[Met]) -> Plot:
    """One line a bot: its rating on an axis with what it may be wrong by, how many it won, how long it thinks."""
    found = comparable(found)
    told = rungs(found)
    low = min([rung.strength.rating - rung.strength.half for rung in told])
    high = max([rung.strength.rating + rung.strength.half for rung in told])
    height = 30 + ROW * len(told)
    parts = ['<path class="rule" d="M0 27H400"/>', '<text class="head" x="20" y="16">BOT</text>']
    for end, word in zip(COLUMNS, ("RATING", "WON", "SECONDS"), strict=True):
        parts.append(f'<text class="head" x="{end}" y="16" text-anchor="end">{word}</text>')
    data = []
    for at, rung in enumerate(told):
        y = 30 + ROW * at + ROW // 2
        rating, half = rung.strength
        x = [FROM + REACH * (end - low) / max(1.0, high - low) for end in (rating - half, rating, rating + half)]
        parts.append(_rung(at, rung, y))
        parts.append(_lozenge(x, y, few=rung.games < FEW))
        ends = [round(end) for end in (rating, rating - half, rating + half)]
        data.append([rung.bot, *ends, rung.won, rung.games, rung.typical, rung.worst])
    even = next(rung.bot for rung in told if not rung.strength.half and rung.strength.rating == EVEN)
    games = sum([row["games"] for _, row in found])
    note = (
        f"Rated by results against each other or the rules, {games} games. {even} stands for {EVEN}, 400 points are "
        "ten to one; bars hold 95 in 100 of what a bot differs from it. Seconds of a processor for a decision: the "
        f"median, and the longest. Broken bars: fewer than {FEW} games."
    )
    columns = ["bot", "rating", "low", "high", "won", "games", "seconds", "seconds at worst"]
    return Plot("Ladder of the bots", note, _svg(WIDE, height, parts), columns, data)


def _rung(at: int, rung: Rung, y: int) -> str:
    rating = f"{rung.strength.rating:.0f}" + (f" ±{rung.strength.half:.0f}" if rung.strength.half else "")
    shown = rung.bot if len(rung.bot) <= 13 else rung.bot[:12] + "…"
    parts = [
        f'<path class="hair" d="M0 {y + ROW // 2}H{WIDE}M{FROM} {y}h{REACH}"/>',
        f'<text class="quiet" x="12" y="{y + 4}" text-anchor="end">{at + 1}</text>',
        f'<text class="strong" x="20" y="{y + 4}"><title>{escape(rung.bot)}</title>{escape(shown)}</text>',
    ]
    words = (rating, f"{rung.won}/{rung.games}", times(rung.typical, rung.worst))
    for x, word, kind in zip(COLUMNS, words, ("strong", "quiet", "quiet"), strict=True):
        parts.append(f'<text class="{kind}" x="{x}" y="{y + 4}" text-anchor="end">{word}</text>')
    return "".join(parts)


def _lozenge(x: Sequence[float], y: int, few: bool) -> str:
    low, middle, high = x
    dashes = ' stroke-dasharray="3 2"' if few else ""
    caps = f'<path class="thin" d="M{low:.1f} {y - 4}V{y + 4}M{high:.1f} {y - 4}V{y + 4}"/>' if high > low else ""
    line = f'<path class="thick" d="M{low:.1f} {y}H{high:.1f}"{dashes}/>'
    return f'{line}{caps}<path class="hollow" d="M{middle:.1f} {y - 5}l5 5l-5 5l-5 -5Z"/>'


def times(typical: float | None, worst: float | None) -> str:
    """Seconds, the median and the longest; who only draws lots has none."""
    return " / ".join([seconds(each) for each in (typical, worst) if each is not None])


def seconds(value: float) -> str:
    return f"{value:.2f}" if value >= 0.01 else "&lt;0.01"


def pairings(found: Sequence[Met]) -> Plot:
    """Who beat whom, from which seat, how often, and how long the bot thought."""
    parts, data, y, above = [], [], 34, ""
    right = LEFT + AXIS + RIGHT + SECONDS
    for stage, row in sorted(found, key=lambda each: (each.stage, each.row["seat"], each.row["rival"])):
        if stage != above:
            parts.append(f'<text class="strong" x="0" y="{y + 20}">{escape(stage)}</text>')
            above, y = stage, y + ROW
        parts.append(_pairing(row, y + ROW // 2))
        y += ROW
        data.append([stage, *[row[name] for name in PAIRED]])
    head = _axis_head(["SHARE", "95 IN 100", "GAMES"], (0, 50, 100), y)
    head += f'<path class="rule" d="M{LEFT + AXIS + RIGHT} 27H{right}"/>'
    head += f'<text class="head" x="{right}" y="16" text-anchor="end">SECONDS</text>'
    note = (
        "Of the decided games so many were won by the bot in that seat; drawn ones are left out. Seconds of a "
        "processor for a decision that is thought about: the median, and the longest of all."
    )
    return Plot("Who beats whom", note, _svg(right, y, [head, *parts]), ["where", *PAIRED], data)


PAIRED = ("bot", "seat", "rival", "share", "low", "high", "won", "decided", "games", "median", "worst")


def _pairing(row: Json, y: int) -> str:
    right = LEFT + AXIS + RIGHT + SECONDS
    how = f"as {row['seat']} against {row['rival'] or 'the rules'}"
    thought = times(row["median"], row["worst"])
    ends = [row[name] for name in ("low", "share", "high")]
    figures = f"{100 * ends[1]:.0f} %", f"{100 * ends[0]:.0f} to {100 * ends[2]:.0f}", f"{row['won']}/{row['decided']}"
    return "".join(
        [
            f'<path class="hair" d="M0 {y + ROW // 2}H{right}M{LEFT} {y}h{AXIS}"/>',
            f'<text x="0" y="{y - 1}">{escape(row["bot"])}</text>',
            f'<text class="quiet" x="0" y="{y + 11}" style="font-size:10px">{escape(how)}</text>',
            _bar([LEFT + AXIS * end for end in ends], y, row["decided"] < FEW),
            _figures(figures, y) if row["decided"] else _figures(("", "", "0/0"), y),
            f'<text class="quiet" x="{right}" y="{y + 4}" text-anchor="end">{thought}</text>',
        ]
    )
