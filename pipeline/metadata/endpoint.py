"""The address of arXiv's interface, and where it may send on to."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from ..errors import CallFault
from .failures import Upstream

ENDPOINT = "https://export.arxiv.org/api/query"


def checked_endpoint(text: str) -> str:
    """Return the address of an interface that speaks as arXiv does; raises CallFault where the text is none."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or re.search(r"[\s{}?#@]", text) or not text.isascii():
        raise CallFault(f"{text!r} is no address of an interface; write it as {ENDPOINT}")
    return text


def redirected(address: str, location: str) -> str:
    """Return where a redirect leads. Raises Upstream where it leaves the server, other than within arxiv.org."""
    try:
        target = urljoin(address, location)
        old, new = urlsplit(address), urlsplit(target)
    except ValueError as error:
        raise Upstream("arXiv redirected to what is no address", passing=False) from error
    same = new.hostname == old.hostname or all(f".{parts.hostname}".endswith(".arxiv.org") for parts in (old, new))
    if not same or new.scheme not in ("https", old.scheme):
        raise Upstream(f"arXiv redirected to another server, {new.hostname or 'none'}", passing=False)
    return target
