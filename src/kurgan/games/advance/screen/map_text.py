"""Advance: the map and the charts as text."""

from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES, Pack
from kurgan.games.advance.position.state import State
from kurgan.games.advance.rules import r07_stacking as stacking
from kurgan.games.advance.terms import UNREVEALED, VACANT
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text

WIDTH = 92
ROWS = 40
STREET_KEYS = ("none", "morale", "spent")


def map_text(pack: Pack, text: Text, s: State) -> str:
    """Every area at about its place on the map: number, Soviet unit, German units (upper case fresh, lower spent)."""
    right = max(x for x, _ in pack.middle)
    bottom = max(y for _, y in pack.middle)
    grid = [[" "] * (WIDTH + 16) for _ in range(ROWS + 2)]
    for a in sorted(range(1, pack.areas + 1), key=lambda a: pack.middle[a][1]):
        x, y = pack.middle[a]
        _write(grid, round(y / bottom * (ROWS - 1)), round(x / right * WIDTH), cell(pack, s, a))
    lines = ["".join(row).rstrip() for row in grid]
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join([*lines, "", text.get("words", "map_legend")])


def cell(pack: Pack, s: State, a: int) -> str:
    """``10 F8 AIii``: area, what the Soviets have there, what the Germans have."""
    parts = [str(a)]
    if s.soviet[a] == UNREVEALED:
        parts.append("?")
    elif s.soviet[a] != VACANT:
        k = stacking.kind_of(s, a)
        mark = STRATEGIES[pack.kind_strategy[k]][0].upper()
        parts.append(f"{mark}{pack.kind_defense[k]}")
    else:
        parts.append("+")
    units = ["a" if pack.is_armor[u] else "i" for u in stacking.units_in(s, a) if s.spent[u]]
    fresh = ["A" if pack.is_armor[u] else "I" for u in stacking.units_in(s, a) if not s.spent[u]]
    if fresh or units:
        parts.append("".join(fresh + units))
    return "[" + " ".join(parts) + "]"


def _write(grid: list[list[str]], row: int, column: int, word: str) -> None:
    """Put a word as near to its place as there is room."""
    for shift in range(len(grid)):
        for r in (row + shift, row - shift):
            if 0 <= r < len(grid):
                for start in _columns(column, len(grid[r]) - len(word)):
                    if all(c == " " for c in grid[r][max(0, start - 1) : start + len(word) + 1]):
                        grid[r][start : start + len(word)] = list(word)
                        return


def _columns(column: int, last: int) -> list[int]:
    """The place itself, then up to six columns beside it."""
    return [c for d in range(7) for c in (column + d, column - d) if 0 <= c <= last]


def charts(pack: Pack, text: Text) -> Json:
    """Every chart and table that a player would look up."""
    return {
        "charts": [
            _events(pack, text, 0),
            _events(pack, text, 1),
            _supply(pack, text),
            _movement(pack, text),
            _streets(pack, text),
            _strategies(text),
            _isolation(pack, text),
        ]
    }


def _chart(text: Text, name: str, rule: str, columns: list[str], rows: list[list[str]]) -> Json:
    titles = [text.get("words", column) or column for column in columns]
    return {"name": name, "title": text.get("words", f"chart_{name}"), "rule": rule, "columns": titles, "rows": rows}


def _events(pack: Pack, text: Text, chart: int) -> Json:
    rows: list[list[str]] = []
    for roll in range(3, 19):
        code = pack.events[chart][roll]
        name = text.get("words", f"event_{EVENTS[code]}")
        if rows and rows[-1][1] == name:
            rows[-1][0] = rows[-1][0].split("-")[0] + f"-{roll}"
        else:
            rows.append([str(roll), name, text.get("words", f"effect_{code}")])
    name = ("events_campaign", "events_factory")[chart]
    return _chart(text, name, ("6.2", "14.6.1")[chart], ["roll", "event", "effect"], rows)


def _supply(pack: Pack, text: Text) -> Json:
    prices = (pack.price_artillery, pack.price_engineer, pack.price_air, pack.price_morale)
    rows = [
        [text.get("words", f"goods_{name}"), str(price)]
        for name, price in zip(("artillery", "engineer", "air", "morale"), prices, strict=True)
    ]
    rows += [[text.get("words", "back_infantry"), "1"], [text.get("words", "back_armor"), "2"]]
    return _chart(text, "supply", "6.3", ["goods", "price"], rows)


def _movement(pack: Pack, text: Text) -> Json:
    costs = (pack.cost_vacant, pack.cost_adjacent, pack.cost_revealed, pack.cost_unrevealed)
    names = ("enter_vacant", "enter_adjacent", "enter_revealed", "enter_unrevealed")
    rows = [[text.get("words", name), str(cost)] for name, cost in zip(names, costs, strict=True)]
    return _chart(text, "movement", "8.2", ["entering", "points_column"], rows)


def _streets(pack: Pack, text: Text) -> Json:
    rows = [[str(die), text.get("words", f"street_{STREET_KEYS[pack.streets[die]]}")] for die in range(1, 7)]
    return _chart(text, "streets", "6.4.1", ["die", "effect"], rows)


def _strategies(text: Text) -> Json:
    rows = [[text.get("words", n), text.fill("words", f"strategy_{n}", {"factor": "?"})] for n in STRATEGIES]
    return _chart(text, "strategies", "9.4", ["strategy", "effect"], rows)


def _isolation(pack: Pack, text: Text) -> Json:
    rows = [[str(die), f"{pack.isolation[die]:+d}"] for die in range(1, 7)]
    return _chart(text, "isolation", "12.3", ["die", "factor_change"], rows)
