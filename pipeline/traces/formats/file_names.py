"""Names of files for runs whose ids anybody may have chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\Z)", re.IGNORECASE)
"""Names that are devices on some systems, whatever their ending."""
LONGEST = 80
"""Characters, without the ending; file systems take 255 bytes."""


def file_names(ids: Iterable[str], suffix: str) -> list[str]:
    """Return a file name for each id, in their order.

    Plain letters, digits, dots, hyphens and underscores only, no leading dot, and no two names that differ only in letter case.
    """
    taken: set[str] = set()
    names = []
    for identity in ids:
        base = _safe(identity)
        free = next(name for name in _numbered(base) if name.casefold() not in taken)
        taken.add(free.casefold())
        names.append(f"{free}{suffix}")
    return names


def _safe(identity: str) -> str:
    plain = _UNSAFE.sub("-", identity).strip("-.")[:LONGEST] or "trace"
    return f"trace-{plain}" if _RESERVED.match(plain) else plain


def _numbered(base: str) -> Iterable[str]:
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1
