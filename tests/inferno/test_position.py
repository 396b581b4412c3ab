"""Positions as text: typed, loaded, written, refused.

Files in positions/good name the question that stands first, those in positions/bad what must be said of them.
"""

from pathlib import Path

import pytest

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
def test_positions_met_in_play_are_read_back_where_they_were(scenario: str, level: str) -> None:
    """At any question, in the middle of a fight too: laid cards are still laid, what was seen is still known."""
    s = GAME.new(scenario, {"level": level})
    tape = Tape(f"positions {scenario} {level}")
    written = 0
    while not isinstance(pending := GAME.pending(s), Over):
        if isinstance(pending, Throw):
            GAME.answer(s, pending.chance.throw(tape))
            continue
        if tape.below(3) == 0:
            again = GAME.read_position(GAME.write_position(s))
            assert again.key() == s.key()
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
        ("25: G2P S13G", ["not a legal position", "25"]),
        ("25: G2P\n25: S13G", ["not a legal position", "25"]),
        ("row 2: ? ?\nrow 2: ? ?", ["line 2", "'row 2' stands twice"]),
        ("german_hand T34", ["T34", "other side"]),
        ("soviet_hand Stuka", ["Stuka", "other side"]),
        ("german_hand Hoth", ["Hoth", "not into a hand"]),
        ("advantages SixthPanzer", ["advantages", "Designer's Way"]),
        ("raus 1", ["raus", "Designer's Way"]),
        ("options level=easy_soviet\nadvantages SixthPanzer", ["normal level"]),
        ("german W", ["W is german from the start"]),
        ("scenario coop\ngerman 3", ["3 is in German hands: say 'yellow_took' or 'blue_took'"]),
        ("turn 0", ["the first turn is 1"]),
        ("fight target 9", ["needs 'now'"]),
        ("hidden_soviets 9=S13G", ["needs 'now'"]),
        ("seen_by german", ["goes with 'now'"]),
        ("25: G2P@99999999999999", ["0 to 4"]),
        ("dead: S?", ["'S?' stands in a hex"]),
        ("last_seen S13G=9\n9: S13G", ["0 to 4"]),
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


def test_cards_laid_in_a_fight_are_neither_spent_nor_back_in_the_deck() -> None:
    s = GAME.read_position("german_hand Stuka Pak\n25: G2P G64PG\n9: S13G@4 S6T\n13: S29R\n")
    tape = Tape("laid")
    while not any(s.battle.german_cards):
        pending = GAME.pending(s)
        legal = GAME.legal(s)
        wanted = [a for a in legal if GAME.spell(s, a) in ("hasty", "deliberate", "play Stuka", "go")]
        if isinstance(pending, Throw):
            GAME.apply(s, pending.chance.throw(tape))
        else:
            GAME.apply(s, wanted[0] if wanted else legal[0])
    again = GAME.read_position(GAME.write_position(s))
    assert again.battle.german_cards == s.battle.german_cards == [P.card_of["Stuka"]]
    assert again.deck[P.card_of["Stuka"]] == s.deck[P.card_of["Stuka"]]
    assert again.key() == s.key()


def test_what_is_open_is_dealt_from_the_rest_and_always_the_same() -> None:
    text = "scenario one_vs_one\ngerman_hand Pak ? ?\nsoviet_hand ?\n25: G2P G?\n9: S13G S? S?\n"
    s = GAME.read_position(text)
    assert (sum(s.hand), sum(s.soviet_hand)) == (3, 1)
    assert (s.count[0][P.hex_of["25"]], s.count[1][P.hex_of["9"]]) == (2, 3)
    assert GAME.read_position(text).key() == s.key()
    assert GAME.read_position(text + "# another tape\n").key() != s.key()


@pytest.mark.parametrize("scenario", P.scenarios)
def test_the_text_of_a_seat_tells_what_it_sees_and_nothing_else(scenario: str) -> None:
    """Read again it looks the same from that seat; another position that looks the same has the same text."""
    s = GAME.new(scenario, {"level": "normal"})
    tape = Tape(f"seats {scenario}")
    seats = len(GAME.seats(scenario))
    while not isinstance(pending := GAME.pending(s), Over):
        if tape.below(25) == 0:
            for seat in range(-1, seats):
                view = GAME.view(s, seat)
                text = GAME.write_position(view)
                again = GAME.read_position(text)
                assert GAME.view(again, seat).to_json() == view.to_json()
                assert GAME.write_position(GAME.view(GAME.imagine(view, tape), seat)) == text
        if isinstance(pending, Throw):
            GAME.answer(s, pending.chance.throw(tape))
        else:
            legal = GAME.legal(s)
            GAME.answer(s, legal[tape.below(len(legal))])


def test_typed_germans_keep_their_dots_in_what_the_other_side_imagines() -> None:
    """A strength seen on the map is remembered; typed blocks were once imagined without any."""
    s = GAME.read_position("scenario one_vs_one\n25: G2P@3 G64PG\n9: S13G\n")
    world = GAME.imagine(GAME.view(s, 1), Tape("dots"))
    world.check()
    here = [u for u in range(P.germans) if world.where[u] == P.hex_of["25"]]
    assert len(here) == 2
    assert min(world.strength[u] for u in here) > 0


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
