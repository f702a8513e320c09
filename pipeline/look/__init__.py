"""How every page looks that this package makes: colors, type, frame and controls, the switch of the theme, the icon.

Files and no code, so that a page of the wing of traces and a page of the site are of one hand.
"""

from __future__ import annotations

from importlib import resources

NAMES = ("base.css", "theme.js", "icon.svg")
"""Every file of the look."""


def text(name: str) -> str:
    """Return a file of the look. Raises FileNotFoundError for a name that is not in NAMES."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
