"""Requests that we make because somebody asked us to: never to the host's own network.

An address is resolved once; every address that it leads to must be one of the open internet, and the connection is made
to the very one that was looked at, so that a name that leads elsewhere the next time gains nothing. Redirections are
not followed, and of the answer only its status is told.
"""

import http.client
import ipaddress
import json
import socket
import ssl
from urllib.parse import SplitResult, urlsplit

from kurgan.kernel.protocol import Json

SECONDS = 10.0
LONGEST_ADDRESS = 400
NAT64 = ipaddress.ip_network("64:ff9b::/96")
NOT_OPEN = "that address is not on the open internet"

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotSent(Exception):
    """It did not arrive; says why, in words for its owner and without the address."""


def is_open(address: Address) -> bool:
    """Whether an address is one of the open internet, also in the disguises that one of ours could have."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_open(inner)
        if address.teredo is not None or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def read(url: str) -> SplitResult:
    """The address of a webhook; raises ValueError with what is wrong."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or len(url) > LONGEST_ADDRESS or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("a webhook is an address such as https://example.org/hook")
    if parts.username is not None or parts.password is not None:
        raise ValueError("a webhook's address carries no user and no password")
    return parts


def resolve(host: str, port: int, anywhere: bool) -> str:
    """The address to connect to; raises NotSent if there is none, or if one of them is not open to us."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent("there is no such host") from None
    addresses = [str(row[4][0]) for row in found]
    if not anywhere and not all(is_open(ipaddress.ip_address(text.partition("%")[0])) for text in addresses):
        raise NotSent(NOT_OPEN)
    return addresses[0]


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whatever its name leads to meanwhile."""

    def __init__(self, parts: SplitResult, address: str, context: ssl.SSLContext | None) -> None:
        port = parts.port or (443 if context is not None else 80)
        super().__init__(str(parts.hostname), port, timeout=SECONDS)
        self.address = address
        self.context = context

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), SECONDS)
        if self.context is not None:
            self.sock = self.context.wrap_socket(self.sock, server_hostname=self.host)


class Ended(NotSent):
    """The other side wants no more of these, ever."""


def post(url: str, body: Json, anywhere: bool = False) -> None:
    """Send JSON; raises NotSent if it was not taken. ``anywhere``: also into networks of our own."""
    send(url, json.dumps(body).encode(), {"content-type": "application/json"}, anywhere)


def send(url: str, body: bytes, headers: dict[str, str], anywhere: bool = False) -> None:
    """Send something; raises NotSent if it was not taken, and Ended if nothing will be."""
    parts = read(url)
    secure = parts.scheme == "https"
    address = resolve(str(parts.hostname), parts.port or (443 if secure else 80), anywhere)
    connection = _Pinned(parts, address, ssl.create_default_context() if secure else None)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body, {**headers, "user-agent": "Kurgan"})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException, ssl.SSLError):
        raise NotSent("the other side did not answer") from None
    finally:
        connection.close()
    if status in (404, 410):
        raise Ended(f"the other side answered with status {status}")
    if not 200 <= status < 300:
        raise NotSent(f"the other side answered with status {status}")
