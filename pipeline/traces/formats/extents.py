"""How long a run took by the times that stand in its source, those that are no events of it included."""

from __future__ import annotations

from collections.abc import Iterable

from .moments import MICROSECOND
from .stamps import FAR


def extent(times: Iterable[float | None]) -> float | None:
    """Return seconds from the first of some moments to the last; None where nobody knows one. Those years off the others are none."""
    known = sorted(t for t in times if t is not None)
    if not known:
        return None
    middle = known[len(known) // 2]
    sane = [t for t in known if abs(t - middle) < FAR]
    return round(sane[-1] - sane[0], MICROSECOND)
