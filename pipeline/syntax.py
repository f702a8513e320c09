"""What a syntax error in YAML most likely comes from, told to someone who has never read its specification."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from . import indentation
from .errors import Place, Problem
from .typographic import FIRST_IN_QUOTES, ODD_BLANK_AFTER_COLON, QUOTES_HINT, called


class SyntaxFault(NamedTuple):
    """What the parser says."""

    what: str
    """Its words, for instance ``mapping values are not allowed in this context``."""
    context: str
    """What it was reading, for instance ``while scanning a simple key``; empty where it does not say."""
    stopped: tuple[int, int]
    """Line and column, counted from 1, at which it gave up."""
    begun: tuple[int, int]
    """Line and column at which what it was reading began."""


_CODES = (
    ("nesting", "too-deep", "is nested too deeply", ""),
    ("another document", "second-document", "a second document begins", "one record per file"),
    ("<document start>", "second-document", "a second document begins", "one record per file"),
    ("undefined alias", "alias", "aliases (*name) are not allowed", "a text that begins with * must stand in quotes"),
)
"""Part of the parser's words, then code, message and hint of the faults that have a code of their own."""
_OPENED_BEFORE = ("while scanning a simple key", "while scanning a quoted scalar", "while parsing a flow")
"""Contexts of which the beginning is the place to mend, not the place where the parser noticed."""
_NO_BLANK = re.compile(r"\s*(?:- +)?[\w-]+:[^\s:/]")
"""``title:Relay``."""
_BEGINS_WITH = re.compile(r"""\s*(?:- +)?(?:[\w"'-]+: +([,?-])|(?:[\w"'-]+: +)?(["'\[{&*!|>%@`]))""")
"""The first character of a value that YAML reads as a sign; - and ? by themselves rightly begin a line."""


_MARKED = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_MARK = re.compile(r"^(?:<{7}|>{7}|\|{7})(?:[ \r]|$)|^={7}\r?$", re.MULTILINE)
"""The lines by which git sets off the two sides of a merge that it could not make."""
_MOST = 20
"""Merges of one file that are named."""


def conflicts(text: str, name: str, hint: str) -> Iterator[Problem]:
    """Yield a problem for each part of a text that a merge left with both of its sides, the first few at most.

    ``hint`` is what to do about it. A mark whose beginning was deleted already is a problem of its own.
    """
    if not any(mark in text for mark in _MARKED):
        return
    yield from islice(_merges(text, name, hint), _MOST)


def _merges(text: str, name: str, hint: str) -> Iterator[Problem]:
    opened = False
    for match in _MARK.finditer(text):
        if match[0].startswith("<") or not opened:
            place = Place(name, text.count("\n", 0, match.start()) + 1)
            found = text[match.start() :].partition("\n")[0].rstrip()
            yield Problem(place, "merge-conflict", "holds a merge that git left for people to settle", found=found, hint=hint)
        opened = not match[0].startswith(">")


def problem(fault: SyntaxFault, text: str, name: str) -> Problem:
    """Return the problem that a syntax error is, with its likely cause as a hint.

    ``text`` is the file's, with LF or CRLF; ``name`` is the path that the problem carries.
    """
    lines = text.split("\n")
    cut = _cut_in_brackets(fault, lines)
    place = Place(name, *(fault.begun if fault.context.startswith(_OPENED_BEFORE) and not cut else fault.stopped))
    of_mapping = "mapping values" in fault.what
    if (number := indentation.culprit(lines, place.line, of_mapping=of_mapping)) != place.line:
        place = Place(name, number, indentation.width(lines[number - 1]) + 1)
    line = lines[place.line - 1].strip() if place.line <= len(lines) else ""
    for words, code, message, hint in _CODES:
        if words in fault.what:
            return Problem(place, code, message, hint=hint)
    if "{{" in line:
        return Problem(place, "placeholder", "a placeholder {{ ... }} was left in", found=line, hint="fill it in, or delete the line")
    if "escape code" in fault.what and "\\u" in line.lower():
        return Problem(place, "forbidden-character", "holds an escape that is no character", found=line, hint="write the character itself")
    if not cut and "quoted scalar" not in fault.context and place.line <= len(lines):
        cut = indentation.hint(lines[place.line - 1], place.line, fault.stopped[0], of_mapping=of_mapping)
    hint = cut or _hint(fault, lines, place)
    return Problem(place, "yaml-syntax", f"is not YAML: {fault.what}", found=line or None, hint=hint)


def _cut_in_brackets(fault: SyntaxFault, lines: list[str]) -> str:
    """Return what to do about a text within brackets that a sign of YAML cuts in two, as in ``{why: see page: 1}``; else nothing."""
    number, column = fault.stopped
    if not fault.context.startswith("while parsing a flow") or number > len(lines):
        return ""
    before, sign = lines[number - 1][: column - 1], lines[number - 1][column - 1 : column]
    brackets = "{ and }" if "mapping" in fault.context else "[ and ]"
    if sign == ":" and _TEXT_BEFORE_COLON.search(before):
        return f"between {brackets} a text that holds a colon followed by a blank must stand in quotes"
    if sign in tuple("[{") and _TEXT_BEFORE_BRACKET.search(before):
        return f"between {brackets} a text that holds {sign} must stand in quotes"
    return ""


_TEXT_BEFORE_COLON = re.compile(r":\s+[^,{}\[\]]*\S$")
"""The end of a value within brackets: what follows a name and its colon, to the next sign."""
_TEXT_BEFORE_BRACKET = re.compile(r"[^\s,{}\[\]:][^,{}\[\]:]*$")
"""The end of a text that is no name and no sign."""


def _hint(fault: SyntaxFault, lines: list[str], place: Place) -> str:
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    if "escape" in fault.what:
        return "in double quotes a backslash begins an escape: write two, or use single quotes"
    if "cannot start any token" in fault.what and line[place.column - 1 : place.column] == "\t":
        return "replace the tab by blanks"
    if "mapping values" in fault.what:
        return _colon_hint(line[: place.column - 1], lines, place.line)
    if "simple key" in fault.context:
        return _name_hint(line, place.line)
    if "quoted scalar" in fault.context:
        return "the quotation mark that opens here is never closed"
    if "'-' indicator" in fault.what:
        return "the line is not indented like the item above; a record needs no - before its names"
    begins_line = place.column - 1 == indentation.width(line) and not fault.context.startswith("while parsing a flow")
    return (
        not begins_line and _first_sign_hint(line)
    ) or "look at how far the lines are indented: names of one mapping stand in one column"


def _colon_hint(before: str, lines: list[str], number: int) -> str:
    if FIRST_IN_QUOTES.match(before):
        return QUOTES_HINT
    if re.search(r"\S: ", before):
        return "a text that holds a colon followed by a blank must stand in quotes"
    above = lines[number - 2] if number > 1 else ""
    if indentation.width(above) < indentation.width(lines[number - 1]):
        return "the line is indented more deeply than the one above, which already has a value"
    return _name_hint(above, number - 1)


def _name_hint(line: str, number: int) -> str:
    if match := ODD_BLANK_AFTER_COLON.match(line):
        return f"after the colon in line {number} stands {called(match[1])} where a blank is due"
    if _NO_BLANK.match(line):
        return f"a blank is missing after the colon in line {number}"
    return f"line {number} has no name: write name: value, or indent a line that continues the text above"


def _first_sign_hint(line: str) -> str:
    match = _BEGINS_WITH.match(line)
    if match is None:
        return ""
    sign = match[1] or match[2]
    if sign == "'":
        return "an apostrophe within single quotes is written twice, or use double quotes"
    if sign == '"':
        return 'a quotation mark within double quotes is written \\", or use single quotes'
    if sign in "[{":
        return f"a text that begins with {sign} must stand in quotes; a list or mapping must be closed again"
    return f"a text that begins with {sign} must stand in quotes"
