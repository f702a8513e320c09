"""``arxiv.lock.json``: arXiv metadata as last fetched, one record an id."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from . import identifiers, located
from .errors import Place, Problem
from .located import Report

FILE_NAME = "arxiv.lock.json"
FORMAT = 1
"""Raised when a record's keys change their meaning."""


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
    """The day on which it was seen."""


_TEXTS = ("primary_category", "doi", "journal_ref", "comment")
_KEYS = ("title", "authors", "published", "updated", "version", *_TEXTS, "categories", "source", "fetched")
SOURCES = ("api", "listing")


def read(root: Path, report: Report) -> dict[str, Listing]:
    """Return the listings by arXiv id, sorted; empty where there is no lock or it was reported as unreadable."""
    path = root / FILE_NAME
    if not path.exists():
        return {}
    text = located.read_text(path, FILE_NAME, report)
    return {} if text is None else parse(text, report)


def parse(text: str, report: Report) -> dict[str, Listing]:
    """Return the listings that a lock's text holds; what is wrong is reported and left out."""
    faults: list[tuple[str, str]] = []
    try:
        content = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        report(_syntax_problem(error, text))
        return {}
    records = content.get("records") if isinstance(content, dict) else None
    if not isinstance(records, dict) or content.get("format") != FORMAT:
        message = f"must be an object with format {FORMAT} and records"
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


def _record(listing: Listing) -> dict[str, object]:
    record: dict[str, object] = {name: getattr(listing, name) for name in _KEYS}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in record.items()}


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
    before = len(faults)

    def fault(text: str) -> None:
        faults.append((arxiv_id, text))

    if identifiers.arxiv_fault(arxiv_id):
        fault(f"{arxiv_id!r} {identifiers.arxiv_fault(arxiv_id)}")
    if not isinstance(record, dict):
        fault("must be an object")
        return None
    for name in sorted(record.keys() ^ set(_KEYS)):
        fault(f"has an unknown name {name!r}" if name in record else f"lacks {name!r}")
    if len(faults) > before:
        return None
    if not _is_text(record["title"]) or not _are_texts(record["authors"]):
        fault("title must be text and authors a list of names")
    if not all(record[name] is None or _is_text(record[name]) for name in _TEXTS):
        fault(f"{', '.join(_TEXTS)} must be text or null")
    if record["categories"] is not None and not _are_texts(record["categories"]):
        fault("categories must be a list of texts or null")
    version = record["version"]
    if version is not None and (isinstance(version, bool) or not isinstance(version, int) or version < 1):
        fault("version must be a positive whole number or null")
    if record["source"] not in SOURCES:
        fault(f"source must be one of {', '.join(SOURCES)}")
    days = {name: _day(record[name]) for name in ("published", "updated", "fetched")}
    for name, day in days.items():
        if day is None and (record[name] is not None or name == "fetched"):
            fault(f"{name} must be a date written as YYYY-MM-DD{'' if name == 'fetched' else ' or null'}")
    if len(faults) > before or days["fetched"] is None:
        return None
    return Listing(
        record["title"], tuple(record["authors"]), days["published"], days["updated"], version, record["primary_category"],
        None if record["categories"] is None else tuple(record["categories"]), record["doi"], record["journal_ref"],
        record["comment"], record["source"], days["fetched"],
    )  # fmt: skip


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _day(value: object) -> date | None:
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None
