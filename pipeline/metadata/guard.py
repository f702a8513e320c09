"""Connections that lead to the public network only, whatever a link, a redirect or a name server says."""

from __future__ import annotations

import ipaddress
import socket

import requests
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool

from .deadlines import Adapter, Timed, TimedWithTls

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones (RFC 6052)."""
_GLOBAL = ipaddress.ip_network("2000::/3")
"""What of IPv6 is given to the public network at all (RFC 4291, 2.4): other ranges come and go in the library's own list."""


class Forbidden(Exception):  # noqa: N818 -- the address is at fault, not the program
    """An address that is not on the public network."""


def is_public(address: str, *, allow_loopback: bool = False) -> bool:
    """Say whether an IP address is reached over the public network: not private, local, reserved or of many machines."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip.sixtofour or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _TRANSLATED else ip)
    if ip.is_loopback:
        return allow_loopback
    return ip.is_global and not ip.is_multicast and (ip.version == 4 or ip in _GLOBAL)


class Unfollowing(requests.Session):
    """A session that leaves redirects alone. The library would read the body of one to its end, however long that is.

    Its requests heed the limit within which they are made.
    """

    def __init__(self) -> None:
        super().__init__()
        self.reach(Adapter())

    def reach(self, adapter: Adapter) -> None:
        """Make all connections by way of an adapter."""
        for scheme in ("http://", "https://"):
            self.mount(scheme, adapter)

    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return that there is nothing to follow; the response's header says where it leads."""


class _Guard(Timed):
    """Looks at the addresses before it connects, and again at the one to which it did, whatever a name server says in between."""

    loopback = False

    def _addresses(self) -> list[tuple[str, int]]:
        found = super()._addresses()
        for address, _ in found:
            self._refuse(address)
        return found

    def _connected(self, addresses: list[tuple[str, int]]) -> socket.socket:
        connected = super()._connected(addresses)
        try:
            self._refuse(str(connected.getpeername()[0]))
        except BaseException:
            connected.close()
            raise
        return connected

    def _refuse(self, address: str) -> None:
        if not is_public(address, allow_loopback=self.loopback):
            named = address if address == self.host else f"{self.host} is {address}, which"
            raise Forbidden(f"{named} is not on the public network")


class _GuardWithTls(_Guard, TimedWithTls):
    pass


class _LocalGuard(_Guard):
    loopback = True


class _LocalGuardWithTls(_GuardWithTls):
    loopback = True


class _Plain(HTTPConnectionPool):
    ConnectionCls = _Guard


class _Tls(HTTPSConnectionPool):
    ConnectionCls = _GuardWithTls


class _LocalPlain(HTTPConnectionPool):
    ConnectionCls = _LocalGuard


class _LocalTls(HTTPSConnectionPool):
    ConnectionCls = _LocalGuardWithTls


def session(agent: str, *, allow_loopback: bool = False) -> requests.Session:
    """Return a session whose every connection raises Forbidden unless it is public; through a proxy, the proxy decides.

    It sends no credentials, follows nothing by itself and keeps cookies.
    """
    made = Unfollowing()
    made.headers.update({"User-Agent": agent, "Accept": "*/*"})
    made.auth = _no_credentials
    plain, tls = (_LocalPlain, _LocalTls) if allow_loopback else (_Plain, _Tls)
    made.reach(Adapter({"http": plain, "https": tls}))
    return made


def _no_credentials(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Stand in for those that the library would take from ``~/.netrc``."""
    return request
