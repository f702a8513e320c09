"""The fields of a BibTeX entry to cells by column, each with what it was made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import identifiers
from . import bibtex_names, latex_text
from .bibtex_blocks import Block
from .bibtex_venues import venue
from .tables import Source

_VERBATIM = frozenset({"url", "doi", "eprint", "link", "ee", "pdf", "arxiv", "arxivid", "code", "archiveprefix", "eprinttype"})
"""Fields that LaTeX is not to touch."""
_ADDRESSES = ("howpublished", "note")
"""Fields whose addresses are links of the entry."""


def cells(block: Block) -> tuple[dict[str, str], dict[str, Source]]:
    """Return what an entry says by column, and what stood there where LaTeX was not made text without loss, or names were read."""
    fields = dict(block.fields)
    place, used = venue(block)
    sources = dict(_sources(fields, used))
    found = {"key": block.key, "type": block.kind, "title": _title(fields), "author": bibtex_names.cell(fields.pop("author", ""))}
    found["year"] = latex_text.text(fields.pop("year", "") or fields.pop("date", ""))
    found["eprint"] = _eprint(fields)
    found["url"] = " ; ".join(dict.fromkeys(_addresses(fields)))
    for field, value in fields.items():
        if field not in used and field not in found and field != "crossref":
            found[field] = latex_text.verbatim(value) if field in _VERBATIM else latex_text.text(value)
    said_by_eprint = found["eprint"] and not place
    found["venue"] = "arXiv" if said_by_eprint else place
    return found, {column: source for column, source in sources.items() if column in found}


def _sources(fields: Mapping[str, str], used: tuple[str, ...]) -> Iterator[tuple[str, Source]]:
    """Yield the source of each column that says less or otherwise than its fields."""
    for field, value in fields.items():
        column = "title" if field == "subtitle" else "venue" if field in used else field
        whole = ": ".join(fields[name] for name in ("title", "subtitle") if name in fields) if column == "title" else value
        fault = "" if field in _VERBATIM else _fault(value, has_links=field in _ADDRESSES)
        if fault or field == "author":
            yield column, Source(" ".join(whole.split()), fault)


def _fault(value: str, *, has_links: bool) -> str:
    found = latex_text.printed(value)
    led = [] if has_links else [f"leads to {address}, which is left out" for address in found.addresses]
    return "; ".join(filter(None, [found.fault, *led]))


def _title(fields: dict[str, str]) -> str:
    parts = [latex_text.text(fields.pop(name, "")) for name in ("title", "subtitle")]
    return ": ".join(part for part in parts if part)


def _eprint(fields: dict[str, str]) -> str:
    """Return the arXiv id that stands under ``eprint`` or the like; an eprint of another archive stays where it is."""
    archive = latex_text.verbatim(fields.get("archiveprefix", "") or fields.get("eprinttype", "")).casefold()
    if archive not in ("", "arxiv"):
        return ""
    for name in ("eprint", "arxiv", "arxivid"):
        if found := identifiers.arxiv_id_in(latex_text.verbatim(fields.get(name, ""))):
            for used in (name, "archiveprefix", "eprinttype"):
                fields.pop(used, None)
            return found
    volume = latex_text.verbatim(fields.get("volume", ""))
    told = (volume.removeprefix("abs/"), *latex_text.text(fields.get("journal", "")).split())
    return next(filter(None, map(identifiers.arxiv_id_in, told)), "")


def _addresses(fields: dict[str, str]) -> Iterator[str]:
    for name in ("url", "link", "ee"):
        if value := latex_text.verbatim(fields.pop(name, "")):
            yield value
    for name in _ADDRESSES:
        yield from latex_text.addresses(fields.get(name, ""))
