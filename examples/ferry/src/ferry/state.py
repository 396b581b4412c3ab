"""The Last Ferry: the position. Each column is declared once; copy, key, JSON and the text form follow from it."""

from typing import Final

from kurgan.kernel.columns import NOWHERE, UNKNOWN, Columns, each, number, numbers, placed

FERRYMEN, PATROL = range(2)
FERRIES: Final = (0, 1, 2, 3)
HUNTERS: Final = (4, 5)
POSTS: Final = {4: 6, 5: 8}
ASHORE: Final = (0, 1, 2, 9, 10, 11)
WEST: Final = (9, 10, 11)
"""Boats by number and where the hunters belong; docks and landings by number in map.csv."""

STONES, BREAD, SHELLS = range(3)
WORTH: Final = (0, 2, 3)
ABOARD: Final = (1, 2, 1)
"""What each cargo is worth ashore, and how many ferries carry it."""

NIGHTS: Final = 10


class State(Columns):
    night: int = number(1, 1, NIGHTS + 1, "the night")
    points: int = number(0, 0, 7, "what has been landed")
    where: list[int] = placed([0, 1, 1, 2, 6, 8], "boat", "area", "where the boats are", sides=(0, 0, 0, 0, 1, 1))
    cargo: list[int] = each([NOWHERE] * 4, "boat", "cargo", "what ferries carry", hidden=UNKNOWN, known_to="ferrymen")
    unseen: list[int] = numbers(ABOARD, 0, 2, "stones, bread and shells that nobody has shown")
    shown: list[int] = numbers([0] * 4, 0, 1, "ferries whose cargo all have seen")
    margin: int = number(0, -12, 14, "the ferry's dice less the patrol's", going_on=True)

    def check(self) -> None:
        super().check()
        for kind, count in enumerate(self.unseen):
            hidden = [f for f in FERRIES if self.cargo[f] == kind and not self.shown[f]]
            assert len(hidden) <= count, "more cargo than there is"
        assert all(self.cargo[f] == NOWHERE for f in FERRIES if self.where[f] == NOWHERE), "a sunken ferry has cargo"
        assert all(self.where[h] not in (NOWHERE, *ASHORE) for h in HUNTERS), "a patrol is not on the river"
