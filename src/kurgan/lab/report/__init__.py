"""Reports people look at: pictures of a study, and all of them on one page that needs no server and no internet."""

from kurgan.lab.report.page import report
from kurgan.lab.report.plots import Plot, Plots

__all__ = ["Plot", "Plots", "report"]
