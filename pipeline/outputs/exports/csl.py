"""CSL-JSON, the form that pandoc, Zotero and citeproc read."""

from __future__ import annotations

from ...corpus import Corpus
from ...records import Author
from . import json_text
from .json_text import Json
from .references import Reference, references

_TYPES = {"preprint": "article", "page": "webpage", "meeting": "paper-conference", "journal": "article-journal"}


def text(corpus: Corpus) -> str:
    """Return all papers of a survey as a CSL-JSON array, in the survey's order."""
    return json_text.text(items(corpus))


def items(corpus: Corpus) -> list[Json]:
    """Return the item of each paper, in the survey's order."""
    return [item(reference) for reference in references(corpus)]


def item(reference: Reference) -> dict[str, Json]:
    """Return one item. Variables without a value are left out; dates are nested lists of whole numbers.

    Names and types: https://docs.citationstyles.org/en/stable/specification.html (CSL 1.0.2).
    """
    day = reference.day
    issued: list[Json] = [day.year, day.month, day.day] if day else [reference.year or 0]
    variables: dict[str, Json] = {
        "author": [name(author) for author in reference.authors],
        "container-title": reference.venue,
        "DOI": reference.doi,
        "URL": reference.url,
        "archive": "arXiv" if reference.arxiv_id else "",
        "archive_location": reference.arxiv_id,
        "genre": "Preprint" if reference.kind == "preprint" else "",
        "keyword": "; ".join(reference.keywords),
        "annote": reference.summary,
        "note": "" if reference.authors_complete else "The list of authors is not complete.",
    }
    head: dict[str, Json] = {"id": reference.key, "type": _TYPES[reference.kind], "title": reference.title}
    dated: dict[str, Json] = {"issued": {"date-parts": [issued]}} if any(issued) else {}
    return head | dated | {key: value for key, value in variables.items() if value}


def name(author: Author) -> dict[str, Json]:
    """Return an author: a person by family and given name, a team or a person of one name as it stands."""
    if author.team or not author.given:
        return {"literal": author.family}
    return {"family": author.family, "given": author.given}
