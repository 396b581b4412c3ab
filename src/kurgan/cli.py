"""The program ``kurgan``: runs one command and turns every refusal into one line and an exit status.

Bad input: one line on standard error and exit status 2, never a traceback. KURGAN_DEBUG=1 shows where an error of ours
came from. The commands are in ``kurgan.commands.app``.
"""

import os
import sys
from collections.abc import Callable

from kurgan.commands.compiled import outdated

BAD_INPUT = 2
OUR_FAULT = 70
STOPPED = 130

BAD_INPUT_NAMES = ("Stale", "NoTable", "NoPolicy", "GameFailed", "WorkerLost")
"""Errors that are no ValueErrors and yet not ours; by name, so that nothing is imported only to know them."""


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; returns its exit status."""
    old = outdated()
    if old:
        again = "'make fast' compiles again, 'make pure' goes back to Python"
        return _complain(f"the rules were compiled before {old[0].name} was changed: {again}", BAD_INPUT)
    try:
        status = 0 if _quick_odds(arguments) else _command(arguments)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return _complain("stopped", STOPPED)
    except BrokenPipeError:
        # Whoever read our output has gone away; nothing is left to say to anybody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as e:  # the last line of defence: one line, whatever happened
        return _explain(e)


def _quick_odds(arguments: list[str]) -> bool:
    """``kurgan odds GAME [FILE]`` without options is asked for often: answered without loading the option parser."""
    if arguments[:1] != ["odds"] or not 2 <= len(arguments) <= 3 or any(a.startswith("--") for a in arguments):
        return False
    from kurgan.commands import lab

    lab.odds(arguments[1], arguments[2] if len(arguments) == 3 else "-", None, "")
    return True


def _command(arguments: list[str]) -> int:
    from kurgan.commands.app import app

    status = app(arguments, prog_name="kurgan", standalone_mode=False)
    return status if isinstance(status, int) else 0


def _explain(e: Exception) -> int:
    if os.environ.get("KURGAN_DEBUG"):
        raise e
    usage: Callable[[], str] | None = getattr(e, "format_message", None)
    if usage is not None:
        return _complain(usage(), BAD_INPUT)
    if isinstance(e, UnicodeDecodeError):
        return _complain("a file that should be text is none", BAD_INPUT)
    if isinstance(e, OSError):
        return _complain(f"{e.filename}: {e.strerror}" if e.filename else str(e), BAD_INPUT)
    if isinstance(e, ValueError) or type(e).__name__ in BAD_INPUT_NAMES:
        return _complain(str(e), BAD_INPUT)
    if type(e).__name__ == "Abort":
        return _complain("stopped", STOPPED)
    return _complain(f"an error of ours, not yours: {type(e).__name__}: {e} (KURGAN_DEBUG=1 says more)", OUR_FAULT)


def _complain(text: str, status: int) -> int:
    sys.stdout.flush()
    print("kurgan: " + " ".join(text.split()), file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
