"""A listing as one record of the lock, and back; and what such a record may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from .. import characters, identifiers
from .listing import Listing

_TEXTS = ("primary_category", "doi", "journal_ref", "comment")
_DAYS = ("published", "updated", "fetched")
_KEYS = ("title", "authors", "published", "updated", "version", *_TEXTS, "categories", "source", "fetched")
SOURCES = ("api", "listing")


def faults(arxiv_id: str, listing: Listing) -> tuple[str, ...]:
    """Say why a lock could not hold a listing; empty where it can."""
    return tuple(_record_faults(arxiv_id, record_of(listing)))


def record_of(listing: Listing) -> dict[str, object]:
    """Return a listing as JSON writes it."""
    return {name: _plain(getattr(listing, name)) for name in _KEYS}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def listing_of(arxiv_id: str, record: object, faults: list[tuple[str, str]]) -> Listing | None:
    """Return the listing that a record holds, or None after what is wrong was added to ``faults``, each with the id."""
    found = list(_record_faults(arxiv_id, record))
    faults.extend((arxiv_id, fault) for fault in found)
    if found or not isinstance(record, dict):
        return None
    values = {name: record[name] for name in _KEYS}
    values |= {name: _day(record[name]) for name in _DAYS}
    values["authors"] = tuple(record["authors"])
    values["categories"] = None if record["categories"] is None else tuple(record["categories"])
    return Listing(**values)


def _record_faults(arxiv_id: str, record: object) -> Iterator[str]:
    if fault := identifiers.arxiv_fault(arxiv_id):
        yield f"{arxiv_id!r} {fault}"
    if not isinstance(record, dict):
        yield "must be an object"
        return
    yield from (f"has an unknown name {name!r}" for name in record if name not in _KEYS)
    for name in _KEYS:
        if name not in record:
            yield f"lacks {name!r}"
        elif not _FORMS[name].holds(record[name]):
            yield f"{name} must be {_FORMS[name].words}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and characters.may_be_written(value)


def _are_texts(value: object) -> bool:
    if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
        return False
    return characters.may_be_written(" ".join(value))


def _day(value: object) -> date | None:
    return _day_of(value) if isinstance(value, str) else None


@lru_cache(maxsize=4_096)
def _day_of(text: str) -> date | None:
    """Return the day that a text names; kept, since thousands of records were fetched on one day, and each is asked for twice."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _is_version(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


class _Form(NamedTuple):
    """What a record may hold under a name."""

    holds: Callable[[object], bool]
    words: str


def _or_null(form: _Form) -> _Form:
    return _Form(lambda value: value is None or form.holds(value), f"{form.words} or null")


_TEXT = _Form(_is_text, "text without control characters")
_LIST = _Form(_are_texts, "a list of texts without control characters")
_NAMES = _Form(lambda value: bool(value) and _are_texts(value), "a list of names, not empty and without control characters")
_DATE = _Form(lambda value: _day(value) is not None, "a date written as YYYY-MM-DD")
_FORMS: Mapping[str, _Form] = {
    "title": _TEXT, "authors": _NAMES, "fetched": _DATE,
    "source": _Form(lambda value: value in SOURCES, f"one of {', '.join(SOURCES)}"),
    "version": _or_null(_Form(_is_version, "a positive whole number")),
    "categories": _or_null(_LIST),
    **dict.fromkeys(("published", "updated"), _or_null(_DATE)),
    **dict.fromkeys(_TEXTS, _or_null(_TEXT)),
}  # fmt: skip
