"""The keys that the two sorts of files hold, and where one belongs that stands in the wrong sort."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..taxonomy import Taxonomy

PAPER_KEYS = (
    "title", "authors", "authors_complete", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "links", "unknown", "added",
    "summary", "notes", "tags", "exceptions", "accepted", "changes", "promoted_from",
)  # fmt: skip
REQUIRED = ("title", "authors", "year", "venue", "links", "added", "tags")
OPTIONAL_TEXTS = ("affiliation", "short_name", "arxiv_id", "doi", "summary", "notes")
EXCLUSION_KEYS = (
    "title", "source", "query_family", "identifier", "url", "date_screened", "stage", "reason_codes", "reason", "tags", "accepted",
)  # fmt: skip
MISSING = "if its file was deleted or renamed, put it back (a key never changes), or take the key out here as well"
"""What to do about a key that names no record."""
DRAFT_LINE = re.compile(
    r"^[ \t]*#(?:[a-z][a-z0-9_]*:(?=\s|$)| (?:A draft\. |arXiv says: |arXiv lists as an author: |Required: |Optional: |Unfinished: )).*",
    re.MULTILINE,
)
"""A line of a draft that waits for somebody: a field as a comment, or what is said of one. See ``drafts.entries``."""


def elsewhere(key_hint: str, taxonomy: Taxonomy, others: tuple[str, ...], folder: str) -> list[tuple[Collection[str], str]]:
    """Pair the keys that people write in the wrong place with the hint that says where they belong."""
    return [
        (("key", "id", "record_id"), key_hint),
        (("url", "link", "arxiv", "pdf"), "addresses of a paper stand under links, one a line"),
        (taxonomy.fields, "it belongs under tags"),
        (others, f"records of {folder}/ have such a field"),
    ]
