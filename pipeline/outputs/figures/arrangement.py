"""In which order values stand, and how often each is held."""

from __future__ import annotations

from collections.abc import Mapping

from ... import coverage
from ...corpus import Corpus
from ...coverage import UNCODED
from ...records import Paper
from ...taxonomy import Field


def tally(corpus: Corpus, name: str) -> dict[str, int]:
    """Return papers per value, declared ones without a paper included, UNCODED last where it occurs."""
    table = coverage.counts(corpus, name)
    return {str(value): int(count) for value, count in zip(table.index, table["count"], strict=True)}


def arranged(field: Field, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Return the values counted, in the order in which a figure shows them.

    The taxonomy's order where it means something, else the largest count first, equal counts as declared; the
    value that says "not applicable" and the papers that are not coded come last.
    """
    named = list(counts) if field.ordered else sorted(counts, key=lambda value: -counts[value])
    return tuple(sorted(named, key=lambda value: (value == UNCODED, value == field.none)))


def label(field: Field, value: str) -> str:
    """Return what a figure calls a value."""
    return "not coded" if value == UNCODED else field.label_of(value)


def holders(corpus: Corpus, name: str, value: str) -> tuple[Paper, ...]:
    """Return the papers that hold a value in a field, in their order."""
    return coverage.holders(corpus, name).get(value, ())


def entries(number: int) -> str:
    """Return a number of entries in words: ``1 entry``, ``12 entries``."""
    return f"{number:,} {'entry' if number == 1 else 'entries'}"
