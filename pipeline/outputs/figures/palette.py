"""Colors by role, for both themes. A drawing names roles; a theme fills them in, so that geometry is drawn once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

SHADES = 8
"""Steps from a count of one to the largest count."""

_PAIRS: dict[str, tuple[str, str]] = {
    "paper": ("#fbfaf7", "#12161a"),
    "surface": ("#ffffff", "#1a2026"),
    "ink": ("#1c2126", "#e8e6e0"),
    "muted": ("#56606a", "#a5aeb8"),
    "line": ("#dcd8cd", "#333c45"),
    "accent": ("#0a5a87", "#7fc4ee"),
    "gap": ("#a8431a", "#f29a72"),
    "category-1": ("#0c6084", "#84c0f0"),
    "category-2": ("#789000", "#e4c024"),
    "category-3": ("#842400", "#e46054"),
    "category-4": ("#5490f0", "#8478e4"),
    "category-5": ("#b47884", "#a87890"),
    "category-6": ("#54303c", "#d8f0c0"),
}
"""Role to its light and its dark value. The six categories differ for color-blind readers as well."""


def _channels(color: str) -> tuple[int, ...]:
    return tuple(int(color[start : start + 2], 16) for start in (1, 3, 5))


def mixed(first: str, second: str, share: float) -> str:
    """Return the color that lies a share (0 to 1) of the way from the first to the second, in sRGB."""
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colors, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in _channels(color))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def readable_on(color: str, preferred: tuple[str, ...]) -> str:
    """Return the first preferred color with a contrast of 4.5 or more on a color, else black or white.

    One of black and white always has 4.5: the worst case for both is 4.58.
    """
    return next(c for c in (*preferred, "#000000", "#ffffff") if contrast(c, color) >= 4.5)


def _values(side: int) -> dict[str, str]:
    named = {role: pair[side] for role, pair in _PAIRS.items()}
    paper, ink, accent = named["paper"], named["ink"], named["accent"]
    shades = {f"shade-{step}": mixed(paper, accent, 0.1 + 0.9 * step / SHADES) for step in range(1, SHADES + 1)}
    written = {role.replace("shade", "on"): readable_on(shade, (ink, paper)) for role, shade in shades.items()}
    quiet = {"quiet": mixed(paper, named["muted"], 0.5), "wash": mixed(paper, accent, 0.1)}
    return {**named, **quiet, **shades, **written}


VALUES: Mapping[Theme, Mapping[str, str]] = {theme: _values(side) for side, theme in enumerate(THEMES)}
"""Every role's color in each theme: ``quiet`` for what is beside the point, ``shade-N`` for a count, ``on-N`` for its number."""

PLACEHOLDERS: Mapping[str, str] = {role: f"#0000{number:02x}" for number, role in enumerate(VALUES["light"], 1)}
"""What stands for a role in a drawing that has no theme yet. None is black, which matplotlib does not write out."""

_TAG = re.compile(r"<[^>]*>")
_PLACEHOLDER = re.compile("|".join(PLACEHOLDERS.values()))


def themed(svg: str, theme: Theme) -> str:
    """Return a drawing with the colors of a theme. Only tags are touched: a text that looks like a color stays."""
    values = {placeholder: VALUES[theme][role] for role, placeholder in PLACEHOLDERS.items()}
    return _TAG.sub(lambda tag: _PLACEHOLDER.sub(lambda found: values[found[0]], tag[0]), svg)


def shade(count: int, largest: int) -> int:
    """Return the step, 1 to SHADES, for a positive count: by a power below one, so that small counts stay apart."""
    share: float = (count / max(largest, 1)) ** 0.7
    return max(1, min(SHADES, round(SHADES * share)))
