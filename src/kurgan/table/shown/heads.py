"""What the card of a fight is headed with, line by line: by what one seat was told of it, in the words of its title."""

from kurgan.kernel.protocol import BEGIN, Event, Headed, Retold
from kurgan.session.session import Session


class Heads:
    """Reads on from where the fight began that was under way after a line."""

    def __init__(self, session: Session, seat: str, first: int) -> None:
        game = session.game
        self.title = game if isinstance(game, Headed) else None
        tales = [fight for fight in game.fights() if isinstance(fight, Retold)] if self.title is not None else []
        self.parts = {kind: part for tale in tales for kind, part in tale.parts.items()}
        self.told: list[Event] = []
        self.said = ""
        self.happened = session.happened(seat)
        begun = self._begun(first) if self._tells(first) else first
        self.holds = {number for number, _ in session.holding(begun)} if tales else set()
        for place in range(begun, first):
            self.after(place)

    def _tells(self, first: int) -> bool:
        """Whether anything since then is of a fight: a march need not look back for one."""
        return any(event.kind in self.parts for line in self.happened[first:] for event in line.events)

    def _begun(self, first: int) -> int:
        """The place of the line with which the last fight before this one began; this one itself if none did."""
        for place in range(first - 1, -1, -1) if self.parts else ():
            if any(self._begins(event) for event in self.happened[place].events):
                return place
        return first

    def _begins(self, event: Event) -> bool:
        return self.parts.get(event.kind) == BEGIN

    def after(self, place: int) -> str:
        """The head after this line, if it is another one than before it."""
        line = self.happened[place]
        if self.title is None or line.number not in self.holds:
            return ""
        was = self.said
        for event in line.events:
            if self._begins(event):
                self.told, was = [], ""
            if event.kind in self.parts:
                self.told.append(event)
        self.said = self.title.head(self.told) if self.told else ""
        return self.said if self.said != was else ""
