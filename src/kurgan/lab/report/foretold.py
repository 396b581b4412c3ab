"""Fights against their odds: a dot for how often an end came, a bar for where it should be by the odds."""

from collections.abc import Sequence
from math import sqrt

from kurgan.lab.report.plots import AXIS, LEFT, RIGHT, ROW, Plot, _axis_head, _dot, _figures, _label, _svg
from kurgan.lab.summary import Row

WIDTH = 1.96
"""Standard errors that hold 95 in 100."""


def foretold(cell: str, rows: Sequence[Row]) -> Plot:
    """One line an end, the most frequent first; where a title tells ends as a gain in numbers, from the lowest."""
    found = {what: _sums(rows, f"fight {what} ") for what in ("came", "foretold", "noise")}
    fights = sum(found["foretold"].values())
    names = sorted({*found["came"], *found["foretold"]}, key=lambda name: (-found["foretold"].get(name, 0.0), name))
    counts = all(_is_number(name) for name in names)
    if counts:
        names.sort(key=int)
    height = 34 + ROW * len(names)
    parts = [_axis_head(["CAME", "FORETOLD", "FIGHTS"], (0, 50, 100), height)]
    data = []
    for at, name in enumerate(names):
        came, due, noise = [found[what].get(name, 0.0) for what in ("came", "foretold", "noise")]
        reach, y = WIDTH * sqrt(noise), 34 + ROW * at + ROW // 2
        low, high = [LEFT + AXIS * min(1.0, max(0.0, end / fights)) for end in (due - reach, due + reach)]
        parts.append(_label(name.replace("-", "−") if counts else name, y, at).replace('class="pick"', 'class="end"'))
        parts.append(f'<path class="thick" d="M{low:.1f} {y}H{high:.1f}"/>')
        parts.append(_dot(LEFT + AXIS * came / fights, y, few=fights < 100))
        share, wanted = 100 * came / fights, 100 * due / fights
        parts.append(_figures((f"{share:.1f} %", f"{wanted:.1f} ± {100 * reach / fights:.1f}", f"{came:.0f}"), y))
        data.append([name, came, due, reach, round(fights)])
    note = (
        f"Cell '{cell}', {fights:.0f} fights in {len(rows)} games. Bars: where 95 in 100 such runs would lie by the "
        "odds before the first die; dots: what came."
    )
    if counts:
        note += " Ends are what the defender lost beyond the attacker."
    columns = ["end", "came", "foretold", "95 in 100 within", "fights"]
    return Plot("Fights against their odds", note, _svg(LEFT + AXIS + RIGHT, height, parts), columns, data)


def _is_number(name: str) -> bool:
    return name.lstrip("+-").isdecimal()


def _sums(rows: Sequence[Row], beginning: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for row in rows:
        for name, value in row.items():
            if name.startswith(beginning) and value:
                end = name.removeprefix(beginning)
                found[end] = found.get(end, 0.0) + float(value)
    return found
