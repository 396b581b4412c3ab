"""Roads: what prompts may speak of: units, hexes and numbers that everybody sees."""

from kurgan.games.roads.position.state import State
from kurgan.games.roads.screen.prompts_high_command import command_words
from kurgan.kernel import flow

EACH_OF_HQS = ("lay_pontoons", "lift_pontoons", "return_headquarters")


def prompt_words(s: State) -> dict[str, str]:
    """Words by placeholder; what does not apply now is empty."""
    words = {"unit": "", "here": "", "hexes": "", "target": "", "exploitation": "", "hq": ""}
    words["points"] = half_points(s.points)
    if s.moving:
        words["unit"] = names(s, s.moving)
        words["here"] = place(s, s.path[-1])
    b = s.battle
    if b is not None:
        if b.target >= 0:
            words["target"] = place(s, b.target)
        if b.queue:
            words["unit"] = s.pack.unit_title[b.queue[0]]
            words["here"] = place(s, s.where[b.queue[0]])
            words["hexes"] = "one hex" if b.to_go <= 1 else f"{b.to_go} hexes"
        words["exploitation"] = half_points(b.points)
    for name in EACH_OF_HQS:
        if flow.is_under_way(s, name):
            words["hq"] = s.pack.unit_title[flow.current(s, name)]
    words.update(command_words(s))
    return words


def names(s: State, stack: list[int]) -> str:
    return ", ".join([s.pack.unit_title[u] for u in stack])


def place(s: State, h: int) -> str:
    name = s.pack.place_name[h]
    return f"{s.pack.hex_name[h]} {name}" if name else s.pack.hex_name[h]


def half_points(points: int) -> str:
    """Half points as people write them: 2 1/2."""
    whole, rest = divmod(points, 2)
    if not rest:
        return f"{whole} point" if whole == 1 else f"{whole} points"
    return "1/2 point" if not whole else f"{whole} 1/2 points"
