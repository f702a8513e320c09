"""What stands at the top of a trace, for forms that have room for it."""

from __future__ import annotations

from dataclasses import replace

from ...findings import JSON
from ...model import Trace
from . import v2


def heading(trace: Trace) -> dict[str, JSON]:
    """Return what a trace says of the run as a whole, by the keys of version 2."""
    left_out = {"events", "edges"} | ({"schema_version"} if trace.schema_version is None else set())
    whole = v2.document(replace(trace, events=(), edges=()))
    return {key: item for key, item in whole.items() if key not in left_out}
