"""Studies: many settings of a title played on the same seeds, kept on disk, compared. See docs/reference/studies.md."""

from kurgan.lab.study.plan import Cell, Plan
from kurgan.lab.study.study import Study

__all__ = ["Cell", "Plan", "Study"]
