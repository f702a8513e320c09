"""What a metric rests on, and so what of it was guessed, and whether it is known at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from ..measures import Measure, between, unknown
from ..model import Trace
from ..timeline import Timeline


class Basis(NamedTuple):
    """What a metric rests on, so that the report can say what of it was guessed, or that it is unknown."""

    keys: frozenset[str]
    """Keys of events, as in ``to``, or in ``spawn.to`` where only such events matter; and what only ``provenance`` names, as edges."""
    types: frozenset[str] | None = None
    """Types of the events whose keys matter; None for all of them."""
    needed: frozenset[str] = frozenset()
    """What must not be missing from the source of a trace: nothing found then means unknown, and not zero."""
    more: frozenset[str] = frozenset()
    """What can only make the value larger: where some of it is missing from the source, the value found is a lower bound."""

    @classmethod
    def of(cls, keys: str, types: str | None = None, needed: str = "", more: str = "") -> Basis:
        """Return a basis from names with blanks between them."""
        of_types = None if types is None else frozenset(types.split())
        return cls(frozenset(keys.split()), of_types, frozenset(needed.split()), frozenset(more.split()))


Guesses = frozenset[tuple[str, str]]
"""Event type, and name of a key that a converter guessed on such an event."""


def guesses(timeline: Timeline) -> Guesses:
    """Return what was guessed on the events of a trace."""
    return frozenset((event.type, name) for event in timeline.trace.events if event.inferred for name in event.inferred)


def marked(trace: Trace, basis: Basis, found: Measure, guessed: Guesses) -> Measure:
    """Return a measure that says what of it was guessed, and that is unknown where the trace's source could not say enough."""
    if lost := sorted(basis.needed.intersection(trace.provenance.missing)):
        return unknown(found.unit, *(f"{name} (missing from the source)" for name in lost))
    if found.low is not None and (lost := sorted(basis.more.intersection(trace.provenance.missing))):
        missing = (*found.missing, *(f"{name} (missing from the source)" for name in lost))
        found = between(found.low, None, found.unit, missing, found.method)
    names = _names(trace, basis, guessed)
    return replace(found, inferred=tuple(sorted(names))) if names and found.status != "not computable" else found


def _names(trace: Trace, basis: Basis, guessed: Guesses) -> frozenset[str]:
    """Return what was guessed of what a metric rests on.

    What a trace names both for the run and on events is judged by the events: the run's list sums up theirs.
    """
    types = basis.types
    matter = [(type_, name) for type_, name in guessed if types is None or type_ in types]
    of_run = set(trace.provenance.inferred) - _told(guessed)
    known = basis.keys | (types or frozenset() if "type" in basis.keys else frozenset())
    return known & (_told(matter) | of_run) | {name for type_, name in matter if f"{type_}.{name}" in known}


def _told(guessed: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names of guessed keys, and of the event types that were themselves guessed."""
    return {name for _, name in guessed} | {type_ for type_, name in guessed if name == "type"}
