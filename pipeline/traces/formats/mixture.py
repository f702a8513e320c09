"""What a file holds beside the form that it is read in, and what could not be read of it for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ...errors import Place, Problem, Severity
from ..findings import JSON
from . import registry
from .source import Source

OWN = "trace"
"""Stands for our own format among the known forms."""
_PARTS = {"claude-code": frozenset(("type", "sessionId", "agentType"))}
"""Form to the keys of what is a part of its recordings, though nothing by itself."""


class Form(NamedTuple):
    """What a file is read as."""

    name: str
    """A reader's name, or OWN."""
    named: bool
    """Whether the call names it, so that the rest of the file was not asked for."""


def of_content(source: Source) -> str | None:
    """Return what a file's content looks like; None for nothing known."""
    return OWN if _is_trace_file(source) else registry.detected(source)


def _is_trace_file(source: Source) -> bool:
    return len(source.documents) == 1 and is_trace(source.documents[0])


def is_trace(value: JSON) -> bool:
    """Return whether a value is a trace of ours: nothing else has events at the top with edges, or with a version and a trace's id."""
    if not isinstance(value, dict) or not isinstance(value.get("events"), list):
        return False
    return "edges" in value or {"trace_id", "schema_version"} <= value.keys()


def values(source: Source) -> list[JSON]:
    """Return the values of a file, and in place of a list those in it."""
    return [value for document in source.documents for value in (document if isinstance(document, list) else [document])]


def problems(source: Source, form: Form) -> Iterator[Problem]:
    """Yield what is left out of a file that is read in one form: runs in other forms, and what is in none.

    A run that nobody asked to leave out is an error; one that lies within another one, in the same object, a warning.
    """
    inner = values(source)
    own = [_fits(value, form.name, source) for value in inner]
    known = [*own]
    for name in (OWN, *registry.READERS):
        if name == form.name or not _holds(source, inner, name):
            continue
        fits = [_fits(value, name, source) for value in inner]
        known = [one or other for one, other in zip(known, fits, strict=True)]
        for within, number in sorted(Counter(one for one, other in zip(own, fits, strict=True) if other).items()):
            yield _other(source, name, number, "warning" if within or form.named else "error")
    unknown = sum(not one and not _is_part(value, form.name) for value, one in zip(inner, known, strict=True))
    if unknown and form.name != OWN:
        message = f"holds {_values(unknown)} in no form that is known, left out"
        yield Problem(Place(source.name), "unknown-values", message, severity="warning")


def _holds(source: Source, inner: list[JSON], name: str) -> bool:
    return any(map(is_trace, inner)) if name == OWN else registry.reader(name).fits(source._replace(documents=tuple(inner)))


def _fits(value: JSON, name: str, source: Source) -> bool:
    return is_trace(value) if name == OWN else registry.reader(name).fits(source._replace(documents=(value,)))


def _is_part(value: JSON, name: str) -> bool:
    return isinstance(value, dict) and not _PARTS.get(name, frozenset()).isdisjoint(value)


def _values(number: int) -> str:
    return "1 value" if number == 1 else f"{number} values"


def _other(source: Source, name: str, number: int, severity: Severity) -> Problem:
    what = "a trace of version 1 or 2" if name == OWN else name
    message = f"holds {_values(number)} that could be read as {what}, left out"
    hint = "one trace a file" if name == OWN else f"read the file once more, with --from {name}"
    return Problem(Place(source.name), "mixed-forms", message, hint=hint, severity=severity)


def unknown(source: Source) -> Problem | None:
    """Return why a file of no known form is not read where single values of it could be: traces of ours, or a list of lines."""
    inner = values(source)
    if traces := sum(map(is_trace, inner)):
        message = f"holds {traces} {'trace' if traces == 1 else 'traces'} of version 1 or 2 among other values, or in a list"
        message = f"holds {traces} traces of version 1 or 2" if traces > 1 and traces == len(inner) else message
        return Problem(Place(source.name), "several-values", message, hint="one trace a file")
    name = registry.detected(source._replace(documents=tuple(inner)))
    if name is None:
        return None
    hint = "one value a line: jq -c '.[]' FILE"
    return Problem(Place(source.name), "several-values", f"holds a list of what could be read as {name}", hint=hint)
