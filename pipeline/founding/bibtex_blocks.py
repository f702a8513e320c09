"""The entries of a BibTeX file with their fields as LaTeX. The only module that has the library for it read a file."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import CallFault, Place, Problem
from ..located import Report
from . import bibtex_values
from .bibtex_values import meaning, names_a_macro
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
_KEY_WITHOUT_COMMA = re.compile(r"@\s*\w+\s*[{(]\s*(?P<key>[^\s,={}()#\"]+)\s+[^\W\d][\w:+-]*\s*=")


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
    problems = [_problem(block, text, name) for block in library.failed_blocks if getattr(block, "ignore_error_block", None) is None]
    problems += _missing_commas(library, text, name)
    problems.sort(key=lambda problem: (problem.place.line, problem.place.column))
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


def _problem(block: object, text: str, name: str) -> Problem:
    line = (getattr(block, "start_line", 0) or 0) + 1
    raw = str(getattr(block, "raw", ""))
    begun = max(0, text.find(raw, _start_of_line(text, line)))
    if keyed := _KEY_WITHOUT_COMMA.match(text, begun):
        return _missing_comma(text, keyed.end("key"), name, f"behind the key {keyed['key']!r}")
    said = " ".join(str(getattr(block, "error", "")).split())
    hint = "each brace and quote that is opened must be closed"
    return Problem(
        Place(name, line),
        "bibtex-syntax",
        f"cannot be read{f': {said[:1].lower()}{said[1:160]}' if said else ''}",
        found=" ".join(raw.split())[:80],
        hint=hint,
    )


def _missing_commas(library: Library, text: str, name: str) -> Iterator[Problem]:
    """Yield a problem for each comma between two fields that is not there: the second would be poured into the first."""
    from bibtexparser.model import Entry

    for block in library.blocks:
        entry = getattr(block, "ignore_error_block", None) or block
        for field in entry.fields if isinstance(entry, Entry) else ():
            before = field.key
            for missing in bibtex_values.missing_commas(str(field.value)):
                line = _start_of_line(text, (field.start_line or 0) + 1)
                written = re.compile(rf"(?<!\w){re.escape(field.key)}\s*=\s*{re.escape(str(field.value))}").search(text, line)
                begun = written.end() - len(str(field.value)) if written else line
                yield _missing_comma(text, begun + missing.position, name, f"between the fields {before!r} and {missing.field!r}")
                before = missing.field


def _start_of_line(text: str, line: int) -> int:
    """Return where a line begins, counted from 1."""
    position = 0
    for _ in range(line - 1):
        position = text.find("\n", position) + 1
    return position


def _missing_comma(text: str, position: int, name: str, where: str) -> Problem:
    line, begun = text.count("\n", 0, position) + 1, text.rfind("\n", 0, position) + 1
    found = " ".join(text[max(begun, position - 30) : position + 30].split())
    hint = "a comma stands behind the key of an entry and behind each of its fields"
    return Problem(Place(name, line, position - begun + 1), "bibtex-syntax", f"a comma is missing {where}", found=found, hint=hint)


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
        value = meaning(str(string.value), found)
        if value is not None:
            found[string.key.casefold()] = value
    return found


def _block(entry: Entry, macros: Mapping[str, str], lose: Lose) -> Block:
    line = (entry.start_line or 0) + 1
    fields: dict[str, str] = {}
    for field in entry.fields:
        name, value = field.key.casefold(), meaning(str(field.value), macros)
        if value is None:
            value = str(field.value)
            why = "names a macro that the file does not define" if names_a_macro(value) else "is not one value in braces or quotes"
            lose(Loss(0, (field.start_line or entry.start_line or 0) + 1, name, value, f"{why}; it stands as written"))
        if name in fields:
            lose(Loss(0, (field.start_line or 0) + 1, name, value, "stands twice in its entry; the first is kept"))
        else:
            fields[name] = value
    return Block(entry.key, entry.entry_type.casefold(), fields, line)
