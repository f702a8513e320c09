"""Parts of foreign JSON in the shape that is expected there, and nothing where they have another."""

from __future__ import annotations

from collections.abc import Mapping
from sys import float_info

from ..findings import JSON

PRECISE = 2**53 - 1
"""The largest count that a trace may hold."""


def mapping(value: JSON) -> dict[str, JSON]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: JSON) -> list[JSON]:
    """Return a list, or an empty one."""
    return value if isinstance(value, list) else []


def text(value: JSON) -> str | None:
    """Return a text that is not blank, or None."""
    return value if isinstance(value, str) and value.strip() else None


def count(value: JSON) -> int | None:
    """Return a whole number from 0 to 2^53 - 1, or None; 3.0 is 3, and ``true`` is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= PRECISE or value != int(value):
        return None
    return int(value)


def real(value: JSON) -> float | None:
    """Return a finite number as a float, or None; ``true`` is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= float_info.max:
        return None
    return float(value)


def known(parts: Mapping[str, JSON]) -> dict[str, JSON] | None:
    """Return an object without what is None, or None where nothing is left."""
    return {key: value for key, value in parts.items() if value is not None} or None


def fault(kind: str, message: JSON, with_content: bool) -> dict[str, JSON]:
    """Return an event's ``error`` of unknown cause. What a program said of it may repeat what was read, so it is content."""
    found: dict[str, JSON] = {"kind": kind}
    return found | ({"message": shown} if with_content and (shown := text(message)) else {})
