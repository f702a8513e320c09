"""Edits to one entry, after which the ``arxiv`` package reads just what was checked, or nothing."""

from __future__ import annotations

from lxml import etree

from .atom import ATOM, moment_of, text_of

HARMLESS = "urn:unusable:"
"""How the id of an entry begins that was made harmless."""
_DAY = "2000-01-01T00:00:00Z"


def settle(entry: etree._Element) -> None:
    """Write back what was checked, so that the ``arxiv`` package reads just that."""
    for name in ("id", "published", "updated"):
        element = entry.find(ATOM + name)
        if element is not None:
            text = text_of(entry, name)
            element.text = text if name == "id" else moment_of(text).replace(microsecond=0).isoformat()


def date_as_published(entry: etree._Element) -> None:
    """Give an entry without a usable date of its latest version that of its first, which the package insists on."""
    for updated in entry.findall(f"{ATOM}updated"):
        entry.remove(updated)
    etree.SubElement(entry, f"{ATOM}updated").text = text_of(entry, "published")


def make_harmless(entry: etree._Element, number: int) -> None:
    """Leave of an unusable entry what the package insists on; ``number`` tells it from others of its page."""
    for child in list(entry):
        entry.remove(child)
    for name, text in (("id", f"{HARMLESS}{number}"), ("updated", _DAY), ("published", _DAY)):
        etree.SubElement(entry, ATOM + name).text = text
