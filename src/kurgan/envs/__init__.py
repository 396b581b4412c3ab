"""Kurgan in the tools of the field: PettingZoo, Gymnasium, OpenSpiel. Each module needs its own extra.

See docs/reference/environments.md.
"""
