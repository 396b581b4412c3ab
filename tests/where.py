"""Which package the tests try, and so do the processes they start: the sources of this checkout, or what KURGAN_SOURCE
names (``make compiled``, ``make wheel-suite``)."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = os.environ.get("KURGAN_SOURCE", str(ROOT / "src"))
IN_MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""Bytes that all tests may need there; what one makes that passes goes with it."""

MUST_BE_COMPILED = "KURGAN_MUST_BE_COMPILED"
"""Set where a run on anything but compiled rules would prove nothing."""


def in_memory(room: int = ROOM) -> Path | None:
    """Where files cost nothing, and programs in them may run; None where there is no such place, or little room."""
    if not os.access(IN_MEMORY, os.W_OK) or shutil.disk_usage(IN_MEMORY).free < room:
        return None
    return None if os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC else IN_MEMORY
