"""The example traces, by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pipeline.traces import loading
from pipeline.traces.timeline import Timeline

EXAMPLES = Path(__file__).parent.parent / "traces" / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.json"))


@cache
def example(name: str) -> Timeline:
    """Return the order of an example."""
    line = loading.load((EXAMPLES / f"{name}.json").read_bytes(), name).timeline
    assert line is not None
    return line
