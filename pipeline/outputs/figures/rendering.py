"""Marks to SVG text. The only place that draws with matplotlib."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING

from .canvas import Outline, Words
from .lettering import Type
from .palette import PLACEHOLDERS

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.font_manager import FontProperties
    from matplotlib.text import Text

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
SERIF = "Charter, 'Bitstream Charter', 'Iowan Old Style', Georgia, 'Liberation Serif', serif"
_LAID_OUT_WITH = {False: "DejaVu Sans", True: "DejaVu Serif"}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


@contextmanager
def settings(salt: str) -> Iterator[None]:
    """Draw with matplotlib's own defaults, whatever a person's matplotlibrc says, and with text as text.

    ``salt`` takes the place of the random part of ids.
    """
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": salt, "text.parse_math": False, "lines.scale_dashes": False})
        yield


def body(marks: Sequence[Outline | Words], wide: float, high: float, salt: str) -> str:
    """Return the marks as SVG elements, one a line, without the document around them; colors are placeholders."""
    with settings(salt):
        return "\n".join(_elements(_drawn(marks, wide, high)))


def _drawn(marks: Sequence[Outline | Words], wide: float, high: float) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(wide / 72, high / 72), dpi=72)
    figure.patch.set_visible(False)
    canvas = FigureCanvasSVG(figure)
    for order, mark in enumerate(marks):
        artist = _outline(mark, high) if isinstance(mark, Outline) else _text(mark, high)
        artist.set_zorder(order)
        figure.add_artist(artist)
    out = StringIO()
    canvas.print_svg(out, metadata=_NO_METADATA)  # type: ignore[no-untyped-call]
    return out.getvalue()


def _outline(mark: Outline, high: float) -> Artist:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    from matplotlib.transforms import IdentityTransform

    codes = {"M": [Path.MOVETO], "L": [Path.LINETO], "C": [Path.CURVE4] * 3, "Z": [Path.CLOSEPOLY]}
    points = [(x, high - y) for step in mark.steps for x, y in step.points or ((0.0, high),)]
    path = Path(points, [code for step in mark.steps for code in codes[step.letter]])
    patch = PathPatch(
        path, facecolor=PLACEHOLDERS.get(mark.fill, "none"), edgecolor=PLACEHOLDERS.get(mark.stroke, "none"),
        linewidth=mark.thickness if mark.stroke else 0, linestyle=(0, (3, 2)) if mark.dashed else "-", capstyle="butt", joinstyle="round",
    )  # fmt: skip
    patch.set_transform(IdentityTransform())
    return patch


def _text(mark: Words, high: float) -> Artist:
    from matplotlib.transforms import IdentityTransform

    align = {"start": "left", "middle": "center", "end": "right"}[mark.anchor]
    text = _literal()(mark.x, high - mark.y, mark.text, color=PLACEHOLDERS[mark.color], fontproperties=_font(mark.kind), ha=align)
    text.set_transform(IdentityTransform())
    return text


@cache
def _literal() -> type[Text]:
    """Return a text that is written as it stands.

    matplotlib's own lays a text out first, which warns of every character that its font lacks; the reader's
    fonts have those, and where the text goes was decided before.
    """
    from matplotlib.backend_bases import RendererBase
    from matplotlib.text import Text

    class Literal(Text):
        def draw(self, renderer: RendererBase) -> None:
            x, y = self.get_transform().transform(self.get_unitless_position())
            high = renderer.get_canvas_width_height()[1]
            gc = renderer.new_gc()
            gc.set_foreground(self.get_color())
            renderer.draw_text(gc, x, high - y, self.get_text(), self.get_fontproperties(), 0, ismath=False, mtext=self)
            gc.restore()

    return Literal


@cache
def _font(kind: Type) -> FontProperties:
    from matplotlib.font_manager import FontProperties

    weight = "bold" if kind.bold else "normal"
    return FontProperties(family=_LAID_OUT_WITH[kind.serif], size=kind.size, style="italic" if kind.italic else "normal", weight=weight)


# -- what matplotlib wrote, put shorter

_ELEMENT = re.compile(r"<path\b[^>]*>|<text\b[^>]*>[^<]*</text>")
_OUTLINE = re.compile(r' d="([^"]*)"')
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"\d+\.\d+")
_STYLE = re.compile(r' style="([^"]*)"')
_TURN = re.compile(r' transform="rotate\([^"]*\)"')


def _elements(svg: str) -> Iterator[str]:
    """Yield the shapes and texts of a document. Groups and their ids are left out: they would clash on a page with two figures."""
    for match in _ELEMENT.finditer(svg[svg.index("</defs>") :]):
        element = match[0]
        tag, end, rest = element.partition(">")
        yield (_short_text(tag) if tag.startswith("<text") else _short_path(tag)) + end + rest


def _short_path(tag: str) -> str:
    rounded = _NUMBER.sub(_two_places, _STYLE.sub(_attributes, " ".join(tag.split())))
    return _OUTLINE.sub(lambda match: f' d="{"".join(_steps(match[1]))}"', rounded)


def _steps(outline: str) -> Iterator[str]:
    """Yield the steps of an outline of M, L, C and z in hundredths, each from where the last one ended; none of no length."""
    x = y = 0
    for letter, numbers in _STEP.findall(outline):
        places = [round(float(number) * 100) for number in numbers.split()]
        if letter in "Mz":
            yield letter + " ".join(map(_hundredths, places))
        elif letter == "C" or places != [x, y]:
            yield _step(letter, [place - (y if n % 2 else x) for n, place in enumerate(places)])
        x, y = places[-2:] or (x, y)


def _step(letter: str, by: Sequence[int]) -> str:
    if letter == "L" and 0 in by:
        return f"v{_hundredths(by[1])}" if by[0] == 0 else f"h{_hundredths(by[0])}"
    return letter.lower() + " ".join(map(_hundredths, by))


def _hundredths(count: int) -> str:
    return _shortest(count / 100)


def _shortest(number: float) -> str:
    """Return a number with at most two places, none of them a needless 0."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _short_text(tag: str) -> str:
    return _NUMBER.sub(_two_places, _STYLE.sub(_attributes, _TURN.sub("", tag)))


def _attributes(match: re.Match[str]) -> str:
    """Return a style as attributes: these are shown also where a page's content-security policy forbids styles."""
    pairs = dict(part.strip().split(": ", 1) for part in match[1].split(";") if part.strip())
    family = pairs.pop("font-family", "").strip("'")
    if family == _LAID_OUT_WITH[True]:
        pairs["font-family"] = SERIF
    return "".join(f' {name}="{value}"' for name, value in pairs.items() if value not in ("start", "0"))


def _two_places(match: re.Match[str]) -> str:
    return _shortest(float(match[0]))
