"""A table in a process of its own, for tests that need a real server."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.where import ROOT, SOURCE

BOT_SECONDS = 300.0


class Server:
    """Started at once; ``kill`` is kill -9, ``stop`` asks politely."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        path = os.pathsep.join([SOURCE, str(ROOT), os.environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.serving", str(port), str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", line)
        assert found, f"the server did not start: {line}"
        self.url = found.group()
        self.port = int(found.group(1))

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


def main() -> None:
    from kurgan import games
    from kurgan.table import server

    # On a machine that is busy with other things a bot of level 3 needs more than a table usually grants it.
    vars(server)["make_app"] = partial(server.make_app, bot_seconds=BOT_SECONDS)
    server.serve(games, port=int(sys.argv[1]), data=Path(sys.argv[2]), open_browser=False)


if __name__ == "__main__":
    main()
