"""Where lines go and come from. Colour, tables and line editing only on a real terminal; plain text otherwise."""

import sys
from collections.abc import Sequence
from typing import TextIO

from kurgan.terminal.words import said


class Screen:
    """Plain lines to a stream, and lines from another."""

    is_live = False

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target

    def line(self, text: str = "", style: str = "") -> None:
        print(text, file=self.target, flush=True)

    def lines(self, texts: Sequence[str], style: str = "") -> None:
        for text in texts:
            self.line(text, style)

    def block(self, text: str) -> None:
        """A drawing, whose lines must stay as they are."""
        self.line(text)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        widths = [max([len(str(row[i])) for row in [columns, *rows] if i < len(row)]) for i in range(len(columns))]
        self.line(title)
        for row in [columns, *rows]:
            cells = [str(cell).ljust(width) for cell, width in zip(row, widths, strict=False)]
            self.line("  " + "  ".join(cells).rstrip())

    def ask(self, prompt: str) -> str | None:
        """A line that was typed, or None at the end of the input."""
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        if not line:
            self.line()
            return None
        self.line()
        return line.strip()

    def curtain(self, text: str) -> None:
        """Between two people who may not see the same: said, but nothing can be hidden in a pipe."""
        self.line(f"--- {text} ---")

    def complete(self, words: Sequence[str]) -> None:
        """Words to offer on the tab key, where there is one."""


class LiveScreen(Screen):
    """A person at a terminal."""

    is_live = True

    def __init__(self) -> None:
        super().__init__(sys.stdin, sys.stdout)
        from rich.console import Console

        self.console = Console(highlight=False, markup=False, emoji=False)
        self._words: list[str] = []
        self._edit_lines()

    def _edit_lines(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._completion)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, state: int) -> str | None:
        found = [word for word in self._words if word.startswith(text)]
        return found[state] if state < len(found) else None

    def line(self, text: str = "", style: str = "") -> None:
        self.console.print(text, style=style or None)

    def block(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)

    def table(self, title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        from rich.box import SIMPLE
        from rich.table import Table

        made = Table(*columns, title=title, box=SIMPLE, title_justify="left")
        for row in rows:
            made.add_row(*[str(cell) for cell in row])
        self.console.print(made)

    def ask(self, prompt: str) -> str | None:
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.line()
            return None

    def curtain(self, text: str) -> None:
        self.console.clear()
        self.line(text, "bold")
        self.ask(said("sit_ready"))
        self.console.clear()

    def complete(self, words: Sequence[str]) -> None:
        self._words = list(words)


def make_screen() -> Screen:
    """A live screen if a person sits there, otherwise plain lines."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return LiveScreen()
    return Screen(sys.stdin, sys.stdout)
