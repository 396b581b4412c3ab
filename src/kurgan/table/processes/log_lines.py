"""Logs of a club: one JSON object a line, on standard error. No secret ever stands in one.

Links carry their secret behind ``#``, which no browser sends; keys are in cookies, which nobody logs; statements to
the database are logged without what they hold (``engines``).
"""

import json
import logging
import sys
import time

OF_OURS = ("job", "key", "tries", "role", "pid", "reason")
"""What a line may say beside its words."""


class AsJson(logging.Formatter):
    """A line for programs."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "pid": record.process,
            "what": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in OF_OURS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: int = logging.INFO) -> None:
    """Have everything logged so, from here on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("alembic").setLevel(logging.WARNING)
