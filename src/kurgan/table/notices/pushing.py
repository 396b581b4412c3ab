"""Messages to browsers (RFC 8030), signed by the table (RFC 8292) and encrypted for the browser alone (RFC 8291).

Whoever carries them, usually the browser's maker, sees that something was sent and not what. Needs ``cryptography``.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

RECORD = 4096
LONGEST_TEXT = 2000
KEEP_SECONDS = 24 * 3600
"""How long a message waits for a browser that is not there; a turn of yesterday is told anew anyway."""

JWT_SECONDS = 12 * 3600


class BrowserKeys(NamedTuple):
    """What a browser gave us with its address: its public key, and a secret that it shares with us."""

    public: bytes
    auth: bytes


def is_possible() -> bool:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return False
    return True


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def read_keys(text: str) -> BrowserKeys:
    """The two keys of a browser, with a space between; raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric import ec

    public, _, auth = text.partition(" ")
    keys = BrowserKeys(decoded(public), decoded(auth))
    if len(keys.auth) != 16:
        raise ValueError("the secret of a browser has 16 bytes")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    return keys


def new_table_key() -> str:
    """The key with which a table signs, as it is kept."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return format(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value, "064x")


def _private(kept: str) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int(kept, 16), ec.SECP256R1())


def _point(public: Any) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return bytes(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def public_key(kept: str) -> str:
    """What a browser is told, so that it takes messages from this table only."""
    return encoded(_point(_private(kept).public_key()))


def headers(kept: str, endpoint: str, subject: str) -> dict[str, str]:
    """What goes with a message; ``subject`` is where the table's host can be found."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + JWT_SECONDS, "sub": subject}
    body = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(_private(kept).sign(body.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{body}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return {
        "authorization": f"vapid t={token}, k={public_key(kept)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(KEEP_SECONDS),
        "urgency": "normal",
    }


def encrypt(text: bytes, keys: BrowserKeys) -> bytes:
    """One record that only the browser can read; nothing of ours is used twice."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    ours, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = _point(ours.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), keys.public)
    shared = ours.exchange(ec.ECDH(), theirs)
    secret = _derived(keys.auth, shared, b"WebPush: info\0" + keys.public + point, 32)
    key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\2", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point + sealed


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for at most 32 bytes."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\1", hashlib.sha256).digest()[:length]
