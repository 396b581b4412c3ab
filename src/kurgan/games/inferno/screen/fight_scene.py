"""Inferno: the fight under way, as terms and notes for the table."""

from kurgan.games.inferno.hidden.view import FACE_DOWN, View
from kurgan.games.inferno.pack.pack import CHUIKOV, FIRES, GERMAN, HOTH, KHRUSHCHEV, SIDES, SOVIET, TERRAINS
from kurgan.games.inferno.position.state import State
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.kernel.chance import SIDES as SIDES_OF_A_DIE
from kurgan.kernel.protocol import Json
from kurgan.kernel.sentences import Text
from kurgan.kernel.tally import Notes


def fight(v: View, text: Text) -> Json:
    """Place, both sides' dice, and what bears on them."""
    s = v.position
    b = s.battle
    p = s.pack
    attack, defence = (b.germans, b.soviets) if b.side == GERMAN else (b.soviets, b.germans)
    found: Json = {
        "place": p.hex_name[b.target],
        "stage": "fight" if b.shown else "prepare",
        "title": f"{p.hex_name[b.target]} {text.label(p.hex_title[b.target])}".strip(),
        "attack": _side(s, text, b.side, attack, "attack"),
        "defence": _side(s, text, 1 - b.side, defence, "defence"),
        "notes": _notes(s, text),
        "committed": [p.unit_name[u] for u in attack if u != FACE_DOWN],
    }
    return found


def _side(s: State, text: Text, side: int, units: list[int], label: str) -> Json:
    """One line for each firepower: dice and what they hit on; unknown blocks are a question mark."""
    p = s.pack
    terms: list[Json] = []
    total = 0
    unknown = len([u for u in units if u == FACE_DOWN])
    bonus = combat.fire_bonus(s) if side == SOVIET else 0
    for fire in range(1, len(FIRES)):
        dice = sum([s.strength[u] for u in units if u != FACE_DOWN and p.fire[u][s.strength[u]] == fire])
        if dice:
            terms.append({"label": pool_words(text, dice, fire, fire + bonus), "words": "", "rule": "2.7"})
            total += dice
    found: Json = {"side": SIDES[side], "label": text.get("words", label), "terms": terms}
    if unknown:
        terms.append({"label": text.get("words", "unknown_blocks"), "words": f"{unknown} x ?", "rule": "1.5"})
        found["total_words"] = "?"
    else:
        found["total_words"] = text.fill("words", plural("dice_total", total), {"count": str(total)})
    return found


def pool_words(text: Text, dice: int, fire: int, faces: int) -> str:
    """[2.7] A pool of dice as a player says it: how many, and what they hit on."""
    lowest = SIDES_OF_A_DIE + 1 - faces
    words = {
        "count": str(dice),
        "faces": f"{lowest}–{SIDES_OF_A_DIE}" if faces > 1 else str(lowest),
        "fire": text.get("words", f"fire_{FIRES[fire]}") or FIRES[fire],
        "pips": text.get("words", f"pips_{FIRES[fire]}"),
    }
    return text.fill("words", plural("fire_term", dice), words)


def plural(key: str, count: int) -> str:
    return f"{key}_one" if count == 1 else key


def is_hidden(s: State) -> bool:
    """Whether the seat does not know the German blocks, or the cards laid with them."""
    return FACE_DOWN in s.battle.germans or FACE_DOWN in s.battle.german_cards


def _notes(s: State, text: Text) -> list[Json]:
    """What decides this fight besides the dice."""
    b = s.battle
    p = s.pack
    found = [{"text": text.get("words", f"effect_{TERRAINS[p.terrain[b.target]]}"), "rule": "2.3"}]
    if s.rubble[b.target]:
        found.append({"text": text.get("words", "effect_rubble"), "rule": "6.9.1"})
    if s.fort[b.target] and b.side == GERMAN:
        found.append({"text": text.get("words", "effect_fort"), "rule": "12.10.1"})
    if b.side == GERMAN and b.deliberate and concepts.is_urban(s, b.target) and not is_hidden(s):
        if combat.may_make_rubble(s):
            note = Notes()
            modifier = combat.rubble_modifier(s, note)
            terms = ", ".join([f"{text.get('words', 'term_' + t.label)} +{t.amount}" for t in note.terms if t.amount])
            need = str(p.rubble_target - modifier)
            words = {"terms": terms, "need": need}
            found.append({"text": text.fill("words", "rubble_chance", words), "rule": "6.9.2"})
    for effect, key, rule in (
        (CHUIKOV, "effect_chuikov", "8.4.1"),
        (KHRUSHCHEV, "effect_khrushchev", "8.4.3"),
        (HOTH, "effect_hoth", "8.2.2"),
    ):
        if s.leaders >> effect & 1:
            found.append({"text": text.get("words", key), "rule": rule})
    return found
