"""Texts are as readers and spreadsheets need them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..corpus import Corpus
from ..errors import Place, Problem
from ..records import UNKNOWABLE, UNKNOWN, Exclusion, Paper, Promotion, Record
from .scope import all_records, is_open


def summaries_are_sentences(corpus: Corpus) -> Iterator[Problem]:
    """A summary is one sentence that ends with a full stop; an entry without one is a notice."""
    for paper in corpus.papers:
        if is_open(paper, "summary"):
            continue
        if not paper.summary:
            yield Problem(paper.place, "no-summary", "has no summary yet", "summary", severity="notice")
        elif not paper.summary.endswith(ENDS):
            yield _without_end(paper, "summary", paper.summary)
        elif paper.summary[0].islower():
            yield Problem(paper.where("summary"), "lower-case", "begins in lower case", "summary", paper.summary[:20], severity="warning")


def reasons_are_sentences(corpus: Corpus) -> Iterator[Problem]:
    """The reason for an exclusion ends with a full stop, as a summary does."""
    for exclusion in corpus.exclusions:
        if exclusion.reason and not exclusion.reason.endswith(ENDS) and not is_open(exclusion, "reason"):
            yield _without_end(exclusion, "reason", exclusion.reason)


ENDS = (".", "?", "!")
"""What a sentence ends with."""


def _without_end(record: Record, field: str, text: str) -> Problem:
    return Problem(record.where(field), "no-full-stop", "does not end with a full stop", field, text[-20:])


def unknown_facts_are_counted(corpus: Corpus) -> Iterator[Problem]:
    """Which facts of how many entries are still to be found out is worth knowing."""
    open_ones = [paper for paper in corpus.papers if paper.unknown and not is_open(paper, UNKNOWN, *UNKNOWABLE)]
    counted = Counter(name for paper in open_ones for name in paper.unknown)
    if counted:
        entries = "1 entry lacks" if len(open_ones) == 1 else f"{len(open_ones)} entries lack"
        facts = ", ".join(f"{name} of {counted[name]}" for name in UNKNOWABLE if name in counted)
        message = f"{entries} facts that are still to be found out: {facts}"
        yield Problem(Place("corpus"), "unknown-facts", message, UNKNOWN, ", ".join(paper.key for paper in open_ones), severity="notice")


def no_cell_is_a_formula(corpus: Corpus) -> Iterator[Problem]:
    """No text begins like a spreadsheet formula, so that exported tables open safely as they are."""
    for record in all_records(corpus):
        for field, text in _cells(record):
            if text.startswith(_FORMULAS):
                yield Problem(
                    record.where(field), "formula", "begins like a spreadsheet formula", field, text[:40], hint="begin with a word"
                )


_FORMULAS = ("=", "+", "@", "-", "|", "%")
_CELLS = {
    Paper: ("title", "venue", "affiliation", "summary", "notes", "short_name"),
    Exclusion: ("title", "reason", "source", "identifier"),
}


def _cells(record: Record) -> Iterator[tuple[str, str]]:
    yield from ((name, getattr(record, name)) for name in _CELLS[type(record)])
    for field, tag in record.tags.items():
        if isinstance(tag, dict):
            yield from ((f"tags.{field}", text) for text in tag.values())
    if isinstance(record, Paper):
        yield from (("authors", author.family) for author in record.authors)
        yield from (("changes", change.why) for change in record.changes)
        yield from (("exceptions", why) for why in record.exceptions.values())
        yield from _cells_of_promotion(record.promoted_from) if record.promoted_from else ()


def _cells_of_promotion(promotion: Promotion) -> Iterator[tuple[str, str]]:
    yield "promoted_from", promotion.because
    yield from (("promoted_from", text) for _, text in _cells(promotion.exclusion))
