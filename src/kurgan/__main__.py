"""``python -m kurgan`` is ``kurgan``."""

from kurgan.cli import main

main()
