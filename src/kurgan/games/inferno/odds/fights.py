"""Where an Inferno fight starts and ends, who answers its questions, and what is measured.

A fight begins when its target is chosen and is over before anybody advances. Ties between the strongest are settled as
listed unless the player says otherwise; the German strikes first where Hoth allows it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from kurgan.games.inferno import events
from kurgan.games.inferno.answers import ALL, AS_LISTED, GO, HIGHEST_FIRE, LOWEST_FIRE, NO_CARD, YES
from kurgan.games.inferno.pack.pack import GERMAN, MOST_DOTS, SIDES, SOVIET, ZAYTSEV
from kurgan.games.inferno.position.state import BATTLE_FIELDS, NO_BATTLE, State, germans_at
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r06_combat_sequence as combat
from kurgan.games.inferno.rules import r08_soviet_cards as soviet_cards
from kurgan.games.inferno.rules.dice import ONES
from kurgan.games.inferno.terms import NONE
from kurgan.kernel import flow
from kurgan.kernel.chance import Chance, chance_json, distribution_json, expected_json
from kurgan.kernel.protocol import BEGIN, CAST, CHANGE, RESULT, STEP, Cast, Event, FightEnd, Json, Policy

STARTS: Final = frozenset({"attacking_stacks", "join_attack", "combat", "resolve"})
UNTIL: Final = frozenset({"attacker_won"})
DECIDED: Final = frozenset({"advance_after_combat", "blitz_movement"})
"""Procedures of a combat that come when its dice are done."""

MEASURES: Final = ("attacker_steps_lost", "attacker_units_lost", "defender_steps_lost", "defender_units_lost")
FLAGS: Final = ("p_hex_emptied", "p_captured", "p_attackers_destroyed", "p_rubble_created", "p_rubble_at_end")

CAPTURED: Final = len(MEASURES) + FLAGS.index("p_captured")
"""Place of that flag in what is measured."""

HELD: Final = FightEnd(0, "held", "even")
TAKEN: Final = FightEnd(1, "taken", "win")

PARTS: Final[Mapping[int, str]] = {
    events.ATTACK_DECLARED: BEGIN,
    events.STACK_ATTACKS: STEP,
    events.PARTNER_AGREED: STEP,
    events.PARTNER_REFUSED: STEP,
    events.SOVIET_CARD_LAID: STEP,
    events.GERMAN_CARDS_LAID: STEP,
    events.CARD_SHOWN: STEP,
    events.UNIT_SHOWN: STEP,
    events.UNIT_ADJUSTED: STEP,
    events.COMBINED_FORCE_USED: STEP,
    events.CARD_FIRED: CAST,
    events.SIDE_FIRED: CAST,
    events.OPPORTUNITY_FIRED: CAST,
    events.RUBBLE_ROLLED: CAST,
    events.GUARD_RESTORED: CHANGE,
    events.AIRSTRIKE_CANCELLED: CHANGE,
    events.CARD_WASTED: CHANGE,
    events.RUBBLE_PLACED: CHANGE,
    events.HITS_HALVED: CHANGE,
    events.OWN_FIRE: CHANGE,
    events.UNIT_REDUCED: CHANGE,
    events.UNIT_DESTROYED: CHANGE,
    events.UNIT_JOINED: CHANGE,
    events.MARINE_LANDED: CHANGE,
    events.MARINE_UNIT_LANDED: CHANGE,
    events.NO_LANDING: CHANGE,
    events.HEX_TAKEN: RESULT,
    events.SPAWN_CAPTURED: CHANGE,
    events.UNIT_ADVANCED: CHANGE,
    events.UNIT_BLITZED: CHANGE,
    events.FORT_DESTROYED: CHANGE,
    events.HQ_LOST: CHANGE,
    events.STACK_CONCEALED: STEP,
}
"""What a combat is told by."""


STRENGTHS: Final = MOST_DOTS + 1
LISTED: Final = 64
NO_LANDING_PLACE: Final = -1
CARD_FOR_LANDING: Final = -2

PLAIN_FIELDS: Final = tuple([name for name in BATTLE_FIELDS if name not in ("germans", "soviets", "called")])


class Combat:
    """[6] A combat, from the moment that its target is chosen."""

    def __init__(self, origin: State | None = None, policy_names: Mapping[str, str] | None = None) -> None:
        self.name = "combat"
        self.origin = origin
        self.starts = STARTS
        self.until = UNTIL
        self.policies: Mapping[str, Policy[State]] = POLICIES
        self.policy_names: Mapping[str, str] = POLICY_NAMES if policy_names is None else policy_names
        self.begins = frozenset({events.ATTACK_DECLARED})
        self.parts = PARTS

    def is_on(self, s: State) -> bool:
        """The dice are still to come."""
        return not any(frame[0].name in DECIDED for frame in s.stack)

    def key(self, s: State) -> bytes:
        """Equal for positions of one fight from which the same may come: look-alike blocks stand in for each other.

        Hands and decks count by their sizes only, because a card once drawn is not played in the same fight; once the
        cards of the fight are discarded [6.7] they do not count at all, nor do pools and a sniper's leader.
        """
        b = s.battle
        if b is NO_BATTLE:
            return s.key()
        alike = alike_blocks(s)
        fields = [
            [(alike[u], s.strength[u], s.where[u]) for u in b.germans],
            [(alike[u], s.strength[u], s.where[u], u in b.called) for u in b.soviets],
            [getattr(b, name) for name in PLAIN_FIELDS],
            s.rubble[b.target],
        ]
        if b.shown and b.soviet_card == NONE and not b.german_cards:
            fields += [s.rubble_left > 0, s.leaders & ~(1 << ZAYTSEV), nearby_soviets(s)]
        else:
            fields += [s.rubble_left, s.leaders, s.hq, s.soviet_owed, s.pool_size, solo.soviet_hand_size(s)]
            fields.append(bytes(s.count[SOVIET]))
        return repr(fields).encode() + s.flow_key()

    def merged(self, s: State, chance: Chance) -> list[tuple[int, int]]:
        """The outcomes of the pending throw; of those from which the same fight follows one stands for all."""
        step = flow.top(s)
        effect = EFFECTS.get(step.name) if step is not None else None
        if effect is None:
            return chance.outcomes()
        first: dict[int, int] = {}
        weights: dict[int, int] = {}
        for answer, weight in chance.outcomes():
            same = effect(s, answer)
            answer = first.setdefault(same, answer)
            weights[answer] = weights.get(answer, 0) + weight
        return list(weights.items())

    def measure(self, before: State, after: State) -> tuple[int, ...]:
        """Steps and units lost by attacker and defender, then the five yes-or-no outcomes.

        A described fight is measured from its ``origin``: cards may have worked before the first throw.
        """
        if self.origin is not None:
            before = self.origin
        side, target = attack_of(before)
        germans = lost(before, after, GERMAN)
        soviets = lost(before, after, SOVIET)
        attackers, defenders = (germans, soviets) if side == GERMAN else (soviets, germans)
        emptied = after.count[1 - side][target] == 0
        alive = survivors(before, after)
        rubble = after.rubble[target]
        created = rubble and not before.rubble[target]
        flags = (int(emptied), int(emptied and alive), int(not alive), int(created), rubble)
        return attackers + defenders + flags

    def report(self, before: State, total: int, weights: Mapping[tuple[int, ...], int]) -> Json:
        """Every measure as exact chances."""
        found: Json = {}
        for i, name in enumerate(FLAGS):
            found[name] = chance_json(sum([w for m, w in weights.items() if m[len(MEASURES) + i]]), total)
        holds = sum([w for m, w in weights.items() if not m[len(MEASURES)]])
        found["p_defender_holds"] = chance_json(holds, total)
        for i, name in enumerate(MEASURES):
            spread: dict[int, int] = {}
            for measured, weight in weights.items():
                spread[measured[i]] = spread.get(measured[i], 0) + weight
            found[name] = distribution_json(dict(sorted(spread.items())), total)
            found[f"expected_{name}"] = expected_json(spread, total)
        return found

    def ended(self, told: Sequence[Event], earlier: Iterable[Event]) -> FightEnd | None:
        """[6.13] It is over when the survivors stand up again; its target fell since the attack, or did not."""
        if not any(event.kind == events.STACK_CONCEALED for event in told):
            return None
        taken: list[int] = []
        for event in chain(reversed(told), earlier):
            if event.kind == events.HEX_TAKEN:
                taken.append(event.args[0])
            elif event.kind == events.ATTACK_DECLARED:
                return TAKEN if event.args[1] in taken else HELD
        return None

    def judged(self, measured: tuple[int, ...]) -> FightEnd:
        return TAKEN if measured[CAPTURED] else HELD

    def cast(self, event: Event) -> Cast:
        """[2.7] Hits of a side's blocks; of cards and of the Rubble Roll what they came to, whoever threw them."""
        if event.kind == events.SIDE_FIRED:
            return Cast(SIDES[event.args[0]], None, event.args[1])
        if event.kind == events.RUBBLE_ROLLED:
            dice, modifier = event.args
            return Cast(SIDES[GERMAN], modifier, dice + modifier)
        return Cast(SIDES[SOVIET] if event.kind == events.OPPORTUNITY_FIRED else "", None, event.args[1])


# What a throw changes in a fight: equal numbers, equal consequences ------------------------------------------------


def no_effect(s: State, answer: int) -> int:
    """Cards drawn and Marines landed elsewhere count by their number alone."""
    return 0


def dots(s: State, units: list[int]) -> int:
    """Steps that a side has left: more hits than these are lost."""
    return sum([s.strength[u] for u in units])


def hits_on_soviets(s: State, answer: int) -> int:
    return min(combat.after_rubble(s, SOVIET, answer), dots(s, s.battle.soviets))


def hits_on_germans(s: State, answer: int) -> int:
    """Hits, and the ones that hit the Soviets themselves."""
    hits = min(combat.after_rubble(s, GERMAN, answer % ONES), dots(s, s.battle.germans))
    return hits + ONES * min(answer // ONES, dots(s, s.battle.soviets))


def hits_on_attackers(s: State, answer: int) -> int:
    """Opportunity Fire: no Rubble helps those who attack."""
    return min(answer % ONES, dots(s, s.battle.germans)) + ONES * min(answer // ONES, dots(s, s.battle.soviets))


def makes_rubble(s: State, answer: int) -> int:
    return int(combat.is_rubbled(s, answer))


def landing_place(s: State, answer: int) -> int:
    """The landing hex; where nobody can land, whether a card is drawn."""
    h = s.pack.landing[answer]
    if s.count[GERMAN][h]:
        return NO_LANDING_PLACE
    return h if soviet_cards.has_room_to_land(s, h) else CARD_FOR_LANDING


def joining_block(s: State, answer: int) -> int:
    """A block that joins: what it is, how strong, and whom it is listed after, for ties."""
    edges = solo.deploy_edges(s, soviet_cards.reserve_pool(s))
    u = answer // edges
    strength = s.pack.full[u] if edges == 1 else max(1, s.pack.edges[u][answer % edges])
    listed = len([v for v in s.battle.soviets if v < u])
    return (alike_blocks(s)[u] * LISTED + listed) * STRENGTHS + strength


EFFECTS: Final[Mapping[str, Callable[[State, int], int]]] = {
    "draw_soviet_card": no_effect,
    "land_marine": no_effect,
    "roll_barrage": hits_on_soviets,
    "german_fire": hits_on_soviets,
    "roll_card": hits_on_germans,
    "roll_gunboats": hits_on_germans,
    "soviet_fire": hits_on_germans,
    "roll_opportunity": hits_on_attackers,
    "roll_rubble": makes_rubble,
    "roll_landing": landing_place,
    "join_block": joining_block,
}


def alike_blocks(s: State) -> list[int]:
    """Blocks with equal numbers stand in for each other; none does where Immortal Guards regain steps, so that a loss
    depends on who had how many."""
    return list(range(s.pack.units)) if s.advantages & s.rules.immortal_guard else s.rules.alike


def nearby_soviets(s: State) -> list[int]:
    """How many Soviets stand in the attacked hex, and with Chuikov in all that may still give Opportunity Fire."""
    b = s.battle
    hexes = {b.target}
    if soviet_cards.has_opportunity_fire(s):
        for u in b.germans:
            hexes.update(s.pack.near[s.where[u]])
    return [s.count[SOVIET][h] for h in sorted(hexes)]


def attack_of(s: State) -> tuple[int, int]:
    """Side and target of the fight, also while the German still chooses his stacks."""
    if s.battle is NO_BATTLE:
        return GERMAN, s.order.target
    return s.battle.side, s.battle.target


def attackers_of(s: State) -> list[int]:
    """Units that attack; while stacks are being chosen, those chosen, or all that could be."""
    b = s.battle
    if b is not NO_BATTLE:
        return b.germans if b.side == GERMAN else b.soviets
    hexes = s.order.hexes or s.pack.near[s.order.target]
    return [u for h in hexes for u in germans_at(s, h)]


def survivors(before: State, after: State) -> bool:
    """Whether an attacker is left, one that was called in included."""
    if after.battle is not NO_BATTLE:
        return len(attackers_of(after)) > 0
    return any(after.where[u] < after.pack.hexes for u in attackers_of(before))


def lost(before: State, after: State, side: int) -> tuple[int, int]:
    """Steps and units of a side that were there before, or were called in, and are gone."""
    p = before.pack
    begin, end = (0, p.germans) if side == GERMAN else (p.germans, p.units)
    # As numbers, to find in one go the few blocks that differ.
    changed = int.from_bytes(before.strength[begin:end], "little") ^ int.from_bytes(after.strength[begin:end], "little")
    changed |= int.from_bytes(before.where[begin:end], "little") ^ int.from_bytes(after.where[begin:end], "little")
    steps = 0
    units = 0
    while changed:
        i = ((changed & -changed).bit_length() - 1) // 8
        changed &= -1 << 8 * (i + 1)
        u = begin + i
        had = before.strength[u]
        if had <= after.strength[u] and before.where[u] == after.where[u]:
            continue
        if before.where[u] < p.hexes:
            had = had or 1  # a blank edge fights as one
            has = after.strength[u] if after.where[u] < p.hexes else 0
            steps += max(0, had - has)
            units += has == 0
        elif had > after.strength[u]:  # the arena marks what may be called in with the strength it comes at
            steps += had - after.strength[u]
            units += after.strength[u] == 0
    return steps, units


# Policies ---------------------------------------------------------------------------------------------------------


def one_of(legal: list[int], *wanted: int) -> int:
    """The first of these answers that is legal, else the first legal one."""
    for a in wanted:
        if a in legal:
            return a
    return legal[0]


def as_listed(s: State, legal: list[int]) -> int:
    return one_of(legal, AS_LISTED)


def lowest_fire(s: State, legal: list[int]) -> int:
    return one_of(legal, LOWEST_FIRE)


def highest_fire(s: State, legal: list[int]) -> int:
    return one_of(legal, HIGHEST_FIRE)


def strike_first(s: State, legal: list[int]) -> int:
    return one_of(legal, YES)


def all_stacks(s: State, legal: list[int]) -> int:
    """Attack with what was chosen; with everything where nothing was chosen yet."""
    return one_of(legal, GO, ALL)


def agree(s: State, legal: list[int]) -> int:
    return one_of(legal, YES)


def no_card(s: State, legal: list[int]) -> int:
    return one_of(legal, NO_CARD)


POLICIES: Final[Mapping[str, Policy[State]]] = {
    "choose_german_loss": as_listed,
    "choose_soviet_loss": as_listed,
    "combined_force": strike_first,
    "attacking_stacks": all_stacks,
    "join_attack": agree,
    "german_card": no_card,
    "soviet_card": no_card,
}
POLICY_NAMES: Final[Mapping[str, str]] = {
    "choose_german_loss": "tie_rule: listed",
    "choose_soviet_loss": "tie_rule: listed",
    "combined_force": "strike first",
    "attacking_stacks": "the stacks chosen, else all",
    "join_attack": "agree",
    "german_card": "none",
    "soviet_card": "none",
}

COMBAT: Final = Combat()
