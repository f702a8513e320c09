"""Parts of foreign JSON in the shape that is expected there, and nothing where they have another."""

from __future__ import annotations

from collections.abc import Mapping
from sys import float_info

from ..findings import JSON

PRECISE = 2**53 - 1
"""The largest count that a trace may hold."""
WORDED = "messages of errors, which may repeat contents: {}"
"""What is to be told of the words of errors that are left out."""


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


def fault(kind: str | None, message: JSON) -> dict[str, JSON]:
    """Return an event's ``error`` of unknown cause. Its words are content: ``Draft.event`` takes them out where none is asked for."""
    return known({"kind": kind, "message": text(message)}) or {}


def mute(event: dict[str, JSON]) -> dict[str, JSON]:
    """Return an event without the words of its error, which may repeat what was read; the same one where there are none.

    What is left of the error may be empty. It stays, as it says that something went wrong, unless ``status`` says so as well.
    """
    error = event.get("error")
    if not isinstance(error, dict) or "message" not in error:
        return event
    left = {key: value for key, value in error.items() if key != "message"}
    rest = {key: value for key, value in event.items() if key != "error"}
    return rest if not left and event.get("status") == "error" else rest | {"error": left}
