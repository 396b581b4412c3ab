"""Roads: what can be answered, and how it is written.

An answer is one int. Each question has a form: its phrases with their bases and slots, and which of them means no. 0
ends or declines, ``UNIT + u`` names a unit, ``HEX + h`` a hex; other verbs have bases of their own.
"""

from typing import Final

from kurgan.games.roads.pack.pack import Pack
from kurgan.games.roads.pack.vocabulary import EFFECTS, JU52S
from kurgan.games.roads.terms_high_command import OM_WORDS
from kurgan.kernel.notation import Attack, End, Form, No, Phrase, Slot

DONE: Final = 0
UNIT: Final = 1
HEX: Final = 1000
BY_STRATEGIC: Final = 3000
BY_RAIL: Final = 3001
YES: Final = 3100
SUPPORT: Final = 3200
RESULT: Final = 3300
EFFECT: Final = 3400
UNIT_HEX: Final = 10000
HEXES: Final = 1008
JU: Final = 3500
OM: Final = 3600
PLAY: Final = 4000  # box and kind
TRANSFER: Final = 4600  # kind and box
SHIFT: Final = 10000  # from box, to box, kind
RETURN: Final = 5200  # box
KINDS_RADIX: Final = 64
BOX_RADIX: Final = 8


DRAWS: Final = {
    "draw_support": "support",
    "draw_ju52": "ju",
    "draw_kampfgruppe": "unit",
    "draw_defending_kampfgruppe": "unit",
}
"""Step of a draw -> vocabulary of what is drawn."""


def forms(pack: Pack) -> dict[str, Form]:
    """The notation of every question, by the form its step names."""
    unit = Slot("unit", pack.unit_count, "piece")
    hex_ = Slot("hex", HEXES, "place")
    support = Slot("support", pack.support_count)
    known = {
        "choose_mover": Form(End("end", DONE), Phrase("move", UNIT, unit)),
        "step": Form(
            No("stop", DONE), Phrase("with", UNIT, unit), Phrase("to", HEX, hex_),
            Phrase("strategic", BY_STRATEGIC), Phrase("rail", BY_RAIL),
        ),
        "spend_support": Form(No("none", DONE), Phrase("spend", SUPPORT, support)),
        "pontoon": Form(No("keep", DONE), Phrase("bridge", HEX, hex_)),
        "headquarters": Form(No("wait", DONE), Phrase("place", HEX, hex_)),
        "dismantle": Form(No("keep", DONE), Phrase("dismantle", YES)),
        "give_up": Form(Phrase("eliminate", UNIT, unit)),
        "choose_target": Form(End("end", DONE), Attack("attack", HEX, hex_)),
        "surprise_target": Form(No("none", DONE), Attack("at", HEX, hex_)),
        "add_attacker": Form(No("done", DONE), Phrase("with", UNIT, unit)),
        "declare_elite": Form(No("plain", DONE), Phrase("elite", UNIT, unit)),
        "declare_armored": Form(No("plain", DONE), Phrase("armored", YES)),
        "attacker_result": Form(Phrase("result", RESULT, Slot("attacker_result", 8))),
        "defender_result": Form(Phrase("result", RESULT, Slot("defender_result", 8))),
        "choose_line": Form(Phrase("hex", DONE), Phrase("river", YES)),
        "lose_step": Form(Phrase("brigade", DONE), Phrase("lose", UNIT, unit)),
        "lose_unit": Form(Phrase("lose", UNIT, unit)),
        "stand_or_retreat": Form(No("stand", DONE), Phrase("retreat", YES)),
        "retreat": Form(No("stay", DONE), Phrase("first", UNIT, unit), Phrase("to", HEX, hex_)),
        "advance": Form(No("done", DONE), Phrase("advance", UNIT_HEX, unit, hex_)),
        "react": Form(No("none", DONE), Phrase("react", UNIT, unit)),
        "exploit": Form(End("done", DONE), Phrase("exploit", UNIT, unit)),
        "kampfgruppe": Form(No("no", DONE), Phrase("raise", YES)),
    }  # fmt: skip
    return known | _forms_of_high_command(pack)


def _forms_of_high_command(pack: Pack) -> dict[str, Form]:
    """The notation of the questions of high command."""
    unit = Slot("unit", pack.unit_count, "piece")
    hex_ = Slot("hex", pack.hex_count, "place")
    support = Slot("support", KINDS_RADIX)
    box = Slot("box", BOX_RADIX)
    effect = Slot("effect", len(EFFECTS))
    ju = Slot("ju", len(JU52S))
    om = Slot("om", len(OM_WORDS))
    none = No("none", DONE)
    done = No("done", DONE)
    return {
        "yes_or_no": Form(No("no", DONE), Phrase("yes", YES)),
        "choose_support": Form(Phrase("choose", SUPPORT, support)),
        "play_support": Form(
            done, Phrase("play", PLAY, box, support), Phrase("transfer", TRANSFER, support, box),
            Phrase("return", RETURN, box),
        ),
        "spend_from_box": Form(none, Phrase("spend", PLAY, box, support)),
        "return_support": Form(none, Phrase("return", PLAY, box, support)),
        "shift_supports": Form(done, Phrase("shift", SHIFT, box, box, support)),
        "support_unit": Form(Phrase("on", UNIT, unit), Phrase("at", HEX, hex_)),
        "allot_support": Form(
            Phrase("keep", SUPPORT, support), Phrase("exchange", PLAY, support), Phrase("spend", TRANSFER, support)
        ),
        "choose_hex": Form(none, Phrase("at", HEX, hex_)),
        "choose_unit": Form(none, Phrase("unit", UNIT, unit)),
        "choose_effect": Form(Phrase("effect", EFFECT, effect)),
        "place_om": Form(done, Phrase("place", OM, om)),
        "redeploy_om": Form(No("keep", DONE), Phrase("remove", YES)),
        "play_ju52": Form(none, Phrase("play", JU, ju)),
        "replace": Form(done, Phrase("rebuild", UNIT, unit)),
        "pay_armor": Form(Phrase("group", UNIT, unit), Phrase("spend", PLAY, box, support)),
        "withdraw": Form(Phrase("historical", DONE), Phrase("withdraw", UNIT, unit)),
    }  # fmt: skip
