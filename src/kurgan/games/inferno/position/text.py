"""Inferno: the words of a position. docs/reference/positions.md has them all, with examples.

    turn 5
    side german
    leaders Hoth Khrushchev
    german_hand Stuka Pak
    rubble 9 26
    german 3 54 55
    row 2: ? G191I ? ?
    25: G2P@3 G64PG
    9: S13G@4 S?
    dead: G194I

``@`` gives the dots (full strength without it, 0 a blank edge), ``S?`` and ``G?`` any block of the rest. Soviet blocks
not named are in their pools, German ones under the question marks of the track, cards not named in their decks.
"""

from typing import Final

from kurgan.games.inferno.hidden.view import RETURNED
from kurgan.games.inferno.pack.pack import EDGES, GERMAN, SIDES, SOVIET, Pack
from kurgan.games.inferno.position.state import State, lift, place
from kurgan.games.inferno.rules.r12_designers_way import soviet_top_set
from kurgan.games.inferno.terms import BAG, DEAD, EMPTY, NOWHERE, OUT, PICKED, POOL, REMOVED, TRACK, UNSEEN
from kurgan.kernel.position_words import (
    HIDDEN,
    NOTHING,
    Draft,
    Line,
    Vocabulary,
    Word,
    read_runs,
    read_times,
    whole,
    write_runs,
    write_times,
)
from kurgan.kernel.protocol import Misspelt

BOXES: Final = {
    "dead": DEAD,
    "removed": REMOVED,
    "picked": PICKED,
    "track": TRACK,
    "out": OUT,
    "pool": POOL,
    "bag": BAG,
}
ANY: Final = {"G?": GERMAN, "S?": SOVIET}
KNOWN_TO_GERMANS: Final = "??"
PLAYERS: Final = ("yellow", "blue")
PLACES: Final = "HEX:"


# Blocks ---------------------------------------------------------------------------------------------------------


class Blocks(Word):
    """``25: G2P@3 G64PG``, ``dead: G194I``, ``row 2: ? G191I``: where every block is, and its dots."""

    is_place = True

    def __init__(self, pack: Pack) -> None:
        super().__init__(
            PLACES,
            "BLOCK ...",
            "blocks in a hex, with `@3` their dots (full strength without it, 0 a blank edge); `S?`, `G?` any block of "
            "the rest. `dead:`, `removed:` the German boxes, `picked:` off the track and not yet deployed, `track:` "
            "under its `?`, `out:` not in this game, `pool:`, `bag:` Soviet blocks that are not on the map. "
            "`row 2: ? G191I - ??` the boxes of the track: `?` nobody has looked at it, `-` empty, `??` (in a seat's "
            "text) known to the Germans",
            ["where", "strength", "track", "losses"],
            left_out="Soviets in their pools; Germans under the `?` of the track, or out of the game if there is none",
            known_to="their side; all in a fight",
        )
        self.units = Vocabulary("unit", pack.unit_name)
        self.places = {**{name: h for h, name in enumerate(pack.hex_name)}, **BOXES}
        self.words = Vocabulary("hex", [*pack.hex_name, *BOXES])
        self.always_written = True

    @property
    def form(self) -> str:
        return "HEX: BLOCK ..."

    def spell(self, values: list[str]) -> str:
        return f"{values[0]}: {' '.join(values[1:])}"

    # Writing

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        p = s.pack
        rows = []
        for row in range(p.track_rows):
            boxes = [self._box(s, u) for u in s.track[row * p.track_columns : (row + 1) * p.track_columns]]
            if any(word != NOTHING for word in boxes):
                rows.append([f"row {row + 1}", *boxes])
        found: dict[int, list[str]] = {}
        for u in range(p.units):
            if self._is_said(d, u):
                found.setdefault(s.where[u], []).append(self._block(s, u))
        return rows + [[name, *found[where]] for name, where in self.places.items() if where in found]

    def _box(self, s: State, u: int) -> str:
        if u >= RETURNED:
            return {EMPTY: NOTHING, UNSEEN: HIDDEN, RETURNED: KNOWN_TO_GERMANS}[u]
        return str(s.pack.unit_name[u])

    def _block(self, s: State, u: int) -> str:
        dots = s.strength[u]
        return s.pack.unit_name[u] + ("" if dots == usual_strength(s, u) else f"@{dots}")

    def _is_said(self, d: Draft, u: int) -> bool:
        """Whether a block must be named: it is not where unnamed ones are, or has other dots."""
        s = d.s
        where = s.where[u]
        if where == NOWHERE:
            return False
        if where == TRACK and u in s.track:
            return bool(s.strength[u] != usual_strength(s, u))
        return is_hidden_side(d, s.pack.side[u]) or where != unnamed(s, u) or s.strength[u] != usual_strength(s, u)

    # Reading

    def read(self, d: Draft, line: Line) -> None:
        if line.word.startswith("row ") or line.word == "row":
            self._read_row(d, line)
            return
        if line.word not in self.places:
            self.words.read(line.word)
        where = self.places[line.word.lower() if line.word.lower() in BOXES else self._exact(line.word)]
        for word in line.values:
            if word in ANY:
                self._read_any(d, where, ANY[word], word)
            else:
                self._read_block(d.s, where, word)

    def _exact(self, word: str) -> str:
        return self.words.write(self.words.read(word))

    def _read_block(self, s: State, where: int, word: str) -> None:
        p = s.pack
        name, at, dots = word.partition("@")
        u = self.units.read(name)
        if s.where[u] != NOWHERE:
            raise Misspelt(f"{p.unit_name[u]} stands twice")
        put(s, u, where)
        s.strength[u] = whole(dots, 0, p.full[u]) if at else usual_strength(s, u)
        if where < p.hexes:
            s.control[where] = p.side[u]

    def _read_any(self, d: Draft, where: int, side: int, word: str) -> None:
        """Any block of the rest: dealt when all that are named have their places."""
        if where >= d.s.pack.hexes or d.view is not None:
            raise Misspelt(f"'{word}' stands in a hex of a text that tells everything else")
        d.s.control[where] = side
        d.keep("blocks").append((where, side))

    def _read_row(self, d: Draft, line: Line) -> None:
        s = d.s
        p = s.pack
        row = line.word.partition(" ")[2]
        if not row.isdecimal() or not 1 <= int(row) <= p.track_rows or not 1 <= len(line.values) <= p.track_columns:
            size = f"N up to {p.track_rows} and {p.track_columns} boxes at most"
            raise Misspelt(f"a row is written 'row N: ...' with {size}")
        if row in d.keep("rows"):
            raise Misspelt(f"'row {row}' stands twice")
        d.keep("rows").append(row)
        for column, word in enumerate(line.values):
            box = (int(row) - 1) * p.track_columns + column
            if word in (HIDDEN, NOTHING):
                s.track[box] = UNSEEN if word == HIDDEN else EMPTY
            elif word == KNOWN_TO_GERMANS and is_hidden_side(d, GERMAN):
                s.track[box] = RETURNED
            else:
                u = self.units.read(word)
                if s.where[u] not in (NOWHERE, TRACK) or u in s.track:
                    raise Misspelt(f"{p.unit_name[u]} stands twice")
                put(s, u, TRACK)
                s.strength[u] = usual_strength(s, u)
                s.track[box] = u

    def after(self, d: Draft) -> None:
        """Open blocks are dealt, unnamed ones go where they belong; losses are counted."""
        s = d.s
        p = s.pack
        deal_blocks(d)
        rest = [u for u in range(p.units) if s.where[u] == NOWHERE and not is_hidden_side(d, p.side[u])]
        marks = s.track.count(UNSEEN)
        missing = [u for u in rest if p.side[u] == GERMAN and not p.is_axe[u]]
        if not any(line.word == "track" for line in d.said.get(PLACES, [])):
            if marks and marks != len(missing) and not is_hidden_side(d, GERMAN):
                blocks = f"{len(missing)} German blocks that are not named"
                raise Misspelt(f"the track has {marks} unseen boxes for {blocks}")
        else:
            marks = 0
        for u in rest:
            put(s, u, POOL if p.side[u] == SOVIET else TRACK if marks and not p.is_axe[u] else OUT)
            s.strength[u] = usual_strength(s, u)
        s.losses = sum([p.r_loss if p.is_r[u] else 1 for u in range(p.germans) if s.where[u] == DEAD])


def put(s: State, u: int, where: int) -> None:
    if where < s.pack.hexes:
        place(s, u, where)
    else:
        lift(s, u, where)


def is_hidden_side(d: Draft, side: int) -> bool:
    """Whether the text is of a seat that does not see the blocks of a side."""
    if d.view is None:
        return False
    return bool(d.view.hides_germans if side == GERMAN else d.view.hides_soviets)


def usual_strength(s: State, u: int) -> int:
    """Full on the map and before it; Soviet blocks in a pool, dead and removed Germans have none."""
    where = s.where[u]
    has_dots = where < s.pack.hexes or (s.pack.side[u] == GERMAN and where in (TRACK, PICKED, OUT))
    return s.pack.full[u] if has_dots else 0


def unnamed(s: State, u: int) -> int:
    """Where a block is that a text does not name."""
    p = s.pack
    if p.side[u] == SOVIET:
        return POOL
    under = [v for v in range(p.germans) if s.where[v] == TRACK and v not in s.track]
    as_marked = len(under) == s.track.count(UNSEEN) and not any(p.is_axe[v] for v in under)
    return TRACK if under and as_marked and not p.is_axe[u] else OUT


def deal_blocks(d: Draft) -> None:
    """``S?`` and ``G?``: any block that is not named; a Soviet one on any of its edges."""
    s = d.s
    p = s.pack
    for where, side in d.keep("blocks"):
        rest = [u for u in range(p.units) if s.where[u] == NOWHERE and p.side[u] == side and not p.is_axe[u]]
        if not rest:
            raise Misspelt(f"no {SIDES[side]} block is left for {p.hex_name[where]}")
        u = rest[d.rng.below(len(rest))]
        put(s, u, where)
        s.strength[u] = p.edges[u][d.rng.below(EDGES)] if side == SOVIET else p.full[u]


class Held(Word):
    """``german 3 54``: hexes that have changed hands."""

    def __init__(self, side: int, hexes: Vocabulary) -> None:
        other = SIDES[1 - side]
        super().__init__(
            SIDES[side],
            "HEX ...",
            f"hexes that are {other} at the start and now in {SIDES[side]} hands",
            ["control"],
            left_out="held as at the start, or by the blocks there",
        )
        self.side = side
        self.hexes = hexes

    def write(self, d: Draft) -> list[list[str]]:
        start = d.s.pack.start_side
        taken = [h for h in range(len(start)) if d.s.control[h] == self.side and start[h] != self.side]
        return [write_runs(taken, self.hexes) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        start = d.s.pack.start_side
        for h in read_runs(self.some(line), self.hexes):
            if start[h] == self.side:
                raise Misspelt(f"{self.hexes.write(h)} is {SIDES[self.side]} from the start")
            d.s.control[h] = self.side


class Took(Word):
    """``yellow_took 3 7``: who took a Soviet spawn hex."""

    def __init__(self, player: int, hexes: Vocabulary) -> None:
        super().__init__(
            f"{PLAYERS[player]}_took",
            "HEX ...",
            f"Soviet spawn hexes that {PLAYERS[player]} took",
            ["captor"],
            needs=without_partner,
            left_out="none; every one in German hands must be somebody's",
        )
        self.player = player
        self.hexes = hexes

    def write(self, d: Draft) -> list[list[str]]:
        captor = d.s.captor
        took = [h for h in range(len(captor)) if captor[h] == self.player + 1 and d.s.rules.coop]
        return [write_runs(took, self.hexes) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        s = d.s
        for h in read_runs(self.some(line), self.hexes):
            if s.control[h] != GERMAN or h not in s.pack.soviet_spawn:
                raise Misspelt(f"{self.hexes.write(h)} is no Soviet spawn hex in German hands [9.11]")
            if s.captor[h]:
                raise Misspelt(f"{self.hexes.write(h)} was taken by one player only [9.11]")
            s.captor[h] = self.player + 1

    def after(self, d: Draft) -> None:
        s = d.s
        if self.player == 0 and s.rules.coop:
            return
        for h in s.pack.soviet_spawn:
            if s.control[h] == GERMAN and not s.captor[h]:
                if s.rules.coop:
                    raise Misspelt(f"{s.pack.hex_name[h]} is in German hands: say 'yellow_took' or 'blue_took' [9.11]")
                s.captor[h] = 1


def without_partner(s: State) -> str:
    return "" if s.rules.coop else "there is one German player [9]"


class Fortified(Word):
    """``fortified 4 26``: those named, or one in each of its hexes that the Soviets hold."""

    def __init__(self, hexes: Vocabulary) -> None:
        super().__init__(
            "fortified", "HEX ...", "fortifications", ["fort"], left_out="where the Soviets hold the hex of one",
            needs=lambda s: "" if s.rules.forts else "there are none at this level [12.10.1]",
        )  # fmt: skip
        self.hexes = hexes
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        forts = [h for h in range(len(s.fort)) if s.fort[h]]
        return [] if forts == usual_forts(s) else [[self.hexes.write(h) for h in forts] or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        for h in read_runs(self.some(line), self.hexes):
            if h not in d.s.pack.fort_hexes:
                raise Misspelt(f"{self.hexes.write(h)} is no hex of a fortification [12.10.1]")
            d.s.fort[h] = 1

    def after(self, d: Draft) -> None:
        if self.name not in d.said:
            for h in usual_forts(d.s):
                d.s.fort[h] = 1


def usual_forts(s: State) -> list[int]:
    return [h for h in s.pack.fort_hexes if s.control[h] == SOVIET] if s.rules.forts and s.turn else []


# Cards ----------------------------------------------------------------------------------------------------------


class Hand(Word):
    """``german_hand Stuka Pak*2``: cards of a hand; ``?`` any card of the rest."""

    def __init__(
        self, name: str, cards: Vocabulary, column: str, start: int, about: str, known_to: str, coop: int
    ) -> None:
        super().__init__(name, "CARD ...", about, [column], left_out="none", known_to=known_to, needs=self.why_not)
        self.cards = cards
        self.column = column
        self.start = start
        self.coop = coop

    def why_not(self, s: State) -> str:
        if self.coop and not s.rules.coop:
            return "it is for two German players [9]"
        if self.name == "german_hand" and s.rules.coop:
            return "the players have a hand each: 'yellow_hand', 'blue_hand' [9]"
        return ""

    def write(self, d: Draft) -> list[list[str]]:
        if self.why_not(d.s):
            return []
        held = getattr(d.s, self.column)[self.start : self.start + len(self.cards.words)]
        return [write_times([c for c in range(len(held)) for _ in range(held[c])], self.cards) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        p = d.s.pack
        side = SOVIET if self.column == "soviet_hand" else GERMAN
        for word in self.some(line):
            if word == HIDDEN and d.view is None:
                d.keep("cards").append((self.column, self.start, side))
                continue
            for c in read_times([word], self.cards):
                if (c < p.german_cards) != (side == GERMAN):
                    raise Misspelt(f"{p.card_name[c]} is a card of the other side [8.1]")
                if side == GERMAN and p.is_leader[c]:
                    raise Misspelt(f"{p.card_name[c]} goes into play when it is drawn, not into a hand [8.2]")
                getattr(d.s, self.column)[self.start + c] += 1


class Leaders(Word):
    """``leaders Hoth Khrushchev``: leaders in play."""

    def __init__(self, cards: Vocabulary) -> None:
        super().__init__("leaders", "CARD ...", "leaders in play", ["leaders"], left_out="none")
        self.cards = cards

    def write(self, d: Draft) -> list[list[str]]:
        return [[self.cards.write(c) for c in leaders_in_play(d.s)] or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        for c in read_runs(self.some(line), self.cards):
            if not d.s.pack.is_leader[c]:
                raise Misspelt(f"{self.cards.write(c)} is no leader")
            d.s.leaders |= 1 << d.s.pack.effect[c]


def leaders_in_play(s: State) -> list[int]:
    return [c for c in range(s.pack.cards) if s.pack.is_leader[c] and s.leaders >> s.pack.effect[c] & 1]


class Laid(Word):
    """``top Chuikov``, ``bottom OKH``: leaders laid on top of a deck or at its bottom."""

    def __init__(self, name: str, cards: Vocabulary) -> None:
        super().__init__(
            name, "CARD ...", f"leaders known to lie at the {name} of a deck", [f"deck_{name}"], left_out="none",
            needs=lambda s: "" if s.rules.designers else "it is for the Designer's Way [12.2]",
        )  # fmt: skip
        self.cards = cards

    def write(self, d: Draft) -> list[list[str]]:
        column = getattr(d.s, f"deck_{self.name}")
        return [write_times([c for c in range(len(column)) for _ in range(column[c])], self.cards) or [NOTHING]]

    def read(self, d: Draft, line: Line) -> None:
        s = d.s
        p = s.pack
        for c in read_runs(self.some(line), self.cards):
            if not p.is_leader[c]:
                raise Misspelt(f"{p.card_name[c]} is no leader")
            if c >= p.german_cards and (self.name == "bottom" or c not in soviet_top_set(s)):
                raise Misspelt(f"{p.card_name[c]} lies there only in the Designer's Way, if its level says so [12.2]")
            getattr(s, f"deck_{self.name}")[c] += 1


class Gone(Word):
    """``gone Heinkel*2``: cards that have been played; all others that are not named lie in their decks."""

    def __init__(self, cards: Vocabulary) -> None:
        super().__init__(
            "gone", "CARD ...", "cards that were played and are out of the game", ["deck"],
            left_out="none: cards not named lie in their decks",
        )  # fmt: skip
        self.cards = cards
        self.always_written = True

    def write(self, d: Draft) -> list[list[str]]:
        s = d.s
        left = [s.rules.card_count[c] - s.deck[c] - named(s, c) for c in range(s.pack.cards)]
        if min(left) < 0:
            raise LookupError("there are not so many cards")
        gone = [c for c in range(s.pack.cards) for _ in range(left[c])]
        return [write_times(gone, self.cards)] if gone else []

    def read(self, d: Draft, line: Line) -> None:
        d.keep(self.name).extend(read_times(self.some(line), self.cards))

    def after(self, d: Draft) -> None:
        s = d.s
        for c in range(s.pack.cards):
            left = s.rules.card_count[c] - named(s, c) - d.keep(self.name).count(c)
            if left < 0:
                raise Misspelt(f"there are only {s.rules.card_count[c]} cards {s.pack.card_name[c]}")
            s.deck[c] = left
        for column, start, side in d.keep("cards"):
            first, end = (0, s.pack.german_cards) if side == GERMAN else (s.pack.german_cards, s.pack.cards)
            rest = [c for c in range(first, end) for _ in range(s.deck[c]) if side == SOVIET or not s.pack.is_leader[c]]
            if not rest:
                raise Misspelt(f"no {SIDES[side]} card is left for a hand")
            c = rest[d.rng.below(len(rest))]
            s.deck[c] -= 1
            getattr(s, column)[start + c] += 1


def named(s: State, c: int) -> int:
    """How many of a card are in hands, in play, laid down, or known to lie on top or at the bottom of a deck."""
    p = s.pack
    b = s.battle
    count = s.deck_top[c] + s.deck_bottom[c] + s.hand[c] + s.hand[p.cards + c] + s.soviet_hand[c]
    count += b.german_cards.count(c) + (1 if b.soviet_card == c else 0)
    in_play = p.is_leader[c] and s.leaders >> p.effect[c] & 1 and b.soviet_card != c
    return count + (1 if in_play else 0)
