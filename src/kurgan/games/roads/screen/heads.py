"""Roads: the head of a fight's card: the hex, and what came of it in a word or two."""

from collections.abc import Sequence

from kurgan.games.roads import events
from kurgan.games.roads.pack.vocabulary import A_E, A_NONE, A_RETREAT, ATTACKER_RESULTS, D_NONE, DEFENDER_RESULTS
from kurgan.games.roads.screen.speech import Speech
from kurgan.games.roads.terms import CLEARED, FATES, TAKEN
from kurgan.kernel.protocol import Event


def head(speech: Speech, told: Sequence[Event]) -> str:
    """[8.13.2] What became of the hex; until that is known [8.10.1] what the results ask for."""
    place, said = -1, ""
    for event in told:
        match event.kind:
            case events.ATTACK_DECLARED:
                place, said = event.args[0], ""
            case events.COMBAT_RESULT:
                said = asked_for(speech, event.args[2], 0, event.args[3])
            case events.RESULTS_FINAL:
                said = asked_for(speech, *event.args[:3])
            case events.HEX_EMPTIED:
                said = speech.word(f"fate_{FATES[CLEARED]}")
            case events.ATTACK_SETTLED:
                said = speech.word(f"fate_{FATES[event.args[1]]}")
            case events.UNIT_ADVANCED if event.args[1] == place:
                said = speech.word(f"fate_{FATES[TAKEN]}")
    return f"{speech.place(place)}: {said}" if said and place >= 0 else ""


def asked_for(speech: Speech, attacker: int, level: int, defender: int) -> str:
    """The result that moves somebody: the attacker's repulse, what the defender must do, what the attacker may."""
    if defender != D_NONE and attacker != A_RETREAT:
        return speech.word(f"defender_result_{DEFENDER_RESULTS[defender]}")
    if attacker == A_NONE and level:
        attacker = min(A_E + level, len(ATTACKER_RESULTS)) - 1
    return speech.word("losses_only" if attacker == A_NONE else f"attacker_result_{ATTACKER_RESULTS[attacker]}")
