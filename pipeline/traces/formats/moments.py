"""Times of other programs: to seconds since 1970, and back to what people read."""

from __future__ import annotations

from datetime import UTC, datetime

from ..findings import JSON

LATEST = 1e12
"""Seconds from 1970: some thirty thousand years. Beyond lies what is no time, as nanoseconds that were taken for seconds."""
MICROSECOND = 6
"""Digits that times keep: as doubles, seconds since 1970 are no better."""


def moment(t: JSON) -> float | None:
    """Return a number of seconds as a float, or None for what is none, infinity and numbers beyond all sense included."""
    return float(t) if isinstance(t, int | float) and not isinstance(t, bool) and -LATEST < t < LATEST else None


def seconds(stamp: JSON) -> float | None:
    """Return a moment in ISO 8601 as seconds since 1970, or None for anything else; without a zone it is taken as UTC."""
    if not isinstance(stamp, str):
        return None
    try:
        read = datetime.fromisoformat(stamp.strip())
    except ValueError:
        return None
    read = read if read.tzinfo else read.replace(tzinfo=UTC)
    try:
        return read.timestamp()
    except (OverflowError, ValueError):
        return None


def iso(t: float) -> str:
    """Return seconds since 1970 as ISO 8601 in UTC; the first moment of 1970 for what no calendar holds."""
    try:
        return datetime.fromtimestamp(round(t, MICROSECOND), UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC).isoformat()
