"""Keys of records."""

from __future__ import annotations

import re

_DEVICE_NAMES = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))}
KEY = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
"""A key that every file system holds, that needs no quoting in an address, and that BibTeX takes."""


def key_fault(key: str) -> str | None:
    """Say why a text cannot be a record's key, or return None where it can."""
    if len(key) > 60:
        return "is longer than 60 characters"
    if not KEY.fullmatch(key):
        return "may hold lower-case letters, digits and inner hyphens only"
    if key in _DEVICE_NAMES:
        return "is a device name on Windows"
    return None
