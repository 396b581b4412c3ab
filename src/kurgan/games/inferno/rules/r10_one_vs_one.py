"""Inferno, chapters 10 and 11: a Soviet player chooses where the algorithm rolled.

The lively opponent of solo play uses the same rows: its answers are weighed by chapter 13 and given by a draw.
"""

from kurgan.games.inferno import events, refusals
from kurgan.games.inferno.answers import CARD, NO_CARD, UNIT
from kurgan.games.inferno.pack.pack import GERMAN, SOVIET
from kurgan.games.inferno.position.state import State, soviets_at
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r04_solo as solo
from kurgan.games.inferno.rules import r07_soviet_actions as actions
from kurgan.games.inferno.rules import r13_lively as lively
from kurgan.games.inferno.terms import NONE, SOVIET_DRAWS, SOVIET_MOVES
from kurgan.kernel.flow import Ask, Call, Roll, Seq, Step, When, While, tell
from kurgan.kernel.vocabulary import ALLOWED


def soviet_choice() -> Step:
    """[10.3] A Movement Action or a Draw Action."""
    return Seq(
        "10.3",
        "soviet_choice",
        [
            When(
                "10.3",
                "player_decides",
                has_seat,
                Ask(
                    "10.3",
                    "soviet_action",
                    concepts.soviet_seat,
                    action_choices,
                    take_action,
                    why=why_not_action,
                    space=action_choices,
                ),
            ),
            When(
                "10.3",
                "lively_decides",
                is_lively,
                Roll("10.3", "lively_action", lively.weigh_action, take_action, True),
            ),
            While("10.5", "soviet_orders", has_orders, Call("10.5", "soviet_order")),
            Call("4.4", "soviet_draws"),
        ],
    )


def soviet_order() -> Step:
    """[10.5] One Top Stacked Hex, in the order the player likes: a block moves, or the stack attacks."""
    return Seq(
        "10.5",
        "soviet_order",
        [
            When(
                "10.5",
                "player_picks_hex",
                has_seat,
                Ask(
                    "10.5",
                    "soviet_hex",
                    concepts.soviet_seat,
                    hex_choices,
                    take_hex,
                    why=why_not_hex,
                    space=hex_space,
                ),
            ),
            When("10.5", "lively_picks_hex", is_lively, Roll("10.5", "lively_hex", lively.weigh_hex, take_hex, True)),
            When(
                "10.5",
                "player_sends",
                has_seat,
                Ask(
                    "10.5",
                    "soviet_to",
                    concepts.soviet_seat,
                    end_choices,
                    take_end,
                    why=why_not_end,
                    space=hex_space,
                ),
            ),
            When("10.5", "lively_sends", is_lively, Roll("10.5", "lively_to", lively.weigh_end, take_end, True)),
            When("10.5", "player_names_unit", player_names_unit, name_unit()),
            When(
                "10.5",
                "lively_names_unit",
                lively_names_unit,
                Roll("10.5", "lively_unit", lively.weigh_unit, take_unit, True),
            ),
            Call("4.4", "soviet_draws"),
        ],
    )


def name_unit() -> Step:
    """[10.5] Which block of the stack; nobody else sees it."""
    return Ask(
        "10.5",
        "soviet_unit",
        concepts.soviet_seat,
        unit_choices,
        take_unit,
        why=why_not_unit,
        space=unit_space,
        private=True,
    )


def lay_card() -> Step:
    """[10.7.1] [10.7.2] A card of the player's choice, or none; asked whatever he holds."""
    return Ask(
        "10.7",
        "soviet_card",
        concepts.soviet_seat,
        card_choices,
        take_card,
        why=why_not_card,
        space=card_space,
        private=True,
    )


def lively_card() -> Step:
    """[10.7] The lively opponent chooses its card."""
    return Seq("10.7", "lively_card", [Roll("10.7", "lively_lays_card", lively.weigh_card, take_card, True)])


def has_seat(s: State) -> bool:
    """[10.0] A player leads the Soviets."""
    return s.rules.soviet_seat != NONE


def is_lively(s: State) -> bool:
    """[10.0] The lively opponent leads them."""
    return s.rules.lively == 1


# Movement or draw -----------------------------------------------------------------------------------------------


def action_choices(s: State) -> list[int]:
    """[10.3] Free choice."""
    return [SOVIET_MOVES, SOVIET_DRAWS]


def why_not_action(s: State, a: int) -> int:
    """[10.3] Both are allowed."""
    return ALLOWED if a in (SOVIET_MOVES, SOVIET_DRAWS) else refusals.NO_SUCH_ANSWER


def take_action(s: State, a: int) -> None:
    """[10.5] Every Top Stacked Hex is to be ordered, [10.6] or a card is drawn and the turn ends."""
    if a == SOVIET_DRAWS:
        s.order.left = []
        s.soviet_owed += 1
        tell(s, "10.6", events.DRAW_CHOSEN)
    else:
        tell(s, "10.5", events.MOVEMENT_CHOSEN)


# Orders ---------------------------------------------------------------------------------------------------------


def has_orders(s: State) -> bool:
    """[10.5] A Top Stacked Hex that can do something is still to be ordered."""
    return len(hex_choices(s)) > 0


def why_not_end(s: State, h: int) -> int:
    """[10.5] A hex next to the stack with room; [10.5.1] Germans there are attacked."""
    return why_not_go(s, s.order.start, h)


def why_not_go(s: State, start: int, h: int) -> int:
    """[10.5] Any neighbour, also backwards; one with Germans is attacked, a full one is closed."""
    if h not in s.pack.near[start]:
        return refusals.NOT_ADJACENT
    if s.count[GERMAN][h] == 0 and s.count[SOVIET][h] >= s.pack.stack_limit:
        return refusals.TOO_MANY_UNITS
    return ALLOWED


def why_not_hex(s: State, h: int) -> int:
    """[10.5] A Top Stacked Hex not yet ordered that can move or attack."""
    if h not in s.order.left:
        return refusals.NOT_TOP_STACKED
    if s.count[SOVIET][h] == 0:
        return refusals.NOWHERE_TO_GO
    for n in s.pack.near[h]:
        if why_not_go(s, h, n) == ALLOWED:
            return ALLOWED
    return refusals.NOWHERE_TO_GO


def hex_choices(s: State) -> list[int]:
    """[10.5] The hexes still to be ordered."""
    return [h for h in s.order.left if why_not_hex(s, h) == ALLOWED]


def hex_space(s: State) -> list[int]:
    """[10.5] Any hex."""
    return list(range(s.pack.hexes))


def take_hex(s: State, h: int) -> None:
    """[10.5] This stack acts now."""
    s.order.start = h
    s.order.left.remove(h)


def end_choices(s: State) -> list[int]:
    """[10.5] Where it may go or attack."""
    return [h for h in s.pack.near[s.order.start] if why_not_end(s, h) == ALLOWED]


def take_end(s: State, h: int) -> None:
    """[10.5] [10.5.1] A hex with Germans is attacked; a lone block moves at once."""
    s.order.end = h
    start = s.order.start
    if s.count[GERMAN][h]:
        s.order.end = NONE
        actions.soviet_attack(s, start, h)
    elif s.count[SOVIET][start] == 1:
        s.order.end = NONE
        solo.move_soviet(s, soviets_at(s, start)[0], h)


def names_unit(s: State) -> bool:
    """[10.5] One of several blocks must be named."""
    return s.order.end != NONE


def player_names_unit(s: State) -> bool:
    """[10.5] The player names it."""
    return s.rules.soviet_seat != NONE and names_unit(s)


def lively_names_unit(s: State) -> bool:
    """[10.5] The lively opponent names it."""
    return s.rules.lively == 1 and names_unit(s)


def unit_choices(s: State) -> list[int]:
    """[10.5] Any block of the stack."""
    return [UNIT + u for u in soviets_at(s, s.order.start)]


def why_not_unit(s: State, a: int) -> int:
    """[10.5] A block of this stack."""
    return ALLOWED if a in unit_choices(s) else refusals.NOT_YOUR_UNIT


def unit_space(s: State) -> list[int]:
    """[10.5] Any Soviet block."""
    return [UNIT + u for u in range(s.pack.germans, s.pack.units)]


def take_unit(s: State, a: int) -> None:
    """[10.5] It moves unrevealed."""
    end = s.order.end
    s.order.end = NONE
    solo.move_soviet(s, a - UNIT, end)


# Cards ----------------------------------------------------------------------------------------------------------


def card_choices(s: State) -> list[int]:
    """[10.7.1] Nothing, [10.7.2] or any card of the hand."""
    return [NO_CARD] + [CARD + c for c in range(s.pack.german_cards, s.pack.cards) if s.soviet_hand[c]]


def why_not_card(s: State, a: int) -> int:
    """[10.7.2] A card of the own hand."""
    if a == NO_CARD:
        return ALLOWED
    c = a - CARD
    if not 0 <= c < s.pack.cards:
        return refusals.NO_SUCH_ANSWER
    return ALLOWED if s.soviet_hand[c] else refusals.NOT_IN_HAND


def card_space(s: State) -> list[int]:
    """[10.7.2] Any card of the game, or none."""
    return [NO_CARD] + [CARD + c for c in range(s.pack.cards)]


def take_card(s: State, a: int) -> None:
    """[10.7] The card lies face down."""
    if a == NO_CARD:
        return
    s.soviet_hand[a - CARD] -= 1
    s.battle.soviet_card = a - CARD
    tell(s, "6.1", events.SOVIET_CARD_LAID)
