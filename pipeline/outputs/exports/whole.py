"""The whole pool as one JSON document: title page, vocabulary, papers and exclusions."""

from __future__ import annotations

from collections.abc import Iterable

from ...corpus import Corpus
from ...lock import Listing
from ...records import Exclusion, Paper, Promotion
from ...survey import About
from ...taxonomy import Field, Rule, TagValue
from . import json_text
from .json_text import Json, plain

FORMAT = 1
"""Raised when a name in the document changes its meaning."""
Document = dict[str, Json]


def text(corpus: Corpus) -> str:
    """Return the document as text, in a stable order: papers by key, exclusions by id, values as the taxonomy has them."""
    return json_text.text(document(corpus))


def document(corpus: Corpus) -> Document:
    """Return everything that a survey holds, as the schema of ``whole_schema`` describes it.

    What an entry does not have is an empty text, list or object, or null for a date or number; never absent. Only an author
    has no more than the members that say something: some papers have hundreds.
    """
    return {
        "format": FORMAT,
        "about": _about(corpus.about),
        "taxonomy": {
            "fields": [_field(field) for field in corpus.taxonomy],
            "exclusion": [_field(field) for field in corpus.taxonomy.exclusion.values()],
            "rules": [_rule(rule) for rule in corpus.taxonomy.rules],
        },
        "papers": [paper_object(paper, corpus.listings.get(paper.arxiv_id)) for paper in corpus.papers],
        "exclusions": [_exclusion(exclusion) for exclusion in corpus.exclusions],
    }


_ABOUT = (
    "name", "title", "author", "arxiv_id", "cutoff", "description", "cite", "license_data", "license_code", "repository", "site_url",
    "rights_holder",
)  # fmt: skip
_FIELD = ("name", "label", "kind", "definition", "required", "ordered", "none", "absent", "attributes", "applies_to")
_VALUE = ("name", "label", "definition", "not_for", "confused_with", "attributes")
_RULE = ("name", "when", "then", "then_not", "why")
_PAPER = (
    "key", "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "added",
    "summary", "notes", "tags", "exceptions", "accepted",
)  # fmt: skip
_CHANGE = ("date", "field", "before", "why")
_LISTING = ("published", "updated", "version", "primary_category", "doi", "journal_ref", "comment", "fetched")
_EXCLUSION = (
    "id", "title", "source", "query_family", "identifier", "url", "arxiv_id", "doi", "date_screened", "stage", "reason_codes", "reason",
    "accepted",
)  # fmt: skip


def _taken(value: object, names: Iterable[str]) -> Document:
    return {name: plain(getattr(value, name)) for name in names}


def _about(about: About) -> Document:
    return _taken(about, _ABOUT)


def _field(field: Field) -> Document:
    return _taken(field, _FIELD) | {"values": _values(field.values), "levels": _values(field.levels)}


def _values(values: Iterable[TagValue]) -> list[Json]:
    return [_taken(value, _VALUE) for value in values]


def _rule(rule: Rule) -> Document:
    return _taken(rule, _RULE)


def paper_object(paper: Paper, listing: Listing | None) -> Document:
    """Return one paper, with what arXiv lists of it, or null where that was never fetched."""
    changes: list[Json] = [_taken(change, _CHANGE) for change in paper.changes]
    arxiv = _taken(listing, _LISTING) if listing else None
    promoted_from = _promotion(paper.promoted_from) if paper.promoted_from else None
    return _taken(paper, _PAPER) | {"changes": changes, "arxiv": arxiv, "promoted_from": promoted_from}


def _promotion(promotion: Promotion) -> Document:
    return {"because": promotion.because, "exclusion": _exclusion(promotion.exclusion)}


def _exclusion(exclusion: Exclusion) -> Document:
    return _taken(exclusion, _EXCLUSION) | {"proposed_tags": plain(exclusion.tags)}
