"""Roads: the map as text, and the charts."""

from typing import Any

from kurgan.kernel.words import Text

from . import kinds
from .pack import Pack
from .state import State
from .terms import OOS, OOS_FS

SIGNS = {0: "", OOS: "~", OOS_FS: "^"}


def map_text(pack: Pack, s: State) -> str:
    """Stacks by hex from north to south, units with their steps: ``-`` reduced, ``~`` out of supply, ``^`` pocket."""
    lines: list[str] = []
    for h in range(pack.hex_count - 1, -1, -1):
        u = s.first[h]
        if u < 0:
            continue
        names: list[str] = []
        while u >= 0:
            reduced = "-" if s.steps[u] < pack.max_steps[u] else ""
            names.append(pack.unit_name[u] + reduced + SIGNS[s.supply[u]])
            u = s.next[u]
        place = f"{pack.hex_name[h]} {pack.place_name[h]}".strip()
        side = kinds.SIDES[pack.side[s.first[h]]]
        lines.append(f"{place} ({side}): {' '.join(names)}")
    return "\n".join(lines) + "\n"


def charts(pack: Pack, text: Text) -> dict[str, Any]:
    """The result table and the weather, for the screen."""
    return {"charts": [result_table(pack, text), weather_table(pack, text)]}


def result_table(pack: Pack, text: Text) -> dict[str, Any]:
    rows = [[str(roll), *[result_cell(pack, column, roll) for column in range(7)]] for roll in range(2, 13)]
    return {
        "name": "combat", "title": text.get("words", "chart_combat") or "Combat results", "rule": "8.7",
        "columns": ["2d6", *kinds.ODDS], "rows": rows,
    }  # fmt: skip


def result_cell(pack: Pack, column: int, roll: int) -> str:
    cell = column * kinds.ROLLS + roll
    losses = ""
    if pack.crt_losses_a[cell]:
        losses += f"A{pack.crt_losses_a[cell]}"
    if pack.crt_losses_d[cell]:
        losses += f"D{pack.crt_losses_d[cell]}"
    return f"{losses or '-'} {kinds.ATTACKER_RESULTS[pack.crt_a[cell]]} {kinds.DEFENDER_RESULTS[pack.crt_d[cell]]}"


def weather_table(pack: Pack, text: Text) -> dict[str, Any]:
    turns = [t for t in range(len(pack.turn_name)) if pack.weather_column[t] >= 0]
    rows = [[str(roll), *[weather_cell(pack, pack.weather_column[t], roll) for t in turns]] for roll in range(2, 13)]
    return {
        "name": "weather", "title": text.get("words", "chart_weather") or "Weather", "rule": "3.5",
        "columns": ["2d6", *[pack.turn_title[t] for t in turns]], "rows": rows,
    }  # fmt: skip


def weather_cell(pack: Pack, column: int, roll: int) -> str:
    cell = column * kinds.ROLLS + roll
    ice = kinds.ICES[pack.weather_ice[cell]]
    words = [kinds.GROUNDS[pack.weather_ground[cell]], kinds.SKIES[pack.weather_sky[cell]]]
    return " ".join([*words, f"ice:{ice}"]) if ice != "none" else " ".join(words)
