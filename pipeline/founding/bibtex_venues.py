"""Where an entry of a BibTeX file was published, by what kind of entry it is."""

from __future__ import annotations

import re

from . import latex_text
from .bibtex_blocks import Block

_WHERE = {
    "article": ("journal", "journaltitle"), "inproceedings": ("booktitle",), "conference": ("booktitle",), "incollection": ("booktitle",),
    "inbook": ("booktitle", "publisher"), "book": ("publisher",), "proceedings": ("publisher",), "phdthesis": ("school", "institution"),
    "mastersthesis": ("school", "institution"), "thesis": ("institution", "school"), "techreport": ("institution",),
    "report": ("institution",),
}  # fmt: skip
"""Kind of entry to the fields that say where it was published."""
_ELSEWHERE = ("journal", "journaltitle", "booktitle", "howpublished", "publisher", "organization", "school", "institution")
"""What may say so in any entry."""
_DOCUMENTS = {
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master's thesis",
    "thesis": "Thesis",
    "techreport": "Technical report",
    "report": "Report",
}
"""Kinds of entry that are a kind of document themselves."""
_ARXIV = re.compile(
    r"arxiv(?:\.org)?(?:[ -]*(?:e-?prints?|preprints?|preprint server))?(?:[ ,:(]*arxiv[:\s]*)?[\s:]*(?:abs/)?[0-9./v]*\)?"
    r"(?:\s*\[[^\]]*\])?",
    re.IGNORECASE,
)
"""arXiv, however long it is written: the id stands elsewhere."""


def venue(block: Block) -> tuple[str, tuple[str, ...]]:
    """Return where an entry was published, and the fields that say so; empty where none does."""
    document = _DOCUMENTS.get(block.kind, "")
    for field in (*_WHERE.get(block.kind, ()), *_ELSEWHERE):
        source = block.fields.get(field, "")
        if field == "howpublished" and latex_text.addresses(source):
            continue
        if place := latex_text.text(source):
            if _is_address(place):
                continue
            place = "arXiv" if _ARXIV.fullmatch(place) else place
            return (f"{document}, {place}" if document else place), (field,)
    return document, ()


def _is_address(text: str) -> bool:
    return re.match(r"(?:https?://|www\.)\S+$", text) is not None
