"""Files of the site without what only their writers need: the same page, the same script, the same style in fewer bytes.

A site of some hundred pages repeats its frame in each of them. Nothing is renamed or put on one line, so that whoever looks at a
file still reads it.
"""

from __future__ import annotations

import re

_KEPT = re.compile(r"(<(script|pre|textarea|style)\b.*?</\2>)", re.DOTALL)
_QUOTED = re.compile(r'="(?<=[a-zA-Z-]=")([^\s"\'=<>`&]+)"(?=[\s>])(?=[^<>]*>)')
"""Within a tag, since what follows closes one. Begins with what is looked for as such, which is three times as fast as a name."""
_ENDS = re.compile(
    r"</(?:li|td|th|tr|thead|tbody|option)>"
    r"(?=\s*<(?:li|td|th|tr|thead|tbody|tfoot|option|/ul|/ol|/tr|/thead|/tbody|/table|/select)\b)"
    r"|</dd>(?=\s*<(?:dt|/dl)\b)"
)
"""Not between definitions of one term, where libxml2, and whoever reads pages with it, does not add them as browsers do."""
_BLANK_LINES, _BLANKS_TOO = re.compile(r"\n\s*\n"), re.compile(r"[ \t]*\n\s*\n")
"""The second also where the line before ends with blanks, which is seldom and takes far longer to look for."""


def html(page: str) -> str:
    """Return a page without what HTML leaves to choice: end tags that what follows implies, quotes round plain values, blank lines.

    A browser builds the same document of it, but for blanks at the end of items and cells. Expects every ``<`` and ``>`` of a
    text or a value to be escaped. What stands in scripts, styles and preformatted text is left alone.
    """
    parts = _KEPT.split(page)
    return "".join(_slim(part) if place % 3 == 0 else part for place, part in enumerate(parts) if place % 3 != 2)


def _slim(part: str) -> str:
    blank = _BLANKS_TOO if " \n" in part or "\t\n" in part else _BLANK_LINES
    pieces = _QUOTED.split(_ENDS.sub("", blank.sub("\n", part)))
    pieces[1::2] = [f"={value}" for value in pieces[1::2]]
    return "".join(pieces)


_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_EMPTY = re.compile(r"\n{2,}")


def asset(name: str, text: str) -> str:
    """Return a script or a style without indents, blank lines, and comments that have lines of their own; others as they are.

    A script's text must not span lines in a template literal, of which an indent would be a part.
    """
    if not name.endswith((".css", ".js")):
        return text
    bare = _COMMENT.sub("", text)
    bare = _LINE_COMMENT.sub("", bare) if name.endswith(".js") else bare
    return _EMPTY.sub("\n", _INDENT.sub("", bare)).lstrip("\n")
