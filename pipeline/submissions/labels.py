"""What people call the facts of a record that stand outside of the taxonomy."""

from __future__ import annotations

from collections.abc import Mapping

FACTS: Mapping[str, str] = {
    "title": "Title", "authors": "Authors", "authors_complete": "Whether all authors are listed", "year": "Year", "venue": "Venue",
    "affiliation": "Affiliation", "short_name": "Name of the method or system", "arxiv_id": "arXiv id", "doi": "DOI", "links": "Links",
    "added": "Day of joining", "summary": "Summary", "notes": "Notes", "exceptions": "Exceptions to rules",
    "accepted": "Accepted differences from arXiv",
    "changes": "Log of changes",
    "source": "Source", "query_family": "Query family", "identifier": "Identifier", "url": "Address", "date_screened": "Day of screening",
    "stage": "Stage", "reason_codes": "Reasons", "reason": "Reason", "tags": "Tags", "promoted_from": "Record in the log",
}  # fmt: skip
"""By the name that they have in a file."""


def fact(name: str) -> str:
    """Return what a fact is called; a name that is not known stands for itself."""
    return FACTS.get(name, name.replace("_", " "))
