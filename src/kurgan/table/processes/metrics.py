"""Figures of one process in the text form that Prometheus reads, and whether it is well."""

import bisect
import os
import time
from collections import Counter
from collections.abc import Mapping

from kurgan.table.guard.hosts import Scope, header, is_loopback
from kurgan.table.guard.limits import App, Message, Receive, Send

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Bounds of the shares in which waits are counted."""


class Figures:
    """What a process counts since its start. The event loop's own, so nothing is locked."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.replies: Counter[str] = Counter()
        self.waits = [0] * (len(SECONDS) + 1)
        self.waited = 0.0

    def note(self, status: int, seconds: float) -> None:
        self.replies[f"{status // 100}xx"] += 1
        self.waits[bisect.bisect_left(SECONDS, seconds)] += 1
        self.waited += seconds

    def text(self, gauges: Mapping[str, float]) -> str:
        """Every figure carries the number of its process: whoever asks reaches one of several."""
        me = f'pid="{os.getpid()}"'
        lines = ["# TYPE kurgan_replies_total counter"]
        lines += [f'kurgan_replies_total{{{me},status="{name}"}} {self.replies[name]}' for name in sorted(self.replies)]
        lines.append("# TYPE kurgan_reply_seconds histogram")
        count = 0
        for bound, found in zip((*SECONDS, "+Inf"), self.waits, strict=True):
            count += found
            lines.append(f'kurgan_reply_seconds_bucket{{{me},le="{bound}"}} {count}')
        lines.append(f"kurgan_reply_seconds_sum{{{me}}} {self.waited:.6f}")
        lines.append(f"kurgan_reply_seconds_count{{{me}}} {count}")
        lines += ["# TYPE kurgan_start_time_seconds gauge", f"kurgan_start_time_seconds{{{me}}} {self.begun:.0f}"]
        for name, figure in gauges.items():
            lines += [f"# TYPE kurgan_{name.partition('{')[0]} gauge", f"kurgan_{_with(name, me)} {figure:g}"]
        return "\n".join(lines) + "\n"


def _with(name: str, label: str) -> str:
    """A name with one more label."""
    plain, mark, labels = name.partition("{")
    return f"{plain}{{{label},{labels}" if mark else f"{plain}{{{label}}}"


class Counting:
    """Counts every reply of an application and how long it took; sockets are not replies."""

    def __init__(self, app: App, figures: Figures) -> None:
        self.app = app
        self.figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self.figures.note(status, time.perf_counter() - begun)


def may_read(scope: Scope) -> bool:
    """Figures are for this computer: not for visitors, nor for whom a proxy brings."""
    client = scope.get("client")
    return client is not None and is_loopback(client[0]) and not header(scope, b"x-forwarded-for")
