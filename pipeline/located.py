"""YAML text to values that know their line. The only module that knows the YAML library.

Every scalar is text: YAML's own typing would turn ``2504.12510`` into a number that loses its zero and
``no`` into False. What a text means is decided by the field that asks for it (see ``fields``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import yaml

from .errors import Place, Problem

MAX_BYTES = 2_000_000
"""Far above any entry (the longest has 326 authors and 20 KB), far below what would slow a run down."""
MAX_DEPTH = 12
"""No file of a survey nests deeper than six levels."""

Report = Callable[[Problem], None]
"""Takes each problem as it is found."""


class Scalar(NamedTuple):
    """A piece of text."""

    text: str
    line: int
    column: int
    quoted: bool
    """Whether it was written in quotes or as a block, so that an empty text was meant."""


class Sequence(NamedTuple):
    """A list."""

    items: tuple[Value, ...]
    line: int
    column: int


class Mapping(NamedTuple):
    """Names and what stands under them, in the order of the file."""

    items: dict[str, Value]
    keys: dict[str, Scalar]
    """The names with their own places."""
    line: int
    column: int


Value = Scalar | Sequence | Mapping


class _Loader(yaml.CSafeLoader):
    """libyaml's parser with no types but text."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 -- the library declares it as a plain class attribute


_TEXT_TAG = "tag:yaml.org,2002:str"

_REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters, direction marks and overrides, line separators, lone surrogates, non-characters, tags."""
_INVISIBLE = re.compile("[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff\uffa0]")
"""Characters without a width: two titles that look alike may differ by one."""


def read(path: Path, root: Path, report: Report) -> Value | None:
    """Return the content of one YAML file, or None after at least one problem was reported.

    ``path`` lies below ``root``. Never raises for anything that the file can hold; a file that cannot be
    opened is a problem as well.
    """
    name = path.relative_to(root).as_posix()
    text = read_text(path, name, report)
    return None if text is None else parse(text, name, report)


def read_text(path: Path, name: str, report: Report) -> str | None:
    """Return the text of a UTF-8 file without a byte-order mark, or None after a problem was reported."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        report(Problem(Place(name), "unreadable", f"cannot be read: {reason}"))
        return None
    if len(data) > MAX_BYTES:
        message = f"is {len(data):,} bytes long; at most {MAX_BYTES:,} are read"
        report(Problem(Place(name), "too-large", message))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        message = f"is not UTF-8: byte 0x{data[error.start]:02X}"
        hint = "save the file as UTF-8"
        report(Problem(Place(name, line, column), "not-utf8", message, hint=hint))
        return None


def parse(text: str, name: str, report: Report) -> Value | None:
    """Return the value that a YAML text holds, or None after at least one problem was reported.

    ``name`` is the path that problems carry.
    """
    if not _characters_allowed(text, name, report):
        return None
    try:
        node = _compose(text)
    except yaml.MarkedYAMLError as error:
        report(_syntax_problem(error, text, name))
        return None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        report(Problem(Place(name), "yaml-syntax", f"is not YAML: {_first_line(error)}"))
        return None
    if node is None:
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return _Tree(name, report).value(node, "", 1)


def _compose(text: str) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _characters_allowed(text: str, name: str, report: Report) -> bool:
    for match in _INVISIBLE.finditer(text):
        report(_character_problem(match, text, name, "invisible-character", "warning"))
    refused = [_character_problem(m, text, name, "forbidden-character", "error") for m in _REFUSED.finditer(text)]
    for problem in refused[:20]:
        report(problem)
    return not refused


def _character_problem(match: re.Match[str], text: str, name: str, code: str, severity: str) -> Problem:
    line = text.count("\n", 0, match.start()) + 1
    column = match.start() - (text.rfind("\n", 0, match.start()) + 1) + 1
    return _problem_of_character(match.group(), Place(name, line, column), code, severity)


def _problem_of_character(character: str, place: Place, code: str, severity: str) -> Problem:
    import unicodedata

    label = unicodedata.name(character, "control character").lower()
    message = f"holds U+{ord(character):04X} ({label})"
    hint = "delete it" if severity == "error" else "delete it unless the script needs it"
    return Problem(place, code, message, hint=hint, severity="error" if severity == "error" else "warning")


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
    what = str(error.problem or error.context or "unreadable")
    if "nesting" in what:
        return Problem(place, "too-deep", "is nested too deeply")
    if "another document" in what:
        return Problem(place, "second-document", "a second document begins", hint="one record per file")
    if "alias" in what:
        return Problem(place, "alias", "aliases (*name) are not allowed", hint="write the value out, or quote it")
    line = text.splitlines()[place.line - 1] if place.line <= len(text.splitlines()) else ""
    if "escape code" in what and "\\u" in line.lower():
        return Problem(place, "forbidden-character", "holds an escape that is no character", found=line.strip())
    return Problem(place, "yaml-syntax", f"is not YAML: {what}", found=line.strip() or None, hint=_syntax_hint(what))


def _syntax_hint(what: str) -> str:
    if "mapping values" in what:
        return "a value that holds a colon followed by a blank must stand in quotes"
    if "cannot start any token" in what:
        return "indent with blanks, not tabs; quote a value that begins with @ ` or %"
    return "quote values that hold : # or begin with [ { * & ! | > @ ` %"


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


class _Tree:
    """Turns one file's nodes into values, reporting what a record may not use."""

    def __init__(self, name: str, report: Report) -> None:
        self._name = name
        self._report = report
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, field: str, depth: int) -> Value | None:
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, field)
        if id(node) in self._seen:
            return self._refuse(node, "alias", "aliases (*name) are not allowed", field, hint="write the value out")
        self._seen.add(id(node))
        if depth > MAX_DEPTH:
            return self._refuse(node, "too-deep", "is nested too deeply", field)
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, field, depth)
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, field, depth)

    def _scalar(self, node: yaml.ScalarNode, field: str) -> Scalar | None:
        mark = node.start_mark
        if node.tag != _TEXT_TAG:
            return self._refuse(node, "yaml-tag", "YAML tags (!name) are not allowed", field, found=node.tag)
        if node.style == '"' and not self._escapes_allowed(node, field):
            return None
        return Scalar(node.value, mark.line + 1, mark.column + 1, node.style is not None)

    def _escapes_allowed(self, node: yaml.ScalarNode, field: str) -> bool:
        """Double-quoted text may hold, as escapes, what the raw text was already checked for."""
        place = Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)
        if match := _REFUSED.search(node.value):
            self._report(_problem_of_character(match.group(), place, "forbidden-character", "error"))
            return False
        if match := _INVISIBLE.search(node.value):
            self._report(_problem_of_character(match.group(), place, "invisible-character", "warning"))
        return True

    def _sequence(self, node: yaml.SequenceNode, field: str, depth: int) -> Sequence | None:
        if not node.tag.startswith("tag:yaml.org,2002:seq"):
            return self._refuse(node, "yaml-tag", "YAML tags (!name) are not allowed", field, found=node.tag)
        items = (self.value(child, f"{field}[{n}]", depth + 1) for n, child in enumerate(node.value, 1))
        mark = node.start_mark
        return Sequence(tuple(item for item in items if item is not None), mark.line + 1, mark.column + 1)

    def _mapping(self, node: yaml.MappingNode, field: str, depth: int) -> Mapping | None:
        if not node.tag.startswith("tag:yaml.org,2002:map"):
            return self._refuse(node, "yaml-tag", "YAML tags (!name) are not allowed", field, found=node.tag)
        mark = node.start_mark
        mapping = Mapping({}, {}, mark.line + 1, mark.column + 1)
        for key_node, value_node in node.value:
            self._entry(mapping, key_node, value_node, field, depth)
        return mapping

    def _entry(self, mapping: Mapping, key_node: yaml.Node, value_node: yaml.Node, field: str, depth: int) -> None:
        if not isinstance(key_node, yaml.ScalarNode):
            message = "a placeholder {{ ... }} was left in, or a value stands where a name belongs"
            self._refuse(key_node, "placeholder", message, field, hint="fill the template in, or quote the value")
            return
        key = self._scalar(key_node, field)
        if key is None:
            return
        below = f"{field}.{key.text}" if field else key.text
        if key.text in mapping.keys:
            first = mapping.keys[key.text].line
            self._refuse(key_node, "duplicate-key", f"{key.text!r} stands here and at line {first}", below)
            return
        mapping.keys[key.text] = key
        value = self.value(value_node, below, depth + 1)
        if value is not None:
            mapping.items[key.text] = value

    def _refuse(
        self, node: yaml.Node, code: str, message: str, field: str, found: str | None = None, hint: str = ""
    ) -> None:
        place = Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)
        self._report(Problem(place, code, message, field, found=found, hint=hint))
