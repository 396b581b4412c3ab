"""Roads: the map as text."""

from kurgan.games.roads import tracks
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.position.state import State
from kurgan.games.roads.screen.speech import Speech

GROUND = (".", "f", "m", "~")
TOWN = ("", "v", "c", "C")
SIDE = ("s", "a")
SIGNS = ("", "~", "^")


def map_text(speech: Speech, s: State) -> str:
    """The part in play, north on top: stacks as S or A with their size, else town or ground."""
    pack = speech.pack
    rows, columns = played_part(pack, s)
    lines = []
    for r in reversed(rows):
        cells = [cell(pack, s, r * pack.columns + c) for c in columns]
        indent = "  " if r % 2 == 0 else ""
        lines.append(f"{r:02d} {indent}{' '.join(cells)}".rstrip())
    numbers = "   " + " ".join(f"{c + 1:02d} " for c in columns)
    legend = speech.text.get("words", "map_legend")
    return "\n".join([numbers.rstrip(), *lines, "", legend, "", *stacks(speech, s)])


def played_part(pack: Pack, s: State) -> tuple[range, range]:
    """The rows and columns that the land in play spans; columns are counted from 0."""
    hexes = [h for h in range(pack.hex_count) if s.scenario.plays[h] and pack.is_land[h]]
    rows = [h // pack.columns for h in hexes]
    columns = [h % pack.columns for h in hexes]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def stacks(speech: Speech, s: State) -> list[str]:
    """Stacks from north to south: ``-`` after a unit reduced, ``~`` out of supply, ``^`` in the pocket."""
    pack = speech.pack
    found = []
    for h in range(pack.hex_count - 1, -1, -1):
        u = s.first[h]
        if u < 0:
            continue
        side = speech.say(vocabulary.SIDES[pack.side[u]])
        names = []
        while u >= 0:
            reduced = "-" if s.steps[u] < pack.max_steps[u] else ""
            names.append(pack.unit_name[u] + reduced + SIGNS[s.supply[u]])
            u = s.next[u]
        found.append(f"{speech.place(h)} ({side}): {' '.join(names)}")
    return found


def cell(pack: Pack, s: State, h: int) -> str:
    """Three letters: ``S3!`` a Soviet stack of three with a headquarters, ``Cs`` a Soviet major city, ``.`` steppe."""
    if not s.scenario.plays[h] and pack.is_land[h]:
        return "   "
    u = s.first[h]
    if u >= 0:
        count = 0
        command = " "
        side = pack.side[u]
        while u >= 0:
            if pack.is_hq[u]:
                command = "!"
            else:
                count += 1
            u = s.next[u]
        return f"{'SA'[side]}{min(count, 9)}{'#' if s.track[tracks.FORTRESS] == h else command}"
    if pack.settlement[h]:
        return f"{TOWN[pack.settlement[h]]}{SIDE[s.control[h]]} "
    return f"{GROUND[pack.terrain[h]]}  "
