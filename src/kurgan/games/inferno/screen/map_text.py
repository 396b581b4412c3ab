"""Inferno: the map as lines of text, north up, the Volga at the right."""

from typing import Final

from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.pack.pack import CLEAR, GERMAN, ROUGH, SIDES, SOVIET, URBAN
from kurgan.games.inferno.position.state import germans_at, soviets_at
from kurgan.kernel.sentences import Text

CELL: Final = 9
MARKS: Final = {CLEAR: "", ROUGH: "^", URBAN: "#"}


def map_lines(v: View, text: Text) -> str:
    """A row of the map is a line of hexes: name, terrain, who holds it and what stands there; then the blocks."""
    s = v.position
    p = s.pack
    west = min(p.x)
    lines = []
    for row in range(min(p.row), max(p.row) + 1):
        line = f"{row:>2} "
        for h in sorted([h for h in range(p.hexes) if p.row[h] == row], key=lambda h: p.x[h]):
            at = 3 + (p.x[h] - west) * CELL // 2
            line = line.ljust(at) + _cell(v, h)
        lines.append(line.rstrip())
    lines.append("")
    lines.append(text.get("words", "map_legend"))
    lines += _stacks(v, text)
    return "\n".join(lines)


def _cell(v: View, h: int) -> str:
    """``9#2S*``: hex 9, urban, two Soviet units, rubble; ``84:1S`` a clear one; ``54:g`` an empty German-held one."""
    s = v.position
    p = s.pack
    count = s.count[GERMAN][h] or s.count[SOVIET][h]
    mark = MARKS[p.terrain[h]]
    if not mark and (count or s.control[h] == GERMAN):
        mark = ":"
    body = f"{p.hex_name[h]}{mark}"
    if count:
        body += f"{count}{'G' if s.count[GERMAN][h] else 'S'}"
    elif s.control[h] == GERMAN:
        body += "g"
    if s.rubble[h]:
        body += "*"
    if s.fort[h]:
        body += "+"
    return f"[{body}]"


def _stacks(v: View, text: Text) -> list[str]:
    """Every hex with units, and the names of those that the seat may know."""
    s = v.position
    p = s.pack
    lines = []
    for h in range(p.hexes):
        for side in (GERMAN, SOVIET):
            count = s.count[side][h]
            if count:
                known = germans_at(s, h) if side == GERMAN else soviets_at(s, h)
                names = [f"{p.unit_name[u]} {s.strength[u]}" for u in known]
                names += ["?"] * (count - len(known))
                title = f"{p.hex_name[h]} {text.label(p.hex_title[h])}".strip()
                word = text.get("words", f"{SIDES[side]}_side") or SIDES[side]
                lines.append(f"{title}: {word} {', '.join(names)}")
    return lines
