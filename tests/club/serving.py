"""A table of several processes on PostgreSQL, for tests that need the real thing."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.where import ROOT, SOURCE


class Club:
    """``kurgan serve`` with its processes; started at once."""

    def __init__(self, database: str, workers: int = 2, bots: int = 1, port: int = 0) -> None:
        path = os.pathsep.join([SOURCE, str(ROOT), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "kurgan", "serve", "--port", str(port)]
        command += ["--workers", str(workers), "--bots", str(bots)]
        environment = {**os.environ, "PYTHONPATH": path, "KURGAN_DATABASE": database}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", line)
        assert found, f"the club did not start: {line}"
        self.url = found.group()
        self.port = int(found.group(1))

    def processes(self) -> list[int]:
        """The numbers of all processes that it looks after."""
        pid = self.process.pid
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> int:
        self.process.terminate()
        status = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status
