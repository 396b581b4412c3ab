"""Positions as text: typed, loaded, written, refused.

Files in positions/good name the question that stands first, those in positions/bad what must be said of them.
"""

from pathlib import Path

import pytest

from kurgan.games.inferno.rules import r09_coop as coop
from kurgan.kernel.chance import Tape
from kurgan.kernel.protocol import Decide, Misspelt, Over, Throw
from tests.inferno.table import GAME, P

FOLDER = Path(__file__).parent / "positions"
GOOD = sorted((FOLDER / "good").glob("*.txt"))
BAD = sorted((FOLDER / "bad").glob("*.txt"))

TYPED = """
scenario solo
options level=easy_soviet
turn 5
side german
leaders Hoth
german_hand Stuka Pak
soviet_hand T34
gone Heinkel SovietSniper   # played before
rubble 9
german 3 54
25: G2P@3 G64PG
9: S13G@4 S6T@0
13: S29R
dead: G194I G103PG
"""


def test_a_typed_position_is_what_it_says() -> None:
    s = GAME.read_position(TYPED)
    pending = GAME.pending(s)
    assert isinstance(pending, Decide)
    assert pending.step == "choose_action"
    assert (s.turn, s.losses) == (5, 3)
    assert s.strength[P.unit_of["G2P"]] == 3
    assert s.strength[P.unit_of["S6T"]] == 0
    assert s.rubble[P.hex_of["9"]] == 1
    assert [s.control[P.hex_of[name]] for name in ("3", "54", "25", "55")] == [0, 0, 0, 1]
    assert s.hand[P.card_of["Stuka"]] == 1
    assert s.deck[P.card_of["Heinkel"]] == 3
    assert s.pool_size == [36, 12, 2]


def test_a_soviet_turn_can_be_loaded() -> None:
    s = GAME.read_position("side soviet\n41: S13G\nW: G2P\n")
    pending = GAME.pending(s)
    assert isinstance(pending, Throw)
    assert pending.step == "soviet_dice"


@pytest.mark.parametrize("level", P.level_name)
@pytest.mark.parametrize("scenario", P.scenarios)
def test_positions_met_in_play_load_again_at_the_turn_they_stand_in(scenario: str, level: str) -> None:
    """Written at a German action, loaded, written again: the same text, the same of all that a rule reads."""
    s = GAME.new(scenario, {"level": level})
    tape = Tape(f"positions {scenario} {level}")
    written = 0
    while not isinstance(pending := GAME.pending(s), Over):
        if isinstance(pending, Throw):
            GAME.answer(s, pending.chance.throw(tape))
            continue
        if pending.step == "choose_action":
            text = GAME.write_position(s)
            again = GAME.read_position(text)
            assert GAME.write_position(again) == text
            for column in ("where", "control", "rubble", "fort", "deck", "deck_top", "deck_bottom", "hand"):
                assert getattr(again, column) == getattr(s, column), column
            assert (again.deck_out, again.extra_used, again.losses) == (s.deck_out, s.extra_used, s.losses)
            if s.rules.coop:
                assert [coop.spawn_hexes_of(again, i) for i in (0, 1)] == [coop.spawn_hexes_of(s, i) for i in (0, 1)]
            assert GAME.legal(again) == GAME.legal(s)
            written += 1
        legal = GAME.legal(s)
        GAME.answer(s, legal[tape.below(len(legal))])
    assert written > 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("trun 5", ["line 1", "trun", "turn"]),
        ("25: G2Q", ["line 1", "G2Q"]),
        ("25: G2P\n26: G2P", ["line 2", "twice"]),
        ("25: G2P@7", ["line 1", "0 to 4"]),
        ("106: G2P", ["line 1", "106"]),
        ("25: G2P\n25: S13G", ["not a legal position", "25"]),
        ("german_hand OKHH", ["OKHH", "OKH"]),
        ("german_hand Pak Pak Pak", ["only 2"]),
        ("row 1: ? ?", ["unseen boxes"]),
        ("row 9: ?", ["line 1", "row"]),
        ("side italian", ["italian"]),
        ("scenario coop\nplayer green", ["green"]),
        ("scenario duel", ["duel"]),
        ("options level", ["name=value"]),
        ("25: G191I G194I G211I G178I G203I", ["not a legal position", "5 German"]),
        ("rubble 3", ["not a legal position", "rubble"]),
    ],
)
def test_what_cannot_be_is_refused(text: str, words: list[str]) -> None:
    with pytest.raises(Misspelt) as refusal:
        GAME.read_position(text)
    for word in words:
        assert word in str(refusal.value)


def remark(path: Path, name: str) -> str:
    found = [line.split(": ", 1)[1] for line in path.read_text("utf-8").splitlines() if line.startswith(f"# {name}: ")]
    assert len(found) == 1, f"{path.name} needs one line '# {name}: ...'"
    return found[0]


@pytest.mark.parametrize("path", GOOD, ids=[path.stem for path in GOOD])
def test_a_good_position_is_accepted_and_played_to_its_end(path: Path) -> None:
    """It asks the named question, its own text form loads as the same position, and random play ends the game."""
    s = GAME.read_position(path.read_text(encoding="utf-8"))
    asked = GAME.pending(s)
    assert isinstance(asked, Decide | Throw)
    assert asked.step == remark(path, "asks")
    assert GAME.read_position(GAME.write_position(s)).key() == s.key()
    tape = Tape(path.stem)
    while not isinstance(pending := GAME.pending(s), Over):
        if isinstance(pending, Throw):
            GAME.answer(s, pending.chance.throw(tape))
        else:
            legal = GAME.legal(s)
            GAME.answer(s, legal[tape.below(len(legal))])
        s.check()


@pytest.mark.parametrize("path", BAD, ids=[path.stem for path in BAD])
def test_a_bad_position_is_refused_with_its_reason(path: Path) -> None:
    with pytest.raises(Misspelt) as refusal:
        GAME.read_position(path.read_text(encoding="utf-8"))
    assert remark(path, "says") in str(refusal.value)
