"""A fight described by hand -> a position that stands right before it is resolved.

The rules then fight it as they do on the board; nothing is computed by a second set of combat rules.
"""

from collections.abc import Mapping
from math import lcm
from pathlib import Path
from typing import Any

from kurgan.games.inferno.game import Inferno
from kurgan.games.inferno.odds.arena import BYSTANDER, FIRING, LANDING, TARGET, Arena
from kurgan.games.inferno.odds.description import LEADERS, STACK, Described
from kurgan.games.inferno.odds.fights import Combat
from kurgan.games.inferno.pack import pack as packs
from kurgan.games.inferno.pack.options import make_rules
from kurgan.games.inferno.pack.pack import EDGES, GERMAN, SOVIET
from kurgan.games.inferno.position.state import State, lift, place
from kurgan.games.inferno.rules import make_book
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.terms import POOL, TIE_HIGHEST, TIE_LISTED, TIE_LOWEST
from kurgan.kernel import flow
from kurgan.kernel.chance import Chance, Draw

PLENTY = 200
"""Cards of one kind in the arena's Soviet deck: a draw brings no surprise and never the last card."""

TIES = {"listed": TIE_LISTED, "lowest_firepower": TIE_LOWEST, "highest_firepower": TIE_HIGHEST}


class Reserve:
    """What Infiltration or T-34 brings in the arena: the described units with the described chances."""

    def __init__(self, arena: Arena) -> None:
        chances = [p for p, _ in arena.d.deploys]
        common = lcm(*[p.denominator for p in chances]) if chances else 1
        self.kinds = [u * EDGES for u in arena.deployed()]
        self.counts = [int(p * common) for p in chances]

    def draw(self, s: State) -> Chance:
        return Draw(self.kinds, self.counts)


def read(fight: Mapping[str, Any], pack: str = "") -> tuple[Inferno, State, Combat]:
    """The game, the position and the fight; raises ValueError or Misspelt with one line that names the field."""
    described = Described(fight)
    arena = Arena(described, Path(pack) if pack else packs.BUILT_IN)
    book = make_book()
    book.steps["join_block"].chance = Reserve(arena).draw
    game = Inferno(pack=arena.pack, book=book)
    s = State(book, arena.pack, make_rules(arena.pack, "solo", game.settle({})))
    _set_up(s, arena)
    _begin(s, arena)
    origin = s.copy()
    flow.start(s, "resolve")
    policy = {"tie_rule_german": described.ties[0], "tie_rule_soviet": described.ties[1]}
    return game, s, Combat(origin, {**policy, "combined_force": "strike first"})


def _set_up(s: State, arena: Arena) -> None:
    """Units, leaders, markers and decks as described."""
    p = s.pack
    d = arena.d
    for h in range(p.hexes):
        s.control[h] = p.start_side[h]
    for i, soldier in enumerate(d.germans):
        _stand(s, p.unit_of[f"g{i}"], arena.place_of(GERMAN, soldier), soldier.dots)
    for i, soldier in enumerate(d.soviets):
        _stand(s, p.unit_of[f"s{i}"], arena.place_of(SOVIET, soldier), soldier.dots)
    for i in range(d.outside):
        _stand(s, p.unit_of[f"{FIRING}{i}"], p.hex_of[arena.outside_hexes[i // STACK]], 1)
    _stand(s, p.unit_of[BYSTANDER], p.hex_of[LANDING], 1)
    for i, u in enumerate(arena.deployed()):
        lift(s, u, POOL)
        s.strength[u] = d.deploys[i][1].steps
    for flag, card in LEADERS.items():
        if d.flags[flag]:
            s.leaders |= 1 << p.effect[p.card_of[card]]
    target = p.hex_of[TARGET]
    s.rubble[target] = int(d.flags["rubble"])
    s.fort[target] = int(d.flags["fortification"])
    s.rubble_left = d.rubble_left
    s.rules.special_units = 1
    s.deck[p.card_of["TommyGunner"]] = PLENTY


def _stand(s: State, u: int, h: int, dots: int) -> None:
    place(s, u, h)
    s.strength[u] = dots


def _begin(s: State, arena: Arena) -> None:
    """The attack is declared and the cards are laid; the Showdown is next."""
    p = s.pack
    d = arena.d
    hexes = [p.hex_of[name] for name in arena.from_hexes]
    combat.begin_battle(s, d.attacker, int(d.deliberate), p.hex_of[TARGET], hexes)
    s.battle.soviet_card = arena.soviet_card()
    s.battle.german_cards = arena.german_cards()
    s.battle.tie_german = TIES[d.ties[0]]
    s.battle.tie_soviet = TIES[d.ties[1]]
