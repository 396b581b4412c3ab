"""What the table shows of a fight while it is fought."""

import random
from typing import Any

import pytest

from kurgan import games
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.pack.vocabulary import AXIS, SIDES
from kurgan.games.roads.screen.scene import column_name
from kurgan.kernel.protocol import Decide
from kurgan.session.seen import Seen
from kurgan.session.session import Session
from kurgan.table.service import look
from tests.roads.drawn import draw


def test_losses_do_not_change_the_sum_of_a_fight_under_way() -> None:
    """Attackers who lost steps are weaker; the fight goes on at the odds at which the dice were thrown."""
    game = games.load("roads")
    weaker = 0
    for seed in range(6):
        session = Session.new(game, "wintergewitter", {}, seed=f"fight {seed}")
        dice = random.Random(seed)
        while session.outcome is None and session.number < 400:
            state: Any = session.state
            pending = session.pending
            assert isinstance(pending, Decide)
            battle = state.battle
            if battle is not None and pending.step in ("lose_attacker_step", "choose_retreat", "follow_up"):
                fight = game.scene(game.view(state, pending.seat))["fight"]
                assert fight["attack"]["total"] == battle.attack
                assert max(1, fight["defence"]["total"]) == battle.defense
                assert not any("cancelled" in note["text"] for note in fight["notes"])
                weaker += not fight["attack"]["terms"]
            session.answer(dice.choice(session.legal()))
    assert weaker > 0


def test_an_attack_stronger_than_the_table_names_its_last_column() -> None:
    """The throws that are shown are those of 6/1: no other column is named above them than beside the button."""
    assert [column_name(place) for place in range(9)] == [*vocabulary.ODDS, "6/1", "6/1"]
    assert column_name(-2) == "1/4"


@pytest.mark.parametrize("attackers", ["GE-294-", "GE-294- RO-1-"])
def test_an_attack_that_would_be_called_off_says_so_before_it_is_made(attackers: str) -> None:
    """[8.5.8] One unit is not asked for, and the attack is over; of more, all who may come are too weak."""
    text = f"phase combat\nside axis\nturn DEC_I\n1127: {attackers}\n1128: SU-5GTK SU-26TK SU-7TK\n"
    t = draw(text)
    seen = Seen(t.game, t.game.view(t.s, AXIS), SIDES)
    found = look.after(seen, "attack 1128", [], [])
    assert found is not None
    assert found.bars == []
    assert found.note.startswith("The attack on 1128")
    assert found.note.endswith("was too weak and was called off.")
    assert look.after(seen, "end", [], []) is None
