"""Files of other programs to test converters with, and what became of them, in short."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from pipeline.traces import loading
from pipeline.traces.formats import reading
from pipeline.traces.formats.draft import Draft
from pipeline.traces.formats.protocol import Reader
from pipeline.traces.formats.source import Source

FIXTURES = Path(__file__).parent / "convert"

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["2026-01-01T00:00:00Z", [], {}]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=5), below, max_size=3),
    max_leaves=8,
)
"""Any JSON, and numbers that JSON does not have."""


def source(*documents: Any, name: str = "x.json") -> Source:
    """Return documents as if they had been read from a file."""
    return Source(name, documents)


def fixture(path: str) -> Source:
    """Return an invented file by its path below the fixtures."""
    return reading.read((FIXTURES / path).read_bytes(), path).source


def document(path: str) -> Any:
    """Return the first value of an invented file."""
    return json.loads(json.dumps(fixture(path).documents[0]))


def drafts(reader: Reader, sources: Iterable[Source], with_content: bool = False) -> list[Draft]:
    return list(reader.drafts(list(sources), with_content))


def values(reader: Reader, sources: Iterable[Source], with_content: bool = False) -> list[Any]:
    """Return the traces that files hold, as JSON values that the checker has no errors for."""
    found = [draft.value() for draft in drafts(reader, sources, with_content)]
    for value in found:
        errors = [problem for problem in loading.load(json.dumps(value).encode(), "x.json").problems if problem.severity == "error"]
        assert not errors, errors
    return found


def value(reader: Reader, *sources: Source, with_content: bool = False) -> Any:
    """Return the only trace that files hold."""
    (found,) = values(reader, sources, with_content)
    return found


def told(trace: Any) -> list[str]:
    """Return the events of a trace in short: time, type, agent, and the receiver where there is one."""
    return [f"{e['t']:g} {e['type']} {e['agent']}" + (f" > {e['to']}" if "to" in e else "") for e in trace["events"]]


def arrows(trace: Any) -> set[str]:
    """Return the edges of a trace in short."""
    return {f"{e['src']} {e['type']} {e['dst']}" for e in trace["edges"]}


def event(trace: Any, type_: str, number: int = 0) -> Any:
    """Return an event by its type and its number among those, from 0."""
    return [e for e in trace["events"] if e["type"] == type_][number]


def tokens(trace: Any) -> list[Any]:
    """Return the tokens of all events that have any, in order."""
    return [e["tokens"] for e in trace["events"] if "tokens" in e]


@st.composite
def broken(draw: st.DrawFn, path: str) -> Any:
    """Return an invented file's first value with some parts of it replaced by anything, dropped, or doubled."""
    whole = [document(path)]
    for _ in range(draw(st.integers(1, 4))):
        holder: Any = whole
        key: Any = 0
        while isinstance(holder[key], dict | list) and holder[key] and draw(st.integers(0, 5)):
            holder = holder[key]
            key = draw(st.sampled_from(sorted(holder) if isinstance(holder, dict) else range(len(holder))))
        if draw(st.booleans()) or holder is whole:
            holder[key] = draw(anything)
        elif isinstance(holder, list):
            holder.insert(draw(st.integers(0, len(holder))), holder[key])
        else:
            del holder[key]
    return whole[0]


def survives(reader: Reader, *documents: Any) -> None:
    """Convert what may be anything: it gives traces, which may be faulty, and raises nothing."""
    for with_content in (False, True):
        reader.fits(source(*documents))
        for draft in reader.drafts([source(*documents), source(*documents, name="y.json")], with_content):
            loading.load(json.dumps(draft.value()).encode(), "x.json")
