"""Words for values: as the notation spells them, as people read them, and of the scenarios."""

from collections.abc import Sequence

from kurgan.games.roads import terms
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms_high_command import BOX_WORDS, MARS_WORDS, OM_WORDS, OUTCOMES
from kurgan.kernel.protocol import Scenario
from kurgan.kernel.sentences import Text


def scenario_words(pack: Pack, text: Text) -> list[Scenario]:
    """Every scenario with its words."""
    return [
        Scenario(
            name, text.label(scenario.title), vocabulary.SIDES, text.get("scenarios", name), text.get("aims", name)
        )
        for name, scenario in pack.scenarios.items()
    ]


def notation(pack: Pack) -> dict[str, Sequence[str]]:
    """The words of the notation, by slot."""
    return {
        "unit": pack.unit_name,
        "hex": pack.hex_name,
        "support": pack.support_name,
        "attacker_result": ["none", *vocabulary.ATTACKER_RESULTS[1:]],
        "defender_result": ["none", *vocabulary.DEFENDER_RESULTS[1:]],
        "box": BOX_WORDS,
        "om": OM_WORDS,
        "ju": vocabulary.JU52S,
        "effect": vocabulary.EFFECTS,
        "superiority": vocabulary.EFFECTS,
    }


def labels(speech: Speech) -> dict[str, list[str]]:
    """Values as people read them."""
    pack, text = speech.pack, speech.text

    names: dict[str, Sequence[str]] = {
        "side": vocabulary.SIDES,
        "phase": terms.PHASES,
        "mode": terms.MODES,
        "ground": vocabulary.GROUNDS,
        "sky": vocabulary.SKIES,
        "ice": vocabulary.ICES,
        "limit": vocabulary.LIMITS,
        "mars": MARS_WORDS,
        "effect": vocabulary.EFFECTS,
        "box": BOX_WORDS,
        "om": OM_WORDS,
        "outcome": OUTCOMES,
        "attacker_result": vocabulary.ATTACKER_RESULTS,
        "defender_result": vocabulary.DEFENDER_RESULTS,
        "fate": terms.FATES,
    }
    found = {kind: [word(text, kind, name) for name in words] for kind, words in names.items()}
    found["superiority"] = [text.get("words", f"superiority_{name}") for name in vocabulary.EFFECTS]
    found["unit"] = speech.units
    found["hex"] = [speech.place(h) for h in range(pack.hex_count)]
    found["support"] = [speech.support(kind) for kind in range(pack.support_count)]
    found["ju"] = [speech.flight(kind) for kind in range(len(pack.ju_title))]
    found["turn"] = [speech.turn(turn) for turn in range(len(pack.turn_name))]
    found["odds"] = list(terms.ODDS_WORDS)
    return found


def word(text: Text, kind: str, name: str) -> str:
    """A word of the text file, with its kind before it or without; the bare word where there is none."""
    return text.get("words", f"{kind}_{name}") or text.get("words", name) or text.label(name.replace("_", " "))
