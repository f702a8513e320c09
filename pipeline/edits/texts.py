"""One line of text as YAML, and in place of another."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence

from ..located import Scalar
from .reading_back import folded, read_back
from .record_file import Unsupported, taken_apart

_TYPED = re.compile(
    r"[0-9.,:_+/-]+(?:[eE][0-9+-]+)?|0[xo][0-9a-fA-F]+|(?:null|true|false|yes|no|on|off|y|n|nan|inf|na)", re.IGNORECASE
)  # fmt: skip
"""What our reader or another takes for a number, a date, a truth value or nothing, and so must stand in quotes as text."""


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
    file = taken_apart(text)
    block, extent = file.found(key), file.found(key).extent
    if not isinstance(block.value, Scalar):
        raise Unsupported(f"{key} holds no text")
    first = extent.line
    head, sign = file.lines[first][: extent.column], file.lines[first][extent.column : extent.column + 1]
    if sign in ("|", ">"):
        new = [file.lines[first], *_wrapped(value, file.lines[first + 1 : block.end], file.end)]
    elif extent.line == extent.last:
        new = [f"{head}{source(value)}{file.after(extent)}{file.end}"]
    else:
        new = [f"{head}>-{file.after(extent)}{file.end}", *_wrapped(value, file.lines[first + 1 : block.end], file.end)]
    return read_back(text, file.replaced(first, block.end, new), {key: folded(value)})


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
