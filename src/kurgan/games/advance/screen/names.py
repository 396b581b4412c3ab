"""Words for values: as the notation spells them, as people read them, and of the scenarios."""

from kurgan.games.advance import terms
from kurgan.games.advance.pack.pack import EVENTS, STRATEGIES, Pack
from kurgan.kernel.protocol import Scenario
from kurgan.kernel.sentences import Text


def scenario_words(pack: Pack, text: Text) -> list[Scenario]:
    """Every scenario with its words."""
    return [
        Scenario(name, text.label(scenario.title), ("german",), text.get("scenarios", name), text.get("aims", name))
        for name, scenario in pack.scenarios.items()
    ]


def notation(pack: Pack) -> dict[str, list[str]]:
    """The words of the notation, by slot; and for other values the names that data and golden plays know them by."""
    areas = [""] + [str(a) for a in range(1, pack.areas + 1)]
    areas += [""] * (terms.OUT - len(areas)) + ["out"]
    return {
        "unit": pack.unit_name,
        "area": areas,
        "goods": ["artillery", "engineer", "air", "morale"],
        "marker": ["artillery", "engineer", "air"],
        "counter": pack.kind_name,
        "division": pack.division_name,
        "event": list(EVENTS),
        "result": list(terms.RESULTS),
        "outcome": list(terms.OUTCOMES),
    }


def labels(pack: Pack, text: Text) -> dict[str, list[str]]:
    """Values as people read them."""
    strategy = [text.get("words", name) or name for name in STRATEGIES]
    areas = [text.label(name) for name in pack.area_name]
    return {
        "area": areas + [""] * (terms.OUT - len(areas)) + [text.get("words", "out_of_action")],
        "goods": [text.get("words", f"goods_{n}") or n for n in ("artillery", "engineer", "air", "morale")],
        "marker": [text.get("words", f"marker_{n}") or n for n in ("artillery", "engineer", "air")],
        "division": [text.get("words", f"division_{n}") or f"{n}th Division" for n in pack.division_name],
        "event": [text.get("words", f"event_{n}") or n for n in EVENTS],
        "counter": [f"{strategy[pack.kind_strategy[k]]} {pack.kind_defense[k]}" for k in range(pack.kinds)],
        "strength": [text.get("words", n) or n for n in ("shaken", "strong")],
        "street": [text.get("words", f"street_{n}") or n for n in ("none", "morale", "spent")],
        "result": [text.get("words", f"result_{n}") or n for n in terms.RESULTS],
        "outcome": [text.get("words", f"outcome_{n}") or n for n in terms.OUTCOMES],
        "strategy": strategy,
    }
