"""The entries of a BibTeX file with their fields as LaTeX. The only module that has the library for it read a file."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import CallFault, Place, Problem
from ..located import Report
from .tables import Lose, Loss

if TYPE_CHECKING:
    from bibtexparser.library import Library
    from bibtexparser.model import Entry

logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
"""What the library finds wrong is told as problems, so its warnings stay off the terminal."""
_NAMES_OF_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTHS = {name[:3].lower(): name for name in _NAMES_OF_MONTHS}
"""The macros that every style defines."""
_NUMBER = re.compile(r"[0-9]+")


class Block(NamedTuple):
    """One entry."""

    key: str
    kind: str
    """In lower case: ``article``."""
    fields: Mapping[str, str]
    """LaTeX by name in lower case, macros resolved and the outer braces or quotes gone."""
    line: int


def read(text: str, name: str, report: Report, lose: Lose) -> list[Block] | None:
    """Return the entries of a file in its order, or None after a problem was reported. What is no entry is named as lost.

    Raises CallFault where the library is not installed.
    """
    library = _library(text)
    problems = [
        _problem(block, name)
        for block in library.failed_blocks
        if not hasattr(block, "ignore_error_block") or block.ignore_error_block is None
    ]
    for problem in problems:
        report(problem)
    if problems:
        return None
    macros = _macros(library)
    return [_block(entry, macros, lose) for entry in _entries(library, lose)]


def _library(text: str) -> Library:
    try:
        from bibtexparser.entrypoint import parse_string
    except ImportError as error:
        raise CallFault("BibTeX needs bibtexparser: pip install 'bibtexparser>=2'") from error
    return parse_string(text, parse_stack=[])


def _problem(block: object, name: str) -> Problem:
    line = (getattr(block, "start_line", 0) or 0) + 1
    said = " ".join(str(getattr(block, "error", "")).split())
    raw = " ".join(str(getattr(block, "raw", "")).split())
    hint = "each brace and quote that is opened must be closed"
    return Problem(
        Place(name, line),
        "bibtex-syntax",
        f"cannot be read{f': {said[:1].lower()}{said[1:160]}' if said else ''}",
        found=raw[:80],
        hint=hint,
    )


def _entries(library: Library, lose: Lose) -> Iterator[Entry]:
    from bibtexparser.model import Entry, ExplicitComment, ImplicitComment, Preamble, String

    for block in library.blocks:
        line = (block.start_line or 0) + 1
        inner = getattr(block, "ignore_error_block", None)
        entry = block if isinstance(block, Entry) else inner
        if isinstance(entry, Entry):
            yield entry
        elif isinstance(block, ExplicitComment | ImplicitComment | Preamble):
            text = " ".join(str(getattr(block, "comment", "") or getattr(block, "value", "")).split())
            if text.strip("% "):
                lose(Loss(0, line, "", text, "belongs to no entry"))
        elif not isinstance(block, String) and inner is None:
            lose(Loss(0, line, "", " ".join(str(block.raw).split()), "is no entry"))


def _macros(library: Library) -> dict[str, str]:
    """Return what each macro stands for, the months among them; a macro may be made of those above it."""
    found = dict(_MONTHS)
    for string in library.strings:
        found[string.key.casefold()] = _value(str(string.value), found) or ""
    return found


def _block(entry: Entry, macros: Mapping[str, str], lose: Lose) -> Block:
    line = (entry.start_line or 0) + 1
    fields: dict[str, str] = {}
    for field in entry.fields:
        name, value = field.key.casefold(), _value(str(field.value), macros)
        if value is None:
            value = str(field.value)
            lose(
                Loss(
                    0,
                    (field.start_line or entry.start_line or 0) + 1,
                    name,
                    value,
                    "names a macro that the file does not define; it stands as written",
                )
            )
        if name in fields:
            lose(Loss(0, (field.start_line or 0) + 1, name, value, "stands twice in its entry; the first is kept"))
        else:
            fields[name] = value
    return Block(entry.key, entry.entry_type.casefold(), fields, line)


def _value(raw: str, macros: Mapping[str, str]) -> str | None:
    """Return what a field's value stands for, its parts joined at each ``#``; None where a macro is not defined."""
    parts = []
    for part in _parts(raw):
        if part[:1] + part[-1:] in ("{}", '""') and len(part) > 1:
            parts.append(part[1:-1])
        elif _NUMBER.fullmatch(part):
            parts.append(part)
        elif part.casefold() in macros:
            parts.append(macros[part.casefold()])
        else:
            return None
    return "".join(parts)


def _parts(raw: str) -> Iterator[str]:
    """Yield the parts of a value that a ``#`` outside braces and quotes joins."""
    depth, quoted, begun = 0, False, 0
    for position, character in enumerate(raw):
        depth += (character == "{") - (character == "}")
        if character == '"' and depth == 0:
            quoted = not quoted
        elif character == "#" and depth == 0 and not quoted:
            yield raw[begun:position].strip()
            begun = position + 1
    yield raw[begun:].strip()
