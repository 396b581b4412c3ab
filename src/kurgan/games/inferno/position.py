"""Inferno: a position as lines of text that a person can read, type and load.

    scenario solo
    options level=easy_german
    turn 5
    side german
    leaders Hoth Khrushchev
    german_hand Stuka Pak
    soviet_cards 3
    gone Heinkel SovietSniper
    rubble 9 26
    german 3 54 55
    row 2: ? G191I ? ?
    25: G2P@3 G64PG
    9: S13G@4 S6T@0
    dead: G194I
    removed: G103PG

Co-op has ``player blue``, ``yellow_hand``, ``blue_hand``, and ``yellow_took 3 7`` and ``blue_took 19`` for captured
spawn hexes. The Designer's Way has ``advantages``, ``headquarters 10``, ``raus 1``, ``top`` and ``bottom`` for leaders
known to lie there, and ``fortified 4 26`` where fewer stand than the Soviets hold hexes for. ``extra 2`` is the second
extra turn under OKH, the Soviet deck being empty. ``soviet_hand T34`` names cards of the Soviet hand; where the
algorithm plays, ``soviet_cards 3`` of it were seen by nobody, and ``soviet_leaders 1`` of those that lay on top.

``@`` gives the dots (full strength without it, 0 a blank edge). Hexes not named are held as at the start, hexes with
units by their side. ``?`` in a row of the track is a block nobody has looked at; German blocks not named lie under
those marks, so there must be as many of them, or are out of the game where no mark is left. Soviet blocks not named are
in their pools, cards not named in their decks. A position in text form stands at the beginning of a side's turn, and
nobody remembers what was seen before it.
"""

from typing import Final

from kurgan.kernel.codec import look_up
from kurgan.kernel.lines import Lines, begin_at
from kurgan.kernel.protocol import Misspelt

from . import known
from .pack import CHUIKOV, GERMAN, OKH, SIDES, SOVIET, Pack
from .rules.r01_game import extra_turns
from .rules.r02_concepts import has_leader
from .rules.r04_solo import cards_left
from .rules.r12_designers_way import soviet_top_set
from .state import State, lift, place
from .terms import DEAD, EMPTY, NONE, OUT, POOL, REMOVED, TRACK, UNSEEN

WORDS: Final = (
    *("scenario", "options", "turn", "side", "player", "leaders", "german_hand", "yellow_hand", "blue_hand"),
    *("soviet_hand", "soviet_cards", "soviet_leaders", "gone", "rubble", "german", "soviet", "advantages"),
    *("headquarters", "raus", "yellow_took", "blue_took", "fortified", "top", "bottom", "extra"),
)
COOP_WORDS: Final = ("player", "yellow_hand", "blue_hand", "yellow_took", "blue_took")
BOXES: Final = {"dead": DEAD, "removed": REMOVED}
PLAYERS: Final = ("yellow", "blue")
TURNS: Final = {"german": "german_turn", "soviet": "soviet_turn"}
UNKNOWN: Final = "?"


class Reader(Lines):
    """Reads the lines of one position; every complaint names its line or word."""

    def __init__(self, pack: Pack, text: str) -> None:
        super().__init__(text, WORDS)
        self.pack = pack

    def hexes(self, name: str) -> list[int]:
        return [look_up(word, "hex", self.pack.hex_name) for word in self.values.get(name, [])]

    def cards(self, name: str) -> list[int]:
        return [look_up(word, "card", self.pack.card_name) for word in self.values.get(name, [])]


def read_position(s: State, reader: Reader) -> State:
    """Fill a blank position with what was read, check it, and begin the turn; raises Misspelt."""
    p = s.pack
    s.turn = max(1, reader.number("turn", 1))
    if not s.rules.coop:
        for name in COOP_WORDS:
            if name in reader.values:
                raise Misspelt(f"'{name}' is for two German players [9]")
    s.player = _player(reader)
    for h in range(p.hexes):
        s.control[h] = p.start_side[h]
    for side in (GERMAN, SOVIET):
        for h in reader.hexes(SIDES[side]):
            s.control[h] = side
    for box in range(len(s.track)):
        s.track[box] = EMPTY
    for u in range(p.units):
        lift(s, u, POOL if p.side[u] == SOVIET else OUT)
    for number, name, words in reader.places:
        try:
            _put(s, name, words)
        except Misspelt as error:
            raise Misspelt(f"line {number}: {error}") from None
    _fill_track(s)
    _set_cards(s, reader)
    _set_markers(s, reader)
    _set_order(s, reader)
    _set_unseen(s, reader)
    _set_clock(s, reader)
    _forget(s)
    _begin(s, reader.word("side", "german"))
    return s


def _player(reader: Reader) -> int:
    name = reader.word("player", PLAYERS[0])
    if name not in PLAYERS:
        raise Misspelt(f"'player' is {' or '.join(PLAYERS)}, not '{name}'")
    return PLAYERS.index(name)


def _put(s: State, name: str, words: list[str]) -> None:
    """One line with a colon: a hex, a row of the track, or a box."""
    p = s.pack
    if name.startswith("row "):
        _fill_row(s, name[4:].strip(), words)
        return
    where = BOXES[name] if name in BOXES else look_up(name, "hex", p.hex_name)
    for word in words:
        unit, at, dots = word.partition("@")
        u = _unit(s, unit)
        if name in BOXES:
            lift(s, u, where)
            s.losses += (p.r_loss if p.is_r[u] else 1) if where == DEAD else 0
            continue
        if at and (not dots.isdecimal() or int(dots) > p.full[u]):
            raise Misspelt(f"'{word}': dots go from 0 to {p.full[u]}")
        place(s, u, where)
        s.strength[u] = int(dots) if at else p.full[u]
        s.control[where] = p.side[u]


def _unit(s: State, word: str) -> int:
    u = look_up(word, "unit", s.pack.unit_name)
    if s.where[u] not in (OUT, POOL):
        raise Misspelt(f"{s.pack.unit_name[u]} stands twice")
    return u


def _fill_row(s: State, row: str, words: list[str]) -> None:
    p = s.pack
    if not row.isdecimal() or not 1 <= int(row) <= p.track_rows or len(words) > p.track_columns:
        raise Misspelt(f"a row is written 'row N: ...' with N up to {p.track_rows} and {p.track_columns} boxes at most")
    for column, word in enumerate(words):
        box = (int(row) - 1) * p.track_columns + column
        if word == UNKNOWN:
            s.track[box] = UNSEEN
        elif word != "-":
            u = _unit(s, word)
            lift(s, u, TRACK)
            s.track[box] = u


def _fill_track(s: State) -> None:
    """German blocks that are not named lie under the question marks of the track."""
    p = s.pack
    missing = [u for u in range(p.germans) if s.where[u] == OUT and not p.is_axe[u]]
    marks = s.track.count(UNSEEN)
    if marks and marks != len(missing):
        raise Misspelt(f"the track has {marks} unseen boxes for {len(missing)} German blocks that are not named")
    for u in missing:
        if marks:
            lift(s, u, TRACK)
    for u in range(p.germans):
        if s.where[u] >= p.hexes:
            s.strength[u] = p.full[u] if s.where[u] in (TRACK, OUT) else 0


def _set_cards(s: State, reader: Reader) -> None:
    """Hands, leaders in play and cards that are gone; the rest lies in the decks."""
    p = s.pack
    for c in range(p.cards):
        s.deck[c] = s.rules.card_count[c]
    for name, start in (("german_hand", 0), ("yellow_hand", 0), ("blue_hand", p.cards)):
        for c in reader.cards(name):
            _take(s, c)
            s.hand[start + c] += 1
    for c in reader.cards("soviet_hand"):
        _take(s, c)
        s.soviet_hand[c] += 1
    for c in reader.cards("leaders"):
        _take(s, c)
        s.leaders |= 1 << p.effect[c]
    for c in reader.cards("gone"):
        _take(s, c)


def _take(s: State, c: int) -> None:
    if s.deck[c] == 0:
        raise Misspelt(f"there are only {s.rules.card_count[c]} cards {s.pack.card_name[c]}")
    s.deck[c] -= 1


def _set_markers(s: State, reader: Reader) -> None:
    p = s.pack
    for h in reader.hexes("rubble"):
        s.rubble[h] = 1
        s.rubble_left -= 1
    _set_fortifications(s, reader)
    for player, name in enumerate(PLAYERS):
        for h in reader.hexes(f"{name}_took"):
            if s.control[h] != GERMAN or h not in p.soviet_spawn:
                raise Misspelt(f"{p.hex_name[h]} is no Soviet spawn hex in German hands [9.11]")
            s.captor[h] = player + 1
    for word in reader.values.get("advantages", []):
        s.advantages |= 1 << look_up(word, "advantage", p.advantage_name)
    if "headquarters" in reader.values:
        s.hq = _headquarters(s, reader)
    s.raus = reader.number("raus", 0)


def _headquarters(s: State, reader: Reader) -> int:
    """[12.4] Chuikov's, in a hex that the Soviets hold."""
    h = look_up(reader.word("headquarters", ""), "hex", s.pack.hex_name)
    if not s.rules.designers or not has_leader(s, CHUIKOV):
        raise Misspelt("a headquarters needs Chuikov in play, in the Designer's Way [12.4]")
    if s.control[h] != SOVIET:
        raise Misspelt(f"a headquarters: {s.pack.hex_name[h]} is not in Soviet hands [12.4]")
    return h


def _set_fortifications(s: State, reader: Reader) -> None:
    """[12.10.1] Those named, or one in each of its hexes that the Soviets hold."""
    p = s.pack
    named = reader.hexes("fortified")
    for h in named:
        if not s.rules.forts or h not in p.fort_hexes:
            raise Misspelt(f"{p.hex_name[h]} is no hex of a fortification in this game [12.10.1]")
    if s.rules.forts:
        for h in named if "fortified" in reader.values else _fort_hexes(s):
            s.fort[h] = 1


def _fort_hexes(s: State) -> list[int]:
    """Hexes in which a fortification stands unless the text says otherwise."""
    return [h for h in s.pack.fort_hexes if s.control[h] == SOVIET]


def _set_order(s: State, reader: Reader) -> None:
    """[12.2] [12.8] [12.9] Leaders laid on top of a deck or at its bottom."""
    p = s.pack
    for name, column in (("top", s.deck_top), ("bottom", s.deck_bottom)):
        for c in reader.cards(name):
            if not p.is_leader[c]:
                raise Misspelt(f"'{name}': {p.card_name[c]} is no leader")
            if not s.rules.designers or (c >= p.german_cards and (name == "bottom" or c not in soviet_top_set(s))):
                raise Misspelt(
                    f"'{name}': {p.card_name[c]} lies there only in the Designer's Way, if its level says so"
                )
            _take(s, c)
            column[c] += 1


def _set_unseen(s: State, reader: Reader) -> None:
    """[4.4] Cards of the Soviet hand that nobody has looked at."""
    n = s.pack.german_cards
    for name, lot in (("soviet_cards", s.deck), ("soviet_leaders", s.deck_top)):
        count = reader.number(name, 0)
        if count and s.rules.soviet_chooses:
            raise Misspelt(f"'{name}' is for a hand at which nobody looks; name its cards: soviet_hand T34 ...")
        if count > sum(lot[n:]):
            raise Misspelt(f"'{name}': only {sum(lot[n:])} such cards are left, not {count}")
    s.unseen_hand = reader.number("soviet_cards", 0)
    s.unseen_top = reader.number("soviet_leaders", 0)


def _set_clock(s: State, reader: Reader) -> None:
    """[1.4B] [8.2.5.1] The Soviet deck holds cards, or the Germans play extra turns."""
    s.extra_used = reader.number("extra", 0)
    if cards_left(s):
        if s.extra_used:
            raise Misspelt("extra turns come when the Soviet deck is empty [8.2.5.1]")
        return
    if not has_leader(s, OKH) or not s.extra_used <= extra_turns(s) or not extra_turns(s):
        raise Misspelt("the Soviet deck is empty: the game would be over [1.4B]")
    s.deck_out = 1


def _forget(s: State) -> None:
    """Nobody has seen anything yet: every block may be any of its side that could stand there."""
    p = s.pack
    for u in range(p.germans):
        if s.where[u] < p.hexes or s.where[u] == TRACK:
            s.track_may |= known.bit(s, u)
    soviets = 0
    for u in range(p.germans, p.units):
        soviets |= known.bit(s, u)
        s.pool_may[p.pool[u]] |= known.bit(s, u)
    for u in range(p.units):
        s.may[u] = s.track_may if p.side[u] == GERMAN else soviets
        s.seen[u] = 0


def _begin(s: State, side: str) -> None:
    """Stand at the beginning of a side's turn and go to the first question."""
    if side not in TURNS:
        raise Misspelt(f"'side' is german or soviet, not '{side}'")
    s.side = SIDES.index(side)
    begin_at(s, TURNS[side])


# Writing ----------------------------------------------------------------------------------------------------------


def write_position(s: State) -> str:
    """The position as text; it loads again at the beginning of the turn of the side that moves."""
    p = s.pack
    lines = [f"scenario {s.rules.scenario}"]
    changed = {n: v for n, v in s.rules.options.items() if v not in ("off", "basic", "recommended", "edition")}
    if changed:
        lines.append("options " + " ".join([f"{name}={value}" for name, value in sorted(changed.items())]))
    lines += [f"turn {s.turn}", f"side {SIDES[s.side]}"]
    if s.rules.coop:
        lines.append(f"player {PLAYERS[s.player]}")
    lines += _card_lines(s)
    lines += _hex_lines(s)
    for row in range(p.track_rows):
        boxes = s.track[row * p.track_columns : (row + 1) * p.track_columns]
        words = ["-" if u == EMPTY else UNKNOWN if u == UNSEEN else p.unit_name[u] for u in boxes]
        if any(word != "-" for word in words):
            lines.append(f"row {row + 1}: {' '.join(words)}")
    for h in range(p.hexes):
        units = [u for u in range(p.units) if s.where[u] == h]
        if units:
            lines.append(f"{p.hex_name[h]}: {' '.join([_spelled(s, u) for u in units])}")
    for name, where in BOXES.items():
        units = [u for u in range(p.germans) if s.where[u] == where]
        if units:
            lines.append(f"{name}: {' '.join([p.unit_name[u] for u in units])}")
    return "\n".join(lines) + "\n"


def _spelled(s: State, u: int) -> str:
    dots = s.strength[u]
    return s.pack.unit_name[u] + ("" if dots == s.pack.full[u] else f"@{dots}")


def _card_lines(s: State) -> list[str]:
    p = s.pack
    first = "yellow_hand" if s.rules.coop else "german_hand"
    hands = ((first, s.hand[: p.cards]), ("blue_hand", s.hand[p.cards :]), ("soviet_hand", s.soviet_hand))
    lines = []
    seen = bytearray(p.cards)
    for name, counts in hands:
        words = [p.card_name[c] for c in range(p.cards) for _ in range(counts[c])]
        for c in range(p.cards):
            seen[c] += counts[c]
        if words:
            lines.append(f"{name} {' '.join(words)}")
    leaders = [c for c in range(p.cards) if p.is_leader[c] and s.leaders >> p.effect[c] & 1]
    if leaders:
        lines.append(f"leaders {' '.join([p.card_name[c] for c in leaders])}")
    gone = []
    for c in range(p.cards):
        left = s.deck[c] + s.deck_top[c] + s.deck_bottom[c] + seen[c] + (1 if c in leaders else 0)
        gone += [p.card_name[c]] * (s.rules.card_count[c] - left)
    for name, column in (("top", s.deck_top), ("bottom", s.deck_bottom)):
        if any(column):
            lines.append(f"{name} {' '.join([p.card_name[c] for c in range(p.cards) if column[c]])}")
    for name, count in (("soviet_cards", s.unseen_hand), ("soviet_leaders", s.unseen_top)):
        if count:
            lines.append(f"{name} {count}")
    if gone:
        lines.append(f"gone {' '.join(gone)}")
    return lines


def _hex_lines(s: State) -> list[str]:
    p = s.pack
    lines = []
    rubble = [p.hex_name[h] for h in range(p.hexes) if s.rubble[h]]
    if rubble:
        lines.append(f"rubble {' '.join(rubble)}")
    for side in (GERMAN, SOVIET):
        taken = [p.hex_name[h] for h in range(p.hexes) if s.control[h] == side and p.start_side[h] != side]
        if taken:
            lines.append(f"{SIDES[side]} {' '.join(taken)}")
    for player, name in enumerate(PLAYERS if s.rules.coop else ()):
        took = [h for h in p.soviet_spawn if s.control[h] == GERMAN and s.captor[h] == player + 1]
        if took:
            lines.append(f"{name}_took {' '.join([p.hex_name[h] for h in took])}")
    forts = [h for h in p.fort_hexes if s.fort[h]]
    if s.rules.forts and forts != _fort_hexes(s):
        lines.append(" ".join(["fortified", *[p.hex_name[h] for h in forts]]))
    if s.advantages:
        names = [name for a, name in enumerate(p.advantage_name) if s.advantages >> a & 1]
        lines.append(f"advantages {' '.join(names)}")
    if s.hq != NONE:
        lines.append(f"headquarters {p.hex_name[s.hq]}")
    if s.raus:
        lines.append("raus 1")
    if s.extra_used:
        lines.append(f"extra {s.extra_used}")
    return lines
