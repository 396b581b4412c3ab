"""What people take home, as they are told of it."""

from msgspec import Struct


class Export(Struct):
    """``stage``: "growing", "done" or "stopped" (it would have been too large); games in it, bytes, and since when."""

    id: str
    kind: str
    stage: str
    games: int
    size: int
    made: int


class Exports(Struct):
    """Your own, kept for a day; and the data set that the host publishes, if there is one."""

    exports: list[Export]
    published: list[Export]
