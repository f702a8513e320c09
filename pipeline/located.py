"""YAML text to values that know their line. The only module that knows the YAML library.

Every scalar is text: YAML's own typing would turn ``2504.12510`` into a number that loses its zero and
``no`` into False. What a text means is decided by the field that asks for it (see ``fields``).
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import yaml

from . import characters, syntax, typographic
from .errors import Place, Problem
from .syntax import SyntaxFault

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
    flow: bool = False
    """Whether it was written with brackets, as a text that begins with one would be."""


class Mapping(NamedTuple):
    """Names and what stands under them, in the order of the file."""

    items: dict[str, Value]
    keys: dict[str, Scalar]
    """The names with their own places."""
    line: int
    column: int
    flow: bool = False
    """Whether it was written with braces, as a text that begins with one would be."""


Value = Scalar | Sequence | Mapping


class _Loader(yaml.CSafeLoader):
    """libyaml's parser with no types but text."""

    def resolve(self, kind: type[yaml.Node], value: object, implicit: object) -> str:
        """Return no tag: those that a file may not write are seen by their sign, and nothing else asks for one."""
        return ""


def read(path: Path, root: Path, report: Report) -> Value | None:
    """Return the content of one YAML file, or None after at least one problem was reported.

    ``path`` lies below ``root``. Never raises for anything that the file can hold; a file that cannot be
    opened is a problem as well.
    """
    name = path.relative_to(root).as_posix()
    text = read_text(path, name, report)
    return None if text is None else parse(text, name, report)


def read_text(path: Path, name: str, report: Report, most: int = MAX_BYTES) -> str | None:
    """Return the text of a UTF-8 file without a byte-order mark, or None after a problem was reported.

    ``most`` is the number of bytes from which on it is not read.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            report(Problem(Place(name), "unreadable", "is no plain file"))
            return None
        data = path.read_bytes() if found.st_size <= most else None
    except FileNotFoundError:
        report(Problem(Place(name), "unreadable", "is no plain file"))
        return None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        report(Problem(Place(name), "unreadable", f"cannot be read: {reason}"))
        return None
    if data is None or len(data) > most:
        report(Problem(Place(name), "too-large", f"is more than {most:,} bytes long"))
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        report(_encoding_problem(error, name))
        return None


def _encoding_problem(error: UnicodeDecodeError, name: str) -> Problem:
    data: bytes = error.object
    line = data.count(b"\n", 0, error.start) + 1
    before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start]
    message = f"is not UTF-8: byte 0x{data[error.start]:02X}"
    place = Place(name, line, len(before.decode("utf-8", "replace")) + 1)
    return Problem(place, "not-utf8", message, hint="save the file as UTF-8")


def parse(text: str, name: str, report: Report) -> Value | None:
    """Return the value that a YAML text holds, or None after at least one problem was reported.

    ``name`` is the path that problems carry.
    """
    unwanted = [*characters.problems(text, name), *syntax.conflicts(text, name, _SETTLED)]
    for problem in unwanted:
        report(problem)
    if any(problem.severity == "error" for problem in unwanted):
        return None
    try:
        node = _compose(text)
    except yaml.MarkedYAMLError as error:
        report(syntax.problem(_fault(error), text, name))
        return None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        first = str(error).splitlines()[:1] or [type(error).__name__]
        report(Problem(Place(name), "yaml-syntax", f"is not YAML: {first[0]}"))
        return None
    if node is None or (isinstance(node, yaml.ScalarNode) and not node.value and not node.style):
        report(Problem(Place(name), "empty-file", "holds nothing"))
        return None
    return _Tree(name, text, report).value(node, "", 1)


class Extent(NamedTuple):
    """From where to where a value stands, comments and blank lines before and behind it left out."""

    line: int
    """Index of the line on which it begins."""
    column: int
    """Index of its first character on that line."""
    last: int
    """Index of the line on which it ends."""
    end: int
    """Index behind its last character on that line."""
    items: tuple[Extent, ...]
    """Of a list its items, of a mapping the values under its keys, in the order of the file."""


def extent(text: str) -> Extent:
    """Return where everything in a YAML text stands, as the parser saw it. ``parse`` must take the text without an error."""
    node = _compose(text)
    assert node is not None
    return _extent(node, text.split("\n"))


def _extent(node: yaml.Node, lines: list[str]) -> Extent:
    begin, end = node.start_mark, node.end_mark
    below: list[yaml.Node] = []
    if isinstance(node, yaml.CollectionNode):
        below = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else node.value
    items = tuple(_extent(one, lines) for one in below)
    if isinstance(node, yaml.CollectionNode) and items and not node.flow_style:
        return Extent(begin.line, begin.column, items[-1].last, items[-1].end, items)
    last, column = end.line, end.column
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">") and column == 0:
        last = next(n for n in range(last - 1, begin.line - 1, -1) if n == begin.line or lines[n].strip())
        column = len(lines[last].rstrip("\r"))
    return Extent(begin.line, begin.column, last, column, items)


def _compose(text: str) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    finally:
        loader.dispose()


def _fault(error: yaml.MarkedYAMLError) -> SyntaxFault:
    stopped = error.problem_mark or error.context_mark
    begun = error.context_mark or stopped
    places = [(mark.line + 1, mark.column + 1) if mark else (1, 1) for mark in (stopped, begun)]
    return SyntaxFault(str(error.problem or error.context or "unreadable"), str(error.context or ""), *places)


_SETTLED = (
    "keep what belongs there of both sides, of lines under changes both, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>"
)
"""How a conflict of a record is settled."""
_CUT = re.compile(r"[ \t]*#[^\s#]")
"""What looks like a part of the text (``Relay #2``), though YAML takes it for a comment."""


class _Tree:
    """Turns one file's nodes into values, reporting what a record may not use."""

    def __init__(self, name: str, text: str, report: Report) -> None:
        self._name = name
        self._text = text
        self._report = report
        self._may_be_marked = "&" in text or "!" in text
        self._may_be_cut = "#" in text

    def value(self, node: yaml.Node, field: str, depth: int) -> Value | None:
        if self._may_be_marked and self._is_marked(node, field):
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, field)
        if depth > MAX_DEPTH:
            self._refuse(node, "too-deep", "is nested too deeply", field)
            return None
        if isinstance(node, yaml.SequenceNode):
            return self._sequence(node, field, depth)
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, field, depth)

    def _is_marked(self, node: yaml.Node, field: str) -> bool:
        """Report an anchor or a tag. Without anchors nothing is an alias, and no value holds itself."""
        sign = self._text[node.start_mark.index : node.start_mark.index + 1]
        if sign == "&":
            message = "anchors (&name) and aliases (*name) are not allowed"
            self._refuse(node, "alias", message, field, hint="write the value out; a text that begins with & must stand in quotes")
        elif sign == "!":
            message = "YAML tags (!name) are not allowed"
            self._refuse(node, "yaml-tag", message, field, hint="a text that begins with ! must stand in quotes")
        return sign in ("&", "!")

    def _scalar(self, node: yaml.ScalarNode, field: str) -> Scalar | None:
        mark, style, text = node.start_mark, node.style, node.value
        if (
            style == '"'
            and "\\" in self._text[mark.index : node.end_mark.index]
            and not self._escapes_allowed(text, self._place(node), field)
        ):
            return None
        if self._may_be_cut and not style and (cut := _CUT.match(self._text, node.end_mark.index)):
            message = f"ends before {cut.group().strip()!r}, which YAML takes for a comment"
            hint = "put the text in quotes, or write a blank after #"
            self._report(Problem(self._place(node), "cut-text", message, field, text, hint=hint, severity="warning"))
        if not style and text[:1] in typographic.QUOTES and typographic.is_wrapped(text):
            message = "stands in typographic quotes, which YAML takes for a part of the text"
            hint = f"{typographic.QUOTES_HINT}, or straight ones around them where they belong to the text"
            self._report(Problem(self._place(node), "typographic-quotes", message, field, text, hint=hint, severity="warning"))
        return Scalar(text, mark.line + 1, mark.column + 1, bool(style))

    def _escapes_allowed(self, text: str, place: Place, field: str) -> bool:
        """Double-quoted text may hold, as escapes, what the file's text was already checked for."""
        unwanted = list(characters.problems_of_escapes(text, place, field))
        for problem in unwanted:
            self._report(problem)
        return all(problem.severity != "error" for problem in unwanted)

    def _sequence(self, node: yaml.SequenceNode, field: str, depth: int) -> Sequence:
        items = (self.value(child, f"{field}[{n}]", depth + 1) for n, child in enumerate(node.value, 1))
        kept = tuple(item for item in items if item is not None)
        return Sequence(kept, node.start_mark.line + 1, node.start_mark.column + 1, bool(node.flow_style))

    def _mapping(self, node: yaml.MappingNode, field: str, depth: int) -> Mapping | None:
        if node.value and all(isinstance(key, yaml.MappingNode) for key, _ in node.value):
            self._refuse(node, "placeholder", "a placeholder {{ ... }} was left in", field, "fill it in, or delete the line")
            return None
        mapping = Mapping({}, {}, node.start_mark.line + 1, node.start_mark.column + 1, bool(node.flow_style))
        for key_node, value_node in node.value:
            self._entry(mapping, key_node, value_node, field, depth)
        return mapping

    def _entry(self, mapping: Mapping, key_node: yaml.Node, value_node: yaml.Node, field: str, depth: int) -> None:
        if self._may_be_marked and self._is_marked(key_node, field):
            return
        if not isinstance(key_node, yaml.ScalarNode):
            message = "a list or mapping stands where a name belongs"
            self._refuse(key_node, "wrong-kind", message, field, "write name: value; a text that begins with { or [ must stand in quotes")
            return
        key = self._scalar(key_node, field)
        if key is None:
            return
        if not key.quoted and (odd := typographic.odd_indentation(key.text)):
            self._refuse(key_node, "yaml-syntax", "is not indented with blanks", field, typographic.odd_blank_hint(odd, key.line))
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

    def _place(self, node: yaml.Node) -> Place:
        return Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)

    def _refuse(self, node: yaml.Node, code: str, message: str, field: str, hint: str = "") -> None:
        self._report(Problem(self._place(node), code, message, field, hint=hint))
