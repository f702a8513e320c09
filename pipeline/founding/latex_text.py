"""LaTeX as it stands in BibTeX files to plain text. The only module that knows the library for it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

_ACTS = re.compile(r"[\\$~%]|--|``|''|\^\^")
_ADDRESS = re.compile(r"\\(?:url|href)\s*\{([^{}]*)\}(?:\s*\{[^{}]*\})?")


@cache
def _decoder() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", strict_latex_spaces=True)


def text(source: str) -> str:
    """Return what LaTeX would print, on one line: accents as letters, braces gone, simple mathematics as signs.

    A percent sign is one, as in BibTeX, and no comment. What the library does not know is left out but for its arguments.
    """
    folded = " ".join(source.split())
    if not _ACTS.search(folded):
        return " ".join(re.sub(r"[{}]", "", folded).split())
    shielded = re.sub(r"(?<!\\)((?:\\\\)*)%", r"\1\\%", _ADDRESS.sub(r"\1", folded))
    try:
        found = _decoder().latex_to_text(shielded)
    except (ValueError, IndexError, KeyError, RecursionError):
        found = re.sub(r"[{}]", "", folded)
    return " ".join(str(found).split())


def verbatim(source: str) -> str:
    """Return an address or an id without what LaTeX puts about it: braces, and backslashes before signs that would act there."""
    inner = _ADDRESS.sub(r"\1", " ".join(source.split()))
    return re.sub(r"\\([_%#&$~])", r"\1", re.sub(r"[{}]", "", inner)).strip()


def addresses(source: str) -> list[str]:
    r"""Return the addresses that stand in ``\url`` and ``\href``."""
    return [verbatim(match[1]) for match in _ADDRESS.finditer(source)]
