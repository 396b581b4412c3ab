"""What the table shows of a fight while it is fought."""

import random
from typing import Any

from kurgan import games
from kurgan.games.roads.pack import vocabulary
from kurgan.games.roads.screen.scene import column_name
from kurgan.kernel.protocol import Decide
from kurgan.session.session import Session


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
