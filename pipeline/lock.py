"""``arxiv.lock.json``: arXiv metadata as last fetched, one record an id."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from . import characters, identifiers, located, syntax
from .errors import Place, Problem
from .located import Report

FILE_NAME = "arxiv.lock.json"
FORMAT = 1
"""Raised when a record's keys change their meaning."""
MAX_BYTES = 100_000_000
"""A record has some 800 bytes, so this is room for 100,000 of them."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What arXiv says of one paper. None means that it was not seen."""

    title: str
    authors: tuple[str, ...]
    published: date | None
    """Of version 1, in UTC."""
    updated: date | None
    """Of the latest version."""
    version: int | None
    primary_category: str | None
    categories: tuple[str, ...] | None
    doi: str | None
    journal_ref: str | None
    comment: str | None
    source: str
    """``api`` where fetched, ``listing`` where seeded from public listings."""
    fetched: date
    """The day on which it was seen, in UTC."""

    @property
    def withdrawn(self) -> bool:
        """Whether the comment says that the paper was taken back; its abstract page stays up all the same."""
        return bool(self.comment and _WITHDRAWN.search(self.comment))


_WITHDRAWN = re.compile(r"\b(?:withdrawn|retracted)\b(?! (?:submission )?from (?!arxiv))", re.IGNORECASE)
"""Not what was withdrawn from a conference."""

_TEXTS = ("primary_category", "doi", "journal_ref", "comment")
_DAYS = ("published", "updated", "fetched")
_KEYS = ("title", "authors", "published", "updated", "version", *_TEXTS, "categories", "source", "fetched")
SOURCES = ("api", "listing")


def read(root: Path, report: Report) -> dict[str, Listing]:
    """Return the listings by arXiv id, sorted; empty where there is no lock or it was reported as unreadable."""
    path = root / FILE_NAME
    if not path.exists():
        return {}
    text = located.read_text(path, FILE_NAME, report, MAX_BYTES)
    return {} if text is None else parse(text, report)


def parse(text: str, report: Report) -> dict[str, Listing]:
    """Return the listings that a lock's text holds; what is wrong is reported and left out."""
    faults: list[tuple[str, str]] = []
    conflicts = list(syntax.conflicts(text, FILE_NAME, "take either side as it is, and run masrl fetch"))
    if conflicts:
        report(conflicts[0])
        return {}
    try:
        content = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        report(_syntax_problem(error, text))
        return {}
    records = content.get("records") if isinstance(content, dict) else None
    if not isinstance(records, dict) or content.keys() != {"format", "records"} or content["format"] != FORMAT:
        message = f"must be an object with format {FORMAT} and records, and nothing else"
        report(Problem(Place(FILE_NAME), "bad-lock", message, hint="restore the file from git and run masrl fetch"))
        return {}
    found = {arxiv_id: _listing(arxiv_id, record, faults) for arxiv_id, record in sorted(records.items())}
    for arxiv_id, fault in faults:
        report(Problem(_place_of(arxiv_id, text), "bad-lock", fault, f"records.{arxiv_id}"))
    return {arxiv_id: listing for arxiv_id, listing in found.items() if listing is not None}


def text_of(listings: Mapping[str, Listing]) -> str:
    """Return the lock's text for listings by arXiv id: sorted, one value a line, ending with a line break."""
    records = {arxiv_id: _record(listings[arxiv_id]) for arxiv_id in sorted(listings)}
    return json.dumps({"format": FORMAT, "records": records}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def faults(arxiv_id: str, listing: Listing) -> tuple[str, ...]:
    """Say why a lock could not hold a listing; empty where it can."""
    return tuple(_record_faults(arxiv_id, _record(listing)))


def _record(listing: Listing) -> dict[str, object]:
    return {name: _plain(getattr(listing, name)) for name in _KEYS}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r} stands twice in one object")
    return found


def _no_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON value")


def _syntax_problem(error: Exception, text: str) -> Problem:
    place = Place(FILE_NAME)
    message = str(error)
    if isinstance(error, json.JSONDecodeError):
        place, message = Place(FILE_NAME, error.lineno, error.colno), error.msg.lower()
    elif isinstance(error, RecursionError):
        message = "nested too deeply"
    elif match := re.search(r"'(.*)' stands twice", message):
        place = _place_of(match[1], text, last=True)
    return Problem(place, "bad-lock", f"is not JSON: {message}", hint="restore the file from git and run masrl fetch")


def _place_of(name: str, text: str, *, last: bool = False) -> Place:
    quoted = json.dumps(name, ensure_ascii=False)
    position = text.rfind(quoted) if last else text.find(quoted)
    if position < 0:
        return Place(FILE_NAME)
    return Place(FILE_NAME, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))


def _listing(arxiv_id: str, record: object, faults: list[tuple[str, str]]) -> Listing | None:
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
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _day(value: object) -> date | None:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return None
    try:
        return date.fromisoformat(value)
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
