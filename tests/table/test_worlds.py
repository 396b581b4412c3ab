"""A sample of the twin games (``make worlds`` plays the long run): what a seat receives is the same, byte by byte."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.table.twin_games import MODES, run
from tests.table.worlds import server_log

SAMPLE = {"advance": 0, "inferno": 60, "roads": 50}
"""Questions at which two worlds differ. Advance keeps nothing that could be known early, so its worlds never do."""

DEAR = 6
"""A short run asks more often for what takes long, so that nothing is left out."""

ALWAYS = {"table", "why", "about", "frames", "first frame", "nonsense", "stale", "undo", "log", "moment", "export"}
ALWAYS |= {
    "turns",
    "orders",
    "story",
    "luck",
    "talk",
    "routes",
    "setting out",
    "games",
    "apart",
    "show",
    "stranger",
    "terminal",
}
ASKED = {"half wrong", "illegal", "legal in both", "not asked", "odds", "odds/after", "hint", "act", "reply"}


@pytest.mark.parametrize("title", SAMPLE)
def test_a_game_from_two_worlds_that_look_alike_sends_the_same_bytes(title: str, tmp_path: Path, capfd: Any) -> None:
    """Frames, replies, refusals, exports, screens and the server's own log, for every seat and for one who watches."""
    modes = [where for where in MODES if where[0] == title]
    with server_log() as written, ThreadPoolExecutor(1) as thread:  # a browser test may have left a loop in this one
        tally = thread.submit(run, SAMPLE[title], f"sample {title}", modes, tmp_path, dear=DEAR).result()
    assert not tally.differing, "\n".join(tally.lines())
    assert written.getvalue() == "", "the server's log says nothing of a game"
    assert capfd.readouterr() == ("", ""), "nor does it print anything"
    for where in modes:
        assert (tally.questions if SAMPLE[title] else tally.seen)[where] > 0, f"nothing was compared in {where}"
    if SAMPLE[title]:
        missing = (ALWAYS | ASKED) - set(tally.paths)
        assert not missing, f"never asked for: {missing}"
