"""Secrets promised before there is a game, so that who makes it has a word in its very first throw."""

from collections import OrderedDict

from kurgan.session import dice

MOST_PROMISES = 10_000
MOST_EACH = 8
"""In all, and to one person. Beyond that the oldest are forgotten: who was made one then asks for another."""


class Promises:
    """Commitment -> the person it was shown to, and the secret. Each is good for one game."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def make(self, person: str) -> str:
        secret = dice.new_secret()
        promised = dice.commitment(secret)
        self._kept[promised] = (person, secret)
        mine = [known for known, (owner, _) in self._kept.items() if owner == person]
        for known in mine[:-MOST_EACH]:
            del self._kept[known]
        if len(self._kept) > MOST_PROMISES:
            self._kept.popitem(last=False)
        return promised

    def take(self, person: str, promised: str) -> bytes | None:
        """The secret behind a promise that was made to this person; it is not given twice."""
        owner, secret = self._kept.get(promised, ("", b""))
        if owner != person:
            return None
        del self._kept[promised]
        return secret
