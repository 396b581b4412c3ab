"""Which package the tests try, and so do the processes they start: the sources of this checkout, or what KURGAN_SOURCE
names (``make compiled``, ``make wheel-suite``)."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = os.environ.get("KURGAN_SOURCE", str(ROOT / "src"))
MUST_BE_COMPILED = "KURGAN_MUST_BE_COMPILED"
"""Set where a run on anything but compiled rules would prove nothing."""
