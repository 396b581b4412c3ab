"""Roads: what prompts may speak of: units, hexes and numbers that everybody sees."""

from kurgan.games.roads.position.state import State
from kurgan.games.roads.screen.prompts_high_command import command_words
from kurgan.games.roads.screen.speech import Speech
from kurgan.kernel import flow

EACH_OF_HQS = ("lay_pontoons", "lift_pontoons", "return_headquarters")


def prompt_words(s: State, speech: Speech) -> dict[str, str]:
    """Words by placeholder; what does not apply now is empty."""
    words = {"unit": "", "here": "", "hexes": "", "target": "", "exploitation": "", "hq": "", "kinds": ""}
    words["points"] = speech.points(s.points)
    if s.moving:
        words["unit"] = ", ".join([speech.units[u] for u in s.moving])
        words["here"] = speech.place(s.path[-1])
    b = s.battle
    if b is not None:
        if b.target >= 0:
            words["target"] = speech.place(b.target)
        if b.queue:
            words["unit"] = speech.units[b.queue[0]]
            words["here"] = speech.place(s.where[b.queue[0]])
            words["hexes"] = speech.hexes(b.to_go)
        words["exploitation"] = speech.points(b.points)
    if flow.is_under_way(s, "deploy_first"):
        words["kinds"] = speech.say(" (surprise attacks, tank brigades and planes; the others come next)")
    for name in EACH_OF_HQS:
        if flow.is_under_way(s, name):
            words["hq"] = speech.units[flow.current(s, name)]
    words.update(command_words(s, speech))
    return words
