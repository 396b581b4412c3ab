"""The clocks of a game as everybody at it may see them."""

from collections.abc import Mapping

from kurgan.table.model.pace import Clock
from kurgan.table.storage import ClockSeen


def clock_told(seen: ClockSeen, choices: Mapping[str, str]) -> Clock:
    return Clock(
        kind="live" if seen.kind == "live" else "days",
        step=seen.step,
        bank=seen.bank,
        seat=seen.seat,
        used=seen.used,
        banks=seen.banks,
        runs=seen.runs,
        stands=seen.stands,
        out=seen.is_out,
        choices=dict(choices),
    )
