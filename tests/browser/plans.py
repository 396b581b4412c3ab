"""Hasty players: what they want of Inferno and of Roads, so that a game is short and still holds a battle."""

from tests.browser.playing import Click, Sight, on_the_map, what_to_say


class General:
    """Takes these actions one after the other and stays with the last; plays cards; else says what ends a question."""

    def __init__(self, *actions: str) -> None:
        self.actions = list(actions)
        self.asked = 0

    def action(self, sight: Sight) -> Click:
        if self.asked and sight.number != self.asked and len(self.actions) > 1:
            del self.actions[0]
        self.asked = sight.number
        return Click("button", next((word for word in self.actions if word in sight.buttons), sight.buttons[0]))

    def choose(self, sight: Sight) -> Click:
        if sight.step in ("choose_action", "soviet_action"):
            return self.action(sight)
        if sight.step in ("german_card", "soviet_card") and sight.cards:
            return Click("card", sight.cards[0])
        if sight.step == "short_from" and len(self.actions) > 1 and sight.places:
            return on_the_map(sight)
        return Click("button", what_to_say(sight.buttons)) if sight.buttons else on_the_map(sight)


class Staff:
    """So many marches, attacks and supports; then what ends a phase."""

    def __init__(self, marches: int, attacks: int, supports: int) -> None:
        self.left = {"choose_mover": marches, "choose_target": attacks, "play_support": supports}
        self.asked = 0

    def may(self, sight: Sight) -> bool:
        """Whether to act here; each question is counted once."""
        if sight.number != self.asked:
            self.asked = sight.number
            self.left[sight.step] -= 1
        return self.left[sight.step] >= 0

    def choose(self, sight: Sight) -> Click:
        if sight.step in self.left and self.may(sight):
            plays = [button for button in sight.buttons if button.startswith("play")]
            if sight.step == "play_support" and plays:
                return Click("button", plays[0])
            if sight.places or sight.stack or sight.offered:
                return on_the_map(sight)
        if sight.step == "step" and sight.places:
            return Click("place", sight.places[-1])
        return Click("button", what_to_say(sight.buttons)) if sight.buttons else on_the_map(sight)
