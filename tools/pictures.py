"""Draws the pictures of the gallery: a board of each title in the middle of a game. ``make pictures``."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

BOARDS = {"advance": ("campaign", 60), "inferno": ("one_vs_one", 40), "roads": ("uranus", 60)}
"""Title -> scenario and how many answers a bot gives."""


def main() -> None:
    import kurgan

    for title, (scenario, answers) in BOARDS.items():
        board = kurgan.load(title).start(scenario, seed="gallery").bot("greedy", level=1).play(answers)
        path = ROOT / "docs" / "pictures" / f"{title}.svg"
        path.write_text(board.svg(width=900) + "\n", encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {board.question}")


if __name__ == "__main__":
    main()
