"""Under which names the table may be asked for, and from which address somebody asks.

A page of a foreign site can make a browser ask us under a name of its own that leads to this computer (DNS rebinding);
it is then "the same origin" and reads everything. So a name that is not ours is refused, whatever it leads to. An
address that a proxy passes on is believed only where the owner named that proxy.
"""

import ipaddress
import socket
from collections.abc import Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LOOPBACK_NAMES = ("localhost", "ip6-localhost")
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that stand for all of this computer's own."""

SAME_NETWORK = 64
"""Bits of an IPv6 address that name a household; who has one has all addresses in it."""


def header(scope: Scope, name: bytes) -> str:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def read_address(text: str) -> Address | None:
    """An address as it is written, without the zone of a link; None for names and nonsense."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped if mapped is not None else address


def name_of(host: str) -> str:
    """The name in a Host header, without its port; empty if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".") if host and len(host) <= 300 else ""
    except ValueError:
        return ""


def is_loopback(name: str) -> bool:
    address = read_address(name)
    return address.is_loopback if address is not None else name in LOOPBACK_NAMES


def visitor(scope: Scope) -> str:
    """Who asks, as far as rates go: an address, or the network that one household has of the new kind."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(client: str) -> str:
    address = read_address(client)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, SAME_NETWORK), strict=False))
    return str(address) if address is not None else client[:64]


class Hosts:
    """The names of this table: loopback, the address of links, this computer's own, and those that its owner lists."""

    def __init__(self, url: str = "", listed: Iterable[str] = (), listening: str = "") -> None:
        self._names = {name.lower() for name in listed}
        self._names.add(urlsplit(url).hostname or "")
        if listening in EVERYWHERE:
            self._names.add(socket.gethostname().lower())
        elif listening:
            self._names.add(listening.lower())
        self._names.discard("")

    def knows(self, scope: Scope) -> bool:
        """Whether somebody asks for us by a name of ours. Who asks by a bare address was not led here by a name."""
        name = name_of(header(scope, b"host").lower())
        return bool(name) and (name in self._names or is_loopback(name) or _arrived_at(scope, name))


def _arrived_at(scope: Scope, name: str) -> bool:
    """Whether this is the address of ours to which the connection was made."""
    server = scope.get("server")
    address = read_address(name)
    return address is not None and server is not None and read_address(str(server[0])) == address


def check_url(url: str) -> None:
    """An address that links can carry; raises ValueError."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and not parts.fragment
        good = good and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise ValueError(f"--url should be an address such as https://kurgan.example.org, not '{url}'")


def check_host(name: str) -> None:
    """A name that the owner lists; raises ValueError."""
    bare = f"[{name}]" if ":" in name else name
    if not name or name_of(bare.lower()) != name.lower().rstrip("."):
        raise ValueError(
            f"--allow-host should be a name such as kurgan.example.org, without port or path, not '{name}'"
        )


def check_proxy(address: str) -> None:
    """An address or a network from which a proxy speaks; raises ValueError."""
    try:
        ipaddress.ip_network(address)
    except ValueError:
        raise ValueError(f"--proxy should be an address such as 127.0.0.1 or 10.0.0.0/8, not '{address}'") from None
