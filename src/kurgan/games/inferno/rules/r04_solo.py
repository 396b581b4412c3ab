"""Inferno, chapter 4: what the Soviets do without a player: random blocks, random cards, the compass.

Blocks are drawn when they come into play and stay hidden: the draws are secret ones. Cards are drawn when somebody
looks at them: a Soviet player or the lively opponent at once, the algorithm when it lays one (chapter 6). Until then
the hand is a number, and its cards still count among those of the deck.
"""

from kurgan.games.inferno import events
from kurgan.games.inferno.hidden import knowledge
from kurgan.games.inferno.pack.pack import EDGES, SOVIET
from kurgan.games.inferno.position.state import State, place, soviets_at
from kurgan.games.inferno.rules import r01_game as game
from kurgan.games.inferno.rules import r02_concepts as concepts
from kurgan.games.inferno.rules import r12_designers_way as designers
from kurgan.games.inferno.rules.dice import CardDraw, PoolDraw, UnitDraw
from kurgan.kernel.chance import Chance
from kurgan.kernel.flow import Auto, Roll, Step, When, While, call, tell


def soviet_draws() -> Step:
    """[4.4] Cards the Soviets owe themselves."""
    return When("4.4", "soviet_draws", soviets_draw, Auto("4.4", "draw_owed", draw_owed))


def looked_at_draws() -> Step:
    """[10.0] The same, one by one, where somebody looks at them."""
    return While(
        "4.4",
        "soviet_cards_owed",
        soviets_draw,
        Roll("4.4", "draw_soviet_card", soviet_deck, take_soviet_card, True),
    )


def random_march() -> Step:
    """[4.5] One block of the stack, chosen at random, moves."""
    return Roll("4.5", "random_unit", stack_units, take_random_unit, True)


def deployed_block(s: State, pool: int, drawn: int) -> int:
    """[4.1] A random block of a pool at a random edge; nobody looks. [12.6] Empowered Marines come at full strength."""
    p = s.pack
    edges = deploy_edges(s, pool)
    u = drawn // edges
    s.strength[u] = p.full[u] if edges == 1 else p.edges[u][drawn % edges]
    knowledge.drawn(s, u)
    return u


def block_draw(s: State, pool: int) -> Chance:
    """[4.1] Any block of the pool, on any edge."""
    return PoolDraw(s.pool_bits[pool], s.pack.germans, deploy_edges(s, pool))


def deploy_edges(s: State, pool: int) -> int:
    """[4.1] Blocks are spun; [12.6] Empowered Marines are not."""
    return 1 if designers.comes_at_full_strength(s, pool) else EDGES


def adjust_strength(s: State, u: int) -> bool:
    """[4.3] A block revealed on a blank edge turns to its lowest step."""
    if s.strength[u]:
        return False
    s.strength[u] = 1
    return True


def soviets_draw(s: State) -> bool:
    """[4.4] A card is owed and the deck is not empty; [8.2.5.1] an empty deck gives nothing."""
    if s.soviet_owed and s.deck_out:
        s.soviet_owed = 0
    return s.soviet_owed > 0


def draw_owed(s: State) -> None:
    """[4.4] Unseen where the algorithm plays, for nobody may look at its cards. Last act: may enter the draw."""
    if s.rules.soviet_chooses:
        call(s, "soviet_cards_owed")
    else:
        draw_unseen(s)


def draw_unseen(s: State) -> None:
    """[4.4] The cards owed go to the hand face down, [12.2] leaders from the top first. Last act: may end the game."""
    first = s.pack.german_cards
    while soviets_draw(s):
        s.soviet_owed -= 1
        if s.rules.designers and sum(s.deck_top[first:]) > s.unseen_top:
            s.unseen_top += 1
        else:
            s.unseen_hand += 1
        note_draw(s)


def note_draw(s: State) -> None:
    """[4.4] All see that a card was drawn; [1.4B] the last one may end the game."""
    left = cards_left(s)
    if s.events is not None:
        tell(s, "4.4", events.SOVIET_DREW, soviet_hand_size(s), left)
    if left == 0:
        game.deck_ran_out(s)


def soviet_hand_size(s: State) -> int:
    """[4.4] Cards in the Soviet hand."""
    return sum(s.soviet_hand) + s.unseen_hand + s.unseen_top


def soviet_deck(s: State) -> Chance:
    """[4.4] Leaders laid on top come first, in random order [12.2]; then the shuffled rest."""
    first = s.pack.german_cards
    if s.rules.designers:
        top = s.deck_top[first:]
        if any(top):
            return CardDraw(range(first, s.pack.cards), top)
    return CardDraw(range(first, s.pack.cards), s.deck[first:])


def take_soviet_card(s: State, c: int) -> None:
    """[4.4] The card goes to the Soviet hand; its player sees it."""
    if s.deck_top[c]:
        s.deck_top[c] -= 1
    else:
        s.deck[c] -= 1
    s.soviet_hand[c] += 1
    s.soviet_owed -= 1
    concepts.tell_soviet(s, "4.4", events.SOVIET_CARD_DRAWN, c)
    note_draw(s)


def cards_left(s: State) -> int:
    """[1.4B] Cards in the Soviet deck: the clock."""
    first = s.pack.german_cards
    return sum(s.deck[first:]) + sum(s.deck_top[first:]) - s.unseen_hand - s.unseen_top


def stack_units(s: State) -> Chance:
    """[4.5] Any block of the stack that moves."""
    return UnitDraw(soviets_at(s, s.order.start))


def take_random_unit(s: State, u: int) -> None:
    """[4.5] It moves unrevealed; [4.7] a capture draws. Last act: may enter the draw."""
    move_soviet(s, u, s.order.end)
    if s.soviet_owed:
        draw_owed(s)


def move_soviet(s: State, u: int, end: int) -> None:
    """[4.5] [2.2] A Soviet block goes to a hex and takes control; nobody sees which of the stack it was."""
    start = s.where[u]
    if s.count[SOVIET][start] > 1:
        knowledge.mixed(s, SOVIET, start)
    place(s, u, end)
    if s.events is not None:
        tell(s, "4.5", events.BLOCK_MOVED, start, end)
        concepts.tell_soviet(s, "4.5", events.SOVIET_UNIT_MOVED, u, start, end)
    concepts.enter(s, SOVIET, end)


def compass_hex(s: State, h: int, die: int) -> int:
    """[4.6] The hex in the direction of a die, or -1 off the map."""
    return s.pack.toward[h][die]
