"""Small drawn situations for tests of Inferno, played by scripted answers and dice.

``Table(at={"9": "S13G@4 S6T", "25": "G2P"})`` puts blocks into hexes (``@`` gives dots, full strength otherwise);
everything else is off the map. ``play`` answers questions in notation: decisions as a player writes them, throws as
``roll 4+3``, ``card Sniper`` (that card is drawn), ``block S13G 2`` (that block, at two dots; 0 is a blank edge) or
``unit S13G``. A script that answers a question not asked fails at that line.
"""

from collections.abc import Mapping, Sequence
from typing import Self

from kurgan.board import Board
from kurgan.games.inferno.game import Inferno
from kurgan.games.inferno.hidden.view import View
from kurgan.games.inferno.pack import pack as packs
from kurgan.games.inferno.pack.options import make_rules
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import Order, State, lift, place
from kurgan.games.inferno.rules import BOOK
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules.dice import PoolDraw
from kurgan.games.inferno.terms import DEAD, EMPTY, OUT, PICKED, POOL, REMOVED, TRACK, UNSEEN
from kurgan.kernel import flow
from kurgan.kernel.protocol import EVERYONE, Decide, Over, Throw

GAME = Inferno()
P = GAME.pack
DRAWN = ("card", "block", "unit", "advantage")
BOXES = {TRACK: "track", PICKED: "picked up", POOL: "pool", DEAD: "dead", REMOVED: "removed", OUT: "out"}


class Table(Board[State, View]):
    """A position under test."""

    game: Inferno

    def __init__(
        self,
        at: Mapping[str, str] | None = None,
        *,
        scenario: str = "solo",
        leaders: Sequence[str] = (),
        rubble: Sequence[str] = (),
        german: Sequence[str] = (),
        soviet: Sequence[str] = (),
        hand: Sequence[str] = (),
        soviet_hand: Sequence[str] = (),
        advantages: Sequence[str] = (),
        turn: int = 2,
        **options: str,
    ) -> None:
        rules = make_rules(P, scenario, GAME.settle(options))
        s = State(BOOK, P, rules)
        super().__init__(GAME, s)
        s.turn = turn
        for h in range(P.hexes):
            s.control[h] = P.start_side[h]
        for box in range(len(s.track)):
            s.track[box] = EMPTY
        for c in range(P.cards):
            s.deck[c] = rules.card_count[c]
        every = [(1 << P.germans) - 1, (1 << (P.units - P.germans)) - 1]
        for u in range(P.units):
            lift(s, u, OUT if P.side[u] == GERMAN else POOL)
            s.may[u] = every[P.side[u]]
        s.pool_may = [every[SOVIET]] * 3
        s.track_may = every[GERMAN]
        for name, units in (at or {}).items():
            for word in units.split():
                self.put(word, name)
        for name in german:
            s.control[P.hex_of[name]] = GERMAN
        for name in soviet:
            s.control[P.hex_of[name]] = SOVIET
        for name in leaders:
            s.leaders |= 1 << P.effect[P.card_of[name]]
        for name in rubble:
            s.rubble[P.hex_of[name]] = 1
            s.rubble_left -= 1
        for name in hand:
            s.hand[P.card_of[name]] += 1
            s.deck[P.card_of[name]] -= 1
        for name in soviet_hand:
            s.soviet_hand[P.card_of[name]] += 1
            s.deck[P.card_of[name]] -= 1
        for name in advantages:
            s.advantages |= 1 << P.advantage_name.index(name)
        if rules.forts:
            for h in P.fort_hexes:
                s.fort[h] = 1

    def put(self, word: str, name: str) -> None:
        """A block into a hex, with the dots after ``@``; its side controls the hex."""
        unit, _, dots = word.partition("@")
        u = P.unit_of[unit]
        place(self.s, u, P.hex_of[name])
        self.s.strength[u] = int(dots) if dots else P.full[u]
        self.s.control[P.hex_of[name]] = P.side[u]

    def on_track(self, *rows: str) -> "Table":
        """Blocks face down on the track, a text for each row, from the left; ``?`` is a box nobody has seen."""
        for row, text in enumerate(rows):
            for column, word in enumerate(text.split()):
                box = row * P.track_columns + column
                if word == "?":
                    self.s.track[box] = UNSEEN
                else:
                    u = P.unit_of[word]
                    lift(self.s, u, TRACK)
                    self.s.strength[u] = P.full[u]
                    self.s.track[box] = u
        return self

    # Playing ------------------------------------------------------------------------------------------------------

    def start(self, step: str) -> "Table":
        """Begin at a procedure of the book."""
        self.s.events = self.events
        flow.start(self.s, step)
        self.s.events = None
        return self

    def german_turn(self) -> "Table":
        self.s.side = GERMAN
        return self.start("german_turn")

    def soviet_turn(self) -> "Table":
        self.s.side = SOVIET
        return self.start("soviet_turn")

    def attack(self, target: str, *hexes: str, side: int = GERMAN, deliberate: bool = True) -> "Table":
        """Declare an attack and begin its combat."""
        from kurgan.games.inferno.rules import r06_combat_sequence as combat

        self.s.order = Order()
        self.s.events = self.events
        combat.begin_battle(self.s, side, int(deliberate), P.hex_of[target], [P.hex_of[h] for h in hexes])
        self.s.events = None
        return self.start("combat")

    def play(self, *lines: str) -> Self:
        for line in lines:
            assert not self.is_over, f"'{line}' answers nothing: the game is over"
            super().play(self._drawn(line))
        return self

    def roll_on(self) -> Self:
        """Nobody throws for a test."""
        asked = self.pending
        assert not isinstance(asked, Throw), f"the dice are asked for '{asked.step}'"
        return self

    def _drawn(self, line: str) -> str:
        """What is drawn by what it is; a block stands at full strength unless its dots are said."""
        words = line.split()
        if not isinstance(self.pending, Throw) or words[0] not in DRAWN:
            return line
        chance = self.pending.chance
        if isinstance(chance, PoolDraw) and chance.edges > 1:
            return f"draw {words[1]}@{words[2] if len(words) > 2 else P.full[P.unit_of[words[1]]]}"
        return f"draw {words[1]}"

    # Looking ------------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """The step that waits for an answer; "over" when nothing is left to do."""
        pending = self.game.pending(self.s)
        return "over" if isinstance(pending, Over) else pending.step

    @property
    def seat(self) -> str:
        pending = self.game.pending(self.s)
        assert isinstance(pending, Decide), f"no seat is asked, but {pending}"
        return self.game.seats(self.s.rules.scenario)[pending.seat]

    @property
    def dice(self) -> str:
        """What the dice are asked: "8d6", "1 of 22"."""
        pending = self.game.pending(self.s)
        assert isinstance(pending, Throw), f"no throw is asked, but {pending}"
        return pending.chance.asked()

    def refused(self, line: str) -> str:
        """Rule and name of the refusal of an answer."""
        pending = self.game.pending(self.s)
        assert isinstance(pending, Decide)
        refusal = self.game.why_not(self.s, pending.seat, self.game.parse(self.s, line))
        assert refusal is not None, f"'{line}' is allowed"
        return f"{refusal.rule} {refusal.code}"

    def dots(self, unit: str) -> int:
        return self.s.strength[P.unit_of[unit]]

    def place(self, unit: str) -> str:
        """The hex of a block, or the box it lies in."""
        where = self.s.where[P.unit_of[unit]]
        return P.hex_name[where] if where < P.hexes else BOXES[where]

    def held_by(self, name: str) -> str:
        return packs.SIDES[self.s.control[P.hex_of[name]]]

    def stack(self, name: str) -> list[str]:
        """Blocks of both sides in a hex."""
        h = P.hex_of[name]
        return [P.unit_name[u] for u in range(P.units) if self.s.where[u] == h]

    def has_rubble(self, name: str) -> bool:
        return self.s.rubble[P.hex_of[name]] == 1

    def leads(self, name: str) -> bool:
        """Whether a leader's card is in play."""
        return bool(self.s.leaders >> P.effect[P.card_of[name]] & 1)

    def soviet_cards(self) -> int:
        return solo.soviet_hand_size(self.s)

    def german_cards(self, player: int = 0) -> int:
        return sum(self.s.hand[player * P.cards : (player + 1) * P.cards])

    def happened(self, kind: str) -> list[tuple[int, ...]]:
        """Arguments of every event of a kind so far."""
        return [e.args for e in self.events if self.game.event_kinds[e.kind][0] == kind]

    def story(self) -> list[str]:
        """Every event so far: paragraph, name and what it says, blocks, hexes and cards by name; who alone is told."""
        names = {"unit": P.unit_name, "hex": P.hex_name, "card": P.card_name}
        told = []
        for e in self.events:
            name, kinds = self.game.event_kinds[e.kind]
            words = [names[k][a] if k in names else str(a) for k, a in zip(kinds.split(), e.args, strict=True)]
            only = "" if e.seen_by == EVERYONE else f" (only {e.seen_by})"
            told.append(" ".join([e.rule, name, *words]) + only)
        return told

    def rules_told(self) -> list[str]:
        """Rule numbers of the events so far, in order."""
        return [e.rule for e in self.events]

    def key(self) -> bytes:
        return self.s.key()
