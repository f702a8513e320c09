"""The file: its text to listings, and listings to its text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import located, syntax
from ..errors import Place, Problem
from ..located import Report
from .json_records import listing_of, record_of
from .listing import Listing

FILE_NAME = "arxiv.lock.json"
FORMAT = 1
"""Raised when a record's keys change their meaning."""
MAX_BYTES = 100_000_000
"""A record has some 800 bytes, so this is room for 100,000 of them."""


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
    found = {arxiv_id: listing_of(arxiv_id, record, faults) for arxiv_id, record in sorted(records.items())}
    for arxiv_id, fault in faults:
        report(Problem(_place_of(arxiv_id, text), "bad-lock", fault, f"records.{arxiv_id}"))
    return {arxiv_id: listing for arxiv_id, listing in found.items() if listing is not None}


def text_of(listings: Mapping[str, Listing]) -> str:
    """Return the lock's text for listings by arXiv id: sorted, one value a line, ending with a line break."""
    records = {arxiv_id: record_of(listings[arxiv_id]) for arxiv_id in sorted(listings)}
    return json.dumps({"format": FORMAT, "records": records}, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


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
