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
    taken: dict[str, int] = {}
    return [f"{_free(_safe(identity), taken)}{suffix}" for identity in ids]


def _free(base: str, taken: dict[str, int]) -> str:
    """Return a name that is not taken, and take it: each with the number that was last tried behind it."""
    name, number = base, taken.get(base.casefold(), 1)
    while name.casefold() in taken:
        number += 1
        name = f"{base}-{number}"
    taken[base.casefold()] = number
    taken.setdefault(name.casefold(), 1)
    return name


def _safe(identity: str) -> str:
    plain = _UNSAFE.sub("-", identity).strip("-.")[:LONGEST] or "trace"
    return f"trace-{plain}" if _RESERVED.match(plain) else plain
