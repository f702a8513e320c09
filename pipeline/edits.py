"""Edits to one record's YAML that leave everything else as it stands: comments, order, wrapping and line ends.

Each function takes the file's text, which must be one that can be read, and returns the new text. Raises Unsupported
where a value is written in a way that these functions do not edit.
"""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from . import located
from .errors import Problem
from .located import Mapping, Value

_TYPED = re.compile(
    r"[0-9.,:_+/-]+(?:[eE][0-9+-]+)?|0[xo][0-9a-fA-F]+|(?:null|true|false|yes|no|on|off|y|n|nan|inf|na)", re.IGNORECASE
)  # fmt: skip
"""What our reader or another takes for a number, a date, a truth value or nothing, and so must stand in quotes as text."""
_COMMENT = re.compile(r"\s*#")


class Unsupported(ValueError):  # noqa: N818 -- the file is good, only nothing for these functions
    """A value that only a person can edit."""


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of one key at the top level."""

    start: int
    """Index of the line that holds the key."""
    end: int
    """Index after its last line; blank lines and comments that follow belong to nobody."""
    value: Value | None


def source(text: str, *, flow: bool = False) -> str:
    """Return a text as YAML that is read as it, plain where that is safe. ``flow`` is for within brackets."""
    plain = (
        text == " ".join(text.split())
        and bool(text)
        and (text[0].isalnum() or text[0] == "(")
        and not re.search(r":(?:\s|$)|\s#", text)
        and not (flow and re.search(r"[,:?\[\]{}]", text))
        and not _TYPED.fullmatch(text)
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


def with_text(text: str, key: str, value: str) -> str:
    """Return the text in which one line of text stands under a key that is there; a wrapped one is wrapped again."""
    lines, block = _found(text, key)
    if not isinstance(block.value, located.Scalar):
        raise Unsupported(f"{key} holds no text")
    first = block.value.line - 1
    head, rest = lines[first][: block.value.column - 1], lines[first][block.value.column - 1 :]
    end = _line_end(text)
    if rest[:1] in ("|", ">"):
        new = [lines[first], *_wrapped(value, lines[first + 1 : block.end], end)]
    elif first + 1 == block.end:
        new = [head + source(value) + _after_scalar(rest) + end]
    else:
        new = [f"{head}>-{end}", *_wrapped(value, lines[first + 1 : block.end], end)]
    return "".join([*lines[:first], *new, *lines[block.end :]])


def with_items(text: str, key: str, items: Sequence[tuple[str, int | None]]) -> str:
    """Return the text in which a list holds some items, each given as YAML and the position of the item that it was.

    Items that were there keep their lines; None stands for a new one.
    """
    lines, block = _found(text, key)
    if not isinstance(block.value, located.Sequence) or not block.value.items:
        raise Unsupported(f"{key} holds no list")
    first = block.value.line - 1
    if not block.value.flow:
        new = _item_lines(lines, block, items, _line_end(text))
        return "".join([*lines[: block.value.items[0].line - 1], *new, *lines[block.end :]])
    if first + 1 != block.end:
        raise Unsupported(f"{key} is a list in brackets over several lines")
    head, rest = lines[first][: block.value.column - 1], lines[first][block.value.column - 1 :]
    after = rest[rest.rindex("]") + 1 :]
    return "".join([*lines[:first], f"{head}[{', '.join(item for item, _ in items)}]{after}", *lines[block.end :]])


def _item_lines(lines: Sequence[str], block: _Block, items: Sequence[tuple[str, int | None]], end: str) -> list[str]:
    assert isinstance(block.value, located.Sequence)
    starts = [item.line - 1 for item in block.value.items]
    bounds = list(zip(starts, [*starts[1:], block.end], strict=True))
    if any(start >= stop for start, stop in bounds):
        raise Unsupported("several items stand on one line")
    before = lines[starts[0]][: block.value.items[0].column - 1]
    kept = {index for _, index in items if index is not None}
    new: list[str] = []
    for item, index in items:
        new += lines[slice(*bounds[index])] if index is not None else [f"{before}{item}{end}"]
    comments = [line for index, bound in enumerate(bounds) if index not in kept for line in lines[slice(*bound)] if _COMMENT.match(line)]
    return [*comments, *new]


def with_item_added(text: str, key: str, item: str) -> str:
    """Return the text in which a list ends with one more item, given as YAML; a list that is absent is begun at the end."""
    lines, end = _lines(text), _line_end(text)
    block = _blocks(text).get(key)
    if block is None:
        closed = text if not text or text.endswith("\n") else text + end
        return f"{closed}{key}:{end}  - {item}{end}"
    if not isinstance(block.value, located.Sequence) or block.value.flow or not block.value.items:
        raise Unsupported(f"{key} is no list with one item a line")
    last = block.value.items[-1]
    before = lines[last.line - 1][: last.column - 1]
    closing = "" if lines[block.end - 1].endswith("\n") else end
    return "".join([*lines[: block.end], closing, f"{before}{item}{end}", *lines[block.end :]])


def with_key(text: str, key: str, value: str, order: Sequence[str]) -> str:
    """Return the text with a key that was absent, its value given as YAML, behind the keys that ``order`` puts before it."""
    lines, end = _lines(text), _line_end(text)
    blocks = _blocks(text)
    earlier = [blocks[name].end for name in order[: order.index(key)] if name in blocks]
    at = max(earlier, default=0)
    closing = "" if at == 0 or lines[at - 1].endswith("\n") else end
    return "".join([*lines[:at], closing, f"{key}: {value}{end}", *lines[at:]])


def without(text: str, key: str) -> str:
    """Return the text without a key and what stands under it."""
    lines, block = _found(text, key)
    return "".join([*lines[: block.start], *lines[block.end :]])


def difference(old: str, new: str, path: str) -> str:
    """Return what leads from one text to the other as a unified diff that ``git apply`` takes; empty where nothing does."""
    compared = difflib.unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in compared)


def _lines(text: str) -> list[str]:
    """Return the lines with their ends, as YAML counts them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _found(text: str, key: str) -> tuple[list[str], _Block]:
    block = _blocks(text).get(key)
    if block is None:
        raise Unsupported(f"there is no {key}")
    return _lines(text), block


def _blocks(text: str) -> dict[str, _Block]:
    problems: list[Problem] = []
    top = located.parse(text, "", problems.append)
    if not isinstance(top, Mapping) or top.flow or any(problem.severity == "error" for problem in problems):
        raise Unsupported("the file is no list of names and values, one a line")
    lines = _lines(text)
    starts = {key: scalar.line - 1 for key, scalar in top.keys.items()}
    ends = [*list(starts.values())[1:], len(lines)]
    return {key: _Block(starts[key], _trimmed(lines, starts[key], end), top.items.get(key)) for key, end in zip(starts, ends, strict=True)}


def _trimmed(lines: Sequence[str], start: int, end: int) -> int:
    while end > start + 1 and (not lines[end - 1].strip() or _COMMENT.match(lines[end - 1])):
        end -= 1
    return end


def _after_scalar(rest: str) -> str:
    """Return what follows a scalar on its line: blanks and a comment, without the line's end."""
    pattern = {'"': r'"(?:[^"\\]|\\.)*"', "'": r"'(?:[^']|'')*'"}.get(rest[:1], r".*?(?=\s+#|\s*$)")
    match = re.match(pattern, rest)
    return rest[match.end() :].rstrip() if match else ""


def _wrapped(value: str, old: Sequence[str], end: str) -> list[str]:
    """Return the lines of a text, indented and filled as the old ones were."""
    written = [line.rstrip() for line in old if line.strip()] or ["  "]
    indent = written[0][: len(written[0]) - len(written[0].lstrip())] or "  "
    width = max(map(len, written))
    return [
        f"{line}{end}"
        for line in textwrap.wrap(
            value, max(width, 40), initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
    ]
