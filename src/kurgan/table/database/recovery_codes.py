"""Recovery codes: what a person writes down to get a seat back in another browser. Only hashes of them are kept."""

import secrets

from kurgan.session.store import token_hash

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those that nobody misreads: no I, L, O and U."""

GROUPS = 4
GROUP = 5
MISREAD = str.maketrans("OIL", "011")


def new_code() -> str:
    """A hundred random bits, in groups that can be read aloud."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def code_hash(code: str) -> str:
    """The same for all ways to write a code."""
    plain = "".join(ch for ch in code.upper() if ch.isalnum()).translate(MISREAD)
    return token_hash(f"recovery {plain}")
