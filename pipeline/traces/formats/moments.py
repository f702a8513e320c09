"""Times of other programs: to seconds since 1970, and back to what people read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from ..findings import JSON
from .shapes import count, text

LATEST = 1e12
"""Seconds from 1970: some thirty thousand years. Beyond lies what is no time, as nanoseconds that were taken for seconds."""
FIRST = 365 * 86400.0
"""Seconds from 1970 to 1971. No agent ran before: what a source stamps so is a clock that was not set, or a date left blank."""
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


def stamped(stamp: JSON) -> float | None:
    """Return when a source says that something was, as ``seconds`` does, or None where that can be no time of a run."""
    t = seconds(stamp)
    return t if t is not None and FIRST <= t < LATEST else None


class Lasted(NamedTuple):
    """When an event was, as keys of it. What is not known stands nowhere, so that no duration comes of it."""

    t: float | None
    """When it was complete, else when it began."""
    start: float | None
    """When it began, where it is known when it was complete."""
    inferred: tuple[str, ...]
    """``t`` where it stands for the other one."""


def lasted(begin: float | None, end: float | None) -> Lasted:
    """Return when something was that began and ended; None for what nobody knows."""
    if end is None:
        return Lasted(begin, None, () if begin is None else ("t",))
    return Lasted(end, begin, ())


def ended(begin: float | None, end: float | None) -> float | None:
    """Return when something ended, or None where that would be before it began, so that one of both is wrong."""
    return end if begin is None or end is None or end >= begin else None


def time_notes(stamps: Iterable[JSON]) -> list[str]:
    """Return what is to be told of the moments of a source, as they are written there. None is no moment."""
    given = [stamp for stamp in stamps if stamp is not None]
    read = [stamp for stamp in given if stamped(stamp) is not None]
    zoneless = sum(isinstance(stamp, str) and datetime.fromisoformat(stamp.strip()).tzinfo is None for stamp in read)
    lost = len(given) - len(read)
    notes = [f"times without a zone are taken as UTC: {zoneless}"] if zoneless else []
    return notes + ([LOST.format(lost)] if lost else [])


LOST = "times that cannot be read, or lie before 1971, count as unknown: {}"
BACKWARDS = "what ends before it begins has no known end: {}"
UNENDED = "what never ended, as far as the source says, has no result or return: {}"
UNANSWERED = "calls of a model that never ended, as far as the source says, are left out"
NO_COUNTS = "numbers of tokens that cannot be such are left out"


def counted(what: str, number: int) -> list[str]:
    """Return a note with how often it holds; none where it never does."""
    return [what.format(number)] if number else []


def uncounted(counts: Iterable[JSON]) -> int:
    """Return how many of the counts of a source are none, as negative, broken and very large ones."""
    return sum(value is not None and count(value) is None for value in counts)


def is_stated(stamp: JSON) -> bool:
    """Return whether anything stands where a source says when something was, readable or not."""
    return text(stamp) is not None if isinstance(stamp, str) else stamp is not None


def iso(t: float) -> str:
    """Return seconds since 1970 as ISO 8601 in UTC; the first moment of 1970 for what no calendar holds."""
    try:
        return datetime.fromtimestamp(round(t, MICROSECOND), UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC).isoformat()
