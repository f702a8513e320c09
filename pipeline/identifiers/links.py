"""Addresses: which may be published, and when two are the same."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

MAX_LINK = 2_000
"""Characters; browsers and mail programs cut longer addresses."""
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])")
"""Labels with a point between them, the last of which is no number: names, not addresses of machines."""

_PLAIN = re.compile(rf"https://{_HOST.pattern}(?:/[A-Za-z0-9/._~?=&%+-]*)?")
"""Addresses that surely have none of the faults below, as nearly all are: found out at once."""
_SECOND = re.compile(r"[,;]https?://")
"""Where another address begins, after a sign that parts them. One within a path, as archives of the web have it, is none."""


class Link(NamedTuple):
    """An address and what is wrong with it."""

    url: str
    fault: str | None


def checked_link(text: str) -> Link:
    """Return an address with the reason why it may not be published, or with None where it may.

    Only absolute https addresses without credentials, blanks and characters that end a link elsewhere pass. Other
    letters than ASCII are refused as well (RFC 3986): a host may pass for another, and a path has one spelling only
    when it is percent-encoded.
    """
    if len(text) <= MAX_LINK and _PLAIN.fullmatch(text):
        return Link(text, None)
    if not text.startswith("https://"):
        return Link(text, "must begin with https://")
    if len(text) > MAX_LINK:
        return Link(text, f"has more than {MAX_LINK:,} characters")
    if re.search(r"[\s\x00-\x1f\x7f<>\"'`\\^{|}]", text):
        return Link(text, "holds a character that an address may not hold")
    if _SECOND.search(text):
        return Link(text, "holds two addresses, where one is due")
    if not text.isascii():
        return Link(text, "holds a character that must be percent-encoded")
    parts = parts_of(text)
    if parts is None:
        return Link(text, "is not an address")
    if "@" in parts.netloc:
        return Link(text, "holds a user name")
    if not parts.hostname or not _HOST.fullmatch(parts.hostname) or parts.port == 0:
        return Link(text, "names no host")
    return Link(text, None)


def parts_of(text: str) -> SplitResult | None:
    """Return the parts of an address, or None where a text is none: the library raises for brackets, ports and lookalikes."""
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 -- is only read, and found wrong, when it is asked for
    except ValueError:
        return None
    return parts


def comparable_link(url: str) -> str:
    """Return an address in the form in which two spellings of it are equal; what is none, as it is."""
    parts = parts_of(url)
    if parts is None:
        return url
    host = (parts.hostname or "").removeprefix("www.")
    return f"{host}{unquote(parts.path).rstrip('/')}" + (f"?{parts.query}" if parts.query else "")
