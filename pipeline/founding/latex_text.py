"""LaTeX as it stands in BibTeX files to plain text, and what of it is no text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_ACTS = re.compile(r"[\\$~%]|--|``|''|\^\^")
_ADDRESS = re.compile(r"\\(?:url|href)\s*\{([^{}]*)\}")
_PERCENT = re.compile(r"(?<!\\)((?:\\\\)*)%")
_DOLLAR = re.compile(r"(?<!\\)((?:\\\\)*)\$")


class Printed(NamedTuple):
    """What LaTeX prints."""

    text: str
    """On one line."""
    fault: str
    """What of the source is not in the text, or stands there as it was written, in one clause; empty where nothing does."""
    addresses: tuple[str, ...] = ()
    """To which words of the text lead, without standing in it."""


def printed(source: str) -> Printed:
    """Return what LaTeX would print: accents as letters, braces gone, simple mathematics as signs.

    A percent sign is one, as in BibTeX, and no comment; so is a dollar sign without a second. What is not known stands as written.
    """
    folded = " ".join(source.split())
    if not _ACTS.search(folded):
        return Printed(_without_braces(folded), "")
    return _printed(folded)


@lru_cache(maxsize=4096)
def _printed(folded: str) -> Printed:
    """Return what a text on one line prints; kept, since reading takes long, and names and journals come back."""
    from .latex_macros import Printer

    shielded = _PERCENT.sub(r"\1\\%", folded)
    if len(_DOLLAR.findall(shielded)) % 2:
        shielded = _DOLLAR.sub(r"\1\\$", shielded)
    printer = Printer()
    try:
        found = printer.printed(shielded)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError):
        return Printed(_without_braces(folded), "cannot be read as LaTeX and stands as written")
    return Printed(" ".join(found.split()), _fault(tuple(printer.unknown)), tuple(map(verbatim, printer.addresses)))


def _fault(unknown: tuple[str, ...]) -> str:
    if not unknown:
        return ""
    shown = ", ".join(unknown[:5]) + (f" and {len(unknown) - 5} more" if len(unknown) > 5 else "")
    return f"holds {shown}, not known here, which " + ("stands as written" if len(unknown) == 1 else "stand as written")


def text(source: str) -> str:
    """Return what LaTeX would print, alone."""
    return printed(source).text


def _without_braces(text: str) -> str:
    return " ".join(re.sub(r"[{}]", "", text).split())


def verbatim(source: str) -> str:
    """Return an address or an id without what LaTeX puts about it: braces, and backslashes before signs that would act there."""
    inner = _ADDRESS.sub(r"\1", " ".join(source.split()))
    return re.sub(r"\\([_%#&$~])", r"\1", re.sub(r"[{}]", "", inner)).strip()


def addresses(source: str) -> list[str]:
    r"""Return the addresses that stand in ``\url`` and ``\href``."""
    return [verbatim(match[1]) for match in _ADDRESS.finditer(source)]
