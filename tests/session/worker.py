"""Run by tests as a process of its own: acts on a record file in a loop, telling each decision once it is kept.

python worker.py FILE COUNT PAUSE_MS
"""

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.where import SOURCE  # noqa: E402

sys.path.insert(0, SOURCE)

from kurgan.session.logs import FileLog  # noqa: E402
from kurgan.session.session import Session  # noqa: E402
from tests.session.toy import Lanterns  # noqa: E402


def main() -> None:
    path, count, pause = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    done = 0
    while done < count:
        log = FileLog(path)
        with log.held():
            session = Session.load(Lanterns(), log)
            if session.outcome is not None:
                return
            number = session.number
            session.answer(session.legal()[number % len(session.legal())])
            session.close()
            kept = session.lines()[number - 1]
        print(kept.number, kept.check, flush=True)
        done += 1
        time.sleep(pause / 1000)


main()
