"""What is wrong at a path in a JSON document, before anybody has looked for the line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import Severity

JSON = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None
"""Any JSON value."""
Path = tuple[str | int, ...]
"""Keys and list positions from the top of the document down; positions are counted from 0."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at a path. Lines are looked for only where there are findings, see ``places``."""

    path: Path
    """Of the value that is at fault, or of what should hold it."""
    code: str
    """Stable and kebab-case."""
    message: str
    """One clause in lower case, without a full stop."""
    found: str | None = None
    """The value as text; None where something is missing."""
    allowed: tuple[str, ...] = ()
    """The permitted values; empty where they cannot be listed."""
    hint: str = ""
    """What to do about it, where that does not follow from the rest."""
    severity: Severity = "error"


def counted(number: int, noun: str) -> str:
    """Return a number with what it counts, as in ``1 event`` and ``2 events``; ``noun`` stands in the singular."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


Report = Callable[[Finding], None]
"""Takes each finding as it is made."""

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


def dotted(path: Path) -> str:
    """Return a path as people write it: ``events[3].t``, and ``rewards["a b"]`` where a key is no plain name."""
    parts: list[str] = []
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _PLAIN.match(step):
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f'["{step}"]')
    return "".join(parts)


def warning(path: Path, code: str, message: str, found: str | None = None, hint: str = "") -> Finding:
    """Return a finding that is suspect but possible."""
    return Finding(path, code, message, found, hint=hint, severity="warning")


def notice(path: Path, code: str, message: str, found: str | None = None, hint: str = "") -> Finding:
    """Return a finding that only informs."""
    return Finding(path, code, message, found, hint=hint, severity="notice")


def visible(text: str) -> str:
    """Return a text in which nothing acts on a terminal or turns what stands around it: what cannot be printed is its code point."""
    return text if text.isprintable() else "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)


def shown(value: JSON, *, quoted: bool = False) -> str:
    """Return a value as text, and of a list or an object only the size. Quotes tell text from numbers."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {counted(len(value), 'key')}"
    return value if isinstance(value, str) and not quoted else json.dumps(value, ensure_ascii=False)
