"""A trace's clock in units that other programs know: microseconds, and dates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ..model import Trace
from .moments import seconds

LAST = 2**53 - 1
"""The latest microsecond, 285 years after the start: doubles count no further, nor do 64 bits of nanoseconds."""
MADE_UP = datetime(2000, 1, 1, tzinfo=UTC)
"""The start of a run whose trace does not say when it was."""
_UNITS = {
    "seconds": (1_000_000, "t counts seconds"),
    "ordinal": (1_000, "t counts steps and no time; a step is shown as 1 ms"),
    None: (1_000_000, "the trace does not say what t counts; it is shown as seconds"),
}
"""Clock unit to microseconds for each unit of ``t``, and to what is to be said about it."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How ``t`` is shown."""

    scale: int
    """Microseconds for each unit of ``t``."""
    start: datetime
    """The date at which ``t`` is 0, in UTC."""
    made_up: bool
    """Whether ``start`` is no date of the trace's."""
    notes: tuple[str, ...]
    """What whoever reads the times must know, a clause each."""

    def microseconds(self, t: float) -> int:
        """Return a time as microseconds, LAST at most."""
        return LAST if t >= LAST / self.scale else round(t * self.scale)

    def date(self, t: float) -> str:
        """Return a time as ISO 8601 in UTC, to the microsecond; the last moment of the calendar for what lies after it."""
        try:
            moment = self.start + timedelta(microseconds=self.microseconds(t))
        except OverflowError:
            moment = datetime.max
        return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def clock(trace: Trace) -> Clock:
    """Return how a trace's times are shown."""
    scale, note = _UNITS[trace.clock]
    start = _date(trace.clock_origin)
    late = sum(t > LAST / scale for t in _times(trace))
    cut = f"{late} times lie more than 285 years after the start, and are shown as that"
    return Clock(scale, start or MADE_UP, start is None, (note, cut) if late else (note,))


def _times(trace: Trace) -> Iterable[float]:
    return (t for event in trace.events for t in (event.t, event.t_start) if t is not None)


def _date(origin: str | None) -> datetime | None:
    """Return a moment in ISO 8601 as UTC, or None for anything else."""
    since = seconds(origin)
    try:
        return None if since is None else datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=since)
    except OverflowError:
        return None
