"""Makes the checkout importable for tests and for the processes they start, installed or not."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# ``make compiled`` runs the suites on a copy of the package whose rules are compiled.
SOURCE = os.environ.get("KURGAN_SOURCE", str(ROOT / "src"))

for folder in (SOURCE, str(ROOT)):
    if folder not in sys.path:
        sys.path.insert(0, folder)

# The same examples on every run: a red test is red for the next person too. No deadlines: machines are noisy.
settings.register_profile(
    "kurgan", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kurgan")
