"""Text from data to GitHub's Markdown, in which it shows literally. What strangers wrote never becomes markup.

Every function folds line breaks and runs of blanks to one blank, and returns ``Markdown``, so that text which was
escaped once is told from text which was not.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit


class Markdown(str):
    """Text that is Markdown already: ``inline`` and templates take it as it is."""

    __slots__ = ()


_ESCAPES = str.maketrans({c: f"\\{c}" for c in "\\`*_[]|~#$@"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""The last three as entities, which hold in Markdown and in HTML blocks alike."""
_MATH = re.compile(r"\$(?=\S).*?(?<=\S)\$(?!\d)")
"""Where GitHub takes text for a formula: it opens before a character, and closes behind one and before no digit."""
_BULLET = re.compile(r"(?:[+-](?= |$)|-(?=-)|=+$|\d{1,9}(?=[.)](?: |$)))")
"""What begins a list, a rule or an underlined heading where a line begins."""
_ADDRESS = re.compile(r":(?<=[a-z]:)(?=//)|\.(?<=\bwww\.)", re.IGNORECASE)
"""Where GitHub would turn bare text into a link. What is looked back at stands last: so the search leaps to the next mark."""


def inline(text: str) -> Markdown:
    """Return text that shows literally in a paragraph, a list item, a heading, a table cell or the text of a link.

    GitHub looks for formulas after Markdown was read, where a backslash is gone: two dollar signs that could
    enclose one are put in ``<span>``, as its documentation says; all others get a backslash.
    """
    return text if isinstance(text, Markdown) else _literal(text)


@lru_cache(maxsize=4096)
def _literal(text: str) -> Markdown:
    """Long tables and lists say the same labels again and again."""
    folded = " ".join(text.split())
    escaped = _ADDRESS.sub(r"\\\g<0>", folded.translate(_ESCAPES))
    if _MATH.search(folded):
        escaped = escaped.replace("\\$", "<span>$</span>")
    return Markdown(_BULLET.sub(_without_effect, escaped, count=1) if _BULLET.match(escaped) else escaped)


def _without_effect(match: re.Match[str]) -> str:
    return f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}"


def code(text: str) -> Markdown:
    """Return a code span, also for text that holds backticks."""
    folded = " ".join(text.split())
    held = {len(run) for run in re.findall("`+", folded)}
    fence = "`" * next(length for length in range(1, len(held) + 2) if length not in held)
    pad = " " if folded.startswith("`") or folded.endswith("`") else ""
    return Markdown(f"{fence}{pad}{folded}{pad}{fence}")


def code_cell(text: str) -> Markdown:
    """Return a code span for a table cell, where a pipe would end the cell even in code."""
    return Markdown(code(text).replace("|", "\\|"))


def block(text: str, language: str = "") -> Markdown:
    """Return a fenced block that holds the text line by line."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markdown(f"{fence}{language}\n{text.rstrip()}\n{fence}")


def target(address: str) -> str:
    """Return an address for the brackets of a link: what would end it early is percent-encoded."""
    encoded = re.sub(r"[\s()<>\\|`\"'*\[\]{}^]", lambda match: _percent(match[0]), address)
    return encoded.replace("&", "&amp;")


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def link(text: str, address: str) -> Markdown:
    """Return a link. Where the address is neither https nor a path of the repository, the text stands alone."""
    return Markdown(f"[{inline(text)}]({target(address)})") if _leads_somewhere_safe(address) else inline(text)


def _leads_somewhere_safe(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    if parts.scheme or parts.netloc:
        return address.startswith("https://") and bool(parts.hostname)
    return bool(address) and not address.startswith(("/", "\\"))


def attribute(text: str) -> Markdown:
    """Return text for a double-quoted HTML attribute in a Markdown page."""
    return Markdown(html.escape(" ".join(text.split()), quote=True))


# -- anchors

_KEPT = {"L", "M", "Nd", "Nl", "Pc"}
"""Unicode categories, or their first letters, of what GitHub keeps of a heading beside blanks and hyphens."""


def anchors(headings: Iterable[str]) -> list[Markdown]:
    """Return the anchors that GitHub gives to a page's headings, with ``#``, in order; repeated ones are numbered.

    ``headings`` are all headings of the page from its top, as plain text. The rule is that of the package
    github-slugger: lower case, punctuation and symbols dropped, blanks to hyphens.
    """
    seen: Counter[str] = Counter()
    found = []
    for heading in headings:
        plain = anchor = _slug(heading)
        while anchor in seen:
            seen[plain] += 1
            anchor = f"{plain}-{seen[plain]}"
        seen[anchor] = 0
        found.append(Markdown(f"#{anchor}"))
    return found


def _slug(heading: str) -> str:
    kept = (c for c in " ".join(heading.split()).lower() if c in "- " or _kept(unicodedata.category(c)))
    return "".join(kept).replace(" ", "-")


def _kept(category: str) -> bool:
    return category in _KEPT or category[0] in _KEPT
