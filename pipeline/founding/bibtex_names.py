"""The authors of a BibTeX entry as one cell: ``Family, Given; {Family}, Given; {Team}; others``.

Braces about a family name say that no other reading is possible: no comma stands in the source, or the braces do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..drafts.names import SUFFIXES
from . import latex_text
from .people import OTHERS
from .roles import INVERTED
from .single_names import SEVERAL, is_plainly_inverted

_TILDE = re.compile(r"\\~(?:\{(\w)\}|(\w))")
"""The accent, in which the library sees the tie that parts words; within braces it does not."""
_AND = r"(?<!\S)and(?!\S)"


def cell(source: str) -> str:
    """Return the names that stand in a field, in order, as BibTeX parts them."""
    folded = " ".join(source.split())
    return "; ".join(name for part in _pieces(folded, _AND) for name in _names(part) if name) if folded else ""


def separator(cells: Iterable[str]) -> str:
    """Return the separator of such cells: whether a file mostly writes Family, Given, by which a name with a comma is judged."""
    parts = [part for cell in cells for part in cell.split("; ")]
    inverted = sum(is_plainly_inverted(part) for part in parts)
    return INVERTED if inverted > sum("}, " in part for part in parts) else ";"


def _names(source: str) -> Iterator[str]:
    """Yield the name that stands between two ``and``; the word itself where none does, and ``others`` for who is not named."""
    if source.casefold() in ("others", ""):
        yield source or "and"
        return
    named = OTHERS.sub("", source).strip()
    yield _name(_TILDE.sub(lambda match: f"{{\\~{match[1] or match[2]}}}", named)) if named else ""
    yield "others" if named != source else ""


def _name(source: str) -> str:
    from bibtexparser.middlewares.names import InvalidNameError, parse_single_name_into_parts

    if _is_held_together(source):
        inner = latex_text.text(source).replace(";", ",")
        return f"{{{inner}}}" if inner else ""
    pieces = _pieces(source, ",")
    if len(pieces) == 3 and pieces[2] in SUFFIXES:
        pieces[1:] = pieces[:0:-1]
    if len(_pieces(source, ";")) > 1 or len(pieces) > 3 or (len(pieces) == 3 and pieces[1] not in SUFFIXES):
        return SEVERAL.join(piece for part in pieces for piece in map(latex_text.text, _pieces(part, ";")) if piece)
    try:
        parts = parse_single_name_into_parts(", ".join(pieces), strict=False)
    except (InvalidNameError, IndexError, ValueError):
        return latex_text.text(source).replace(";", SEVERAL)
    family = latex_text.text(" ".join((*parts.von, *parts.last, *parts.jr))).replace(";", ",")
    given = latex_text.text(" ".join(parts.first)).replace(";", ",")
    if given and family and (len(pieces) == 1 or _is_held_together(pieces[0])):
        return f"{{{family}}}, {given}"
    return f"{family}, {given}".strip()


def _pieces(source: str, sign: str) -> list[str]:
    """Return what an expression parts where it matches outside braces. The library's own way loses accents behind an ``and``."""
    depth, outside = 0, []
    for character in source:
        depth -= character == "}"
        outside.append(character if depth == 0 else "x")
        depth += character == "{"
    ends = [(match.start(), match.end()) for match in re.finditer(sign, "".join(outside), re.IGNORECASE)]
    starts = [0, *(end for _, end in ends)]
    return [source[start:end].strip() for start, end in zip(starts, [*(start for start, _ in ends), len(source)], strict=True)]


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
