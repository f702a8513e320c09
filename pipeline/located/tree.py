"""Nodes to values: what a record may not use is reported, what likely was meant otherwise is warned of."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import yaml
from yaml import MappingNode, ScalarNode, SequenceNode

from .. import characters, typographic
from ..errors import Place, Problem
from .values import Mapping, Report, Scalar, Sequence, Value

MAX_DEPTH = 12
"""No file of a survey nests deeper than six levels."""
_CUT = re.compile(r"[ \t]*#[^\s#]")
"""What looks like a part of the text (``Relay #2``), though YAML takes it for a comment."""

_scalar: Callable[[tuple[str, int, int, bool]], Scalar] = partial(tuple.__new__, Scalar)
"""What calling the class comes to, without the call: a file is half made of these."""


class Tree:
    """Turns one file's nodes into values, reporting what a record may not use."""

    def __init__(self, name: str, text: str, report: Report) -> None:
        self._name = name
        self._text = text
        self._report = report
        self._may_be_marked = "&" in text or "!" in text
        self._may_be_cut = "#" in text
        self._is_plain = not (self._may_be_cut or "\\" in text or typographic.may_hold_quotes(text))

    def value(self, node: yaml.Node, field: str, depth: int) -> Value | None:
        """Return the value of a node at the path ``field``, so many levels deep, or None after a problem was reported."""
        if self._may_be_marked and self._is_marked(node, field):
            return None
        if isinstance(node, ScalarNode):
            return self._scalar(node, field)
        if depth > MAX_DEPTH:
            self._refuse(node, "too-deep", "is nested too deeply", field)
            return None
        if isinstance(node, SequenceNode):
            return self._sequence(node, field, depth)
        assert isinstance(node, MappingNode)
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

    def _scalar(self, node: ScalarNode, field: str) -> Scalar | None:
        if not (self._is_plain or self._is_allowed(node, field)):
            return None
        mark = node.start_mark
        return _scalar((node.value, mark.line + 1, mark.column + 1, bool(node.style)))

    def _is_allowed(self, node: ScalarNode, field: str) -> bool:
        """Say whether a text holds no escape that a record may not; warn where it likely was meant otherwise."""
        style, text = node.style, node.value
        is_escaped = style == '"' and "\\" in self._text[node.start_mark.index : node.end_mark.index]
        if is_escaped and not self._escapes_allowed(text, self._place(node), field):
            return False
        if self._may_be_cut and not style and (cut := _CUT.match(self._text, node.end_mark.index)):
            message = f"ends before {cut.group().strip()!r}, which YAML takes for a comment"
            hint = "put the text in quotes, or write a blank after #"
            self._report(Problem(self._place(node), "cut-text", message, field, text, hint=hint, severity="warning"))
        if not style and text[:1] in typographic.QUOTES and typographic.is_wrapped(text):
            message = "stands in typographic quotes, which YAML takes for a part of the text"
            hint = f"{typographic.QUOTES_HINT}, or straight ones around them where they belong to the text"
            self._report(Problem(self._place(node), "typographic-quotes", message, field, text, hint=hint, severity="warning"))
        return True

    def _escapes_allowed(self, text: str, place: Place, field: str) -> bool:
        """Double-quoted text may hold, as escapes, what the file's text was already checked for."""
        unwanted = list(characters.problems_of_escapes(text, place, field))
        for problem in unwanted:
            self._report(problem)
        return all(problem.severity != "error" for problem in unwanted)

    def _sequence(self, node: SequenceNode, field: str, depth: int) -> Sequence:
        items = [self.value(child, f"{field}[{n}]", depth + 1) for n, child in enumerate(node.value, 1)]
        mark = node.start_mark
        return Sequence(tuple([item for item in items if item is not None]), mark.line + 1, mark.column + 1, bool(node.flow_style))

    def _mapping(self, node: MappingNode, field: str, depth: int) -> Mapping | None:
        if node.value and all(isinstance(key, MappingNode) for key, _ in node.value):
            self._refuse(node, "placeholder", "a placeholder {{ ... }} was left in", field, "fill it in, or delete the line")
            return None
        mark = node.start_mark
        mapping = Mapping({}, {}, mark.line + 1, mark.column + 1, bool(node.flow_style))
        for key_node, value_node in node.value:
            self._entry(mapping, key_node, value_node, field, depth)
        return mapping

    def _entry(self, mapping: Mapping, key_node: yaml.Node, value_node: yaml.Node, field: str, depth: int) -> None:
        if self._may_be_marked and self._is_marked(key_node, field):
            return
        if not isinstance(key_node, ScalarNode):
            message = "a list or mapping stands where a name belongs"
            self._refuse(key_node, "wrong-kind", message, field, "write name: value; a text that begins with { or [ must stand in quotes")
            return
        key = self._scalar(key_node, field)
        if key is None:
            return
        name = key.text
        if not (name.isascii() or key.quoted) and (odd := typographic.odd_indentation(name)):
            self._refuse(key_node, "yaml-syntax", "is not indented with blanks", field, typographic.odd_blank_hint(odd, key.line))
            return
        below = f"{field}.{name}" if field else name
        if name in mapping.keys:
            self._refuse(key_node, "duplicate-key", f"{name!r} stands here and at line {mapping.keys[name].line}", below)
            return
        mapping.keys[name] = key
        value = self.value(value_node, below, depth + 1)
        if value is not None:
            mapping.items[name] = value

    def _place(self, node: yaml.Node) -> Place:
        return Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)

    def _refuse(self, node: yaml.Node, code: str, message: str, field: str, hint: str = "") -> None:
        self._report(Problem(self._place(node), code, message, field, hint=hint))
