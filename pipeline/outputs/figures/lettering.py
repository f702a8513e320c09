"""How wide a text is, measured in DejaVu, which is wider than what most systems show.

A figure is laid out with the widest common font and shown with the reader's own, so a label that fits here fits there.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font


class Type(NamedTuple):
    """A size and cut of letters."""

    size: float
    """In pixels at README width."""
    bold: bool = False
    serif: bool = False
    italic: bool = False

    @property
    def leading(self) -> float:
        """From one baseline to the next, in pixels."""
        return round(self.size * (1.25 if self.serif and self.bold else 1.35))

    @property
    def drop(self) -> float:
        """From the middle of a line of capitals down to its baseline, in pixels."""
        return self.size * 0.36


TITLE = Type(20, bold=True, serif=True)
SUBTITLE = Type(13)
HEAD = Type(12.5, bold=True)
LABEL = Type(12)
STRONG = Type(12, bold=True)
NAME = Type(12.5, serif=True)
SMALL = Type(11)
SMALL_STRONG = Type(11, bold=True)
SMALLEST = 11
"""No text is smaller, in pixels at README width."""


def width(text: str, kind: Type) -> float:
    """Return the width of a line in pixels: the sum of the advances, without kerning."""
    advances = _advances(kind.bold, kind.serif, kind.italic)
    return sum(map(advances.__getitem__, text)) * kind.size


class _Advances(dict[str, float]):
    """The advance of each character in one font, in em; looked up as it is met."""

    def __init__(self, bold: bool, serif: bool, italic: bool) -> None:
        super().__init__()
        self._font = bold, serif, italic

    def __missing__(self, character: str) -> float:
        self[character] = found = _advance(character, *self._font)
        return found


@cache
def _advances(bold: bool, serif: bool, italic: bool) -> _Advances:
    return _Advances(bold, serif, italic)


def _advance(character: str, bold: bool, serif: bool, italic: bool) -> float:
    """Return the advance of a character in em; of one that the font lacks, what other fonts give it at most."""
    from matplotlib.ft2font import LoadFlags

    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    font, code = _font(bold, serif, italic), ord(character)
    if font.get_char_index(code):
        own = font.load_char(code, LoadFlags.NO_HINTING).linearHoriAdvance / 65536 / _MEASURED_AT
        return max(own, _guessed(character)) if code > 0x2E7F else own
    return _guessed(character)


def _guessed(character: str) -> float:
    """Return an em for a wide character, somewhat more for a picture, and a wide letter's width for any other."""
    wide = unicodedata.east_asian_width(character) in "WF"
    if unicodedata.category(character) == "So":
        return 1.4
    return 1.05 if wide else 0.9


_MEASURED_AT = 100
"""Size in pixels at which advances are taken."""


@cache
def _font(bold: bool, serif: bool, italic: bool) -> FT2Font:
    """Return one of the fonts that come with matplotlib, so that every machine measures the same."""
    import matplotlib
    from matplotlib.ft2font import FT2Font

    cut = "".join(("Bold" if bold else "", ("Italic" if serif else "Oblique") if italic else ""))
    name = f"DejaVu{'Serif' if serif else 'Sans'}{'-' + cut if cut else ''}.ttf"
    font = FT2Font(f"{matplotlib.get_data_path()}/fonts/ttf/{name}")
    font.set_size(_MEASURED_AT, 72)
    return font
