"""Words for values: as the notation spells them, as people read them, and of the scenarios."""

from kurgan.games.inferno import terms
from kurgan.games.inferno.pack.pack import ARMIES, GERMAN, POOLS, SIDES, Pack
from kurgan.kernel.protocol import Scenario
from kurgan.kernel.sentences import Text

NUMBERS = 8


def scenario_words(pack: Pack, text: Text) -> list[Scenario]:
    """[1.6] The four modes."""
    found = []
    for i, name in enumerate(pack.scenarios):
        about = text.get("scenarios", name) or pack.scenario_about[i]
        found.append(
            Scenario(
                name, text.label(pack.scenario_title[i]), tuple(pack.scenario_seats[i]), about, text.get("aims", name)
            )
        )
    return found


def notation(pack: Pack) -> dict[str, list[str]]:
    """The words of the notation, by slot."""
    return {
        "hex": pack.hex_name,
        "unit": pack.unit_name,
        "card": pack.card_name,
        "advantage": pack.advantage_name,
        "number": [str(n) for n in range(NUMBERS)],
        "special": ["0", "1"],
    }


def labels(pack: Pack, text: Text) -> dict[str, list[str]]:
    """Values as people read them."""
    hexes = [f"{name} {text.label(title)}".strip() for name, title in zip(pack.hex_name, pack.hex_title, strict=True)]
    return {
        "hex": hexes,
        "unit": [text.label(title) for title in pack.unit_title],
        "card": [text.label(title) for title in pack.card_title],
        "advantage": [text.label(title) for title in pack.advantage_title],
        "number": [str(n) for n in range(NUMBERS)],
        "special": ["", text.get("words", "and_672")],
        "side": [text.get("words", name) or name for name in SIDES],
        "army": [
            *[text.get("words", name) or name for name in ARMIES],
            text.get("words", SIDES[GERMAN]) or SIDES[GERMAN],
        ],
        "pool": [text.get("words", f"pool_{name}") or name for name in POOLS],
        "action": [text.get("words", f"action_{name}") or name for name in terms.ACTIONS],
        "kind_of_attack": [text.get("words", name) or name for name in ("hasty_attack", "deliberate_attack")],
        "result": [text.get("words", f"result_{name}") or name for name in terms.RESULTS],
    }
