"""Inferno: what can be answered, and how it is written.

An answer is one int. Each question has a form: its phrases with their bases and slots, and which of them means no. Hex
answers start at 0, unit answers at UNIT, card answers at CARD, and the few words without a slot stand above them, so
that one glance at an answer tells its kind.
"""

from typing import Final

from kurgan.games.inferno.terms import ACTIONS, SOVIET_DRAWS, SOVIET_MOVES
from kurgan.kernel.notation import Attack, End, Form, No, Phrase, Slot

UNIT: Final = 256  # UNIT + u
CARD: Final = 512  # CARD + c
DONE: Final = 600
GO: Final = 601
ALL: Final = 602
NO_CARD: Final = 603
YES: Final = 604
NO: Final = 605
AS_LISTED: Final = 606
LOWEST_FIRE: Final = 607
HIGHEST_FIRE: Final = 608
PIONEERS: Final = 640  # PIONEERS + ordinary * 2 + with the 672nd
PAIR: Final = 1024  # PAIR + u * HEX_RADIX + h

HEX_RADIX: Final = 128
UNIT_RADIX: Final = 128
CARD_RADIX: Final = 64
PIONEER_RADIX: Final = 8

HEX_SLOT: Final = Slot("hex", HEX_RADIX, "place")
UNIT_SLOT: Final = Slot("unit", UNIT_RADIX, "piece")
CARD_SLOT: Final = Slot("card", CARD_RADIX, "piece")
COUNT_SLOT: Final = Slot("number", PIONEER_RADIX)
EXTRA_SLOT: Final = Slot("special", 2)


DRAWS: Final = {
    "random_card": "card",
    "draw_german_card": "card",
    "draw_soviet_card": "card",
    "random_unit": "unit",
    "draw_soviet_advantage": "advantage",
    "draw_german_advantage": "advantage",
}
"""Step of a draw -> vocabulary of what is drawn; a block from a pool is named with the edge on which it stands."""

LIVELY: Final = {
    "lively_action": "soviet_action",
    "lively_hex": "soviet_hex",
    "lively_to": "soviet_to",
    "lively_unit": "soviet_unit",
    "lively_lays_card": "soviet_card",
}
"""Step at which the Lively Opponent answers by lot -> the notation in which a player would answer."""


def forms() -> dict[str, Form]:
    """Every notation by its name: a step's own name, or one that several steps share."""
    leave_from = Phrase("from", 0, HEX_SLOT)
    go_to = Phrase("to", 0, HEX_SLOT)
    attack = Attack("attack", 0, HEX_SLOT)
    done = No("done", DONE)
    go = Phrase("go", GO)
    everything = Phrase("all", ALL)
    take = Form(Phrase("take", UNIT, UNIT_SLOT), everything, go)
    lose = Form(
        Phrase("lose", UNIT, UNIT_SLOT),
        Phrase("as_listed", AS_LISTED),
        Phrase("lowest_fire", LOWEST_FIRE),
        Phrase("highest_fire", HIGHEST_FIRE),
    )
    play = Phrase("play", CARD, CARD_SLOT)
    no_card = No("none", NO_CARD)
    return {
        "choose_action": Form(*[Phrase(word, i) for i, word in enumerate(ACTIONS)]),
        "long_from": Form(leave_from),
        "long_first": Form(go_to),
        "long_second": Form(go_to, No("stop", DONE)),
        "short_from": Form(leave_from, End("done", DONE)),
        "short_to": Form(go_to),
        "hasty_from": Form(leave_from),
        "hasty_to": Form(go_to),
        "units": take,
        "target": Form(attack),
        "attacking_stacks": Form(Phrase("with", 0, HEX_SLOT), everything, go),
        "join_attack": Form(Phrase("agree", YES), No("refuse", NO)),
        "deploy": Form(Phrase("deploy", PAIR, UNIT_SLOT, HEX_SLOT)),
        "return_unit": Form(Phrase("return", UNIT, UNIT_SLOT)),
        "german_card": Form(play, no_card, Phrase("pioneers", PIONEERS, COUNT_SLOT, EXTRA_SLOT)),
        "soviet_card": Form(play, no_card),
        "loss": lose,
        "combined_force": Form(Phrase("strike_first", YES), No("together", NO)),
        "advance": Form(Phrase("advance", UNIT, UNIT_SLOT), done),
        "soviet_advance": Form(Phrase("advance", UNIT, UNIT_SLOT)),
        "blitz": Form(Phrase("blitz", PAIR, UNIT_SLOT, HEX_SLOT), done),
        "soviet_action": Form(Phrase("move", SOVIET_MOVES), Phrase("draw", SOVIET_DRAWS)),
        "soviet_hex": Form(Phrase("order", 0, HEX_SLOT)),
        "soviet_to": Form(go_to),
        "soviet_unit": Form(Phrase("send", UNIT, UNIT_SLOT)),
    }
