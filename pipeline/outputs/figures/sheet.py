"""The frame that every figure shares: the finding above, where it comes from below, and the words for a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape

from ...corpus import Corpus
from ...coverage import newest
from ...survey import Output
from ..sentences import filled
from .arrangement import entries
from .canvas import Canvas
from .lettering import LABEL, SMALL, SUBTITLE, TITLE, Type, width
from .rendering import SANS, body
from .wrapping import balanced, wrapped

WIDTH = 830
"""As a README shows it, in pixels; a drawing's unit is a pixel at this width."""
MARGIN = 24
INNER = WIDTH - 2 * MARGIN
RIGHT = WIDTH - MARGIN

Glyph = Callable[[float, float], None]
"""Draws a sign around a point."""


@dataclass
class Sheet(Canvas):
    """A figure in the making."""

    y: float = 0.0
    """Where the next part begins."""
    said: list[str] = field(default_factory=list)
    """What the drawing shows, in sentences without a full stop."""

    def say(self, text: str) -> None:
        """Add a sentence to the description that stands for the drawing."""
        self.said.append(text)

    def note(self, text: str, color: str = "muted", kind: Type = SMALL, *, lines: int = 6) -> None:
        """Add a paragraph over the whole width and say it."""
        self.y = self.lines(MARGIN, self.y, wrapped(text, kind, INNER, lines), kind, color)
        self.say(text)

    def nothing(self, text: str) -> None:
        """Fill the place of a drawing that has nothing to show with a sentence that says so."""
        shown = wrapped(text, LABEL, INNER - 48, 4)
        high = 64 + len(shown) * LABEL.leading
        self.box(MARGIN, self.y, INNER, high, stroke="gap", radius=4, dashed=True)
        self.lines(WIDTH / 2, self.y + 32, shown, LABEL, "gap", "middle")
        self.y += high
        self.say(text)

    def key(self, signs: Iterable[tuple[Glyph, str]], *, left: float = MARGIN) -> None:
        """Add a line, or several, of signs with their meaning."""
        x, row = left, SMALL.leading + 5
        for sign, meaning in signs:
            shown = wrapped(meaning, SMALL, RIGHT - left - 24, 1)[0]
            wide = 22 + width(shown, SMALL)
            if x > left and x + wide > RIGHT:
                x, self.y = left, self.y + row
            sign(x + 8, self.y + row / 2)
            self.centered(x + 22, self.y + row / 2, shown, SMALL, "muted")
            x += wide + 20
        self.y += row


def begun(output: Output, corpus: Corpus) -> Sheet:
    """Return a sheet with the title and the subtitle of a figure, filled in."""
    return headed(filled(output.title, corpus), filled(output.subtitle, corpus))


def headed(title: str, subtitle: str) -> Sheet:
    """Return a sheet with title and subtitle, which may be empty."""
    sheet = Sheet(y=20)
    sheet.y = sheet.lines(MARGIN, sheet.y, balanced(title, TITLE, INNER, 6), TITLE)
    below = balanced(subtitle, SUBTITLE, INNER, 4) if subtitle else ()
    sheet.y = sheet.lines(MARGIN, sheet.y + 5, below, SUBTITLE, "muted") + 20
    return sheet


def document(sheet: Sheet, output: Output, corpus: Corpus) -> str:
    """Return the sheet of a figure, closed with its source line, as an SVG document with placeholders for colors."""
    return closed(sheet, output.name, filled(output.title, corpus), filled(output.subtitle, corpus), corpus)


def closed(sheet: Sheet, stem: str, title: str, subtitle: str, corpus: Corpus) -> str:
    """Return a sheet, closed with its source line, as an SVG document with placeholders for colors; ``stem`` is that of its file."""
    source = source_line(corpus)
    shown = wrapped(source, SMALL, INNER, 3)
    bottom = sheet.lines(MARGIN, sheet.y + 18, shown, SMALL, "muted")
    high = round(bottom + 16)
    paper = Canvas()
    paper.box(0, 0, WIDTH, high, fill="paper", radius=6)
    drawn = body([*paper.marks, *sheet.marks], WIDTH, high, stem)
    name = re.sub(r"[^A-Za-z0-9_-]", "-", stem)
    parts = (subtitle, *sheet.said, source)
    description = " ".join(f"{part.rstrip('.')}." for part in parts if part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{high}" viewBox="0 0 {WIDTH} {high}" role="img"'
        f' aria-labelledby="{name}-title {name}-desc" xml:lang="en" lang="en" xml:space="preserve" font-family="{SANS}"'
        ' style="font-variant-numeric: tabular-nums; stroke-linejoin: round">\n'
        f'<title id="{name}-title">{_text(title)}</title>\n<desc id="{name}-desc">{_text(description)}</desc>\n'
        f"{drawn}\n</svg>\n"
    )


def _text(text: str) -> str:
    return escape(text, quote=False)


def source_line(corpus: Corpus) -> str:
    """Return whose data a figure shows: the list, the number of entries and the newest date in the pool."""
    return f"{corpus.about.name} · {entries(len(corpus.papers))} · as of {newest(corpus).isoformat()}"
