"""A game as it is just now, for somebody who looks at it for long while others play on."""

import copy

from kurgan.session.session import Session


def snapshot(session: Session) -> Session:
    """Shares what never changes and copies the rest. It is for looking: nothing may be done through it."""
    still = copy.copy(session)
    still.look_at(session.course.fork())
    return still
