"""Inferno: a view as the table draws it, and as plain text."""

from kurgan.kernel.protocol import Json
from kurgan.kernel.words import Text

from .pack import GERMAN, SIDES, SOVIET
from .view import View


def scene(v: View, text: Text) -> Json:
    """The position as the seat may see it."""
    s = v.position
    p = s.pack
    places: Json = {p.hex_name[h]: {"control": SIDES[s.control[h]], "tags": []} for h in range(p.hexes)}
    return {"turn": {"number": s.turn, "label": f"Turn {s.turn}"}, "places": places, "pieces": []}


def map_text(v: View, text: Text) -> str:
    """Hexes with blocks in them, north to south."""
    s = v.position
    p = s.pack
    lines = []
    for h in range(p.hexes):
        if s.count[GERMAN][h] or s.count[SOVIET][h]:
            lines.append(f"{p.hex_name[h]:>4} {s.count[GERMAN][h]} German, {s.count[SOVIET][h]} Soviet")
    return "\n".join(lines)
