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
    r"|</p>(?:(?<=[^>\s]</p>)|(?<=</[ab]></p>)|(?<=</span></p>)|(?<=</code></p>))"
    r"(?=\s*<(?:p|ul|ol|dl|div|h[1-6]|table|pre|/div|/section|/article|/aside|/main|/details|/footer)\b)"
    r"|</head>\n(?=<body\b)"
    r"|</body>\s*</html>\s*\Z"
)
"""Not between definitions of one term, nor of a paragraph before a younger element such as ``section``: there libxml2, and whoever
reads pages with it, does not add them as browsers do. An empty paragraph keeps its end, lest a line break fill it."""
_BLANK_LINES, _BLANKS_TOO = re.compile(r"\n\s*\n"), re.compile(r"[ \t]*\n\s*\n")
"""The second also where the line before ends with blanks, which is seldom and takes far longer to look for."""


def html(page: str) -> str:
    """Return a page without what HTML leaves to choice: end tags that what follows implies, quotes round plain values, blank lines.

    A browser builds the same document of it, but for blanks at the end of items, cells and paragraphs. Expects every ``<`` and ``>`` of a
    text or a value to be escaped. What stands in scripts, styles and preformatted text is left alone,
    and apostrophes, which no value is quoted by, stand as they are.
    """
    parts = _KEPT.split(page)
    return "".join((_slim, _opened)[place % 3](part) for place, part in enumerate(parts) if place % 3 != 2)


def _slim(part: str) -> str:
    bare = _ENDS.sub("", part.replace("&#39;", "'"))
    blank = _BLANKS_TOO if " \n" in bare or "\t\n" in bare else _BLANK_LINES
    return _unquoted(blank.sub("\n", bare))


def _opened(element: str) -> str:
    tag, end, text = element.partition(">")
    return f"{_unquoted(tag + end)}{text}"


def _unquoted(part: str) -> str:
    pieces = _QUOTED.split(part)
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
