"""Advance: what can be answered, and how it is written.

An answer is one int. Each question has a form: its phrases with their bases and slots, and which of them means no.
Units and areas have room for 64 each.
"""

from typing import Final

from kurgan.kernel.notation import Attack, End, Form, No, Phrase, Slot

RADIX: Final = 64
DONE: Final = 0  # done, end, stop, hold, retreat (Barrage), fight
ALL: Final = 1
PLACE: Final = 64  # PLACE + area
CHOOSE: Final = 64  # CHOOSE + unit
ATTACK: Final = 64  # ATTACK + area
MOVE: Final = 128  # MOVE + unit * RADIX + area
BUY: Final = 1  # BUY + goods
ARTILLERY: Final = 0
ENGINEER: Final = 1
AIR: Final = 2
MORALE: Final = 3
ADD: Final = 1  # ADD + marker

UNIT: Final = Slot("unit", RADIX, "piece")
AREA: Final = Slot("area", RADIX, "place")
GOODS: Final = Slot("goods", 4)
MARKER: Final = Slot("marker", 3)

FORMS: Final = {
    "place_group": Form(No("hold", DONE), Phrase("place", PLACE, AREA)),
    "place_division": Form(No("hold", DONE), Phrase("place", PLACE, AREA)),
    "place_october_group": Form(No("hold", DONE), Phrase("place", PLACE, AREA)),
    "return_unit": Form(No("hold", DONE), Phrase("place", PLACE, AREA)),
    "spend": Form(No("done", DONE), Phrase("buy", BUY, GOODS), Phrase("return", CHOOSE, UNIT)),
    "place_returned": Form(Phrase("place", PLACE, AREA)),
    "activate": Form(End("end", DONE), Phrase("activate", PLACE, AREA)),
    "order": Form(No("done", DONE), Attack("attack", ATTACK, AREA), Phrase("move", MOVE, UNIT, AREA)),
    "go_on": Form(No("stop", DONE), Phrase("to", PLACE, AREA)),
    "join_attack": Form(No("done", DONE), Phrase("all", ALL), Phrase("join", CHOOSE, UNIT)),
    "answer_barrage": Form(Phrase("retreat", DONE), Phrase("give_up", CHOOSE, UNIT)),
    "name_lead": Form(Phrase("lead", CHOOSE, UNIT)),
    "commit_support": Form(No("fight", DONE), Phrase("add", ADD, MARKER)),
    "fall_back": Form(Phrase("retreat", MOVE, UNIT, AREA)),
}

DRAWS: Final = {"reveal_unit": "counter", "draw_paused": "division"}
"""Step of a draw -> vocabulary of what is drawn."""
