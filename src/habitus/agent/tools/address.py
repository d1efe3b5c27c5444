"""Where a page may be fetched from: names are looked up once, and the very addresses that were looked at are connected to.

Refused unless allowed: this machine, its own network, and the places where clouds keep credentials. A name that leads to one public and
one private address is refused whole.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from habitus.agent.tools.answer import named
from habitus.agent.tools.tool import ToolFailed

LONGEST = 4000
"""Characters of an address."""
HOST = re.compile(r"[\w-]{1,63}(?:\.[\w-]{1,63})*\.?|[0-9a-f:.]+(?:%\w{1,20})?", re.ASCII | re.IGNORECASE)
"""A name or a number: an odd sign can become a blank on its way through IDNA."""


class Address(NamedTuple):
    url: str
    scheme: str
    host: str
    port: int
    target: str
    """Path and query, as they are asked for."""

    @property
    def name(self) -> str:
        """As the server is told whom it is."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == {"http": 80, "https": 443}[self.scheme] else f"{host}:{self.port}"


def read(url: str) -> Address:
    """An address of a model's or of a page's, taken apart."""
    if len(url) > LONGEST or not url.isprintable() or " " in url.strip():
        raise ToolFailed("That is no address of a page. Give one that begins with https://.")
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
        plain = host.encode("idna" if not host.isascii() else "ascii").decode()
        target = _target(parts)
    except (ValueError, UnicodeError):
        raise ToolFailed(f"{named(url)} is no address that can be read. Check it, and give it again.") from None
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(plain):
        raise ToolFailed(f"{named(url)} is no web page. Only http:// and https:// are fetched.")
    if parts.username is not None or parts.password is not None:
        raise ToolFailed("An address with a name or password in it is not fetched. Give it without.")
    return Address(url.strip(), parts.scheme, plain, port or (443 if parts.scheme == "https" else 80), target)


def _target(parts: SplitResult) -> str:
    from urllib.parse import quote

    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    return f"{path}?{quote(parts.query, safe='/%:@!$&()*+,;=~-._?')}" if parts.query else path


def addresses(where: Address, *, allow_private: bool) -> list[str]:
    """What its name leads to, in order."""
    try:
        found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ToolFailed(
            f"{named(where.host)} cannot be found. Check the name; or there is no network here, and you go on without."
        ) from None
    numbers = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not allow_private and not all(map(is_public, numbers)):
        raise ToolFailed(
            f"{named(where.host)} is an address of this machine or of its own network, which is not fetched. Ask the user for it."
        )
    return numbers


def is_public(number: str) -> bool:
    try:
        found = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
