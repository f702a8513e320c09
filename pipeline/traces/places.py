"""Where in a JSON text the values at given paths stand.

Runs only after something was found. What is not asked for is skipped at the speed of the C scanner, so that line numbers
in a large file cost about as much as reading it once more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from itertools import islice

from ..errors import Place, Problem
from .findings import Finding, Path, dotted, visible

_BLANK = re.compile(r"[ \t\n\r]*")
_decoded = json.JSONDecoder(parse_int=float).raw_decode
# Values are not looked at; as float, a number of 5,000 digits is none that Python refuses.

_Tree = dict["str | int", "_Tree"]
"""Key or list position to what is asked for below it."""
_Walk = Generator[tuple[Path, int], None, int]
"""Yields each path that is asked for with its offset, and returns the offset behind the value."""


def problems(findings: Iterable[Finding], text: str, name: str) -> list[Problem]:
    """Return findings with their lines and columns in a text that is valid JSON. ``name`` is the file that they carry."""
    listed = list(findings)
    places = _places(text, name, {finding.path for finding in listed})
    return [problem(finding, places[finding.path]) for finding in listed]


def problem(finding: Finding, place: Place) -> Problem:
    """Return one finding at a place that is already known, its message on one line whatever it quotes."""
    f = finding
    return Problem(place, f.code, visible(f.message), dotted(f.path), f.found, f.allowed, f.hint, f.severity)


def at_offsets(text: str, name: str, offsets: Iterable[int]) -> Iterator[Place]:
    """Yield line and column of the characters at ascending offsets."""
    line, start, counted = 1, 0, 0
    for offset in offsets:
        # Only what was not counted before is looked at: a large file may be a single line.
        line += text.count("\n", counted, offset)
        start = max(start, text.rfind("\n", counted, offset) + 1)
        counted = offset
        yield Place(name, line, offset - start + 1)


def _places(text: str, name: str, paths: set[Path]) -> dict[Path, Place]:
    """Return the place of each path, or of the longest part of it that exists."""
    offsets = _offsets(text, paths)
    ordered = sorted(paths, key=offsets.__getitem__)
    return dict(zip(ordered, at_offsets(text, name, (offsets[path] for path in ordered)), strict=True))


def _offsets(text: str, paths: set[Path]) -> dict[Path, int]:
    tree: _Tree = {}
    size = 1 + sum(_grown(tree, path) for path in paths)
    known = dict(islice(_value(text, _past_blanks(text, 0), (), tree), size))
    return {path: next(known[path[:length]] for length in range(len(path), -1, -1) if path[:length] in known) for path in paths}


def _grown(tree: _Tree, path: Path) -> int:
    """Add a path to the tree, and return by how many steps that grew."""
    new = 0
    for step in path:
        new += step not in tree
        tree = tree.setdefault(step, {})
    return new


def _value(text: str, at: int, path: Path, tree: _Tree) -> _Walk:
    yield path, at
    if tree and text[at] == "{":
        return (yield from _members(text, at, path, tree))
    if tree and text[at] == "[":
        return (yield from _items(text, at, path, tree))
    return _decoded(text, at)[1]


def _members(text: str, at: int, path: Path, tree: _Tree) -> _Walk:
    at = _past_blanks(text, at + 1)
    while text[at] != "}":
        key, at = _decoded(text, at)
        at = _past_blanks(text, _past_blanks(text, at) + 1)
        at = yield from _child(text, at, path, tree, key)
        at = _past_comma(text, at)
    return at + 1


def _items(text: str, at: int, path: Path, tree: _Tree) -> _Walk:
    at, position = _past_blanks(text, at + 1), 0
    while text[at] != "]":
        at = yield from _child(text, at, path, tree, position)
        at, position = _past_comma(text, at), position + 1
    return at + 1


def _child(text: str, at: int, path: Path, tree: _Tree, step: str | int) -> _Walk:
    if step in tree:
        return (yield from _value(text, at, (*path, step), tree[step]))
    return _decoded(text, at)[1]


def _past_comma(text: str, at: int) -> int:
    at = _past_blanks(text, at)
    return _past_blanks(text, at + 1) if text[at] == "," else at


def _past_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
