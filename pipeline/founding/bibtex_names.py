"""The authors of a BibTeX entry as one cell: ``Family, Given; {Team}; others``."""

from __future__ import annotations

import re

from . import latex_text

_TILDE = re.compile(r"\\~(?:\{(\w)\}|(\w))")
"""The accent, in which the library sees the tie that parts words; within braces it does not."""


def cell(source: str) -> str:
    """Return the names that stand in a field, in order, as BibTeX parts them."""
    from bibtexparser.middlewares.names import split_multiple_persons_names

    folded = " ".join(source.split())
    return "; ".join(filter(None, map(_name, split_multiple_persons_names(folded)))) if folded else ""


def _name(source: str) -> str:
    from bibtexparser.middlewares.names import InvalidNameError, parse_single_name_into_parts

    stripped = _TILDE.sub(lambda match: f"{{\\~{match[1] or match[2]}}}", source.strip())
    if stripped.casefold() in ("others", "et al.", "et al"):
        return "others"
    if _is_held_together(stripped):
        inner = latex_text.text(stripped).replace(";", ",")
        return f"{{{inner}}}" if inner else ""
    try:
        parts = parse_single_name_into_parts(stripped, strict=False)
    except (InvalidNameError, IndexError, ValueError):
        return latex_text.text(stripped).replace(";", ",")
    family = latex_text.text(" ".join((*parts.von, *parts.last, *parts.jr)))
    given = latex_text.text(" ".join(parts.first))
    return f"{family}, {given}".replace(";", ",").strip()


def _is_held_together(source: str) -> bool:
    """Say whether one pair of braces holds the whole name, as that of a team."""
    if not (source.startswith("{") and source.endswith("}")) or source.startswith("{\\"):
        return False
    depth = 0
    for position, character in enumerate(source):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return position == len(source) - 1
    return False
